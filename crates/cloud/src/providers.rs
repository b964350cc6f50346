//! `/api/cloud/providers`: accounts of customers at cloud providers.
//!
//! Credentials are sealed and never returned. New ones are verified before they are stored, outside of any transaction;
//! those that the provider refuses are not stored. A role is created by the customer after the record, because its trust
//! policy requires the external id of the record.

mod credentials;
pub mod verify;
mod wanted;
pub mod wire;

pub use credentials::{Plain, access_to};

use crate::clouds::Clouds;
use api::{
    CloudProviderId, ProblemCode, Scope, TenantId,
    cloud_providers::{
        CloudAuthMethod, CloudCredentialsSummary, CloudKind, CloudProvider, CloudProviderChange,
        CloudProviderChangeTarget, CloudProviderDeletionTarget, CloudProviderOrPage, CloudProviderQuery,
        CloudProviderStatus, NewCloudProvider, NewCloudProviderQuery, VerifyCredentials,
    },
    cloud_verification::CloudVerification,
    problem::FaultCode,
};
use cloud_boundary::Access;
use credentials::{Sealed, access};
use kernel::{
    app::App,
    credentials::new_secret,
    db::{Identity, OnConstraint, Tx},
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write, names,
    },
    quotas::CLOUD_PROVIDERS,
    shares::Share,
};
use queries::{
    client::Params,
    queries::cloud::{
        providers::{
            CreateProviderParams, ListProvidersParams, UpdateProviderParams, create_provider, delete_provider,
            get_provider, list_providers, lock_provider, lock_provider_quota, move_regions, move_vms, provider_named,
            sealed_credentials, update_provider,
        },
        vms::usage,
    },
};
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;
use verify::{Checked, verify_access};
use wire::to_wire;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete)).merge(verify::routes())
}

/// Create a cloud provider
///
/// With `assume_role`, the response contains `external_id` and `setup`: create a role with these policies in your
/// account and send its ARN with `PUT`, which verifies it. With other methods, the credentials are verified first:
/// those that the provider refuses fail with 422 `credential_rejected` and the report, and nothing is stored.
/// `verify=later` stores them without verification.
#[utoipa::path(post, path = "/api/cloud/providers", operation_id = "cloud.providers.create", tag = "Cloud",
    params(NewCloudProviderQuery),
    extensions(("x-problems" = json!([
        ProblemCode::NameTaken, ProblemCode::QuotaExceeded, ProblemCode::CredentialRejected,
        ProblemCode::CredentialUnverified
    ]))),
    security(("api_key" = [Scope::CloudProvidersWrite])), responses((status = 201, body = CloudProvider)))]
async fn create(
    app: App,
    caller: Caller,
    write: Write,
    Query(query): Query<NewCloudProviderQuery>,
    Json(new): Json<NewCloudProvider>,
) -> Result<Created<CloudProvider>, Problem> {
    let clouds = Clouds::of(&app);
    clouds.kind(new.kind)?;
    wanted::check_new(&app, &new)?;
    let (id, now) = (app.clock.id(), app.clock.now());
    let external_id = (new.auth_method == CloudAuthMethod::AssumeRole).then(|| format!("tc-{}", new_secret()));
    let plain = new.credentials.as_ref().map(|sent| Plain::of(new.auth_method, sent)).transpose()?;
    let sealed = match &plain {
        Some(plain) => Some(plain.seal(&app, caller.tenant(), id).await?),
        None => None,
    };
    // No role can require an external id that did not exist until now.
    let is_verified = new.auth_method != CloudAuthMethod::AssumeRole && query.verify != Some(VerifyCredentials::Later);
    let access = access(&new.config, external_id.as_deref(), plain).filter(|_| is_verified);

    let (change, checked) = begin_verified(&app, &caller, write, new.kind, access).await?;
    lock_provider_quota().bind(&*change).one().await?;
    let (created_by_kind, created_by_id) = change.actor();
    let created = create_provider()
        .params(
            &*change,
            &CreateProviderParams {
                id,
                name: new.name.as_str(),
                kind: new.kind.name(),
                organization_id: new.organization_id.map(|id| id.0),
                config: json!(new.config),
                auth_method: new.auth_method.name(),
                credentials_sealed: sealed.as_ref().map(|sealed| sealed.bytes.as_slice()),
                credentials_fingerprint: sealed.as_ref().map(|sealed| sealed.fingerprint.as_str()),
                credentials_hint: sealed.as_ref().map(|sealed| sealed.hint.as_str()),
                credentials_set_at: sealed.as_ref().map(|_| now),
                external_id: external_id.as_deref(),
                status: status(checked.as_ref(), None).name(),
                verification: checked.as_ref().map(Checked::stored),
                verify_at: checked.as_ref().map_or(now, |checked| checked.next(now)),
                guard: json!(new.guard),
                created_by_kind,
                created_by_id,
                now,
                quota: CLOUD_PROVIDERS,
            },
        )
        .opt()
        .await;
    let created = conflicts(created, &new.name)?.ok_or_else(quota_exceeded)?;
    change.created(to_wire(&clouds, created)).await
}

