//! `/api/admin/webhooks`: where a tenant wants to be told of events.
//!
//! The secret by which deliveries are signed is answered once and stored sealed, as are the values of additional headers.

mod secrets;
mod wanted;

use super::{
    interest::Interest,
    work::{
        endpoint::{Address, StoredAddress, stored_secrets},
        logged::Logged,
    },
};
use crate::{
    app::App,
    credentials::rights::Rights,
    db::Tx,
    hearing,
    http::{
        Caller, Change, Changed, Created, Deleted, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
    },
    owners::{self, At},
    quotas::WEBHOOK_ENDPOINTS,
};
use api::{
    Actor, EventKind, OrganizationId, Owner, ProblemCode, Scope, WebhookEndpointId,
    problem::FaultCode,
    webhooks::{
        EventPattern, FilterMatches, NewWebhookEndpoint, SecretRotation, WantedStatus, WebhookEndpoint,
        WebhookEndpointChange, WebhookEndpointOrPage, WebhookEndpointQuery, WebhookEndpointTarget, WebhookHealth,
        WebhookOrdering, WebhookStatus,
    },
};
use jiff::Timestamp;
use queries::{
    client::{GenericClient, Params},
    queries::webhooks::endpoints::{
        self as sql, CreateEndpointParams, ListEndpointsParams, SetEndpointStatusParams, UpdateEndpointParams,
        announce_log, create_endpoint, delete_endpoint, follow_log, forget_secrets, forgive_endpoint, get_address,
        get_endpoint, known_organizations, last_events, list_endpoints, lock_endpoint, lock_endpoint_quota, look_again,
        set_endpoint_status, update_endpoint,
    },
};
use secrets::{Headers, NewSecret, Sealing};
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// How many events of the past a rehearsal looks at.
const REHEARSED: i64 = 1000;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete))
}

/// Create a webhook endpoint
///
/// The endpoint receives new events of the given types, signed as specified by Standard Webhooks. The response contains
/// the signing secret, which is returned only once. With `dry_run=true`, the response contains the number of the last
/// 1,000 events that match.
///
/// The caller needs the scope that reads each event type that `events` matches, such as `tickets:read` for `ticket.*`;
/// `*` requires all of them.
#[utoipa::path(post, path = "/api/admin/webhooks", operation_id = "admin.webhooks.create", tag = "Webhooks",
    security(("api_key" = [Scope::WebhooksWrite])), responses((status = 201, body = WebhookEndpoint)))]
async fn create(
    app: App,
    caller: Caller,
    write: Write,
    Json(new): Json<NewWebhookEndpoint>,
) -> Result<Created<WebhookEndpoint>, Problem> {
    wanted::check_new(&app, &new)?;
    hearing::refuse_unreadable(&caller, &new.events)?;
    let organizations = wanted::organizations(&caller, new.organization_ids.clone())?;
    let (id, now) = (WebhookEndpointId(app.clock.id()), app.clock.now());
    let sealing = Sealing { app: &app, caller: &caller, id, dry_run: write.is_rehearsal() };
    let (headers, secret) = (sealing.headers(&new.headers).await?, sealing.new_secret().await?);

    let change = write.begin().await?;
    let owner = owners::of_new(&change, &caller, new.owner).await?;
    let ((created_by_kind, created_by_id), ceiling) = (change.actor(), caller.rights());
    lock_endpoint_quota().bind(&*change).one().await?;
    refuse_unknown(&change, organizations.as_deref()).await?;
    create_endpoint()
        .params(
            &*change,
            &CreateEndpointParams {
                id: id.0,
                name: new.name.as_str(),
                url: new.url.as_str(),
                description: new.description.as_deref(),
                events: names(&new.events),
                filter: new.filter.as_ref().map(|filter| Value::Object(filter.0.clone())),
                organization_ids: uuids(organizations.as_deref()),
                ordering: new.ordering.name(),
                timeout_seconds: new.timeout_seconds,
                max_per_second: new.max_per_second,
                header_names: headers.names.as_slice(),
                headers_sealed: headers.sealed.as_deref(),
                secret_hint: secret.secret.hint(),
                owner_kind: owner.kind(),
                owner_id: owner.uuid(),
                created_by_kind,
                created_by_id,
                granted_scopes: ceiling.scope_names(),
                granted_organization_ids: ceiling.organization_uuids(),
                now,
                quota: WEBHOOK_ENDPOINTS,
            },
        )
        .opt()
        .await?
        .ok_or_else(quota_exceeded)?;
    secret.store(&change, id, now).await?;
    follow_log().bind(&*change).one().await?;
    announce_log().bind(&*change).opt().await?;
    let mut endpoint = get(&*change, id, now).await?;
    endpoint.secret = Some(secret.secret.reveal());
    endpoint.matches = matches(&change, &caller, &endpoint).await?;
    change.created(endpoint).await
}

