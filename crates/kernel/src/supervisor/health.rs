//! The health of each task of this process: its progress, runs and failures.

use super::faults::Injected;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::time::Instant;

/// A task that reported no progress for this time is shown as stalled.
const STALLED: Duration = Duration::from_secs(5);

/// A restart is shown for this time.
const RESTART_SHOWN: Duration = Duration::from_secs(30);

/// The longest error that is kept.
const ERROR_LENGTH: usize = 300;

/// All tasks of this process, by name.
#[derive(Clone, Default)]
pub struct Registry(Arc<Mutex<BTreeMap<&'static str, Arc<TaskHealth>>>>);

impl Registry {
    pub(super) fn register(&self, name: &'static str) -> Arc<TaskHealth> {
        let task = Arc::new(TaskHealth::new(name));
        // Shown from the start: a rate over a counter that appears with its first failure would miss that failure.
        metrics::counter!("background_failures_total", "task" => name).increment(0);
        self.tasks().insert(name, task.clone());
        task
    }

    pub fn find(&self, name: &str) -> Option<Arc<TaskHealth>> {
        self.tasks().get(name).cloned()
    }

    pub fn reports(&self) -> Vec<TaskReport> {
        self.tasks().values().map(|task| task.report()).collect()
    }

    /// Sets the gauges; the counters are always right.
    pub fn measure(&self) {
        for task in self.reports() {
            let up = !matches!(task.state, TaskState::Restarting | TaskState::Stalled);
            metrics::gauge!("background_up", "task" => task.name.clone()).set(f64::from(u8::from(up)));
            metrics::gauge!("background_lag_seconds", "task" => task.name).set(task.lag_seconds);
        }
        for task in self.tasks().values() {
            if let Some(age) = task.success_age() {
                metrics::gauge!("background_success_age_seconds", "task" => task.name).set(age.as_secs_f64());
            }
        }
    }

    fn tasks(&self) -> MutexGuard<'_, BTreeMap<&'static str, Arc<TaskHealth>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One task, over all its restarts.
pub struct TaskHealth {
    pub name: &'static str,
    created: Instant,
    /// When it last reported progress, in milliseconds since it was created.
    progress: AtomicU64,
    connections: AtomicUsize,
    known: Mutex<Known>,
    pub injected: Injected,
}

#[derive(Default)]
struct Known {
    phase: Phase,
    runs: u64,
    failures: u64,
    restarts: u64,
    last_error: Option<String>,
    restarted_at: Option<Instant>,
    /// When the last run of a periodic task succeeded.
    succeeded_at: Option<Instant>,
    /// When the next run of a periodic task is due.
    due_at: Option<Instant>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    NotStarted,
    Running,
    /// Its last run failed.
    Failing,
    Restarting,
}

/// The state of a task, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    Running,
    Stopped,
    /// It was restarted a short time ago.
    Restarted,
    /// Its last run failed; the next one may succeed.
    Failing,
    /// It has not reported progress for some time and will be restarted unless it does.
    Stalled,
    /// It does not run: it failed, and is restarted after a pause.
    Restarting,
}

impl TaskState {
    pub fn is_trouble(self) -> bool {
        self > TaskState::Stopped
    }

    pub fn words(self) -> &'static str {
        match self {
            TaskState::Running => "running",
            TaskState::Stopped => "stopped",
            TaskState::Restarted => "restarted",
            TaskState::Failing => "failing",
            TaskState::Stalled => "stalled",
            TaskState::Restarting => "restarting",
        }
    }
}

/// The report of a process about a task.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TaskReport {
    pub name: String,
    pub state: TaskState,
    /// A periodic task: how late its next run is. Any other: how long ago it last reported progress.
    pub lag_seconds: f64,
    pub runs: u64,
    pub failures: u64,
    pub restarts: u64,
    pub last_error: Option<String>,
}

impl TaskHealth {
    pub fn new(name: &'static str) -> TaskHealth {
        TaskHealth {
            name,
            created: Instant::now(),
            progress: AtomicU64::new(0),
            connections: AtomicUsize::new(0),
            known: Mutex::default(),
            injected: Injected::default(),
        }
    }

