//! `tenantctl login`: a sign-in with the browser, or an API key from standard input. The credential is stored in the system
//! keyring. Without one, nothing is stored unless the user asks for a file.

mod browser;

use crate::{
    Globals, connect,
    context::{Failure, note},
    profile::{Config, DEFAULT, Entry, SecretStore, Storage, credentials_path},
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use client::Request;
use serde_json::Value;
use std::io::{BufRead, Read};

/// Longer than any credential.
const LONGEST_KEY: u64 = 4096;

pub fn command() -> Command {
    Command::new("login")
        .about("Sign in and store the credential")
        .long_about(
            "Signs in with the browser, or reads an API key from standard input, and stores the credential in the system \
             keyring for the profile. Without a keyring nothing is stored: use --insecure-storage, or set TENANTCTL_KEY.",
        )
        .after_help(
            "Examples:\n  tenantctl login --server https://api.example.com --domain acme.example\n  \
             tenantctl login --server https://api.example.com --key-stdin <key.txt",
        )
        .arg(Arg::new("key-stdin").long("key-stdin").action(ArgAction::SetTrue).help("Read an API key from standard input"))
        .arg(
            Arg::new("domain")
                .long("domain")
                .value_name("DOMAIN")
                .conflicts_with("key-stdin")
                .help("Domain of your e-mail address, for the sign-in with the browser"),
        )
        .arg(Arg::new("no-browser").long("no-browser").action(ArgAction::SetTrue).help("Do not open a browser; show the URL only"))
        .arg(
            Arg::new("insecure-storage")
                .long("insecure-storage")
                .action(ArgAction::SetTrue)
                .help("Store the credential in a file that only you can read (mode 0600)"),
        )
}

pub async fn run(globals: &Globals<'_>, matches: &ArgMatches) -> Result<(), Failure> {
    let mut config = Config::read()?;
    let name = globals.profile.or(config.default.as_deref()).unwrap_or(DEFAULT).to_owned();
    let known = config.profiles.get(&name).map(|entry| entry.url.clone());
    let missing = || Failure::Usage("give the URL of the service: tenantctl login --server URL".to_owned());
    let url = globals.server.map(str::to_owned).or(known).ok_or_else(missing)?;
    let storage = if matches.get_flag("insecure-storage") { Storage::File } else { Storage::Keyring };
    // Before the sign-in, so that no credential is created that cannot be stored.
    usable(storage, &name)?;
    warn_without_tls(&url);
    let key =
        if matches.get_flag("key-stdin") { key_from_stdin()? } else { browser_key(globals, &url, matches).await? };
    let caller = connect(&url, Some(key.clone()))?.send(Request::get("/api/auth/session")).await?;
    let caller: Value = caller.json()?;
    let before = config.profiles.get(&name).map(|entry| entry.storage);
    SecretStore::of(storage).set(&name, &key)?;
    if let Some(other) = before.filter(|other| *other != storage) {
        let _ = SecretStore::of(other).remove(&name);
    }
    config.profiles.insert(name.clone(), Entry { url: url.clone(), storage });
    config.default.get_or_insert_with(|| name.clone());
    config.write()?;
    note(format!("signed in to {url} as {} (profile {name:?})", identity(&caller)));
    note(match storage {
        Storage::Keyring => "the credential is in the system keyring".to_owned(),
        Storage::File => format!("the credential is in the file {}, not encrypted", credentials_path()?.display()),
    });
    Ok(())
}

/// The name of the caller: of a user or of a key, and the tenant.
pub fn identity(caller: &Value) -> String {
    let texts = [&caller["user"]["email"], &caller["actor"]["name"], &caller["actor"]["id"]];
    let actor = texts.into_iter().find_map(Value::as_str).unwrap_or("an unknown caller");
    match caller["tenant"]["name"].as_str() {
        Some(tenant) => format!("{actor} of {tenant}"),
        None => actor.to_owned(),
    }
}

fn usable(storage: Storage, name: &str) -> Result<(), Failure> {
    if let Err(error) = SecretStore::of(storage).get(name) {
        let path = credentials_path()?;
        let file = path.display();
        return Err(Failure::Unexpected(match storage {
            Storage::File => error.to_string(),
            Storage::Keyring => format!(
                "{error}. Nothing was stored. Use --insecure-storage to store the credential in {file} (mode 0600, not \
                 encrypted), or set TENANTCTL_KEY for each call"
            ),
        }));
    }
    Ok(())
}

fn warn_without_tls(url: &str) {
    let is_loopback = ["http://127.", "http://[::1]", "http://localhost"].iter().any(|start| url.starts_with(start));
    if url.starts_with("http://") && !is_loopback {
        note("warning: the URL begins with http://, so the credential is sent without encryption");
    }
}

fn key_from_stdin() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin().lock().take(LONGEST_KEY).read_to_string(&mut text)?;
    let key = text.trim();
    if key.is_empty() || key.contains(char::is_whitespace) {
        return Err(Failure::Usage("standard input has no API key".to_owned()));
    }
    Ok(key.to_owned())
}

async fn browser_key(globals: &Globals<'_>, url: &str, matches: &ArgMatches) -> Result<String, Failure> {
    let domain = match matches.get_one::<String>("domain") {
        Some(domain) => domain.clone(),
        None if globals.terminal.can_prompt() => ask("domain of your e-mail address: ")?,
        None => return Err(Failure::Usage("give --domain for the browser, or --key-stdin".to_owned())),
    };
    let anonymous = connect(url, None)?;
    browser::sign_in(&anonymous, &domain, !matches.get_flag("no-browser")).await
}

/// A line from a person.
fn ask(question: &str) -> Result<String, Failure> {
    use std::io::Write;
    let mut stderr = std::io::stderr().lock();
    stderr.write_all(question.as_bytes())?;
    stderr.flush()?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let text = line.trim();
    // People tend to type the whole address.
    let domain = text.rsplit_once('@').map_or(text, |(_, domain)| domain);
    if domain.is_empty() { Err(Failure::Usage("there is no domain".to_owned())) } else { Ok(domain.to_owned()) }
}
