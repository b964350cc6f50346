//! Where credentials are stored: in the system keyring or, with `--insecure-storage`, in a file.

use super::config::{Storage, folder, write};
use crate::problem::Failure;
use std::{collections::BTreeMap, fmt::Display, fs, os::unix::fs::PermissionsExt, path::PathBuf, sync::Arc};

/// The name of the service in the keyring.
const SERVICE: &str = "tenantctl";

impl Storage {
    /// The credential of a profile, if there is one.
    pub fn get(self, profile: &str) -> Result<Option<String>, Failure> {
        match self {
            Self::Keyring => in_keyring(profile, |entry| match entry.get_password() {
                Err(keyring_core::Error::NoEntry) => Ok(None),
                other => other.map(Some),
            }),
            Self::File => Ok(read_file()?.remove(profile)),
        }
    }

    pub fn set(self, profile: &str, key: &str) -> Result<(), Failure> {
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
    pub fn remove(self, profile: &str) -> Result<(), Failure> {
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

fn read_file() -> Result<BTreeMap<String, String>, Failure> {
    let path = credentials_path()?;
    let file = path.display();
    let failed = |error: &dyn Display| Failure::Usage(format!("{file}: {error}"));
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(failed(&error)),
    };
    let mode = fs::metadata(&path).map_err(|error| failed(&error))?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(Failure::Usage(format!("{file} can be read by other users: run `chmod 600 {file}`")));
    }
    // The message of the parser would contain the line, and with it a credential.
    toml::from_str(&text).map_err(|_| failed(&"is not valid TOML"))
}

/// Without credentials, there is no file.
fn write_file(all: &BTreeMap<String, String>) -> Result<(), Failure> {
    let path = credentials_path()?;
    if all.is_empty() {
        let removed = fs::remove_file(&path);
        return removed.map_err(|error| Failure::Unexpected(format!("{}: {error}", path.display())));
    }
    write(&path, &toml::to_string(all).map_err(|error| Failure::Unexpected(error.to_string()))?)
}

/// Calls the keyring on a thread of its own: it has a runtime of its own, which cannot start within another.
fn in_keyring<T: Send + 'static>(
    profile: &str,
    use_entry: impl FnOnce(&keyring_core::Entry) -> keyring_core::Result<T> + Send + 'static,
) -> Result<T, Failure> {
    let profile = profile.to_owned();
    let thread = std::thread::spawn(move || {
        let store = keyring()?;
        let entry = store.build(SERVICE, &profile, None).map_err(|error| unusable(&error))?;
        use_entry(&entry).map_err(|error| unusable(&error))
    });
    thread.join().unwrap_or_else(|_| Err(unusable(&"it failed")))
}

/// The user can choose another storage, so this is a wrong usage and no unexpected failure.
fn unusable(reason: &dyn Display) -> Failure {
    Failure::Usage(format!("the system keyring cannot be used: {reason}"))
}

#[cfg(target_os = "linux")]
fn keyring() -> Result<Arc<keyring_core::CredentialStore>, Failure> {
    // Without a bus, the library would wait for one.
    let has_bus = crate::environment::variable("DBUS_SESSION_BUS_ADDRESS").is_some()
        || crate::environment::variable("XDG_RUNTIME_DIR")
            .is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    if !has_bus {
        return Err(unusable(&"there is no session bus with a Secret Service"));
    }
    let store = zbus_secret_service_keyring_store::Store::new().map_err(|error| unusable(&error))?;
    Ok(store)
}

#[cfg(target_os = "macos")]
fn keyring() -> Result<Arc<keyring_core::CredentialStore>, Failure> {
    let store = apple_native_keyring_store::keychain::Store::new().map_err(|error| unusable(&error))?;
    Ok(store)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn keyring() -> Result<Arc<keyring_core::CredentialStore>, Failure> {
    Err(unusable(&"it is not supported on this system"))
}
