//! The cost of a machine beyond the calls to the provider, and of a sync of machines beyond the SDK's own listing. The bare
//! measurement makes the same calls with the official SDK and its own connector to the same moto. Both take turns.
//!
//! A provision of ours has the same three calls: look-up, creation, read of the machine. Between the last two it pauses,
//! and a worker polls for due operations, which takes time but no CPU: `PAUSES` for a batch, whatever its size.

mod bare;

use crate::{
    Outcome, Size,
    bench::{cpu_seconds, family_cpu_seconds},
    cloud::{VMS, machine, verified},
    stage::Stage,
};
use anyhow::ensure;
use bare::Bare;
use futures::{StreamExt, stream};
use kernel::app::App;
use std::{
    fmt,
    time::{Duration, Instant},
};
use tenant_control::families;
use testkit::{Client, Moto, ServerProcess};
use tokio::time::sleep;

/// The number of operations of one tenant that are executed at once.
const AT_ONCE: usize = 16;

/// Two polls of half a second, the pause of a second, and a second more because all processes share the processors.
const PAUSES: Duration = Duration::from_secs(3);

/// The time that a batch of machines may take beyond the pauses, as a multiple of the bare calls. A turn has some ten
/// statements, which take less time than a call to a provider that is not on the same machine.
const MOST_TIME: f64 = 3.0;

/// The CPU of server, worker and PostgreSQL for a machine, as a multiple of a bare client's. Besides the three calls there
/// are a request, an idempotency key, two audit entries, two events and some 25 statements.
const MOST_CPU: f64 = 6.0;

/// The same for a sync of all machines: beyond the listing, each machine is compared and stored.
const MOST_SYNC_TIME: f64 = 3.0;
const MOST_SYNC_CPU: f64 = 4.0;

/// The short form has too few machines for these bounds, and uses this multiple of them.
const SHORT: f64 = 5.0;

const TIMEOUT: Duration = Duration::from_secs(300);

/// Milliseconds for each machine.
#[derive(Debug, Default, Clone, Copy)]
struct Turn {
    time: f64,
    cpu: f64,
}

impl Turn {
    fn of(machines: usize, time: Duration, cpu_seconds: f64) -> Turn {
        let each = |seconds: f64| seconds * 1e3 / machines as f64;
        Turn { time: each(time.as_secs_f64()), cpu: each(cpu_seconds) }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ms and {:.2} ms of CPU", self.time, self.cpu)
    }
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (machines, listed, rounds) = size.pick((80, 500, 3), (16, 60, 1));
    let stage = Stage::set("-c shared_buffers=256MB -c fsync=on -c synchronous_commit=on").await?;
    let moto = Moto::start().await?;
    let bare = Bare::new(&moto.endpoint);
    let settings = ["--cloud-aws-endpoint", moto.endpoint.as_str(), "--log", "warn"];
    let mut outcome = Outcome::default();
    let bench = Bench::new(&stage, &settings).await?;
    bench.provisions(&bare, &settings, (machines, rounds), size, &mut outcome).await?;
    moto.act("ec2", &more_machines(listed.to_string().as_str())).await?;
    let app = App::new(stage.database.settings_with(&settings), families::all())?;
    syncs(&stage, &bare, &app, rounds.max(2), size, &mut outcome).await?;
    let fleet = bench.client.get(&format!("{VMS}?provider_id={}&limit=1", bench.provider)).await.expect(200).body;
    let at_aws = bare.list().await?;
    let total = fleet["summary"]["total"].as_u64().unwrap_or_default();
    outcome.promise(total == at_aws as u64, format!("all {at_aws} machines are listed ({total} are)"));
    Ok(outcome)
}

/// Reads all machines, through the service and bare in turn, in this process.
async fn syncs(
    stage: &Stage,
    bare: &Bare,
    app: &App,
    rounds: usize,
    size: Size,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    let (mut ours, mut limits) = (vec![], vec![]);
    // The first sync stores all machines; later ones find them unchanged, as most syncs do.
    for round in 0..=rounds {
        root.batch_execute("update cloud_providers set sync_at = now() - interval '1 second'").await?;
        let postgres = stage.postgres.pid()?;
        let cpu = || anyhow::Ok(cpu_seconds(std::process::id())? + family_cpu_seconds(postgres)?);
        let (before, started) = (cpu()?, Instant::now());
        ::cloud::sync_due(app).await.map_err(|problem| anyhow::anyhow!("the sync fails: {}", problem.said()))?;
        let (took, used) = (started.elapsed(), cpu()? - before);
        let (before, started) = (cpu_seconds(std::process::id())?, Instant::now());
        let listed = bare.list().await?;
        let limit = Turn::of(listed, started.elapsed(), cpu_seconds(std::process::id())? - before);
        if round > 0 {
            ours.push(Turn::of(listed, took, used));
            limits.push(limit);
        }
    }
    let fresh = "select count(*) from cloud_regions where status = 'fresh'";
    let fresh: i64 = root.query_one(fresh, &[]).await?.get(0);
    outcome.promise(fresh == 1, "the syncs are complete");
    let bounds = Bounds { time: MOST_SYNC_TIME, cpu: MOST_SYNC_CPU, pauses: 0.0 };
    bounds.compare("the sync of a machine", (&ours, &limits), size, outcome);
    Ok(())
}

