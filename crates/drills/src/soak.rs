//! An hour of mixed load, while something fails every few seconds: memory, connections, partitions, descriptors and lags
//! stay flat, no acknowledged write and no delivery is lost, and clients get errors only after a fault of their server.
//!
//! Two servers, two workers and a listener for agents serve a steady, modest load. One server and one worker are killed
//! repeatedly; the others run from the start to the end, so that a leak becomes visible.

mod caller;
mod cluster;
mod faults;
mod judge;
mod ledger;
mod load;
mod plot;
mod receiver;
mod samples;
mod streams;
mod tenants;
mod verdict;

use crate::{Outcome, Size, sink::Sink};
use anyhow::Context;
use caller::Caller;
use cluster::Cluster;
use faults::{Caused, Chaos, Fault, Faults};
use load::Load;
use receiver::Receiver;
use samples::{DRAINED, Figures, Recording, Sampler};
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};
use streams::{Compared, Streams};
use tenants::Tenant;
use testkit::SignInProvider;
use tokio::{sync::broadcast, time::sleep};
use tokio_postgres::Client;

/// Options of the command line.
#[derive(Debug, Default)]
pub struct Options {
    /// Minutes of load.
    pub minutes: Option<f64>,
    /// The folder for charts.
    pub charts: Option<PathBuf>,
}

pub static OPTIONS: OnceLock<Options> = OnceLock::new();

const TENANTS: usize = 3;

/// Vacuum runs often enough to have an effect in the short form.
const POSTGRES: &str = "-c shared_buffers=256MB -c autovacuum_naptime=10s";

/// From this length on, the bounds of the full form apply.
const LONG: Duration = Duration::from_secs(600);

/// The limit for the backlogs to become empty after the load. Steps of a killed worker are continued after 20 s.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(90);

pub struct Plan {
    size: Size,
    load: Duration,
    sample_every: Duration,
    fault_every: Duration,
}

impl Plan {
    fn of(size: Size) -> Plan {
        let minutes = OPTIONS.get().and_then(|options| options.minutes);
        let usual = size.pick(Duration::from_secs(3600), Duration::from_secs(48));
        let load = minutes.map_or(usual, |minutes| Duration::from_secs_f64(minutes * 60.0));
        let size = if load < LONG { Size::Short } else { size };
        let (sample_every, fault_every) = size.pick((5, 20), (1, 7));
        Plan {
            size,
            load,
            sample_every: Duration::from_secs(sample_every),
            fault_every: Duration::from_secs(fault_every),
        }
    }
}

/// The results of the load.
pub struct SoakResult {
    started: Instant,
    took: Duration,
    recording: Recording,
    caused: Vec<Caused>,
    /// The time until the backlogs were empty. An error contains those that were not.
    drained: Result<Duration, Figures>,
    streams: Compared,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let plan = Plan::of(size);
    let cluster = Arc::new(Cluster::start(POSTGRES).await?);
    let (faults, receiver) = (Arc::new(Faults::default()), Arc::new(Receiver::default()));
    let sink = {
        let receiver = receiver.clone();
        Sink::start(move |arrival| receiver.receive(arrival)).await?
    };
    let provider = SignInProvider::start().await?;
    let mut tenants = vec![];
    for number in 0..TENANTS {
        tenants.push(Tenant::create(&cluster, &provider, &sink.url, number).await?);
    }
    let caller = Caller::new(cluster.clone(), faults.clone())?;
    let load = Arc::new(Load::new(caller, tenants, provider)?);
    let (cut, _) = broadcast::channel(16);
    let chaos = Chaos { cluster: cluster.clone(), faults, receiver: receiver.clone(), cut };
    let result = soak(&plan, &load, &chaos).await;
    if result.is_err() {
        cluster.keep_logs();
    }
    let result = result?;

    result.plot()?;
    let mut outcome = Outcome::default();
    verdict::duration(&plan, &result, &load, &mut outcome);
    verdict::errors(&load, &mut outcome);
    verdict::writes(&load, &mut outcome).await?;
    verdict::reads(&load, &mut outcome).await?;
    verdict::deliveries(&receiver, &cluster.stage, &mut outcome).await?;
    verdict::streams(&result.streams, &mut outcome);
    verdict::runs(&load, &cluster.stage, &mut outcome).await?;
    verdict::drained(&result.drained, &mut outcome);
    let flat = judge::flat(&result.recording, plan.size, &mut outcome);
    outcome.figure(format!("{flat} figures compared, {} samples each", result.recording.moments.len()));
    verdict::growth(&result.recording, &load, &mut outcome);
    if !outcome.short_of.is_empty() {
        cluster.keep_logs();
    }
    Ok(outcome)
}

/// Runs load and faults, and then waits until the backlogs are empty.
async fn soak(plan: &Plan, load: &Arc<Load>, chaos: &Chaos) -> anyhow::Result<SoakResult> {
    let stage = &chaos.cluster.stage;
    let root = stage.database.root().await;
    let streams = Streams::start(load, &chaos.cut).await?;
    let started = Instant::now();
    let sampler = Sampler::start(chaos.cluster.clone(), stage.database.root().await, plan.sample_every)?;
    let mut activities = load.start();
    let until = started + plan.load;
    let caused = chaos.run(plan.fault_every, until, || load.is_running()).await;
    while caused.is_ok() && load.is_running() && Instant::now() < until {
        sleep(Duration::from_millis(100)).await;
    }
    let took = started.elapsed();
    load.stop();
    let recording = sampler.stop().await?;
    while let Some(ended) = activities.join_next().await {
        ended??;
    }
    caused?;
    let drained = drain(&chaos.cluster, &root).await?;
    let streams = streams.finish(stage, &load.tenants).await?;
    Ok(SoakResult { started, took, recording, caused: chaos.faults.all(), drained, streams })
}

/// Waits until the backlogs are empty in two samples in a row: a gauge may be from just before the last request.
async fn drain(cluster: &Cluster, root: &Client) -> anyhow::Result<Result<Duration, Figures>> {
    let (started, http) = (Instant::now(), samples::client()?);
    let mut empty = 0;
    loop {
        let mut figures = samples::sample(cluster, root, &http).await;
        figures.retain(|name, value| DRAINED.contains(&name.as_str()) && *value > 0.0);
        empty = if figures.is_empty() { empty + 1 } else { 0 };
        if empty == 2 {
            return Ok(Ok(started.elapsed()));
        }
        if started.elapsed() > DRAIN_TIMEOUT {
            return Ok(Err(figures));
        }
        // The gauges are read every second.
        sleep(Duration::from_millis(1500)).await;
    }
}

impl SoakResult {
    /// The plot is printed before the last line, also by `drill all`.
    fn plot(&self) -> anyhow::Result<()> {
        let letters: Vec<String> =
            Fault::ALL.iter().map(|fault| format!("{} {}", fault.letter(), fault.name())).collect();
        eprintln!("soak: {}; memory in MiB, lags and ages in seconds", letters.join(", "));
        eprintln!("  {}", plot::faults(&self.caused, &self.recording, self.started));
        plot::rows(&self.recording).iter().for_each(|row| eprintln!("  {row}"));
        match OPTIONS.get().and_then(|options| options.charts.as_ref()) {
            Some(folder) => plot::write(&self.recording, folder).context("the charts cannot be written"),
            None => Ok(()),
        }
    }
}
