//! `/api/psa/contacts`: the people of the tenant's customers.
//!
//! A contact belongs to the same organization for good. Names and addresses are stored here alone; tickets and comments
//! refer to a contact and show what it is called now.

pub mod erase;
mod export;
mod merge;
pub mod named;

use super::tickets::only_organization;
use api::{
    ContactId, EventKind, OrganizationId, ProblemCode, Scope,
    contacts::{
        Contact, ContactChange, ContactOrPage, ContactQuery, ContactStatus, ContactTarget, EmailAddress, NewContact,
        PhoneNumber,
    },
    organizations::ExternalRef,
    problem::FaultCode,
};
use kernel::{
    app::App,
    db::{OnConstraint, Tenant},
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write,
    },
};
use queries::{
    client::Params,
    queries::psa::contacts::{
        ContactRow, CreateContactParams, UpdateContactParams, contact_with_external_ref, contacts_by_email,
        contacts_by_external_ref, create_contact, delete_contact, get_contact, lock_contacts, newest_contacts,
        newest_contacts_of_organizations, other_contact_with_email, update_contact,
    },
};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete)).merge(erase::routes()).merge(export::routes())
}

/// Create a contact
///
/// Only `name` is required, and `organization_id` if the tenant has several organizations. An e-mail address that another
/// contact of the organization has is refused with 409 `email_taken`.
#[utoipa::path(post, path = "/api/psa/contacts", operation_id = "psa.contacts.create", tag = "Contacts",
    extensions(("x-problems" = json!([ProblemCode::ExternalRefTaken, ProblemCode::EmailTaken]))),
    security(("api_key" = [Scope::ContactsWrite])), responses((status = 201, body = Contact)))]
async fn create(app: App, write: Write, Json(new): Json<NewContact>) -> Result<Created<Contact>, Problem> {
    let change = write.begin().await?;
    let organization = match new.organization_id {
        Some(id) => Some(id),
        None => only_organization(&change).await?,
    };
    let contact = insert(&app, &change, organization, &new).await?;
    change.created(contact).await
}

/// List contacts, or read one
///
/// Returns the contact with this `id`, or all contacts that the caller can read, newest first. `email`, or
/// `external_system` with `external_id`, can be combined with `organization_id`.
#[utoipa::path(get, path = "/api/psa/contacts", operation_id = "psa.contacts.list", tag = "Contacts",
    params(ContactQuery, PagingParams),
    extensions(("x-problems" = json!([ProblemCode::UnsupportedCombination]))),
    security(("api_key" = [Scope::ContactsRead])), responses((status = 200, body = ContactOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<ContactQuery>,
    paging: Paging,
) -> Result<Found<Contact>, Problem> {
    if let Some(id) = query.id {
        let row = get_contact().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let db = app.db.tenant(&caller).await?;
    let rows = list(&db, &caller, query, paging.before()?, paging.rows()).await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change a contact, or merge a duplicate into it
///
/// Fields that are absent are not changed; `null` clears a field. `merge_from` merges a duplicate into the contact and
/// deletes the duplicate. A change of a contact changes neither `version` nor `updated_at` of its tickets.
#[utoipa::path(put, path = "/api/psa/contacts", operation_id = "psa.contacts.update", tag = "Contacts",
    params(ContactTarget),
    extensions(("x-problems" = json!([
        ProblemCode::ExternalRefTaken, ProblemCode::EmailTaken, ProblemCode::ContactInUse, ProblemCode::ContactErased
    ]))),
    security(("api_key" = [Scope::ContactsWrite])), responses((status = 200, body = Contact)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<ContactTarget>,
    if_match: IfMatch,
    Json(wanted): Json<ContactChange>,
) -> Result<Changed<Contact>, Problem> {
    let mut change = write.begin().await?;
    let ids: Vec<Uuid> = [Some(target.id), wanted.merge_from].into_iter().flatten().map(|id| id.0).collect();
    let locked = lock(&change, &ids).await?;
    let old = find(&locked, target.id).ok_or_else(Problem::not_found)?;
    if_match.check(&old)?;
    if old.erased_at.is_some() {
        return Err(Problem::new(ProblemCode::ContactErased, "The contact was erased. Create another one."));
    }
    let duplicate = match wanted.merge_from {
        Some(id) => Some(merge::duplicate(&old, id, find(&locked, id))?),
        None => None,
    };
    let current = match &duplicate {
        Some(duplicate) => {
            merge::take_over(&change, &old, duplicate).await?;
            merge::combined(old.clone(), duplicate)
        }
        None => old.clone(),
    };
    let new = store(&app, &change, current, wanted).await?;
    if let Some(duplicate) = duplicate {
        change.record(Entry::deleted(&duplicate))?;
        change.emit(EventKind::ContactMerged, &new, json!({"object": new, "merged": duplicate}));
    }
    change.changed(&old, new).await
}

/// Delete a contact
///
/// The request is refused while the contact is the requester of a ticket or the author of a comment. Merge a duplicate
/// into another contact instead, and set `status` to `inactive` for a person who has left. The audit log keeps the data of
/// a deleted contact: to remove a person everywhere, erase the contact.
#[utoipa::path(delete, path = "/api/psa/contacts", operation_id = "psa.contacts.delete", tag = "Contacts",
    params(ContactTarget),
    extensions(("x-problems" = json!([ProblemCode::ContactInUse]))),
    security(("api_key" = [Scope::ContactsWrite])), responses((status = 204)))]
async fn delete(write: Write, Query(target): Query<ContactTarget>, if_match: IfMatch) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let locked = lock(&change, &[target.id.0]).await?;
    let old = find(&locked, target.id).ok_or_else(Problem::not_found)?;
    if_match.check(&old)?;
    let deleted = delete_contact().bind(&*change, &target.id.0).one().await;
    deleted.on_constraint(&[("tickets_requester_exists", in_use), ("ticket_comments_author_exists", in_use)])?;
    change.deleted(Entry::deleted(&old)).await
}

