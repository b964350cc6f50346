//! The OpenAPI document: the contract that customers read, and the rules that the gate enforces.
//!
//! A pure function of the code. Handlers declare their success and their scopes; what holds for every operation
//! (problems, `If-Match`, the ways to present a credential) is added here, once.

use super::{site::SESSION, write::WriteParams};
use crate::app::App;
use api::{EventId, EventKind, ProblemCode, Scope, ScopeSet};
use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, LazyLock},
};
use utoipa::{IntoParams, OpenApi};
use utoipa_axum::{router::OpenApiRouter, routes};

#[derive(OpenApi)]
#[openapi(
    info(title = "Tenant Control", description = include_str!("introduction.md"), license(name = "Apache-2.0", identifier = "Apache-2.0")),
    servers((url = "/", description = "This service")),
    tags(
        (name = "Audit log", description = "The record of every change."),
        (name = "API keys", description = "Tenant API keys for automation."),
        (name = "Organizations", description = "The tenant's customers."),
        (name = "Webhooks", description = "Webhook endpoints and their deliveries."),
        (name = "Operations", description = "Long-running operations."),
        (name = "Events", description = "The durable event log."),
        (name = "Tickets", description = "Requests of customers and alerts of monitoring systems."),
        (name = "Workflows", description = "Workflows, their runs and approvals."),
        (name = "Session", description = "The caller's identity, and sessions of users."),
        (name = "Service accounts", description = "Non-human owners of keys, webhook endpoints and workflows."),
        (name = "Sign-in", description = "Identity providers, users and single sign-on."),
        (name = "Rate limits", description = "Rate limits and concurrency limits."),
        (name = "Schema", description = "The OpenAPI document."),
    ),
    components(schemas(api::Problem))
)]
struct Base;

pub fn base() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Base::openapi())
}

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the OpenAPI document
///
/// Returns the canonical OpenAPI document as JSON, or as YAML with `Accept: application/yaml`. The server enforces this
/// document: it checks scopes, parameters and bodies against it.
#[utoipa::path(get, path = "/api/openapi.json", operation_id = "openapi.get", tag = "Schema", security(()),
    responses(
        (status = 200, content((Value = "application/json"), (String = "application/yaml"))),
        (status = 304, description = "The document has not changed since the version in `If-None-Match`."),
    ))]
async fn read(headers: HeaderMap) -> Response {
    let document = published();
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let wants_yaml = text(header::ACCEPT).contains("yaml");
    let (etag, kind, body) = match wants_yaml {
        true => (&document.yaml_etag, "application/yaml", document.yaml.clone()),
        false => (&document.json_etag, "application/json", document.json.clone()),
    };
    // Everyone gets the same; the ETag says whether it has changed.
    let fixed = [
        (header::ETAG, etag.clone()),
        (header::VARY, HeaderValue::from_static("accept")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let known = text(header::IF_NONE_MATCH).split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag);
    if known {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(header::CONTENT_TYPE, kind)], body).into_response()
}

pub struct Document {
    pub value: Value,
    pub json: Bytes,
    pub yaml: Bytes,
    json_etag: HeaderValue,
    yaml_etag: HeaderValue,
    pub(super) rules: Rules,
}

/// The document of this build. A fault in it (an operation without a declared scope) ends the process at its start.
pub fn published() -> &'static Document {
    static PUBLISHED: LazyLock<Document> =
        LazyLock::new(|| finish(&crate::routes().into_openapi()).unwrap_or_else(|fault| panic!("OpenAPI: {fault}")));
    &PUBLISHED
}

/// The schemas that parameters refer to.
pub(super) fn components() -> Value {
    static COMPONENTS: LazyLock<Value> = LazyLock::new(|| json!(crate::routes().into_openapi().components));
    COMPONENTS.clone()
}

/// What the gate asks of a request, by path.
pub(super) type Rules = HashMap<String, PathRules>;

pub(super) struct PathRules {
    pub operations: Vec<(Method, Arc<Operation>)>,
    pub allow: HeaderValue,
}

/// Pages with a form that is sent back to them, what the records call sending it, and who may.
const FORMS: [(&str, &str, Access); 2] =
    [("/approvals/", "approvals.decide", Access::Person), ("/sign-in/", "sign_in.begin", Access::Public)];

