//! The score of a customer: a pure function of counts of devices, with the points of every part.
//!
//! Every share is one of all devices that require a backup, so a device about which less is known never helps. Points are
//! rounded down, and what a cap takes away is a part of its own: the sum of the parts is the score.

use super::device::{DeviceState, Recovery, Verification};
use api::backup_posture::{
    BackupControl, BackupCoverage, BackupEvidence, BackupGrade, BackupIntegrity, BackupRestoreTests, BackupRpo,
    BackupScorePart,
};
use jiff::Timestamp;

const COVERAGE: i64 = 30;
const RPO: i64 = 25;
const RESTORE_TEST: i64 = 20;
const IMMUTABILITY_OFFSITE: i64 = 15;
const INTEGRITY_ENCRYPTION: i64 = 10;

const REPORTED_CAP: i32 = 79;
const RESTORE_FAILED_CAP: i32 = 69;
const COVERAGE_CAP: i32 = 49;

/// Devices of a customer by their states.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub excluded: i64,
    pub compliant: i64,
    pub late: i64,
    pub unprotected: i64,
    pub unknown: i64,
    /// By the evidence of their backups, restore tests and integrity checks.
    pub backups: Sources,
    pub restore_tests: Sources,
    pub integrity_checks: Sources,
    pub restore_passed: i64,
    pub restore_failed: i64,
    pub restore_missing: i64,
    pub integrity_passed: i64,
    pub integrity_failed: i64,
    pub immutable: i64,
    pub offsite: i64,
    pub oldest_success_at: Option<Timestamp>,
    pub restore_passed_at: Option<Timestamp>,
    pub integrity_checked_at: Option<Timestamp>,
    /// How long the restore tests of the devices took.
    pub restore_seconds: Vec<i32>,
}

/// Devices by the evidence of one type of facts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sources {
    pub measured: i64,
    pub reported: i64,
}

impl Sources {
    fn add(&mut self, evidence: BackupEvidence) {
        match evidence {
            BackupEvidence::Measured => self.measured += 1,
            BackupEvidence::Reported => self.reported += 1,
            BackupEvidence::Mixed | BackupEvidence::None => {}
        }
    }

    fn with(self, other: Sources) -> Sources {
        Sources { measured: self.measured + other.measured, reported: self.reported + other.reported }
    }

    pub fn evidence(self) -> BackupEvidence {
        match (self.measured > 0, self.reported > 0) {
            (true, true) => BackupEvidence::Mixed,
            (true, false) => BackupEvidence::Measured,
            (false, true) => BackupEvidence::Reported,
            (false, false) => BackupEvidence::None,
        }
    }
}

impl Tally {
    pub fn exclude(&mut self) {
        self.excluded += 1;
    }

    pub fn add(&mut self, state: &DeviceState) {
        match state.recovery {
            Recovery::Compliant => self.compliant += 1,
            Recovery::Late => self.late += 1,
            Recovery::Unprotected => self.unprotected += 1,
            Recovery::Unknown => self.unknown += 1,
        }
        self.backups.add(state.evidence);
        self.restore_tests.add(state.restore_evidence);
        self.integrity_checks.add(state.integrity_evidence);
        match state.restore_test {
            Verification::Passed => self.restore_passed += 1,
            Verification::Failed => self.restore_failed += 1,
            Verification::Missing => self.restore_missing += 1,
        }
        match state.integrity {
            Verification::Passed => self.integrity_passed += 1,
            Verification::Failed => self.integrity_failed += 1,
            Verification::Missing => {}
        }
        self.immutable += i64::from(state.immutable);
        self.offsite += i64::from(state.offsite);
        self.oldest_success_at = [self.oldest_success_at, state.last_success_at].into_iter().flatten().min();
        self.restore_passed_at = self.restore_passed_at.max(state.restore_passed_at);
        self.restore_seconds.extend(state.restore_seconds);
        self.integrity_checked_at = self.integrity_checked_at.max(state.integrity_checked_at);
    }

    pub fn eligible(&self) -> i64 {
        self.compliant + self.late + self.unprotected + self.unknown
    }

    fn protected(&self) -> i64 {
        self.compliant + self.late
    }

    /// Of all figures together.
    pub fn evidence(&self) -> BackupEvidence {
        self.backups.with(self.restore_tests).with(self.integrity_checks).evidence()
    }

    pub fn coverage(&self) -> BackupCoverage {
        BackupCoverage {
            eligible: self.eligible(),
            protected: self.protected(),
            excluded: self.excluded,
            unprotected: self.unprotected,
            unknown: self.unknown,
            evidence: self.backups.evidence(),
        }
    }

    pub fn rpo(&self, target_seconds: i64, now: Timestamp) -> BackupRpo {
        let worst_age_seconds = self.oldest_success_at.map(|at| now.duration_since(at).as_secs().max(0));
        let breached = self.eligible() - self.compliant;
        let evidence = self.backups.evidence();
        BackupRpo { target_seconds, compliant: self.compliant, breached, worst_age_seconds, evidence }
    }

