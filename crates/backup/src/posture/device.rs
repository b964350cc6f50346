//! What evidence says about one device. Nothing here reads or writes anything.

use api::{
    backup_config::BackupPolicy,
    backup_jobs::{BackupJobResult, BackupJobType},
    backup_posture::{BackupEvidence, BackupRisk},
    devices::DeviceType,
};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

/// Origin of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Measured,
    Reported,
}

/// The latest facts about a device from one origin.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Fact {
    pub source: Source,
    pub kind: BackupJobType,
    /// The recovery point of the last success.
    pub last_success_at: Option<Timestamp>,
    pub last_attempt_at: Timestamp,
    pub last_result: BackupJobResult,
    pub immutable: Option<bool>,
    pub offsite: Option<bool>,
    /// How long the last successful restore test took.
    pub seconds: Option<i32>,
}

/// The state of the newest backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recovery {
    /// It meets the recovery point objective.
    Compliant,
    /// It is older, but not yet too old.
    Late,
    /// It is too old, or no backup has ever succeeded.
    Unprotected,
    /// Nothing is known.
    Unknown,
}

/// The state of something that must be verified from time to time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    Passed,
    Failed,
    /// Never, or too long ago.
    Missing,
}

/// The judgement about a device that requires a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceState {
    /// Of its backups.
    pub evidence: BackupEvidence,
    pub restore_evidence: BackupEvidence,
    pub integrity_evidence: BackupEvidence,
    pub recovery: Recovery,
    pub last_success_at: Option<Timestamp>,
    pub restore_test: Verification,
    pub restore_passed_at: Option<Timestamp>,
    pub restore_seconds: Option<i32>,
    pub integrity: Verification,
    pub integrity_checked_at: Option<Timestamp>,
    pub immutable: bool,
    pub offsite: bool,
    pub risks: Vec<BackupRisk>,
}

/// True if the device must have a backup. Equipment that stores nothing of its own is exempt, unless its own settings say
/// otherwise.
pub fn is_eligible(kind: Option<DeviceType>, policy: &BackupPolicy, own: Option<bool>) -> bool {
    let exempt = matches!(
        kind,
        Some(
            DeviceType::Network | DeviceType::Printer | DeviceType::Phone | DeviceType::Tablet | DeviceType::Container
        )
    );
    policy.enabled && (!exempt || own == Some(true))
}

pub fn judge(facts: &[Fact], policy: &BackupPolicy, now: Timestamp) -> DeviceState {
    let backups = decisive(facts, BackupJobType::Backup);
    let last_success_at = backups.iter().filter_map(|fact| fact.last_success_at).max();
    let recovery = recovery(&backups, last_success_at, policy, now);
    let tests = decisive(facts, BackupJobType::RestoreTest);
    let checks = decisive(facts, BackupJobType::IntegrityCheck);
    let (tests_every, checks_every) =
        (days(policy.verification.restore_test_every_days), days(policy.verification.integrity_every_days));
    let mut state = DeviceState {
        evidence: evidence(&backups),
        restore_evidence: evidence(&tests),
        integrity_evidence: evidence(&checks),
        recovery,
        last_success_at,
        restore_test: verification(&tests, tests_every, now),
        restore_passed_at: tests.iter().filter_map(|fact| fact.last_success_at).max(),
        restore_seconds: tests.iter().filter_map(|fact| fact.seconds).max(),
        integrity: verification(&checks, checks_every, now),
        integrity_checked_at: checks.iter().map(|fact| fact.last_attempt_at).max(),
        immutable: proved(&backups, |fact| fact.immutable),
        offsite: proved(&backups, |fact| fact.offsite),
        risks: vec![],
    };
    state.risks = risks(&state, &backups);
    state
}

/// A measured fact always wins: reports of the same type do not count beside it.
fn decisive(facts: &[Fact], kind: BackupJobType) -> Vec<Fact> {
    let of = |source| facts.iter().copied().filter(move |fact| fact.kind == kind && fact.source == source);
    let measured: Vec<_> = of(Source::Measured).collect();
    if measured.is_empty() { of(Source::Reported).collect() } else { measured }
}

/// Of facts of one type.
fn evidence(decisive: &[Fact]) -> BackupEvidence {
    match decisive.first().map(|fact| fact.source) {
        None => BackupEvidence::None,
        Some(Source::Reported) => BackupEvidence::Reported,
        Some(Source::Measured) => BackupEvidence::Measured,
    }
}

fn recovery(backups: &[Fact], last_success_at: Option<Timestamp>, policy: &BackupPolicy, now: Timestamp) -> Recovery {
    let Some(at) = last_success_at else {
        return if backups.is_empty() { Recovery::Unknown } else { Recovery::Unprotected };
    };
    let age = now.duration_since(at).as_secs();
    let longest = policy.rpo_seconds as f64 * policy.alerts.stale_factor;
    match () {
        () if age <= policy.rpo_seconds => Recovery::Compliant,
        () if age as f64 <= longest => Recovery::Late,
        () => Recovery::Unprotected,
    }
}

/// One failure among the last results of several origins is a failure.
fn verification(facts: &[Fact], every: SignedDuration, now: Timestamp) -> Verification {
    if facts.iter().any(|fact| fact.last_result == BackupJobResult::Failed) {
        return Verification::Failed;
    }
    let passed_at = facts.iter().filter_map(|fact| fact.last_success_at).max();
    match passed_at.is_some_and(|at| now.duration_since(at) <= every) {
        true => Verification::Passed,
        false => Verification::Missing,
    }
}

/// Only a check can prove it.
fn proved(backups: &[Fact], fact: impl Fn(&Fact) -> Option<bool>) -> bool {
    backups.iter().any(|backup| backup.source == Source::Measured && fact(backup) == Some(true))
}

fn days(days: i32) -> SignedDuration {
    SignedDuration::from_hours(24 * i64::from(days))
}

fn risks(state: &DeviceState, backups: &[Fact]) -> Vec<BackupRisk> {
    let last = backups.iter().max_by_key(|fact| fact.last_attempt_at);
    let has_failed = last.is_some_and(|fact| fact.last_result == BackupJobResult::Failed);
    let recovery = match (state.recovery, state.last_success_at) {
        (Recovery::Compliant, _) => None,
        (Recovery::Late, _) => Some(BackupRisk::RpoBreached),
        (Recovery::Unprotected, Some(_)) => Some(BackupRisk::Stale),
        (Recovery::Unprotected, None) => Some(BackupRisk::NeverSucceeded),
        (Recovery::Unknown, _) => Some(BackupRisk::NoEvidence),
    };
    let others = [
        (BackupRisk::LastBackupFailed, has_failed),
        (BackupRisk::RestoreTestFailed, state.restore_test == Verification::Failed),
        (BackupRisk::IntegrityCheckFailed, state.integrity == Verification::Failed),
    ];
    let others = others.into_iter().filter(|(_, applies)| *applies).map(|(risk, _)| risk);
    recovery.into_iter().chain(others).collect()
}
