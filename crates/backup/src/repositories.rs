//! `/api/backup/repositories`: repositories that are opened and checked.
//!
//! Passwords and credentials are sealed. They are sent only to the address that they were stored with: a caller that
//! changes the address must know them.

mod address;
pub mod check;

pub use address::{Stored, locate};

use crate::checks::Ids;
use api::{
    OrganizationId, ProblemCode, RepositoryId, Scope,
    backup_repositories::{
        BackupExpectations, BackupRepository, BackupRepositoryChange, BackupRepositoryKind, BackupRepositoryOrPage,
        BackupRepositoryQuery, BackupRepositoryTarget, NewBackupRepository,
    },
    problem::FaultCode,
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    db::{OnConstraint, Tx},
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write,
    },
    quotas::BACKUP_REPOSITORIES,
    sealing::Column,
};
use queries::{
    client::Params,
    queries::backup::{
        posture_stored::evaluate_soon,
        repositories::{
            CreateRepositoryParams, RepositoryRow, UpdateRepositoryParams, cancel_check_of_repository,
            create_repository, delete_repository, forget_evidence_of_repository, forget_hosts_of_repository,
            get_repository, list_repositories, lock_repository, lock_repository_quota, repository_named,
            update_repository,
        },
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub const PASSWORD: Column = Column::new("backup_repositories", "password_sealed");
pub const CREDENTIALS: Column = Column::new("backup_repositories", "credentials_sealed");

const DAY: i32 = 86_400;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete)).routes(routes!(check::check))
}

/// Add a backup repository
///
/// The repository is opened and checked soon after, and then periodically: which hosts have snapshots, whether the data
/// is intact, whether files can be restored, and whether backups can be deleted. Nothing in the repository is changed.
/// Password and credentials are stored encrypted and never returned.
#[utoipa::path(post, path = "/api/backup/repositories", operation_id = "backup.repositories.create", tag = "Backup",
    extensions(("x-problems" = json!([ProblemCode::NameTaken, ProblemCode::QuotaExceeded]))),
    security(("api_key" = [Scope::BackupWrite])), responses((status = 201, body = BackupRepository)))]
async fn create(
    app: App,
    caller: Caller,
    write: Write,
    Json(new): Json<NewBackupRepository>,
) -> Result<Created<BackupRepository>, Problem> {
    let (id, tenant) = (app.clock.id(), caller.tenant());
    address::check(&app, tenant, &new.url, new.credentials.is_some())?;
    let password_sealed = app.sealing.seal(tenant, PASSWORD, id, new.password.as_bytes()).await?;
    let credentials_sealed = address::seal(&app, tenant, id, new.credentials.as_ref()).await?;
    let expected = new.expected.unwrap_or_default();
    let change = write.begin().await?;
    lock_repository_quota().bind(&*change).one().await?;
    let stored = CreateRepositoryParams {
        id,
        organization_id: new.organization_id.map(|id| id.0),
        name: new.name,
        kind: new.kind.unwrap_or(BackupRepositoryKind::Restic).name(),
        url: new.url,
        password_sealed,
        credentials_sealed,
        expected_immutable: expected.immutable,
        expected_offsite: expected.offsite,
        check_every_seconds: new.check_every_seconds.unwrap_or(DAY),
        now: app.clock.now(),
        quota: BACKUP_REPOSITORIES,
    };
    let created = create_repository().params(&*change, &stored).opt().await;
    let created = conflicts(created, &stored.name, new.organization_id)?;
    change.created(to_wire(created.ok_or_else(quota_exceeded)?)).await
}

/// List backup repositories, or read one
///
/// Returns the repositories that the caller can read, newest first, each with its last check.
#[utoipa::path(get, path = "/api/backup/repositories", operation_id = "backup.repositories.list", tag = "Backup",
    params(BackupRepositoryQuery, PagingParams),
    security(("api_key" = [Scope::BackupRead])), responses((status = 200, body = BackupRepositoryOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<BackupRepositoryQuery>,
    paging: Paging,
) -> Result<Found<BackupRepository>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_repository().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)));
    }
    let organization = query.organization_id.map(|id| id.0);
    let rows = list_repositories().bind(&db, &paging.before()?, &organization, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change a backup repository
///
/// Fields that are absent are not changed. If the address changes, the password must be sent again, and so must the
/// credentials if there are any. A new address is another repository: the hosts that were found at the old address,
/// their matches and the evidence from them are deleted.
#[utoipa::path(put, path = "/api/backup/repositories", operation_id = "backup.repositories.update", tag = "Backup",
    params(BackupRepositoryTarget),
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::BackupWrite])), responses((status = 200, body = BackupRepository)))]
async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<BackupRepositoryTarget>,
    if_match: IfMatch,
    Json(wanted): Json<BackupRepositoryChange>,
) -> Result<Changed<BackupRepository>, Problem> {
    let (id, tenant) = (target.id.0, caller.tenant());
    let password_sealed = match &wanted.password {
        Some(password) => Some(app.sealing.seal(tenant, PASSWORD, id, password.as_bytes()).await?),
        None => None,
    };
    let new_credentials = wanted.credentials.as_ref().and_then(Option::as_ref);
    let credentials_sealed = address::seal(&app, tenant, id, new_credentials).await?;
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let has_credentials = wanted.credentials.as_ref().map_or(old.has_credentials, Option::is_some);
    let url = wanted.url.clone().unwrap_or_else(|| old.url.clone());
    require_secrets(&old, &url, &wanted)?;
    address::check(&app, tenant, &url, has_credentials)?;
    let check_every_seconds = wanted.check_every_seconds.unwrap_or(old.check_every_seconds);
    let expected = wanted.expected.unwrap_or(old.expected);
    let now = app.clock.now();
    if url != old.url {
        forget_content(&change, target.id, now).await?;
    }
    let is_moved = url != old.url || wanted.password.is_some() || wanted.credentials.is_some();
    let latest = if is_moved { now } else { now + SignedDuration::from_secs(check_every_seconds.into()) };
    let stored = UpdateRepositoryParams {
        name: wanted.name.unwrap_or_else(|| old.name.clone()),
        password_sealed,
        sets_credentials: wanted.credentials.is_some(),
        credentials_sealed,
        expected_immutable: expected.immutable,
        expected_offsite: expected.offsite,
        check_every_seconds,
        next_check_at: old.next_check_at.min(latest),
        url,
        now,
        id,
    };
    conflicts(update_repository().params(&*change, &stored).one().await, &stored.name, old.organization_id)?;
    let new = lock(&change, target.id).await?;
    change.changed(&old, new).await
}

