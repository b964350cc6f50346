//! `/api/psa/tickets/links`: how tickets belong together. A link never changes.
//!
//! Links `parent_of` and `blocks` form no cycles, and a ticket has one parent at most. Only one request of a tenant at a time
//! creates links, so that two links cannot form a cycle together.

use super::check_exists;
use api::{
    Actor, ProblemCode, Scope, TicketId, TicketLinkId,
    problem::FaultCode,
    ticket_links::{
        LinkedTicket, NewLinkKind, NewTicketLink, TicketLink, TicketLinkOrPage, TicketLinkQuery, TicketLinkTarget,
    },
    tickets::TicketStatus,
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{
        Caller, Change, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
    },
};
use queries::{
    client::{GenericClient, Params},
    queries::psa::{
        ticket_links::{
            CreateLinkParams, LinkRow, count_children, create_link, delete_link, get_link, link_in_the_way, links_lead,
            links_of_ticket, lock_ticket_links,
        },
        tickets::lock_tickets,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Children of a ticket.
const CHILDREN: i64 = 100;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, delete))
}

/// Link two tickets
///
/// `parent_of` makes `ticket_id` the parent of `other_id`. A ticket has one parent at most, and 100 children. Links `parent_of`
/// and `blocks` must not form a cycle (409 `link_cycle`). Two tickets have one link of each kind at most (409
/// `already_linked`).
#[utoipa::path(post, path = "/api/psa/tickets/links", operation_id = "psa.tickets.links.create", tag = "Tickets",
    extensions(("x-problems" = json!([
        ProblemCode::QuotaExceeded, ProblemCode::AlreadyLinked, ProblemCode::LinkCycle
    ]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = TicketLink)))]
async fn create(app: App, write: Write, Json(new): Json<NewTicketLink>) -> Result<Created<TicketLink>, Problem> {
    if new.ticket_id == new.other_id {
        return Err(Problem::fault("/other_id", FaultCode::Invalid, "is the ticket itself"));
    }
    let change = write.begin().await?;
    lock_ticket_links().bind(&*change).one().await?;
    check(&change, &new).await?;
    let (created_by_kind, created_by_id) = change.actor();
    let id = app.clock.id();
    let params = CreateLinkParams {
        id,
        ticket_id: new.ticket_id.0,
        kind: new.kind.name(),
        other_id: new.other_id.0,
        created_by_kind,
        created_by_id,
        now: app.clock.now(),
    };
    unique(create_link().params(&*change, &params).one().await, &new)?;
    let link = one(&*change, TicketLinkId(id)).await?;
    change.created(link).await
}

/// List the links of a ticket, or read one
///
/// Returns the link with this `id`, or all links of the ticket `ticket_id` to tickets that the caller can read, as seen from
/// that ticket, newest first.
#[utoipa::path(get, path = "/api/psa/tickets/links", operation_id = "psa.tickets.links.list", tag = "Tickets",
    params(TicketLinkQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = TicketLinkOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<TicketLinkQuery>,
    paging: Paging,
) -> Result<Found<TicketLink>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        return Ok(Found::One(one(&db, id).await?));
    }
    let ticket = query.ticket_id.ok_or_else(|| Problem::missing_parameter("ticket_id"))?;
    let rows = links_of_ticket().bind(&db, &ticket.0, &paging.before()?, &paging.rows()).all().await?;
    if rows.is_empty() {
        check_exists(&db, ticket).await?;
    }
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Delete a link
///
/// The tickets are not changed.
#[utoipa::path(delete, path = "/api/psa/tickets/links", operation_id = "psa.tickets.links.delete", tag = "Tickets",
    params(TicketLinkTarget),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(write: Write, Query(target): Query<TicketLinkTarget>, if_match: IfMatch) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = one(&*change, target.id).await?;
    if_match.check(&old)?;
    delete_link().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    change.deleted(Entry::deleted(&old)).await
}

fn unique<T>(row: Result<T, tokio_postgres::Error>, new: &NewTicketLink) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[
        ("ticket_links_are_unique", || {
            Problem::new(ProblemCode::AlreadyLinked, "The tickets have a link of this kind already.")
        }),
        ("ticket_links_parent_is_unique", || {
            Problem::new(ProblemCode::AlreadyLinked, "The other ticket has a parent already.")
        }),
    ]);
    row.map_err(|problem| {
        let (kind, ticket, other) = (new.kind.name(), new.ticket_id.0, new.other_id.0);
        problem.looking_up::<TicketLink, _, _>(ProblemCode::AlreadyLinked, move |db| async move {
            link_in_the_way().bind(&db, &kind, &ticket, &other).opt().await.map(|id| id.map(TicketLinkId))
        })
    })
}

async fn one<C: GenericClient>(db: &C, id: TicketLinkId) -> Result<TicketLink, Problem> {
    get_link().bind(db, &id.0).opt().await?.map(to_wire).ok_or_else(Problem::not_found)
}

/// Locks both tickets. Nobody else creates links of the tenant meanwhile.
async fn check(change: &Change, new: &NewTicketLink) -> Result<(), Problem> {
    let ids = vec![new.ticket_id.0, new.other_id.0];
    let rows = lock_tickets().bind(&**change, &ids).all().await?;
    for (pointer, id) in [("/ticket_id", new.ticket_id), ("/other_id", new.other_id)] {
        if !rows.iter().any(|row| row.id == id.0) {
            return Err(Problem::fault(pointer, FaultCode::NotFound, "there is no such ticket"));
        }
    }
    if matches!(new.kind, NewLinkKind::ParentOf | NewLinkKind::Blocks) {
        let leads = links_lead().bind(&**change, &new.kind.name(), &new.other_id.0, &new.ticket_id.0).one().await?;
        if leads.unwrap_or(false) {
            let detail =
                format!("Links of the kind {} already lead from the other ticket to this one.", new.kind.name());
            return Err(Problem::new(ProblemCode::LinkCycle, detail));
        }
    }
    if new.kind == NewLinkKind::ParentOf && count_children().bind(&**change, &new.ticket_id.0).one().await? >= CHILDREN
    {
        return Err(Problem::new(ProblemCode::QuotaExceeded, format!("A ticket has {CHILDREN} children at most.")));
    }
    Ok(())
}

fn to_wire(row: LinkRow) -> TicketLink {
    let kind = NewLinkKind::named(&row.kind).unwrap_or(NewLinkKind::RelatesTo);
    TicketLink {
        id: TicketLinkId(row.id),
        ticket_id: TicketId(row.ticket_id),
        kind: if row.is_inverse { kind.inverse() } else { kind.into() },
        other_id: TicketId(row.other_id),
        other: Some(LinkedTicket {
            number: row.number,
            subject: row.subject,
            status: TicketStatus::named(&row.status).unwrap_or(TicketStatus::New),
        }),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
    }
}
