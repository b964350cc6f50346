//! Evaluates customers in the background: stores the score of the day, reports changes, and keeps a ticket for each
//! problem. A customer is evaluated once an hour, because ages grow, and soon after a check or a report about it.

use super::{
    compute::{Selection, compute},
    customer::Customer,
};
use api::{
    EventKind, OrganizationId, ProblemCode, TenantId,
    backup_posture::{BackupCause, BackupGrade, BackupPosture},
};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use kernel::{
    app::App,
    db::{Identity, Reason},
    family::{Alert, AlertState, alert},
    http::{Change, Entry, Problem},
};
use queries::{
    client::Params,
    queries::backup::posture_stored::{
        SetPostureDayParams, SetPostureParams, StoredPosture, changes_of_posture, due_postures, forget_posture_days,
        has_failed_check, lock_posture, postpone_posture, set_posture, set_posture_day,
    },
};
use std::time::Duration;
use uuid::Uuid;

/// How often due customers are searched.
pub const PERIOD: Duration = Duration::from_secs(5);

/// Customers that are evaluated in one round.
const MOST: i64 = 200;

/// How often each customer is evaluated.
const EVERY: SignedDuration = SignedDuration::from_hours(1);

/// How long days are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 800);

/// Devices that a ticket names.
const NAMED_DEVICES: usize = 20;

pub async fn evaluate_due(app: &App) -> Result<(), Problem> {
    let due = {
        let system = app.db.system(Reason::DueBackups).await?;
        due_postures().bind(&*system, &app.clock.now(), &MOST).all().await?
    };
    for row in due {
        let (tenant, organization) = (TenantId(row.tenant_id), row.organization_id);
        match evaluate(app, tenant, organization).await {
            Ok(()) => {}
            Err(problem) if problem.code() == ProblemCode::Unavailable => return Err(problem),
            // It stays due, here or in the tenant's next cell.
            Err(problem) if problem.is_passing() => {}
            Err(problem) => {
                tracing::warn!(%tenant, %organization, problem = problem.said(), "evaluation of backups failed");
                postpone(app, tenant, organization).await?;
            }
        }
    }
    Ok(())
}

async fn postpone(app: &App, tenant: TenantId, organization: Uuid) -> Result<(), Problem> {
    let tx = app.db.tx(&Identity::new(tenant, None)).await?;
    postpone_posture().bind(&tx, &(app.clock.now() + EVERY), &organization).opt().await?;
    tx.commit_with(async |_| Ok(())).await
}

/// Removes days that were kept long enough.
pub async fn forget_old(app: &App) -> Result<(), Problem> {
    let before = (app.clock.now() - KEPT).to_zoned(TimeZone::UTC).date();
    loop {
        let system = app.db.system(Reason::Retention).await?;
        if forget_posture_days().bind(&*system, &before).all().await?.is_empty() {
            return Ok(());
        }
    }
}

/// Evaluates one customer.
pub async fn evaluate(app: &App, tenant: TenantId, organization: Uuid) -> Result<(), Problem> {
    let (now, who) = (app.clock.now(), Identity::new(tenant, None));
    let only = Selection { only: Some(OrganizationId(organization)), before: Uuid::max(), limit: 1 };
    let changes = {
        let db = app.db.tenant(&who).await?;
        changes_of_posture().bind(&db, &organization).opt().await?
    };
    let Some((_, name, customer)) = compute(app, &who, only, now).await?.pop() else { return Ok(()) };
    let has_failed_check = {
        let db = app.db.tenant(&who).await?;
        has_failed_check().bind(&db, &organization).one().await?
    };
    let mut change = Change::by_system(app, tenant, "backup.evaluate").await?;
    let Some(stored) = lock_posture().bind(&*change, &organization).opt().await? else { return Ok(()) };
    // Another server was faster.
    if stored.evaluated_at.is_some_and(|at| at >= now) {
        return Ok(());
    }
    let new = posture(&stored, &customer, has_failed_check);
    let alerted = alerts(app, &mut change, &stored, &new, &name, &customer).await?;
    // The evidence may have changed since it was read.
    let next_at = if Some(stored.changes) == changes { now + EVERY } else { now };
    store(&change, &new, customer.compliant(), &alerted, now, next_at).await?;
    let is_first = stored.evaluated_at.is_none();
    let old = to_wire(&stored);
    if !is_first && (old.grade, &old.causes) != (new.grade, &new.causes) {
        let event = Some(EventKind::BackupPostureChanged);
        change.record(Entry::changed(&old, &new).with_event(event).without_audit())?;
    }
    change.done().await
}

