//! `/api/admin/users`: users of a tenant.

use crate::{EventKind, Impact, Lifecycle, OneOrPage, Owner, Resource, Role, UserId, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A user of the tenant, created at the first sign-in or by the operator of the service.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TenantUser {
    pub id: UserId,
    #[schema(examples("samir@acme.example"))]
    pub email: String,
    #[schema(examples("Samir Nagheenanajar"))]
    pub name: Option<String>,
    pub role: Role,
    pub status: AccountStatus,
    /// Resources that are affected by a change. Returned only in responses to changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub impact: Option<Impact>,
    pub created_at: Timestamp,
    /// Time of the last sign-in; `null` if the user never signed in.
    pub last_sign_in_at: Option<Timestamp>,
    /// Time of the deletion. The record is kept because tickets and the audit log refer to it.
    pub deleted_at: Option<Timestamp>,
    /// Version number, incremented on every change and every sign-in; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TenantUserOrPage = OneOrPage<TenantUser>;

words! {
    /// Status of an owner.
    AccountStatus {
        Active = "active",
        /// The owner has no rights: its sessions are ended, its keys are refused, its webhook endpoints are paused, and
        /// its workflows do not start.
        Disabled = "disabled",
    }
}

/// Fields that are absent are not changed.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"role": "technician"}))]
pub struct TenantUserChange {
    /// Role of the user. If an identity provider maps groups to roles, the next sign-in sets the role again.
    #[schema(nullable = false)]
    pub role: Option<Role>,
    /// `disabled` ends the user's sessions, refuses their keys, pauses their webhook endpoints and disables their
    /// workflows. `active` also restores a deleted user.
    #[schema(nullable = false)]
    pub status: Option<AccountStatus>,
    /// New owner of the user's keys, webhook endpoints and workflows, which then keep working.
    #[schema(nullable = false)]
    pub transfer_to: Option<Owner>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TenantUserQuery {
    /// Returns only the user with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<UserId>,
    /// Filters by role.
    #[param(nullable = false, inline)]
    pub role: Option<Role>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<AccountStatus>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TenantUserTarget {
    /// Id of the user.
    pub id: UserId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TenantUserRemoval {
    /// Id of the user.
    pub id: UserId,
    /// New owner of the user's keys, webhook endpoints and workflows. Without it, the keys are refused, the endpoints
    /// paused and the workflows disabled.
    #[param(nullable = false)]
    pub transfer_to: Option<Owner>,
}

impl Resource for TenantUser {
    const TYPE: &'static str = "user";
    const PATH: &'static str = "/api/admin/users";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::UserCreated),
        updated: Some(EventKind::UserUpdated),
        deleted: Some(EventKind::UserDeleted),
    };
    const GIVES_RIGHTS: bool = true;

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
