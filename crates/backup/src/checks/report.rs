//! The report of a check. Nothing here reads or writes anything.

use super::{measure::Measured, seen::MOST_HOSTS};
use api::{
    BackupCheckId, OrganizationId, RepositoryId,
    backup_checks::{
        BackupCheck, BackupCheckCost, BackupCheckImmutability, BackupCheckIntegrity, BackupCheckLocks,
        BackupCheckRestores, BackupCheckResult, BackupCheckSnapshots, BackupFinding, BackupFindingCode as Code,
    },
};
use backup_check::{Failure, FailureKind, MOST_SNAPSHOTS, Restored};
use jiff::{SignedDuration, Timestamp};

const MOST_FINDINGS: usize = 100;

/// A lock that is older belongs to a backup program that was killed.
const STALE_LOCK: SignedDuration = SignedDuration::from_hours(24);

/// Subject of a report.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    pub check: BackupCheckId,
    pub repository: RepositoryId,
    pub organization: Option<OrganizationId>,
    pub expected_immutable: bool,
    pub started_at: Timestamp,
    pub finished_at: Timestamp,
}

/// The report about a repository that could not be opened, or whose check could not be completed.
pub fn failed(subject: &Subject, failure: &Failure) -> BackupCheck {
    let mut report = empty(subject);
    report.findings = vec![finding(code(failure.kind), None, failure.detail.clone())];
    report.result = BackupCheckResult::Failed;
    report
}

/// `fully_read_through` and `locked_since` are those after the check.
pub fn report(
    subject: &Subject,
    measured: &Measured,
    fully_read_through: Option<Timestamp>,
    locked_since: Option<Timestamp>,
) -> BackupCheck {
    let mut report = empty(subject);
    let packs = measured.packs.as_ref().ok();
    report.snapshots = BackupCheckSnapshots {
        count: number(measured.snapshots.count),
        hosts: measured.hosts.len() as i64,
        damaged: number(measured.snapshots.damaged),
        bytes: number(measured.snapshots.bytes),
    };
    report.integrity = BackupCheckIntegrity {
        packs: packs.map_or(0, |packs| number(packs.packs)),
        read: packs.map_or(0, |packs| number(packs.read)),
        damaged: packs.map_or(0, |packs| number(packs.damaged_count)),
        missing: packs.map_or(0, |packs| number(packs.missing_count)),
        fully_read_through,
    };
    let done = &measured.restores.done;
    let passed = done.iter().filter(|(_, restored)| restored.fault.is_none()).count() as i64;
    report.restore_tests = BackupCheckRestores {
        passed,
        failed: done.len() as i64 - passed,
        bytes: done.iter().map(|(_, restored)| number(restored.bytes)).fold(0, i64::saturating_add),
    };
    let (immutable, detail) = (measured.immutability.immutable, Some(measured.immutability.why.clone()));
    report.immutability = BackupCheckImmutability { immutable, detail };
    report.locks = BackupCheckLocks { count: number(measured.locks.count), since: locked_since };
    report.cost.calls = number(measured.cost.calls);
    report.cost.bytes = number(measured.cost.bytes);
    report.findings = findings(subject, measured, locked_since);
    report.findings.truncate(MOST_FINDINGS);
    let is_bad = report.findings.iter().any(|finding| fails(finding.code));
    report.result = if is_bad { BackupCheckResult::Failed } else { BackupCheckResult::Passed };
    report
}

/// True if the finding fails the check. The others are remarks.
fn fails(code: Code) -> bool {
    !matches!(code, Code::StaleLock | Code::ImmutabilityUnknown | Code::LimitReached)
}

fn findings(subject: &Subject, measured: &Measured, locked_since: Option<Timestamp>) -> Vec<BackupFinding> {
    let mut found = vec![];
    match &measured.packs {
        Err(failure) => found.push(of_part(failure)),
        Ok(packs) => {
            found.extend(of_packs(Code::PackDamaged, packs.damaged_count, &packs.damaged, "damaged"));
            found.extend(of_packs(Code::PackMissing, packs.missing_count, &packs.missing, "missing or too short"));
        }
    }
    if measured.snapshots.damaged > 0 {
        let detail = format!("Snapshots that cannot be read: {}.", measured.snapshots.damaged);
        found.push(finding(Code::SnapshotDamaged, None, detail));
    }
    found.extend(measured.restores.done.iter().filter_map(|(host, restored)| of_restore(host, restored)));
    found.extend(of_incomplete(&measured.restores.failed));
    if measured.is_cut {
        let detail =
            format!("Of more than {MOST_SNAPSHOTS} snapshots or {MOST_HOSTS} hosts, only the newest were read.");
        found.push(finding(Code::LimitReached, None, detail));
    }
    found.extend(of_immutability(subject, measured));
    for host in &measured.hosts {
        if host.claims_the_future {
            let detail = "The time of a snapshot is in the future.".to_owned();
            found.push(finding(Code::SnapshotInFuture, Some(&host.host), detail));
        }
        if let (Some(true), Some(ratio), Some(usual)) = (host.change.is_unusual, host.change.ratio, host.change.usual) {
            let (ratio, usual) = (100.0 * ratio, 100.0 * usual);
            let detail = format!("{ratio:.0} % of the data is new; usually it is {usual:.0} %.");
            found.push(finding(Code::UnusualChange, Some(&host.host), detail));
        }
    }
    if locked_since.is_some_and(|since| subject.started_at.duration_since(since) >= STALE_LOCK) {
        found.push(finding(Code::StaleLock, None, "A lock is older than a day.".to_owned()));
    }
    found
}

