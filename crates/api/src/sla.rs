//! `/api/psa/sla`: SLA targets and business hours of the tenant, which apply to organizations without a contract.

use crate::{
    Resource, patch,
    tickets::{TicketPriority, TicketType},
    words::words,
};
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

words! {
    /// A status from which a ticket can be reopened.
    ReopenedStatus {
        PendingCustomer = "pending_customer",
        PendingVendor = "pending_vendor",
        Scheduled = "scheduled",
        Resolved = "resolved",
    }
}

/// SLA settings of the tenant. They apply to organizations without a contract.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Sla {
    /// `true` if SLA clocks run on tickets. While it is `false`, no time is counted.
    pub enabled: bool,
    pub calendar: SlaCalendar,
    pub targets: SlaTargets,
    /// Targets of some ticket types, which replace `targets`.
    pub type_targets: Vec<SlaTypeTargets>,
    /// Share of a target after which a ticket is at risk, which the event `ticket.sla.at_risk` reports; `null` for no warning.
    #[schema(minimum = 1, maximum = 99, examples(80))]
    pub at_risk_percent: Option<i32>,
    /// Statuses in which a comment of a contact sets the ticket to `open`.
    pub reopen_on_contact_comment: Vec<ReopenedStatus>,
    /// Time of the last change; `null` while the defaults apply.
    pub updated_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`. 0 while the defaults apply.
    #[schema(minimum = 0, examples(1))]
    pub version: i32,
}

/// Business hours. SLA clocks run only during these hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaCalendar {
    /// Name of a time zone in the IANA database.
    #[schema(min_length = 1, max_length = 100, examples("Europe/Berlin"))]
    pub time_zone: String,
    pub week: SlaWeek,
    /// Days without business hours.
    #[serde(default)]
    #[schema(max_items = 1000, examples("2026-12-25"))]
    pub holidays: BTreeSet<Date>,
}

/// Business hours of each day, in ascending order and without overlaps. A day without hours is closed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaWeek {
    /// Working hours on Monday.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub monday: Vec<SlaHours>,
    /// Working hours on Tuesday.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub tuesday: Vec<SlaHours>,
    /// Working hours on Wednesday.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub wednesday: Vec<SlaHours>,
    /// Working hours on Thursday.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub thursday: Vec<SlaHours>,
    /// Working hours on Friday.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub friday: Vec<SlaHours>,
    /// Working hours on Saturday.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub saturday: Vec<SlaHours>,
    /// Working hours on Sunday.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub sunday: Vec<SlaHours>,
}

impl SlaWeek {
    /// Returns the days, starting with Monday.
    pub fn days(&self) -> [&[SlaHours]; 7] {
        let SlaWeek { monday, tuesday, wednesday, thursday, friday, saturday, sunday } = self;
        [monday, tuesday, wednesday, thursday, friday, saturday, sunday]
    }
}

/// A period of a day. `to` is exclusive and may be `24:00`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaHours {
    /// Start of the working hours.
    #[schema(pattern = "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$", examples("09:00"))]
    pub from: String,
    /// End of the working hours.
    #[schema(pattern = "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$", examples("17:00"))]
    pub to: String,
}

/// SLA targets of each ticket priority.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaTargets {
    pub p1: SlaPriorityTargets,
    pub p2: SlaPriorityTargets,
    pub p3: SlaPriorityTargets,
    pub p4: SlaPriorityTargets,
}

impl SlaTargets {
    pub fn of(&self, priority: TicketPriority) -> SlaPriorityTargets {
        match priority {
            TicketPriority::P1 => self.p1,
            TicketPriority::P2 => self.p2,
            TicketPriority::P3 => self.p3,
            TicketPriority::P4 => self.p4,
        }
    }
}

/// SLA targets of a ticket priority, in business seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaPriorityTargets {
    /// Time until the first public comment that is not a contact's, or the resolution; `null` for no target.
    #[schema(minimum = 1, maximum = 31_536_000, examples(3600))]
    pub first_response_seconds: Option<i64>,
    /// Time until the resolution; `null` for no target.
    #[schema(minimum = 1, maximum = 31_536_000, examples(28_800))]
    pub resolution_seconds: Option<i64>,
}

/// SLA targets of a ticket type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaTypeTargets {
    #[serde(rename = "type")]
    pub kind: TicketType,
    pub targets: SlaTargets,
}

/// Fields that are absent are not changed; fields that are present are replaced as a whole.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "enabled": true,
    "calendar": {
        "time_zone": "Europe/Berlin",
        "week": {
            "monday": [{"from": "09:00", "to": "17:00"}],
            "tuesday": [{"from": "09:00", "to": "17:00"}],
            "wednesday": [{"from": "09:00", "to": "17:00"}],
            "thursday": [{"from": "09:00", "to": "17:00"}],
            "friday": [{"from": "09:00", "to": "12:00"}, {"from": "13:00", "to": "16:00"}]
        },
        "holidays": ["2026-12-25", "2027-01-01"]
    },
    "targets": {
        "p1": {"first_response_seconds": 900, "resolution_seconds": 14_400},
        "p2": {"first_response_seconds": 3600, "resolution_seconds": 28_800},
        "p3": {"first_response_seconds": 14_400, "resolution_seconds": 86_400},
        "p4": {"first_response_seconds": 28_800, "resolution_seconds": null}
    },
    "at_risk_percent": 80
}))]
pub struct SlaChange {
    #[schema(nullable = false)]
    pub enabled: Option<bool>,
    #[schema(nullable = false)]
    pub calendar: Option<SlaCalendar>,
    #[schema(nullable = false)]
    pub targets: Option<SlaTargets>,
    /// Targets of some ticket types, which replace `targets`; at most one entry for each type.
    #[schema(nullable = false, max_items = 7)]
    pub type_targets: Option<Vec<SlaTypeTargets>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 99)]
    pub at_risk_percent: Option<Option<i32>>,
    /// Statuses in which a comment of a contact sets the ticket to `open`; `pending_customer` and `resolved` before the
    /// first change. With an empty list, comments never reopen a ticket.
    #[schema(nullable = false, max_items = 4)]
    pub reopen_on_contact_comment: Option<Vec<ReopenedStatus>>,
}

impl Resource for Sla {
    const TYPE: &'static str = "sla";
    const PATH: &'static str = "/api/psa/sla";

    /// Each tenant has one.
    fn id(&self) -> String {
        "sla".to_owned()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
