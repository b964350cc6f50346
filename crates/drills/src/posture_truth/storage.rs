//! The storage of the repositories, and ways to damage their files.

use anyhow::Context;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use testrestic::{RestServer, Restic, S3Server, Workplace, pack_file};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Local,
    Rest,
    S3,
}

/// The files of a repository.
#[derive(Debug, Clone)]
pub enum Storage {
    Folder(PathBuf),
    /// Bucket and prefix, as `bucket/prefix`.
    Bucket(String),
}

pub struct Servers {
    rest: RestServer,
    /// Serves the same folder and refuses deletions.
    append_only: RestServer,
    s3: S3Server,
}

impl Servers {
    pub fn start(workplace: &Workplace) -> anyhow::Result<Servers> {
        let folder = workplace.path().join("served");
        let s3 = S3Server::start()?;
        s3.bucket("open")?;
        s3.locked_bucket("locked", 30)?;
        let append_only = RestServer::start_with(&folder, &["--append-only"])?;
        Ok(Servers { rest: RestServer::start(&folder)?, append_only, s3 })
    }

    /// A new repository; `is_locked` if its backend must refuse deletions.
    pub fn repository(
        &self,
        workplace: &Workplace,
        backend: Backend,
        name: &str,
        is_locked: bool,
    ) -> anyhow::Result<(Storage, Restic)> {
        let (storage, location) = match (backend, is_locked) {
            (Backend::Local, _) => {
                let folder = workplace.path().join("repositories").join(name);
                let location = folder.to_str().context("the path is not UTF-8")?.to_owned();
                (Storage::Folder(folder), location)
            }
            (Backend::Rest, is_locked) => {
                let server = if is_locked { &self.append_only } else { &self.rest };
                (Storage::Folder(workplace.path().join("served").join(name)), server.location(name))
            }
            (Backend::S3, is_locked) => {
                let bucket = if is_locked { "locked" } else { "open" };
                (Storage::Bucket(format!("{bucket}/{name}")), self.s3.location(bucket, name))
            }
        };
        Ok((storage, Restic::init(location)?))
    }

    pub fn read(&self, storage: &Storage, pack: &str) -> anyhow::Result<Vec<u8>> {
        match storage {
            Storage::Folder(folder) => Ok(fs::read(pack_file(folder, pack))?),
            Storage::Bucket(prefix) => self.s3.object(&object(prefix, pack)),
        }
    }

    pub fn write(&self, storage: &Storage, pack: &str, content: &[u8]) -> anyhow::Result<()> {
        match storage {
            Storage::Folder(folder) => {
                let file = pack_file(folder, pack);
                // restic makes its files read-only.
                let _ = fs::remove_file(&file);
                Ok(fs::write(file, content)?)
            }
            Storage::Bucket(prefix) => self.s3.set_object(&object(prefix, pack), content),
        }
    }

    pub fn remove(&self, storage: &Storage, pack: &str) -> anyhow::Result<()> {
        match storage {
            Storage::Folder(folder) => Ok(fs::remove_file(pack_file(folder, pack))?),
            Storage::Bucket(prefix) => self.s3.remove_object(&object(prefix, pack)),
        }
    }

    /// Writes a lock that is two days old.
    pub fn lock(&self, storage: &Storage) -> anyhow::Result<()> {
        let file = lock_file(storage)?;
        fs::write(&file, "stale")?;
        Command::new("touch").args(["-d", "2 days ago"]).arg(&file).status()?;
        Ok(())
    }

    pub fn unlock(&self, storage: &Storage) -> anyhow::Result<()> {
        Ok(fs::remove_file(lock_file(storage)?)?)
    }
}

fn lock_file(storage: &Storage) -> anyhow::Result<PathBuf> {
    let Storage::Folder(folder) = storage else { anyhow::bail!("only folders are locked") };
    Ok(Path::new(folder).join("locks").join("0".repeat(64)))
}

fn object(prefix: &str, pack: &str) -> String {
    format!("/{prefix}/data/{}/{pack}", &pack[..2])
}