    pub(super) fn progressed(&self) {
        self.progress.store(self.created.elapsed().as_millis() as u64, Relaxed);
    }

    pub(super) fn took_connection(&self) {
        self.connections.fetch_add(1, Relaxed);
        self.progressed();
    }

    pub(super) fn returned_connection(&self) {
        self.connections.fetch_sub(1, Relaxed);
        self.progressed();
    }

    pub(super) fn is_in_statement(&self) -> bool {
        self.connections.load(Relaxed) > 0
    }

    /// How long ago it last made progress, while it runs.
    pub(super) fn silence(&self) -> Option<Duration> {
        let running = matches!(self.known().phase, Phase::Running | Phase::Failing);
        running.then(|| self.created.elapsed().saturating_sub(Duration::from_millis(self.progress.load(Relaxed))))
    }

    pub(super) fn started(&self) {
        self.injected.clear();
        self.progressed();
        let mut known = self.known();
        if known.phase == Phase::Restarting {
            known.restarted_at = Some(Instant::now());
        }
        known.phase = Phase::Running;
        known.runs += 1;
        metrics::counter!("background_runs_total", "task" => self.name).increment(1);
    }

    pub(super) fn stopped(&self) {
        self.known().phase = Phase::NotStarted;
    }

    /// For a periodic task. Its first run was counted when it started.
    pub(super) fn run_started(&self, period: Duration) {
        let mut known = self.known();
        if known.due_at.replace(Instant::now() + period).is_some() {
            known.runs += 1;
            metrics::counter!("background_runs_total", "task" => self.name).increment(1);
        }
    }

    pub(super) fn run_succeeded(&self) {
        let mut known = self.known();
        known.phase = Phase::Running;
        known.succeeded_at = Some(Instant::now());
    }

    /// How long ago the last run of a periodic task succeeded; before the first success, how long ago the task was created.
    fn success_age(&self) -> Option<Duration> {
        let known = self.known();
        let is_periodic = known.due_at.is_some() || known.succeeded_at.is_some();
        is_periodic.then(|| known.succeeded_at.unwrap_or(self.created).elapsed())
    }

    pub(super) fn run_failed(&self, error: &str) {
        self.fail(Phase::Failing, error);
    }

    /// It failed, and is restarted after a pause.
    pub(super) fn will_restart(&self, reason: &'static str, error: &str) {
        self.fail(Phase::Restarting, error);
        self.restarts(reason);
    }

    /// Another task of its group failed.
    pub(super) fn restarts_with(&self, other: &str) {
        let mut known = self.known();
        known.phase = Phase::Restarting;
        known.last_error = Some(format!("restarted together with {other}"));
        drop(known);
        self.restarts("group");
    }

    fn fail(&self, phase: Phase, error: &str) {
        let mut known = self.known();
        known.phase = phase;
        known.failures += 1;
        known.last_error = Some(error.chars().take(ERROR_LENGTH).collect());
        metrics::counter!("background_failures_total", "task" => self.name).increment(1);
    }

    fn restarts(&self, reason: &'static str) {
        let mut known = self.known();
        known.restarts += 1;
        known.due_at = None;
        metrics::counter!("background_restarts_total", "task" => self.name, "reason" => reason).increment(1);
    }

    pub fn report(&self) -> TaskReport {
        let silence = self.silence().unwrap_or_default();
        let known = self.known();
        let state = match known.phase {
            Phase::NotStarted => TaskState::Stopped,
            Phase::Restarting => TaskState::Restarting,
            _ if silence > STALLED => TaskState::Stalled,
            Phase::Failing => TaskState::Failing,
            Phase::Running if known.restarted_at.is_some_and(|at| at.elapsed() < RESTART_SHOWN) => TaskState::Restarted,
            Phase::Running => TaskState::Running,
        };
        let lag = known.due_at.map_or(silence, |due| due.elapsed());
        TaskReport {
            name: self.name.to_owned(),
            state,
            lag_seconds: (lag.as_secs_f64() * 10.0).round() / 10.0,
            runs: known.runs,
            failures: known.failures,
            restarts: known.restarts,
            last_error: known.last_error.clone(),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
