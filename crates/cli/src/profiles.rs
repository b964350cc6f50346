//! `tenantctl profiles`: the services of the configuration.

use crate::{
    Globals,
    context::{Failure, note},
    flags::positional,
    profile::{Config, Entry},
};
use clap::{ArgMatches, Command};
use serde_json::{Value, json};

pub fn command() -> Command {
    let name = || positional("name", "NAME", "Name of the profile");
    Command::new("profiles")
        .about("List, choose and remove profiles")
        .after_help("Example:\n  tenantctl profiles list")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("list").about("List the profiles").after_help("Example:\n  tenantctl profiles list --json"),
        )
        .subcommand(
            Command::new("use")
                .about("Use a profile by default")
                .after_help("Example:\n  tenantctl profiles use staging")
                .arg(name()),
        )
        .subcommand(
            Command::new("remove")
                .about("Remove a profile and its credential")
                .after_help("Example:\n  tenantctl profiles remove staging")
                .arg(name()),
        )
}

pub fn run(globals: &Globals<'_>, matches: &ArgMatches) -> Result<(), Failure> {
    let mut config = Config::read()?;
    let Some((verb, below)) = matches.subcommand() else { return Err(Failure::Usage("no command".to_owned())) };
    if verb == "list" {
        return globals.output.list(&["name", "url", "storage", "default"], rows(&config));
    }
    let name = below.get_one::<String>("name").map(String::as_str).unwrap_or_default();
    let Some(entry) = config.profiles.get(name).cloned() else {
        return Err(Failure::NotFound(format!("there is no profile {name:?}")));
    };
    if verb == "use" {
        config.default = Some(name.to_owned());
        config.write()?;
        note(format!("the default is now {name:?}: {}", entry.url));
    } else {
        entry.storage.remove(name)?;
        config.profiles.remove(name);
        config.default = config.default.take().filter(|default| default != name);
        config.write()?;
        note(format!("removed {name:?}"));
    }
    Ok(())
}

fn rows(config: &Config) -> Vec<Value> {
    let row = |(name, entry): (&String, &Entry)| {
        let is_default = config.default.as_ref() == Some(name);
        json!({"name": name, "url": entry.url, "storage": entry.storage.name(), "default": is_default})
    };
    config.profiles.iter().map(row).collect()
}
