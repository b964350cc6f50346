//! `/api/analytics/platform`: the figures of all tenants together, for the operator's own tenant.

use super::{
    cells,
    figures::Facts,
    period::{Asked, End, Period},
    request::{both, invalid, named},
    series::{Answer, Part, lags, limits},
    svg, table,
};
use api::{
    Fault, ProblemCode, Scope,
    analytics::{
        AnalyticsChart, AnalyticsFormat, AnalyticsMeasure, PlatformAnalytics, PlatformAnalyticsInclude,
        PlatformAnalyticsQuery, TenantAnalytics, TopTenant,
    },
    problem::FaultCode,
};
use axum::response::{IntoResponse, Response};
use jiff::{SignedDuration, Timestamp, ToSpan, tz::TimeZone};
use kernel::{
    app::App,
    db::Reason,
    family::Families,
    figures::{self, BusyTenant, Figure, Gauge, Level, Metric, Split, Unit},
    http::{Caller, Credential, Json, Problem, Query},
    usage,
};
use queries::queries::analytics::analytics::{background_lag, is_operator};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Metrics that no tenant has.
pub const OWN: &[Metric] = &[TENANTS_ACTIVE, QUEUE_LAG];

const NOTHING: Split = Split { by_organization: false, dimensions: &[] };

const TENANTS_ACTIVE: Metric = Metric {
    name: "tenants.active",
    about: "Tenants with at least one request, by days of UTC. A tenant counts once in a period, however long it is.",
    unit: Unit::Count,
    figure: Figure::ActiveTenants,
    split: NOTHING,
};

const QUEUE_LAG: Metric = Metric {
    name: "queue.lag_seconds",
    about: "The largest current delay of a background task in any process. Only the current value is known.",
    unit: Unit::Seconds,
    figure: Figure::Gauge(LAG),
    split: NOTHING,
};

/// It is not sampled: the processes report it.
const LAG: Gauge = Gauge { function: "queue.lag_seconds", share: false };

/// The metrics of a request that names none.
const OVERVIEW: &[&str] = &[
    "api.requests",
    "api.errors",
    "api.latency_p95",
    "tickets.created",
    "workflows.runs",
    "webhooks.deliveries",
    "queue.lag_seconds",
];

const NOTES: &[&str] = &[
    "Levels, such as tickets.backlog, and users.active are not available for all tenants together.",
    "tenants.active and top_tenants are counted by days of UTC.",
];

pub const TOP_TENANTS: u8 = 10;

const SECONDS_OF_DAY: i64 = 86_400;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read figures of all tenants
///
/// Returns the figures of all tenants of the service together, and the busiest tenants. Only keys and users of the operator's
/// own tenant can call it; all others get 403 `operator_only`. If the service consists of several cells, the figures are those
/// of the cell that serves the caller's tenant.
#[utoipa::path(get, path = "/api/analytics/platform", operation_id = "analytics.platform", tag = "Analytics",
    params(PlatformAnalyticsQuery),
    extensions(("x-problems" = json!([
        ProblemCode::UnsupportedCombination, ProblemCode::OrganizationRestricted, ProblemCode::OperatorOnly
    ]))),
    security(("api_key" = [Scope::PlatformAnalyticsRead])),
    responses((status = 200, content(
        (PlatformAnalytics = "application/json"), (String = "text/csv"), (String = "image/svg+xml")))))]
async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(query): Query<PlatformAnalyticsQuery>,
) -> Result<Response, Problem> {
    only_operator(&app, &caller).await?;
    let format = query.format.unwrap_or(AnalyticsFormat::Json);
    let chart = svg::wanted(query.chart, format, query.metrics.is_some(), query.interval)?;
    if chart == Some(AnalyticsChart::Heatmap) {
        return Err(Problem::unsupported_combination("chart=heatmap is available only for the figures of one tenant."));
    }
    let include = query.include.as_deref().unwrap_or_default();
    if !include.is_empty() && format != AnalyticsFormat::Json {
        return Err(Problem::unsupported_combination("include requires format=json."));
    }
    let (metrics, period) = asked(app.families, app.clock.now(), &query)?;
    let (facts, figures) = platform_figures(&app, &metrics, &period, query.compare.is_some()).await?;
    match (format, chart) {
        (AnalyticsFormat::Csv, _) => table::export_platform(app, caller, credential, figures),
        (AnalyticsFormat::Svg, Some(chart)) => Ok(svg::respond(&svg::chart(&figures, &period, chart)?)),
        _ => {
            let measures = include.contains(&PlatformAnalyticsInclude::Measures).then(|| cells::measures(&facts));
            Ok(Json(with_tenants(figures, busiest(&app, &period).await?, measures)).into_response())
        }
    }
}

async fn only_operator(app: &App, caller: &Caller) -> Result<(), Problem> {
    let is_operator = is_operator().bind(&app.db.tenant(caller).await?).one().await?;
    if !is_operator {
        let detail = "Only the operator's own tenant can read figures of all tenants.";
        return Err(Problem::new(ProblemCode::OperatorOnly, detail));
    }
    if caller.organizations().is_some() {
        let detail =
            "The caller is restricted to some organizations, and figures of all tenants cannot be split by them.";
        return Err(Problem::new(ProblemCode::OrganizationRestricted, detail));
    }
    Ok(())
}

/// True if the metric of tenants can be added up over all of them.
pub fn has(metric: &Metric) -> bool {
    metric.measures().next().is_some()
}

