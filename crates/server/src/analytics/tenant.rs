//! `/api/analytics/tenant`: the figures of the caller's tenant.

use super::{
    figures::Facts,
    labels::{labels, shown},
    read::{Detail, Groups, Reader},
    request::Request,
    series::{Answer, Part, lags, limits},
    svg, table,
};
use api::{
    Scope,
    analytics::{
        AnalyticsChart, AnalyticsDimension as Dimension, AnalyticsFormat, AnalyticsLimits, TenantAnalytics,
        TenantAnalyticsQuery,
    },
};
use axum::response::{IntoResponse, Response};
use kernel::{
    app::App,
    figures::Metric,
    http::{Caller, Credential, Json, Problem, Query},
    usage,
};
use std::collections::BTreeMap;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read figures of the tenant
///
/// Returns figures of tickets, devices, workflows, webhooks and requests by hours, days, weeks or months. They agree
/// with the lists that they summarise: `tickets.created` is the number of tickets with `created_at` in the range.
/// Percentiles are computed from all values in a bucket or in the range, and are accurate to within 1 %. A caller who
/// is restricted to some organizations gets the figures of these organizations; metrics that cannot be split by
/// organization return 403 `organization_restricted`.
#[utoipa::path(get, path = "/api/analytics/tenant", operation_id = "analytics.tenant", tag = "Analytics",
    params(TenantAnalyticsQuery),
    extensions(("x-problems" = json!([
        api::ProblemCode::UnsupportedCombination, api::ProblemCode::OrganizationRestricted
    ]))),
    security(("api_key" = [Scope::AnalyticsRead])),
    responses((status = 200, content(
        (TenantAnalytics = "application/json"), (String = "text/csv"), (String = "image/svg+xml")))))]
async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(query): Query<TenantAnalyticsQuery>,
) -> Result<Response, Problem> {
    let format = query.format.unwrap_or(AnalyticsFormat::Json);
    let chart = svg::wanted(query.chart, format, query.metrics.is_some(), query.interval)?;
    let request = Request::asked(&app, &caller, &query)?;
    if chart == Some(AnalyticsChart::Heatmap) {
        return Ok(svg::respond(&heat_map(&app, &caller, &request).await?));
    }
    let figures = tenant_figures(&app, &caller, &request).await?;
    match (format, chart) {
        (AnalyticsFormat::Csv, _) => table::export_tenant(app, caller, credential, figures),
        (AnalyticsFormat::Svg, Some(chart)) => Ok(svg::respond(&svg::chart(&figures, &request.period, chart)?)),
        _ => Ok(Json(figures).into_response()),
    }
}

/// The figures that a caller may see.
pub async fn tenant_figures(app: &App, caller: &Caller, request: &Request) -> Result<TenantAnalytics, Problem> {
    let reader = Reader { app, caller, request };
    let Request { period, metrics, .. } = request;
    // The figures that are read after this time contain all changes that were stored before it.
    let complete_through = match metrics.iter().any(|metric| lags(metric)) {
        true => usage::complete_through(&app.db, period.now).await?.min(period.now),
        false => period.now,
    };
    let whole = reader.whole(&period.buckets.boundaries).await?;
    let previous = match request.compare {
        true => Some(reader.whole(&period.previous()).await?),
        false => None,
    };
    let (parts, limits) = match request.group {
        Some(dimension) => grouped(&reader, dimension, &whole).await?,
        None => (vec![Part::whole(whole.clone())], limits(&[])),
    };
    let (whole, previous, parts) = (&whole, previous.as_ref(), parts.as_slice());
    Ok(Answer { metrics, period, whole, previous, parts, complete_through, limits }.build())
}