/// The bounds of our time and CPU, as multiples of the bare calls.
struct Bounds {
    time: f64,
    cpu: f64,
    /// Additional milliseconds that each machine may take.
    pauses: f64,
}

impl Bounds {
    fn compare(&self, what: &str, (ours, limits): (&[Turn], &[Turn]), size: Size, outcome: &mut Outcome) {
        let own = Turn { time: median(ours, |turn| turn.time), cpu: median(ours, |turn| turn.cpu) };
        let limit = Turn { time: median(limits, |turn| turn.time), cpu: median(limits, |turn| turn.cpu) };
        // The system counts CPU in hundredths of a second.
        let (time, cpu) = (own.time / limit.time, own.cpu / limit.cpu.max(0.01));
        outcome.figure(format!("{what}: {time:.2} times the bare time, {cpu:.2} times its CPU"));
        outcome.figure(format!("ours {own}, bare {limit}"));
        let pauses = self.pauses / limit.time;
        for (found, most, pauses, of) in [(time, self.time, pauses, "time"), (cpu, self.cpu, 0.0, "CPU")] {
            let besides = if pauses > 0.0 { " besides the pauses" } else { "" };
            let bound = |most: f64| format!("{what} takes at most {most} times the bare {of}{besides}");
            outcome.promise(found <= most * SHORT + pauses, bound(most * SHORT));
            outcome.promise_in_full(size, found <= most + pauses, bound(most));
        }
    }
}

fn median(turns: &[Turn], of: fn(&Turn) -> f64) -> f64 {
    let mut all: Vec<f64> = turns.iter().map(of).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

fn more_machines(count: &str) -> [(&str, &str); 5] {
    [
        ("Action", "RunInstances"),
        ("ImageId", crate::cloud::IMAGE),
        ("InstanceType", "t3.micro"),
        ("MinCount", count),
        ("MaxCount", count),
    ]
}

struct Bench<'a> {
    stage: &'a Stage,
    server: ServerProcess,
    client: Client,
    provider: String,
}

impl Bench<'_> {
    async fn new<'a>(stage: &'a Stage, settings: &[&str]) -> anyhow::Result<Bench<'a>> {
        let server = ServerProcess::start(&stage.database, settings).await?;
        let client = server.client(&stage.tenant("bench-provision").await?.key);
        let worker = ServerProcess::start_worker(&stage.database, settings).await?;
        let provider = verified(stage, &client, "Bench", "secret-of-the-drill").await?;
        drop(worker);
        Ok(Bench { stage, server, client, provider })
    }

    /// Makes machines, through the service and bare in turn. The worker ends afterwards.
    async fn provisions(
        &self,
        bare: &Bare,
        settings: &[&str],
        (machines, rounds): (usize, usize),
        size: Size,
        outcome: &mut Outcome,
    ) -> anyhow::Result<()> {
        let root = self.stage.database.root().await;
        root.batch_execute("update cloud_providers set sync_at = now() + interval '1 day'").await?;
        let worker = ServerProcess::start_worker(&self.stage.database, settings).await?;
        self.make(4).await?;
        bare.make(4, AT_ONCE).await?;
        let (mut ours, mut limits) = (vec![], vec![]);
        for _ in 0..rounds {
            ours.push(self.turn(&worker, machines).await?);
            let (before, started) = (cpu_seconds(std::process::id())?, Instant::now());
            bare.make(machines, AT_ONCE).await?;
            limits.push(Turn::of(machines, started.elapsed(), cpu_seconds(std::process::id())? - before));
        }
        let failed = "select count(*) from cloud_vms where managed and status <> 'running'";
        let failed: i64 = root.query_one(failed, &[]).await?.get(0);
        outcome.promise(failed == 0, format!("all machines run ({failed} do not)"));
        let pauses = Turn::of(machines, PAUSES, 0.0).time;
        let bounds = Bounds { time: MOST_TIME, cpu: MOST_CPU, pauses };
        bounds.compare("a machine", (&ours, &limits), size, outcome);
        Ok(())
    }

    async fn turn(&self, worker: &ServerProcess, machines: usize) -> anyhow::Result<Turn> {
        let cpu = || {
            let own = cpu_seconds(self.server.pid())? + cpu_seconds(worker.pid())?;
            anyhow::Ok(own + family_cpu_seconds(self.stage.postgres.pid()?)?)
        };
        let before = cpu()?;
        let took = self.make(machines).await?;
        Ok(Turn::of(machines, took, cpu()? - before))
    }

    /// From the first request to the end of the last operation.
    async fn make(&self, machines: usize) -> anyhow::Result<Duration> {
        let started = Instant::now();
        let batch = rand::random::<u32>();
        let requests = stream::iter(0..machines).map(async |number| {
            let new = machine(&self.provider, &format!("m{batch}-{number}"));
            self.client.post(VMS, new).await.expect(202);
        });
        requests.buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
        let root = self.stage.database.root().await;
        let open = "select count(*) from operations where status in ('pending', 'running')";
        while root.query_one(open, &[]).await?.get::<_, i64>(0) > 0 {
            ensure!(started.elapsed() < TIMEOUT, "operations do not end");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(started.elapsed())
    }
}
