//! What is killed, at random, with SIGKILL, and started again.

use super::HASTE;
use crate::{Size, stage::Stage};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{
    fmt,
    ops::Range,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};
use testkit::ServerProcess;
use tokio::time::sleep;

const SERVERS: usize = 2;
const WORKERS: usize = 3;

pub struct Cluster {
    pub servers: Vec<ServerProcess>,
    pub bases: Arc<RwLock<Vec<String>>>,
    workers: Vec<ServerProcess>,
}

impl Cluster {
    pub async fn start(stage: &Stage) -> anyhow::Result<Cluster> {
        let (mut servers, mut workers) = (vec![], vec![]);
        for _ in 0..SERVERS {
            servers.push(ServerProcess::start(&stage.database, &[]).await?);
        }
        for _ in 0..WORKERS {
            workers.push(ServerProcess::start_worker(&stage.database, &HASTE).await?);
        }
        let bases = servers.iter().map(|server| server.base.clone()).collect();
        Ok(Cluster { servers, bases: Arc::new(RwLock::new(bases)), workers })
    }

    /// For whoever looks for the cause.
    pub fn keep_logs(&self, name: &str) {
        for process in self.workers.iter().chain(&self.servers) {
            let kept = std::env::temp_dir().join(format!("{name}-{}.log", process.pid()));
            if std::fs::copy(&process.log, &kept).is_ok() {
                eprintln!("  {}", kept.display());
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    Worker,
    Server,
    Postgres,
}

#[derive(Debug, Default, Clone, Copy)]
pub struct Killed {
    workers: usize,
    servers: usize,
    postgres: usize,
}

impl Killed {
    pub fn all_kinds(self) -> bool {
        self.workers > 0 && self.servers > 0 && self.postgres > 0
    }

    fn sum(self) -> usize {
        self.workers + self.servers + self.postgres
    }
}

impl fmt::Display for Killed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Killed { workers, servers, postgres } = self;
        write!(f, "{workers} workers, {servers} servers, PostgreSQL {postgres} times")
    }
}

pub struct Chaos<'a> {
    stage: &'a Stage,
    cluster: Cluster,
    rng: StdRng,
    most: usize,
    every: Range<f64>,
}

impl<'a> Chaos<'a> {
    pub fn new(stage: &'a Stage, cluster: Cluster, size: Size, seed: u64) -> Chaos<'a> {
        let (most, every) = size.pick((80, 0.5..2.5), (5, 0.2..0.8));
        Chaos { stage, cluster, rng: StdRng::seed_from_u64(seed), most, every }
    }

    /// As long as there is something to do.
    pub async fn run(mut self, goes_on: impl Fn() -> bool) -> anyhow::Result<(Cluster, Killed)> {
        let mut killed = Killed::default();
        while goes_on() && killed.sum() < self.most {
            sleep(Duration::from_secs_f64(self.rng.random_range(self.every.clone()))).await;
            match self.next(killed) {
                Victim::Worker => {
                    self.worker().await?;
                    killed.workers += 1;
                }
                Victim::Server => {
                    self.server().await?;
                    killed.servers += 1;
                }
                Victim::Postgres => {
                    self.postgres().await?;
                    killed.postgres += 1;
                }
            }
        }
        Ok((self.cluster, killed))
    }

    /// One of each first, then as it comes.
    fn next(&mut self, killed: Killed) -> Victim {
        match (killed.sum(), self.rng.random_range(0..10)) {
            (0, _) | (3.., 0..4) => Victim::Worker,
            (1, _) | (3.., 4..7) => Victim::Postgres,
            _ => Victim::Server,
        }
    }

    async fn worker(&mut self) -> anyhow::Result<()> {
        drop(self.cluster.workers.remove(self.rng.random_range(0..WORKERS)));
        let worker = ServerProcess::start_worker(&self.stage.database, &HASTE).await?;
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
        sleep(Duration::from_secs_f64(self.rng.random_range(0.0..1.0))).await;
        self.stage.postgres.start_again().await
    }
}
