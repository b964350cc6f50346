//! The active work of one tenant takes nothing from the others: each has a share, and is refused or waits beyond it.

use futures::future::join_all;
use kernel::{
    db::{Identity, Reason},
    operations::Task,
    shares::Share,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Answer, Client, Database, TestApp, TestTenant};
use tokio::time::{sleep, timeout};
use webhooks::RECOVERY;

const ORGANIZATIONS: &str = "/api/rmm/organizations";
const WEBHOOKS: &str = "/api/admin/webhooks";

/// A server with these settings and its own database, which a test may lock.
async fn alone(more: &[&str]) -> TestApp {
    let port = Database::shared().await.port;
    let name = format!("shares_{:016x}", rand::random::<u64>());
    let database = Database::create(port, &name).await.unwrap();
    let settings = database.settings_with(more);
    TestApp::start_with(database, settings).await
}

/// Asserts that the request was refused because of this share.
#[track_caller]
fn is_refused(answer: &Answer, share: &str, most: usize) {
    assert_eq!(answer.problem(), "429 rate_limited");
    assert_eq!(answer.header("ratelimit-policy"), format!(r#""{share}";q={most};qu="concurrent-requests""#));
    assert_eq!(answer.header("ratelimit"), format!(r#""{share}";r=0;t=1"#));
    assert_eq!(answer.header("retry-after"), "1");
    let detail = answer.body["detail"].as_str().unwrap();
    assert!(detail.starts_with(&format!("The limit \"{share}\" of {most} is exhausted for your tenant.")), "{detail}");
}

fn get(client: &Client, target: &'static str) -> tokio::task::JoinHandle<Answer> {
    let client = client.clone();
    tokio::spawn(async move { client.get(target).await })
}

#[tokio::test]
async fn more_requests_at_once_than_a_tenants_share_are_refused() {
    let database = Database::shared().await;
    let settings = database.settings_with(&["--tenant-requests", "2"]);
    let app = TestApp::start_with(database, settings).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    // A stream is an active request until it ends.
    let streams = [tenant.client.stream("/api/events").await, tenant.client.stream("/api/events").await];
    is_refused(&tenant.client.get(ORGANIZATIONS).await, "concurrent-requests", 2);
    neighbour.client.get(ORGANIZATIONS).await.expect(200);
    drop(streams);
    let started = Instant::now();
    while tenant.client.get(ORGANIZATIONS).await.status != 200 {
        assert!(started.elapsed() < Duration::from_secs(5), "the streams have ended");
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(app.app.shares.taken(Share::Requests, tenant.id), 0, "a request whose answer was sent is over");
}

#[tokio::test]
async fn a_tenant_whose_requests_are_held_up_leaves_connections_for_others() {
    let app = alone(&["--database-connections", "4"]).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    tenant.client.post("/api/psa/tickets", json!({"subject": "first"})).await.expect(201);
    let root = app.database.root().await;
    let lock = format!("begin; select from ticket_counters where tenant_id = '{}' for update", tenant.id.0);
    root.batch_execute(&lock).await.unwrap();
    let held_up: Vec<_> = (0..12)
        .map(|number| {
            let client = tenant.client.clone();
            let new = json!({"subject": format!("Ticket {number}")});
            tokio::spawn(async move { client.post("/api/psa/tickets", new).await })
        })
        .collect();
    while app.app.db.connections_of(tenant.id) < 2 {
        sleep(Duration::from_millis(5)).await;
    }
    let started = Instant::now();
    for _ in 0..20 {
        neighbour.client.post("/api/psa/tickets", json!({"subject": "mine"})).await.expect(201);
        neighbour.client.get("/api/psa/tickets").await.expect(200);
    }
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    assert_eq!(app.app.db.connections_of(tenant.id), 2, "half of four, however many wait");
    root.batch_execute("commit").await.unwrap();
    for created in held_up {
        created.await.unwrap().expect(201);
    }
}

#[tokio::test]
async fn who_waits_too_long_for_its_own_connections_is_told_which_share_is_used_up() {
    let app = alone(&["--database-connections", "4"]).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    tenant.client.get(ORGANIZATIONS).await.expect(200);
    let root = app.database.root().await;
    root.batch_execute("begin; lock table organizations in access exclusive mode").await.unwrap();
    let waiting: Vec<_> = (0..8).map(|_| get(&tenant.client, ORGANIZATIONS)).collect();
    // Requests with a connection wait for the lock, and so do those that get a connection afterwards.
    sleep(Duration::from_millis(5500)).await;
    neighbour.client.get("/api/psa/tickets").await.expect(200);
    root.batch_execute("commit").await.unwrap();
    let answers: Vec<Answer> = join_all(waiting).await.into_iter().map(Result::unwrap).collect();
    let with = |status: u16| answers.iter().filter(move |answer| answer.status == status);
    assert!(with(429).count() >= 2, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    with(429).for_each(|refused| is_refused(refused, "concurrent-connections", 2));
    assert_eq!(with(503).count() + with(429).count() + with(200).count(), 8);
}

#[tokio::test]
async fn a_read_whose_client_hung_up_keeps_its_place_until_postgresql_has_done() {
    let app = alone(&["--database-connections", "4"]).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    for tenant in [&tenant, &neighbour] {
        tenant.client.get(ORGANIZATIONS).await.expect(200);
    }
    let root = app.database.root().await;
    root.batch_execute("begin; lock table organizations in access exclusive mode").await.unwrap();
    for _ in 0..6 {
        let request = tenant.client.get(ORGANIZATIONS);
        assert!(timeout(Duration::from_millis(150), request).await.is_err(), "it waits for the lock");
    }
    sleep(Duration::from_millis(200)).await;
    assert_eq!(app.app.db.connections_of(tenant.id), 2, "what PostgreSQL works at for it counts");
    let started = Instant::now();
    for _ in 0..8 {
        neighbour.client.get("/api/psa/tickets").await.expect(200);
    }
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    root.batch_execute("commit").await.unwrap();
    tenant.client.get(ORGANIZATIONS).await.expect(200);
    while app.app.db.connections_of(tenant.id) > 0 {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn exports_and_plans_beyond_the_share_are_refused() {
    let app = TestApp::start().await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    let definition = super::workflows::definition(json!([{"wait": {"wait": {"seconds": 1}}}]));
    super::workflows::create(&tenant, "Plan", definition.clone()).await;
    super::workflows::create(&neighbour, "Plan", definition).await;
    let exports: Vec<_> = (0..4).map(|_| app.app.shares.take(Share::Exports, tenant.id).unwrap()).collect();
    let plans: Vec<_> = (0..4).map(|_| app.app.shares.take(Share::Plans, tenant.id).unwrap()).collect();
    let export = "/api/psa/tickets?format=csv";
    let (plan, run) = ("/api/psa/workflows/trigger?dry_run=true", json!({"workflow": "Plan"}));
    is_refused(&tenant.client.get(export).await, "concurrent-exports", 4);
    is_refused(&tenant.client.post(plan, run.clone()).await, "concurrent-plans", 4);
    neighbour.client.get(export).await.expect(200);
    neighbour.client.post(plan, run.clone()).await.expect(202);
    drop((exports, plans));
    tenant.client.get(export).await.expect(200);
    tenant.client.post(plan, run).await.expect(202);
    for share in [Share::Exports, Share::Plans] {
        assert_eq!(app.app.shares.taken(share, tenant.id), 0, "what is over is given back");
    }
}

async fn endpoint(tenant: &TestTenant) -> String {
    let new = json!({"name": "mirror", "url": "http://127.0.0.1:8999/", "events": ["organization.*"]});
    tenant.client.post(WEBHOOKS, new).await.expect(201).id()
}

async fn recover(client: &Client, endpoint: &str) -> Answer {
    let wanted = json!({"since": "2026-11-01T00:00:00Z", "only": "all"});
    client.post(&format!("{WEBHOOKS}/recover?id={endpoint}"), wanted).await
}

#[tokio::test]
async fn recoveries_beyond_the_share_are_refused_whoever_of_the_tenant_begins_them() {
    let app = alone(&[]).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    let (own, others) = (endpoint(&tenant).await, endpoint(&neighbour).await);
    let begun = join_all((0..14).map(|_| recover(&tenant.client, &own))).await;
    assert_eq!(begun.iter().filter(|answer| answer.status == 202).count(), 10);
    begun.iter().filter(|answer| answer.status != 202).for_each(|refused| {
        is_refused(refused, "concurrent-recoveries", 10);
    });
    recover(&neighbour.client, &others).await.expect(202);
    let first = begun.iter().find(|answer| answer.status == 202).unwrap();
    tenant.client.delete(&format!("/api/operations?id={}", first.id())).await.expect(204);
    recover(&tenant.client, &own).await.expect(202);
}

#[tokio::test]
async fn recoveries_of_tenants_take_turns() {
    let app = alone(&[]).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    let (own, others) = (endpoint(&tenant).await, endpoint(&neighbour).await);
    for _ in 0..3 {
        recover(&tenant.client, &own).await.expect(202);
    }
    recover(&neighbour.client, &others).await.expect(202);
    let take = async || Task::take(&app.app, RECOVERY).await.ok().flatten();
    let first = take().await.unwrap();
    assert_eq!(first.tenant, tenant.id);
    let second = take().await.expect("the neighbour's, although three of another were begun before");
    assert_eq!(second.tenant, neighbour.id);
    assert!(take().await.is_none(), "one of each tenant at a time");
    first.release(&app.app).await.ok().unwrap();
    second.release(&app.app).await.ok().unwrap();
    assert_eq!(take().await.unwrap().tenant, tenant.id, "whose turn was the longest ago");
}

#[tokio::test]
async fn a_worker_whose_lease_was_taken_over_stores_nothing() {
    let app = alone(&[]).await;
    let tenant = app.tenant().await;
    let operation = recover(&tenant.client, &endpoint(&tenant).await).await.expect(202).id();
    let take = async || Task::take_due(&app.app, &[RECOVERY], 4).await.ok().flatten();
    let mut slow = take().await.unwrap();
    assert!(take().await.is_none(), "it has a worker");
    let root = app.database.root().await;
    root.batch_execute("update operations set leased_until = now() - interval '1 second'").await.unwrap();
    let mut next = take().await.expect("the lease has expired");
    assert!(slow.advance(&app.app, 50).await.ok().unwrap().is_err(), "another worker has the lease");
    slow.end(&app.app, None).await.ok().unwrap();
    assert!(next.advance(&app.app, 60).await.ok().unwrap().is_ok());
    let read = async || tenant.client.get(&format!("/api/operations?id={operation}")).await.expect(200).body;
    assert_eq!((&read().await["status"], &read().await["progress"]), (&json!("running"), &json!(60)));

    let later = app.app.clock.now() + jiff::SignedDuration::from_hours(1);
    next.pause(&app.app, later).await.ok().unwrap();
    assert!(take().await.is_none(), "it is not due");
    root.batch_execute("update operations set due_at = now() - interval '1 second'").await.unwrap();
    take().await.unwrap().end(&app.app, None).await.ok().unwrap();
    assert_eq!(read().await["status"], "succeeded");
}

#[tokio::test]
async fn the_rate_limit_page_tells_of_the_shares() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let _exports = [(); 3].map(|()| app.app.shares.take(Share::Exports, tenant.id).unwrap());
    let told = tenant.client.get("/api/rate-limits/").await.expect(200);
    let share = |name: &str| {
        let shares = told.body["shares"].as_array().unwrap();
        shares.iter().find(|share| share["name"] == name).cloned().unwrap_or(Value::Null)
    };
    let exports = json!({"name": "concurrent-exports", "counts": "exports as CSV, NDJSON or XLSX", "quota": 4,
        "counted": "per_server", "in_use": 3});
    assert_eq!(share("concurrent-exports"), exports);
    assert_eq!(share("concurrent-requests")["in_use"], 1, "the one that asks");
    assert_eq!(
        (&share("concurrent-connections")["quota"], &share("concurrent-waits")["quota"]),
        (&json!(8), &json!(50))
    );
    assert_eq!(share("concurrent-recoveries")["counted"], "together");
    for name in Share::ALL.map(Share::policy_name) {
        assert_eq!(share(name)["name"], name);
    }
    let stranger = app.client().get("/api/rate-limits/").await.expect(200);
    assert_eq!(stranger.body["shares"][0]["in_use"], Value::Null);
    let page = tenant.client.with_header("accept", "text/html").get("/api/rate-limits/").await.expect(200);
    let page = page.body.as_str().unwrap().to_owned();
    for name in Share::ALL.map(Share::policy_name) {
        assert!(page.contains(&format!("<code>{name}</code>")), "{name}");
    }
}

/// The panic message of a task that holds a connection meanwhile.
async fn held<F: Future<Output = ()> + Send + 'static>(app: &TestApp, tenant: &TestTenant, slow: F) -> String {
    let (app, identity) = (app.app.clone(), Identity::new(tenant.id, None));
    let task = tokio::spawn(async move {
        let _connection = app.db.tenant(&identity).await.ok().unwrap();
        slow.await;
    });
    let panic = task.await.expect_err("it holds a connection").into_panic();
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[tokio::test]
async fn nothing_slow_or_foreign_happens_while_a_task_holds_a_connection() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let reach = app.app.clone();
    let call = async move {
        let url = "http://127.0.0.1:9/".parse().unwrap();
        let _ = reach.outbound.send(get_of(&url)).await;
    };
    assert_eq!(
        held(&app, &tenant, call).await,
        "a customer's server is called while the task holds a database connection"
    );
    let reach = app.app.clone();
    let names = async move { drop(reach.outbound.resolver().texts("example.com").await) };
    assert_eq!(held(&app, &tenant, names).await, "a nameserver is asked while the task holds a database connection");
    let reach = app.app.clone();
    let evaluate = async move {
        let scope = flow::Scope { data: Value::Null, variables: Default::default() };
        drop(reach.sandbox.fill(1, &scope, &json!("${ 1 + 1 }")).await);
    };
    assert_eq!(
        held(&app, &tenant, evaluate).await,
        "an expression is evaluated while the task holds a database connection"
    );
    let (reach, id) = (app.app.clone(), tenant.id);
    let seal = async move { drop(reach.sealing.key_in_use(id).await) };
    assert_eq!(
        held(&app, &tenant, seal).await,
        "the keys of secrets are asked for while the task holds a database connection"
    );
    let reach = app.app.clone();
    let second = async move { drop(reach.db.system(Reason::Health).await) };
    assert_eq!(held(&app, &tenant, second).await, "a connection is taken while the task holds a database connection");
}

fn get_of(url: &outbound::Url) -> outbound::Outgoing<'_> {
    outbound::Outgoing {
        method: outbound::Method::GET,
        url,
        headers: outbound::HeaderMap::new(),
        body: outbound::Bytes::new(),
        timeout: Duration::from_secs(1),
        keep: 0,
    }
}
