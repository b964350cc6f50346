//! `/api/admin/service-accounts`: owners that are not persons. No caller gives one more rights than their own.

use api::{
    Actor, OrganizationId, Owner, ProblemCode, Scope, ServiceAccountId,
    service_accounts::{
        NewServiceAccount, ServiceAccount, ServiceAccountChange, ServiceAccountOrPage, ServiceAccountQuery,
        ServiceAccountRemoval, ServiceAccountTarget,
    },
    users::AccountStatus,
};
use kernel::{
    app::App,
    credentials::rights::Rights,
    db::{OnConstraint, Tx},
    http::{
        Answer, Caller, Change, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write, WrittenTogether, names,
    },
    offboarding,
    owners::{self, At, refuse_more},
    quotas::SERVICE_ACCOUNTS,
};
use queries::{
    client::Params,
    queries::control::service_accounts::{
        AccountRow, CreateAccountParams, UpdateAccountParams, account_named, create_account, get_account,
        known_organizations, list_accounts, lock_account, lock_account_quota, update_account,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

const MORE: &str = "the account's rights exceed the caller's";

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete))
}

/// Create a service account
///
/// Creates an owner for keys, webhook endpoints and workflows that must not depend on a person's account. Its rights
/// cannot exceed the caller's.
#[utoipa::path(post, path = "/api/admin/service-accounts", operation_id = "admin.service_accounts.create",
    tag = "Service accounts",
    extensions(("x-problems" = json!([
        ProblemCode::ScopeEscalation, ProblemCode::NameTaken, ProblemCode::QuotaExceeded
    ]))),
    security(("api_key" = [Scope::UsersWrite])), responses((status = 201, body = ServiceAccount)))]
async fn create(
    app: App,
    caller: Caller,
    write: Write,
    Json(new): Json<NewServiceAccount>,
) -> Result<Created<ServiceAccount>, Problem> {
    let organizations = new.organization_ids.unwrap_or_else(|| caller.organizations().map(<[_]>::to_vec));
    let rights = Rights { grants: new.scopes, organizations };
    refuse_more(&caller, &rights, At::Body("/scopes"), MORE)?;
    let change = write.begin().await?;
    let (created_by_kind, created_by_id) = change.actor();
    lock_account_quota().bind(&*change).one().await?;
    refuse_unknown(&change, rights.organizations.as_deref()).await?;
    let account = CreateAccountParams {
        id: app.clock.id(),
        name: new.name.as_str(),
        description: new.description.as_deref(),
        scopes: rights.scope_names(),
        organization_ids: rights.organization_uuids(),
        created_by_kind,
        created_by_id,
        now: app.clock.now(),
        quota: SERVICE_ACCOUNTS,
    };
    let created = create_account().params(&*change, &account).opt().await;
    let created = unique(created, account.name)?;
    change.created(to_wire(created.ok_or_else(quota_exceeded)?)).await
}

/// List service accounts, or read one
///
/// Returns the account with this `id`, or all accounts of the tenant, newest first. The account "Administrator" owns
/// the keys that the operator of the service created.
#[utoipa::path(get, path = "/api/admin/service-accounts", operation_id = "admin.service_accounts.list",
    tag = "Service accounts", params(ServiceAccountQuery, PagingParams),
    security(("api_key" = [Scope::UsersRead])), responses((status = 200, body = ServiceAccountOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<ServiceAccountQuery>,
    paging: Paging,
) -> Result<Found<ServiceAccount>, Problem> {
    if let Some(id) = query.id {
        let row = get_account().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let db = app.db.tenant(&caller).await?;
    let statuses = query.status.map(|all| names(all, AccountStatus::name));
    let rows = list_accounts().bind(&db, &paging.before()?, &statuses, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change a service account
///
/// Fields that are absent are not changed. Changes apply to the account's resources within a second, on every server.
/// `status: disabled` refuses its keys, pauses its webhook endpoints and disables its workflows; with `transfer_to`
/// they are transferred to another owner instead and keep working. The response lists the affected resources as
/// `impact`; with `dry_run=true`, it lists those that would be affected. The caller must have all rights of the
/// account, before and after the change.
#[utoipa::path(put, path = "/api/admin/service-accounts", operation_id = "admin.service_accounts.update",
    tag = "Service accounts", params(ServiceAccountTarget),
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation, ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::UsersWrite])), responses((status = 200, body = ServiceAccount)))]
async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<ServiceAccountTarget>,
    if_match: IfMatch,
    Json(wanted): Json<ServiceAccountChange>,
) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    let (row, old) = lock(&change, &caller, target.id).await?;
    if_match.check(&old)?;
    let after = Rights {
        grants: wanted.scopes.clone().unwrap_or_else(|| old.scopes.clone()),
        organizations: wanted.organization_ids.clone().unwrap_or_else(|| old.organization_ids.clone()),
    };
    refuse_more(&caller, &after, At::Body("/scopes"), MORE)?;
    if wanted.organization_ids.is_some() {
        refuse_unknown(&change, after.organizations.as_deref()).await?;
    }
    let status = wanted.status.unwrap_or(old.status);
    let heir = wanted.transfer_to.map(|to| (to, At::Body("/transfer_to")));
    let stops = status == AccountStatus::Disabled;
    let impact = offboarding::leave(&app, &mut change, &caller, Owner::ServiceAccount(old.id), heir, stops).await?;
    let account = UpdateAccountParams {
        name: wanted.name.as_ref().unwrap_or(&old.name).as_str(),
        description: wanted.description.as_ref().unwrap_or(&old.description).as_deref(),
        // Unchanged fields are written back as they were stored, including scopes that this version does not know yet.
        scopes: wanted.scopes.as_ref().map_or(row.scopes, |_| after.scope_names()),
        organization_ids: after.organization_uuids(),
        status: status.name(),
        deleted_at: None,
        now: app.clock.now(),
        id: old.id.0,
    };
    let stored = update_account().params(&*change, &account).one().await;
    let new = to_wire(unique(stored, account.name)?);
    change.record(Entry::changed(&old, &new))?;
    let answer = ServiceAccount { impact, ..new.clone() };
    change.answered(Answer::ok(&answer)?.with_version_of(&new)).await
}

