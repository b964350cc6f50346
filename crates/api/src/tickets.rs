//! `/api/psa/tickets`: what customers ask for and what monitoring reports.

use crate::{
    Actor, CustomFields, DeviceId, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, TicketId, UserId,
    organizations::{ExternalRef, Tag},
    patch,
    ticket_comments::NewComment,
    words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    TicketType {
        Incident = "incident",
        Request = "request",
        Problem = "problem",
        Change = "change",
        Question = "question",
        Alert = "alert",
        Task = "task",
    }

    /// `new → open ⇄ pending_customer | pending_vendor | scheduled → resolved → closed`; `closed`, `canceled` and `merged` are
    /// final.
    TicketStatus {
        New = "new",
        Open = "open",
        /// The customer is asked; the clock of the service level stands still.
        PendingCustomer = "pending_customer",
        PendingVendor = "pending_vendor",
        /// Work is planned for later; the clock of the service level stands still.
        Scheduled = "scheduled",
        Resolved = "resolved",
        /// Five days after it was resolved, unless it is opened again.
        Closed = "closed",
        Canceled = "canceled",
        Merged = "merged",
    }

    /// `p1` is the most urgent.
    TicketPriority { P1 = "p1", P2 = "p2", P3 = "p3", P4 = "p4" }

    TicketSource { Api = "api", Email = "email", Portal = "portal", Alert = "alert", Workflow = "workflow" }

    DedupAction {
        /// A comment and a count on the unresolved ticket of the key, or a new ticket.
        Append = "append",
        /// Resolves the unresolved ticket of the key.
        Resolve = "resolve",
    }

    SlaTarget { FirstResponse = "first_response", Resolution = "resolution" }

    SlaState {
        Running = "running",
        Paused = "paused",
        Met = "met",
        Breached = "breached",
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Ticket {
    pub id: TicketId,
    /// Counts the tenant's tickets, without gaps.
    #[schema(minimum = 1, examples(1042))]
    pub number: i64,
    #[schema(examples("Printer on fire"))]
    pub subject: String,
    /// In markdown.
    pub description: Option<String>,
    #[serde(rename = "type")]
    pub kind: TicketType,
    pub status: TicketStatus,
    pub priority: TicketPriority,
    pub source: TicketSource,
    pub organization_id: Option<OrganizationId>,
    pub requester: Option<Requester>,
    pub assignee_id: Option<UserId>,
    #[schema(examples(json!(["printer", "vip"])))]
    pub tags: Vec<String>,
    pub device_ids: Vec<DeviceId>,
    pub custom_fields: CustomFields,
    /// The ticket's id in another system; unique within the tenant.
    pub external_ref: Option<ExternalRef>,
    /// How often the same was reported; for tickets made with a `dedup_key`.
    pub dedup: Option<Dedup>,
    pub resolution: Option<Resolution>,
    /// The clocks of the service level; `null` where the tenant has none.
    pub sla: Option<TicketSla>,
    /// What `status` may be changed to, and what that needs.
    pub allowed_transitions: Vec<Transition>,
    pub counts: TicketCounts,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub resolved_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TicketOrPage = OneOrPage<Ticket>;

/// Who asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Requester {
    #[schema(min_length = 1, max_length = 200, examples("Milton Waddams"))]
    pub name: String,
    #[schema(max_length = 320, examples("milton@initech.example"))]
    pub email: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Dedup {
    #[schema(examples("disk-full:srv-01"))]
    pub key: String,
    /// How often it was reported.
    #[schema(minimum = 1, examples(3))]
    pub count: i32,
    pub first_at: Timestamp,
    pub last_at: Timestamp,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resolution {
    #[schema(min_length = 1, max_length = 100, examples("fixed"))]
    pub code: String,
    #[schema(max_length = 20_000)]
    pub notes: Option<String>,
}

/// A status that may come next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Transition {
    pub status: TicketStatus,
    /// Fields that the ticket must have by then; they may come in the same call.
    #[schema(examples(json!(["resolution"])))]
    pub requires: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketCounts {
    #[schema(minimum = 0, examples(2))]
    pub comments: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketSla {
    pub first_response: Option<SlaClock>,
    pub resolution: Option<SlaClock>,
}

/// One clock of a service level. Seconds are business seconds: the time in which the calendar is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SlaClock {
    pub state: SlaState,
    #[schema(examples(14_400))]
    pub target_seconds: i64,
    #[schema(examples(600))]
    pub elapsed_seconds: i64,
    /// Negative when it is late.
    #[schema(examples(13_800))]
    pub remaining_seconds: i64,
    /// When the target will be, or was, used up; `null` while the clock stands still.
    pub due_at: Option<Timestamp>,
    pub breached_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"subject": "Printer on fire", "priority": "p2", "tags": ["printer"]}))]
pub struct NewTicket {
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    pub subject: String,
    #[schema(max_length = 100_000)]
    pub description: Option<String>,
    /// `incident` when absent.
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    pub kind: Option<TicketType>,
    /// `p3` when absent.
    #[schema(nullable = false)]
    pub priority: Option<TicketPriority>,
    /// `api` when absent.
    #[schema(nullable = false)]
    pub source: Option<TicketSource>,
    /// Needed where the tenant has several customers; where it has one, that one.
    pub organization_id: Option<OrganizationId>,
    pub requester: Option<Requester>,
    pub assignee_id: Option<UserId>,
    #[serde(default)]
    #[schema(max_items = 50, inline)]
    pub tags: Vec<Tag>,
    #[serde(default)]
    #[schema(max_items = 50)]
    pub device_ids: Vec<DeviceId>,
    #[serde(default)]
    pub custom_fields: CustomFields,
    pub external_ref: Option<ExternalRef>,
    /// Reports of the same thing have the same key: while a ticket of it is unresolved it gains a comment and a count
    /// instead of a second ticket.
    #[schema(min_length = 1, max_length = 200)]
    pub dedup_key: Option<String>,
    /// `append` when absent.
    #[schema(nullable = false)]
    pub dedup_action: Option<DedupAction>,
}

/// Absent fields stay as they are; `null` clears a field.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"priority": "p1", "comment": {"body": "On my way."}}))]
pub struct TicketChange {
    #[schema(nullable = false, min_length = 1, max_length = 300, pattern = r"\S")]
    pub subject: Option<String>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, max_length = 100_000)]
    pub description: Option<Option<String>>,
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    pub kind: Option<TicketType>,
    #[schema(nullable = false)]
    pub status: Option<TicketStatus>,
    #[schema(nullable = false)]
    pub priority: Option<TicketPriority>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<OrganizationId>)]
    pub organization_id: Option<Option<OrganizationId>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Requester>)]
    pub requester: Option<Option<Requester>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<UserId>)]
    pub assignee_id: Option<Option<UserId>>,
    #[schema(nullable = false, max_items = 50)]
    pub tags: Option<Vec<Tag>>,
    #[schema(nullable = false, max_items = 50)]
    pub device_ids: Option<Vec<DeviceId>>,
    /// Fields named here are set, or with `null` removed; the others stay.
    #[schema(nullable = false)]
    pub custom_fields: Option<CustomFields>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<ExternalRef>)]
    pub external_ref: Option<Option<ExternalRef>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Resolution>)]
    pub resolution: Option<Option<Resolution>>,
    /// A comment that comes with the change, in one transaction.
    #[schema(nullable = false)]
    pub comment: Option<NewComment>,
}

