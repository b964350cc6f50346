//! Files that only their owner can read: the configuration, credentials, secrets that the service issues, and positions.

use std::{
    ffi::OsString,
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

const FILE_MODE: u32 = 0o600;
const FOLDER_MODE: u32 = 0o700;

/// Creates a folder and those above it, unless they exist.
pub fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

/// Opens a file for writing, such as a lock. It is created unless it exists.
pub fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).mode(FILE_MODE).open(path)
}

/// Replaces a file at once: a program that is killed leaves the old content or the new one.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(path, content, |_| Ok(()))
}

/// As [`replace`], and the content survives a power failure as soon as this returns.
pub fn replace_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(path, content, File::sync_all)
}

fn replace_with(path: &Path, content: &[u8], sync: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    let temporary = temporary(path);
    let written = write_new(&temporary, content).and_then(|file| sync(&file));
    written.and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}

/// Two processes that replace the same file do not share this one.
fn temporary(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

fn write_new(path: &Path, content: &[u8]) -> io::Result<File> {
    // A process that was killed may have left the file. It would keep its mode, so it is not opened.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(path)?;
    file.write_all(content)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    type Replace = fn(&Path, &[u8]) -> io::Result<()>;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn files_and_folders_can_be_read_only_by_their_owner() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("outer/inner");
        create_folder(&folder).unwrap();
        assert_eq!((mode(&folder), mode(folder.parent().unwrap())), (FOLDER_MODE, FOLDER_MODE));
        let ways: [(&str, Replace); 2] = [("a", replace), ("b", replace_durably)];
        for (name, replace) in ways {
            let path = folder.join(name);
            replace(&path, b"old").unwrap();
            replace(&path, b"new").unwrap();
            assert_eq!((fs::read(&path).unwrap().as_slice(), mode(&path)), (b"new".as_slice(), FILE_MODE));
        }
        open(&folder.join("lock")).unwrap();
        assert_eq!(mode(&folder.join("lock")), FILE_MODE);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "no temporary file remains");
    }

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_no_temporary_file() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir_all(place.path().join("taken/inner")).unwrap();
        assert!(replace(&place.path().join("taken"), b"x").is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }
}
