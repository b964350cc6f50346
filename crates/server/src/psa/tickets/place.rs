//! A report creates a ticket, or repeats one that is not resolved yet.

use super::{
    alteration::{Altered, alter},
    assignment,
    clocks::{ClockEvent, Clocks, Promise},
    comments::add_comment,
    devices,
    locked::Locked,
    people, to_wire,
};
use crate::psa::levels::{KnownLevels, Level, Levels, Measured};
use api::{
    OrganizationId, ProblemCode, TicketId,
    organizations::ExternalRef,
    problem::FaultCode,
    ticket_comments::{CommentVisibility, NewComment},
    tickets::{
        Dedup, DedupAction, NewTicket, Resolution, Ticket, TicketChange, TicketPriority, TicketSource, TicketStatus,
        TicketType,
    },
};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::OnConstraint,
    http::{Change, Entry, Problem},
};
use queries::{
    client::Params,
    queries::psa::tickets::{
        CreateTicketParams, TicketRow, count_repetition, create_ticket, lock_dedup_key, lock_unresolved_ticket_of_key,
        only_organizations, release_dedup_key, ticket_with_external_ref, unresolved_ticket_of_key,
    },
};
use serde_json::Value;
use uuid::Uuid;

pub enum Placed {
    New(Box<Ticket>),
    /// It was reported before.
    Repeated {
        before: Box<Ticket>,
        after: Box<Ticket>,
    },
}

/// The beginning of the keys of alerts. A caller could otherwise have alerts of a customer written into a ticket of
/// another one.
const ALERT_KEYS: &str = "tenant-control:";

/// Places a report of a caller.
pub async fn place(app: &App, change: &mut Change, new: NewTicket) -> Result<Placed, Problem> {
    let Some(key) = new.dedup_key.clone() else {
        if new.dedup_action.is_some() {
            return Err(Problem::fault("/dedup_key", FaultCode::Required, "is required with dedup_action"));
        }
        return Ok(Placed::New(Box::new(create(app, change, new).await?)));
    };
    if key.starts_with(ALERT_KEYS) {
        let detail = format!("must not begin with {ALERT_KEYS}, which is reserved for alerts");
        return Err(Problem::fault("/dedup_key", FaultCode::Invalid, detail));
    }
    let known = known(change, &key).await?;
    place_beside(app, change, known, new).await
}

/// Places an alert of another family, whose key is unique within the tenant.
pub async fn place_alert(app: &App, change: &mut Change, key: &str, new: NewTicket) -> Result<Placed, Problem> {
    let key = format!("{ALERT_KEYS}{key}");
    let mut known = known(change, &key).await?;
    // Somebody has moved the ticket to another customer, who must not read about this one.
    if let Some(moved) = known.take_if(|known| known.organization_id != new.organization_id.map(|id| id.0)) {
        release(app, change, moved).await?;
    }
    place_beside(app, change, known, NewTicket { dedup_key: Some(key), ..new }).await
}

/// The unresolved ticket with this key.
async fn known(change: &Change, key: &str) -> Result<Option<TicketRow>, Problem> {
    if let Some(known) = lock_unresolved_ticket_of_key().bind(&**change, &key).opt().await? {
        return Ok(Some(known));
    }
    // A request that waits here for the creation of the first ticket sees it afterwards.
    lock_dedup_key().bind(&**change, &key).one().await?;
    Ok(lock_unresolved_ticket_of_key().bind(&**change, &key).opt().await?)
}

/// `known` is the unresolved ticket with the key of the report.
async fn place_beside(
    app: &App,
    change: &mut Change,
    known: Option<TicketRow>,
    new: NewTicket,
) -> Result<Placed, Problem> {
    match (known, new.dedup_action.unwrap_or(DedupAction::Append)) {
        (Some(known), DedupAction::Append) => repeat(app, change, known, new).await,
        (Some(known), DedupAction::Resolve) => resolve(app, change, known).await,
        (None, DedupAction::Append) => Ok(Placed::New(Box::new(create(app, change, new).await?))),
        (None, DedupAction::Resolve) => {
            Err(Problem::new(ProblemCode::NothingToResolve, "There is no unresolved ticket with this dedup_key."))
        }
    }
}

async fn create(app: &App, change: &mut Change, new: NewTicket) -> Result<Ticket, Problem> {
    let organization = named_or_only(change, new.organization_id).await?;
    create_in(app, change, organization, new).await
}

