//! `/api/psa/tickets/merges`: a ticket is merged into another one, and the merge can be undone for an hour.
//!
//! Both tickets are locked, in the order of their ids, so that nothing is added to the source while its comments, time
//! entries, attachments, tasks and watchers move. Each of these remembers the merges that moved it: undoing a merge moves back what came with
//! it and is still there.

use super::{
    alteration::{self, Next},
    check_exists,
    clocks::{ClockEvent, Clocks, Promise},
    deadlines, lifecycle,
    locked::Locked,
    measured,
    people::StoredRequester,
    terms, to_wire as ticket_to_wire,
};
use crate::psa::levels::{KnownLevels, Levels};
use api::{
    Actor, EventKind, ProblemCode, Scope, TicketId, TicketMergeId,
    problem::FaultCode,
    ticket_merges::{
        MergedCounts, NewTicketMerge, TicketMerge, TicketMergeOrPage, TicketMergeQuery, TicketMergeTarget,
        TicketMergeUndo,
    },
    tickets::{Ticket, TicketStatus},
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    http::{
        Caller, Change, Changed, Created, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
    },
};
use queries::{
    client::{GenericClient, Params},
    queries::psa::{
        ticket_merges::{
            CreateMergeParams, MergeRow, MoveBackParams, MoveToTargetParams, UndoMergeParams, create_merge, get_merge,
            merges_of_ticket, move_back, move_to_target, undo_merge,
        },
        tickets::{TicketRow, change_target, lock_tickets},
    },
};
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// How long a merge can be undone.
const UNDO: SignedDuration = SignedDuration::from_hours(1);

/// Tickets that are merged into one.
const MOST: usize = 1_000;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read)).routes(routes!(undo))
}

/// Merge a ticket into another one
///
/// The comments, time entries, attachments, tasks and watchers of the source move to the target. The source gets the status
/// `merged` and `merged_into_id`; its SLA clocks stop. The merge can be undone for an hour.
#[utoipa::path(post, path = "/api/psa/tickets/merges", operation_id = "psa.tickets.merges.create", tag = "Tickets",
    extensions(("x-problems" = json!([ProblemCode::QuotaExceeded, ProblemCode::TicketFinal]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = TicketMerge)))]
async fn create(app: App, write: Write, Json(new): Json<NewTicketMerge>) -> Result<Created<TicketMerge>, Problem> {
    if new.source_id == new.target_id {
        return Err(Problem::fault("/target_id", FaultCode::Invalid, "is the source itself"));
    }
    let mut change = write.begin().await?;
    let (source, target) = lock_both(&change, new.source_id, new.target_id).await?;
    let missing = |pointer| move || Problem::fault(pointer, FaultCode::NotFound, "there is no such ticket");
    let source = source.ok_or_else(missing("/source_id"))?;
    let target = target.ok_or_else(missing("/target_id"))?;
    check(&source, &target)?;
    let (id, now) = (app.clock.id(), app.clock.now());
    let params = MoveToTargetParams {
        target_id: target.id,
        organization_id: target.organization_id,
        merge_id: id,
        source_id: source.id,
    };
    let moved = move_to_target().params(&*change, &params).one().await?;
    let (created_by_kind, created_by_id) = change.actor();
    let params = CreateMergeParams {
        id,
        source_id: source.id,
        target_id: target.id,
        note: new.note.as_deref(),
        former_status: source.status.as_str(),
        former_scheduled_at: source.scheduled_at,
        moved_comments: moved.comments,
        moved_time_entries: moved.time_entries,
        moved_attachments: moved.attachments,
        moved_tasks: moved.tasks,
        moved_watchers: moved.watchers,
        created_by_kind,
        created_by_id,
        now,
        undo_until: now + UNDO,
    };
    let merge = to_wire(create_merge().params(&*change, &params).one().await?);
    let comments = i32::try_from(moved.comments).map_err(Problem::internal)?;
    let merged_from_ids = target.merged_from_ids.iter().copied().chain([source.id]).collect();
    let to = SourceStatus { status: TicketStatus::Merged, scheduled_at: None, new_comments: -comments };
    let source = set_source(&app, &mut change, source, to).await?;
    let target = set_target(&app, &mut change, target, comments, merged_from_ids).await?;
    let data = json!({"object": source, "target": target, "merge": merge});
    change.emit(EventKind::TicketMerged, &source, data);
    change.created(merge).await
}

