//! Stores the result of a check: the report, the hosts, the evidence of their devices, and the event of a failure, in one
//! transaction.

use super::{
    measure::Measured,
    report::{Subject, failed, report},
    rotation::Rotation,
    seen::{SeenHost, storable},
    work::Check,
};
use crate::repositories::origin;
use api::{
    BackupCheckId, EventKind, OrganizationId, TenantId,
    backup_checks::{BackupCheck, BackupCheckResult},
};
use backup_check::{Failure, FailureKind};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    http::{Change, Problem},
};
use queries::{
    client::Params,
    queries::backup::{
        checks::{
            AddCheckParams, PutHostParams, SetCheckedParams, SetRestoreTestParams, add_check, add_snapshots,
            forget_hosts, forget_snapshots, lock_running_check, match_hosts, put_host, renew_measured_evidence,
            set_checked, set_last_check, set_restore_test, set_restore_tried,
        },
        posture_stored::evaluate_soon,
    },
};
use serde_json::json;

/// Snapshots that are stored with one statement.
const SNAPSHOTS_AT_A_TIME: usize = 5_000;

/// How long hosts without snapshots are kept in a repository with more hosts or snapshots than a check reads.
const KEPT_UNSEEN: SignedDuration = SignedDuration::from_hours(24 * 30);

pub async fn store(
    app: &App,
    tenant: TenantId,
    check: &Check,
    outcome: &Result<Measured, Failure>,
    started_at: Timestamp,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let subject = Subject {
        check: BackupCheckId(check.operation.0),
        repository: check.id,
        organization: check.stored.organization_id.map(OrganizationId),
        expected_immutable: check.stored.expected_immutable,
        started_at,
        finished_at: now,
    };
    let mut change = Change::by_system(app, tenant, "backup.check").await?;
    if lock_running_check().bind(&*change, &check.operation.0).opt().await?.is_none() {
        return Ok(());
    }
    let report = match outcome {
        Err(failure) => failed(&subject, failure),
        Ok(measured) => {
            let after = After::of(check, measured, now);
            report(&subject, measured, after.fully_read_through, after.locked_since)
        }
    };
    if !add(&change, &report).await? {
        return Ok(());
    }
    match outcome {
        Err(_) => {
            set_last_check().bind(&*change, &report.id.0, &check.id.0, &check.stored.url.as_str()).opt().await?;
        }
        Ok(measured) => store_measured(app, &change, check, measured, &report, now).await?,
    }
    evaluate_soon().bind(&*change, &now, &check.id.0).all().await?;
    if report.result == BackupCheckResult::Failed {
        change.emit(EventKind::BackupCheckFailed, &report, json!({"object": report}));
    }
    change.done().await
}

/// `false` if the operation has a result already.
async fn add(change: &Change, report: &BackupCheck) -> Result<bool, Problem> {
    let params = AddCheckParams {
        id: report.id.0,
        repository_id: report.repository_id.0,
        organization_id: report.organization_id.map(|id| id.0),
        result: report.result.name(),
        started_at: report.started_at,
        finished_at: report.finished_at,
        report: json!(report),
    };
    Ok(add_check().params(&**change, &params).opt().await?.is_some())
}

