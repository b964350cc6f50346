//! Contacts as requests about tickets name them: by id, or by name and e-mail address.

use super::insert;
use api::{
    ContactId, CustomFields, OrganizationId,
    contacts::{ContactRef, EmailAddress, NewContact},
    problem::FaultCode,
};
use kernel::{
    app::App,
    http::{Change, Entry, Problem},
};
use queries::queries::psa::contacts::{contact_with_email, contact_with_name, lock_new_contact, named_contact};

/// Maximum length of a contact's name.
const NAME_CHARS: usize = 200;

/// A contact of the ticket's organization, which is created if it is not known. `pointer` is where the request names it.
pub async fn contact(
    app: &App,
    change: &mut Change,
    organization: Option<OrganizationId>,
    named: ContactRef,
    pointer: &str,
) -> Result<ContactId, Problem> {
    if let Some(id) = named.id {
        return existing(change, organization, id, pointer).await;
    }
    let email = named.email.map(|email| email.0);
    let Some(key) = email.clone().or_else(|| named.name.clone()) else {
        return Err(Problem::fault(pointer, FaultCode::Required, "requires id, name or email"));
    };
    if let Some(known) = find(change, organization, email.as_deref(), &key).await? {
        return Ok(known);
    }
    // Concurrent requests that would create the same contact wait here, and then find it.
    lock_new_contact().bind(&**change, &key).one().await?;
    if let Some(known) = find(change, organization, email.as_deref(), &key).await? {
        return Ok(known);
    }
    let new = NewContact {
        name: named.name.unwrap_or_else(|| key.chars().take(NAME_CHARS).collect()),
        organization_id: organization,
        emails: email.map(EmailAddress).into_iter().collect(),
        phones: vec![],
        title: None,
        external_ref: None,
        custom_fields: CustomFields::default(),
        vip: None,
        status: None,
    };
    let contact = insert(app, change, organization, &new).await?;
    change.record(Entry::created(&contact))?;
    Ok(contact.id)
}

/// By address, or without one by name.
async fn find(
    change: &Change,
    organization: Option<OrganizationId>,
    email: Option<&str>,
    name: &str,
) -> Result<Option<ContactId>, Problem> {
    let organization = organization.map(|id| id.0);
    let found = match email {
        Some(email) => contact_with_email().bind(&**change, &email, &organization).opt().await?,
        None => contact_with_name().bind(&**change, &name, &organization).opt().await?,
    };
    Ok(found.map(ContactId))
}

async fn existing(
    change: &Change,
    organization: Option<OrganizationId>,
    id: ContactId,
    pointer: &str,
) -> Result<ContactId, Problem> {
    let refused = |code, detail: &str| Err(Problem::fault(&format!("{pointer}/id"), code, detail));
    match named_contact().bind(&**change, &id.0).opt().await? {
        None => refused(FaultCode::NotFound, "there is no such contact"),
        Some(found) if found.is_erased => refused(FaultCode::Invalid, "the contact was erased"),
        Some(found) if found.organization_id != organization.map(|id| id.0) => {
            refused(FaultCode::Invalid, "the contact belongs to another organization than the ticket")
        }
        Some(_) => Ok(id),
    }
}