    pub fn restore_tests(&self) -> BackupRestoreTests {
        BackupRestoreTests {
            last_passed_at: self.restore_passed_at,
            passed: self.restore_passed,
            failed: self.restore_failed,
            never: self.restore_missing,
            seconds_p50: median(&self.restore_seconds),
            evidence: self.restore_tests.evidence(),
        }
    }

    pub fn integrity(&self) -> BackupIntegrity {
        BackupIntegrity {
            last_check_at: self.integrity_checked_at,
            errors: self.integrity_failed,
            passed: self.integrity_passed,
            fully_read_through: None,
            evidence: self.integrity_checks.evidence(),
        }
    }
}

fn median(seconds: &[i32]) -> Option<i64> {
    let mut sorted = seconds.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().map(i64::from)
}

#[derive(Debug, Clone)]
pub struct Score {
    pub points: i32,
    pub grade: BackupGrade,
    pub parts: Vec<BackupScorePart>,
}

/// `None` if no device requires a backup: there is nothing to judge.
pub fn score(tally: &Tally) -> Option<Score> {
    if tally.eligible() == 0 {
        return None;
    }
    let mut parts = controls(tally);
    for (control, cap, detail) in caps(tally) {
        let so_far: i32 = parts.iter().map(|part| part.points).sum();
        let (value, points) = (f64::from(cap), (cap - so_far).min(0));
        parts.push(BackupScorePart { control, weight: 0, value, points, evidence: evidence(tally, control), detail });
    }
    let points = parts.iter().map(|part| part.points).sum();
    Some(Score { points, grade: grade(points), parts })
}

fn controls(tally: &Tally) -> Vec<BackupScorePart> {
    let all = tally.eligible();
    let of_all = |count: i64, what: &str| format!("{count} of {all} {what}.");
    // Two thirds for immutability: it is what survives an attacker.
    let vault = 2 * tally.immutable + tally.offsite;
    let vault_detail = format!(
        "{} of {all} devices have a backup that is proved immutable, {} one that is off-site.",
        tally.immutable, tally.offsite
    );
    let part = |control: BackupControl, weight: i64, (count, of): (i64, i64), detail: String| BackupScorePart {
        control,
        weight: i32::try_from(weight).unwrap_or_default(),
        value: count as f64 / of as f64,
        points: i32::try_from(weight * count / of).unwrap_or_default(),
        evidence: evidence(tally, control),
        detail,
    };
    vec![
        part(
            BackupControl::Coverage,
            COVERAGE,
            (tally.protected(), all),
            of_all(tally.protected(), "devices are protected"),
        ),
        part(
            BackupControl::Rpo,
            RPO,
            (tally.compliant, all),
            of_all(tally.compliant, "devices meet their recovery point objective"),
        ),
        part(
            BackupControl::RestoreTest,
            RESTORE_TEST,
            (tally.restore_passed, all),
            of_all(tally.restore_passed, "devices passed a restore test in time"),
        ),
        part(BackupControl::ImmutabilityOffsite, IMMUTABILITY_OFFSITE, (vault, 3 * all), vault_detail),
        part(
            BackupControl::IntegrityEncryption,
            INTEGRITY_ENCRYPTION,
            (tally.integrity_passed, all),
            of_all(tally.integrity_passed, "devices have a backup whose integrity was checked in time"),
        ),
    ]
}

/// The evidence of the facts that a part counts.
fn evidence(tally: &Tally, control: BackupControl) -> BackupEvidence {
    let sources = match control {
        BackupControl::Coverage | BackupControl::Rpo | BackupControl::ReportedCap | BackupControl::CoverageCap => {
            tally.backups
        }
        BackupControl::RestoreTest | BackupControl::RestoreFailedCap => tally.restore_tests,
        // A report cannot prove it.
        BackupControl::ImmutabilityOffsite => Sources { reported: 0, ..tally.backups },
        BackupControl::IntegrityEncryption => tally.integrity_checks,
    };
    sources.evidence()
}

/// The caps that apply. Each is listed, even if the score does not reach it: it says what keeps the score down.
fn caps(tally: &Tally) -> Vec<(BackupControl, i32, String)> {
    let all = [
        (
            tally.backups.measured == 0,
            BackupControl::ReportedCap,
            REPORTED_CAP,
            format!("No evidence is measured: at most {REPORTED_CAP} points."),
        ),
        (
            tally.restore_failed > 0,
            BackupControl::RestoreFailedCap,
            RESTORE_FAILED_CAP,
            format!(
                "The last restore test of {} devices failed: at most {RESTORE_FAILED_CAP} points.",
                tally.restore_failed
            ),
        ),
        (
            2 * tally.protected() < tally.eligible(),
            BackupControl::CoverageCap,
            COVERAGE_CAP,
            format!("Less than half of the devices are protected: at most {COVERAGE_CAP} points."),
        ),
    ];
    all.into_iter().filter(|(applies, ..)| *applies).map(|(_, control, cap, detail)| (control, cap, detail)).collect()
}

fn grade(points: i32) -> BackupGrade {
    match points {
        90.. => BackupGrade::A,
        80.. => BackupGrade::B,
        70.. => BackupGrade::C,
        50.. => BackupGrade::D,
        _ => BackupGrade::F,
    }
}