async fn insert(
    app: &App,
    change: &Change,
    organization: Option<OrganizationId>,
    new: &NewContact,
) -> Result<Contact, Problem> {
    let external = new.external_ref.as_ref();
    let params = CreateContactParams {
        id: app.clock.id(),
        organization_id: organization.map(|id| id.0),
        name: new.name.as_str(),
        emails: addresses(&new.emails),
        phones: numbers(&new.phones),
        title: new.title.as_deref(),
        external_system: external.map(|external| external.system.as_str()),
        external_id: external.map(|external| external.id.as_str()),
        custom_fields: Value::from(new.custom_fields.clone()),
        vip: new.vip.unwrap_or(false),
        status: new.status.unwrap_or(ContactStatus::Active).name(),
        now: app.clock.now(),
    };
    let row = create_contact().params(&**change, &params).one().await;
    constraints(row, &Unique { id: params.id, organization, external, emails: &params.emails }).map(to_wire)
}

/// Absent fields stay as they are.
async fn store(app: &App, change: &Change, current: Contact, wanted: ContactChange) -> Result<Contact, Problem> {
    let merges = wanted.merge_from.is_some();
    let external = wanted.external_ref.unwrap_or(current.external_ref);
    let emails = wanted.emails.map_or(current.emails, |emails| addresses(&emails));
    let phones = wanted.phones.map_or(current.phones, |phones| numbers(&phones));
    let custom_fields = wanted.custom_fields.unwrap_or(current.custom_fields);
    if merges {
        merge::refuse_excess(&emails, &phones, &custom_fields)?;
    }
    let params = UpdateContactParams {
        name: wanted.name.unwrap_or(current.name),
        emails,
        phones,
        title: wanted.title.unwrap_or(current.title),
        external_system: external.as_ref().map(|external| external.system.as_str()),
        external_id: external.as_ref().map(|external| external.id.as_str()),
        custom_fields: Value::from(custom_fields),
        vip: wanted.vip.unwrap_or(current.vip),
        status: wanted.status.unwrap_or(current.status).name(),
        now: app.clock.now(),
        id: current.id.0,
    };
    let row = update_contact().params(&**change, &params).one().await;
    let (id, organization, external) = (params.id, current.organization_id, external.as_ref());
    constraints(row, &Unique { id, organization, external, emails: &params.emails }).map(to_wire)
}

async fn lock(change: &Change, ids: &[Uuid]) -> Result<Vec<Contact>, Problem> {
    let rows = lock_contacts().bind(&**change, &ids).all().await?;
    Ok(rows.into_iter().map(to_wire).collect())
}

fn find(contacts: &[Contact], id: ContactId) -> Option<Contact> {
    contacts.iter().find(|contact| contact.id == id).cloned()
}

