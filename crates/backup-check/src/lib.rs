//! The boundary between the family of backups and the program that opens repositories.
//!
//! A repository is opened in a child process, because everything in it comes from a customer: the parameters of the key
//! derivation, the size of decompressed data and the number of entries. The child limits its own memory, and cancelling a
//! check is killing it. A command and its replies are lines of JSON on the child's standard input and output. This crate
//! contains the messages and the parent's side; `backup-restic` is the child's side.

mod location;
mod session;

pub use location::{Address, Location, LocationFault, Network, below};
pub use session::{Checker, Session};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The argument that makes the program a child that opens repositories.
pub const SUBCOMMAND: &str = "check-repository";

/// The largest line that a child may send.
pub const LONGEST_LINE: u64 = 32 * 1024 * 1024;

/// The largest number of snapshots that are returned: the newest.
pub const MOST_SNAPSHOTS: usize = 20_000;

/// The largest number of packs that are named in a reply.
pub const MOST_NAMED_PACKS: usize = 100;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// The first command: opens the repository.
    Open(Box<Open>),
    Snapshots,
    Packs(ReadPacks),
    Restore(RestoreSample),
    Immutability,
    Locks,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Open {
    pub location: Location,
    pub password: String,
    pub network: Network,
    pub limits: Limits,
}

/// Omits the password.
impl fmt::Debug for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Open").field("location", &self.location).finish_non_exhaustive()
    }
}

/// Limits of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Calls to the backend.
    pub calls: u64,
    /// Bytes that are read from the backend.
    pub bytes: u64,
}

/// Compares the packs with the index, and reads some of them completely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadPacks {
    /// The packs are divided into this number of groups, by their ids.
    pub groups: u32,
    /// The first group to read.
    pub first: u32,
    /// The number of groups to read.
    pub count: u32,
    /// Packs that are read in addition: those that were damaged when they were read the last time.
    pub also: Vec<String>,
}

/// Restores some files of a snapshot into scratch space and compares them with their hashes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestoreSample {
    /// The id of the snapshot.
    pub snapshot: String,
    /// The largest number of files, and of bytes in them.
    pub files: u32,
    pub bytes: u64,
    /// Selects the files, so that each test takes others.
    pub seed: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The child is still working. It is sent every second.
    Progress(Cost),
    Opened(Opened),
    Snapshots(Snapshots),
    Packs(PacksRead),
    Restored(Restored),
    Immutability(Immutability),
    Locks(Locks),
    Failed(Failure),
}

/// Cost since the repository was opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    pub calls: u64,
    pub bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The id that the repository has in its own configuration.
    pub id: String,
    pub format_version: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshots {
    /// At most [`MOST_SNAPSHOTS`], newest first.
    pub newest: Vec<Snapshot>,
    /// The number of all snapshots.
    pub count: u64,
    /// Snapshots that cannot be read.
    pub damaged: u64,
    /// The size of all packs.
    pub bytes: u64,
}

impl Snapshots {
    /// True if there are more than were returned.
    pub fn is_cut(&self) -> bool {
        self.newest.len() >= MOST_SNAPSHOTS && self.count > self.newest.len() as u64
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub id: String,
    pub host: String,
    /// The first paths.
    pub paths: Vec<String>,
    /// The time that the snapshot claims. The program that wrote it was free to choose it.
    pub claimed_at: Timestamp,
    /// The times of the summary, which newer programs write.
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    /// Bytes that were read and bytes that were new, of the summary.
    pub processed_bytes: Option<u64>,
    pub added_bytes: Option<u64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacksRead {
    /// Packs in the index, and their size.
    pub packs: u64,
    pub bytes: u64,
    /// Packs that were read completely, and their size.
    pub read: u64,
    pub read_bytes: u64,
    /// Packs of the index that do not exist or have another size. At most [`MOST_NAMED_PACKS`] are named.
    pub missing: Vec<String>,
    pub missing_count: u64,
    /// Packs whose content does not match their id. At most [`MOST_NAMED_PACKS`] are named.
    pub damaged: Vec<String>,
    pub damaged_count: u64,
}

impl PacksRead {
    pub fn is_good(&self) -> bool {
        self.missing_count == 0 && self.damaged_count == 0
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    pub files: u32,
    pub bytes: u64,
    /// Packs that contain the sample. Each was read completely.
    pub packs: u32,
    pub milliseconds: u64,
    /// Reason of the failure; `None` if everything was restored.
    pub fault: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Immutability {
    /// `None` if nothing could be proved.
    pub immutable: Option<bool>,
    /// How it was proved, or why it was not.
    pub why: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Locks {
    pub count: u64,
    /// The time of the oldest lock, if the backend says when files were written.
    pub oldest_at: Option<Timestamp>,
}

/// Reason why a command has no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub kind: FailureKind,
    /// For customers: it contains no secret and no internal address.
    pub detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The backend cannot be reached, or does not respond.
    Unreachable,
    /// The guard refuses the address or the path.
    Refused,
    /// The backend refuses the credentials.
    AccessDenied,
    /// There is no repository.
    NotFound,
    WrongPassword,
    /// The repository is damaged.
    Damaged,
    /// The repository exceeds a limit of the check.
    TooLarge,
    /// The child could not be started or ended unexpectedly.
    Unavailable,
}

impl FailureKind {
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Unreachable => "unreachable",
            FailureKind::Refused => "refused",
            FailureKind::AccessDenied => "access_denied",
            FailureKind::NotFound => "not_found",
            FailureKind::WrongPassword => "wrong_password",
            FailureKind::Damaged => "damaged",
            FailureKind::TooLarge => "too_large",
            FailureKind::Unavailable => "unavailable",
        }
    }
}

impl Failure {
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Failure {
        Failure { kind, detail: detail.into() }
    }
}
