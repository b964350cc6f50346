//! `/api/psa/time-entries`: who worked how long on a ticket, and the billing runs that lock it.

use crate::{
    Actor, BillingRunId, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, TicketId, TimeEntryId, UserId,
    patch, words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

words! {
    TimeEntryFormat { Json = "json", Csv = "csv", Ndjson = "ndjson" }
}

/// Time that a user worked on a ticket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TimeEntry {
    pub id: TimeEntryId,
    pub ticket_id: TicketId,
    /// Organization of the ticket.
    pub organization_id: Option<OrganizationId>,
    /// The user who did the work.
    pub user_id: UserId,
    pub started_at: Timestamp,
    /// `null` while the timer runs.
    pub finished_at: Option<Timestamp>,
    /// Whole seconds from start to end; `null` while the timer runs.
    #[schema(minimum = 0, examples(1800))]
    pub duration_seconds: Option<i64>,
    /// `true` for a timer that has not been stopped.
    pub running: bool,
    /// `true` if the time is billed to the customer.
    pub billable: bool,
    /// Rate that applies, with a name of your choice.
    #[schema(examples("standard"))]
    pub rate_class: String,
    #[schema(examples("Replaced the fuser."))]
    pub note: Option<String>,
    /// `true` if a billing run contains the entry. It can then neither be changed nor deleted.
    pub locked: bool,
    /// Name of the billing run that contains the entry.
    #[schema(examples("2026-11"))]
    pub billing_run: Option<String>,
    /// Ids of other entries of the same user at the same time, at most 20. Absent in lists and in events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub overlaps: Option<Vec<TimeEntryId>>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TimeEntryOrPage = OneOrPage<TimeEntry>;

/// Request to create a time entry.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ticket_id": "tkt_01h455vb4pex5vsknk084sn02q", "user_id": "usr_01h455vb4pex5vsknk084sn02q",
    "started_at": "2026-11-16T09:00:00Z", "duration_seconds": 1800, "note": "Replaced the fuser."}))]
pub struct NewTimeEntry {
    pub ticket_id: TicketId,
    /// The user who worked; by default, the caller. Required with an API key that does not belong to a user.
    #[schema(nullable = false)]
    pub user_id: Option<UserId>,
    /// Start of the work. By default, `duration_seconds` ago or now.
    #[schema(nullable = false)]
    pub started_at: Option<Timestamp>,
    /// End of the work. Without it and without `duration_seconds`, a timer runs until it is stopped.
    #[schema(nullable = false)]
    pub finished_at: Option<Timestamp>,
    /// Duration of the work, instead of `finished_at`; 31 days at most.
    #[schema(nullable = false, minimum = 0, maximum = 2_678_400)]
    pub duration_seconds: Option<i64>,
    /// `true` by default.
    #[schema(nullable = false)]
    pub billable: Option<bool>,
    /// Rate that applies, with a name of your choice; `standard` by default.
    #[schema(nullable = false, min_length = 1, max_length = 50, pattern = r"\S")]
    pub rate_class: Option<String>,
    #[schema(max_length = 20_000)]
    pub note: Option<String>,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"note": "Replaced the fuser and the drum.", "billable": false}))]
