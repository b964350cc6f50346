//! Events reach the endpoints that want them, signed, in order where that was asked for, and again when they fail.

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
    // It is also the log's.
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
    // One of three fails at first, by chance of its id.
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
