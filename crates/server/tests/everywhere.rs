//! What holds for every operation, derived from the document: an operation is covered the day it exists.
//! (That every answer fits the document is checked by the client itself, for every test.)

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::{Grant, Role, Scope};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, Operation, TestApp, TestTenant};

fn operations() -> Vec<Operation> {
    let all = Operation::all();
    assert!(all.len() >= 10, "the document names {} operations", all.len());
    let has_body = |op: &&Operation| [Method::POST, Method::PUT, Method::PATCH].contains(&op.method);
    all.iter().filter(has_body).for_each(|op| assert!(op.example().is_some(), "{} has no body", op.name()));
    all
}

async fn call(op: &Operation, client: &Client, query: &str, body: Option<Value>) -> Answer {
    client.send(op.method.clone(), &format!("{}{query}", op.path), body).await
}

/// What the operation is aimed at: members that the tenant has made for this purpose.
async fn aim(op: &Operation, tenant: &TestTenant) -> String {
    let query = tenant.members().aim(op).await;
    let query: Vec<_> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) }
}

/// Who may do everything, as this operation asks for it: one signs out of a session, not of a key.
async fn caller(op: &Operation, tenant: &TestTenant) -> Client {
    if ends_own_session(op) { tenant.sign_in("owner").await.client } else { tenant.client.clone() }
}

fn ends_own_session(op: &Operation) -> bool {
    op.id == "auth.session.delete"
}

/// Where what it is aimed at is read.
fn home(op: &Operation) -> &str {
    op.fixture().map_or(&op.path, |fixture| fixture.path)
}

#[test]
fn every_resource_of_the_document_has_a_fixture() {
    for op in operations().iter().filter(|op| op.takes("id")) {
        let kinds: Vec<_> = op.named().map(|(_, kind)| kind).collect();
        assert_eq!(
            kinds,
            [op.fixture().unwrap_or_else(|| panic!("{} has no fixture", op.name())).kind],
            "{}",
            op.name()
        );
    }
}

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
        ["POST /api/auth/sso", "POST /api/auth/sso/token", "GET /api/openapi.json", "GET /api/rate-limits/"],
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
    let tenant = app.tenant().await;
    for op in operations() {
        let Some(scopes) = op.scopes.as_ref().filter(|scopes| !scopes.is_empty()) else { continue };
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
async fn an_unknown_field_is_refused() {
    let app = TestApp::start().await;
    for op in operations() {
        let Some(mut body) = op.example() else { continue };
        body["zzz_unknown"] = json!(1);
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let answer = call(&op, &tenant.client, &id, Some(body)).await;
        assert_eq!(answer.problem(), "422 unknown_field", "{}", op.name());
        assert_eq!(answer.body["errors"][0]["pointer"], "/zzz_unknown", "{}", op.name());
    }
}

#[tokio::test]
async fn an_unknown_parameter_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations() {
        let answer = call(&op, &tenant.client, "?zzz_unknown=1", op.example()).await;
        assert_eq!(answer.problem(), "400 unknown_parameter", "{}", op.name());
        assert_eq!(answer.body["errors"][0]["parameter"], "zzz_unknown", "{}", op.name());
    }
}

