//! The operator's tools: health, metrics, shutdown, encryption, and the behaviour without PostgreSQL.

use crate::authority::Authority;
use kernel::clock::Clock;
use serde_json::json;
use std::time::Duration;
use tenant_control::{
    families,
    operate::{doctor, tenants},
};
use testkit::{Database, Postgres, ServerProcess, TestApp};
use tokio::{io::AsyncReadExt, net::TcpListener};

async fn ops(app: &TestApp, path: &str) -> (u16, String) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let answer = client.get(format!("{}{path}", app.ops)).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

#[tokio::test]
async fn health_and_readiness_are_told_apart_from_the_public_api() {
    let app = TestApp::start().await;
    assert_eq!(ops(&app, "/healthz").await, (200, "alive\n".to_owned()));
    assert_eq!(ops(&app, "/readyz").await, (200, "ready\n".to_owned()));
    assert_eq!(ops(&app, "/routable").await, (200, "routable\n".to_owned()));
    assert_eq!(app.client().get("/metrics").await.problem(), "404 not_found");
}

#[tokio::test]
async fn a_request_under_way_is_finished_at_shutdown() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let root = app.database.root().await;
    root.batch_execute("begin; lock table organizations in access exclusive mode").await.unwrap();
    let client = tenant.client.clone();
    let create = tokio::spawn(async move { client.post("/api/rmm/organizations", json!({"name": "in flight"})).await });
    tokio::time::sleep(Duration::from_millis(100)).await;
    let stop = tokio::spawn(app.stop());
    tokio::time::sleep(Duration::from_millis(100)).await;
    root.batch_execute("commit").await.unwrap();
    create.await.unwrap().expect(201);
    tokio::time::timeout(Duration::from_secs(10), stop).await.unwrap().unwrap();
}

#[tokio::test]
async fn without_postgresql_requests_are_told_to_come_back() {
    let postgres = Postgres::start("-c fsync=off").unwrap();
    let database = Database::create(postgres.port, "tenant_control").await.unwrap();
    let settings = database.settings();
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    tenant.client.get("/api/rmm/organizations").await.expect(200);
    assert_eq!(ops(&app, "/routable").await.0, 200);
    drop(postgres);
    for _ in 0..3 {
        let answer = tenant.client.get("/api/rmm/organizations").await;
        assert_eq!(answer.problem(), "503 unavailable");
        assert_eq!(answer.header("retry-after"), "1");
        assert!(!answer.body["detail"].as_str().unwrap().contains("onnection"), "the cause is for the log");
    }
    assert_eq!(ops(&app, "/readyz").await.0, 503);
    assert_eq!(ops(&app, "/healthz").await.0, 200);
    assert_eq!(ops(&app, "/routable").await.0, 200, "a balancer must let 503 with Retry-After through");
}

#[tokio::test]
async fn a_tenant_that_lost_its_keys_gets_another_from_the_operator() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let domain = tenant.client.get("/api/auth/session").await.body["tenant"]["domain"].as_str().unwrap().to_owned();
    tenant.client.delete(&format!("/api/admin/api-keys?id={}", tenant.key_id)).await.expect(204);
    let created = tenants::create_key(&app.app.db, Clock::System, &domain).await.unwrap();
    let session = tenant.client.with_key(&created.key).get("/api/auth/session").await.expect(200);
    assert_eq!(session.body["tenant"]["id"], tenant.id.to_string());
    assert!(tenants::create_key(&app.app.db, Clock::System, "nobody.example").await.is_err());
}

#[tokio::test]
async fn a_trace_goes_to_the_collector_as_part_of_the_callers() {
    let collector = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", collector.local_addr().unwrap());
    let database = Database::shared().await;
    let server = ServerProcess::start(&database, &["--otlp-endpoint", &endpoint]).await.unwrap();
    let trace = [0x4b, 0xf9, 0x2f, 0x35, 0x77, 0xb3, 0x4d, 0xa6, 0xa3, 0xce, 0x92, 0x9d, 0x0e, 0x0e, 0x47, 0x36];
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    server.client("nobody").with_header("traceparent", parent).get("/api/auth/session").await.expect(401);

    let received = async {
        let (mut stream, _) = collector.accept().await.unwrap();
        let mut sent = vec![];
        while !sent.windows(trace.len()).any(|bytes| bytes == trace) {
            assert_ne!(stream.read_buf(&mut sent).await.unwrap(), 0, "the collector was sent no such trace");
        }
        sent
    };
    let sent = tokio::time::timeout(Duration::from_secs(20), received).await.unwrap();
    assert!(sent.starts_with(b"POST /v1/traces HTTP/1.1"));
    let text = String::from_utf8_lossy(&sent);
    assert!(text.contains("GET /api/auth/session") && !text.contains("nobody"), "a route and no credential");
}

/// The doctor checks all processes of a database: those of other tests start and stop.
async fn own_database() -> Database {
    let name = format!("doctor_{}", Clock::System.id().simple());
    Database::create(Database::shared().await.port, &name).await.unwrap()
}