/// The metrics and the period of a request. Refuses what cannot be computed, with all reasons.
pub fn asked(
    families: &Families,
    now: Timestamp,
    query: &PlatformAnalyticsQuery,
) -> Result<(Vec<&'static Metric>, Period), Problem> {
    let asked = Asked {
        since: query.since,
        until: query.until,
        interval: query.interval,
        time_zone: query.time_zone.as_deref(),
    };
    let known: Vec<_> = families.metrics().into_iter().filter(|metric| has(metric)).chain(OWN).collect();
    let overview: Vec<_> = OVERVIEW.iter().map(|name| (*name).to_owned()).collect();
    let metrics = named(query.metrics.as_ref().unwrap_or(&overview), &known);
    let (mut metrics, period) = both(metrics, Period::asked(&asked, End::Day, now))?;
    let by_days = are_days(&period.buckets.boundaries);
    if query.metrics.is_none() && by_days {
        metrics.push(&TENANTS_ACTIVE);
    } else if metrics.iter().any(|metric| matches!(metric.figure, Figure::ActiveTenants)) && !by_days {
        let detail = "tenants.active is counted by days of UTC: use time_zone=UTC, an interval of a day or longer, and a range \
            of whole days";
        return Err(invalid(vec![Fault::of("metrics", FaultCode::Invalid, detail)]));
    }
    Ok((metrics, period))
}

/// True if they are midnights of UTC.
fn are_days(boundaries: &[Timestamp]) -> bool {
    boundaries.iter().all(|at| at.as_second() % SECONDS_OF_DAY == 0)
}

async fn platform_figures(
    app: &App,
    metrics: &[&'static Metric],
    period: &Period,
    compare: bool,
) -> Result<(Facts, TenantAnalytics), Problem> {
    let complete_through = match metrics.iter().any(|metric| lags(metric)) {
        true => usage::complete_through(&app.db, period.now).await?.min(period.now),
        false => period.now,
    };
    let mut whole = facts(app, metrics, &period.buckets.boundaries).await?;
    if metrics.iter().any(|metric| metric.name == QUEUE_LAG.name) {
        let open = (0..period.buckets.len())
            .find(|bucket| !period.is_future(*bucket) && period.buckets.end(*bucket) > period.now);
        if let (Some(bucket), Some(value)) = (open, lag(app).await?) {
            whole.add_level(&Level { gauge: LAG.function, bucket, organization: None, value, whole: None });
        }
    }
    let previous = match compare {
        true => Some(facts(app, metrics, &period.previous()).await?),
        false => None,
    };
    let figures = build(metrics, period, (&whole, previous.as_ref()), complete_through);
    Ok((whole, figures))
}

/// The figures of a range, and of the period before.
pub fn build(
    metrics: &[&'static Metric],
    period: &Period,
    (whole, previous): (&Facts, Option<&Facts>),
    complete_through: Timestamp,
) -> TenantAnalytics {
    let parts = [Part::whole(whole.clone())];
    let (parts, limits) = (parts.as_slice(), limits(NOTES));
    Answer { metrics, period, whole, previous, parts, complete_through, limits }.build()
}

async fn facts(app: &App, metrics: &[&'static Metric], boundaries: &[Timestamp]) -> Result<Facts, Problem> {
    let (mut measures, mut sketched) = (vec![], vec![]);
    for metric in metrics {
        measures.extend(metric.measures().filter(|measure| !measures.contains(measure)).collect::<Vec<_>>());
        if let Figure::Quantile { measure, .. } = metric.figure
            && !sketched.contains(&measure)
        {
            sketched.push(measure);
        }
    }
    let mut facts = Facts::new(boundaries.len() - 1);
    for amount in figures::read_platform(&app.db, &measures, boundaries, &sketched).await? {
        facts.add_amount(amount.bucket, &amount);
    }
    let counts_tenants = metrics.iter().any(|metric| matches!(metric.figure, Figure::ActiveTenants));
    // The period before may not consist of whole days.
    if counts_tenants && are_days(boundaries) {
        let ends = [boundaries[0], boundaries[boundaries.len() - 1]];
        let by_bucket = figures::active_tenants(&app.db, boundaries).await?;
        let total = figures::active_tenants(&app.db, &ends).await?;
        facts.set_distinct(&by_bucket, total.first().map_or(0, |(_, count)| *count));
    }
    Ok(facts)
}

/// In whole seconds, rounded up; `None` if no process reports.
async fn lag(app: &App) -> Result<Option<i64>, Problem> {
    let system = app.db.system(Reason::Background).await?;
    let seconds = background_lag().bind(&*system).one().await?;
    #[expect(clippy::cast_possible_truncation, reason = "a lag in seconds is small")]
    let whole = seconds.map(|seconds| seconds.ceil() as i64);
    Ok(whole)
}

async fn busiest(app: &App, period: &Period) -> Result<Vec<TopTenant>, Problem> {
    let day = |at: Timestamp| TimeZone::UTC.to_datetime(at).date();
    let last = day(period.range.until - SignedDuration::from_nanos(1));
    let (since, until) = (day(period.range.since), last.saturating_add(1.day()));
    let found = figures::busiest_tenants(&app.db, since, until, i64::from(TOP_TENANTS)).await?;
    let to_wire = |BusyTenant { id, name, requests, errors }| TopTenant { id, name, requests, errors };
    Ok(found.into_iter().map(to_wire).collect())
}

pub fn with_tenants(
    figures: TenantAnalytics,
    top_tenants: Vec<TopTenant>,
    measures: Option<Vec<AnalyticsMeasure>>,
) -> PlatformAnalytics {
    let TenantAnalytics { range, interval, time_zone, complete_through, totals, series, limits } = figures;
    PlatformAnalytics { range, interval, time_zone, complete_through, totals, series, top_tenants, limits, measures }
}
