//! Quotas: the number of objects that a tenant may have. Concurrent work is limited by `shares/`.

/// API keys that are neither revoked nor expired.
pub const LIVE_API_KEYS: i64 = 100;

/// Service accounts that are not deleted.
pub const SERVICE_ACCOUNTS: i64 = 200;

/// Webhook endpoints.
pub const WEBHOOK_ENDPOINTS: i64 = 50;

/// Identity providers of a tenant.
pub const SSO_PROVIDERS: i64 = 20;

/// Enrolments of agents that are not revoked.
pub const ENROLMENTS: i64 = 1000;

/// Workflows that are not archived.
pub const WORKFLOWS: i64 = 200;

/// Secrets of workflows.
pub const WORKFLOW_SECRETS: i64 = 200;

/// Runs of workflows that wait to start.
pub const QUEUED_RUNS: i64 = 10_000;

/// Runs of workflows that are active at the same time; those that wait for a time or for people do not count. It is the share
/// that one tenant has of the places of a worker: with more, the worker refuses some of them, and Temporal retries these at
/// the cost of everybody.
pub const RUNS_AT_WORK: i32 = 33;

/// Earlier secrets that still work, of one API key or webhook endpoint.
pub const EARLIER_SECRETS: i64 = 10;

/// Backup repositories.
pub const BACKUP_REPOSITORIES: i64 = 1000;
/// Accounts at cloud providers.
pub const CLOUD_PROVIDERS: i64 = 200;
