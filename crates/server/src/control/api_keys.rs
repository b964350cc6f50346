//! `/api/admin/api-keys`: the keys by which automation acts for a tenant.
//!
//! A key's text is answered once, to its creator, and only its hash is stored. Nobody can give a key more than they
//! have themselves. A change reaches every node within a second.

use crate::{
    app::App,
    credentials::KeyText,
    db::Tx,
    http::{Caller, Changed, Created, Deleted, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write},
    quotas::LIVE_API_KEYS,
};
use api::{
    Actor, ApiKeyId, Cidr, Fault, Grant, OrganizationId, ProblemCode,
    api_keys::{ApiKey, ApiKeyChange, ApiKeyOrPage, ApiKeyQuery, ApiKeyStatus, ApiKeyTarget, LastUse, NewApiKey},
    problem::FaultCode,
    session::Environment,
};
use jiff::{SignedDuration, Timestamp};
use queries::{
    client::Params,
    queries::control::api_keys::{
        self as sql, CreateApiKeyParams, ListApiKeysParams, UpdateApiKeyParams, create_api_key, get_api_key,
        known_organizations, list_api_keys, lock_api_key, lock_quota, revoke_api_key, update_api_key,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

const DEFAULT_DAYS: i32 = 90;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, revoke))
}

/// Create an API key
///
/// The answer holds the key itself, for the only time. The key may do no more than its creator, in nothing: scopes,
/// organizations, networks, expiry.
#[utoipa::path(post, path = "/api/admin/api-keys", operation_id = "admin.api_keys.create", tag = "API keys",
    security(("api_key" = [api::Scope::ApiKeysWrite])), responses((status = 201, body = ApiKey)))]
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
    let tenant = lock_quota().bind(&*change).one().await?;
    refuse_unknown_organizations(&change, rights.organization_ids.as_deref()).await?;
    let key = KeyText::new(Environment::named(&tenant.environment), &tenant.routing);
    let row = create_api_key()
        .params(
            &*change,
            &CreateApiKeyParams {
                id: app.clock.id(),
                name: new.name.as_str(),
                scopes: rights.scope_names(),
                key_prefix: key.prefix.as_str(),
                key_last4: key.last4.as_str(),
                secret_hash: key.secret_hash.as_slice(),
                organization_ids: rights.organization_uuids(),
                allowed_cidrs: rights.cidr_names(),
                expires_days: expiry.days,
                expires_at: expiry.at,
                created_by_kind: "api_key",
                created_by_id: Some(caller.key.0),
                now,
                quota: LIVE_API_KEYS,
            },
        )
        .opt()
        .await?
        .ok_or_else(quota_exceeded)?;
    change.created(ApiKey { key: Some(key.reveal()), ..to_wire(row, now) }).await
}

/// List API keys, or read one
///
/// With `id` the key itself, otherwise all keys of the tenant, newest first, also the revoked and expired ones.
#[utoipa::path(get, path = "/api/admin/api-keys", operation_id = "admin.api_keys.list", tag = "API keys",
    params(ApiKeyQuery, PagingParams),
    security(("api_key" = [api::Scope::ApiKeysRead])), responses((status = 200, body = ApiKeyOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<ApiKeyQuery>,
    paging: Paging,
) -> Result<Found<ApiKey>, Problem> {
    let now = app.clock.now();
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_api_key().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row, now)));
    }
    let rows = list_api_keys()
        .params(
            &db,
            &ListApiKeysParams {
                before: paging.before(),
                status: query.status.map(status_name),
                scopes: query.scope.map(grants_covering),
                expires_before: query.expiring_within_days.map(|days| now + in_days(days)),
                unused_since: query.unused_for_days.map(|days| now - in_days(days)),
                now,
                limit: paging.rows(),
            },
        )
        .all()
        .await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| to_wire(row, now))))
}

