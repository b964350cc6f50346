//! `/api/rate-limits/`: how many requests may be made.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The limits that hold for whoever asks.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RateLimits {
    /// The caller's buckets, after this request was paid for.
    pub limits: Vec<RateLimit>,
    /// Whether all servers count together at the moment; otherwise each keeps the limits by itself.
    pub shared: bool,
    /// How much a tenant may have under way at the same time.
    pub shares: Vec<TenantShare>,
}

/// A tenant's share of something that a server has little of. What exceeds it is 429 `rate_limited`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TenantShare {
    /// As in the fields `RateLimit-Policy` and `RateLimit` of a refusal.
    #[schema(examples("concurrent-exports"))]
    pub name: String,
    /// What is counted.
    #[schema(examples("exports as CSV or NDJSON"))]
    pub counts: String,
    #[schema(minimum = 1, examples(4))]
    pub quota: u32,
    pub counted: Counted,
    /// How much of it the caller's tenant has on this server; `null` without a credential, and where it is not counted by
    /// the server.
    #[schema(examples(1))]
    pub in_use: Option<u32>,
}

/// What counts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Each server by itself.
    PerServer,
    /// All servers together.
    Together,
}

/// One bucket. After a quiet time the whole quota may be used at once; it comes back evenly over the window.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RateLimit {
    /// As in the fields `RateLimit-Policy` and `RateLimit`.
    #[schema(examples("default"))]
    pub name: String,
    pub applies_to: Payer,
    #[schema(minimum = 1, examples(6000))]
    pub quota: u32,
    #[schema(minimum = 1, examples(60))]
    pub window_seconds: u64,
    #[schema(examples(5998))]
    pub remaining: u32,
    /// Until the whole quota is there again, if nothing more is used.
    #[schema(examples(1))]
    pub full_in_seconds: u64,
}

/// Whose requests are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Payer {
    ApiKey,
    /// A user, in all sessions together.
    User,
    /// All keys and users of the tenant.
    Tenant,
    /// Requests without a valid credential, by the address they come from.
    Address,
}