/// List the merges of a ticket, or read one
///
/// Returns the merge with this `id`, or all merges of the ticket `ticket_id`, newest first.
#[utoipa::path(get, path = "/api/psa/tickets/merges", operation_id = "psa.tickets.merges.list", tag = "Tickets",
    params(TicketMergeQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = TicketMergeOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<TicketMergeQuery>,
    paging: Paging,
) -> Result<Found<TicketMerge>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        return Ok(Found::One(to_wire(one(&db, id).await?)));
    }
    let ticket = query.ticket_id.ok_or_else(|| Problem::missing_parameter("ticket_id"))?;
    let rows = merges_of_ticket().bind(&db, &ticket.0, &paging.before()?, &paging.rows()).all().await?;
    if rows.is_empty() {
        check_exists(&db, ticket).await?;
    }
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Undo a merge
///
/// The source gets its former status. Everything that came with the merge moves back; comments and other objects that were
/// added to the target later stay there. After an hour, or if the target was itself merged into another ticket, the
/// request returns 409 `merge_final`.
#[utoipa::path(post, path = "/api/psa/tickets/merges/undo", operation_id = "psa.tickets.merges.undo", tag = "Tickets",
    params(TicketMergeTarget),
    extensions(("x-problems" = json!([ProblemCode::MergeFinal, ProblemCode::DedupKeyTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = TicketMerge)))]
async fn undo(
    app: App,
    write: Write,
    Query(wanted): Query<TicketMergeTarget>,
    if_match: IfMatch,
    Json(TicketMergeUndo {}): Json<TicketMergeUndo>,
) -> Result<Changed<TicketMerge>, Problem> {
    let mut change = write.begin().await?;
    let found = one(&*change, wanted.id).await?;
    let (source, target) = lock_both(&change, TicketId(found.source_id), TicketId(found.target_id)).await?;
    let (source, target) = source.zip(target).ok_or_else(Problem::not_found)?;
    // Another request may have undone it while the locks were awaited.
    let row = one(&*change, wanted.id).await?;
    let now = app.clock.now();
    let to = SourceStatus::former(&row);
    let refusal = refusal(&row, &target, now);
    let old = to_wire(row);
    if_match.check(&old)?;
    if let Some(detail) = refusal {
        return Err(Problem::new(ProblemCode::MergeFinal, detail));
    }
    let params = MoveBackParams {
        source_id: source.id,
        organization_id: source.organization_id,
        target_id: target.id,
        merge_id: old.id.0,
    };
    let moved = move_back().params(&*change, &params).one().await?;
    let (undone_by_kind, undone_by_id) = change.actor();
    let params = UndoMergeParams { undone_by_kind, undone_by_id, now, id: old.id.0 };
    let merge = to_wire(undo_merge().params(&*change, &params).one().await?);
    let comments = i32::try_from(moved.comments).map_err(Problem::internal)?;
    let merged_from_ids = target.merged_from_ids.iter().copied().filter(|id| *id != source.id).collect();
    let source = set_source(&app, &mut change, source, SourceStatus { new_comments: comments, ..to }).await?;
    let target = set_target(&app, &mut change, target, -comments, merged_from_ids).await?;
    let data = json!({"object": source, "target": target, "merge": merge});
    change.emit(EventKind::TicketUnmerged, &source, data);
    change.changed(&old, merge).await
}

async fn one<C: GenericClient>(db: &C, id: TicketMergeId) -> Result<MergeRow, Problem> {
    get_merge().bind(db, &id.0).opt().await?.ok_or_else(Problem::not_found)
}

/// The tickets that the caller sees. Whoever locks several tickets does so in the order of their ids.
async fn lock_both(
    change: &Change,
    source: TicketId,
    target: TicketId,
) -> Result<(Option<TicketRow>, Option<TicketRow>), Problem> {
    let ids = vec![source.0, target.0];
    let rows = lock_tickets().bind(&**change, &ids).all().await?;
    let find = |id: TicketId| rows.iter().find(|row| row.id == id.0).cloned();
    Ok((find(source), find(target)))
}

