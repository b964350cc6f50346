//! `/api/admin/api-keys`: the keys with which automation acts for a tenant.
//!
//! A key's text is returned once, to its creator, and only the hash of its secret is stored. No caller can give a key
//! more rights than their own. A change reaches every node within a second.

mod expiring;
pub mod owned;
mod rights;
mod scope_report;
mod secrets;

pub use expiring::notice_expiring;

use api::{
    Actor, ApiKeyId, EventKind, Grant, Impact, OrganizationId, Owner, ProblemCode, Scope,
    api_keys::{
        ApiKey, ApiKeyChange, ApiKeyInclude, ApiKeyOrPage, ApiKeyQuery, ApiKeyRevocation, ApiKeyStatus, ApiKeyTarget,
        LastUse, NewApiKey, Rotation,
    },
    session::Environment,
};
use axum::response::{IntoResponse, Response};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    credentials::KeyText,
    db::Tx,
    http::{
        Answer, Caller, Changed, Created, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
        names,
    },
    offboarding,
    owners::{self, At, Whose},
    quotas::LIVE_API_KEYS,
};
use queries::{
    client::Params,
    queries::control::api_keys::{
        self as sql, CreateApiKeyParams, ListApiKeysParams, UpdateApiKeyParams, create_api_key, get_api_key,
        known_organizations, list_api_keys, lock_api_key, lock_quota, revoke_api_key, update_api_key,
    },
};
use rights::{Rights, refuse_escalation};
use scope_report::scope_reports;
use std::{collections::HashMap, slice::from_ref};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

const DEFAULT_DAYS: i32 = 90;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, revoke))
}

/// Create an API key
///
/// The response contains the full key, which is returned only once. The key cannot exceed the caller's rights: its
/// scopes, organizations, networks and expiry are limited to those of the caller.
#[utoipa::path(post, path = "/api/admin/api-keys", operation_id = "admin.api_keys.create", tag = "API keys",
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation, ProblemCode::QuotaExceeded]))),
    security(("api_key" = [Scope::ApiKeysWrite])), responses((status = 201, body = ApiKey)))]
async fn create(
    app: App,
    caller: Caller,
    write: Write,
    Json(new): Json<NewApiKey>,
) -> Result<Created<ApiKey>, Problem> {
    let now = app.clock.now();
    let expiry = new_expiry(&new, &caller, now);
    let rights = Rights::of_new(&new, &caller);
    refuse_escalation(&caller, &rights, Some(expiry.at))?;

    let change = write.begin().await?;
    let owner = owners::of_new(&change, &caller, new.owner).await?;
    let (created_by_kind, created_by_id) = change.actor();
    let tenant = lock_quota().bind(&*change).one().await?;
    refuse_unknown_organizations(&change, rights.organization_ids.as_deref()).await?;
    let key = KeyText::new(Environment::named(&tenant.environment), &tenant.routing);
    let id = ApiKeyId(app.clock.id());
    let row = create_api_key()
        .params(
            &*change,
            &CreateApiKeyParams {
                id: id.0,
                name: new.name.as_str(),
                scopes: rights.scope_names(),
                key_prefix: key.prefix.as_str(),
                key_last4: key.last4.as_str(),
                organization_ids: rights.organization_uuids(),
                allowed_cidrs: rights.cidr_names(),
                expires_days: expiry.days,
                expires_at: expiry.at,
                owner_kind: owner.kind(),
                owner_id: owner.uuid(),
                created_by_kind,
                created_by_id,
                now,
                quota: LIVE_API_KEYS,
            },
        )
        .opt()
        .await?
        .ok_or_else(quota_exceeded)?;
    secrets::issue(&change, id, (app.clock.id(), &key), now).await?;
    change.created(ApiKey { key: Some(key.reveal()), ..to_wire(row, now) }).await
}

