//! `/api/auth/session`: the caller's identity.

use crate::{Actor, Grant, OrganizationId, SessionId, TenantId, rate_limit::RateLimit, sessions::User};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Identity, rights and limits of the caller.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Session {
    pub tenant: Tenant,
    pub actor: Actor,
    /// The signed-in user; `null` for a key.
    pub user: Option<User>,
    /// The current session; `null` for a key.
    pub session_id: Option<SessionId>,
    /// Scopes that the credential has.
    pub scopes: Vec<Grant>,
    /// Organizations that the caller is restricted to; `null` if the caller is not restricted.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// Time at which the credential expires. A session that is not used expires earlier.
    pub expires_at: Timestamp,
    pub limits: Limits,
}

/// A tenant of the service.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Tenant {
    pub id: TenantId,
    #[schema(examples("Acme IT Services"))]
    pub name: String,
    /// Domain of the tenant.
    #[schema(examples("acme.example"))]
    pub domain: String,
    pub environment: Environment,
    /// `true` for the operator's own tenant.
    pub platform: bool,
    pub created_at: Timestamp,
}

/// Environment of a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Environment {
    Production,
    /// For evaluation; its keys begin with `tck_test_`.
    NonProduction,
}

impl Environment {
    pub fn name(self) -> &'static str {
        match self {
            Environment::Production => "production",
            Environment::NonProduction => "non_production",
        }
    }

    /// Every environment other than production is for evaluation.
    pub fn named(name: &str) -> Environment {
        if name == "production" { Environment::Production } else { Environment::NonProduction }
    }
}

/// Limits of the caller and its tenant.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// Maximum number of API keys that are neither revoked nor expired.
    #[schema(examples(100))]
    pub live_api_keys: i64,
    /// Maximum number of objects on a page.
    #[schema(examples(200))]
    pub page_size: i64,
    /// Maximum size of a request body, in bytes.
    #[schema(examples(1_048_576))]
    pub body_bytes: usize,
    /// Rate limits and remaining requests.
    pub requests: Vec<RateLimit>,
}
