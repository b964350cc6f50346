//! Receiving events requires reading them: endpoints, triggers, `listen` and the log return only events that may be
//! read.

use super::workflows::{TRIGGER, WORKFLOWS, definition, with};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{Answer, Client, TestApp};
use tokio::time::timeout;

const WEBHOOKS: &str = "/api/admin/webhooks";
const EVENTS: &str = "/api/events";

fn missing(answer: &Answer) -> Vec<&str> {
    assert_eq!(answer.problem(), "403 insufficient_scope", "{:#}", answer.body);
    answer.body["required_scopes"].as_array().unwrap().iter().map(|scope| scope.as_str().unwrap()).collect()
}

fn endpoint(events: &[&str]) -> Value {
    json!({"name": "mirror", "url": "https://hooks.example", "events": events})
}

#[tokio::test]
async fn an_endpoint_needs_the_scope_that_reads_each_kind() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = tenant.key_with(&["webhooks:*", "tickets:read"]).await;
    let refused = client.post(WEBHOOKS, endpoint(&["ticket.*", "api_key.created", "workflow.*"])).await;
    assert_eq!(missing(&refused), ["api_keys:read", "workflows:read"], "all that is missing, and nothing else");
    let all = client.post(WEBHOOKS, endpoint(&["*"])).await;
    for scope in ["api_keys:read", "organizations:read", "workflows:read"] {
        assert!(missing(&all).contains(&scope), "{scope}");
    }
    let created = client.post(WEBHOOKS, endpoint(&["ticket.*", "webhook.*"])).await.expect(201);
    let target = format!("{WEBHOOKS}?id={}", created.id());
    let refused = client.put(&target, json!({"events": ["organization.created"]})).await;
    assert_eq!(missing(&refused), ["organizations:read"]);
    client.put(&target, json!({"events": ["ticket.created"]})).await.expect(200);
    client.put(&target, json!({"name": "renamed"})).await.expect(200);
    let plan = client.post(&format!("{WEBHOOKS}?dry_run=true"), endpoint(&["api_key.*"])).await;
    assert_eq!(missing(&plan), ["api_keys:read"], "a rehearsal counts nothing that may not be read");
}

/// A workflow that waits for this kind, to be started or within a run.
fn waits_for(kind: &str) -> [Value; 2] {
    let tell = json!([{"tell": {"call": "notify", "with": {"message": "it happened"}}}]);
    let started = with(definition(tell), "schedule", json!({"on": {"one": {"with": {"type": kind}}}}));
    let within = definition(json!([{"hear": {"listen": {"to": {"any": [{"with": {"type": kind}}]}}}}]));
    [started, within]
}

#[tokio::test]
async fn a_trigger_and_a_listen_need_the_scope_that_reads_each_kind() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = tenant.key_with(&["workflows:*", "tickets:read"]).await;
    for (number, heard) in waits_for("api_key.*").into_iter().enumerate() {
        let name = format!("Hears {number}");
        let refused = client.post(WORKFLOWS, json!({"name": name, "definition": heard})).await;
        assert_eq!(missing(&refused), ["api_keys:read"]);
        let [tickets, _] = waits_for("ticket.created");
        let created = client.post(WORKFLOWS, json!({"name": name, "definition": tickets})).await.expect(201);
        let target = format!("{TRIGGER}?id={}", created.id());
        let patch = async |client: &Client, body: Value| client.send(Method::PATCH, &target, Some(body)).await;
        assert_eq!(missing(&patch(&client, json!({"definition": heard})).await), ["api_keys:read"]);

        // A caller with the scope can write it; one without the scope cannot restore it.
        patch(&tenant.client, json!({"definition": heard})).await.expect(200);
        patch(&client, json!({"definition": tickets})).await.expect(200);
        assert_eq!(missing(&patch(&client, json!({"rollback_to": 2})).await), ["api_keys:read"]);
        patch(&client, json!({"rollback_to": 1})).await.expect(200);
    }
}

#[tokio::test]
async fn the_log_shows_the_kinds_that_the_caller_may_read() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for n in 0..5 {
        let organization = tenant.organization(&format!("Customer {n}")).await;
        let new = json!({"subject": format!("Secret {n}"), "organization_id": organization});
        tenant.client.post("/api/psa/tickets", new).await.expect(201);
    }
    let types = async |client: &Client, query: &str| {
        let list = client.get(&format!("{EVENTS}?{query}")).await.expect(200).body;
        let all: Vec<String> =
            list["data"].as_array().unwrap().iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect();
        (all, list["next_cursor"].as_str().map(str::to_owned))
    };
    let nothing = tenant.key_with(&["events:read"]).await;
    assert_eq!(types(&nothing, "").await, (vec![], None), "the scope opens the log, and no kind in it");
    let some = tenant.key_with(&["events:read", "organizations:read"]).await;
    // Pages are full although there are hidden events in between.
    let (first, cursor) = types(&some, "limit=3").await;
    let (second, end) = types(&some, &format!("limit=3&cursor={}", cursor.unwrap())).await;
    assert_eq!((first.len(), second.len(), end), (3, 2, None));
    assert!(first.iter().chain(&second).all(|kind| kind == "organization.created"));
    assert_eq!(types(&some, "sort=timestamp").await.0.len(), 5);

    assert_eq!(missing(&some.get(&format!("{EVENTS}?type=ticket.created")).await), ["tickets:read"]);
    let event = tenant.client.get(&format!("{EVENTS}?type=ticket.created&limit=1")).await.expect(200);
    let id = event.body["data"][0]["id"].as_str().unwrap();
    assert_eq!(missing(&some.get(&format!("{EVENTS}?id={id}")).await), ["tickets:read"]);
}

#[tokio::test]
async fn a_stream_shows_the_kinds_that_the_caller_may_read_by_now() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = json!({"name": "k", "scopes": ["events:read", "organizations:read", "tickets:read"]});
    let created = tenant.client.post("/api/admin/api-keys", new).await.expect(201);
    let client = tenant.client.with_key(created.body["key"].as_str().unwrap());
    let refused =
        client.with_header("accept", "text/event-stream").get(&format!("{EVENTS}?type=api_key.created")).await;
    assert_eq!(missing(&refused), ["api_keys:read"]);
    let mut stream = client.stream(EVENTS).await;
    let ticket = async || tenant.client.post("/api/psa/tickets", json!({"subject": "It broke"})).await.expect(201);
    ticket().await;
    let mut next = async || timeout(Duration::from_secs(5), stream.next()).await.unwrap().unwrap().unwrap().data;
    assert_eq!(next().await["type"], "ticket.created");
    let less = json!({"scopes": ["events:read", "organizations:read"]});
    tenant.client.put(&format!("/api/admin/api-keys?id={}", created.id()), less).await.expect(200);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    ticket().await;
    tenant.organization("Initech").await;
    assert_eq!(next().await["type"], "organization.created", "what it may not read any more is passed over");
}
