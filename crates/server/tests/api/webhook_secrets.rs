//! The secrets of webhook endpoints: rotations keep each earlier one until its own grace period ends, and a new origin
//! never receives credentials of the previous one.

use api::WebhookEndpointId;
use serde_json::{Value, json};
use testkit::{Answer, Received, Receiver, TestApp, TestTenant};

const PATH: &str = "/api/admin/webhooks";

fn one(id: &str) -> String {
    format!("{PATH}?id={id}")
}

async fn create(tenant: &TestTenant, new: Value) -> Answer {
    tenant.client.post(PATH, new).await.expect(201)
}

fn secret(answer: &Answer) -> String {
    answer.body["secret"].as_str().unwrap_or_else(|| panic!("no secret: {:#}", answer.body)).to_owned()
}

fn pointers(answer: &Answer) -> Vec<&str> {
    answer.body["errors"].as_array().unwrap().iter().map(|fault| fault["pointer"].as_str().unwrap()).collect()
}

fn verifies(received: &Received, secret: &str) -> bool {
    standardwebhooks::Webhook::new(secret).unwrap().verify(&received.body, &received.headers).is_ok()
}

async fn rotate(tenant: &TestTenant, id: &str, grace_seconds: i64) -> String {
    let body = json!({"rotate_secret": {"grace_seconds": grace_seconds}});
    secret(&tenant.client.put(&one(id), body).await.expect(200))
}

#[tokio::test]
async fn a_rotation_that_is_sent_again_leaves_the_secret_in_use_signing() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let new = json!({"name": "mirror", "url": receiver.url, "events": ["organization.created"]});
    let created = create(&tenant, new).await;
    let id = created.id();
    let secrets = [secret(&created), rotate(&tenant, &id, 3600).await, rotate(&tenant, &id, 60).await];
    tenant.organization("Initech").await;
    let received = receiver.wait_for(1).await;
    assert_eq!(received[0].header("webhook-signature").split(' ').count(), 3);
    for secret in &secrets {
        assert!(verifies(&received[0], secret));
    }
    let last = rotate(&tenant, &id, 0).await;
    assert_eq!(tenant.client.get(&one(&id)).await.body["rotation"], Value::Null);
    tenant.organization("Hooli").await;
    let received = receiver.wait_for(2).await;
    assert_eq!(received[1].header("webhook-signature").split(' ').count(), 1);
    assert!(verifies(&received[1], &last));
    // An expired secret is not kept, not even sealed.
    let root = app.database.root().await;
    let endpoint: WebhookEndpointId = id.parse().unwrap();
    let kept = root.query_one("select count(*) from webhook_secrets where endpoint_id = $1", &[&endpoint.0]).await;
    assert_eq!(kept.unwrap().get::<_, i64>(0), 1);
    app.stop().await;
}

#[tokio::test]
async fn so_many_earlier_secrets_sign_and_no_more() {
    let app = TestApp::start().await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let created = create(&tenant, json!({"name": "mirror", "url": receiver.url, "events": ["ticket.*"]})).await;
    for _ in 0..10 {
        rotate(&tenant, &created.id(), 3600).await;
    }
    let refused = tenant.client.put(&one(&created.id()), json!({"rotate_secret": {}})).await;
    assert_eq!(refused.problem(), "409 quota_exceeded");
    tenant.client.post(&format!("{PATH}/test?id={}", created.id()), json!({})).await.expect(200);
    assert_eq!(receiver.received()[0].header("webhook-signature").split(' ').count(), 11);
    rotate(&tenant, &created.id(), 0).await;
}

#[tokio::test]
async fn a_rotation_repeated_with_its_idempotency_key_shows_no_secret_again() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "a", "url": "https://hooks.example", "events": ["ticket.*"]})).await;
    let client = tenant.client.with_header("idempotency-key", "rotate-once");
    let first = client.put(&one(&created.id()), json!({"rotate_secret": {}})).await.expect(200);
    assert!(first.body["secret"].is_string());
    let again = client.put(&one(&created.id()), json!({"rotate_secret": {}})).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.body["secret"]), ("true", &Value::Null));
    assert_eq!(again.body["version"], 2);
}

