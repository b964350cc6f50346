//! Background work: every task that outlives a request is started here, under a name. A task that panics, ends or hangs
//! is restarted with back-off; failures and restarts are counted, reported and shown to the operator.
//!
//! A [`Job`] is the unit that is started, stopped and restarted. Most jobs are one task; some are a group of tasks that
//! share state in memory, which would be wrong after one of them was lost.

pub mod faults;
mod group;
mod health;
pub mod progress;
pub mod report;
mod runner;
mod subtasks;
#[cfg(test)]
mod tests;

pub use group::{Task, TaskGroup};
pub use health::{Registry, TaskHealth, TaskReport, TaskState};
pub use runner::Timing;
pub use subtasks::Subtasks;

use crate::{app::App, http::Problem};
use futures::future::BoxFuture;
use runner::Runner;
use std::{sync::Arc, time::Duration};
use tokio::task::JoinSet;

/// Tells a process, a job or a task to stop: it is cancelled once, and everybody who holds a clone sees it.
pub use tokio_util::sync::CancellationToken as Stop;
pub use tokio_util::sync::DropGuard as StopOnDrop;

/// Background work that a process does for as long as it runs. `C` is the context of the work; it is the [`App`]
/// everywhere except in the tests of the supervisor.
pub struct Job<C: 'static = App> {
    /// The name of its task, such as `tickets.close_due`, in logs, metrics, the status page and `doctor`.
    pub name: &'static str,
    pub process: Process,
    pub work: Work<C>,
}

pub enum Work<C: 'static> {
    /// A function that is called once per period, and at the start. Its argument is the number of earlier calls.
    Periodic { period: fn(&C) -> Duration, run: fn(C, u64) -> BoxFuture<'static, Result<(), Problem>> },
    /// A task that runs until its group is stopped. `tasks` are the names of those that it starts in its group.
    Continuous { tasks: &'static [&'static str], run: fn(C, TaskGroup) -> BoxFuture<'static, ()> },
}

impl<C: 'static> Job<C> {
    /// A job that is called once per period.
    pub const fn periodic(
        name: &'static str,
        process: Process,
        period: fn(&C) -> Duration,
        run: fn(C, u64) -> BoxFuture<'static, Result<(), Problem>>,
    ) -> Job<C> {
        Job { name, process, work: Work::Periodic { period, run } }
    }

    /// A job that runs until it is stopped, with the names of further tasks that it starts.
    pub const fn continuous(
        name: &'static str,
        process: Process,
        tasks: &'static [&'static str],
        run: fn(C, TaskGroup) -> BoxFuture<'static, ()>,
    ) -> Job<C> {
        Job { name, process, work: Work::Continuous { tasks, run } }
    }

    /// The names of all its tasks, its own first.
    pub fn tasks(&self) -> impl Iterator<Item = &'static str> + use<C> {
        let more: &[&str] = match self.work {
            Work::Periodic { .. } => &[],
            Work::Continuous { tasks, .. } => tasks,
        };
        std::iter::once(self.name).chain(more.iter().copied())
    }
}

/// The kind of a process, or the processes that run a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Process {
    Serve,
    Work,
    /// The listener for agents.
    Ingest,
    Both,
}

impl Process {
    pub fn does(self, job: Process) -> bool {
        self == job || self == Process::Both || job == Process::Both
    }

    pub fn name(self) -> &'static str {
        match self {
            Process::Serve => "serve",
            Process::Work => "work",
            Process::Ingest => "ingest",
            Process::Both => "serve and work",
        }
    }
}

/// The jobs of one process, while they run.
pub struct Supervisor {
    /// In the order in which they were started; they are stopped in the reverse order.
    layers: Vec<Layer>,
}

/// Jobs that are stopped together.
struct Layer {
    stop: Stop,
    runners: JoinSet<()>,
}

impl Supervisor {
    /// Starts the jobs of each layer. Jobs may depend on those of earlier layers, which are stopped after them. A job
    /// that is stopped has `grace` to end on its own.
    pub fn start<C: Clone + Send + Sync + 'static>(
        context: &C,
        registry: &Registry,
        layers: impl IntoIterator<Item = Vec<&'static Job<C>>>,
        grace: Duration,
        timing: Timing,
    ) -> Supervisor {
        let start = |jobs: Vec<&'static Job<C>>| {
            let (stop, mut runners) = (Stop::new(), JoinSet::new());
            for job in jobs {
                let tasks: Vec<Arc<TaskHealth>> = job.tasks().map(|name| registry.register(name)).collect();
                let runner = Runner { job, context: context.clone(), tasks, stop: stop.clone(), grace, timing };
                runners.spawn(runner.run());
            }
            Layer { stop, runners }
        };
        Supervisor { layers: layers.into_iter().map(start).collect() }
    }

    /// Stops all jobs, layer by layer, and returns when each has ended.
    pub async fn stop(mut self) {
        while let Some(mut layer) = self.layers.pop() {
            layer.stop.cancel();
            while layer.runners.join_next().await.is_some() {}
        }
    }
}
