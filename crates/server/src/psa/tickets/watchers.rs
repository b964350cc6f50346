//! `/api/psa/tickets/watchers`: users, contacts and e-mail addresses that follow a ticket.
//!
//! A request that adds or removes a watcher locks the ticket first, so that a watcher belongs to the organization of its
//! ticket at all times.

use super::check_exists;
use api::{
    Actor, ContactId, EventKind, OrganizationId, ProblemCode, Scope, TicketId, UserId,
    ids::WatcherId,
    problem::FaultCode,
    ticket_watchers::{
        NewTicketWatcher, TicketWatcher, TicketWatcherOrPage, TicketWatcherQuery, TicketWatcherTarget, WatcherKind,
    },
    tickets::BriefTicket,
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{
        Answer, Caller, Change, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
        WrittenTogether,
    },
};
use queries::{
    client::Params,
    queries::psa::{
        contacts::named_contact,
        ticket_watchers::{
            AddWatcherParams, WatchedTicketRow, WatcherRow, add_watcher, get_watcher, list_watchers,
            lock_ticket_of_watcher, lock_ticket_to_watch, remove_watcher, watchers_of_person,
        },
    },
};
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// Watchers that a ticket can have.
const MOST: i64 = 50;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, delete))
}

/// Add a watcher to a ticket
///
/// A watcher is a user, a contact of the ticket's organization, or an e-mail address; a ticket has 50 at most. If the ticket
/// has the same watcher already, it is returned with 200. Watchers change neither `version` nor `updated_at` of the ticket.
#[utoipa::path(post, path = "/api/psa/tickets/watchers", operation_id = "psa.tickets.watchers.create", tag = "Tickets",
    extensions(("x-problems" = json!([ProblemCode::QuotaExceeded]))),
    security(("api_key" = [Scope::TicketsWrite])),
    responses((status = 201, body = TicketWatcher), (status = 200, body = TicketWatcher)))]
async fn create(app: App, write: Write, Json(new): Json<NewTicketWatcher>) -> Result<WrittenTogether, Problem> {
    refuse_unclear(&new)?;
    let mut change = write.begin().await?;
    let no_ticket = || Problem::fault("/ticket_id", FaultCode::NotFound, "there is no such ticket");
    let row = lock_ticket_to_watch().bind(&*change, &new.ticket_id.0).opt().await?.ok_or_else(no_ticket)?;
    let ticket = watched(row);
    if let Some(contact) = new.contact_id {
        check_contact(&change, &ticket, contact).await?;
    }
    let (created_by_kind, created_by_id) = change.actor();
    let id = app.clock.id();
    let params = AddWatcherParams {
        ticket_id: ticket.id.0,
        user_id: new.user_id.map(|id| id.0),
        contact_id: new.contact_id.map(|id| id.0),
        email: new.email.as_ref().map(|email| email.0.as_str()),
        id,
        organization_id: ticket.organization_id.map(|id| id.0),
        created_by_kind,
        created_by_id,
        now: app.clock.now(),
        most: MOST,
    };
    let row = constraints(add_watcher().params(&*change, &params).opt().await)?.ok_or_else(too_many)?;
    let watcher = to_wire(row);
    if watcher.id.0 != id {
        let body = change.record(Entry::used(&watcher))?;
        return change.answered(Answer::ok(&body)?.with_version_of(&watcher)).await;
    }
    change.emit(EventKind::TicketWatcherAdded, &ticket, json!({"object": ticket, "watcher": watcher}));
    Ok(change.created(watcher).await?.into())
}

