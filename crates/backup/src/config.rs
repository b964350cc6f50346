//! `/api/backup/config`: backup settings of the tenant, its organizations and devices. A level overrides single fields of
//! the level above. A change that can lose backups needs the caller's consent.

mod consent;
mod history;
pub mod levels;
mod scope;

use api::{
    Scope, TenantId,
    backup_config::{
        BackupConfig, BackupConfigAllow, BackupConfigChange, BackupConfigTarget, BackupLevel, BackupPolicy,
        BackupSettings,
    },
    problem::FaultCode,
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Answer, Caller, Change, Entry, Found, IfMatch, Json, Problem, Query, Write, WrittenTogether},
};
use levels::Levels;
use queries::{
    client::{GenericClient, Params},
    queries::backup::config::{
        AddConfigVersionParams, SetConfigParams, add_config_version, config_levels, known_repositories, lock_configs,
        set_config,
    },
};
use scope::ConfigScope;
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read, update)).merge(history::routes())
}

/// Read backup settings
///
/// Returns the settings of the tenant, of an organization or of a device, and the settings that result from all levels:
/// `provenance` says which level each value comes from.
#[utoipa::path(get, path = "/api/backup/config", operation_id = "backup.config.get", tag = "Backup",
    params(BackupConfigTarget), extensions(("x-names-one" = json!(true))),
    security(("api_key" = [Scope::BackupRead])), responses((status = 200, body = BackupConfig)))]
async fn read(
    app: App,
    caller: Caller,
    Query(target): Query<BackupConfigTarget>,
) -> Result<Found<BackupConfig>, Problem> {
    let db = app.db.tenant(&caller).await?;
    let scope = ConfigScope::of(&db, caller.tenant(), &target).await?;
    Ok(Found::One(Stored::read(&db, &scope).await?.to_wire(&scope)))
}

/// Change backup settings
///
/// Replaces the settings of the tenant, of an organization or of a device; `config: null` removes them. A change that
/// disables backup, keeps fewer backups or drops a repository is refused with `consent_required`, its `impact` and the
/// consents that it needs; send them as `allow`. A dry run returns the same `impact`. Callers that are restricted to
/// organizations cannot change the settings of the tenant.
#[utoipa::path(put, path = "/api/backup/config", operation_id = "backup.config.update", tag = "Backup",
    params(BackupConfigTarget, BackupConfigAllow),
    extensions(("x-problems" = json!([api::ProblemCode::ConsentRequired])), ("x-names-one" = json!(true))),
    security(("api_key" = [Scope::BackupWrite])), responses((status = 200, body = BackupConfig)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<BackupConfigTarget>,
    Query(allow): Query<BackupConfigAllow>,
    if_match: IfMatch,
    Json(wanted): Json<BackupConfigChange>,
) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    let scope = ConfigScope::of(&*change, change.tenant(), &target).await?;
    lock_configs().bind(&*change).one().await?;
    let before = Stored::read(&*change, &scope).await?;
    let old = before.to_wire(&scope);
    if_match.check(&old)?;
    check_repositories(&change, &scope, before.own(&scope), wanted.config.as_ref()).await?;
    let after = before.replaced(&scope, wanted.config, app.clock.now());
    let new = after.to_wire(&scope);
    check_retention(&new)?;
    let impact = consent::impact(&change, &scope, &old.effective, &new.effective).await?;
    let allowed = allow.allow.unwrap_or_default();
    if !change.is_dry_run() {
        consent::require(&impact, &allowed)?;
    }
    let used: Vec<&str> = impact.consents.iter().map(|consent| consent.name()).collect();
    store(&change, &scope, &after, &used).await?;
    let planned = BackupConfig { impact: Some(impact), ..new.clone() };
    let entry = Entry::changed(&old, &new);
    let entry = if change.is_dry_run() { entry.with_plan(&planned) } else { entry };
    let body = change.record(entry)?;
    change.answered(Answer::ok(&body)?.with_version_of(&new)).await
}

/// The documents that apply to a scope, and the version of its own.
struct Stored {
    levels: Levels,
    version: i32,
    updated_at: Option<Timestamp>,
}

