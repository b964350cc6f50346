//! All background jobs: the kernel's own are listed here, a family's in the family.

use crate::{
    app::App,
    backlogs,
    family::Families,
    figures,
    http::{Problem, write::idempotency},
    operations, status,
    supervisor::{Job, Process, Supervisor, Timing, report},
};
use std::time::Duration;

/// The period of the jobs that delete expired rows.
pub const RETENTION: Duration = Duration::from_secs(600);

const FOLD: Duration = Duration::from_secs(30);

/// How often a process looks whether a quarter hour has begun.
const SAMPLE: Duration = Duration::from_secs(20);

/// Added to the shutdown grace, so that a job that waits for it can end on its own.
const MARGIN: Duration = Duration::from_secs(5);

const KERNEL: &[Job] = &[
    Job::periodic(report::NAME, Process::Both, |_| report::PERIOD, |app, _| Box::pin(report::exchange(app))),
    Job::continuous("announcements.send", Process::Both, &[], |app, group| {
        group.until_stopped(async move { app.announcements.keep_sending(&app.db).await })
    }),
    Job::continuous("credentials.listen", Process::Serve, &[], |app, group| {
        group.until_stopped(async move { app.credentials.keep_current().await })
    }),
    // Workflows act with the rights of their authors, which counts as a use of their keys: workers write uses too.
    Job::periodic(
        "credentials.write_uses",
        Process::Both,
        |app| app.settings.last_use_interval.max(Duration::from_millis(10)),
        |app, _| Box::pin(async move { Ok(app.credentials.write_uses().await?) }),
    ),
    Job::periodic(
        "credentials.forget_uses",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { Ok(app.credentials.forget_old_uses().await?) }),
    ),
    Job::periodic(
        "credentials.forget_sessions",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { Ok(app.credentials.forget_old_sessions().await?) }),
    ),
    Job::continuous("limits.connect", Process::Serve, &[], |app, group| {
        group.until_stopped(async move { app.limits.keep_connected().await })
    }),
    Job::continuous("followers.notify", Process::Serve, &[], |app, group| {
        group.until_stopped(async move { app.followers.keep_notifying().await })
    }),
    Job::continuous("waiters.notify", Process::Serve, &[], |app, group| {
        group.until_stopped(async move { app.waiters.keep_notifying().await })
    }),
    Job::periodic(
        "operations.forget_old",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { Ok(operations::forget_old(&app.db, app.clock.now()).await?) }),
    ),
    Job::periodic(
        "idempotency.forget_old",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { Ok(idempotency::forget_old(&app.db, app.clock.now()).await?) }),
    ),
    Job::periodic(
        "usage.flush",
        Process::Serve,
        |app| app.settings.usage.usage_flush,
        |app, _| Box::pin(async move { Ok(app.usage.flush(&app.db, app.clock).await?) }),
    ),
    Job::periodic(
        "backlogs.measure",
        Process::Serve,
        |app| app.settings.backlog_interval,
        |app, _| Box::pin(backlogs::measure(app)),
    ),
    Job::periodic("status.watch", Process::Serve, |_| status::PERIOD, |app, round| Box::pin(status::watch(app, round))),
    Job::periodic(
        "status.forget_old",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { Ok(status::forget_old(&app.db, app.clock.now()).await?) }),
    ),
    Job::periodic(
        "metrics.fold",
        Process::Work,
        |_| FOLD,
        |app, _| Box::pin(async move { figures::fold_all(&app.db).await }),
    ),
    Job::periodic(
        "metrics.sample",
        Process::Work,
        |_| SAMPLE,
        |app, _| Box::pin(async move { figures::sample_when_due(&app).await }),
    ),
    Job::periodic(
        "metrics.forget_old",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { figures::forget_old(&app.db, app.clock.now()).await }),
    ),
];

/// In the order in which they start. Jobs of families may need the kernel's jobs, so these are stopped last.
fn layers(families: &Families) -> [Vec<&'static Job>; 2] {
    [KERNEL.iter().collect(), families.iter().flat_map(|family| family.jobs).collect()]
}

/// The jobs of the kernel and of all families.
pub fn jobs(families: &Families) -> Vec<&'static Job> {
    layers(families).concat()
}

/// Starts all jobs that a process does.
pub fn start(app: &App, process: Process) -> Supervisor {
    app.background.is(process);
    let own = |jobs: Vec<&'static Job>| jobs.into_iter().filter(|job| process.does(job.process)).collect();
    let grace = app.settings.shutdown_grace + MARGIN;
    Supervisor::start(app, &app.background.tasks, layers(app.families).map(own), grace, Timing::default())
}

/// Stops all jobs, and stores the data that they hold in memory.
pub async fn stop(app: &App, supervisor: Supervisor) {
    supervisor.stop().await;
    // Concurrently, so that a process whose PostgreSQL is unavailable waits for it once.
    let (uses, usage, parts, signed_off) = futures::join!(
        held::apart(app.credentials.write_uses()),
        held::apart(app.usage.sign_off(&app.db, app.clock)),
        held::apart(app.status.write(app)),
        held::apart(report::sign_off(app)),
    );
    let last = [
        ("failed to store the last uses of keys", uses),
        ("failed to store the counts of requests", usage),
        ("failed to store the status history", parts),
        ("failed to deregister the process", signed_off),
    ];
    for (what, error) in last.into_iter().filter_map(|(what, written)| Some((what, written.err()?))) {
        tracing::warn!(error = format!("{:#}", error.into_cause()), "{what}");
    }
}

/// The results of a job that does the same for many: what one fails for does not keep the others waiting.
#[derive(Default)]
pub struct Results {
    done: usize,
    failed: Option<Problem>,
}

impl Results {
    pub fn add(&mut self, result: Result<usize, Problem>) {
        match result {
            Ok(done) => self.done += done,
            Err(problem) => self.failed = Some(problem),
        }
    }

    /// How many are done, or else the last problem.
    pub fn done(self) -> Result<usize, Problem> {
        self.failed.map_or(Ok(self.done), Err)
    }
}
