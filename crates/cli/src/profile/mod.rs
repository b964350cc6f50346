//! Profiles: the URL of a service and where its credential is stored. The environment is stronger than the configuration,
//! and flags are stronger than the environment.

mod config;
mod store;

pub use config::{Config, Entry, Storage};
pub use store::credentials_path;

use crate::{environment, problem::Failure};
use url::{Host, Url};

/// The name of the profile if none is chosen.
pub const DEFAULT: &str = "default";

/// Holds the credential of automation. There is no flag for it: other users of the machine can read arguments.
pub const KEY_VARIABLE: &str = "TENANTCTL_KEY";

/// The profile of this call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    /// URL of the service.
    pub url: String,
    /// Where the credential came from; `None` without a credential.
    pub credential: Option<Source>,
}

/// Where a credential came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Environment,
    Stored(Storage),
}

impl Source {
    pub fn name(self) -> &'static str {
        match self {
            Self::Environment => KEY_VARIABLE,
            Self::Stored(Storage::Keyring) => "the system keyring",
            Self::Stored(Storage::File) => "a file",
        }
    }
}

/// A profile and its credential.
pub struct Selected {
    pub profile: Profile,
    pub key: Option<String>,
    /// Why there is no credential although one should be stored.
    pub trouble: Option<String>,
}

/// The profile that flags and environment choose, with its credential.
///
/// A stored credential is used only with the URL that it was stored for: a URL from a flag or from the environment must
/// not receive the credential of another service.
pub fn select(chosen: Option<&str>, server: Option<&str>) -> Result<Selected, Failure> {
    let config = Config::read()?;
    let from_environment = environment::variable(KEY_VARIABLE).filter(|key| !key.trim().is_empty());
    let name = chosen.or(config.default.as_deref()).unwrap_or(DEFAULT).to_owned();
    let entry = config.profiles.get(&name);
    if chosen.is_some() && entry.is_none() && server.is_none() {
        return Err(Failure::Usage(unknown(&name, &config)));
    }
    let url = server.map(str::to_owned).or_else(|| entry.map(|entry| entry.url.clone())).ok_or_else(|| {
        let text =
            "no service is configured: run `tenantctl login --server URL`, or set TENANTCTL_URL and TENANTCTL_KEY";
        Failure::Usage(text.to_owned())
    })?;
    let mut selected = Selected { profile: Profile { name, url, credential: None }, key: None, trouble: None };
    if let Some(key) = from_environment {
        selected.key = Some(key.trim().to_owned());
        selected.profile.credential = Some(Source::Environment);
    } else if let Some(entry) = entry {
        stored(&mut selected, entry);
    }
    Ok(selected)
}

fn unknown(name: &str, config: &Config) -> String {
    let known: Vec<&str> = config.profiles.keys().map(String::as_str).collect();
    if known.is_empty() {
        return format!("there is no profile {name:?}: run `tenantctl login --profile {name} --server URL`");
    }
    format!("there is no profile {name:?}; the profiles are: {}", known.join(", "))
}

fn stored(selected: &mut Selected, entry: &Entry) {
    let profile = &mut selected.profile;
    if !same_service(&profile.url, &entry.url) {
        selected.trouble = Some(format!("the credential of the profile {:?} is for {} only", profile.name, entry.url));
        return;
    }
    match entry.storage.get(&profile.name) {
        Ok(Some(key)) => {
            selected.key = Some(key);
            profile.credential = Some(Source::Stored(entry.storage));
        }
        Ok(None) => {}
        Err(error) => selected.trouble = Some(error.to_string()),
    }
}

fn same_service(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}

/// True if others on the network can read what is sent to this URL: it has no TLS, and is not on this machine.
pub fn is_exposed(url: &Url) -> bool {
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    url.scheme() != "https" && !is_local
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_is_private_only_on_this_machine() {
        let exposed = |text: &str| is_exposed(&text.parse().unwrap());
        for url in
            ["https://a.example", "http://localhost:8080", "http://127.0.0.1", "http://127.1.2.3/x", "http://[::1]:1"]
        {
            assert!(!exposed(url), "{url}");
        }
        for url in ["http://a.example", "http://localhost.a.example", "http://127.a.example", "http://10.0.0.1"] {
            assert!(exposed(url), "{url}");
        }
    }

    #[test]
    fn a_stored_credential_is_not_sent_to_another_service() {
        let profile = Profile { name: "a".to_owned(), url: "https://other.example".to_owned(), credential: None };
        let mut selected = Selected { profile, key: None, trouble: None };
        stored(&mut selected, &Entry { url: "https://api.example".to_owned(), storage: Storage::File });
        assert!(selected.key.is_none());
        assert!(selected.trouble.unwrap().contains("https://api.example only"));
        assert!(same_service("https://a.example/", "https://a.example"));
    }
}
