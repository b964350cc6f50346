//! A repository in a directory. No symbolic link is followed below the root that the operator allows: a customer could
//! have put it there to read other files.

use crate::{
    files::{Files, Kind, LARGEST_WHOLE, Listed, MOST_FILES, Part, damaged, too_large, too_many},
    hash::is_name,
    meter::Meter,
};
use backup_check::{Failure, FailureKind};
use bytes::Bytes;
use jiff::Timestamp;
use rustix::{
    fd::{AsFd, OwnedFd},
    fs::{Dir, FileType, Mode, OFlags, ResolveFlags, fstat, open, openat2},
    io::Errno,
};
use std::{
    fs::File,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    sync::Arc,
};

pub struct Local {
    root: OwnedFd,
    path: PathBuf,
    meter: Arc<Meter>,
}

impl Local {
    pub fn new(root: &Path, path: PathBuf, meter: Arc<Meter>) -> Result<Local, Failure> {
        // The path to the root itself is the operator's.
        let root = open(root, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
            .map_err(|_| Failure::new(FailureKind::Unreachable, "The root of local repositories does not exist."))?;
        let local = Local { root, path, meter };
        match local.open(&local.path, OFlags::DIRECTORY) {
            Ok(_) => Ok(local),
            Err(Errno::NOENT | Errno::NOTDIR) => Err(not_there()),
            Err(errno) => Err(failure(errno)),
        }
    }

    fn open(&self, path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        // Without NONBLOCK, a named pipe would be waited for.
        let flags = flags | OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        openat2(&self.root, path, flags, Mode::empty(), resolve)
    }

    fn file(&self, kind: Kind, name: &str) -> PathBuf {
        match kind {
            Kind::Config => self.path.join("config"),
            Kind::Pack => self.path.join("data").join(&name[..2]).join(name),
            other => self.path.join(other.folder()).join(name),
        }
    }

    /// Adds the files of a folder. A folder that does not exist has none.
    fn add(&self, kind: Kind, folder: &Path, found: &mut Vec<Listed>) -> Result<(), Failure> {
        self.meter.call()?;
        let folder = match self.open(folder, OFlags::DIRECTORY) {
            Ok(folder) => folder,
            Err(Errno::NOENT) => return Ok(()),
            Err(errno) => return Err(failure(errno)),
        };
        for entry in Dir::read_from(&folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            if !is_name(name) {
                continue;
            }
            if found.len() >= MOST_FILES {
                return Err(too_many(kind));
            }
            if let Some(listed) = stat(folder.as_fd(), name)? {
                found.push(listed);
            }
        }
        Ok(())
    }
}

impl Files for Local {
    fn list(&self, kind: Kind) -> Result<Vec<Listed>, Failure> {
        let mut found = vec![];
        let folder = self.path.join(kind.folder());
        if kind != Kind::Pack {
            self.add(kind, &folder, &mut found)?;
            return Ok(found);
        }
        for part in 0..=u8::MAX {
            self.add(kind, &folder.join(format!("{part:02x}")), &mut found)?;
        }
        Ok(found)
    }

    fn config_size(&self) -> Result<Option<u64>, Failure> {
        self.meter.call()?;
        match self.open(&self.file(Kind::Config, ""), OFlags::empty()) {
            Ok(file) => Ok(Some(size(&file)?)),
            Err(Errno::NOENT) => Ok(None),
            Err(errno) => Err(failure(errno)),
        }
    }

    fn read(&self, kind: Kind, name: &str, part: Option<Part>) -> Result<Bytes, Failure> {
        if kind != Kind::Config && !is_name(name) {
            return Err(damaged(kind, "…", "has an invalid name"));
        }
        self.meter.call()?;
        let file = match self.open(&self.file(kind, name), OFlags::empty()) {
            Ok(file) => file,
            Err(Errno::NOENT) => return Err(damaged(kind, name, "does not exist")),
            Err(errno) => return Err(failure(errno)),
        };
        let size = size(&file)?;
        let part = part.unwrap_or(Part { offset: 0, length: size });
        if part.length > LARGEST_WHOLE {
            return Err(too_large(kind, name));
        }
        if part.offset.checked_add(part.length).is_none_or(|end| end > size) {
            return Err(damaged(kind, name, "is too short"));
        }
        let mut bytes = vec![0; usize::try_from(part.length).unwrap_or_default()];
        let read = File::from(file).read_exact_at(&mut bytes, part.offset);
        read.map_err(|_| damaged(kind, name, "cannot be read"))?;
        self.meter.received(bytes.len());
        Ok(bytes.into())
    }
}

/// `None` for what is no regular file.
fn stat(folder: impl AsFd, name: &str) -> Result<Option<Listed>, Failure> {
    let found = match rustix::fs::statat(folder, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW) {
        Ok(found) => found,
        // It was removed in the meantime.
        Err(Errno::NOENT) => return Ok(None),
        Err(errno) => return Err(failure(errno)),
    };
    if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
        return Ok(None);
    }
    let written_at = Timestamp::from_second(found.st_mtime).ok();
    Ok(Some(Listed { name: name.to_owned(), size: u64::try_from(found.st_size).unwrap_or_default(), written_at }))
}

