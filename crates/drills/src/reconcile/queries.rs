//! Random queries to `/api/analytics/tenant`, and their expected results by the facts.

use super::{
    calendar::{Interval, starts},
    facts::{Fact, Facts},
    scene::{DAYS, Scene},
};
use anyhow::Context;
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use kernel::clock::Clock;
use rand::{Rng, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use testkit::ServerProcess;

const QUARTER: i64 = 900;

/// Offsets of whole hours, of half hours and of quarters.
const ZONES: [&str; 6] =
    ["UTC", "Europe/Vienna", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Adelaide"];

const OF_TICKETS: &[&str] = &["organization_id", "priority", "type", "source"];

const OF_POLICIES: &[&str] = &["organization_id", "sla_policy_id", "priority", "type"];

/// The accuracy of quantiles, with a margin for rounding.
const ACCURACY: f64 = 0.011;

#[derive(Debug, Clone, Copy)]
enum Figure {
    Count,
    Quantile(f64),
}

/// A metric and the facts that it counts.
struct Metric<'a> {
    name: &'static str,
    facts: &'a [Fact],
    dimensions: &'static [&'static str],
    figure: Figure,
}

impl Metric<'_> {
    fn all(facts: &Facts) -> [Metric<'_>; 10] {
        let (of_runs, of_deliveries): (&[_], &[_]) = (&["workflow_id", "trigger"], &["endpoint_id", "event_type"]);
        let count = |name, facts, dimensions| Metric { name, facts, dimensions, figure: Figure::Count };
        let quantile = |name, quantile| Metric {
            name,
            facts: &facts.resolved,
            dimensions: OF_TICKETS,
            figure: Figure::Quantile(quantile),
        };
        [
            count("tickets.created", &facts.created, OF_TICKETS),
            count("tickets.resolved", &facts.resolved, OF_TICKETS),
            count("sla.resolved", &facts.resolved_by_policy, OF_POLICIES),
            count("tickets.reopened", &facts.reopened, OF_TICKETS),
            quantile("tickets.resolution_p50", 0.5),
            quantile("tickets.resolution_p90", 0.9),
            count("workflows.runs", &facts.runs, of_runs),
            count("workflows.failed", &facts.failed_runs, of_runs),
            count("webhooks.deliveries", &facts.deliveries, of_deliveries),
            count("webhooks.failed", &facts.failed_deliveries, of_deliveries),
        ]
    }

    fn value(&self, facts: &[&Fact]) -> Option<f64> {
        match self.figure {
            Figure::Count => Some(facts.len() as f64),
            Figure::Quantile(quantile) => {
                let mut seconds: Vec<f64> = facts.iter().map(|fact| fact.seconds).collect();
                seconds.sort_by(f64::total_cmp);
                let last = seconds.len().checked_sub(1)?;
                let index = (quantile * last as f64).floor() as usize;
                seconds.get(index).copied()
            }
        }
    }

    fn agrees(&self, answer: &Value, expected: Option<f64>) -> bool {
        match (self.figure, answer.as_f64(), expected) {
            (Figure::Count, Some(answer), Some(expected)) => (answer - expected).abs() < 0.5,
            (Figure::Quantile(_), Some(answer), Some(expected)) => {
                (answer - expected).abs() <= (expected * ACCURACY).max(0.001)
            }
            (_, answer, expected) => answer.is_none() && expected.is_none(),
        }
    }
}

struct Query<'a> {
    metric: &'a Metric<'a>,
    since: Timestamp,
    until: Timestamp,
    interval: Interval,
    zone: &'static str,
    filters: Vec<(&'static str, Vec<String>)>,
    group: Option<&'static str>,
    compares: bool,
    is_restricted: bool,
}

