//! Through HTTP, one file for each path.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod api_keys;
mod audit_log;
mod authority;
mod client_certificates;
mod events;
mod hearing;
mod idempotency;
mod isolation;
mod key_rotation;
mod kms;
mod operations;
mod organizations;
mod owners;
mod rate_limits;
mod receivers;
mod rotation;
mod sealing;
mod session;
mod sessions;
mod sla;
mod sso;
mod ticket_updates;
mod tickets;
mod users;
mod webhook_secrets;
mod webhooks;
mod workflow_approvals;
mod workflow_engine;
mod workflows;
