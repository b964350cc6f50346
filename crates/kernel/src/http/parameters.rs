//! All faults of a request's parameters at once. A handler reads its parameters in several parts, and the first part with
//! a fault refuses the request; the other faults are found here, from the document, and only then.

use super::{
    document::Document,
    query::{as_parameter, pairs, read},
    schema::Schema,
};
use api::{Fault, problem::FaultCode};
use axum::http::{Method, Uri};
use serde_json::{Map, Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};

/// `path` is the path of the operation in the document. A path that it does not contain has no faults.
pub(super) fn faults(document: &Document, method: &Method, path: &str, uri: &Uri) -> Vec<Fault> {
    let Some(schema) = schema(document, method, path) else { return vec![] };
    let mut values = Map::new();
    for (name, text) in pairs(uri) {
        if let Some(property) = schema.property(&name) {
            values.entry(name.to_string()).or_insert_with(|| read(property, &text));
        }
    }
    schema.faults(&Value::Object(values)).into_iter().map(as_parameter).collect()
}

/// The given faults, and those of other parameters.
pub(super) fn complete(given: Vec<Fault>, all: Vec<Fault>) -> Vec<Fault> {
    let is_new = |fault: &Fault| given.iter().all(|known| known.parameter != fault.parameter);
    let others: Vec<_> = all.into_iter().filter(is_new).collect();
    given.into_iter().chain(others).collect()
}

/// The invalid values beside unknown parameters. What is missing may be what the unknown parameter was meant to be.
pub(super) fn invalid_values(document: &Document, method: &Method, path: &str, uri: &Uri) -> Vec<Fault> {
    let all = faults(document, method, path, uri).into_iter();
    all.filter(|fault| fault.code != FaultCode::Required).collect()
}

/// The query parameters of an operation as one object, built once.
fn schema(document: &Document, method: &Method, path: &str) -> Option<Arc<Schema>> {
    static SCHEMAS: LazyLock<RwLock<HashMap<String, Arc<Schema>>>> = LazyLock::new(Default::default);
    let method = if method == Method::HEAD { "get".to_owned() } else { method.as_str().to_ascii_lowercase() };
    let route = format!("{method} {path}");
    let known = SCHEMAS.read().unwrap_or_else(PoisonError::into_inner).get(&route).cloned();
    if known.is_some() {
        return known;
    }
    let operation = document.value["paths"].get(path)?.get(&method)?;
    let (mut properties, mut required) = (Map::new(), vec![]);
    for parameter in operation["parameters"].as_array()?.iter().filter(|parameter| parameter["in"] == "query") {
        let name = parameter["name"].as_str()?;
        if parameter["required"] == true {
            required.push(name);
        }
        properties.insert(name.to_owned(), parameter["schema"].clone());
    }
    let object = json!({"type": "object", "properties": properties, "required": required});
    let schema = Arc::new(Schema::new(document.complete(object), &Value::Null).ok()?);
    SCHEMAS.write().unwrap_or_else(PoisonError::into_inner).insert(route, schema.clone());
    Some(schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_that_is_known_is_not_repeated() {
        let fault = |name: &str, detail: &str| Fault::of(name, FaultCode::Invalid, detail);
        let all = complete(vec![fault("a", "first")], vec![fault("a", "second"), fault("b", "third")]);
        assert_eq!(all, [fault("a", "first"), fault("b", "third")]);
    }
}