/// List cloud providers, or read one
///
/// Returns the provider with this `id`, or all providers that the caller can read, newest first.
#[utoipa::path(get, path = "/api/cloud/providers", operation_id = "cloud.providers.list", tag = "Cloud",
    params(CloudProviderQuery, PagingParams),
    security(("api_key" = [Scope::CloudProvidersRead])), responses((status = 200, body = CloudProviderOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<CloudProviderQuery>,
    paging: Paging,
) -> Result<Found<CloudProvider>, Problem> {
    if let Some(id) = query.id {
        return Ok(Found::One(read_one(&app, &caller, id).await?));
    }
    let filters = ListProvidersParams {
        before: paging.before()?,
        kind: query.kind.map(CloudKind::name),
        statuses: query.status.map(|all| names(all, CloudProviderStatus::name)),
        organization_id: query.organization_id.map(|id| id.0),
        limit: paging.rows(),
    };
    let rows = list_providers().params(&app.db.tenant(&caller).await?, &filters).all().await?;
    let clouds = Clouds::of(&app);
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| to_wire(&clouds, row))))
}

/// Change a cloud provider
///
/// Fields that are absent are not changed. New credentials are verified before they replace the current ones: those
/// that the provider refuses fail with 422 `credential_rejected`, and the current ones stay. A new `endpoint` never
/// receives the current credentials: they must be sent again in the same request.
#[utoipa::path(put, path = "/api/cloud/providers", operation_id = "cloud.providers.update", tag = "Cloud",
    params(CloudProviderChangeTarget),
    extensions(("x-problems" = json!([
        ProblemCode::NameTaken, ProblemCode::ProviderInUse, ProblemCode::CredentialRejected,
        ProblemCode::CredentialUnverified
    ]))),
    security(("api_key" = [Scope::CloudProvidersWrite])), responses((status = 200, body = CloudProvider)))]
async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<CloudProviderChangeTarget>,
    if_match: IfMatch,
    Json(wanted): Json<CloudProviderChange>,
) -> Result<Changed<CloudProvider>, Problem> {
    let read = read_one(&app, &caller, target.id).await?;
    if_match.check(&read)?;
    wanted::check_change(&app, &read, &wanted)?;
    let plain = wanted.credentials.as_ref().map(|sent| Plain::of(read.auth_method, sent)).transpose()?;
    let sealed = match &plain {
        Some(plain) => Some(plain.seal(&app, caller.tenant(), target.id.0).await?),
        None => None,
    };
    let is_verified = plain.is_some() && target.verify != Some(VerifyCredentials::Later);
    let config = wanted.config.as_ref().unwrap_or(&read.config);
    let access = access(config, read.external_id.as_deref(), plain).filter(|_| is_verified);

    let (change, checked) = begin_verified(&app, &caller, write, read.kind, access).await?;
    let current = lock(&app, &change, target.id).await?;
    if_match.check(&current)?;
    // What was checked before the transaction depends on what was read.
    let depends = wanted.credentials.is_some() || wanted.config.is_some();
    if depends && current.version != read.version {
        return Err(Problem::changed_meanwhile(&current));
    }
    if wanted.credentials.is_some() {
        check_account(&change, &current, checked.as_ref()).await?;
    }
    let changed = replace(&app, &change, &current, &wanted, sealed.as_ref(), checked.as_ref()).await?;
    let event = verify::event_of(current.status, changed.status);
    change.changed_as(event, &current, changed).await
}

