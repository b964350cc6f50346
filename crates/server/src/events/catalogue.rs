//! `/api/admin/webhooks/event-types`: every kind of event, with its schema and an example, from the types in the code.

use api::{
    EventKind, Scope,
    events::{EventType, EventTypes},
};
use kernel::{
    app::App,
    http::{Json, document::event_schema},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// List event types
///
/// Returns all event types of the event log and of webhooks, each with its JSON Schema and an example.
#[utoipa::path(get, path = "/api/admin/webhooks/event-types", operation_id = "admin.webhooks.event_types",
    tag = "Events", security(("api_key" = [Scope::EventsRead])), responses((status = 200, body = EventTypes)))]
async fn read(app: App) -> Json<EventTypes> {
    let document = app.document();
    let all = EventKind::ALL.iter().filter_map(|kind| {
        let (description, schema) = (kind.about().to_owned(), document.complete(event_schema(*kind)));
        Some(EventType { kind: *kind, description, schema, example: document.example(*kind)? })
    });
    Json(EventTypes { data: all.collect() })
}
