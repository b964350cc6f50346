//! `/api/psa/contacts/export`: all data of one person, for the person.

use super::to_wire;
use crate::psa::tickets::{of_contact, watchers};
use api::{
    Scope,
    contacts::{Contact, ContactRecord, ContactTarget},
};
use axum::response::Response;
use kernel::{
    app::App,
    http::{
        Caller, Credential, Problem, Query,
        export::{self, Cell, Export, Format, export},
    },
};
use queries::queries::psa::contacts::get_contact;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Export a contact
///
/// Returns all data of one person as NDJSON: first the contact, as `{"type": "contact", "contact": {…}}`, then the
/// tickets that the contact requested (`ticket`), the comments that it wrote (`comment`), and where it watches a ticket, as
/// a contact or by an e-mail address (`watcher`), newest first.
#[utoipa::path(get, path = "/api/psa/contacts/export", operation_id = "psa.contacts.export", tag = "Contacts",
    params(ContactTarget),
    security(("api_key" = [Scope::ContactsRead, Scope::TicketsRead])), responses((status = 200, content(
        (String = "application/x-ndjson")))))]
async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(target): Query<ContactTarget>,
) -> Result<Response, Problem> {
    let db = app.db.tenant(&caller).await?;
    let row = get_contact().bind(&db, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    drop(db); // not held while the client takes what it gets
    export(app, caller, credential, Person(to_wire(row)), Format::Ndjson)
}

struct Person(Contact);

impl Export for Person {
    type Object = ContactRecord;
    type Cursor = Uuid;

    const SCOPE: Scope = Scope::ContactsRead;
    const FILE: &'static str = "contact";

    fn columns(&self) -> Vec<&'static str> {
        vec![]
    }

    async fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<Uuid>,
    ) -> Result<(Vec<ContactRecord>, Option<Uuid>), Problem> {
        let first = match after {
            Some(_) => None,
            None => Some(ContactRecord::Contact { contact: Box::new(self.0.clone()) }),
        };
        let limit = export::PAGE - i64::from(first.is_some());
        let (before, id) = (after.unwrap_or(Uuid::max()), self.0.id);
        let tickets = of_contact::requested(app, caller, id, before, limit).await?;
        let comments = of_contact::written(app, caller, id, before, limit).await?;
        let addresses: Vec<String> = self.0.emails.iter().map(|email| email.to_lowercase()).collect();
        let watched = watchers::of_person(app, caller, id, &addresses, before, limit).await?;
        // Ids are in the order of their creation, across types.
        let tickets =
            tickets.into_iter().map(|ticket| (ticket.id.0, ContactRecord::Ticket { ticket: Box::new(ticket) }));
        let comments =
            comments.into_iter().map(|comment| (comment.id.0, ContactRecord::Comment { comment: Box::new(comment) }));
        let watched =
            watched.into_iter().map(|watcher| (watcher.id.0, ContactRecord::Watcher { watcher: Box::new(watcher) }));
        let mut records: Vec<(Uuid, ContactRecord)> = tickets.chain(comments).chain(watched).collect();
        records.sort_by_key(|(id, _)| std::cmp::Reverse(*id));
        records.truncate(usize::try_from(limit).unwrap_or_default());
        let last = records.last().map(|(id, _)| *id);
        Ok((first.into_iter().chain(records.into_iter().map(|(_, record)| record)).collect(), last))
    }

    /// It is exported as NDJSON alone.
    fn cells(&self, _: ContactRecord) -> Vec<Cell> {
        vec![]
    }
}
