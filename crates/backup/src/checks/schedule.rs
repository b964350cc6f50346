//! Begins the checks that are due. Several workers can do it at the same time: the row of the repository decides.

use crate::repositories::{check::begin, lock};
use api::{ProblemCode, RepositoryId, TenantId};
use kernel::{
    app::App,
    db::Reason,
    http::{Change, Entry, Problem},
    shares::Share,
};
use queries::queries::backup::repositories::due_repositories;
use std::time::Duration;

/// How often due repositories are searched.
pub const PERIOD: Duration = Duration::from_secs(10);

/// Repositories that are begun at a time.
const MOST: i64 = 200;

pub async fn begin_due(app: &App) -> Result<(), Problem> {
    let due = {
        let system = app.db.system(Reason::DueBackups).await?;
        // People can begin checks beside those of the schedule.
        let most_of_a_tenant = i64::try_from(app.shares.most(Share::BackupChecks) / 2).unwrap_or(i64::MAX).max(1);
        due_repositories().bind(&*system, &super::KIND, &app.clock.now(), &most_of_a_tenant, &MOST).all().await?
    };
    for row in due {
        match begin_one(app, TenantId(row.tenant_id), RepositoryId(row.id)).await {
            Err(problem) if problem.code() == ProblemCode::Unavailable => return Err(problem),
            // The tenant may have begun as many checks as it may have.
            Err(problem) if problem.code() == ProblemCode::RateLimited => {}
            // It stays due, and does not keep the others from being checked.
            Err(problem) => {
                tracing::warn!(problem = problem.said(), "failed to start the check of a backup repository");
            }
            Ok(()) => {}
        }
    }
    Ok(())
}

async fn begin_one(app: &App, tenant: TenantId, id: RepositoryId) -> Result<(), Problem> {
    let now = app.clock.now();
    let mut change = Change::by_system(app, tenant, "backup.check").await?;
    let repository = match lock(&change, id).await {
        Ok(repository) => repository,
        // It was deleted in the meantime.
        Err(problem) if problem.code() == ProblemCode::NotFound => return Ok(()),
        Err(problem) => return Err(problem),
    };
    if repository.next_check_at > now {
        return Ok(());
    }
    if begin(app, &change, &repository, now).await?.is_none() {
        return Ok(());
    }
    change.record(Entry::used(&repository))?;
    change.done().await
}
