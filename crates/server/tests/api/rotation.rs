//! Rotations of keys: every earlier secret works until its own grace period ends, and its row records who received it.

use jiff::{SignedDuration, Timestamp};
use kernel::credentials::{KeyText, Presented};
use serde_json::{Value, json};
use testkit::{Answer, TestApp, TestTenant};

const KEYS: &str = "/api/admin/api-keys";

fn one(id: &str) -> String {
    format!("{KEYS}?id={id}")
}

async fn create(tenant: &TestTenant, new: Value) -> Answer {
    tenant.client.post(KEYS, new).await.expect(201)
}

async fn rotated(tenant: &TestTenant, id: &str, grace_seconds: i64) -> testkit::Client {
    let rotate = json!({"rotate": {"grace_seconds": grace_seconds}});
    let answer = tenant.client.put(&one(id), rotate).await.expect(200);
    tenant.client.with_key(answer.body["key"].as_str().unwrap())
}

#[tokio::test]
async fn a_rotation_that_is_sent_again_leaves_the_secret_in_use_alone() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    // The server keeps the key in its cache.
    let listening = app.app.clone();
    tokio::spawn(async move { listening.credentials.keep_current().await });
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let in_use = tenant.client.with_key(created.body["key"].as_str().unwrap());
    // The response to the first is lost; the second rotation gives less grace.
    let lost = rotated(&tenant, &created.id(), 3600).await;
    let new = rotated(&tenant, &created.id(), 60).await;
    for client in [&in_use, &lost, &new] {
        client.get(KEYS).await.expect(200);
    }
    let record = tenant.client.get(&one(&created.id())).await.expect(200).body;
    let ends: Timestamp = record["rotation"]["grace_until"].as_str().unwrap().parse().unwrap();
    let now = app.app.clock.now();
    assert!(ends > now + SignedDuration::from_mins(50), "a shorter grace shortens no other");

    // An ended secret is distinguished from an unknown one, also by a server that has cached the key.
    offset.advance(SignedDuration::from_secs(60));
    assert_eq!(lost.get(KEYS).await.problem(), "401 key_rotated");
    in_use.get(KEYS).await.expect(200);
    offset.advance(SignedDuration::from_mins(60));
    for ended in [&in_use, &lost] {
        assert_eq!(ended.get(KEYS).await.problem(), "401 key_rotated");
    }
    new.get(KEYS).await.expect(200);
    let other = KeyText::with_prefix(created.body["key_prefix"].as_str().unwrap().to_owned()).reveal();
    assert_eq!(tenant.client.with_key(&other).get(KEYS).await.problem(), "401 key_unknown");
}

#[tokio::test]
async fn a_rotation_without_grace_ends_every_earlier_secret() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let first = tenant.client.with_key(created.body["key"].as_str().unwrap());
    let second = rotated(&tenant, &created.id(), 3600).await;
    let last = rotated(&tenant, &created.id(), 0).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    for leaked in [&first, &second] {
        assert_eq!(leaked.get(KEYS).await.problem(), "401 key_rotated");
    }
    last.get(KEYS).await.expect(200);
    assert_eq!(tenant.client.get(&one(&created.id())).await.body["rotation"], Value::Null);
}

#[tokio::test]
async fn so_many_earlier_secrets_work_and_no_more() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let first = tenant.client.with_key(created.body["key"].as_str().unwrap());
    let mut clients = vec![first];
    for _ in 0..10 {
        clients.push(rotated(&tenant, &created.id(), 3600).await);
    }
    let refused = tenant.client.put(&one(&created.id()), json!({"rotate": {}})).await;
    assert_eq!(refused.problem(), "409 quota_exceeded");
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    for client in &clients {
        client.get(KEYS).await.expect(200);
    }
    // At once, although the server has cached the key with its other secrets.
    rotated(&tenant, &created.id(), 0).await.get(KEYS).await.expect(200);
}

#[tokio::test]
async fn a_rotation_can_be_repeated_with_its_idempotency_key_and_shows_no_secret_again() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let client = tenant.client.with_header("idempotency-key", "rotate-once");
    let first = client.put(&one(&created.id()), json!({"rotate": {}})).await.expect(200);
    let again = client.put(&one(&created.id()), json!({"rotate": {}})).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.body["key"]), ("true", &Value::Null));
    assert_eq!(again.body["version"], 2, "it was rotated once");
    for key in [&created, &first] {
        tenant.client.with_key(key.body["key"].as_str().unwrap()).get(KEYS).await.expect(200);
    }
    let other = client.put(&one(&created.id()), json!({"rotate": {"grace_seconds": 0}})).await;
    assert_eq!(other.problem(), "422 idempotency_key_reused");
}

/// Approvers count as responsible for the keys that they have held.
#[tokio::test]
async fn every_secret_says_who_was_given_it() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let owner = tenant.sign_in("owner").await;
    owner.client.put(&one(&created.id()), json!({"rotate": {}})).await.expect(200);
    let root = app.database.root().await;
    let sql = "select issued_by_kind, issued_by_id, valid_until is null from api_key_secrets
        where key_id = $1 order by issued_at, id";
    let id: api::ApiKeyId = created.id().parse().unwrap();
    let rows = root.query(sql, &[&id.0]).await.unwrap();
    let admin: api::ApiKeyId = tenant.key_id.parse().unwrap();
    let issued: Vec<(String, uuid::Uuid, bool)> = rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect();
    assert_eq!(issued, [("api_key".to_owned(), admin.0, false), ("user".to_owned(), owner.user.0, true)]);
}

/// A server of the previous version reads and writes the columns of `api_keys` during an upgrade.
#[tokio::test]
async fn what_the_version_before_writes_is_carried_over_and_back() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let prefix = created.body["key_prefix"].as_str().unwrap().to_owned();
    let first = tenant.client.with_key(created.body["key"].as_str().unwrap());
    let second = rotated(&tenant, &created.id(), 3600).await;
    let root = app.database.root().await;
    let columns = "select secret_hash, previous_secret_hash, grace_until > now() from api_keys where key_prefix = $1";
    let row = root.query_one(columns, &[&prefix]).await.unwrap();
    let hash = |client: &testkit::Client| Presented::parse(client.key().unwrap()).unwrap().secret_hash().to_vec();
    assert_eq!((row.get::<_, Vec<u8>>(0), row.get::<_, Vec<u8>>(1)), (hash(&second), hash(&first)));
    assert!(row.get::<_, bool>(2));

    let third = KeyText::with_prefix(prefix.clone());
    let rotate = "update api_keys set previous_secret_hash = secret_hash, secret_hash = $2,
        grace_until = now() + interval '1 hour', version = version + 1 where key_prefix = $1";
    root.execute(rotate, &[&prefix, &third.secret_hash.as_slice()]).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    for client in [&first, &second, &tenant.client.with_key(&third.reveal())] {
        client.get(KEYS).await.expect(200);
    }
}
