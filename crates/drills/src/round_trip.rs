//! With a delay put between server and PostgreSQL, a request with one statement costs one delay: a read is one message, and
//! BEGIN with the tenant's settings, the statements of a creation and COMMIT are sent together, also with an Idempotency-Key. A
//! write of a locked row costs one delay for each result that it needs.

use crate::{Outcome, Size, slow_proxy, stage::Stage};
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Client, ServerProcess};

const DELAY: Duration = Duration::from_millis(20);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(200, 40);
    let stage = Stage::set("-c fsync=off").await?;
    let slow = slow_proxy::start(stage.postgres.port, DELAY).await?;
    let url = |role| format!("postgres://{role}@127.0.0.1:{slow}/{}", stage.database.name);
    // One connection, so that its statements are prepared after the first request.
    let more = ["--database-connections", "1"];
    let server = ServerProcess::start_on(&url("app"), &stage.database.url("app_system"), &more).await?;
    let client = server.client(&stage.tenant("round-trip").await?.key);

    let created = client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201);
    let one = format!("/api/rmm/organizations?id={}", created.id());
    let mut outcome = Outcome::default();
    for (what, target) in [("one row", one.as_str()), ("a page", "/api/rmm/organizations")] {
        let delays = quick_delays(rounds, || get(&client, target)).await;
        outcome.figure(format!("{what} {delays:.2} delays"));
        outcome.promise((1.0..1.5).contains(&delays), format!("{what} in one round trip"));
    }
    let mut number = 0;
    let create = || {
        number += 1;
        post(&client, number)
    };
    let delays = quick_delays(rounds, create).await;
    outcome.figure(format!("a creation {delays:.2} delays"));
    outcome.promise((1.0..1.5).contains(&delays), "a creation in one round trip");
    outcome.figure(format!("delay {} ms, {rounds} requests each", DELAY.as_millis()));
    Ok(outcome)
}

async fn get(client: &Client, target: &str) {
    client.get(target).await.expect(200);
}

async fn post(client: &Client, number: u32) {
    let client = client.with_header("idempotency-key", &format!("creation-{number}"));
    client.post("/api/rmm/organizations", json!({"name": format!("Organization {number}")})).await.expect(201);
}

/// The lower quartile, because a busy machine makes some requests slower: one more round trip would add a whole delay to each.
async fn quick_delays<F: Future<Output = ()>>(rounds: usize, mut request: impl FnMut() -> F) -> f64 {
    for _ in 0..3 {
        request().await; // prepares the statement
    }
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let started = Instant::now();
        request().await;
        times.push(started.elapsed());
    }
    times.sort();
    times[rounds / 4].as_secs_f64() / DELAY.as_secs_f64()
}
