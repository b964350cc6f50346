//! Rules for every operation, derived from the document: a new operation is covered automatically. (The client itself
//! checks every response against the document, in every test.)

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod callers;
mod input;
mod members;
mod writes;

use reqwest::Method;
use serde_json::Value;
use testkit::{Answer, Client, Operation, TestApp, TestTenant};

fn operations() -> Vec<Operation> {
    let all = Operation::all();
    assert!(all.len() >= 10, "the document names {} operations", all.len());
    let has_body = |op: &&Operation| [Method::POST, Method::PUT, Method::PATCH].contains(&op.method);
    all.iter().filter(has_body).for_each(|op| assert!(op.example().is_some(), "{} has no body", op.name()));
    all
}

async fn call(op: &Operation, client: &Client, query: &str, body: Option<Value>) -> Answer {
    let body = match body {
        Some(body) => Some(op.with_members(client, body).await),
        None => None,
    };
    client.send(op.method.clone(), &format!("{}{query}", op.path), body).await
}

/// The query that names members of the tenant, which are created for this purpose.
async fn aim(op: &Operation, tenant: &TestTenant) -> String {
    let mut members = tenant.members();
    members.make_named_in_example(op).await;
    let query = members.aim(op).await;
    let query: Vec<_> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) }
}

/// A client with all rights, of the kind that this operation requires: only a session can be signed out, not a key.
async fn caller(op: &Operation, tenant: &TestTenant) -> Client {
    if ends_own_session(op) { tenant.sign_in("owner").await.client } else { tenant.client.clone() }
}

fn ends_own_session(op: &Operation) -> bool {
    op.id == "auth.session.delete"
}

/// True if only the operator's own tenant can use it.
fn is_for_the_operator(op: &Operation) -> bool {
    op.id == "analytics.platform"
}

/// The path that reads the target of the operation.
fn home(op: &Operation) -> &str {
    op.fixture().map_or(&op.path, |fixture| fixture.path)
}

/// The operations that change something of a tenant.
fn writes() -> impl Iterator<Item = Operation> {
    operations().into_iter().filter(|op| op.method != Method::GET && op.scopes.is_some())
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
async fn no_answer_is_stored_or_taken_for_another_type() {
    let app = TestApp::start().await;
    for op in operations() {
        let tenant = app.tenant().await;
        let (good, bad) = (caller(&op, &tenant).await, app.client().with_key("tck_live_nobody"));
        let target = aim(&op, &tenant).await;
        for (client, query) in [(&good, target.as_str()), (&good, "?zzz_unknown=1"), (&bad, "")] {
            let answer = call(&op, client, query, op.example()).await;
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{} {query}", op.name());
            // The document is the same for everyone; its ETag shows whether it has changed.
            let is_document = op.path.starts_with("/api/openapi.") && answer.status.is_success();
            let expected = if is_document { "no-cache" } else { "no-store" };
            assert_eq!(answer.header("cache-control"), expected, "{} {query}", op.name());
            assert!(!answer.headers.contains_key("strict-transport-security"), "the base URL is plain http here");
        }
    }
}
