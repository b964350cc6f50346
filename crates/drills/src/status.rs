//! The status page shows each part going down and coming back, responds all the time, and keeps its history after a
//! restart.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use reqwest::{Client, StatusCode, header::ACCEPT};
use serde_json::Value;
use std::time::{Duration, Instant};
use testkit::{Redis, ServerProcess};
use tokio::time::sleep;

/// How long until the page shows it, on a machine that has nothing else to do and on one that has.
const SHOWN: Duration = Duration::from_secs(20);
const SHOWN_AT_LAST: Duration = Duration::from_secs(60);
/// How long the page takes to answer.
const ANSWERED: Duration = Duration::from_millis(500);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let outage = size.pick(Duration::from_secs(20), Duration::from_secs(1));
    let stage = Stage::set("-c fsync=off").await?;
    let redis = Redis::start()?;
    let settings = ["--redis-url", &redis.url()];
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let mut page = Page::of(&server)?;
    for part in ["api", "postgresql", "redis", "events", "workers", "deliveries", "workflows"] {
        page.shows(part, "operational").await?;
    }
    let lags = [page.part("events").await?, page.part("deliveries").await?];
    let mut outcome = Outcome::default();
    let (shown, alone) = without_redis(&redis, &mut page, outage).await?;
    shown.report(size, "Redis", &mut outcome);
    let (shown, with_it) = without_postgres(&stage, &mut page, outage).await?;
    shown.report(size, "PostgreSQL", &mut outcome);

    drop(worker); // killed
    let down = page.shows("workers", "down").await?;
    page.shows("deliveries", "down").await?;
    sleep(outage).await;
    let _worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let up = page.shows("workers", "operational").await?;
    Shown { down, up }.report(size, "Worker", &mut outcome);
    page.shows("deliveries", "operational").await?;
    outcome.promise(
        lags.iter().all(|part| part["lag_seconds"].is_number()),
        "events and deliveries say how late they are",
    );
    outcome.promise(alone, "without Redis the API works");
    outcome.promise(with_it, "without PostgreSQL the API and the event log are down");

    // A server that is stopped has written what it saw, also of the time in which it could not.
    server.stop().await?;
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let again = Page::of(&server)?;
    let remembered = again.remembers(&["redis", "postgresql", "workers"]).await?;
    outcome.figure(format!("remembered after a restart: {}", remembered.join(", ")));
    outcome.figure(format!(
        "{} answers of the page, the slowest in {:.0} ms",
        page.answers,
        page.slowest.as_secs_f64() * 1e3
    ));
    outcome.promise(page.slowest < 10 * ANSWERED, "the page answers within 5 s, whatever is away");
    outcome.promise_in_full(size, page.slowest < ANSWERED, "the page answers within 500 ms, whatever is away");
    Ok(outcome)
}

/// How long it took until the page showed a part as down, and as back.
struct Shown {
    down: Duration,
    up: Duration,
}

impl Shown {
    fn report(&self, size: Size, what: &str, outcome: &mut Outcome) {
        let Shown { down, up } = *self;
        outcome.figure(format!("{what} down after {:.1} s, back after {:.1} s", down.as_secs_f64(), up.as_secs_f64()));
        let promise = |within: Duration| format!("{what} is shown within {} s", within.as_secs());
        outcome.promise(down.max(up) < SHOWN_AT_LAST, promise(SHOWN_AT_LAST));
        outcome.promise_in_full(size, down.max(up) < SHOWN, promise(SHOWN));
    }
}

/// Also returns whether the API works meanwhile.
async fn without_redis(redis: &Redis, page: &mut Page, outage: Duration) -> anyhow::Result<(Shown, bool)> {
    redis.kill()?;
    let down = page.shows("redis", "down").await?;
    let alone = page.part("api").await?["status"] == "operational";
    sleep(outage).await;
    redis.revive()?;
    let up = page.shows("redis", "operational").await?;
    Ok((Shown { down, up }, alone))
}

/// Also returns whether the API and the event log are shown as down meanwhile.
async fn without_postgres(stage: &Stage, page: &mut Page, outage: Duration) -> anyhow::Result<(Shown, bool)> {
    stage.postgres.stop()?;
    let down = page.shows("postgresql", "down").await?;
    let with_it = page.part("api").await?["status"] == "down" && page.part("events").await?["status"] == "down";
    sleep(outage).await;
    stage.postgres.start_again().await?;
    let up = page.shows("postgresql", "operational").await?;
    page.shows("api", "operational").await?;
    Ok((Shown { down, up }, with_it))
}

struct Page {
    http: Client,
    address: String,
    answers: u32,
    slowest: Duration,
}

impl Page {
    fn of(server: &ServerProcess) -> anyhow::Result<Page> {
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(30)).build()?;
        Ok(Page { http, address: format!("{}/status/", server.base), answers: 0, slowest: Duration::ZERO })
    }

    async fn read(&self) -> anyhow::Result<Value> {
        let answer = self.http.get(&self.address).header(ACCEPT, "application/json").send().await?;
        ensure!(answer.status() == StatusCode::OK, "{}", answer.status());
        Ok(answer.json().await?)
    }

    async fn part(&mut self, name: &str) -> anyhow::Result<Value> {
        let asked = Instant::now();
        let report = self.read().await?;
        self.answers += 1;
        self.slowest = self.slowest.max(asked.elapsed());
        let mut parts = report["parts"].as_array().into_iter().flatten();
        parts.find(|part| part["name"] == name).cloned().with_context(|| format!("no part {name}"))
    }

    /// How long it takes until a part is shown so, to programs and to people.
    async fn shows(&mut self, name: &str, status: &str) -> anyhow::Result<Duration> {
        let started = Instant::now();
        while self.part(name).await?["status"] != status {
            ensure!(started.elapsed() < SHOWN_AT_LAST, "{name} is never shown as {status}: {}", self.part(name).await?);
            sleep(Duration::from_millis(200)).await;
        }
        let shown = started.elapsed();
        let html = self.http.get(&self.address).header(ACCEPT, "text/html").send().await?.text().await?;
        let head = html.split(&format!("<h2 id=\"{name}\">")).nth(1).and_then(|rest| rest.split("</div>").next());
        let words = if status == "down" { "Down" } else { "Operational" };
        ensure!(head.is_some_and(|head| head.contains(words)), "people do not see that {name} is {status}");
        Ok(shown)
    }

    /// For how long these were down today.
    async fn remembers(&self, names: &[&str]) -> anyhow::Result<Vec<String>> {
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
            ensure!(started.elapsed() < SHOWN_AT_LAST, "only {down:?} is remembered");
            sleep(Duration::from_millis(500)).await;
        }
    }
}
