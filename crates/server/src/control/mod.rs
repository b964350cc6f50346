//! The control plane's own resources: API keys, the audit log.

pub mod api_keys;
pub mod audit_log;
