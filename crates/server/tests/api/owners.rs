//! Owners of keys, webhook endpoints and workflows, whose rights never exceed the current rights of their owner.

use super::workflows::{TRIGGER, WORKFLOWS, definition, with};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{Answer, Client, Receiver, TestApp, TestTenant};

const ACCOUNTS: &str = "/api/admin/service-accounts";
const KEYS: &str = "/api/admin/api-keys";
const USERS: &str = "/api/admin/users";
const WEBHOOKS: &str = "/api/admin/webhooks";
const ORGANIZATIONS: &str = "/api/rmm/organizations";

pub async fn account(tenant: &TestTenant, name: &str, scopes: &[&str]) -> String {
    tenant.client.post(ACCOUNTS, json!({"name": name, "scopes": scopes})).await.expect(201).id()
}

/// Repeats the request until the response is as wanted, for two seconds at most: changes of other connections arrive
/// later.
pub async fn eventually(client: &Client, method: Method, target: &str, body: Option<Value>, wanted: &str) -> Answer {
    for _ in 0..100 {
        let answer = client.send(method.clone(), target, body.clone()).await;
        let problem = if answer.status.is_success() { answer.status.as_u16().to_string() } else { answer.problem() };
        if problem == wanted {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{target} never answered {wanted}")
}

fn endpoint(url: &str, events: &[&str]) -> Value {
    json!({"name": "mirror", "url": url, "events": events})
}

fn tells() -> Value {
    definition(json!([{"tell": {"call": "notify", "with": {"message": "hello"}}}]))
}

#[tokio::test]
async fn what_somebody_makes_belongs_to_them_and_what_a_key_makes_to_its_owner() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let admin = tenant.sign_in("admin").await;
    let user = json!(admin.user.to_string());
    let key = admin.client.post(KEYS, json!({"name": "mine", "scopes": ["*"]})).await.expect(201);
    assert_eq!(key.body["owner"], user);
    let by_key = admin.client.with_key(key.body["key"].as_str().unwrap());
    let second = by_key.post(KEYS, json!({"name": "second", "scopes": ["*"]})).await.expect(201);
    assert_eq!((&second.body["owner"], &second.body["created_by"]["type"]), (&user, &json!("api_key")));
    let hook = by_key.post(WEBHOOKS, endpoint("https://hooks.example", &["ticket.*"])).await.expect(201);
    assert_eq!((&hook.body["owner"], &hook.body["created_by"]), (&user, &second.body["created_by"]));
    let workflow = by_key.post(WORKFLOWS, json!({"name": "mine", "definition": tells()})).await.expect(201);
    assert_eq!((&workflow.body["owner"], &workflow.body["created_by"]), (&user, &second.body["created_by"]));

    // A key of the operator belongs to the account that every tenant has.
    let accounts = tenant.client.get(ACCOUNTS).await.expect(200).body;
    assert_eq!(
        (&accounts["data"][0]["name"], &accounts["data"][0]["scopes"]),
        (&json!("Administrator"), &json!(["*"]))
    );
    let first = tenant.client.get(&format!("{KEYS}?id={}", tenant.key_id)).await.expect(200).body;
    assert_eq!(first["owner"], accounts["data"][0]["id"]);
    let owned = tenant.client.get(&format!("{KEYS}?owner={}", admin.user)).await.expect(200).body;
    assert_eq!(owned["data"].as_array().unwrap().len(), 2);

    // Another owner can be named, at once or later.
    let mirror = account(&tenant, "Mirror", &["tickets:read"]).await;
    let new = json!({"name": "of the account", "scopes": ["tickets:read"], "owner": mirror});
    let of_account = admin.client.post(KEYS, new).await.expect(201);
    assert_eq!(of_account.body["owner"], json!(mirror));
    for target in [format!("{KEYS}?id={}", second.id()), format!("{WEBHOOKS}?id={}", hook.id())] {
        assert_eq!(admin.client.put(&target, json!({"owner": mirror})).await.expect(200).body["owner"], json!(mirror));
    }
    let target = format!("{TRIGGER}?id={}", workflow.id());
    let given = admin.client.send(Method::PATCH, &target, Some(json!({"owner": mirror}))).await.expect(200);
    assert_eq!(given.body["owner"], json!(mirror));
    let nobody = json!({"name": "x", "scopes": ["tickets:read"], "owner": "sva_01h455vb4pex5vsknk084sn02q"});
    assert_eq!(admin.client.post(KEYS, nobody).await.problem(), "422 invalid_request");
}

#[tokio::test]
async fn a_key_never_has_more_than_its_owner_has_now() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (admin, _other) = (tenant.sign_in("admin").await, tenant.sign_in("owner").await);
    let made = admin.client.post(KEYS, json!({"name": "all", "scopes": ["*"]})).await.expect(201);
    let key = tenant.client.with_key(made.body["key"].as_str().unwrap());
    let new = Some(json!({"name": "Initech"}));
    eventually(&key, Method::POST, ORGANIZATIONS, new.clone(), "201").await;

    let target = format!("{USERS}?id={}", admin.user);
    tenant.client.put(&target, json!({"role": "viewer"})).await.expect(200);
    eventually(&key, Method::POST, ORGANIZATIONS, new, "403 insufficient_scope").await;
    let session = key.get("/api/auth/session").await.expect(200).body;
    assert_eq!(session["scopes"], json!(["*:read"]), "what it has, of what its owner has");
    key.get(ORGANIZATIONS).await.expect(200);

    // A service account likewise, in scopes and in customers.
    let mirror = account(&tenant, "Mirror", &["*"]).await;
    let made = json!({"name": "of the account", "scopes": ["*"], "owner": mirror});
    let key = tenant.key_of(made).await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    key.get(&format!("{ORGANIZATIONS}?id={two}")).await.expect(200);
    let target = format!("{ACCOUNTS}?id={mirror}");
    let less = json!({"scopes": ["organizations:read"], "organization_ids": [one]});
    tenant.client.put(&target, less).await.expect(200);
    eventually(&key, Method::GET, &format!("{ORGANIZATIONS}?id={two}"), None, "404 not_found").await;
    key.get(&format!("{ORGANIZATIONS}?id={one}")).await.expect(200);
    assert_eq!(key.get("/api/psa/tickets").await.problem(), "403 insufficient_scope");
    tenant.client.put(&target, json!({"status": "disabled"})).await.expect(200);
    eventually(&key, Method::GET, ORGANIZATIONS, None, "401 owner_disabled").await;
    tenant.client.put(&target, json!({"status": "active"})).await.expect(200);
    eventually(&key, Method::GET, ORGANIZATIONS, None, "200").await;
    tenant.client.delete(&target).await.expect(204);
    eventually(&key, Method::GET, ORGANIZATIONS, None, "401 owner_disabled").await;
    assert_eq!(tenant.client.get(&target).await.problem(), "404 not_found");
}

