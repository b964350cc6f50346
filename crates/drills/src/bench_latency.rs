//! The times of reads and writes at shares of the maximal rate, beside PostgreSQL's own benchmark at the same shares of its
//! own maximum: a single client that waits for each response would not measure a queue. The requests and statements
//! are those of `bench-read` and `bench-write`. The maximum is that of the client that measures here, which costs more CPU
//! than wrk: a share of wrk's rate would be a larger share of this machine.

mod open_loop;

use crate::{
    Outcome, Size,
    bench::{Times, cpu_seconds, pgbench},
    bench_read, bench_write,
    stage::Stage,
    wire,
};
use anyhow::Context;
use open_loop::{Pace, Requests, Responses};
use std::{
    collections::HashSet,
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process,
    sync::Arc,
    time::Duration,
};
use testkit::ServerProcess;

/// At half of the maximal rate, a request takes a few milliseconds. If one in a hundred takes more than this, a queue grows
/// that should not be there.
const HALF_RATE_P99: Duration = Duration::from_millis(250);

struct Plan {
    shares: &'static [f64],
    rounds: usize,
    turn: Duration,
}

struct Kind {
    name: String,
    scripts: Vec<PathBuf>,
    requests: Arc<Requests>,
}

/// The server and the database of all kinds of requests.
struct Bench<'a> {
    stage: &'a Stage,
    address: SocketAddr,
    plan: Plan,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let full = Plan { shares: &[0.1, 0.5, 0.8], rounds: 3, turn: Duration::from_secs(5) };
    let short = Plan { shares: &[0.5], rounds: 1, turn: Duration::from_secs(1) };
    let stage = Stage::set("-c shared_buffers=1GB -c max_wal_size=8GB -c fsync=on -c synchronous_commit=on").await?;
    let tenants = bench_read::fill(&stage, size.pick(500_000, 20_000)).await?;
    let server = ServerProcess::start(&stage.database, &["--database-connections", "16", "--log", "warn"]).await?;
    let mut kinds = reads(&stage, &tenants)?;
    kinds.push(writes(&stage, &server).await?);
    let bench = Bench { stage: &stage, address: wire::address(&server.base)?, plan: size.pick(full, short) };
    let mut outcome = Outcome::default();
    for kind in &kinds {
        bench.measure(kind, size, &mut outcome).await?;
    }
    outcome.figure(format!("{} rounds of {} s", bench.plan.rounds, bench.plan.turn.as_secs()));
    Ok(outcome)
}

fn reads(stage: &Stage, tenants: &[bench_read::Tenant]) -> anyhow::Result<Vec<Kind>> {
    let kind = |read: &bench_read::Read| {
        let requests: Vec<_> = tenants.iter().map(|tenant| wire::get(&(read.target)(tenant), &tenant.key)).collect();
        Ok(Kind {
            name: read.name.to_owned(),
            scripts: bench_read::pgbench_scripts(stage.postgres.directory(), read, tenants)?,
            requests: Arc::new(move |number| requests[number % requests.len()].clone()),
        })
    };
    bench_read::READS.iter().map(kind).collect()
}

async fn writes(stage: &Stage, server: &ServerProcess) -> anyhow::Result<Kind> {
    let (tenants, script) = bench_write::prepare(stage, server).await?;
    let keys: Vec<_> = tenants.into_iter().map(|tenant| tenant.key).collect();
    let requests = move |number: usize| {
        let name = format!("latency-{:016x}", rand::random::<u64>());
        let body = format!("{{\"name\":\"{name}\",\"tags\":[\"gold\"]}}");
        wire::post(bench_write::PATH, &keys[number % keys.len()], &name, &body)
    };
    Ok(Kind { name: "write".to_owned(), scripts: vec![script], requests: Arc::new(requests) })
}

