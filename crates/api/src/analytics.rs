//! `/api/analytics`: figures of a tenant and of the whole service, by time.

use crate::{
    ApiKeyId, OrganizationId, SlaPolicyId, TenantId, UserId, WebhookEndpointId, WorkflowId,
    tickets::{TicketPriority, TicketSource, TicketType},
    webhooks::EventPattern,
    words::words,
    workflows::TriggerType,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

words! {
    /// Length of the buckets, by the calendar of `time_zone`. Weeks begin on Monday.
    AnalyticsInterval { Hour = "hour", Day = "day", Week = "week", Month = "month" }

    AnalyticsFormat {
        Json = "json",
        /// A table with a row for each point.
        Csv = "csv",
        /// A chart.
        Svg = "svg",
    }

    AnalyticsChart {
        Line = "line",
        Bar = "bar",
        /// Bars of the groups on top of each other.
        Stacked = "stacked",
        /// Hours of the day by days of the week; requires `interval=hour`.
        Heatmap = "heatmap",
    }

    AnalyticsCompare {
        /// The period of the same length before; for whole months, the months before.
        PreviousPeriod = "previous_period",
    }

    PlatformAnalyticsInclude {
        /// The sums that the figures are computed from. Sums of several cells can be added up; figures cannot.
        Measures = "measures",
    }

    /// Unit of a metric.
    AnalyticsUnit {
        Count = "count",
        /// Between 0 and 1.
        Ratio = "ratio",
        Seconds = "seconds",
    }

    /// A property that figures can be filtered and grouped by. More may be added.
    AnalyticsDimension {
        OrganizationId = "organization_id",
        Priority = "priority",
        Type = "type",
        Source = "source",
        WorkflowId = "workflow_id",
        Trigger = "trigger",
        EndpointId = "endpoint_id",
        EventType = "event_type",
        ApiKeyId = "api_key_id",
        /// The `operationId` of the OpenAPI document.
        Operation = "operation",
        SlaPolicyId = "sla_policy_id",
        /// The user who did the work.
        UserId = "user_id",
        RateClass = "rate_class",
        Billable = "billable",
    }
}

/// All metrics, by name.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AnalyticsMetrics {
    pub data: Vec<AnalyticsMetric>,
}

/// A figure that can be requested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalyticsMetric {
    #[schema(examples("tickets.created"))]
    pub name: String,
    /// The events that are counted, and the time at which they count.
    #[schema(examples("Tickets that were created, at the time of their creation."))]
    pub description: String,
    pub unit: AnalyticsUnit,
    /// Dimensions that the metric can be filtered and grouped by.
    pub dimensions: Vec<AnalyticsDimension>,
    /// `true` if the figure belongs to organizations. A key that is restricted to some organizations can read only such
    /// metrics.
    pub by_organization: bool,
    /// `true` if `/api/analytics/tenant` has the metric.
    pub tenant: bool,
    /// `true` if `/api/analytics/platform` has the metric.
    pub platform: bool,
}

/// Figures of a tenant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TenantAnalytics {
    pub range: AnalyticsRange,
    pub interval: AnalyticsInterval,
    /// Name of the time zone in the IANA database.
    #[schema(examples("Europe/Vienna"))]
    pub time_zone: String,
    /// Time until which all figures are complete. Only figures of requests (`api.*`, `users.active`) lag, by some seconds.
    pub complete_through: Timestamp,
    /// By the name of the metric: the figure of the whole range.
    pub totals: BTreeMap<String, AnalyticsTotal>,
    /// One for each metric and, with `group_by`, for each group; the largest group first.
    pub series: Vec<AnalyticsSeries>,
    pub limits: AnalyticsLimits,
}

/// Figures of the whole service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlatformAnalytics {
    pub range: AnalyticsRange,
    pub interval: AnalyticsInterval,
    /// Name of the time zone in the IANA database.
    #[schema(examples("UTC"))]
    pub time_zone: String,
    /// Time until which figures of requests are complete.
    pub complete_through: Timestamp,
    /// By the name of the metric: the figure of the whole range.
    pub totals: BTreeMap<String, AnalyticsTotal>,
    /// One for each metric.
    pub series: Vec<AnalyticsSeries>,
    /// The tenants with the most requests on the days (in UTC) of the range, at most ten.
    pub top_tenants: Vec<TopTenant>,
    pub limits: AnalyticsLimits,
    /// Sums that the figures of the range are computed from, with `include=measures`. A bucket without changes has none.
    /// `tenants.active` and `queue.lag_seconds` have none either: their values are in `series`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub measures: Option<Vec<AnalyticsMeasure>>,
}

/// Sum of a measure in a bucket. A metric is computed from one or two measures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalyticsMeasure {
    /// Name of the measure.
    #[schema(examples("api.requests"))]
    pub measure: String,
    /// Index of the bucket in `points`, beginning with 0.
    #[schema(examples(3))]
    pub bucket: usize,
    /// Number of events.
    #[schema(examples(118))]
    pub count: i64,
    /// Durations of the events as a DDSketch in the encoding of the service, in Base64; `null` if no requested metric is a
    /// quantile of this measure.
    #[schema(examples("AWQA5QHsAQ=="))]
    pub sketch: Option<String>,
}

