//! Users who leave: what ends with them, what is transferred, and mistakes that are refused.

use super::{
    owners::{account, eventually},
    workflows::{TRIGGER, WORKFLOWS, definition},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{Client, SignedIn, TestApp, TestTenant};

const KEYS: &str = "/api/admin/api-keys";
const USERS: &str = "/api/admin/users";
const WEBHOOKS: &str = "/api/admin/webhooks";
const SESSION: &str = "/api/auth/session";

/// The resources of a user.
struct Things {
    key: Client,
    key_id: String,
    endpoint: String,
    workflow: String,
}

async fn things(client: &Client, name: &str) -> Things {
    let key = client.post(KEYS, json!({"name": name, "scopes": ["*"]})).await.expect(201);
    let new = json!({"name": name, "url": "https://hooks.example", "events": ["ticket.*"]});
    let endpoint = client.post(WEBHOOKS, new).await.expect(201).id();
    let tells = definition(json!([{"tell": {"call": "notify", "with": {"message": "hello"}}}]));
    let workflow = client.post(WORKFLOWS, json!({"name": name, "definition": tells})).await.expect(201).id();
    let (key, key_id) = (client.with_key(key.body["key"].as_str().unwrap()), key.id());
    Things { key, key_id, endpoint, workflow }
}

fn user(of: &SignedIn) -> String {
    format!("{USERS}?id={}", of.user)
}

async fn endpoint(tenant: &TestTenant, things: &Things) -> Value {
    tenant.client.get(&format!("{WEBHOOKS}?id={}", things.endpoint)).await.expect(200).body
}

async fn workflow(tenant: &TestTenant, things: &Things) -> Value {
    tenant.client.get(&format!("{TRIGGER}?id={}", things.workflow)).await.expect(200).body
}

async fn kinds(tenant: &TestTenant, types: &str) -> Vec<(String, String)> {
    let events = tenant.client.get(&format!("/api/events?type={types}")).await.expect(200).body;
    let pair = |event: &Value| {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&event["type"]), text(&event["subject"]["id"]))
    };
    events["data"].as_array().unwrap().iter().map(pair).collect()
}

#[tokio::test]
async fn who_is_disabled_loses_everything_at_once_and_others_nothing() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (leaves, stays) = (tenant.sign_in("admin").await, tenant.sign_in("admin").await);
    let second = tenant.sign_in_again(&leaves).await;
    let (theirs, others) = (things(&leaves.client, "theirs").await, things(&stays.client, "others").await);
    let affected = |id: &str, effect: &str| json!([{"id": id, "name": "theirs", "effect": effect}]);
    let impact = json!({
        "sessions": 2,
        "api_keys": affected(&theirs.key_id, "refused"),
        "webhook_endpoints": affected(&theirs.endpoint, "paused"),
        "workflows": affected(&theirs.workflow, "disabled"),
    });
    let disable = json!({"status": "disabled"});
    let planned = tenant.client.put(&format!("{}&dry_run=true", user(&leaves)), disable.clone()).await.expect(200);
    assert_eq!((&planned.body["impact"], planned.header("dry-run")), (&impact, "true"));
    leaves.client.get(SESSION).await.expect(200);

    let disabled = tenant.client.put(&user(&leaves), disable).await.expect(200).body;
    assert_eq!((&disabled["status"], &disabled["impact"]), (&json!("disabled"), &impact));
    eventually(&leaves.client, Method::GET, SESSION, None, "401 session_revoked").await;
    eventually(&second.client, Method::GET, SESSION, None, "401 session_revoked").await;
    eventually(&theirs.key, Method::GET, SESSION, None, "401 owner_disabled").await;
    let paused = endpoint(&tenant, &theirs).await;
    assert_eq!((&paused["status"], &paused["status_reason"]), (&json!("paused"), &json!("owner_disabled")));
    let stopped = workflow(&tenant, &theirs).await;
    assert_eq!((&stopped["enabled"], &stopped["status_reason"]), (&json!(false), &json!("owner_disabled")));
    let started = tenant.client.post(TRIGGER, json!({"workflow": "theirs"})).await;
    assert_eq!(started.problem(), "409 workflow_disabled");

    stays.client.get(SESSION).await.expect(200);
    others.key.get(SESSION).await.expect(200);
    assert_eq!(endpoint(&tenant, &others).await["status"], "active");
    assert_eq!(workflow(&tenant, &others).await["enabled"], true);

    let mut told = kinds(&tenant, "user.disabled,session.ended").await;
    told.sort();
    let mut expected = vec![
        ("session.ended".to_owned(), leaves.session.to_string()),
        ("session.ended".to_owned(), second.session.to_string()),
        ("user.disabled".to_owned(), leaves.user.to_string()),
    ];
    expected.sort();
    assert_eq!(told, expected);

    // The keys of an enabled user work again; stopped resources stay stopped until somebody starts them.
    tenant.client.put(&user(&leaves), json!({"status": "active"})).await.expect(200);
    eventually(&theirs.key, Method::GET, SESSION, None, "200").await;
    assert_eq!(leaves.client.get(SESSION).await.problem(), "401 session_revoked");
    let target = format!("{TRIGGER}?id={}", theirs.workflow);
    let enabled = tenant.client.send(Method::PATCH, &target, Some(json!({"enabled": true}))).await.expect(200).body;
    assert_eq!((&enabled["enabled"], &enabled["status_reason"]), (&json!(true), &Value::Null));
}