/// Delete a cloud provider
///
/// Its credentials and the records of its machines are deleted. Nothing is changed at the provider. A provider with
/// managed machines is deleted only with `detach=true`, and never while an operation on one of them is in progress.
#[utoipa::path(delete, path = "/api/cloud/providers", operation_id = "cloud.providers.delete", tag = "Cloud",
    params(CloudProviderDeletionTarget),
    extensions(("x-problems" = json!([ProblemCode::ProviderInUse]))),
    security(("api_key" = [Scope::CloudProvidersWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<CloudProviderDeletionTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&app, &change, target.id).await?;
    if_match.check(&old)?;
    let used = usage().bind(&*change, &target.id.0, &"").one().await?;
    if used.busy > 0 {
        let detail = "An operation on a machine of the provider is in progress. Cancel it or wait for its end.";
        return Err(Problem::new(ProblemCode::ProviderInUse, detail));
    }
    if used.vms > 0 && target.detach != Some(true) {
        let detail = format!(
            "The provider has {} managed machines. Delete them, or send detach=true: they stay at the provider, and are no \
             longer managed.",
            used.vms
        );
        return Err(Problem::new(ProblemCode::ProviderInUse, detail));
    }
    delete_provider().bind(&*change, &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

pub async fn read_one(app: &App, caller: &Caller, id: CloudProviderId) -> Result<CloudProvider, Problem> {
    let row = get_provider().bind(&app.db.tenant(caller).await?, &id.0).opt().await?;
    Ok(to_wire(&Clouds::of(app), row.ok_or_else(Problem::not_found)?))
}

/// A provider whose credentials are accepted, with the access to it; `None` if there is none. Holds no connection
/// afterwards.
pub async fn opened(app: &App, tenant: TenantId, id: Uuid) -> Result<Option<(CloudProvider, Access)>, Problem> {
    let identity = Identity::new(tenant, None);
    let row = get_provider().bind(&app.db.tenant(&identity).await?, &id).opt().await?;
    let Some(provider) = row.map(|row| to_wire(&Clouds::of(app), row)) else { return Ok(None) };
    if !matches!(provider.status, CloudProviderStatus::Verified | CloudProviderStatus::Degraded) {
        return Ok(None);
    }
    let sealed = sealed_credentials().bind(&app.db.tenant(&identity).await?, &id).opt().await?;
    let plain = match sealed.and_then(|row| row.credentials_sealed) {
        Some(sealed) => Some(Plain::open(app, tenant, id, &sealed).await?),
        None => None,
    };
    Ok(access_to(&provider, plain).map(|access| (provider, access)))
}

/// The status of a provider; `None` if there is no such provider.
pub async fn status_of(app: &App, tenant: TenantId, id: Uuid) -> Result<Option<CloudProviderStatus>, Problem> {
    let row = get_provider().bind(&app.db.tenant(&Identity::new(tenant, None)).await?, &id).opt().await?;
    Ok(row.map(|row| to_wire(&Clouds::of(app), row).status))
}

pub async fn lock(app: &App, tx: &Tx, id: CloudProviderId) -> Result<CloudProvider, Problem> {
    let row = lock_provider().bind(tx, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    Ok(to_wire(&Clouds::of(app), row))
}

/// Begins the change; before that, if there is an access, verifies it. Credentials that are not accepted are refused.
async fn begin_verified(
    app: &App,
    caller: &Caller,
    write: Write,
    kind: CloudKind,
    access: Option<Access>,
) -> Result<(Change, Option<Checked>), Problem> {
    let Some(access) = access else { return Ok((write.begin().await?, None)) };
    let _taken = app.shares.take(Share::CloudCalls, caller.tenant())?;
    let check = async || verify_access(app, kind, &access).await?.accepted();
    if write.is_dry_run() {
        let checked = check().await?;
        return Ok((write.begin().await?, Some(checked)));
    }
    let (change, checked) = write.begin_after(check).await?;
    Ok((change, Some(checked)))
}

/// Stores the wanted fields of a locked provider.
async fn replace(
    app: &App,
    change: &Change,
    current: &CloudProvider,
    wanted: &CloudProviderChange,
    sealed: Option<&Sealed>,
    checked: Option<&Checked>,
) -> Result<CloudProvider, Problem> {
    let now = app.clock.now();
    let summary = match sealed {
        Some(Sealed { fingerprint, hint, .. }) => {
            Some(CloudCredentialsSummary { fingerprint: fingerprint.clone(), hint: hint.clone(), set_at: now })
        }
        None => current.credentials.clone(),
    };
    let status = match (checked, sealed) {
        (None, None) => current.status,
        (checked, _) => status(checked, Some(current.status)),
    };
    // A new configuration, and credentials that were not verified, are verified by a worker.
    let is_due = wanted.config.is_some() || sealed.is_some();
    let verify_at = checked.map(|checked| checked.next(now)).or(is_due.then_some(now));
    let stored = UpdateProviderParams {
        name: wanted.name.as_deref().unwrap_or(&current.name),
        organization_id: wanted.organization_id.unwrap_or(current.organization_id).map(|id| id.0),
        config: json!(wanted.config.as_ref().unwrap_or(&current.config)),
        credentials_sealed: sealed.map(|sealed| sealed.bytes.as_slice()),
        credentials_fingerprint: summary.as_ref().map(|summary| summary.fingerprint.as_str()),
        credentials_hint: summary.as_ref().map(|summary| summary.hint.as_str()),
        credentials_set_at: summary.as_ref().map(|summary| summary.set_at),
        status: status.name(),
        verification: checked.map(Checked::stored).or(current.verification.as_ref().map(|old| json!(old))),
        verify_at,
        guard: json!(wanted.guard.as_ref().unwrap_or(&current.guard)),
        now,
        id: current.id.0,
    };
    let row = conflicts(update_provider().params(&**change, &stored).one().await, stored.name)?;
    if row.organization_id.is_some() && row.organization_id != current.organization_id.map(|id| id.0) {
        // The machines of a customer's account belong to this customer.
        move_vms().bind(&**change, &row.organization_id, &now, &row.id).all().await?;
        move_regions().bind(&**change, &row.organization_id, &row.id).all().await?;
    }
    Ok(to_wire(&Clouds::of(app), row))
}

/// Machines of another account are others: those that are managed would be missing, and one that is being made would be made
/// a second time. So the account changes only if there are none.
async fn check_account(change: &Change, current: &CloudProvider, checked: Option<&Checked>) -> Result<(), Problem> {
    let account = |report: &CloudVerification| report.identity.as_ref().map(|identity| identity.account_id.clone());
    let before = current.verification.as_ref().and_then(account);
    let after = checked.and_then(|checked| account(&checked.report));
    if before.is_some() && before == after {
        return Ok(());
    }
    let used = usage().bind(&**change, &current.id.0, &"").one().await?;
    let is_used = used.busy > 0 || (used.vms > 0 && before.is_some());
    if !is_used {
        return Ok(());
    }
    let detail = "The provider has managed machines, and the credentials are not known to belong to the same account. \
        Send credentials of this account without verify=later, or delete the machines first.";
    Err(Problem::new(ProblemCode::ProviderInUse, detail))
}

/// Credentials that were stored without a verification make the provider pending.
fn status(checked: Option<&Checked>, before: Option<CloudProviderStatus>) -> CloudProviderStatus {
    checked.map_or(CloudProviderStatus::Pending, |checked| checked.status(before))
}

fn conflicts<T>(row: Result<T, tokio_postgres::Error>, name: &str) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[
        ("cloud_providers_name_is_unique", || {
            Problem::new(ProblemCode::NameTaken, "Another cloud provider already has this name.")
        }),
        ("cloud_providers_organization_exists", || {
            Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
        }),
    ]);
    row.map_err(|problem| {
        let name = name.to_owned();
        problem.looking_up::<CloudProvider, _, _>(ProblemCode::NameTaken, move |db| async move {
            provider_named().bind(&db, &name).opt().await.map(|id| id.map(CloudProviderId))
        })
    })
}

fn quota_exceeded() -> Problem {
    let detail =
        format!("A tenant can have at most {CLOUD_PROVIDERS} cloud providers. Delete one that is no longer used.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}
