//! `/api/backup/repositories/check`: checks a repository now.

use super::lock;
use crate::checks;
use api::{
    ProblemCode, Resource, Scope,
    backup_checks::NewBackupCheck,
    backup_repositories::{BackupRepository, BackupRepositoryTarget},
    operations::Operation,
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    http::{Answer, Caller, Change, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
    operations,
    shares::Share,
};
use queries::queries::backup::repositories::begin_check;
use serde_json::json;

/// Check a backup repository
///
/// Starts a check now. The operation ends when the check has ended; canceling the operation cancels the check. The
/// result is in `/api/backup/checks`: the id of the check is that of the operation with another prefix. A repository
/// can have only one active check, and the number of waiting and running checks per tenant is limited.
#[utoipa::path(post, path = "/api/backup/repositories/check", operation_id = "backup.repositories.check", tag = "Backup",
    params(BackupRepositoryTarget),
    extensions(("x-problems" = json!([ProblemCode::CheckActive]))),
    security(("api_key" = [Scope::BackupWrite])), responses((status = 202, body = Operation)))]
pub async fn check(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<BackupRepositoryTarget>,
    if_match: IfMatch,
    Json(NewBackupCheck {}): Json<NewBackupCheck>,
) -> Result<WrittenTogether, Problem> {
    app.shares.check(Share::BackupChecks, caller.tenant())?;
    let mut change = write.begin().await?;
    let repository = lock(&change, target.id).await?;
    if_match.check(&repository)?;
    let Some(operation) = begin(&app, &change, &repository, app.clock.now()).await? else {
        return Err(Problem::new(ProblemCode::CheckActive, "A check of the repository is already waiting or running."));
    };
    change.record(Entry::used(&repository))?;
    change.answered(Answer::accepted(&operation)?).await
}

/// Adds the operation of a check. `None` if one waits or runs already.
pub async fn begin(
    app: &App,
    change: &Change,
    repository: &BackupRepository,
    now: Timestamp,
) -> Result<Option<Operation>, Problem> {
    let organizations = repository.organization_id.map(|id| [id]);
    let operation = operations::New {
        kind: checks::KIND,
        scope: Scope::BackupRead,
        organizations: organizations.as_ref().map(|ids| &ids[..]),
        resource: (BackupRepository::TYPE, repository.id.to_string()),
        input: json!({}),
        cancellation: operations::Cancellation::Immediate,
    };
    let operation = operation.begin(app, change, Share::BackupChecks).await?;
    let next = now + SignedDuration::from_secs(repository.check_every_seconds.into());
    let begun = begin_check().bind(&**change, &operation.id.0, &next, &repository.id.0).opt().await?;
    Ok(begun.map(|_| operation))
}