/// Creates a ticket of this organization, whichever the request names.
pub async fn create_in(
    app: &App,
    change: &mut Change,
    organization: Option<OrganizationId>,
    mut new: NewTicket,
) -> Result<Ticket, Problem> {
    let (id, now, (created_by_kind, created_by_id)) = (app.clock.id(), app.clock.now(), change.actor());
    let level = app.state.get::<KnownLevels>().at(&**change, change.tenant(), organization, now).await?;
    devices::check(change, organization, &new.device_ids).await?;
    let requester = people::requester(app, change, organization, new.requester.take()).await?;
    let Start { of, status, clocks } = start(&new, &level, now)?;
    let assignee = assignment::of_new(change, id, &new).await?;
    let params = CreateTicketParams {
        id,
        subject: new.subject.as_str(),
        description: new.description.as_deref(),
        r#type: of.kind.name(),
        status: status.name(),
        priority: of.priority.name(),
        source: new.source.unwrap_or(TicketSource::Api).name(),
        organization_id: organization.map(|id| id.0),
        requester_id: requester.map(|id| id.0),
        assignee_id: assignee.map(|id| id.0),
        team_id: new.team_id.map(|id| id.0),
        tags: new.tags.iter().map(|tag| tag.0.as_str()).collect::<Vec<_>>(),
        device_ids: new.device_ids.iter().map(|id| id.0).collect::<Vec<_>>(),
        custom_fields: Value::from(new.custom_fields),
        external_system: new.external_ref.as_ref().map(|e| e.system.as_str()),
        external_id: new.external_ref.as_ref().map(|e| e.id.as_str()),
        dedup_count: new.dedup_key.as_ref().map(|_| 1),
        dedup_first_at: new.dedup_key.as_ref().map(|_| now),
        dedup_key: new.dedup_key.as_deref(),
        created_by_kind,
        created_by_id,
        now,
        scheduled_at: new.scheduled_at,
        sla_version: clocks.sla_version,
        sla_policy_id: clocks.sla_policy.map(|id| id.0),
        sla_check_at: clocks.check_at,
        response_elapsed_seconds: clocks.response.watch.elapsed_seconds,
        response_counted_until: clocks.response.watch.counted_until,
        response_running: clocks.response.watch.running,
        response_stopped_at: clocks.response.watch.stopped_at,
        response_at_risk_at: clocks.response.at_risk_at,
        response_breached_at: clocks.response.watch.breached_at,
        response_due_at: clocks.response.due_at,
        response_used_up_at: clocks.response.used_up_at,
        resolution_elapsed_seconds: clocks.resolution.watch.elapsed_seconds,
        resolution_counted_until: clocks.resolution.watch.counted_until,
        resolution_running: clocks.resolution.watch.running,
        resolution_stopped_at: clocks.resolution.watch.stopped_at,
        resolution_at_risk_at: clocks.resolution.at_risk_at,
        resolution_breached_at: clocks.resolution.watch.breached_at,
        resolution_due_at: clocks.resolution.due_at,
        resolution_used_up_at: clocks.resolution.used_up_at,
    };
    let row = create_ticket().params(&**change, &params).one().await;
    Ok(to_wire(conflicts(row, new.external_ref.as_ref(), None)?, now, &Levels::from(&level)))
}

/// How the life of a ticket starts.
struct Start {
    of: Measured,
    status: TicketStatus,
    clocks: Clocks,
}

fn start(new: &NewTicket, level: &Level, now: Timestamp) -> Result<Start, Problem> {
    let of = Measured {
        priority: new.priority.unwrap_or(TicketPriority::P3),
        kind: new.kind.unwrap_or(TicketType::Incident),
    };
    let status = match new.scheduled_at {
        Some(at) if at <= now => {
            return Err(Problem::fault("/scheduled_at", FaultCode::Invalid, "must be in the future"));
        }
        Some(_) => TicketStatus::Scheduled,
        None => TicketStatus::New,
    };
    let promise = Promise { level, of };
    let clocks = Clocks::start(now, promise).follow(now, promise, ClockEvent { status, answered: false });
    Ok(Start { of, status, clocks })
}

