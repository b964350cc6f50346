//! Closes resolved tickets: a scan of due dates, on every node; the lock of a ticket decides which node closes it.

use super::{alter, lock};
use api::{
    TenantId, TicketId,
    tickets::{TicketChange, TicketStatus},
};
use kernel::{
    app::App,
    background::Results,
    db::Reason,
    http::{Change, Problem},
};
use queries::queries::psa::ticket_due::tickets_to_close;

/// Closes the due tickets, and returns their number.
pub async fn close_due(app: &App) -> Result<usize, Problem> {
    let due = {
        let system = app.db.system(Reason::DueTickets).await?;
        tickets_to_close().bind(&*system, &app.clock.now()).all().await?
    };
    let mut results = Results::default();
    for ticket in due {
        results.add(close(app, TenantId(ticket.tenant_id), TicketId(ticket.id)).await.map(usize::from));
    }
    results.done()
}

async fn close(app: &App, tenant: TenantId, id: TicketId) -> Result<bool, Problem> {
    let mut change = Change::by_system(app, tenant, "psa.tickets.close").await?;
    let row = lock(&change, id).await?;
    // It may have been reopened, or closed by another node, since it was found.
    if row.status != TicketStatus::Resolved.name() || row.closes_at.is_none_or(|at| at > app.clock.now()) {
        return Ok(false);
    }
    let wanted = TicketChange { status: Some(TicketStatus::Closed), ..TicketChange::default() };
    let altered = alter(app, &mut change, row, wanted).await?;
    change.changed(&altered.before, altered.after).await?;
    Ok(true)
}
