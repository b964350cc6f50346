//! `/api/admin/webhooks/test`: sends an example to an endpoint, and returns the result.

use super::{
    endpoints,
    work::{
        endpoint::Address,
        send::{Attempt, attempt},
    },
};
use api::events::Event;
use api::{
    EventId, EventKind, Scope,
    webhook_deliveries::{AttemptReason, AttemptTimings, DeliveryAttempt, WebhookTest, WebhookTestResult},
    webhooks::{WebhookEndpoint, WebhookEndpointTarget},
};
use kernel::{
    app::App,
    http::{Answer, Caller, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
    shares::Share,
};
use serde_json::json;
use std::time::Duration;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The timeout of a test call, whatever the endpoint's own timeout is.
const LONGEST: Duration = Duration::from_secs(4);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(test))
}

/// Send a test event
///
/// Sends an example event, signed like every delivery, and returns the result, even if the endpoint is paused or
/// disabled. It waits at most 4 seconds. The example is not stored in the event log, and its `sequence` is 0. A request
/// that is repeated with the same `Idempotency-Key` does not send it again. The number of concurrent tests per tenant
/// and server is limited.
#[utoipa::path(post, path = "/api/admin/webhooks/test", operation_id = "admin.webhooks.test", tag = "Webhooks",
    params(WebhookEndpointTarget),
    security(("api_key" = [Scope::WebhooksWrite])), responses((status = 200, body = WebhookTestResult)))]
async fn test(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<WebhookEndpointTarget>,
    if_match: IfMatch,
    Json(wanted): Json<WebhookTest>,
) -> Result<WrittenTogether, Problem> {
    // The share is checked first: nothing is read for a tenant that has used it up.
    let _taken = match write.is_dry_run() {
        true => None,
        false => Some(app.shares.take(Share::WebhookTests, caller.tenant())?),
    };
    let found = endpoints::find(&app.db.tenant(&caller).await?, target.id, app.clock.now()).await?;
    let endpoint = found.ok_or_else(Problem::not_found)?;
    if_match.check(&endpoint)?;
    let event = sample(&app, &caller, &endpoint, wanted.event_type.unwrap_or(EventKind::WebhookPing))?;
    let (mut change, attempt) = match write.is_dry_run() {
        true => (write.begin().await?, None),
        false => {
            let address = endpoints::address(&app, &caller, &endpoint).await?;
            // No transaction is open during the call to the customer's server.
            let sent = write.begin_after(async || send(&app, &address, &endpoint, &event).await).await?;
            (sent.0, Some(sent.1))
        }
    };
    change.record(Entry::used(&endpoint))?;
    let result = WebhookTestResult { event, attempt };
    change.answered(Answer::ok(&result)?).await
}

/// Built from the examples of the document, for the caller's own resource.
fn sample(app: &App, caller: &Caller, endpoint: &WebhookEndpoint, kind: EventKind) -> Result<Event, Problem> {
    let example = app
        .document()
        .example(kind)
        .ok_or_else(|| Problem::internal(anyhow::anyhow!("no example of {}", kind.name())))?;
    let mut event = Event {
        id: EventId(app.clock.id()),
        timestamp: app.clock.now(),
        tenant_id: caller.tenant(),
        organization_id: None,
        // No subject's events count from 0, so a test makes no real event look stale.
        sequence: 0,
        actor: caller.wire_actor(),
        ..example
    };
    if kind == EventKind::WebhookPing {
        event.data = json!({"object": endpoint});
        event.subject.id = endpoint.id.to_string();
    }
    Ok(event)
}

async fn send(
    app: &App,
    address: &Address,
    endpoint: &WebhookEndpoint,
    event: &Event,
) -> Result<DeliveryAttempt, Problem> {
    let timeout = LONGEST.min(Duration::from_secs(endpoint.timeout_seconds.unsigned_abs().into()));
    let body = serde_json::to_vec(event).map_err(Problem::internal)?.into();
    let (attempt, _) = attempt(app, address, timeout, event.id, &body).await;
    Ok(to_wire(attempt))
}

fn to_wire(attempt: Attempt) -> DeliveryAttempt {
    let micros = |time: Duration| i32::try_from(time.as_micros()).unwrap_or(i32::MAX);
    DeliveryAttempt {
        started_at: attempt.at,
        reason: AttemptReason::Test,
        status: attempt.status,
        error: attempt.error.map(str::to_owned),
        error_detail: attempt.detail,
        remote: attempt.remote,
        timings: AttemptTimings {
            dns_microseconds: attempt.timings.dns.map(micros),
            connect_microseconds: attempt.timings.connect.map(micros),
            tls_microseconds: attempt.timings.tls.map(micros),
            first_byte_microseconds: attempt.timings.first_byte.map(micros),
            total_microseconds: micros(attempt.timings.total),
        },
        response_headers: attempt.headers.and_then(|headers| serde_json::from_value(headers).ok()),
        response_body: attempt.body.map(|body| String::from_utf8_lossy(&body).into_owned()),
        response_truncated: attempt.truncated,
    }
}
