//! `tenantctl whoami` and `tenantctl logout`.

use crate::{
    Globals, connect,
    context::{Context, Failure, note},
    profile::{self, Config, Source},
};
use clap::Command;
use client::Request;
use serde_json::{Value, json};

/// Tokens of sessions begin with this; keys do not.
const SESSION_PREFIX: &str = "tcs_";

pub fn whoami_command() -> Command {
    Command::new("whoami")
        .about("Show who is signed in, with scopes; --json also shows the limits")
        .after_help("Example:\n  tenantctl whoami --jq .tenant.name")
}

pub async fn whoami(context: &Context) -> Result<(), Failure> {
    let caller: Value = context.client.send(Request::get("/api/auth/session")).await?.json()?;
    if context.output.is_json() {
        return context.output.value(&caller);
    }
    context.output.value(&json!({
        "name": name(&caller),
        "actor": caller["actor"]["type"],
        "tenant": caller["tenant"]["name"],
        "domain": caller["tenant"]["domain"],
        "environment": caller["tenant"]["environment"],
        "scopes": caller["scopes"],
        "organization_ids": caller["organization_ids"],
        "expires_at": caller["expires_at"],
        "server": context.profile.url,
        "profile": context.profile.name,
        "credential": context.profile.credential.map(Source::name),
    }))
}

/// The name of a user or of a key.
fn name(caller: &Value) -> Option<&str> {
    let texts = [&caller["user"]["email"], &caller["actor"]["name"], &caller["actor"]["id"]];
    texts.into_iter().find_map(Value::as_str)
}

/// The caller and the tenant, for a message.
pub fn identity(caller: &Value) -> String {
    let name = name(caller).unwrap_or("an unknown caller");
    match caller["tenant"]["name"].as_str() {
        Some(tenant) => format!("{name} of {tenant}"),
        None => name.to_owned(),
    }
}

pub fn logout_command() -> Command {
    Command::new("logout")
        .about("End the session and remove the stored credential")
        .long_about(
            "Removes the credential of the profile from the keyring or the file. A session is ended; an API key stays valid \
             until it is revoked with `tenantctl api-keys revoke`.",
        )
        .after_help("Example:\n  tenantctl logout --profile staging")
}

pub async fn logout(globals: &Globals<'_>) -> Result<(), Failure> {
    let selected = profile::select(globals.profile, globals.server)?;
    if selected.profile.credential == Some(Source::Environment) {
        let text = "the credential comes from TENANTCTL_KEY, which a logout cannot remove: unset it first";
        return Err(Failure::Usage(text.to_owned()));
    }
    let name = &selected.profile.name;
    let config = Config::read()?;
    let Some(entry) = config.profiles.get(name) else {
        return Err(Failure::Usage(format!("there is no profile {name:?}")));
    };
    if let Some(key) = selected.key.filter(|key| key.starts_with(SESSION_PREFIX)) {
        // A session that has ended already is no reason to keep its token.
        if let Err(error) = connect(&entry.url, Some(key))?.send(Request::delete("/api/auth/session")).await {
            note(format!("the session could not be ended: {error}"));
        }
    }
    entry.storage.remove(name)?;
    note(format!("signed out of {} (profile {name:?})", entry.url));
    Ok(())
}