fn posture(stored: &StoredPosture, customer: &Customer, has_failed_check: bool) -> BackupPosture {
    let (score, grade) = customer.score();
    let coverage = customer.coverage();
    let mut causes = customer.causes();
    if has_failed_check {
        causes.push(BackupCause::RepositoryCheckFailed);
    }
    BackupPosture {
        id: OrganizationId(stored.organization_id),
        organization_id: OrganizationId(stored.organization_id),
        score,
        grade,
        causes,
        eligible: coverage.eligible,
        protected: coverage.protected,
        at_risk: customer.at_risk_count(),
        version: stored.version + 1,
    }
}

/// Raises an alert for each new cause and clears those that have ended. Returns the causes that have a ticket. If no
/// tickets are wanted any more, those that exist are left to people.
async fn alerts(
    app: &App,
    change: &mut Change,
    stored: &StoredPosture,
    new: &BackupPosture,
    name: &str,
    customer: &Customer,
) -> Result<Vec<BackupCause>, Problem> {
    let before: Vec<BackupCause> = stored.alerted.iter().filter_map(|cause| BackupCause::named(cause)).collect();
    let wanted: &[BackupCause] = if customer.opens_tickets() { &new.causes } else { &[] };
    for cause in BackupCause::ALL.iter().copied() {
        let state = match (before.contains(&cause), wanted.contains(&cause)) {
            (false, true) => {
                AlertState::Raised { subject: subject(cause, name), description: description(cause, customer) }
            }
            (true, false) if !new.causes.contains(&cause) => AlertState::Cleared,
            _ => continue,
        };
        let key = format!("backup:{}:{}", new.organization_id, cause.name());
        alert(app, change, &Alert { key, organization: new.organization_id, state }).await?;
    }
    let kept = |cause: &BackupCause| new.causes.contains(cause) && (wanted.contains(cause) || before.contains(cause));
    Ok(BackupCause::ALL.iter().copied().filter(kept).collect())
}

fn subject(cause: BackupCause, customer: &str) -> String {
    let what = match cause {
        BackupCause::UnprotectedDevices => "Devices without a recent backup",
        BackupCause::RestoreTestFailed => "A backup could not be restored",
        BackupCause::IntegrityCheckFailed => "A backup repository is damaged",
        BackupCause::RepositoryCheckFailed => "The check of a backup repository failed",
    };
    format!("{what}: {}", customer.chars().take(200).collect::<String>())
}

fn description(cause: BackupCause, customer: &Customer) -> String {
    let names = customer.devices_of(cause, NAMED_DEVICES);
    let devices = if names.is_empty() { String::new() } else { format!("\n\nDevices: {}.", names.join(", ")) };
    format!(
        "The ticket is resolved automatically when the problem has ended. Details: \
        GET /api/backup/customer-aggregate?include=at_risk and GET /api/backup/checks.{devices}"
    )
}

async fn store(
    change: &Change,
    new: &BackupPosture,
    compliant: i64,
    alerted: &[BackupCause],
    now: Timestamp,
    next_at: Timestamp,
) -> Result<(), Problem> {
    let names = |causes: &[BackupCause]| causes.iter().map(|cause| cause.name()).collect::<Vec<_>>();
    let posture = SetPostureParams {
        score: new.score,
        grade: new.grade.map(BackupGrade::name),
        causes: names(&new.causes),
        alerted: names(alerted),
        eligible: new.eligible,
        protected: new.protected,
        at_risk: new.at_risk,
        compliant,
        now,
        next_at,
        organization_id: new.organization_id.0,
    };
    set_posture().params(&**change, &posture).one().await?;
    let day = SetPostureDayParams {
        organization_id: new.organization_id.0,
        day: now.to_zoned(TimeZone::UTC).date(),
        score: new.score,
        eligible: new.eligible,
        protected: new.protected,
        at_risk: new.at_risk,
    };
    set_posture_day().params(&**change, &day).one().await?;
    Ok(())
}

fn to_wire(stored: &StoredPosture) -> BackupPosture {
    BackupPosture {
        id: OrganizationId(stored.organization_id),
        organization_id: OrganizationId(stored.organization_id),
        score: stored.score,
        grade: stored.grade.as_deref().and_then(BackupGrade::named),
        causes: stored.causes.iter().filter_map(|cause| BackupCause::named(cause)).collect(),
        eligible: stored.eligible,
        protected: stored.protected,
        at_risk: stored.at_risk,
        version: stored.version,
    }
}
