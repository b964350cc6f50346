//! Operations of the tag `time`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_time_entries`].
#[derive(Clone, Debug, Default)]
pub struct ListTimeEntries {
    /// Filters by ticket.
    pub ticket_id: Option<api::ids::TicketId>,
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Filters by the user who worked: an id, or `me` for the caller.
    pub user_id: Option<String>,
    /// Filters by whether the time is billable.
    pub billable: Option<bool>,
    /// Filters by rate class.
    pub rate_class: Option<String>,
    /// Filters for entries that a billing run contains, or does not contain.
    pub locked: Option<bool>,
    /// Filters for timers that run, or for entries that have ended.
    pub running: Option<bool>,
    /// Filters by the name of the billing run.
    pub billing_run: Option<String>,
    /// Filters for entries that started at this time or later.
    pub since: Option<jiff::Timestamp>,
    /// Filters for entries that started before this time.
    pub until: Option<jiff::Timestamp>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_time_entry`].
#[derive(Clone, Debug, Default)]
pub struct CreateTimeEntry {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::create_billing_run`].
#[derive(Clone, Debug, Default)]
pub struct CreateBillingRun {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_time_entry`].
#[derive(Clone, Debug, Default)]
pub struct DeleteTimeEntry {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_time_entry`].
#[derive(Clone, Debug, Default)]
pub struct UpdateTimeEntry {
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
    /// List time entries
    ///
    /// Returns all entries that the caller can read, latest start first. All filters can be combined.
    pub async fn list_time_entries(
        &self,
        params: ListTimeEntries,
    ) -> Result<api::Page<api::time_entries::TimeEntry>, Error> {
        let ListTimeEntries {
            ticket_id,
            organization_id,
            user_id,
            billable,
            rate_class,
            locked,
            running,
            billing_run,
            since,
            until,
            limit,
            cursor,
        } = params;
        let request = Request::get("/api/psa/time-entries")
            .optional("ticket_id", ticket_id)
            .optional("organization_id", organization_id)
            .optional("user_id", user_id)
            .optional("billable", billable)
            .optional("rate_class", rate_class)
            .optional("locked", locked)
            .optional("running", running)
            .optional("billing_run", billing_run)
            .optional("since", since)
            .optional("until", until)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Log time on a ticket, or start a timer
    ///
    /// With `duration_seconds` or `finished_at`, the work has ended. Otherwise a timer runs until it is stopped; if
    /// another timer of the user is running, the request returns 409 `timer_running` with that entry as `current`.
    /// Entries may overlap: `overlaps` lists the others.
    pub async fn create_time_entry(
        &self,
        body: &api::time_entries::NewTimeEntry,
        params: CreateTimeEntry,
    ) -> Result<api::time_entries::TimeEntry, Error> {
        let CreateTimeEntry { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/time-entries")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Lock time entries for an invoice
    ///
    /// Locks all entries that have ended, started before `until` and are not locked yet, and returns their totals by
    /// organization and rate class. A request with the name of an earlier run returns the totals of that run and
    /// locks nothing. A dry run returns the totals of what would be locked. Callers that are restricted to
    /// organizations must name one of them.
    pub async fn create_billing_run(
        &self,
        body: &api::time_entries::NewBillingRun,
        params: CreateBillingRun,
    ) -> Result<api::time_entries::BillingRun, Error> {
        let CreateBillingRun { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/time-entries/billing-runs")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a time entry
    ///
    /// An entry that a billing run contains returns 409 `time_entry_locked`.
    pub async fn delete_time_entry(&self, id: api::ids::TimeEntryId, params: DeleteTimeEntry) -> Result<(), Error> {
        let DeleteTimeEntry { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/time-entries/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one time entry by its id
    pub async fn get_time_entry(&self, id: api::ids::TimeEntryId) -> Result<api::time_entries::TimeEntry, Error> {
        let request = Request::get(format!("/api/psa/time-entries/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a time entry, or stop its timer
    ///
    /// Fields that are absent are not changed; `null` clears a field. `"running": false` stops a timer now,
    /// `finished_at` at another time. An entry that a billing run contains returns 409 `time_entry_locked`.
    pub async fn update_time_entry(
        &self,
        id: api::ids::TimeEntryId,
        body: &api::time_entries::TimeEntryChange,
        params: UpdateTimeEntry,
    ) -> Result<api::time_entries::TimeEntry, Error> {
        let UpdateTimeEntry { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/psa/time-entries/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
