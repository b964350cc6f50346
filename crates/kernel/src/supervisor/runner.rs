//! Keeps one job running until it is stopped.

use super::{
    Job, Stop, Work,
    group::{TaskEnd, TaskGroup},
    health::TaskHealth,
    progress,
};
use std::{fmt, pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::mpsc::UnboundedReceiver,
    time::{Instant, MissedTickBehavior, interval, sleep},
};

/// When a task counts as hanging and how soon it is restarted. Only tests change the defaults.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// How often tasks are checked for hanging.
    pub check: Duration,
    /// A task that made no progress for this time hangs. It is more than the 5 s that a task may wait for a connection.
    pub hangs: Duration,
    /// The same while it has a connection: PostgreSQL ends statements of `app_system` after 30 s.
    pub hangs_in_statement: Duration,
    /// The pause before the first restart. It doubles with each further one, up to the longest.
    pub first_pause: Duration,
    pub longest_pause: Duration,
    /// A job that ran for this time before it failed begins with the first pause again.
    pub stable: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            check: Duration::from_millis(250),
            hangs: Duration::from_secs(6),
            hangs_in_statement: Duration::from_secs(35),
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(30),
            stable: Duration::from_secs(60),
        }
    }
}

impl Timing {
    fn pause(&self, failures: u32) -> Duration {
        self.first_pause.saturating_mul(1 << failures.saturating_sub(1).min(16)).min(self.longest_pause)
    }

    /// For how long a task has made no progress, if that is too long.
    fn hangs(&self, task: &TaskHealth) -> Option<Duration> {
        let limit = if task.is_in_statement() { self.hangs_in_statement } else { self.hangs };
        task.silence().filter(|silence| *silence > limit)
    }
}

pub struct Runner<C: 'static> {
    pub job: &'static Job<C>,
    pub context: C,
    /// In the order of [`Job::tasks`].
    pub tasks: Vec<Arc<TaskHealth>>,
    pub stop: Stop,
    pub grace: Duration,
    pub timing: Timing,
}

/// The reason why a job is restarted.
struct Failure {
    task: Arc<TaskHealth>,
    reason: Reason,
}

enum Reason {
    Panicked(String),
    Hung(Duration),
    Ended,
}

impl Reason {
    fn name(&self) -> &'static str {
        match self {
            Reason::Panicked(_) => "panic",
            Reason::Hung(_) => "hang",
            Reason::Ended => "end",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Panicked(message) => write!(f, "panicked: {message}"),
            Reason::Hung(silence) => write!(f, "hung: no progress for {:.1} s", silence.as_secs_f64()),
            Reason::Ended => f.write_str("ended although nobody stopped it"),
        }
    }
}

impl<C: Clone + Send + Sync + 'static> Runner<C> {
    pub async fn run(self) {
        let mut failures = 0;
        while !self.stop.is_cancelled() {
            let started = Instant::now();
            let (group, ends) = TaskGroup::new(self.tasks.clone(), self.stop.clone());
            self.start(&group);
            let failure = self.watch(ends).await;
            group.end().await;
            let Some(failure) = failure else { break };
            failures = if started.elapsed() >= self.timing.stable { 1 } else { failures + 1 };
            self.pause(&failure, failures).await;
        }
        self.tasks.iter().for_each(|task| task.stopped());
    }

    fn start(&self, group: &TaskGroup) {
        let context = self.context.clone();
        match self.job.work {
            Work::Continuous { run, .. } => group.spawn(self.job.name, run(context, group.clone())),
            Work::Periodic { period, run } => {
                let (period, health, stop) = (period(&context), self.tasks[0].clone(), self.stop.clone());
                let call = move |round| run(context.clone(), round);
                group.spawn(self.job.name, periodically(period, health, stop, call))
            }
        };
    }

    /// Returns when the job has stopped, or with the reason why it failed.
    async fn watch(&self, mut ends: UnboundedReceiver<TaskEnd>) -> Option<Failure> {
        let mut checks = interval(self.timing.check);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let overdue = async {
            self.stop.cancelled().await;
            sleep(self.grace).await;
        };
        let mut overdue = pin!(overdue);
        loop {
            tokio::select! {
                Some(TaskEnd { task, panic }) = ends.recv() => match panic {
                    Some(message) => return Some(Failure { task, reason: Reason::Panicked(message) }),
                    None if !self.stop.is_cancelled() => return Some(Failure { task, reason: Reason::Ended }),
                    None if task.name == self.job.name => return None,
                    None => {}
                },
                _ = checks.tick() => {
                    if let Some(hung) = self.hung() {
                        return Some(hung);
                    }
                }
                () = &mut overdue => {
                    tracing::warn!(job = self.job.name, "job did not stop in time and was aborted");
                    return None;
                }
            }
        }
    }

    fn hung(&self) -> Option<Failure> {
        self.tasks.iter().find_map(|task| {
            let silence = self.timing.hangs(task)?;
            Some(Failure { task: task.clone(), reason: Reason::Hung(silence) })
        })
    }

    async fn pause(&self, failure: &Failure, failures: u32) {
        let Failure { task, reason } = failure;
        let pause = self.timing.pause(failures);
        task.will_restart(reason.name(), &reason.to_string());
        self.tasks.iter().filter(|other| other.name != task.name).for_each(|other| other.restarts_with(task.name));
        let seconds = pause.as_secs_f64();
        tracing::error!(task = task.name, job = self.job.name, %reason, restart_in_seconds = seconds, "task failed");
        tokio::select! {
            () = self.stop.cancelled() => {}
            () = sleep(pause) => {}
        }
    }
}

/// Missed ticks are skipped if a run took longer than the period. An active run is finished before the job stops.
async fn periodically<F>(period: Duration, health: Arc<TaskHealth>, stop: Stop, call: impl Fn(u64) -> F)
where
    F: Future<Output = Result<(), crate::http::Problem>>,
{
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for round in 0.. {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            _ = progress::waiting(ticks.tick()) => {}
        }
        health.run_started(period);
        match call(round).await {
            Ok(()) => health.run_succeeded(),
            Err(problem) => {
                let error = problem.cause().map_or_else(|| problem.detail().to_owned(), |cause| format!("{cause:#}"));
                tracing::warn!(task = health.name, code = problem.code().name(), error, "background run failed");
                health.run_failed(&error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let seconds: Vec<u64> = (1..9).map(|failures| Timing::default().pause(failures).as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(Timing::default().pause(u32::MAX).as_secs(), 30);
    }
}
