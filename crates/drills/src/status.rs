//! The status page shows each part going down and coming back, responds all the time, and keeps its history after a
//! restart.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use reqwest::{Client, StatusCode, header::ACCEPT};
use serde_json::Value;
use std::time::{Duration, Instant};
use testkit::{Redis, ServerProcess};
use tokio::time::sleep;

/// The limits within which the page shows a change, on an idle machine and on a busy one.
const SHOWN_WITHIN: Duration = Duration::from_secs(20);
const SHOWN_WITHIN_WHEN_BUSY: Duration = Duration::from_secs(60);
/// The limit for the response time of the page.
const RESPONSE_TIME: Duration = Duration::from_millis(500);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let outage = size.pick(Duration::from_secs(20), Duration::from_secs(1));
    let stage = Stage::set("-c fsync=off").await?;
    let redis = Redis::start()?;
    let settings = ["--redis-url", &redis.url()];
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let mut page = Page::of(&server)?;
    for part in ["api", "postgresql", "redis", "events", "workers", "deliveries", "workflows"] {
        page.wait_for(part, "operational").await?;
    }
    let lags = [page.part("events").await?, page.part("deliveries").await?];
    let mut outcome = Outcome::default();
    let (shown, api_works) = without_redis(&redis, &mut page, outage).await?;
    shown.report(size, "Redis", &mut outcome);
    let (shown, api_is_down) = without_postgres(&stage, &mut page, outage).await?;
    shown.report(size, "PostgreSQL", &mut outcome);

    drop(worker); // killed
    let down = page.wait_for("workers", "down").await?;
    page.wait_for("deliveries", "down").await?;
    sleep(outage).await;
    let _worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let up = page.wait_for("workers", "operational").await?;
    Shown { down, up }.report(size, "Worker", &mut outcome);
    page.wait_for("deliveries", "operational").await?;
    outcome.promise(lags.iter().all(|part| part["lag_seconds"].is_number()), "events and deliveries show their lag");
    outcome.promise(api_works, "without Redis the API works");
    outcome.promise(api_is_down, "without PostgreSQL the API and the event log are down");

    // A stopped server has stored its observations, also those of the time without PostgreSQL.
    server.stop().await?;
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let again = Page::of(&server)?;
    let outages = again.outages(&["redis", "postgresql", "workers"]).await?;
    outcome.figure(format!("outages stored after a restart: {}", outages.join(", ")));
    outcome.figure(format!(
        "{} responses of the page, the slowest in {:.0} ms",
        page.responses,
        page.slowest.as_secs_f64() * 1e3
    ));
    outcome.promise(page.slowest < 10 * RESPONSE_TIME, "the page responds within 5 s during every outage");
    outcome.promise_in_full(size, page.slowest < RESPONSE_TIME, "the page responds within 500 ms during every outage");
    Ok(outcome)
}

/// The time until the page showed a part as down, and as operational again.
struct Shown {
    down: Duration,
    up: Duration,
}

impl Shown {
    fn report(&self, size: Size, what: &str, outcome: &mut Outcome) {
        let Shown { down, up } = *self;
        outcome.figure(format!("{what} down after {:.1} s, back after {:.1} s", down.as_secs_f64(), up.as_secs_f64()));
        let promise = |within: Duration| format!("{what} is shown within {} s", within.as_secs());
        outcome.promise(down.max(up) < SHOWN_WITHIN_WHEN_BUSY, promise(SHOWN_WITHIN_WHEN_BUSY));
        outcome.promise_in_full(size, down.max(up) < SHOWN_WITHIN, promise(SHOWN_WITHIN));
    }
}

/// Stops Redis for a while. Also returns whether the API works meanwhile.
async fn without_redis(redis: &Redis, page: &mut Page, outage: Duration) -> anyhow::Result<(Shown, bool)> {
    redis.kill()?;
    let down = page.wait_for("redis", "down").await?;
    let api_works = page.part("api").await?["status"] == "operational";
    sleep(outage).await;
    redis.revive()?;
    let up = page.wait_for("redis", "operational").await?;
    Ok((Shown { down, up }, api_works))
}

/// Stops PostgreSQL for a while. Also returns whether the API and the event log are shown as down meanwhile.
async fn without_postgres(stage: &Stage, page: &mut Page, outage: Duration) -> anyhow::Result<(Shown, bool)> {
    stage.postgres.stop()?;
    let down = page.wait_for("postgresql", "down").await?;
    let api_is_down = page.part("api").await?["status"] == "down" && page.part("events").await?["status"] == "down";
    sleep(outage).await;
    stage.postgres.start_again().await?;
    let up = page.wait_for("postgresql", "operational").await?;
    page.wait_for("api", "operational").await?;
    Ok((Shown { down, up }, api_is_down))
}

struct Page {
    http: Client,
    address: String,
    responses: u32,
    slowest: Duration,
}

impl Page {
    fn of(server: &ServerProcess) -> anyhow::Result<Page> {
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(30)).build()?;
        Ok(Page { http, address: format!("{}/status/", server.base), responses: 0, slowest: Duration::ZERO })
    }

    async fn read(&self) -> anyhow::Result<Value> {
        let answer = self.http.get(&self.address).header(ACCEPT, "application/json").send().await?;
        ensure!(answer.status() == StatusCode::OK, "{}", answer.status());
        Ok(answer.json().await?)
    }

    async fn part(&mut self, name: &str) -> anyhow::Result<Value> {
        let started = Instant::now();
        let report = self.read().await?;
        self.responses += 1;
        self.slowest = self.slowest.max(started.elapsed());
        let mut parts = report["parts"].as_array().into_iter().flatten();
        parts.find(|part| part["name"] == name).cloned().with_context(|| format!("no part {name}"))
    }

    /// Waits until a part has this status, in JSON and in HTML. Returns how long that takes.
    async fn wait_for(&mut self, name: &str, status: &str) -> anyhow::Result<Duration> {
        let started = Instant::now();
        while self.part(name).await?["status"] != status {
            ensure!(
                started.elapsed() < SHOWN_WITHIN_WHEN_BUSY,
                "{name} is never shown as {status}: {}",
                self.part(name).await?
            );
            sleep(Duration::from_millis(200)).await;
        }
        let shown = started.elapsed();
        let html = self.http.get(&self.address).header(ACCEPT, "text/html").send().await?.text().await?;
        let head = html.split(&format!("<h2 id=\"{name}\">")).nth(1).and_then(|rest| rest.split("</div>").next());
        let words = if status == "down" { "Down" } else { "Operational" };
        ensure!(head.is_some_and(|head| head.contains(words)), "the HTML does not show that {name} is {status}");
        Ok(shown)
    }

    /// Waits until the history of these parts has outages. Returns their lengths.
    async fn outages(&self, names: &[&str]) -> anyhow::Result<Vec<String>> {
        let started = Instant::now();
        loop {
            let report = self.read().await?;
            let down = names.iter().filter_map(|name| {
                let part = report["parts"].as_array()?.iter().find(|part| part["name"] == *name)?;
                let seconds =
                    part["days"].as_array()?.iter().filter_map(|day| day["down_seconds"].as_u64()).sum::<u64>();
                (seconds > 0).then(|| format!("{name} {seconds} s"))
            });
            let down: Vec<_> = down.collect();
            if down.len() == names.len() {
                return Ok(down);
            }
            ensure!(started.elapsed() < SHOWN_WITHIN_WHEN_BUSY, "only {down:?} is stored");
            sleep(Duration::from_millis(500)).await;
        }
    }
}
