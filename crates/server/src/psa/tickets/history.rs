//! `/api/psa/tickets/history`: the changes of a ticket, with their authors and times; from the audit log.

use api::{
    Actor, AuditEntryId, Scope,
    ticket_comments::{FieldChange, TicketHistory, TicketHistoryEntry, TicketOfComment},
};
use kernel::{
    app::App,
    http::{Caller, Listed, Paging, PagingParams, Problem, Query},
};
use queries::queries::psa::{
    ticket_history::{HistoryRow, ticket_history},
    tickets::get_ticket,
};
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Fields that every change updates, or that follow from others.
const DERIVED: [&str; 5] = ["version", "updated_at", "allowed_transitions", "counts", "sla"];

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the history of a ticket
///
/// Returns the changes of the ticket, newest first: the actor, the time, and the old and new value of each field.
#[utoipa::path(get, path = "/api/psa/tickets/history", operation_id = "psa.tickets.history", tag = "Tickets",
    params(TicketOfComment, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = TicketHistory)))]
async fn read(
    app: App,
    caller: Caller,
    Query(target): Query<TicketOfComment>,
    paging: Paging,
) -> Result<Listed<TicketHistoryEntry>, Problem> {
    let db = app.db.tenant(&caller).await?;
    let ticket = target.ticket_id;
    let rows =
        ticket_history().bind(&db, &ticket.0, &ticket.to_string(), &paging.before()?, &paging.rows()).all().await?;
    if rows.is_empty() {
        get_ticket().bind(&db, &ticket.0).opt().await?.ok_or_else(Problem::not_found)?;
    }
    Ok(paging.page(rows, |row| row.id, to_wire))
}

fn to_wire(row: HistoryRow) -> TicketHistoryEntry {
    let (before, after) = (row.before.unwrap_or_default(), row.after.unwrap_or_default());
    TicketHistoryEntry {
        id: AuditEntryId(row.id),
        at: row.at,
        actor: Actor::stored(&row.actor_kind, row.actor_id),
        request_id: row.request_id,
        created: before.is_null(),
        changes: if before.is_null() { vec![] } else { changes(&before, &after) },
    }
}

fn changes(before: &Value, after: &Value) -> Vec<FieldChange> {
    let fields = after.as_object().into_iter().flatten();
    fields
        .filter(|(name, _)| !DERIVED.contains(&name.as_str()))
        .filter(|(name, to)| before.get(name.as_str()) != Some(to))
        .map(|(name, to)| FieldChange { field: name.clone(), from: before[name].clone(), to: to.clone() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_someone_changed_is_history() {
        let before = json!({"status": "new", "tags": [], "version": 1, "counts": {"comments": 0}});
        let after = json!({"status": "open", "tags": [], "version": 2, "counts": {"comments": 1}});
        let expected = FieldChange { field: "status".to_owned(), from: json!("new"), to: json!("open") };
        assert_eq!(changes(&before, &after), [expected]);
    }
}
