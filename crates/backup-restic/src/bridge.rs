//! A repository's files as `rustic_core` wants them. Nothing can be written through it.

use crate::files::{Files, Kind, Part};
use backup_check::{Failure, FailureKind};
use bytes::Bytes;
use rustic_core::{BytesList, ErrorKind, FileType, Id, ReadBackend, RusticError, RusticResult, WriteBackend};
use std::sync::{Arc, Mutex, PoisonError};

/// Keys of a repository: one for each password.
const MOST_KEYS: usize = 50;

pub struct Bridge {
    files: Arc<dyn Files>,
    /// The first failure of the backend since it was last asked for: errors of `rustic_core` do not carry it.
    failure: Mutex<Option<Failure>>,
}

impl Bridge {
    pub fn new(files: Arc<dyn Files>) -> Bridge {
        Bridge { files, failure: Mutex::default() }
    }

    /// What an error of `rustic_core` means.
    pub fn explain(&self, error: &RusticError) -> Failure {
        if let Some(failure) = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return failure;
        }
        if error.is_incorrect_password() {
            return Failure::new(FailureKind::WrongPassword, "The password is wrong.");
        }
        // The message may quote what the repository contains.
        Failure::new(FailureKind::Damaged, "The repository contains data that cannot be decrypted or understood.")
    }

    /// Another thread may have failed after nobody asked any more.
    pub fn forget_failure(&self) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn note<T>(&self, result: Result<T, Failure>) -> RusticResult<T> {
        result.map_err(|failure| {
            let error = RusticError::new(ErrorKind::Backend, failure.detail.clone());
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
            error
        })
    }
}

impl ReadBackend for Bridge {
    fn location(&self) -> String {
        "repository".to_owned()
    }

    fn list_with_size(&self, kind: FileType) -> RusticResult<Vec<(Id, u32)>> {
        if kind == FileType::Config {
            let size = self.note(self.files.config_size())?;
            return Ok(size.map(|size| (Id::default(), length(size))).into_iter().collect());
        }
        let listed = self.note(self.files.list(to_kind(kind)))?;
        // Each may be tried, and be as costly as the limits of the process allow.
        if kind == FileType::Key && listed.len() > MOST_KEYS {
            let detail = format!("The repository has more than {MOST_KEYS} keys.");
            return self.note(Err(Failure::new(FailureKind::TooLarge, detail)));
        }
        Ok(listed.iter().filter_map(|file| Some((file.name.parse().ok()?, length(file.size)))).collect())
    }

    fn read_full(&self, kind: FileType, id: &Id) -> RusticResult<Bytes> {
        self.note(self.files.read(to_kind(kind), &name(id), None))
    }

    fn read_partial(&self, kind: FileType, id: &Id, _: bool, offset: u32, length: u32) -> RusticResult<Bytes> {
        let part = Part { offset: offset.into(), length: length.into() };
        self.note(self.files.read(to_kind(kind), &name(id), Some(part)))
    }

    fn warmup_path(&self, kind: FileType, id: &Id) -> String {
        format!("{}/{}", kind.dirname(), name(id))
    }
}

impl WriteBackend for Bridge {
    fn write_bytes(&self, _: FileType, _: &Id, _: bool, _: BytesList) -> RusticResult<()> {
        Err(read_only())
    }

    fn remove(&self, _: FileType, _: &Id, _: bool) -> RusticResult<()> {
        Err(read_only())
    }
}

fn read_only() -> Box<RusticError> {
    RusticError::new(ErrorKind::Unsupported, "A check changes nothing.")
}

/// The whole name: `Id` displays only its beginning.
pub fn name(id: &Id) -> String {
    id.to_hex().as_str().to_owned()
}

fn to_kind(kind: FileType) -> Kind {
    match kind {
        FileType::Config => Kind::Config,
        FileType::Index => Kind::Index,
        FileType::Key => Kind::Key,
        FileType::Snapshot => Kind::Snapshot,
        FileType::Pack => Kind::Pack,
    }
}

fn length(size: u64) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