/// List webhook endpoints, or read one
#[utoipa::path(get, path = "/api/admin/webhooks", operation_id = "admin.webhooks.list", tag = "Webhooks",
    params(WebhookEndpointQuery, PagingParams),
    security(("api_key" = [Scope::WebhooksRead])), responses((status = 200, body = WebhookEndpointOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<WebhookEndpointQuery>,
    paging: Paging,
) -> Result<Found<WebhookEndpoint>, Problem> {
    let (db, now) = (app.db.tenant(&caller).await?, app.clock.now());
    if let Some(id) = query.id {
        return Ok(Found::One(get(&db, id, now).await?));
    }
    let filters = ListEndpointsParams {
        before: paging.before()?,
        status: query.status.map(WebhookStatus::name),
        patterns: query.event.map(patterns_of),
        limit: paging.rows(),
    };
    let rows = list_endpoints().params(&db, &filters).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| to_wire(row, now))))
}

/// Change a webhook endpoint
///
/// Fields that are absent are not changed; `null` clears a field. `status` pauses or resumes the endpoint. With
/// `dry_run=true`, the response contains the number of the last 1,000 events that match. To change `events`, the caller
/// needs the scope that reads each event type that they match.
///
/// `rotate_secret` issues a new signing secret. Deliveries are also signed with each earlier secret until its own grace
/// period ends, even if the secret is rotated again meanwhile. At most 10 earlier secrets can be valid at the same time
/// (409 `quota_exceeded`). `grace_seconds: 0` invalidates all earlier secrets at once.
///
/// A `url` with another scheme, host or port is another origin, which must not receive the credentials of the old one.
/// The values of all headers must be sent again in the same request (`headers: {}` removes them), and the secret is
/// rotated without a grace period. The response contains the new secret.
#[utoipa::path(put, path = "/api/admin/webhooks", operation_id = "admin.webhooks.update", tag = "Webhooks",
    params(WebhookEndpointTarget),
    security(("api_key" = [Scope::WebhooksWrite])), responses((status = 200, body = WebhookEndpoint)))]
async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<WebhookEndpointTarget>,
    if_match: IfMatch,
    Json(wanted): Json<WebhookEndpointChange>,
) -> Result<Changed<WebhookEndpoint>, Problem> {
    wanted::check_change(&app, &wanted)?;
    wanted.events.as_deref().map_or(Ok(()), |events| hearing::refuse_unreadable(&caller, events))?;
    let (id, now) = (target.id, app.clock.now());
    let sealing = Sealing { app: &app, caller: &caller, id, dry_run: write.is_rehearsal() };
    let (new_secret, headers) = sealing.for_change(&wanted).await?;

    let change = write.begin().await?;
    let (old, stored) = lock(&change, id, now).await?;
    if_match.check(&old)?;
    if let Some(owner) = wanted.owner.filter(|owner| *owner != old.owner) {
        owners::check(&change, &caller, owner, At::Body("/owner")).await?;
    }
    let organizations = match &wanted.organization_ids {
        Some(organizations) => wanted::organizations(&caller, organizations.clone())?,
        None => old.organization_ids.clone(),
    };
    refuse_unknown(&change, organizations.as_deref()).await?;
    let moves = wanted::leads_elsewhere(&old, &wanted);
    if moves {
        wanted::refuse_kept_headers(&old, &wanted)?;
    }
    let headers = headers.unwrap_or_else(|| Headers::unchanged(&old, &stored));
    headers.refuse_stale(&old)?;
    let grace_seconds = if moves { Some(0) } else { wanted.rotate_secret.as_ref().map(|rotate| rotate.grace_seconds) };
    let secret = new_secret.filter(|_| grace_seconds.is_some());
    if let (Some(secret), Some(grace_seconds)) = (&secret, grace_seconds) {
        secrets::end_present(&change, id, grace_seconds, now).await?;
        secret.store(&change, id, now).await?;
    }
    let lets_go_on = wanted.status == Some(WantedStatus::Active) && old.status != WebhookStatus::Active;
    // Whoever says what is sent where has it sent no more than they may read themselves.
    let ceiling = wanted::redirects(&wanted).then(|| caller.rights());
    let parts = Parts { organizations, headers, ceiling };
    store(&change, &old, wanted, parts, secret.as_ref(), now).await?;
    if lets_go_on {
        forgive_endpoint().bind(&*change, &id.0).opt().await?;
    }
    look_again().bind(&*change).opt().await?;
    let mut endpoint = get(&*change, id, now).await?;
    endpoint.matches = matches(&change, &caller, &endpoint).await?;
    endpoint.secret = secret.map(|new| new.secret.reveal());
    change.changed(&old, endpoint).await
}