/// `since` is part of the range, `until` is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalyticsRange {
    /// Start of the period, inclusive.
    pub since: Timestamp,
    /// End of the period, exclusive.
    pub until: Timestamp,
}

/// Figure of the whole period.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalyticsTotal {
    /// Figure of the whole range: for counts, the sum; for quantiles and ratios, that of all values in the range; for
    /// levels, such as `tickets.backlog`, the last value. `null` if it is unknown.
    #[serde(serialize_with = "number")]
    #[schema(examples(118))]
    pub value: Option<f64>,
    /// The figure of the period before, with `compare=previous_period`; otherwise, and if it is unknown, `null`.
    #[serde(serialize_with = "number")]
    #[schema(examples(100))]
    pub previous: Option<f64>,
    /// `(value - previous) / previous`; `null` if one of them is unknown or `previous` is 0.
    #[schema(examples(0.18))]
    pub change_ratio: Option<f64>,
    pub unit: AnalyticsUnit,
}

/// Figures of one metric over time, for one group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalyticsSeries {
    /// Name of the metric.
    #[schema(examples("tickets.created"))]
    pub metric: String,
    /// With `group_by`, the dimension and the value of the group. The value is `null` for objects without a value, and for
    /// `other`.
    #[schema(examples(json!({"priority": "p1"})))]
    pub dimensions: BTreeMap<String, Option<String>>,
    /// Name of the group's object, such as an organization; `null` if it has none, or if the caller cannot read it.
    #[schema(examples("Initech"))]
    pub label: Option<String>,
    /// `true` for the sum of all groups that are not among the largest.
    pub other: bool,
    /// The figure of the whole range.
    #[serde(serialize_with = "number")]
    #[schema(examples(118))]
    pub total: Option<f64>,
    /// One for each bucket, oldest first.
    pub points: Vec<AnalyticsPoint>,
}

/// Figure of one interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalyticsPoint {
    /// Start of the bucket. It ends at the start of the next one, or at `range.until`.
    pub starts_at: Timestamp,
    /// Value of the metric; `null` if it is unknown: for a level before its first sample, for a quantile or ratio
    /// without any values, and for the future. A count is never `null`.
    #[serde(serialize_with = "number")]
    #[schema(examples(12))]
    pub value: Option<f64>,
    /// `true` if the range begins or ends within the bucket, or if the bucket is not complete yet.
    pub partial: bool,
}

/// Limits of the request, and notes on the figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalyticsLimits {
    /// Maximum number of points of a series.
    #[schema(examples(1_000))]
    pub points_per_series: usize,
    /// Maximum number of points of a response.
    #[schema(examples(100_000))]
    pub points: usize,
    /// With `group_by`, number of groups that have their own series.
    #[schema(examples(10))]
    pub top: Option<usize>,
    /// Number of groups in the range, with `group_by`.
    #[schema(examples(42))]
    pub groups: Option<usize>,
    /// Human-readable notes on the figures.
    #[schema(examples(json!(["Figures by API key and operation are kept for 92 days."])))]
    pub notes: Vec<String>,
}

