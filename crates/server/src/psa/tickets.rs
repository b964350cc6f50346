//! `/api/psa/tickets`: requests of customers and reports of monitoring.
//!
//! A change is one transaction: fields, status and a comment together, or not at all. Without `If-Match`, it changes
//! only the given fields, on the current ticket. Repeated reports are collected on one ticket.

mod alert;
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
use api::{
    Actor, ContactId, DeviceId, EventKind, OrganizationId, Scope, TicketId, UserId,
    ids::TeamId,
    organizations::ExternalRef,
    ticket_comments::{Comment, CommentVisibility, NewComment},
    tickets::{
        Dedup, DeduplicatedTicket, NewTicket, Requester, Resolution, Ticket, TicketChange, TicketCounts,
        TicketPriority, TicketSource, TicketStatus, TicketTarget, TicketType,
    },
    time_entries::TicketTime,
};
use clocks::{ClockEvent, Clocks, Promise};
use comments::{AddedComment, insert_some};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    db::Tenant,
    http::{Answer, Change, Changed, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
};
use locked::Locked;
use people::StoredRequester;
use place::{Placed, conflicts, place};
use queries::{
    client::Params,
    queries::psa::tickets::{
        TicketRow, UpdateTicketParams, get_ticket, move_comments, move_time_entries, update_ticket,
    },
};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};

/// How long a resolved ticket may be reopened.
const REOPENABLE: SignedDuration = SignedDuration::from_hours(24 * 5);

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
    let altered = alter(&app, &mut change, ticket, wanted).await?;
    children::follow(&app, &mut change, open, &altered.after).await?;
    change.changed(&altered.before, altered.after).await
}

/// A ticket before and after a change, and the comment of the change.
struct Altered {
    before: Ticket,
    after: Ticket,
    comment: Option<Comment>,
}

/// The computed part of a change, in addition to the copied fields.
struct Next {
    status: TicketStatus,
    priority: TicketPriority,
    requester: StoredRequester,
    resolution: Option<Resolution>,
    resolved_at: Option<Timestamp>,
    scheduled_at: Option<Timestamp>,
    clocks: Clocks,
    new_comments: i32,
}

/// Changes a locked ticket, and emits the events in addition to that of the change itself.
async fn alter(app: &App, change: &mut Change, ticket: Locked, wanted: TicketChange) -> Result<Altered, Problem> {
    alter_with(app, change, ticket, wanted, "/comment").await
}

/// `comment_at` is where the request has the comment.
async fn alter_with(
    app: &App,
    change: &mut Change,
    ticket: Locked,
    mut wanted: TicketChange,
    comment_at: &str,
) -> Result<Altered, Problem> {
    let (now, levels) = (app.clock.now(), app.state.get::<KnownLevels>());
    let level = levels.get(&**change, change.tenant(), ticket.row.sla_version).await?;
    let before = to_wire(ticket.row.clone(), now, &Levels::from(&level));
    lifecycle::refuse_final(before.status)?;
    let mut comment = wanted.comment.take();
    let author = author(app, change, &before, &wanted, comment.as_mut(), comment_at).await?;
    let reopened = match author {
        Some(_) => terms::reopened(app, change, &before, now).await?,
        None => None,
    };
    let status = wanted.status.or(reopened).unwrap_or(before.status);
    let measured =
        Measured { priority: wanted.priority.unwrap_or(before.priority), kind: wanted.kind.unwrap_or(before.kind) };
    let resolution = wanted.resolution.take().unwrap_or(before.resolution.clone());
    lifecycle::check(before.status, status, resolution.is_some())?;
    let scheduled_at = lifecycle::scheduled_at(&before, status, wanted.scheduled_at, now)?;
    devices::check_change(change, &before, &wanted).await?;
    assignment::changed(change, &before, status, &mut wanted).await?;
    let requester = people::changed_requester(app, change, &before, &mut wanted).await?;
    let counted = Clocks::of(&ticket.row);
    let organization = wanted.organization_id.unwrap_or(before.organization_id);
    let (terms, promised) = terms::since(app, change, &before, (&ticket, &level), (organization, status), now).await?;
    let old = Promise {
        level: terms.last().unwrap_or(&level),
        of: Measured { priority: before.priority, kind: before.kind },
    };
    let new = Promise { level: &promised, of: measured };
    let answered = author.is_none() && comment.as_ref().is_some_and(answers);
    let event = ClockEvent { status, answered };
    let clocks = counted.under(&level, &terms, old.of).retarget(now, old, new).follow(now, new, event);
    let resolved_at = resolved_at(&before, status, now);
    let new_comments = i32::from(comment.is_some());
    let priority = measured.priority;
    let next = Next { status, priority, requester, resolution, resolved_at, scheduled_at, clocks, new_comments };
    let comment = comment.map(|comment| AddedComment { ticket: before.id, organization, comment, author });
    let (updated, added) =
        futures::join!(store(change, &before, wanted, &next, now), insert_some(app, change, comment.as_ref()));
    // If the ticket cannot be stored, the comment fails with it.
    let (updated, comment) = (updated?, added?);
    let after = to_wire(updated, now, &Levels::from(&promised));
    if after.organization_id != before.organization_id {
        move_members(change, &after).await?;
    }
    if let Some(comment) = &comment {
        comments::emit(change, &after, comment);
    }
    if status == TicketStatus::Resolved && before.status != status {
        change.emit(EventKind::TicketResolved, &after, json!({"object": after}));
    }
    deadlines::report(change, &after, clocks.passed_since(&counted));
    Ok(Altered { before, after, comment })
}

