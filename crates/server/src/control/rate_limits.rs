//! `/api/rate-limits/`: the rate limits of the caller, and the remaining requests. For people, a page.

use api::{
    TenantId,
    rate_limit::{Counted, Payer as PaidBy, RateLimit, RateLimits, TenantShare},
};
use askama::Template;
use axum::{
    Router,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
    routing,
};
use kernel::{
    app::App,
    http::{Json, Standings},
    limits::Policy,
    pages::{Frame, Html, Section, asks_for, with_slash},
    shares::Share,
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get))
}

pub fn pages() -> Router<App> {
    Router::new().route("/api/rate-limits", routing::get(with_slash))
}

#[derive(Template)]
#[template(path = "rate_limits.html")]
struct Page<'a> {
    frame: Frame,
    base_url: &'a str,
    limits: Vec<RateLimit>,
    shared: bool,
    shares: Vec<TenantShare>,
    address: Policy,
}

/// Read the rate limits
///
/// Returns the rate limits of the caller's key and tenant, or without a credential those of the caller's address. Every
/// response of every operation contains the same figures in the headers `RateLimit-Policy` and `RateLimit`. `shares`
/// are the concurrency limits of a tenant. With `Accept: text/html`, the response is a page.
#[utoipa::path(get, path = "/api/rate-limits/", operation_id = "rate_limits.get", tag = "Rate limits",
    security((), ("api_key" = [])),
    responses((status = 200, content((RateLimits = "application/json"), (String = "text/html")))))]
async fn get(app: App, standings: Standings, headers: HeaderMap) -> Response {
    let (limits, shared) = (standings.wire(), app.limits.are_shared());
    let shares = Share::ALL.map(|share| tenant_share(&app, share, standings.tenant())).to_vec();
    let vary = [(header::VARY, HeaderValue::from_static("accept"))];
    if !asks_for(&headers, "text/html") {
        return (vary, Json(RateLimits { limits, shared, shares })).into_response();
    }
    let frame = Frame::new("Rate limits", Section::RateLimits);
    let (base_url, address) = (app.settings.base_url.as_str(), app.settings.limits.address_limit);
    (vary, Html(Page { frame, base_url, limits, shared, shares, address })).into_response()
}

fn tenant_share(app: &App, share: Share, tenant: Option<TenantId>) -> TenantShare {
    let in_use = match share {
        Share::Recoveries | Share::Erasures | Share::Redactions | Share::MachineOperations | Share::BackupChecks => {
            None
        }
        Share::Connections => tenant.map(|tenant| app.db.connections_of(tenant)),
        _ => tenant.map(|tenant| app.shares.taken(share, tenant)),
    };
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    TenantShare {
        name: share.policy_name().to_owned(),
        counts: share.counts().to_owned(),
        quota: number(app.shares.most(share)),
        counted: match share {
            Share::Recoveries
            | Share::Erasures
            | Share::Redactions
            | Share::MachineOperations
            | Share::BackupChecks => Counted::Together,
            _ => Counted::PerServer,
        },
        in_use: in_use.map(number),
    }
}
