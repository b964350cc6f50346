//! The tasks of one job: they start together and end together.

use super::{Stop, faults::Breakable, health::TaskHealth, progress};
use crate::db::Abandonable;
use futures::{FutureExt, future::BoxFuture};
use std::{
    any::Any,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    task::{AbortHandle, JoinHandle},
    time::timeout,
};

/// How long aborted tasks may take to end. A task that blocks its thread cannot be aborted and is left behind.
const ABORTED: Duration = Duration::from_secs(1);

/// How long the release of the group's resources may take.
const RELEASE: Duration = Duration::from_secs(2);

/// Starts the tasks of a continuous job, and signals it to stop.
#[derive(Clone)]
pub struct TaskGroup {
    stop: Stop,
    shared: Arc<Shared>,
}

struct Shared {
    tasks: Vec<Arc<TaskHealth>>,
    ends: UnboundedSender<TaskEnd>,
    started: Mutex<Vec<JoinHandle<()>>>,
    release: Mutex<Option<BoxFuture<'static, ()>>>,
}

/// A task has ended on its own.
pub struct TaskEnd {
    pub task: Arc<TaskHealth>,
    /// The message of its panic.
    pub panic: Option<String>,
}

/// A task of a group.
pub struct Task {
    abort: AbortHandle,
    ended: Stop,
}

impl Task {
    pub fn abort(&self) {
        self.abort.abort();
    }

    /// Returns when the task has ended, in any way.
    pub async fn ended(&self) {
        self.ended.cancelled().await;
    }
}

impl TaskGroup {
    /// `tasks` are all tasks that the group may start.
    pub(super) fn new(tasks: Vec<Arc<TaskHealth>>, stop: Stop) -> (TaskGroup, UnboundedReceiver<TaskEnd>) {
        let (ends, ended) = unbounded_channel();
        let shared = Shared { tasks, ends, started: Mutex::default(), release: Mutex::default() };
        (TaskGroup { stop, shared: Arc::new(shared) }, ended)
    }

    /// Cancelled when the group should stop. Its first task then ends the others and itself.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Starts a task. Its name must be one of the job's.
    pub fn spawn(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) -> Task {
        let health = self.shared.tasks.iter().find(|task| task.name == name).expect("the job names its tasks").clone();
        health.started();
        let (ended, ends) = (Stop::new(), self.shared.ends.clone());
        let last = ended.clone().drop_guard();
        // An aborted task may leave a statement running in PostgreSQL.
        let work = Breakable { health: health.clone(), work: Box::pin(Abandonable::new(work)) };
        let work = AssertUnwindSafe(progress::of(health.clone(), work)).catch_unwind();
        let handle = tokio::spawn(async move {
            let panic = work.await.err().map(|payload| message(&*payload));
            let _ = ends.send(TaskEnd { task: health, panic });
            drop(last);
        });
        let abort = handle.abort_handle();
        self.started().push(handle);
        Task { abort, ended }
    }

    /// Works until the group is stopped; then the work is dropped.
    pub fn until_stopped(self, work: impl Future<Output = ()> + Send + 'static) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            tokio::select! {
                () = self.stop.cancelled() => {}
                () = work => {}
            }
        })
    }

    /// Work to do when all tasks of the group have ended, in any way, such as notifying other processes.
    pub fn finally(&self, release: impl Future<Output = ()> + Send + 'static) {
        *self.shared.release.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(release));
    }

    /// Ends all tasks that still run.
    pub(super) async fn end(&self) {
        let started = std::mem::take(&mut *self.started());
        started.iter().for_each(JoinHandle::abort);
        let all = futures::future::join_all(started);
        if timeout(ABORTED, all).await.is_err() {
            tracing::error!(job = self.shared.tasks[0].name, "failed to abort a task, because it blocks its thread");
        }
        let release = self.shared.release.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(release) = release
            && timeout(RELEASE, release).await.is_err()
        {
            tracing::warn!(job = self.shared.tasks[0].name, "resources of the job were not released in time");
        }
    }

    fn started(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.shared.started.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message of a panic.
pub(super) fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a message".to_owned())
}
