//! `/api/psa/tickets/comments`: the comments on a ticket.
//!
//! The text of a comment can be edited, until its ticket is final, and redacted at any time. Its earlier text is kept neither
//! in the comment nor in the record of the change.

mod copies;
mod redact;
pub mod redaction;
mod split;

use super::{alteration::plan, check_exists, lifecycle, locked::lock};
use crate::psa::levels::{KnownLevels, Levels};
use api::{
    Actor, CommentId, ContactId, EventKind, OrganizationId, RunId, Scope, TicketId,
    problem::FaultCode,
    ticket_comments::{
        AuthorKind, Comment, CommentAuthor, CommentChange, CommentOrPage, CommentQuery, CommentTarget,
        CommentVisibility, NewComment, TicketOfComment,
    },
    tickets::{Ticket, TicketChange},
};
use kernel::{
    app::App,
    db::Tx,
    http::{
        Caller, Change, Changed, Created, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
    },
};
use queries::{
    client::Params,
    queries::psa::{
        ticket_comments::{
            CommentRow, CreateCommentParams, CreateCommentStmt, EditCommentParams, create_comment, edit_comment,
            get_comment, list_comments, lock_comment, ticket_of_comment,
        },
        tickets::{TicketRow, lock_ticket},
    },
};
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update)).merge(redact::routes()).merge(split::routes())
}

/// Comment on a ticket
///
/// A `public` comment is visible to the customer, an `internal` comment to technicians only. With `author`, it is the comment
/// of a contact, which sets a waiting or resolved ticket to `open`.
#[utoipa::path(post, path = "/api/psa/tickets/comments", operation_id = "psa.tickets.comments.create", tag = "Tickets",
    params(TicketOfComment),
    extensions(("x-problems" = json!([
        api::ProblemCode::EmailTaken, api::ProblemCode::TicketFinal, api::ProblemCode::DedupKeyTaken
    ]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = Comment)))]
async fn create(
    app: App,
    write: Write,
    Query(target): Query<TicketOfComment>,
    Json(new): Json<NewComment>,
) -> Result<Created<Comment>, Problem> {
    let mut change = write.begin().await?;
    let ticket = lock(&change, target.ticket_id).await?;
    let wanted = TicketChange { comment: Some(new), ..TicketChange::default() };
    let altered = plan(&app, &mut change, ticket, wanted, "").await?;
    let (altered, unstored) = altered.store_last(&mut change).await?;
    change.record(Entry::changed(&altered.before, &altered.after).without_audit())?;
    let comment = altered.comment.ok_or_else(|| Problem::internal(anyhow::anyhow!("a comment that was not added")))?;
    change.created_by(comment, async |tx: &Tx, _: &Comment| unstored.store(tx).await).await
}

