//! The OpenAPI document: the contract that customers read, and the rules that the gate enforces.
//!
//! A pure function of the code. Handlers declare their success and their scopes; what holds for every operation
//! (problems, `If-Match`, the ways to present a credential) is added here, once.

mod components;
mod operation;

use crate::app::App;
use api::ScopeSet;
use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

pub use components::event_schema;

#[derive(OpenApi)]
#[openapi(
    info(title = "Tenant Control", description = include_str!("introduction.md"), license(name = "Apache-2.0", identifier = "Apache-2.0")),
    servers((url = "/", description = "This service")),
    tags(
        (name = "Audit log", description = "Who changed what."),
        (name = "API keys", description = "The keys by which automation acts for a tenant."),
        (name = "Organizations", description = "The tenant's customers."),
        (name = "Webhooks", description = "Where the tenant is told of events."),
        (name = "Operations", description = "Work that takes longer than a request."),
        (name = "Events", description = "The durable log of what happened."),
        (name = "Tickets", description = "What customers ask for and what monitoring reports."),
        (name = "Workflows", description = "Automations that customers write, and their runs."),
        (name = "Session", description = "Who the caller is, and the sign-ins of users."),
        (name = "Service accounts", description = "Owners of keys, webhook endpoints and workflows that are not people."),
        (name = "Sign-in", description = "Identity providers, users, and signing in by them."),
        (name = "Rate limits", description = "How many requests may be made."),
        (name = "Schema", description = "This document."),
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

/// The API's description
///
/// The canonical OpenAPI document, as JSON or, with `Accept: application/yaml`, as YAML. It is what this server
/// enforces: scopes, parameters and bodies are checked against it.
#[utoipa::path(get, path = "/api/openapi.json", operation_id = "openapi.get", tag = "Schema", security(()),
    responses(
        (status = 200, content((Value = "application/json"), (String = "application/yaml"))),
        (status = 304, description = "It is still the one that `If-None-Match` names."),
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
    components::add(&mut value);
    for (path, item) in value["paths"].as_object_mut().ok_or("no paths")? {
        let mut operations = vec![];
        for method in METHODS {
            let Some(operation) = item.get_mut(method) else { continue };
            let access = operation::finish(operation, method).map_err(|fault| format!("{method} {path} {fault}"))?;
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
        assert_eq!(fault, "get /odd there is no scope all:things");
    }
}
