//! The filters, orders and formats of lists of tickets.

use crate::{
    ContactId, DeviceId, OrganizationId, SlaPolicyId, TicketId,
    ids::TeamId,
    tickets::{TicketPriority, TicketSource, TicketType},
    words::words,
};
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::IntoParams;

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketQuery {
    /// Returns only the ticket with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<TicketId>,
    /// Returns only the ticket with this number, as a single object.
    #[param(nullable = false, minimum = 1)]
    pub number: Option<i64>,
    /// Filters by status; separate several statuses with commas. `unresolved` means all statuses before `resolved`.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<StatusFilter>>,
    /// Filters by priority; separate several priorities with commas.
    #[param(nullable = false, explode = false, inline)]
    pub priority: Option<Vec<TicketPriority>>,
    /// Filters by type.
    #[param(nullable = false, inline)]
    #[serde(rename = "type")]
    pub kind: Option<TicketType>,
    /// Filters by source.
    #[param(nullable = false, inline)]
    pub source: Option<TicketSource>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Filters by assignee: the id of a user, `none` for unassigned tickets, or `me` for the caller.
    #[param(example = "me", nullable = false, pattern = "^(me|none|usr_[0-7][0-9a-hjkmnp-tv-z]{25})$")]
    pub assignee_id: Option<String>,
    /// Filters by the team that works on the ticket.
    #[param(nullable = false)]
    pub team_id: Option<TeamId>,
    /// Filters for tickets that a user watches: the id of the user, or `me` for the caller.
    #[param(example = "me", nullable = false, pattern = "^(me|usr_[0-7][0-9a-hjkmnp-tv-z]{25})$")]
    pub watcher_id: Option<String>,
    /// Filters by the contact who requested the ticket.
    #[param(nullable = false)]
    pub requester_id: Option<ContactId>,
    /// Filters by tag.
    #[param(example = "vip", nullable = false, min_length = 1, max_length = 50)]
    pub tag: Option<String>,
    /// Filters by device.
    #[param(nullable = false)]
    pub device_id: Option<DeviceId>,
    /// Filters for tickets with a reference to this system.
    #[param(example = "halopsa", nullable = false, min_length = 1, max_length = 100)]
    pub external_system: Option<String>,
    /// Filters by the id in `external_system`, which is required.
    #[param(example = "4711", nullable = false, min_length = 1, max_length = 200)]
    pub external_id: Option<String>,
    /// Filters by `dedup_key`.
    #[param(example = "disk-full:srv-01", nullable = false, min_length = 1, max_length = 200)]
    pub dedup_key: Option<String>,
    /// Filters for tickets that were created at this time or later.
    #[param(nullable = false)]
    pub created_since: Option<Timestamp>,
    /// Filters for tickets that were created before this time.
    #[param(nullable = false)]
    pub created_until: Option<Timestamp>,
    /// Filters for tickets that were changed last at this time or later.
    #[param(nullable = false)]
    pub updated_since: Option<Timestamp>,
    /// Filters for tickets that were changed last before this time.
    #[param(nullable = false)]
    pub updated_until: Option<Timestamp>,
    /// Filters by SLA: `running` for tickets with a clock that runs within its target, `at_risk` for those that have
    /// used `at_risk_percent` of a target, `breached` for tickets with a target that was not met, also after their
    /// resolution.
    #[param(nullable = false, inline)]
    pub sla: Option<SlaFilter>,
    /// Filters by the SLA policy that the tickets are measured by.
    #[param(nullable = false)]
    pub sla_policy_id: Option<SlaPolicyId>,
    /// Filters for unresolved tickets whose next SLA target is due before this time, including those that are overdue.
    #[param(nullable = false)]
    pub due_until: Option<Timestamp>,
    /// Filters for tickets that the search (`GET /api/search`) finds with this `q`: words, phrases, exclusions, numbers and
    /// qualifiers, in subjects, descriptions, comments, resolutions and tags. Typos are not corrected, and the order is that
    /// of the list.
    #[param(example = "printer", nullable = false, min_length = 1, max_length = 500)]
    pub q: Option<String>,
    /// Sort order; `-created_at` (newest first) by default, and `-updated_at` with `updated_since` or `updated_until`.
    /// `priority` returns the most urgent tickets first, and the oldest first among these; `-priority` is the reverse order.
    /// `due_at` sorts by the next SLA target of unresolved tickets, overdue ones first; tickets without one come last in
    /// both directions.
    #[param(nullable = false, inline)]
    pub sort: Option<TicketSort>,
    /// Format of the response. `csv` and `ndjson` stream all matching tickets without pagination.
    #[param(nullable = false, inline)]
    pub format: Option<TicketFormat>,
}

words! {
    StatusFilter {
        Unresolved = "unresolved",
        New = "new",
        Open = "open",
        PendingCustomer = "pending_customer",
        PendingVendor = "pending_vendor",
        Scheduled = "scheduled",
        Resolved = "resolved",
        Closed = "closed",
        Canceled = "canceled",
        Merged = "merged",
    }

    /// Order of a list of tickets.
    TicketSort {
        NewestFirst = "-created_at",
        OldestFirst = "created_at",
        LastChangedFirst = "-updated_at",
        FirstChangedFirst = "updated_at",
        MostUrgentFirst = "priority",
        LeastUrgentFirst = "-priority",
        SoonestDueFirst = "due_at",
        LatestDueFirst = "-due_at",
    }

    SlaFilter { Running = "running", AtRisk = "at_risk", Breached = "breached" }

    TicketFormat { Json = "json", Csv = "csv", Ndjson = "ndjson" }
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketTarget {
    /// Id of the ticket.
    pub id: TicketId,
}