#[tokio::test]
async fn nobody_makes_changes_or_serves_an_owner_with_more_than_their_own() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let mighty = account(&tenant, "Mighty", &["*"]).await;
    let small = tenant.key_with(&["users:*", "tickets:read", "api_keys:*", "webhooks:*", "workflows:*"]).await;
    let refused = async |answer: Answer| assert_eq!(answer.problem(), "403 scope_escalation", "{:#}", answer.body);
    refused(small.post(ACCOUNTS, json!({"name": "More", "scopes": ["tickets:write"]})).await).await;
    let own = small.post(ACCOUNTS, json!({"name": "Less", "scopes": ["tickets:read"]})).await.expect(201).id();
    refused(small.put(&format!("{ACCOUNTS}?id={own}"), json!({"scopes": ["*"]})).await).await;
    refused(small.put(&format!("{ACCOUNTS}?id={mighty}"), json!({"name": "Mine"})).await).await;
    refused(small.put(&format!("{ACCOUNTS}?id={mighty}"), json!({"status": "disabled"})).await).await;
    refused(small.delete(&format!("{ACCOUNTS}?id={mighty}")).await).await;
    let to_mighty = json!({"status": "disabled", "transfer_to": mighty});
    refused(small.put(&format!("{ACCOUNTS}?id={own}"), to_mighty).await).await;
    refused(small.delete(&format!("{ACCOUNTS}?id={own}&transfer_to={mighty}")).await).await;
    refused(small.post(KEYS, json!({"name": "k", "scopes": ["tickets:read"], "owner": mighty})).await).await;
    let mut hook = endpoint("https://hooks.example", &["ticket.*"]);
    let made = small.post(WEBHOOKS, hook.clone()).await.expect(201).id();
    refused(small.put(&format!("{WEBHOOKS}?id={made}"), json!({"owner": mighty})).await).await;
    hook["owner"] = json!(mighty);
    refused(small.post(WEBHOOKS, hook).await).await;
    let workflow = json!({"name": "w", "definition": tells()});
    let made = small.post(WORKFLOWS, workflow.clone()).await.expect(201).id();
    let target = format!("{TRIGGER}?id={made}");
    refused(small.send(Method::PATCH, &target, Some(json!({"owner": mighty}))).await).await;
    refused(small.post(WORKFLOWS, with(with(workflow, "owner", json!(mighty)), "name", json!("v"))).await).await;
    // Nor people.
    let (technician, admin) = (tenant.sign_in("technician").await, tenant.sign_in("admin").await);
    refused(small.put(&format!("{USERS}?id={}", admin.user), json!({"status": "disabled"})).await).await;
    refused(small.delete(&format!("{USERS}?id={}", admin.user)).await).await;
    let helper = tenant.key_with(&["*:read", "users:*", "tickets:*", "workflows:*"]).await;
    refused(helper.put(&format!("{USERS}?id={}", technician.user), json!({"role": "admin"})).await).await;
}

