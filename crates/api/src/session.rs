//! `/api/auth/session`: who the caller is.

use crate::{Actor, Grant, OrganizationId, SessionId, TenantId, rate_limit::RateLimit, sessions::User};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who the caller is, and what it may do.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Session {
    pub tenant: Tenant,
    pub actor: Actor,
    /// Who is signed in; `null` for a key.
    pub user: Option<User>,
    /// The session by which the user asks; `null` for a key.
    pub session_id: Option<SessionId>,
    pub scopes: Vec<Grant>,
    /// The customers that the caller is restricted to; `null` when it is not.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// When the credential ends; a session that is not used ends before.
    pub expires_at: Timestamp,
    pub limits: Limits,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Tenant {
    pub id: TenantId,
    #[schema(examples("Acme IT Services"))]
    pub name: String,
    #[schema(examples("acme.example"))]
    pub domain: String,
    pub environment: Environment,
    /// Whether this is the operator's own tenant.
    pub platform: bool,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Environment {
    Production,
    /// For evaluation: its keys begin with `tck_test_`.
    NonProduction,
}

impl Environment {
    pub fn name(self) -> &'static str {
        match self {
            Environment::Production => "production",
            Environment::NonProduction => "non_production",
        }
    }

    /// Anything that is not production is for evaluation.
    pub fn named(name: &str) -> Environment {
        if name == "production" { Environment::Production } else { Environment::NonProduction }
    }
}

/// What the caller and its tenant may have at most.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    #[schema(examples(100))]
    pub live_api_keys: i64,
    #[schema(examples(200))]
    pub page_size: i64,
    #[schema(examples(1_048_576))]
    pub body_bytes: usize,
    /// How many requests may be made, and how many are left.
    pub requests: Vec<RateLimit>,
}
