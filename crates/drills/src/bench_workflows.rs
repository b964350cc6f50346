//! The number of workflow runs per second, and the CPU of one, compared with the bare limit: a plain Temporal workflow
//! with the same number of empty activities, on the same Temporal, without interpreter, codec, tables or API. They take
//! turns. A run of ours has three calls of the API that read; with its start and its end these are five activities. Its
//! cost is that of all processes: server, worker with sandboxes, PostgreSQL and Temporal.

use crate::{
    Outcome, Size,
    bench::{cpu_seconds, family_cpu_seconds},
    workflows::TRIGGER,
    workshop::{Customer, Workshop},
};
use anyhow::ensure;
use engine::{Capacity, Settings, bare::Bare};
use futures::{FutureExt, StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use std::{
    fmt,
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::{sync::oneshot, time::sleep};
use tokio_postgres::Client;
use uuid::Uuid;

const CALLS: usize = 3;
/// The calls, with the beginning and the end.
const ACTIVITIES: u32 = 5;
const TENANTS: usize = 8;
/// The number of concurrent bare runs. The admission limits ours: 33 of each tenant.
const AT_ONCE: usize = 200;
/// The promised share of the bare rate, and of its CPU.
const LEAST: f64 = 0.5;
/// The number of concurrent requests that start runs.
const CALLERS: usize = 16;
const TIMEOUT: Duration = Duration::from_secs(300);

/// Milliseconds of CPU for each run.
#[derive(Debug, Default, Clone, Copy)]
struct Cpu {
    /// The starter of runs: our server, or the bare client, which shares a process with its worker.
    server: f64,
    worker: f64,
    postgres: f64,
    temporal: f64,
}

impl Cpu {
    fn all(self) -> f64 {
        self.server + self.worker + self.postgres + self.temporal
    }

    fn since(self, before: Cpu, runs: usize) -> Cpu {
        let each = |after: f64, before: f64| (after - before) * 1e3 / runs as f64;
        Cpu {
            server: each(self.server, before.server),
            worker: each(self.worker, before.worker),
            postgres: each(self.postgres, before.postgres),
            temporal: each(self.temporal, before.temporal),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Turn {
    rate: f64,
    cpu: Cpu,
}

impl Turn {
    /// The number of busy processors.
    fn busy(&self) -> f64 {
        self.rate * self.cpu.all() / 1e3
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Turn { rate, cpu: Cpu { server, worker, postgres, temporal } } = self;
        write!(f, "{rate:.1}/s, {:.1} ms of CPU each (", self.cpu.all())?;
        write!(f, "server {server:.1}, worker {worker:.1}, PostgreSQL {postgres:.1}, Temporal {temporal:.1}; ")?;
        write!(f, "{:.1} processors busy)", self.busy())
    }
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (runs, rounds) = size.pick((2_000, 3), (80, 1));
    let options = "-c shared_buffers=512MB -c fsync=on -c synchronous_commit=on";
    let shop = Workshop::open(options, &["--log", "warn"]).await?;
    let bench = Bench::new(shop).await?;
    let bare = bench.bare().await?;
    let (mut ours, mut limits) = (vec![], vec![]);
    for round in 0..rounds {
        let turn = bench.turn(runs).await?;
        eprintln!("  ours: {turn}");
        ours.push(turn);
        let limit = bench.limit(&bare, round, runs).await?;
        eprintln!("  bare: {limit}");
        limits.push(limit);
    }
    let failed = "select count(*) from workflow_runs where status <> 'succeeded'";
    let failed: i64 = bench.root.query_one(failed, &[]).await?.get(0);

    let mut outcome = Outcome::default();
    let (own, limit) = (median(&ours, |turn| turn.rate), median(&limits, |turn| turn.rate));
    let share = own.rate / limit.rate;
    let cheap = limit.cpu.all() / own.cpu.all();
    outcome.figure(format!("{share:.2} of the bare rate, {cheap:.2} of its CPU for a run"));
    outcome.figure(format!("ours {own}"));
    outcome.figure(format!("bare {limit}"));
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    outcome.figure(limiting_resource(&own, processors));
    outcome
        .figure(format!("{CALLS} calls, {ACTIVITIES} activities, {runs} runs of {TENANTS} tenants, {rounds} rounds"));
    // Measured 0.74 and 0.56 of an unoptimised build: a fifth of the promised share shows a tenfold regression.
    outcome.promise(share >= LEAST / 5.0, format!("runs are carried out at {} of the bare rate", LEAST / 5.0));
    outcome.promise_in_full(size, share >= LEAST, format!("runs are carried out at {LEAST} of the bare rate"));
    outcome.promise(cheap >= LEAST / 5.0, format!("a bare run costs {} of the CPU that ours does", LEAST / 5.0));
    outcome.promise_in_full(size, cheap >= LEAST, format!("a bare run costs {LEAST} of the CPU that ours does"));
    outcome.promise(failed == 0, format!("all runs succeed ({failed} do not)"));
    Ok(outcome)
}

/// The turn with the median figure.
fn median(turns: &[Turn], of: fn(&Turn) -> f64) -> Turn {
    let mut turns = turns.to_vec();
    turns.sort_by(|a, b| of(a).total_cmp(&of(b)));
    turns[turns.len() / 2]
}

fn limiting_resource(turn: &Turn, processors: usize) -> String {
    let Cpu { server, worker, postgres, temporal } = turn.cpu;
    let parts = [("the server", server), ("the worker", worker), ("PostgreSQL", postgres), ("Temporal", temporal)];
    let largest = parts.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or("", |(name, _)| name);
    let busy = format!("{:.1} of {processors} processors are busy", turn.busy());
    match turn.busy() > 0.75 * processors as f64 {
        true => format!("CPU is the limit, most of it {largest}'s: {busy}"),
        false => format!("waits are the limit, and of the CPU most is {largest}'s: {busy}"),
    }
}

/// A workflow that reads a customer three times; its id is the input.
pub fn definition() -> Value {
    let call = json!({"call": "organization.get", "with": {"id": "${ $workflow.input.id }"}});
    let calls: Vec<_> = (0..CALLS).map(|number| json!({(format!("look{number}")): call})).collect();
    json!({
        "document": {"dsl": "1.0.0", "namespace": "bench", "name": "bench", "version": "1.0.0"}, "do": calls,
    })
}

struct Bench {
    worker: ServerProcess,
    shop: Workshop,
    root: Client,
    /// Does not check responses, because its own CPU is that of the same machine.
    http: reqwest::Client,
    customers: Vec<(Customer, String, String)>,
}

impl Bench {
    async fn new(shop: Workshop) -> anyhow::Result<Bench> {
        let definition = definition();
        let mut customers = vec![];
        for number in 0..TENANTS {
            let customer = shop.customer(&format!("bench-workflows-{number}")).await?;
            let organization = customer.client.post("/api/rmm/organizations", json!({"name": "Initech"})).await;
            let workflow = customer.write("Bench", &definition.to_string()).await.expect(201).id();
            customers.push((customer, workflow, organization.expect(201).id()));
        }
        let (root, worker) = (shop.stage.database.root().await, shop.worker().await?);
        let http = reqwest::Client::builder().no_proxy().build()?;
        let bench = Bench { worker, shop, root, http, customers };
        bench.carry_out(2 * TENANTS).await?;
        Ok(bench)
    }

    fn cpu(&self) -> anyhow::Result<Cpu> {
        Ok(Cpu {
            server: family_cpu_seconds(self.shop.server.pid())?,
            worker: family_cpu_seconds(self.worker.pid())?,
            postgres: family_cpu_seconds(self.shop.stage.postgres.pid()?)?,
            temporal: cpu_seconds(self.shop.temporal.pid()?)?,
        })
    }

    async fn turn(&self, runs: usize) -> anyhow::Result<Turn> {
        self.carry_out(runs / 10).await?;
        let before = self.cpu()?;
        let took = self.carry_out(runs).await?;
        Ok(Turn { rate: runs as f64 / took.as_secs_f64(), cpu: self.cpu()?.since(before, runs) })
    }

    /// From the first request to the end of the last run.
    async fn carry_out(&self, runs: usize) -> anyhow::Result<Duration> {
        let (started, since) =
            (Instant::now(), self.root.query_one("select date_trunc('milliseconds', now())", &[]).await?.get(0));
        let numbers = stream::iter(0..runs);
        let starting = numbers.map(async |number| {
            let (customer, workflow, organization) = &self.customers[number % TENANTS];
            let new = json!({"workflow": workflow, "input": {"id": organization}}).to_string();
            let request = self.http.post(format!("{}{TRIGGER}", self.shop.server.base)).body(new);
            let key = customer.client.key().unwrap_or_default();
            let response = request.bearer_auth(key).header("content-type", "application/json").send().await?;
            ensure!(response.status() == 202, "a start returns {}", response.status());
            anyhow::Ok(())
        });
        starting.buffer_unordered(CALLERS).try_collect::<Vec<()>>().await?;
        loop {
            let left = self.left(since).await?;
            if left == 0 {
                return Ok(started.elapsed());
            }
            ensure!(started.elapsed() < TIMEOUT, "{left} of {runs} runs have not ended");
            sleep(Duration::from_millis(100)).await;
        }
    }

    async fn left(&self, since: jiff::Timestamp) -> anyhow::Result<i64> {
        let query = "select count(*) from workflow_runs
            where created_at >= $1 and status in ('queued', 'running', 'waiting', 'waiting_approval')";
        Ok(self.root.query_one(query, &[&since]).await?.get(0))
    }

    async fn bare(&self) -> anyhow::Result<Bare> {
        let settings = Settings {
            url: self.shop.temporal.url().parse()?,
            namespace: "tenant-control".to_owned(),
            queue: engine::QUEUE.to_owned(),
            api_key: None,
            authority: None,
            identity: None,
        };
        Bare::connect(&settings).await
    }

    /// The same for bare runs, which this process starts and executes.
    async fn limit(&self, bare: &Bare, round: usize, runs: usize) -> anyhow::Result<Turn> {
        let (stop, stopped) = oneshot::channel::<()>();
        let working = tokio::spawn(bare.work(Capacity::default(), Box::pin(stopped.map(drop))));
        self.run_bare(bare, "warm", round, runs / 10).await?;
        let cpu = || {
            let own = cpu_seconds(std::process::id())?;
            anyhow::Ok(Cpu { worker: own, temporal: cpu_seconds(self.shop.temporal.pid()?)?, ..Cpu::default() })
        };
        let (before, started) = (cpu()?, Instant::now());
        self.run_bare(bare, "timed", round, runs).await?;
        let (took, after) = (started.elapsed(), cpu()?);
        drop(stop);
        working.await??;
        Ok(Turn { rate: runs as f64 / took.as_secs_f64(), cpu: after.since(before, runs) })
    }

    async fn run_bare(&self, bare: &Bare, what: &str, round: usize, runs: usize) -> anyhow::Result<()> {
        let unique = Uuid::from_u128(rand::random());
        let all = stream::iter(0..runs)
            .map(async |number| bare.run(&format!("{what}-{round}-{number}-{unique}"), ACTIVITIES).await);
        all.buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await.map(drop)
    }
}
