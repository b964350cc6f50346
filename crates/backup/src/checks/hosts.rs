//! `/api/backup/hosts`: the hosts that have snapshots in repositories, and the devices that they are matched to.

use super::store::renew_evidence;
use crate::repositories;
use api::{
    BackupHostId, DeviceId, OrganizationId, RepositoryId, Scope,
    backup_checks::{
        BackupHost, BackupHostChange, BackupHostDecision, BackupHostMatch, BackupHostOrPage, BackupHostQuery,
        BackupHostRestore, BackupHostTarget,
    },
    backup_repositories::BackupRepository,
    problem::FaultCode,
};
use kernel::{
    app::App,
    db::Tx,
    http::{Caller, Change, Changed, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write},
};
use queries::{
    client::Params,
    queries::backup::{
        checks::{DecideHostParams, HostRow, decide_host, get_host, list_hosts, lock_host, match_hosts},
        job_matching::organization_of_device,
        posture_stored::evaluate_soon,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read, update))
}

/// List hosts in backup repositories, or read one
///
/// Returns the hosts that have snapshots, with the devices that they are matched to. A host is matched to the only
/// device that has its name, and its snapshots count for this device unless somebody excludes the host.
#[utoipa::path(get, path = "/api/backup/hosts", operation_id = "backup.hosts.list", tag = "Backup",
    params(BackupHostQuery, PagingParams),
    security(("api_key" = [Scope::BackupRead])), responses((status = 200, body = BackupHostOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<BackupHostQuery>,
    paging: Paging,
) -> Result<Found<BackupHost>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_host().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)));
    }
    let (repository, matched) = (query.repository_id.map(|id| id.0), query.matched.map(BackupHostMatch::name));
    let rows = list_hosts().bind(&db, &paging.before()?, &repository, &matched, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Match a host with a device
///
/// `confirmed` matches the host to `device_id`, or to the proposed device; the device must belong to the organization
/// of the repository, if it has one. With `excluded`, the snapshots of the host count for no device. `automatic`
/// matches the host by its name again. The caller must be able to read the repository. A caller that is restricted to
/// organizations can read the hosts of their devices in a repository of several customers, but cannot change these
/// hosts.
#[utoipa::path(put, path = "/api/backup/hosts", operation_id = "backup.hosts.update", tag = "Backup",
    params(BackupHostTarget),
    security(("api_key" = [Scope::BackupWrite])), responses((status = 200, body = BackupHost)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<BackupHostTarget>,
    if_match: IfMatch,
    Json(wanted): Json<BackupHostChange>,
) -> Result<Changed<BackupHost>, Problem> {
    let change = write.begin().await?;
    let host = get_host().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    // The evidence of all hosts of the repository is computed again, so the caller must see all of them. The repository is
    // locked first, as by a check that is stored.
    let repository = repositories::lock(&change, RepositoryId(host.repository_id)).await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let device = chosen(&old, &wanted)?;
    let organization = match device {
        Some(device) => Some(organization_of(&change, device, &repository).await?),
        None => None,
    };
    let matched = match wanted.decision {
        BackupHostDecision::Confirmed => BackupHostMatch::Confirmed,
        BackupHostDecision::Excluded => BackupHostMatch::Excluded,
        BackupHostDecision::Automatic => BackupHostMatch::None,
    };
    let decided = DecideHostParams {
        r#match: matched.name(),
        device_id: device.map(|id| id.0),
        organization_id: organization,
        now: app.clock.now(),
        id: target.id.0,
    };
    // The customer that loses the evidence and the one that gets it are both evaluated.
    let now = app.clock.now();
    evaluate_soon().bind(&*change, &now, &old.repository_id.0).all().await?;
    decide_host().params(&*change, &decided).one().await?;
    if wanted.decision == BackupHostDecision::Automatic {
        match_hosts().bind(&*change, &old.repository_id.0).all().await?;
    }
    renew_evidence(&change, old.repository_id.0, now).await?;
    evaluate_soon().bind(&*change, &now, &old.repository_id.0).all().await?;
    let new = lock(&change, target.id).await?;
    change.changed(&old, new).await
}

/// The device that a decision names.
fn chosen(old: &BackupHost, wanted: &BackupHostChange) -> Result<Option<DeviceId>, Problem> {
    match (wanted.decision, wanted.device_id) {
        (BackupHostDecision::Confirmed, Some(device)) => Ok(Some(device)),
        (BackupHostDecision::Confirmed, None) => match old.device_id {
            Some(device) => Ok(Some(device)),
            None => Err(Problem::fault("/device_id", FaultCode::Required, "is required: no device is proposed")),
        },
        (_, Some(_)) => Err(Problem::fault("/device_id", FaultCode::Invalid, "is allowed only with match confirmed")),
        (_, None) => Ok(None),
    }
}

async fn organization_of(change: &Change, device: DeviceId, repository: &BackupRepository) -> Result<Uuid, Problem> {
    let found = organization_of_device().bind(&**change, &device.0).opt().await?;
    let found = found.ok_or_else(|| Problem::fault("/device_id", FaultCode::NotFound, "there is no such device"))?;
    if repository.organization_id.is_some_and(|own| own.0 != found) {
        let detail = "belongs to another organization than the repository";
        return Err(Problem::fault("/device_id", FaultCode::Invalid, detail));
    }
    Ok(found)
}

async fn lock(tx: &Tx, id: BackupHostId) -> Result<BackupHost, Problem> {
    lock_host().bind(tx, &id.0).opt().await?.map(to_wire).ok_or_else(Problem::not_found)
}

fn to_wire(row: HostRow) -> BackupHost {
    let restore_test = row.restore_tested_at.map(|tested_at| BackupHostRestore {
        tested_at,
        passed: row.restore_result.as_deref() == Some("succeeded"),
        seconds: row.restore_seconds.unwrap_or_default(),
        detail: row.restore_fault,
    });
    BackupHost {
        id: BackupHostId(row.id),
        repository_id: RepositoryId(row.repository_id),
        organization_id: row.organization_id.map(OrganizationId),
        host: row.host,
        matched: BackupHostMatch::named(&row.r#match).unwrap_or(BackupHostMatch::None),
        device_id: row.device_id.map(DeviceId),
        recovery_point_at: row.recovery_point_at,
        snapshots: row.snapshots,
        paths: serde_json::from_value(row.paths).unwrap_or_default(),
        change_ratio: row.change_ratio,
        usual_change_ratio: row.usual_change_ratio,
        restore_test,
        first_seen_at: row.first_seen_at,
        last_seen_at: row.last_seen_at,
        version: row.version,
    }
}
