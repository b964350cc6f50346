//! The figures of several cells together. Cells report the sums that their figures are computed from: these are added up,
//! and the figures are computed again. A quantile of all cells is not a mean of theirs.

use super::{
    figures::{Facts, Sum},
    period::Period,
    platform::{TOP_TENANTS, asked, build, with_tenants},
};
use anyhow::{Context, ensure};
use api::{
    TenantId,
    analytics::{AnalyticsMeasure, PlatformAnalytics, PlatformAnalyticsInclude, PlatformAnalyticsQuery, TopTenant},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use kernel::{
    family::Families,
    figures::{Figure, Level, Metric},
    http::Problem,
};
use sketch::Sketch;
use std::{cmp::Reverse, collections::BTreeMap};

/// A request that is sent to every cell. The range is resolved once, so that all cells have the same buckets.
pub struct Question {
    metrics: Vec<&'static Metric>,
    period: Period,
}

/// The figures of a cell, and what they are computed from.
pub struct Figures {
    pub shown: PlatformAnalytics,
    facts: Facts,
}

impl Question {
    pub fn asked(families: &Families, now: Timestamp, query: &PlatformAnalyticsQuery) -> Result<Question, Problem> {
        let (metrics, period) = asked(families, now, query)?;
        Ok(Question { metrics, period })
    }

    pub fn metrics(&self) -> impl Iterator<Item = &'static str> {
        self.metrics.iter().map(|metric| metric.name)
    }

    /// The query of the request to each cell.
    pub fn parameters(&self) -> [(&'static str, String); 6] {
        let Period { range, interval, ref time_zone, .. } = self.period;
        [
            ("since", range.since.to_string()),
            ("until", range.until.to_string()),
            ("interval", interval.name().to_owned()),
            ("time_zone", time_zone.clone()),
            ("metrics", self.metrics().collect::<Vec<_>>().join(",")),
            ("include", PlatformAnalyticsInclude::Measures.name().to_owned()),
        ]
    }

    /// Reads the response of a cell. Refuses one that cannot be added to others.
    pub fn read(&self, mut response: PlatformAnalytics) -> anyhow::Result<Figures> {
        let measures = response.measures.take().context("the response has no measures")?;
        let mut facts = Facts::new(self.period.buckets.len());
        for measure in measures {
            facts.add_sum(&measure.measure, measure.bucket, &to_sum(&measure)?);
        }
        for metric in &self.metrics {
            self.read_values(metric, &response, &mut facts)?;
        }
        Ok(Figures { shown: response, facts })
    }

    /// Metrics without measures are computed from their values.
    fn read_values(&self, metric: &Metric, response: &PlatformAnalytics, facts: &mut Facts) -> anyhow::Result<()> {
        let series = response.series.iter().find(|series| series.metric == metric.name);
        let series = series.with_context(|| format!("the response has no {}", metric.name))?;
        let starts = series.points.iter().map(|point| &point.starts_at);
        ensure!(
            starts.eq(self.period.buckets.starts()),
            "the response has other buckets: the versions of the time zone database may differ"
        );
        let known = series.points.iter().enumerate();
        let known: Vec<_> = known.filter_map(|(bucket, point)| Some((bucket, whole(point.value?)))).collect();
        match metric.figure {
            Figure::Gauge(gauge) => known.into_iter().for_each(|(bucket, value)| {
                facts.add_level(&Level { gauge: gauge.function, bucket, organization: None, value, whole: None });
            }),
            Figure::ActiveTenants => facts.set_distinct(&known, series.total.map_or(0, whole)),
            Figure::Count(_) | Figure::Ratio { .. } | Figure::Quantile { .. } | Figure::ActiveUsers => {}
        }
        Ok(())
    }

    /// The figures of these cells together; `None` without cells.
    pub fn merge(&self, cells: &[&Figures]) -> Option<PlatformAnalytics> {
        let complete_through = cells.iter().map(|cell| cell.shown.complete_through).min()?;
        let mut whole = Facts::new(self.period.buckets.len());
        cells.iter().for_each(|cell| whole.add_cell(&cell.facts));
        let figures = build(&self.metrics, &self.period, (&whole, None), complete_through);
        Some(with_tenants(figures, busiest(cells), None))
    }
}

/// The sums of a cell, for others to add up.
pub fn measures(facts: &Facts) -> Vec<AnalyticsMeasure> {
    let to_wire = |(measure, bucket, sum): (&str, usize, &Sum)| {
        let sketch = (!sum.sketch.is_empty()).then(|| STANDARD.encode(sum.sketch.encode()));
        AnalyticsMeasure { measure: measure.to_owned(), bucket, count: sum.count, sketch }
    };
    facts.sums().map(to_wire).collect()
}

fn to_sum(measure: &AnalyticsMeasure) -> anyhow::Result<Sum> {
    let sketch = measure.sketch.as_deref().map_or_else(|| Ok(Sketch::new()), to_sketch);
    let sketch = sketch.with_context(|| format!("the sketch of {} cannot be read", measure.measure))?;
    Ok(Sum { count: measure.count, sketch })
}

fn to_sketch(text: &str) -> anyhow::Result<Sketch> {
    Ok(Sketch::decode(&STANDARD.decode(text)?)?)
}

/// A tenant that moves while the cells are asked can be in both responses: its days move with it, so it counts once.
fn busiest(cells: &[&Figures]) -> Vec<TopTenant> {
    let mut all = BTreeMap::<TenantId, TopTenant>::new();
    for tenant in cells.iter().flat_map(|cell| &cell.shown.top_tenants) {
        let known = all.entry(tenant.id).or_insert_with(|| tenant.clone());
        if known.requests < tenant.requests {
            known.clone_from(tenant);
        }
    }
    let mut all: Vec<_> = all.into_values().collect();
    all.sort_by_key(|tenant| (Reverse(tenant.requests), tenant.id));
    all.truncate(usize::from(TOP_TENANTS));
    all
}

#[expect(clippy::cast_possible_truncation, reason = "the value was a whole number before it was sent")]
fn whole(value: f64) -> i64 {
    value.round() as i64
}

#[cfg(test)]
mod tests;
