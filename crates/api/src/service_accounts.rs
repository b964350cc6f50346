//! `/api/admin/service-accounts`: owners that are no persons.

use crate::{
    Actor, EventKind, Grant, Impact, Lifecycle, OneOrPage, OrganizationId, Owner, Resource, ServiceAccountId, patch,
    users::AccountStatus,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// An owner that is no person: keys, webhook endpoints and workflows can belong to it. It has no secret of its own and does
/// not expire.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ServiceAccount {
    pub id: ServiceAccountId,
    /// Unique among those that are not deleted.
    #[schema(examples("Ticket mirror"))]
    pub name: String,
    pub description: Option<String>,
    /// What it may do; what belongs to it can do no more.
    pub scopes: Vec<Grant>,
    /// The customers that it is restricted to; `null` when it is not.
    pub organization_ids: Option<Vec<OrganizationId>>,
    pub status: AccountStatus,
    /// What else changes with it; in the answers to changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub impact: Option<Impact>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type ServiceAccountOrPage = OneOrPage<ServiceAccount>;

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ticket mirror", "scopes": ["tickets:read"]}))]
pub struct NewServiceAccount {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    #[schema(min_length = 1, max_length = 1000)]
    pub description: Option<String>,
    /// What it may do: no more than its creator.
    #[schema(min_items = 1, max_items = 50)]
    pub scopes: Vec<Grant>,
    /// Restrict it to some of the tenant's customers. Left out: as its creator.
    #[schema(min_items = 1, max_items = 200)]
    pub organization_ids: Option<Vec<OrganizationId>>,
}

/// Absent fields stay as they are; `null` clears a field or lifts a restriction.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"scopes": ["tickets:read", "organizations:read"]}))]
pub struct ServiceAccountChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 1000)]
    pub description: Option<Option<String>>,
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub scopes: Option<Vec<Grant>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
    /// `disabled`: its keys are refused, its webhook endpoints paused and its workflows disabled.
    #[schema(nullable = false)]
    pub status: Option<AccountStatus>,
    /// Hand its keys, webhook endpoints and workflows over to this owner, and so let them go on.
    #[schema(nullable = false)]
    pub transfer_to: Option<Owner>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ServiceAccountQuery {
    /// Only this account, as a bare object.
    #[param(nullable = false)]
    pub id: Option<ServiceAccountId>,
    #[param(nullable = false, inline)]
    pub status: Option<AccountStatus>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ServiceAccountTarget {
    /// Which account.
    pub id: ServiceAccountId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ServiceAccountRemoval {
    /// Which account.
    pub id: ServiceAccountId,
    /// Who takes over its keys, webhook endpoints and workflows. Left out: they are refused, paused and disabled.
    #[param(nullable = false)]
    pub transfer_to: Option<Owner>,
}

impl Resource for ServiceAccount {
    const TYPE: &'static str = "service_account";
    const PATH: &'static str = "/api/admin/service-accounts";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::ServiceAccountCreated),
        updated: Some(EventKind::ServiceAccountUpdated),
        deleted: Some(EventKind::ServiceAccountDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
