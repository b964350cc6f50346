//! OpenAPI 3.0.3 for generators that do not read 3.1: no `null` type, no `const`, and nothing beside a reference.

use crate::each_object;
use serde_json::{Map, Value, json};

/// Keywords of JSON Schema that OpenAPI 3.0 does not have and that no type depends on.
const UNKNOWN: [&str; 8] = [
    "propertyNames",
    "patternProperties",
    "unevaluatedProperties",
    "contentEncoding",
    "contentMediaType",
    "$schema",
    "$comment",
    "examples",
];

/// An extension that marks an enumeration whose values may grow.
const OPEN: &str = "x-open-enum";

pub fn convert(document: &mut Value) {
    document["openapi"] = json!("3.0.3");
    if let Some(license) = document["info"]["license"].as_object_mut() {
        license.remove("identifier");
    }
    for (_, schema) in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        convert_schema(schema);
    }
    // Elsewhere a schema is the value of `schema`. A parameter or a response can have `examples` of its own.
    let mut components = document["components"].take();
    let schemas = components["schemas"].take();
    each_object(&mut components, &mut convert_below);
    components["schemas"] = schemas;
    document["components"] = components;
    each_object(&mut document["paths"], &mut convert_below);
}

fn convert_below(fields: &mut Map<String, Value>) {
    if let Some(schema) = fields.get_mut("schema").filter(|schema| schema.is_object()) {
        convert_schema(schema);
    }
}

fn convert_schema(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    for (key, value) in fields.iter_mut() {
        match key.as_str() {
            "properties" => value.as_object_mut().into_iter().flatten().for_each(|(_, one)| convert_schema(one)),
            "items" | "additionalProperties" | "not" => convert_schema(value),
            "oneOf" | "anyOf" | "allOf" => value.as_array_mut().into_iter().flatten().for_each(convert_schema),
            _ => {}
        }
    }
    convert_null_alternative(fields);
    convert_type(fields);
    convert_values(fields);
    fields.retain(|key, _| !UNKNOWN.contains(&key.as_str()));
    wrap_reference(fields);
}

/// A type or `null`: the type with `nullable`. The null alternative has been converted to `{"nullable": true}`.
fn convert_null_alternative(fields: &mut Map<String, Value>) {
    let is_null = |one: &Value| *one == json!({"nullable": true});
    for key in ["oneOf", "anyOf"] {
        let Some(alternatives) = fields.get_mut(key).and_then(Value::as_array_mut) else { continue };
        let before = alternatives.len();
        alternatives.retain(|one| !is_null(one));
        if alternatives.len() < before {
            let only = if alternatives.len() == 1 { alternatives.pop() } else { None };
            fields.insert("nullable".to_owned(), json!(true));
            if let Some(only) = only {
                fields.remove(key);
                merge(fields, only);
            }
        }
    }
}

/// Adds the keywords of the only alternative. A description outside of it takes precedence.
fn merge(fields: &mut Map<String, Value>, only: Value) {
    if let Value::Object(inner) = only {
        for (key, value) in inner {
            fields.entry(key).or_insert(value);
        }
    }
}

/// `["string", "null"]` is a nullable string; several other types are alternatives.
fn convert_type(fields: &mut Map<String, Value>) {
    match fields.get("type").cloned() {
        Some(Value::Array(types)) => {
            let others: Vec<_> = types.iter().filter(|one| *one != "null").cloned().collect();
            if others.len() < types.len() {
                fields.insert("nullable".to_owned(), json!(true));
            }
            fields.remove("type");
            match others.as_slice() {
                [only] => drop(fields.insert("type".to_owned(), only.clone())),
                [] => {}
                several => {
                    let several: Vec<_> = several.iter().map(|one| json!({"type": one})).collect();
                    fields.insert("anyOf".to_owned(), json!(several));
                }
            }
        }
        Some(only) if only == "null" => {
            fields.remove("type");
            fields.insert("nullable".to_owned(), json!(true));
        }
        _ => {}
    }
}

fn convert_values(fields: &mut Map<String, Value>) {
    if let Some(value) = fields.remove("const") {
        fields.insert("enum".to_owned(), json!([value]));
    }
    // A value that a later version of the service adds must not break a client that is generated today.
    if fields.contains_key(OPEN)
        && let Some(known) = fields.remove("enum")
    {
        fields.insert("x-known-values".to_owned(), known);
        fields.remove(OPEN);
    }
    for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if let Some(value) = fields.get(exclusive).filter(|value| value.is_number()).cloned() {
            fields.insert(bound.to_owned(), value);
            fields.insert(exclusive.to_owned(), json!(true));
        }
    }
    let first = fields.get("examples").and_then(|examples| examples.as_array()?.first().cloned());
    if let Some(example) = first {
        fields.entry("example").or_insert(example);
    }
}

/// Keywords beside a reference are ignored in 3.0: the reference becomes a part.
fn wrap_reference(fields: &mut Map<String, Value>) {
    if fields.len() > 1
        && let Some(reference) = fields.remove("$ref")
    {
        fields.insert("allOf".to_owned(), json!([{"$ref": reference}]));
    }
}
