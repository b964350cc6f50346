//! `/api/psa/tickets`: requests of customers and alerts of monitoring systems.

use crate::{
    Actor, ContactId, CustomFields, DeviceId, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, SlaPolicyId,
    TicketId, UserId,
    contacts::ContactRef,
    ids::TeamId,
    organizations::{ExternalRef, Tag},
    patch,
    ticket_comments::NewComment,
    time_entries::TicketTime,
    words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use crate::ticket_lists::{SlaFilter, StatusFilter, TicketFormat, TicketQuery, TicketSort, TicketTarget};

words! {
    /// Type of a ticket.
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
        /// Waiting for the customer; the SLA clocks are paused.
        PendingCustomer = "pending_customer",
        PendingVendor = "pending_vendor",
        /// Work is scheduled for later; the SLA clocks are paused.
        Scheduled = "scheduled",
        Resolved = "resolved",
        /// Closed five days after the resolution, unless the ticket was reopened.
        Closed = "closed",
        Canceled = "canceled",
        Merged = "merged",
    }

    /// Priority; `p1` is the most urgent.
    TicketPriority { P1 = "p1", P2 = "p2", P3 = "p3", P4 = "p4" }

    /// Channel by which a ticket was reported.
    TicketSource { Api = "api", Email = "email", Portal = "portal", Alert = "alert", Workflow = "workflow" }

    /// Action on the unresolved ticket that has the same `dedup_key`.
    DedupAction {
        /// Adds a comment to the unresolved ticket with this key and increments its count, or creates a ticket.
        Append = "append",
        /// Resolves the unresolved ticket with this key.
        Resolve = "resolve",
    }

    /// Action on the unresolved children of a ticket that is resolved, closed or canceled.
    ChildrenAction {
        /// They get the same status.
        Resolve = "resolve",
    }

    /// Target of an SLA.
    SlaTarget { FirstResponse = "first_response", Resolution = "resolution" }

    /// State of an SLA clock.
    SlaState {
        Running = "running",
        Paused = "paused",
        Met = "met",
        Breached = "breached",
    }
}

impl TicketStatus {
    /// The statuses of a ticket that is not resolved, as in the index on `dedup_key`.
    pub const UNRESOLVED: [TicketStatus; 5] = [
        TicketStatus::New,
        TicketStatus::Open,
        TicketStatus::PendingCustomer,
        TicketStatus::PendingVendor,
        TicketStatus::Scheduled,
    ];

    /// True if a ticket with this status can no longer change.
    pub fn is_final(self) -> bool {
        matches!(self, TicketStatus::Closed | TicketStatus::Canceled | TicketStatus::Merged)
    }
}

/// A request of a customer, or an alert.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Ticket {
    pub id: TicketId,
    /// Number of the ticket within the tenant, assigned without gaps.
    #[schema(minimum = 1, examples(1042))]
    pub number: i64,
    #[schema(examples("Printer on floor 2 does not print"))]
    pub subject: String,
    /// Description in Markdown.
    #[schema(examples("Smoke rises from the printer on the second floor."))]
    pub description: Option<String>,
    #[serde(rename = "type")]
    pub kind: TicketType,
    pub status: TicketStatus,
    pub priority: TicketPriority,
    pub source: TicketSource,
    pub organization_id: Option<OrganizationId>,
    pub requester: Option<Requester>,
    pub assignee_id: Option<UserId>,
    /// Team that works on the ticket.
    pub team_id: Option<TeamId>,
    #[schema(examples(json!(["printer", "vip"])))]
    pub tags: Vec<String>,
    pub device_ids: Vec<DeviceId>,
    pub custom_fields: CustomFields,
    /// Id of the ticket in another system; unique within the tenant.
    pub external_ref: Option<ExternalRef>,
    /// Number and times of repeated reports; `null` for tickets that were created without a `dedup_key`.
    pub dedup: Option<Dedup>,
    pub resolution: Option<Resolution>,
    /// Time at which a ticket with the status `scheduled` is set to `open`.
    pub scheduled_at: Option<Timestamp>,
    /// SLA clocks of the ticket; `null` if neither a contract of the organization nor the tenant has an SLA.
    pub sla: Option<TicketSla>,
    /// Statuses that the ticket can change to, with the fields that each requires.
    pub allowed_transitions: Vec<Transition>,
    /// The ticket that has a link `parent_of` to this one. A link changes neither `version` nor `updated_at`.
    pub parent_id: Option<TicketId>,
    /// The ticket that this one was merged into; `null` unless the status is `merged`.
    pub merged_into_id: Option<TicketId>,
    /// The tickets that were merged into this one.
    pub merged_from_ids: Vec<TicketId>,
    pub counts: TicketCounts,
    pub time: TicketTime,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub resolved_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TicketOrPage = OneOrPage<Ticket>;