/// What of a changed endpoint was worked out before it is stored.
struct Parts {
    organizations: Option<Vec<OrganizationId>>,
    headers: Headers,
    /// Where what is sent, or where to, has changed.
    ceiling: Option<Rights>,
}

/// The row as it is stored afterwards.
async fn store(
    change: &Change,
    old: &WebhookEndpoint,
    wanted: WebhookEndpointChange,
    Parts { organizations, headers, ceiling }: Parts,
    secret: Option<&NewSecret>,
    now: Timestamp,
) -> Result<(), Problem> {
    let current = old.clone();
    let (status, status_reason) = match wanted.status {
        Some(WantedStatus::Active) => (WebhookStatus::Active, None),
        Some(WantedStatus::Paused) => (WebhookStatus::Paused, None),
        None => (current.status, current.status_reason),
    };
    let filter = wanted.filter.unwrap_or(current.filter);
    let owner = wanted.owner.unwrap_or(current.owner);
    let row = UpdateEndpointParams {
        name: wanted.name.unwrap_or(current.name),
        url: wanted.url.unwrap_or(current.url),
        description: wanted.description.unwrap_or(current.description),
        events: names(wanted.events.as_ref().unwrap_or(&current.events)),
        filter: filter.map(|filter| Value::Object(filter.0)),
        organization_ids: uuids(organizations.as_deref()),
        ordering: wanted.ordering.unwrap_or(current.ordering).name(),
        timeout_seconds: wanted.timeout_seconds.unwrap_or(current.timeout_seconds),
        max_per_second: wanted.max_per_second.unwrap_or(current.max_per_second),
        header_names: headers.names,
        headers_sealed: headers.sealed,
        secret_hint: secret.map_or(current.secret_hint, |new| new.secret.hint()),
        status: status.name(),
        status_reason,
        owner_kind: owner.kind(),
        owner_id: owner.uuid(),
        granted_scopes: ceiling.as_ref().map(Rights::scope_names),
        granted_organization_ids: ceiling.as_ref().and_then(Rights::organization_uuids),
        now,
        id: old.id.0,
    };
    update_endpoint().params(&**change, &row).one().await?;
    Ok(())
}

