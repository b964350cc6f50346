//! `/api/admin/users`: the people of a tenant.

use crate::{EventKind, Impact, Lifecycle, OneOrPage, Owner, Resource, Role, UserId, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A person of the tenant, known by signing in or entered by the operator.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TenantUser {
    pub id: UserId,
    #[schema(examples("samir@acme.example"))]
    pub email: String,
    #[schema(examples("Samir Nagheenanajar"))]
    pub name: Option<String>,
    pub role: Role,
    pub status: AccountStatus,
    /// What else changes with it; in the answers to changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub impact: Option<Impact>,
    pub created_at: Timestamp,
    /// `null` for who never did.
    pub last_sign_in_at: Option<Timestamp>,
    /// Since when the person is deleted. The record stays, because tickets and the audit log refer to it.
    pub deleted_at: Option<Timestamp>,
    /// Rises with every change and every sign-in; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TenantUserOrPage = OneOrPage<TenantUser>;

words! {
    /// Whether an owner has any rights.
    AccountStatus {
        Active = "active",
        /// It has no rights: sessions have ended, keys are refused, nothing is sent or started.
        Disabled = "disabled",
    }
}

/// Absent fields stay as they are.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"role": "technician"}))]
pub struct TenantUserChange {
    /// Where an identity provider maps groups to roles, its next sign-in decides again.
    #[schema(nullable = false)]
    pub role: Option<Role>,
    /// `disabled`: the sessions end, the keys are refused, webhook endpoints are paused and workflows disabled. `active` also
    /// brings back who was deleted.
    #[schema(nullable = false)]
    pub status: Option<AccountStatus>,
    /// Hand the person's keys, webhook endpoints and workflows over to this owner, and so let them go on.
    #[schema(nullable = false)]
    pub transfer_to: Option<Owner>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TenantUserQuery {
    /// Only this user, as a bare object.
    #[param(nullable = false)]
    pub id: Option<UserId>,
    #[param(nullable = false, inline)]
    pub role: Option<Role>,
    #[param(nullable = false, inline)]
    pub status: Option<AccountStatus>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TenantUserTarget {
    /// Which user.
    pub id: UserId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TenantUserRemoval {
    /// Which user.
    pub id: UserId,
    /// Who takes over the person's keys, webhook endpoints and workflows. Left out: they are refused, paused and disabled.
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

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
