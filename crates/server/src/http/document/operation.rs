//! What holds for every operation, added to what its handler declares: problems, `If-Match`, dry runs, and the ways to present
//! a credential.

use super::Access;
use crate::http::write::WriteParams;
use api::{Scope, ScopeSet};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use utoipa::IntoParams;

/// An extension by which a handler says that what it changes has no version.
const UNVERSIONED: &str = "x-unversioned";

/// Completes one operation and says who may call it.
pub fn finish(operation: &mut Value, method: &str) -> Result<Access, String> {
    let access = access(operation)?;
    if let Access::Scoped(scopes) = access {
        let names: Vec<_> = scopes.iter().map(Scope::name).collect();
        operation["security"] = json!([{"bearer": names}, {"api_key": names}, {"session": names}]);
    }
    if access == Access::Optional {
        operation["security"] = json!([{}, {"bearer": []}, {"api_key": []}, {"session": []}]);
    }
    // A sign-in that begins changes nothing of anybody's yet.
    let writes = method != "get" && access != Access::Public;
    if writes {
        add_write_parameters(operation, method);
    }
    let takes_id = operation["parameters"].as_array().into_iter().flatten().any(|p| p["name"] == "id");
    let takes = |name| operation["parameters"].as_array().into_iter().flatten().any(|p| p["name"] == name);
    let names_one = takes_id || takes_parent(operation) || (method == "put" && takes("name"));
    // What is put, patched or deleted is there before, also where a tenant has but one and needs no id for it.
    let has_version = operation.as_object_mut().is_none_or(|fields| fields.remove(UNVERSIONED).is_none());
    let changes = writes && (takes_id || method != "post") && has_version;
    if changes {
        let parameters = operation["parameters"].as_array_mut().ok_or("has no parameters")?;
        parameters.push(json!({"$ref": "#/components/parameters/IfMatch"}));
    }
    let streams = operation["responses"]["200"]["content"].get("text/event-stream").is_some();
    if streams {
        let parameters = operation["parameters"].as_array_mut().ok_or("has no parameters")?;
        parameters.push(json!({"$ref": "#/components/parameters/LastEventId"}));
    }
    let has_body = operation.get("requestBody").is_some();
    let statuses = [
        ("400", true),
        ("401", access != Access::Public),
        ("403", access != Access::Public),
        ("404", names_one || (method == "post" && !writes)),
        ("408", has_body),
        ("409", writes || streams),
        ("410", streams),
        ("412", changes),
        ("413", has_body),
        ("415", has_body),
        ("422", has_body || method == "post" || method == "patch"),
        ("429", true),
        ("500", true),
        ("503", true),
    ];
    let responses = operation["responses"].as_object_mut().ok_or("has no responses")?;
    for (status, response) in &mut *responses {
        if response.get("description").is_none() {
            let status = status.parse().ok().and_then(|status| StatusCode::from_u16(status).ok());
            response["description"] = json!(status.and_then(|s| s.canonical_reason()).unwrap_or("Success"));
        }
    }
    if writes && (method == "post" || method == "delete") {
        let stored = responses.get("201").map(|created| created["content"]["application/json"]["schema"].clone());
        let plan = json!({"$ref": "#/components/schemas/Plan"});
        let schema = stored.map_or(plan.clone(), |stored| json!({"allOf": [stored, plan]}));
        // What a handler itself answers with 200 is told apart by `dry_run`.
        let own = responses.get("200").map(|own| own["content"]["application/json"]["schema"].clone());
        let schema = own.map_or(schema.clone(), |own| json!({"anyOf": [own, schema]}));
        responses.insert(
            "200".to_owned(),
            json!({
                "description": "A dry run: what would be stored or deleted.",
                "content": {"application/json": {"schema": schema}}
            }),
        );
    }
    for (status, _) in statuses.iter().filter(|(_, applies)| *applies) {
        responses.insert((*status).to_owned(), json!({"$ref": format!("#/components/responses/{status}")}));
    }
    Ok(access)
}

/// Whether a parameter must name the resource that the operation is about, such as `ticket_id` of a comment.
fn takes_parent(operation: &Value) -> bool {
    let mut parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters
        .any(|p| p["in"] == "query" && p["required"] == true && p["name"].as_str().is_some_and(|n| n.ends_with("_id")))
}

/// Every write has a dry run, and every write with a body can be repeated without a second effect.
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

/// What `security(…)` declares: `()` for public, `("api_key" = […])`, or both when a credential is optional.
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
