//! The OpenAPI document: the contract that customers read, and the rules that the gate enforces.
//!
//! A pure function of the code. Handlers declare their success and their scopes; `operation.rs` adds what every
//! operation has in common.

mod bodies;
mod components;
mod deprecation;
mod descriptions;
mod examples;
mod headers;
mod members;
mod operation;
mod problems;
mod recorded;
mod samples;
mod schemas;
mod sdk;

pub use components::event_schema;
pub use sdk_document::Version;

use crate::app::App;
use api::ScopeSet;
use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use deprecation::Deprecation;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
    time::Duration,
};
use utoipa::{OpenApi, openapi::tag::TagBuilder};
use utoipa_axum::{router::OpenApiRouter, routes};

#[derive(OpenApi)]
#[openapi(
    info(title = "Tenant Control", description = include_str!("introduction.md"), license(name = "Apache-2.0", identifier = "Apache-2.0")),
    servers((url = "/", description = "This service")),
    tags(
        (name = "Operations", description = "Long-running operations."),
        (name = "Schema", description = "The OpenAPI document."),
    ),
    components(schemas(api::Problem))
)]
struct Base;

/// The document without operations: `tags` are those of the families, each with its description.
pub fn base(tags: impl Iterator<Item = (&'static str, &'static str)>) -> OpenApiRouter<App> {
    let tag = |(name, about)| TagBuilder::new().name(name).description(Some(about)).build();
    let mut base = Base::openapi();
    let own = base.tags.take().unwrap_or_default();
    base.tags = Some(tags.map(tag).chain(own).collect());
    OpenApiRouter::with_openapi(base)
}

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read)).merge(sdk::routes())
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
async fn read(app: App, headers: HeaderMap) -> Response {
    let document = app.document();
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let wants_yaml = text(header::ACCEPT).contains("yaml");
    let (kind, written) = match wants_yaml {
        true => ("application/yaml", document.yaml()),
        false => ("application/json", document.json()),
    };
    unless_known(&headers, &written.etag, kind, written.text.clone())
}

/// A document, or 304 if the caller has it. Everyone gets the same document; the ETag shows whether it has changed.
fn unless_known(headers: &HeaderMap, etag: &HeaderValue, kind: &'static str, body: Bytes) -> Response {
    let fixed = [
        (header::ETAG, etag.clone()),
        (header::VARY, HeaderValue::from_static("accept, accept-encoding")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(header::CONTENT_TYPE, kind)], body).into_response()
}

pub struct Document {
    pub value: Value,
    json: OnceLock<Written>,
    yaml: OnceLock<Written>,
    sdk_3_1: OnceLock<sdk::SdkDocument>,
    sdk_3_0: OnceLock<sdk::SdkDocument>,
    rules: HashMap<String, PathRules>,
    /// The rules of members, by the path of their collection.
    members: HashMap<String, PathRules>,
    page: PathRules,
}

/// The document as text, written when it is first read: most processes never need it.
pub struct Written {
    pub text: Bytes,
    etag: HeaderValue,
}

impl Written {
    fn new(text: String) -> Written {
        let text = Bytes::from(text);
        Written { etag: etag(&text), text }
    }
}

/// The operations of one path, for the gate.
pub(super) struct PathRules {
    pub operations: Vec<(Method, Arc<Operation>)>,
    pub allow: HeaderValue,
}

/// A page that has a form, or that shows people their own data.
pub struct Form {
    pub path: &'static str,
    /// The name of the operation in records and metrics; `None` if nothing is submitted to the page.
    pub operation: Option<&'static str>,
    pub access: Access,
}

impl PathRules {
    fn new(operations: Vec<(Method, Arc<Operation>)>) -> Result<PathRules, String> {
        let allow: Vec<_> = operations.iter().map(|(method, _)| method.as_str()).collect();
        let allow = HeaderValue::try_from(allow.join(", ")).map_err(|e| e.to_string())?;
        Ok(PathRules { operations, allow })
    }

    /// The operation of a method; HEAD is handled like GET.
    pub fn operation(&self, method: &Method) -> Option<&Arc<Operation>> {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        self.operations.iter().find(|(known, _)| known == method).map(|(_, operation)| operation)
    }

    /// A page: everyone can read it, with any parameters.
    fn page() -> PathRules {
        let page = Operation::new("pages".to_owned(), "GET page".into(), Access::Public, None);
        PathRules { operations: vec![(Method::GET, Arc::new(page))], allow: HeaderValue::from_static("GET") }
    }

    fn form(form: &Form) -> PathRules {
        let Form { path, operation, access } = form;
        let read = Operation::new("pages".to_owned(), format!("GET {path}").into(), *access, None);
        let mut operations = vec![(Method::GET, Arc::new(read))];
        let Some(operation) = operation else {
            return PathRules { operations, allow: HeaderValue::from_static("GET") };
        };
        let send = Operation::new((*operation).to_owned(), format!("POST {path}").into(), *access, None);
        operations.push((Method::POST, Arc::new(send)));
        PathRules { operations, allow: HeaderValue::from_static("GET, POST") }
    }
}

pub(super) struct Operation {
    pub id: String,
    /// `GET /api/rmm/organizations`
    pub route: Arc<str>,
    pub access: Access,
    /// `None`: any parameters.
    pub parameters: Option<Vec<String>>,
    /// Its body is bytes of any kind, which the handler receives in pieces.
    pub takes_bytes: bool,
    pub deprecation: Option<Deprecation>,
    metrics: OnceLock<(metrics::Histogram, [metrics::Counter; 5])>,
}

