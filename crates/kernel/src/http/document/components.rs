//! Shared by all operations: security schemes, parameters, and the events that webhooks receive.

use crate::http::site::SESSION;
use api::{EventId, EventKind};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) fn add(document: &mut Value) {
    add_schemes(document);
    add_parameters(document);
    add_webhooks(document);
}

/// The tag of the events that webhooks receive.
const EVENTS_TAG: &str = "Webhook events";

/// The events that webhooks receive: an envelope whose `data` depends on the event type.
fn add_webhooks(document: &mut Value) {
    let payloads: BTreeSet<_> = EventKind::ALL.iter().map(|kind| kind.data_schema()).collect();
    for (name, schema) in api::events::schemas() {
        let name = if payloads.contains(&*name) { payload_name(&name) } else { name };
        document["components"]["schemas"][name] = json!(schema);
    }
    for kind in EventKind::ALL {
        document["components"]["schemas"][event_name(*kind)] = event(*kind);
        document["webhooks"][kind.name()] = json!({"post": {
            "operationId": format!("webhooks.{}", kind.name()),
            "summary": kind.about(),
            "description": "The service sends this request to each webhook endpoint that is registered for the event type.",
            "tags": [EVENTS_TAG],
            "security": [{"webhook_signature": []}],
            "parameters": [
                {"$ref": "#/components/parameters/WebhookId"},
                {"$ref": "#/components/parameters/WebhookTimestamp"}
            ],
            "requestBody": {"required": true, "content": {"application/json": {"schema": event_schema(*kind)}}},
            "responses": {"2XX": {
                "description": "The event was received. Any other status is retried, except 410, which disables the endpoint."
            }}
        }});
    }
    if let Some(tags) = document["tags"].as_array_mut() {
        let about = "Requests that the service sends to webhook endpoints, one for each event type.";
        tags.push(json!({"name": EVENTS_TAG, "description": about}));
    }
}

/// The schema of an event of one kind.
pub fn event_schema(kind: EventKind) -> Value {
    json!({"$ref": format!("#/components/schemas/{}", event_name(kind))})
}

fn event(kind: EventKind) -> Value {
    json!({"description": kind.about(), "allOf": [
        {"$ref": "#/components/schemas/Event"},
        {"type": "object", "properties": {
            "type": {"const": kind.name(), "description": "Type of the event."},
            "data": {"$ref": format!("#/components/schemas/{}", payload_name(&kind.data_schema()))}
        }, "required": ["type", "data"]}
    ]})
}

/// `TicketCreatedEvent` for `ticket.created`.
fn event_name(kind: EventKind) -> String {
    let words = kind.name().split(['.', '_']).map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    });
    words.collect::<String>() + "Event"
}

/// `TicketEventData`, the payload of several kinds of events.
pub(super) fn payload_name(schema: &str) -> String {
    format!("{schema}Data")
}

fn add_schemes(document: &mut Value) {
    document["components"]["securitySchemes"] = json!({
        "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "tck_…",
            "description": "A tenant API key, sent as `Authorization: Bearer tck_…`. The listed names are the \
                required scopes."},
        "api_key": {"type": "apiKey", "in": "header", "name": "X-API-Key",
            "description": "The same key, for clients that cannot set `Authorization`."},
        "session": {"type": "apiKey", "in": "cookie", "name": SESSION.name("https://"),
            "description": "The session of a signed-in user. (If the base URL of the server is plain http, for \
                development, the cookie is named `tc_session`.) A write is refused if its `Origin` or \
                `Sec-Fetch-Site` header names another site; a client that sends neither header is accepted. An API \
                key in the same request has precedence."},
        "webhook_signature": {"type": "apiKey", "in": "header", "name": "webhook-signature",
            "description": "Signature of a request to a webhook endpoint, as in Standard Webhooks: `v1,` and the base64 of \
                the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret of the endpoint. While earlier \
                secrets are still valid after a rotation, there is one signature for each valid secret, separated by spaces."}
    });
}

fn add_parameters(document: &mut Value) {
    document["components"]["parameters"]["IdempotencyKey"] = json!({
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "Makes retries safe: for 24 hours, the same request with the same key is not executed again \
            but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is \
            `null`).",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$", "examples": ["import-2026-11-15-0042"]}
    });
    document["components"]["parameters"]["LastEventId"] = json!({
        "name": "Last-Event-ID", "in": "header", "required": false,
        "description": "Resumes a stream after the event with this id. If the event is no longer in the log, the \
            request fails with 410 `event_gone`.",
        "schema": <EventId as utoipa::PartialSchema>::schema()
    });
    document["components"]["parameters"]["IfMatch"] = json!({
        "name": "If-Match", "in": "header", "required": false,
        "description": "Expected version: the `ETag` of the object as you read it. If the object has another version, \
            the request fails with 412, with the current object as `current`.",
        "schema": {"type": "string", "pattern": "^(\\*|(W/)?\"[^\"]*\"(, *(W/)?\"[^\"]*\")*)$", "examples": ["\"v7\""]}
    });
    document["components"]["parameters"]["WebhookId"] = json!({
        "name": "webhook-id", "in": "header", "required": true,
        "description": "Id of the event. All attempts and redeliveries of an event have the same id.",
        "schema": <EventId as utoipa::PartialSchema>::schema()
    });
    document["components"]["parameters"]["WebhookTimestamp"] = json!({
        "name": "webhook-timestamp", "in": "header", "required": true,
        "description": "Time of the attempt, in seconds since 1970. It is part of the signed text.",
        "schema": {"type": "integer", "format": "int64", "examples": [1_794_735_000]}
    });
}