/// Stores the new status of the source, with its clocks, and records the change. The caller emits the event.
async fn set_source(app: &App, change: &mut Change, row: TicketRow, to: SourceStatus) -> Result<Ticket, Problem> {
    let (now, of, counted) = (app.clock.now(), measured(&row), Clocks::of(&row));
    let level = app.state.get::<KnownLevels>().get(&**change, change.tenant(), row.sla_version).await?;
    let ticket = Locked::of(change, row).await?;
    let before = ticket_to_wire(ticket.row.clone(), now, &Levels::from(&level));
    let organization = before.organization_id;
    let (terms, promised) =
        terms::since(app, change, &before, (&ticket, &level), (organization, to.status), now).await?;
    let old = Promise { level: terms.last().unwrap_or(&level), of };
    let new = Promise { level: &promised, of };
    let event = ClockEvent { status: to.status, answered: false };
    let clocks = counted.under(&level, &terms, of).retarget(now, old, new).follow(now, new, event);
    let next = Next {
        status: to.status,
        priority: of.priority,
        requester: before.requester.clone().map(StoredRequester::from).unwrap_or_default(),
        resolution: before.resolution.clone(),
        resolved_at: before.resolved_at,
        scheduled_at: to.scheduled_at,
        clocks,
        new_comments: to.new_comments,
        now,
    };
    let row = alteration::store(change, ticket.row, &before, &next).await?;
    let after = ticket_to_wire(row, now, &Levels::from(&promised));
    deadlines::report(change, &after, clocks.passed_since(&counted));
    change.record(Entry::changed(&before, &after).without_event())?;
    Ok(after)
}

async fn set_target(
    app: &App,
    change: &mut Change,
    row: TicketRow,
    comments: i32,
    merged_from_ids: Vec<Uuid>,
) -> Result<Ticket, Problem> {
    let now = app.clock.now();
    let level = app.state.get::<KnownLevels>().get(&**change, change.tenant(), row.sla_version).await?;
    let levels = Levels::from(&level);
    let changed = change_target().bind(&**change, &comments, &merged_from_ids, &now, &row.id).one().await?;
    let (before, after) = (ticket_to_wire(row, now, &levels), ticket_to_wire(changed, now, &levels));
    change.record(Entry::changed(&before, &after))?;
    Ok(after)
}

/// The status that the source gets, and the comments that it gains or loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SourceStatus {
    status: TicketStatus,
    scheduled_at: Option<Timestamp>,
    new_comments: i32,
}

impl SourceStatus {
    fn former(merge: &MergeRow) -> SourceStatus {
        let status = TicketStatus::named(&merge.former_status).unwrap_or(TicketStatus::Open);
        SourceStatus { status, scheduled_at: merge.former_scheduled_at, new_comments: 0 }
    }
}

fn check(source: &TicketRow, target: &TicketRow) -> Result<(), Problem> {
    for row in [source, target] {
        lifecycle::refuse_final(TicketStatus::named(&row.status).unwrap_or(TicketStatus::New))?;
    }
    if source.organization_id.is_some() && source.organization_id != target.organization_id {
        return Err(Problem::fault("/target_id", FaultCode::Invalid, "the ticket belongs to another organization"));
    }
    if target.merged_from_ids.len() >= MOST {
        let detail = format!("{MOST} tickets are merged into the target already.");
        return Err(Problem::new(ProblemCode::QuotaExceeded, detail));
    }
    Ok(())
}

/// The reason why a merge cannot be undone.
fn refusal(merge: &MergeRow, target: &TicketRow, now: Timestamp) -> Option<String> {
    if merge.undone_at.is_some() {
        return Some("The merge was undone already.".to_owned());
    }
    if now > merge.undo_until {
        return Some(format!("The merge could be undone until {}.", merge.undo_until));
    }
    let into = TicketId(target.merged_into_id?);
    Some(format!("The target was itself merged into {into} since. Undo that merge first."))
}

fn to_wire(row: MergeRow) -> TicketMerge {
    let undone_by = row.undone_by_kind.map(|kind| Actor::stored(&kind, row.undone_by_id));
    TicketMerge {
        id: TicketMergeId(row.id),
        source_id: TicketId(row.source_id),
        target_id: TicketId(row.target_id),
        note: row.note,
        moved: MergedCounts {
            comments: row.moved_comments,
            time_entries: row.moved_time_entries,
            attachments: row.moved_attachments,
            tasks: row.moved_tasks,
            watchers: row.moved_watchers,
        },
        merged_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        undo_until: row.undo_until,
        undone_at: row.undone_at,
        undone_by,
        version: row.version,
    }
}
