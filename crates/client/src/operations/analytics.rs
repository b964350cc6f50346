//! Operations of the tag `analytics`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request};

/// Parameters of [`Client::get_platform_analytics`].
#[derive(Clone, Debug, Default)]
pub struct GetPlatformAnalytics {
    /// Start of the range (inclusive), at a full quarter of an hour. By default, the start of the day 29 days ago.
    pub since: Option<jiff::Timestamp>,
    /// End of the range (exclusive), at a full quarter of an hour. By default, the end of the current day.
    pub until: Option<jiff::Timestamp>,
    /// Length of the buckets; `day` by default.
    pub interval: Option<String>,
    /// Time zone of the buckets, a name of the IANA database; `UTC` by default.
    pub time_zone: Option<String>,
    /// Names of metrics; separate several with commas. By default, an overview.
    pub metrics: Vec<String>,
    /// Adds `previous` and `change_ratio` to the totals.
    pub compare: Option<String>,
    /// Additional fields of the response; requires `format=json`.
    pub include: Vec<String>,
}

/// Parameters of [`Client::get_tenant_analytics`].
#[derive(Clone, Debug, Default)]
pub struct GetTenantAnalytics {
    /// Start of the range (inclusive), at a full quarter of an hour. By default, the start of the day 29 days ago.
    pub since: Option<jiff::Timestamp>,
    /// End of the range (exclusive), at a full quarter of an hour. By default, the end of the current quarter of an
    /// hour.
    pub until: Option<jiff::Timestamp>,
    /// Length of the buckets; `day` by default.
    pub interval: Option<String>,
    /// Time zone of the buckets, a name of the IANA database; `UTC` by default.
    pub time_zone: Option<String>,
    /// Names of metrics; separate several with commas. By default, an overview.
    pub metrics: Vec<String>,
    /// Splits each metric by this dimension, which all requested metrics must have.
    pub group_by: Option<String>,
    /// Number of groups; the others are added up as `other`. The first metric decides which are the largest. 10 by
    /// default; requires `group_by`.
    pub top: Option<i64>,
    /// Adds `previous` and `change_ratio` to the totals.
    pub compare: Option<String>,
    /// Filters by organization; separate several with commas, as in all filters.
    pub organization_id: Vec<api::ids::OrganizationId>,
    /// Filters by the priority of tickets.
    pub priority: Vec<String>,
    /// Filters by the type of tickets.
    pub kind: Vec<String>,
    /// Filters by the source of tickets.
    pub source: Vec<String>,
    /// Filters by workflow.
    pub workflow_id: Vec<api::ids::WorkflowId>,
    /// Filters by the trigger of the run.
    pub trigger: Vec<String>,
    /// Filters by webhook endpoint.
    pub endpoint_id: Vec<api::ids::WebhookEndpointId>,
    /// Filters by the type of the delivered event; several types and wildcards such as `ticket.*` are separated by
    /// commas or repeated.
    pub event_type: Vec<String>,
    /// Filters by the API key of requests.
    pub api_key_id: Vec<api::ids::ApiKeyId>,
    /// Filters by operation: `operationId` of the OpenAPI document.
    pub operation: Vec<String>,
    /// Filters by the SLA policy of tickets.
    pub sla_policy_id: Vec<api::ids::SlaPolicyId>,
    /// Filters by the user who worked.
    pub user_id: Vec<api::ids::UserId>,
    /// Filters by the rate class of time entries.
    pub rate_class: Vec<String>,
    /// Filters by whether time entries are billable.
    pub billable: Option<bool>,
}

impl Client {
    /// List the metrics
    ///
    /// Returns all metrics with their unit, the dimensions that they can be filtered and grouped by, and what they
    /// count.
    pub async fn list_analytics_metrics(&self) -> Result<api::analytics::AnalyticsMetrics, Error> {
        let request = Request::get("/api/analytics/metrics");
        self.send(request).await?.json()
    }

    /// Read figures of all tenants
    ///
    /// Returns the figures of all tenants of the service together, and the busiest tenants. Only keys and users of
    /// the operator's own tenant can call it; all others get 403 `operator_only`. If the service consists of several
    /// cells, the figures are those of the cell that serves the caller's tenant.
    pub async fn get_platform_analytics(
        &self,
        params: GetPlatformAnalytics,
    ) -> Result<api::analytics::PlatformAnalytics, Error> {
        let GetPlatformAnalytics { since, until, interval, time_zone, metrics, compare, include } = params;
        let request = Request::get("/api/analytics/platform")
            .optional("since", since)
            .optional("until", until)
            .optional("interval", interval)
            .optional("time_zone", time_zone)
            .several("metrics", &metrics)
            .optional("compare", compare)
            .several("include", &include);
        self.send(request).await?.json()
    }

    /// Read figures of the tenant
    ///
    /// Returns figures of tickets, devices, workflows, webhooks and requests by hours, days, weeks or months. They
    /// agree with the lists that they summarise: `tickets.created` is the number of tickets with `created_at` in the
    /// range. Percentiles are computed from all values in a bucket or in the range, and are accurate to within 1 %.
    /// A caller who is restricted to some organizations gets the figures of these organizations; metrics that cannot
    /// be split by organization return 403 `organization_restricted`.
    pub async fn get_tenant_analytics(
        &self,
        params: GetTenantAnalytics,
    ) -> Result<api::analytics::TenantAnalytics, Error> {
        let GetTenantAnalytics {
            since,
            until,
            interval,
            time_zone,
            metrics,
            group_by,
            top,
            compare,
            organization_id,
            priority,
            kind,
            source,
            workflow_id,
            trigger,
            endpoint_id,
            event_type,
            api_key_id,
            operation,
            sla_policy_id,
            user_id,
            rate_class,
            billable,
        } = params;
        let request = Request::get("/api/analytics/tenant")
            .optional("since", since)
            .optional("until", until)
            .optional("interval", interval)
            .optional("time_zone", time_zone)
            .several("metrics", &metrics)
            .optional("group_by", group_by)
            .optional("top", top)
            .optional("compare", compare)
            .several("organization_id", &organization_id)
            .several("priority", &priority)
            .several("type", &kind)
            .several("source", &source)
            .several("workflow_id", &workflow_id)
            .several("trigger", &trigger)
            .several("endpoint_id", &endpoint_id)
            .several("event_type", &event_type)
            .several("api_key_id", &api_key_id)
            .several("operation", &operation)
            .several("sla_policy_id", &sla_policy_id)
            .several("user_id", &user_id)
            .several("rate_class", &rate_class)
            .optional("billable", billable);
        self.send(request).await?.json()
    }
}
