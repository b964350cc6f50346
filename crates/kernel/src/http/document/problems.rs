//! The problem codes that an operation can return: those that follow from its shape, and those that its handler declares.
//!
//! In the document, each status of an operation lists exactly these codes. The client of the tests checks every problem
//! against that list, so that a code that a handler does not declare fails the test that causes it.

use super::{Access, BYTES, operations};
use api::ProblemCode;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// An extension by which a handler declares the codes that do not follow from the shape of its operation.
const DECLARED: &str = "x-problems";

const MEDIA_TYPE: &str = "application/problem+json";

const YAML: &str = "application/yaml";

/// Adds a response for each status of the codes that the operation can return.
pub(super) fn add(operation: &mut Value, method: &str, access: Access, names_one: bool) -> Result<(), String> {
    let mut can_return = declared(operation)?;
    can_return.extend(by_shape(operation, method, access, names_one));
    let mut statuses = BTreeMap::<u16, Vec<ProblemCode>>::new();
    for code in ProblemCode::ALL.iter().filter(|code| can_return.contains(code)) {
        statuses.entry(code.status()).or_default().push(*code);
    }
    let responses = operation["responses"].as_object_mut().ok_or("has no responses")?;
    if let Some(status) = responses.keys().find(|status| status.as_str() >= "400") {
        return Err(format!("declares a response {status}: declare the codes of problems with {DECLARED}"));
    }
    responses.extend(statuses.into_iter().map(|(status, codes)| (status.to_string(), response(&codes))));
    Ok(())
}

/// The codes that the handler declares. They are removed from the operation.
fn declared(operation: &mut Value) -> Result<Vec<ProblemCode>, String> {
    let declared = operation.as_object_mut().and_then(|fields| fields.remove(DECLARED)).unwrap_or(json!([]));
    serde_json::from_value(declared).map_err(|error| format!("declares {DECLARED}: {error}"))
}

fn by_shape(operation: &Value, method: &str, access: Access, names_one: bool) -> impl Iterator<Item = ProblemCode> {
    let identified = access != Access::Public;
    let scoped = matches!(access, Access::Scoped(_));
    let needs_scope = matches!(access, Access::Scoped(scopes) if scopes.iter().next().is_some());
    let writes = method != "get" && scoped;
    let (idempotent, conditional) = (takes(operation, "IdempotencyKey"), takes(operation, "IfMatch"));
    let streams = takes(operation, "LastEventId");
    let has_body = operation.get("requestBody").is_some();
    let reads_body = has_body && operation["requestBody"]["content"].get(BYTES).is_none();
    let [has_query, needs_id] = query(operation);
    let all = [
        (ProblemCode::UnknownParameter, true),
        (ProblemCode::InvalidParameter, has_query),
        (ProblemCode::MissingId, needs_id),
        (ProblemCode::CursorMismatch, takes(operation, "cursor")),
        (ProblemCode::InvalidHeader, idempotent || conditional || streams),
        (ProblemCode::MalformedJson, has_body),
        (ProblemCode::MalformedYaml, operation["requestBody"]["content"].get(YAML).is_some()),
        (ProblemCode::Unauthenticated, scoped),
        (ProblemCode::KeyUnknown, identified),
        (ProblemCode::KeyExpired, identified),
        (ProblemCode::KeyRotated, identified),
        (ProblemCode::KeyRevoked, identified),
        (ProblemCode::OwnerDisabled, identified),
        (ProblemCode::SessionUnknown, identified),
        (ProblemCode::SessionExpired, identified),
        (ProblemCode::SessionRevoked, identified),
        (ProblemCode::CrossSiteRequest, writes),
        (ProblemCode::InsufficientScope, needs_scope),
        (ProblemCode::AddressNotAllowed, identified),
        // The policies of the database refuse rows of organizations that the caller may not use.
        (ProblemCode::OrganizationRestricted, writes),
        (ProblemCode::NotFound, names_one),
        (ProblemCode::BodyTimeout, has_body),
        (ProblemCode::RequestInFlight, idempotent),
        (ProblemCode::EventGone, streams),
        (ProblemCode::VersionMismatch, conditional),
        (ProblemCode::BodyTooLarge, has_body),
        (ProblemCode::UnsupportedMediaType, reads_body),
        (ProblemCode::Misdirected, identified),
        (ProblemCode::InvalidRequest, reads_body),
        (ProblemCode::UnknownField, reads_body),
        (ProblemCode::IdempotencyKeyReused, idempotent),
        (ProblemCode::RateLimited, true),
        (ProblemCode::Internal, true),
        (ProblemCode::TenantMoving, writes),
        (ProblemCode::Unavailable, true),
    ];
    all.into_iter().filter(|(_, applies)| *applies).map(|(code, _)| code)
}

