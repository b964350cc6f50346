//! `/api/admin/webhooks`: the endpoints to which a tenant's events are delivered.
//!
//! The secret that signs deliveries is returned once and stored sealed, as are the values of additional headers.

mod secrets;
mod update;
mod wanted;

use super::{
    interest::Interest,
    work::{
        endpoint::{Address, StoredAddress, stored_secrets},
        logged::Logged,
    },
};
use api::{
    Actor, EventKind, OrganizationId, Owner, ProblemCode, Scope, WebhookEndpointId,
    webhooks::{
        EventPattern, FilterMatches, NewWebhookEndpoint, SecretRotation, WebhookEndpoint, WebhookEndpointOrPage,
        WebhookEndpointQuery, WebhookEndpointTarget, WebhookHealth, WebhookOrdering, WebhookStatus,
    },
};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::Tx,
    hearing,
    http::{
        Caller, Change, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
    },
    owners,
    quotas::WEBHOOK_ENDPOINTS,
};
use queries::{
    client::{GenericClient, Params},
    queries::webhooks::endpoints::{
        self as sql, CreateEndpointParams, ListEndpointsParams, SetEndpointStatusParams, announce_log, create_endpoint,
        delete_endpoint, follow_log, forget_secrets, get_address, get_endpoint, known_organizations, last_events,
        list_endpoints, lock_endpoint, lock_endpoint_quota, look_again, set_endpoint_status,
    },
};
use secrets::Sealing;
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// How many past events a dry run checks.
const REHEARSED: i64 = 1000;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update::update, delete))
}

/// Create a webhook endpoint
///
/// The endpoint receives new events of the given types, signed as specified by Standard Webhooks. The response contains
/// the signing secret, which is returned only once. With `dry_run=true`, `matches` in the response is the number of
/// matching events among the last 1,000.
///
/// The caller needs the scope that reads each event type that `events` matches, such as `tickets:read` for `ticket.*`;
/// `*` requires all of them.
#[utoipa::path(post, path = "/api/admin/webhooks", operation_id = "admin.webhooks.create", tag = "Webhooks",
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation, ProblemCode::QuotaExceeded]))),
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
    let sealing = Sealing { app: &app, caller: &caller, id, dry_run: write.is_dry_run() };
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
        statuses: query.status.map(|all| kernel::http::names(all, WebhookStatus::name)),
        patterns: query
            .event_type
            .map(|patterns| patterns.iter().flat_map(EventPattern::kinds).flat_map(patterns_of).collect::<Vec<_>>()),
        limit: paging.rows(),
    };
    let rows = list_endpoints().params(&db, &filters).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| to_wire(row, now))))
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
    change.deleted(Entry::deleted(&old)).await
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

/// The endpoint's present URL, headers and secrets.
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

/// Locked for a change by the worker; `None` if it was deleted.
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

/// How many of the last events it would have received: only for a dry run.
async fn matches(
    change: &Change,
    caller: &Caller,
    endpoint: &WebhookEndpoint,
) -> Result<Option<FilterMatches>, Problem> {
    if !change.is_dry_run() {
        return Ok(None);
    }
    let filter = endpoint.filter.as_ref();
    let (events, organizations) = (endpoint.events.clone(), endpoint.organization_ids.clone());
    let interest = Interest::new(endpoint.id, events, filter, organizations, Some(caller.rights()));
    let past = last_events().bind(&**change, &REHEARSED).all().await?;
    let examined = past.len() as i64;
    let matched = past.into_iter().filter_map(Logged::past).filter(|event| interest.covers(event)).count() as i64;
    Ok(Some(FilterMatches { matched, examined }))
}

async fn refuse_unknown(tx: &Tx, wanted: Option<&[OrganizationId]>) -> Result<(), Problem> {
    let Some(wanted) = wanted else { return Ok(()) };
    let known = known_organizations().bind(tx, &uuids(Some(wanted)).unwrap_or_default()).all().await?;
    owners::refuse_unknown(wanted, &known)
}

fn quota_exceeded() -> Problem {
    let detail =
        format!("A tenant can have at most {WEBHOOK_ENDPOINTS} webhook endpoints. Delete one that is no longer used.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

/// The patterns by which an endpoint receives a kind of event.
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
