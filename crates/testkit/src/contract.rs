//! Checks a response against the published document: its status and headers are listed there, and its body conforms to the
//! schema. The schema of a problem lists the codes that the operation can return.

use kernel::http::schema::Schema;
use reqwest::{Method, StatusCode, header::HeaderMap};
use serde_json::{Map, Value, json};
use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{LazyLock, Mutex},
};
use tenant_control::families;

pub struct Contract;

type Key = (Method, String, StatusCode, String);

impl Contract {
    /// The differences between the response and the document; empty if it matches.
    pub fn breaches(method: &Method, path: &str, status: StatusCode, kind: &str, body: Option<&Value>) -> Vec<String> {
        let document = &families::document().value;
        let path = &*documented(document, path);
        let operation = &document["paths"][path][method.as_str().to_lowercase()];
        if operation.is_null() {
            // Not an operation: the only response is a problem.
            let expected = [StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED, StatusCode::TOO_MANY_REQUESTS];
            let expected = expected.contains(&status);
            return if expected {
                problem_breaches(kind, body)
            } else {
                vec![format!("{status} without an operation")]
            };
        }
        let Some(response) = resolve(document, &operation["responses"][status.as_str()]) else {
            return vec![format!("the status {status} is not listed")];
        };
        let Some(contents) = response["content"].as_object() else {
            return if body.is_some() { vec!["a body where the document has none".to_owned()] } else { vec![] };
        };
        let essence = kind.split(';').next().unwrap_or_default();
        let Some(content) = contents.get(essence) else {
            return vec![format!("the content type {kind:?} is not listed")];
        };
        let Some(body) = body else { return vec![] };
        let key = (method.clone(), path.to_owned(), status, essence.to_owned());
        checked(key, &content["schema"], &document["components"], body)
    }

    /// The headers of the response that the document does not list, and the required headers that are missing.
    pub fn header_breaches(method: &Method, path: &str, status: StatusCode, headers: &HeaderMap) -> Vec<String> {
        let document = &families::document().value;
        let operation = &document["paths"][path][method.as_str().to_lowercase()];
        let Some(response) = resolve(document, &operation["responses"][status.as_str()]) else { return vec![] };
        let known = document["components"]["headers"].as_object().into_iter().flatten();
        let breach = |(name, header): (&String, &Value)| {
            let (sent, listed) = (headers.contains_key(name.as_str()), !response["headers"][name].is_null());
            match (sent, listed) {
                (true, false) => Some(format!("the header {name} is not listed")),
                (false, true) if header["required"] == true => Some(format!("the header {name} is missing")),
                _ => None,
            }
        };
        known.filter_map(breach).collect()
    }
}

/// The path in the document, which has `{id}` in place of the id of a member.
fn documented<'a>(document: &Value, path: &'a str) -> Cow<'a, str> {
    let member = || path.rsplit_once('/').map(|(collection, _)| format!("{collection}/{{id}}"));
    let member = member().filter(|member| document["paths"][path].is_null() && !document["paths"][member].is_null());
    member.map_or(Cow::Borrowed(path), Cow::Owned)
}

fn problem_breaches(kind: &str, body: Option<&Value>) -> Vec<String> {
    let (true, Some(body)) = (kind == "application/problem+json", body) else {
        return vec![format!("{kind:?} is not a problem")];
    };
    Schema::of::<api::Problem>().faults(body).into_iter().map(|fault| format!("{fault:?}")).collect()
}

fn checked(key: Key, schema: &Value, components: &Value, body: &Value) -> Vec<String> {
    static SCHEMAS: LazyLock<Mutex<HashMap<Key, Schema>>> = LazyLock::new(Default::default);
    let mut schemas = SCHEMAS.lock().expect("the lock is not poisoned");
    let compile =
        || Schema::new(json!(schema), &needed(schema, components)).expect("a schema of the document compiles");
    let faults = schemas.entry(key).or_insert_with(compile).faults(body);
    faults.into_iter().map(|fault| format!("{fault:?}")).collect()
}

/// The components that the schema refers to, directly or through others. Every test compiles schemas, and each schema would
/// otherwise contain a copy of all components.
fn needed(schema: &Value, components: &Value) -> Value {
    let mut needed = Map::new();
    let mut unread = vec![schema];
    while let Some(value) = unread.pop() {
        match value {
            Value::Array(items) => unread.extend(items),
            Value::Object(fields) => {
                let reference = fields.get("$ref").and_then(Value::as_str);
                let name = reference.and_then(|reference| reference.strip_prefix("#/components/schemas/"));
                if let Some(name) = name.filter(|name| !needed.contains_key(*name)) {
                    let component = &components["schemas"][name];
                    needed.insert(name.to_owned(), component.clone());
                    unread.push(component);
                }
                unread.extend(fields.values());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    json!({"schemas": needed})
}

fn resolve<'a>(document: &'a Value, response: &'a Value) -> Option<&'a Value> {
    match response["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')),
        None => Some(response).filter(|response| response.is_object()),
    }
}
