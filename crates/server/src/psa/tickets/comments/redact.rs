//! `/api/psa/tickets/comments/redact`: removes text from a comment. The request changes the comment, and with it the search;
//! a worker then removes the text from the copies.

use super::{copies::without, lock_with_ticket, redaction::KIND, ticket_to_wire, to_wire, without_text};
use api::{
    EventKind, Resource, Scope, TicketId,
    operations::Operation,
    problem::FaultCode,
    ticket_comments::{Comment, CommentRedaction, CommentTarget, RedactedComment},
    tickets::Ticket,
};
use kernel::{
    app::App,
    http::{Answer, Caller, Change, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
    operations,
    shares::Share,
};
use queries::{
    client::Params,
    queries::psa::{
        ticket_comments::{RedactCommentParams, redact_comment, redact_description},
        tickets::{TicketRow, lock_ticket},
    },
};
use serde_json::json;
use std::slice::from_ref;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(redact))
}

/// Redact a comment
///
/// Removes text, for example a password. This cannot be undone. The text is replaced by `[redacted]` in the comment,
/// and removed from the search index, at once. The operation `operation_id` then removes the whole text of the comment,
/// in all its versions, from the audit log, the event log, stored responses, the log of webhooks and the workflow runs
/// that have ended; the step `active_runs` has the number of runs with the text that have not. Webhook requests that
/// were already sent are not affected. If a ticket was created from the comment, its description is redacted as well.
/// Comments of a closed, canceled or merged ticket can be redacted, too. The number of waiting and running redactions
/// per tenant is limited.
#[utoipa::path(post, path = "/api/psa/tickets/comments/redact", operation_id = "psa.tickets.comments.redact",
    tag = "Tickets", params(CommentTarget),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 202, body = RedactedComment)))]
async fn redact(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<CommentTarget>,
    if_match: IfMatch,
    Json(wanted): Json<CommentRedaction>,
) -> Result<WrittenTogether, Problem> {
    app.shares.check(Share::Redactions, caller.tenant())?;
    let mut change = write.begin().await?;
    let (ticket, old) = lock_with_ticket(&app, &change, target.id).await?;
    if_match.check(&old)?;
    let texts = sought(&old, wanted)?;
    let (redacted_by_kind, redacted_by_id) = change.actor();
    let redacted = RedactCommentParams {
        body: without(&old.body, &texts),
        now: app.clock.now(),
        redacted_by_kind,
        redacted_by_id,
        id: old.id.0,
    };
    let new = to_wire(redact_comment().params(&*change, &redacted).one().await?);
    let split = redact_split_ticket(&app, &mut change, &old, &texts).await?;
    let operation = begin(&app, &change, &ticket, &new, split).await?;
    change.record(Entry::changed(&without_text(old, &new), &new))?;
    let data = json!({"object": ticket, "comment_id": new.id, "redacted_at": new.redacted_at});
    change.emit(EventKind::TicketCommentRedacted, &ticket, data);
    let answer = RedactedComment { comment: new, operation_id: operation.id };
    change.answered(Answer::accepted_with(&answer, &operation)?).await
}

/// The texts to remove: those of the request, or the whole text. A text that the comment does not contain is refused. Only the
/// copies of a comment that was changed before may contain it.
fn sought(comment: &Comment, wanted: CommentRedaction) -> Result<Vec<String>, Problem> {
    let Some(texts) = wanted.text else { return Ok(vec![comment.body.clone()]) };
    let texts: Vec<String> = texts.into_iter().map(|text| text.0).collect();
    let is_original = comment.edited_at.is_none() && comment.redacted_at.is_none();
    match texts.iter().position(|text| !comment.body.contains(text.as_str())) {
        Some(place) if is_original => {
            let detail = "the comment does not contain this text";
            Err(Problem::fault(&format!("/text/{place}"), FaultCode::Invalid, detail))
        }
        _ => Ok(texts),
    }
}

/// Redacts the description of the ticket that was created from the comment. Returns the ticket, if there is one that the caller
/// can see.
async fn redact_split_ticket(
    app: &App,
    change: &mut Change,
    comment: &Comment,
    texts: &[String],
) -> Result<Option<TicketId>, Problem> {
    let Some(id) = comment.split_ticket_id else { return Ok(None) };
    let Some(row) = lock_ticket().bind(&**change, &id.0).opt().await? else { return Ok(None) };
    let description = row.description.as_deref().map(|text| without(text, texts));
    let Some(description) = description.filter(|new| row.description.as_ref() != Some(new)) else {
        return Ok(Some(id));
    };
    let now = app.clock.now();
    redact_description().bind(&**change, &description, &now, &id.0).one().await?;
    let before = TicketRow { description: Some(Comment::REPLACED.to_owned()), ..row.clone() };
    let after = TicketRow { description: Some(description), updated_at: now, version: row.version + 1, ..row };
    let (before, after) = (ticket_to_wire(app, change, before).await?, ticket_to_wire(app, change, after).await?);
    change.record(Entry::changed(&before, &after))?;
    Ok(Some(id))
}

async fn begin(
    app: &App,
    change: &Change,
    ticket: &Ticket,
    comment: &Comment,
    split: Option<TicketId>,
) -> Result<Operation, Problem> {
    let operation = operations::New {
        kind: KIND,
        scope: Scope::TicketsRead,
        organizations: ticket.organization_id.as_ref().map(from_ref),
        resource: (Comment::TYPE, comment.id.to_string()),
        input: json!({"ticket_id": ticket.id, "split_ticket_id": split}),
        cancellation: operations::Cancellation::Immediate,
    };
    operation.begin(app, change, Share::Redactions).await
}
