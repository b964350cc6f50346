//! Begins the checks that are due. Several workers can do it at the same time: the row of the repository decides.

use crate::repositories::{check::begin, lock};
use api::{ProblemCode, RepositoryId, TenantId};
use kernel::{
    app::App,
    db::Reason,
    http::{Change, Entry, Problem},
};
use queries::queries::backup::repositories::due_repositories;
use std::{collections::HashSet, time::Duration};

/// How often due repositories are looked for.
pub const PERIOD: Duration = Duration::from_secs(10);

/// Repositories that are begun at a time.
const MOST: i64 = 200;

pub async fn begin_due(app: &App) -> Result<(), Problem> {
    let due = {
        let system = app.db.system(Reason::DueBackups).await?;
        due_repositories().bind(&*system, &app.clock.now(), &MOST).all().await?
    };
    let mut busy = HashSet::new();
    for row in due {
        if busy.contains(&row.tenant_id) {
            continue;
        }
        match begin_one(app, TenantId(row.tenant_id), RepositoryId(row.id)).await {
            // The tenant has as many checks as it may have. The others stay due.
            Err(problem) if problem.code() == ProblemCode::RateLimited => drop(busy.insert(row.tenant_id)),
            other => other?,
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
