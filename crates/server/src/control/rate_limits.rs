//! `/api/rate-limits/`: how many requests may be made, and how many the caller has left.

use crate::{
    app::App,
    http::{Json, Standings},
};
use api::rate_limit::RateLimits;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get))
}

/// How many requests have I left?
///
/// With a credential, the buckets of its key and its tenant; without one, that of the address. Every answer of every
/// operation carries the same figures in the fields `RateLimit-Policy` and `RateLimit`.
#[utoipa::path(get, path = "/api/rate-limits/", operation_id = "rate_limits.get", tag = "Rate limits",
    security((), ("api_key" = [])), responses((status = 200, body = RateLimits)))]
async fn get(app: App, standings: Standings) -> Json<RateLimits> {
    Json(RateLimits { limits: standings.wire(), shared: app.limits.are_shared() })
}