#[tokio::test]
async fn what_is_handed_over_goes_on() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (leaves, _stays) = (tenant.sign_in("admin").await, tenant.sign_in("admin").await);
    let theirs = things(&leaves.client, "theirs").await;
    let heir = account(&tenant, "Heir", &["*"]).await;
    assert_eq!(
        tenant.client.put(&user(&leaves), json!({"transfer_to": leaves.user.to_string()})).await.problem(),
        "422 invalid_request"
    );
    let target = format!("{}&transfer_to={heir}", user(&leaves));
    let disable = json!({"status": "disabled", "transfer_to": heir});
    let planned = tenant.client.put(&format!("{}&dry_run=true", user(&leaves)), disable).await.expect(200).body;
    assert_eq!(planned["impact"]["api_keys"][0]["effect"], "transferred");
    let dry = tenant.client.delete(&format!("{target}&dry_run=true")).await.expect(204);
    assert_eq!((dry.header("dry-run"), &dry.body), ("true", &Value::Null));
    tenant.client.delete(&target).await.expect(204);
    eventually(&leaves.client, Method::GET, SESSION, None, "401 session_revoked").await;
    theirs.key.get(SESSION).await.expect(200);
    let (endpoint, workflow) = (endpoint(&tenant, &theirs).await, workflow(&tenant, &theirs).await);
    assert_eq!((&endpoint["status"], &endpoint["owner"]), (&json!("active"), &json!(heir)));
    assert_eq!((&workflow["enabled"], &workflow["owner"]), (&json!(true), &json!(heir)));
    let key = tenant.client.get(&format!("{KEYS}?id={}", theirs.key_id)).await.expect(200).body;
    assert_eq!(key["owner"], json!(heir));

    // The record stays, unlisted; it can be restored.
    let gone = tenant.client.get(&user(&leaves)).await.expect(200).body;
    assert_eq!((&gone["status"], gone["deleted_at"].is_string()), (&json!("disabled"), true));
    let listed = tenant.client.get(USERS).await.expect(200).body;
    assert!(listed["data"].as_array().unwrap().iter().all(|one| one["id"] != gone["id"]), "{listed:#}");
    tenant.client.delete(&user(&leaves)).await.expect(204);
    assert_eq!(kinds(&tenant, "user.deleted").await.len(), 1);
    let back = tenant.client.put(&user(&leaves), json!({"status": "active"})).await.expect(200).body;
    assert_eq!((&back["status"], &back["deleted_at"]), (&json!("active"), &Value::Null));
}

#[tokio::test]
async fn the_last_who_administers_stays() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.sign_in("owner").await, tenant.sign_in("admin").await);
    let _technician = tenant.sign_in("technician").await;
    tenant.client.put(&user(&one), json!({"role": "technician"})).await.expect(200);
    for body in [json!({"role": "viewer"}), json!({"status": "disabled"})] {
        assert_eq!(tenant.client.put(&user(&two), body).await.problem(), "409 last_administrator");
    }
    assert_eq!(tenant.client.delete(&user(&two)).await.problem(), "409 last_administrator");
    two.client.get(SESSION).await.expect(200);
    tenant.client.put(&user(&two), json!({"role": "owner"})).await.expect(200);
    tenant.client.put(&user(&one), json!({"role": "admin"})).await.expect(200);
    // Of two concurrent deletions, one is refused.
    let (a, b) = (user(&one), user(&two));
    let disable = || json!({"status": "disabled"});
    let (first, second) = futures::join!(tenant.client.put(&a, disable()), tenant.client.put(&b, disable()));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test]
