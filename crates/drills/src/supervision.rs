//! Background tasks fail without harm: each task of servers and workers is made to panic and to hang while webhooks are
//! delivered and workflows run. It is restarted, the failure is reported everywhere within ten seconds, and nothing is
//! lost.
//!
//! The tasks are those that the processes have registered. In the full form they fail one after the other; in the short
//! form, tasks that do not depend on each other fail at the same time.

mod process;
mod traffic;

use crate::{Outcome, Size, stage::Stage};
use anyhow::ensure;
use futures::future::try_join_all;
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

/// The limit within which the failure of a task is reported.
const REPORTED_WITHIN: Duration = Duration::from_secs(10);

/// The drill fails if a failure is not reported within this time.
const TIMEOUT: Duration = Duration::from_secs(60);

/// After this number of failures in a row, a worker pauses its tasks for eight seconds: the other one must do its work.
const FAILURES: usize = 4;

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

    outcome.promise(cluster.is_healthy_at_start().await?, "doctor reports no failing task at the start");

    let mut worst = Duration::ZERO;
    let mut faults = 0;
    for batch in cluster.batches(size) {
        faults += batch.len();
        let took = cluster.inject_and_wait(&batch).await?;
        if took > REPORTED_WITHIN {
            let names: Vec<&str> = batch.iter().map(|fault| fault.task).collect();
            outcome.promise(false, format!("{names:?} are reported within 10 s (not {:.1} s)", took.as_secs_f64()));
        }
        worst = worst.max(took);
    }
    let longest = traffic.longest_wait();
    let taken_over = cluster.with_one_worker(&stage, &traffic).await?;
    let done = traffic.finish(&stage).await?;

    outcome.figure(format!("{} tasks, {faults} faults", registered.len()));
    outcome.figure(format!("reported by metrics, status page and doctor after {:.1} s at most", worst.as_secs_f64()));
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

    /// True if no failure is reported at the start. A server checks its parts a second after its start.
    async fn is_healthy_at_start(&self) -> anyhow::Result<bool> {
        let started = Instant::now();
        loop {
            let report = self.operator.read().await?;
            if report.is_healthy() {
                return Ok(true);
            }
            if started.elapsed() > REPORTED_WITHIN {
                eprintln!("supervision: at the start, {report}");
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
                // The second server is the one whose status page is read.
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

    /// Injects the faults, and waits until all are reported everywhere and all tasks run again. Returns the time until the
    /// last report.
    async fn inject_and_wait(&self, faults: &[Fault<'_>]) -> anyhow::Result<Duration> {
        let mut before = vec![];
        for fault in faults {
            before.push(fault.process.metrics().await?.restarts(fault.task));
        }
        let injected = Instant::now();
        for fault in faults {
            fault.process.inject(fault.task, fault.kind).await?;
        }
        let mut unreported: Vec<usize> = (0..faults.len()).collect();
        let mut took = Duration::ZERO;
        while !unreported.is_empty() {
            let report = self.operator.read().await?;
            let metrics = try_join_all(faults.iter().map(|fault| fault.process.metrics())).await?;
            took = injected.elapsed();
            let mut still = vec![];
            for number in unreported {
                let Fault { process, task, .. } = &faults[number];
                if !metrics[number].shows_fault(task, before[number]) || !report.shows(process, task) {
                    still.push(number);
                }
            }
            unreported = still;
            let names: Vec<&str> = unreported.iter().map(|number| faults[*number].task).collect();
            ensure!(injected.elapsed() < TIMEOUT, "no report says that {names:?} fail by {:?}", faults[0].kind);
        }
        for (fault, before) in faults.iter().zip(&before) {
            loop {
                let metrics = fault.process.metrics().await?;
                if metrics.restarts(fault.task) > *before && metrics.is_up(fault.task) {
                    break;
                }
                ensure!(injected.elapsed() < TIMEOUT, "{} is not restarted after {:?}", fault.task, fault.kind);
                sleep(Duration::from_millis(100)).await;
            }
        }
        Ok(took)
    }

    /// Replaces the first worker by a new one, whose deliveries and runs fail repeatedly until it pauses. Returns how long
    /// the tenants wait meanwhile.
    async fn with_one_worker(&mut self, stage: &Stage, traffic: &Traffic) -> anyhow::Result<Duration> {
        const TASKS: [&str; 2] = ["webhooks.dispatch", "workflows.run"];
        let fresh = self.settings.worker(stage).await?;
        std::mem::replace(&mut self.workers[0], fresh).stop().await?;
        let worker = &self.workers[0];
        for _ in 0..FAILURES {
            worker.wait_until(TASKS, Up::Yes).await?;
            for task in TASKS {
                worker.inject(task, Kind::Panic).await?;
            }
            worker.wait_until(TASKS, Up::No).await?;
        }
        let waited = traffic.create_for_all().await?;
        let metrics = worker.metrics().await?;
        ensure!(
            !TASKS.iter().any(|task| metrics.is_up(task)),
            "{TASKS:?} were up again before the other worker was done"
        );
        Ok(waited)
    }
}
