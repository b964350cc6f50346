//! `/api/psa/sla/contracts`: the periods in which policies apply to organizations. An organization has one policy at a time.
//!
//! A contract never changes what has been measured: a change applies from the time of the change on, so that a deleted
//! contract is kept, and one that has started can only be given another end.

use api::{
    OrganizationId, ProblemCode, Scope, SlaContractId, SlaPolicyId,
    problem::FaultCode,
    sla_contracts::{
        NewSlaContract, SlaContract, SlaContractChange, SlaContractOrPage, SlaContractQuery, SlaContractTarget,
    },
};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::OnConstraint,
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write,
    },
};
use queries::{
    client::{GenericClient, Params},
    queries::psa::{
        sla::lock_sla,
        sla_contracts::{
            CreateSlaContractParams, SlaContractRow, UpdateSlaContractParams, create_sla_contract, delete_sla_contract,
            get_sla_contract, list_sla_contracts, overlapping_sla_contract, update_sla_contract,
        },
        sla_policies::get_sla_policy,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete))
}

/// Create an SLA contract
///
/// The policy applies to the tickets of the organization from the start to the end of the contract. Unresolved tickets keep
/// their elapsed time. Contracts of an organization must not overlap.
#[utoipa::path(post, path = "/api/psa/sla/contracts", operation_id = "psa.sla.contracts.create", tag = "SLA",
    extensions(("x-problems" = json!([ProblemCode::SlaContractOverlaps]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = SlaContract)))]
async fn create(app: App, write: Write, Json(new): Json<NewSlaContract>) -> Result<Created<SlaContract>, Problem> {
    let change = write.begin().await?;
    lock_sla().bind(&*change).one().await?;
    let now = app.clock.now();
    let period = Period { starts_at: new.starts_at.unwrap_or(now), ends_at: new.ends_at };
    let id = app.clock.id();
    period.check(now)?;
    check_policy(&change, new.policy_id).await?;
    check_overlap(&change, id, new.organization_id, period).await?;
    let params = CreateSlaContractParams {
        id,
        organization_id: new.organization_id.0,
        policy_id: new.policy_id.0,
        starts_at: period.starts_at,
        ends_at: period.ends_at,
        now,
    };
    let row = create_sla_contract().params(&*change, &params).one().await;
    let row = row.on_constraint(&[("sla_contracts_organization_exists", || {
        Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
    })])?;
    change.created(to_wire(row)).await
}

/// List SLA contracts, or read one
///
/// Returns the contract with this `id`, or all contracts that the caller can read, newest first.
#[utoipa::path(get, path = "/api/psa/sla/contracts", operation_id = "psa.sla.contracts.list", tag = "SLA",
    params(SlaContractQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = SlaContractOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<SlaContractQuery>,
    paging: Paging,
) -> Result<Found<SlaContract>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        return Ok(Found::One(one(&db, id).await?));
    }
    let (organization, policy) = (query.organization_id.map(|id| id.0), query.policy_id.map(|id| id.0));
    let rows = list_sla_contracts().bind(&db, &paging.before()?, &organization, &policy, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change an SLA contract
///
/// Fields that are absent are not changed; `null` clears a field. Of a contract that has started, only the end can be changed,
/// to a time after now. Callers that are restricted to organizations cannot change contracts.
#[utoipa::path(put, path = "/api/psa/sla/contracts", operation_id = "psa.sla.contracts.update", tag = "SLA",
    params(SlaContractTarget),
    extensions(("x-problems" = json!([ProblemCode::SlaContractOverlaps, ProblemCode::SlaContractStarted]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = SlaContract)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<SlaContractTarget>,
    if_match: IfMatch,
    Json(wanted): Json<SlaContractChange>,
) -> Result<Changed<SlaContract>, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let now = app.clock.now();
    let period =
        Period { starts_at: wanted.starts_at.unwrap_or(old.starts_at), ends_at: wanted.ends_at.unwrap_or(old.ends_at) };
    let policy = wanted.policy_id.unwrap_or(old.policy_id);
    let is_over = old.ends_at.is_some_and(|end| end <= now);
    let moves = (policy, period.starts_at) != (old.policy_id, old.starts_at);
    if is_over || moves && old.starts_at <= now {
        let detail =
            "Only the end of a contract that has started can be changed, until it is over. Create another contract.";
        return Err(Problem::new(ProblemCode::SlaContractStarted, detail));
    }
    period.check(now)?;
    if policy != old.policy_id {
        check_policy(&change, policy).await?;
    }
    check_overlap(&change, old.id.0, old.organization_id, period).await?;
    let params = UpdateSlaContractParams {
        policy_id: policy.0,
        starts_at: period.starts_at,
        ends_at: period.ends_at,
        now,
        id: old.id.0,
    };
    let row = update_sla_contract().params(&*change, &params).one().await?;
    change.changed(&old, to_wire(row)).await
}

/// Delete an SLA contract
///
/// The policy stops applying at once. Results that were measured by it are kept.
#[utoipa::path(delete, path = "/api/psa/sla/contracts", operation_id = "psa.sla.contracts.delete", tag = "SLA",
    params(SlaContractTarget),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<SlaContractTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    delete_sla_contract().bind(&*change, &app.clock.now(), &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

#[derive(Debug, Clone, Copy)]
struct Period {
    starts_at: Timestamp,
    ends_at: Option<Timestamp>,
}

impl Period {
    fn check(self, now: Timestamp) -> Result<(), Problem> {
        let Some(end) = self.ends_at else { return Ok(()) };
        let detail = match end {
            end if end <= self.starts_at => "must be after starts_at",
            end if end <= now => "must be in the future",
            _ => return Ok(()),
        };
        Err(Problem::fault("/ends_at", FaultCode::Invalid, detail))
    }
}

async fn check_policy(change: &Change, id: SlaPolicyId) -> Result<(), Problem> {
    match get_sla_policy().bind(&**change, &id.0).opt().await? {
        Some(_) => Ok(()),
        None => Err(Problem::fault("/policy_id", FaultCode::NotFound, "there is no such SLA policy")),
    }
}

/// Nobody else changes contracts of the tenant meanwhile: the caller has locked its service levels.
async fn check_overlap(change: &Change, id: Uuid, of: OrganizationId, period: Period) -> Result<(), Problem> {
    let Period { starts_at, ends_at } = period;
    match overlapping_sla_contract().bind(&**change, &of.0, &id, &starts_at, &ends_at).opt().await? {
        None => Ok(()),
        Some(other) => {
            let other = SlaContractId(other);
            let detail = format!("The contract {other} of the organization applies at the same time.");
            Err(Problem::new(ProblemCode::SlaContractOverlaps, detail).conflicting_with::<SlaContract>(other))
        }
    }
}

/// The contract, while nobody else changes the tenant's service levels.
async fn lock(change: &Change, id: SlaContractId) -> Result<SlaContract, Problem> {
    lock_sla().bind(&**change).one().await?;
    one(&**change, id).await
}

async fn one<C: GenericClient>(db: &C, id: SlaContractId) -> Result<SlaContract, Problem> {
    get_sla_contract().bind(db, &id.0).opt().await?.map(to_wire).ok_or_else(Problem::not_found)
}

fn to_wire(row: SlaContractRow) -> SlaContract {
    SlaContract {
        id: SlaContractId(row.id),
        organization_id: OrganizationId(row.organization_id),
        policy_id: SlaPolicyId(row.policy_id),
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
