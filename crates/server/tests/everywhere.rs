//! What holds for every operation, derived from the document: an operation is covered the day it exists.
//! (That every answer fits the document is checked by the client itself, for every test.)

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::Scope;
use reqwest::Method;
use serde_json::{Value, json};
use tenant_control::http::document::published;
use testkit::{Answer, Client, TestApp, TestTenant};

struct Operation {
    method: Method,
    path: String,
    /// `None` for a public operation.
    scopes: Option<Vec<String>>,
    takes_id: bool,
    example: Option<Value>,
}

fn operations() -> Vec<Operation> {
    let document = &published().value;
    let items = document["paths"].as_object().unwrap().iter();
    let all = items.flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |op| (path, op)));
    let all: Vec<_> = all.map(|(path, (method, op))| operation(document, path, method, op)).collect();
    assert!(all.len() >= 10, "the document names {} operations", all.len());
    let has_body = |op: &Operation| [Method::POST, Method::PUT, Method::PATCH].contains(&op.method);
    all.iter().filter(|op| has_body(op)).for_each(|op| assert!(op.example.is_some(), "{} has no body", op.name()));
    all
}

fn operation(document: &Value, path: &str, method: &str, operation: &Value) -> Operation {
    let mut parameters = operation["parameters"].as_array().into_iter().flatten();
    let body = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
    let security = operation["security"][0]["bearer"].as_array();
    Operation {
        method: method.to_uppercase().parse().unwrap(),
        path: path.to_owned(),
        scopes: security.map(|names| names.iter().map(|name| name.as_str().unwrap().to_owned()).collect()),
        takes_id: parameters.any(|parameter| parameter["name"] == "id"),
        example: body.map(|reference| {
            let schema = document.pointer(&reference[1..]).unwrap();
            assert!(schema["example"].is_object(), "{reference} has no example");
            schema["example"].clone()
        }),
    }
}

impl Operation {
    async fn call(&self, client: &Client, query: &str, body: Option<Value>) -> Answer {
        client.send(self.method.clone(), &format!("{}{query}", self.path), body).await
    }

    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// `?id=` of a member that the tenant has made for this purpose, by the collection's own example.
    async fn member_of(&self, tenant: &TestTenant) -> String {
        let create = operations().into_iter().find(|op| op.method == Method::POST && op.path == self.path);
        let create = create.unwrap_or_else(|| panic!("{} has members, but no way to make one", self.path));
        format!("?id={}", create.call(&tenant.client, "", create.example.clone()).await.expect(201).id())
    }
}

#[tokio::test]
async fn without_a_credential_an_operation_is_refused_unless_it_is_public() {
    let app = TestApp::start().await;
    let mut public = vec![];
    for op in operations() {
        let answer = op.call(&app.client(), "", op.example.clone()).await;
        if op.scopes.is_none() {
            public.push(op.name());
            continue;
        }
        assert_eq!(answer.problem(), "401 unauthenticated", "{}", op.name());
        assert_eq!(answer.header("www-authenticate"), r#"Bearer realm="tenant-control""#, "{}", op.name());
    }
    assert_eq!(public, ["GET /api/openapi.json"], "what is public is listed here by hand");
}

#[tokio::test]
async fn a_credential_that_is_none_of_ours_is_refused() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.scopes.is_some()) {
        let answer = op.call(&app.client().with_key("tck_live_nobody"), "", op.example.clone()).await;
        assert_eq!(answer.problem(), "401 key_unknown", "{}", op.name());
    }
}

#[tokio::test]
async fn a_missing_scope_is_named() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations() {
        let Some(scopes) = op.scopes.as_ref().filter(|scopes| !scopes.is_empty()) else { continue };
        let other = Scope::ALL.iter().map(|scope| scope.name()).find(|name| !scopes.iter().any(|s| s == name)).unwrap();
        let client = tenant.key_with(&[other]).await;
        let answer = op.call(&client, "", op.example.clone()).await;
        assert_eq!(answer.problem(), "403 insufficient_scope", "{}", op.name());
        assert_eq!(answer.body["required_scopes"], json!(scopes), "{}", op.name());
        assert_eq!(answer.body["granted_scopes"], json!([other]), "{}", op.name());
        assert_eq!(answer.header("accepted-scopes"), scopes.join(", "), "{}", op.name());
    }
}

