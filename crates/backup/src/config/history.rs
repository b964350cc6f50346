//! `/api/backup/config/history`: the versions of the settings of a scope, with their authors and consents.

use super::{scope::ConfigScope, settings};
use api::{
    Actor, Scope,
    backup_config::{BackupConfigHistory, BackupConfigTarget, BackupConfigVersion, BackupConsent},
};
use kernel::{
    app::App,
    http::{Caller, Listed, Paging, PagingParams, Problem, Query},
};
use queries::queries::backup::config::{self as sql, config_history};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the history of backup settings
///
/// Returns the versions of the settings of the tenant, of an organization or of a device, newest first. If a device was
/// moved to another organization, callers that are restricted to the new one see only the versions since the move.
#[utoipa::path(get, path = "/api/backup/config/history", operation_id = "backup.config.history", tag = "Backup",
    params(BackupConfigTarget, PagingParams), extensions(("x-names-one" = json!(true))),
    security(("api_key" = [Scope::BackupRead])), responses((status = 200, body = BackupConfigHistory)))]
async fn read(
    app: App,
    caller: Caller,
    Query(target): Query<BackupConfigTarget>,
    paging: Paging,
) -> Result<Listed<BackupConfigVersion>, Problem> {
    let db = app.db.tenant(&caller).await?;
    let scope = ConfigScope::of(&db, caller.tenant(), &target).await?;
    let before = paging.after::<i64>()?.and_then(|version| i32::try_from(version).ok()).unwrap_or(i32::MAX);
    let rows = config_history().bind(&db, &scope.id(), &before, &paging.rows()).all().await?;
    drop(db);
    Ok(paging.page(rows, |row| i64::from(row.version), to_wire))
}

fn to_wire(row: sql::ConfigVersion) -> BackupConfigVersion {
    BackupConfigVersion {
        version: row.version,
        created_at: row.at,
        actor: Actor::stored(&row.actor_kind, row.actor_id),
        // Settings that a later version of the service wrote are left out rather than the whole page.
        config: settings(row.config).unwrap_or_default(),
        allowed: row.allowed.iter().filter_map(|name| BackupConsent::named(name)).collect(),
    }
}
