//! Background tasks fail without harm: each task of servers and workers is made to panic and to hang while webhooks are
//! delivered and workflows run. It is restarted, the operator sees it everywhere within ten seconds, and nothing is
//! lost.
//!
//! The tasks are those that the processes have registered. In full they fail one after the other; in the short form those that
//! do not depend on each other fail at once.

mod process;
mod traffic;

use crate::{Outcome, Size, stage::Stage};
use anyhow::ensure;
use kernel::{background, supervisor};
use process::{Kind, Operator, Process, Settings, Up};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use tenant_control::families;
use testkit::{Redis, Temporal};
use tokio::time::sleep;
use traffic::Traffic;

/// The operator sees a task that failed within this time.
const SEEN: Duration = Duration::from_secs(10);

/// After so long it is never seen.
const NEVER: Duration = Duration::from_secs(60);

/// A worker whose tasks have failed so often in a row pauses for eight seconds: the other one must do its work.
const IN_A_ROW: usize = 4;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c shared_buffers=256MB").await?;
    let (temporal, redis) = (Temporal::start()?, Redis::start()?);
    let mut cluster = Cluster::start(&stage, &temporal, &redis).await?;
    let traffic = Traffic::start(&stage, &cluster.bases(), size.pick(8, 4)).await?;
    let mut outcome = Outcome::default();

    let registered: BTreeSet<&str> = background::jobs(families::all()).iter().flat_map(|job| job.tasks()).collect();
    let listed = cluster.listed().await?;
    let same = listed.iter().map(String::as_str).eq(registered.iter().copied());
    outcome.promise(same, format!("the processes run the tasks that are registered ({listed:?})"));

    outcome.promise(cluster.is_well_at_first().await?, "doctor finds nothing wrong with tasks at first");

    let mut worst = Duration::ZERO;
    let mut faults = 0;
    for batch in cluster.batches(size) {
        faults += batch.len();
        let seen = cluster.break_and_watch(&batch).await?;
        if seen > SEEN {
            let names: Vec<&str> = batch.iter().map(|fault| fault.task).collect();
            outcome.promise(false, format!("{names:?} are seen within 10 s (not {:.1} s)", seen.as_secs_f64()));
        }
        worst = worst.max(seen);
    }
    let longest = traffic.longest_wait();
    let taken_over = cluster.one_is_down(&stage, &traffic).await?;
    let done = traffic.finish(&stage).await?;

    outcome.figure(format!("{} tasks, {faults} faults", registered.len()));
    outcome.figure(format!("seen by metrics, status page and doctor after {:.1} s at most", worst.as_secs_f64()));
    outcome.figure(format!(
        "{} of {} deliveries arrived, the slowest after {:.1} s",
        done.arrived,
        done.events,
        longest.as_secs_f64()
    ));
    outcome.figure(format!("{} of {} runs succeeded", done.succeeded, done.runs));
    outcome.figure(format!(
        "with one worker down, the other delivered and ran all within {:.1} s",
        taken_over.as_secs_f64()
    ));
    outcome.promise(faults == 2 * registered.len(), "every task panics and hangs");
    outcome.promise(done.arrived == done.events, "every event is delivered");
    outcome.promise(done.succeeded == done.runs, "every run succeeds");
    // In the short form many tasks fail at once, and the worker's pauses add up.
    outcome.promise(longest < Duration::from_secs(45), "a delivery waits 45 s at most");
    outcome.promise_in_full(size, longest < Duration::from_secs(15), "a delivery waits 15 s at most");
    Ok(outcome)
}

/// Two servers and two workers.
struct Cluster {
    servers: [Process; 2],
    workers: [Process; 2],
    operator: Operator,
    settings: Settings,
}

struct Fault<'a> {
    process: &'a Process,
    task: &'static str,
    kind: Kind,
}

impl Cluster {
    async fn start(stage: &Stage, temporal: &Temporal, redis: &Redis) -> anyhow::Result<Cluster> {
        let settings = Settings { redis_url: redis.url(), temporal_url: temporal.url() };
        let servers = [settings.server(stage).await?, settings.server(stage).await?];
        let workers = [settings.worker(stage).await?, settings.worker(stage).await?];
        let operator = Operator::new(&stage.database, &servers[1])?;
        Ok(Cluster { servers, workers, operator, settings })
    }

    fn bases(&self) -> [String; 2] {
        [self.servers[0].base(), self.servers[1].base()]
    }

