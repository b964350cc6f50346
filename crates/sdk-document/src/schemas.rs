//! Schemas that generators turn into usable types: clear names, no alternatives that a type cannot express.

use crate::{each_object, names};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const SCHEMAS: &str = "#/components/schemas/";

/// Schemas that are needed although no operation refers to them: the envelope of webhook deliveries.
const ALWAYS: [&str; 2] = ["Event", "Problem"];

/// Replaces alternatives that have no common type in most languages.
pub fn simplify(document: &mut Value) {
    each_object(&mut document["components"]["schemas"], &mut |fields| {
        mark_bytes(fields);
        choose_object(fields);
        merge_tagged(fields);
    });
}

/// Bytes are strings of the format `binary`, which generators know.
fn mark_bytes(fields: &mut Map<String, Value>) {
    if fields.remove("contentMediaType").is_some() {
        fields.insert("format".to_owned(), json!("binary"));
        fields.retain(|key, _| key != "minLength" && key != "maxLength");
    }
}

/// An object or the same as text: clients send the object.
fn choose_object(fields: &mut Map<String, Value>) {
    let Some([object, text]) = fields.get("oneOf").and_then(|one_of| one_of.as_array()).map(Vec::as_slice) else {
        return;
    };
    if object["type"] == "object" && text["type"] == "string" {
        let object = object.as_object().cloned().unwrap_or_default();
        fields.remove("oneOf");
        fields.extend(object);
    }
}

/// Alternatives that each have one field, which distinguishes them, become one object with exactly one of the fields.
fn merge_tagged(fields: &mut Map<String, Value>) {
    let Some(alternatives) = fields.get("oneOf").and_then(|one_of| one_of.as_array()) else { return };
    let only = |one: &Value| {
        let properties = one["properties"].as_object()?;
        (properties.len() == 1 && one["type"] == "object").then(|| properties.clone())
    };
    let Some(parts) = alternatives.iter().map(only).collect::<Option<Vec<_>>>() else { return };
    let properties: Map<String, Value> = parts.into_iter().flatten().collect();
    if properties.len() != alternatives.len() {
        return;
    }
    fields.remove("oneOf");
    fields.insert("type".to_owned(), json!("object"));
    fields.insert("properties".to_owned(), Value::Object(properties));
    fields.insert("minProperties".to_owned(), json!(1));
    fields.insert("maxProperties".to_owned(), json!(1));
}

/// Renames types, and the references to them.
pub fn rename(document: &mut Value) {
    each_object(document, &mut |fields| {
        let name = fields.get("$ref").and_then(|reference| reference.as_str()?.strip_prefix(SCHEMAS));
        if let Some(name) = name {
            let renamed = json!(format!("{SCHEMAS}{}", names::type_name(name)));
            fields.insert("$ref".to_owned(), renamed);
        }
    });
    let schemas = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    let schemas: Map<String, Value> =
        schemas.into_iter().map(|(name, schema)| (names::type_name(&name).to_owned(), schema)).collect();
    document["components"]["schemas"] = Value::Object(schemas);
}

/// Removes components that nothing refers to.
pub fn prune(document: &mut Value) {
    let mut used = BTreeSet::new();
    let mut left: Vec<String> = ALWAYS.iter().map(|name| format!("{SCHEMAS}{name}")).collect();
    let mut paths = document["paths"].take();
    references(&mut paths, &mut left);
    document["paths"] = paths;
    while let Some(reference) = left.pop() {
        let target = document.pointer(reference.trim_start_matches('#'));
        if let Some(target) = target.filter(|_| !used.contains(&reference)) {
            references(&mut target.clone(), &mut left);
        }
        used.insert(reference);
    }
    for (kind, components) in document["components"].as_object_mut().into_iter().flatten() {
        if let Some(components) = components.as_object_mut().filter(|_| kind != "securitySchemes") {
            components.retain(|name, _| used.contains(&format!("#/components/{kind}/{name}")));
        }
    }
    if let Some(components) = document["components"].as_object_mut() {
        components.retain(|_, entries| entries.as_object().is_some_and(|entries| !entries.is_empty()));
    }
}

fn references(value: &mut Value, found: &mut Vec<String>) {
    each_object(value, &mut |fields| {
        found.extend(fields.get("$ref").and_then(|reference| Some(reference.as_str()?.to_owned())));
    });
}
