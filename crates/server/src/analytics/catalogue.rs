//! `/api/analytics/metrics`: what can be asked for.

use super::{platform, request::of_tenants, series::unit};
use api::{
    Scope,
    analytics::{AnalyticsDimension, AnalyticsMetric, AnalyticsMetrics},
};
use kernel::{
    app::App,
    figures::Metric,
    http::{Caller, Json},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list))
}

/// List the metrics
///
/// Returns all metrics with their unit, the dimensions that they can be filtered and grouped by, and what they count.
#[utoipa::path(get, path = "/api/analytics/metrics", operation_id = "analytics.metrics", tag = "Analytics",
    security(("api_key" = [Scope::AnalyticsRead])), responses((status = 200, body = AnalyticsMetrics)))]
async fn list(app: App, _: Caller) -> Json<AnalyticsMetrics> {
    let mut all: Vec<_> = app.families.metrics().into_iter().chain(platform::OWN).map(to_wire).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Json(AnalyticsMetrics { data: all })
}

fn to_wire(metric: &'static Metric) -> AnalyticsMetric {
    let own = metric.split.dimensions.iter().filter_map(|dimension| AnalyticsDimension::named(dimension.name));
    let organization = metric.split.by_organization.then_some(AnalyticsDimension::OrganizationId);
    let is_platforms_own = platform::OWN.iter().any(|own| own.name == metric.name);
    AnalyticsMetric {
        name: metric.name.to_owned(),
        description: metric.about.to_owned(),
        unit: unit(metric),
        dimensions: organization.into_iter().chain(own).collect(),
        by_organization: metric.split.by_organization,
        tenant: of_tenants(metric) && !is_platforms_own,
        platform: is_platforms_own || platform::has(metric),
    }
}