/// List API keys, or read one
///
/// Returns the key with this `id`, or all keys of the tenant, newest first, including revoked and expired keys.
#[utoipa::path(get, path = "/api/admin/api-keys", operation_id = "admin.api_keys.list", tag = "API keys",
    params(ApiKeyQuery, PagingParams),
    security(("api_key" = [Scope::ApiKeysRead])), responses((status = 200, body = ApiKeyOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<ApiKeyQuery>,
    paging: Paging,
) -> Result<Found<ApiKey>, Problem> {
    let now = app.clock.now();
    let db = app.db.tenant(&caller).await?;
    let with_report = query.include == Some(ApiKeyInclude::ScopeReport);
    if let Some(id) = query.id {
        let row = get_api_key().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        let mut reports = if with_report { scope_reports(&db, from_ref(&row), now).await? } else { HashMap::new() };
        return Ok(Found::One(ApiKey { scope_report: reports.remove(&row.id), ..to_wire(row, now) }));
    }
    let rows = list_api_keys()
        .params(
            &db,
            &ListApiKeysParams {
                before: paging.before()?,
                owner_id: query.owner.map(Owner::uuid),
                statuses: query.status.map(|all| names(all, status_name)),
                scopes: query.scope.map(grants_covering),
                expires_before: query.expiring_within_days.map(|days| now + in_days(days)),
                unused_since: query.unused_for_days.map(|days| now - in_days(days)),
                now,
                limit: paging.rows(),
            },
        )
        .all()
        .await?;
    let mut reports = if with_report { scope_reports(&db, &rows, now).await? } else { HashMap::new() };
    let to_wire = |row: sql::ApiKey| ApiKey { scope_report: reports.remove(&row.id), ..to_wire(row, now) };
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change an API key
///
/// Fields that are absent are not changed; `null` removes a restriction. The caller must have all rights of the key,
/// before and after the change.
///
/// `rotate` issues a new secret. Each earlier secret stays valid until its own grace period ends, even if the key is
/// rotated again meanwhile, so a rotation whose response was lost can be repeated. At most 10 earlier secrets can be
/// valid at the same time (409 `quota_exceeded`). `grace_seconds: 0` invalidates all earlier secrets at once; use it
/// when one has leaked.
#[utoipa::path(put, path = "/api/admin/api-keys", operation_id = "admin.api_keys.update", tag = "API keys",
    params(ApiKeyTarget),
    extensions(("x-problems" = json!([
        ProblemCode::ScopeEscalation, ProblemCode::QuotaExceeded, ProblemCode::KeyInactive
    ]))),
    security(("api_key" = [Scope::ApiKeysWrite])), responses((status = 200, body = ApiKey)))]
async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<ApiKeyTarget>,
    if_match: IfMatch,
    Json(wanted): Json<ApiKeyChange>,
) -> Result<Changed<ApiKey>, Problem> {
    let now = app.clock.now();
    let change = write.begin().await?;
    let row = lock(&change, target.id).await?;
    let current = to_wire(row.clone(), now);
    if_match.check(&current)?;
    if matches!(current.status, ApiKeyStatus::Revoked | ApiKeyStatus::Expired) {
        return Err(Problem::new(ProblemCode::KeyInactive, "The key is revoked or expired. Create another key."));
    }
    let before = Rights::of(&current);
    refuse_escalation(&caller, &before, None)?;
    let owner = wanted.owner.unwrap_or(current.owner);
    if owner != current.owner {
        owners::check(&change, &caller, owner, At::Body("/owner")).await?;
    }
    let expiry = wanted.expires_days.map(|days| Expiry { days, at: now + in_days(days) });
    let after = before.changed(&wanted);
    // The caller who rotates a key holds it afterwards, until it expires.
    let gained = expiry.map(|expiry| expiry.at).or(wanted.rotate.as_ref().map(|_| current.expires_at));
    refuse_escalation(&caller, &after, gained)?;
    if wanted.organization_ids.is_some() {
        refuse_unknown_organizations(&change, after.organization_ids.as_deref()).await?;
    }

    let expiry = expiry.unwrap_or(Expiry { days: current.expires_days, at: current.expires_at });
    let new_key = wanted.rotate.as_ref().map(|_| KeyText::with_prefix(row.key_prefix));
    if let (Some(rotate), Some(key)) = (&wanted.rotate, &new_key) {
        secrets::end_present(&change, target.id, rotate, now).await?;
        secrets::issue(&change, target.id, (app.clock.id(), key), now).await?;
    }
    // Unchanged fields are written back as they were stored, including scopes that this version does not know yet.
    let row = update_api_key()
        .params(
            &*change,
            &UpdateApiKeyParams {
                name: wanted.name.as_ref().unwrap_or(&current.name).as_str(),
                scopes: wanted.scopes.map_or(row.scopes, |_| after.scope_names()),
                organization_ids: after.organization_uuids(),
                allowed_cidrs: wanted.allowed_cidrs.map_or(row.allowed_cidrs, |_| after.cidr_names()),
                expires_days: expiry.days,
                expires_at: expiry.at,
                owner_kind: owner.kind(),
                owner_id: owner.uuid(),
                key_last4: new_key.as_ref().map(|key| key.last4.as_str()),
                now,
                id: target.id.0,
            },
        )
        .one()
        .await?;
    let event = new_key.as_ref().map(|_| EventKind::ApiKeyRotated);
    change.changed_as(event, &current, ApiKey { key: new_key.map(|key| key.reveal()), ..to_wire(row, now) }).await
}

/// Revoke an API key
///
/// Revokes the key permanently. Every server refuses it within a second; the record is kept. A key can revoke
/// itself. Resources that the key created keep working with the rights of their owners. With `cascade=true`, for a key
/// that has leaked, all keys that it created are revoked too, directly or through other keys, and the webhook endpoints
/// and workflows that any of them created are paused and disabled; the response is then the revoked key (200), with these
/// resources as `impact`.
#[utoipa::path(delete, path = "/api/admin/api-keys", operation_id = "admin.api_keys.delete", tag = "API keys",
    params(ApiKeyRevocation),
    security(("api_key" = [Scope::ApiKeysWrite])), responses(
        (status = 204),
        (status = 200, body = ApiKey, description = "With `cascade=true`: the revoked key and the affected resources.")))]
