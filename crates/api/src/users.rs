//! `/api/admin/users`: the people of a tenant.

use crate::{OneOrPage, Resource, Role, UserId};
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
    pub created_at: Timestamp,
    /// `null` for who never did.
    pub last_sign_in_at: Option<Timestamp>,
    /// Rises with every sign-in; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TenantUserOrPage = OneOrPage<TenantUser>;

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TenantUserQuery {
    /// Only this user, as a bare object.
    #[param(nullable = false)]
    pub id: Option<UserId>,
    #[param(nullable = false, inline)]
    pub role: Option<Role>,
}

impl Resource for TenantUser {
    const TYPE: &'static str = "user";
    const PATH: &'static str = "/api/admin/users";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
