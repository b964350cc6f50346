//! The terms that apply to a ticket: the contract of its organization, or the settings of the tenant.

use super::{lifecycle, locked::Locked};
use crate::psa::levels::{KnownLevels, Level, Terms};
use api::{
    OrganizationId,
    tickets::{Ticket, TicketStatus},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Change, Problem},
};
use std::sync::Arc;

/// The status that a contact's comment leads to, by the settings of the tenant.
pub async fn reopened(
    app: &App,
    change: &Change,
    before: &Ticket,
    now: Timestamp,
) -> Result<Option<TicketStatus>, Problem> {
    let settings = app.state.get::<KnownLevels>().at(&**change, change.tenant(), None, now).await?;
    Ok(lifecycle::reopened(before.status, settings.settings()))
}

/// The terms of the ticket's organization since the clocks were counted by `level`, and those that apply after a change of the
/// organization and the status. A ticket that stays resolved is still measured by its earlier promise.
pub async fn since(
    app: &App,
    change: &Change,
    before: &Ticket,
    (ticket, level): (&Locked, &Arc<Level>),
    (organization, status): (Option<OrganizationId>, TicketStatus),
    now: Timestamp,
) -> Result<(Terms, Arc<Level>), Problem> {
    let (tenant, levels) = (change.tenant(), app.state.get::<KnownLevels>());
    if ![before.status, status].iter().any(|status| TicketStatus::UNRESOLVED.contains(status)) {
        return Ok((Terms::new(vec![(now, level.clone())]), level.clone()));
    }
    let terms = ticket.terms(app, change, now).await?;
    let next = match terms.last() {
        Some(last) if organization == before.organization_id => last.clone(),
        _ => levels.at(&**change, tenant, organization, now).await?,
    };
    Ok((terms, next))
}