async fn list(
    db: &Tenant,
    caller: &Caller,
    query: ContactQuery,
    before: Uuid,
    limit: i64,
) -> Result<Vec<ContactRow>, Problem> {
    let organization = query.organization_id.map(|id| id.0);
    let external = match (query.external_system, query.external_id) {
        (Some(system), Some(id)) => Some((system, id)),
        (None, None) => None,
        _ => return Err(apart("external_system and external_id require each other")),
    };
    let rows = match (query.email, external) {
        (Some(_), Some(_)) => return Err(apart("email cannot be combined with external_system and external_id")),
        (Some(email), None) => contacts_by_email().bind(db, &email, &before, &organization, &limit).all().await,
        (None, Some((system, id))) => {
            contacts_by_external_ref().bind(db, &system, &id, &before, &organization, &limit).all().await
        }
        (None, None) => match organizations(caller, query.organization_id) {
            None => newest_contacts().bind(db, &before, &limit).all().await,
            Some(of) => newest_contacts_of_organizations().bind(db, &of, &before, &limit).all().await,
        },
    };
    Ok(rows?)
}

/// The organization of the query, or those that the caller is restricted to. An organization that the caller cannot read is
/// not searched: a scan of rows that the policy hides takes as long as a scan of all rows.
fn organizations(caller: &Caller, wanted: Option<OrganizationId>) -> Option<Vec<Uuid>> {
    let own: Option<Vec<Uuid>> = caller.organizations().map(|ids| ids.iter().map(|id| id.0).collect());
    match wanted {
        Some(id) if own.as_ref().is_none_or(|own| own.contains(&id.0)) => Some(vec![id.0]),
        Some(_) => Some(vec![]),
        None => own,
    }
}

fn apart(detail: &'static str) -> Problem {
    Problem::new(ProblemCode::UnsupportedCombination, format!("{detail}."))
}

fn in_use() -> Problem {
    let detail = "The contact is the requester of a ticket or the author of a comment.";
    Problem::new(ProblemCode::ContactInUse, detail)
}

/// The values of a contact that no other contact of its organization has.
struct Unique<'a> {
    id: Uuid,
    organization: Option<OrganizationId>,
    external: Option<&'a ExternalRef>,
    emails: &'a [String],
}

/// Meanings of the constraints of the table.
fn constraints<T>(row: Result<T, tokio_postgres::Error>, unique: &Unique<'_>) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[
        ("contact_emails_address_is_unique", || {
            let detail = "Another contact of the organization already has one of these e-mail addresses.";
            Problem::new(ProblemCode::EmailTaken, detail)
        }),
        ("contacts_external_ref_is_unique", || {
            let detail = "Another contact of the organization already has this external_ref.";
            Problem::new(ProblemCode::ExternalRefTaken, detail)
        }),
        ("contacts_organization_exists", || {
            Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
        }),
    ]);
    row.map_err(|problem| {
        let (organization, external) = (unique.organization.map(|id| id.0), unique.external.cloned());
        let (id, emails) = (unique.id, unique.emails.to_vec());
        problem
            .looking_up::<Contact, _, _>(ProblemCode::EmailTaken, move |db| async move {
                let found = other_contact_with_email().bind(&db, &emails, &organization, &id).opt().await;
                found.map(|id| id.map(ContactId))
            })
            .looking_up::<Contact, _, _>(ProblemCode::ExternalRefTaken, move |db| async move {
                let Some(ExternalRef { system, id }) = external else { return Ok(None) };
                let found = contact_with_external_ref().bind(&db, &system, &id, &organization).opt().await;
                found.map(|id| id.map(ContactId))
            })
    })
}

fn addresses(emails: &[EmailAddress]) -> Vec<String> {
    distinct(emails.iter().map(|email| email.0.clone()))
}

fn numbers(phones: &[PhoneNumber]) -> Vec<String> {
    distinct(phones.iter().map(|phone| phone.0.clone()))
}

/// The first of those that differ in case at most.
fn distinct(all: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = vec![];
    for text in all {
        if !kept.iter().any(|known| known.to_lowercase() == text.to_lowercase()) {
            kept.push(text);
        }
    }
    kept
}

fn to_wire(row: ContactRow) -> Contact {
    Contact {
        id: ContactId(row.id),
        organization_id: row.organization_id.map(OrganizationId),
        name: row.name,
        emails: row.emails,
        phones: row.phones,
        title: row.title,
        external_ref: row.external_system.zip(row.external_id).map(|(system, id)| ExternalRef { system, id }),
        custom_fields: row.custom_fields.into(),
        vip: row.vip,
        status: ContactStatus::named(&row.status).unwrap_or(ContactStatus::Active),
        created_at: row.created_at,
        updated_at: row.updated_at,
        erased_at: row.erased_at,
        version: row.version,
    }
}
