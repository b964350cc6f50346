//! Long tables do not slow the worker: its statements are timed with empty tables, and with two million finished deliveries
//! and two hundred thousand waiting ones. So is the delivery of a new event of a tenant without a backlog.

use crate::{
    Outcome, Size,
    bench::Times,
    latency::Steady,
    seed::{self, ALL_WAIT, Waiting},
    sink::{Reply, Sink},
    stage::Stage,
    webhook_batch::{BEGIN, Batch, claim},
};
use anyhow::{Context, ensure};
use api::WebhookEndpointId;
use serde_json::json;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use testkit::{Client, ServerProcess};
use tokio_postgres::Client as Connection;
use uuid::Uuid;

/// Endpoints of each tenant with a backlog; of the deliveries of an endpoint, one in this many is waiting.
const ENDPOINTS: i64 = 11;
/// The numbers of deliveries that the worker claims and writes at once.
const WINDOW: usize = 256;
const BATCH: usize = 100;
const PER_SECOND: f64 = 50.0;
/// The largest ratio of a duration with full tables to the same duration with empty ones.
const MAX_RATIO: f64 = 1.5;

const ANALYZE: &str = "vacuum (analyze) events, webhook_deliveries, webhook_attempts, webhook_fan_outs";

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (tenants, each, times, calls) = size.pick((20, 10_000, 61, 500), (2, 200, 21, 250));
    let stage = Stage::set("-c shared_buffers=1GB -c max_wal_size=8GB -c maintenance_work_mem=256MB").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let root = stage.database.root().await;

    let fresh = stage.tenant("backlog-fresh").await?;
    let client = server.client(&fresh.key);
    let organization = client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201).id();
    let steady = Steady::new(&server.base, &fresh.key, &organization)?;
    let sink = {
        let steady = steady.clone();
        Sink::start(move |arrival| {
            steady.arrived(arrival);
            Reply::Status(200)
        })
        .await?
    };
    endpoint(&client, &sink).await?;
    let backlog = Backlog { stage: &stage, server: &server, sink: &sink, root: &root };
    let (probed, endpoints) = backlog.tenant("backlog-probed", 1).await?;
    let probed_endpoint = endpoints[0];
    seed::events(&root, probed, WINDOW as i64).await?;
    seed::deliveries(&root, probed, probed_endpoint, WINDOW as i64, ALL_WAIT).await?;

    let probe = Probe { connection: stage.database.connect("app_system").await?, times };
    root.batch_execute(ANALYZE).await?;
    let empty_claim = probe.claim(probed, probed_endpoint).await?;
    let empty_write = probe.write(&root, probed, probed_endpoint).await?;
    let empty_times = arrivals(&stage, &steady, calls).await?;

    let started = Instant::now();
    let (tenant, first) = backlog.fill(tenants, each).await?;
    let (finished, waiting) = backlog.count().await?;
    eprintln!("  {finished} finished and {waiting} waiting created in {:.0} s", started.elapsed().as_secs_f64());

    let full_claim = probe.claim(probed, probed_endpoint).await?;
    let full_write = probe.write(&root, probed, probed_endpoint).await?;
    let backlog_claim = probe.claim(tenant, first).await?;
    let full_times = arrivals(&stage, &steady, calls).await?;

    let mut outcome = Outcome::default();
    outcome.figure(format!("{finished} finished and {waiting} waiting deliveries"));
    for (what, full, empty) in [
        ("a claim", full_claim, empty_claim),
        ("a claim with a backlog", backlog_claim, empty_claim),
        ("the write of a batch", full_write, empty_write),
        ("the delivery of a new event (p50)", full_times.p50, empty_times.p50),
    ] {
        compare(size, what, [full, empty], &mut outcome);
    }
    outcome.figure(format!("new events at {PER_SECOND}/s: {full_times}; with empty tables: {empty_times}"));
    Ok(outcome)
}

/// Measures the delivery times of new events, with a new worker.
async fn arrivals(stage: &Stage, steady: &Arc<Steady>, calls: usize) -> anyhow::Result<Times> {
    let worker = ServerProcess::start_worker(&stage.database, &["--log", "warn"]).await?;
    steady.measure(calls / 5, PER_SECOND).await?;
    let times = Times::of(steady.measure(calls, PER_SECOND).await?);
    worker.stop().await?;
    Ok(times)
}

/// Compares a time with full tables with the same with empty ones.
fn compare(size: Size, what: &str, times: [Duration; 2], outcome: &mut Outcome) {
    let [full_ms, empty_ms] = times.map(|time| time.as_secs_f64() * 1e3);
    let ratio = full_ms / empty_ms;
    outcome.figure(format!("{what} {full_ms:.2} ms, {ratio:.2} times that with empty tables"));
    // Below a millisecond, the ratio is not meaningful.
    let within = |max: f64| ratio <= max || full_ms < 1.0;
    outcome.promise(within(3.0 * MAX_RATIO), format!("{what} takes at most {:.1} times as long", 3.0 * MAX_RATIO));
    outcome.promise_in_full(size, within(MAX_RATIO), format!("{what} takes at most {MAX_RATIO} times as long"));
}