async fn store_measured(
    app: &App,
    change: &Change,
    check: &Check,
    measured: &Measured,
    report: &BackupCheck,
    now: Timestamp,
) -> Result<(), Problem> {
    let repository = check.id.0;
    let after = After::of(check, measured, now);
    let checked = SetCheckedParams {
        check_id: report.id.0,
        immutable: measured.immutability.immutable,
        intact: after.intact,
        integrity_checked_at: after.integrity_checked_at,
        bytes: report.snapshots.bytes,
        integrity_groups: i32::try_from(after.rotation.groups).unwrap_or(i32::MAX),
        integrity_next: i32::try_from(after.rotation.next).unwrap_or_default(),
        integrity_cycle_started_at: after.rotation.started_at,
        fully_read_through: after.fully_read_through,
        damaged_packs: after.damaged_packs,
        locked_since: after.locked_since,
        id: repository,
        url: check.stored.url.as_str(),
    };
    if set_checked().params(&**change, &checked).opt().await?.is_none() {
        return Ok(());
    }
    let snapshots: Vec<&str> = measured.snapshots.newest.iter().map(|snapshot| snapshot.id.as_str()).collect();
    for part in snapshots.chunks(SNAPSHOTS_AT_A_TIME) {
        add_snapshots().bind(&**change, &repository, &now, &part).all().await?;
    }
    forget_snapshots().bind(&**change, &repository, &snapshots).all().await?;
    for host in &measured.hosts {
        put(app, change, check, host, now).await?;
    }
    // Hosts beyond the limit may still have snapshots. They keep their evidence, which grows old.
    let before = if measured.is_cut { now - KEPT_UNSEEN } else { now };
    forget_hosts().bind(&**change, &repository, &before).all().await?;
    let tried: Vec<&str> = measured.restores.failed.iter().map(|(host, _)| host.as_str()).collect();
    set_restore_tried().bind(&**change, &now, &repository, &tried).all().await?;
    for (host, restored) in &measured.restores.done {
        let test = SetRestoreTestParams {
            now,
            passed: restored.fault.is_none(),
            seconds: i32::try_from(restored.milliseconds.div_ceil(1000)).unwrap_or(i32::MAX),
            restore_fault: restored.fault.as_deref(),
            repository_id: repository,
            host: host.as_str(),
        };
        set_restore_test().params(&**change, &test).opt().await?;
    }
    match_hosts().bind(&**change, &repository).all().await?;
    renew_evidence(change, repository, now).await
}

/// The evidence of all devices that hosts of the repository are matched to.
pub async fn renew_evidence(change: &Change, repository: uuid::Uuid, now: Timestamp) -> Result<(), Problem> {
    renew_measured_evidence().bind(&**change, &repository, &origin(repository), &now).all().await?;
    Ok(())
}

async fn put(app: &App, change: &Change, check: &Check, host: &SeenHost, now: Timestamp) -> Result<(), Problem> {
    let params = PutHostParams {
        id: app.clock.id(),
        repository_id: check.id.0,
        organization_id: check.stored.organization_id,
        host: host.host.as_str(),
        now,
        snapshots: host.snapshots,
        paths: json!(host.paths),
        recovery_point_at: host.recovery_point_at,
        claims_the_future: host.claims_the_future,
        change_ratio: host.change.ratio,
        usual_change_ratio: host.change.usual,
    };
    put_host().params(&**change, &params).one().await?;
    Ok(())
}

/// The state of the repository after a check.
struct After {
    rotation: Rotation,
    fully_read_through: Option<Timestamp>,
    damaged_packs: Vec<String>,
    locked_since: Option<Timestamp>,
    intact: Option<bool>,
    integrity_checked_at: Option<Timestamp>,
}

