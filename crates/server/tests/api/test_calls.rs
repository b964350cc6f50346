//! Test calls of webhook endpoints: no connection is held during the call to a customer's server, and a repeated
//! request does not send twice.

use futures::future::join_all;
use kernel::shares::Share;
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Answer, Client, Database, Receiver, TestApp, TestTenant};
use tokio::{net::TcpListener, time::sleep};

const PATH: &str = "/api/admin/webhooks";

/// A server that accepts everything and never answers.
async fn silent() -> (String, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let taking = tokio::spawn(async move {
        let mut taken = vec![];
        while let Ok((stream, _)) = listener.accept().await {
            taken.push(stream);
        }
    });
    (url, taking)
}

async fn endpoint(tenant: &TestTenant, url: &str) -> String {
    let new = json!({"name": "tried", "url": url, "events": ["organization.*"]});
    tenant.client.post(PATH, new).await.expect(201).id()
}

async fn try_out(client: &Client, endpoint: &str) -> Answer {
    client.post(&format!("{PATH}/test?id={endpoint}"), json!({})).await
}

#[tokio::test]
async fn a_silent_server_keeps_no_connection_from_others() {
    let database = Database::shared().await;
    let settings = database.settings_with(&["--database-connections", "2"]);
    let app = TestApp::start_with(database, settings).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    let (url, _taking) = silent().await;
    let id = endpoint(&tenant, &url).await;
    let calls: Vec<_> = (0..64)
        .map(|_| {
            let (client, id) = (tenant.client.clone(), id.clone());
            tokio::spawn(async move { try_out(&client, &id).await })
        })
        .collect();
    let started = Instant::now();
    let is_quiet = || app.app.db.connections_of(tenant.id) == 0;
    while app.app.shares.taken(Share::WebhookTests, tenant.id) < 8 || !is_quiet() {
        assert!(started.elapsed() < Duration::from_secs(3), "nothing is held while the server is waited for");
        sleep(Duration::from_millis(5)).await;
    }
    let started = Instant::now();
    for _ in 0..10 {
        neighbour.client.get("/api/rmm/organizations").await.expect(200);
        tenant.client.get("/api/rmm/organizations").await.expect(200);
    }
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    let answers: Vec<Answer> = join_all(calls).await.into_iter().map(Result::unwrap).collect();
    let tried: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(tried.len(), 8, "as many as the share is");
    assert!(tried.iter().all(|answer| answer.body["attempt"]["error"] == "timeout"), "{:#}", tried[0].body);
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!(refused.problem(), "429 rate_limited");
        assert_eq!(refused.header("ratelimit-policy"), r#""concurrent-webhook-tests";q=8;qu="concurrent-requests""#);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_repeated_test_call_is_sent_once() {
    let app = TestApp::start().await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    receiver.answer(|_| {
        std::thread::sleep(Duration::from_millis(300));
        testkit::status_only(200)
    });
    let id = endpoint(&tenant, &receiver.url).await;
    let client = tenant.client.with_header("idempotency-key", "try-it");
    let answers = join_all((0..5).map(|_| try_out(&client, &id))).await;
    let done: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    let first = done.iter().filter(|answer| answer.header("idempotency-replayed").is_empty()).count();
    assert_eq!(first, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    assert!(done.iter().all(|answer| answer.body == done[0].body));
    for other in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!(other.problem(), "409 request_in_flight");
    }
    let again = try_out(&client, &id).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &done[0].body));
    assert_eq!(receiver.count(), 1);
    let other = client.post(&format!("{PATH}/test?id={id}"), json!({"event_type": "ticket.created"})).await;
    assert_eq!(other.problem(), "422 idempotency_key_reused");
    let reservations = "select from idempotency_reservations where tenant_id = $1";
    let left = app.database.root().await.query(reservations, &[&tenant.id.0]).await.unwrap();
    assert!(left.is_empty(), "what is over is not reserved");
    let audit = tenant.client.get(&format!("/api/admin/audit-log?resource_id={id}")).await.expect(200);
    let operations =
        audit.body["data"].as_array().unwrap().iter().filter(|row| row["operation"] == "admin.webhooks.test");
    assert_eq!(operations.count(), 1);
}

#[tokio::test]
async fn a_test_call_whose_server_died_can_be_made_again_after_a_while() {
    let app = TestApp::start().await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let id = endpoint(&tenant, &receiver.url).await;
    let client = tenant.client.with_header("idempotency-key", "died");
    let root = app.database.root().await;
    let died = "insert into idempotency_reservations (tenant_id, principal_id, route, key, id, expires_at)
        values ($1, (select id from api_keys where tenant_id = $1), 'POST /api/admin/webhooks/test', 'died', $1, now() + $2)";
    let in_time = "interval '30 seconds'";
    root.execute(&died.replace("$2", in_time), &[&tenant.id.0]).await.unwrap();
    assert_eq!(try_out(&client, &id).await.problem(), "409 request_in_flight");
    assert_eq!(receiver.count(), 0, "it may still be under way");
    let update = "update idempotency_reservations set expires_at = now() - interval '1 second' where tenant_id = $1";
    root.execute(update, &[&tenant.id.0]).await.unwrap();
    try_out(&client, &id).await.expect(200);
    assert_eq!((try_out(&client, &id).await.header("idempotency-replayed"), receiver.count()), ("true", 1));
}
