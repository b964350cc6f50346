//! Operations of the tag `contacts`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, Streaming, request::segment};

/// Parameters of [`Client::list_contacts`].
#[derive(Clone, Debug, Default)]
pub struct ListContacts {
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Filters by e-mail address, regardless of case.
    pub email: Option<String>,
    /// Filters for contacts with a reference to this system. Requires `external_id`.
    pub external_system: Option<String>,
    /// Filters by the id in `external_system`.
    pub external_id: Option<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_contact`].
#[derive(Clone, Debug, Default)]
pub struct CreateContact {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::erase_contact`].
#[derive(Clone, Debug, Default)]
pub struct EraseContact {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::delete_contact`].
#[derive(Clone, Debug, Default)]
pub struct DeleteContact {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_contact`].
#[derive(Clone, Debug, Default)]
pub struct UpdateContact {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

impl Client {
    /// List contacts
    ///
    /// Returns all contacts that the caller can read, newest first. `email`, or `external_system` with
    /// `external_id`, can be combined with `organization_id`.
    pub async fn list_contacts(&self, params: ListContacts) -> Result<api::Page<api::contacts::Contact>, Error> {
        let ListContacts { organization_id, email, external_system, external_id, limit, cursor } = params;
        let request = Request::get("/api/psa/contacts")
            .optional("organization_id", organization_id)
            .optional("email", email)
            .optional("external_system", external_system)
            .optional("external_id", external_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a contact
    ///
    /// Only `name` is required, and `organization_id` if the tenant has several organizations. An e-mail address
    /// that another contact of the organization has is refused with 409 `email_taken`.
    pub async fn create_contact(
        &self,
        body: &api::contacts::NewContact,
        params: CreateContact,
    ) -> Result<api::contacts::Contact, Error> {
        let CreateContact { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/contacts")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Erase a contact
    ///
    /// Removes the data of a person. This cannot be undone. The contact loses its name, addresses and all other
    /// fields at once, and neither the contact nor its e-mail addresses watch tickets any more; tickets and comments
    /// keep it as "Erased contact". The operation then replaces every name, e-mail address and phone number that the
    /// contact has ever had by `[erased]` in the texts of the tickets that it requested, commented on or watched,
    /// and in the audit log, the event log and stored responses. Texts of other tickets are not searched. A caller
    /// that is restricted to organizations changes only tickets of these organizations: the step `remaining_tickets`
    /// has the number of the others, and a caller without this restriction can erase the contact again. A deleted
    /// contact can be erased by callers that are not restricted to organizations. The number of waiting and running
    /// erasures per tenant is limited.
    pub async fn erase_contact(
        &self,
        id: api::ids::ContactId,
        body: Option<&api::contacts::ContactErasure>,
        params: EraseContact,
    ) -> Result<api::operations::Operation, Error> {
        let EraseContact { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/psa/contacts/erase")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .optional_json(body)?;
        self.send(request).await?.json()
    }

    /// Export a contact
    ///
    /// Returns all data of one person as NDJSON: first the contact, as `{"type": "contact", "contact": {…}}`, then
    /// the tickets that the contact requested (`ticket`), the comments that it wrote (`comment`), and where it
    /// watches a ticket, as a contact or by an e-mail address (`watcher`), newest first.
    pub async fn export_contact(&self, id: api::ids::ContactId) -> Result<Streaming, Error> {
        let request = Request::get("/api/psa/contacts/export").query("id", id);
        self.stream(request).await
    }

    /// Delete a contact
    ///
    /// The request is refused while the contact is the requester of a ticket or the author of a comment. Merge a
    /// duplicate into another contact instead, and set `status` to `inactive` for a person who has left. The audit
    /// log keeps the data of a deleted contact: to remove a person everywhere, erase the contact.
    pub async fn delete_contact(&self, id: api::ids::ContactId, params: DeleteContact) -> Result<(), Error> {
        let DeleteContact { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/contacts/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one contact by its id
    pub async fn get_contact(&self, id: api::ids::ContactId) -> Result<api::contacts::Contact, Error> {
        let request = Request::get(format!("/api/psa/contacts/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a contact, or merge a duplicate into it
    ///
    /// Fields that are absent are not changed; `null` clears a field. `merge_from` merges a duplicate into the
    /// contact and deletes the duplicate. A change of a contact changes neither `version` nor `updated_at` of its
    /// tickets.
    pub async fn update_contact(
        &self,
        id: api::ids::ContactId,
        body: &api::contacts::ContactChange,
        params: UpdateContact,
    ) -> Result<api::contacts::Contact, Error> {
        let UpdateContact { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/psa/contacts/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