/// Increments the ticket's count, and adds the report as a comment.
async fn repeat(app: &App, change: &mut Change, known: TicketRow, new: NewTicket) -> Result<Placed, Problem> {
    let now = app.clock.now();
    let row = count_repetition().bind(&**change, &now, &known.id).one().await?;
    let body = match new.description {
        Some(description) => format!("{}\n\n{description}", new.subject),
        None => new.subject,
    };
    let comment = NewComment { body, visibility: Some(CommentVisibility::Internal), author: None };
    let levels = Levels::from(&app.state.get::<KnownLevels>().get(&**change, change.tenant(), row.sla_version).await?);
    let (before, after) = (to_wire(known, now, &levels), to_wire(row, now, &levels));
    add_comment(app, change, &after, comment, None).await?;
    Ok(Placed::Repeated { before: Box::new(before), after: Box::new(after) })
}

/// Removes the key of a ticket, so that another ticket can have it.
async fn release(app: &App, change: &mut Change, known: TicketRow) -> Result<(), Problem> {
    let now = app.clock.now();
    let row = release_dedup_key().bind(&**change, &now, &known.id).one().await?;
    let levels = Levels::from(&app.state.get::<KnownLevels>().get(&**change, change.tenant(), row.sla_version).await?);
    let (before, after) = (to_wire(known, now, &levels), to_wire(row, now, &levels));
    change.record(Entry::changed(&before, &after)).map(drop)
}

async fn resolve(app: &App, change: &mut Change, known: TicketRow) -> Result<Placed, Problem> {
    let wanted = TicketChange {
        status: Some(TicketStatus::Resolved),
        resolution: Some(Some(Resolution { code: "recovered".to_owned(), notes: None })),
        ..TicketChange::default()
    };
    let known = Locked::of(change, known).await?;
    let Altered { before, after, .. } = alter(app, change, known, wanted).await?;
    Ok(Placed::Repeated { before: Box::new(before), after: Box::new(after) })
}

async fn named_or_only(change: &Change, named: Option<OrganizationId>) -> Result<Option<OrganizationId>, Problem> {
    match named {
        Some(id) => Ok(Some(id)),
        None => only_organization(change).await,
    }
}

/// The tenant's customer, if it has only one. If it has several, the request must name one.
pub async fn only_organization(change: &Change) -> Result<Option<OrganizationId>, Problem> {
    let some: Vec<Uuid> = only_organizations().bind(&**change).all().await?;
    match some[..] {
        [] => Ok(None),
        [only] => Ok(Some(OrganizationId(only))),
        _ => {
            let detail = "is required because the tenant has several organizations";
            Err(Problem::fault("/organization_id", FaultCode::Required, detail))
        }
    }
}

/// Converts violated constraints of the table to problems.
pub fn conflicts(
    row: Result<TicketRow, tokio_postgres::Error>,
    external: Option<&ExternalRef>,
    dedup: Option<&Dedup>,
) -> Result<TicketRow, Problem> {
    let row: Result<TicketRow, Problem> = row.on_constraint(&[
        ("tickets_external_ref_is_unique", || {
            Problem::new(ProblemCode::ExternalRefTaken, "Another ticket of the tenant already has this external_ref.")
        }),
        ("tickets_organization_exists", || {
            Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
        }),
        ("tickets_assignee_exists", || Problem::fault("/assignee_id", FaultCode::NotFound, "there is no such user")),
        ("tickets_team_exists", || Problem::fault("/team_id", FaultCode::NotFound, "there is no such team")),
        ("tickets_dedup_key_is_unique", || {
            Problem::new(ProblemCode::DedupKeyTaken, "Another unresolved ticket has the same dedup_key.")
        }),
    ]);
    row.map_err(|problem| {
        let (external, dedup) = (external.cloned(), dedup.cloned());
        problem
            .looking_up::<Ticket, _, _>(ProblemCode::ExternalRefTaken, move |db| async move {
                let Some(ExternalRef { system, id }) = external else { return Ok(None) };
                ticket_with_external_ref().bind(&db, &system, &id).opt().await.map(|id| id.map(TicketId))
            })
            .looking_up::<Ticket, _, _>(ProblemCode::DedupKeyTaken, move |db| async move {
                let Some(Dedup { key, .. }) = dedup else { return Ok(None) };
                unresolved_ticket_of_key().bind(&db, &key).opt().await.map(|id| id.map(TicketId))
            })
    })
}
