//! `/api/psa/sla/policies`: named service levels. A change creates a new version of the settings, as for the tenant's own.

use super::{add_version, canonical};
use crate::psa::levels::Settings;
use api::{
    ProblemCode, Scope, SlaPolicyId,
    sla_policies::{NewSlaPolicy, SlaPolicy, SlaPolicyChange, SlaPolicyOrPage, SlaPolicyQuery, SlaPolicyTarget},
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write,
    },
};
use queries::{
    client::GenericClient,
    queries::psa::{
        sla::lock_sla,
        sla_policies::{
            SlaPolicyRow, contracts_of_sla_policy, create_sla_policy, delete_sla_policy, get_sla_policy,
            list_sla_policies, sla_policy_named, update_sla_policy,
        },
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete))
}

/// Create an SLA policy
///
/// A policy has targets and business hours of its own. It applies to an organization during an SLA contract.
#[utoipa::path(post, path = "/api/psa/sla/policies", operation_id = "psa.sla.policies.create", tag = "SLA",
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = SlaPolicy)))]
async fn create(app: App, write: Write, Json(new): Json<NewSlaPolicy>) -> Result<Created<SlaPolicy>, Problem> {
    let change = write.begin().await?;
    lock_sla().bind(&*change).one().await?;
    let (id, now) = (SlaPolicyId(app.clock.id()), app.clock.now());
    let settings = Settings {
        enabled: true,
        calendar: canonical(new.calendar),
        targets: new.targets,
        type_targets: new.type_targets,
        at_risk_percent: new.at_risk_percent,
        reopen_on_contact_comment: vec![],
    };
    let stored = to_json(&settings)?;
    let row = unique(create_sla_policy().bind(&*change, &id.0, &new.name, &now, &stored).one().await, &new.name)?;
    add_version(&change, Some(id), &settings, now).await?;
    change.created(to_wire(row)?).await
}

/// List SLA policies, or read one
///
/// Returns the policy with this `id`, or all policies, newest first.
#[utoipa::path(get, path = "/api/psa/sla/policies", operation_id = "psa.sla.policies.list", tag = "SLA",
    params(SlaPolicyQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = SlaPolicyOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<SlaPolicyQuery>,
    paging: Paging,
) -> Result<Found<SlaPolicy>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        return Ok(Found::One(one(&db, id).await?));
    }
    let rows = list_sla_policies().bind(&db, &paging.before()?, &paging.rows()).all().await?;
    let keyed = rows.into_iter().map(|row| Ok((row.id, to_wire(row)?))).collect::<Result<Vec<_>, Problem>>()?;
    Ok(Found::Page(paging.page(keyed, |(id, _)| *id, |(_, policy)| policy)))
}

/// Change an SLA policy
///
/// Fields that are absent are not changed; fields that are present are replaced as a whole. Unresolved tickets of
/// organizations with this policy keep their elapsed time and are measured by the new settings within seconds, which changes
/// neither their `version` nor their `updated_at`. Callers that are restricted to organizations do not see policies.
#[utoipa::path(put, path = "/api/psa/sla/policies", operation_id = "psa.sla.policies.update", tag = "SLA",
    params(SlaPolicyTarget),
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = SlaPolicy)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<SlaPolicyTarget>,
    if_match: IfMatch,
    Json(wanted): Json<SlaPolicyChange>,
) -> Result<Changed<SlaPolicy>, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let (current, now) = (old.clone(), app.clock.now());
    let settings = Settings {
        enabled: true,
        calendar: canonical(wanted.calendar.unwrap_or(current.calendar)),
        targets: wanted.targets.unwrap_or(current.targets),
        type_targets: wanted.type_targets.unwrap_or(current.type_targets),
        at_risk_percent: wanted.at_risk_percent.unwrap_or(current.at_risk_percent),
        reopen_on_contact_comment: vec![],
    };
    let (name, stored) = (wanted.name.unwrap_or(current.name), to_json(&settings)?);
    let row = unique(update_sla_policy().bind(&*change, &name, &now, &target.id.0, &stored).one().await, &name)?;
    add_version(&change, Some(target.id), &settings, now).await?;
    change.changed(&old, to_wire(row)?).await
}

/// Delete an SLA policy
///
/// The request is refused while a contract with this policy applies or will apply.
#[utoipa::path(delete, path = "/api/psa/sla/policies", operation_id = "psa.sla.policies.delete", tag = "SLA",
    params(SlaPolicyTarget),
    extensions(("x-problems" = json!([ProblemCode::SlaPolicyInUse]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<SlaPolicyTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let now = app.clock.now();
    if contracts_of_sla_policy().bind(&*change, &target.id.0, &now).one().await? > 0 {
        let detail = "A contract with this policy applies or will apply. End the contract first.";
        return Err(Problem::new(ProblemCode::SlaPolicyInUse, detail));
    }
    delete_sla_policy().bind(&*change, &now, &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

/// The policy, while nobody else changes the tenant's service levels.
async fn lock(change: &Change, id: SlaPolicyId) -> Result<SlaPolicy, Problem> {
    lock_sla().bind(&**change).one().await?;
    one(&**change, id).await
}

async fn one<C: GenericClient>(db: &C, id: SlaPolicyId) -> Result<SlaPolicy, Problem> {
    to_wire(get_sla_policy().bind(db, &id.0).opt().await?.ok_or_else(Problem::not_found)?)
}

fn unique<T>(row: Result<T, tokio_postgres::Error>, name: &str) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[("sla_policies_name_is_unique", || {
        Problem::new(ProblemCode::NameTaken, "Another SLA policy of the tenant already has this name.")
    })]);
    row.map_err(|problem| {
        let name = name.to_owned();
        problem.looking_up::<SlaPolicy, _, _>(ProblemCode::NameTaken, move |db| async move {
            sla_policy_named().bind(&db, &name).opt().await.map(|id| id.map(SlaPolicyId))
        })
    })
}

fn to_json(settings: &Settings) -> Result<serde_json::Value, Problem> {
    serde_json::to_value(settings).map_err(Problem::internal)
}

fn to_wire(row: SlaPolicyRow) -> Result<SlaPolicy, Problem> {
    let settings: Settings = serde_json::from_value(row.settings).map_err(Problem::internal)?;
    Ok(SlaPolicy {
        id: SlaPolicyId(row.id),
        name: row.name,
        calendar: settings.calendar,
        targets: settings.targets,
        type_targets: settings.type_targets,
        at_risk_percent: settings.at_risk_percent,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    })
}
