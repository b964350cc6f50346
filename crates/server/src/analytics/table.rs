//! Figures as a flat table, a row for each point.

use api::{
    Scope,
    analytics::{AnalyticsSeries, AnalyticsUnit, TenantAnalytics},
};
use axum::response::Response;
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{
        Caller, Credential, Problem,
        export::{Cell, Export, Format, PAGE, export},
    },
};
use serde::Serialize;

/// Its rows are in memory: a response has a bounded number of points.
struct Table<const PLATFORM: bool>(Vec<Row>);

#[derive(Clone, Serialize)]
struct Row {
    start: Timestamp,
    metric: String,
    unit: AnalyticsUnit,
    dimension: Option<String>,
    label: Option<String>,
    value: Option<f64>,
    partial: bool,
}

pub fn export_tenant(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    figures: TenantAnalytics,
) -> Result<Response, Problem> {
    export(app, caller, credential, Table::<false>(rows(figures)), Format::Csv)
}

pub fn export_platform(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    figures: TenantAnalytics,
) -> Result<Response, Problem> {
    export(app, caller, credential, Table::<true>(rows(figures)), Format::Csv)
}

fn rows(figures: TenantAnalytics) -> Vec<Row> {
    let TenantAnalytics { totals, series, .. } = figures;
    let unit = |metric: &str| totals.get(metric).map_or(AnalyticsUnit::Count, |total| total.unit);
    let rows = series.into_iter().flat_map(|series| {
        let AnalyticsSeries { metric, dimensions, label, other, points, .. } = series;
        let dimension = if other { Some("other".to_owned()) } else { dimensions.into_values().next().flatten() };
        let unit = unit(&metric);
        points.into_iter().map(move |point| Row {
            start: point.starts_at,
            metric: metric.clone(),
            unit,
            dimension: dimension.clone(),
            label: label.clone(),
            value: point.value,
            partial: point.partial,
        })
    });
    rows.collect()
}

impl<const PLATFORM: bool> Export for Table<PLATFORM> {
    type Object = Row;
    type Cursor = usize;

    const SCOPE: Scope = if PLATFORM { Scope::PlatformAnalyticsRead } else { Scope::AnalyticsRead };
    const FILE: &'static str = "analytics";

    fn columns(&self) -> Vec<&'static str> {
        vec!["starts_at", "metric", "unit", "dimension", "label", "value", "partial"]
    }

    async fn page(&self, _: &App, _: &Caller, after: Option<usize>) -> Result<(Vec<Row>, Option<usize>), Problem> {
        let start = after.unwrap_or(0);
        let page = usize::try_from(PAGE).unwrap_or(1);
        let rows: Vec<_> = self.0.iter().skip(start).take(page).cloned().collect();
        let end = start + rows.len();
        Ok((rows, Some(end)))
    }

    fn cells(&self, row: Row) -> Vec<Cell> {
        vec![
            row.start.into(),
            row.metric.into(),
            row.unit.name().into(),
            row.dimension.into(),
            row.label.into(),
            row.value.map(|value| value.to_string()).into(),
            row.partial.to_string().into(),
        ]
    }
}
