//! The control plane's own resources: API keys, service accounts, the audit log, rate limits.

pub mod api_keys;
pub mod audit_log;
pub mod rate_limits;
pub mod service_accounts;

use crate::{
    background::RETENTION,
    supervisor::{Job, Process, Work},
};

pub const JOBS: &[Job] = &[Job {
    name: "api_keys.notice_expiring",
    process: Process::Serve,
    work: Work::Periodic {
        period: |_| RETENTION,
        run: |app, _| Box::pin(async move { api_keys::notice_expiring(&app).await }),
    },
}];