impl After {
    fn of(check: &Check, measured: &Measured, now: Timestamp) -> After {
        let stored = &check.stored;
        let locked_since = match measured.locks.count {
            0 => None,
            // If the backend does not say when locks were written, there have been locks since the first was seen.
            _ => Some(storable(measured.locks.oldest_at.or(stored.locked_since).unwrap_or(now))),
        };
        let before = After {
            rotation: check.known.rotation,
            fully_read_through: stored.fully_read_through,
            damaged_packs: stored.damaged_packs.clone(),
            locked_since,
            intact: stored.intact,
            integrity_checked_at: stored.integrity_checked_at,
        };
        let damaged = |after: After| After {
            // Earlier reads do not count any more once something is damaged.
            fully_read_through: None,
            intact: Some(false),
            integrity_checked_at: Some(now),
            ..after
        };
        match &measured.packs {
            Ok(packs) => {
                let (mut rotation, completed) = measured.plan.done(now);
                if packs.damaged_count > packs.damaged.len() as u64 {
                    // Damaged packs that are not named are found again only if the same groups are read again.
                    rotation = before.rotation;
                }
                let read = After { rotation, damaged_packs: packs.damaged.clone(), ..before };
                if !packs.is_good() || measured.snapshots.damaged > 0 {
                    return damaged(read);
                }
                let fully_read_through = completed.or(read.fully_read_through);
                After { fully_read_through, intact: Some(true), integrity_checked_at: Some(now), ..read }
            }
            Err(failure) if failure.kind == FailureKind::Damaged => damaged(before),
            Err(_) if measured.snapshots.damaged > 0 => damaged(before),
            // Nothing new is known about the packs. What was known grows old.
            Err(_) => before,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::{
        measure::Known,
        report::tests::{at, good},
        rotation::Plan,
    };
    use api::{OperationId, RepositoryId};
    use backup_check::{Locks, PacksRead};
    use queries::queries::backup::repositories::SealedRepository;
    use std::collections::HashMap;
    use uuid::Uuid;

    /// A repository that was read completely two days ago.
    fn check() -> Check {
        let day = SignedDuration::from_hours(24);
        let stored = SealedRepository {
            organization_id: None,
            name: "Vault".to_owned(),
            kind: "restic".to_owned(),
            url: "/srv/vault".to_owned(),
            password_sealed: vec![],
            credentials_sealed: None,
            expected_immutable: false,
            expected_offsite: false,
            check_every_seconds: 86_400,
            integrity_groups: Some(1),
            integrity_next: 0,
            integrity_cycle_started_at: Some(at(-48)),
            fully_read_through: Some(at(-49)),
            damaged_packs: vec![],
            locked_since: None,
            intact: Some(true),
            integrity_checked_at: Some(at(-48)),
        };
        let known = Known {
            first_seen: HashMap::new(),
            restores: HashMap::new(),
            rotation: Rotation { groups: 1, next: 0, started_at: Some(at(-48)) },
            damaged_packs: vec![],
            integrity_every: day,
            restore_every: day,
            period: day,
        };
        Check { operation: OperationId(Uuid::nil()), id: RepositoryId(Uuid::nil()), stored, known }
    }

    #[test]
    fn damaged_packs_that_are_not_named_are_read_again() {
        let plan = Plan { groups: 7, first: 3, count: 1, started_at: at(-72) };
        let rotation = Rotation { groups: 7, next: 3, started_at: Some(at(-72)) };
        for (damaged_count, next) in [(1, 4), (2, 3)] {
            let packs = PacksRead { damaged: vec!["4f".to_owned()], damaged_count, ..PacksRead::default() };
            let mut check = check();
            check.known.rotation = rotation;
            let after = After::of(&check, &Measured { packs: Ok(packs), plan, ..good() }, at(0));
            assert_eq!((after.rotation.next, after.intact), (next, Some(false)), "{damaged_count} are damaged");
        }
    }

    #[test]
    fn a_lock_is_as_old_as_it_says_and_else_as_old_as_the_first_that_was_seen() {
        for (count, oldest_at, stored, expected) in [
            (0, None, Some(at(-48)), None),
            (1, None, None, Some(at(0))),
            (1, None, Some(at(-48)), Some(at(-48))),
            (1, Some(at(-1)), Some(at(-48)), Some(at(-1))),
            (1, Some(Timestamp::MIN), None, Some(Timestamp::UNIX_EPOCH)),
        ] {
            let mut check = check();
            check.stored.locked_since = stored;
            let after = After::of(&check, &Measured { locks: Locks { count, oldest_at }, ..good() }, at(0));
            assert_eq!(after.locked_since, expected);
        }
    }

    #[test]
    fn packs_that_could_not_be_read_are_neither_intact_nor_damaged() {
        let damaged = PacksRead { damaged: vec!["4f".to_owned()], damaged_count: 1, ..PacksRead::default() };
        let failure = |kind| Err(Failure::new(kind, ""));
        let (now, known, lost) = (at(0), (Some(true), Some(at(-48)), Some(at(-49))), (Some(false), Some(at(0)), None));
        for (what, packs, damaged_snapshots, expected) in [
            ("all were read", good().packs, 0, (Some(true), Some(now), Some(at(0)))),
            ("one is damaged", Ok(damaged), 0, lost),
            ("an index is damaged", failure(FailureKind::Damaged), 0, lost),
            ("a snapshot is damaged", good().packs, 1, lost),
            ("they are too many", failure(FailureKind::TooLarge), 0, known),
            ("the server is away", failure(FailureKind::Unreachable), 0, known),
            ("they are too many, and a snapshot is damaged", failure(FailureKind::TooLarge), 1, lost),
        ] {
            let mut measured = Measured { packs, ..good() };
            measured.snapshots.damaged = damaged_snapshots;
            let after = After::of(&check(), &measured, now);
            assert_eq!((after.intact, after.integrity_checked_at, after.fully_read_through), expected, "{what}");
        }
    }
}
