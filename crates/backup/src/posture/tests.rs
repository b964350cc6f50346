//! Cases of the judgement about devices and of the score, and what must hold for all of them.

use super::{
    device::{Fact, Recovery, Source, Verification, is_eligible, judge},
    score::{Score, Sources, Tally, score},
};
use api::{
    backup_config::BackupPolicy,
    backup_jobs::{BackupJobResult, BackupJobType},
    backup_posture::{BackupControl, BackupEvidence, BackupGrade, BackupRisk},
    devices::DeviceType,
};
use jiff::{SignedDuration, Timestamp};

fn now() -> Timestamp {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

fn hours_ago(hours: i64) -> Timestamp {
    now() - SignedDuration::from_hours(hours)
}

/// A success so many hours ago, and nothing since.
fn success(source: Source, kind: BackupJobType, hours: i64) -> Fact {
    Fact {
        source,
        kind,
        last_success_at: Some(hours_ago(hours)),
        last_attempt_at: hours_ago(hours),
        last_result: BackupJobResult::Succeeded,
        immutable: None,
        offsite: None,
        seconds: None,
    }
}

fn failed(fact: Fact) -> Fact {
    Fact { last_attempt_at: hours_ago(1), last_result: BackupJobResult::Failed, ..fact }
}

fn never(fact: Fact) -> Fact {
    Fact { last_success_at: None, ..failed(fact) }
}

#[test]
fn a_device_is_judged_by_its_newest_backup() {
    use BackupJobType::Backup;
    use Source::{Measured, Reported};
    let reported = |hours| success(Reported, Backup, hours);
    let measured = |hours| success(Measured, Backup, hours);
    // The objective is a day, and twice of it is too old.
    for (what, facts, recovery, evidence, risks) in [
        ("nothing", vec![], Recovery::Unknown, BackupEvidence::None, vec![BackupRisk::NoEvidence]),
        ("young", vec![reported(24)], Recovery::Compliant, BackupEvidence::Reported, vec![]),
        ("late", vec![reported(25)], Recovery::Late, BackupEvidence::Reported, vec![BackupRisk::RpoBreached]),
        ("last moment", vec![reported(48)], Recovery::Late, BackupEvidence::Reported, vec![BackupRisk::RpoBreached]),
        ("stale", vec![reported(49)], Recovery::Unprotected, BackupEvidence::Reported, vec![BackupRisk::Stale]),
        (
            "failed since",
            vec![failed(reported(5))],
            Recovery::Compliant,
            BackupEvidence::Reported,
            vec![BackupRisk::LastBackupFailed],
        ),
        (
            "never a success",
            vec![never(reported(5))],
            Recovery::Unprotected,
            BackupEvidence::Reported,
            vec![BackupRisk::NeverSucceeded, BackupRisk::LastBackupFailed],
        ),
        (
            "the better of two products",
            vec![never(reported(5)), reported(3)],
            Recovery::Compliant,
            BackupEvidence::Reported,
            vec![BackupRisk::LastBackupFailed],
        ),
        (
            "a measured fact wins over a younger report",
            vec![reported(1), measured(100)],
            Recovery::Unprotected,
            BackupEvidence::Measured,
            vec![BackupRisk::Stale],
        ),
        (
            "a restore test is no backup",
            vec![success(Reported, BackupJobType::RestoreTest, 1)],
            Recovery::Unknown,
            BackupEvidence::None,
            vec![BackupRisk::NoEvidence],
        ),
    ] {
        let state = judge(&facts, &BackupPolicy::default(), now());
        assert_eq!((state.recovery, state.evidence, state.risks), (recovery, evidence, risks), "{what}");
    }
}

#[test]
fn a_verification_counts_for_its_period_and_a_failure_until_the_next_success() {
    let test = |hours| success(Source::Reported, BackupJobType::RestoreTest, hours);
    let day = 24;
    for (what, facts, expected) in [
        ("none", vec![], Verification::Missing),
        ("in time", vec![test(90 * day)], Verification::Passed),
        ("too long ago", vec![test(90 * day + 1)], Verification::Missing),
        ("failed", vec![failed(test(day))], Verification::Failed),
        ("one of two failed", vec![test(1), failed(test(day))], Verification::Failed),
    ] {
        assert_eq!(judge(&facts, &BackupPolicy::default(), now()).restore_test, expected, "{what}");
    }
}

#[test]
fn the_time_of_restores_is_the_median() {
    let mut tally = Tally::default();
    assert_eq!(tally.restore_tests().seconds_p50, None);
    for seconds in [9, 1, 4] {
        let test = Fact { seconds: Some(seconds), ..success(Source::Measured, BackupJobType::RestoreTest, 1) };
        tally.add(&judge(&[test], &BackupPolicy::default(), now()));
    }
    assert_eq!(tally.restore_tests().seconds_p50, Some(4));
}

#[test]
fn only_a_check_proves_immutability() {
    let claimed = |source| Fact { immutable: Some(true), ..success(source, BackupJobType::Backup, 1) };
    assert!(!judge(&[claimed(Source::Reported)], &BackupPolicy::default(), now()).immutable);
    assert!(judge(&[claimed(Source::Measured)], &BackupPolicy::default(), now()).immutable);
}

#[test]
fn equipment_without_data_is_exempt_unless_its_own_settings_say_otherwise() {
    let (on, off) = (BackupPolicy::default(), BackupPolicy { enabled: false, ..BackupPolicy::default() });
    assert!(is_eligible(Some(DeviceType::Server), &on, None));
    assert!(is_eligible(Some(DeviceType::Other), &on, None), "unknown counts");
    assert!(!is_eligible(Some(DeviceType::Printer), &on, None));
    assert!(is_eligible(Some(DeviceType::Printer), &on, Some(true)));
    assert!(!is_eligible(Some(DeviceType::Server), &off, None));
}

/// Ten devices about which everything is good.
fn perfect() -> Tally {
    Tally {
        compliant: 10,
        backups: Sources { measured: 10, reported: 0 },
        restore_passed: 10,
        integrity_passed: 10,
        immutable: 10,
        offsite: 10,
        ..Tally::default()
    }
}

const REPORTED: Sources = Sources { measured: 0, reported: 10 };

fn scored(tally: &Tally) -> Score {
    let score = score(tally).unwrap();
    assert_eq!(score.points, score.parts.iter().map(|part| part.points).sum::<i32>(), "{tally:?}");
    assert!((0..=100).contains(&score.points), "{tally:?}");
    score
}

#[test]
fn the_score_of_a_customer() {
    let reported = |tally: Tally| Tally { backups: REPORTED, immutable: 0, offsite: 0, ..tally };
    for (what, tally, points, grade) in [
        ("everything is good", perfect(), 100, BackupGrade::A),
        ("nothing is proved immutable", Tally { immutable: 0, ..perfect() }, 90, BackupGrade::A),
        ("nothing is off-site", Tally { offsite: 0, ..perfect() }, 95, BackupGrade::A),
        ("reports say that everything is good", reported(perfect()), 79, BackupGrade::C),
        (
            "reports of backups alone",
            reported(Tally { restore_passed: 0, restore_missing: 10, integrity_passed: 0, ..perfect() }),
            55,
            BackupGrade::D,
        ),
        ("one restore failed", Tally { restore_passed: 9, restore_failed: 1, ..perfect() }, 69, BackupGrade::D),
        ("all are late", Tally { compliant: 0, late: 10, ..perfect() }, 75, BackupGrade::C),
        ("half are protected", Tally { compliant: 5, unprotected: 5, ..perfect() }, 72, BackupGrade::C),
        ("less than half are", Tally { compliant: 4, unprotected: 6, ..perfect() }, 49, BackupGrade::F),
        ("unknown counts as unprotected", Tally { compliant: 4, unknown: 6, ..perfect() }, 49, BackupGrade::F),
        ("nothing is known", Tally { unknown: 10, restore_missing: 10, ..Tally::default() }, 0, BackupGrade::F),
    ] {
        let score = scored(&tally);
        assert_eq!((score.points, score.grade), (points, grade), "{what}: {:#?}", score.parts);
    }
    assert!(score(&Tally { excluded: 3, ..Tally::default() }).is_none(), "there is nothing to judge");
}

#[test]
fn every_figure_has_the_evidence_of_its_own_facts() {
    use BackupEvidence::{Measured, Mixed, None, Reported};
    use BackupJobType::{Backup, IntegrityCheck, RestoreTest};
    let mut tally = Tally::default();
    let of = |source, kind| success(source, kind, 1);
    for facts in [
        vec![of(Source::Measured, Backup), of(Source::Reported, Backup), of(Source::Reported, RestoreTest)],
        vec![of(Source::Measured, Backup), of(Source::Measured, RestoreTest)],
    ] {
        tally.add(&judge(&facts, &BackupPolicy::default(), now()));
    }
    assert_eq!((tally.coverage().evidence, tally.rpo(1, now()).evidence), (Measured, Measured));
    assert_eq!((tally.restore_tests().evidence, tally.integrity().evidence), (Mixed, None));
    assert_eq!(tally.evidence(), Mixed);
    let parts: Vec<_> = scored(&tally).parts.into_iter().map(|part| part.evidence).collect();
    assert_eq!(parts, [Measured, Measured, Mixed, Measured, None]);

    let mut reported = Tally::default();
    let facts = [of(Source::Reported, Backup), of(Source::Reported, IntegrityCheck)];
    reported.add(&judge(&facts, &BackupPolicy::default(), now()));
    let parts: Vec<_> = scored(&reported).parts.into_iter().map(|part| part.evidence).collect();
    assert_eq!(parts, [Reported, Reported, None, None, Reported, Reported], "a report proves no immutability");
}

#[test]
fn every_cap_that_applies_is_listed_with_what_it_takes() {
    let tally = Tally { backups: REPORTED, restore_passed: 9, restore_failed: 1, ..perfect() };
    let caps: Vec<_> = scored(&tally)
        .parts
        .into_iter()
        .filter(|part| part.weight == 0)
        .map(|part| (part.control, part.points))
        .collect();
    assert_eq!(caps, [(BackupControl::ReportedCap, -19), (BackupControl::RestoreFailedCap, -10)]);
    let poor = Tally { unknown: 10, ..Tally::default() };
    let caps: Vec<_> =
        scored(&poor).parts.into_iter().filter(|part| part.weight == 0).map(|part| part.points).collect();
    assert_eq!(caps, [0, 0], "they say what keeps the score down, and take nothing");
}

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// What is known about a device: each list is from the best to the worst.
#[derive(Debug, Clone, Copy)]
struct Known {
    backup: usize,
    restore_test: usize,
    integrity: usize,
    vault: usize,
    measured: bool,
}

impl Known {
    fn any(numbers: &mut Numbers) -> Known {
        let measured = numbers.below(2) == 1;
        Known {
            backup: numbers.below(5),
            restore_test: numbers.below(3),
            integrity: numbers.below(3),
            vault: numbers.below(4),
            measured,
        }
    }

    fn facts(self) -> Vec<Fact> {
        let source = if self.measured { Source::Measured } else { Source::Reported };
        let of = |kind, hours| success(source, kind, hours);
        let backup = of(BackupJobType::Backup, 1);
        let backup = match self.backup {
            0 => Some(backup),
            1 => Some(of(BackupJobType::Backup, 30)),
            2 => Some(of(BackupJobType::Backup, 300)),
            3 => Some(never(backup)),
            _ => None,
        };
        let (immutable, offsite) = (Some(self.vault < 2), Some(self.vault.is_multiple_of(2)));
        let backup = backup.map(|backup| Fact { immutable, offsite, ..backup });
        let verified = |state, kind| match state {
            0 => Some(of(kind, 1)),
            1 => None,
            _ => Some(failed(of(kind, 2))),
        };
        let test = verified(self.restore_test, BackupJobType::RestoreTest);
        let check = verified(self.integrity, BackupJobType::IntegrityCheck);
        [backup, test, check].into_iter().flatten().collect()
    }

    /// The same device, with one thing worse or less known.
    fn worse(self, numbers: &mut Numbers) -> Known {
        match numbers.below(5) {
            0 => Known { backup: (self.backup + 1).min(4), ..self },
            1 => Known { restore_test: (self.restore_test + 1).min(2), ..self },
            2 => Known { integrity: (self.integrity + 1).min(2), ..self },
            3 => Known { vault: self.vault | (1 + numbers.below(3)), ..self },
            _ => Known { measured: false, ..self },
        }
    }
}

fn points(devices: &[Known]) -> i32 {
    let mut tally = Tally::default();
    for device in devices {
        tally.add(&judge(&device.facts(), &BackupPolicy::default(), now()));
    }
    scored(&tally).points
}

#[test]
fn the_score_never_rises_when_evidence_gets_worse() {
    let mut numbers = Numbers(18);
    for _ in 0..20_000 {
        let count = 1 + numbers.below(8);
        let before: Vec<Known> = (0..count).map(|_| Known::any(&mut numbers)).collect();
        let mut after = before.clone();
        let at = numbers.below(count);
        after[at] = after[at].worse(&mut numbers);
        assert!(points(&after) <= points(&before), "{before:?}\n{after:?}");
    }
}

#[test]
fn a_device_that_is_unknown_never_beats_one_that_is_known() {
    let mut numbers = Numbers(81);
    for _ in 0..5_000 {
        let mut devices: Vec<Known> = (0..1 + numbers.below(6)).map(|_| Known::any(&mut numbers)).collect();
        // What a failed restore test says beyond a missing one is a cap, which is judged in the cases above.
        devices.iter_mut().for_each(|device| device.restore_test = device.restore_test.min(1));
        let known = points(&devices);
        devices[0] = Known { backup: 4, restore_test: 1, integrity: 1, vault: 3, measured: false };
        assert!(points(&devices) <= known, "{devices:?}");
    }
}

#[test]
fn caps_hold() {
    let mut numbers = Numbers(7);
    for _ in 0..20_000 {
        let devices: Vec<Known> = (0..1 + numbers.below(8)).map(|_| Known::any(&mut numbers)).collect();
        let points = points(&devices);
        if devices.iter().all(|device| !device.measured || device.backup == 4) {
            assert!(points <= 79, "{devices:?}");
        }
        if devices.iter().any(|device| device.restore_test == 2) {
            assert!(points <= 69, "{devices:?}");
        }
        if 2 * devices.iter().filter(|device| device.backup < 2).count() < devices.len() {
            assert!(points <= 49, "{devices:?}");
        }
    }
}
