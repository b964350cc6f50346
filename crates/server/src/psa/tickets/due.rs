//! Changes of tickets that are due: resolved ones are closed, and scheduled ones are opened. Every node searches for
//! them; the lock of a ticket decides which node changes it.

use super::{alteration::alter, locked::lock};
use api::{
    TenantId, TicketId,
    tickets::{TicketChange, TicketStatus},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    background::Results,
    db::Reason,
    http::{Change, Problem},
};
use queries::queries::psa::{
    ticket_due::{tickets_to_close, tickets_to_wake},
    tickets::TicketRow,
};
use uuid::Uuid;

/// A change of tickets that is due at a time.
struct Due {
    operation: &'static str,
    from: TicketStatus,
    to: TicketStatus,
    at: fn(&TicketRow) -> Option<Timestamp>,
}

const CLOSE: Due = Due {
    operation: "psa.tickets.close",
    from: TicketStatus::Resolved,
    to: TicketStatus::Closed,
    at: |row| row.closes_at,
};

const WAKE: Due = Due {
    operation: "psa.tickets.wake",
    from: TicketStatus::Scheduled,
    to: TicketStatus::Open,
    at: |row| row.scheduled_at,
};

/// Closes the resolved tickets that are due, and returns their number.
pub async fn close_due(app: &App) -> Result<usize, Problem> {
    let due = {
        let system = app.db.system(Reason::DueTickets).await?;
        tickets_to_close().bind(&*system, &app.clock.now()).all().await?
    };
    change_all(app, &CLOSE, due.into_iter().map(|row| (row.tenant_id, row.id))).await
}

/// Opens the scheduled tickets that are due, and returns their number.
pub async fn wake_due(app: &App) -> Result<usize, Problem> {
    let due = {
        let system = app.db.system(Reason::DueTickets).await?;
        tickets_to_wake().bind(&*system, &app.clock.now()).all().await?
    };
    change_all(app, &WAKE, due.into_iter().map(|row| (row.tenant_id, row.id))).await
}

async fn change_all(app: &App, due: &Due, found: impl Iterator<Item = (Uuid, Uuid)>) -> Result<usize, Problem> {
    let mut results = Results::default();
    for (tenant, id) in found {
        results.add(change_one(app, due, TenantId(tenant), TicketId(id)).await.map(usize::from));
    }
    results.done()
}

async fn change_one(app: &App, due: &Due, tenant: TenantId, id: TicketId) -> Result<bool, Problem> {
    let mut change = Change::by_system(app, tenant, due.operation).await?;
    let ticket = lock(&change, id).await?;
    // Somebody, or another node, may have changed it since it was found.
    if ticket.row.status != due.from.name() || (due.at)(&ticket.row).is_none_or(|at| at > app.clock.now()) {
        return Ok(false);
    }
    let wanted = TicketChange { status: Some(due.to), ..TicketChange::default() };
    let altered = alter(app, &mut change, ticket, wanted).await?;
    change.changed(&altered.before, altered.after).await?;
    Ok(true)
}