#[tokio::test]
async fn an_endpoint_is_sent_what_its_owner_may_read_at_the_time() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let mirror = account(&tenant, "Mirror", &["tickets:read", "organizations:read"]).await;
    let mut new = endpoint(&receiver.url, &["ticket.*", "organization.*"]);
    new["owner"] = json!(mirror);
    let hook = tenant.client.post(WEBHOOKS, new).await.expect(201).id();
    tenant.client.post("/api/psa/tickets", json!({"subject": "heard"})).await.expect(201);
    receiver.wait_for(1).await;

    let target = format!("{ACCOUNTS}?id={mirror}");
    tenant.client.put(&target, json!({"scopes": ["organizations:read"]})).await.expect(200);
    tenant.client.post("/api/psa/tickets", json!({"subject": "not heard"})).await.expect(201);
    tenant.organization("Heard").await;
    let kinds = |received: &[testkit::Received]| -> Vec<String> {
        received.iter().map(|one| one.event()["type"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(&receiver.wait_for(2).await), ["ticket.created", "organization.created"]);

    // Earlier events are not sent again, neither automatically nor by a recovery.
    let deliveries = format!("{WEBHOOKS}/deliveries?endpoint_id={hook}");
    let list = tenant.eventually(&deliveries, |list| list.body["data"].as_array().unwrap().len() == 2).await;
    let of_ticket =
        list.body["data"].as_array().unwrap().iter().find(|one| one["event_type"] == "ticket.created").unwrap();
    let id = of_ticket["id"].as_str().unwrap();
    tenant.client.post(&format!("{WEBHOOKS}/deliveries/redeliver?id={id}"), json!({})).await.expect(202);
    tenant.eventually(&format!("{WEBHOOKS}/deliveries?id={id}"), |one| one.body["status"] == "canceled").await;
    let all = json!({"since": "2026-01-01T00:00:00Z", "only": "all"});
    let dry = tenant.client.post(&format!("{WEBHOOKS}/recover?id={hook}&dry_run=true"), all.clone()).await.expect(202);
    assert_eq!((&dry.body["steps"][0]["count"], &dry.body["progress"]), (&json!(1), &json!(100)), "{:#}", dry.body);
    let recovery = tenant.client.post(&format!("{WEBHOOKS}/recover?id={hook}"), all).await.expect(202).id();
    let target = format!("/api/operations?id={recovery}");
    let done = tenant.eventually(&target, |operation| operation.body["status"] == "succeeded").await;
    assert_eq!(done.body["steps"][0]["count"], 1, "only the organization: {:#}", done.body);
    let received = receiver.wait_for(3).await;
    assert_eq!(kinds(&received)[2], "organization.created");
    app.stop().await;
}

#[tokio::test]
async fn an_endpoint_hears_no_more_than_who_made_or_redirected_it() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let new = json!({"name": "restricted", "scopes": ["webhooks:*", "organizations:read"], "organization_ids": [one]});
    let restricted = tenant.key_of(new).await;
    // Its owner may read everything; its creator may not.
    let hook = restricted.post(WEBHOOKS, endpoint(&receiver.url, &["organization.*"])).await.expect(201);
    assert_eq!(hook.body["organization_ids"], json!([one]));
    let rename = async |id: &str, notes: &str| {
        tenant.client.put(&format!("{ORGANIZATIONS}?id={id}"), json!({"notes": notes})).await.expect(200)
    };
    rename(&two, "not heard").await;
    rename(&one, "heard").await;
    let received = receiver.wait_for(1).await;
    assert_eq!(received[0].event()["subject"]["id"], json!(one));

    // A caller who cannot read tickets can redirect another's endpoint to their own server, but receives no tickets.
    let other = Receiver::start().await;
    let mighty = tenant.client.post(WEBHOOKS, endpoint(&other.url, &["ticket.*", "organization.*"])).await.expect(201);
    let small = tenant.key_with(&["webhooks:*", "organizations:read"]).await;
    let elsewhere = Receiver::start().await;
    small.put(&format!("{WEBHOOKS}?id={}", mighty.id()), json!({"url": elsewhere.url})).await.expect(200);
    tenant.client.post("/api/psa/tickets", json!({"subject": "not heard", "organization_id": two})).await.expect(201);
    rename(&two, "heard").await;
    let received = elsewhere.wait_for(1).await;
    assert_eq!(received[0].event()["type"], "organization.updated");
    app.stop().await;
}