async fn technicians_read_their_colleagues_and_change_none() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (technician, admin) = (tenant.sign_in("technician").await, tenant.sign_in("admin").await);
    let list = technician.client.get(USERS).await.expect(200).body;
    assert_eq!(list["data"].as_array().unwrap().len(), 2);
    let refused = technician.client.put(&user(&admin), json!({"role": "viewer"})).await;
    assert_eq!(refused.problem(), "403 insufficient_scope");
    let reader = tenant.key_with(&["sso:read"]).await;
    assert_eq!(reader.get(USERS).await.problem(), "403 insufficient_scope");
    tenant.client.put(&user(&technician), json!({"status": "disabled"})).await.expect(200);
    let disabled = tenant.client.get(&format!("{USERS}?status=disabled")).await.expect(200).body;
    assert_eq!(disabled["data"][0]["id"], json!(technician.user.to_string()));
}

#[tokio::test]
async fn a_leaked_key_takes_what_it_made_with_it() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let leaked = tenant.client.post(KEYS, json!({"name": "leaked", "scopes": ["*"]})).await.expect(201);
    let thief = tenant.client.with_key(leaked.body["key"].as_str().unwrap());
    let first = things(&thief, "first").await;
    let second = things(&first.key, "second").await;
    let others = things(&tenant.client, "others").await;
    let target = format!("{KEYS}?id={}&cascade=true", leaked.id());
    let planned = tenant.client.delete(&format!("{target}&dry_run=true")).await.expect(200).body;
    let of = |list: &str| -> Vec<(String, String)> {
        let listed = planned["impact"][list].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        listed.map(|one| (text(&one["id"]), text(&one["effect"]))).collect()
    };
    let each =
        |a: &str, b: &str, effect: &str| vec![(a.to_owned(), effect.to_owned()), (b.to_owned(), effect.to_owned())];
    assert_eq!(of("api_keys"), each(&first.key_id, &second.key_id, "revoked"));
    assert_eq!(of("webhook_endpoints"), each(&first.endpoint, &second.endpoint, "paused"));
    assert_eq!(of("workflows"), each(&first.workflow, &second.workflow, "disabled"));
    second.key.get(SESSION).await.expect(200);

    let revoked = tenant.client.delete(&target).await.expect(200).body;
    assert_eq!((&revoked["status"], &revoked["impact"]), (&json!("revoked"), &planned["impact"]));
    for key in [&thief, &first.key, &second.key] {
        eventually(key, Method::GET, SESSION, None, "401 key_revoked").await;
    }
    for things in [&first, &second] {
        assert_eq!(endpoint(&tenant, things).await["status_reason"], "key_revoked");
        assert_eq!(workflow(&tenant, things).await["status_reason"], "key_revoked");
    }
    others.key.get(SESSION).await.expect(200);
    assert_eq!(endpoint(&tenant, &others).await["status"], "active");

    // Without it, objects that a key created keep working: they have an owner.
    let plain = tenant.client.post(KEYS, json!({"name": "plain", "scopes": ["*"]})).await.expect(201);
    let made = things(&tenant.client.with_key(plain.body["key"].as_str().unwrap()), "made").await;
    tenant.client.delete(&format!("{KEYS}?id={}", plain.id())).await.expect(204);
    made.key.get(SESSION).await.expect(200);
    assert_eq!(endpoint(&tenant, &made).await["status"], "active");
}

#[tokio::test]
async fn a_running_export_ends_with_its_key() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.client.post("/api/psa/tickets", json!({"subject": "x", "description": "x".repeat(4000)})).await.expect(201);
    let root = app.database.root().await;
    root.batch_execute("set session_replication_role = replica").await.unwrap();
    let sql = "insert into tickets
        select copy.*
        from tickets as ticket, generate_series(1, 8000) as n,
            jsonb_populate_record(ticket, jsonb_build_object('number', ticket.number + n, 'id',
                (left(ticket.id::text, 24) || lpad(to_hex(n), 12, '0'))::uuid)) as copy
        where ticket.tenant_id = $1";
    root.execute(sql, &[&tenant.id.0]).await.unwrap();
    let made = tenant.client.post(KEYS, json!({"name": "export", "scopes": ["tickets:read"]})).await.expect(201);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let export = async || {
        let url = format!("{}/api/psa/tickets?format=ndjson", app.base);
        http.get(url).bearer_auth(made.body["key"].as_str().unwrap()).send().await.unwrap()
    };
    let whole = export().await.bytes().await.unwrap().len();
    let mut cut = export().await;
    let mut read = cut.chunk().await.unwrap().unwrap().len();
    tenant.client.delete(&format!("{KEYS}?id={}", made.id())).await.expect(204);
    tokio::time::sleep(Duration::from_millis(700)).await;
    let ended = loop {
        match cut.chunk().await {
            Ok(Some(chunk)) => read += chunk.len(),
            ended => break ended,
        }
    };
    assert!(ended.is_err() && read < whole, "{read} of {whole} bytes came: {ended:?}");
}