async fn endpoint(client: &Client, sink: &Sink) -> anyhow::Result<Uuid> {
    let new = json!({"name": "The sink", "url": sink.url, "events": ["organization.updated"]});
    let id = client.post("/api/admin/webhooks", new).await.expect(201).id();
    let id: WebhookEndpointId = id.parse().ok().context("an id of ours")?;
    Ok(id.0)
}

/// Fills the tables.
struct Backlog<'a> {
    stage: &'a Stage,
    server: &'a ServerProcess,
    sink: &'a Sink,
    root: &'a Connection,
}

impl Backlog<'_> {
    /// Creates a tenant with paused endpoints, so that their deliveries keep waiting.
    async fn tenant(&self, label: &str, count: i64) -> anyhow::Result<(Uuid, Vec<Uuid>)> {
        let tenant = self.stage.tenant(label).await?;
        let client = self.server.client(&tenant.key);
        client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201);
        let mut endpoints = vec![];
        for _ in 0..count {
            let id = endpoint(&client, self.sink).await?;
            let target = format!("/api/admin/webhooks?id={}", WebhookEndpointId(id));
            client.put(&target, json!({"status": "paused"})).await.expect(200);
            endpoints.push(id);
        }
        Ok((tenant.tenant.0, endpoints))
    }

    /// Creates `tenants` tenants with `each` events. Returns the last tenant and its first endpoint, which has a backlog.
    async fn fill(&self, tenants: usize, each: i64) -> anyhow::Result<(Uuid, Uuid)> {
        let mut last = None;
        for number in 0..tenants {
            let (tenant, endpoints) = self.tenant(&format!("backlog-{number}"), ENDPOINTS).await?;
            seed::events(self.root, tenant, each).await?;
            for (at, endpoint) in (0..).zip(&endpoints) {
                seed::deliveries(self.root, tenant, *endpoint, each, Waiting { one_in: ENDPOINTS, at }).await?;
            }
            last = Some((tenant, endpoints[0]));
        }
        self.root.batch_execute(ANALYZE).await?;
        last.context("a tenant")
    }

    /// Returns the numbers of finished and of waiting deliveries.
    async fn count(&self) -> anyhow::Result<(i64, i64)> {
        let query = "select count(*) filter (where status = 'delivered'), count(*) filter (where status = 'pending')
            from webhook_deliveries";
        let row = self.root.query_one(query, &[]).await?;
        Ok((row.get(0), row.get(1)))
    }
}

/// Times statements on a connection like the worker's.
struct Probe {
    connection: Connection,
    times: usize,
}

impl Probe {
    async fn claim(&self, tenant: Uuid, endpoint: Uuid) -> anyhow::Result<Duration> {
        let [due, next] = claim(tenant, endpoint, WINDOW)?;
        let (due, next) = (self.prepare(&due).await?, self.prepare(&next).await?);
        let mut took = vec![];
        for _ in 0..self.times {
            self.connection.batch_execute(BEGIN).await?;
            let started = Instant::now();
            let rows = self.connection.query(&due, &[]).await?.len();
            self.connection.query(&next, &[]).await?;
            took.push(started.elapsed());
            self.connection.batch_execute("commit").await?;
            ensure!(rows > 0, "a claim returned no rows");
        }
        Ok(Times::of(took).p50)
    }

    /// Times the statements of a batch without its commit, which waits for the disk.
    async fn write(&self, root: &Connection, tenant: Uuid, endpoint: Uuid) -> anyhow::Result<Duration> {
        let worker = Uuid::from_u128(rand::random());
        root.execute("update webhook_fan_outs set worker_id = $2 where tenant_id = $1", &[&tenant, &worker]).await?;
        let batch = Batch {
            size: BATCH,
            run: format!("{}::bigint", rand::random::<u32>() >> 1),
            client: "0::bigint".to_owned(),
            number: "$1::bigint".to_owned(),
            tenant: format!("'{tenant}'::uuid"),
            // Another endpoint than the one whose deliveries are counted.
            endpoint: format!("'{}'::uuid", Uuid::from_u128(endpoint.as_u128() ^ 1)),
            worker,
            at: root.query_one("select extract(epoch from now())::bigint", &[]).await?.get(0),
        };
        let mut statements = vec![];
        for text in &batch.statements()? {
            statements.push(self.prepare(text).await?);
        }
        let mut took = vec![];
        for number in 1..=self.times as i64 {
            self.connection.batch_execute(BEGIN).await?;
            let started = Instant::now();
            for statement in &statements {
                let arguments: &[&(dyn tokio_postgres::types::ToSql + Sync)] =
                    if statement.params().is_empty() { &[] } else { &[&number] };
                self.connection.query(statement, arguments).await?;
            }
            took.push(started.elapsed());
            self.connection.batch_execute("commit").await?;
        }
        Ok(Times::of(took).p50)
    }

    async fn prepare(&self, text: &str) -> anyhow::Result<tokio_postgres::Statement> {
        self.connection.prepare(text).await.with_context(|| text.to_owned())
    }
}