#[tokio::test]
async fn a_workflow_is_started_by_what_its_owner_may_read_at_the_time() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let mirror = account(&tenant, "Mirror", &["tickets:read", "workflows:*"]).await;
    let hears = with(tells(), "schedule", json!({"on": {"one": {"with": {"type": "ticket.created"}}}}));
    let new = json!({"name": "hears", "definition": hears, "owner": mirror});
    let workflow = tenant.client.post(WORKFLOWS, new).await.expect(201).id();
    let always = tenant.client.post(WORKFLOWS, json!({"name": "always", "definition": hears})).await.expect(201).id();
    let runs = |workflow: &str| format!("/api/psa/workflows/runs?workflow_id={workflow}");
    let count = |answer: &Answer| answer.body["data"].as_array().unwrap().len();
    tenant.client.post("/api/psa/tickets", json!({"subject": "one"})).await.expect(201);
    tenant.eventually(&runs(&workflow), |runs| count(runs) == 1).await;
    tenant.client.put(&format!("{ACCOUNTS}?id={mirror}"), json!({"scopes": ["workflows:*"]})).await.expect(200);
    tenant.client.post("/api/psa/tickets", json!({"subject": "two"})).await.expect(201);
    tenant.eventually(&runs(&always), |runs| count(runs) == 2).await;
    assert_eq!(count(&tenant.client.get(&runs(&workflow)).await), 1, "it was not told of the second");
    app.stop().await;
}
