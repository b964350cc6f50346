//! Reads the stored values of a request's metrics: of everything that it selects, and of its groups.

use super::{
    figures::Facts,
    request::{Request, place},
};
use api::{OrganizationId, analytics::AnalyticsDimension as Dimension};
use jiff::Timestamp;
use kernel::{
    app::App,
    figures::{self, Amount, Figure, Gauge, Group, Level, Metric, Selection},
    http::{Caller, Problem},
};
use std::collections::BTreeMap;
use uuid::Uuid;

/// By the stored value of the dimension; `None` for what belongs to no organization.
pub type Groups = BTreeMap<Option<String>, Facts>;

/// The reader of a request's figures.
pub struct Reader<'a> {
    pub app: &'a App,
    pub caller: &'a Caller,
    pub request: &'a Request,
}

/// The groups that are read; `None` for all.
type Only<'a> = Option<&'a [String]>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Enough to compare the size of groups.
    Counts,
    Durations,
}

impl Reader<'_> {
    /// Of everything that the request selects.
    pub async fn whole(&self, boundaries: &[Timestamp]) -> Result<Facts, Problem> {
        let mut facts = Facts::new(boundaries.len() - 1);
        for amount in self.amounts(boundaries, None, Detail::Durations).await? {
            facts.add_amount(amount.bucket, &amount);
        }
        for level in self.levels(boundaries, None).await? {
            facts.add_level(&level);
        }
        if self.metrics().any(|metric| matches!(metric.figure, Figure::ActiveUsers)) {
            let (app, caller) = (self.app, self.caller);
            let users = figures::active_users(&app.db, caller, boundaries).await?;
            facts.set_distinct(&users.by_bucket, users.total);
        }
        Ok(facts)
    }

    /// Of the groups of a dimension.
    pub async fn groups(
        &self,
        dimension: Dimension,
        boundaries: &[Timestamp],
        only: Only<'_>,
        detail: Detail,
    ) -> Result<Groups, Problem> {
        let mut groups = Groups::new();
        let new = || Facts::new(boundaries.len() - 1);
        for amount in self.amounts(boundaries, Some((dimension, only)), detail).await? {
            groups.entry(amount.group.clone()).or_insert_with(new).add_amount(amount.bucket, &amount);
        }
        for level in self.levels(boundaries, Some(only)).await? {
            let group = level.organization.map(|id| id.0.to_string());
            groups.entry(group).or_insert_with(new).add_level(&level);
        }
        Ok(groups)
    }

    pub async fn amounts(
        &self,
        boundaries: &[Timestamp],
        group: Option<(Dimension, Only<'_>)>,
        detail: Detail,
    ) -> Result<Vec<Amount>, Problem> {
        let mut all = vec![];
        for batch in self.batches(group) {
            let only = group.filter(|_| batch.group == Some(Group::Organization)).and_then(|(_, only)| only);
            let organizations = self.organizations(only);
            let selection = Selection {
                measures: &batch.measures,
                boundaries,
                organizations: organizations.as_deref(),
                filters: &batch.filters,
                group: batch.group,
            };
            let sketched: &[&str] = if detail == Detail::Durations { &batch.sketched } else { &[] };
            all.extend(figures::read(&self.app.db, self.caller, &selection, sketched).await?);
        }
        Ok(all)
    }

    /// `by_organization` with the organizations that are read.
    async fn levels(&self, boundaries: &[Timestamp], by_organization: Option<Only<'_>>) -> Result<Vec<Level>, Problem> {
        let mut gauges: Vec<Gauge> = vec![];
        for metric in self.metrics() {
            if let Figure::Gauge(gauge) = metric.figure
                && gauges.iter().all(|known| known.function != gauge.function)
            {
                gauges.push(gauge);
            }
        }
        if gauges.is_empty() {
            return Ok(vec![]);
        }
        let (app, now) = (self.app, self.request.period.now);
        let organizations = self.organizations(by_organization.flatten());
        let (only, split) = (organizations.as_deref(), by_organization.is_some());
        figures::read_gauges(&app.db, self.caller, &gauges, boundaries, only, split, now).await
    }

    fn metrics(&self) -> impl Iterator<Item = &'static Metric> {
        self.request.metrics.iter().copied()
    }

    /// The organizations among the groups that are read, or of the filter.
    fn organizations(&self, only: Only<'_>) -> Option<Vec<OrganizationId>> {
        let ids =
            |texts: &[String]| texts.iter().filter_map(|text| Uuid::parse_str(text).ok().map(OrganizationId)).collect();
        only.map(ids).or_else(|| self.request.organizations.clone())
    }

    /// The measures that can be read by one statement: their dimensions stand at the same positions.
    fn batches(&self, group: Option<(Dimension, Only<'_>)>) -> Vec<Batch> {
        let mut batches: Vec<Batch> = vec![];
        for metric in self.metrics().filter(|metric| metric.measures().next().is_some()) {
            let new = Batch::of(metric, &self.request.filters, group);
            let known = batches.iter().position(|batch| batch.reads_like(&new)).unwrap_or_else(|| {
                batches.push(new);
                batches.len() - 1
            });
            batches[known].add(metric);
        }
        batches
    }
}

#[derive(Debug, Default)]
struct Batch {
    group: Option<Group>,
    /// By the position of the dimension.
    filters: Vec<(usize, Vec<String>)>,
    measures: Vec<&'static str>,
    sketched: Vec<&'static str>,
}

impl Batch {
    fn of(metric: &Metric, filters: &[(Dimension, Vec<String>)], group: Option<(Dimension, Only<'_>)>) -> Batch {
        let position = |dimension| match place(metric, dimension) {
            Some(Group::Dimension(position)) => Some(position),
            Some(Group::Organization) | None => None,
        };
        let mut all: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (dimension, values) in filters {
            all.extend(position(*dimension).map(|position| (position, values.clone())));
        }
        // Groups that are read alone are among those that the filter of the same dimension selects.
        if let Some((dimension, Some(only))) = group {
            all.extend(position(dimension).map(|position| (position, only.to_vec())));
        }
        let group = group.and_then(|(dimension, _)| place(metric, dimension));
        Batch { group, filters: all.into_iter().collect(), ..Batch::default() }
    }

    fn reads_like(&self, other: &Batch) -> bool {
        (self.group, &self.filters) == (other.group, &other.filters)
    }

    fn add(&mut self, metric: &Metric) {
        for measure in metric.measures().filter(|measure| !self.measures.contains(measure)).collect::<Vec<_>>() {
            self.measures.push(measure);
        }
        if let Figure::Quantile { measure, .. } = metric.figure
            && !self.sketched.contains(&measure)
        {
            self.sketched.push(measure);
        }
    }
}