pub struct TimeEntryChange {
    #[schema(nullable = false)]
    pub user_id: Option<UserId>,
    #[schema(nullable = false)]
    pub started_at: Option<Timestamp>,
    /// Stops a timer at this time, or changes the end of the work.
    #[schema(nullable = false)]
    pub finished_at: Option<Timestamp>,
    /// Duration of the work, instead of `finished_at`; 31 days at most.
    #[schema(nullable = false, minimum = 0, maximum = 2_678_400)]
    pub duration_seconds: Option<i64>,
    /// `false` stops a timer now. A timer that was stopped cannot run again.
    #[schema(nullable = false)]
    pub running: Option<bool>,
    /// `true` if the time is billed to the customer.
    #[schema(nullable = false)]
    pub billable: Option<bool>,
    #[schema(nullable = false, min_length = 1, max_length = 50, pattern = r"\S")]
    pub rate_class: Option<String>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, max_length = 20_000)]
    pub note: Option<Option<String>>,
}

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TimeEntryQuery {
    /// Returns only the entry with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<TimeEntryId>,
    /// Filters by ticket.
    #[param(nullable = false)]
    pub ticket_id: Option<TicketId>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Filters by the user who worked: an id, or `me` for the caller.
    #[param(example = "me", nullable = false, pattern = "^(me|usr_[0-7][0-9a-hjkmnp-tv-z]{25})$")]
    pub user_id: Option<String>,
    /// Filters by whether the time is billable.
    #[param(nullable = false)]
    pub billable: Option<bool>,
    /// Filters by rate class.
    #[param(example = "standard", nullable = false, min_length = 1, max_length = 50)]
    pub rate_class: Option<String>,
    /// Filters for entries that a billing run contains, or does not contain.
    #[param(nullable = false)]
    pub locked: Option<bool>,
    /// Filters for timers that run, or for entries that have ended.
    #[param(nullable = false)]
    pub running: Option<bool>,
    /// Filters by the name of the billing run.
    #[param(example = "2026-11", nullable = false, min_length = 1, max_length = 100)]
    pub billing_run: Option<String>,
    /// Filters for entries that started at this time or later.
    #[param(nullable = false)]
    pub since: Option<Timestamp>,
    /// Filters for entries that started before this time.
    #[param(nullable = false)]
    pub until: Option<Timestamp>,
    /// Format of the response. `csv` and `ndjson` stream all matching entries without pagination.
    #[param(nullable = false, inline)]
    pub format: Option<TimeEntryFormat>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TimeEntryTarget {
    /// Id of the time entry.
    pub id: TimeEntryId,
}

/// Request to create a billing run.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "2026-11", "until": "2026-12-01T00:00:00Z"}))]
pub struct NewBillingRun {
    /// Unique within the tenant. A request with the name of an earlier run returns that run and locks nothing.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    /// Entries that started before this time are locked.
    pub until: Timestamp,
    /// Only the entries of this organization; by default, those of all organizations.
    pub organization_id: Option<OrganizationId>,
}

/// Time entries that were locked together, for example for the invoices of a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BillingRun {
    pub id: BillingRunId,
    /// Unique within the tenant.
    #[schema(examples("2026-11"))]
    pub name: String,
    /// End of the billed period, exclusive.
    pub until: Timestamp,
    /// `null` for a run over all organizations.
    pub organization_id: Option<OrganizationId>,
    /// The locked time by organization and rate class, with the organizations and durations that the entries had then.
    pub totals: Vec<BillingTotal>,
    pub created_by: Actor,
    pub created_at: Timestamp,
}

/// Total of the time entries of an organization and a rate class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BillingTotal {
    pub organization_id: Option<OrganizationId>,
    /// Rate class of the time entries.
    #[schema(examples("standard"))]
    pub rate_class: String,
    /// Number of time entries.
    #[schema(minimum = 0, examples(12))]
    pub entries: i64,
    /// Seconds of billable entries.
    #[schema(minimum = 0, examples(21_600))]
    pub billable_seconds: i64,
    /// Seconds of all entries.
    #[schema(minimum = 0, examples(25_200))]
    pub seconds: i64,
}

/// The time that was worked on a ticket. A timer counts when it is stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketTime {
    /// Time of all entries.
    #[schema(minimum = 0, examples(5400))]
    pub total_seconds: i64,
    /// Billable time.
    #[schema(minimum = 0, examples(3600))]
    pub billable_seconds: i64,
}

/// Payload of an event about a time entry.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TimeEntryEvent {
    pub object: TimeEntry,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about a billing run.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BillingRunEvent {
    pub object: BillingRun,
}

impl Resource for TimeEntry {
    const TYPE: &'static str = "time_entry";
    const PATH: &'static str = "/api/psa/time-entries";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::TimeEntryCreated),
        updated: Some(EventKind::TimeEntryUpdated),
        deleted: Some(EventKind::TimeEntryDeleted),
    };
    // The entries of other customers, which readers of the logs may not see.
    const UNRECORDED: &'static [&'static str] = &["overlaps"];

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

impl Resource for BillingRun {
    const TYPE: &'static str = "billing_run";
    const PATH: &'static str = "/api/psa/time-entries/billing-runs";
    const EVENTS: Lifecycle = Lifecycle { created: Some(EventKind::BillingRunCreated), updated: None, deleted: None };

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// A billing run never changes.
    fn version(&self) -> i32 {
        1
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.organization_id
    }
}
