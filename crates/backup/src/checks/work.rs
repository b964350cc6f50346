//! Executes checks. A check is an operation: a worker holds its lease, and another one starts it again if the worker dies.
//! Whatever happens, an operation has one result, because the result has the id of the operation.

use super::{
    KIND,
    due::{RestoreResult, RestoreState},
    measure::{Known, Measured, measure},
    rotation::Rotation,
    store,
};
use crate::{
    config::policy,
    repositories::{self, Stored},
};
use api::{OperationId, ProblemCode, RepositoryId, TenantId};
use backup_check::{Checker, Failure, FailureKind};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    db::Identity,
    http::Problem,
    operations::{Gone, Task},
    supervisor::{Stop, progress},
};
use queries::queries::backup::{
    checks::{known_snapshots, restores_of_repository},
    repositories::{SealedRepository, sealed_repository},
};
use std::{pin::pin, time::Duration};
use tokio::time::sleep;

/// How often a worker polls for checks.
const POLL: Duration = Duration::from_secs(1);

/// How often the lease is renewed, and how often in a row this may fail.
const RENEW: Duration = Duration::from_secs(5);
const MOST_FAILED_RENEWALS: u32 = 12;

/// The step that counts how often a check was begun, and how often that may be. Something in the repository may keep each
/// attempt from being completed.
const ATTEMPT: &str = "attempts";
const MOST_ATTEMPTS: i64 = 5;

/// Polls for checks and executes several at the same time, until it is stopped. A check may take hours: it is interrupted,
/// and its lease released, so that another worker can begin it again at once.
pub async fn carry_out(app: App, stop: Stop) {
    let lanes = (0..app.settings.backup.backup_checks).map(|_| held::apart(lane(app.clone(), stop.clone())));
    futures::future::join_all(lanes).await;
}

async fn lane(app: App, stop: Stop) {
    while !stop.is_cancelled() {
        match next(&app, &stop).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(problem) => tracing::warn!(problem = problem.said(), "check of a backup repository delayed"),
        }
        let _ = progress::within(POLL, stop.cancelled()).await;
    }
}

/// Executes the next check. `false` if there is none.
pub async fn next(app: &App, stop: &Stop) -> Result<bool, Problem> {
    let Some(mut task) = Task::take(app, KIND).await? else { return Ok(false) };
    let started_at = app.clock.now();
    task.begin(ATTEMPT);
    if task.advance(app, 0).await?.is_err() {
        return Ok(true);
    }
    if task.count(ATTEMPT) > MOST_ATTEMPTS {
        give_up(app, task, started_at).await?;
        return Ok(true);
    }
    let Some(check) = Check::read(app, &task).await? else {
        let gone = Problem::new(ProblemCode::NotFound, "The repository was deleted.");
        task.end(app, Some(&gone)).await?;
        return Ok(true);
    };
    let work = check.execute(app, task.tenant, started_at);
    let finished = tokio::select! {
        biased;
        finished = holding(app, &mut task, work) => Some(finished?),
        () = stop.cancelled() => None,
    };
    // Dropping the check has killed its process.
    let outcome = match finished {
        Some(Ok(outcome)) => outcome?,
        Some(Err(Gone)) => return Ok(true),
        None => {
            task.release(app).await?;
            return Ok(true);
        }
    };
    store(app, &mut task, &check, &outcome, started_at).await?;
    task.end(app, None).await?;
    Ok(true)
}

/// Stores the result. PostgreSQL may be away for a while, as long as for the renewal of the lease.
async fn store(
    app: &App,
    task: &mut Task,
    check: &Check,
    outcome: &Result<Measured, Failure>,
    started_at: Timestamp,
) -> Result<(), Problem> {
    let mut failed = 0;
    loop {
        match store::store(app, task.tenant, check, outcome, started_at).await {
            Err(problem) if problem.is_passing() && failed < MOST_FAILED_RENEWALS => failed += 1,
            stored => return stored,
        }
        progress::waiting(sleep(RENEW)).await;
        // Without the lease, another worker starts the check again, and the result that is stored first counts.
        drop(task.advance(app, HALF).await);
    }
}

