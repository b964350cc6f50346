//! Descriptions and examples that are not repeated at every field and parameter.

use super::{operations, schemas::each};
use serde_json::{Map, Value, json};

/// Descriptions of fields that mean the same in every object. A description of the field itself takes precedence.
const COMMON: [(&str, &str); 49] = [
    ("id", "Id of the object."),
    ("type", "Type of the object."),
    ("name", "Name."),
    ("title", "Title."),
    ("description", "Human-readable description."),
    ("note", "Free-text note."),
    ("notes", "Free-text notes."),
    ("email", "E-mail address."),
    ("phone", "Phone number."),
    ("tags", "Tags, by which lists can be filtered."),
    ("enabled", "`true` if it is enabled."),
    ("created_at", "Time of creation."),
    ("updated_at", "Time of the last change."),
    ("started_at", "Start time."),
    ("finished_at", "End time; `null` until then."),
    ("revoked_at", "Time of revocation; `null` until then."),
    ("expires_at", "Time of expiry."),
    ("request_id", "Id of the request that made the change."),
    ("previous", "Values of the changed fields before the change."),
    ("data", "Results."),
    ("has_more", "`true` if there is another page."),
    ("detail", "Human-readable explanation."),
    ("total", "Total number of matching objects."),
    ("subject", "Subject, in one line."),
    ("number", "Number, unique within the tenant."),
    ("url", "URL to which requests are sent."),
    ("events", "Event types to receive, such as `ticket.created` or `ticket.*`."),
    ("device_ids", "Devices that the ticket is about."),
    ("resolved_at", "Time of resolution; `null` until then."),
    ("closed_at", "Time at which the ticket was closed; `null` until then."),
    ("first_reported_at", "Time of the first report."),
    ("last_reported_at", "Time of the last report."),
    ("decided_at", "Time of the decision."),
    ("used_at", "Time of the use."),
    ("breached_at", "Time of the breach; `null` if there is none."),
    ("target_seconds", "Time within which the target must be met, in seconds."),
    ("elapsed_seconds", "Time that has elapsed so far, in seconds."),
    ("comments", "Number of comments."),
    ("deduplicated", "`true` if the report was counted on an existing ticket."),
    ("consecutive_failures", "Number of failed attempts since the last success."),
    ("last_success_at", "Time of the last success."),
    ("last_failure_at", "Time of the last failure."),
    ("timeout_seconds", "Seconds after which an attempt fails."),
    ("max_per_second", "Maximum number of requests per second; `null` for no limit."),
    ("matched", "Number of events that match."),
    ("version", "Version."),
    ("key", "Key of the object."),
    ("code", "Code of the reason."),
    ("hostname", "Host name."),
];

pub(super) fn finish(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object_mut();
    let Some(schemas) = schemas else { return };
    schemas.values_mut().for_each(|schema| each(schema, &mut hoist));
    inherit(schemas);
    schemas.values_mut().for_each(|schema| each(schema, &mut add_common));
    let schemas = document["components"]["schemas"].take();
    let shared = document["components"]["parameters"].as_object_mut().into_iter().flatten();
    shared.for_each(|(_, parameter)| add_example(parameter, &schemas));
    for operation in operations(document) {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten();
        parameters.filter(|parameter| parameter.get("$ref").is_none()).for_each(|one| add_example(one, &schemas));
    }
    document["components"]["schemas"] = schemas;
}

/// The derive macro writes the description of a nullable field beside the reference to its schema: it describes the field.
fn hoist(schema: &mut Map<String, Value>) {
    let alternatives = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    let description = match alternatives.map(Vec::as_mut_slice) {
        Some([Value::Object(one), other]) if other["type"] == "null" && one.contains_key("$ref") => {
            one.remove("description")
        }
        _ => None,
    };
    if let Some(description) = description {
        schema.entry("description").or_insert(description);
    }
}

