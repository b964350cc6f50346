//! The change of an endpoint: its unchanged parts, the protection of credentials from a new origin, and the stored row.

use super::{
    get, lock, matches, names, refuse_unknown,
    secrets::{self, Headers, NewSecret, Sealing},
    uuids, wanted,
};
use api::{
    OrganizationId, Scope,
    webhooks::{WantedStatus, WebhookEndpoint, WebhookEndpointChange, WebhookEndpointTarget, WebhookStatus},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    credentials::rights::Rights,
    hearing,
    http::{Caller, Change, Changed, IfMatch, Json, Problem, Query, Write},
    owners::{self, At},
};
use queries::{
    client::Params,
    queries::webhooks::endpoints::{UpdateEndpointParams, forgive_endpoint, look_again, update_endpoint},
};
use serde_json::Value;

/// Change a webhook endpoint
///
/// Fields that are absent are not changed; `null` clears a field. `status` pauses or resumes the endpoint. With
/// `dry_run=true`, `matches` in the response is the number of matching events among the last 1,000. To change `events`,
/// the caller needs the scope that reads each event type that they match.
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
    extensions(("x-problems" = json!([api::ProblemCode::ScopeEscalation, api::ProblemCode::QuotaExceeded]))),
    security(("api_key" = [Scope::WebhooksWrite])), responses((status = 200, body = WebhookEndpoint)))]
pub async fn update(
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
    let sealing = Sealing { app: &app, caller: &caller, id, dry_run: write.is_dry_run() };
    let (new_secret, headers) = sealing.for_change(&wanted).await?;

    let change = write.begin().await?;
    let (old, stored) = lock(&change, id, now).await?;
    if_match.check(&old)?;
    if let Some(owner) = wanted.owner.filter(|owner| *owner != old.owner) {
        owners::check(&change, &caller, owner, At::Body("/owner")).await?;
    }
    let organizations = match &wanted.organization_ids {
        Some(organizations) => wanted::organizations(&caller, Some(organizations.clone()))?,
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
    // The caller who decides what is sent, or where to, cannot have more sent than they may read themselves.
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

/// The parts of a changed endpoint that are computed before it is stored.
struct Parts {
    organizations: Option<Vec<OrganizationId>>,
    headers: Headers,
    /// `Some` if the events or the URL have changed.
    ceiling: Option<Rights>,
}

/// Stores the changed row.
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
