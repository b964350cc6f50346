//! `/api/psa/sla`: the tenant's service levels. One document; every change creates a new version, which never changes.
//!
//! Unresolved tickets are measured by the new version from then on, with the time that they have used.

mod contracts;
mod policies;

use super::levels::{Level, Settings, zone};
use api::{
    Scope, SlaPolicyId,
    sla::{Sla, SlaCalendar, SlaChange},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Caller, Change, Changed, Found, IfMatch, Json, Problem, Write},
};
use queries::{
    client::GenericClient,
    queries::psa::sla::{add_sla_version, current_sla, lock_sla},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read, update)).merge(policies::routes()).merge(contracts::routes())
}

/// Read the SLA settings
///
/// Returns the targets of each ticket priority and the business hours. They apply to organizations without an SLA contract.
/// Before they are changed for the first time, the defaults apply, which are not enabled.
#[utoipa::path(get, path = "/api/psa/sla", operation_id = "psa.sla.get", tag = "SLA",
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = Sla)))]
async fn read(app: App, caller: Caller) -> Result<Found<Sla>, Problem> {
    Ok(Found::One(current(&app.db.tenant(&caller).await?).await?))
}

/// Change the SLA settings
///
/// Fields that are absent are not changed; fields that are present are replaced as a whole. Unresolved tickets keep
/// their elapsed time and are measured by the new settings within seconds, which changes neither their `version` nor
/// their `updated_at`. Callers that are restricted to organizations cannot change the settings.
#[utoipa::path(put, path = "/api/psa/sla", operation_id = "psa.sla.update", tag = "SLA",
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = Sla)))]
async fn update(
    app: App,
    write: Write,
    if_match: IfMatch,
    Json(wanted): Json<SlaChange>,
) -> Result<Changed<Sla>, Problem> {
    let change = write.begin().await?;
    lock_sla().bind(&*change).one().await?;
    let old = current(&*change).await?;
    if_match.check(&old)?;
    let (settings, now) = (merged(&old, wanted), app.clock.now());
    let version = add_version(&change, None, &settings, now).await?;
    change.changed(&old, to_wire(version, settings, Some(now))).await
}

/// Checks and stores settings, of the tenant or of a policy. The caller has locked the tenant's service levels.
async fn add_version(
    change: &Change,
    policy: Option<SlaPolicyId>,
    settings: &Settings,
    now: Timestamp,
) -> Result<i32, Problem> {
    // Its version is not known yet, and not needed for the checks.
    Level::new(0, policy, settings.clone()).map_err(Problem::invalid)?;
    let stored = serde_json::to_value(settings).map_err(Problem::internal)?;
    Ok(add_sla_version().bind(&**change, &policy.map(|id| id.0), &stored, &now).one().await?)
}

async fn current<C: GenericClient>(db: &C) -> Result<Sla, Problem> {
    let Some(row) = current_sla().bind(db).opt().await? else { return Ok(to_wire(0, Settings::default(), None)) };
    let settings = serde_json::from_value(row.settings).map_err(Problem::internal)?;
    Ok(to_wire(row.version, settings, Some(row.created_at)))
}

fn merged(old: &Sla, wanted: SlaChange) -> Settings {
    let mut reopened = wanted.reopen_on_contact_comment.unwrap_or_else(|| old.reopen_on_contact_comment.clone());
    reopened.sort_unstable();
    reopened.dedup();
    Settings {
        enabled: wanted.enabled.unwrap_or(old.enabled),
        calendar: canonical(wanted.calendar.unwrap_or_else(|| old.calendar.clone())),
        targets: wanted.targets.unwrap_or_else(|| old.targets.clone()),
        type_targets: wanted.type_targets.unwrap_or_else(|| old.type_targets.clone()),
        at_risk_percent: wanted.at_risk_percent.unwrap_or(old.at_risk_percent),
        reopen_on_contact_comment: reopened,
    }
}

/// The time zone as it is written in the time zone database.
fn canonical(mut calendar: SlaCalendar) -> SlaCalendar {
    if let Some(name) = zone(&calendar.time_zone).as_ref().and_then(|zone| zone.iana_name()) {
        calendar.time_zone = name.to_owned();
    }
    calendar
}

fn to_wire(version: i32, settings: Settings, updated_at: Option<Timestamp>) -> Sla {
    let Settings { enabled, calendar, targets, type_targets, at_risk_percent, reopen_on_contact_comment } = settings;
    Sla { enabled, calendar, targets, type_targets, at_risk_percent, reopen_on_contact_comment, updated_at, version }
}
