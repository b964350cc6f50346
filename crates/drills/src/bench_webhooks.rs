//! The speed of webhook deliveries compared with the bare limits: PostgreSQL with the worker's own statements and
//! batches, and a plain HTTP client that posts the same bodies to the same sink. They take turns; the results are the
//! ratio to the slower one, the CPU of a delivery over all our processes, and the latency of an event under low load.

mod bare;

use crate::{
    Outcome, Size,
    bench::{Times, cpu_seconds, family_cpu_seconds},
    latency::Steady,
    seed,
    sink::{Reply, Sink},
    stage::Stage,
};
use anyhow::{Context, ensure};
use bare::Bare;
use futures::future::try_join_all;
use serde_json::json;
use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::time::sleep;
use tokio_postgres::Client;
use uuid::Uuid;

const TENANTS: usize = 16;
const WORKERS: [usize; 2] = [1, 4];
const PER_SECOND: f64 = 50.0;
const TIMEOUT: Duration = Duration::from_secs(120);

/// The deliveries that the sink received.
#[derive(Default)]
struct Arrived {
    count: AtomicUsize,
    /// The times of the first and the last delivery since the count was reset, and a body.
    seen: Mutex<Option<(Instant, Instant, Vec<u8>)>>,
}

/// One measurement with this many workers.
struct Turn {
    rate: f64,
    /// In milliseconds for each delivery: of the workers, and of PostgreSQL.
    worker_cpu: f64,
    postgres_cpu: f64,
    /// The mean number of deliveries in a write.
    batch: f64,
    times: Times,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Turn { rate, worker_cpu, postgres_cpu, batch, times } = self;
        let cpu = worker_cpu + postgres_cpu;
        write!(f, "{rate:.0}/s, {cpu:.2} ms of CPU each ({worker_cpu:.2} worker, {postgres_cpu:.2} PostgreSQL), ")?;
        write!(f, "batches of {batch:.0}, at {PER_SECOND}/s {times}")
    }
}

struct Bench {
    stage: Stage,
    root: Client,
    sink: Sink,
    arrived: Arc<Arrived>,
    steady: Arc<Steady>,
    tenants: Vec<Uuid>,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (events, rounds, calls) = size.pick((32_000, 3, 1000), (1_600, 1, 250));
    let options = "-c shared_buffers=1GB -c max_wal_size=8GB -c fsync=on -c synchronous_commit=on";
    let stage = Stage::set(options).await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let bench = Bench::new(stage, &server).await?;
    let creation = bench.creation(&server, size.pick(2000, 200)).await?;

    let mut turns = WORKERS.map(|_| vec![]);
    let mut limits = vec![];
    for round in 0..rounds {
        for (number, workers) in WORKERS.into_iter().enumerate() {
            let turn = bench.turn(workers, events, calls).await?;
            eprintln!("  {workers} workers: {turn}");
            turns[number].push(turn);
        }
        let bare = Bare { stage: &bench.stage, root: &bench.root, sink: &bench.sink };
        let batch = turns[0][round].batch.max(1.0) as usize;
        let (postgres, http) = (bare.postgres(round, batch, size).await?, bare.http(bench.body()?, events).await?);
        eprintln!("  bare: PostgreSQL {postgres:.0}/s in batches of {batch}, HTTP {http:.0}/s");
        limits.push((postgres, http));
    }
    let undelivered = "select count(*) from webhook_deliveries where status <> 'delivered' and tenant_id = any ($1)";
    let left: i64 = bench.root.query_one(undelivered, &[&bench.tenants]).await?.get(0);