/// A part of the check that was not done. What is too large for it stays unproved, and says nothing against the repository.
fn of_part(failure: &Failure) -> BackupFinding {
    let code = if failure.kind == FailureKind::TooLarge { Code::LimitReached } else { code(failure.kind) };
    finding(code, None, failure.detail.clone())
}

/// One finding for each reason; without a host if several hosts have it.
fn of_incomplete(restores: &[(String, Failure)]) -> Vec<BackupFinding> {
    let mut found: Vec<BackupFinding> = vec![];
    for (host, failure) in restores {
        let one = BackupFinding { host: Some(host.clone()), ..of_part(failure) };
        match found.iter_mut().find(|known| (known.code, &known.detail) == (one.code, &one.detail)) {
            Some(known) => known.host = None,
            None => found.push(one),
        }
    }
    found
}

fn of_packs(code: Code, count: u64, names: &[String], what: &str) -> Option<BackupFinding> {
    let first = names.first().filter(|_| count > 0)?;
    Some(finding(code, None, format!("Packs that are {what}: {count}. The first is {first}.")))
}

fn of_restore(host: &str, restored: &Restored) -> Option<BackupFinding> {
    restored.fault.as_ref().map(|fault| finding(Code::RestoreFailed, Some(host), fault.clone()))
}

fn of_immutability(subject: &Subject, measured: &Measured) -> Option<BackupFinding> {
    let why = || measured.immutability.why.clone();
    match measured.immutability.immutable {
        _ if !subject.expected_immutable => None,
        Some(true) => None,
        Some(false) => Some(finding(Code::NotImmutable, None, why())),
        None => Some(finding(Code::ImmutabilityUnknown, None, why())),
    }
}

fn empty(subject: &Subject) -> BackupCheck {
    let seconds = subject.finished_at.duration_since(subject.started_at).as_secs().max(0);
    BackupCheck {
        id: subject.check,
        repository_id: subject.repository,
        organization_id: subject.organization,
        result: BackupCheckResult::Passed,
        started_at: subject.started_at,
        finished_at: subject.finished_at,
        findings: vec![],
        snapshots: BackupCheckSnapshots::default(),
        integrity: BackupCheckIntegrity::default(),
        restore_tests: BackupCheckRestores::default(),
        immutability: BackupCheckImmutability::default(),
        locks: BackupCheckLocks::default(),
        cost: BackupCheckCost { seconds, ..BackupCheckCost::default() },
    }
}

fn finding(code: Code, host: Option<&str>, detail: String) -> BackupFinding {
    BackupFinding { code, host: host.map(str::to_owned), detail }
}

fn code(kind: FailureKind) -> Code {
    match kind {
        FailureKind::Unreachable => Code::Unreachable,
        FailureKind::Refused => Code::Refused,
        FailureKind::AccessDenied => Code::AccessDenied,
        FailureKind::NotFound => Code::NotFound,
        FailureKind::WrongPassword => Code::WrongPassword,
        FailureKind::Damaged => Code::Damaged,
        FailureKind::TooLarge => Code::TooLarge,
        FailureKind::Unavailable => Code::Unavailable,
    }
}

fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::checks::{change_rate::ChangeRate, measure::Restores, rotation::Plan, seen::SeenHost};
    use backup_check::{Cost, Immutability, Locks, PacksRead, Snapshots};
    use uuid::Uuid;

    pub fn at(hours: i64) -> Timestamp {
        "2026-11-15T12:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(hours)
    }

    fn subject() -> Subject {
        Subject {
            check: BackupCheckId(Uuid::nil()),
            repository: RepositoryId(Uuid::nil()),
            organization: None,
            expected_immutable: true,
            started_at: at(0),
            finished_at: at(1),
        }
    }

    /// A repository about which everything is good.
    pub fn good() -> Measured {
        let host = SeenHost {
            host: "srv-01".to_owned(),
            snapshots: 1,
            paths: vec![],
            newest_snapshot: String::new(),
            recovery_point_at: at(0),
            claims_the_future: false,
            change: ChangeRate::default(),
        };
        Measured {
            snapshots: Snapshots { count: 1, ..Snapshots::default() },
            hosts: vec![host],
            plan: Plan { groups: 1, first: 0, count: 1, started_at: at(0) },
            packs: Ok(PacksRead { packs: 2, read: 2, ..PacksRead::default() }),
            is_cut: false,
            restores: Restores {
                done: vec![("srv-01".to_owned(), Restored { files: 3, bytes: 10, ..Restored::default() })],
                failed: vec![],
            },
            immutability: Immutability { immutable: Some(true), why: "It is locked.".to_owned() },
            locks: Locks::default(),
            cost: Cost { calls: 9, bytes: 99 },
        }
    }

    fn changed(change: impl FnOnce(&mut Measured)) -> Measured {
        let mut measured = good();
        change(&mut measured);
        measured
    }

    #[test]
    fn each_fault_has_its_finding_and_remarks_do_not_fail_a_check() {
        use BackupCheckResult::{Failed, Passed};
        let damaged = PacksRead { damaged: vec!["4f".to_owned()], damaged_count: 1, ..PacksRead::default() };
        let missing = PacksRead { missing: vec!["4f".to_owned()], missing_count: 1, ..PacksRead::default() };
        let index = Failure::new(FailureKind::Damaged, "An index cannot be read.");
        let large = || Failure::new(FailureKind::TooLarge, "The indexes are too large.");
        let away = Failure::new(FailureKind::Unreachable, "The server does not respond.");
        let unusual = ChangeRate { ratio: Some(0.9), usual: Some(0.01), is_unusual: Some(true) };
        let fault = Some("The pack 4f is damaged.".to_owned());
        for (what, measured, codes, result) in [
            ("good", good(), vec![], Passed),
            ("damaged", changed(|one| one.packs = Ok(damaged)), vec![Code::PackDamaged], Failed),
            ("missing", changed(|one| one.packs = Ok(missing)), vec![Code::PackMissing], Failed),
            ("index", changed(|one| one.packs = Err(index)), vec![Code::Damaged], Failed),
            ("snapshot", changed(|one| one.snapshots.damaged = 1), vec![Code::SnapshotDamaged], Failed),
            ("restore", changed(|one| one.restores.done[0].1.fault = fault), vec![Code::RestoreFailed], Failed),
            ("future", changed(|one| one.hosts[0].claims_the_future = true), vec![Code::SnapshotInFuture], Failed),
            ("change", changed(|one| one.hosts[0].change = unusual), vec![Code::UnusualChange], Failed),
            ("deletable", changed(|one| one.immutability.immutable = Some(false)), vec![Code::NotImmutable], Failed),
            (
                "no restore of two hosts",
                changed(|one| one.restores.failed = vec![("a".to_owned(), large()), ("b".to_owned(), large())]),
                vec![Code::LimitReached],
                Passed,
            ),
            ("too many snapshots", changed(|one| one.is_cut = true), vec![Code::LimitReached], Passed),
            ("no packs", changed(|one| one.packs = Err(large())), vec![Code::LimitReached], Passed),
            ("away", changed(|one| one.packs = Err(away)), vec![Code::Unreachable], Failed),
            ("unproved", changed(|one| one.immutability.immutable = None), vec![Code::ImmutabilityUnknown], Passed),
        ] {
            let report = report(&subject(), &measured, None, None);
            let found: Vec<Code> = report.findings.iter().map(|finding| finding.code).collect();
            assert_eq!((found, report.result), (codes, result), "{what}");
        }
    }

    #[test]
    fn a_lock_is_stale_after_a_day_and_immutability_is_asked_for_only_if_expected() {
        let codes = |subject: &Subject, measured: &Measured, locked_since| {
            let report = report(subject, measured, None, locked_since);
            report.findings.iter().map(|finding| finding.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(&subject(), &good(), Some(at(-23))), []);
        assert_eq!(codes(&subject(), &good(), Some(at(-24))), [Code::StaleLock]);
        let careless = Subject { expected_immutable: false, ..subject() };
        let deletable = changed(|one| one.immutability.immutable = Some(false));
        assert_eq!(codes(&careless, &deletable, None), []);
    }

    #[test]
    fn a_repository_that_cannot_be_opened_has_one_finding() {
        let report = failed(&subject(), &Failure::new(FailureKind::WrongPassword, "The password is wrong."));
        assert_eq!((report.findings[0].code, report.result), (Code::WrongPassword, BackupCheckResult::Failed));
        assert_eq!(report.cost.seconds, 3600);
    }
}
