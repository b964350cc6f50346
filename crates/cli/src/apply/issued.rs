//! Secrets that the API issues, each in a file of its own that only its owner can read.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

/// Makes the folder, and checks that files can be written there.
pub fn prepare(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let probe = folder.join(".tenantctl-probe");
    create(&probe)?;
    fs::remove_file(&probe)
}

/// Writes a secret, in place of an earlier one of the same resource.
pub fn keep(folder: &Path, kind: &str, name: &str, secret: &str) -> io::Result<PathBuf> {
    let file = file_name(kind, name);
    let (path, new) = (folder.join(&file), folder.join(format!(".{file}.new")));
    let mut written = create(&new)?;
    written.write_all(secret.as_bytes())?;
    written.write_all(b"\n")?;
    written.sync_all()?;
    fs::rename(&new, &path)?;
    Ok(path)
}

fn create(path: &Path) -> io::Result<fs::File> {
    // Left over from an apply that was killed. A file that exists keeps its mode, so it is not opened.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
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
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_secret_is_readable_by_its_owner_only() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("secrets");
        prepare(&folder).unwrap();
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        keep(&folder, "ApiKey", "ci", "old").unwrap();
        let path = keep(&folder, "ApiKey", "ci", "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new\n");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_name_cannot_leave_the_folder() {
        assert_eq!(file_name("ApiKey", "../a b"), "ApiKey-..%2Fa%20b");
    }
}
