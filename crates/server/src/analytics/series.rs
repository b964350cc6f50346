//! The response, from the facts of the whole range and of its groups.

use super::{
    figures::{Facts, change_ratio},
    period::{POINTS_PER_SERIES, Period},
};
use api::analytics::{
    AnalyticsLimits, AnalyticsPoint, AnalyticsSeries, AnalyticsTotal, AnalyticsUnit, TenantAnalytics,
};
use jiff::Timestamp;
use kernel::figures::{Figure, Metric, Unit};
use std::collections::BTreeMap;

/// Points of a response.
pub const POINTS: usize = 100_000;

const KEPT: &str = "Figures by API key and operation are kept for 92 days, all others for 800 days.";

/// A group, `other`, or the whole.
pub struct Part {
    pub dimensions: BTreeMap<String, Option<String>>,
    pub label: Option<String>,
    pub other: bool,
    pub facts: Facts,
}

impl Part {
    pub fn whole(facts: Facts) -> Part {
        Part { dimensions: BTreeMap::new(), label: None, other: false, facts }
    }
}

/// The input of the series.
pub struct Answer<'a> {
    pub metrics: &'a [&'static Metric],
    pub period: &'a Period,
    pub whole: &'a Facts,
    pub previous: Option<&'a Facts>,
    pub parts: &'a [Part],
    /// Up to when figures of requests are complete.
    pub complete_through: Timestamp,
    pub limits: AnalyticsLimits,
}

impl Answer<'_> {
    pub fn build(self) -> TenantAnalytics {
        let Period { range, interval, ref time_zone, .. } = *self.period;
        let totals = self.metrics.iter().map(|metric| (metric.name.to_owned(), self.total(metric)));
        let pairs = self.metrics.iter().flat_map(|metric| self.parts.iter().map(move |part| (*metric, part)));
        TenantAnalytics {
            range,
            interval,
            time_zone: time_zone.clone(),
            complete_through: self.complete_through,
            totals: totals.collect(),
            series: pairs.map(|(metric, part)| self.series(metric, part)).collect(),
            limits: self.limits,
        }
    }

    fn total(&self, metric: &Metric) -> AnalyticsTotal {
        let value = self.value_of_range(metric, self.whole);
        let previous = self.previous.and_then(|facts| facts.total(metric));
        AnalyticsTotal { value, previous, change_ratio: change_ratio(value, previous), unit: unit(metric) }
    }

    fn series(&self, metric: &Metric, part: &Part) -> AnalyticsSeries {
        let complete_through = if lags(metric) { self.complete_through } else { self.period.now };
        let point = |(bucket, start): (usize, &Timestamp)| {
            let value = part.facts.value(metric, bucket).filter(|_| !self.period.is_future(bucket));
            AnalyticsPoint { starts_at: *start, value, partial: self.period.is_partial(bucket, complete_through) }
        };
        AnalyticsSeries {
            metric: metric.name.to_owned(),
            dimensions: part.dimensions.clone(),
            label: part.label.clone(),
            other: part.other,
            total: self.value_of_range(metric, &part.facts),
            points: self.period.buckets.starts().iter().enumerate().map(point).collect(),
        }
    }

    /// Nothing is known of a range in the future.
    fn value_of_range(&self, metric: &Metric, facts: &Facts) -> Option<f64> {
        facts.total(metric).filter(|_| !self.period.is_future(0))
    }
}

/// True for figures of requests, which are stored some seconds later.
pub fn lags(metric: &Metric) -> bool {
    let is_distinct = matches!(metric.figure, Figure::ActiveUsers | Figure::ActiveTenants);
    is_distinct || metric.measures().any(|measure| measure.starts_with("api."))
}

pub fn unit(metric: &Metric) -> AnalyticsUnit {
    match metric.unit {
        Unit::Count => AnalyticsUnit::Count,
        Unit::Ratio => AnalyticsUnit::Ratio,
        Unit::Seconds => AnalyticsUnit::Seconds,
    }
}

pub fn limits(notes: &[&str]) -> AnalyticsLimits {
    let notes = [KEPT].iter().chain(notes).map(|note| (*note).to_owned()).collect();
    AnalyticsLimits { points_per_series: POINTS_PER_SERIES, points: POINTS, top: None, groups: None, notes }
}
