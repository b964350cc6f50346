//! The columns of a table: the fields of an item that people read first.

use super::flags::inner;
use serde_json::Value;

/// Fields in the order of their importance.
const FIRST: &[&str] = &[
    "id",
    "number",
    "name",
    "subject",
    "title",
    "email",
    "hostname",
    "type",
    "kind",
    "event_type",
    "status",
    "result",
    "priority",
    "role",
    "url",
    "verb",
    "operation",
    "resource_type",
    "resource_id",
    "prefix",
    "secret_prefix",
    "scopes",
    "progress",
    "region",
    "size",
    "ticket_id",
    "workflow_id",
    "workflow_name",
    "organization_id",
    "assignee_id",
    "last_used_at",
    "last_seen_at",
    "started_at",
    "occurred_at",
    "due_at",
    "finished_at",
    "expires_at",
    "created_at",
    "updated_at",
    "version",
];

const MOST: usize = 7;

/// The names of the columns for objects with this schema.
pub fn of(document: &Value, item: &Value) -> Vec<String> {
    let mut fields = vec![];
    properties(document, item, &mut fields);
    let scalar = |name: &&str| {
        let schema = fields.iter().find(|(field, _)| *field == *name).map(|(_, schema)| inner(document, schema).0);
        schema.is_some_and(|schema| {
            ["string", "integer", "number", "boolean"].iter().any(|kind| schema["type"] == *kind)
                || is_texts(document, schema)
        })
    };
    let mut columns: Vec<&str> = FIRST.iter().copied().filter(|name| scalar(name)).take(MOST).collect();
    for (name, _) in &fields {
        if columns.len() < 4 && !columns.contains(name) && scalar(name) {
            columns.push(name);
        }
    }
    columns.into_iter().map(str::to_owned).collect()
}

fn is_texts(document: &Value, schema: &Value) -> bool {
    schema["type"] == "array" && inner(document, &schema["items"]).0["type"] == "string"
}

fn properties<'a>(document: &'a Value, schema: &'a Value, fields: &mut Vec<(&'a str, &'a Value)>) {
    let schema = inner(document, schema).0;
    for part in ["allOf", "oneOf", "anyOf"].iter().flat_map(|name| schema[*name].as_array().into_iter().flatten()) {
        properties(document, part, fields);
    }
    fields.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, field)| (name.as_str(), field)));
}
