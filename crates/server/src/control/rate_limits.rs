//! `/api/rate-limits/`: how many requests may be made, and how many the caller has left. For people, a page.

use crate::{
    app::App,
    http::{Json, Standings},
    limits::Policy,
    pages::{Frame, Html, Section, asks_for},
};
use api::rate_limit::{Payer as PaidBy, RateLimit, RateLimits};
use askama::Template;
use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get))
}

#[derive(Template)]
#[template(path = "rate_limits.html")]
struct Page<'a> {
    frame: Frame,
    base_url: &'a str,
    limits: Vec<RateLimit>,
    shared: bool,
    address: Policy,
}

/// How many requests have I left?
///
/// With a credential, the buckets of its key and its tenant; without one, that of the address. Every answer of every
/// operation carries the same figures in the fields `RateLimit-Policy` and `RateLimit`. With `Accept: text/html`, a page.
#[utoipa::path(get, path = "/api/rate-limits/", operation_id = "rate_limits.get", tag = "Rate limits",
    security((), ("api_key" = [])),
    responses((status = 200, content((RateLimits = "application/json"), (String = "text/html")))))]
async fn get(app: App, standings: Standings, headers: HeaderMap) -> Response {
    let (limits, shared) = (standings.wire(), app.limits.are_shared());
    let vary = [(header::VARY, HeaderValue::from_static("accept"))];
    if !asks_for(&headers, "text/html") {
        return (vary, Json(RateLimits { limits, shared })).into_response();
    }
    let frame = Frame::new("Rate limits", Section::RateLimits);
    let (base_url, address) = (app.settings.base_url.as_str(), app.settings.limits.address_limit);
    (vary, Html(Page { frame, base_url, limits, shared, address })).into_response()
}