/// The contact who requested the ticket, with the contact's current name and preferred e-mail address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Requester {
    /// Id of the contact; `null` on old tickets that were created without a contact.
    pub id: Option<ContactId>,
    #[schema(examples("Milton Waddams"))]
    pub name: String,
    #[schema(examples("milton@initech.example"))]
    pub email: Option<String>,
}

/// Repeated reports of the same problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Dedup {
    #[schema(examples("disk-full:srv-01"))]
    pub key: String,
    /// Number of reports.
    #[schema(minimum = 1, examples(3))]
    pub count: i32,
    pub first_reported_at: Timestamp,
    pub last_reported_at: Timestamp,
}

/// Resolution of a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resolution {
    #[schema(min_length = 1, max_length = 100, examples("fixed"))]
    pub code: String,
    #[schema(max_length = 20_000, examples("The fuser was replaced."))]
    pub notes: Option<String>,
}

/// An allowed status transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Transition {
    pub status: TicketStatus,
    /// Fields that must be set. They may be sent in the same request.
    #[schema(examples(json!(["resolution"])))]
    pub requires: Vec<String>,
}

/// Numbers of the objects of a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketCounts {
    #[schema(minimum = 0, examples(2))]
    pub comments: i32,
}

/// SLA clocks of a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketSla {
    /// The policy of the organization's contract; `null` for the SLA settings of the tenant.
    pub policy_id: Option<SlaPolicyId>,
    pub first_response: Option<SlaClock>,
    pub resolution: Option<SlaClock>,
}

/// An SLA clock. Its durations are business seconds, counted during business hours only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SlaClock {
    pub state: SlaState,
    #[schema(examples(14_400))]
    pub target_seconds: i64,
    #[schema(examples(600))]
    pub elapsed_seconds: i64,
    /// Remaining time; negative after a breach.
    #[schema(examples(13_800))]
    pub remaining_seconds: i64,
    /// Deadline of the target; `null` while the clock is paused.
    pub due_at: Option<Timestamp>,
    /// Time at which `at_risk_percent` of the target had elapsed; `null` until then.
    pub at_risk_at: Option<Timestamp>,
    pub breached_at: Option<Timestamp>,
}