/// Change an API key
///
/// Absent fields stay as they are; `null` lifts a restriction. Only a key that may do no more than the caller can be
/// changed, and it cannot be given more.
#[utoipa::path(put, path = "/api/admin/api-keys", operation_id = "admin.api_keys.update", tag = "API keys",
    params(ApiKeyTarget),
    security(("api_key" = [api::Scope::ApiKeysWrite])), responses((status = 200, body = ApiKey)))]
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
    if current.status != ApiKeyStatus::Active {
        return Err(Problem::new(ProblemCode::KeyNotLive, "The key was revoked or has expired. Create another one."));
    }
    let before = Rights::of(&current);
    refuse_escalation(&caller, &before, None)?;
    let expiry = wanted.expires_days.map(|days| Expiry { days, at: now + in_days(days) });
    let after = before.changed(&wanted);
    refuse_escalation(&caller, &after, expiry.map(|expiry| expiry.at))?;
    if wanted.organization_ids.is_some() {
        refuse_unknown_organizations(&change, after.organization_ids.as_deref()).await?;
    }

    let expiry = expiry.unwrap_or(Expiry { days: current.expires_days, at: current.expires_at });
    // What is not changed is written back as it was stored, also a scope that this version does not know yet.
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
                now,
                id: target.id.0,
            },
        )
        .one()
        .await?;
    change.changed(&current, to_wire(row, now)).await
}

/// Revoke an API key
///
/// For good. The next request with it is refused on every node; the record stays. A key may revoke itself.
#[utoipa::path(delete, path = "/api/admin/api-keys", operation_id = "admin.api_keys.delete", tag = "API keys",
    params(ApiKeyTarget),
    security(("api_key" = [api::Scope::ApiKeysWrite])), responses((status = 204)))]
async fn revoke(
    app: App,
    write: Write,
    Query(target): Query<ApiKeyTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let now = app.clock.now();
    let change = write.begin().await?;
    let current = to_wire(lock(&change, target.id).await?, now);
    if_match.check(&current)?;
    if current.revoked_at.is_none() {
        revoke_api_key().bind(&*change, &now, &target.id.0).one().await?;
    }
    change.deleted(&current).await
}

async fn lock(tx: &Tx, id: ApiKeyId) -> Result<sql::ApiKey, Problem> {
    lock_api_key().bind(tx, &id.0).opt().await?.ok_or_else(Problem::not_found)
}

async fn refuse_unknown_organizations(tx: &Tx, wanted: Option<&[OrganizationId]>) -> Result<(), Problem> {
    let Some(wanted) = wanted else { return Ok(()) };
    let ids: Vec<Uuid> = wanted.iter().map(|id| id.0).collect();
    let known = known_organizations().bind(tx, &ids).all().await?;
    match wanted.iter().position(|id| !known.contains(&id.0)) {
        None => Ok(()),
        Some(index) => {
            let pointer = format!("/organization_ids/{index}");
            Err(Problem::fault(&pointer, FaultCode::NotFound, "there is no such organization"))
        }
    }
}

/// What a key may do, and where.
#[derive(Debug, Clone, PartialEq)]
struct Rights {
    scopes: Vec<Grant>,
    organization_ids: Option<Vec<OrganizationId>>,
    allowed_cidrs: Option<Vec<Cidr>>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Expiry {
    days: i32,
    at: Timestamp,
}

impl Rights {
    /// A restriction that is left out is the creator's own.
    fn of_new(new: &NewApiKey, caller: &Caller) -> Rights {
        Rights {
            scopes: new.scopes.clone(),
            organization_ids: new.organization_ids.clone().or_else(|| caller.organizations().map(<[_]>::to_vec)),
            allowed_cidrs: new.allowed_cidrs.clone().or_else(|| caller.allowed_cidrs.clone()),
        }
    }

    fn of(key: &ApiKey) -> Rights {
        Rights {
            scopes: key.scopes.clone(),
            organization_ids: key.organization_ids.clone(),
            allowed_cidrs: key.allowed_cidrs.clone(),
        }
    }