fn size(file: &OwnedFd) -> Result<u64, Failure> {
    let found = fstat(file).map_err(failure)?;
    if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
        return Err(Failure::new(
            FailureKind::Damaged,
            "The repository contains something that is not a regular file.",
        ));
    }
    Ok(u64::try_from(found.st_size).unwrap_or_default())
}

fn not_there() -> Failure {
    Failure::new(FailureKind::NotFound, "There is no such directory.")
}

fn failure(errno: Errno) -> Failure {
    match errno {
        Errno::LOOP | Errno::XDEV => {
            Failure::new(FailureKind::Refused, "The path of the repository contains a symbolic link.")
        }
        Errno::ACCESS | Errno::PERM => Failure::new(FailureKind::AccessDenied, "The directory cannot be read."),
        _ => Failure::new(FailureKind::Unreachable, "The directory cannot be read."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use backup_check::Limits;
    use std::os::unix::fs::symlink;

    fn local(root: &Path, path: &str) -> Result<Local, FailureKind> {
        let meter = Arc::new(Meter::new(Limits { calls: 10_000, bytes: 1 << 20 }));
        Local::new(root, path.into(), meter).map_err(|failure| failure.kind)
    }

    #[test]
    fn no_link_leads_out_of_the_root() {
        let folder = tempfile::tempdir().unwrap();
        let (root, outside) = (folder.path().join("root"), folder.path().join("outside"));
        std::fs::create_dir_all(outside.join("keys")).unwrap();
        std::fs::create_dir_all(root.join("own")).unwrap();
        let name = "a".repeat(64);
        std::fs::write(outside.join("config"), "outside").unwrap();
        std::fs::write(outside.join("keys").join(&name), "outside").unwrap();

        symlink(&outside, root.join("linked")).unwrap();
        assert_eq!(local(&root, "linked").err(), Some(FailureKind::Refused));
        assert_eq!(local(&root, "../outside").err(), Some(FailureKind::Refused));
        assert_eq!(local(&root, "nothing").err(), Some(FailureKind::NotFound));

        symlink(outside.join("config"), root.join("own/config")).unwrap();
        symlink(outside.join("keys"), root.join("own/keys")).unwrap();
        let own = local(&root, "own").unwrap();
        assert_eq!(own.config_size().unwrap_err().kind, FailureKind::Refused);
        assert_eq!(own.read(Kind::Config, "", None).unwrap_err().kind, FailureKind::Refused);
        assert_eq!(own.list(Kind::Key).unwrap_err().kind, FailureKind::Refused);
        assert_eq!(own.read(Kind::Key, &name, None).unwrap_err().kind, FailureKind::Refused);
        assert_eq!(own.read(Kind::Pack, "../../x", None).unwrap_err().kind, FailureKind::Damaged);
    }

    #[test]
    fn a_file_is_listed_and_read_in_parts() {
        let folder = tempfile::tempdir().unwrap();
        let name = "0".repeat(64);
        std::fs::create_dir_all(folder.path().join("repository/data/00")).unwrap();
        std::fs::write(folder.path().join("repository/data/00").join(&name), "0123456789").unwrap();
        std::fs::write(folder.path().join("repository/data/00/other"), "").unwrap();
        let local = local(folder.path(), "repository").unwrap();
        let listed = local.list(Kind::Pack).unwrap();
        assert_eq!(listed.iter().map(|one| (one.name.as_str(), one.size)).collect::<Vec<_>>(), [(name.as_str(), 10)]);
        let part = |offset, length| local.read(Kind::Pack, &name, Some(Part { offset, length }));
        assert_eq!(part(2, 3).unwrap(), "234");
        assert_eq!(part(8, 3).unwrap_err().kind, FailureKind::Damaged);
        assert_eq!(local.read(Kind::Pack, &name, None).unwrap(), "0123456789");
    }
}
