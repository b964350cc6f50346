//! `~/.config/tenantctl/config.toml`: profiles without their credentials.

use crate::{environment, private_file, problem::Failure};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The profile that is used if none is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub profiles: BTreeMap<String, Entry>,
}

/// A profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub url: String,
    /// Where the credential is.
    #[serde(default)]
    pub storage: Storage,
}

/// Where a credential is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Storage {
    #[default]
    Keyring,
    /// A file that only this user can read, after `--insecure-storage`.
    File,
}

impl Storage {
    /// As it is written in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keyring => "keyring",
            Self::File => "file",
        }
    }
}

impl Config {
    /// The path of the configuration.
    pub fn path() -> Result<PathBuf, Failure> {
        Ok(folder()?.join("config.toml"))
    }

    /// The configuration, which is empty if there is none.
    pub fn read() -> Result<Self, Failure> {
        match environment::config_folder() {
            Some(folder) => Self::read_from(&folder.join("config.toml")),
            None => Ok(Self::default()),
        }
    }

    fn read_from(path: &Path) -> Result<Self, Failure> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failure::Usage(format!("{}: {error}", path.display()))),
        };
        toml::from_str(&text).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
    }

    pub fn write(&self) -> Result<(), Failure> {
        let text = toml::to_string(self).map_err(|error| Failure::Unexpected(error.to_string()))?;
        write(&Self::path()?, &text)
    }
}

/// The folder of the configuration.
pub fn folder() -> Result<PathBuf, Failure> {
    let missing = || Failure::Usage("there is no home folder for the configuration; set XDG_CONFIG_HOME".to_owned());
    environment::config_folder().ok_or_else(missing)
}

/// Replaces a file of the configuration. Its folder is created if necessary.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = private_file::create_folder(folder);
    let written = written.and_then(|()| private_file::replace_durably(path, text.as_bytes()));
    written.map_err(|error| Failure::Unexpected(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_is_read_as_it_was_written() {
        let mut config = Config { default: Some("prod".to_owned()), profiles: BTreeMap::new() };
        let entry = Entry { url: "https://api.example.com".to_owned(), storage: Storage::Keyring };
        config.profiles.insert("prod".to_owned(), entry);
        let text = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<Config>(&text).unwrap(), config, "{text}");
    }
}