#[tokio::test]
async fn another_tenants_member_is_not_there() {
    let app = TestApp::start().await;
    let mut seen = 0;
    for op in operations().into_iter().filter(|op| op.takes_id) {
        let (mine, other) = (app.tenant().await, app.tenant().await);
        let id = op.member_of(&other).await;
        let answer = op.call(&mine.client, &id, op.example.clone()).await;
        assert_eq!(answer.problem(), "404 not_found", "{}", op.name());
        let kept = other.client.get(&format!("{}{id}", op.path)).await.expect(200);
        assert_eq!(kept.body["version"], 1, "{} changed another's", op.name());
        seen += 1;
    }
    assert!(seen >= 6, "only {seen} operations take an id");
}

#[tokio::test]
async fn an_id_of_another_kind_names_nothing_and_none_is_asked_for() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations().into_iter().filter(|op| op.takes_id) {
        for id in ["?id=ten_01h455vb4pex5vsknk084sn02q", "?id=nonsense", "?id="] {
            let answer = op.call(&tenant.client, id, op.example.clone()).await;
            assert_eq!(answer.problem(), "404 not_found", "{} {id}", op.name());
        }
        if op.method != Method::GET {
            let answer = op.call(&tenant.client, "", op.example.clone()).await;
            assert_eq!(answer.problem(), "400 missing_id", "{}", op.name());
        }
    }
}

#[tokio::test]
async fn an_unknown_field_is_refused() {
    let app = TestApp::start().await;
    for op in operations() {
        let Some(mut body) = op.example.clone() else { continue };
        body["zzz_unknown"] = json!(1);
        let tenant = app.tenant().await;
        let id = if op.takes_id { op.member_of(&tenant).await } else { String::new() };
        let answer = op.call(&tenant.client, &id, Some(body)).await;
        assert_eq!(answer.problem(), "422 unknown_field", "{}", op.name());
        assert_eq!(answer.body["errors"][0]["pointer"], "/zzz_unknown", "{}", op.name());
    }
}

#[tokio::test]
async fn an_unknown_parameter_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations() {
        let answer = op.call(&tenant.client, "?zzz_unknown=1", op.example.clone()).await;
        assert_eq!(answer.problem(), "400 unknown_parameter", "{}", op.name());
        assert_eq!(answer.body["errors"][0]["parameter"], "zzz_unknown", "{}", op.name());
    }
}

#[tokio::test]
async fn what_is_not_json_is_refused() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.example.is_some()) {
        let tenant = app.tenant().await;
        let id = if op.takes_id { op.member_of(&tenant).await } else { String::new() };
        let target = format!("{}{id}", op.path);
        for (body, problem) in [("{\"name\": ", "400 malformed_json"), ("[]", "422 invalid_request")] {
            let answer = tenant.client.send_raw(op.method.clone(), &target, Some(body.into())).await;
            assert_eq!(answer.problem(), problem, "{}", op.name());
        }
        let text = tenant.client.with_header("content-type", "text/plain");
        let answer = text.send_raw(op.method.clone(), &target, None).await;
        assert_eq!(answer.problem(), "415 unsupported_media_type", "{}", op.name());
        let large = format!("{{\"name\": \"{}\"}}", "x".repeat(1024 * 1024));
        let answer = tenant.client.send_raw(op.method.clone(), &target, Some(large.into())).await;
        assert_eq!(answer.problem(), "413 body_too_large", "{}", op.name());
    }
}

#[tokio::test]
async fn a_stale_if_match_changes_nothing_and_shows_what_is_there() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.takes_id && op.method != Method::GET) {
        let tenant = app.tenant().await;
        let id = op.member_of(&tenant).await;
        let stale = tenant.client.with_header("if-match", "\"v7\"");
        let answer = op.call(&stale, &id, op.example.clone()).await;
        assert_eq!(answer.problem(), "412 version_mismatch", "{}", op.name());
        let kept = tenant.client.get(&format!("{}{id}", op.path)).await.expect(200);
        assert_eq!(answer.body["current"], kept.body, "{}", op.name());
        assert_eq!(kept.header("etag"), "\"v1\"", "{}", op.name());

        let fresh = tenant.client.with_header("if-match", "\"v1\"");
        assert!(op.call(&fresh, &id, op.example.clone()).await.status.is_success(), "{}", op.name());
    }
}

#[tokio::test]
async fn a_method_that_a_path_does_not_have_is_refused_with_those_that_it_has() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations() {
        let answer = tenant.client.send(Method::PATCH, &op.path, None).await;
        assert_eq!(answer.problem(), "405 method_not_allowed", "{}", op.name());
        assert!(answer.header("allow").contains(op.method.as_str()), "{}", op.name());
    }
    assert_eq!(tenant.client.get("/api/nothing").await.problem(), "404 not_found");
}