    fn of_caller(caller: &Caller) -> Rights {
        Rights {
            scopes: caller.grants.clone(),
            organization_ids: caller.organizations().map(<[_]>::to_vec),
            allowed_cidrs: caller.allowed_cidrs.clone(),
        }
    }

    fn changed(self, change: &ApiKeyChange) -> Rights {
        Rights {
            scopes: change.scopes.clone().unwrap_or(self.scopes),
            organization_ids: change.organization_ids.clone().unwrap_or(self.organization_ids),
            allowed_cidrs: change.allowed_cidrs.clone().unwrap_or(self.allowed_cidrs),
        }
    }

    /// Where these rights go beyond `own`.
    fn excess_over(&self, own: &Rights) -> Vec<Fault> {
        let scopes =
            self.scopes.iter().enumerate().filter(|(_, wanted)| !own.scopes.iter().any(|g| g.covers(**wanted)));
        let scopes =
            scopes.map(|(i, wanted)| excess(format!("/scopes/{i}"), format!("the caller does not have {wanted}")));
        let organizations = beyond(&self.organization_ids, &own.organization_ids, |own, wanted| own == wanted);
        let organizations = organizations.map(|at| {
            excess(format!("/organization_ids{at}"), "the caller is restricted to other organizations".into())
        });
        let networks = beyond(&self.allowed_cidrs, &own.allowed_cidrs, Cidr::encloses);
        let networks = networks
            .map(|at| excess(format!("/allowed_cidrs{at}"), "the caller is restricted to other networks".into()));
        scopes.chain(organizations).chain(networks).collect()
    }

    fn scope_names(&self) -> Vec<String> {
        self.scopes.iter().map(ToString::to_string).collect()
    }

    fn organization_uuids(&self) -> Option<Vec<Uuid>> {
        Some(self.organization_ids.as_ref()?.iter().map(|id| id.0).collect())
    }