impl Query<'_> {
    fn target(&self) -> String {
        let Query { since, until, interval, zone, .. } = self;
        let (name, interval) = (self.metric.name, interval.name());
        let mut target = format!(
            "/api/analytics/tenant?metrics={name}&since={since}&until={until}&interval={interval}&time_zone={zone}"
        );
        for (dimension, values) in &self.filters {
            target.push_str(&format!("&{dimension}={}", values.join(",")));
        }
        if let Some(dimension) = self.group {
            target.push_str(&format!("&group_by={dimension}&top=50"));
        }
        if self.compares {
            target.push_str("&compare=previous_period");
        }
        target
    }

    /// The facts of a range that the query counts.
    fn facts(&self, scene: &Scene, since: Timestamp, until: Timestamp) -> Vec<&Fact> {
        let is_visible = |fact: &&Fact| {
            !self.is_restricted || fact.value("organization_id").is_some_and(|id| scene.own.iter().any(|own| own == id))
        };
        let is_selected = |fact: &&Fact| {
            let has = |(name, values): &(&str, Vec<String>)| {
                fact.value(name).is_some_and(|value| values.iter().any(|wanted| wanted == value))
            };
            self.filters.iter().all(has)
        };
        let facts = self.metric.facts.iter().filter(|fact| (since..until).contains(&fact.at));
        facts.filter(is_visible).filter(is_selected).collect()
    }

    /// The first difference between the response and the lists.
    fn check(&self, scene: &Scene, answer: &Value) -> anyhow::Result<Option<String>> {
        let facts = self.facts(scene, self.since, self.until);
        let name = self.metric.name;
        let total = &answer["totals"][name];
        if !self.metric.agrees(&total["value"], self.metric.value(&facts)) {
            return Ok(Some(format!("the total is {}, not {:?}", total["value"], self.metric.value(&facts))));
        }
        if self.compares {
            let before = self.since - self.until.duration_since(self.since);
            let expected = self.metric.value(&self.facts(scene, before, self.since));
            if !self.metric.agrees(&total["previous"], expected) {
                return Ok(Some(format!("the period before has {}, not {expected:?}", total["previous"])));
            }
        }
        let starts = starts(self.since, self.until, self.interval, &TimeZone::get(self.zone)?)?;
        let series = answer["series"].as_array().context("a response has series")?;
        let mut groups: BTreeSet<Option<String>> = series.iter().map(|one| self.group_of(one)).collect();
        groups.extend(facts.iter().map(|fact| self.group.and_then(|group| fact.value(group)).map(str::to_owned)));
        let by_group: BTreeMap<_, _> = series.iter().map(|one| (self.group_of(one), &one["points"])).collect();
        for group in groups {
            let own: Vec<&Fact> = match self.group {
                Some(name) => facts.iter().copied().filter(|fact| fact.value(name) == group.as_deref()).collect(),
                None => facts.clone(),
            };
            let wrong = match by_group.get(&group) {
                Some(points) => self.check_points(points, &starts, &own)?,
                None if own.is_empty() => None,
                None => Some(format!("there is no series with its {} facts", own.len())),
            };
            if let Some(wrong) = wrong {
                return Ok(Some(format!("{}: {wrong}", group.as_deref().unwrap_or("the series"))));
            }
        }
        Ok(None)
    }

    fn group_of(&self, series: &Value) -> Option<String> {
        self.group.and_then(|group| series["dimensions"][group].as_str()).map(str::to_owned)
    }

    fn check_points(&self, points: &Value, starts: &[Timestamp], facts: &[&Fact]) -> anyhow::Result<Option<String>> {
        let points = points.as_array().context("a series has points")?;
        let mut found = vec![];
        for point in points {
            found.push(point["starts_at"].as_str().context("a point has a start")?.parse::<Timestamp>()?);
        }
        // The first bucket may start where the range starts.
        let begins = found.first().is_some_and(|first| *first == starts[0] || *first == self.since);
        if !begins || found.len() != starts.len() || found[1..] != starts[1..] {
            return Ok(Some(format!("the buckets start at {found:?}, not at {starts:?}")));
        }
        for (number, point) in points.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(self.until);
            let within = facts.iter().copied().filter(|fact| fact.at >= starts[number] && fact.at < end);
            let expected = self.metric.value(&within.collect::<Vec<_>>());
            if !self.metric.agrees(&point["value"], expected) {
                return Ok(Some(format!("{} has {}, not {expected:?}", starts[number], point["value"])));
            }
        }
        Ok(None)
    }
}

