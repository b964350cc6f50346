//! `/api/psa/workflows/secrets`: credentials that calls of workflows may use.
//!
//! A value is sealed and never returned. It is sent only to its hosts, so a caller who adds a host must know the value:
//! they send it again.

mod hosts;
mod mask;
mod opened;

pub use opened::Secrets;

use super::definitions::{refuse_unknown, uuids, within};
use crate::SECRET;
use api::{
    Actor, Fault, OrganizationId, ProblemCode, Scope, WorkflowSecretId,
    problem::FaultCode,
    workflow_secrets::{
        WorkflowSecret, WorkflowSecretChange, WorkflowSecretName, WorkflowSecretOrPage, WorkflowSecretQuery,
        WorkflowSecretTarget,
    },
};
use kernel::{
    app::App,
    db::{OnConstraint, Tx},
    http::{
        Caller, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
        WrittenTogether,
    },
    quotas::WORKFLOW_SECRETS,
};
use queries::{
    client::Params,
    queries::workflows::secrets::{
        self as sql, CreateSecretParams, UpdateSecretParams, create_secret, delete_secret, get_secret, list_secrets,
        lock_secret, lock_secret_quota, update_secret, usable_secrets,
    },
};
use uuid::Uuid;

/// List workflow secrets, or read one
///
/// Returns names and hosts, never values. With `id` or `name`, returns that secret.
#[utoipa::path(get, path = "/api/psa/workflows/secrets", operation_id = "psa.workflows.secrets.list", tag = "Workflows",
    params(WorkflowSecretQuery, PagingParams),
    security(("api_key" = [Scope::WorkflowsRead])), responses((status = 200, body = WorkflowSecretOrPage)))]
pub async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<WorkflowSecretQuery>,
    paging: Paging,
) -> Result<Found<WorkflowSecret>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if query.id.is_some() || query.name.is_some() {
        let row = get_secret().bind(&db, &query.id.map(|id| id.0), &query.name).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let rows = list_secrets().bind(&db, &paging.before()?, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Create or change a workflow secret
///
/// Creates or changes the secret with this name. A new secret (201) requires `value` and `allowed_hosts`. For an
/// existing secret (200), fields that are absent are not changed, and adding a host requires `value` again.
#[utoipa::path(put, path = "/api/psa/workflows/secrets", operation_id = "psa.workflows.secrets.put", tag = "Workflows",
    params(WorkflowSecretName),
    extensions(("x-problems" = json!([ProblemCode::QuotaExceeded, ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::SecretsWrite])),
    responses((status = 200, body = WorkflowSecret), (status = 201, body = WorkflowSecret)))]
pub async fn put(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<WorkflowSecretName>,
    if_match: IfMatch,
    Json(wanted): Json<WorkflowSecretChange>,
) -> Result<WrittenTogether, Problem> {
    let hosts = wanted.allowed_hosts.as_deref().map(hosts::normalised).transpose().map_err(Problem::invalid)?;
    let known = {
        let db = app.db.tenant(&caller).await?;
        get_secret().bind(&db, &None, &Some(target.name.as_str())).opt().await?.map(|row| row.id)
    };
    // A value is sealed for its row, and before the transaction: a key service may be called.
    let id = known.unwrap_or_else(|| app.clock.id());
    let sealed = match &wanted.value {
        Some(value) => Some(app.sealing.seal(caller.tenant(), SECRET, id, value.as_bytes()).await?),
        None => None,
    };
    let wanted = Wanted { id, hosts, sealed, description: wanted.description, organizations: wanted.organization_ids };
    match known {
        Some(_) => Ok(change(&app, &caller, write, if_match, wanted).await?.into()),
        // An `If-Match` requires an existing secret.
        None if if_match.wants_a_version() => Err(Problem::not_found()),
        None => Ok(create(&app, &caller, write, target.name, wanted).await?.into()),
    }
}

/// Delete a workflow secret
///
/// Calls that use the secret fail from now on with `secret_not_found`.
#[utoipa::path(delete, path = "/api/psa/workflows/secrets", operation_id = "psa.workflows.secrets.delete",
    tag = "Workflows", params(WorkflowSecretTarget),
    security(("api_key" = [Scope::SecretsWrite])), responses((status = 204)))]
pub async fn delete(
    write: Write,
    Query(target): Query<WorkflowSecretTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let row = lock_secret().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let current = to_wire(row);
    if_match.check(&current)?;
    delete_secret().bind(&*change, &target.id.0).one().await?;
    change.deleted(Entry::deleted(&current)).await
}

/// The requested secret, with its value sealed.
struct Wanted {
    id: Uuid,
    hosts: Option<Vec<String>>,
    sealed: Option<Vec<u8>>,
    description: Option<Option<String>>,
    organizations: Option<Option<Vec<OrganizationId>>>,
}

