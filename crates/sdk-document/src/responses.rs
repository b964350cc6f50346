//! The responses of an operation: one type for success, and a problem for everything else.

use crate::operations::resolve;
use serde_json::{Map, Value, json};

/// The name of the response that every operation returns if it fails.
pub const PROBLEM: &str = "Problem";

const JSON: &str = "application/json";

/// The media type of a file whose type is known only when it is read.
const BYTES: &str = "application/octet-stream";

pub fn problem() -> Value {
    json!({
        "description": "The request failed.",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    })
}

/// The responses of an operation. `schema` replaces that of every success.
pub fn of(canonical: &Value, operation: &Value, schema: Option<&Value>) -> Value {
    let declared = operation["responses"].as_object().into_iter().flatten();
    let successes = declared.filter(|(status, _)| status.starts_with('2'));
    let mut responses: Map<String, Value> = successes
        .filter_map(|(status, response)| Some((status.clone(), success(resolve(canonical, response), schema)?)))
        .collect();
    unify(canonical, &mut responses);
    // Ranges and not `default`, which some generators understand as a success too.
    for failure in ["4XX", "5XX"] {
        responses.insert(failure.to_owned(), json!({"$ref": format!("#/components/responses/{PROBLEM}")}));
    }
    Value::Object(responses)
}

/// A success in one media type.
fn success(response: &Value, schema: Option<&Value>) -> Option<Value> {
    let mut response = response.clone();
    let Some(content) = response["content"].as_object() else { return Some(response) };
    let chosen = [JSON, BYTES].into_iter().find(|media| content.contains_key(*media)).map(str::to_owned);
    let media = chosen.or_else(|| content.keys().next().cloned())?;
    let mut body = content.get(&media)?.clone();
    remove_examples(&mut body);
    if let Some(schema) = schema {
        body["schema"] = schema.clone();
    }
    response["content"] = json!({media: body});
    Some(response)
}

/// Gives all successes one type: the one that extends the other, if there is one.
fn unify(canonical: &Value, responses: &mut Map<String, Value>) {
    let schemas: Vec<Value> = responses.values().filter_map(|response| schema_of(response).cloned()).collect();
    let Some(first) = schemas.first().filter(|first| schemas.iter().any(|schema| schema != *first)) else { return };
    let extends = |schema: &&Value| extension(canonical, schema).is_some_and(|(base, _)| schemas.contains(base));
    let schema = schemas.iter().find(extends).unwrap_or(first).clone();
    for response in responses.values_mut() {
        let content = response["content"].as_object_mut();
        for body in content.into_iter().flat_map(|content| content.values_mut()) {
            body["schema"] = schema.clone();
        }
    }
}

/// The base type and the additional fields of a type.
fn extension<'a>(document: &'a Value, schema: &'a Value) -> Option<(&'a Value, &'a Value)> {
    match resolve(document, schema)["allOf"].as_array()?.as_slice() {
        [base, extra] => Some((base, extra)),
        _ => None,
    }
}

/// Makes the additional fields of a type optional if an operation returns the type with several statuses: one of these
/// returns the base type.
pub fn loosen(document: &mut Value) {
    let mut extended = vec![];
    let items = document["paths"].as_object().into_iter().flat_map(|paths| paths.values());
    for operation in items.filter_map(Value::as_object).flat_map(|item| item.values()) {
        let responses = operation["responses"].as_object().into_iter().flat_map(|responses| responses.values());
        let schemas: Vec<_> = responses.filter_map(schema_of).collect();
        if let [schema, _, ..] = schemas.as_slice()
            && extension(document, schema).is_some()
        {
            extended.extend(schema["$ref"].as_str().map(str::to_owned));
        }
    }
    for reference in extended {
        let extra = document.pointer_mut(&format!("{}/allOf/1", reference.trim_start_matches('#')));
        if let Some(extra) = extra.and_then(Value::as_object_mut) {
            extra.remove("required");
        }
    }
}

fn schema_of(response: &Value) -> Option<&Value> {
    response["content"].as_object()?.values().next()?.get("schema")
}

/// Examples are in the canonical document, where people read them.
pub fn remove_examples(media: &mut Value) {
    if let Some(fields) = media.as_object_mut() {
        fields.remove("example");
        fields.remove("examples");
    }
}