#[tokio::test]
async fn another_origin_needs_the_headers_again_and_gets_a_secret_of_its_own() {
    let app = TestApp::start().await;
    let (tenant, old, new) = (app.tenant().await, Receiver::start().await, Receiver::start().await);
    let body = json!({"name": "mirror", "url": old.url, "events": ["ticket.*"],
        "headers": {"Authorization": "Bearer old", "X-Team": "ops"}});
    let created = create(&tenant, body).await;
    let (target, first) = (one(&created.id()), secret(&created));

    let moved = tenant.client.put(&target, json!({"url": new.url})).await;
    assert_eq!(
        (moved.problem().as_str(), pointers(&moved)),
        ("422 invalid_request", vec!["/headers/Authorization", "/headers/X-Team"])
    );
    let kept = json!({"url": new.url, "headers": {"Authorization": null, "X-Team": "ops"}});
    let moved = tenant.client.put(&target, kept).await;
    assert_eq!((moved.problem().as_str(), pointers(&moved)), ("422 invalid_request", vec!["/headers/Authorization"]));
    assert_eq!(tenant.client.get(&target).await.body["url"], json!(old.url), "nothing was changed");

    // A new origin has no grace period.
    let again = json!({"url": new.url, "headers": {"Authorization": "Bearer new"}, "rotate_secret": {}});
    let plan = tenant.client.put(&format!("{target}&dry_run=true"), again.clone()).await.expect(200);
    assert_eq!(plan.body["url"], json!(new.url));
    let moved = tenant.client.put(&target, again).await.expect(200);
    let second = secret(&moved);
    assert_eq!((&moved.body["headers"], &moved.body["rotation"]), (&json!({"Authorization": null}), &Value::Null));
    tenant.client.post(&format!("{PATH}/test?id={}", created.id()), json!({})).await.expect(200);
    let received = &new.received()[0];
    assert_eq!(received.header("authorization"), "Bearer new");
    assert!(verifies(received, &second) && !verifies(received, &first));
    assert_eq!(old.count(), 0);
}

#[tokio::test]
async fn another_path_of_the_same_origin_keeps_headers_and_secret() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let body = json!({"name": "a", "url": "https://hooks.example/a", "events": ["ticket.*"], "headers": {"X-A": "b"}});
    let created = create(&tenant, body).await;
    let target = one(&created.id());
    for same in ["https://hooks.example/b", "https://hooks.example:443/b?c=d", "https://HOOKS.example/"] {
        let changed = tenant.client.put(&target, json!({"url": same})).await.expect(200);
        assert_eq!(changed.body["secret"], Value::Null, "{same}");
        assert_eq!(changed.body["secret_hint"], created.body["secret_hint"], "{same}");
    }
    for other in ["https://hooks.example:8443/", "https://hooks.example.org/", "https://www.hooks.example/"] {
        assert_eq!(tenant.client.put(&target, json!({"url": other})).await.problem(), "422 invalid_request", "{other}");
    }
    let dropped = tenant.client.put(&target, json!({"url": "https://elsewhere.example", "headers": {}})).await;
    assert!(dropped.expect(200).body["secret"].is_string());
}

