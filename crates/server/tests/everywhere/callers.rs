//! Callers: without a credential, with one of another tenant, without the scope, with a session.

use crate::{aim, call, home, is_for_the_operator, operations, writes};
use api::{Grant, Role, Scope};
use reqwest::Method;
use serde_json::json;
use testkit::TestApp;

#[tokio::test]
async fn without_a_credential_an_operation_is_refused_unless_it_is_public() {
    let app = TestApp::start().await;
    let mut public = vec![];
    for op in operations() {
        let answer = call(&op, &app.client(), "", op.example()).await;
        if op.scopes.is_none() {
            public.push(op.name());
            continue;
        }
        assert_eq!(answer.problem(), "401 unauthenticated", "{}", op.name());
        assert_eq!(answer.header("www-authenticate"), r#"Bearer realm="tenant-control""#, "{}", op.name());
    }
    assert_eq!(
        public,
        [
            "POST /api/auth/sso",
            "POST /api/auth/sso/token",
            "GET /api/openapi.json",
            "GET /api/openapi.sdk.json",
            "GET /api/rate-limits/"
        ],
        "what is public is listed here by hand"
    );
}

#[tokio::test]
async fn a_credential_that_is_none_of_ours_is_refused() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.scopes.is_some()) {
        let answer = call(&op, &app.client().with_key("tck_live_nobody"), "", op.example()).await;
        assert_eq!(answer.problem(), "401 key_unknown", "{}", op.name());
    }
}

#[tokio::test]
async fn a_missing_scope_is_named() {
    let app = TestApp::start().await;
    let mut tenant = app.tenant().await;
    for (number, op) in operations().into_iter().enumerate() {
        let Some(scopes) = op.scopes.as_ref().filter(|scopes| !scopes.is_empty()) else { continue };
        // A tenant can have at most 100 keys.
        if number % 50 == 49 {
            tenant = app.tenant().await;
        }
        let other = Scope::ALL.iter().map(|scope| scope.name()).find(|name| !scopes.iter().any(|s| s == name)).unwrap();
        let client = tenant.key_with(&[other]).await;
        let answer = call(&op, &client, "", op.example()).await;
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
    for op in operations().into_iter().filter(|op| op.takes("id")) {
        let (mine, other) = (app.tenant().await, app.tenant().await);
        let id = aim(&op, &other).await;
        let answer = call(&op, &mine.client, &id, op.example()).await;
        assert_eq!(answer.problem(), "404 not_found", "{}", op.name());
        let kept = other.client.get(&format!("{}{id}", home(&op))).await.expect(200);
        assert_eq!(kept.header("etag"), "\"v1\"", "{} changed another's", op.name());
        seen += 1;
    }
    assert!(seen >= 6, "only {seen} operations take an id");
}

#[tokio::test]
async fn an_id_of_another_kind_names_nothing_and_none_is_asked_for() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations().into_iter().filter(|op| op.takes("id")) {
        for id in ["?id=ten_01h455vb4pex5vsknk084sn02q", "?id=nonsense", "?id="] {
            let answer = call(&op, &tenant.client, id, op.example()).await;
            assert_eq!(answer.problem(), "404 not_found", "{} {id}", op.name());
        }
        if op.method != Method::GET {
            let answer = call(&op, &tenant.client, "", op.example()).await;
            assert_eq!(answer.problem(), "400 missing_id", "{}", op.name());
        }
    }
}

#[tokio::test]
async fn a_session_cookie_opens_every_operation_as_a_key_does() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.scopes.is_some()) {
        let tenant = app.tenant().await;
        let target = aim(&op, &tenant).await;
        let owner = tenant.sign_in("owner").await;
        let client = owner.client.with_header("x-request-id", "by-cookie");
        let answer = call(&op, &client, &target, op.example()).await;
        if is_for_the_operator(&op) {
            assert_eq!(answer.problem(), "403 operator_only", "{}", op.name());
            continue;
        }
        assert!(answer.status.is_success(), "{}: {:#}", op.name(), answer.body);
        if op.method != Method::GET {
            let log = tenant.client.get("/api/admin/audit-log?request_id=by-cookie").await.expect(200);
            let actor = json!({"type": "user", "id": owner.user.to_string()});
            assert_eq!(log.body["data"][0]["actor"], actor, "{}", op.name());
        }
    }
}

#[tokio::test]
async fn a_role_opens_what_its_scopes_name_and_nothing_else() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for role in [Role::Viewer, Role::Technician] {
        let client = tenant.sign_in(role.name()).await.client;
        for op in operations() {
            let Some(scopes) = op.scopes.as_ref().filter(|scopes| !scopes.is_empty()) else { continue };
            let needed = scopes.iter().map(|scope| scope.parse::<Grant>().unwrap());
            let may = needed.into_iter().all(|scope| role.grants().iter().any(|grant| grant.covers(scope)));
            let answer = call(&op, &client, "?zzz_unknown=1", op.example()).await;
            let expected = if may { "400 unknown_parameter" } else { "403 insufficient_scope" };
            assert_eq!(answer.problem(), expected, "{} as {}", op.name(), role.name());
        }
    }
}

#[tokio::test]
async fn a_write_by_cookie_that_no_page_makes_is_served() {
    let app = TestApp::start().await;
    for op in writes().filter(|op| op.scopes.is_some()) {
        let tenant = app.tenant().await;
        let target = aim(&op, &tenant).await;
        let curl = tenant.sign_in("owner").await.client.without_header("origin");
        let answer = call(&op, &curl, &target, op.example()).await;
        assert!(answer.status.is_success(), "{}: {:#}", op.name(), answer.body);
    }
}

#[tokio::test]
async fn a_write_by_cookie_that_another_site_makes_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let owner = tenant.sign_in("owner").await.client;
    for op in writes().filter(|op| op.scopes.is_some()) {
        for foreign in [
            owner.with_header("origin", "https://evil.example"),
            owner.with_header("origin", "null"),
            owner.with_header("sec-fetch-site", "cross-site"),
            owner.with_header("sec-fetch-site", "same-site"),
        ] {
            let answer = call(&op, &foreign, "", op.example()).await;
            assert_eq!(answer.problem(), "403 cross_site_request", "{}", op.name());
        }
    }
}
