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
