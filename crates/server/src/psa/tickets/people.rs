//! The people of a ticket: its requester, and the contacts who comment on it. They belong to the ticket's organization.

use crate::psa::contacts::named::contact;
use api::{
    ContactId, OrganizationId,
    contacts::ContactRef,
    problem::FaultCode,
    ticket_comments::{CommentVisibility, NewComment},
    tickets::{Requester, Ticket, TicketChange},
};
use kernel::{
    app::App,
    http::{Change, Problem},
};
use uuid::Uuid;

/// The requester as the columns of a ticket have it: a contact or, on a ticket from before there were contacts, a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredRequester {
    pub contact: Option<Uuid>,
    pub name: Option<String>,
    pub email: Option<String>,
}

impl From<ContactId> for StoredRequester {
    fn from(contact: ContactId) -> StoredRequester {
        StoredRequester { contact: Some(contact.0), name: None, email: None }
    }
}

impl From<Requester> for StoredRequester {
    fn from(requester: Requester) -> StoredRequester {
        match requester.id {
            Some(contact) => contact.into(),
            None => StoredRequester { contact: None, name: Some(requester.name), email: requester.email },
        }
    }
}

/// The requester of a new ticket.
pub async fn requester(
    app: &App,
    change: &mut Change,
    organization: Option<OrganizationId>,
    named: Option<ContactRef>,
) -> Result<Option<ContactId>, Problem> {
    match named {
        Some(named) => contact(app, change, organization, named, "/requester").await.map(Some),
        None => Ok(None),
    }
}

/// The requester after a change.
pub async fn changed_requester(
    app: &App,
    change: &mut Change,
    before: &Ticket,
    wanted: &mut TicketChange,
) -> Result<StoredRequester, Problem> {
    let organization = wanted.organization_id.unwrap_or(before.organization_id);
    match wanted.requester.take() {
        Some(Some(named)) => Ok(contact(app, change, organization, named, "/requester").await?.into()),
        Some(None) => Ok(StoredRequester::default()),
        None => kept(before, organization),
    }
}

/// A contact stays behind when the ticket moves to another organization, so the request must say who takes its place.
fn kept(before: &Ticket, organization: Option<OrganizationId>) -> Result<StoredRequester, Problem> {
    let kept = before.requester.clone().map(StoredRequester::from).unwrap_or_default();
    if kept.contact.is_some() && organization != before.organization_id {
        let detail = "the requester belongs to another organization than the ticket; send another one or null";
        return Err(Problem::fault("/requester", FaultCode::Invalid, detail));
    }
    Ok(kept)
}

/// The contact who wrote a comment; `None` if the caller did. `pointer` is where the request has the comment.
pub async fn author(
    app: &App,
    change: &mut Change,
    organization: Option<OrganizationId>,
    comment: &mut NewComment,
    pointer: &str,
) -> Result<Option<ContactId>, Problem> {
    let Some(named) = comment.author.take() else { return Ok(None) };
    if comment.visibility == Some(CommentVisibility::Internal) {
        let detail = "a comment of a contact is public";
        return Err(Problem::fault(&format!("{pointer}/visibility"), FaultCode::Invalid, detail));
    }
    contact(app, change, organization, named, &format!("{pointer}/author")).await.map(Some)
}
