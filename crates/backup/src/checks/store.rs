//! Stores the result of a check: the report, the hosts, the evidence of their devices, and the event of a failure, in one
//! transaction.

use super::{
    measure::Measured,
    report::{Subject, failed, report},
    seen::SeenHost,
    work::Check,
};
use crate::repositories::origin;
use api::{
    BackupCheckId, EventKind, OrganizationId,
    backup_checks::{BackupCheck, BackupCheckResult},
};
use backup_check::Failure;
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Change, Problem},
    operations::Task,
};
use queries::{
    client::Params,
    queries::backup::{
        checks::{
            AddCheckParams, PutHostParams, SetCheckedParams, SetRestoreTestParams, add_check, add_snapshots,
            forget_hosts, forget_snapshots, lock_running_check, match_hosts, put_host, renew_measured_evidence,
            set_checked, set_last_check, set_restore_test,
        },
        posture_stored::evaluate_soon,
    },
};
use serde_json::json;

/// Snapshots that are stored with one statement.
const SNAPSHOTS_AT_A_TIME: usize = 5_000;

pub async fn store(
    app: &App,
    task: &Task,
    check: &Check,
    outcome: Result<Measured, Failure>,
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
    let mut change = Change::by_system(app, task.tenant, "backup.check").await?;
    if lock_running_check().bind(&*change, &check.operation.0).opt().await?.is_none() {
        return Ok(());
    }
    let report = match &outcome {
        Err(failure) => failed(&subject, failure),
        Ok(measured) => {
            let after = After::of(check, measured, now);
            report(&subject, measured, after.fully_read_through, after.locked_since)
        }
    };
    if !add(&change, &report).await? {
        return Ok(());
    }
    match &outcome {
        Err(_) => drop(set_last_check().bind(&*change, &report.id.0, &check.id.0).opt().await?),
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
        now,
        immutable: measured.immutability.immutable,
        intact: Some(after.is_intact),
        bytes: report.snapshots.bytes,
        integrity_groups: i32::try_from(after.rotation.groups).unwrap_or(i32::MAX),
        integrity_next: i32::try_from(after.rotation.next).unwrap_or_default(),
        integrity_cycle_started_at: after.rotation.started_at,
        fully_read_through: after.fully_read_through,
        damaged_packs: after.damaged_packs,
        locked_since: after.locked_since,
        id: repository,
    };
    set_checked().params(&**change, &checked).one().await?;
    let snapshots: Vec<&str> = measured.snapshots.newest.iter().map(|snapshot| snapshot.id.as_str()).collect();
    for part in snapshots.chunks(SNAPSHOTS_AT_A_TIME) {
        add_snapshots().bind(&**change, &repository, &now, &part).all().await?;
    }
    forget_snapshots().bind(&**change, &repository, &snapshots).all().await?;
    for host in &measured.hosts {
        put(app, change, check, host, now).await?;
    }
    forget_hosts().bind(&**change, &repository, &now).all().await?;
    for (host, restored) in &measured.restores {
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
        newest_snapshot: host.newest_snapshot.as_str(),
        recovery_point_at: host.recovery_point_at,
        claims_the_future: host.claims_the_future,
        change_ratio: host.change.ratio,
        usual_change_ratio: host.change.usual,
        changed_unusually: host.change.is_unusual,
    };
    put_host().params(&**change, &params).one().await?;
    Ok(())
}

/// The state of the repository after a check.
struct After {
    rotation: super::rotation::Rotation,
    fully_read_through: Option<Timestamp>,
    damaged_packs: Vec<String>,
    locked_since: Option<Timestamp>,
    is_intact: bool,
}

impl After {
    fn of(check: &Check, measured: &Measured, now: Timestamp) -> After {
        let stored = &check.stored;
        let locked_since = match measured.locks.count {
            0 => None,
            _ => [stored.locked_since, measured.locks.oldest_at, Some(now)].into_iter().flatten().min(),
        };
        let Ok(packs) = &measured.packs else {
            let damaged_packs = stored.damaged_packs.clone();
            let rotation = check.known.rotation;
            return After { rotation, fully_read_through: None, damaged_packs, locked_since, is_intact: false };
        };
        let (rotation, completed) = measured.plan.done(now);
        let is_intact = packs.is_good() && measured.snapshots.damaged == 0;
        // What was read before does not count any more once something is damaged.
        let fully_read_through = if is_intact { completed.or(stored.fully_read_through) } else { None };
        After { rotation, fully_read_through, damaged_packs: packs.damaged.clone(), locked_since, is_intact }
    }
}
