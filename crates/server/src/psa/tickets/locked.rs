//! A ticket that is locked until the change commits, with the service levels that have applied to its organization. Both are
//! read in one round trip: the second statement is sent with the first and sees the row that the first has locked.

use crate::psa::levels::{KnownLevels, Terms};
use api::TicketId;
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Change, Problem},
};
use queries::queries::psa::{
    sla::{SlaTermsOfTickets, SlaTermsOfTicketsStmt, sla_terms_of_tickets},
    tickets::{LockTicketsStmt, TicketRow, lock_ticket, lock_tickets},
};
use uuid::Uuid;

#[derive(Debug, Clone)]
pub struct Locked {
    pub row: TicketRow,
    /// The versions of service levels and the instants from which each applies, also in the future; the first one applied when
    /// the clocks of the ticket were counted last.
    versions: Vec<(Timestamp, i32)>,
}

impl Locked {
    /// A ticket that the change has already locked.
    pub async fn of(change: &Change, row: TicketRow) -> Result<Locked, Problem> {
        let ids: &[Uuid] = &[row.id];
        let terms = sla_terms_of_tickets().bind(&**change, &ids).all().await?;
        Ok(Locked::with(row, &terms))
    }

    fn with(row: TicketRow, terms: &[SlaTermsOfTickets]) -> Locked {
        let own = terms.iter().filter(|term| term.ticket_id == row.id);
        let versions = own.map(|term| (term.at, term.version)).collect();
        Locked { row, versions }
    }

    /// The terms until now.
    pub async fn terms(&self, app: &App, change: &Change, now: Timestamp) -> Result<Terms, Problem> {
        let (mut current, mut until_now) = (0, vec![]);
        for (number, (at, version)) in self.versions.iter().enumerate().filter(|(_, (at, _))| *at <= now) {
            current = *version;
            if number > 0 {
                until_now.push((*at, current));
            }
        }
        until_now.push((now, current));
        app.state.get::<KnownLevels>().named(&**change, change.tenant(), until_now).await
    }
}

pub async fn lock(change: &Change, id: TicketId) -> Result<Locked, Problem> {
    // Prepared before anything is sent: the second statement must not overtake the first.
    let ticket = lock_ticket().prepare(&**change).await?;
    let terms = sla_terms_of_tickets().prepare(&**change).await?;
    let ids: &[Uuid] = &[id.0];
    let (ticket, terms) = (ticket.bind(&**change, &id.0), terms.bind(&**change, &ids));
    let (row, terms) = futures::join!(ticket.opt(), terms.all());
    Ok(Locked::with(row?.ok_or_else(Problem::not_found)?, &terms?))
}

/// Prepares the statements of [`lock_all`], so that it sends them at once, before those of others.
pub async fn prepare(change: &Change) -> Result<(LockTicketsStmt, SlaTermsOfTicketsStmt), Problem> {
    let tickets = lock_tickets().prepare(&**change).await?;
    Ok((tickets, sla_terms_of_tickets().prepare(&**change).await?))
}

/// Locks those that exist, in the order of their ids.
pub async fn lock_all(change: &Change, ids: &[Uuid]) -> Result<Vec<Locked>, Problem> {
    let (tickets, terms) = prepare(change).await?;
    let (tickets, terms) = (tickets.bind(&**change, &ids), terms.bind(&**change, &ids));
    let (rows, terms) = futures::join!(tickets.all(), terms.all());
    let (rows, terms) = (rows?, terms?);
    Ok(rows.into_iter().map(|row| Locked::with(row, &terms)).collect())
}