/// List the watchers of a ticket, or read one
///
/// Returns the watcher with this `id`, or all watchers of the ticket `ticket_id`, newest first.
#[utoipa::path(get, path = "/api/psa/tickets/watchers", operation_id = "psa.tickets.watchers.list", tag = "Tickets",
    params(TicketWatcherQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = TicketWatcherOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<TicketWatcherQuery>,
    paging: Paging,
) -> Result<Found<TicketWatcher>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_watcher().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)));
    }
    let ticket = query.ticket_id.ok_or_else(|| Problem::missing_parameter("ticket_id"))?;
    let rows = list_watchers().bind(&db, &ticket.0, &paging.before()?, &paging.rows()).all().await?;
    if rows.is_empty() {
        check_exists(&db, ticket).await?;
    }
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Remove a watcher from its ticket
#[utoipa::path(delete, path = "/api/psa/tickets/watchers", operation_id = "psa.tickets.watchers.delete",
    tag = "Tickets", params(TicketWatcherTarget),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(
    write: Write,
    Query(target): Query<TicketWatcherTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let mut change = write.begin().await?;
    let row = lock_ticket_of_watcher().bind(&*change, &target.id.0).opt().await?;
    let ticket = watched(row.ok_or_else(Problem::not_found)?);
    // It is stored only if the version matches.
    let row = remove_watcher().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let old = to_wire(row);
    if_match.check(&old)?;
    change.emit(EventKind::TicketWatcherRemoved, &ticket, json!({"object": ticket, "watcher": old}));
    change.deleted(Entry::deleted(&old)).await
}

/// Tickets that a contact watches, also by one of these addresses in lower case, newest first.
pub async fn of_person(
    app: &App,
    caller: &Caller,
    contact: ContactId,
    addresses: &[String],
    before: Uuid,
    limit: i64,
) -> Result<Vec<TicketWatcher>, Problem> {
    let db = app.db.tenant(caller).await?;
    let rows = watchers_of_person().bind(&db, &contact.0, &addresses, &before, &limit).all().await?;
    Ok(rows.into_iter().map(to_wire).collect())
}

fn refuse_unclear(new: &NewTicketWatcher) -> Result<(), Problem> {
    let named = [new.user_id.is_some(), new.contact_id.is_some(), new.email.is_some()];
    match named.iter().filter(|is_named| **is_named).count() {
        1 => Ok(()),
        0 => Err(Problem::fault("", FaultCode::Required, "requires user_id, contact_id or email")),
        _ => Err(Problem::fault("", FaultCode::Invalid, "has more than one of user_id, contact_id and email")),
    }
}

/// The contact exists and belongs to the organization of the ticket. The lock orders it before or after an erasure.
async fn check_contact(change: &Change, ticket: &BriefTicket, contact: ContactId) -> Result<(), Problem> {
    let refused = |code, detail: &str| Err(Problem::fault("/contact_id", code, detail));
    match named_contact().bind(&**change, &contact.0).opt().await? {
        None => refused(FaultCode::NotFound, "there is no such contact"),
        Some(found) if found.is_erased => refused(FaultCode::Invalid, "the contact was erased"),
        Some(found) if found.organization_id != ticket.organization_id.map(|id| id.0) => {
            refused(FaultCode::Invalid, "the contact belongs to another organization than the ticket")
        }
        Some(_) => Ok(()),
    }
}

fn too_many() -> Problem {
    Problem::new(ProblemCode::QuotaExceeded, format!("A ticket has at most {MOST} watchers. Remove another one first."))
}

fn constraints<T>(row: Result<T, tokio_postgres::Error>) -> Result<T, Problem> {
    row.on_constraint(&[("ticket_watchers_user_exists", || {
        Problem::fault("/user_id", FaultCode::NotFound, "there is no such user")
    })])
}

fn watched(row: WatchedTicketRow) -> BriefTicket {
    BriefTicket {
        id: TicketId(row.id),
        number: row.number,
        subject: row.subject,
        organization_id: row.organization_id.map(OrganizationId),
    }
}

fn to_wire(row: WatcherRow) -> TicketWatcher {
    TicketWatcher {
        id: WatcherId(row.id),
        ticket_id: TicketId(row.ticket_id),
        kind: match (row.user_id, row.contact_id) {
            (Some(_), _) => WatcherKind::User,
            (None, Some(_)) => WatcherKind::Contact,
            (None, None) => WatcherKind::Email,
        },
        user_id: row.user_id.map(UserId),
        contact_id: row.contact_id.map(ContactId),
        email: row.email,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
    }
}