/// Comments and time entries belong to the organization of their ticket.
async fn move_members(change: &Change, ticket: &Ticket) -> Result<(), Problem> {
    let organization = ticket.organization_id.map(|id| id.0);
    move_comments().bind(&**change, &organization, &ticket.id.0).all().await?;
    move_time_entries().bind(&**change, &organization, &ticket.id.0).all().await?;
    Ok(())
}

/// The contact who wrote the comment of a change, if a contact did.
async fn author(
    app: &App,
    change: &mut Change,
    before: &Ticket,
    wanted: &TicketChange,
    comment: Option<&mut NewComment>,
    comment_at: &str,
) -> Result<Option<ContactId>, Problem> {
    let organization = wanted.organization_id.unwrap_or(before.organization_id);
    match comment {
        Some(comment) => people::author(app, change, organization, comment, comment_at).await,
        None => Ok(None),
    }
}

fn resolved_at(before: &Ticket, status: TicketStatus, now: Timestamp) -> Option<Timestamp> {
    match status {
        TicketStatus::Resolved => before.resolved_at.or(Some(now)),
        TicketStatus::Closed => before.resolved_at,
        _ => None,
    }
}

/// Absent fields are not changed.
async fn store(
    change: &Change,
    before: &Ticket,
    wanted: TicketChange,
    next: &Next,
    now: Timestamp,
) -> Result<TicketRow, Problem> {
    let current = before.clone();
    let Next { status, resolved_at, clocks, .. } = *next;
    let (response, resolution) = (clocks.response, clocks.resolution);
    let external = wanted.external_ref.unwrap_or(current.external_ref);
    let custom_fields = fields::changed(current.custom_fields, wanted.custom_fields)?;
    let row = UpdateTicketParams {
        subject: wanted.subject.unwrap_or(current.subject),
        description: wanted.description.unwrap_or(current.description),
        r#type: wanted.kind.unwrap_or(current.kind).name(),
        status: status.name(),
        priority: next.priority.name(),
        organization_id: wanted.organization_id.unwrap_or(current.organization_id).map(|id| id.0),
        requester_id: next.requester.contact,
        requester_name: next.requester.name.as_deref(),
        requester_email: next.requester.email.as_deref(),
        assignee_id: wanted.assignee_id.unwrap_or(current.assignee_id).map(|id| id.0),
        team_id: wanted.team_id.unwrap_or(current.team_id).map(|id| id.0),
        tags: wanted.tags.map_or(current.tags, |tags| tags.into_iter().map(|tag| tag.0).collect()),
        device_ids: wanted.device_ids.unwrap_or(current.device_ids).iter().map(|id| id.0).collect::<Vec<_>>(),
        custom_fields: Value::Object(custom_fields),
        external_system: external.as_ref().map(|e| e.system.as_str()),
        external_id: external.as_ref().map(|e| e.id.as_str()),
        resolution_code: next.resolution.as_ref().map(|r| r.code.as_str()),
        resolution_notes: next.resolution.as_ref().and_then(|r| r.notes.as_deref()),
        resolved_at,
        closed_at: (status == TicketStatus::Closed).then_some(now),
        closes_at: (status == TicketStatus::Resolved).then(|| resolved_at.unwrap_or(now) + REOPENABLE),
        scheduled_at: next.scheduled_at,
        new_comments: next.new_comments,
        sla_version: clocks.sla_version,
        sla_policy_id: clocks.sla_policy.map(|id| id.0),
        sla_check_at: clocks.check_at,
        response_elapsed_seconds: response.watch.elapsed_seconds,
        response_counted_until: response.watch.counted_until,
        response_running: response.watch.running,
        response_stopped_at: response.watch.stopped_at,
        response_at_risk_at: response.at_risk_at,
        response_breached_at: response.watch.breached_at,
        response_due_at: response.due_at,
        response_used_up_at: response.used_up_at,
        resolution_elapsed_seconds: resolution.watch.elapsed_seconds,
        resolution_counted_until: resolution.watch.counted_until,
        resolution_running: resolution.watch.running,
        resolution_stopped_at: resolution.watch.stopped_at,
        resolution_at_risk_at: resolution.at_risk_at,
        resolution_breached_at: resolution.watch.breached_at,
        resolution_due_at: resolution.due_at,
        resolution_used_up_at: resolution.used_up_at,
        now,
        id: before.id.0,
    };
    conflicts(update_ticket().params(&**change, &row).one().await, external.as_ref(), before.dedup.as_ref())
}

/// A public comment counts as a response to the customer, unless its author is a contact.
fn answers(comment: &NewComment) -> bool {
    comment.visibility.unwrap_or(CommentVisibility::Public) == CommentVisibility::Public
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