#[tokio::test]
async fn the_doctor_finds_a_healthy_installation_healthy() {
    let database = own_database().await;
    for finding in doctor::examine(&database.settings(), families::all()).await {
        assert!(finding.found.is_ok(), "{}: {:?}", finding.part, finding.found);
    }
}

#[tokio::test]
async fn the_doctor_says_what_is_wrong_and_how_to_fix_it() {
    let database = own_database().await;
    let root = database.url("postgres");
    let findings = doctor::examine(&database.settings_with(&["--database-url", &root]), families::all()).await;
    let wrong: Vec<_> = findings.iter().filter(|finding| finding.found.is_err()).collect();
    let parts: Vec<_> = wrong.iter().map(|finding| finding.part).collect();
    assert_eq!(parts, ["Role app obeys row-level security", "Statement timeouts"]);
    assert!(wrong[0].fix.contains("nobypassrls"));
}

#[tokio::test]
async fn the_doctor_names_the_addresses_that_it_cannot_reach() {
    let database = Database::shared().await;
    let nobody = [
        "--database-url",
        "postgres://app:hunter2@127.0.0.1:9/gone",
        "--redis-url",
        "redis://127.0.0.1:9",
        "--temporal-url",
        "http://127.0.0.1:9",
    ];
    let findings = doctor::examine(&database.settings_with(&nobody), families::all()).await;
    let wrong = |part: &str| {
        let finding = findings.iter().find(|finding| finding.part == part).unwrap();
        format!("{:#}", finding.found.as_ref().unwrap_err())
    };
    let postgresql = wrong("PostgreSQL as app");
    assert!(postgresql.starts_with("cannot connect to PostgreSQL at 127.0.0.1:9/gone: "), "{postgresql}");
    assert!(!postgresql.contains("hunter2"), "{postgresql}");
    let redis = wrong("Rate limits");
    assert!(redis.starts_with("cannot connect to Redis at 127.0.0.1:9: "), "{redis}");
    let temporal = wrong("Temporal");
    assert!(temporal.contains("Temporal at 127.0.0.1:9"), "{temporal}");
}

#[tokio::test]
async fn the_doctor_names_a_function_that_gives_its_caller_too_much() {
    let database = own_database().await;
    let root = database.root().await;
    let risky = "create function app.risky() returns integer language sql security definer as 'select 1'";
    root.batch_execute(risky).await.unwrap();
    let findings = doctor::examine(&database.settings(), families::all()).await;
    let functions = findings.iter().find(|finding| finding.part == "Security definer functions").unwrap();
    let wrong = format!("{:#}", functions.found.as_ref().unwrap_err());
    assert!(
        wrong.starts_with("risky(): its search_path does not end with pg_temp, its owner postgres can log in"),
        "{wrong}"
    );
    assert!(wrong.ends_with("everyone may call it") && !wrong.contains("search_ids"), "{wrong}");
    let sandbox = findings.iter().find(|finding| finding.part == "Sandbox of expressions").unwrap();
    assert!(sandbox.found.as_ref().unwrap().contains("a system call filter"), "{:?}", sandbox.found);
    drop(root);
}

#[tokio::test]
async fn the_way_to_postgresql_is_encrypted_and_its_certificate_and_name_are_checked() {
    let authority = Authority::new();
    let encrypted = authority.postgres("localhost").await;
    let database = Database::create(encrypted.port, "tenant_control").await.unwrap();
    let url = |role: &str, host: &str| format!("postgres://{role}@{host}:{}/tenant_control", encrypted.port);
    let settings = |host: &str, ca: &str| {
        let (app, system) = (url("app", host), url("app_system", host));
        let urls = ["--database-url", app.as_str(), "--system-database-url", system.as_str()];
        database.settings_with(&[&urls[..], &["--database-tls", "verify-full", "--database-ca-file", ca]].concat())
    };

    let trusted = doctor::examine(&settings("localhost", &authority.file), families::all()).await;
    let about = trusted.iter().find(|finding| finding.part == "PostgreSQL as app").unwrap();
    assert!(about.found.as_ref().unwrap().ends_with("role app, encrypted"), "{:?}", about.found);
    let app = TestApp::start_with(database.clone(), settings("localhost", &authority.file)).await;
    app.tenant().await.client.get("/api/rmm/organizations").await.expect(200);

    let stranger = Authority::new();
    for (host, ca, fault) in
        [("localhost", &stranger.file, "BadSignature"), ("127.0.0.1", &authority.file, "not valid for name")]
    {
        let findings = doctor::examine(&settings(host, ca), families::all()).await;
        let about = findings.iter().find(|finding| finding.part == "PostgreSQL as app").unwrap();
        let error = format!("{:#}", about.found.as_ref().unwrap_err());
        assert!(error.contains(fault), "{host}: {error}");
    }
}

#[tokio::test]
async fn a_server_that_offers_no_encryption_is_refused() {
    let database = Database::shared().await;
    let authority = Authority::new();
    let more = ["--database-tls", "verify-full", "--database-ca-file", &authority.file];
    let findings = doctor::examine(&database.settings_with(&more), families::all()).await;
    assert!(findings.iter().find(|finding| finding.part == "PostgreSQL as app").unwrap().found.is_err());
}
