//! `/api/backup/jobs`: backup jobs as other products report them.
//!
//! A job is identified by organization, product and `external_ref`: reporting it again changes it or does nothing, so an
//! import can be repeated. The evidence of the job's device is renewed in the same transaction.

mod evidence;
mod list;
mod matching;
mod report;

use api::{
    BackupJobId, DeviceId, EventKind, OrganizationId, ProblemCode, Scope,
    backup_jobs::{BackupJob, BackupJobMatch, BackupJobResult, BackupJobType, NewBackupJob},
    problem::FaultCode,
};
use evidence::Subject;
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    db::{OnConstraint, Reason},
    http::{Answer, Change, Entry, Json, Problem, Write, WrittenTogether},
};
use matching::Matched;
use queries::{
    client::Params,
    queries::backup::jobs::{AddJobParams, JobRow, UpdateJobParams, add_job, forget_jobs, lock_job, update_job},
};
use report::Report;
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How long jobs are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 400);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, list::read))
}

/// Report a backup job
///
/// For jobs of other products and scripts. The job's device is named by `device_id`, or found by `host`: among host
/// names, their first labels, and names of devices. A job with the same `product` and `external_ref` is changed (200);
/// a report without new data changes nothing. A report with the result `running` does not replace a final result.
#[utoipa::path(post, path = "/api/backup/jobs", operation_id = "backup.jobs.create", tag = "Backup",
    security(("api_key" = [Scope::BackupWrite])),
    responses((status = 201, body = BackupJob), (status = 200, body = BackupJob)))]
async fn create(app: App, write: Write, Json(new): Json<NewBackupJob>) -> Result<WrittenTogether, Problem> {
    let now = app.clock.now();
    let report = Report::new(new, now)?;
    let change = write.begin().await?;
    let matched = matching::find(&change, &report).await?;
    match add(&app, &change, &report, &matched).await? {
        Some(job) => created(change, job, now).await,
        None => repeated(change, &report, matched, now).await,
    }
}

async fn created(mut change: Change, job: BackupJob, now: Timestamp) -> Result<WrittenTogether, Problem> {
    evidence::renew(&change, Subject::of(&job), now).await?;
    if job.result == BackupJobResult::Failed {
        change.emit(EventKind::BackupJobFailed, &job, json!({"object": job}));
    }
    Ok(change.created(job).await?.into())
}

/// A report of a known job.
async fn repeated(
    mut change: Change,
    report: &Report,
    matched: Matched,
    now: Timestamp,
) -> Result<WrittenTogether, Problem> {
    let found = lock_job().bind(&*change, &matched.organization, &report.product, &report.external_ref).opt().await?;
    let old = to_wire(found.ok_or_else(removed_meanwhile)?)?;
    if old.kind != report.kind {
        return Err(Problem::fault("/type", FaultCode::Invalid, "differs from the type that was reported before"));
    }
    if !report.changes(&old, &matched) {
        return change.answered(Answer::ok(&old)?.with_version_of(&old)).await;
    }
    let new = to_wire(update_job().params(&*change, &update_params(&old, report, &matched, now)).one().await?)?;
    for subject in [Subject::of(&old), Subject::of(&new)] {
        evidence::renew(&change, subject, now).await?;
    }
    let has_failed = new.result == BackupJobResult::Failed && old.result != BackupJobResult::Failed;
    let event = has_failed.then_some(EventKind::BackupJobFailed);
    let body = change.record(Entry::changed(&old, &new).with_event(event))?;
    change.answered(Answer::ok(&body)?.with_version_of(&new)).await
}

/// Between the two statements, the job was removed because it was kept long enough.
fn removed_meanwhile() -> Problem {
    Problem::new(ProblemCode::Unavailable, "The job was removed at the same time. Send the report again.")
}

/// Stores a new job; `None` if it is known already.
async fn add(app: &App, change: &Change, report: &Report, matched: &Matched) -> Result<Option<BackupJob>, Problem> {
    let params = AddJobParams {
        id: app.clock.id(),
        organization_id: matched.organization,
        device_id: matched.device,
        host: report.host.as_deref(),
        matched_by: matched.by.name(),
        product: report.product.as_str(),
        external_ref: report.external_ref.as_str(),
        kind: report.kind.name(),
        result: report.result.name(),
        started_at: report.started_at,
        ended_at: report.finished_at,
        bytes: report.bytes,
        message: report.message.as_deref(),
        now: app.clock.now(),
    };
    let row = add_job()
        .params(&**change, &params)
        .opt()
        .await
        .on_constraint(&[("backup_jobs_organization_exists", || {
            Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
        })])?;
    row.map(to_wire).transpose()
}

/// The device of a job stays, unless the report names one or one is found now.
fn update_params<'a>(
    old: &'a BackupJob,
    report: &'a Report,
    matched: &Matched,
    now: Timestamp,
) -> UpdateJobParams<&'a str, &'static str, &'static str, &'a str> {
    let (device, by) = report.device_of(old, matched);
    UpdateJobParams {
        device_id: device.map(|id| id.0),
        host: report.host.as_deref().or(old.host.as_deref()),
        matched_by: by.name(),
        result: report.result.name(),
        started_at: report.started_at,
        ended_at: report.finished_at,
        bytes: report.bytes,
        message: report.message.as_deref(),
        now,
        id: old.id.0,
    }
}

/// Removes jobs that were kept long enough. Evidence stays: it says when the last backup was, however long ago.
pub async fn forget_old(app: &App) -> Result<(), Problem> {
    loop {
        let system = app.db.system(Reason::Retention).await?;
        if forget_jobs().bind(&*system, &(app.clock.now() - KEPT)).all().await?.is_empty() {
            return Ok(());
        }
    }
}

/// A row whose words the service does not know is an error of ours: check constraints limit them.
fn to_wire(row: JobRow) -> Result<BackupJob, Problem> {
    let words = (
        BackupJobMatch::named(&row.matched_by),
        BackupJobType::named(&row.r#type),
        BackupJobResult::named(&row.result),
    );
    let (Some(matched_by), Some(kind), Some(result)) = words else {
        return Err(Problem::new(ProblemCode::Internal, "A stored job could not be read."));
    };
    Ok(BackupJob {
        id: BackupJobId(row.id),
        organization_id: OrganizationId(row.organization_id),
        device_id: row.device_id.map(DeviceId),
        matched_by,
        host: row.host,
        product: row.product,
        external_ref: row.external_ref,
        kind,
        result,
        started_at: row.started_at,
        finished_at: row.ended_at,
        bytes: row.bytes,
        message: row.message,
        reported_at: row.reported_at,
        updated_at: row.updated_at,
        version: row.version,
    })
}
