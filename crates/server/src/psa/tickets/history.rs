//! `/api/psa/tickets/history`: the changes of a ticket, with their authors and times; from the audit log.

use api::{
    Actor, AuditEntryId, OrganizationId, Resource, Scope,
    ticket_comments::{
        Comment, CommentCorrection, CorrectedComment, FieldChange, TicketHistory, TicketHistoryEntry, TicketOfComment,
    },
    tickets::Ticket,
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

/// The fields of a comment whose changes are shown. Its text is not.
const OF_COMMENT: [&str; 2] = ["visibility", "split_ticket_id"];

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the history of a ticket
///
/// Returns the changes of the ticket, newest first: the actor, the time, and the old and new value of each field. For a
/// comment that was edited, redacted or split off, it shows the id under `comment`, but not the text. Callers that are
/// restricted to organizations do not see who requested the ticket, nor its devices, while it belonged to another
/// organization.
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
    Ok(paging.page(rows, |row| row.id, |row| to_wire(row, caller.organizations())))
}

/// `readable` are the organizations that the caller is restricted to.
fn to_wire(row: HistoryRow, readable: Option<&[OrganizationId]>) -> TicketHistoryEntry {
    let (before, after) = (row.before.unwrap_or_default(), row.after.unwrap_or_default());
    let comment = if row.resource_type == Comment::TYPE { corrected(&before, &after) } else { None };
    TicketHistoryEntry {
        id: AuditEntryId(row.id),
        created_at: row.at,
        actor: Actor::stored(&row.actor_kind, row.actor_id),
        request_id: row.request_id,
        created: before.is_null(),
        changes: match (&comment, before.is_null()) {
            (_, true) => vec![],
            (Some(_), false) => of_comment(&before, &after),
            (None, false) => changes(&before, &after, readable),
        },
        comment,
    }
}

/// The comment whose change the audit log has.
fn corrected(before: &Value, after: &Value) -> Option<CorrectedComment> {
    let is_changed = |field: &str| before[field] != after[field];
    let correction = if is_changed("redacted_at") {
        CommentCorrection::Redacted
    } else if is_changed("split_ticket_id") {
        CommentCorrection::Split
    } else {
        CommentCorrection::Edited
    };
    Some(CorrectedComment { id: after["id"].as_str()?.parse().ok()?, correction })
}

fn of_comment(before: &Value, after: &Value) -> Vec<FieldChange> {
    let changed = OF_COMMENT.into_iter().filter(|name| before[*name] != after[*name]);
    changed
        .map(|name| FieldChange { field: name.to_owned(), from: before[name].clone(), to: after[name].clone() })
        .collect()
}

fn changes(before: &Value, after: &Value, readable: Option<&[OrganizationId]>) -> Vec<FieldChange> {
    let fields = after.as_object().into_iter().flatten();
    let hidden: &[&str] = match is_readable(before, readable) && is_readable(after, readable) {
        true => &[],
        false => Ticket::OF_ORGANIZATION,
    };
    fields
        .filter(|(name, _)| !DERIVED.contains(&name.as_str()) && !hidden.contains(&name.as_str()))
        .filter(|(name, to)| before.get(name.as_str()) != Some(to))
        .map(|(name, to)| FieldChange { field: name.clone(), from: before[name].clone(), to: to.clone() })
        .collect()
}

/// True if the ticket belonged to an organization that the caller can read.
fn is_readable(ticket: &Value, readable: Option<&[OrganizationId]>) -> bool {
    let organization = ticket["organization_id"].as_str().and_then(|id| id.parse::<OrganizationId>().ok());
    readable.is_none_or(|readable| organization.is_some_and(|id| readable.contains(&id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use uuid::Uuid;

    #[test]
    fn only_what_someone_changed_is_history() {
        let before = json!({"status": "new", "tags": [], "version": 1, "counts": {"comments": 0}});
        let after = json!({"status": "open", "tags": [], "version": 2, "counts": {"comments": 1}});
        let expected = FieldChange { field: "status".to_owned(), from: json!("new"), to: json!("open") };
        assert_eq!(changes(&before, &after, None), [expected]);
    }

    #[test]
    fn people_of_another_organization_are_not_history() {
        let (one, two) = (OrganizationId(Uuid::from_u128(1)), OrganizationId(Uuid::from_u128(2)));
        let before = json!({"organization_id": one, "requester": {"name": "Ann"}, "device_ids": ["a"]});
        let after = json!({"organization_id": two, "requester": {"name": "Bob"}, "device_ids": []});
        let fields = |readable: Option<&[OrganizationId]>| {
            let mut fields: Vec<_> =
                changes(&before, &after, readable).into_iter().map(|change| change.field).collect();
            fields.sort();
            fields
        };
        assert_eq!(fields(None), ["device_ids", "organization_id", "requester"]);
        assert_eq!(fields(Some(&[two])), ["organization_id"]);
        assert_eq!(fields(Some(&[one, two])), ["device_ids", "organization_id", "requester"]);
    }
}