    let mut outcome = Outcome::default();
    let postgres = median(limits.iter().map(|limit| limit.0));
    let http = median(limits.iter().map(|limit| limit.1));
    outcome.figure(format!("bare: PostgreSQL {postgres:.0}/s, HTTP {http:.0}/s"));
    for (workers, turns) in WORKERS.into_iter().zip(&turns) {
        let of = |value: fn(&Turn) -> f64| median(turns.iter().map(value));
        let ratios = turns.iter().zip(&limits).map(|(turn, (postgres, http))| turn.rate / postgres.min(*http));
        let turn = Turn {
            rate: of(|turn| turn.rate),
            worker_cpu: of(|turn| turn.worker_cpu),
            postgres_cpu: of(|turn| turn.postgres_cpu),
            batch: of(|turn| turn.batch),
            times: Times {
                p50: Duration::from_secs_f64(of(|turn| turn.times.p50.as_secs_f64())),
                p99: Duration::from_secs_f64(of(|turn| turn.times.p99.as_secs_f64())),
            },
        };
        let ratio = median(ratios);
        outcome.figure(format!("{workers} workers: {ratio:.2} of the slower one, {turn}"));
        judge(size, workers, &turn, ratio, &mut outcome);
    }
    outcome.figure(format!("to create an event {creation:.2} ms of CPU of server and PostgreSQL"));
    outcome.figure(format!("{events} deliveries a turn to {TENANTS} tenants, {rounds} rounds"));
    outcome.promise(left == 0, format!("all are delivered ({left} are not)"));
    Ok(outcome)
}

