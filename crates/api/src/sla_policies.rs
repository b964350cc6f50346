//! `/api/psa/sla/policies`: SLA targets and business hours that contracts apply to organizations.

use crate::{
    EventKind, Lifecycle, OneOrPage, Resource, SlaPolicyId, patch,
    sla::{SlaCalendar, SlaTargets, SlaTypeTargets},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// SLA targets and business hours. A contract applies a policy to an organization.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SlaPolicy {
    pub id: SlaPolicyId,
    /// Name of the policy, unique within the tenant.
    #[schema(examples("Gold"))]
    pub name: String,
    pub calendar: SlaCalendar,
    pub targets: SlaTargets,
    /// Targets of some ticket types, which replace `targets`.
    pub type_targets: Vec<SlaTypeTargets>,
    /// Share of a target after which a ticket is at risk, which the event `ticket.sla.at_risk` reports; `null` for no warning.
    #[schema(minimum = 1, maximum = 99, examples(80))]
    pub at_risk_percent: Option<i32>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type SlaPolicyOrPage = OneOrPage<SlaPolicy>;

#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "Gold",
    "calendar": {
        "time_zone": "Europe/Berlin",
        "week": {
            "monday": [{"from": "07:00", "to": "19:00"}],
            "tuesday": [{"from": "07:00", "to": "19:00"}],
            "wednesday": [{"from": "07:00", "to": "19:00"}],
            "thursday": [{"from": "07:00", "to": "19:00"}],
            "friday": [{"from": "07:00", "to": "19:00"}]
        }
    },
    "targets": {
        "p1": {"first_response_seconds": 900, "resolution_seconds": 14_400},
        "p2": {"first_response_seconds": 1800, "resolution_seconds": 28_800},
        "p3": {"first_response_seconds": 7200, "resolution_seconds": 57_600},
        "p4": {"first_response_seconds": 14_400, "resolution_seconds": null}
    }
}))]
/// Request to create an SLA policy.
pub struct NewSlaPolicy {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    pub calendar: SlaCalendar,
    pub targets: SlaTargets,
    /// Targets of some ticket types, which replace `targets`; at most one entry for each type.
    #[serde(default)]
    #[schema(max_items = 7)]
    pub type_targets: Vec<SlaTypeTargets>,
    #[schema(minimum = 1, maximum = 99)]
    pub at_risk_percent: Option<i32>,
}

/// Fields that are absent are not changed; fields that are present are replaced as a whole.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"at_risk_percent": 75}))]
pub struct SlaPolicyChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    #[schema(nullable = false)]
    pub calendar: Option<SlaCalendar>,
    #[schema(nullable = false)]
    pub targets: Option<SlaTargets>,
    #[schema(nullable = false, max_items = 7)]
    pub type_targets: Option<Vec<SlaTypeTargets>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 99)]
    pub at_risk_percent: Option<Option<i32>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SlaPolicyQuery {
    /// Returns only the policy with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<SlaPolicyId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SlaPolicyTarget {
    /// Id of the policy.
    pub id: SlaPolicyId,
}

impl Resource for SlaPolicy {
    const TYPE: &'static str = "sla_policy";
    const PATH: &'static str = "/api/psa/sla/policies";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::SlaPolicyCreated),
        updated: Some(EventKind::SlaPolicyUpdated),
        deleted: Some(EventKind::SlaPolicyDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
