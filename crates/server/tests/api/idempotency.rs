use futures::future::join_all;
use serde_json::json;
use std::collections::HashSet;
use testkit::TestApp;

const ORGANIZATIONS: &str = "/api/rmm/organizations";

#[tokio::test]
async fn of_many_at_once_one_takes_effect_and_all_agree() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = tenant.client.with_header("idempotency-key", "storm");
    let storm = join_all((0..40).map(|_| client.post(ORGANIZATIONS, json!({"name": "once"})))).await;
    let (done, waiting): (Vec<_>, Vec<_>) = storm.iter().partition(|answer| answer.status == 201);
    assert!(!done.is_empty());
    for answer in waiting {
        assert_eq!((answer.problem().as_str(), answer.header("retry-after")), ("409 request_in_flight", "1"));
    }
    let ids: HashSet<_> = done.iter().map(|answer| answer.id()).collect();
    assert_eq!(ids.len(), 1, "all who got an answer got the same");
    let after = client.post(ORGANIZATIONS, json!({"name": "once"})).await.expect(201);
    assert!(ids.contains(&after.id()));
    let list = tenant.client.get(ORGANIZATIONS).await.expect(200);
    assert_eq!(list.body["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_failed_request_may_be_tried_again_with_its_key() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let taken = tenant.organization("taken").await;
    let client = tenant.client.with_header("idempotency-key", "again");
    assert_eq!(client.post(ORGANIZATIONS, json!({"name": "taken"})).await.problem(), "409 name_taken");
    tenant.client.delete(&format!("{ORGANIZATIONS}?id={taken}")).await.expect(204);
    let created = client.post(ORGANIZATIONS, json!({"name": "taken"})).await.expect(201);
    assert!(!created.headers.contains_key("idempotency-replayed"));
}

#[tokio::test]
async fn a_key_belongs_to_its_caller_and_route() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let other = tenant.key_with(&["organizations:*"]).await;
    let one = tenant.client.with_header("idempotency-key", "same");
    one.post(ORGANIZATIONS, json!({"name": "one"})).await.expect(201);
    other.with_header("idempotency-key", "same").post(ORGANIZATIONS, json!({"name": "two"})).await.expect(201);
    one.post("/api/admin/api-keys", json!({"name": "k", "scopes": ["search:read"]})).await.expect(201);
}

#[tokio::test]
async fn an_answer_is_repeated_also_to_a_retry_that_would_be_refused_by_now() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = tenant.client.with_header("idempotency-key", "kept");
    let first = client.post(ORGANIZATIONS, json!({"name": "one"})).await.expect(201);
    assert_eq!(client.post(ORGANIZATIONS, json!({"nmae": "one"})).await.problem(), "422 idempotency_key_reused");
    let dry = format!("{ORGANIZATIONS}?dry_run=true");
    assert_eq!(client.post(&dry, json!({"name": "one"})).await.problem(), "409 name_taken", "a dry run has no answer");
    client.post(&dry, json!({"name": "two"})).await.expect(201);
    let again = client.post(ORGANIZATIONS, json!({"name": "one"})).await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), again.id()), ("true", first.id()));
}

#[tokio::test]
async fn an_answer_is_kept_for_a_day() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = tenant.client.with_header("idempotency-key", "old");
    let first = client.post(ORGANIZATIONS, json!({"name": "one"})).await.expect(201);
    let root = app.database.root().await;
    let age = "update idempotency_keys set created_at = created_at - interval '25 hours' where tenant_id = $1";
    root.execute(age, &[&tenant.id.0]).await.unwrap();
    let second = client.post(ORGANIZATIONS, json!({"name": "two"})).await.expect(201);
    assert_ne!(first.id(), second.id(), "after a day the key is free");
    root.execute(age, &[&tenant.id.0]).await.unwrap();
    kernel::http::write::idempotency::forget_old(&app.app.db, app.app.clock.now()).await.unwrap();
    let left = root.query_one("select count(*) from idempotency_keys where tenant_id = $1", &[&tenant.id.0]).await;
    assert_eq!(left.unwrap().get::<_, i64>(0), 0);
}

#[tokio::test]
async fn a_key_must_be_one() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for odd in ["", &"x".repeat(256)] {
        let client = tenant.client.with_header("idempotency-key", odd);
        let answer = client.post(ORGANIZATIONS, json!({"name": "x"})).await;
        assert_eq!(answer.problem(), "400 invalid_header");
    }
}
