//! `/api/psa/sla`: what the tenant promises about its tickets, and when it works. One document for each tenant.

use crate::{Resource, tickets::TicketPriority};
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The tenant's service levels.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Sla {
    /// Whether tickets have clocks. While they have none, no time is used.
    pub enabled: bool,
    pub calendar: SlaCalendar,
    pub policies: SlaPolicies,
    /// When they were last changed; `null` while they are the defaults.
    pub updated_at: Option<Timestamp>,
    /// Rises with every change; also the `ETag`. 0 while they are the defaults.
    #[schema(minimum = 0, examples(1))]
    pub version: i32,
}

/// When the tenant works: only then do clocks run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaCalendar {
    /// A name of the IANA time zone database.
    #[schema(min_length = 1, max_length = 100, examples("Europe/Berlin"))]
    pub time_zone: String,
    pub week: SlaWeek,
    /// Days on which the tenant does not work at all.
    #[serde(default)]
    #[schema(max_items = 1000, examples("2026-12-25"))]
    pub holidays: BTreeSet<Date>,
}

/// The hours of each day, in order and apart from each other. A day without any is closed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaWeek {
    #[serde(default)]
    #[schema(max_items = 24)]
    pub monday: Vec<SlaHours>,
    #[serde(default)]
    #[schema(max_items = 24)]
    pub tuesday: Vec<SlaHours>,
    #[serde(default)]
    #[schema(max_items = 24)]
    pub wednesday: Vec<SlaHours>,
    #[serde(default)]
    #[schema(max_items = 24)]
    pub thursday: Vec<SlaHours>,
    #[serde(default)]
    #[schema(max_items = 24)]
    pub friday: Vec<SlaHours>,
    #[serde(default)]
    #[schema(max_items = 24)]
    pub saturday: Vec<SlaHours>,
    #[serde(default)]
    #[schema(max_items = 24)]
    pub sunday: Vec<SlaHours>,
}

impl SlaWeek {
    /// Beginning on Monday.
    pub fn days(&self) -> [&[SlaHours]; 7] {
        let SlaWeek { monday, tuesday, wednesday, thursday, friday, saturday, sunday } = self;
        [monday, tuesday, wednesday, thursday, friday, saturday, sunday]
    }
}

/// From one time of day until just before another, which may be `24:00`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaHours {
    #[schema(pattern = "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$", examples("09:00"))]
    pub from: String,
    #[schema(pattern = "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$", examples("17:00"))]
    pub to: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaPolicies {
    pub p1: SlaPolicy,
    pub p2: SlaPolicy,
    pub p3: SlaPolicy,
    pub p4: SlaPolicy,
}

impl SlaPolicies {
    pub fn of(&self, priority: TicketPriority) -> SlaPolicy {
        match priority {
            TicketPriority::P1 => self.p1,
            TicketPriority::P2 => self.p2,
            TicketPriority::P3 => self.p3,
            TicketPriority::P4 => self.p4,
        }
    }
}

/// What is promised about the tickets of a priority, in business seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SlaPolicy {
    /// Until a public comment, or until it is resolved; `null` promises nothing.
    #[schema(minimum = 1, maximum = 31_536_000, examples(3600))]
    pub first_response_seconds: Option<i64>,
    /// Until it is resolved; `null` promises nothing.
    #[schema(minimum = 1, maximum = 31_536_000, examples(28_800))]
    pub resolution_seconds: Option<i64>,
}

/// Absent fields stay as they are; what is named is replaced as a whole.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
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
    "policies": {
        "p1": {"first_response_seconds": 900, "resolution_seconds": 14_400},
        "p2": {"first_response_seconds": 3600, "resolution_seconds": 28_800},
        "p3": {"first_response_seconds": 14_400, "resolution_seconds": 86_400},
        "p4": {"first_response_seconds": 28_800, "resolution_seconds": null}
    }
}))]
pub struct SlaChange {
    #[schema(nullable = false)]
    pub enabled: Option<bool>,
    #[schema(nullable = false)]
    pub calendar: Option<SlaCalendar>,
    #[schema(nullable = false)]
    pub policies: Option<SlaPolicies>,
}

impl Resource for Sla {
    const TYPE: &'static str = "sla";
    const PATH: &'static str = "/api/psa/sla";

    /// A tenant has one.
    fn id(&self) -> String {
        "sla".to_owned()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
