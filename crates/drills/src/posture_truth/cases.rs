//! The cases, and the expected report of each.

use super::storage::Backend;
use crate::Size;
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Break {
    Nothing,
    PackDamaged,
    PackMissing,
    StaleHost,
    NeverCame,
    WrongPassword,
    StaleLock,
    Future,
    RestoreFails,
    NotImmutable,
    /// Most of the data is new, after backups with few changes.
    Changed,
    /// The backend refuses deletions, as expected.
    Immutable,
}

#[derive(Debug, Clone, Copy)]
pub struct Case {
    pub backend: Backend,
    pub broken: Break,
}

/// The expected findings, score, reasons and tickets.
pub struct Expected {
    pub codes: Vec<&'static str>,
    pub score: i64,
    pub reasons: Vec<&'static str>,
    pub tickets: Vec<&'static str>,
}

/// `has_summaries` if the installed restic stores how much of a backup is new.
pub fn cases(size: Size, has_summaries: bool) -> Vec<Case> {
    use Break::*;
    let everywhere = [Nothing, PackDamaged, PackMissing, WrongPassword, Future, RestoreFails, StaleHost, NeverCame];
    let mut cases = vec![];
    for backend in [Backend::Local, Backend::Rest, Backend::S3] {
        let all = size == Size::Full || backend == Backend::Local;
        let chosen = everywhere.iter().filter(|broken| all || matches!(broken, Nothing | PackDamaged));
        cases.extend(chosen.map(|broken| Case { backend, broken: *broken }));
    }
    // Only a directory has the time at which a lock was written.
    cases.push(Case { backend: Backend::Local, broken: StaleLock });
    cases.push(Case { backend: Backend::S3, broken: NotImmutable });
    cases.push(Case { backend: Backend::S3, broken: Immutable });
    cases.push(Case { backend: Backend::Rest, broken: Immutable });
    if has_summaries {
        cases.push(Case { backend: Backend::Local, broken: Changed });
    }
    cases
}

impl Case {
    pub fn name(&self) -> String {
        format!("{:?}-{:?}", self.backend, self.broken).to_lowercase()
    }

    pub fn is_locked(&self) -> bool {
        self.broken == Break::Immutable
    }

    /// The host of the backup, and more options.
    pub fn backup(&self, name: &str) -> (String, Vec<&'static str>) {
        match self.broken {
            Break::StaleHost => (name.to_owned(), vec!["--time", "2026-01-01 00:00:00"]),
            Break::Future => (name.to_owned(), vec!["--time", "2031-01-01 00:00:00"]),
            Break::NeverCame => ("another-host".to_owned(), vec![]),
            _ => (name.to_owned(), vec![]),
        }
    }

    /// The fields of the repository in the API.
    pub fn settings(&self) -> Value {
        match self.broken {
            Break::WrongPassword => json!({"password": "wrong"}),
            Break::NotImmutable | Break::Immutable => json!({"expected": {"offsite": true, "immutable": true}}),
            _ => json!({}),
        }
    }

    pub fn expected(&self) -> Expected {
        let failed = "repository_check_failed";
        let (unprotected, integrity, restore) =
            ("unprotected_devices", "integrity_check_failed", "restore_test_failed");
        let (codes, score, reasons, tickets) = match self.broken {
            Break::Nothing => (vec![], 90, vec![], vec![]),
            Break::Immutable => (vec![], 100, vec![], vec![]),
            Break::PackDamaged => {
                (vec!["pack_damaged", "restore_failed"], 60, vec![restore, integrity], vec![integrity, failed, restore])
            }
            Break::PackMissing => {
                (vec!["pack_missing", "restore_failed"], 60, vec![restore, integrity], vec![integrity, failed, restore])
            }
            Break::StaleHost => (vec![], 35, vec!["stale"], vec![unprotected]),
            Break::NeverCame => (vec![], 0, vec!["no_evidence"], vec![unprotected]),
            Break::WrongPassword => (vec!["wrong_password"], 0, vec!["no_evidence"], vec![failed, unprotected]),
            Break::StaleLock => (vec!["stale_lock"], 90, vec![], vec![]),
            Break::Future => (vec!["snapshot_in_future"], 90, vec![], vec![failed]),
            Break::RestoreFails => (vec!["restore_failed"], 60, vec![restore], vec![failed, restore]),
            Break::Changed => (vec!["unusual_change"], 90, vec![], vec![failed]),
            Break::NotImmutable => (vec!["not_immutable"], 90, vec![], vec![failed]),
        };
        Expected { codes, score, reasons, tickets }
    }

    /// The expectation after the repair.
    pub fn repaired(&self) -> Expected {
        let score = match self.broken {
            Break::Immutable => 100,
            // Not all packs were read yet.
            Break::RestoreFails => 80,
            _ => 90,
        };
        Expected { codes: vec![], score, reasons: vec![], tickets: vec![] }
    }
}
