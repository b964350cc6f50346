//! Saved inventories of two thousand devices, replayed as fast as the listener accepts them: the cost of an unchanged,
//! a partial and a changed inventory, in time, CPU and write-ahead log. Then they are replayed again while another
//! tenant works, as agents send them: most are partial, one in fifteen is full.

use crate::{
    Outcome, Size,
    bench::{Times, cpu_seconds, family_cpu_seconds},
    machines::{Customer, Machine, Reporter, Site, compressed},
    noisy_tenant::neighbour::{Measured, Neighbour},
};
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Inventories that are sent at the same time.
pub const AT_ONCE: usize = 8;

/// The maximum share of a changed inventory's write-ahead log that an unchanged one may write.
const UNCHANGED_SHARE: f64 = 0.1;

/// The largest ratio of another tenant's p99 beside the load and without it.
const NEIGHBOUR: f64 = 1.5;

/// The computed cell: devices, daily reports of each, how many of them are full and how many contain changes.
const CELL_DEVICES: f64 = 5e6;
const FULL: f64 = 1.0 / 15.0;
const NEWS: f64 = 0.05;
const DAY: f64 = 86_400.0;

/// One kind of inventory for each machine.
pub struct Kind {
    pub name: &'static str,
    inventory: fn(&Machine) -> Value,
    /// The state of the machine that reports it.
    pub machine: fn(&Machine) -> Machine,
}

pub const KINDS: &[Kind] = &[
    Kind { name: "new", inventory: Machine::full, machine: Machine::clone },
    Kind { name: "unchanged", inventory: Machine::full, machine: Machine::later },
    Kind { name: "partial", inventory: Machine::partial, machine: Machine::later },
    Kind { name: "changed", inventory: Machine::full, machine: Machine::updated },
    Kind { name: "partial with news", inventory: Machine::partial_with_news, machine: Machine::updated },
];

/// The cost of one inventory of a kind.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    per_second: f64,
    listener: f64,
    postgres: f64,
    wal: f64,
    postponed: usize,
    history: i64,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let devices = size.pick(2_000, 100);
    let mut outcome = Outcome::default();
    // No checkpoint and no vacuum runs, so that the write-ahead log contains only the inventories.
    let site =
        Site::set("-c shared_buffers=512MB -c checkpoint_timeout=1h -c max_wal_size=16GB -c autovacuum=off").await?;
    let customer = site.customer("load", devices).await?;
    let other = site.stage.tenant("neighbour").await?;
    let neighbour = Neighbour::settle(&site.server.base, &other.key).await?;
    let turn = size.pick(Duration::from_secs(4), Duration::from_millis(700));
    neighbour.measure(turn).await?; // the first measurement only warms up
    let mut machines: Vec<Machine> = (0..devices).map(Machine::new).collect();
    let mut costs = vec![];
    for kind in KINDS {
        machines = machines.iter().map(kind.machine).collect();
        let cost = replay(&site, &customer, bodies(&machines, kind)?).await?;
        eprintln!("  {}: {cost:?}", kind.name);
        costs.push((kind.name, cost));
    }
    let (mut alone, mut beside) = (Measured::default(), Measured::default());
    // With one round, the 99th percentile of the writes beside the load would be the slowest of some seventy.
    for round in 0..size.pick(4, 5) {
        machines = machines.iter().map(Machine::later).collect();
        alone.add(neighbour.measure(turn).await?);
        let sending = tokio::spawn(send_all(customer.url.clone(), mixed(&machines, round)?));
        while !sending.is_finished() {
            beside.add(neighbour.measure(Duration::from_millis(250)).await?);
        }
        sending.await??;
    }
    judge(size, devices, &costs, &mut outcome);
    judge_neighbour(size, alone, beside, &mut outcome);
    outcome.promise(customer.count("").await == devices as i64, "each machine is one device");
    Ok(outcome)
}

/// The ids of agents, and the bodies that they send.
pub type Bodies = Vec<(String, Vec<u8>)>;

pub fn bodies(machines: &[Machine], kind: &Kind) -> anyhow::Result<Bodies> {
    let body = |machine: &Machine| Ok((machine.agent.clone(), compressed(&(kind.inventory)(machine))?));
    machines.iter().map(body).collect()
}

/// The messages of one day: one in fifteen is full, one in twenty contains changes.
fn mixed(machines: &[Machine], round: usize) -> anyhow::Result<Bodies> {
    let body = |(number, machine): (usize, &Machine)| {
        let inventory = match number + round {
            n if n.is_multiple_of(15) => machine.full(),
            n if n % 20 == 1 => machine.updated().partial_with_news(),
            _ => machine.partial(),
        };
        Ok((machine.agent.clone(), compressed(&inventory)?))
    };
    machines.iter().enumerate().map(body).collect()
}

/// Sends all bodies. Nothing else runs meanwhile, so that the write-ahead log contains only these.
async fn replay(site: &Site, customer: &Customer, bodies: Bodies) -> anyhow::Result<Cost> {
    let count = bodies.len() as f64;
    let before = Totals::of(site, customer).await?;
    let (took, postponed) = send_all(customer.url.clone(), bodies).await?;
    let after = Totals::of(site, customer).await?;
    Ok(Cost {
        per_second: count / took.as_secs_f64(),
        listener: (after.listener - before.listener) / count,
        postgres: (after.postgres - before.postgres) / count,
        wal: (after.wal - before.wal) as f64 / count,
        postponed,
        history: after.history - before.history,
    })
}

