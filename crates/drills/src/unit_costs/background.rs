//! Units that a worker does later: deliveries of webhooks and runs of workflows.

use super::meter::{Cost, Memory, Meter};
use crate::{
    bench_workflows,
    latency::Steady,
    memory::{anonymous, family_anonymous},
    seed,
    sink::{Reply, Sink},
    workflows::TRIGGER,
    workshop::Customer,
};
use anyhow::ensure;
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::json;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use testkit::Client;
use tokio::time::sleep;
use uuid::Uuid;

const PER_SECOND: f64 = 50.0;
const TIMEOUT: Duration = Duration::from_secs(300);

/// The response time of the receiver when memory is measured, and the number of deliveries.
const RESPONSE_DELAY: Duration = Duration::from_secs(1);
const DELIVERIES: usize = 100;

/// Runs that are started at the same time.
const CALLERS: usize = 4;

/// The cost of a change with one endpoint, minus the cost of the same change in a tenant without endpoints.
pub async fn delivery(meter: &Meter<'_>) -> anyhow::Result<Cost> {
    let count = meter.size.pick(2_000, 100);
    let (_, _, alone) = tenant(meter, "unit-changes").await?;
    let (_, client, changes) = tenant(meter, "unit-deliveries").await?;
    let sink = {
        let changes = changes.clone();
        Sink::start(move |arrival| {
            changes.arrived(arrival);
            Reply::Status(200)
        })
        .await?
    };
    endpoint(&client, &sink).await;
    alone.write(count / 10).await?;
    changes.measure(count / 10, PER_SECOND).await?;
    let without = async {
        alone.write(count).await?;
        anyhow::Ok(vec![])
    };
    let without = meter.measure_stored(count, without).await?;
    let with = meter.measure_stored(count, changes.measure(count, PER_SECOND)).await?;
    Ok(with.minus(without).with_memory(memory_of_delivery(meter).await?))
}

/// Creates a tenant. Returns it with its client and with a writer that changes its customer.
async fn tenant(meter: &Meter<'_>, label: &str) -> anyhow::Result<(Uuid, Client, Arc<Steady>)> {
    let (stage, server) = (&meter.system.scene.stage, &meter.system.scene.server);
    let admin = stage.tenant(label).await?;
    let client = server.client(&admin.key);
    let organization = client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201).id();
    let steady = Steady::new(&server.base, &admin.key, &organization)?;
    Ok((admin.tenant.0, client, steady))
}

async fn endpoint(client: &Client, sink: &Sink) {
    let new = json!({"name": "The sink", "url": format!("{}/taken", sink.url), "events": ["organization.*"]});
    client.post("/api/admin/webhooks", new).await.expect(201);
}

/// The receiver delays each response, so that the first deliveries are all in progress at the same time.
async fn memory_of_delivery(meter: &Meter<'_>) -> anyhow::Result<f64> {
    let arrivals: Arc<Mutex<Vec<Instant>>> = Arc::default();
    let sink = {
        let arrivals = arrivals.clone();
        Sink::start(move |arrival| {
            arrivals.lock().unwrap_or_else(PoisonError::into_inner).push(arrival.at);
            Reply::After(RESPONSE_DELAY)
        })
        .await?
    };
    let (tenant, client, changes) = tenant(meter, "unit-memory").await?;
    endpoint(&client, &sink).await;
    let received = || arrivals.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let started = Instant::now();
    // After the first delivery, a worker is assigned to the tenant.
    changes.write(1).await?;
    while received().is_empty() {
        ensure!(started.elapsed() < TIMEOUT, "no delivery arrived");
        sleep(Duration::from_millis(50)).await;
    }
    sleep(RESPONSE_DELAY).await;
    let before = received().len();
    let deliver = async {
        seed::events(&meter.root, tenant, DELIVERIES as i64).await?;
        // Its event wakes up the worker.
        client.post("/api/rmm/organizations", json!({"name": "Umbrella"})).await.expect(201);
        while received().len() <= before {
            ensure!(started.elapsed() < TIMEOUT, "no delivery arrived");
            sleep(Duration::from_millis(20)).await;
        }
        sleep(RESPONSE_DELAY).await;
        anyhow::Ok(())
    };
    let (grown, ()) = Memory::of(meter.system.worker.pid(), anonymous)?.growth(1, deliver).await?;
    let arrived = received().split_off(before);
    let at_once = arrived.iter().filter(|at| at.duration_since(arrived[0]) < RESPONSE_DELAY).count();
    eprintln!("  {at_once} deliveries in progress at once");
    Ok(grown / at_once as f64)
}

/// Runs of the workflow of the drill `bench-workflows`.
pub async fn run(meter: &Meter<'_>) -> anyhow::Result<Cost> {
    let (count, at_once) = meter.size.pick((1_000, 32), (16, 8));
    let (tenant, client, _) = tenant(meter, "unit-runs").await?;
    let organization = client.post("/api/rmm/organizations", json!({"name": "Umbrella"})).await.expect(201).id();
    let customer = Customer { approver: client.clone(), client };
    let definition = bench_workflows::definition().to_string();
    let workflow = customer.write("Unit", &definition).await.expect(201).id();
    let runs = Runs { meter, customer, tenant, workflow, organization };
    runs.execute(1, 1).await?;
    let memory = Memory::of(meter.system.worker.pid(), family_anonymous)?;
    runs.execute(count / 10 + CALLERS, CALLERS).await?;
    let cost = meter.measure_stored(count, runs.execute(count, CALLERS)).await?;
    let (memory, _) = memory.growth(at_once, runs.execute(at_once, at_once)).await?;
    Ok(cost.with_memory(memory))
}

struct Runs<'a> {
    meter: &'a Meter<'a>,
    customer: Customer,
    tenant: Uuid,
    workflow: String,
    organization: String,
}

impl Runs<'_> {
    /// Returns the times from the acceptance of each run to its end.
    async fn execute(&self, count: usize, at_once: usize) -> anyhow::Result<Vec<Duration>> {
        let root = &self.meter.root;
        let since: jiff::Timestamp = root.query_one("select date_trunc('milliseconds', now())", &[]).await?.get(0);
        let key = self.customer.client.key().unwrap_or_default();
        let http = reqwest::Client::builder().no_proxy().build()?;
        let new = json!({"workflow": self.workflow, "input": {"id": self.organization}});
        let url = format!("{}{TRIGGER}", self.meter.system.scene.server.base);
        let starting = stream::iter(0..count).map(async |_| {
            let response = http.post(&url).bearer_auth(key).json(&new).send().await?;
            ensure!(response.status() == 202, "the start of a run returned {}", response.status());
            anyhow::Ok(())
        });
        starting.buffer_unordered(at_once).try_collect::<Vec<()>>().await?;
        let ended = "select extract(epoch from ended_at - created_at)::float8 from workflow_runs
            where tenant_id = $1 and created_at >= $2 and status = 'succeeded'";
        let started = Instant::now();
        loop {
            let times = root.query(ended, &[&self.tenant, &since]).await?;
            if times.len() >= count {
                return Ok(times.iter().map(|row| Duration::from_secs_f64(row.get::<_, f64>(0).max(0.0))).collect());
            }
            ensure!(started.elapsed() < TIMEOUT, "{} of {count} runs have succeeded", times.len());
            sleep(self.meter.size.pick(Duration::from_secs(1), Duration::from_millis(200))).await;
        }
    }
}
