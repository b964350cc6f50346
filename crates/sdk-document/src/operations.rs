//! One operation for each typed call: lists and objects are separate operations, and an object is addressed by its path.

use crate::{names, responses};
use serde_json::{Map, Value, json};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// Operations about the document itself. A client does not need them.
const TAG_OF_DOCUMENTS: &str = "Schema";

/// Parameters that choose a representation. The SDK document has one representation of each response.
const REPRESENTATION: [&str; 3] = ["format", "chart", "Last-Event-ID"];

/// Parameters of lists that are also parameters of the object.
const ALSO_OF_OBJECT: [&str; 1] = ["include"];

/// Parameters that are valid only together with `id`.
const ONLY_OF_OBJECT: [&str; 2] = ["wait", "version"];

/// Filters that turn a list into a single object, by the operation that has them.
const SELECTS_ONE: [(&str, &str); 2] = [("psa.tickets.list", "number"), ("psa.workflows.secrets.list", "name")];

/// Filters that a list requires, because the canonical operation requires them unless it has an `id`.
const REQUIRED_BY_LIST: [(&str, &str); 6] = [
    ("psa.attachments.list", "ticket_id"),
    ("psa.tickets.comments.list", "ticket_id"),
    ("psa.tickets.links.list", "ticket_id"),
    ("psa.tickets.merges.list", "ticket_id"),
    ("psa.tickets.tasks.list", "ticket_id"),
    ("psa.tickets.watchers.list", "ticket_id"),
];

/// The paths of the SDK document.
pub fn paths(canonical: &Value) -> Value {
    let mut paths = Map::new();
    for (path, item) in canonical["paths"].as_object().into_iter().flatten() {
        // Paths of members follow from their collections.
        if path.contains('{') {
            continue;
        }
        for method in METHODS {
            let Some(operation) = item.get(method).filter(|operation| operation["tags"][0] != TAG_OF_DOCUMENTS) else {
                continue;
            };
            for call in calls(canonical, method, operation) {
                let path = if call.of_member { format!("{path}/{{id}}") } else { path.clone() };
                let item = paths.entry(path).or_insert_with(|| json!({}));
                item[method] = call.operation;
            }
        }
    }
    Value::Object(paths)
}

struct Call {
    /// Its path ends with `/{id}`.
    of_member: bool,
    operation: Value,
}

fn calls(canonical: &Value, method: &str, operation: &Value) -> Vec<Call> {
    let parameters = parameters(canonical, operation);
    let id = parameters.iter().find(|parameter| parameter["name"] == "id" && parameter["in"] == "query");
    let Some(id) = id else {
        return vec![Call { of_member: false, operation: finish(canonical, method, operation, &parameters, None) }];
    };
    if method == "get"
        && let Some((object, page)) = object_and_page(canonical, operation)
    {
        let list = list_parameters(operation, &parameters);
        let get = get_parameters(id, &parameters);
        return vec![
            Call { of_member: false, operation: list_call(canonical, operation, &list, &page) },
            Call { of_member: true, operation: get_call(canonical, operation, &get, &object) },
        ];
    }
    let of_member = ["put", "patch", "delete"].contains(&method);
    let parameters = if of_member { member_parameters(id, &parameters) } else { parameters };
    vec![Call { of_member, operation: finish(canonical, method, operation, &parameters, None) }]
}

/// The operation that returns a page. Its texts no longer mention the single object.
fn list_call(canonical: &Value, canonical_list: &Value, parameters: &[Value], page: &Value) -> Value {
    let mut operation = finish(canonical, "get", canonical_list, parameters, Some(page));
    let text = |name: &str| canonical_list[name].as_str().unwrap_or_default();
    operation["summary"] = json!(text("summary").trim_end_matches(", or read one"));
    if let Some((_, pages)) = text("description").split_once(", or ").filter(|(one, _)| one.contains("with this `id`"))
    {
        operation["description"] = json!(format!("Returns {pages}"));
    }
    operation
}

/// The operation that returns one object of a list.
fn get_call(canonical: &Value, list: &Value, parameters: &[Value], object: &Value) -> Value {
    let mut operation = finish(canonical, "get", list, parameters, Some(object));
    let name = names::get_name(id_of(list));
    operation["summary"] = json!(names::get_summary(&name));
    operation["operationId"] = json!(name);
    if let Some(fields) = operation.as_object_mut() {
        fields.remove("description");
    }
    operation
}

/// The schemas of the object and of the page, if the operation returns a page or, with `id`, an object.
fn object_and_page(canonical: &Value, operation: &Value) -> Option<(Value, Value)> {
    let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
    let schema = resolve(canonical, schema);
    let alternatives = schema["oneOf"].as_array().or(schema["anyOf"].as_array())?;
    let is_page = |one: &Value| resolve(canonical, one)["properties"].get("has_more").is_some();
    match alternatives.as_slice() {
        [object, page] | [page, object] if is_page(page) && !is_page(object) => Some((object.clone(), page.clone())),
        _ => None,
    }
}

