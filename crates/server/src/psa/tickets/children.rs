//! A ticket and its children: it is resolved, closed or canceled after them, or together with them.

use super::{
    alteration::alter,
    lifecycle,
    locked::{Locked, lock, lock_all},
};
use api::{
    Fault, ProblemCode, TicketId,
    problem::FaultCode,
    tickets::{ChildrenAction, Ticket, TicketChange, TicketStatus},
};
use kernel::{
    app::App,
    http::{Change, Entry, Problem},
};
use queries::queries::psa::{ticket_links::unresolved_descendants, tickets::TicketRow};
use uuid::Uuid;

/// Children that a request can change, together with theirs.
const MOST: usize = 100;

/// One more than the limit, to know whether there are more.
const ROWS: i64 = 101;

/// True for a status that a ticket gets after its children.
pub fn ends_work(status: TicketStatus) -> bool {
    matches!(status, TicketStatus::Resolved | TicketStatus::Closed | TicketStatus::Canceled)
}

/// Locks a ticket and, for a change that ends the work on it, its unresolved children and theirs, in the order of their ids.
pub async fn lock_family(
    change: &Change,
    id: TicketId,
    wanted: &TicketChange,
) -> Result<(Locked, Vec<Locked>), Problem> {
    if !wanted.status.is_some_and(ends_work) {
        return Ok((lock(change, id).await?, vec![]));
    }
    let found = unresolved_descendants().bind(&**change, &id.0, &ROWS).all().await?;
    let ids: Vec<Uuid> = std::iter::once(id.0).chain(found).collect();
    let mut tickets = lock_all(change, &ids).await?;
    let place = tickets.iter().position(|ticket| ticket.row.id == id.0).ok_or_else(Problem::not_found)?;
    let ticket = tickets.remove(place);
    // Others may have changed while the locks were awaited. From now on, a link to the ticket waits for this change.
    let open = unresolved_descendants().bind(&**change, &id.0, &ROWS).all().await?;
    let missing: Vec<Uuid> = open.iter().copied().filter(|id| !ids.contains(id)).collect();
    if !missing.is_empty() {
        tickets.extend(lock_all(change, &missing).await?);
    }
    tickets.retain(|ticket| open.contains(&ticket.row.id));
    Ok((ticket, tickets))
}

/// Refuses a change that ends the work on a ticket while a child is unresolved.
pub async fn refuse_open(change: &Change, row: &TicketRow, wanted: &TicketChange) -> Result<(), Problem> {
    if !wanted.status.is_some_and(ends_work) {
        return Ok(());
    }
    let (ticket, open) = lock_family(change, TicketId(row.id), wanted).await?;
    check(&ticket.row, open, wanted).map(drop)
}

/// The children that get the status of the ticket.
pub fn check(row: &TicketRow, open: Vec<Locked>, wanted: &TicketChange) -> Result<Vec<Locked>, Problem> {
    let status = wanted.status.filter(|status| ends_work(*status));
    if wanted.children.is_some() && status.is_none() {
        let detail = "is only allowed with the status resolved, closed or canceled";
        return Err(Problem::fault("/children", FaultCode::Invalid, detail));
    }
    lifecycle::refuse_final(TicketStatus::named(&row.status).unwrap_or(TicketStatus::New))?;
    let changes = status.is_some_and(|status| status.name() != row.status);
    if open.is_empty() || !changes {
        return Ok(vec![]);
    }
    match wanted.children {
        _ if open.len() > MOST => {
            let detail = "The ticket has more than 100 unresolved children. Resolve some of them first.";
            Err(children_open(detail, &open))
        }
        Some(ChildrenAction::Resolve) => Ok(open),
        None => Err(children_open("The ticket has unresolved children. See errors.", &open)),
    }
}

fn children_open(detail: &'static str, open: &[Locked]) -> Problem {
    let fault = |Locked { row, .. }: &Locked| {
        let detail = format!("the child {} (number {}) is {}", TicketId(row.id), row.number, row.status);
        Fault::at("/status", FaultCode::Invalid, detail)
    };
    Problem::parameters(ProblemCode::ChildrenOpen, detail, open.iter().map(fault).collect())
}

/// Gives children the status of their parent, and its resolution if they have none. Each has an event and an entry of its own.
pub async fn follow(app: &App, change: &mut Change, open: Vec<Locked>, parent: &Ticket) -> Result<(), Problem> {
    for ticket in open {
        let id = TicketId(ticket.row.id);
        // A ticket is resolved before it is closed.
        let first = if parent.status == TicketStatus::Closed { TicketStatus::Resolved } else { parent.status };
        let resolution = (first == TicketStatus::Resolved && ticket.row.resolution_code.is_none())
            .then(|| parent.resolution.clone());
        let wanted = TicketChange { status: Some(first), resolution, ..TicketChange::default() };
        set(app, change, ticket, wanted).await?;
        if first != parent.status {
            let ticket = lock(change, id).await?;
            let wanted = TicketChange { status: Some(parent.status), ..TicketChange::default() };
            set(app, change, ticket, wanted).await?;
        }
    }
    Ok(())
}

async fn set(app: &App, change: &mut Change, ticket: Locked, wanted: TicketChange) -> Result<(), Problem> {
    let altered = alter(app, change, ticket, wanted).await?;
    change.record(Entry::changed(&altered.before, &altered.after)).map(drop)
}
