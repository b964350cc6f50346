//! Shared by all operations: problem responses, security schemes, parameters, and the events that webhooks receive.

use crate::http::site::SESSION;
use api::{EventId, EventKind, ProblemCode};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn add(document: &mut Value) {
    add_problem_responses(document);
    add_schemes_and_parameters(document);
    add_webhooks(document);
}

/// One response for each status that a problem can have, naming its codes.
fn add_problem_responses(document: &mut Value) {
    let mut codes = BTreeMap::<u16, Vec<String>>::new();
    for code in ProblemCode::ALL {
        codes.entry(code.status()).or_default().push(format!("- `{}`: {}", code.name(), code.title()));
    }
    for (status, codes) in codes {
        document["components"]["responses"][status.to_string()] = json!({
            "description": codes.join("\n"),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        });
    }
}

/// The events that webhooks receive: an envelope whose `data` depends on the event type.
fn add_webhooks(document: &mut Value) {
    for (name, schema) in api::events::schemas() {
        document["components"]["schemas"][name] = json!(schema);
    }
    for kind in EventKind::ALL {
        document["webhooks"][kind.name()] = json!({"post": {
            "operationId": format!("webhooks.{}", kind.name()),
            "summary": kind.about(),
            "tags": ["Events"],
            "requestBody": {"content": {"application/json": {"schema": event_schema(*kind)}}},
            "responses": {"2XX": {"description": "The event was received. Any other status is retried."}}
        }});
    }
}

/// The schema of an event of one kind.
pub fn event_schema(kind: EventKind) -> Value {
    json!({"allOf": [
        {"$ref": "#/components/schemas/Event"},
        {"properties": {
            "type": {"const": kind.name()},
            "data": {"$ref": format!("#/components/schemas/{}", kind.data_schema())}
        }}
    ]})
}

fn add_schemes_and_parameters(document: &mut Value) {
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
                key in the same request has precedence."}
    });
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
}