/// The largest groups and, if there are more, the others together. Only the groups that are shown are read by buckets, so that
/// the number of groups of a tenant does not matter.
async fn grouped(
    reader: &Reader<'_>,
    dimension: Dimension,
    whole: &Facts,
) -> Result<(Vec<Part>, AnalyticsLimits), Problem> {
    let Request { period, metrics, top, .. } = reader.request;
    let sizes = reader.groups(dimension, &period.whole(), None, Detail::Counts).await?;
    let (shown, count) = largest(&sizes, metrics, *top);
    let is_cut = count > *top;
    let ids: Vec<String> = shown.iter().flatten().cloned().collect();
    let only = is_cut.then_some(ids.as_slice());
    let mut facts = reader.groups(dimension, &period.buckets.boundaries, only, Detail::Durations).await?;
    let names = labels(reader.app, reader.caller, dimension, &ids).await?;
    let mut parts: Vec<Part> = vec![];
    for group in shown {
        let facts = facts.remove(&group).unwrap_or_else(|| Facts::new(period.buckets.len()));
        let label = group.as_ref().and_then(|stored| names.get(stored).cloned());
        parts.push(Part { dimensions: value(metrics, dimension, group.as_deref()), label, other: false, facts });
    }
    if is_cut {
        let facts = whole.clone().without(parts.iter().map(|part| &part.facts));
        parts.push(Part { dimensions: value(metrics, dimension, None), label: None, other: true, facts });
    }
    let note = "The first metric decides which groups are the largest.";
    Ok((parts, AnalyticsLimits { top: Some(*top), groups: Some(count), ..limits(&[note]) }))
}

/// The groups that are shown, the largest first, and how many there are. What belongs to no organization cannot be read alone:
/// it is one of the others, if there are any.
fn largest(sizes: &Groups, metrics: &[&'static Metric], top: usize) -> (Vec<Option<String>>, usize) {
    let has_data = |facts: &Facts| metrics.iter().any(|metric| facts.weight(metric) > 0);
    let mut groups: Vec<_> = sizes.iter().filter(|(_, facts)| has_data(facts)).collect();
    let count = groups.len();
    groups.retain(|(group, _)| count <= top || group.is_some());
    let weight = |facts: &Facts| metrics.first().map_or(0, |metric| facts.weight(metric));
    groups.sort_by(|(a, of_a), (b, of_b)| weight(of_b).cmp(&weight(of_a)).then_with(|| a.cmp(b)));
    (groups.into_iter().take(top).map(|(group, _)| group.clone()).collect(), count)
}

fn value(metrics: &[&'static Metric], dimension: Dimension, group: Option<&str>) -> BTreeMap<String, Option<String>> {
    let metric = metrics.first();
    let shown = group.and_then(|stored| metric.and_then(|metric| shown(metric, dimension, stored)));
    BTreeMap::from([(dimension.name().to_owned(), shown)])
}

/// Hours of the day by days of the week. Values of the same hour of several weeks are put together.
pub async fn heat_map(app: &App, caller: &Caller, request: &Request) -> Result<charts::Chart, Problem> {
    let metric = svg::only_metric(request)?;
    let amounts =
        Reader { app, caller, request }.amounts(&request.period.buckets.boundaries, None, Detail::Durations).await?;
    Ok(svg::heat_map(metric, &request.period, &amounts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{figures::Amount, usage::METRICS};

    #[test]
    fn the_largest_groups_come_first_and_what_belongs_to_nobody_is_shown_if_there_is_room() {
        let amount = |count| Amount {
            measure: "api.requests".to_owned(),
            bucket: 0,
            group: None,
            count,
            sketch: sketch::Sketch::new(),
        };
        let mut sizes = Groups::new();
        for (name, count) in [(Some("a"), 5), (Some("b"), 9), (None, 100), (Some("c"), 0), (Some("d"), 5)] {
            let facts = sizes.entry(name.map(str::to_owned)).or_insert_with(|| Facts::new(1));
            facts.add_amount(0, &amount(count));
        }
        let metrics: Vec<_> = METRICS.iter().filter(|metric| metric.name == "api.requests").collect();
        let names = |top| {
            let (groups, count) = largest(&sizes, &metrics, top);
            (groups.into_iter().map(|group| group.unwrap_or("nobody".to_owned())).collect::<Vec<_>>(), count)
        };
        assert_eq!(names(10), (["nobody", "b", "a", "d"].map(str::to_owned).to_vec(), 4));
        assert_eq!(names(2), (["b", "a"].map(str::to_owned).to_vec(), 4));
    }
}