impl PathRules {
    /// What holds for a page: everyone reads it, with whatever parameters. Some also take a form.
    pub fn page(path: &str) -> &'static PathRules {
        static PAGE: LazyLock<PathRules> = LazyLock::new(|| {
            let page = measured("pages".to_owned(), "GET page".into(), Access::Public, None);
            PathRules { operations: vec![(Method::GET, Arc::new(page))], allow: HeaderValue::from_static("GET") }
        });
        static WITH_FORM: LazyLock<HashMap<&str, PathRules>> = LazyLock::new(|| {
            let rules = FORMS.iter().map(|(path, id, access)| {
                let read = measured("pages".to_owned(), format!("GET {path}").into(), *access, None);
                let send = measured((*id).to_owned(), format!("POST {path}").into(), *access, None);
                let operations = vec![(Method::GET, Arc::new(read)), (Method::POST, Arc::new(send))];
                (*path, PathRules { operations, allow: HeaderValue::from_static("GET, POST") })
            });
            rules.collect()
        });
        WITH_FORM.get(path).unwrap_or(&PAGE)
    }
}

pub(super) struct Operation {
    pub id: String,
    /// `GET /api/rmm/organizations`
    pub route: Arc<str>,
    pub access: Access,
    /// `None`: whatever is asked.
    pub parameters: Option<Vec<String>>,
    pub seconds: metrics::Histogram,
    pub answers: [metrics::Counter; 5],
}

/// Who may call an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Public,
    /// Everyone; who presents a credential is told of their own.
    Optional,
    /// A page for people: those who are signed in are known to it, by their cookie alone.
    Person,
    Scoped(ScopeSet),
}

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

fn finish(document: &utoipa::openapi::OpenApi) -> Result<Document, String> {
    let (mut value, mut rules) = (json!(document), Rules::new());
    add_problem_responses(&mut value);
    add_components(&mut value);
    add_webhooks(&mut value);
    for (path, item) in value["paths"].as_object_mut().ok_or("no paths")? {
        let mut operations = vec![];
        for method in METHODS {
            let Some(operation) = item.get_mut(method) else { continue };
            let access = finish_operation(operation, method).map_err(|fault| format!("{method} {path} {fault}"))?;
            let method = method.to_uppercase();
            let rule = rule(operation, format!("{method} {path}").into(), access);
            operations.push((method.parse().map_err(|_| "a method that is none")?, Arc::new(rule)));
        }
        let allow: Vec<_> = operations.iter().map(|(method, _): &(Method, _)| method.as_str()).collect();
        let allow = HeaderValue::try_from(allow.join(", ")).map_err(|e| e.to_string())?;
        rules.insert(path.clone(), PathRules { operations, allow });
    }
    let json = Bytes::from(serde_json::to_string_pretty(&value).map_err(|e| e.to_string())? + "\n");
    let yaml = Bytes::from(serde_norway::to_string(&value).map_err(|e| e.to_string())?);
    Ok(Document { json_etag: etag(&json), yaml_etag: etag(&yaml), value, json, yaml, rules })
}

fn etag(body: &Bytes) -> HeaderValue {
    let hash = Sha256::digest(body).iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    HeaderValue::try_from(format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn rule(operation: &Value, route: Arc<str>, access: Access) -> Operation {
    let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.filter(|p| p["in"] == "query").filter_map(|p| p["name"].as_str());
    measured(id, route, access, Some(parameters.map(str::to_owned).collect()))
}

fn measured(id: String, route: Arc<str>, access: Access, parameters: Option<Vec<String>>) -> Operation {
    let answers = ["1xx", "2xx", "3xx", "4xx", "5xx"];
    Operation {
        seconds: metrics::histogram!("http_request_seconds", "operation" => id.clone()),
        answers: answers
            .map(|class| metrics::counter!("http_requests_total", "operation" => id.clone(), "status" => class)),
        id,
        route,
        access,
        parameters,
    }
}

/// Completes one operation and says who may call it.
fn finish_operation(operation: &mut Value, method: &str) -> Result<Access, String> {
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
    let names_one = takes("id") || takes("ticket_id") || (method == "put" && takes("name"));
    // What is put, patched or deleted is there before, also where a tenant has but one and needs no id for it.
    // One's own session has no other version than the one that asks.
    let changes = writes && (takes_id || method != "post") && operation["operationId"] != "auth.session.delete";
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
                "description": "Result of a dry run: the object that would be stored or deleted.",
                "content": {"application/json": {"schema": schema}}
            }),
        );
    }
    for (status, _) in statuses.iter().filter(|(_, applies)| *applies) {
        responses.insert((*status).to_owned(), json!({"$ref": format!("#/components/responses/{status}")}));
    }
    Ok(access)
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
    let is_empty = |one: &Value| one.as_object().is_some_and(serde_json::Map::is_empty);
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

