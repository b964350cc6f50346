//! No event is lost or out of order: events are written and delivered while workers, servers and PostgreSQL are killed
//! at random, and a fifth of the first attempts fails.
//!
//! Every tenant has five endpoints: one receives everything, one everything in order, and each of the other three the events
//! of a third of the organizations, the first of them in order. So every event has three deliveries.

mod arrivals;
mod writers;

use crate::{
    Outcome, Size,
    chaos::{Chaos, Cluster, Pace},
    sink::Sink,
    stage::Stage,
};
use anyhow::Context;
use api::EventId;
use arrivals::Arrivals;
use futures::future::join;
use serde_json::json;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::time::sleep;
use uuid::Uuid;
use writers::Writers;

const ENDPOINTS: usize = 5;
const IN_ORDER: [usize; 2] = [1, 2];
const THIRDS: usize = 3;
const ORGANIZATIONS: usize = 9;
const DELIVERIES: usize = 3;

/// Divides all waits between attempts.
const HASTE: [&str; 2] = ["--webhook-haste", "50"];

pub struct Tenant {
    pub id: Uuid,
    pub key: String,
    pub organizations: Vec<String>,
}

impl Tenant {
    /// The tenant's endpoints that subscribe to the events of an organization.
    fn subscribers(&self, organization: &str) -> Option<[usize; DELIVERIES]> {
        let number = self.organizations.iter().position(|id| id == organization)?;
        Some([0, 1, 2 + number % THIRDS])
    }
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (events, tenants) = size.pick((20_000, 10), (800, 3));
    let seed: u64 = rand::random();
    eprintln!("webhook-faults: seed {seed}");
    let stage = Stage::set("-c fsync=on -c synchronous_commit=on -c shared_buffers=256MB").await?;
    let cluster = Cluster::start(&stage, &HASTE, None).await?;
    let arrivals = Arc::new(Arrivals::new(tenants * ENDPOINTS, seed));
    let sink = {
        let arrivals = arrivals.clone();
        Sink::start(move |arrival| arrivals.record(arrival)).await?
    };
    let mut known = vec![];
    for number in 0..tenants {
        known.push(tenant(&stage, &cluster.servers[0], &sink, number).await?);
    }
    let tenants = Arc::new(known);

    let total = events * DELIVERIES;
    let started = Instant::now();
    let writers = Writers { tenants: tenants.clone(), bases: cluster.bases.clone(), events, seed };
    let per_second = size.pick(350.0, 200.0);
    let (most, every) = size.pick((80, 0.5..2.5), (5, 0.2..0.8));
    let chaos = Chaos::new(&stage, cluster, Pace { most, every }, seed);
    let (written, chaos) = join(
        writers.write(per_second),
        // The chaos ends before all work is done, so that the recovery from its last fault is tested.
        chaos.run(|| arrivals.distinct() < total * 9 / 10 && !arrivals.is_stuck()),
    )
    .await;
    let (written, (cluster, killed)) = (written?, chaos?);
    while arrivals.distinct() < total && !arrivals.is_stuck() {
        sleep(Duration::from_millis(50)).await;
    }
    let took = started.elapsed();
    let unsettled = unsettled(&stage).await?;
    let lost = missing(&stage, &tenants, &arrivals, events).await?;
    if !lost.is_empty() || unsettled > 0 {
        cluster.keep_logs("webhook-faults");
    }
    drop(cluster);

    let totals = arrivals.totals();
    lost.iter().chain(&totals.wrong).take(20).for_each(|line| eprintln!("webhook-faults: {line}"));
    let mut outcome = Outcome::default();
    outcome.figure(format!(
        "{events} changes with {DELIVERIES} deliveries each to {} endpoints: {} of at least {total} arrived in {:.0} s",
        tenants.len() * ENDPOINTS,
        arrivals.distinct(),
        took.as_secs_f64()
    ));
    outcome.promise(lost.is_empty(), format!("every event reaches every subscribed endpoint ({} do not)", lost.len()));
    totals.report(&mut outcome);
    outcome.figure(format!("killed: {killed}"));
    outcome.figure(format!("{} writes were retried, seed {seed}", written.retries));
    outcome.promise(unsettled == 0, format!("all deliveries have the status delivered ({unsettled} do not)"));
    outcome.promise(killed.all_kinds(), "workers, servers and PostgreSQL were killed");
    Ok(outcome)
}

async fn tenant(stage: &Stage, server: &ServerProcess, sink: &Sink, number: usize) -> anyhow::Result<Tenant> {
    let admin = stage.tenant(&format!("faults-{number}")).await?;
    let client = server.client(&admin.key);
    let mut organizations = vec![];
    for number in 0..ORGANIZATIONS {
        let new = json!({"name": format!("Customer {number}")});
        organizations.push(client.post("/api/rmm/organizations", new).await.expect(201).id());
    }
    for endpoint in 0..ENDPOINTS {
        let third = endpoint.checked_sub(ENDPOINTS - THIRDS);
        let mut new = json!({
            "name": format!("Endpoint {endpoint}"),
            "url": format!("{}/{}", sink.url, number * ENDPOINTS + endpoint),
            "events": ["organization.updated"],
            "ordering": if IN_ORDER.contains(&endpoint) { "per_subject" } else { "none" },
        });
        if let Some(third) = third {
            new["organization_ids"] = organizations.iter().skip(third).step_by(THIRDS).cloned().collect();
        }
        client.post("/api/admin/webhooks", new).await.expect(201);
    }
    Ok(Tenant { id: admin.tenant.0, key: admin.key, organizations })
}

/// Events of the log that did not arrive.
async fn missing(stage: &Stage, tenants: &[Tenant], arrivals: &Arrivals, events: usize) -> anyhow::Result<Vec<String>> {
    let query = "select tenant_id, id, subject_id, data -> 'object' ->> 'notes' from events
        where type = 'organization.updated'";
    let rows = stage.database.root().await.query(query, &[]).await?;
    let by_id: HashMap<Uuid, (usize, &Tenant)> =
        tenants.iter().enumerate().map(|(number, tenant)| (tenant.id, (number, tenant))).collect();
    let mut wrong = vec![];
    let mut writes = HashSet::new();
    for row in rows {
        let (number, tenant) = by_id.get(&row.get::<_, Uuid>(0)).context("a tenant of ours")?;
        let (id, subject) = (EventId(row.get(1)).to_string(), row.get::<_, String>(2));
        writes.insert(row.get::<_, String>(3));
        for endpoint in tenant.subscribers(&subject).context("an organization of ours")? {
            if !arrivals.has(number * ENDPOINTS + endpoint, &id) {
                wrong.push(format!("{id} did not reach endpoint {endpoint} of tenant {number}"));
            }
        }
    }
    // Every write was acknowledged, so every one of them must be in the log.
    if writes.len() != events {
        wrong.push(format!("the log has {} of {events} acknowledged writes", writes.len()));
    }
    Ok(wrong)
}

/// The number of deliveries that are not finished. Waits for a while until there are none.
async fn unsettled(stage: &Stage) -> anyhow::Result<i64> {
    let root = stage.database.root().await;
    let mut waiting = 0;
    for _ in 0..600 {
        let query = "select count(*) from webhook_deliveries where status <> 'delivered'";
        waiting = root.query_one(query, &[]).await?.get(0);
        if waiting == 0 {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(waiting)
}