/// Delete a service account
///
/// Deletes the account permanently, with the same effects as disabling it. To see the affected resources first, send `PUT`
/// with `status: disabled` and `dry_run=true`.
#[utoipa::path(delete, path = "/api/admin/service-accounts", operation_id = "admin.service_accounts.delete",
    tag = "Service accounts", params(ServiceAccountRemoval),
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation]))),
    security(("api_key" = [Scope::UsersWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<ServiceAccountRemoval>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let mut change = write.begin().await?;
    let (row, old) = lock(&change, &caller, target.id).await?;
    if_match.check(&old)?;
    let heir = target.transfer_to.map(|to| (to, At::Parameter("transfer_to")));
    offboarding::leave(&app, &mut change, &caller, Owner::ServiceAccount(old.id), heir, true).await?;
    let account = UpdateAccountParams {
        name: old.name.as_str(),
        description: old.description.as_deref(),
        scopes: row.scopes,
        organization_ids: row.organization_ids,
        status: AccountStatus::Disabled.name(),
        deleted_at: Some(app.clock.now()),
        now: app.clock.now(),
        id: old.id.0,
    };
    let new = to_wire(update_account().params(&*change, &account).one().await?);
    change.deleted(Entry::retired(&old, &new)).await
}

/// Refuses accounts with more rights than the caller.
async fn lock(change: &Change, caller: &Caller, id: ServiceAccountId) -> Result<(AccountRow, ServiceAccount), Problem> {
    let row = lock_account().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let account = to_wire(row.clone());
    let rights = Rights { grants: account.scopes.clone(), organizations: account.organization_ids.clone() };
    refuse_more(caller, &rights, At::Body(""), MORE)?;
    Ok((row, account))
}

async fn refuse_unknown(tx: &Tx, wanted: Option<&[OrganizationId]>) -> Result<(), Problem> {
    let Some(wanted) = wanted else { return Ok(()) };
    let ids: Vec<Uuid> = wanted.iter().map(|id| id.0).collect();
    let known = known_organizations().bind(tx, &ids).all().await?;
    owners::refuse_unknown(wanted, &known)
}

fn unique<T>(row: Result<T, tokio_postgres::Error>, name: &str) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[("service_accounts_name_is_unique", || {
        Problem::new(ProblemCode::NameTaken, "Another service account already has this name.")
    })]);
    row.map_err(|problem| {
        let name = name.to_owned();
        problem.looking_up::<ServiceAccount, _, _>(ProblemCode::NameTaken, move |db| async move {
            account_named().bind(&db, &name).opt().await.map(|id| id.map(ServiceAccountId))
        })
    })
}

fn quota_exceeded() -> Problem {
    let detail =
        format!("A tenant can have at most {SERVICE_ACCOUNTS} service accounts. Delete one that is no longer used.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

fn to_wire(row: AccountRow) -> ServiceAccount {
    ServiceAccount {
        id: ServiceAccountId(row.id),
        name: row.name,
        description: row.description,
        scopes: row.scopes.iter().filter_map(|text| text.parse().ok()).collect(),
        organization_ids: row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        status: AccountStatus::named(&row.status).unwrap_or(AccountStatus::Disabled),
        impact: None,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