/// An unoptimised build on a shared machine shows a tenfold regression, but its 99th percentile is not meaningful.
fn judge(size: Size, workers: usize, turn: &Turn, ratio: f64, outcome: &mut Outcome) {
    let cpu = turn.worker_cpu + turn.postgres_cpu;
    let p50 = |most: u64| turn.times.p50 <= Duration::from_millis(most);
    let p99 = turn.times.p99 <= Duration::from_millis(16);
    outcome.promise(ratio >= 0.05, format!("{workers} workers deliver at 0.05 of the slower bare limit"));
    outcome.promise_in_full(size, ratio >= 0.5, format!("{workers} workers deliver at 0.5 of the slower bare limit"));
    outcome.promise(cpu <= 2.0, format!("{workers} workers need 2 ms of CPU for a delivery"));
    outcome.promise_in_full(size, cpu <= 1.0, format!("{workers} workers need 1 ms of CPU for a delivery"));
    outcome.promise(p50(50), format!("with {workers} workers p50 is 50 ms at {PER_SECOND}/s"));
    outcome.promise_in_full(size, p50(5), format!("with {workers} workers p50 is 5 ms at {PER_SECOND}/s"));
    outcome.promise_in_full(size, p99, format!("with {workers} workers p99 is 16 ms at {PER_SECOND}/s"));
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

impl Bench {
    async fn new(stage: Stage, server: &ServerProcess) -> anyhow::Result<Bench> {
        let quick = stage.tenant("bench-webhooks").await?;
        let client = server.client(&quick.key);
        let organization = client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201).id();
        let steady = Steady::new(&server.base, &quick.key, &organization)?;
        let arrived = Arc::new(Arrived::default());
        let sink = {
            let (arrived, steady) = (arrived.clone(), steady.clone());
            Sink::start(move |arrival| {
                match arrival.path {
                    "/steady" => steady.arrived(arrival),
                    _ => arrived.take(arrival.at, arrival.body),
                }
                Reply::Status(200)
            })
            .await?
        };
        let new = |path: &str| json!({"name": "The sink", "url": format!("{}/{path}", sink.url), "events": ["organization.*"]});
        client.post("/api/admin/webhooks", new("steady")).await.expect(201);
        let mut tenants = vec![];
        for number in 0..TENANTS {
            let tenant = stage.tenant(&format!("bench-webhooks-{number}")).await?;
            let client = server.client(&tenant.key);
            client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201);
            client.post("/api/admin/webhooks", new("taken")).await.expect(201);
            tenants.push(tenant.tenant.0);
        }
        let root = stage.database.root().await;
        Ok(Bench { stage, root, sink, arrived, steady, tenants })
    }

    /// The cost of creating an event, in milliseconds of CPU. It is separate, because the log is filled before a turn.
    async fn creation(&self, server: &ServerProcess, events: usize) -> anyhow::Result<f64> {
        let cpu = || anyhow::Ok(cpu_seconds(server.pid())? + family_cpu_seconds(self.stage.postgres.pid()?)?);
        let before = cpu()?;
        let writers = (0..4).map(|_| self.steady.write(events / 4));
        try_join_all(writers).await?;
        Ok((cpu()? - before) * 1e3 / events as f64)
    }

    /// Measures workers that begin with a full log, and then under low load.
    async fn turn(&self, count: usize, events: usize, calls: usize) -> anyhow::Result<Turn> {
        let mut workers = vec![];
        for _ in 0..count {
            workers.push(ServerProcess::start_worker(&self.stage.database, &["--log", "warn"]).await?);
        }
        self.settled(count as i64).await?;
        self.deliver(events / 10).await?;

        let cpu = || {
            let own = workers.iter().map(|worker| cpu_seconds(worker.pid())).sum::<anyhow::Result<f64>>()?;
            anyhow::Ok((own, family_cpu_seconds(self.stage.postgres.pid()?)?))
        };
        let since: jiff::Timestamp = self.root.query_one("select now()", &[]).await?.get(0);
        self.fill(events).await?;
        let before = cpu()?;
        let took = self.drain(events).await?;
        let after = cpu()?;
        let each = |seconds: f64| seconds * 1e3 / events as f64;
        let batches = "select count(*)::float8 / count(distinct xmin::text) from webhook_attempts where at > $1";
        let batch = self.root.query_one(batches, &[&since]).await?.get(0);

        self.steady.measure(calls / 10, PER_SECOND).await?;
        let times = Times::of(self.steady.measure(calls, PER_SECOND).await?);
        for worker in workers {
            worker.stop().await?;
        }
        Ok(Turn {
            rate: events as f64 / took.as_secs_f64(),
            worker_cpu: each(after.0 - before.0),
            postgres_cpu: each(after.1 - before.1),
            batch,
            times,
        })
    }

    /// Waits until all tenants have a worker.
    async fn settled(&self, count: i64) -> anyhow::Result<()> {
        let query = "with living as (select id from workers where seen_at > now() - interval '6 seconds')
            select (select count(*) from living) = $1 and not exists (
                select from webhook_fan_outs where worker_id is null or worker_id not in (select id from living)
            )";
        let (started, mut seen) = (Instant::now(), 0);
        // Some tenants move to another worker, which takes a heartbeat or two.
        while seen < 12 {
            seen = if self.root.query_one(query, &[&count]).await?.get(0) { seen + 1 } else { 0 };
            ensure!(started.elapsed() < TIMEOUT, "the tenants have no workers");
            sleep(Duration::from_millis(250)).await;
        }
        Ok(())
    }

    async fn deliver(&self, events: usize) -> anyhow::Result<()> {
        self.fill(events).await?;
        self.drain(events).await.map(drop)
    }

    /// Prepares the events of all tenants, which are seen once `drain` commits them.
    async fn fill(&self, events: usize) -> anyhow::Result<()> {
        self.root.batch_execute("begin").await?;
        for tenant in &self.tenants {
            seed::events(&self.root, *tenant, (events / TENANTS) as i64).await?;
        }
        Ok(())
    }

    /// Returns the time from the first arrival to the last.
    async fn drain(&self, events: usize) -> anyhow::Result<Duration> {
        let expected = events / TENANTS * TENANTS;
        self.arrived.count.store(0, Ordering::Relaxed);
        *self.arrived.seen.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.root.batch_execute("commit").await?;
        let started = Instant::now();
        while self.arrived.count.load(Ordering::Relaxed) < expected {
            let count = self.arrived.count.load(Ordering::Relaxed);
            ensure!(started.elapsed() < TIMEOUT, "{count} of {expected} arrived");
            sleep(Duration::from_millis(10)).await;
        }
        // The last results are stored.
        sleep(Duration::from_millis(200)).await;
        let seen = self.arrived.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, last, _) = seen.as_ref().context("nothing arrived")?;
        Ok(last.duration_since(*first))
    }

    fn body(&self) -> anyhow::Result<Vec<u8>> {
        let seen = self.arrived.seen.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(seen.as_ref().context("nothing arrived")?.2.clone())
    }
}

impl Arrived {
    fn take(&self, at: Instant, body: &[u8]) {
        self.count.fetch_add(1, Ordering::Relaxed);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *seen {
            Some((_, last, _)) => *last = at,
            None => *seen = Some((at, at, body.to_vec())),
        }
    }
}
