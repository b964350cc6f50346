//! Alerts fire: a Prometheus scrapes a server and a worker with the rules that we ship. Every metric of the rules and
//! the dashboards is scraped, no alert fires without a fault, and a failing endpoint, a killed worker and a stopped
//! PostgreSQL fire their alerts.
//!
//! The rules are those that operators use, except that a condition has to hold for two seconds instead of minutes. Their
//! real durations are tested by `promtool test rules`.

mod files;
mod prometheus;

use crate::{
    Outcome, Size,
    sink::{Reply, Sink},
    stage::Stage,
};
use files::Files;
use prometheus::{Prometheus, tool};
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Client, ServerProcess, Temporal};
use tokio::time::sleep;

const WEBHOOKS: &str = "/api/admin/webhooks";

/// The time within which an alert must fire, with the short durations of this drill: gauges are read every second. Workers
/// check Temporal every 15 s, and wait for its response.
const FIRED: Duration = Duration::from_secs(20);
const FIRED_FOR_TEMPORAL: Duration = Duration::from_secs(60);

/// The time within which all alerts must stop while nothing fails.
const QUIET: Duration = Duration::from_secs(20);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let files = Files::read()?;
    let mut outcome = Outcome::default();
    tool(&files.folder, &["check", "rules", "rules.yml"])?;
    tool(&files.folder, &["test", "rules", "rules_test.yml"])?;
    tool(&files.folder, &["check", "config", "prometheus.yml"])?;
    let untested = files.untested();
    outcome.promise(untested.is_empty(), format!("every alert has unit tests (not {untested:?})"));
    let unexplained = files.unexplained();
    outcome.promise(unexplained.is_empty(), format!("every alert has a runbook (not {unexplained:?})"));

    let scene = Scene::set(&files).await?;
    let quiet = scene.prometheus.is_quiet_within(QUIET).await?;
    outcome.promise(quiet.is_empty(), format!("no alert fires without a fault (not {quiet:?})"));

    let mut fired = vec![scene.endpoint_fails().await?];
    let missing = scene.prometheus.missing(&files.metrics()?).await?;
    outcome.figure(format!(
        "{} metrics of {} alerts and {} panels",
        files.metrics()?.len(),
        files.alerts.len(),
        files.panels
    ));
    outcome.promise(missing.is_empty(), format!("every named metric is scraped (not {missing:?})"));

    fired.push(scene.postgres_stops().await?);
    if size == Size::Full {
        fired.push(scene.temporal_stops().await?);
    }
    fired.extend(scene.worker_dies().await?);
    for Fired { alert, after, limit } in fired {
        outcome.figure(format!("{alert} after {:.1} s", after.as_secs_f64()));
        outcome.promise(after < limit, format!("{alert} fires within {} s", limit.as_secs()));
    }
    Ok(outcome)
}

/// The time between a fault and its alert.
struct Fired {
    alert: &'static str,
    after: Duration,
    limit: Duration,
}

struct Scene {
    stage: Stage,
    temporal: Temporal,
    client: Client,
    worker: ServerProcess,
    prometheus: Prometheus,
    /// Serves until the end.
    _server: ServerProcess,
}

impl Scene {
    async fn set(files: &Files) -> anyhow::Result<Scene> {
        let stage = Stage::set("-c fsync=off").await?;
        let temporal = Temporal::start()?;
        let server_settings = ["--backlog-seconds", "1", "--address-limit", "1/60", "--log", "warn"];
        let server = ServerProcess::start(&stage.database, &server_settings).await?;
        let worker_settings = ["--webhook-haste", "100", "--temporal-url", &temporal.url(), "--log", "warn"];
        let worker = ServerProcess::start_worker(&stage.database, &worker_settings).await?;
        let client = server.client(&stage.tenant("alerts").await?.key);
        let prometheus = Prometheus::start(&files.rules_with_short_durations(), &server.ops, &worker.ops).await?;
        // The key is known from here on, so the limit for unknown callers of an address does not apply to it.
        client.get(WEBHOOKS).await.expect(200);
        // One request of an unknown caller is admitted, the second is not.
        let anonymous = reqwest::Client::builder().no_proxy().build()?;
        for _ in 0..3 {
            anonymous.get(format!("{}/api/rmm/organizations", server.base)).send().await?;
        }
        Ok(Scene { stage, temporal, client, worker, prometheus, _server: server })
    }

    /// An endpoint of a customer returns errors to everything.
    async fn endpoint_fails(&self) -> anyhow::Result<Fired> {
        let sink = Sink::start(|_| Reply::Status(500)).await?;
        let new = json!({"name": "Broken", "url": sink.url, "events": ["organization.created"]});
        let broken = self.client.post(WEBHOOKS, new).await.expect(201).id();
        let started = Instant::now();
        for number in 0..40 {
            let new = json!({"name": format!("Customer {number}")});
            self.client.post("/api/rmm/organizations", new).await.expect(201);
        }
        let fired = self.fires("WebhookEndpointFailing", started, FIRED).await?;
        self.client.delete(&format!("{WEBHOOKS}?id={broken}")).await.expect(204);
        self.prometheus.until_quiet("WebhookEndpointFailing", FIRED).await?;
        Ok(fired)
    }

    async fn postgres_stops(&self) -> anyhow::Result<Fired> {
        let started = Instant::now();
        self.stage.postgres.stop()?;
        let fired = self.fires("DatabaseDown", started, FIRED).await;
        self.stage.postgres.start_again().await?;
        self.prometheus.until_quiet("DatabaseDown", FIRED).await?;
        fired
    }

    async fn temporal_stops(&self) -> anyhow::Result<Fired> {
        let started = Instant::now();
        self.temporal.kill()?;
        self.fires("TemporalDown", started, FIRED_FOR_TEMPORAL).await
    }

    async fn worker_dies(self) -> anyhow::Result<Vec<Fired>> {
        let started = Instant::now();
        let Scene { worker, prometheus, .. } = self;
        drop(worker); // killed
        let mut fired = vec![];
        for alert in ["NoWorker", "ProcessDown"] {
            prometheus.until_firing(alert, FIRED).await?;
            fired.push(Fired { alert, after: started.elapsed(), limit: FIRED });
        }
        Ok(fired)
    }

    async fn fires(&self, alert: &'static str, started: Instant, limit: Duration) -> anyhow::Result<Fired> {
        self.prometheus.until_firing(alert, 3 * limit).await?;
        Ok(Fired { alert, after: started.elapsed(), limit })
    }
}

/// Repeats a check four times a second until it holds; false if it never does.
async fn holds_within(limit: Duration, mut check: impl AsyncFnMut() -> anyhow::Result<bool>) -> anyhow::Result<bool> {
    let started = Instant::now();
    while started.elapsed() < limit {
        if check().await? {
            return Ok(true);
        }
        sleep(Duration::from_millis(250)).await;
    }
    Ok(false)
}
