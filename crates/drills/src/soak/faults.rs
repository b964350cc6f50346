//! The faults that are caused during the soak, and the errors of clients that they permit.

use super::{
    cluster::{Cluster, SERVER_B, WORKER_B},
    receiver::Receiver,
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::{
    sync::broadcast,
    task::block_in_place,
    time::{MissedTickBehavior, interval_at, sleep},
};

/// The time after the end of a fault in which requests that it affects may fail.
const GRACE: Duration = Duration::from_secs(5);

/// How long Redis and the receiver are down.
const WITHOUT_REDIS: Duration = Duration::from_secs(1);
const WITHOUT_RECEIVER: Duration = Duration::from_secs(3);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Worker,
    Backends,
    Server,
    Redis,
    Receiver,
    Streams,
}

impl Fault {
    /// All faults, in the order in which they are caused repeatedly.
    pub const ALL: [Fault; 6] =
        [Fault::Worker, Fault::Backends, Fault::Server, Fault::Redis, Fault::Receiver, Fault::Streams];

    pub fn name(self) -> &'static str {
        match self {
            Fault::Worker => "worker B killed",
            Fault::Backends => "PostgreSQL backends terminated",
            Fault::Server => "server B killed",
            Fault::Redis => "Redis restarted",
            Fault::Receiver => "receiver down",
            Fault::Streams => "streams cut",
        }
    }

    pub fn letter(self) -> char {
        match self {
            Fault::Worker => 'W',
            Fault::Backends => 'P',
            Fault::Server => 'S',
            Fault::Redis => 'R',
            Fault::Receiver => 'D',
            Fault::Streams => 'C',
        }
    }

    /// True if clients of this process may notice the fault: only a killed server and lost connections to PostgreSQL.
    fn affects(self, process: usize) -> bool {
        match self {
            Fault::Server => process == SERVER_B,
            Fault::Backends => true,
            Fault::Worker | Fault::Redis | Fault::Receiver | Fault::Streams => false,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Caused {
    pub fault: Fault,
    pub from: Instant,
    /// `None` while it lasts.
    until: Option<Instant>,
}

#[derive(Default)]
pub struct Faults(Mutex<Vec<Caused>>);

impl Faults {
    /// True if a request to this process may have failed because of a fault.
    pub fn permits(&self, process: usize, sent: Instant, failed: Instant) -> bool {
        self.caused().iter().any(|caused| {
            let lasted = caused.until.is_none_or(|until| sent <= until + GRACE);
            caused.fault.affects(process) && lasted && failed >= caused.from
        })
    }

    pub fn all(&self) -> Vec<Caused> {
        self.caused().clone()
    }

    fn begin(&self, fault: Fault) {
        self.caused().push(Caused { fault, from: Instant::now(), until: None });
    }

    fn end(&self) {
        if let Some(last) = self.caused().last_mut() {
            last.until = Some(Instant::now());
        }
    }

    fn caused(&self) -> MutexGuard<'_, Vec<Caused>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct Chaos {
    pub cluster: Arc<Cluster>,
    pub faults: Arc<Faults>,
    pub receiver: Arc<Receiver>,
    /// A message ends every open event stream on the client's side.
    pub cut: broadcast::Sender<()>,
}

impl Chaos {
    /// Causes one fault after the other, each kind at least once. The last one is caused early enough to recover from it
    /// under load.
    pub async fn run(&self, every: Duration, until: Instant, is_running: impl Fn() -> bool) -> anyhow::Result<()> {
        let mut ticks = interval_at((Instant::now() + every).into(), every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for (number, fault) in Fault::ALL.into_iter().cycle().enumerate() {
            ticks.tick().await;
            let is_over = number >= Fault::ALL.len() && Instant::now() + every / 2 > until;
            if is_over || !is_running() {
                break;
            }
            self.faults.begin(fault);
            let caused = self.cause(fault).await;
            self.faults.end();
            caused?;
        }
        Ok(())
    }

    async fn cause(&self, fault: Fault) -> anyhow::Result<()> {
        match fault {
            Fault::Worker => self.cluster.restart(WORKER_B).await,
            Fault::Server => self.cluster.restart(SERVER_B).await,
            Fault::Backends => {
                let root = self.cluster.stage.database.connect("postgres").await?;
                let query = "select pg_terminate_backend(pid) from pg_stat_activity
                    where usename in ('app', 'app_system')";
                root.query(query, &[]).await?;
                Ok(())
            }
            Fault::Redis => {
                self.cluster.redis.kill()?;
                sleep(WITHOUT_REDIS).await;
                block_in_place(|| self.cluster.redis.revive())
            }
            Fault::Receiver => {
                self.receiver.set_down(true);
                sleep(WITHOUT_RECEIVER).await;
                self.receiver.set_down(false);
                Ok(())
            }
            Fault::Streams => {
                // An error means that no stream is open at this moment.
                let _ = self.cut.send(());
                Ok(())
            }
        }
    }
}
