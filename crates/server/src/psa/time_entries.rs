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
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{OnConstraint, Tx},
    http::{Caller, Change, Changed, Created, Deleted, Entry, IfMatch, Json, Problem, Query, Write},
};
use period::Period;
use queries::{
    client::{GenericClient, Params},
    queries::psa::time_entries::{
        CreateTimeEntryParams, CreateTimeEntryStmt, TimeEntryRow, UpdateTimeEntryParams, UpdateTimeEntryStmt,
        create_time_entry, delete_time_entry, get_time_entry, lock_ticket_to_work_on, lock_time_entry,
        overlapping_time_entries, running_time_entry, time_entries_within, update_time_entry,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// Overlapping entries that a response names.
const OVERLAPS: i64 = 20;

/// Later than any entry, and the last cursor of a list.
const FAR: Timestamp = Timestamp::constant(253_402_207_200, 0);

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
    let (id, period) = (TimeEntryId(app.clock.id()), Period::new(&new, now)?);
    let change = write.begin().await?;
    let no_ticket = || Problem::fault("/ticket_id", FaultCode::NotFound, "there is no such ticket");
    let lock = lock_ticket_to_work_on();
    let lock = lock.bind(&*change, &new.ticket_id.0);
    let (ticket, second_timer, overlaps) =
        futures::join!(lock.opt(), refuse_second_timer(&change, user, None), overlaps_of(&change, (id, user), period));
    let ticket = ticket?.ok_or_else(no_ticket)?;
    if ticket.status == TicketStatus::Merged.name() {
        let detail = "The ticket is merged. Log the time on the ticket in merged_into_id.";
        return Err(Problem::new(ProblemCode::TicketFinal, detail));
    }
    if period.finished_at.is_none() {
        second_timer?;
    }
    let (created_by_kind, created_by_id) = change.actor();
    let entry = TimeEntry {
        id,
        ticket_id: TicketId(ticket.id),
        organization_id: ticket.organization_id.map(OrganizationId),
        user_id: user,
        started_at: period.started_at,
        finished_at: period.finished_at,
        duration_seconds: period.seconds(),
        running: period.finished_at.is_none(),
        billable: new.billable.unwrap_or(true),
        rate_class: new.rate_class.unwrap_or_else(|| RATE_CLASS.to_owned()),
        note: new.note,
        locked: false,
        billing_run: None,
        overlaps: Some(overlaps?),
        created_by: Actor::stored(created_by_kind, created_by_id),
        created_at: now,
        updated_at: now,
        version: 1,
    };
    let create = create_time_entry().prepare(&*change).await?;
    let insert = async |tx: &Tx, new: &TimeEntry| insert(&create, tx, new, (created_by_kind, created_by_id)).await;
    change.created_by(entry, insert).await
}

async fn insert(
    statement: &CreateTimeEntryStmt,
    tx: &Tx,
    new: &TimeEntry,
    (created_by_kind, created_by_id): (&'static str, Option<Uuid>),
) -> Result<(), Problem> {
    let params = CreateTimeEntryParams {
        id: new.id.0,
        ticket_id: new.ticket_id.0,
        organization_id: new.organization_id.map(|id| id.0),
        user_id: new.user_id.0,
        started_at: new.started_at,
        ended_at: new.finished_at,
        billable: new.billable,
        rate_class: new.rate_class.as_str(),
        note: new.note.as_deref(),
        created_by_kind,
        created_by_id,
        now: new.created_at,
    };
    constraints(statement.params(tx, &params).one().await).map(drop)
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
    let requested_at = app.clock.now();
    let until = if wanted.running == Some(false) { requested_at } else { FAR };
    let (old, overlaps) = lock(&change, target.id, until).await?;
    if_match.check(&old)?;
    refuse_locked(&old)?;
    // Another change may have been stored while this one waited for the lock.
    let now = requested_at.max(old.updated_at);
    let period = Period::changed(&old, &wanted, now)?;
    let user = wanted.user_id.unwrap_or(old.user_id);
    if period.finished_at.is_none() && user != old.user_id {
        refuse_second_timer(&change, user, Some(old.id)).await?;
    }
    let keeps_start = user == old.user_id && period.started_at == old.started_at && now == requested_at;
    let overlaps = match keeps_start && wanted.finished_at.is_none() && wanted.duration_seconds.is_none() {
        true => overlaps,
        false => overlaps_of(&change, (old.id, user), period).await?,
    };
    let new = TimeEntry {
        user_id: user,
        started_at: period.started_at,
        finished_at: period.finished_at,
        duration_seconds: period.seconds(),
        running: period.finished_at.is_none(),
        billable: wanted.billable.unwrap_or(old.billable),
        rate_class: wanted.rate_class.unwrap_or_else(|| old.rate_class.clone()),
        note: wanted.note.unwrap_or_else(|| old.note.clone()),
        overlaps: Some(overlaps),
        updated_at: now,
        version: old.version + 1,
        ..old.clone()
    };
    let statement = update_time_entry().prepare(&*change).await?;
    change.changed_by(&old, new, async |tx: &Tx, new: &TimeEntry| set(&statement, tx, new).await).await
}

async fn set(statement: &UpdateTimeEntryStmt, tx: &Tx, new: &TimeEntry) -> Result<(), Problem> {
    let params = UpdateTimeEntryParams {
        user_id: new.user_id.0,
        started_at: new.started_at,
        ended_at: new.finished_at,
        billable: new.billable,
        rate_class: new.rate_class.as_str(),
        note: new.note.as_deref(),
        now: new.updated_at,
        id: new.id.0,
    };
    constraints(statement.params(tx, &params).one().await).map(drop)
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
    let (old, _) = lock(&change, target.id, FAR).await?;
    if_match.check(&old)?;
    refuse_locked(&old)?;
    delete_time_entry().bind(&*change, &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

/// The entry, and those that overlap it if its timer ends at `until`.
async fn lock(change: &Change, id: TimeEntryId, until: Timestamp) -> Result<(TimeEntry, Vec<TimeEntryId>), Problem> {
    let lock = lock_time_entry().prepare(&**change).await?;
    let overlapping = overlapping_time_entries().prepare(&**change).await?;
    for _ in 0..MOVES {
        let row = async { Ok(lock.bind(&**change, &id.0).opt().await?) };
        let overlaps = overlapping.bind(&**change, &until, &id.0, &OVERLAPS);
        let (entry, overlaps) = futures::join!(with_overlaps(&**change, id, row), overlaps.all());
        if let Some(entry) = entry? {
            return Ok((entry, overlaps?.into_iter().map(TimeEntryId).collect()));
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
    let overlaps = overlaps.bind(db, &FAR, &id.0, &OVERLAPS);
    let (row, ids) = futures::join!(row, overlaps.all());
    let (row, ids) = (row?, ids?);
    let overlaps = Some(ids.into_iter().map(TimeEntryId).collect());
    Ok(row.map(|row| TimeEntry { overlaps, ..to_wire(row) }))
}

/// The other entries of the user in this period.
async fn overlaps_of(
    change: &Change,
    (id, user): (TimeEntryId, UserId),
    period: Period,
) -> Result<Vec<TimeEntryId>, Problem> {
    let until = period.finished_at.unwrap_or(FAR);
    let within = time_entries_within();
    let within = within.bind(&**change, &user.0, &id.0, &until, &period.started_at, &OVERLAPS);
    Ok(within.all().await?.into_iter().map(TimeEntryId).collect())
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
