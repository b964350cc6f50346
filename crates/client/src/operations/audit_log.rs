//! Operations of the tag `audit_log`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_audit_entries`].
#[derive(Clone, Debug, Default)]
pub struct ListAuditEntries {
    /// Filters by actor: the id of a key, a user or a service account.
    pub actor_id: Option<String>,
    /// Filters by the type of the actor: `operator` for the command line of the service, `system` for the service
    /// itself.
    pub actor_type: Option<String>,
    /// Filters by operation, such as `admin.api_keys.update`.
    pub operation: Option<String>,
    /// Filters by the type of the changed object, such as `api_key`.
    pub resource_type: Option<String>,
    /// Filters by the id of the changed object.
    pub resource_id: Option<String>,
    /// Filters by the id of the request.
    pub request_id: Option<String>,
    /// Filters for changes at this time or later.
    pub since: Option<jiff::Timestamp>,
    /// Filters for changes before this time.
    pub until: Option<jiff::Timestamp>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

impl Client {
    /// Read the audit log
    ///
    /// Returns every change of the tenant, newest first, or one entry with `id`. Callers that are restricted to
    /// organizations see no entries.
    pub async fn list_audit_entries(
        &self,
        params: ListAuditEntries,
    ) -> Result<api::Page<api::audit_log::AuditEntry>, Error> {
        let ListAuditEntries {
            actor_id,
            actor_type,
            operation,
            resource_type,
            resource_id,
            request_id,
            since,
            until,
            limit,
            cursor,
        } = params;
        let request = Request::get("/api/admin/audit-log")
            .optional("actor_id", actor_id)
            .optional("actor_type", actor_type)
            .optional("operation", operation)
            .optional("resource_type", resource_type)
            .optional("resource_id", resource_id)
            .optional("request_id", request_id)
            .optional("since", since)
            .optional("until", until)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Get one audit entry by its id
    pub async fn get_audit_entry(&self, id: api::ids::AuditEntryId) -> Result<api::audit_log::AuditEntry, Error> {
        let request = Request::get(format!("/api/admin/audit-log/{}", segment(&id)));
        self.send(request).await?.json()
    }
}
