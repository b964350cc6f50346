//! All tickets of a list, as CSV or NDJSON.

use super::{list::TicketList, to_wire};
use crate::psa::levels::KnownLevels;
use api::{Scope, tickets::Ticket};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{
        Caller, Problem,
        export::{self, Cell},
    },
};
use uuid::Uuid;

impl export::Export for TicketList {
    type Object = Ticket;
    type Cursor = (Timestamp, Uuid);

    const FILE: &'static str = "tickets";
    const SCOPE: Scope = Scope::TicketsRead;

    fn columns(&self) -> Vec<&'static str> {
        vec![
            "id",
            "number",
            "subject",
            "type",
            "status",
            "priority",
            "source",
            "organization_id",
            "requester_name",
            "requester_email",
            "assignee_id",
            "tags",
            "external_system",
            "external_id",
            "dedup_key",
            "dedup_count",
            "resolution_code",
            "created_at",
            "updated_at",
            "resolved_at",
        ]
    }

    async fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<(Timestamp, Uuid)>,
    ) -> Result<(Vec<Ticket>, Option<(Timestamp, Uuid)>), Problem> {
        let db = app.db.tenant(caller).await?;
        let rows = self.rows(&db, after, export::PAGE).await?;
        let levels =
            app.state.get::<KnownLevels>().of(&db, caller.tenant(), rows.iter().map(|row| row.sla_version)).await?;
        drop(db); // not held while the client takes what it gets
        let last = rows.last().map(|row| (row.updated_at, row.id));
        let now = app.clock.now();
        Ok((rows.into_iter().map(|row| to_wire(row, now, &levels)).collect(), last))
    }

    fn cells(&self, ticket: Ticket) -> Vec<Cell> {
        let (requester_name, requester_email) = ticket.requester.map(|r| (r.name, r.email)).unwrap_or_default();
        let (external_system, external_id) = ticket.external_ref.map(|e| (e.system, e.id)).unwrap_or_default();
        let (dedup_key, dedup_count) = ticket.dedup.map(|d| (d.key, d.count)).unzip();
        vec![
            ticket.id.to_string().into(),
            ticket.number.into(),
            ticket.subject.into(),
            ticket.kind.name().into(),
            ticket.status.name().into(),
            ticket.priority.name().into(),
            ticket.source.name().into(),
            ticket.organization_id.map(|id| id.to_string()).into(),
            requester_name.into(),
            requester_email.into(),
            ticket.assignee_id.map(|id| id.to_string()).into(),
            ticket.tags.join(" ").into(),
            external_system.into(),
            external_id.into(),
            dedup_key.into(),
            dedup_count.into(),
            ticket.resolution.map(|resolution| resolution.code).into(),
            ticket.created_at.into(),
            ticket.updated_at.into(),
            ticket.resolved_at.into(),
        ]
    }
}