/// Request to create a ticket.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"subject": "Printer on floor 2 does not print", "priority": "p2", "tags": ["printer"]}))]
pub struct NewTicket {
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    pub subject: String,
    #[schema(max_length = 100_000)]
    pub description: Option<String>,
    /// Type of the ticket; `incident` by default.
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    pub kind: Option<TicketType>,
    /// Priority of the ticket; `p3` by default.
    #[schema(nullable = false)]
    pub priority: Option<TicketPriority>,
    /// Source of the ticket; `api` by default.
    #[schema(nullable = false)]
    pub source: Option<TicketSource>,
    /// Organization of the ticket. Required if the tenant has several organizations; a single organization is the
    /// default.
    pub organization_id: Option<OrganizationId>,
    /// Contact who requests the ticket.
    pub requester: Option<ContactRef>,
    pub assignee_id: Option<UserId>,
    /// Team that works on the ticket. With the assignment `least_loaded` and without `assignee_id`, the team chooses the
    /// assignee.
    pub team_id: Option<TeamId>,
    #[serde(default)]
    #[schema(max_items = 50, inline)]
    pub tags: Vec<Tag>,
    #[serde(default)]
    #[schema(max_items = 50)]
    pub device_ids: Vec<DeviceId>,
    #[serde(default)]
    pub custom_fields: CustomFields,
    pub external_ref: Option<ExternalRef>,
    /// Creates the ticket with the status `scheduled` instead of `new`. It is set to `open` at this time, which must be in the
    /// future.
    pub scheduled_at: Option<Timestamp>,
    /// Key that repeated reports of the same problem share. If an unresolved ticket with this key exists, a comment is
    /// added to it and its count is incremented, and no second ticket is created. Keys that begin with `tenant-control:`
    /// are reserved for alerts of the service.
    #[schema(min_length = 1, max_length = 200)]
    pub dedup_key: Option<String>,
    /// Action for a repeated report; `append` by default.
    #[schema(nullable = false)]
    pub dedup_action: Option<DedupAction>,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
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
    #[schema(value_type = Option<ContactRef>)]
    pub requester: Option<Option<ContactRef>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<UserId>)]
    pub assignee_id: Option<Option<UserId>>,
    /// Team that works on the ticket. Another team with the assignment `least_loaded` chooses the assignee of an unresolved
    /// ticket, unless the request has an `assignee_id`.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<TeamId>)]
    pub team_id: Option<Option<TeamId>>,
    #[schema(nullable = false, max_items = 50)]
    pub tags: Option<Vec<Tag>>,
    #[schema(nullable = false, max_items = 50)]
    pub device_ids: Option<Vec<DeviceId>>,
    /// Custom fields to set, or with `null` to remove. Other custom fields are not changed.
    #[schema(nullable = false)]
    pub custom_fields: Option<CustomFields>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<ExternalRef>)]
    pub external_ref: Option<Option<ExternalRef>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Resolution>)]
    pub resolution: Option<Option<Resolution>>,
    /// Time at which a scheduled ticket is set to `open`. The status `scheduled` requires it, and it must be in the future.
    #[schema(nullable = false)]
    pub scheduled_at: Option<Timestamp>,
    /// With the status `resolved`, `closed` or `canceled`: sets the unresolved children of the ticket, and theirs, to the same
    /// status. Without it, such a request returns 409 `children_open`.
    #[schema(nullable = false)]
    pub children: Option<ChildrenAction>,
    /// Comment that is added in the same transaction as the change.
    #[schema(nullable = false)]
    pub comment: Option<NewComment>,
}

/// The existing ticket of a repeated report.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeduplicatedTicket {
    #[serde(flatten)]
    pub ticket: Ticket,
    // Clients also read a new ticket as this type.
    #[serde(default)]
    #[schema(required = true)]
    pub deduplicated: bool,
}

impl Resource for Ticket {
    const TYPE: &'static str = "ticket";
    const PATH: &'static str = "/api/psa/tickets";
    const EVENTS: Lifecycle =
        Lifecycle { created: Some(EventKind::TicketCreated), updated: Some(EventKind::TicketUpdated), deleted: None };
    const OF_ORGANIZATION: &'static [&'static str] = &["requester", "device_ids"];

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

/// The ticket that the object of an event belongs to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BriefTicket {
    pub id: TicketId,
    #[schema(examples(1042))]
    pub number: i64,
    #[schema(examples("Printer on floor 2 does not print"))]
    pub subject: String,
    pub organization_id: Option<OrganizationId>,
}

/// The subject of the events about its tasks.
impl Resource for BriefTicket {
    const TYPE: &'static str = "ticket";
    const PATH: &'static str = "/api/psa/tickets";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// Objects that belong to a ticket do not change its version.
    fn version(&self) -> i32 {
        0
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.organization_id
    }
}
