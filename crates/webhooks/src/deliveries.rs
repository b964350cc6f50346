//! `/api/admin/webhooks/deliveries`: the delivery log, with every attempt, and redelivery.

use api::{
    DeliveryId, EventId, EventKind, Resource, Scope, WebhookEndpointId,
    operations::Operation,
    webhook_deliveries::{
        AttemptReason, AttemptTimings, Delivery, DeliveryAttempt, DeliveryOrPage, DeliveryQuery, DeliveryStatus,
        DeliveryTarget, Redelivery,
    },
    webhooks::EventPattern,
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    http::{
        Answer, Caller, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write, WrittenTogether,
        names,
    },
    operations,
};
use queries::{
    client::Params,
    queries::webhooks::{
        deliveries::{
            self as sql, DeliveriesOfEndpointsParams, NewestDeliveriesParams, attempts_of_deliveries,
            deliveries_of_endpoints, endpoints_with_deliveries, get_delivery, newest_deliveries, send_again,
        },
        endpoints::look_again,
    },
};
use serde_json::json;
use std::{collections::HashMap, slice::from_ref};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// How long the log of a deleted endpoint is kept.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read)).routes(routes!(redeliver))
}

/// Read the delivery log
///
/// Returns the deliveries of the last 30 days, newest event first, each with all of its attempts.
#[utoipa::path(get, path = "/api/admin/webhooks/deliveries", operation_id = "admin.webhooks.deliveries.list",
    tag = "Webhooks", params(DeliveryQuery, PagingParams),
    security(("api_key" = [Scope::WebhooksRead])), responses((status = 200, body = DeliveryOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<DeliveryQuery>,
    paging: Paging,
) -> Result<Found<Delivery>, Problem> {
    if let Some(id) = query.id {
        let row = get_delivery().bind(&app.db.tenant(&caller).await?, &id.0).opt().await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let mut attempts = attempts(&app, &caller, from_ref(&row)).await?;
        return Ok(Found::One(to_wire(row, attempts.remove(&id.0).unwrap_or_default())));
    }
    let rows = list(&app, &caller, query, &paging).await?;
    let mut attempts = attempts(&app, &caller, &rows).await?;
    let to_wire = |row: sql::Delivery| {
        let made = attempts.remove(&row.id).unwrap_or_default();
        to_wire(row, made)
    };
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

async fn list(
    app: &App,
    caller: &Caller,
    query: DeliveryQuery,
    paging: &Paging,
) -> Result<Vec<sql::Delivery>, Problem> {
    let (before, limit) = (paging.before()?.min(id_at(query.until, u128::MAX)), paging.rows());
    let since = id_at(query.since, 0);
    let kinds = query.event_type.map(|patterns| patterns.iter().flat_map(EventPattern::kinds).collect::<Vec<_>>());
    let event_types = kinds.map(|kinds| names(kinds, EventKind::name));
    let event_id = query.event_id.map(|id| id.0);
    // The ids of its deliveries contain the time of the event.
    let (since, before) = match query.event_id {
        Some(EventId(id)) => (since.max(first_of(id)), before.min(first_after(id))),
        None => (since, before),
    };
    let endpoints = match (query.endpoint_id, &query.status) {
        (Some(WebhookEndpointId(id)), _) => vec![id],
        (None, Some(_)) => {
            let since = app.clock.now() - KEPT;
            endpoints_with_deliveries().bind(&app.db.tenant(caller).await?, &since).all().await?
        }
        (None, None) => {
            let all = NewestDeliveriesParams { before, since, event_types, event_id, limit };
            return Ok(newest_deliveries().params(&app.db.tenant(caller).await?, &all).all().await?);
        }
    };
    let statuses = names(query.status.unwrap_or(DeliveryStatus::ALL.to_vec()), DeliveryStatus::name);
    let some = DeliveriesOfEndpointsParams { endpoints, statuses, before, since, event_types, event_id, limit };
    Ok(deliveries_of_endpoints().params(&app.db.tenant(caller).await?, &some).all().await?)
}

/// The smallest id of a delivery of an event at this time.
fn id_at(at: Option<Timestamp>, otherwise: u128) -> Uuid {
    let milliseconds = |at: Timestamp| u128::try_from(at.as_millisecond()).unwrap_or_default();
    Uuid::from_u128(at.map_or(otherwise, |at| milliseconds(at) << 80))
}

fn first_of(event: Uuid) -> Uuid {
    Uuid::from_u128(event.as_u128() >> 80 << 80)
}

fn first_after(event: Uuid) -> Uuid {
    Uuid::from_u128(((event.as_u128() >> 80) + 1) << 80)
}

/// Attempts, by their delivery.
async fn attempts(
    app: &App,
    caller: &Caller,
    rows: &[sql::Delivery],
) -> Result<HashMap<Uuid, Vec<DeliveryAttempt>>, Problem> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let made = attempts_of_deliveries().bind(&app.db.tenant(caller).await?, &ids).all().await?;
    let mut attempts: HashMap<Uuid, Vec<DeliveryAttempt>> = HashMap::new();
    for attempt in made {
        attempts.entry(attempt.delivery_id).or_default().push(attempt_to_wire(attempt));
    }
    Ok(attempts)
}

/// Redeliver an event
///
/// Sends the event again with the same `webhook-id`, signed with the current secret. The result does not affect the
/// health of the endpoint.
#[utoipa::path(post, path = "/api/admin/webhooks/deliveries/redeliver",
    operation_id = "admin.webhooks.deliveries.redeliver", tag = "Webhooks", params(DeliveryTarget),
    security(("api_key" = [Scope::WebhooksWrite])), responses((status = 202, body = Operation)))]
