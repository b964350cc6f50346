// This file was generated with `cornucopia`. Do not modify.

pub mod api_keys;
pub mod audit_log;
pub mod service_accounts;
