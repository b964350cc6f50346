//! `/api/admin/service-accounts`: owners that are not people.

use crate::{
    Actor, EventKind, Grant, Impact, Lifecycle, OneOrPage, OrganizationId, Owner, Resource, ServiceAccountId, patch,
    users::AccountStatus,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A non-human owner of keys, webhook endpoints and workflows. A service account has no credential of its own and does
/// not expire.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ServiceAccount {
    pub id: ServiceAccountId,
    /// Unique among the service accounts that are not deleted.
    #[schema(examples("Ticket mirror"))]
    pub name: String,
    #[schema(examples("Copies tickets to the archive."))]
    pub description: Option<String>,
    /// Scopes of the account, which limit everything that belongs to it.
    pub scopes: Vec<Grant>,
    /// Organizations that the account is restricted to; `null` if it is not restricted.
    pub organization_ids: Option<Vec<OrganizationId>>,
    pub status: AccountStatus,
    /// Resources that are affected by a change. Returned only in responses to changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub impact: Option<Impact>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type ServiceAccountOrPage = OneOrPage<ServiceAccount>;

/// Request to create a service account.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ticket mirror", "scopes": ["tickets:read"]}))]
pub struct NewServiceAccount {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    #[schema(min_length = 1, max_length = 1000)]
    pub description: Option<String>,
    /// Scopes of the account, which must not exceed the caller's scopes.
    #[schema(min_items = 1, max_items = 50)]
    pub scopes: Vec<Grant>,
    /// Organizations that the account is restricted to; `null` for no restriction. If it is absent, the caller's
    /// restriction applies.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
}

/// Fields that are absent are not changed; `null` clears a field or removes a restriction.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
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
    /// `disabled` refuses the account's keys, pauses its webhook endpoints and disables its workflows.
    #[schema(nullable = false)]
    pub status: Option<AccountStatus>,
    /// New owner of the account's keys, webhook endpoints and workflows, which then keep working.
    #[schema(nullable = false)]
    pub transfer_to: Option<Owner>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ServiceAccountQuery {
    /// Returns only the account with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<ServiceAccountId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<AccountStatus>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ServiceAccountTarget {
    /// Id of the service account.
    pub id: ServiceAccountId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ServiceAccountRemoval {
    /// Id of the service account.
    pub id: ServiceAccountId,
    /// New owner of the account's keys, webhook endpoints and workflows. Without it, the keys are refused, the
    /// endpoints paused and the workflows disabled.
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
    const GIVES_RIGHTS: bool = true;

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