/// Ends a check that was begun too often. The repository gets a failed result if that can be stored.
async fn give_up(app: &App, task: Task, started_at: Timestamp) -> Result<(), Problem> {
    let detail = format!("The check was started {MOST_ATTEMPTS} times and could not be completed.");
    let outcome = Err(Failure::new(FailureKind::Unavailable, detail.clone()));
    let stored = async {
        let Some(check) = Check::read(app, &task).await? else { return Ok(()) };
        store::store(app, task.tenant, &check, &outcome, started_at).await
    };
    match stored.await {
        Err(problem) if problem.is_passing() => return Err(problem),
        Err(problem) => tracing::warn!(
            problem = problem.said(),
            "failed to store the result of a failed check of a backup repository"
        ),
        Ok(()) => {}
    }
    task.end(app, Some(&Problem::new(ProblemCode::Internal, detail))).await?;
    Ok(())
}

/// A repository, and what is known about it.
pub struct Check {
    pub operation: OperationId,
    pub id: RepositoryId,
    pub stored: SealedRepository,
    pub known: Known,
}

impl Check {
    async fn read(app: &App, task: &Task) -> Result<Option<Check>, Problem> {
        let Ok(id) = task.resource.parse::<RepositoryId>() else { return Ok(None) };
        let db = app.db.tenant(&Identity::new(task.tenant, None)).await?;
        let Some(stored) = sealed_repository().bind(&db, &id.0).opt().await? else { return Ok(None) };
        let policy = policy(&db, task.tenant, stored.organization_id).await?;
        let first_seen = known_snapshots().bind(&db, &id.0).all().await?;
        let hosts = restores_of_repository().bind(&db, &id.0, &(super::seen::MOST_HOSTS as i64)).all().await?;
        drop(db);
        let restores = hosts.into_iter().map(|host| {
            let passed = host.restore_result.as_deref() == Some("succeeded");
            let result = host.restore_tested_at.map(|tested_at| RestoreResult { tested_at, passed });
            (host.host, RestoreState { tried_at: host.restore_tried_at, result })
        });
        let days = |days: i32| SignedDuration::from_hours(24 * i64::from(days));
        let known = Known {
            first_seen: first_seen.into_iter().map(|row| (row.snapshot, row.first_seen_at)).collect(),
            restores: restores.collect(),
            rotation: Rotation {
                groups: stored.integrity_groups.unwrap_or_default().into(),
                next: stored.integrity_next.into(),
                started_at: stored.integrity_cycle_started_at,
            },
            damaged_packs: stored.damaged_packs.clone(),
            integrity_every: days(policy.verification.integrity_every_days),
            restore_every: days(policy.verification.restore_test_every_days),
            period: SignedDuration::from_secs(stored.check_every_seconds.into()),
        };
        Ok(Some(Check { operation: task.id, id, stored, known }))
    }

    /// The outer error is ours, the inner one the repository's.
    async fn execute(&self, app: &App, tenant: TenantId, now: Timestamp) -> Result<Result<Measured, Failure>, Problem> {
        let stored = Stored {
            id: self.id.0,
            url: &self.stored.url,
            password_sealed: &self.stored.password_sealed,
            credentials_sealed: self.stored.credentials_sealed.as_deref(),
        };
        let Some(open) = repositories::locate(app, tenant, stored).await? else {
            let detail = "The address is not allowed any more.";
            return Ok(Err(Failure::new(FailureKind::Refused, detail)));
        };
        let checker = Checker::new(app.settings.engine.program().map_err(Problem::internal)?);
        Ok(measure(&checker, open, &self.known, now).await)
    }
}

/// Renews the lease while the work goes on. PostgreSQL may be away for a while: a check of hours is not thrown away for it.
async fn holding<T>(app: &App, task: &mut Task, work: impl Future<Output = T>) -> Result<Result<T, Gone>, Problem> {
    let (mut work, mut failed) = (pin!(work), 0);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return Ok(Ok(done)),
            () = sleep(RENEW) => {}
        }
        progress::report();
        match task.advance(app, HALF).await {
            Ok(Ok(())) => failed = 0,
            Ok(Err(gone)) => return Ok(Err(gone)),
            Err(error) if failed >= MOST_FAILED_RENEWALS => return Err(error.into()),
            Err(_) => failed += 1,
        }
    }
}

/// The progress of a check that runs: how much there is to read is not known before.
const HALF: i32 = 50;
