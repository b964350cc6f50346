//! A caller who probes sign-in domains learns only of enabled ones: unknown, disabled and unproven ones get the same
//! response, after the same time.

use crate::{Outcome, Size, stage::Stage};
use kernel::{clock::Clock, db::Db};
use rand::seq::SliceRandom;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tenant_control::operate::sso;
use testkit::ServerProcess;

/// How much the medians may differ, and how many standard deviations the ranks (Mann-Whitney). A shared machine is given
/// more: a look-up in the database that one kind needs and another does not is still seen.
const MOST: (f64, f64) = (0.05, 3.0);
const MOST_WHEN_SHARED: (f64, f64) = (0.25, 4.5);

const KINDS: [&str; 3] = ["unknown", "disabled", "unproven"];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let tries = size.pick(1_000, 200);
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

    // In a random order on one connection: whatever else the machine does, it does to all of them.
    let mut order: Vec<usize> = (0..KINDS.len() * tries).map(|n| n % KINDS.len()).collect();
    order.shuffle(&mut rand::rng());
    let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(1).build()?;
    for kind in order.iter().take(60) {
        ask(&http, &server.base, KINDS[*kind]).await?; // the first are slower, whoever they are about
    }
    let (mut times, mut answers) = ([vec![], vec![], vec![]], vec![]);
    for kind in order {
        let (answer, time) = ask(&http, &server.base, KINDS[kind]).await?;
        times[kind].push(time);
        if !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    let mut outcome = Outcome::default();
    answers.iter().skip(1).for_each(|answer| eprintln!("sso-enumeration: {answer} beside {}", answers[0]));
    outcome.figure(format!("{tries} tries each, {} different answers", answers.len()));
    outcome.promise(answers.len() == 1 && answers[0]["status"] == 404, "all are answered alike");
    let unknown = median(&times[0]);
    outcome.figure(format!("unknown {} us", unknown.as_micros()));
    for kind in 1..KINDS.len() {
        let ratio = median(&times[kind]).as_secs_f64() / unknown.as_secs_f64();
        let z = rank_test(&times[0], &times[kind]);
        outcome.figure(format!("{} {} us, ratio {ratio:.3}, z {z:+.2}", KINDS[kind], median(&times[kind]).as_micros()));
        let alike = |(most, deviations): (f64, f64)| (ratio - 1.0).abs() <= most && z.abs() <= deviations;
        outcome.promise(alike(MOST_WHEN_SHARED), format!("{} takes about as long as unknown", KINDS[kind]));
        outcome.promise_in_full(size, alike(MOST), format!("{} takes as long as unknown, within 5 %", KINDS[kind]));
    }
    Ok(outcome)
}

/// The whole answer but for what is different with every request, and how long it took.
async fn ask(http: &reqwest::Client, base: &str, kind: &str) -> anyhow::Result<(Value, Duration)> {
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

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[times.len() / 2]
}

/// By how many standard deviations the ranks of `b` among both differ from what chance would give (Mann-Whitney U).
fn rank_test(a: &[Duration], b: &[Duration]) -> f64 {
    let mut all: Vec<_> = a.iter().map(|time| (time, false)).chain(b.iter().map(|time| (time, true))).collect();
    all.sort_unstable();
    let ranks: f64 = all.iter().zip(1u32..).filter(|((_, of_b), _)| *of_b).map(|(_, rank)| f64::from(rank)).sum();
    let (n, m) = (a.len() as f64, b.len() as f64);
    let u = ranks - m * (m + 1.0) / 2.0;
    (u - n * m / 2.0) / (n * m * (n + m + 1.0) / 12.0).sqrt()
}