async fn create(
    app: &App,
    caller: &Caller,
    write: Write,
    name: String,
    wanted: Wanted,
) -> Result<Created<WorkflowSecret>, Problem> {
    let (Some(hosts), Some(sealed)) = (&wanted.hosts, &wanted.sealed) else { return Err(incomplete(&wanted)) };
    let organizations = within(caller, wanted.organizations.clone())?;
    let change = write.begin().await?;
    lock_secret_quota().bind(&*change).one().await?;
    refuse_unknown(&change, organizations.as_deref()).await?;
    let (created_by_kind, created_by_id) = change.actor();
    let stored = CreateSecretParams {
        id: wanted.id,
        name,
        description: wanted.description.clone().flatten(),
        allowed_hosts: hosts.as_slice(),
        organization_ids: uuids(organizations.as_deref()),
        value_sealed: sealed.as_slice(),
        now: app.clock.now(),
        created_by_kind,
        created_by_id,
        quota: WORKFLOW_SECRETS,
    };
    let created = create_secret().params(&*change, &stored).opt().await;
    let created = unique(created, &stored.name)?;
    change.created(to_wire(created.ok_or_else(quota_exceeded)?)).await
}

async fn change(
    app: &App,
    caller: &Caller,
    write: Write,
    if_match: IfMatch,
    wanted: Wanted,
) -> Result<Changed<WorkflowSecret>, Problem> {
    let organizations = match wanted.organizations {
        Some(organizations) => Some(within(caller, Some(organizations))?),
        None => None,
    };
    let change = write.begin().await?;
    let row = lock_secret().bind(&*change, &wanted.id).opt().await?.ok_or_else(Problem::not_found)?;
    let current = to_wire(row);
    if_match.check(&current)?;
    let hosts = wanted.hosts.unwrap_or_else(|| current.allowed_hosts.clone());
    if wanted.sealed.is_none() && hosts.iter().any(|host| !current.allowed_hosts.contains(host)) {
        return Err(Problem::fault("/value", FaultCode::Required, "must be sent again when a host is added"));
    }
    if let Some(organizations) = &organizations {
        refuse_unknown(&change, organizations.as_deref()).await?;
    }
    let organizations = organizations.unwrap_or_else(|| current.organization_ids.clone());
    let stored = UpdateSecretParams {
        description: wanted.description.unwrap_or_else(|| current.description.clone()),
        allowed_hosts: hosts,
        organization_ids: uuids(organizations.as_deref()),
        value_sealed: wanted.sealed,
        now: app.clock.now(),
        id: wanted.id,
    };
    let changed = to_wire(update_secret().params(&*change, &stored).one().await?);
    change.changed(&current, changed).await
}

/// Refuses names of secrets that do not exist or that a workflow of these organizations may not use. `at` is their
/// pointer.
pub async fn refuse_unusable(
    tx: &Tx,
    names: &[String],
    organizations: Option<&[OrganizationId]>,
    at: &str,
) -> Result<(), Problem> {
    if names.is_empty() {
        return Ok(());
    }
    let usable = usable_secrets().bind(tx, &names, &uuids(organizations)).all().await?;
    let unusable = names.iter().enumerate().filter(|(_, name)| !usable.contains(name));
    let detail = "there is no secret with this name that the workflow may use";
    let faults: Vec<Fault> =
        unusable.map(|(i, _)| Fault::at(format!("{at}/{i}"), FaultCode::NotFound, detail)).collect();
    if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
}

fn incomplete(wanted: &Wanted) -> Problem {
    let missing = [("/value", wanted.sealed.is_none()), ("/allowed_hosts", wanted.hosts.is_none())];
    let missing = missing.into_iter().filter(|(_, missing)| *missing);
    let fault = |(pointer, _): (&str, bool)| Fault::at(pointer, FaultCode::Required, "is required for a new secret");
    Problem::invalid(missing.map(fault).collect())
}

/// The secret was created meanwhile, or the caller cannot see it.
fn unique<T>(row: Result<T, tokio_postgres::Error>, name: &str) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[("workflow_secrets_name_is_unique", || {
        Problem::new(ProblemCode::NameTaken, "Another secret already has this name.")
    })]);
    row.map_err(|problem| {
        let name = name.to_owned();
        problem.looking_up::<WorkflowSecret, _, _>(ProblemCode::NameTaken, move |db| async move {
            let found = get_secret().bind(&db, &None, &Some(name)).opt().await;
            found.map(|secret| secret.map(|secret| WorkflowSecretId(secret.id)))
        })
    })
}

fn quota_exceeded() -> Problem {
    let detail =
        format!("A tenant can have at most {WORKFLOW_SECRETS} workflow secrets. Delete one that is no longer used.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

fn to_wire(row: sql::WorkflowSecret) -> WorkflowSecret {
    WorkflowSecret {
        id: WorkflowSecretId(row.id),
        name: row.name,
        description: row.description,
        allowed_hosts: row.allowed_hosts,
        organization_ids: row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        value_set_at: row.value_set_at,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
