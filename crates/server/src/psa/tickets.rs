//! `/api/psa/tickets`: requests of customers and reports of monitoring.
//!
//! A change is one transaction: fields, status and a comment together, or not at all. Without `If-Match`, it changes
//! only the given fields, on the current ticket. Repeated reports are collected on one ticket.

mod alert;
mod alteration;
mod apply;
mod assignment;
mod bulk;
mod children;
mod clocks;
mod comments;
pub mod deadlines;
mod devices;
mod due;
mod export;
mod fields;
mod history;
mod lifecycle;
mod links;
mod list;
mod locked;
mod merges;
pub mod of_contact;
mod people;
mod place;
mod tasks;
mod terms;
pub mod watchers;

pub use alert::handle as handle_alert;
pub use comments::redaction;
pub use due::{close_due, wake_due};
pub use list::count;
pub use place::only_organization;

use super::levels::{KnownLevels, Levels, Measured};
use alteration::plan;
use api::{
    Actor, ContactId, DeviceId, OrganizationId, Scope, TicketId, UserId,
    ids::TeamId,
    organizations::ExternalRef,
    tickets::{
        Dedup, DeduplicatedTicket, NewTicket, Requester, Resolution, Ticket, TicketChange, TicketCounts,
        TicketPriority, TicketSource, TicketStatus, TicketTarget, TicketType,
    },
    time_entries::TicketTime,
};
use clocks::{Clocks, Promise};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{Tenant, Tx},
    http::{Answer, Changed, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
};
use place::{Placed, place};
use queries::queries::psa::tickets::{TicketRow, get_ticket};
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create, list::read, update))
        .merge(apply::routes())
        .merge(bulk::routes())
        .merge(comments::routes())
        .merge(history::routes())
        .merge(links::routes())
        .merge(merges::routes())
        .merge(tasks::routes())
        .merge(watchers::routes())
}

/// Create a ticket
///
/// Only `subject` is required, and `organization_id` if the tenant has several organizations. If an unresolved ticket
/// with the same `dedup_key` exists, no second ticket is created: a comment is added to that ticket and its count is
/// incremented (200, `deduplicated`), or with `dedup_action: resolve` it is resolved.
#[utoipa::path(post, path = "/api/psa/tickets", operation_id = "psa.tickets.create", tag = "Tickets",
    extensions(("x-problems" = json!([
        api::ProblemCode::ExternalRefTaken, api::ProblemCode::EmailTaken, api::ProblemCode::NothingToResolve,
        api::ProblemCode::DedupKeyTaken
    ]))),
    security(("api_key" = [Scope::TicketsWrite])),
    responses((status = 201, body = Ticket), (status = 200, body = DeduplicatedTicket)))]
async fn create(app: App, write: Write, Json(new): Json<NewTicket>) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    assignment::lock(&change, new.team_id).await?;
    match place(&app, &mut change, new).await? {
        Placed::New(ticket) => Ok(change.created(*ticket).await?.into()),
        Placed::Repeated { before, after } => {
            let mut body = change.record(Entry::changed(&*before, &*after))?;
            body["deduplicated"] = json!(true);
            change.answered(Answer::ok(&body)?.with_version_of(&*after)).await
        }
    }
}

