//! The SDK document: the OpenAPI document for client generators, derived from the canonical one.
//!
//! The canonical document describes the API as it is served: one operation returns a page or, with `id`, an object, and
//! several media types. Generators need one operation for each typed call. This crate splits, names and simplifies; it
//! adds nothing that the canonical document does not contain.

pub mod command_table;
mod names;
mod operations;
mod responses;
mod rust_client;
mod schemas;
mod v3_0;

pub use rust_client::{Types, rust_methods};
use serde_json::{Value, json};

/// The version of OpenAPI that a document is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    V3_1,
    /// For generators that do not read 3.1: 3.0.3.
    V3_0,
}

/// The SDK document of a canonical document.
pub fn derive(canonical: &Value, version: Version) -> Value {
    let mut document = json!({
        "openapi": canonical["openapi"],
        "info": canonical["info"],
        "servers": canonical["servers"],
        "tags": canonical["tags"],
        "paths": operations::paths(canonical),
        "components": canonical["components"],
    });
    document["info"]["description"] = json!(
        "The API for client generators: one operation for each typed call. It is derived from `/api/openapi.json`, which \
         is the reference and contains everything else: exports, streams and webhooks."
    );
    document["components"]["securitySchemes"] = json!({"bearer": canonical["components"]["securitySchemes"]["bearer"]});
    document["components"]["responses"] = json!({responses::PROBLEM: responses::problem()});
    responses::loosen(&mut document);
    schemas::simplify(&mut document);
    schemas::rename(&mut document);
    schemas::prune(&mut document);
    if version == Version::V3_0 {
        v3_0::convert(&mut document);
    }
    document
}

/// Calls a function with every object of a JSON value, the outer ones first.
fn each_object(value: &mut Value, visit: &mut impl FnMut(&mut serde_json::Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each_object(item, visit)),
        Value::Object(fields) => {
            visit(fields);
            fields.values_mut().for_each(|field| each_object(field, visit));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