/// One response for each status that a problem can have, naming its codes.
fn add_problem_responses(document: &mut Value) {
    let mut codes = BTreeMap::<u16, Vec<String>>::new();
    for code in ProblemCode::ALL {
        codes.entry(code.status()).or_default().push(format!("- `{}`: {}", code.name(), code.title()));
    }
    for (status, codes) in codes {
        document["components"]["responses"][status.to_string()] = json!({
            "description": codes.join("\n"),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        });
    }
}

/// What webhooks will be sent: an envelope whose `data` is as the event's type has it.
fn add_webhooks(document: &mut Value) {
    for (name, schema) in api::events::schemas() {
        document["components"]["schemas"][name] = json!(schema);
    }
    for kind in EventKind::ALL {
        document["webhooks"][kind.name()] = json!({"post": {
            "operationId": format!("webhooks.{}", kind.name()),
            "summary": kind.about(),
            "tags": ["Events"],
            "requestBody": {"content": {"application/json": {"schema": event_schema(*kind)}}},
            "responses": {"2XX": {"description": "The event was received. Any other status is retried."}}
        }});
    }
}

/// The schema of an event of one kind.
pub fn event_schema(kind: EventKind) -> Value {
    json!({"allOf": [
        {"$ref": "#/components/schemas/Event"},
        {"properties": {
            "type": {"const": kind.name()},
            "data": {"$ref": format!("#/components/schemas/{}", kind.data_schema())}
        }}
    ]})
}

fn add_components(document: &mut Value) {
    document["components"]["securitySchemes"] = json!({
        "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "tck_…",
            "description": "A tenant API key, sent as `Authorization: Bearer tck_…`. The listed names are the \
                required scopes."},
        "api_key": {"type": "apiKey", "in": "header", "name": "X-API-Key",
            "description": "The same key, for clients that cannot set `Authorization`."},
        "session": {"type": "apiKey", "in": "cookie", "name": SESSION.name("https://"),
            "description": "The session of a signed-in user. (If the base URL of the server is plain http, for \
                development, the cookie is named `tc_session`.) A write is refused if its `Origin` or \
                `Sec-Fetch-Site` header names another site; a client that sends neither header is accepted. An API \
                key in the same request takes precedence."}
    });
    document["components"]["schemas"]["Plan"] = json!({
        "type": "object", "description": "Field that a dry run adds to the object.",
        "properties": {"dry_run": {"type": "boolean", "const": true}}, "required": ["dry_run"]
    });
    document["components"]["parameters"]["IdempotencyKey"] = json!({
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "Makes retries safe: for 24 hours, the same request with the same key is not executed again \
            but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is \
            `null`).",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$", "examples": ["import-2026-11-15-0042"]}
    });
    document["components"]["parameters"]["LastEventId"] = json!({
        "name": "Last-Event-ID", "in": "header", "required": false,
        "description": "Resumes a stream after the event with this id. If the event is no longer in the log, the \
            request fails with 410 `event_gone`.",
        "schema": <EventId as utoipa::PartialSchema>::schema()
    });
    document["components"]["parameters"]["IfMatch"] = json!({
        "name": "If-Match", "in": "header", "required": false,
        "description": "Expected version: the `ETag` of the object as you read it. If the object has another version, \
            the request fails with 412, with the current object as `current`.",
        "schema": {"type": "string", "pattern": "^(\\*|(W/)?\"[^\"]*\"(, *(W/)?\"[^\"]*\")*)$", "examples": ["\"v7\""]}
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[utoipa::path(get, path = "/forgotten", operation_id = "forgotten", responses((status = 200)))]
    async fn forgotten() {}

    #[utoipa::path(get, path = "/odd", operation_id = "odd", security(("api_key" = ["all:things"])), responses((status = 200)))]
    async fn odd() {}

    fn fault_of(router: OpenApiRouter) -> String {
        finish(&router.into_openapi()).err().unwrap_or_default()
    }

    #[test]
    fn an_operation_that_declares_no_scope_is_refused() {
        let fault = fault_of(OpenApiRouter::new().routes(routes!(forgotten)));
        assert_eq!(fault, "get /forgotten must declare one security(…)");
    }

    #[test]
    fn an_operation_that_declares_an_unknown_scope_is_refused() {
        let fault = fault_of(OpenApiRouter::new().routes(routes!(odd)));
        assert_eq!(fault, "get /odd unknown scope all:things");
    }
}