/// List the comments of a ticket, or read one
///
/// Returns the comment with this `id`, or all comments of the ticket `ticket_id`, newest first.
#[utoipa::path(get, path = "/api/psa/tickets/comments", operation_id = "psa.tickets.comments.list", tag = "Tickets",
    params(CommentQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = CommentOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<CommentQuery>,
    paging: Paging,
) -> Result<Found<Comment>, Problem> {
    if let Some(id) = query.id {
        let row = get_comment().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let db = app.db.tenant(&caller).await?;
    let ticket = query.ticket_id.ok_or_else(|| Problem::missing_parameter("ticket_id"))?;
    let rows = list_comments().bind(&db, &ticket.0, &paging.before()?, &paging.rows()).all().await?;
    if rows.is_empty() {
        check_exists(&db, ticket).await?;
    }
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Edit a comment
///
/// Fields that are absent are not changed. The earlier text is not kept: neither the audit log nor the event of the
/// edit contains it, and the history of the ticket shows only who edited which comment, and when. The events and audit
/// entries from before the edit keep it: redact the comment to remove it there. Comments of a closed, canceled or
/// merged ticket cannot be edited: 409 `ticket_final`.
#[utoipa::path(patch, path = "/api/psa/tickets/comments", operation_id = "psa.tickets.comments.update", tag = "Tickets",
    params(CommentTarget),
    extensions(("x-problems" = json!([api::ProblemCode::TicketFinal]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = Comment)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<CommentTarget>,
    if_match: IfMatch,
    Json(wanted): Json<CommentChange>,
) -> Result<Changed<Comment>, Problem> {
    let mut change = write.begin().await?;
    let (ticket, old) = lock_with_ticket(&app, &change, target.id).await?;
    if_match.check(&old)?;
    lifecycle::refuse_final(ticket.status)?;
    let visibility = wanted.visibility.unwrap_or(old.visibility);
    if old.author.kind == AuthorKind::Contact && visibility == CommentVisibility::Internal {
        return Err(Problem::fault("/visibility", FaultCode::Invalid, "a comment of a contact is public"));
    }
    let (edited_by_kind, edited_by_id) = change.actor();
    let edited = EditCommentParams {
        body: wanted.body.as_deref().unwrap_or(&old.body),
        visibility: visibility.name(),
        now: app.clock.now(),
        edited_by_kind,
        edited_by_id,
        id: old.id.0,
    };
    let new = to_wire(edit_comment().params(&*change, &edited).one().await?);
    change.emit(EventKind::TicketCommentEdited, &ticket, json!({"object": ticket, "comment": new}));
    change.changed(&without_text(old, &new), new).await
}

/// A comment and its ticket. The ticket is locked first, as by every other change.
async fn lock_with_ticket(app: &App, change: &Change, id: CommentId) -> Result<(Ticket, Comment), Problem> {
    let ticket = ticket_of_comment().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let ticket = lock_ticket().bind(&**change, &ticket).opt().await?.ok_or_else(Problem::not_found)?;
    let comment = lock_comment().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    Ok((ticket_to_wire(app, change, ticket).await?, to_wire(comment)))
}

async fn ticket_to_wire(app: &App, change: &Change, row: TicketRow) -> Result<Ticket, Problem> {
    let level = app.state.get::<KnownLevels>().get(&**change, change.tenant(), row.sla_version).await?;
    Ok(super::to_wire(row, app.clock.now(), &Levels::from(&level)))
}

/// A comment before a change, as the change is recorded.
fn without_text(old: Comment, new: &Comment) -> Comment {
    match old.body == new.body {
        true => old,
        false => Comment { body: Comment::REPLACED.to_owned(), ..old },
    }
}

/// A comment to be added to a ticket, whose own count includes it already.
pub struct AddedComment {
    row: CommentRow,
    organization: Option<OrganizationId>,
    /// `None` if the caller wrote it.
    author: Option<ContactId>,
}

impl AddedComment {
    pub fn new(
        app: &App,
        change: &Change,
        (ticket, organization): (TicketId, Option<OrganizationId>),
        comment: NewComment,
        author: Option<ContactId>,
    ) -> AddedComment {
        let (created_by_kind, created_by_id) = change.actor();
        let row = CommentRow {
            id: app.clock.id(),
            ticket_id: ticket.0,
            body: comment.body,
            visibility: comment.visibility.unwrap_or(CommentVisibility::Public).name().to_owned(),
            by_contact: author.is_some(),
            author_id: None,
            author_name: None,
            author_run_id: change.run().filter(|_| author.is_none()).map(|id| id.0),
            created_by_kind: created_by_kind.to_owned(),
            created_by_id,
            created_at: app.clock.now(),
            edited_at: None,
            edited_by_kind: None,
            edited_by_id: None,
            redacted_at: None,
            redacted_by_kind: None,
            redacted_by_id: None,
            split_ticket_id: None,
            version: 1,
        };
        AddedComment { row, organization, author }
    }

    /// The comment as it will be read, except for the name of a contact.
    pub fn shown(&self) -> Comment {
        to_wire(self.row.clone())
    }

    pub async fn insert(&self, statement: &CreateCommentStmt, tx: &Tx) -> Result<Comment, Problem> {
        let AddedComment { row, organization, author } = self;
        let params = CreateCommentParams {
            id: row.id,
            ticket_id: row.ticket_id,
            organization_id: organization.map(|id| id.0),
            body: row.body.as_str(),
            visibility: row.visibility.as_str(),
            author_contact_id: author.map(|id| id.0),
            author_run_id: row.author_run_id,
            created_by_kind: row.created_by_kind.as_str(),
            created_by_id: row.created_by_id,
            now: row.created_at,
        };
        Ok(to_wire(statement.params(tx, &params).one().await?))
    }
}

/// Stores a comment and emits its event.
pub async fn add_comment(
    app: &App,
    change: &mut Change,
    ticket: &Ticket,
    comment: NewComment,
    author: Option<ContactId>,
) -> Result<Comment, Problem> {
    let added = AddedComment::new(app, change, (ticket.id, ticket.organization_id), comment, author);
    let statement = create_comment().prepare(&**change).await?;
    let comment = added.insert(&statement, change).await?;
    emit(change, ticket, &comment);
    Ok(comment)
}

pub fn emit(change: &mut Change, ticket: &Ticket, comment: &Comment) {
    change.emit(EventKind::TicketCommented, ticket, json!({"object": ticket, "comment": comment}));
}

pub(super) fn to_wire(row: CommentRow) -> Comment {
    let created_by = Actor::stored(&row.created_by_kind, row.created_by_id);
    let author = match (row.by_contact, row.author_run_id) {
        (true, _) => CommentAuthor {
            kind: AuthorKind::Contact,
            id: row.author_id.map(|id| ContactId(id).to_string()),
            name: row.author_name,
        },
        (false, Some(run)) => {
            CommentAuthor { kind: AuthorKind::Workflow, id: Some(RunId(run).to_string()), name: None }
        }
        (false, None) => CommentAuthor::from(&created_by),
    };
    Comment {
        id: CommentId(row.id),
        ticket_id: TicketId(row.ticket_id),
        body: row.body,
        visibility: CommentVisibility::named(&row.visibility).unwrap_or(CommentVisibility::Internal),
        author,
        created_by,
        created_at: row.created_at,
        edited_at: row.edited_at,
        edited_by: row.edited_by_kind.map(|kind| Actor::stored(&kind, row.edited_by_id)),
        redacted_at: row.redacted_at,
        redacted_by: row.redacted_by_kind.map(|kind| Actor::stored(&kind, row.redacted_by_id)),
        split_ticket_id: row.split_ticket_id.map(TicketId),
        version: row.version,
    }
}
