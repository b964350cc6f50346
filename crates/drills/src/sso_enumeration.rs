//! A caller who probes sign-in domains learns only of enabled ones: unknown, disabled and unproven ones get the same
//! response, after the same time.

use crate::{
    Outcome, Size,
    alike::{Comparison, EQUAL, EQUAL_WHEN_SHARED, median},
    stage::Stage,
};
use kernel::{clock::Clock, db::Db};
use rand::seq::SliceRandom;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tenant_control::operate::sso;
use testkit::ServerProcess;

const KINDS: [&str; 3] = ["unknown", "disabled", "unproven"];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let requests = size.pick(1_000, 200);
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &[]).await?;
    let admin = server.client(&stage.tenant("enumerated").await?.key);
    let new = |domain: &str, enabled: bool| {
        json!({"name": "Login", "issuer": "https://login.test", "client_id": "c", "client_secret": "s",
            "domains": [domain], "enabled": enabled})
    };
    admin.post("/api/admin/sso", new("disabled.example", false)).await.expect(201);
    admin.post("/api/admin/sso", new("unproven.example", true)).await.expect(201);
    let db = Db::new(&stage.database.settings().database)?;
    sso::approve(&db, Clock::System, "enumerated.example", "disabled.example").await?;

    // The requests are sent in a random order on one connection, so that other load of the machine affects all kinds alike.
    let mut order: Vec<usize> = (0..KINDS.len() * requests).map(|n| n % KINDS.len()).collect();
    order.shuffle(&mut rand::rng());
    let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(1).build()?;
    for kind in order.iter().take(60) {
        send(&http, &server.base, KINDS[*kind]).await?; // the first requests are slower
    }
    let (mut times, mut responses) = ([vec![], vec![], vec![]], vec![]);
    for kind in order {
        let (response, time) = send(&http, &server.base, KINDS[kind]).await?;
        times[kind].push(time);
        if !responses.contains(&response) {
            responses.push(response);
        }
    }
    let mut outcome = Outcome::default();
    responses.iter().skip(1).for_each(|response| eprintln!("sso-enumeration: {response} beside {}", responses[0]));
    outcome.figure(format!("{requests} requests each, {} different responses", responses.len()));
    outcome.promise(responses.len() == 1 && responses[0]["status"] == 404, "all responses are equal");
    outcome.figure(format!("unknown {} us", median(&times[0]).as_micros()));
    for kind in 1..KINDS.len() {
        let (name, comparison) = (KINDS[kind], Comparison::of(&times[kind], &times[0]));
        outcome.figure(format!("{name} {} us, {comparison}", median(&times[kind]).as_micros()));
        let about = comparison.is_within(EQUAL_WHEN_SHARED);
        outcome.promise(about, format!("{name} takes about as long as unknown"));
        let bound = format!("{name} takes as long as unknown, within 5 %");
        outcome.promise_in_full(size, comparison.is_within(EQUAL), bound);
    }
    Ok(outcome)
}

/// Sends a request. Returns the response without the parts that differ in every response, and the duration.
async fn send(http: &reqwest::Client, base: &str, kind: &str) -> anyhow::Result<(Value, Duration)> {
    let body = json!({"domain": format!("{kind}.example")}).to_string();
    let request = http.post(format!("{base}/api/auth/sso")).header("content-type", "application/json");
    let request = request.header("x-request-id", "same").body(body);
    let started = Instant::now();
    let response = request.send().await?;
    let took = started.elapsed();
    let changing = ["date", "ratelimit"];
    let headers = response.headers().iter().filter(|(name, _)| !changing.contains(&name.as_str()));
    let headers: Vec<_> = headers.map(|(name, value)| format!("{name}: {value:?}")).collect();
    let status = response.status().as_u16();
    Ok((json!({"status": status, "headers": headers, "body": response.text().await?}), took))
}