/// True if the operation has a parameter of this name, or the shared parameter of this name.
fn takes(operation: &Value, name: &str) -> bool {
    let shared = format!("#/components/parameters/{name}");
    parameters(operation).any(|parameter| parameter["name"] == name || parameter["$ref"] == shared)
}

/// True if the operation has query parameters, and true if one of them is a required `id`.
fn query(operation: &Value) -> [bool; 2] {
    let in_query = |parameter: &&Value| parameter["in"] == "query";
    let needs_id = |parameter: &Value| parameter["name"] == "id" && parameter["required"] == true;
    [parameters(operation).any(|parameter| in_query(&parameter)), parameters(operation).filter(in_query).any(needs_id)]
}

fn parameters(operation: &Value) -> impl Iterator<Item = &Value> {
    operation["parameters"].as_array().into_iter().flatten()
}

/// A response that can have one of these codes, which have the same status.
fn response(codes: &[ProblemCode]) -> Value {
    let lines: Vec<_> = codes.iter().map(|code| format!("- `{}`: {}", code.name(), code.title())).collect();
    let names: Vec<_> = codes.iter().map(|code| code.name()).collect();
    json!({
        "description": lines.join("\n"),
        "content": {MEDIA_TYPE: {"schema": {"allOf": [
            {"$ref": "#/components/schemas/Problem"},
            {"type": "object", "properties": {
                "code": {"type": "string", "description": "Reason why the request failed.", "enum": names}
            }}
        ]}}}
    })
}

/// The codes of a problem response of the finished document.
fn codes(response: &Value) -> Option<Vec<&str>> {
    let schema = &response["content"].get(MEDIA_TYPE)?["schema"];
    let codes = schema["allOf"][1]["properties"]["code"]["enum"].as_array()?;
    Some(codes.iter().filter_map(Value::as_str).collect())
}

/// Moves the problem responses to the components, where operations with the same codes share them.
pub(super) fn share(document: &mut Value) {
    let mut shared = Map::new();
    for operation in operations(document) {
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (status, response) in responses {
            // A deprecated operation has headers of its own.
            let Some(codes) = codes(response).filter(|_| response["headers"].get("Deprecation").is_none()) else {
                continue;
            };
            let name = name(status, &codes);
            let reference = json!({"$ref": format!("#/components/responses/{name}")});
            shared.insert(name, std::mem::replace(response, reference));
        }
    }
    document["components"]["responses"] = Value::Object(shared);
}

/// `409.name_taken.quota_exceeded`, or only the status if the response lists all codes of its status.
fn name(status: &str, codes: &[&str]) -> String {
    let all = ProblemCode::ALL.iter().filter(|code| code.status().to_string() == status).count();
    if codes.len() == all { status.to_owned() } else { format!("{status}.{}", codes.join(".")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read() -> Value {
        json!({"responses": {"200": {"description": "OK"}}})
    }

    #[test]
    fn a_public_read_without_parameters_has_few_codes() {
        let mut operation = read();
        add(&mut operation, "get", Access::Public, false).unwrap();
        let responses = operation["responses"].as_object().unwrap();
        let all: Vec<_> = responses.values().filter_map(codes).flatten().collect();
        assert_eq!(all, ["unknown_parameter", "rate_limited", "internal", "unavailable"]);
    }

    #[test]
    fn a_declared_code_stands_beside_those_of_the_shape() {
        let mut operation = read();
        operation[DECLARED] = json!([ProblemCode::NameTaken]);
        operation["parameters"] = json!([{"$ref": "#/components/parameters/IdempotencyKey"}]);
        add(&mut operation, "post", Access::Public, false).unwrap();
        assert_eq!(codes(&operation["responses"]["409"]).unwrap(), ["request_in_flight", "name_taken"]);
        assert!(operation.get(DECLARED).is_none());
    }

    #[test]
    fn an_unknown_code_is_refused() {
        let mut operation = read();
        operation[DECLARED] = json!(["nonsense"]);
        assert!(add(&mut operation, "get", Access::Public, false).unwrap_err().contains("nonsense"));
    }

    #[test]
    fn a_problem_that_is_declared_as_a_response_is_refused() {
        let mut operation = json!({"responses": {"409": {"description": "Conflict"}}});
        assert!(add(&mut operation, "get", Access::Public, false).unwrap_err().starts_with("declares a response 409"));
    }
}
