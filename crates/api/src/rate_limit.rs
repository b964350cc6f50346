//! `/api/rate-limits/`: rate limits.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The limits that apply to the caller.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RateLimits {
    /// Rate limits of the caller, after this request was counted.
    pub limits: Vec<RateLimit>,
    /// `true` if all servers currently count together; otherwise each server applies the limits separately.
    pub shared: bool,
    /// Concurrency limits of the tenant.
    pub shares: Vec<TenantShare>,
}

/// A limit on the concurrent use of a resource. A request that exceeds it fails with 429 `rate_limited`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TenantShare {
    /// Name of the limit, as in the headers `RateLimit-Policy` and `RateLimit` of a refused request.
    #[schema(examples("concurrent-exports"))]
    pub name: String,
    /// Description of the counted requests.
    #[schema(examples("exports as CSV, NDJSON or XLSX"))]
    pub counts: String,
    /// Maximum number that a tenant can use at the same time.
    #[schema(minimum = 1, examples(4))]
    pub quota: u32,
    pub counted: Counted,
    /// Current use by the caller's tenant on this server; `null` without a credential, or if the server does not count
    /// it.
    #[schema(examples(1))]
    pub in_use: Option<u32>,
}

/// Scope of a concurrency limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Each server counts separately.
    PerServer,
    /// All servers count together.
    Together,
}

/// A rate limit (token bucket). The whole quota can be used at once and is refilled evenly over the window.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RateLimit {
    /// Name of the limit, as in the headers `RateLimit-Policy` and `RateLimit`.
    #[schema(examples("default"))]
    pub name: String,
    pub applies_to: Payer,
    /// Maximum number of requests in a window.
    #[schema(minimum = 1, examples(6000))]
    pub quota: u32,
    /// Length of the window.
    #[schema(minimum = 1, examples(60))]
    pub window_seconds: u64,
    /// Number of requests that are still allowed.
    #[schema(examples(5998))]
    pub remaining: u32,
    /// Seconds until the quota is full again, if no more requests are made.
    #[schema(examples(1))]
    pub full_in_seconds: u64,
}

/// Group of callers whose requests are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Payer {
    ApiKey,
    /// All sessions of a user.
    User,
    /// All keys and users of the tenant.
    Tenant,
    /// Requests without a valid credential from one address.
    Address,
}
