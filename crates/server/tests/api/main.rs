//! Through HTTP, one file for each path.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod api_keys;
mod audit_log;
mod events;
mod hostile_input;
mod idempotency;
mod isolation;
mod key_rotation;
mod kms;
mod operations;
mod organizations;
mod rate_limits;
mod receivers;
mod sealing;
mod session;
mod sessions;
mod shares;
mod sla;
mod sso;
mod test_calls;
mod ticket_updates;
mod tickets;
mod waiters;
mod webhooks;
mod workflow_approvals;
mod workflow_engine;
mod workflows;
