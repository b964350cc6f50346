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
        CountTasks, CountTasksStmt, CreateTasksParams, CreateTasksStmt, LockedTask, LockedTicket, TaskRow,
        UpdateTaskParams, count_tasks, create_tasks, delete_task, get_task, list_tasks, lock_task,
        lock_ticket_of_tasks, update_task,
    },
};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
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
    present.check(1)?;
    let (ticket, actor) = (brief(ticket), change.actor());
    let by = (&app, actor, app.clock.now());
    let mut task = open_task(by, ticket.id, new.title, present.next_position(0));
    task.position = new.position.unwrap_or(task.position);
    task.assignee_id = new.assignee_id;
    report(&mut change, EventKind::TicketTaskAdded, &ticket, &task);
    let statement = prepare(&change).await?;
    let insert = async |tx: &Tx, task: &TicketTask| store(&statement, tx, actor, &[task]).await;
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
    if let Some(id) = query.id {
        let row = get_task().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let db = app.db.tenant(&caller).await?;
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

/// The tasks that a locked ticket has.
#[derive(Clone, Copy, Default)]
pub struct Present {
    tasks: i64,
    last_position: i32,
}

impl Present {
    /// Refuses more tasks than a ticket may have.
    fn check(self, added: usize) -> Result<(), Problem> {
        if self.tasks + added as i64 <= MOST {
            return Ok(());
        }
        let detail = format!("A ticket has {MOST} tasks at most. Delete some of them first.");
        Err(Problem::new(ProblemCode::QuotaExceeded, detail))
    }

    /// Behind all tasks, and behind this many new ones.
    fn next_position(self, added: usize) -> i32 {
        let added = i32::try_from(added).unwrap_or(LAST_POSITION);
        self.last_position.saturating_add(added).saturating_add(1).min(LAST_POSITION)
    }
}

/// Counts the tasks of tickets that the change locks. If it is prepared, it is sent behind the statement that locks them.
pub async fn count(
    counting: &CountTasksStmt,
    change: &Change,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Present>, Problem> {
    let rows = counting.bind(&**change, &ids).all().await?;
    let present = |row: CountTasks| (row.ticket_id, Present { tasks: row.tasks, last_position: row.last_position });
    Ok(rows.into_iter().map(present).collect())
}

pub async fn prepare_count(change: &Change) -> Result<CountTasksStmt, Problem> {
    Ok(count_tasks().prepare(&**change).await?)
}

/// The ids of tasks, their creator and their time of creation.
type CreatedBy<'a> = (&'a App, (&'static str, Option<Uuid>), Timestamp);

/// Tasks with these titles, behind those that the ticket has. They must be stored.
pub fn plan(
    created: CreatedBy<'_>,
    ticket: TicketId,
    titles: &[String],
    present: Present,
) -> Result<Vec<TicketTask>, Problem> {
    present.check(titles.len())?;
    let titles = titles.iter().enumerate();
    let task =
        |(place, title): (usize, &String)| open_task(created, ticket, title.clone(), present.next_position(place));
    Ok(titles.map(task).collect())
}

pub async fn prepare(change: &Change) -> Result<CreateTasksStmt, Problem> {
    Ok(create_tasks().prepare(&**change).await?)
}

/// Stores tasks of locked tickets. They have the creator, the time and the assignee of the first one in common.
pub async fn store(
    statement: &CreateTasksStmt,
    tx: &Tx,
    (created_by_kind, created_by_id): (&'static str, Option<Uuid>),
    tasks: &[&TicketTask],
) -> Result<(), Problem> {
    let Some(first) = tasks.first() else { return Ok(()) };
    let params = CreateTasksParams {
        assignee_id: first.assignee_id.map(|id| id.0),
        created_by_kind,
        created_by_id,
        now: first.created_at,
        ids: tasks.iter().map(|task| task.id.0).collect::<Vec<Uuid>>(),
        ticket_ids: tasks.iter().map(|task| task.ticket_id.0).collect::<Vec<Uuid>>(),
        titles: tasks.iter().map(|task| task.title.as_str()).collect::<Vec<&str>>(),
        positions: tasks.iter().map(|task| task.position).collect::<Vec<i32>>(),
    };
    constraints(statement.params(tx, &params).all().await).map(drop)
}

/// Records tasks that were added to the ticket.
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

fn open_task((app, creator, now): CreatedBy<'_>, ticket: TicketId, title: String, position: i32) -> TicketTask {
    TicketTask {
        id: TaskId(app.clock.id()),
        ticket_id: ticket,
        title,
        done: false,
        done_at: None,
        done_by: None,
        position,
        assignee_id: None,
        created_by: Actor::stored(creator.0, creator.1),
        created_at: now,
        updated_at: now,
        version: 1,
    }
}

/// The ticket, and the tasks that it has. The second statement is sent with the first and sees what others have stored before
/// the ticket was locked.
async fn lock_ticket(change: &Change, id: TicketId) -> Result<(LockedTicket, Present), Problem> {
    let ticket = lock_ticket_of_tasks().prepare(&**change).await?;
    let counting = prepare_count(change).await?;
    let (ticket, ids) = (ticket.bind(&**change, &id.0), [id.0]);
    let (locked, present) = futures::join!(ticket.opt(), count(&counting, change, &ids));
    let present = present?.remove(&id.0).unwrap_or_default();
    Ok((locked?.ok_or_else(Problem::not_found)?, present))
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