impl Bench<'_> {
    /// First the maximal rates, then the times at each share, bare and served in turns.
    async fn measure(&self, kind: &Kind, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
        let (name, turn) = (&kind.name, self.plan.turn);
        let (mut bare, mut served, mut cpu) = (vec![], vec![], vec![]);
        for _ in 0..self.plan.rounds {
            bare.push(self.bare(kind, &[]).await?);
            let before = cpu_seconds(process::id())?;
            let responses = self.send(kind, Pace::Fastest(turn)).await?;
            cpu.push((cpu_seconds(process::id())? - before) / responses.times.len() as f64 * 1e6);
            served.push(responses.times.len() as f64 / turn.as_secs_f64());
            outcome.promise(responses.failed.is_empty(), format!("{name}, maximum: {:?}", responses.failed.first()));
        }
        let (bare, served, cpu) = (median(bare), median(served), median(cpu));
        outcome
            .figure(format!("{name}: at most {served:.0}/s (bare {bare:.0}/s), {cpu:.0} µs of the client's own CPU"));
        for share in self.plan.shares {
            let (mut bare_times, mut responses) = (vec![], Responses::default());
            for _ in 0..self.plan.rounds {
                bare_times.extend(self.bare_times(kind, bare * share).await?);
                responses.extend(self.send(kind, Pace::at_rate(served * share, turn)).await?);
            }
            let percent = format!("{:.0} %", share * 100.0);
            outcome
                .promise(responses.failed.is_empty(), format!("{name} at {percent}: {:?}", responses.failed.first()));
            let (times, bare_times) = (Times::of(responses.times), Times::of(bare_times));
            let figure = format!("at {percent} ({:.0}/s) {times} (bare {bare_times})", served * share);
            eprintln!("  {name} {figure}");
            outcome.figure(figure);
            let bound = format!("{name} at {percent}: p99 within {} ms", HALF_RATE_P99.as_millis());
            if *share <= 0.5 {
                outcome.promise_in_full(size, times.p99 <= HALF_RATE_P99, bound);
            }
        }
        Ok(())
    }

    async fn send(&self, kind: &Kind, pace: Pace) -> anyhow::Result<Responses> {
        let (address, requests) = (self.address, kind.requests.clone());
        tokio::task::spawn_blocking(move || open_loop::send(address, &pace, requests.as_ref())).await?
    }

    /// Transactions a second. The script of writes needs `n` and `run`; others do not use them.
    async fn bare(&self, kind: &Kind, more: &[&str]) -> anyhow::Result<f64> {
        let run = format!("run={}", rand::random::<u32>() >> 1);
        let more = [&["-D", "n=0", "-D", run.as_str()][..], more].concat();
        pgbench(self.stage.postgres.port, &kind.scripts, self.plan.turn, &more).await
    }

    /// The times of transactions at a rate. As here, each counts from the moment at which it was due.
    async fn bare_times(&self, kind: &Kind, per_second: f64) -> anyhow::Result<Vec<Duration>> {
        let folder = self.stage.postgres.directory().join("transactions");
        fs::create_dir(&folder)?;
        let prefix = folder.join("log").to_string_lossy().into_owned();
        self.bare(kind, &["--rate", &format!("{per_second:.1}"), "--log", "--log-prefix", &prefix]).await?;
        let times = logged_times(&folder);
        fs::remove_dir_all(&folder)?;
        times
    }
}

/// The times in the logs of pgbench: client, transaction, microseconds, script and others. The first transaction of a client
/// with a script is left out, because it prepares the statement, which the server did long before.
fn logged_times(folder: &Path) -> anyhow::Result<Vec<Duration>> {
    let (mut times, mut prepared) = (vec![], HashSet::new());
    for file in fs::read_dir(folder)? {
        for line in fs::read_to_string(file?.path())?.lines() {
            let fields: Vec<&str> = line.split(' ').collect();
            let [client, _, micros, script, ..] = fields[..] else { anyhow::bail!("not a transaction: {line}") };
            if !prepared.insert((client.to_owned(), script.to_owned())) {
                times.push(Duration::from_micros(micros.parse().with_context(|| line.to_owned())?));
            }
        }
    }
    Ok(times)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
