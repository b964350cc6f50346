//! The control plane's own resources: API keys, service accounts, the audit log, rate limits.

pub mod api_keys;
pub mod audit_log;
pub mod rate_limits;
pub mod service_accounts;

use crate::{app::App, family::Family};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[
        ("API keys", "The keys by which automation acts for a tenant."),
        ("Service accounts", "Owners of keys, webhook endpoints and workflows that are not people."),
        ("Audit log", "Who changed what."),
        ("Rate limits", "How many requests may be made."),
    ],
    owned: &[api_keys::owned::KEYS],
    ..Family::new("control", routes)
};

fn routes() -> OpenApiRouter<App> {
    api_keys::routes().merge(audit_log::routes()).merge(rate_limits::routes()).merge(service_accounts::routes())
}