/// Sends all bodies. Returns the duration, and how often the listener asked for a later retry.
pub async fn send_all(url: String, bodies: Bodies) -> anyhow::Result<(Duration, usize)> {
    let reporter = Reporter::new()?;
    let started = Instant::now();
    let postponed: Vec<usize> = stream::iter(bodies)
        .map(|(agent, body)| {
            let (reporter, url) = (reporter.clone(), url.clone());
            async move { reporter.report_body(&url, &agent, body).await }
        })
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    Ok((started.elapsed(), postponed.iter().sum()))
}

/// The costs since the start.
struct Totals {
    listener: f64,
    postgres: f64,
    wal: i64,
    history: i64,
}

impl Totals {
    async fn of(site: &Site, customer: &Customer) -> anyhow::Result<Totals> {
        let root = site.stage.database.root().await;
        let row = root
            .query_one(
                "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint,
                    (select count(*) from device_history where tenant_id = $1)",
                &[&customer.tenant],
            )
            .await?;
        Ok(Totals {
            listener: cpu_seconds(site.listener.pid())?,
            postgres: family_cpu_seconds(site.stage.postgres.pid()?)?,
            wal: row.get(0),
            history: row.get(1),
        })
    }
}

fn judge(size: Size, devices: usize, costs: &[(&str, Cost)], outcome: &mut Outcome) {
    outcome.figure(format!("{} inventories of {devices} devices", devices * costs.len()));
    for (name, cost) in costs {
        outcome.figure(format!(
            "{name}: {:.0}/s, {:.2} ms of CPU ({:.2} the listener, {:.2} PostgreSQL), {:.0} bytes of WAL",
            cost.per_second,
            (cost.listener + cost.postgres) * 1e3,
            cost.listener * 1e3,
            cost.postgres * 1e3,
            cost.wal
        ));
    }
    let of = |name: &str| costs.iter().find(|(kind, _)| *kind == name).map(|(_, cost)| *cost).unwrap_or_default();
    let (unchanged, partial, changed, news) = (of("unchanged"), of("partial"), of("changed"), of("partial with news"));
    let share = unchanged.wal / changed.wal;
    outcome.figure(format!("an unchanged one writes {:.1} % of a changed one's WAL", share * 100.0));
    outcome.promise(share <= UNCHANGED_SHARE, "an unchanged inventory writes at most 10 % of the WAL of a changed one");
    outcome.promise(unchanged.history == 0 && partial.history == 0, "unchanged inventories leave no history");
    let recorded = changed.history == devices as i64 && news.history == devices as i64;
    outcome.promise(recorded, format!("each change leaves one row of history ({}, {})", changed.history, news.history));
    let postponed: usize = costs.iter().map(|(_, cost)| cost.postponed).sum();
    outcome.figure(format!("{postponed} postponed"));
    outcome.promise_in_full(size, devices * costs.len() >= 10_000, "10,000 inventories");
    outcome.figure(cell(unchanged, partial, changed, news));
}

/// The resources of a cell of five million devices that report daily, by these figures.
fn cell(unchanged: Cost, partial: Cost, changed: Cost, news: Cost) -> String {
    let mix = |of: fn(&Cost) -> f64| {
        FULL * ((1.0 - NEWS) * of(&unchanged) + NEWS * of(&changed))
            + (1.0 - FULL) * ((1.0 - NEWS) * of(&partial) + NEWS * of(&news))
    };
    let per_second = CELL_DEVICES / DAY;
    format!(
        "5 million devices that report daily ({:.0} % full, {:.0} % with news): {per_second:.0}/s, {:.2} cores for listeners, \
        {:.2} for PostgreSQL, {:.1} GB of WAL a day; in the busiest hour four times the average",
        FULL * 100.0,
        NEWS * 100.0,
        per_second * mix(|cost| cost.listener),
        per_second * mix(|cost| cost.postgres),
        CELL_DEVICES * mix(|cost| cost.wal) / 1e9
    )
}

fn judge_neighbour(size: Size, alone: Measured, beside: Measured, outcome: &mut Outcome) {
    for (what, alone, beside) in [("reads", alone.reads, beside.reads), ("writes", alone.writes, beside.writes)] {
        let (alone, beside) = (Times::of(alone), Times::of(beside));
        let ratio = beside.p99.as_secs_f64() / alone.p99.as_secs_f64();
        outcome.figure(format!("another tenant's {what} alone {alone}, meanwhile {beside} ({ratio:.2})"));
        outcome.promise(ratio <= 10.0, format!("another tenant's {what} within 10 times (p99)"));
        outcome.promise_in_full(
            size,
            ratio <= NEIGHBOUR,
            format!("another tenant's {what} within {NEIGHBOUR} times (p99)"),
        );
    }
    outcome.promise(alone.refused.is_empty() && beside.refused.is_empty(), "no request of another tenant is refused");
}
