//! The position of a listener in the event log, in a file that only its user can read. It contains ids and counts, never
//! an event, an address or a secret.

use crate::{environment, private_file};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

/// The version of the file. A file of another version is refused rather than misread.
const VERSION: u32 = 1;

/// Where a listener continues.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    version: u32,
    /// The last event that was processed; `None` for the beginning of the log.
    pub after: Option<String>,
    /// Numbers since the position was created.
    pub forwarded: u64,
    pub failed: u64,
}

impl Position {
    pub fn after(id: Option<String>) -> Position {
        Position { version: VERSION, after: id, forwarded: 0, failed: 0 }
    }
}

/// The file of a position, locked while a listener uses it.
#[derive(Debug)]
pub struct State {
    path: PathBuf,
    _lock: File,
}

/// `$XDG_STATE_HOME/tenantctl/<profile>/listen`, or the same below `~/.local/state`.
pub fn folder(profile: &str) -> Option<PathBuf> {
    Some(environment::state_folder()?.join(file_name(profile)).join("listen"))
}

/// A profile may have characters that a file name cannot have.
fn file_name(profile: &str) -> String {
    let allowed = |sign: char| if sign.is_alphanumeric() || "-_".contains(sign) { sign } else { '_' };
    profile.chars().map(allowed).collect()
}

impl State {
    /// The file of one listener in the folder. Listeners with another server, target or filter have their own.
    pub fn open(folder: &Path, identity: &[&str]) -> io::Result<State> {
        private_file::create_folder(folder)?;
        let name = name(identity);
        let lock = private_file::open(&folder.join(format!("{name}.lock")))?;
        lock.try_lock().map_err(|refused| match refused {
            TryLockError::WouldBlock => {
                io::Error::other("another listener forwards the same events to the same target")
            }
            TryLockError::Error(error) => error,
        })?;
        Ok(State { path: folder.join(format!("{name}.json")), _lock: lock })
    }

    /// `None` if there is no position yet.
    pub fn read(&self) -> io::Result<Option<Position>> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let position: Position = serde_json::from_slice(&text).map_err(io::Error::other)?;
        if position.version != VERSION {
            return Err(io::Error::other(format!("{} is of another version", self.path.display())));
        }
        Ok(Some(position))
    }

    /// Replaces the file at once. There is a write for each event, so it does not wait for the disk.
    pub fn write(&self, position: &Position) -> io::Result<()> {
        private_file::replace(&self.path, &serde_json::to_vec(position).map_err(io::Error::other)?)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A hash, because an address may contain a password.
fn name(identity: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in identity {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let state = State::open(&folder.path().join("listen"), &["server", "target"]).unwrap();
        assert_eq!(state.read().unwrap(), None);
        let position = Position { forwarded: 7, ..Position::after(Some("evt_1".to_owned())) };
        state.write(&Position::after(None)).unwrap();
        state.write(&position).unwrap();
        assert_eq!(state.read().unwrap(), Some(position));
    }

    #[test]
    fn two_listeners_do_not_share_a_position() {
        let folder = tempfile::tempdir().unwrap();
        let first = State::open(folder.path(), &["server", "target"]).unwrap();
        assert!(State::open(folder.path(), &["server", "target"]).is_err());
        assert!(State::open(folder.path(), &["server", "other"]).is_ok());
        drop(first);
        assert!(State::open(folder.path(), &["server", "target"]).is_ok());
    }

    #[test]
    fn a_file_of_another_version_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let state = State::open(folder.path(), &["server"]).unwrap();
        fs::write(state.path(), r#"{"version": 2, "after": "evt_1", "forwarded": 0, "failed": 0}"#).unwrap();
        assert!(state.read().is_err());
    }

    #[test]
    fn a_profile_is_one_folder() {
        assert_eq!(file_name("../a b/prod-1"), "___a_b_prod-1");
    }

    #[test]
    fn an_address_is_not_part_of_a_file_name() {
        assert!(!name(&["https://user:secret@example.com"]).contains("secret"));
        assert_ne!(name(&["ab", "c"]), name(&["a", "bc"]));
    }
}
