//! The processes of the soak: two servers, two workers, a listener for agents, and the services that they use.
//!
//! Server A, worker A and the listener run from the start to the end: a leak is visible in a process that is not restarted.
//! Server B and worker B are killed and restarted.

use crate::{chaos::keep_log, stage::Stage};
use futures::{StreamExt, TryStreamExt, stream};
use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};
use testkit::{Redis, ServerProcess, Temporal};

/// The indexes of processes in `NAMES`.
pub const SERVER_B: usize = 1;
pub const WORKER_B: usize = 3;
pub const LISTENER: usize = 4;

pub const NAMES: [&str; 5] = ["server A", "server B", "worker A", "worker B", "listener"];

/// The processes that are never restarted.
pub const STEADY: [usize; 3] = [0, 2, LISTENER];

const SERVERS: usize = 2;

/// Processes that are started at the same time: on a busy machine, more would not be ready in time.
const AT_ONCE: usize = 2;

/// The fields are dropped in this order: the processes end before the services that they use.
pub struct Cluster {
    /// `None` while a process is being restarted.
    processes: [Mutex<Option<ServerProcess>>; NAMES.len()],
    settings: Vec<String>,
    pub redis: Redis,
    _temporal: Temporal,
    pub stage: Stage,
    _files: Files,
}

/// The addresses of a running process.
pub struct Address {
    pub pid: u32,
    pub base: String,
    pub ops: String,
}

impl Cluster {
    pub async fn start(postgres: &str) -> anyhow::Result<Cluster> {
        let stage = Stage::set(postgres).await?;
        let (redis, temporal, files) = (Redis::start()?, Temporal::start()?, Files::create()?);
        let attachments = format!("file://{}", files.0.display());
        let settings = [
            ["--redis-url", &redis.url()],
            ["--temporal-url", &temporal.url()],
            ["--attachments-url", &attachments],
            // Waits between attempts are shorter by this factor, so that a receiver that was down has all deliveries soon.
            ["--webhook-haste", "50"],
            ["--backlog-seconds", "1"],
            ["--log", "warn"],
        ];
        let settings = settings.concat().into_iter().map(str::to_owned).collect();
        let processes = [const { Mutex::new(None) }; NAMES.len()];
        let cluster = Cluster { processes, settings, redis, _temporal: temporal, stage, _files: files };
        let starting = (0..NAMES.len()).map(|number| cluster.restart(number));
        stream::iter(starting).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
        Ok(cluster)
    }

    /// Kills the process with SIGKILL, if it runs, and starts it.
    pub async fn restart(&self, number: usize) -> anyhow::Result<()> {
        let killed = self.process(number).take();
        drop(killed);
        let settings: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        let database = &self.stage.database;
        let started = match number {
            ..SERVERS => ServerProcess::start(database, &settings).await?,
            LISTENER => ServerProcess::start_listener(database, &settings).await?,
            _ => ServerProcess::start_worker(database, &settings).await?,
        };
        *self.process(number) = Some(started);
        Ok(())
    }

    pub fn address(&self, number: usize) -> Option<Address> {
        let process = self.process(number);
        process.as_ref().map(|process| Address {
            pid: process.pid(),
            base: process.base.clone(),
            ops: process.ops.clone(),
        })
    }

    /// The number and the URL of a server, as a load balancer chooses it: in turn, and another one while it is down.
    pub fn server(&self, turn: usize) -> (usize, String) {
        let in_turn = (turn..turn + SERVERS).map(|number| number % SERVERS);
        let mut running = in_turn.filter_map(|number| Some((number, self.address(number)?.base)));
        running.next().unwrap_or_default()
    }

    /// Keeps the logs of all processes, to find the cause of a failure.
    pub fn keep_logs(&self) {
        for (number, name) in NAMES.iter().enumerate() {
            if let Some(process) = &*self.process(number) {
                keep_log(process, &format!("soak-{}", name.replace(' ', "-")));
            }
        }
    }

    fn process(&self, number: usize) -> MutexGuard<'_, Option<ServerProcess>> {
        self.processes[number].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The directory of attachments.
struct Files(PathBuf);

impl Files {
    fn create() -> anyhow::Result<Files> {
        let path = std::env::temp_dir().join(format!("tenant-control-soak-{:016x}", rand::random::<u64>()));
        std::fs::create_dir(&path)?;
        Ok(Files(path))
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
