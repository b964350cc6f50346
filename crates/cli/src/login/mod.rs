//! `tenantctl login`: a sign-in with the browser, or an API key from standard input. The credential is stored in the system
//! keyring. Without one, nothing is stored, except in a file with `--insecure-storage`.

mod browser;

use crate::{
    Globals, account, connect,
    context::{Failure, note},
    flags::{option, switch},
    profile::{Config, DEFAULT, Entry, Storage, credentials_path, is_exposed},
    terminal,
};
use clap::{ArgMatches, Command};
use client::{Request, Url};
use serde_json::Value;
use std::io::Read;

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
        .arg(switch("key-stdin", "Read an API key from standard input"))
        .arg(
            option("domain", "DOMAIN", "Domain of your e-mail address, for the sign-in with the browser")
                .conflicts_with("key-stdin"),
        )
        .arg(switch("no-browser", "Do not open a browser; show the URL only"))
        .arg(switch("insecure-storage", "Store the credential, not encrypted, in a file that only you can read (mode 0600)"))
}

pub async fn run(globals: &Globals<'_>, matches: &ArgMatches) -> Result<(), Failure> {
    let mut config = Config::read()?;
    let name = globals.profile.or(config.default.as_deref()).unwrap_or(DEFAULT).to_owned();
    let known = config.profiles.get(&name).map(|entry| entry.url.clone());
    let missing = || Failure::Usage("give the URL of the service: tenantctl login --server URL".to_owned());
    let url = globals.server.map(str::to_owned).or(known).ok_or_else(missing)?;
    let storage = if matches.get_flag("insecure-storage") { Storage::File } else { Storage::Keyring };
    // Before the sign-in, so that no credential is created that cannot be stored.
    check(storage, &name)?;
    warn_without_tls(&url);
    let key =
        if matches.get_flag("key-stdin") { key_from_stdin()? } else { browser_key(globals, &url, matches).await? };
    let caller = connect(&url, Some(key.clone()))?.send(Request::get("/api/auth/session")).await?;
    let caller: Value = caller.json()?;
    let before = config.profiles.get(&name).map(|entry| entry.storage);
    storage.set(&name, &key)?;
    if let Some(other) = before.filter(|other| *other != storage) {
        let _ = other.remove(&name);
    }
    config.profiles.insert(name.clone(), Entry { url: url.clone(), storage });
    config.default.get_or_insert_with(|| name.clone());
    config.write()?;
    note(format!("signed in to {url} as {} (profile {name:?})", account::identity(&caller)));
    note(match storage {
        Storage::Keyring => "the credential is in the system keyring".to_owned(),
        Storage::File => format!("the credential is in the file {}, not encrypted", credentials_path()?.display()),
    });
    Ok(())
}

/// Fails if a credential could not be stored.
fn check(storage: Storage, name: &str) -> Result<(), Failure> {
    let Err(failure) = storage.get(name) else { return Ok(()) };
    if storage == Storage::File {
        return Err(failure);
    }
    let path = credentials_path()?;
    Err(Failure::Usage(format!(
        "{failure}. Nothing was stored. Use --insecure-storage to store the credential in {} (mode 0600, not encrypted), \
         or set TENANTCTL_KEY for each call",
        path.display()
    )))
}

fn warn_without_tls(url: &str) {
    if url.parse().is_ok_and(|url: Url| is_exposed(&url)) {
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
        None if globals.terminal.can_prompt() => ask_for_domain()?,
        None => return Err(Failure::Usage("give --domain for the browser, or --key-stdin".to_owned())),
    };
    let anonymous = connect(url, None)?;
    browser::sign_in(&anonymous, &domain, !matches.get_flag("no-browser")).await
}

fn ask_for_domain() -> Result<String, Failure> {
    let text = terminal::ask("domain of your e-mail address: ")?;
    // People tend to type the whole address.
    let domain = text.rsplit_once('@').map_or(text.as_str(), |(_, domain)| domain);
    if domain.is_empty() { Err(Failure::Usage("there is no domain".to_owned())) } else { Ok(domain.to_owned()) }
}