impl Stored {
    async fn read<C: GenericClient>(db: &C, scope: &ConfigScope) -> Result<Stored, Problem> {
        let mut stored = Stored { levels: Levels::default(), version: 0, updated_at: None };
        for row in config_levels().bind(db, &scope.lineage()).all().await? {
            if row.scope_id == scope.id() {
                (stored.version, stored.updated_at) = (row.version, Some(row.updated_at));
            }
            *stored.levels.at(scope.level_of(row.scope_id)) = settings(row.config)?;
        }
        Ok(stored)
    }

    fn replaced(&self, scope: &ConfigScope, config: Option<BackupSettings>, now: Timestamp) -> Stored {
        let mut levels = self.levels.clone();
        *levels.at(scope.level()) = config.map(levels::tidied);
        Stored { levels, version: self.version + 1, updated_at: Some(now) }
    }

    fn own(&self, scope: &ConfigScope) -> Option<&BackupSettings> {
        self.levels.get(scope.level())
    }

    fn to_wire(&self, scope: &ConfigScope) -> BackupConfig {
        let (effective, provenance) = self.levels.effective();
        BackupConfig {
            id: scope.wire_id(),
            scope: scope.to_wire(),
            config: self.own(scope).cloned(),
            effective,
            provenance,
            updated_at: self.updated_at,
            version: self.version,
            impact: None,
        }
    }
}

/// A stored document.
pub fn settings(config: Option<Value>) -> Result<Option<BackupSettings>, Problem> {
    config.map(serde_json::from_value).transpose().map_err(Problem::internal)
}

/// The settings that apply to an organization as a whole, or, without one, to the tenant.
pub async fn policy<C: GenericClient>(
    db: &C,
    tenant: TenantId,
    organization: Option<Uuid>,
) -> Result<BackupPolicy, Problem> {
    let scopes: Vec<Uuid> = organization.into_iter().chain([tenant.0]).collect();
    let mut levels = Levels::default();
    for row in config_levels().bind(db, &scopes).all().await? {
        let level = if row.scope_id == tenant.0 { BackupLevel::Tenant } else { BackupLevel::Organization };
        *levels.at(level) = settings(row.config)?;
    }
    Ok(levels.effective().0)
}

fn check_retention(new: &BackupConfig) -> Result<(), Problem> {
    if new.effective.enabled && levels::keeps_nothing(&new.effective.retention) {
        let detail = "keeps no backup at all: one of the numbers must be greater than 0";
        return Err(Problem::fault("/config/retention", FaultCode::Invalid, detail));
    }
    Ok(())
}

/// Repositories that the settings name already can stay, whether or not the caller can see them.
async fn check_repositories(
    change: &Change,
    scope: &ConfigScope,
    old: Option<&BackupSettings>,
    wanted: Option<&BackupSettings>,
) -> Result<(), Problem> {
    let named = |settings: Option<&BackupSettings>| -> Vec<Uuid> {
        let repositories = settings.and_then(|settings| settings.repositories.as_deref()).unwrap_or_default();
        repositories.iter().map(|id| id.0).collect()
    };
    let (ids, kept) = (named(wanted), named(old));
    if ids.is_empty() {
        return Ok(());
    }
    let known: Vec<Uuid> = known_repositories().bind(&**change, &ids, &scope.organization()).all().await?;
    match ids.iter().position(|id| !known.contains(id) && !kept.contains(id)) {
        None => Ok(()),
        Some(at) => {
            let pointer = format!("/config/repositories/{at}");
            Err(Problem::fault(&pointer, FaultCode::NotFound, "there is no such repository for this scope"))
        }
    }
}

async fn store(change: &Change, scope: &ConfigScope, new: &Stored, used: &[&str]) -> Result<(), Problem> {
    let config = new.own(scope).map(serde_json::to_value).transpose().map_err(Problem::internal)?;
    let now = new.updated_at.unwrap_or_default();
    let document = SetConfigParams {
        scope_id: scope.id(),
        scope: scope.kind().name(),
        organization_id: scope.organization(),
        device_id: scope.device(),
        config: config.clone(),
        version: new.version,
        now,
    };
    set_config().params(&**change, &document).one().await?;
    let (actor_kind, actor_id) = change.actor();
    let version = AddConfigVersionParams {
        scope_id: scope.id(),
        version: new.version,
        scope: scope.kind().name(),
        organization_id: scope.organization(),
        config,
        allowed: used,
        actor_kind,
        actor_id,
        now,
    };
    add_config_version().params(&**change, &version).one().await?;
    Ok(())
}