impl Operation {
    fn new(id: String, route: Arc<str>, access: Access, parameters: Option<Vec<String>>) -> Operation {
        let metrics = OnceLock::new();
        Operation { id, route, access, parameters, takes_bytes: false, deprecation: None, metrics }
    }

    /// Counts a response. The first one registers the metrics: the operations are described before metrics are recorded.
    pub fn count(&self, status: u16, took: Duration) {
        let (seconds, responses) = self.metrics.get_or_init(|| {
            let id = || self.id.clone();
            let responses = ["1xx", "2xx", "3xx", "4xx", "5xx"]
                .map(|class| metrics::counter!("http_requests_total", "operation" => id(), "status" => class));
            (metrics::histogram!("http_request_seconds", "operation" => id()), responses)
        });
        seconds.record(took.as_secs_f64());
        responses[usize::from(status / 100 - 1).min(4)].increment(1);
    }
}

/// The callers that may use an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Public,
    /// Everyone; a credential is optional, and its owner gets their own data.
    Optional,
    /// A page for people: users who are signed in are identified by their cookie alone.
    Person,
    Scoped(ScopeSet),
}

/// The media type of bodies that are bytes of any kind.
const BYTES: &str = "application/octet-stream";

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

impl Document {
    /// The document of these operations with their recorded examples, and the rules of these forms.
    pub fn new<'a>(
        document: &utoipa::openapi::OpenApi,
        forms: impl Iterator<Item = &'a Form>,
        examples: &Value,
    ) -> Result<Document, String> {
        let mut value = json!(document);
        components::add(&mut value);
        bodies::mark_optional(&mut value);
        let mut rules: HashMap<String, PathRules> =
            forms.map(|form| (form.path.to_owned(), PathRules::form(form))).collect();
        for (path, item) in value["paths"].as_object_mut().ok_or("no paths")? {
            let mut operations = vec![];
            for method in METHODS {
                let Some(operation) = item.get_mut(method) else { continue };
                let access =
                    operation::finish(operation, method).map_err(|fault| format!("{method} {path} {fault}"))?;
                let deprecation = Deprecation::of(operation).map_err(|fault| format!("{method} {path} {fault}"))?;
                let exchanges = &examples[operation["operationId"].as_str().unwrap_or_default()];
                recorded::add(operation, exchanges);
                samples::add(operation, method, path, exchanges);
                let method = method.to_uppercase();
                let rule = rule(operation, format!("{method} {path}").into(), access);
                let rule = Operation { deprecation, ..rule };
                operations.push((method.parse().map_err(|_| "a method that is none")?, Arc::new(rule)));
            }
            rules.insert(path.clone(), PathRules::new(operations)?);
        }
        members::add(&mut value, examples);
        headers::add(&mut value);
        problems::share(&mut value);
        descriptions::finish(&mut value);
        schemas::finish(&mut value);
        let members = members::rules(&value, &rules)?;
        let (json, yaml, sdk_3_1, sdk_3_0) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new());
        Ok(Document { sdk_3_1, sdk_3_0, value, json, yaml, rules, members, page: PathRules::page() })
    }

    pub fn json(&self) -> &Written {
        self.json.get_or_init(|| {
            let text = serde_json::to_string_pretty(&self.value).expect("a JSON value can be written as JSON");
            Written::new(text + "\n")
        })
    }

    pub fn yaml(&self) -> &Written {
        let text = || serde_norway::to_string(&self.value).expect("a JSON value can be written as YAML");
        self.yaml.get_or_init(|| Written::new(text()))
    }

    /// The rules of a path. A path that the document does not contain is a page.
    pub(super) fn rules(&self, path: &str) -> &PathRules {
        self.rules.get(path).unwrap_or(&self.page)
    }

    /// The paths of all operations, without those of members.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str).filter(|path| path.starts_with("/api/"))
    }

    /// True if the path has operations.
    pub(super) fn knows(&self, path: &str) -> bool {
        path.starts_with("/api/") && self.rules.contains_key(path)
    }

    /// The rules of the member that a path names, the path of its collection, and its id as it is written in the path.
    pub(super) fn member<'a>(&self, path: &'a str) -> Option<(&PathRules, &'a str, &'a str)> {
        let (collection, id) = path.rsplit_once('/').filter(|(_, id)| !id.is_empty())?;
        Some((self.members.get(collection)?, collection, id))
    }
}

fn etag(body: &Bytes) -> HeaderValue {
    let hash = Sha256::digest(body).iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    HeaderValue::try_from(format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn rule(operation: &Value, route: Arc<str>, access: Access) -> Operation {
    let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.filter(|p| p["in"] == "query").filter_map(|p| p["name"].as_str());
    let takes_bytes = operation["requestBody"]["content"].get(BYTES).is_some();
    Operation { takes_bytes, ..Operation::new(id, route, access, Some(parameters.map(str::to_owned).collect())) }
}

/// The operations of the document.
fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let items = document["paths"].as_object_mut().into_iter().flatten();
    let items = items.filter_map(|(_, item)| item.as_object_mut()).flatten();
    items.filter(|(method, _)| METHODS.contains(&method.as_str())).map(|(_, operation)| operation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[utoipa::path(get, path = "/forgotten", operation_id = "forgotten", responses((status = 200)))]
    async fn forgotten() {}

    #[utoipa::path(get, path = "/odd", operation_id = "odd", security(("api_key" = ["all:things"])), responses((status = 200)))]
    async fn odd() {}

    fn fault_of(router: OpenApiRouter) -> String {
        Document::new(&router.into_openapi(), [].iter(), &Value::Null).err().unwrap_or_default()
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
