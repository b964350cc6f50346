//! `~/.config/tenantctl/config.toml`: profiles without their credentials.

use crate::{environment, problem::Failure};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
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
        write_private(&Self::path()?, text.as_bytes())
    }
}

/// The folder of the configuration.
pub fn folder() -> Result<PathBuf, Failure> {
    let missing = || Failure::Usage("there is no home folder for the configuration; set XDG_CONFIG_HOME".to_owned());
    environment::config_folder().ok_or_else(missing)
}

/// Replaces a file that only this user can read. Its folder is created if necessary.
pub fn write_private(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::Unexpected(format!("{}: {error}", path.display()));
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let _ = fs::remove_file(&temporary);
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary).map_err(failed)?;
    file.write_all(content).and_then(|()| file.sync_all()).map_err(failed)?;
    fs::rename(&temporary, path).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_configuration_is_read_as_it_was_written() {
        let mut config = Config { default: Some("prod".to_owned()), profiles: BTreeMap::new() };
        let entry = Entry { url: "https://api.example.com".to_owned(), storage: Storage::Keyring };
        config.profiles.insert("prod".to_owned(), entry);
        let text = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<Config>(&text).unwrap(), config, "{text}");
    }

    #[test]
    fn files_can_be_read_only_by_their_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("inner/secret");
        write_private(&path, b"x").unwrap();
        write_private(&path, b"y").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"y");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(path.parent().unwrap()).unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no temporary file remains");
    }
}
