//! All tickets of a list, as CSV or NDJSON.

use super::{
    list::{Place, TicketList},
    to_wire,
};
use crate::psa::levels::KnownLevels;
use api::{
    Scope,
    tickets::{SlaClock, Ticket},
};
use kernel::{
    app::App,
    http::{
        Caller, Problem,
        export::{self, Cell},
    },
};
use serde_json::Value;

impl export::Export for TicketList {
    type Object = Ticket;
    type Cursor = Place;

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
            "team_id",
            "tags",
            "external_system",
            "external_id",
            "dedup_key",
            "dedup_count",
            "resolution_code",
            "created_at",
            "updated_at",
            "resolved_at",
            "closed_at",
            "first_response_state",
            "first_response_due_at",
            "first_response_breached_at",
            "resolution_state",
            "resolution_due_at",
            "resolution_breached_at",
            "custom_fields",
        ]
    }

    async fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<Place>,
    ) -> Result<(Vec<Ticket>, Option<Place>), Problem> {
        let now = app.clock.now();
        let db = self.connect(app, caller).await?;
        let rows = self.rows(&db, after, now, export::PAGE).await?;
        let versions = rows.iter().map(|(_, row)| row.sla_version);
        let levels = app.state.get::<KnownLevels>().of(&db, caller.tenant(), versions).await?;
        drop(db); // not held while the client takes what it gets
        let last = rows.last().map(|(place, _)| *place);
        Ok((rows.into_iter().map(|(_, row)| to_wire(row, now, &levels)).collect(), last))
    }

    fn cells(&self, ticket: Ticket) -> Vec<Cell> {
        let (requester_name, requester_email) = ticket.requester.map(|r| (r.name, r.email)).unwrap_or_default();
        let (external_system, external_id) = ticket.external_ref.map(|e| (e.system, e.id)).unwrap_or_default();
        let (dedup_key, dedup_count) = ticket.dedup.map(|d| (d.key, d.count)).unzip();
        let (first_response, resolution) =
            ticket.sla.map(|sla| (sla.first_response, sla.resolution)).unwrap_or_default();
        let custom_fields = Some(ticket.custom_fields.0).filter(|fields| !fields.is_empty());
        let mut cells = vec![
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
            ticket.team_id.map(|id| id.to_string()).into(),
            ticket.tags.join(" ").into(),
            external_system.into(),
            external_id.into(),
            dedup_key.into(),
            dedup_count.into(),
            ticket.resolution.map(|resolution| resolution.code).into(),
            ticket.created_at.into(),
            ticket.updated_at.into(),
            ticket.resolved_at.into(),
            ticket.closed_at.into(),
        ];
        cells.extend(clock_cells(first_response));
        cells.extend(clock_cells(resolution));
        cells.push(custom_fields.map(|fields| Value::Object(fields).to_string()).into());
        cells
    }
}

/// State, due time and breach of an SLA clock; empty if the ticket has no such target.
fn clock_cells(clock: Option<SlaClock>) -> [Cell; 3] {
    let (state, due_at, breached_at) = match clock {
        Some(clock) => (Some(clock.state.name()), clock.due_at, clock.breached_at),
        None => (None, None, None),
    };
    [state.into(), due_at.into(), breached_at.into()]
}
