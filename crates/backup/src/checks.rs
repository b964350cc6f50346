//! Checks of repositories: `/api/backup/checks` has their results, `/api/backup/hosts` the hosts that they found.

mod change_rate;
mod due;
mod hosts;
mod measure;
mod report;
mod rotation;
pub mod schedule;
mod seen;
mod store;
pub mod work;

use api::{
    Scope,
    backup_checks::{BackupCheck, BackupCheckOrPage, BackupCheckQuery},
};
use jiff::SignedDuration;
use kernel::{
    app::App,
    db::Reason,
    http::{Caller, Found, Paging, PagingParams, Problem, Query},
};
use queries::queries::backup::checks::{forget_checks, get_check, list_checks};
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The kind of the operations.
pub const KIND: &str = "backup.check";

/// How long results are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 400);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read)).merge(hosts::routes())
}

/// List checks of backup repositories, or read one
///
/// Returns the results of checks, newest first. The id of a check has the same digits as the id of its operation. Checks
/// are kept for 400 days.
#[utoipa::path(get, path = "/api/backup/checks", operation_id = "backup.checks.list", tag = "Backup",
    params(BackupCheckQuery, PagingParams),
    security(("api_key" = [Scope::BackupRead])), responses((status = 200, body = BackupCheckOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<BackupCheckQuery>,
    paging: Paging,
) -> Result<Found<BackupCheck>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let report = get_check().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(report)?));
    }
    let repository = query.repository_id.map(|id| id.0);
    let reports = list_checks().bind(&db, &paging.before()?, &repository, &paging.rows()).all().await?;
    drop(db);
    let checks = reports.into_iter().map(to_wire).collect::<Result<Vec<_>, _>>()?;
    Ok(Found::Page(paging.page(checks, |check| check.id.0, |check| check)))
}

/// Removes checks that were kept long enough.
pub async fn forget_old(app: &App) -> Result<(), Problem> {
    loop {
        let system = app.db.system(Reason::Retention).await?;
        if forget_checks().bind(&*system, &(app.clock.now() - KEPT)).all().await?.is_empty() {
            return Ok(());
        }
    }
}

fn to_wire(report: Value) -> Result<BackupCheck, Problem> {
    serde_json::from_value(report).map_err(Problem::internal)
}