/// A field of a request has the description of the field that it sets: `NewTicket`, `TicketChange` and `TicketUpdate` those
/// of `Ticket`.
fn inherit(schemas: &mut Map<String, Value>) {
    let objects: Vec<_> = schemas.keys().filter_map(|name| Some((name.clone(), object_of(name)?.to_owned()))).collect();
    for (name, object) in objects {
        let Some(Value::Object(described)) = schemas.get(&object).map(|schema| schema["properties"].clone()) else {
            continue;
        };
        let fields = schemas.get_mut(&name).and_then(|schema| schema.get_mut("properties")?.as_object_mut());
        for (name, field) in fields.into_iter().flatten().filter(|(_, field)| field.get("description").is_none()) {
            if let Some(description) = described.get(name).and_then(|field| field.get("description")) {
                field["description"] = description.clone();
            }
        }
    }
}

/// The name of the object that a request of this name creates or changes.
fn object_of(name: &str) -> Option<&str> {
    name.strip_prefix("New").or_else(|| name.strip_suffix("Change")).or_else(|| name.strip_suffix("Update"))
}

fn add_common(schema: &mut Map<String, Value>) {
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    for (name, field) in fields {
        let refers = field.get("$ref").is_some() || field.get("oneOf").is_some() || field.get("allOf").is_some();
        if field.get("description").is_some() || refers {
            continue;
        }
        if let Some((_, description)) = COMMON.iter().find(|(common, _)| *common == name) {
            field["description"] = json!(description);
        }
    }
}

/// Every parameter has an example: its own, or one that follows from its schema.
fn add_example(parameter: &mut Value, schemas: &Value) {
    if parameter.get("example").is_none()
        && let Some(example) = example(&parameter["schema"], schemas)
    {
        parameter["example"] = example;
    }
}

fn example(schema: &Value, schemas: &Value) -> Option<Value> {
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    let schema = name.map_or(schema, |name| &schemas[name]);
    let given = [&schema["example"], &schema["examples"][0], &schema["default"], &schema["enum"][0], &schema["const"]];
    if let Some(given) = given.into_iter().find(|value| !value.is_null()) {
        return Some(given.clone());
    }
    let alternatives = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|kind| schema[kind].as_array());
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("boolean"), _) => Some(json!(true)),
        (Some("integer"), _) => Some(schema.get("minimum").cloned().unwrap_or(json!(1))),
        (Some("string"), Some("date-time")) => Some(json!("2026-11-15T09:30:00Z")),
        (Some("string"), Some("date")) => Some(json!("2026-11-15")),
        (Some("array"), _) => example(&schema["items"], schemas).map(|item| json!([item])),
        _ => alternatives.flatten().find_map(|schema| example(schema, schemas)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_described_by_itself_by_its_object_or_by_its_name() {
        let mut document = json!({"components": {"schemas": {
            "Site": {"properties": {
                "name": {"type": "string", "description": "Name of the site."},
                "created_at": {"type": "string"},
                "parent": {"oneOf": [{"$ref": "#/components/schemas/Site", "description": "Site above."}, {"type": "null"}]}
            }},
            "NewSite": {"properties": {"name": {"type": "string"}}}
        }}});
        finish(&mut document);
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["NewSite"]["properties"]["name"]["description"], "Name of the site.");
        let fields = &schemas["Site"]["properties"];
        assert_eq!(fields["created_at"]["description"], "Time of creation.");
        assert_eq!(fields["parent"]["description"], "Site above.");
        assert_eq!(fields["parent"]["oneOf"][0], json!({"$ref": "#/components/schemas/Site"}));
    }

    #[test]
    fn a_parameter_has_an_example_of_its_schema() {
        let schemas = json!({"Status": {"enum": ["open", "closed"]}});
        let status = json!({"type": "array", "items": {"$ref": "#/components/schemas/Status"}});
        assert_eq!(example(&status, &schemas), Some(json!(["open"])));
        assert_eq!(example(&json!({"type": "integer", "minimum": 0, "default": 50}), &schemas), Some(json!(50)));
        assert_eq!(example(&json!({"type": "string"}), &schemas), None);
    }
}