/// The parameters without those that choose a representation. References are resolved to see their names.
fn parameters(canonical: &Value, operation: &Value) -> Vec<Value> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.filter(|parameter| {
        let name = &resolve(canonical, parameter)["name"];
        !REPRESENTATION.iter().any(|one| name == one)
    });
    parameters.cloned().map(without_null).collect()
}

/// A parameter that is not sent is absent, and never `null`.
fn without_null(mut parameter: Value) -> Value {
    let types = parameter["schema"]["type"].as_array().into_iter().flatten();
    let types: Vec<Value> = types.filter(|one| *one != "null").cloned().collect();
    if let [only] = types.as_slice() {
        parameter["schema"]["type"] = only.clone();
    }
    parameter
}

fn list_parameters(operation: &Value, parameters: &[Value]) -> Vec<Value> {
    let of_this = |table: &[(&str, &str)], name: &Value| {
        table.iter().any(|(id, parameter)| *id == id_of(operation) && name == parameter)
    };
    let mut kept = vec![];
    for parameter in parameters {
        let name = &parameter["name"];
        if name == "id" || ONLY_OF_OBJECT.iter().any(|one| name == one) || of_this(&SELECTS_ONE, name) {
            continue;
        }
        let mut parameter = parameter.clone();
        if of_this(&REQUIRED_BY_LIST, name) {
            parameter["required"] = json!(true);
        }
        kept.push(parameter);
    }
    kept
}

fn get_parameters(id: &Value, parameters: &[Value]) -> Vec<Value> {
    let own = parameters
        .iter()
        .filter(|parameter| ALSO_OF_OBJECT.iter().chain(&ONLY_OF_OBJECT).any(|name| parameter["name"] == *name));
    [path_id(id)].into_iter().chain(own.cloned()).collect()
}

fn member_parameters(id: &Value, parameters: &[Value]) -> Vec<Value> {
    let others = parameters.iter().filter(|parameter| parameter["name"] != "id");
    [path_id(id)].into_iter().chain(others.cloned()).collect()
}

fn path_id(id: &Value) -> Value {
    json!({"name": "id", "in": "path", "required": true, "description": "Id of the object.", "schema": id["schema"]})
}

/// An operation with its final name, parameters and responses. `schema` replaces the schema of the response.
fn finish(canonical: &Value, method: &str, operation: &Value, parameters: &[Value], schema: Option<&Value>) -> Value {
    let mut finished = json!({
        "operationId": names::method_name(id_of(operation), method),
        "tags": operation["tags"],
        "summary": operation["summary"],
        "responses": responses::of(canonical, operation, schema),
    });
    if operation["description"].as_str().is_some_and(|text| !text.is_empty()) {
        finished["description"] = operation["description"].clone();
    }
    if operation["deprecated"] == true {
        finished["deprecated"] = json!(true);
    }
    add_security(&mut finished, operation);
    add_marks(&mut finished, parameters);
    if !parameters.is_empty() {
        finished["parameters"] = json!(parameters);
    }
    if let Some(body) = operation.get("requestBody") {
        finished["requestBody"] = request_body(body);
    }
    finished
}

/// A key as bearer token is the only credential of clients. Scopes are an extension, because OpenAPI 3.0 allows them in
/// `security` only for OAuth.
fn add_security(finished: &mut Value, operation: &Value) {
    let declared = operation["security"].as_array().into_iter().flatten();
    let mut security = vec![];
    for one in declared {
        match one.as_object() {
            Some(fields) if fields.is_empty() => security.push(json!({})),
            Some(fields) if fields.contains_key("bearer") => {
                security.push(json!({"bearer": []}));
                if one["bearer"].as_array().is_some_and(|scopes| !scopes.is_empty()) {
                    finished["x-required-scopes"] = one["bearer"].clone();
                }
            }
            _ => {}
        }
    }
    // `[{}]` and `[]` both mean that no credential is needed; generators understand the second.
    let public = security.len() == 1 && security.iter().all(|one| one == &json!({}));
    finished["security"] = if public { json!([]) } else { json!(security) };
}

fn add_marks(finished: &mut Value, parameters: &[Value]) {
    let has = |name: &str| parameters.iter().any(|parameter| parameter["name"] == name);
    if has("cursor") {
        finished["x-pagination"] =
            json!({"cursor": "cursor", "limit": "limit", "items": "data", "next_cursor": "next_cursor"});
    }
    if let Some(wait) = parameters.iter().find(|parameter| parameter["name"] == "wait") {
        finished["x-long-polling"] = json!({"parameter": "wait", "max_seconds": wait["schema"]["maximum"]});
    }
}

/// The body as JSON, or as its only media type.
fn request_body(body: &Value) -> Value {
    let mut body = body.clone();
    if let Some(json) = body["content"].get("application/json").cloned() {
        body["content"] = json!({"application/json": json});
    }
    for media in body["content"].as_object_mut().into_iter().flat_map(|content| content.values_mut()) {
        responses::remove_examples(media);
    }
    body
}

fn id_of(operation: &Value) -> &str {
    operation["operationId"].as_str().unwrap_or_default()
}

/// The value that a reference points to, or the value itself.
pub fn resolve<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"].as_str().and_then(|reference| document.pointer(reference.trim_start_matches('#')));
    target.unwrap_or(value)
}
