//! `/api/psa/tickets/tasks`: the checklist of a ticket.
//!
//! A request that changes tasks locks their ticket first: a ticket never has more tasks than permitted, and tasks belong to the
//! organization of their ticket at all times. The ticket itself does not change.

use super::{check_exists, lifecycle};
use api::{
    Actor, EventKind, OrganizationId, ProblemCode, Scope, TicketId, UserId,
    ids::TaskId,
    problem::FaultCode,
    ticket_comments::TicketOfComment,
    ticket_tasks::{NewTask, TaskChange, TaskQuery, TaskTarget, TicketTask, TicketTaskOrPage},
    tickets::{BriefTicket, Ticket, TicketStatus},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{OnConstraint, Tx},
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write,
    },
};
use queries::{
    client::Params,
    queries::psa::ticket_tasks::{
        CountTasks, CreateTasksParams, LockedTask, LockedTicket, TaskRow, UpdateTaskParams, count_tasks, create_tasks,
        delete_task, get_task, list_tasks, lock_task, lock_ticket_of_tasks, update_task,
    },
};
use serde_json::{Map, Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// Tasks of a ticket, open and completed.
const MOST: i64 = 100;

/// The highest position, as in the schema of a task.
const LAST_POSITION: i32 = 1_000_000;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete))
}

/// Add a task to a ticket
///
/// A ticket has 100 tasks at most (409 `quota_exceeded`). The tasks of a closed, canceled or merged ticket cannot be changed
/// (409 `ticket_final`). The version of the ticket stays the same.
#[utoipa::path(post, path = "/api/psa/tickets/tasks", operation_id = "psa.tickets.tasks.create", tag = "Tickets",
    params(TicketOfComment),
    extensions(("x-problems" = json!([ProblemCode::QuotaExceeded, ProblemCode::TicketFinal]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = TicketTask)))]
async fn create(
    app: App,
    write: Write,
    Query(target): Query<TicketOfComment>,
    Json(new): Json<NewTask>,
) -> Result<Created<TicketTask>, Problem> {
    let mut change = write.begin().await?;
    let (ticket, present) = lock_ticket(&change, target.ticket_id).await?;
    refuse_final(&ticket.status)?;
    if present.tasks >= MOST {
        return Err(too_many());
    }
    let (ticket, now, actor) = (brief(ticket), app.clock.now(), change.actor());
    let task = TicketTask {
        id: TaskId(app.clock.id()),
        ticket_id: ticket.id,
        title: new.title,
        done: false,
        done_at: None,
        done_by: None,
        position: new.position.unwrap_or(present.last_position.saturating_add(1).min(LAST_POSITION)),
        assignee_id: new.assignee_id,
        created_by: Actor::stored(actor.0, actor.1),
        created_at: now,
        updated_at: now,
        version: 1,
    };
    report(&mut change, EventKind::TicketTaskAdded, &ticket, &task);
    let statement = create_tasks().prepare(&*change).await?;
    let insert = async |tx: &Tx, task: &TicketTask| {
        let (ids, titles) = (vec![task.id.0], vec![task.title.as_str()]);
        let params = new_tasks(&ticket, (ids, titles), (Some(task.position), task.assignee_id), (actor, now));
        constraints(statement.params(tx, &params).one().await).map(drop)
    };
    change.created_by(task, insert).await
}

/// List the tasks of a ticket, or read one
///
/// Returns the task with this `id`, or all tasks of the ticket `ticket_id`, by their position.
#[utoipa::path(get, path = "/api/psa/tickets/tasks", operation_id = "psa.tickets.tasks.list", tag = "Tickets",
    params(TaskQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = TicketTaskOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<TaskQuery>,
    paging: Paging,
) -> Result<Found<TicketTask>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_task().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)));
    }
    let ticket = query.ticket_id.ok_or_else(|| Problem::missing_parameter("ticket_id"))?;
    let (position, last) = paging.after::<(i64, Uuid)>()?.unwrap_or((-1, Uuid::nil()));
    let position = i32::try_from(position).unwrap_or(i32::MAX);
    let rows = list_tasks().bind(&db, &ticket.0, &position, &last, &paging.rows()).all().await?;
    if rows.is_empty() {
        check_exists(&db, ticket).await?;
    }
    Ok(Found::Page(paging.page(rows, |row| (i64::from(row.position), row.id), to_wire)))
}