async fn revoke(
    app: App,
    write: Write,
    Query(target): Query<ApiKeyRevocation>,
    if_match: IfMatch,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let mut change = write.begin().await?;
    let current = to_wire(lock(&change, target.id).await?, now);
    if_match.check(&current)?;
    let impact = match target.cascade {
        Some(true) => {
            let (api_keys, mut made) = owned::revoke_made_by(&mut change, target.id, now).await?;
            made.push(target.id.0);
            let mut impact = Impact { api_keys, ..Impact::default() };
            offboarding::stop(&app, &mut change, &Whose::MadeBy(made), &mut impact).await?;
            Some(impact)
        }
        _ => None,
    };
    let revoked = match current.revoked_at {
        Some(_) => None,
        None => Some(to_wire(revoke_api_key().bind(&*change, &now, &target.id.0).one().await?, now)),
    };
    let entry = match &revoked {
        Some(revoked) => Entry::retired(&current, revoked),
        None => Entry::deleted_again(&current),
    };
    if impact.is_none() {
        return Ok(change.deleted(entry).await?.into_response());
    }
    change.record(entry)?;
    let key = ApiKey { impact, ..revoked.unwrap_or(current) };
    Ok(change.answered(Answer::ok(&key)?.with_version_of(&key)).await?.into_response())
}

async fn lock(tx: &Tx, id: ApiKeyId) -> Result<sql::ApiKey, Problem> {
    lock_api_key().bind(tx, &id.0).opt().await?.ok_or_else(Problem::not_found)
}

async fn refuse_unknown_organizations(tx: &Tx, wanted: Option<&[OrganizationId]>) -> Result<(), Problem> {
    let Some(wanted) = wanted else { return Ok(()) };
    let ids: Vec<Uuid> = wanted.iter().map(|id| id.0).collect();
    let known = known_organizations().bind(tx, &ids).all().await?;
    owners::refuse_unknown(wanted, &known)
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Expiry {
    days: i32,
    at: Timestamp,
}

/// The default expiry is no later than the creator's; a requested one that exceeds it is refused.
fn new_expiry(new: &NewApiKey, caller: &Caller, now: Timestamp) -> Expiry {
    match new.expires_days {
        Some(days) => Expiry { days, at: now + in_days(days) },
        None => Expiry { days: DEFAULT_DAYS, at: (now + in_days(DEFAULT_DAYS)).min(caller.gives_until()) },
    }
}

fn quota_exceeded() -> Problem {
    let detail =
        format!("A tenant can have at most {LIVE_API_KEYS} valid API keys. Revoke one that is no longer used.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

fn in_days(days: i32) -> SignedDuration {
    SignedDuration::from_hours(24 * i64::from(days))
}

/// The grants that cover `wanted`.
fn grants_covering(wanted: Grant) -> Vec<String> {
    Grant::all().filter(|grant| grant.covers(wanted)).map(|grant| grant.to_string()).collect()
}

fn status(row: &sql::ApiKey, now: Timestamp) -> ApiKeyStatus {
    match row.revoked_at {
        Some(_) => ApiKeyStatus::Revoked,
        None if row.expires_at <= now => ApiKeyStatus::Expired,
        None if row.grace_until.is_some_and(|until| until > now) => ApiKeyStatus::Rotating,
        None => ApiKeyStatus::Active,
    }
}

fn status_name(status: ApiKeyStatus) -> &'static str {
    match status {
        ApiKeyStatus::Active => "active",
        ApiKeyStatus::Rotating => "rotating",
        ApiKeyStatus::Expired => "expired",
        ApiKeyStatus::Revoked => "revoked",
    }
}

fn to_wire(row: sql::ApiKey, now: Timestamp) -> ApiKey {
    ApiKey {
        status: status(&row, now),
        id: ApiKeyId(row.id),
        name: row.name,
        scopes: row.scopes.iter().filter_map(|text| text.parse().ok()).collect(),
        expires_days: row.expires_days,
        expires_at: row.expires_at,
        key: None,
        key_prefix: row.key_prefix,
        key_last4: row.key_last4,
        organization_ids: row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        allowed_cidrs: row.allowed_cidrs.map(|nets| nets.iter().filter_map(|net| net.parse().ok()).collect()),
        last_used: last_use(row.last_used_at, row.last_used_ip, row.last_used_route),
        rotation: row.grace_until.filter(|until| *until > now).map(|grace_until| Rotation { grace_until }),
        scope_report: None,
        owner: Owner::stored(&row.owner_kind, row.owner_id),
        impact: None,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        revoked_at: row.revoked_at,
        version: row.version,
    }
}

fn last_use(at: Option<Timestamp>, ip: Option<String>, route: Option<String>) -> Option<LastUse> {
    Some(LastUse { used_at: at?, ip: ip?.parse().ok()?, route: route? })
}
