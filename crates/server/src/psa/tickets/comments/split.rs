//! `/api/psa/tickets/comments/split`: creates a ticket from a comment.

use super::{lock_with_ticket, to_wire};
use crate::psa::tickets::place::create_in;
use api::{
    ContactId, CustomFields, EventKind, ProblemCode, Scope,
    contacts::ContactRef,
    ticket_comments::{Comment, CommentSplit, CommentTarget},
    tickets::{NewTicket, Ticket},
};
use kernel::{
    app::App,
    http::{Created, Entry, IfMatch, Json, Problem, Query, Write},
};
use queries::queries::psa::ticket_comments::{mark_comment_as_split, requester_of_split};
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(split))
}

/// Split a comment off into a ticket
///
/// Creates a ticket of the same organization. The text of the comment is its description and, if a contact wrote the comment,
/// the contact is its requester. The comment stays where it is, and `split_ticket_id` names the new ticket. A comment that
/// was split off before returns 409 `comment_already_split`.
#[utoipa::path(post, path = "/api/psa/tickets/comments/split", operation_id = "psa.tickets.comments.split",
    tag = "Tickets", params(CommentTarget),
    extensions(("x-problems" = json!([ProblemCode::CommentAlreadySplit]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = Ticket)))]
async fn split(
    app: App,
    write: Write,
    Query(target): Query<CommentTarget>,
    if_match: IfMatch,
    Json(wanted): Json<CommentSplit>,
) -> Result<Created<Ticket>, Problem> {
    let mut change = write.begin().await?;
    let (ticket, old) = lock_with_ticket(&app, &change, target.id).await?;
    if_match.check(&old)?;
    if let Some(split) = old.split_ticket_id {
        let detail = format!("The ticket {split} was created from the comment.");
        return Err(Problem::new(ProblemCode::CommentAlreadySplit, detail).conflicting_with::<Ticket>(split));
    }
    let requester = requester_of_split().bind(&*change, &old.id.0).opt().await?.map(ContactId);
    let created = create_in(&app, &mut change, ticket.organization_id, new_ticket(wanted, &old, requester)).await?;
    let new = to_wire(mark_comment_as_split().bind(&*change, &created.id.0, &old.id.0).one().await?);
    change.record(Entry::changed(&old, &new))?;
    change.emit(EventKind::TicketCommentEdited, &ticket, json!({"object": ticket, "comment": new}));
    change.created(created).await
}

fn new_ticket(wanted: CommentSplit, comment: &Comment, requester: Option<ContactId>) -> NewTicket {
    NewTicket {
        subject: wanted.subject,
        description: Some(comment.body.clone()),
        kind: wanted.kind,
        priority: wanted.priority,
        source: None,
        organization_id: None,
        requester: requester.map(|id| ContactRef { id: Some(id), name: None, email: None }),
        assignee_id: None,
        team_id: None,
        tags: vec![],
        device_ids: vec![],
        custom_fields: CustomFields::default(),
        external_ref: None,
        scheduled_at: None,
        dedup_key: None,
        dedup_action: None,
    }
}