/// Change a ticket
///
/// Fields that are absent are not changed; `null` clears a field. A `status` and a `comment` can be sent in the same
/// request. A ticket with unresolved children is resolved, closed or canceled only with `"children": "resolve"`, together with
/// them; otherwise the request returns 409 `children_open`.
#[utoipa::path(patch, path = "/api/psa/tickets", operation_id = "psa.tickets.update", tag = "Tickets",
    params(TicketTarget),
    extensions(("x-problems" = json!([
        api::ProblemCode::ExternalRefTaken, api::ProblemCode::EmailTaken, api::ProblemCode::TicketFinal,
        api::ProblemCode::ChildrenOpen, api::ProblemCode::TransitionNotAllowed, api::ProblemCode::DedupKeyTaken
    ]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = Ticket)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<TicketTarget>,
    if_match: IfMatch,
    Json(wanted): Json<TicketChange>,
) -> Result<Changed<Ticket>, Problem> {
    let mut change = write.begin().await?;
    assignment::lock(&change, wanted.team_id.flatten()).await?;
    let (ticket, open) = children::lock_family(&change, target.id, &wanted).await?;
    let level = app.state.get::<KnownLevels>().get(&*change, change.tenant(), ticket.row.sla_version).await?;
    if_match.check(&to_wire(ticket.row.clone(), app.clock.now(), &Levels::from(&level)))?;
    let open = children::check(&ticket.row, open, &wanted)?;
    let altered = plan(&app, &mut change, ticket, wanted, "/comment").await?;
    if !open.is_empty() {
        let altered = altered.store(&mut change).await?;
        children::follow(&app, &mut change, open, &altered.after).await?;
        return change.changed(&altered.before, altered.after).await;
    }
    let (altered, unstored) = altered.store_last(&mut change).await?;
    change.changed_by(&altered.before, altered.after, async |tx: &Tx, _: &Ticket| unstored.store(tx).await).await
}

/// Distinguishes a ticket without comments, tasks or other members from one that does not exist.
async fn check_exists(db: &Tenant, id: TicketId) -> Result<(), Problem> {
    get_ticket().bind(db, &id.0).opt().await?.map(drop).ok_or_else(Problem::not_found)
}

fn measured(row: &TicketRow) -> Measured {
    Measured {
        priority: TicketPriority::named(&row.priority).unwrap_or(TicketPriority::P3),
        kind: TicketType::named(&row.r#type).unwrap_or(TicketType::Incident),
    }
}

/// `levels` contains the version by which the row is measured.
fn to_wire(row: TicketRow, now: Timestamp, levels: &Levels) -> Ticket {
    let status = TicketStatus::named(&row.status).unwrap_or(TicketStatus::New);
    let of = measured(&row);
    let level = levels.get(row.sla_version);
    let sla = level.and_then(|level| Clocks::of(&row).read(now, Promise { level, of }));
    let dedup = row.dedup_key.zip(row.dedup_count).zip(row.dedup_first_at.zip(row.dedup_last_at));
    Ticket {
        id: TicketId(row.id),
        number: row.number,
        subject: row.subject,
        description: row.description,
        kind: of.kind,
        status,
        priority: of.priority,
        source: TicketSource::named(&row.source).unwrap_or(TicketSource::Api),
        organization_id: row.organization_id.map(OrganizationId),
        requester: row.requester_name.map(|name| Requester {
            id: row.requester_id.map(ContactId),
            name,
            email: row.requester_email,
        }),
        assignee_id: row.assignee_id.map(UserId),
        team_id: row.team_id.map(TeamId),
        tags: row.tags,
        device_ids: row.device_ids.into_iter().map(DeviceId).collect(),
        custom_fields: row.custom_fields.into(),
        external_ref: row.external_system.zip(row.external_id).map(|(system, id)| ExternalRef { system, id }),
        dedup: dedup.map(|((key, count), (first_at, last_at))| Dedup {
            key,
            count,
            first_reported_at: first_at,
            last_reported_at: last_at,
        }),
        resolution: row.resolution_code.map(|code| Resolution { code, notes: row.resolution_notes }),
        scheduled_at: row.scheduled_at,
        sla,
        allowed_transitions: lifecycle::allowed(status),
        parent_id: row.parent_id.map(TicketId),
        merged_into_id: row.merged_into_id.map(TicketId),
        merged_from_ids: row.merged_from_ids.into_iter().map(TicketId).collect(),
        counts: TicketCounts { comments: row.comments },
        time: TicketTime { total_seconds: row.worked_seconds, billable_seconds: row.billable_seconds },
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        resolved_at: row.resolved_at,
        closed_at: row.closed_at,
        version: row.version,
    }
}
