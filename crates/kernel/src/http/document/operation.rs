//! Completes one operation: its callers, the parameters that every write or change has, and its responses.

use super::{Access, problems};
use crate::http::write::WriteParams;
use api::{Scope, ScopeSet};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use utoipa::IntoParams;

/// An extension by which a handler declares that the changed object has no version.
const UNVERSIONED: &str = "x-unversioned";

/// An extension by which a handler declares that optional parameters name the object that it is about.
const NAMES_ONE: &str = "x-names-one";

/// The properties of an operation that follow from its declaration.
struct Shape {
    writes: bool,
    /// It changes an existing object.
    changes: bool,
    names_one: bool,
    streams: bool,
}

impl Shape {
    fn of(operation: &mut Value, method: &str, access: Access) -> Shape {
        let has_version = operation.as_object_mut().is_none_or(|fields| fields.remove(UNVERSIONED).is_none());
        let names_one = operation.as_object_mut().is_some_and(|fields| fields.remove(NAMES_ONE).is_some());
        let takes = |name| operation["parameters"].as_array().into_iter().flatten().any(|p| p["name"] == name);
        // The start of a sign-in changes no object yet.
        let writes = method != "get" && access != Access::Public;
        Shape {
            writes,
            // PUT, PATCH and DELETE change an existing object, even if a tenant has only one and it needs no id.
            changes: writes && (takes("id") || method != "post") && has_version,
            names_one: names_one || takes("id") || takes_parent(operation) || (method == "put" && takes("name")),
            streams: operation["responses"]["200"]["content"].get("text/event-stream").is_some(),
        }
    }
}

/// Completes one operation. Returns its callers.
pub(super) fn finish(operation: &mut Value, method: &str) -> Result<Access, String> {
    let access = access(operation)?;
    add_security(operation, access);
    let shape = Shape::of(operation, method, access);
    if shape.writes {
        add_write_parameters(operation, method);
    }
    if shape.changes {
        add_parameter(operation, "IfMatch")?;
    }
    if shape.streams {
        add_parameter(operation, "LastEventId")?;
    }
    let responses = operation["responses"].as_object_mut().ok_or("has no responses")?;
    add_descriptions(responses);
    problems::add(operation, method, access, shape.names_one)?;
    Ok(access)
}

/// True if a parameter must name the resource that the operation is about, such as `ticket_id` of a comment.
fn takes_parent(operation: &Value) -> bool {
    let mut parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters
        .any(|p| p["in"] == "query" && p["required"] == true && p["name"].as_str().is_some_and(|n| n.ends_with("_id")))
}

fn add_security(operation: &mut Value, access: Access) {
    if let Access::Scoped(scopes) = access {
        let names: Vec<_> = scopes.iter().map(Scope::name).collect();
        operation["security"] = json!([{"bearer": names}, {"api_key": names}, {"session": names}]);
    }
    if access == Access::Optional {
        operation["security"] = json!([{}, {"bearer": []}, {"api_key": []}, {"session": []}]);
    }
}

fn add_parameter(operation: &mut Value, name: &str) -> Result<(), String> {
    let parameters = operation["parameters"].as_array_mut().ok_or("has no parameters")?;
    parameters.push(json!({"$ref": format!("#/components/parameters/{name}")}));
    Ok(())
}

fn add_descriptions(responses: &mut Map<String, Value>) {
    for (status, response) in responses {
        if response.get("description").is_none() {
            let status = status.parse().ok().and_then(|status| StatusCode::from_u16(status).ok());
            response["description"] = json!(status.and_then(|s| s.canonical_reason()).unwrap_or("Success"));
        }
    }
}

/// Every write has a dry run, and every write with a body can be retried without a second effect.
fn add_write_parameters(operation: &mut Value, method: &str) {
    if !operation["parameters"].is_array() {
        operation["parameters"] = json!([]);
    }
    let Some(parameters) = operation["parameters"].as_array_mut() else { return };
    parameters.extend(WriteParams::into_params(|| None).into_iter().map(|parameter| json!(parameter)));
    if ["post", "put", "patch"].contains(&method) {
        parameters.push(json!({"$ref": "#/components/parameters/IdempotencyKey"}));
    }
}

/// The callers of an operation, as `security(…)` declares: `()` for public, `("api_key" = […])`, or both if a
/// credential is optional.
fn access(operation: &Value) -> Result<Access, String> {
    let is_empty = |one: &Value| one.as_object().is_some_and(Map::is_empty);
    match operation["security"].as_array().map(Vec::as_slice) {
        Some([one]) if is_empty(one) => Ok(Access::Public),
        Some([none, _]) if is_empty(none) => Ok(Access::Optional),
        Some([one]) => {
            let names = one["api_key"].as_array().ok_or("declares an unknown security scheme")?;
            let scopes = names.iter().map(|name| name.as_str().unwrap_or_default().parse::<Scope>());
            scopes.collect::<Result<ScopeSet, _>>().map(Access::Scoped)
        }
        _ => Err("must declare one security(…)".to_owned()),
    }
}
