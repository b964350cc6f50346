//! Requests that wait for the end of a run or of an operation: one query for all of them, no connection held, and the
//! present state in the response.

use super::workflows::{RUNS, TRIGGER, create, definition, start};
use futures::future::join_all;
use kernel::shares::Share;
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Answer, Database, TestApp, TestTenant};
use tokio::{task::JoinHandle, time::sleep};

async fn workflow(tenant: &TestTenant) {
    create(tenant, "Wait", definition(json!([{"wait": {"wait": {"seconds": 1}}}]))).await;
}

/// As a worker would do it.
async fn change(app: &TestApp, tenant: &TestTenant, set: &str) {
    let update = format!("update workflow_runs set {set} where tenant_id = $1");
    app.database.root().await.execute(&update, &[&tenant.id.0]).await.unwrap();
}

fn get(tenant: &TestTenant, target: String) -> JoinHandle<(Answer, Duration)> {
    let client = tenant.client.clone();
    tokio::spawn(async move {
        let started = Instant::now();
        (client.get(&target).await, started.elapsed())
    })
}

async fn joined(app: &TestApp, tenant: &TestTenant, count: usize) {
    while app.app.shares.taken(Share::Waits, tenant.id) < count || app.app.waiters.count() < count {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_wait_ends_with_the_run_and_answers_its_present_state() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    workflow(&tenant).await;
    let run = start(&tenant, "Wait", json!({})).await.id();
    let waiting = get(&tenant, format!("{RUNS}?id={run}&wait=20"));
    joined(&app, &tenant, 1).await;
    change(&app, &tenant, "status = 'succeeded', ended_at = now(), version = 4").await;
    let (answer, took) = waiting.await.unwrap();
    assert_eq!((&answer.body["status"], &answer.body["version"]), (&json!("succeeded"), &json!(4)));
    assert!(took < Duration::from_secs(5), "{took:?}");

    change(&app, &tenant, "status = 'waiting', ended_at = null, version = 5").await;
    let (answer, took) = get(&tenant, format!("{RUNS}?id={run}&wait=1")).await.unwrap();
    assert_eq!((&answer.body["status"], &answer.body["version"]), (&json!("waiting"), &json!(5)));
    assert!(took >= Duration::from_secs(1), "{took:?}");
    assert_eq!(app.app.waiters.count(), 0);
    let unknown = tenant.client.get(&format!("{RUNS}?id=run_01h455vb4pex5vsknk084sn02q&wait=20")).await;
    assert_eq!(unknown.problem(), "404 not_found");
}

#[tokio::test]
async fn a_trigger_that_waits_answers_the_runs_present_state() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    workflow(&tenant).await;
    let client = tenant.client.with_header("prefer", "wait=2");
    let started = tokio::spawn(async move { client.post(TRIGGER, json!({"workflow": "Wait"})).await });
    joined(&app, &tenant, 1).await;
    change(&app, &tenant, "status = 'waiting', version = 3").await;
    let answer = started.await.unwrap().expect(202);
    assert_eq!((&answer.body["status"], &answer.body["version"]), (&json!("waiting"), &json!(3)));
    assert_eq!((answer.header("etag"), answer.header("location")), (r#""v3""#, &*format!("{RUNS}?id={}", answer.id())));

    let client = tenant.client.with_header("prefer", "wait=20");
    let started = tokio::spawn(async move { client.post(TRIGGER, json!({"workflow": "Wait"})).await });
    joined(&app, &tenant, 1).await;
    change(&app, &tenant, "status = 'failed', ended_at = now(), version = 6").await;
    let answer = started.await.unwrap().expect(200);
    assert_eq!((&answer.body["status"], answer.header("etag")), (&json!("failed"), r#""v6""#));
}

#[tokio::test]
async fn those_who_wait_hold_no_connection_and_share_one_look_up() {
    let database = Database::shared().await;
    let settings = database.settings_with(&["--database-connections", "1"]);
    let app = TestApp::start_with(database, settings).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    workflow(&tenant).await;
    let run = start(&tenant, "Wait", json!({})).await.id();
    let waiting: Vec<_> = (0..50).map(|_| get(&tenant, format!("{RUNS}?id={run}&wait=10"))).collect();
    joined(&app, &tenant, 50).await;
    let started = Instant::now();
    while app.app.db.connections_of(tenant.id) > 0 {
        assert!(started.elapsed() < Duration::from_secs(5), "who waits holds no connection");
        sleep(Duration::from_millis(5)).await;
    }
    let started = Instant::now();
    for _ in 0..10 {
        neighbour.client.get("/api/rmm/organizations").await.expect(200);
    }
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    let refused = tenant.client.get(&format!("{RUNS}?id={run}&wait=10")).await;
    assert_eq!(refused.problem(), "429 rate_limited");
    assert_eq!(refused.header("ratelimit-policy"), r#""concurrent-waits";q=50;qu="concurrent-requests""#);
    let client = tenant.client.with_header("prefer", "wait=10");
    assert_eq!(client.post(TRIGGER, json!({"workflow": "Wait"})).await.problem(), "429 rate_limited");
    let runs = tenant.client.get(RUNS).await.expect(200);
    assert_eq!(runs.body["data"].as_array().unwrap().len(), 1, "what is refused has started nothing");
    for (answer, _) in join_all(waiting).await.into_iter().map(Result::unwrap) {
        answer.expect(200);
    }
    assert_eq!(app.app.shares.taken(Share::Waits, tenant.id), 0);
}

#[tokio::test]
async fn a_trigger_whose_client_hung_up_waits_no_longer() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    workflow(&tenant).await;
    let client = tenant.client.with_header("prefer", "wait=60");
    let request = tokio::spawn(async move { client.post(TRIGGER, json!({"workflow": "Wait"})).await });
    joined(&app, &tenant, 1).await;
    request.abort();
    let started = Instant::now();
    while app.app.shares.taken(Share::Waits, tenant.id) > 0 {
        assert!(started.elapsed() < Duration::from_secs(5), "its place is given back");
        sleep(Duration::from_millis(20)).await;
    }
    let runs = tenant.client.get(RUNS).await.expect(200);
    assert_eq!(runs.body["data"].as_array().unwrap().len(), 1, "what it has started goes on");
}