#[tokio::test]
async fn what_is_not_json_is_refused() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.example().is_some()) {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
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
async fn no_answer_is_stored_or_taken_for_another_type() {
    let app = TestApp::start().await;
    for op in operations() {
        let tenant = app.tenant().await;
        let (good, bad) = (caller(&op, &tenant).await, app.client().with_key("tck_live_nobody"));
        let target = aim(&op, &tenant).await;
        for (client, query) in [(&good, target.as_str()), (&good, "?zzz_unknown=1"), (&bad, "")] {
            let answer = call(&op, client, query, op.example()).await;
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{} {query}", op.name());
            // The document is the same for everyone; its ETag says whether it has changed.
            let is_document = op.path == "/api/openapi.json" && answer.status.is_success();
            let expected = if is_document { "no-cache" } else { "no-store" };
            assert_eq!(answer.header("cache-control"), expected, "{} {query}", op.name());
            assert!(!answer.headers.contains_key("strict-transport-security"), "the base URL is plain http here");
        }
    }
}

#[tokio::test]
async fn a_duplicate_field_is_refused_at_its_place() {
    let app = TestApp::start().await;
    for op in operations() {
        let Some(example) = op.example() else { continue };
        let tenant = app.tenant().await;
        let target = format!("{}{}", op.path, aim(&op, &tenant).await);
        let body =
            format!(r#"{{"nested": [{{"twice": 1, "other": 2, "twice": {{}}}}], {}"#, &json!(example).to_string()[1..]);
        let body = body.replace(", }", "}");
        let answer = tenant.client.send_raw(op.method.clone(), &target, Some(body.into())).await;
        assert_eq!(answer.problem(), "422 invalid_request", "{}", op.name());
        let expected =
            json!([{"pointer": "/nested/0/twice", "code": "duplicate_field", "detail": "stands twice in its object"}]);
        assert_eq!(answer.body["errors"], expected, "{}", op.name());
    }
}

#[tokio::test]
async fn whatever_is_sent_faults_are_few_and_short() {
    let app = TestApp::start().await;
    let unknown: serde_json::Map<_, _> = (0..40_000).map(|i| (format!("unknown_{i}"), json!(i))).collect();
    let query: Vec<_> = (0..2_000).map(|i| format!("unknown_{i}={}", "x".repeat(10))).collect();
    for op in operations() {
        let tenant = app.tenant().await;
        let answer = call(&op, &tenant.client, &format!("?{}", query.join("&")), None).await;
        assert_eq!(answer.problem(), "400 unknown_parameter", "{}", op.name());
        let listed = answer.body["errors"].as_array().unwrap().len();
        assert_eq!((listed, &answer.body["errors_truncated"]), (100, &json!(true)), "{}", op.name());
        if op.example().is_none() {
            continue;
        }
        let target = aim(&op, &tenant).await;
        let answer = call(&op, &tenant.client, &target, Some(json!(unknown))).await;
        if op.scopes.is_none() {
            assert_eq!(answer.problem(), "413 body_too_large", "{}", op.name());
            continue;
        }
        assert_eq!(answer.status, 422, "{}", op.name());
        assert!(answer.body.to_string().len() <= 64 * 1024, "{}", op.name());
        assert_eq!(answer.body["errors_truncated"], true, "{}", op.name());
        let name = "n".repeat(900_000);
        let answer = call(&op, &tenant.client, &target, Some(json!({name: 1}))).await;
        assert_eq!(answer.status, 422, "{}", op.name());
        assert!(answer.body.to_string().len() <= 2_000, "{}", op.name());
    }
}

#[tokio::test]
async fn without_a_credential_a_body_has_16_kib_at_most() {
    let app = TestApp::start().await;
    for op in operations().into_iter().filter(|op| op.scopes.is_none() && op.example().is_some()) {
        for (bytes, too_large) in [(16 * 1024, false), (16 * 1024 + 1, true), (1024 * 1024, true)] {
            let body = format!("{{\"x\":\"{}\"}}", "x".repeat(bytes - 8));
            assert_eq!(body.len(), bytes);
            let answer = app.client().send_raw(op.method.clone(), &op.path, Some(body.into())).await;
            assert_eq!(answer.problem() == "413 body_too_large", too_large, "{} {bytes}", op.name());
        }
    }
}

#[tokio::test]
async fn a_stale_if_match_changes_nothing_and_shows_what_is_there() {
    let app = TestApp::start().await;
    for op in writes() {
        // What changes something that is there honours If-Match, whether or not an id is needed to name it.
        let changes = (op.takes("id") || op.method != Method::POST) && !ends_own_session(&op);
        assert_eq!(op.takes("If-Match"), changes, "{}", op.name());
    }
    for op in operations().into_iter().filter(|op| op.takes("If-Match")) {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let stale = tenant.client.with_header("if-match", "\"v7\"");
        let answer = call(&op, &stale, &id, op.example()).await;
        assert_eq!(answer.problem(), "412 version_mismatch", "{}", op.name());
        let kept = tenant.client.get(&format!("{}{id}", home(&op))).await.expect(200);
        assert_eq!(answer.body["current"], kept.body, "{}", op.name());
        // The only one that a tenant has begins with its defaults.
        let first = if op.takes("id") || op.requires("name") { "\"v1\"" } else { "\"v0\"" };
        assert_eq!(kept.header("etag"), first, "{}", op.name());

        let fresh = tenant.client.with_header("if-match", first);
        assert!(call(&op, &fresh, &id, op.example()).await.status.is_success(), "{}", op.name());
    }
}

#[tokio::test]
async fn a_method_that_a_path_does_not_have_is_refused_with_those_that_it_has() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for op in operations() {
        let methods = [Method::PATCH, Method::PUT, Method::DELETE];
        let has = |method: &Method| operations().iter().any(|other| other.path == op.path && other.method == *method);
        let missing = methods.into_iter().find(|method| !has(method)).unwrap();
        let answer = tenant.client.send(missing, &op.path, None).await;
        assert_eq!(answer.problem(), "405 method_not_allowed", "{}", op.name());
        assert!(answer.header("allow").contains(op.method.as_str()), "{}", op.name());
    }
    assert_eq!(tenant.client.get("/api/nothing").await.problem(), "404 not_found");
}

/// What the tenant has in every table, by the database's own account.
async fn rows_of(app: &TestApp, tenant: &TestTenant) -> Vec<(String, String)> {
    let root = app.database.root().await;
    let tables = "select table_name::text from information_schema.columns
                  where table_schema = 'public' and column_name = 'tenant_id' order by 1";
    let mut rows = vec![];
    for table in root.query(tables, &[]).await.unwrap() {
        let table: String = table.get(0);
        // Uses of keys are recorded on their own account, whatever the request was; a data key is made at its first use.
        if ["api_key_scope_uses", "data_keys"].contains(&table.as_str()) {
            continue;
        }
        let content = format!(
            "select coalesce(md5(string_agg(whole, ',' order by whole)), '') from (
                 select (to_jsonb(t) - 'last_used_at' - 'last_used_ip' - 'last_used_route')::text as whole
                 from {table} t where tenant_id = $1) as rows"
        );
        let content: String = root.query_one(&content, &[&tenant.id.0]).await.unwrap().get(0);
        rows.push((table, content));
    }
    assert!(rows.len() >= 4, "{rows:?}");
    rows
}

