//! The control plane's own resources: API keys.

pub mod api_keys;