/// A ticket that had been reported before.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeduplicatedTicket {
    #[serde(flatten)]
    pub ticket: Ticket,
    pub deduplicated: bool,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketQuery {
    /// Only this ticket, as a bare object.
    #[param(nullable = false)]
    pub id: Option<TicketId>,
    /// Only the ticket with this number, as a bare object.
    #[param(nullable = false, minimum = 1)]
    pub number: Option<i64>,
    /// Tickets with one of these statuses, with commas in between; `unresolved` stands for all before `resolved`.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<StatusFilter>>,
    /// Tickets with one of these priorities, with commas in between.
    #[param(nullable = false, explode = false, inline)]
    pub priority: Option<Vec<TicketPriority>>,
    #[param(nullable = false, inline)]
    #[serde(rename = "type")]
    pub kind: Option<TicketType>,
    #[param(nullable = false, inline)]
    pub source: Option<TicketSource>,
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Tickets of this user; `none` for those of nobody, `me` for the caller's.
    #[param(nullable = false, pattern = "^(me|none|usr_[0-7][0-9a-hjkmnp-tv-z]{25})$")]
    pub assignee_id: Option<String>,
    #[param(nullable = false, min_length = 1, max_length = 50)]
    pub tag: Option<String>,
    #[param(nullable = false)]
    pub device_id: Option<DeviceId>,
    /// Tickets with a reference into this system.
    #[param(nullable = false, min_length = 1, max_length = 100)]
    pub external_system: Option<String>,
    /// The ticket with this id in `external_system`.
    #[param(nullable = false, min_length = 1, max_length = 200)]
    pub external_id: Option<String>,
    #[param(nullable = false, min_length = 1, max_length = 200)]
    pub dedup_key: Option<String>,
    #[param(nullable = false)]
    pub created_after: Option<Timestamp>,
    #[param(nullable = false)]
    pub created_before: Option<Timestamp>,
    #[param(nullable = false)]
    pub updated_after: Option<Timestamp>,
    #[param(nullable = false)]
    pub updated_before: Option<Timestamp>,
    /// Tickets whose subject holds all these words; the last may be unfinished. It stands alone.
    #[param(nullable = false, min_length = 1, max_length = 200)]
    pub q: Option<String>,
    /// The newest first (`-created_at`) when absent.
    #[param(nullable = false, inline)]
    pub sort: Option<TicketSort>,
    /// `csv` and `ndjson` stream all that is found, without pages.
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

    TicketSort {
        NewestFirst = "-created_at",
        OldestFirst = "created_at",
        LastChangedFirst = "-updated_at",
        FirstChangedFirst = "updated_at",
    }

    TicketFormat { Json = "json", Csv = "csv", Ndjson = "ndjson" }
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketTarget {
    /// Which ticket.
    pub id: TicketId,
}

impl Resource for Ticket {
    const TYPE: &'static str = "ticket";
    const PATH: &'static str = "/api/psa/tickets";
    const EVENTS: Lifecycle =
        Lifecycle { created: Some(EventKind::TicketCreated), updated: Some(EventKind::TicketUpdated), deleted: None };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.organization_id
    }
}