/// Delete a webhook endpoint
///
/// Cancels waiting deliveries. The delivery log is kept for 30 days.
#[utoipa::path(delete, path = "/api/admin/webhooks", operation_id = "admin.webhooks.delete", tag = "Webhooks",
    params(WebhookEndpointTarget),
    security(("api_key" = [Scope::WebhooksWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<WebhookEndpointTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let now = app.clock.now();
    let change = write.begin().await?;
    let (old, _) = lock(&change, target.id, now).await?;
    if_match.check(&old)?;
    delete_endpoint().bind(&*change, &now, &target.id.0).one().await?;
    forget_secrets().bind(&*change, &target.id.0, &true, &now).all().await?;
    look_again().bind(&*change).opt().await?;
    change.deleted(&old).await
}

pub async fn find<C: GenericClient>(
    db: &C,
    id: WebhookEndpointId,
    now: Timestamp,
) -> Result<Option<WebhookEndpoint>, tokio_postgres::Error> {
    Ok(get_endpoint().bind(db, &id.0).opt().await?.map(|row| to_wire(row, now)))
}

async fn get<C: GenericClient>(db: &C, id: WebhookEndpointId, now: Timestamp) -> Result<WebhookEndpoint, Problem> {
    find(db, id, now).await?.ok_or_else(Problem::not_found)
}

/// Where and how it is sent to at the moment.
pub async fn address(app: &App, caller: &Caller, endpoint: &WebhookEndpoint) -> Result<Address, Problem> {
    let row = get_address().bind(&app.db.tenant(caller).await?, &app.clock.now(), &endpoint.id.0).opt().await?;
    let row = row.ok_or_else(Problem::not_found)?;
    let stored = StoredAddress {
        tenant: caller.tenant(),
        endpoint: endpoint.id.0,
        url: &row.url,
        headers: row.headers_sealed.as_deref(),
        secrets: stored_secrets(&row.secret_ids, &row.secrets_sealed, &row.secret_ends),
        previous: row.previous_secret_sealed.as_deref().zip(row.previous_secret_until),
    };
    stored.open(app).await?.ok_or_else(Problem::not_found)
}

async fn lock(
    tx: &Tx,
    id: WebhookEndpointId,
    now: Timestamp,
) -> Result<(WebhookEndpoint, sql::SealedHeaders), Problem> {
    let sealed = lock_endpoint().bind(tx, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    Ok((get(tx, id, now).await?, sealed))
}

/// Locked for a change by the worker; `None` when it was deleted.
pub async fn find_to_change(
    tx: &Tx,
    id: WebhookEndpointId,
    now: Timestamp,
) -> Result<Option<WebhookEndpoint>, Problem> {
    let locked = lock_endpoint().bind(tx, &id.0).opt().await?;
    if locked.is_some() { Ok(find(tx, id, now).await?) } else { Ok(None) }
}

pub async fn set_status(
    tx: &Tx,
    id: WebhookEndpointId,
    status: WebhookStatus,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<WebhookEndpoint, Problem> {
    let wanted = SetEndpointStatusParams { status: status.name(), reason, now, id: id.0 };
    set_endpoint_status().params(tx, &wanted).one().await?;
    look_again().bind(tx).opt().await?;
    get(tx, id, now).await
}

/// How many of the last events it would have been sent: for a rehearsal only.
async fn matches(
    change: &Change,
    caller: &Caller,
    endpoint: &WebhookEndpoint,
) -> Result<Option<FilterMatches>, Problem> {
    if !change.is_rehearsal() {
        return Ok(None);
    }
    let filter = endpoint.filter.as_ref();
    let (events, organizations) = (endpoint.events.clone(), endpoint.organization_ids.clone());
    let interest = Interest::new(endpoint.id, events, filter, organizations, Some(caller.rights()));
    let past = last_events().bind(&**change, &REHEARSED).all().await?;
    let of = past.len() as i64;
    let matched = past.into_iter().filter_map(Logged::past).filter(|event| interest.covers(event)).count() as i64;
    Ok(Some(FilterMatches { matched, of }))
}

async fn refuse_unknown(tx: &Tx, wanted: Option<&[OrganizationId]>) -> Result<(), Problem> {
    let Some(wanted) = wanted else { return Ok(()) };
    let known = known_organizations().bind(tx, &uuids(Some(wanted)).unwrap_or_default()).all().await?;
    match wanted.iter().position(|id| !known.contains(&id.0)) {
        None => Ok(()),
        Some(index) => {
            let pointer = format!("/organization_ids/{index}");
            Err(Problem::fault(&pointer, FaultCode::NotFound, "there is no such organization"))
        }
    }
}

fn quota_exceeded() -> Problem {
    let detail =
        format!("A tenant can have at most {WEBHOOK_ENDPOINTS} webhook endpoints. Delete one that is no longer used.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

/// The patterns by which an endpoint is sent a kind of event.
fn patterns_of(kind: EventKind) -> Vec<String> {
    let name = kind.name();
    let beginnings = name.match_indices('.').map(|(at, _)| format!("{}*", &name[..=at]));
    beginnings.chain(["*".to_owned(), name.to_owned()]).collect()
}

fn names(patterns: &[EventPattern]) -> Vec<String> {
    patterns.iter().map(|pattern| pattern.name().to_owned()).collect()
}

fn uuids(organizations: Option<&[OrganizationId]>) -> Option<Vec<Uuid>> {
    Some(organizations?.iter().map(|id| id.0).collect())
}

fn to_wire(row: sql::Endpoint, now: Timestamp) -> WebhookEndpoint {
    WebhookEndpoint {
        id: WebhookEndpointId(row.id),
        name: row.name,
        url: row.url,
        description: row.description,
        events: row.events.into_iter().map(EventPattern::stored).collect(),
        filter: row.filter.and_then(|filter| serde_json::from_value(filter).ok()),
        organization_ids: row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        ordering: WebhookOrdering::named(&row.ordering).unwrap_or(WebhookOrdering::None),
        headers: row.header_names.into_iter().map(|name| (name, None)).collect(),
        timeout_seconds: row.timeout_seconds,
        max_per_second: row.max_per_second,
        status: WebhookStatus::named(&row.status).unwrap_or(WebhookStatus::Disabled),
        status_reason: row.status_reason,
        health: WebhookHealth {
            consecutive_failures: row.consecutive_failures.unwrap_or_default(),
            failing_since: row.failing_since,
            last_success_at: row.last_success_at,
            last_failure_at: row.last_failure_at,
            backlog: row.backlog,
        },
        secret: None,
        secret_hint: row.secret_hint,
        rotation: row.grace_until.filter(|until| *until > now).map(|grace_until| SecretRotation { grace_until }),
        matches: None,
        owner: Owner::stored(&row.owner_kind, row.owner_id),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
