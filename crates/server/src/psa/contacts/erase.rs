//! `/api/psa/contacts/erase`: erases a person. The request empties the contact, so that no list, ticket or comment
//! shows the person any more; a worker then removes the person from the texts of tickets and from the logs.

mod redaction;
pub mod work;

use super::{find, lock, to_wire};
use api::{
    ContactId, EventKind, OrganizationId, Resource, Scope,
    contacts::{Contact, ContactErasure, ContactTarget},
    operations::Operation,
};
use kernel::{
    app::App,
    http::{Answer, Caller, Change, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
    operations,
    shares::Share,
};
use queries::queries::psa::{
    contacts::{contact_is_recorded, erase_contact},
    ticket_watchers::stop_watching,
};
use serde_json::json;
use std::slice::from_ref;
use utoipa_axum::{router::OpenApiRouter, routes};
use work::KIND;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(erase))
}

/// Erase a contact
///
/// Removes the data of a person. This cannot be undone. The contact loses its name, addresses and all other fields at
/// once, and neither the contact nor its e-mail addresses watch tickets any more; tickets and comments keep it as
/// "Erased contact". The operation then replaces every name, e-mail address and phone number that the contact has ever
/// had by `[erased]` in the texts of the tickets that it requested, commented on or watched, and in the audit log, the
/// event log and stored responses. Texts of other tickets are not searched. A caller that is restricted to
/// organizations changes only tickets of these organizations: the step `remaining_tickets` has the number of the
/// others, and a caller without this restriction can erase the contact again. A deleted contact can be erased by
/// callers that are not restricted to organizations. The number of waiting and running erasures per tenant is limited.
#[utoipa::path(post, path = "/api/psa/contacts/erase", operation_id = "psa.contacts.erase", tag = "Contacts",
    params(ContactTarget),
    security(("api_key" = [Scope::ContactsWrite])), responses((status = 202, body = Operation)))]
async fn erase(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<ContactTarget>,
    if_match: IfMatch,
    Json(ContactErasure {}): Json<ContactErasure>,
) -> Result<WrittenTogether, Problem> {
    app.shares.check(Share::Erasures, caller.tenant())?;
    let mut change = write.begin().await?;
    let locked = lock(&change, &[target.id.0]).await?;
    let Some(old) = find(&locked, target.id) else {
        return erase_deleted(&app, &caller, change, target.id).await;
    };
    if_match.check(&old)?;
    let erased = erase_contact().bind(&*change, &Contact::ERASED, &app.clock.now(), &target.id.0).one().await?;
    let new = to_wire(erased);
    let addresses: Vec<String> = old.emails.iter().map(|email| email.to_lowercase()).collect();
    stop_watching().bind(&*change, &target.id.0, &addresses).one().await?;
    let readers = old.organization_id.as_ref().map(from_ref);
    let operation = begin(&app, &caller, &change, target.id, readers).await?;
    // The audit log keeps what the operation searches for until the operation has replaced it there, too.
    change.record(Entry::changed(&old, &new).without_event())?;
    change.emit(EventKind::ContactErased, &new, json!({"object": new}));
    change.answered(Answer::accepted(&operation)?).await
}

/// The logs still name a contact that was deleted.
async fn erase_deleted(
    app: &App,
    caller: &Caller,
    mut change: Change,
    id: ContactId,
) -> Result<WrittenTogether, Problem> {
    if !contact_is_recorded().bind(&*change, &id.to_string()).one().await? {
        return Err(Problem::not_found());
    }
    let operation = begin(app, caller, &change, id, None).await?;
    change.record(Entry::used(&operation))?;
    change.answered(Answer::accepted(&operation)?).await
}

/// `readers` are the organizations whose callers can read the operation. It changes the tickets that the caller can see.
async fn begin(
    app: &App,
    caller: &Caller,
    change: &Change,
    id: ContactId,
    readers: Option<&[OrganizationId]>,
) -> Result<Operation, Problem> {
    let operation = operations::New {
        kind: KIND,
        scope: Scope::ContactsRead,
        organizations: readers,
        resource: (Contact::TYPE, id.to_string()),
        input: json!({"organization_ids": caller.organizations()}),
        cancellation: operations::Cancellation::Immediate,
    };
    operation.begin(app, change, Share::Erasures).await
}
