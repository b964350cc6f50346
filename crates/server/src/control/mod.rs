//! The control plane's own resources: API keys, service accounts, the audit log, rate limits.

pub mod api_keys;
pub mod audit_log;
pub mod fixtures;
pub mod rate_limits;
pub mod service_accounts;