/// One of the tenants with the most requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TopTenant {
    pub id: TenantId,
    #[schema(examples("Acme"))]
    pub name: String,
    /// Number of requests.
    #[schema(minimum = 0, examples(1_250_000))]
    pub requests: i64,
    /// Number of requests that `api.errors` counts.
    #[schema(minimum = 0, examples(12))]
    pub errors: i64,
}

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TenantAnalyticsQuery {
    /// Start of the range (inclusive), at a full quarter of an hour. By default, the start of the day 29 days ago.
    #[param(nullable = false)]
    pub since: Option<Timestamp>,
    /// End of the range (exclusive), at a full quarter of an hour. By default, the end of the current quarter of an
    /// hour.
    #[param(nullable = false)]
    pub until: Option<Timestamp>,
    /// Length of the buckets; `day` by default.
    #[param(nullable = false, inline)]
    pub interval: Option<AnalyticsInterval>,
    /// Time zone of the buckets, a name of the IANA database; `UTC` by default.
    #[param(nullable = false, min_length = 1, max_length = 64, example = "Europe/Vienna")]
    pub time_zone: Option<String>,
    /// Names of metrics; separate several with commas. By default, an overview.
    #[param(nullable = false, explode = false, min_items = 1, max_items = 50, example = json!(["tickets.created"]))]
    pub metrics: Option<Vec<String>>,
    /// Splits each metric by this dimension, which all requested metrics must have.
    #[param(nullable = false, inline)]
    pub group_by: Option<AnalyticsDimension>,
    /// Number of groups; the others are added up as `other`. The first metric decides which are the largest. 10 by default;
    /// requires `group_by`.
    #[param(nullable = false, minimum = 1, maximum = 50)]
    pub top: Option<usize>,
    /// Adds `previous` and `change_ratio` to the totals.
    #[param(nullable = false, inline)]
    pub compare: Option<AnalyticsCompare>,
    /// Filters by organization; separate several with commas, as in all filters.
    #[param(nullable = false, explode = false, max_items = 200)]
    pub organization_id: Option<Vec<OrganizationId>>,
    /// Filters by the priority of tickets.
    #[param(nullable = false, explode = false, inline)]
    pub priority: Option<Vec<TicketPriority>>,
    /// Filters by the type of tickets.
    #[param(nullable = false, explode = false, inline)]
    #[serde(rename = "type")]
    pub kind: Option<Vec<TicketType>>,
    /// Filters by the source of tickets.
    #[param(nullable = false, explode = false, inline)]
    pub source: Option<Vec<TicketSource>>,
    /// Filters by workflow.
    #[param(nullable = false, explode = false, max_items = 200)]
    pub workflow_id: Option<Vec<WorkflowId>>,
    /// Filters by the trigger of the run.
    #[param(nullable = false, explode = false, inline)]
    pub trigger: Option<Vec<TriggerType>>,
    /// Filters by webhook endpoint.
    #[param(nullable = false, explode = false, max_items = 200)]
    pub endpoint_id: Option<Vec<WebhookEndpointId>>,
    /// Filters by the type of the delivered event; several types and wildcards such as `ticket.*` are separated by commas or
    /// repeated.
    #[param(nullable = false, explode = false)]
    pub event_type: Option<Vec<EventPattern>>,
    /// Filters by the API key of requests.
    #[param(nullable = false, explode = false, max_items = 200)]
    pub api_key_id: Option<Vec<ApiKeyId>>,
    /// Filters by operation: `operationId` of the OpenAPI document.
    #[param(nullable = false, explode = false, max_items = 200, example = json!(["psa.tickets.list"]))]
    pub operation: Option<Vec<String>>,
    /// Filters by the SLA policy of tickets.
    #[param(nullable = false, explode = false, max_items = 200)]
    pub sla_policy_id: Option<Vec<SlaPolicyId>>,
    /// Filters by the user who worked.
    #[param(nullable = false, explode = false, max_items = 200)]
    pub user_id: Option<Vec<UserId>>,
    /// Filters by the rate class of time entries.
    #[param(example = json!(["standard"]), nullable = false, explode = false, max_items = 200)]
    pub rate_class: Option<Vec<String>>,
    /// Filters by whether time entries are billable.
    #[param(nullable = false)]
    pub billable: Option<bool>,
    /// Format of the response; `json` by default. `svg` draws metrics of one unit.
    #[param(nullable = false, inline)]
    pub format: Option<AnalyticsFormat>,
    /// Type of the chart; requires `format=svg`. `line` by default.
    #[param(nullable = false, inline)]
    pub chart: Option<AnalyticsChart>,
}

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlatformAnalyticsQuery {
    /// Start of the range (inclusive), at a full quarter of an hour. By default, the start of the day 29 days ago.
    #[param(nullable = false)]
    pub since: Option<Timestamp>,
    /// End of the range (exclusive), at a full quarter of an hour. By default, the end of the current day.
    #[param(nullable = false)]
    pub until: Option<Timestamp>,
    /// Length of the buckets; `day` by default.
    #[param(nullable = false, inline)]
    pub interval: Option<AnalyticsInterval>,
    /// Time zone of the buckets, a name of the IANA database; `UTC` by default.
    #[param(nullable = false, min_length = 1, max_length = 64, example = "UTC")]
    pub time_zone: Option<String>,
    /// Names of metrics; separate several with commas. By default, an overview.
    #[param(nullable = false, explode = false, min_items = 1, max_items = 50, example = json!(["api.requests"]))]
    pub metrics: Option<Vec<String>>,
    /// Adds `previous` and `change_ratio` to the totals.
    #[param(nullable = false, inline)]
    pub compare: Option<AnalyticsCompare>,
    /// Additional fields of the response; requires `format=json`.
    #[param(nullable = false, explode = false, inline)]
    pub include: Option<Vec<PlatformAnalyticsInclude>>,
    /// Format of the response; `json` by default. `svg` draws metrics of one unit.
    #[param(nullable = false, inline)]
    pub format: Option<AnalyticsFormat>,
    /// Type of the chart; requires `format=svg`. `line` by default.
    #[param(nullable = false, inline)]
    pub chart: Option<AnalyticsChart>,
}

/// A whole number has no fraction on the wire: `12`, not `12.0`.
fn number<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and within 2^53")]
        Some(value) if value.fract() == 0.0 && value.abs() < EXACT => serializer.serialize_i64(*value as i64),
        Some(value) => serializer.serialize_f64(*value),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests;
