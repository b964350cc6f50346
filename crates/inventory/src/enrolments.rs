//! `/api/rmm/enrolments`: tokens with which agents report the devices of an organization.
//!
//! A token is returned once, to its creator, as part of the URL that an agent is configured with; only its hash is
//! stored. It is looked up for every message, so that a revoked token is refused at once.

use crate::devices::only_organization;
use api::{
    Actor, EnrolmentId, OrganizationId, ProblemCode, Scope, TenantId,
    enrolments::{Enrolment, EnrolmentOrPage, EnrolmentQuery, EnrolmentStatus, EnrolmentTarget, NewEnrolment},
    problem::FaultCode,
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    credentials::{KeyText, Presented},
    db::{OnConstraint, Reason},
    directory::Elsewhere,
    http::{Caller, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write},
    quotas::ENROLMENTS,
};
use queries::{
    client::Params,
    queries::inventory::enrolments::{
        self as sql, CreateEnrolmentParams, create_enrolment, enrolment_by_prefix, get_enrolment, list_enrolments,
        lock_enrolment, lock_enrolment_quota, revoke_enrolment,
    },
};
use subtle::ConstantTimeEq;
use utoipa_axum::{router::OpenApiRouter, routes};

const DEFAULT_DEVICES: i32 = 1000;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, revoke))
}

/// Create an enrolment
///
/// The response contains the URL to configure agents with. It contains the token and is returned only once.
#[utoipa::path(post, path = "/api/rmm/enrolments", operation_id = "rmm.enrolments.create", tag = "Enrolments",
    extensions(("x-problems" = json!([ProblemCode::QuotaExceeded]))),
    security(("api_key" = [Scope::EnrolmentsWrite])), responses((status = 201, body = Enrolment)))]
async fn create(app: App, write: Write, Json(new): Json<NewEnrolment>) -> Result<Created<Enrolment>, Problem> {
    let now = app.clock.now();
    let change = write.begin().await?;
    let organization = match new.organization_id {
        Some(id) => id,
        None => only_organization(&change).await?,
    };
    let (created_by_kind, created_by_id) = change.actor();
    let token = KeyText::enrolment(&lock_enrolment_quota().bind(&*change).one().await?.routing);
    let days = new.expires_days.map(|days| SignedDuration::from_hours(24 * i64::from(days)));
    let created = create_enrolment()
        .params(
            &*change,
            &CreateEnrolmentParams {
                id: app.clock.id(),
                organization_id: organization.0,
                name: new.name.as_str(),
                token_prefix: token.prefix.as_str(),
                token_last4: token.last4.as_str(),
                token_hash: token.secret_hash.as_slice(),
                max_devices: new.max_devices.unwrap_or(DEFAULT_DEVICES),
                expires_at: days.map(|days| now + days),
                created_by_kind,
                created_by_id,
                now,
                quota: ENROLMENTS,
            },
        )
        .opt()
        .await
        .on_constraint(&[("enrolments_organization_exists", no_organization)])?;
    let row = created.ok_or_else(quota_exceeded)?;
    let text = token.reveal();
    let url = Some(format!("{}/{text}", app.settings.ingest_base_url.trim_end_matches('/')));
    change.created(Enrolment { url, token: Some(text), ..to_wire(row, now) }).await
}

/// List enrolments, or read one
///
/// Returns the enrolment with this `id`, or all enrolments that the caller can read, newest first, including revoked and
/// expired ones.
#[utoipa::path(get, path = "/api/rmm/enrolments", operation_id = "rmm.enrolments.list", tag = "Enrolments",
    params(EnrolmentQuery, PagingParams),
    security(("api_key" = [Scope::EnrolmentsRead])), responses((status = 200, body = EnrolmentOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<EnrolmentQuery>,
    paging: Paging,
) -> Result<Found<Enrolment>, Problem> {
    let now = app.clock.now();
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_enrolment().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row, now)));
    }
    let organization = query.organization_id.map(|id| id.0);
    let rows = list_enrolments().bind(&db, &paging.before()?, &organization, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| to_wire(row, now))))
}

/// Revoke an enrolment
///
/// Agents that report with its token are refused at once. Their devices stay. Revoking it again has no effect.
#[utoipa::path(delete, path = "/api/rmm/enrolments", operation_id = "rmm.enrolments.delete", tag = "Enrolments",
    params(EnrolmentTarget),
    security(("api_key" = [Scope::EnrolmentsWrite])), responses((status = 204)))]
async fn revoke(
    app: App,
    write: Write,
    Query(target): Query<EnrolmentTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let now = app.clock.now();
    let change = write.begin().await?;
    let row = lock_enrolment().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let old = to_wire(row, now);
    if_match.check(&old)?;
    if old.revoked_at.is_some() {
        return change.deleted(Entry::deleted_again(&old)).await;
    }
    let new = to_wire(revoke_enrolment().bind(&*change, &now, &target.id.0).one().await?, now);
    change.deleted(Entry::retired(&old, &new)).await
}

/// The enrolment whose token an agent presents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enrolled {
    pub tenant: TenantId,
    pub enrolment: EnrolmentId,
    pub organization: OrganizationId,
}

/// Looks up a token; `None` if it is not valid at present. A text that is not a token is refused without a lookup.
pub async fn check(app: &App, token: &str) -> Result<Option<Enrolled>, Problem> {
    let Some(presented) = Presented::parse_enrolment(token) else { return Ok(None) };
    let system = app.db.system_for_key(presented.routing(), Reason::CredentialLookup).await?;
    let Some(row) = enrolment_by_prefix().bind(&*system, &presented.prefix).opt().await? else {
        let elsewhere = Elsewhere::by_routing(&system, presented.routing()).await?;
        return elsewhere.map_or(Ok(None), |elsewhere| Err(Problem::misdirected(elsewhere)));
    };
    let known: bool = row.token_hash.ct_eq(&presented.secret_hash()).into();
    let live = row.revoked_at.is_none() && row.expires_at.is_none_or(|end| end > app.clock.now());
    Ok((known && live).then_some(Enrolled {
        tenant: TenantId(row.tenant_id),
        enrolment: EnrolmentId(row.id),
        organization: OrganizationId(row.organization_id),
    }))
}

fn no_organization() -> Problem {
    Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
}

fn quota_exceeded() -> Problem {
    let detail = format!("A tenant can have at most {ENROLMENTS} enrolments that are not revoked.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

fn status(revoked_at: Option<Timestamp>, expires_at: Option<Timestamp>, now: Timestamp) -> EnrolmentStatus {
    match expires_at {
        _ if revoked_at.is_some() => EnrolmentStatus::Revoked,
        Some(end) if end <= now => EnrolmentStatus::Expired,
        _ => EnrolmentStatus::Active,
    }
}

fn to_wire(row: sql::Enrolment, now: Timestamp) -> Enrolment {
    Enrolment {
        id: EnrolmentId(row.id),
        organization_id: OrganizationId(row.organization_id),
        name: row.name,
        status: status(row.revoked_at, row.expires_at, now),
        url: None,
        token: None,
        token_prefix: row.token_prefix,
        token_last4: row.token_last4,
        max_devices: row.max_devices,
        devices: row.devices,
        expires_at: row.expires_at,
        revoked_at: row.revoked_at,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
