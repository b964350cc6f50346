//! `/api/psa/sla/contracts`: which SLA policy applies to an organization, and when.

use crate::{EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, SlaContractId, SlaPolicyId, patch};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A period in which an SLA policy applies to an organization. Outside of its contracts, an organization has the SLA settings
/// of the tenant.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SlaContract {
    pub id: SlaContractId,
    pub organization_id: OrganizationId,
    pub policy_id: SlaPolicyId,
    /// Start of the contract. A contract that started before it was created applies from its creation.
    pub starts_at: Timestamp,
    /// End of the contract, exclusive; `null` for no end.
    pub ends_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type SlaContractOrPage = OneOrPage<SlaContract>;

#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "organization_id": "org_01h455vb4pex5vsknk084sn02q",
    "policy_id": "slp_01h455vb4pex5vsknk084sn02q",
    "starts_at": "2027-01-01T00:00:00Z",
    "ends_at": "2030-01-01T00:00:00Z"
}))]
/// Request to create an SLA contract.
pub struct NewSlaContract {
    pub organization_id: OrganizationId,
    pub policy_id: SlaPolicyId,
    /// Start of the contract; now by default.
    #[schema(nullable = false)]
    pub starts_at: Option<Timestamp>,
    /// End of the contract, exclusive, after now; `null` for no end.
    pub ends_at: Option<Timestamp>,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ends_at": null}))]
pub struct SlaContractChange {
    /// Policy of a contract that has not started yet.
    #[schema(nullable = false)]
    pub policy_id: Option<SlaPolicyId>,
    /// Start of a contract that has not started yet.
    #[schema(nullable = false)]
    pub starts_at: Option<Timestamp>,
    /// End of the contract, exclusive, after now; `null` for no end.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Timestamp>)]
    pub ends_at: Option<Option<Timestamp>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SlaContractQuery {
    /// Returns only the contract with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<SlaContractId>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Filters by SLA policy.
    #[param(nullable = false)]
    pub policy_id: Option<SlaPolicyId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SlaContractTarget {
    /// Id of the contract.
    pub id: SlaContractId,
}

impl Resource for SlaContract {
    const TYPE: &'static str = "sla_contract";
    const PATH: &'static str = "/api/psa/sla/contracts";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::SlaContractCreated),
        updated: Some(EventKind::SlaContractUpdated),
        deleted: Some(EventKind::SlaContractDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        Some(self.organization_id)
    }
}