/// Delete a backup repository
///
/// The repository itself is not changed. Its checks, its hosts and the evidence from it are deleted, and a waiting or
/// running check is canceled.
#[utoipa::path(delete, path = "/api/backup/repositories", operation_id = "backup.repositories.delete", tag = "Backup",
    params(BackupRepositoryTarget),
    security(("api_key" = [Scope::BackupWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<BackupRepositoryTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let (tenant, now) = (change.tenant(), app.clock.now());
    // Before the repository is locked: a check that is stored locks its operation first.
    cancel_check_of_repository().bind(&*change, &now, &target.id.0).opt().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    forget_content(&change, target.id, now).await?;
    delete_repository().bind(&*change, &target.id.0).one().await?;
    let deleted = change.deleted(Entry::deleted(&old)).await?;
    app.shares.freed(tenant);
    Ok(deleted)
}

/// Removes the hosts of a repository and the evidence from it. The times at which snapshots were seen first stay true.
async fn forget_content(change: &Change, id: RepositoryId, now: Timestamp) -> Result<(), Problem> {
    evaluate_soon().bind(&**change, &now, &id.0).all().await?;
    forget_evidence_of_repository().bind(&**change, &origin(id.0)).all().await?;
    forget_hosts_of_repository().bind(&**change, &id.0).all().await?;
    Ok(())
}

/// The origin of evidence from a repository.
pub fn origin(repository: Uuid) -> String {
    format!("repository:{}", repository.simple())
}

pub async fn lock(tx: &Tx, id: RepositoryId) -> Result<BackupRepository, Problem> {
    lock_repository().bind(tx, &id.0).opt().await?.map(to_wire).ok_or_else(Problem::not_found)
}

/// Otherwise, somebody who may change repositories could have their secrets sent to a server of his own.
fn require_secrets(old: &BackupRepository, url: &str, wanted: &BackupRepositoryChange) -> Result<(), Problem> {
    let detail = "must be sent again when the address changes";
    if url == old.url {
        return Ok(());
    }
    if wanted.password.is_none() {
        return Err(Problem::fault("/password", FaultCode::Required, detail));
    }
    if old.has_credentials && wanted.credentials.is_none() {
        return Err(Problem::fault("/credentials", FaultCode::Required, detail));
    }
    Ok(())
}

fn conflicts<T>(
    row: Result<T, tokio_postgres::Error>,
    name: &str,
    organization: Option<OrganizationId>,
) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[
        ("backup_repositories_name_is_unique", || {
            Problem::new(ProblemCode::NameTaken, "Another repository already has this name.")
        }),
        ("backup_repositories_organization_exists", || {
            Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
        }),
    ]);
    row.map_err(|problem| {
        let (name, organization) = (name.to_owned(), organization.map(|id| id.0));
        problem.looking_up::<BackupRepository, _, _>(ProblemCode::NameTaken, move |db| async move {
            repository_named().bind(&db, &name, &organization).opt().await.map(|id| id.map(RepositoryId))
        })
    })
}

fn quota_exceeded() -> Problem {
    let detail = format!("A tenant can have at most {BACKUP_REPOSITORIES} backup repositories. Delete one first.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

fn to_wire(row: RepositoryRow) -> BackupRepository {
    let last_check = row.report.zip(row.last_check_id).and_then(|(report, check)| {
        // A report that a later version of the service wrote is left out rather than the repository.
        Ids { check, repository: row.id, organization: row.organization_id }.report(report).ok()
    });
    BackupRepository {
        id: RepositoryId(row.id),
        name: row.name,
        kind: BackupRepositoryKind::named(&row.kind).unwrap_or(BackupRepositoryKind::Restic),
        url: row.url,
        has_credentials: row.has_credentials,
        organization_id: row.organization_id.map(OrganizationId),
        expected: BackupExpectations { immutable: row.expected_immutable, offsite: row.expected_offsite },
        check_every_seconds: row.check_every_seconds,
        next_check_at: row.next_check_at,
        last_check,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
