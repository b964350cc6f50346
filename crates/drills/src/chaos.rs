//! Processes that are killed at random with SIGKILL, and restarted.

use crate::stage::Stage;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{
    fmt,
    ops::Range,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};
use testkit::{ServerProcess, Temporal};
use tokio::{task::block_in_place, time::sleep};

const SERVERS: usize = 2;
const WORKERS: usize = 3;

pub struct Cluster {
    pub servers: Vec<ServerProcess>,
    pub bases: Arc<RwLock<Vec<String>>>,
    workers: Vec<ServerProcess>,
    /// Settings of the workers.
    settings: Vec<String>,
    temporal: Option<Temporal>,
}

impl Cluster {
    /// `settings` are those of the workers, which also get the URL of Temporal if there is one.
    pub async fn start(stage: &Stage, settings: &[&str], temporal: Option<Temporal>) -> anyhow::Result<Cluster> {
        let mut settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        if let Some(temporal) = &temporal {
            settings.extend(["--temporal-url".to_owned(), temporal.url()]);
        }
        let mut cluster = Cluster { servers: vec![], bases: Arc::default(), workers: vec![], settings, temporal };
        for _ in 0..SERVERS {
            cluster.servers.push(ServerProcess::start(&stage.database, &[]).await?);
        }
        for _ in 0..WORKERS {
            let worker = cluster.worker(stage).await?;
            cluster.workers.push(worker);
        }
        let bases = cluster.servers.iter().map(|server| server.base.clone()).collect();
        cluster.bases = Arc::new(RwLock::new(bases));
        Ok(cluster)
    }

    async fn worker(&self, stage: &Stage) -> anyhow::Result<ServerProcess> {
        let settings: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        ServerProcess::start_worker(&stage.database, &settings).await
    }

    /// Keeps the logs of all processes, to find the cause of a failure.
    pub fn keep_logs(&self, name: &str) {
        self.workers.iter().chain(&self.servers).for_each(|process| keep_log(process, name));
    }
}

/// Copies the log of a process to the directory for temporary files, where it remains, and prints its path.
pub fn keep_log(process: &ServerProcess, name: &str) {
    let kept = std::env::temp_dir().join(format!("{name}-{}.log", process.pid()));
    if std::fs::copy(&process.log, &kept).is_ok() {
        eprintln!("  {}", kept.display());
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProcessKind {
    Worker,
    Server,
    Postgres,
    Temporal,
}

/// The kinds in the order of the first kills. A cluster may have no Temporal.
const KINDS: [ProcessKind; 4] =
    [ProcessKind::Worker, ProcessKind::Postgres, ProcessKind::Server, ProcessKind::Temporal];

#[derive(Debug, Default, Clone, Copy)]
pub struct Killed {
    workers: usize,
    servers: usize,
    postgres: usize,
    /// `None` if the cluster has no Temporal.
    temporal: Option<usize>,
}

impl Killed {
    pub fn all_kinds(self) -> bool {
        self.workers > 0 && self.servers > 0 && self.postgres > 0 && self.temporal != Some(0)
    }

    fn sum(self) -> usize {
        self.workers + self.servers + self.postgres + self.temporal.unwrap_or(0)
    }
}

impl fmt::Display for Killed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Killed { workers, servers, postgres, temporal } = self;
        write!(f, "{workers} workers, {servers} servers, PostgreSQL {postgres} times")?;
        temporal.map_or(Ok(()), |times| write!(f, ", Temporal {times} times"))
    }
}

/// The largest number of kills, and the seconds between two of them.
pub struct Pace {
    pub most: usize,
    pub every: Range<f64>,
}

pub struct Chaos<'a> {
    stage: &'a Stage,
    cluster: Cluster,
    rng: StdRng,
    pace: Pace,
}

impl<'a> Chaos<'a> {
    pub fn new(stage: &'a Stage, cluster: Cluster, pace: Pace, seed: u64) -> Chaos<'a> {
        Chaos { stage, cluster, rng: StdRng::seed_from_u64(seed), pace }
    }

    /// Kills processes until the work has ended and each kind was killed.
    pub async fn run(mut self, goes_on: impl Fn() -> bool) -> anyhow::Result<(Cluster, Killed)> {
        let mut killed = Killed { temporal: self.cluster.temporal.as_ref().map(|_| 0), ..Killed::default() };
        while (goes_on() || !killed.all_kinds()) && killed.sum() < self.pace.most {
            sleep(Duration::from_secs_f64(self.rng.random_range(self.pace.every.clone()))).await;
            match self.next(killed) {
                ProcessKind::Worker => {
                    self.worker().await?;
                    killed.workers += 1;
                }
                ProcessKind::Server => {
                    self.server().await?;
                    killed.servers += 1;
                }
                ProcessKind::Postgres => {
                    self.postgres().await?;
                    killed.postgres += 1;
                }
                ProcessKind::Temporal => {
                    self.temporal().await?;
                    killed.temporal = killed.temporal.map(|times| times + 1);
                }
            }
        }
        Ok((self.cluster, killed))
    }

    /// One process of each kind first, then random ones.
    fn next(&mut self, killed: Killed) -> ProcessKind {
        let kinds = if killed.temporal.is_some() { KINDS.as_slice() } else { &KINDS[..3] };
        if let Some(kind) = kinds.get(killed.sum()) {
            return *kind;
        }
        match self.rng.random_range(0..10) {
            0..4 => ProcessKind::Worker,
            4..7 => ProcessKind::Postgres,
            7..9 if killed.temporal.is_some() => ProcessKind::Temporal,
            _ => ProcessKind::Server,
        }
    }

    async fn worker(&mut self) -> anyhow::Result<()> {
        drop(self.cluster.workers.remove(self.rng.random_range(0..WORKERS)));
        let worker = self.cluster.worker(self.stage).await?;
        self.cluster.workers.push(worker);
        Ok(())
    }

    async fn server(&mut self) -> anyhow::Result<()> {
        let number = self.rng.random_range(0..SERVERS);
        drop(self.cluster.servers.remove(number));
        let server = ServerProcess::start(&self.stage.database, &[]).await?;
        self.cluster.bases.write().unwrap_or_else(PoisonError::into_inner)[number] = server.base.clone();
        self.cluster.servers.insert(number, server);
        Ok(())
    }

    async fn postgres(&mut self) -> anyhow::Result<()> {
        self.stage.postgres.kill()?;
        sleep(self.moment()).await;
        self.stage.postgres.start_again().await
    }

    async fn temporal(&mut self) -> anyhow::Result<()> {
        let moment = self.moment();
        let Some(temporal) = &self.cluster.temporal else { return Ok(()) };
        temporal.kill()?;
        sleep(moment).await;
        revive(temporal).await
    }

    fn moment(&mut self) -> Duration {
        Duration::from_secs_f64(self.rng.random_range(0.0..1.0))
    }
}

/// Restarts Temporal. Its ports may stay in use for a moment, so the start is retried.
pub async fn revive(temporal: &Temporal) -> anyhow::Result<()> {
    let mut tries = 0;
    loop {
        match block_in_place(|| temporal.start_again()) {
            Ok(()) => return Ok(()),
            Err(error) if tries == 20 => return Err(error),
            Err(_) => tries += 1,
        }
        sleep(Duration::from_millis(200)).await;
    }
}