async fn audit_rows(app: &TestApp, tenant: &TestTenant) -> i64 {
    let sql = "select count(*) from audit_log where tenant_id = $1";
    app.database.root().await.query_one(sql, &[&tenant.id.0]).await.unwrap().get(0)
}

fn writes() -> impl Iterator<Item = Operation> {
    // What is open to all changes nothing of a tenant's.
    operations().into_iter().filter(|op| op.method != Method::GET && op.scopes.is_some())
}

#[tokio::test]
async fn a_dry_run_of_every_write_leaves_no_trace() {
    let app = TestApp::start().await;
    for op in writes() {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let query = if id.is_empty() { "?dry_run=true".to_owned() } else { format!("{id}&dry_run=true") };
        let client = caller(&op, &tenant).await.with_header("idempotency-key", "dry");
        let before = rows_of(&app, &tenant).await;
        let plan = call(&op, &client, &query, op.example()).await.expect(200);
        assert_eq!(plan.body["dry_run"], true, "{}", op.name());
        assert_eq!(rows_of(&app, &tenant).await, before, "{} left a trace", op.name());

        let done = call(&op, &client, &id, op.example()).await;
        assert!(done.status.is_success() && !done.headers.contains_key("idempotency-replayed"), "{}", op.name());
        assert_ne!(rows_of(&app, &tenant).await, before, "{} would leave one", op.name());

        let odd = caller(&op, &tenant).await;
        let odd = call(&op, &odd, &query.replace("=true", "=perhaps"), op.example()).await;
        assert_eq!(odd.problem(), "400 invalid_parameter", "{}", op.name());
    }
}

