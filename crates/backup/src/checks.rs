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
    BackupCheckId, OrganizationId, RepositoryId, Scope,
    backup_checks::{BackupCheck, BackupCheckOrPage, BackupCheckQuery},
};
use jiff::SignedDuration;
use kernel::{
    app::App,
    db::Reason,
    http::{Caller, Found, Paging, PagingParams, Problem, Query},
};
use queries::queries::backup::checks::{CheckRow, forget_checks, get_check, list_checks};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// The kind of the operations.
pub const KIND: &str = "backup.check";

/// How long results are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 400);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read)).merge(hosts::routes())
}

/// List checks of backup repositories, or read one
///
/// Returns the results of checks, newest first. The id of a check is that of its operation with another prefix. Checks
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
        let row = get_check().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)?));
    }
    let repository = query.repository_id.map(|id| id.0);
    let rows = list_checks().bind(&db, &paging.before()?, &repository, &paging.rows()).all().await?;
    drop(db);
    let checks = rows.into_iter().map(to_wire).collect::<Result<Vec<_>, _>>()?;
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

fn to_wire(row: CheckRow) -> Result<BackupCheck, Problem> {
    let ids = Ids { check: row.id, repository: row.repository_id, organization: row.organization_id };
    ids.report(row.report).map_err(Problem::internal)
}

/// The columns of a check that identify it. The stored report contains everything else.
pub struct Ids {
    pub check: Uuid,
    pub repository: Uuid,
    pub organization: Option<Uuid>,
}

impl Ids {
    /// The report as it is returned.
    pub fn report(self, mut stored: Value) -> Result<BackupCheck, serde_json::Error> {
        if let Some(fields) = stored.as_object_mut() {
            fields.insert("id".to_owned(), json!(BackupCheckId(self.check)));
            fields.insert("repository_id".to_owned(), json!(RepositoryId(self.repository)));
            fields.insert("organization_id".to_owned(), json!(self.organization.map(OrganizationId)));
        }
        serde_json::from_value(stored)
    }
}
