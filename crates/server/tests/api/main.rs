//! Through HTTP, one file for each path.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod api_keys;
mod approvals_engine;
mod approvals_list;
mod approvals_page;
mod audit_log;
mod authority;
mod client_certificates;
mod device_identity;
mod device_moves;
mod devices;
mod enrolments;
mod events;
mod hearing;
mod hostile_input;
mod idempotency;
mod ingest;
mod ingest_hostile;
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
mod shares;
mod sla;
mod sso;
mod test_calls;
mod ticket_updates;
mod tickets;
mod users;
mod waiters;
mod webhook_secrets;
mod webhooks;
mod workflow_approvals;
mod workflow_engine;
mod workflow_secrets;
mod workflows;
