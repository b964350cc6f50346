//! A tenant cannot slow another: tenant A has an endpoint that hangs and one that always fails, with a hundred thousand
//! due deliveries each, and one worker serves it and tenant B. B's events are timed in turns with A paused and with A
//! resumed; in the latter, A is resumed every second, so that the circuit breaker does not help.

use crate::{
    Outcome, Size,
    bench::Times,
    latency::Steady,
    seed,
    sink::{Reply, Sink},
    stage::Stage,
};
use anyhow::Context;
use api::WebhookEndpointId;
use serde_json::json;
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use testkit::{Client, ServerProcess};
use tokio::time::{interval, sleep};

const PER_SECOND: f64 = 50.0;
const WEBHOOKS: &str = "/api/admin/webhooks";

#[derive(Default)]
struct Attempts {
    hanging: AtomicUsize,
    failing: AtomicUsize,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (due, rounds, turn) = size.pick((100_000, 4, 15.0), (10_000, 3, 2.0));
    let stage = Stage::set("-c shared_buffers=512MB -c max_wal_size=4GB").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let (a, b) = (stage.tenant("fairness-a").await?, stage.tenant("fairness-b").await?);
    let (client_a, client_b) = (server.client(&a.key), server.client(&b.key));
    let steady = Steady::new(&server.base, &b.key, &customer(&client_b).await)?;
    customer(&client_a).await;

    let attempts = Arc::new(Attempts::default());
    let sink = sink(&attempts, &steady).await?;
    endpoint(&client_b, &sink, "b", 15).await;
    let bad = [endpoint(&client_a, &sink, "hangs", 10).await, endpoint(&client_a, &sink, "fails", 10).await];
    set(&client_a, &bad, "paused").await;
    let root = stage.database.root().await;
    seed::events(&root, a.tenant.0, due).await?;
    for id in &bad {
        let id: WebhookEndpointId = id.parse().ok().context("an id of ours")?;
        seed::deliveries(&root, a.tenant.0, id.0, due, seed::ALL_WAIT).await?;
    }
    root.batch_execute("analyze").await?;
    let _worker = ServerProcess::start_worker(&stage.database, &["--log", "warn"]).await?;
    let count = (turn * PER_SECOND) as usize;
    steady.measure(size.pick(200, 50), PER_SECOND).await?;

    let (mut without, mut with) = (vec![], vec![]);
    for _ in 0..rounds {
        set(&client_a, &bad, "paused").await;
        sleep(Duration::from_secs(1)).await;
        without.push(Times::of(steady.measure(count, PER_SECOND).await?));
        let measured = beside(steady.measure(count, PER_SECOND), resume(&client_a, &bad)).await?;
        with.push(Times::of(measured));
        eprintln!("  without: {}; with: {}", without[without.len() - 1], with[with.len() - 1]);
    }

    let mut outcome = Outcome::default();
    compare(size, &without, &with, &mut outcome);
    let (hanging, failing) = (attempts.hanging.load(Ordering::Relaxed), attempts.failing.load(Ordering::Relaxed));
    outcome.figure(format!("A has two endpoints with {due} due deliveries each: {hanging} hung and {failing} failed"));
    outcome.figure(format!("{rounds} rounds of {turn:.0} s each"));
    outcome.promise(hanging > 0 && failing > 0, "A's deliveries were attempted meanwhile");
    Ok(outcome)
}

async fn customer(client: &Client) -> String {
    client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201).id()
}

/// Starts the receiver: A's deliveries hang or fail, B's succeed.
async fn sink(attempts: &Arc<Attempts>, steady: &Arc<Steady>) -> anyhow::Result<Sink> {
    let (attempts, steady) = (attempts.clone(), steady.clone());
    Sink::start(move |arrival| match arrival.path {
        "/hangs" => {
            attempts.hanging.fetch_add(1, Ordering::Relaxed);
            Reply::Never
        }
        "/fails" => {
            attempts.failing.fetch_add(1, Ordering::Relaxed);
            Reply::Status(500)
        }
        _ => {
            steady.arrived(arrival);
            Reply::Status(200)
        }
    })
    .await
}

async fn endpoint(client: &Client, sink: &Sink, path: &str, timeout: i32) -> String {
    let new = json!({"name": path, "url": format!("{}/{path}", sink.url), "events": ["organization.updated"],
        "timeout_seconds": timeout});
    client.post(WEBHOOKS, new).await.expect(201).id()
}

/// Compares the median of the turns without A with that of the turns beside it.
fn compare(size: Size, without: &[Times], with: &[Times], outcome: &mut Outcome) {
    let [p50_without, p50_with] = [without, with].map(|turns| median(turns, |times| times.p50));
    let [p99_without, p99_with] = [without, with].map(|turns| median(turns, |times| times.p99));
    let ratio = p99_with / p99_without;
    outcome.figure(format!("B at {PER_SECOND}/s without A: p50 {p50_without:.1} ms, p99 {p99_without:.1} ms"));
    outcome.figure(format!("beside A: p50 {p50_with:.1} ms, p99 {p99_with:.1} ms ({ratio:.2} times)"));
    // Behind deliveries that hang, B's would wait for seconds.
    outcome.promise(p50_with <= 10.0 * p50_without.max(1.0), "B's p50 beside A is within 10 times of that without");
    outcome.promise_in_full(size, ratio <= 1.5, "B's p99 beside A is within 1.5 times of that without");
}

/// The median in milliseconds.
fn median(turns: &[Times], of: fn(&Times) -> Duration) -> f64 {
    let mut times: Vec<Duration> = turns.iter().map(of).collect();
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

async fn set(client: &Client, endpoints: &[String], status: &str) {
    for id in endpoints {
        client.put(&format!("{WEBHOOKS}?id={id}"), json!({"status": status})).await.expect(200);
    }
}

/// Resumes the endpoints every second.
async fn resume(client: &Client, endpoints: &[String]) {
    let mut ticks = interval(Duration::from_secs(1));
    loop {
        ticks.tick().await;
        set(client, endpoints, "active").await;
    }
}

/// Returns the result of the first future, while the other runs.
async fn beside<T>(first: impl Future<Output = T>, other: impl Future<Output = ()>) -> T {
    tokio::select! {
        result = first => result,
        () = other => unreachable!("the second future does not end"),
    }
}
