//! Reports of task health between processes. Each writes its own row every second and reads those of the others, so that
//! any server can show all of them, and `doctor` too.

use super::{Process, Registry, TaskReport, TaskState};
use crate::{
    app::App,
    db::{Error, Reason},
    http::Problem,
};
use queries::queries::supervisor::report::{forget_process, forget_silent_processes, processes, report_process};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};
use uuid::Uuid;

/// The name of the task that writes reports.
pub const NAME: &str = "background.report";

pub const PERIOD: Duration = Duration::from_secs(1);

/// A report that is this late is shown as stalled.
const LATE_SECONDS: f64 = 5.0;

/// A process that reported nothing for this time has crashed or lost PostgreSQL: its tasks are not shown any more.
const SILENT_SECONDS: f64 = 10.0;

/// The background tasks of this process, and the last reports of the others.
pub struct Background {
    id: Uuid,
    process: OnceLock<Process>,
    pub tasks: Registry,
    others: Mutex<Vec<ProcessReport>>,
}

/// The tasks of one process.
#[derive(Debug, Clone)]
pub struct ProcessReport {
    pub id: Uuid,
    /// `serve` or `work`.
    pub process: String,
    pub host: String,
    pub silent_seconds: f64,
    pub tasks: Vec<TaskReport>,
}

/// A task of all processes together, as the status page shows it. It has no error messages: everybody may read the page.
#[derive(Debug, Serialize)]
pub struct TaskSummary {
    pub name: String,
    /// The worst of all processes.
    pub state: TaskState,
    pub processes: usize,
    pub restarts: u64,
}

impl Background {
    pub fn new(id: Uuid) -> Background {
        Background { id, process: OnceLock::new(), tasks: Registry::default(), others: Mutex::default() }
    }

    pub fn is(&self, process: Process) {
        let _ = self.process.set(process);
    }

    /// The kind of this process, once its jobs were started.
    pub fn process(&self) -> Option<Process> {
        self.process.get().copied()
    }

    /// Each task once, by name.
    pub fn summaries(&self) -> Vec<TaskSummary> {
        let mut all: BTreeMap<String, TaskSummary> = BTreeMap::new();
        let others = self.others().iter().flat_map(|process| process.tasks.clone()).collect::<Vec<_>>();
        for task in self.tasks.reports().into_iter().chain(others) {
            let new = TaskSummary { name: task.name.clone(), state: task.state, processes: 0, restarts: 0 };
            let known = all.entry(task.name).or_insert(new);
            known.state = known.state.max(task.state);
            known.processes += 1;
            known.restarts += task.restarts;
        }
        all.into_values().collect()
    }

    fn others(&self) -> MutexGuard<'_, Vec<ProcessReport>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores the health of the tasks of this process and reads that of the others.
pub async fn exchange(app: App) -> Result<(), Problem> {
    let own = &app.background;
    let process = own.process.get().map_or("serve", |process| process.name());
    let tasks = serde_json::to_value(own.tasks.reports()).map_err(Problem::internal)?;
    let system = app.db.system(Reason::Background).await?;
    report_process().bind(&*system, &own.id, &process, &host().as_str(), &tasks).one().await?;
    forget_silent_processes().bind(&*system).all().await?;
    let all = processes().bind(&*system).all().await?;
    let read = all.into_iter().map(|row| {
        // The report of another version may not be readable.
        let tasks = serde_json::from_value(row.tasks).unwrap_or_default();
        ProcessReport { id: row.id, process: row.process, host: row.host, silent_seconds: row.silent_seconds, tasks }
    });
    let others = read.filter(|process| process.id != own.id && !process.is_silent());
    *own.others() = others.map(ProcessReport::judged).collect();
    Ok(())
}

/// Deletes the row of this process, because it stops.
pub async fn sign_off(app: &App) -> Result<(), Error> {
    let system = app.db.system(Reason::Background).await?;
    forget_process().bind(&*system, &app.background.id).opt().await?;
    Ok(())
}

impl ProcessReport {
    pub fn is_silent(&self) -> bool {
        self.silent_seconds > SILENT_SECONDS
    }

    /// A process whose report is late does not say so itself.
    pub fn judged(mut self) -> ProcessReport {
        if self.silent_seconds > LATE_SECONDS {
            self.tasks.iter_mut().filter(|task| task.name == NAME).for_each(|task| task.state = TaskState::Stalled);
        }
        self
    }

    /// Descriptions of its failing tasks, for the operator.
    pub fn troubles(&self) -> Vec<String> {
        let wrong = self.tasks.iter().filter(|task| task.state.is_trouble());
        let words = wrong.map(|task| {
            let (name, state, times) = (&task.name, task.state.words(), task.restarts);
            let error = task.last_error.as_deref().unwrap_or("no progress").replace('\n', " ");
            format!("{name} in {} on {} is {state} ({times} restarts; {error})", self.process, self.host)
        });
        words.collect()
    }
}

fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{}:{}", name.trim(), std::process::id())
}
