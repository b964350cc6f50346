//! The control plane's own resources: API keys, service accounts, the audit log, rate limits.

pub mod api_keys;
pub mod audit_log;
mod fixtures;
pub mod rate_limits;
pub mod service_accounts;

use kernel::{
    app::App,
    background::RETENTION,
    family::Family,
    supervisor::{Job, Process},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[
        ("API keys", "Tenant API keys for automation."),
        ("Service accounts", "Non-human owners of keys, webhook endpoints and workflows."),
        ("Audit log", "The record of every change."),
        ("Rate limits", "Rate limits and concurrency limits."),
    ],
    pages: rate_limits::pages,
    owned: &[api_keys::owned::KEYS],
    jobs: JOBS,
    fixtures: fixtures::FIXTURES,
    ..Family::new("control", routes)
};

const JOBS: &[Job] = &[Job::periodic(
    "api_keys.notice_expiring",
    Process::Serve,
    |_| RETENTION,
    |app, _| Box::pin(async move { api_keys::notice_expiring(&app).await }),
)];

fn routes() -> OpenApiRouter<App> {
    api_keys::routes().merge(audit_log::routes()).merge(rate_limits::routes()).merge(service_accounts::routes())
}
