//! Rules for all schemas: fields that are always present are required, and enumerations that may grow are marked.

use super::METHODS;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Marks an enumeration of responses, to which values may be added: a client must accept values that it does not know.
const OPEN: &str = "x-open-enum";

pub(super) fn finish(document: &mut Value) {
    let (sent, returned) = (reached(document, requests), reached(document, responses));
    let schemas = document["components"]["schemas"].as_object_mut().into_iter().flatten();
    for (name, schema) in schemas {
        each(schema, &mut drop_copied_examples);
        if !returned.contains(name) {
            continue;
        }
        mark_open(schema);
        // A field may be absent in a request. The fields of schemas that requests share are therefore left as declared.
        if !sent.contains(name) {
            each(schema, &mut require_nullable);
        }
    }
}

/// Calls `change` with the schema and with all schemas inside it.
pub(super) fn each(schema: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    let Some(fields) = schema.as_object_mut() else { return };
    change(fields);
    for (keyword, value) in fields {
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties", Value::Object(inner)) => {
                inner.values_mut().for_each(|schema| each(schema, change));
            }
            ("items" | "additionalProperties" | "propertyNames" | "not", schema) => each(schema, change),
            ("allOf" | "oneOf" | "anyOf" | "prefixItems", Value::Array(inner)) => {
                inner.iter_mut().for_each(|schema| each(schema, change));
            }
            _ => {}
        }
    }
}

/// An example of a list or map is not one of its items, into which the derive macro copies it.
fn drop_copied_examples(schema: &mut Map<String, Value>) {
    if !schema.contains_key("items") && !schema.contains_key("additionalProperties") {
        return;
    }
    let mut copied = None;
    for keyword in ["items", "additionalProperties", "propertyNames"] {
        let inner = schema.get_mut(keyword).and_then(Value::as_object_mut);
        let examples = inner.and_then(|inner| {
            let first = inner.get("examples").and_then(|examples| examples.get(0))?;
            (first.is_array() || first.is_object()).then(|| inner.remove("examples")).flatten()
        });
        copied = copied.or(examples);
    }
    if let Some(examples) = copied {
        schema.entry("examples").or_insert(examples);
    }
}

/// A field of a response is left out only if its type says so: then it is never `null`. A field that can be `null` is
/// always present.
fn require_nullable(schema: &mut Map<String, Value>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    let nullable = properties.iter().filter(|(_, property)| is_nullable(property)).map(|(name, _)| json!(name));
    let nullable: Vec<_> = nullable.collect();
    if nullable.is_empty() {
        return;
    }
    let Some(required) = schema.entry("required").or_insert(json!([])).as_array_mut() else { return };
    for name in nullable {
        if !required.contains(&name) {
            required.push(name);
        }
    }
}

pub(super) fn is_nullable(schema: &Value) -> bool {
    let is_null = |schema: &Value| schema["type"] == "null";
    let mut alternatives = ["oneOf", "anyOf"].into_iter().filter_map(|kind| schema[kind].as_array()).flatten();
    let mut types = schema["type"].as_array().into_iter().flatten();
    alternatives.any(is_null) || types.any(|kind| kind == "null")
}

fn mark_open(schema: &mut Value) {
    if schema.get("enum").is_none() {
        return;
    }
    schema[OPEN] = json!(true);
    let description = schema["description"].as_str().unwrap_or_default();
    if description.contains("may be added") {
        return;
    }
    // The descriptions of the values follow that of the enumeration.
    let (about, values) = description.split_once("\n\n").unwrap_or((description, ""));
    let text = format!("{about} New values may be added.\n\n{values}");
    schema["description"] = json!(text.trim());
}

/// The parts of the document that clients send.
fn requests(document: &Value) -> Vec<&Value> {
    let all = operations(document).flat_map(|operation| [&operation["requestBody"], &operation["parameters"]]);
    all.chain([&document["components"]["parameters"]]).collect()
}

/// The parts of the document that clients receive: responses and events.
fn responses(document: &Value) -> Vec<&Value> {
    let all = operations(document).map(|operation| &operation["responses"]);
    all.chain([&document["components"]["responses"], &document["webhooks"]]).collect()
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    let items = document["paths"].as_object().into_iter().flatten().map(|(_, item)| item);
    items.flat_map(|item| METHODS.into_iter().filter_map(move |method| item.get(method)))
}

/// The names of all schemas to which these parts of the document refer, directly or through other schemas.
fn reached(document: &Value, parts: fn(&Value) -> Vec<&Value>) -> BTreeSet<String> {
    let (mut reached, mut left) = (BTreeSet::new(), parts(document));
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => {
                let reference = fields.get("$ref").and_then(Value::as_str);
                let name = reference.and_then(|reference| reference.strip_prefix("#/components/schemas/"));
                if let Some(name) = name.filter(|name| reached.insert((*name).to_owned())) {
                    left.push(&document["components"]["schemas"][name]);
                }
                left.extend(fields.values());
            }
            _ => {}
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        let reference = |name: &str| json!({"schema": {"$ref": format!("#/components/schemas/{name}")}});
        let nullable = json!({"type": ["string", "null"]});
        json!({
            "paths": {"/sites": {"post": {
                "requestBody": {"content": {"application/json": reference("NewSite")}},
                "responses": {"201": {"content": {"application/json": reference("Site")}}}
            }}},
            "components": {"schemas": {
                "NewSite": {"properties": {"notes": nullable, "place": {"$ref": "#/components/schemas/Place"}}},
                "Site": {
                    "properties": {
                        "notes": nullable,
                        "hint": {"type": "string"},
                        "status": {"$ref": "#/components/schemas/Status"},
                        "place": {"$ref": "#/components/schemas/Place"}
                    },
                    "required": ["status"]
                },
                "Place": {"properties": {"city": nullable}},
                "Status": {"description": "Status of a site.", "enum": ["open"]}
            }}
        })
    }

    #[test]
    fn a_nullable_field_of_a_response_is_required_and_one_of_a_request_is_not() {
        let mut document = document();
        finish(&mut document);
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["Site"]["required"], json!(["status", "notes"]));
        assert_eq!(schemas["NewSite"].get("required"), None);
        assert_eq!(schemas["Place"].get("required"), None, "requests and responses share it");
    }

    #[test]
    fn an_enumeration_of_responses_is_open() {
        let mut document = document();
        finish(&mut document);
        let status = &document["components"]["schemas"]["Status"];
        assert_eq!(status[OPEN], true);
        assert_eq!(status["description"], "Status of a site. New values may be added.");
    }

    #[test]
    fn the_example_of_a_list_is_not_one_of_its_items() {
        let mut schema = json!({"type": "array", "items": {"type": "string", "examples": [["a", "b"]]}});
        each(&mut schema, &mut drop_copied_examples);
        assert_eq!(schema, json!({"type": "array", "items": {"type": "string"}, "examples": [["a", "b"]]}));
    }
}
