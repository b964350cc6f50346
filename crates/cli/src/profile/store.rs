//! Where credentials are stored: in the system keyring or, only if the user has said so, in a file.

use super::config::{Storage, folder, write_private};
use crate::problem::Failure;
use std::{collections::BTreeMap, fs, os::unix::fs::PermissionsExt, path::PathBuf, sync::Arc};

/// The name of the service in the keyring.
const SERVICE: &str = "tenantctl";

/// Why a credential could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the system keyring cannot be used: {0}")]
    NoKeyring(String),
    #[error("{path} can be read by other users: run `chmod 600 {path}`")]
    Exposed { path: String },
    #[error("{0}")]
    File(String),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::Unexpected(error.to_string())
    }
}

/// A place for credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretStore {
    Keyring,
    File,
}

impl SecretStore {
    pub fn of(storage: Storage) -> Self {
        match storage {
            Storage::Keyring => Self::Keyring,
            Storage::File => Self::File,
        }
    }

    /// The credential of a profile, if there is one.
    pub fn get(self, profile: &str) -> Result<Option<String>, StoreError> {
        match self {
            Self::Keyring => in_keyring(profile, |entry| match entry.get_password() {
                Err(keyring_core::Error::NoEntry) => Ok(None),
                other => other.map(Some),
            }),
            Self::File => Ok(read_file()?.remove(profile)),
        }
    }

    pub fn set(self, profile: &str, key: &str) -> Result<(), StoreError> {
        match self {
            Self::Keyring => {
                let key = key.to_owned();
                in_keyring(profile, move |entry| entry.set_password(&key))
            }
            Self::File => {
                let mut all = read_file()?;
                all.insert(profile.to_owned(), key.to_owned());
                write_file(&all)
            }
        }
    }

    /// Removes the credential of a profile, if there is one.
    pub fn remove(self, profile: &str) -> Result<(), StoreError> {
        match self {
            Self::Keyring => in_keyring(profile, |entry| match entry.delete_credential() {
                Err(keyring_core::Error::NoEntry) => Ok(()),
                other => other,
            }),
            Self::File => {
                let mut all = read_file()?;
                if all.remove(profile).is_some() { write_file(&all) } else { Ok(()) }
            }
        }
    }
}

/// The file of credentials after `--insecure-storage`.
pub fn credentials_path() -> Result<PathBuf, Failure> {
    Ok(folder()?.join("credentials.toml"))
}

fn read_file() -> Result<BTreeMap<String, String>, StoreError> {
    let path = credentials_path().map_err(|error| StoreError::File(error.to_string()))?;
    let failed = |error: &dyn std::fmt::Display| StoreError::File(format!("{}: {error}", path.display()));
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(failed(&error)),
    };
    let mode = fs::metadata(&path).map_err(|error| failed(&error))?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(StoreError::Exposed { path: path.display().to_string() });
    }
    // The message of the parser would contain the line, and with it a credential.
    toml::from_str(&text).map_err(|_| failed(&"is not valid TOML"))
}

fn write_file(all: &BTreeMap<String, String>) -> Result<(), StoreError> {
    let failed = |error: Failure| StoreError::File(error.to_string());
    let text = toml::to_string(all).map_err(|error| StoreError::File(error.to_string()))?;
    let path = credentials_path().map_err(failed)?;
    if all.is_empty() {
        return fs::remove_file(&path).map_err(|error| StoreError::File(error.to_string()));
    }
    write_private(&path, text.as_bytes()).map_err(failed)
}

/// Calls the keyring on a thread of its own: it has a runtime of its own, which cannot start within another.
fn in_keyring<T: Send + 'static>(
    profile: &str,
    use_entry: impl FnOnce(&keyring_core::Entry) -> keyring_core::Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    let profile = profile.to_owned();
    let thread = std::thread::spawn(move || {
        let store = keyring()?;
        let entry = store.build(SERVICE, &profile, None).map_err(|error| unusable(&error))?;
        use_entry(&entry).map_err(|error| unusable(&error))
    });
    thread.join().unwrap_or_else(|_| Err(StoreError::NoKeyring("it failed".to_owned())))
}

fn unusable(error: &keyring_core::Error) -> StoreError {
    StoreError::NoKeyring(error.to_string())
}

#[cfg(target_os = "linux")]
fn keyring() -> Result<Arc<keyring_core::CredentialStore>, StoreError> {
    // Without a bus, the library would wait for one.
    let has_bus = crate::environment::variable("DBUS_SESSION_BUS_ADDRESS").is_some()
        || crate::environment::variable("XDG_RUNTIME_DIR")
            .is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    if !has_bus {
        return Err(StoreError::NoKeyring("there is no session bus with a Secret Service".to_owned()));
    }
    let store = zbus_secret_service_keyring_store::Store::new().map_err(|error| unusable(&error))?;
    Ok(store)
}

#[cfg(target_os = "macos")]
fn keyring() -> Result<Arc<keyring_core::CredentialStore>, StoreError> {
    let store = apple_native_keyring_store::keychain::Store::new().map_err(|error| unusable(&error))?;
    Ok(store)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn keyring() -> Result<Arc<keyring_core::CredentialStore>, StoreError> {
    Err(StoreError::NoKeyring("it is not supported on this system".to_owned()))
}