/// Waiting deliveries, retries and redeliveries: a worker caches endpoints, but never mixes two versions of one.
#[tokio::test]
async fn what_waits_for_an_endpoint_is_sent_to_its_new_origin_with_new_headers_and_secret_only() {
    let app = TestApp::start_working(&["--webhook-haste", "500"]).await;
    let (tenant, old, new) = (app.tenant().await, Receiver::start().await, Receiver::start().await);
    old.answer_status(500);
    let body = json!({"name": "mirror", "url": old.url, "events": ["organization.created"],
        "headers": {"Authorization": "Bearer old"}});
    let created = create(&tenant, body).await;
    let (target, first) = (one(&created.id()), secret(&created));
    for n in 0..3 {
        tenant.organization(&format!("Customer {n}")).await;
    }
    old.wait_for(3).await;
    let moved = json!({"url": new.url, "headers": {"Authorization": "Bearer new"}});
    let second = secret(&tenant.client.put(&target, moved).await.expect(200));
    let log = format!("{PATH}/deliveries?endpoint_id={}&status=delivered", created.id());
    let listed = tenant.eventually(&log, |answer| answer.body["data"].as_array().unwrap().len() == 3).await;
    let delivery = listed.body["data"][0]["id"].as_str().unwrap();
    let before = new.count();
    tenant.client.post(&format!("{PATH}/deliveries/redeliver?id={delivery}"), json!({})).await.expect(202);
    new.wait_for(before + 1).await;
    for received in new.received() {
        assert_eq!(received.header("authorization"), "Bearer new");
        assert!(verifies(&received, &second) && !verifies(&received, &first));
    }
    for received in old.received() {
        assert_eq!(received.header("authorization"), "Bearer old");
        assert!(verifies(&received, &first) && !verifies(&received, &second));
    }
    app.stop().await;
}

/// A server of the previous version stores the secret with the endpoint, and knows no other place.
#[tokio::test]
async fn what_the_version_before_writes_is_carried_over() {
    let app = TestApp::start().await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let created = create(&tenant, json!({"name": "mirror", "url": receiver.url, "events": ["ticket.*"]})).await;
    let id: WebhookEndpointId = created.id().parse().unwrap();
    let sealing = &app.app.sealing;
    let root = app.database.root().await;
    let plain = [7; 24];
    let sealed = sealing.seal(tenant.id, webhooks::ENDPOINT_SECRET, id.0, &plain).await.unwrap();
    let first = sealing.seal(tenant.id, webhooks::ENDPOINT_PREVIOUS_SECRET, id.0, &[8; 24]).await.unwrap();
    let rotate = "update webhook_endpoints set secret_sealed = $2, previous_secret_sealed = $3,
        previous_secret_until = now() + interval '1 hour', version = version + 1 where id = $1";
    root.execute(rotate, &[&id.0, &sealed, &first]).await.unwrap();
    tenant.client.post(&format!("{PATH}/test?id={}", created.id()), json!({})).await.expect(200);
    let text = |plain: &[u8]| {
        use base64::{Engine, prelude::BASE64_STANDARD};
        format!("whsec_{}", BASE64_STANDARD.encode(plain))
    };
    let received = receiver.received();
    for secret in [text(&plain), text(&[8; 24]), secret(&created)] {
        assert!(verifies(&received[0], &secret));
    }
    // From here on, the column of the previous version is empty.
    let last = rotate_once(&tenant, &created.id()).await;
    tenant.client.post(&format!("{PATH}/test?id={}", created.id()), json!({})).await.expect(200);
    let received = receiver.received();
    assert!(verifies(&received[1], &last) && !verifies(&received[1], &text(&plain)));
    let left = "select secret_sealed is null and previous_secret_sealed is null from webhook_endpoints where id = $1";
    assert!(root.query_one(left, &[&id.0]).await.unwrap().get::<_, bool>(0));
}

async fn rotate_once(tenant: &TestTenant, id: &str) -> String {
    rotate(tenant, id, 0).await
}

#[tokio::test]
async fn a_test_is_none_of_the_endpoints_own_events_and_a_refusal_names_no_address() {
    let app = TestApp::start().await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let created = create(&tenant, json!({"name": "mirror", "url": receiver.url, "events": ["ticket.*"]})).await;
    for _ in 0..2 {
        let tested = tenant.client.post(&format!("{PATH}/test?id={}", created.id()), json!({})).await.expect(200);
        assert_eq!(
            (&tested.body["event"]["type"], &tested.body["event"]["sequence"]),
            (&json!("webhook.ping"), &json!(0))
        );
    }
    let refused = json!({"name": "inside", "url": "https://10.20.30.40/", "events": ["ticket.*"]});
    let refused = tenant.client.post(PATH, refused).await.expect(422);
    let detail = refused.body["errors"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("a private address (RFC 1918") && !detail.contains("10.20"), "{detail}");
}
