//! Tenant Control: the control plane of a multi-tenant IT-operations platform.
//!
//! A folder per route family (`control`, `events`, `psa`, `rmm`, `auth`, `webhooks`, `workflows`), a file per resource with its SQL beside it. Every handler
//! uses `http` (the caller, validation, problems, paging) and `db` (the only doors to PostgreSQL).

pub mod announcements;
pub mod app;
pub mod auth;
pub mod clock;
pub mod control;
pub mod credentials;
pub mod db;
pub mod event_filter;
pub mod events;
pub mod family;
pub mod followers;
pub mod hearing;
pub mod http;
pub mod limits;
pub mod offboarding;
pub mod operate;
pub mod operations;
pub mod owners;
pub mod pages;
pub mod psa;
pub mod quotas;
pub mod rmm;
pub mod sealing;
pub mod serve;
pub mod settings;
pub mod shares;
pub mod status;
pub mod telemetry;
pub mod waiters;
pub mod webhooks;
pub mod work;
pub mod workflows;

use app::App;
use family::fixture::Fixture;
use utoipa_axum::router::OpenApiRouter;

/// Every operation that customers may call.
pub fn routes() -> OpenApiRouter<App> {
    http::document::base()
        .merge(http::document::routes())
        .merge(auth::providers::routes())
        .merge(auth::session::routes())
        .merge(auth::sessions::routes())
        .merge(auth::sso::routes())
        .merge(auth::users::routes())
        .merge(control::api_keys::routes())
        .merge(control::audit_log::routes())
        .merge(control::rate_limits::routes())
        .merge(control::service_accounts::routes())
        .merge(events::routes())
        .merge(operations::routes())
        .merge(psa::sla::routes())
        .merge(psa::tickets::routes())
        .merge(rmm::organizations::routes())
        .merge(webhooks::routes())
        .merge(workflows::routes())
}

/// How tests and drills make a member of every resource.
pub fn fixtures() -> impl Iterator<Item = &'static Fixture> {
    let families = [
        auth::fixtures::FIXTURES,
        control::fixtures::FIXTURES,
        events::fixtures::FIXTURES,
        psa::fixtures::FIXTURES,
        rmm::fixtures::FIXTURES,
        webhooks::fixtures::FIXTURES,
        workflows::fixtures::FIXTURES,
    ];
    families.into_iter().flatten()
}