    /// The tasks that servers and workers have.
    async fn listed(&self) -> anyhow::Result<BTreeSet<String>> {
        let mut all = self.servers[0].tasks().await?;
        all.extend(self.workers[0].tasks().await?);
        Ok(all)
    }

    /// True if nothing is wrong within the first seconds: a server looks at its parts a second after its start.
    async fn is_well_at_first(&self) -> anyhow::Result<bool> {
        let started = Instant::now();
        loop {
            let looked = self.operator.look().await?;
            if looked.is_well() {
                return Ok(true);
            }
            if started.elapsed() > SEEN {
                eprintln!("supervision: at first, {looked}");
                return Ok(false);
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Batches of faults that are injected together. Tasks of one job restart together, so they fail one after the other, on
    /// another worker each time.
    fn batches(&self, size: Size) -> Vec<Vec<Fault<'_>>> {
        let mut rounds: Vec<Vec<(&Process, &'static str)>> = vec![];
        for job in background::jobs(families::all()) {
            for (number, task) in job.tasks().enumerate() {
                let processes = if job.process == supervisor::Process::Work { &self.workers } else { &self.servers };
                // The second server is the one that the operator asks.
                let process =
                    if job.process == supervisor::Process::Work { &processes[number % 2] } else { &processes[0] };
                rounds.resize_with(rounds.len().max(number + 1), Vec::new);
                rounds[number].push((process, task));
            }
        }
        let mut batches = vec![];
        for kind in [Kind::Panic, Kind::Hang] {
            for round in &rounds {
                let faults = round.iter().map(|&(process, task)| Fault { process, task, kind });
                match size {
                    Size::Short => batches.push(faults.collect()),
                    Size::Full => batches.extend(faults.map(|fault| vec![fault])),
                }
            }
        }
        batches
    }

    /// How long it takes until the operator sees all of them, everywhere. Returns when all tasks run again.
    async fn break_and_watch(&self, faults: &[Fault<'_>]) -> anyhow::Result<Duration> {
        let mut before = vec![];
        for fault in faults {
            before.push(fault.process.metrics().await?.restarts(fault.task));
        }
        let broken = Instant::now();
        for fault in faults {
            fault.process.inject(fault.task, fault.kind).await?;
        }
        let mut unseen: Vec<usize> = (0..faults.len()).collect();
        let mut seen = Duration::ZERO;
        while !unseen.is_empty() {
            let looked = self.operator.look().await?;
            let mut still = vec![];
            for number in unseen {
                let Fault { process, task, .. } = &faults[number];
                let in_metrics = process.metrics().await?.show_fault(task, before[number]);
                if !in_metrics || !looked.shows(process, task) {
                    still.push(number);
                }
            }
            seen = broken.elapsed();
            unseen = still;
            let names: Vec<&str> = unseen.iter().map(|number| faults[*number].task).collect();
            ensure!(broken.elapsed() < NEVER, "nobody sees that {names:?} fail by {:?}", faults[0].kind);
        }
        for (fault, before) in faults.iter().zip(&before) {
            loop {
                let metrics = fault.process.metrics().await?;
                if metrics.restarts(fault.task) > *before && metrics.is_up(fault.task) {
                    break;
                }
                ensure!(broken.elapsed() < NEVER, "{} is not restarted after {:?}", fault.task, fault.kind);
                sleep(Duration::from_millis(100)).await;
            }
        }
        Ok(seen)
    }

    /// A new worker takes the place of the first, and its deliveries and runs fail again and again until it pauses for long.
    /// How long the tenants wait meanwhile.
    async fn one_is_down(&mut self, stage: &Stage, traffic: &Traffic) -> anyhow::Result<Duration> {
        const TASKS: [&str; 2] = ["webhooks.dispatch", "workflows.run"];
        let fresh = self.settings.worker(stage).await?;
        std::mem::replace(&mut self.workers[0], fresh).stop().await?;
        let worker = &self.workers[0];
        for _ in 0..IN_A_ROW {
            worker.until(TASKS, Up::Yes).await?;
            for task in TASKS {
                worker.inject(task, Kind::Panic).await?;
            }
            worker.until(TASKS, Up::No).await?;
        }
        let waited = traffic.everybody_once().await?;
        let metrics = worker.metrics().await?;
        ensure!(
            !TASKS.iter().any(|task| metrics.is_up(task)),
            "{TASKS:?} were up again before the other worker was done"
        );
        Ok(waited)
    }
}
