//! Lists of jobs, each along an index.

use super::to_wire;
use api::{
    Scope,
    backup_jobs::{BackupJob, BackupJobOrPage, BackupJobQuery},
};
use kernel::{
    app::App,
    db::Tenant,
    http::{Caller, Found, Paging, PagingParams, Problem, Query},
};
use queries::queries::backup::jobs::{JobRow, get_job, jobs_of_device, newest_jobs, newest_jobs_of_organizations};
use uuid::Uuid;

/// List backup jobs, or read one
///
/// Returns the job with this `id`, or all jobs that the caller can read, last reported first. Jobs are kept for 400 days.
#[utoipa::path(get, path = "/api/backup/jobs", operation_id = "backup.jobs.list", tag = "Backup",
    params(BackupJobQuery, PagingParams),
    security(("api_key" = [Scope::BackupRead])), responses((status = 200, body = BackupJobOrPage)))]
pub async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<BackupJobQuery>,
    paging: Paging,
) -> Result<Found<BackupJob>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_job().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)?));
    }
    let rows = rows(&db, &caller, &query, paging.before()?, paging.rows()).await?;
    drop(db);
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| to_wire(row).ok()).shown()))
}

/// Organizations that the caller cannot read are not queried: a scan of rows that the policy hides would be very long.
async fn rows(
    db: &Tenant,
    caller: &Caller,
    query: &BackupJobQuery,
    before: Uuid,
    limit: i64,
) -> Result<Vec<JobRow>, Problem> {
    let organization = query.organization_id.map(|id| id.0);
    if let Some(device) = query.device_id {
        return Ok(jobs_of_device().bind(db, &device.0, &before, &organization, &limit).all().await?);
    }
    let restricted: Option<Vec<Uuid>> = caller.organizations().map(|ids| ids.iter().map(|id| id.0).collect());
    let within = match organization {
        Some(id) => Some(vec![id]),
        None => restricted,
    };
    let rows = match within {
        Some(ids) => newest_jobs_of_organizations().bind(db, &ids, &before, &limit).all().await,
        None => newest_jobs().bind(db, &before, &limit).all().await,
    };
    Ok(rows?)
}
