//! Events are delivered to subscribed endpoints, signed, in order if requested, and again after failures.

use reqwest::Method;
use serde_json::json;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use testkit::{Receiver, TestApp, TestTenant, status_only};

const PATH: &str = "/api/admin/webhooks";

async fn endpoint(tenant: &TestTenant, url: &str, events: &[&str]) -> (String, String) {
    let created = tenant.client.post(PATH, json!({"name": "mirror", "url": url, "events": events})).await.expect(201);
    (created.id(), created.body["secret"].as_str().expect("the secret, once").to_owned())
}

#[tokio::test]
async fn an_event_arrives_signed_soon_after_it_happened() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let (_, secret) = endpoint(&tenant, &receiver.url, &["organization.*"]).await;
    let organization = tenant.organization("Initech").await;
    let received = receiver.wait_for(1).await;
    let event = received[0].event();
    assert_eq!(event["type"], "organization.created");
    assert_eq!(event["data"]["object"]["id"], json!(organization));
    assert_eq!(received[0].header("webhook-id"), event["id"].as_str().unwrap());
    let webhook = standardwebhooks::Webhook::new(&secret).unwrap();
    webhook.verify(&received[0].body, &received[0].headers).unwrap();
    // It is also the id in the log.
    let logged = tenant.client.get(&format!("/api/events?id={}", event["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(logged.body, event);
    app.stop().await;
}

#[tokio::test]
async fn what_fails_is_sent_again_with_the_same_id() {
    let app = TestApp::start_working(&["--webhook-haste", "100"]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = tries.clone();
    receiver.answer(move |_| status_only(if counted.fetch_add(1, Ordering::Relaxed) < 2 { 500 } else { 204 }));
    endpoint(&tenant, &receiver.url, &["organization.created"]).await;
    tenant.organization("Initech").await;
    let received = receiver.wait_for(3).await;
    let ids: Vec<_> = received.iter().map(|one| one.header("webhook-id").to_owned()).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    app.stop().await;
}

#[tokio::test]
async fn the_events_of_a_subject_keep_their_order_while_one_is_sent_again() {
    let app = TestApp::start_working(&["--webhook-haste", "100"]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let created = json!({"name": "in order", "url": receiver.url, "events": ["organization.*"],
        "ordering": "per_subject"});
    tenant.client.post(PATH, created).await.expect(201);
    // One of three fails at first, depending on its id.
    let failed = Arc::new(std::sync::Mutex::new(HashMap::new()));
    receiver.answer(move |received| {
        let id = received.header("webhook-id").to_owned();
        let mut failed = failed.lock().unwrap();
        let fails = id.as_bytes()[id.len() - 1] % 3 == 0 && failed.insert(id, ()).is_none();
        status_only(if fails { 503 } else { 200 })
    });
    let organizations = [tenant.organization("A").await, tenant.organization("B").await];
    for n in 0..10 {
        for organization in &organizations {
            let target = format!("/api/rmm/organizations?id={organization}");
            tenant.client.put(&target, json!({"notes": format!("{n}")})).await.expect(200);
        }
    }
    let taken = |received: &[testkit::Received]| {
        let mut taken: HashMap<String, Vec<i64>> = HashMap::new();
        for one in received {
            let event = one.event();
            let subject = event["subject"]["id"].as_str().unwrap().to_owned();
            taken.entry(subject).or_default().push(event["sequence"].as_i64().unwrap());
        }
        taken
    };
    let mut seen = HashMap::new();
    for _ in 0..500 {
        seen = taken(&receiver.received());
        if organizations.iter().all(|id| seen.get(id).is_some_and(|all| all.contains(&11))) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for organization in &organizations {
        let mut sequence = seen.remove(organization).unwrap();
        sequence.dedup();
        assert_eq!(sequence, (1..=11).collect::<Vec<_>>());
    }
    app.stop().await;
}

#[tokio::test]
async fn a_secret_is_shown_once_and_during_a_rotation_both_sign() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let (id, old) = endpoint(&tenant, &receiver.url, &["organization.created"]).await;
    let target = format!("{PATH}?id={id}");
    let read = tenant.client.get(&target).await.expect(200);
    assert!(read.body["secret"].is_null());
    assert_eq!(read.body["secret_hint"], json!(&old[old.len() - 4..]));
    let rotated = tenant.client.put(&target, json!({"rotate_secret": {"grace_seconds": 600}})).await.expect(200);
    let new = rotated.body["secret"].as_str().unwrap().to_owned();
    assert_ne!(new, old);
    assert!(rotated.body["rotation"]["grace_until"].is_string());
    tenant.organization("Initech").await;
    let received = receiver.wait_for(1).await;
    for secret in [&old, &new] {
        let webhook = standardwebhooks::Webhook::new(secret).unwrap();
        webhook.verify(&received[0].body, &received[0].headers).unwrap();
    }
    let webhook = standardwebhooks::Webhook::new(&new).unwrap();
    let mut changed = received[0].body.to_vec();
    changed[10] ^= 1;
    assert!(webhook.verify(&changed, &received[0].headers).is_err(), "a changed byte is refused");

    tenant.client.put(&target, json!({"rotate_secret": {"grace_seconds": 0}})).await.expect(200);
    tenant.organization("Hooli").await;
    let received = receiver.wait_for(2).await;
    assert!(webhook.verify(&received[1].body, &received[1].headers).is_err(), "its grace was over at once");
    app.stop().await;
}

#[tokio::test]
async fn a_filter_chooses_and_a_rehearsal_counts_what_it_would_choose() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    for priority in ["p1", "p2", "p1"] {
        let new = json!({"subject": "it broke", "priority": priority});
        tenant.client.post("/api/psa/tickets", new).await.expect(201);
    }
    let new = json!({"name": "urgent", "url": receiver.url, "events": ["ticket.created"],
        "filter": {"data.object.priority": ["p1"]}, "headers": {"X-Environment": "test"}});
    let plan = tenant.client.post(&format!("{PATH}?dry_run=true"), new.clone()).await.expect(201);
    assert_eq!(plan.body["matches"]["matched"], 2);
    let created = tenant.client.post(PATH, new).await.expect(201);
    assert_eq!(created.body["headers"], json!({"X-Environment": null}));
    for priority in ["p3", "p1"] {
        let new = json!({"subject": "it broke again", "priority": priority});
        tenant.client.post("/api/psa/tickets", new).await.expect(201);
    }
    let received = receiver.wait_for(1).await;
    assert_eq!(received[0].event()["data"]["object"]["priority"], "p1");
    assert_eq!(received[0].header("x-environment"), "test");
    assert_eq!(receiver.count(), 1);
    app.stop().await;
}

#[tokio::test]
async fn every_attempt_is_in_the_log_and_a_delivery_can_be_sent_again() {
    let app = TestApp::start_working(&["--webhook-haste", "100"]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = tries.clone();
    receiver.answer(move |_| status_only(if counted.fetch_add(1, Ordering::Relaxed) == 0 { 500 } else { 200 }));
    let (id, _) = endpoint(&tenant, &receiver.url, &["organization.created"]).await;
    tenant.organization("Initech").await;
    receiver.wait_for(2).await;
    let log = format!("{PATH}/deliveries?endpoint_id={id}&status=delivered");
    let listed = tenant.eventually(&log, |answer| !answer.body["data"].as_array().unwrap().is_empty()).await;
    let delivery = &listed.body["data"][0];
    let attempts = delivery["attempts"].as_array().unwrap();
    assert_eq!(attempts.len(), 2);
    assert_eq!((&attempts[0]["status"], &attempts[0]["error"]), (&json!(500), &json!("status")));
    assert_eq!((&attempts[1]["status"], &attempts[1]["error"]), (&json!(200), &json!(null)));

    let again = format!("{PATH}/deliveries/redeliver?id={}", delivery["id"].as_str().unwrap());
    let accepted = tenant.client.post(&again, json!({})).await.expect(202);
    assert_eq!(accepted.body["status"], "succeeded");
    let received = receiver.wait_for(3).await;
    assert_eq!(received[2].header("webhook-id"), received[0].header("webhook-id"));
    let one = format!("{PATH}/deliveries?id={}", delivery["id"].as_str().unwrap());
    let after = tenant.eventually(&one, |answer| answer.body["attempts"].as_array().unwrap().len() == 3).await;
    assert_eq!(after.body["attempts"][2]["reason"], "replay");
    app.stop().await;
}

#[tokio::test]
async fn what_happened_before_an_endpoint_was_there_can_be_recovered() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    for n in 0..30 {
        tenant.organization(&format!("Customer {n}")).await;
    }
    let (id, _) = endpoint(&tenant, &receiver.url, &["organization.created"]).await;
    let wanted = json!({"since": "2026-01-01T00:00:00Z", "only": "missed"});
    let begun = tenant.client.post(&format!("{PATH}/recover?id={id}"), wanted.clone()).await.expect(202);
    let operation = format!("/api/operations?id={}&wait=20", begun.id());
    let done = tenant.client.get(&operation).await.expect(200);
    assert_eq!((&done.body["status"], &done.body["steps"][0]["count"]), (&json!("succeeded"), &json!(30)));
    receiver.wait_for(30).await;
    // Delivered events do not count as missed.
    let begun = tenant.client.post(&format!("{PATH}/recover?id={id}"), wanted).await.expect(202);
    let done = tenant.client.get(&format!("/api/operations?id={}&wait=20", begun.id())).await.expect(200);
    assert_eq!(done.body["steps"][0]["count"], 0);
    app.stop().await;
}

#[tokio::test]
async fn a_paused_endpoint_gets_what_waited_when_it_goes_on() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let (id, _) = endpoint(&tenant, &receiver.url, &["organization.created"]).await;
    let target = format!("{PATH}?id={id}");
    tenant.client.put(&target, json!({"status": "paused"})).await.expect(200);
    for n in 0..5 {
        tenant.organization(&format!("Customer {n}")).await;
    }
    tenant.eventually(&target, |answer| answer.body["health"]["backlog"] == 5).await;
    assert_eq!(receiver.count(), 0);
    tenant.client.put(&target, json!({"status": "active"})).await.expect(200);
    receiver.wait_for(5).await;
    tenant.client.delete(&target).await.expect(204);
    tenant.organization("Too late").await;
    assert_eq!(tenant.client.get(&target).await.problem(), "404 not_found");
    app.stop().await;
    assert_eq!(receiver.count(), 5);
}

#[tokio::test]
async fn a_test_answers_what_the_endpoint_answered() {
    let app = TestApp::start().await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    receiver.answer_status(418);
    let (id, secret) = endpoint(&tenant, &receiver.url, &["ticket.*"]).await;
    let target = format!("{PATH}/test?id={id}");
    let tested = tenant.client.post(&target, json!({"event_type": "ticket.created"})).await.expect(200);
    assert_eq!(tested.body["attempt"]["status"], 418);
    assert_eq!(tested.body["event"]["type"], "ticket.created");
    let received = receiver.received();
    assert_eq!(received[0].event(), tested.body["event"]);
    standardwebhooks::Webhook::new(&secret).unwrap().verify(&received[0].body, &received[0].headers).unwrap();
    let plan = tenant.client.post(&format!("{target}&dry_run=true"), json!({})).await.expect(200);
    assert!(plan.body["attempt"].is_null());
    assert_eq!(receiver.count(), 1);
    let pinged = tenant.client.send_raw(Method::POST, &target, None).await.expect(200);
    assert_eq!(pinged.body["event"]["type"], "webhook.ping", "a body is not needed");
    app.stop().await;
}

#[tokio::test]
async fn a_test_that_is_sent_again_with_its_key_reaches_the_endpoint_once() {
    let app = TestApp::start().await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let (id, _) = endpoint(&tenant, &receiver.url, &["organization.*"]).await;
    let client = tenant.client.with_header("idempotency-key", "once");
    let first = client.post(&format!("{PATH}/test?id={id}"), json!({})).await.expect(200);
    let second = client.post(&format!("{PATH}/test?id={id}"), json!({})).await.expect(200);
    assert_eq!((second.header("idempotency-replayed"), &second.body), ("true", &first.body));
    assert_eq!(receiver.wait_for(1).await.len(), 1);
}

#[tokio::test]
async fn what_is_wrong_with_an_endpoint_is_said_all_at_once() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let wrong = json!({"name": "x", "url": "https://me:secret@hooks.example/#here", "events": ["ticket.created"],
        "filter": {"data.object.priority": [["p1"]]}, "headers": {"Host": "evil", "X Y": "z", "X-Ok": "fine"}});
    let refused = tenant.client.post(PATH, wrong).await.expect(422);
    let pointers: Vec<_> =
        refused.body["errors"].as_array().unwrap().iter().map(|fault| fault["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/url", "/filter/data.object.priority/0", "/headers/Host", "/headers/X Y"]);
    let typo = json!({"name": "x", "url": "https://hooks.example", "events": ["ticket.craeted"]});
    let refused = tenant.client.post(PATH, typo).await.expect(422);
    assert_eq!(refused.body["errors"][0]["did_you_mean"], "ticket.created");
    for n in 0..50 {
        let new = json!({"name": format!("{n}"), "url": "https://hooks.example", "events": ["*"]});
        tenant.client.post(PATH, new).await.expect(201);
    }
    let new = json!({"name": "one too many", "url": "https://hooks.example", "events": ["*"]});
    assert_eq!(tenant.client.post(PATH, new).await.problem(), "409 quota_exceeded");
    app.stop().await;
}

#[tokio::test]
async fn a_caller_restricted_to_some_organizations_is_told_of_those_only() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let (mine, other) = (tenant.organization("Mine").await, tenant.organization("Other").await);
    let (all, _) = endpoint(&tenant, &receiver.url, &["ticket.updated"]).await;
    let restricted =
        tenant.key_of(json!({"name": "r", "scopes": ["webhooks:*", "*:read"], "organization_ids": [mine]})).await;
    let new = json!({"name": "r", "url": receiver.url, "events": ["ticket.created"]});
    let created = restricted.post(PATH, new).await.expect(201);
    assert_eq!(created.body["organization_ids"], json!([mine]));
    let beyond = json!({"name": "r", "url": receiver.url, "events": ["*"], "organization_ids": [other]});
    assert_eq!(restricted.post(PATH, beyond).await.problem(), "403 organization_restricted");
    assert_eq!(restricted.get(&format!("{PATH}?id={all}")).await.problem(), "404 not_found");
    for organization in [&other, &mine] {
        let new = json!({"subject": "it broke", "organization_id": organization});
        tenant.client.post("/api/psa/tickets", new).await.expect(201);
    }
    let received = receiver.wait_for(1).await;
    assert_eq!(received[0].event()["organization_id"], json!(mine));
    assert_eq!(receiver.count(), 1);
    app.stop().await;
}
