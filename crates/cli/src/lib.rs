//! tenantctl: every operation of the API as a command, and what people do with it at a terminal.
//!
//! `docs/tenantctl.md` is the guide. Standard output is data only; notes, progress and errors go to standard error.

mod account;
pub mod apply;
mod arguments;
mod call;
pub mod context;
mod doctor;
mod environment;
mod flags;
pub mod listen;
mod login;
mod mounted;
pub mod output;
pub mod plot;
mod private_file;
pub mod problem;
pub mod profile;
mod profiles;
mod raw;
mod shell;
mod stop;
pub mod table;
pub mod tail;
pub mod terminal;
mod tree;
pub mod trigger;
mod values;
pub mod wait;
pub mod watch;

use clap::ArgMatches;
use client::Client;
use context::{Context, Failure, note};
use output::{Filter, Format, Output};
use std::ffi::OsString;
use terminal::Terminal;

/// Sent with every request.
const USER_AGENT: &str = concat!("tenantctl/", env!("CARGO_PKG_VERSION"));

/// The exit code of a wrong command line.
const USAGE: u8 = 2;

/// Executes a command and returns the exit code of the process. The first argument is the name of the program.
pub fn run(arguments: &[OsString]) -> u8 {
    let matches = match tree::command(arguments).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // A closed output is no failure of help.
            let _ = error.print();
            return if error.use_stderr() { USAGE } else { 0 };
        }
    };
    let Err(failure) = execute(&matches) else { return 0 };
    failure.report().iter().for_each(note);
    failure.exit_code().map_or(0, |code| code as u8)
}

/// Flags of every command.
struct Globals<'a> {
    profile: Option<&'a str>,
    server: Option<&'a str>,
    output: Output,
    terminal: Terminal,
}

/// If a command needs a credential.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Credential {
    Required,
    Optional,
}

impl Globals<'_> {
    fn read(matches: &ArgMatches) -> Result<Globals<'_>, Failure> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str).filter(|text| !text.is_empty());
        let terminal = Terminal::of_process(matches.get_flag("no-color"));
        let format = if matches.get_flag("json") { Format::Json } else { Format::Table };
        let jq = text("jq").map(Filter::compile).transpose()?;
        let output = Output::new(format, jq, terminal);
        Ok(Globals { profile: text("profile"), server: text("server"), output, terminal })
    }

    fn context(self, credential: Credential) -> Result<Context, Failure> {
        let selected = profile::select(self.profile, self.server)?;
        if selected.key.is_none() && credential == Credential::Required {
            let name = &selected.profile.name;
            let usual = || format!("not signed in to {} (profile {name:?})", selected.profile.url);
            return Err(Failure::SignedOut(selected.trouble.unwrap_or_else(usual)));
        }
        let client = connect(&selected.profile.url, selected.key)?;
        Ok(Context { client, output: self.output, terminal: self.terminal, profile: selected.profile })
    }
}

/// A client of a service, with or without a credential.
fn connect(url: &str, key: Option<String>) -> Result<Client, Failure> {
    let builder = Client::builder(url).user_agent(USER_AGENT);
    let builder = match key {
        Some(key) => builder.key(key),
        None => builder,
    };
    Ok(builder.build()?)
}

fn execute(matches: &ArgMatches) -> Result<(), Failure> {
    let globals = Globals::read(matches)?;
    let Some((name, below)) = matches.subcommand() else { return Err(Failure::Usage("no command".to_owned())) };
    match name {
        "completions" => return shell::completions(&globals.output, below),
        "man" => return shell::man(below),
        "profiles" => return profiles::run(&globals, below),
        _ => {}
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(dispatch(globals, name, below));
    // A task that reads standard input cannot be ended.
    runtime.shutdown_background();
    ended
}

async fn dispatch(globals: Globals<'_>, name: &str, matches: &ArgMatches) -> Result<(), Failure> {
    match name {
        "login" => return login::run(&globals, matches).await,
        "logout" => return account::logout(&globals).await,
        "doctor" => return doctor::run(&globals).await,
        _ => {}
    }
    if let Some(noun) = table::noun(name) {
        let Some((verb, below)) = matches.subcommand() else { return Err(Failure::Usage("no command".to_owned())) };
        if let Some(operation) = noun.operation(verb) {
            let credential = if operation.is_public { Credential::Optional } else { Credential::Required };
            return call::run(&globals.context(credential)?, operation, below).await;
        }
        let context = globals.context(Credential::Required)?;
        return match (name, verb) {
            ("analytics", "plot") => plot::run(&context, below).await,
            ("runs", "watch") => watch::run(&context, below).await,
            ("webhooks", "tail") => tail::run(&context, below).await,
            _ => Err(Failure::Usage(format!("there is no command {name} {verb}"))),
        };
    }
    let credential = if name == "api" { Credential::Optional } else { Credential::Required };
    let context = globals.context(credential)?;
    match name {
        "api" => raw::run(&context, matches).await,
        "apply" => apply::run(&context, matches).await,
        "listen" => listen::run(&context, matches).await,
        "plan" => apply::plan::run(&context, matches).await,
        "trigger" => trigger::run(&context, matches).await,
        "wait" => wait::run(&context, matches).await,
        "whoami" => account::whoami(&context).await,
        _ => Err(Failure::Usage(format!("there is no command {name}"))),
    }
}
