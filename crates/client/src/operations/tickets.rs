//! Operations of the tag `tickets`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_tickets`].
#[derive(Clone, Debug, Default)]
pub struct ListTickets {
    /// Filters by status; separate several statuses with commas. `unresolved` means all statuses before `resolved`.
    pub status: Vec<String>,
    /// Filters by priority; separate several priorities with commas.
    pub priority: Vec<String>,
    /// Filters by type.
    pub kind: Option<String>,
    /// Filters by source.
    pub source: Option<String>,
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Filters by assignee: the id of a user, `none` for unassigned tickets, or `me` for the caller.
    pub assignee_id: Option<String>,
    /// Filters by the team that works on the ticket.
    pub team_id: Option<api::ids::TeamId>,
    /// Filters for tickets that a user watches: the id of the user, or `me` for the caller.
    pub watcher_id: Option<String>,
    /// Filters by the contact who requested the ticket.
    pub requester_id: Option<api::ids::ContactId>,
    /// Filters by tag.
    pub tag: Option<String>,
    /// Filters by device.
    pub device_id: Option<api::ids::DeviceId>,
    /// Filters for tickets with a reference to this system.
    pub external_system: Option<String>,
    /// Filters by the id in `external_system`, which is required.
    pub external_id: Option<String>,
    /// Filters by `dedup_key`.
    pub dedup_key: Option<String>,
    /// Filters for tickets that were created at this time or later.
    pub created_since: Option<jiff::Timestamp>,
    /// Filters for tickets that were created before this time.
    pub created_until: Option<jiff::Timestamp>,
    /// Filters for tickets that were changed last at this time or later.
    pub updated_since: Option<jiff::Timestamp>,
    /// Filters for tickets that were changed last before this time.
    pub updated_until: Option<jiff::Timestamp>,
    /// Filters by SLA: `running` for tickets with a clock that runs within its target, `at_risk` for those that have
    /// used `at_risk_percent` of a target, `breached` for tickets with a target that was not met, also after their
    /// resolution.
    pub sla: Option<String>,
    /// Filters by the SLA policy that the tickets are measured by.
    pub sla_policy_id: Option<api::ids::SlaPolicyId>,
    /// Filters for unresolved tickets whose next SLA target is due before this time, including those that are
    /// overdue.
    pub due_until: Option<jiff::Timestamp>,
    /// Filters for tickets that the search (`GET /api/search`) finds with this `q`: words, phrases, exclusions,
    /// numbers and qualifiers, in subjects, descriptions, comments, resolutions and tags. Typos are not corrected,
    /// and the order is that of the list.
    pub q: Option<String>,
    /// Sort order; `-created_at` (newest first) by default, and `-updated_at` with `updated_since` or
    /// `updated_until`. `priority` returns the most urgent tickets first, and the oldest first among these;
    /// `-priority` is the reverse order. `due_at` sorts by the next SLA target of unresolved tickets, overdue ones
    /// first; tickets without one come last in both directions.
    pub sort: Option<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_ticket`].
#[derive(Clone, Debug, Default)]
pub struct CreateTicket {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::change_tickets_in_bulk`].
#[derive(Clone, Debug, Default)]
pub struct ChangeTicketsInBulk {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::list_ticket_comments`].
#[derive(Clone, Debug, Default)]
pub struct ListTicketComments {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_ticket_comment`].
#[derive(Clone, Debug, Default)]
pub struct CreateTicketComment {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::redact_ticket_comment`].
#[derive(Clone, Debug, Default)]
pub struct RedactTicketComment {
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

/// Parameters of [`Client::split_ticket_comment`].
#[derive(Clone, Debug, Default)]
pub struct SplitTicketComment {
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

/// Parameters of [`Client::update_ticket_comment`].
#[derive(Clone, Debug, Default)]
pub struct UpdateTicketComment {
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

/// Parameters of [`Client::list_ticket_history`].
#[derive(Clone, Debug, Default)]
pub struct ListTicketHistory {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::list_ticket_links`].
#[derive(Clone, Debug, Default)]
pub struct ListTicketLinks {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_ticket_link`].
#[derive(Clone, Debug, Default)]
pub struct CreateTicketLink {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_ticket_link`].
#[derive(Clone, Debug, Default)]
pub struct DeleteTicketLink {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::list_ticket_merges`].
#[derive(Clone, Debug, Default)]
pub struct ListTicketMerges {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::merge_tickets`].
#[derive(Clone, Debug, Default)]
pub struct MergeTickets {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::undo_ticket_merge`].
#[derive(Clone, Debug, Default)]
pub struct UndoTicketMerge {
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

/// Parameters of [`Client::list_ticket_tasks`].
#[derive(Clone, Debug, Default)]
pub struct ListTicketTasks {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_ticket_task`].
#[derive(Clone, Debug, Default)]
pub struct CreateTicketTask {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_ticket_task`].
#[derive(Clone, Debug, Default)]
pub struct DeleteTicketTask {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_ticket_task`].
#[derive(Clone, Debug, Default)]
pub struct UpdateTicketTask {
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

/// Parameters of [`Client::list_ticket_watchers`].
#[derive(Clone, Debug, Default)]
pub struct ListTicketWatchers {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::add_ticket_watcher`].
#[derive(Clone, Debug, Default)]
pub struct AddTicketWatcher {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::remove_ticket_watcher`].
#[derive(Clone, Debug, Default)]
pub struct RemoveTicketWatcher {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_ticket`].
#[derive(Clone, Debug, Default)]
pub struct UpdateTicket {
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
    /// List tickets
    ///
    /// Returns all tickets that the caller can read. All filters can be combined with each other and with every sort
    /// order; a ticket is returned if it matches all of them.
    pub async fn list_tickets(&self, params: ListTickets) -> Result<api::Page<api::tickets::Ticket>, Error> {
        let ListTickets {
            status,
            priority,
            kind,
            source,
            organization_id,
            assignee_id,
            team_id,
            watcher_id,
            requester_id,
            tag,
            device_id,
            external_system,
            external_id,
            dedup_key,
            created_since,
            created_until,
            updated_since,
            updated_until,
            sla,
            sla_policy_id,
            due_until,
            q,
            sort,
            limit,
            cursor,
        } = params;
        let request = Request::get("/api/psa/tickets")
            .several("status", &status)
            .several("priority", &priority)
            .optional("type", kind)
            .optional("source", source)
            .optional("organization_id", organization_id)
            .optional("assignee_id", assignee_id)
            .optional("team_id", team_id)
            .optional("watcher_id", watcher_id)
            .optional("requester_id", requester_id)
            .optional("tag", tag)
            .optional("device_id", device_id)
            .optional("external_system", external_system)
            .optional("external_id", external_id)
            .optional("dedup_key", dedup_key)
            .optional("created_since", created_since)
            .optional("created_until", created_until)
            .optional("updated_since", updated_since)
            .optional("updated_until", updated_until)
            .optional("sla", sla)
            .optional("sla_policy_id", sla_policy_id)
            .optional("due_until", due_until)
            .optional("q", q)
            .optional("sort", sort)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a ticket
    ///
    /// Only `subject` is required, and `organization_id` if the tenant has several organizations. If an unresolved
    /// ticket with the same `dedup_key` exists, no second ticket is created: a comment is added to that ticket and
    /// its count is incremented (200, `deduplicated`), or with `dedup_action: resolve` it is resolved.
    pub async fn create_ticket(
        &self,
        body: &api::tickets::NewTicket,
        params: CreateTicket,
    ) -> Result<api::tickets::DeduplicatedTicket, Error> {
        let CreateTicket { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/tickets")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Create and change tickets in bulk
    ///
    /// Each operation succeeds or fails separately, in the given order; all successful operations are stored in one
    /// transaction. A response of 200 means that all operations were executed: check each result.
    pub async fn change_tickets_in_bulk(
        &self,
        body: &api::ticket_bulk::TicketBulk,
        params: ChangeTicketsInBulk,
    ) -> Result<api::ticket_bulk::BulkResults, Error> {
        let ChangeTicketsInBulk { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/tickets/bulk")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List the comments of a ticket
    ///
    /// Returns all comments of the ticket `ticket_id`, newest first.
    pub async fn list_ticket_comments(
        &self,
        ticket_id: api::ids::TicketId,
        params: ListTicketComments,
    ) -> Result<api::Page<api::ticket_comments::Comment>, Error> {
        let ListTicketComments { limit, cursor } = params;
        let request = Request::get("/api/psa/tickets/comments")
            .query("ticket_id", ticket_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Comment on a ticket
    ///
    /// A `public` comment is visible to the customer, an `internal` comment to technicians only. With `author`, it
    /// is the comment of a contact, which sets a waiting or resolved ticket to `open`.
    pub async fn create_ticket_comment(
        &self,
        ticket_id: api::ids::TicketId,
        body: &api::ticket_comments::NewComment,
        params: CreateTicketComment,
    ) -> Result<api::ticket_comments::Comment, Error> {
        let CreateTicketComment { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/tickets/comments")
            .query("ticket_id", ticket_id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Redact a comment
    ///
    /// Removes text, for example a password. This cannot be undone. The text is replaced by `[redacted]` in the
    /// comment, and removed from the search index, at once. The operation `operation_id` then removes the whole text
    /// of the comment, in all its versions, from the audit log, the event log, stored responses, the log of webhooks
    /// and the workflow runs that have ended; the step `active_runs` has the number of runs with the text that have
    /// not. Webhook requests that were already sent are not affected. If a ticket was created from the comment, its
    /// description is redacted as well. Comments of a closed, canceled or merged ticket can be redacted, too. The
    /// number of waiting and running redactions per tenant is limited.
    pub async fn redact_ticket_comment(
        &self,
        id: api::ids::CommentId,
        body: Option<&api::ticket_comments::CommentRedaction>,
        params: RedactTicketComment,
    ) -> Result<api::ticket_comments::RedactedComment, Error> {
        let RedactTicketComment { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/psa/tickets/comments/redact")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .optional_json(body)?;
        self.send(request).await?.json()
    }

    /// Split a comment off into a ticket
    ///
    /// Creates a ticket of the same organization. The text of the comment is its description and, if a contact wrote
    /// the comment, the contact is its requester. The comment stays where it is, and `split_ticket_id` names the new
    /// ticket. A comment that was split off before returns 409 `comment_already_split`.
    pub async fn split_ticket_comment(
        &self,
        id: api::ids::CommentId,
        body: &api::ticket_comments::CommentSplit,
        params: SplitTicketComment,
    ) -> Result<api::tickets::Ticket, Error> {
        let SplitTicketComment { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/psa/tickets/comments/split")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Get one ticket comment by its id
    pub async fn get_ticket_comment(&self, id: api::ids::CommentId) -> Result<api::ticket_comments::Comment, Error> {
        let request = Request::get(format!("/api/psa/tickets/comments/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Edit a comment
    ///
    /// Fields that are absent are not changed. The earlier text is not kept: neither the audit log nor the event of
    /// the edit contains it, and the history of the ticket shows only who edited which comment, and when. The events
    /// and audit entries from before the edit keep it: redact the comment to remove it there. Comments of a closed,
    /// canceled or merged ticket cannot be edited: 409 `ticket_final`.
    pub async fn update_ticket_comment(
        &self,
        id: api::ids::CommentId,
        body: &api::ticket_comments::CommentChange,
        params: UpdateTicketComment,
    ) -> Result<api::ticket_comments::Comment, Error> {
        let UpdateTicketComment { dry_run, idempotency_key, if_match } = params;
        let request = Request::patch(format!("/api/psa/tickets/comments/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Read the history of a ticket
    ///
    /// Returns the changes of the ticket, newest first: the actor, the time, and the old and new value of each
    /// field. For a comment that was edited, redacted or split off, it shows the id under `comment`, but not the
    /// text. Callers that are restricted to organizations do not see who requested the ticket, nor its devices,
    /// while it belonged to another organization.
    pub async fn list_ticket_history(
        &self,
        ticket_id: api::ids::TicketId,
        params: ListTicketHistory,
    ) -> Result<api::Page<api::ticket_comments::TicketHistoryEntry>, Error> {
        let ListTicketHistory { limit, cursor } = params;
        let request = Request::get("/api/psa/tickets/history")
            .query("ticket_id", ticket_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// List the links of a ticket
    ///
    /// Returns all links of the ticket `ticket_id` to tickets that the caller can read, as seen from that ticket,
    /// newest first.
    pub async fn list_ticket_links(
        &self,
        ticket_id: api::ids::TicketId,
        params: ListTicketLinks,
    ) -> Result<api::Page<api::ticket_links::TicketLink>, Error> {
        let ListTicketLinks { limit, cursor } = params;
        let request = Request::get("/api/psa/tickets/links")
            .query("ticket_id", ticket_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Link two tickets
    ///
    /// `parent_of` makes `ticket_id` the parent of `other_id`. A ticket has one parent at most, and 100 children.
    /// Links `parent_of` and `blocks` must not form a cycle (409 `link_cycle`). Two tickets have one link of each
    /// kind at most (409 `already_linked`).
    pub async fn create_ticket_link(
        &self,
        body: &api::ticket_links::NewTicketLink,
        params: CreateTicketLink,
    ) -> Result<api::ticket_links::TicketLink, Error> {
        let CreateTicketLink { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/tickets/links")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a link
    ///
    /// The tickets are not changed.
    pub async fn delete_ticket_link(&self, id: api::ids::TicketLinkId, params: DeleteTicketLink) -> Result<(), Error> {
        let DeleteTicketLink { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/tickets/links/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one ticket link by its id
    pub async fn get_ticket_link(&self, id: api::ids::TicketLinkId) -> Result<api::ticket_links::TicketLink, Error> {
        let request = Request::get(format!("/api/psa/tickets/links/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// List the merges of a ticket
    ///
    /// Returns all merges of the ticket `ticket_id`, newest first.
    pub async fn list_ticket_merges(
        &self,
        ticket_id: api::ids::TicketId,
        params: ListTicketMerges,
    ) -> Result<api::Page<api::ticket_merges::TicketMerge>, Error> {
        let ListTicketMerges { limit, cursor } = params;
        let request = Request::get("/api/psa/tickets/merges")
            .query("ticket_id", ticket_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Merge a ticket into another one
    ///
    /// The comments, time entries, attachments, tasks and watchers of the source move to the target. The source gets
    /// the status `merged` and `merged_into_id`; its SLA clocks stop. The merge can be undone for an hour.
    pub async fn merge_tickets(
        &self,
        body: &api::ticket_merges::NewTicketMerge,
        params: MergeTickets,
    ) -> Result<api::ticket_merges::TicketMerge, Error> {
        let MergeTickets { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/tickets/merges")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Undo a merge
    ///
    /// The source gets its former status. Everything that came with the merge moves back; comments and other objects
    /// that were added to the target later stay there. After an hour, or if the target was itself merged into
    /// another ticket, the request returns 409 `merge_final`.
    pub async fn undo_ticket_merge(
        &self,
        id: api::ids::TicketMergeId,
        body: Option<&api::ticket_merges::TicketMergeUndo>,
        params: UndoTicketMerge,
    ) -> Result<api::ticket_merges::TicketMerge, Error> {
        let UndoTicketMerge { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/psa/tickets/merges/undo")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .optional_json(body)?;
        self.send(request).await?.json()
    }

    /// Get one ticket merge by its id
    pub async fn get_ticket_merge(
        &self,
        id: api::ids::TicketMergeId,
    ) -> Result<api::ticket_merges::TicketMerge, Error> {
        let request = Request::get(format!("/api/psa/tickets/merges/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// List the tasks of a ticket
    ///
    /// Returns all tasks of the ticket `ticket_id`, by their position.
    pub async fn list_ticket_tasks(
        &self,
        ticket_id: api::ids::TicketId,
        params: ListTicketTasks,
    ) -> Result<api::Page<api::ticket_tasks::TicketTask>, Error> {
        let ListTicketTasks { limit, cursor } = params;
        let request = Request::get("/api/psa/tickets/tasks")
            .query("ticket_id", ticket_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Add a task to a ticket
    ///
    /// A ticket has 100 tasks at most (409 `quota_exceeded`). The tasks of a closed, canceled or merged ticket
    /// cannot be changed (409 `ticket_final`). The version of the ticket stays the same.
    pub async fn create_ticket_task(
        &self,
        ticket_id: api::ids::TicketId,
        body: &api::ticket_tasks::NewTask,
        params: CreateTicketTask,
    ) -> Result<api::ticket_tasks::TicketTask, Error> {
        let CreateTicketTask { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/tickets/tasks")
            .query("ticket_id", ticket_id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a task
    pub async fn delete_ticket_task(&self, id: api::ids::TaskId, params: DeleteTicketTask) -> Result<(), Error> {
        let DeleteTicketTask { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/tickets/tasks/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one ticket task by its id
    pub async fn get_ticket_task(&self, id: api::ids::TaskId) -> Result<api::ticket_tasks::TicketTask, Error> {
        let request = Request::get(format!("/api/psa/tickets/tasks/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change, complete or reopen a task
    ///
    /// Fields that are absent are not changed; `null` clears a field. `"done": true` completes the task, `"done":
    /// false` reopens it.
    pub async fn update_ticket_task(
        &self,
        id: api::ids::TaskId,
        body: &api::ticket_tasks::TaskChange,
        params: UpdateTicketTask,
    ) -> Result<api::ticket_tasks::TicketTask, Error> {
        let UpdateTicketTask { dry_run, idempotency_key, if_match } = params;
        let request = Request::patch(format!("/api/psa/tickets/tasks/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List the watchers of a ticket
    ///
    /// Returns all watchers of the ticket `ticket_id`, newest first.
    pub async fn list_ticket_watchers(
        &self,
        ticket_id: api::ids::TicketId,
        params: ListTicketWatchers,
    ) -> Result<api::Page<api::ticket_watchers::TicketWatcher>, Error> {
        let ListTicketWatchers { limit, cursor } = params;
        let request = Request::get("/api/psa/tickets/watchers")
            .query("ticket_id", ticket_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Add a watcher to a ticket
    ///
    /// A watcher is a user, a contact of the ticket's organization, or an e-mail address; a ticket has 50 at most.
    /// If the ticket has the same watcher already, it is returned with 200. Watchers change neither `version` nor
    /// `updated_at` of the ticket.
    pub async fn add_ticket_watcher(
        &self,
        body: &api::ticket_watchers::NewTicketWatcher,
        params: AddTicketWatcher,
    ) -> Result<api::ticket_watchers::TicketWatcher, Error> {
        let AddTicketWatcher { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/tickets/watchers")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Remove a watcher from its ticket
    pub async fn remove_ticket_watcher(
        &self,
        id: api::ids::WatcherId,
        params: RemoveTicketWatcher,
    ) -> Result<(), Error> {
        let RemoveTicketWatcher { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/tickets/watchers/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one ticket watcher by its id
    pub async fn get_ticket_watcher(
        &self,
        id: api::ids::WatcherId,
    ) -> Result<api::ticket_watchers::TicketWatcher, Error> {
        let request = Request::get(format!("/api/psa/tickets/watchers/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Get one ticket by its id
    pub async fn get_ticket(&self, id: api::ids::TicketId) -> Result<api::tickets::Ticket, Error> {
        let request = Request::get(format!("/api/psa/tickets/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a ticket
    ///
    /// Fields that are absent are not changed; `null` clears a field. A `status` and a `comment` can be sent in the
    /// same request. A ticket with unresolved children is resolved, closed or canceled only with `"children":
    /// "resolve"`, together with them; otherwise the request returns 409 `children_open`.
    pub async fn update_ticket(
        &self,
        id: api::ids::TicketId,
        body: &api::tickets::TicketChange,
        params: UpdateTicket,
    ) -> Result<api::tickets::Ticket, Error> {
        let UpdateTicket { dry_run, idempotency_key, if_match } = params;
        let request = Request::patch(format!("/api/psa/tickets/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
