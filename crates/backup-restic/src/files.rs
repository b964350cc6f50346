//! The files of a repository, read-only, on any backend.

use backup_check::{Failure, FailureKind};
use bytes::Bytes;
use jiff::Timestamp;

/// The largest number of files of one kind. Their names are kept in memory.
pub const MOST_FILES: usize = 2_000_000;

/// The largest file that is read as a whole: indexes and snapshots are smaller.
pub const LARGEST_WHOLE: u64 = 128 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Config,
    Key,
    Snapshot,
    Index,
    Pack,
    Lock,
}

impl Kind {
    pub fn folder(self) -> &'static str {
        match self {
            Kind::Config => "config",
            Kind::Key => "keys",
            Kind::Snapshot => "snapshots",
            Kind::Index => "index",
            Kind::Pack => "data",
            Kind::Lock => "locks",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub name: String,
    pub size: u64,
    /// Not every backend says it.
    pub written_at: Option<Timestamp>,
}

/// A part of a file: first byte and length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    pub offset: u64,
    pub length: u64,
}

pub trait Files: Send + Sync + 'static {
    /// All files of the kind. Files whose names are no hashes are left out.
    fn list(&self, kind: Kind) -> Result<Vec<Listed>, Failure>;

    /// The size of the configuration; `None` if there is no repository.
    fn config_size(&self) -> Result<Option<u64>, Failure>;

    /// A part of a file, or, without `part`, the whole of a file that is not too large. `name` of the configuration is
    /// ignored.
    fn read(&self, kind: Kind, name: &str, part: Option<Part>) -> Result<Bytes, Failure>;
}

pub fn too_many(kind: Kind) -> Failure {
    let detail = format!("There are more than {MOST_FILES} files in {}.", kind.folder());
    Failure::new(FailureKind::TooLarge, detail)
}

pub fn too_large(kind: Kind, name: &str) -> Failure {
    let detail = format!("{}/{name} has more than {LARGEST_WHOLE} bytes.", kind.folder());
    Failure::new(FailureKind::TooLarge, detail)
}

/// A file that was listed, or that the index names, and cannot be read as such.
pub fn damaged(kind: Kind, name: &str, what: &str) -> Failure {
    Failure::new(FailureKind::Damaged, format!("{}/{name} {what}.", kind.folder()))
}
