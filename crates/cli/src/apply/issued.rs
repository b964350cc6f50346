//! Secrets that the API issues, each in a file of its own that only its owner can read.

use crate::private_file;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Makes the folder, and checks that files can be written there.
pub fn prepare(folder: &Path) -> io::Result<()> {
    private_file::create_folder(folder)?;
    let probe = folder.join(".tenantctl-probe");
    private_file::replace(&probe, b"")?;
    fs::remove_file(&probe)
}

/// Writes a secret, in place of an earlier one of the same resource.
pub fn keep(folder: &Path, kind: &str, name: &str, secret: &str) -> io::Result<PathBuf> {
    let path = folder.join(file_name(kind, name));
    private_file::replace_durably(&path, format!("{secret}\n").as_bytes())?;
    Ok(path)
}

/// Different names have different files.
fn file_name(kind: &str, name: &str) -> String {
    let mut file = format!("{kind}-");
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            file.push(char::from(byte));
        } else {
            file.push_str(&format!("%{byte:02X}"));
        }
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_replaces_the_earlier_one_of_its_resource() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("secrets");
        prepare(&folder).unwrap();
        keep(&folder, "ApiKey", "ci", "old").unwrap();
        let path = keep(&folder, "ApiKey", "ci", "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new\n");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_name_cannot_leave_the_folder() {
        assert_eq!(file_name("ApiKey", "../a b"), "ApiKey-..%2Fa%20b");
    }
}