#[tokio::test]
async fn every_write_leaves_exactly_one_audit_row() {
    let app = TestApp::start().await;
    for op in writes() {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let before = audit_rows(&app, &tenant).await;
        let client = caller(&op, &tenant).await.with_header("x-request-id", "audited");
        assert!(call(&op, &client, &id, op.example()).await.status.is_success(), "{}", op.name());
        assert_eq!(audit_rows(&app, &tenant).await, before + 1, "{}", op.name());
        let log = tenant.client.get("/api/admin/audit-log?request_id=audited").await.expect(200);
        let entries = log.body["data"].as_array().unwrap();
        let about = |entry: &&Value| id.contains(entry["resource"]["id"].as_str().unwrap_or("?"));
        let entry = entries.iter().find(about).unwrap_or(&entries[0]);
        if !ends_own_session(&op) {
            assert_eq!(entry["actor"], json!({"type": "api_key", "id": tenant.key_id}), "{}", op.name());
        }
        let creates = op.method == Method::POST && !op.takes("id");
        assert_eq!((&entry["ip"], entry["before"].is_null()), (&json!("127.0.0.1"), creates), "{}", op.name());
        assert_eq!(entry["after"].is_null(), op.method == Method::DELETE, "{}", op.name());
    }
}

#[tokio::test]
async fn a_refused_write_leaves_no_audit_row() {
    let app = TestApp::start().await;
    for op in writes().filter(|op| op.takes("If-Match")) {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let before = rows_of(&app, &tenant).await;
        call(&op, &tenant.client.with_header("if-match", "\"v9\""), &id, op.example()).await.expect(412);
        assert_eq!(rows_of(&app, &tenant).await, before, "{}", op.name());
    }
}

#[tokio::test]
async fn every_write_with_a_body_can_be_repeated_without_a_second_effect() {
    let app = TestApp::start().await;
    let mut seen = vec![];
    for op in writes() {
        assert_eq!(op.takes("Idempotency-Key"), op.method != Method::DELETE, "{}", op.name());
    }
    for op in writes().filter(|op| op.takes("Idempotency-Key")) {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let client = tenant.client.with_header("idempotency-key", "once");
        let first = call(&op, &client, &id, op.example()).await;
        assert!(first.status.is_success(), "{}: {:#}", op.name(), first.body);
        let rows = rows_of(&app, &tenant).await;
        let again = call(&op, &client, &id, op.example()).await;
        assert_eq!((again.status, again.header("idempotency-replayed")), (first.status, "true"), "{}", op.name());
        assert_eq!((again.header("etag"), again.header("location")), (first.header("etag"), first.header("location")));
        assert_eq!(rows_of(&app, &tenant).await, rows, "{} had a second effect", op.name());
        let shown_once = op.fixture().map_or(&[][..], |fixture| fixture.shown_once);
        for (field, value) in again.body.as_object().unwrap() {
            let expected = if shown_once.contains(&field.as_str()) { &Value::Null } else { &first.body[field] };
            assert_eq!(value, expected, "{} {field}", op.name());
        }

        let mut other = op.example().unwrap();
        other["name"] = json!("another");
        let reused = call(&op, &client, &id, Some(other)).await;
        assert_eq!(reused.problem(), "422 idempotency_key_reused", "{}", op.name());
        seen.push(op.method);
    }
    for method in [Method::POST, Method::PUT, Method::PATCH] {
        assert!(seen.contains(&method), "no {method} was repeated");
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
