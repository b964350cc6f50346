//! What a tenant may have at most.

/// API keys that are neither revoked nor expired.
pub const LIVE_API_KEYS: i64 = 100;
