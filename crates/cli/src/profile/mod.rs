//! Profiles: the URL of a service and where its credential is stored. The environment is stronger than the configuration,
//! and flags are stronger than the environment.

mod config;
mod store;

pub use config::{Config, Entry, Storage};
pub use store::{SecretStore, StoreError, credentials_path};

use crate::{environment, problem::Failure};

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
    Keyring,
    File,
}

impl Source {
    pub fn name(self) -> &'static str {
        match self {
            Self::Environment => KEY_VARIABLE,
            Self::Keyring => "the system keyring",
            Self::File => "a file",
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
        let known: Vec<&str> = config.profiles.keys().map(String::as_str).collect();
        return Err(Failure::Usage(format!("there is no profile {name:?}; the profiles are: {}", known.join(", "))));
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

fn stored(selected: &mut Selected, entry: &Entry) {
    let profile = &mut selected.profile;
    if !same_service(&profile.url, &entry.url) {
        selected.trouble = Some(format!("the credential of the profile {:?} is for {} only", profile.name, entry.url));
        return;
    }
    let store = SecretStore::of(entry.storage);
    match store.get(&profile.name) {
        Ok(Some(key)) => {
            selected.key = Some(key);
            profile.credential = Some(if entry.storage == Storage::Keyring { Source::Keyring } else { Source::File });
        }
        Ok(None) => {}
        Err(error) => selected.trouble = Some(error.to_string()),
    }
}

fn same_service(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

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
