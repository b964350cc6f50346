//! `/api/psa/tickets/comments`: what was said about a ticket.

use crate::{
    app::App,
    http::{Change, Problem},
};
use api::{
    Actor, CommentId, EventKind, TicketId,
    tickets::{Comment, CommentVisibility, NewComment, Ticket},
};
use queries::{
    client::Params,
    queries::psa::ticket_comments::{CommentRow, CreateCommentParams, create_comment},
};
use serde_json::json;

/// Adds a comment to a ticket that already counts it.
pub async fn add_comment(app: &App, change: &mut Change, ticket: &Ticket, new: NewComment) -> Result<Comment, Problem> {
    let (created_by_kind, created_by_id) = change.actor();
    let row = create_comment()
        .params(
            &**change,
            &CreateCommentParams {
                id: app.clock.id(),
                ticket_id: ticket.id.0,
                organization_id: ticket.organization_id.map(|id| id.0),
                body: new.body.as_str(),
                visibility: new.visibility.unwrap_or(CommentVisibility::Public).name(),
                created_by_kind,
                created_by_id,
                now: app.clock.now(),
            },
        )
        .one()
        .await?;
    let comment = to_wire(row);
    change.emit(EventKind::TicketCommented, ticket, json!({"object": ticket, "comment": comment}));
    Ok(comment)
}

fn to_wire(row: CommentRow) -> Comment {
    Comment {
        id: CommentId(row.id),
        ticket_id: TicketId(row.ticket_id),
        body: row.body,
        visibility: CommentVisibility::named(&row.visibility).unwrap_or(CommentVisibility::Internal),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
    }
}