pub struct Queries<'a> {
    pub scene: &'a Scene,
    pub facts: &'a Facts,
    pub servers: &'a [ServerProcess],
    pub seed: u64,
}

impl Queries<'_> {
    /// Sends random queries. Returns a line for each wrong result.
    pub async fn send(&self, count: usize) -> anyhow::Result<Vec<String>> {
        let mut rng = StdRng::seed_from_u64(self.seed);
        let metrics = Metric::all(self.facts);
        let mut wrong = self.check_backlog().await?;
        for number in 0..count {
            let query = random(&mut rng, &metrics[number % metrics.len()])?;
            let key = if query.is_restricted { &self.scene.restricted } else { &self.scene.key };
            let answer = self.servers[number % self.servers.len()].client(key).get(&query.target()).await;
            let fault = match answer.status.as_u16() {
                200 => query.check(self.scene, &answer.body)?,
                _ => Some(format!("{} {}", answer.status, answer.body)),
            };
            wrong.extend(fault.map(|fault| format!("{}: {fault}", query.target())));
        }
        Ok(wrong)
    }

    /// Checks the current backlog, which has no time in the facts.
    async fn check_backlog(&self) -> anyhow::Result<Vec<String>> {
        let until = end_of_quarter()?;
        let since = until - SignedDuration::from_hours(24);
        let target = format!("/api/analytics/tenant?metrics=tickets.backlog&since={since}&until={until}");
        let is_own = |fact: &&Fact| self.scene.own.iter().any(|own| fact.value("organization_id") == Some(own));
        let own = self.facts.unfinished.iter().filter(is_own).count();
        let mut wrong = vec![];
        for (key, expected) in [(&self.scene.key, self.facts.unfinished.len()), (&self.scene.restricted, own)] {
            let answer = self.servers[0].client(key).get(&target).await;
            let found = &answer.body["totals"]["tickets.backlog"]["value"];
            if found.as_u64() != u64::try_from(expected).ok() {
                wrong.push(format!("{target}: {} {found}, not {expected}", answer.status));
            }
        }
        Ok(wrong)
    }
}

fn random<'a>(rng: &mut StdRng, metric: &'a Metric<'a>) -> anyhow::Result<Query<'a>> {
    let now = end_of_quarter()?;
    let interval = *Interval::ALL.choose(rng).context("an interval")?;
    let zone = *ZONES.choose(rng).context("a zone")?;
    // Most facts are of the time in which the drill runs.
    let until = if rng.random_bool(0.7) { now } else { now - quarters(rng.random_range(1..DAYS * 24)) };
    let longest = if interval == Interval::Hour { 3 * 96 } else { DAYS * 96 };
    let since = until - quarters(rng.random_range(1..longest));
    let is_count = matches!(metric.figure, Figure::Count);
    let is_restricted = metric.dimensions.contains(&"organization_id") && rng.random_bool(0.4);
    let group = (is_count && rng.random_bool(0.5)).then(|| metric.dimensions.choose(rng).copied()).flatten();
    let compares = is_count && zone == "UTC" && rng.random_bool(0.7);
    let filters = filters(rng, metric);
    Ok(Query { metric, since, until, interval, zone, filters, group, compares, is_restricted })
}

/// Existing values of some dimensions.
fn filters(rng: &mut StdRng, metric: &Metric<'_>) -> Vec<(&'static str, Vec<String>)> {
    let mut filters = vec![];
    for dimension in metric.dimensions {
        if rng.random_bool(0.7) {
            continue;
        }
        let picked = metric.facts.choose_multiple(rng, 2);
        let values: BTreeSet<&str> = picked.filter_map(|fact| fact.value(dimension)).collect();
        if !values.is_empty() {
            filters.push((*dimension, values.into_iter().map(str::to_owned).collect()));
        }
    }
    filters
}

fn quarters(count: i64) -> SignedDuration {
    SignedDuration::from_secs(QUARTER * count)
}

fn end_of_quarter() -> anyhow::Result<Timestamp> {
    let now = Clock::System.now().as_second();
    Ok(Timestamp::from_second((now / QUARTER + 1) * QUARTER)?)
}
