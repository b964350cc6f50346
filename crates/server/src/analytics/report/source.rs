//! Reads the figures of a report: the same as the API returns, by days, weeks, priorities and hours.

use super::{
    super::{Request, tenant::heat_map, tenant_figures},
    drawings::DRAWN,
    key_figures::KEY_FIGURES,
    month::Month,
};
use api::{
    OrganizationId,
    analytics::{
        AnalyticsChart, AnalyticsCompare, AnalyticsDimension, AnalyticsFormat, AnalyticsInterval, TenantAnalytics,
        TenantAnalyticsQuery,
    },
};
use kernel::{
    app::App,
    http::{Caller, Problem},
};

/// How figures of the month are split. Figures with the same split are read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// With the figures of the month before.
    Day,
    Week,
    /// By weeks too.
    Priority,
    /// Hours of the day by days of the week.
    Hour,
}

impl Cut {
    pub fn interval(self) -> AnalyticsInterval {
        match self {
            Cut::Day => AnalyticsInterval::Day,
            Cut::Week | Cut::Priority => AnalyticsInterval::Week,
            Cut::Hour => AnalyticsInterval::Hour,
        }
    }

    pub fn group(self) -> Option<AnalyticsDimension> {
        (self == Cut::Priority).then_some(AnalyticsDimension::Priority)
    }
}

pub struct Source<'a> {
    pub app: &'a App,
    pub caller: &'a Caller,
    pub month: &'a Month,
    pub customer: Option<OrganizationId>,
}

/// Figures, and the request that they belong to.
pub struct Read {
    pub cut: Cut,
    pub request: Request,
    pub figures: TenantAnalytics,
}

impl Source<'_> {
    pub async fn read(&self, cut: Cut) -> Result<Read, Problem> {
        let request = Request::asked(self.app, self.caller, &self.query(cut))?;
        let figures = tenant_figures(self.app, self.caller, &request).await?;
        Ok(Read { cut, request, figures })
    }

    /// `None` in a report without figures of requests.
    pub async fn read_heat_map(&self) -> Result<Option<charts::Chart>, Problem> {
        let query = self.query(Cut::Hour);
        if query.metrics.as_ref().is_none_or(Vec::is_empty) {
            return Ok(None);
        }
        let request = Request::asked(self.app, self.caller, &query)?;
        heat_map(self.app, self.caller, &request).await.map(Some)
    }

    /// Metrics that cannot be split by organization are not part of a customer's report, and nothing for a person who is
    /// restricted to some organizations.
    pub fn has(&self, metric: &str) -> bool {
        let is_split = self.customer.is_some() || self.caller.organizations().is_some();
        let known = self.app.families.metrics().into_iter().find(|known| known.name == metric);
        known.is_some_and(|known| !is_split || known.split.by_organization)
    }

    fn query(&self, cut: Cut) -> TenantAnalyticsQuery {
        let drawn = DRAWN.iter().filter(|drawn| drawn.cut == cut).flat_map(|drawn| drawn.metrics);
        let listed = KEY_FIGURES.iter().filter(|_| cut == Cut::Day);
        let mut metrics: Vec<String> = vec![];
        for (metric, _) in listed.chain(drawn) {
            if self.has(metric) && metrics.iter().all(|known| known != metric) {
                metrics.push((*metric).to_owned());
            }
        }
        TenantAnalyticsQuery {
            since: Some(self.month.since),
            until: Some(self.month.until),
            interval: Some(cut.interval()),
            time_zone: Some(self.month.time_zone.clone()),
            metrics: Some(metrics),
            group_by: cut.group(),
            compare: (cut == Cut::Day).then_some(AnalyticsCompare::PreviousPeriod),
            organization_id: self.customer.map(|customer| vec![customer]),
            ..TenantAnalyticsQuery::default()
        }
    }

    /// The address of the same figures in the API.
    pub fn link(&self, metrics: &[(&str, &str)], cut: Cut, format: AnalyticsFormat, chart: AnalyticsChart) -> String {
        let names: Vec<_> = metrics.iter().map(|(metric, _)| *metric).collect();
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("metrics", &names.join(","))
            .append_pair("since", &self.month.since.to_string())
            .append_pair("until", &self.month.until.to_string())
            .append_pair("interval", cut.interval().name())
            .append_pair("time_zone", &self.month.time_zone)
            .append_pair("format", format.name());
        if let Some(group) = cut.group() {
            query.append_pair("group_by", group.name());
        }
        if let Some(customer) = self.customer {
            query.append_pair("organization_id", &customer.to_string());
        }
        if format == AnalyticsFormat::Svg {
            query.append_pair("chart", chart.name());
        }
        format!("/api/analytics/tenant?{}", query.finish())
    }
}
