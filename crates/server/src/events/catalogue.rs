//! `/api/admin/webhooks/event-types`: every kind of event, with its schema and an example, from the types in the code.

use crate::{
    app::App,
    http::{
        Json,
        document::event_schema,
        examples::{example, resolve},
    },
};
use api::{
    EventKind, Scope,
    events::{EventType, EventTypes},
};
use serde_json::{Map, Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// List the types of events
///
/// What the event log holds and webhooks are sent, each with its JSON Schema and an example.
#[utoipa::path(get, path = "/api/admin/webhooks/event-types", operation_id = "admin.webhooks.event_types",
    tag = "Events", security(("api_key" = [Scope::EventsRead])), responses((status = 200, body = EventTypes)))]
async fn read() -> Json<EventTypes> {
    let all = EventKind::ALL.iter().filter_map(|kind| {
        let (description, schema) = (kind.about().to_owned(), complete(event_schema(*kind)));
        Some(EventType { kind: *kind, description, schema, example: example(*kind)? })
    });
    Json(EventTypes { data: all.collect() })
}

/// The schema with all that it refers to, so that it stands by itself.
fn complete(schema: Value) -> Value {
    let mut definitions = Map::new();
    let mut schema = schema;
    localize(&mut schema, &mut definitions);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["$defs"] = Value::Object(definitions);
    schema
}

fn localize(value: &mut Value, definitions: &mut Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| localize(item, definitions)),
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                let name = reference.rsplit('/').next().unwrap_or_default().to_owned();
                if !definitions.contains_key(&name) {
                    let mut definition = resolve(&json!({"$ref": reference})).clone();
                    definitions.insert(name.clone(), Value::Null);
                    localize(&mut definition, definitions);
                    definitions.insert(name.clone(), definition);
                }
                *reference = format!("#/$defs/{name}");
            }
            fields.values_mut().for_each(|field| localize(field, definitions));
        }
        _ => {}
    }
}
