//! `/api/psa/time-entries`: who worked how long on a ticket. An entry without an end is a running timer, of which a user has
//! one at most.
//!
//! A request that changes an entry locks its ticket first: the totals of the ticket are exact, and an entry belongs to the
//! organization of its ticket at all times. An entry that a billing run contains does not change any more.

mod billing;
mod list;
mod period;

use api::{
    Actor, OrganizationId, Owner, ProblemCode, Scope, TicketId, TimeEntryId, UserId,
    problem::FaultCode,
    tickets::TicketStatus,
    time_entries::{NewTimeEntry, TimeEntry, TimeEntryChange, TimeEntryTarget},
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{Caller, Change, Changed, Created, Deleted, Entry, IfMatch, Json, Problem, Query, Write},
};
use period::Period;
use queries::{
    client::{GenericClient, Params},
    queries::psa::time_entries::{
        CreateTimeEntryParams, TimeEntryRow, UpdateTimeEntryParams, create_time_entry, delete_time_entry,
        get_time_entry, lock_ticket_to_work_on, lock_time_entry, overlapping_time_entries, running_time_entry,
        update_time_entry,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Overlapping entries that a response names.
const OVERLAPS: i64 = 20;

/// How often a merge may move an entry to another ticket while its ticket is being locked.
const MOVES: usize = 3;

const RATE_CLASS: &str = "standard";

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, list::read, update, delete)).merge(billing::routes())
}

/// Log time on a ticket, or start a timer
///
/// With `duration_seconds` or `finished_at`, the work has ended. Otherwise a timer runs until it is stopped; if another timer
/// of the user is running, the request returns 409 `timer_running` with that entry as `current`. Entries may overlap:
/// `overlaps` lists the others.
#[utoipa::path(post, path = "/api/psa/time-entries", operation_id = "psa.time_entries.create", tag = "Time",
    extensions(("x-problems" = json!([ProblemCode::TicketFinal, ProblemCode::TimerRunning]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = TimeEntry)))]
async fn create(
    app: App,
    caller: Caller,
    write: Write,
    Json(new): Json<NewTimeEntry>,
) -> Result<Created<TimeEntry>, Problem> {
    let (now, user) = (app.clock.now(), worker(&caller, new.user_id)?);
    let period = Period::new(&new, now)?;
    let change = write.begin().await?;
    let no_ticket = || Problem::fault("/ticket_id", FaultCode::NotFound, "there is no such ticket");
    let lock = lock_ticket_to_work_on();
    let lock = lock.bind(&*change, &new.ticket_id.0);
    let (ticket, second_timer) = futures::join!(lock.opt(), refuse_second_timer(&change, user, None));
    let ticket = ticket?.ok_or_else(no_ticket)?;
    if ticket.status == TicketStatus::Merged.name() {
        let detail = "The ticket is merged. Log the time on the ticket in merged_into_id.";
        return Err(Problem::new(ProblemCode::TicketFinal, detail));
    }
    if period.finished_at.is_none() {
        second_timer?;
    }
    let (created_by_kind, created_by_id) = change.actor();
    let params = CreateTimeEntryParams {
        id: app.clock.id(),
        ticket_id: ticket.id,
        organization_id: ticket.organization_id,
        user_id: user.0,
        started_at: period.started_at,
        ended_at: period.finished_at,
        billable: new.billable.unwrap_or(true),
        rate_class: new.rate_class.as_deref().unwrap_or(RATE_CLASS),
        note: new.note.as_deref(),
        created_by_kind,
        created_by_id,
        now,
    };
    let create = create_time_entry().prepare(&*change).await?;
    let row = async { constraints(create.params(&*change, &params).opt().await) };
    let entry = with_overlaps(&*change, TimeEntryId(params.id), row).await?.ok_or_else(Problem::not_found)?;
    change.created(entry).await
}

/// Change a time entry, or stop its timer
///
/// Fields that are absent are not changed; `null` clears a field. `"running": false` stops a timer now, `finished_at` at another
/// time. An entry that a billing run contains returns 409 `time_entry_locked`.
#[utoipa::path(put, path = "/api/psa/time-entries", operation_id = "psa.time_entries.update", tag = "Time",
    params(TimeEntryTarget),
    extensions(("x-problems" = json!([ProblemCode::TimerRunning, ProblemCode::TimeEntryLocked]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = TimeEntry)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<TimeEntryTarget>,
    if_match: IfMatch,
    Json(wanted): Json<TimeEntryChange>,
) -> Result<Changed<TimeEntry>, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    refuse_locked(&old)?;
    let now = app.clock.now();
    let period = Period::changed(&old, &wanted, now)?;
    let user = wanted.user_id.unwrap_or(old.user_id);
    if period.finished_at.is_none() && user != old.user_id {
        refuse_second_timer(&change, user, Some(old.id)).await?;
    }
    let params = UpdateTimeEntryParams {
        user_id: user.0,
        started_at: period.started_at,
        ended_at: period.finished_at,
        billable: wanted.billable.unwrap_or(old.billable),
        rate_class: wanted.rate_class.as_deref().unwrap_or(&old.rate_class),
        note: match &wanted.note {
            Some(note) => note.as_deref(),
            None => old.note.as_deref(),
        },
        now,
        id: old.id.0,
    };
    let update = update_time_entry().prepare(&*change).await?;
    let row = async { constraints(update.params(&*change, &params).opt().await) };
    let new = with_overlaps(&*change, old.id, row).await?.ok_or_else(Problem::not_found)?;
    change.changed(&old, new).await
}