async fn redeliver(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<DeliveryTarget>,
    if_match: IfMatch,
    Json(Redelivery {}): Json<Redelivery>,
) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    let found = get_delivery().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    if_match.check(&to_wire(found, vec![]))?;
    let row = send_again().bind(&*change, &app.clock.now(), &target.id.0).opt().await?;
    let delivery = row.map(|row| to_wire(row, vec![])).ok_or_else(Problem::not_found)?;
    look_again().bind(&*change).opt().await?;
    let operation = operations::New {
        kind: "webhooks.redeliver",
        scope: Scope::WebhooksRead,
        organizations: caller.organizations(),
        resource: (Delivery::TYPE, delivery.id.to_string()),
        input: json!({}),
        cancellation: operations::Cancellation::Immediate,
    };
    let operation = operation.done(&app, &change).await?;
    change.record(Entry::used(&delivery))?;
    change.announce();
    change.answered(Answer::accepted(&operation)?).await
}

fn to_wire(row: sql::Delivery, attempts: Vec<DeliveryAttempt>) -> Delivery {
    Delivery {
        id: DeliveryId(row.id),
        endpoint_id: WebhookEndpointId(row.endpoint_id),
        event_id: EventId(row.event_id),
        event_type: row.event_type,
        subject_id: row.subject_id,
        status: DeliveryStatus::named(&row.status).unwrap_or(DeliveryStatus::Failed),
        replay: row.replay,
        attempts,
        next_attempt_at: row.next_attempt_at,
        created_at: row.created_at,
        finished_at: row.finished_at,
    }
}

fn attempt_to_wire(row: sql::MadeAttempt) -> DeliveryAttempt {
    DeliveryAttempt {
        started_at: row.at,
        reason: AttemptReason::named(&row.reason).unwrap_or(AttemptReason::Schedule),
        status: row.status,
        error: row.error,
        error_detail: row.error_detail,
        remote: row.remote,
        timings: AttemptTimings {
            dns_microseconds: row.dns_us,
            connect_microseconds: row.connect_us,
            tls_microseconds: row.tls_us,
            first_byte_microseconds: row.first_byte_us,
            total_microseconds: row.total_us,
        },
        response_headers: row.response_headers.and_then(|headers| serde_json::from_value(headers).ok()),
        response_body: row.response_body.map(|body| String::from_utf8_lossy(&body).into_owned()),
        response_truncated: row.response_truncated,
    }
}