/// Change, complete or reopen a task
///
/// Fields that are absent are not changed; `null` clears a field. `"done": true` completes the task, `"done": false` reopens
/// it.
#[utoipa::path(patch, path = "/api/psa/tickets/tasks", operation_id = "psa.tickets.tasks.update", tag = "Tickets",
    params(TaskTarget),
    extensions(("x-problems" = json!([ProblemCode::TicketFinal]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = TicketTask)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<TaskTarget>,
    if_match: IfMatch,
    Json(wanted): Json<TaskChange>,
) -> Result<Changed<TicketTask>, Problem> {
    let mut change = write.begin().await?;
    let (ticket, row) = lock(&change, target.id).await?;
    let old = to_wire(row.clone());
    if_match.check(&old)?;
    refuse_final(&ticket.status)?;
    let now = app.clock.now();
    let (done_at, done_by_kind, done_by_id) = match wanted.done {
        Some(true) if row.done_at.is_none() => {
            let (kind, id) = change.actor();
            (Some(now), Some(kind.to_owned()), id)
        }
        Some(false) => (None, None, None),
        _ => (row.done_at, row.done_by_kind, row.done_by_id),
    };
    let after = TaskRow {
        title: wanted.title.unwrap_or(row.title),
        position: wanted.position.unwrap_or(row.position),
        assignee_id: wanted.assignee_id.unwrap_or(old.assignee_id).map(|id| id.0),
        done_at,
        done_by_kind,
        done_by_id,
        updated_at: now,
        version: row.version + 1,
        ..row
    };
    let (ticket, new) = (brief(ticket), to_wire(after.clone()));
    let data = json!({"object": ticket, "task": new, "previous": previous(&old, &new)?});
    change.emit(EventKind::TicketTaskUpdated, &ticket, data);
    let statement = update_task().prepare(&*change).await?;
    let update = async |tx: &Tx, _: &TicketTask| {
        let params = UpdateTaskParams {
            title: after.title.as_str(),
            position: after.position,
            assignee_id: after.assignee_id,
            done_at: after.done_at,
            done_by_kind: after.done_by_kind.as_deref(),
            done_by_id: after.done_by_id,
            now,
            id: after.id,
        };
        constraints(statement.params(tx, &params).one().await).map(drop)
    };
    change.changed_by(&old, new, update).await
}

/// Delete a task
#[utoipa::path(delete, path = "/api/psa/tickets/tasks", operation_id = "psa.tickets.tasks.delete", tag = "Tickets",
    params(TaskTarget),
    extensions(("x-problems" = json!([ProblemCode::TicketFinal]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(write: Write, Query(target): Query<TaskTarget>, if_match: IfMatch) -> Result<Deleted, Problem> {
    let mut change = write.begin().await?;
    let (ticket, row) = lock(&change, target.id).await?;
    let old = to_wire(row);
    if_match.check(&old)?;
    refuse_final(&ticket.status)?;
    delete_task().bind(&*change, &target.id.0).one().await?;
    report(&mut change, EventKind::TicketTaskRemoved, &brief(ticket), &old);
    change.deleted(Entry::deleted(&old)).await
}

/// So that several calls of [`add`] are sent in their order.
pub async fn prepare(change: &Change) -> Result<(), Problem> {
    create_tasks().prepare(&**change).await?;
    Ok(())
}

/// Adds tasks with these titles to a ticket that the change has locked. [`report_all`] records them.
pub async fn add(app: &App, change: &Change, ticket: &Ticket, titles: &[String]) -> Result<Vec<TicketTask>, Problem> {
    if titles.is_empty() {
        return Ok(vec![]);
    }
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let added = insert(app, change, &brief_of(ticket), &titles).await?;
    if added.is_empty() { Err(too_many()) } else { Ok(added) }
}

pub fn report_all(change: &mut Change, ticket: &Ticket, added: &[TicketTask]) -> Result<(), Problem> {
    let ticket = brief_of(ticket);
    for task in added {
        change.record(Entry::created(task))?;
        report(change, EventKind::TicketTaskAdded, &ticket, task);
    }
    Ok(())
}

fn brief_of(ticket: &Ticket) -> BriefTicket {
    BriefTicket {
        id: ticket.id,
        number: ticket.number,
        subject: ticket.subject.clone(),
        organization_id: ticket.organization_id,
    }
}

/// Returns the tasks in their order; none if the ticket would have too many.
async fn insert(app: &App, change: &Change, ticket: &BriefTicket, titles: &[&str]) -> Result<Vec<TicketTask>, Problem> {
    let ids = titles.iter().map(|_| app.clock.id()).collect();
    let params = new_tasks(ticket, (ids, titles.to_vec()), (None, None), (change.actor(), app.clock.now()));
    let mut rows = constraints(create_tasks().params(&**change, &params).all().await)?;
    rows.sort_by_key(|row| (row.position, row.id));
    Ok(rows.into_iter().map(to_wire).collect())
}

/// Open tasks with these ids and titles; without a position, they are behind all others.
fn new_tasks<'a>(
    ticket: &BriefTicket,
    (ids, titles): (Vec<Uuid>, Vec<&'a str>),
    (position, assignee): (Option<i32>, Option<UserId>),
    ((created_by_kind, created_by_id), now): ((&'static str, Option<Uuid>), Timestamp),
) -> CreateTasksParams<&'static str, Vec<Uuid>, &'a str, Vec<&'a str>> {
    CreateTasksParams {
        ticket_id: ticket.id.0,
        organization_id: ticket.organization_id.map(|id| id.0),
        position,
        assignee_id: assignee.map(|id| id.0),
        created_by_kind,
        created_by_id,
        now,
        ids,
        titles,
        most: MOST,
    }
}

/// The ticket, and the tasks that it has. The second statement is sent with the first and sees what others have stored before
/// the ticket was locked.
async fn lock_ticket(change: &Change, id: TicketId) -> Result<(LockedTicket, CountTasks), Problem> {
    let ticket = lock_ticket_of_tasks().prepare(&**change).await?;
    let present = count_tasks().prepare(&**change).await?;
    let (ticket, present) = (ticket.bind(&**change, &id.0), present.bind(&**change, &id.0));
    let (ticket, present) = futures::join!(ticket.opt(), present.one());
    Ok((ticket?.ok_or_else(Problem::not_found)?, present?))
}

/// The ticket of the task, and the task.
async fn lock(change: &Change, id: TaskId) -> Result<(LockedTicket, TaskRow), Problem> {
    let locked = lock_task().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    Ok(parts(locked))
}

fn report(change: &mut Change, kind: EventKind, ticket: &BriefTicket, task: &TicketTask) {
    change.emit(kind, ticket, json!({"object": ticket, "task": task}));
}

fn refuse_final(status: &str) -> Result<(), Problem> {
    TicketStatus::named(status).map_or(Ok(()), lifecycle::refuse_final)
}

fn too_many() -> Problem {
    let detail = format!("A ticket has {MOST} tasks at most. Delete some of them first.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

/// The changed fields of the task before, except those that every change updates.
fn previous(old: &TicketTask, new: &TicketTask) -> Result<Map<String, Value>, Problem> {
    let (old, new) =
        (serde_json::to_value(old).map_err(Problem::internal)?, serde_json::to_value(new).map_err(Problem::internal)?);
    let changed = |(name, value): &(&String, &Value)| {
        !["version", "updated_at"].contains(&name.as_str()) && new.get(name.as_str()) != Some(*value)
    };
    let fields = old.as_object().into_iter().flatten().filter(changed);
    Ok(fields.map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// Meanings of the constraints of the table.
fn constraints<T>(rows: Result<T, tokio_postgres::Error>) -> Result<T, Problem> {
    rows.on_constraint(&[("ticket_tasks_assignee_exists", || {
        Problem::fault("/assignee_id", FaultCode::NotFound, "there is no such user")
    })])
}

fn brief(row: LockedTicket) -> BriefTicket {
    BriefTicket {
        id: TicketId(row.id),
        number: row.number,
        subject: row.subject,
        organization_id: row.organization_id.map(OrganizationId),
    }
}

fn parts(row: LockedTask) -> (LockedTicket, TaskRow) {
    let ticket = LockedTicket {
        id: row.ticket_id,
        number: row.number,
        subject: row.subject,
        status: row.status,
        organization_id: row.organization_id,
    };
    let task = TaskRow {
        id: row.id,
        ticket_id: row.ticket_id,
        title: row.title,
        position: row.position,
        assignee_id: row.assignee_id,
        done_at: row.done_at,
        done_by_kind: row.done_by_kind,
        done_by_id: row.done_by_id,
        created_by_kind: row.created_by_kind,
        created_by_id: row.created_by_id,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    };
    (ticket, task)
}

fn to_wire(row: TaskRow) -> TicketTask {
    TicketTask {
        id: TaskId(row.id),
        ticket_id: TicketId(row.ticket_id),
        title: row.title,
        done: row.done_at.is_some(),
        done_at: row.done_at,
        done_by: row.done_by_kind.map(|kind| Actor::stored(&kind, row.done_by_id)),
        position: row.position,
        assignee_id: row.assignee_id.map(UserId),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