    fn cidr_names(&self) -> Option<Vec<String>> {
        Some(self.allowed_cidrs.as_ref()?.iter().map(ToString::to_string).collect())
    }
}

/// The pointers at which a restriction is wider than one's own: the whole where there is none.
fn beyond<T>(wanted: &Option<Vec<T>>, own: &Option<Vec<T>>, holds: impl Fn(&T, &T) -> bool) -> Option<String> {
    match (wanted, own) {
        (_, None) => None,
        (None, Some(_)) => Some(String::new()),
        (Some(wanted), Some(own)) => {
            wanted.iter().position(|one| !own.iter().any(|mine| holds(mine, one))).map(|index| format!("/{index}"))
        }
    }
}

fn excess(pointer: String, detail: String) -> Fault {
    Fault { pointer: Some(pointer), parameter: None, code: FaultCode::Exceeds, detail, did_you_mean: None }
}

fn refuse_escalation(caller: &Caller, rights: &Rights, expires_at: Option<Timestamp>) -> Result<(), Problem> {
    let mut faults = rights.excess_over(&Rights::of_caller(caller));
    if expires_at.is_some_and(|at| at > caller.expires_at) {
        faults.push(excess("/expires_days".into(), format!("the caller itself expires at {}", caller.expires_at)));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Problem::escalation(rights.scopes.clone(), &caller.grants, faults))
}

/// What was not asked for ends with the creator at the latest; what was is refused when it goes beyond.
fn new_expiry(new: &NewApiKey, caller: &Caller, now: Timestamp) -> Expiry {
    match new.expires_days {
        Some(days) => Expiry { days, at: now + in_days(days) },
        None => Expiry { days: DEFAULT_DAYS, at: (now + in_days(DEFAULT_DAYS)).min(caller.expires_at) },
    }
}

fn quota_exceeded() -> Problem {
    let detail = format!("A tenant may have {LIVE_API_KEYS} live API keys. Revoke one that is no longer used.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

fn in_days(days: i32) -> SignedDuration {
    SignedDuration::from_hours(24 * i64::from(days))
}

/// The grants by which a key may do what `wanted` says.
fn grants_covering(wanted: Grant) -> Vec<String> {
    Grant::all().filter(|grant| grant.covers(wanted)).map(|grant| grant.to_string()).collect()
}

fn status(revoked_at: Option<Timestamp>, expires_at: Timestamp, now: Timestamp) -> ApiKeyStatus {
    match revoked_at {
        Some(_) => ApiKeyStatus::Revoked,
        None if expires_at <= now => ApiKeyStatus::Expired,
        None => ApiKeyStatus::Active,
    }
}

fn status_name(status: ApiKeyStatus) -> &'static str {
    match status {
        ApiKeyStatus::Active => "active",
        ApiKeyStatus::Expired => "expired",
        ApiKeyStatus::Revoked => "revoked",
    }
}

fn to_wire(row: sql::ApiKey, now: Timestamp) -> ApiKey {
    ApiKey {
        id: ApiKeyId(row.id),
        name: row.name,
        scopes: row.scopes.iter().filter_map(|text| text.parse().ok()).collect(),
        expires_days: row.expires_days,
        expires_at: row.expires_at,
        status: status(row.revoked_at, row.expires_at, now),
        key: None,
        key_prefix: row.key_prefix,
        key_last4: row.key_last4,
        organization_ids: row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        allowed_cidrs: row.allowed_cidrs.map(|nets| nets.iter().filter_map(|net| net.parse().ok()).collect()),
        last_used: last_use(row.last_used_at, row.last_used_ip, row.last_used_route),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        revoked_at: row.revoked_at,
        version: row.version,
    }
}

fn last_use(at: Option<Timestamp>, ip: Option<String>, route: Option<String>) -> Option<LastUse> {
    Some(LastUse { at: at?, ip: ip?.parse().ok()?, route: route? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rights(scopes: &[&str], organizations: Option<&[u128]>, networks: Option<&[&str]>) -> Rights {
        Rights {
            scopes: scopes.iter().map(|scope| scope.parse().unwrap()).collect(),
            organization_ids: organizations
                .map(|ids| ids.iter().map(|n| OrganizationId(Uuid::from_u128(*n))).collect()),
            allowed_cidrs: networks.map(|nets| nets.iter().map(|net| net.parse().unwrap()).collect()),
        }
    }

    fn excess(wanted: &Rights, own: &Rights) -> Vec<String> {
        wanted.excess_over(own).into_iter().filter_map(|fault| fault.pointer).collect()
    }

    #[test]
    fn less_than_ones_own_is_no_escalation() {
        let own = rights(&["tickets:*", "*:read"], Some(&[1, 2]), Some(&["10.0.0.0/8"]));
        let wanted = rights(&["tickets:write", "audit:read"], Some(&[2]), Some(&["10.4.0.0/16"]));
        assert!(excess(&wanted, &own).is_empty());
        assert!(excess(&own, &rights(&["*"], None, None)).is_empty());
    }

    #[test]
    fn more_than_ones_own_is_told_at_its_pointer() {
        let own = rights(&["tickets:*"], Some(&[1]), Some(&["10.0.0.0/8"]));
        let wider = rights(&["tickets:read", "*"], Some(&[1, 3]), Some(&["10.1.0.0/16", "0.0.0.0/0"]));
        assert_eq!(excess(&wider, &own), ["/scopes/1", "/organization_ids/1", "/allowed_cidrs/1"]);
        let unrestricted = rights(&["tickets:read"], None, None);
        assert_eq!(excess(&unrestricted, &own), ["/organization_ids", "/allowed_cidrs"]);
    }

    #[test]
    fn a_key_is_expired_from_the_very_moment_on() {
        let at = Timestamp::UNIX_EPOCH;
        assert_eq!(status(None, at, at), ApiKeyStatus::Expired);
        assert_eq!(status(None, at, at - SignedDuration::from_micros(1)), ApiKeyStatus::Active);
        assert_eq!(status(Some(at), at + in_days(1), at), ApiKeyStatus::Revoked);
    }
}