/// Delete a time entry
///
/// An entry that a billing run contains returns 409 `time_entry_locked`.
#[utoipa::path(delete, path = "/api/psa/time-entries", operation_id = "psa.time_entries.delete", tag = "Time",
    params(TimeEntryTarget),
    extensions(("x-problems" = json!([ProblemCode::TimeEntryLocked]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(write: Write, Query(target): Query<TimeEntryTarget>, if_match: IfMatch) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    refuse_locked(&old)?;
    delete_time_entry().bind(&*change, &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

async fn lock(change: &Change, id: TimeEntryId) -> Result<TimeEntry, Problem> {
    let lock = lock_time_entry().prepare(&**change).await?;
    for _ in 0..MOVES {
        let row = async { Ok(lock.bind(&**change, &id.0).opt().await?) };
        if let Some(entry) = with_overlaps(&**change, id, row).await? {
            return Ok(entry);
        }
        get_time_entry().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    }
    Err(Problem::unavailable(anyhow::anyhow!("the time entry moves from ticket to ticket")))
}

/// The entry that a prepared statement returns, if it does. Its overlaps are read after that statement, in the same round
/// trip.
async fn with_overlaps<C: GenericClient>(
    db: &C,
    id: TimeEntryId,
    row: impl Future<Output = Result<Option<TimeEntryRow>, Problem>>,
) -> Result<Option<TimeEntry>, Problem> {
    let overlaps = overlapping_time_entries().prepare(db).await?;
    let overlaps = overlaps.bind(db, &id.0, &OVERLAPS);
    let (row, ids) = futures::join!(row, overlaps.all());
    let (row, ids) = (row?, ids?);
    let overlaps = Some(ids.into_iter().map(TimeEntryId).collect());
    Ok(row.map(|row| TimeEntry { overlaps, ..to_wire(row) }))
}

/// Names the timer of the user. The index refuses what this does not see: a timer of another customer, which the caller may
/// not read, and one that another request starts at the same time.
async fn refuse_second_timer(change: &Change, user: UserId, own: Option<TimeEntryId>) -> Result<(), Problem> {
    let running = running_time_entry().bind(&**change, &user.0).opt().await?.map(to_wire);
    match running.filter(|running| Some(running.id) != own) {
        Some(running) => Err(Problem::conflict(
            ProblemCode::TimerRunning,
            "The user has another timer that is running: see current. Stop it first.",
            &running,
        )),
        None => Ok(()),
    }
}

fn refuse_locked(entry: &TimeEntry) -> Result<(), Problem> {
    match &entry.billing_run {
        Some(run) => {
            let detail = format!("The billing run {run} contains the time entry. Log another entry as a correction.");
            Err(Problem::new(ProblemCode::TimeEntryLocked, detail))
        }
        None => Ok(()),
    }
}

/// The user who worked: by default, the caller or the owner of the caller's key.
fn worker(caller: &Caller, named: Option<UserId>) -> Result<UserId, Problem> {
    named.or_else(|| person(caller)).ok_or_else(|| {
        let detail = "is required: the API key does not belong to a user";
        Problem::fault("/user_id", FaultCode::Required, detail)
    })
}

/// The user behind the caller, if there is one.
fn person(caller: &Caller) -> Option<UserId> {
    match caller.owner() {
        Owner::User(id) => Some(id),
        Owner::ServiceAccount(_) => None,
    }
}

/// Meanings of the constraints of the table.
fn constraints<T>(row: Result<T, tokio_postgres::Error>) -> Result<T, Problem> {
    row.on_constraint(&[
        ("time_entries_user_has_one_timer", || {
            Problem::new(ProblemCode::TimerRunning, "The user has another timer that is running. Stop it first.")
        }),
        ("time_entries_user_exists", || Problem::fault("/user_id", FaultCode::NotFound, "there is no such user")),
    ])
}

fn to_wire(row: TimeEntryRow) -> TimeEntry {
    TimeEntry {
        id: TimeEntryId(row.id),
        ticket_id: TicketId(row.ticket_id),
        organization_id: row.organization_id.map(OrganizationId),
        user_id: UserId(row.user_id),
        started_at: row.started_at,
        finished_at: row.ended_at,
        duration_seconds: row.duration_seconds,
        running: row.ended_at.is_none(),
        billable: row.billable,
        rate_class: row.rate_class,
        note: row.note,
        locked: row.billing_run.is_some(),
        billing_run: row.billing_run,
        overlaps: None,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
