//! Figures as charts. The chart has the same values as the JSON.

use super::{calendar, figures::Facts, period::Period, request::Request, series::unit};
use api::analytics::{
    AnalyticsChart, AnalyticsFormat, AnalyticsInterval, AnalyticsSeries, AnalyticsUnit, TenantAnalytics,
};
use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use charts::{Chart, Kind, STYLESHEET_HASH, Series, Unit};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    figures::{Amount, Figure, Metric},
    http::Problem,
};

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const HOURS: usize = 24;

/// The chart of a request, if its format is one. Refuses what cannot be combined.
pub fn wanted(
    chart: Option<AnalyticsChart>,
    format: AnalyticsFormat,
    names_metrics: bool,
    interval: Option<AnalyticsInterval>,
) -> Result<Option<AnalyticsChart>, Problem> {
    if format != AnalyticsFormat::Svg {
        return match chart {
            Some(_) => Err(Problem::unsupported_combination("chart requires format=svg.")),
            None => Ok(None),
        };
    }
    if !names_metrics {
        return Err(Problem::missing_parameter("metrics"));
    }
    let chart = chart.unwrap_or(AnalyticsChart::Line);
    if chart == AnalyticsChart::Heatmap && interval != Some(AnalyticsInterval::Hour) {
        return Err(Problem::unsupported_combination("chart=heatmap requires interval=hour."));
    }
    Ok(Some(chart))
}

/// A picture that needs nothing else, and runs nothing.
pub fn respond(chart: &Chart) -> Response {
    let policy = format!("default-src 'none'; style-src {STYLESHEET_HASH}");
    let policy = HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let headers =
        [(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")), (header::CONTENT_SECURITY_POLICY, policy)];
    (headers, chart.svg()).into_response()
}

/// The series as lines or bars.
pub fn chart(figures: &TenantAnalytics, period: &Period, chart: AnalyticsChart) -> Result<Chart, Problem> {
    let mut units = figures.totals.values().map(|total| total.unit);
    let first = units.next().unwrap_or(AnalyticsUnit::Count);
    if units.any(|other| other != first) {
        return Err(Problem::unsupported_combination("svg draws metrics of one unit."));
    }
    let kind = match chart {
        AnalyticsChart::Bar => Kind::Bar,
        AnalyticsChart::Stacked => Kind::StackedBar,
        AnalyticsChart::Line | AnalyticsChart::Heatmap => Kind::Line,
    };
    let several = figures.totals.len() > 1;
    Ok(Chart {
        title: title(figures.totals.keys().map(String::as_str), figures.series.first(), period),
        unit: drawn(first),
        kind,
        categories: period.buckets.starts().iter().map(|start| category(period, *start)).collect(),
        series: figures.series.iter().map(|series| line(series, several)).collect(),
        note: Some(format!("The time zone is {}.", period.time_zone)),
    })
}

fn line(series: &AnalyticsSeries, several: bool) -> Series {
    let group = series.dimensions.values().next().map(|value| match value {
        _ if series.other => "other",
        value => series.label.as_deref().or(value.as_deref()).unwrap_or("none"),
    });
    let name = match group {
        Some(group) if several => format!("{}, {group}", series.metric),
        Some(group) => group.to_owned(),
        None => series.metric.clone(),
    };
    Series {
        name,
        values: series.points.iter().map(|point| point.value).collect(),
        partial: series.points.iter().map(|point| point.partial).collect(),
    }
}

fn title<'a>(names: impl Iterator<Item = &'a str>, series: Option<&AnalyticsSeries>, period: &Period) -> String {
    let names: Vec<_> = names.collect();
    let group = series.and_then(|series| series.dimensions.keys().next());
    let group = group.map_or(String::new(), |dimension| format!(" by {dimension}"));
    let last = calendar::date(&period.zone, period.range.until - SignedDuration::from_nanos(1));
    format!("{}{group}, {} to {last}", names.join(", "), calendar::date(&period.zone, period.range.since))
}

pub fn drawn(unit: AnalyticsUnit) -> Unit {
    match unit {
        AnalyticsUnit::Count => Unit::Count,
        AnalyticsUnit::Ratio => Unit::Ratio,
        AnalyticsUnit::Seconds => Unit::Seconds,
    }
}

/// The label of a bucket, by the clock of the zone.
fn category(period: &Period, start: Timestamp) -> String {
    let at = period.zone.to_datetime(start);
    let date = at.date();
    match period.interval {
        AnalyticsInterval::Hour => format!("{date} {:02}:{:02}", at.hour(), at.minute()),
        AnalyticsInterval::Day | AnalyticsInterval::Week => date.to_string(),
        AnalyticsInterval::Month => format!("{:04}-{:02}", date.year(), date.month()),
    }
}

/// The metric of a heat map.
pub fn only_metric(request: &Request) -> Result<&'static Metric, Problem> {
    match (request.metrics.as_slice(), request.group) {
        ([metric], None) if metric.measures().next().is_some() => Ok(metric),
        ([metric], None) if !matches!(metric.figure, Figure::ActiveTenants) => Err(Problem::unsupported_combination(
            "chart=heatmap is available only for counts: neither for levels nor for users.active.",
        )),
        _ => Err(Problem::unsupported_combination("chart=heatmap draws one metric, without group_by.")),
    }
}

/// A row for each day of the week. Hours that the range does not contain are unknown.
pub fn heat_map(metric: &Metric, period: &Period, amounts: &[Amount]) -> Chart {
    let starts = period.buckets.starts();
    let cell = |bucket: usize| {
        let at = period.zone.to_datetime(starts[bucket]);
        usize::from(at.weekday().to_monday_zero_offset().unsigned_abs()) * HOURS + usize::from(at.hour().unsigned_abs())
    };
    let mut facts = Facts::new(WEEKDAYS.len() * HOURS);
    let inside = amounts.iter().filter(|amount| amount.bucket < starts.len());
    inside.for_each(|amount| facts.add_amount(cell(amount.bucket), amount));
    let mut is_known = [false; WEEKDAYS.len() * HOURS];
    (0..starts.len()).filter(|bucket| !period.is_future(*bucket)).for_each(|bucket| is_known[cell(bucket)] = true);
    let row = |(day, name): (usize, &&str)| Series {
        name: (*name).to_owned(),
        values: (day * HOURS..(day + 1) * HOURS)
            .map(|cell| facts.value(metric, cell).filter(|_| is_known[cell]))
            .collect(),
        partial: vec![],
    };
    Chart {
        title: title([metric.name].into_iter(), None, period),
        unit: drawn(unit(metric)),
        kind: Kind::HeatMap,
        categories: (0..HOURS).map(|hour| format!("{hour:02}:00")).collect(),
        series: WEEKDAYS.iter().enumerate().map(row).collect(),
        note: Some(format!(
            "Each value is that of all such hours of the range. The time zone is {}.",
            period.time_zone
        )),
    }
}
