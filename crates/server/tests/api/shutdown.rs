//! A process that is stopped fails readiness first, and serves until load balancers have noticed.

use kernel::clock::Clock;
use reqwest::{Client, StatusCode};
use std::time::{Duration, Instant};
use testkit::{Database, ServerProcess, TestApp};

const NOTICE: [&str; 2] = ["--shutdown-notice-seconds", "3"];

fn client() -> Client {
    Client::builder().no_proxy().build().unwrap()
}

/// Waits until readiness fails, and returns the reason.
async fn until_not_ready(server: &ServerProcess) -> String {
    let (client, started) = (client(), Instant::now());
    loop {
        let answer = client.get(format!("{}/readyz", server.ops)).send().await.unwrap();
        if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
            return answer.text().await.unwrap();
        }
        assert!(started.elapsed() < Duration::from_secs(2), "it is still ready");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_server_that_is_stopped_is_not_ready_and_still_serves_for_a_while() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let server = ServerProcess::start(&app.database, &NOTICE).await.unwrap();
    let read = || client().get(format!("{}/api/rmm/organizations", server.base)).bearer_auth(&tenant.key).send();
    let before = read().await.unwrap();
    assert!(before.headers().get("connection").is_none(), "connections are kept: {:?}", before.headers());

    let terminated = Instant::now();
    server.terminate().unwrap();
    assert_eq!(until_not_ready(&server).await, "stopping\n");
    let during = read().await.unwrap();
    assert_eq!(during.status(), StatusCode::OK);
    assert_eq!(during.headers()["connection"], "close", "the client is asked to connect to another server");
    server.ended().await.unwrap();
    assert!(terminated.elapsed() >= Duration::from_secs(3), "it ended before the notice was over");
}

#[tokio::test]
async fn the_listener_for_agents_is_not_ready_before_it_stops_listening() {
    let database = Database::shared().await;
    let listener = ServerProcess::start_listener(&database, &NOTICE).await.unwrap();
    listener.terminate().unwrap();
    assert_eq!(until_not_ready(&listener).await, "stopping\n");
    let during = client().get(format!("{}/nothing/{}", listener.base, Clock::System.id())).send().await.unwrap();
    assert_eq!(during.headers()["connection"], "close");
    listener.ended().await.unwrap();
}
