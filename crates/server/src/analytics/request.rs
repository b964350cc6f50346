//! A checked request: metrics, their filters and groups, and the time.

use super::{
    period::{Asked, End, POINTS_PER_SERIES, Period},
    series::POINTS,
};
use api::{
    Fault, OrganizationId, ProblemCode,
    analytics::{AnalyticsDimension as Dimension, TenantAnalyticsQuery},
    problem::FaultCode,
    webhooks::EventPattern,
};
use flow::did_you_mean;
use kernel::{
    app::App,
    figures::{Figure, Group, Metric},
    http::{Caller, Problem},
};

/// The metrics of a request that names none.
const OVERVIEW: &[&str] = &[
    "tickets.created",
    "tickets.resolved",
    "tickets.backlog",
    "tickets.sla_attainment",
    "devices.total",
    "workflows.runs",
    "webhooks.deliveries",
    "api.requests",
    "api.errors",
    "users.active",
];

const TOP: usize = 10;

pub struct Request {
    pub metrics: Vec<&'static Metric>,
    pub period: Period,
    pub group: Option<Dimension>,
    /// Groups with a series of their own.
    pub top: usize,
    pub compare: bool,
    pub organizations: Option<Vec<OrganizationId>>,
    /// The accepted values of dimensions, as they are stored.
    pub filters: Vec<(Dimension, Vec<String>)>,
}

impl Request {
    /// Refuses what cannot be computed, with all reasons.
    pub fn asked(app: &App, caller: &Caller, query: &TenantAnalyticsQuery) -> Result<Request, Problem> {
        let asked = Asked {
            since: query.since,
            until: query.until,
            interval: query.interval,
            time_zone: query.time_zone.as_deref(),
        };
        if query.top.is_some() && query.group_by.is_none() {
            return Err(Problem::unsupported_combination("top requires group_by."));
        }
        let known: Vec<_> = app.families.metrics().into_iter().filter(|metric| of_tenants(metric)).collect();
        let (filters, is_restricted) = (filters(query), caller.organizations().is_some());
        let wanted =
            Wanted { group: query.group_by, filters: &filters, organizations: query.organization_id.is_some() };
        let metrics = match &query.metrics {
            Some(names) => named(names, &known).and_then(|metrics| wanted.check(metrics)),
            None => wanted.overview(&known, is_restricted),
        };
        let period = Period::asked(&asked, End::Quarter, app.clock.now());
        let (metrics, period) = both(metrics, period)?;
        refuse_hidden(&metrics, is_restricted)?;
        let request = Request {
            metrics,
            period,
            group: query.group_by,
            top: query.top.unwrap_or(TOP),
            compare: query.compare.is_some(),
            organizations: query.organization_id.clone(),
            filters,
        };
        request.bounded()
    }

    fn bounded(self) -> Result<Request, Problem> {
        let groups = self.group.map_or(1, |_| self.top + 1);
        if self.metrics.len() * groups * self.period.buckets.len() <= POINTS {
            return Ok(self);
        }
        let detail = format!(
            "the response could have more than {POINTS} points ({POINTS_PER_SERIES} for each series): request fewer \
             metrics, groups or buckets"
        );
        Err(invalid(vec![Fault::of("metrics", FaultCode::Exceeds, detail)]))
    }
}

/// The platform's own metrics have no tenant.
pub fn of_tenants(metric: &Metric) -> bool {
    !matches!(metric.figure, Figure::ActiveTenants)
}

pub fn invalid(faults: Vec<Fault>) -> Problem {
    Problem::parameters(ProblemCode::InvalidParameter, "A parameter has an invalid value. See errors.", faults)
}

/// All faults of both.
pub fn both<A, B>(first: Result<A, Vec<Fault>>, second: Result<B, Vec<Fault>>) -> Result<(A, B), Problem> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (first, second) => {
            let faults = [first.err(), second.err()].into_iter().flatten().flatten();
            Err(invalid(faults.collect()))
        }
    }
}

/// The metrics with these names, each once.
pub fn named(names: &[String], known: &[&'static Metric]) -> Result<Vec<&'static Metric>, Vec<Fault>> {
    let (mut found, mut faults) = (Vec::<&'static Metric>::new(), vec![]);
    for name in names {
        match known.iter().copied().find(|metric| metric.name == name) {
            Some(metric) if found.iter().all(|other| other.name != metric.name) => found.push(metric),
            Some(_) => {}
            None => faults.push(Fault {
                did_you_mean: did_you_mean(name, known.iter().map(|metric| metric.name)),
                ..Fault::of("metrics", FaultCode::NotFound, format!("there is no metric {name} here"))
            }),
        }
    }
    if faults.is_empty() { Ok(found) } else { Err(faults) }
}

/// The position of a dimension in the metric.
pub fn place(metric: &Metric, dimension: Dimension) -> Option<Group> {
    if dimension == Dimension::OrganizationId {
        return metric.split.by_organization.then_some(Group::Organization);
    }
    let position = metric.split.dimensions.iter().position(|known| known.name == dimension.name())?;
    Some(Group::Dimension(position))
}

/// The dimensions that all metrics of a request must have.
struct Wanted<'a> {
    group: Option<Dimension>,
    filters: &'a [(Dimension, Vec<String>)],
    organizations: bool,
}

impl Wanted<'_> {
    /// The dimensions by the name of their parameter.
    fn dimensions(&self) -> impl Iterator<Item = (&'static str, Dimension)> {
        let organizations = self.organizations.then_some(Dimension::OrganizationId);
        let filters = self.filters.iter().map(|(dimension, _)| *dimension).chain(organizations);
        filters.map(|dimension| (dimension.name(), dimension)).chain(self.group.map(|group| ("group_by", group)))
    }

    fn check(&self, metrics: Vec<&'static Metric>) -> Result<Vec<&'static Metric>, Vec<Fault>> {
        let mut faults = vec![];
        for (parameter, dimension) in self.dimensions() {
            for metric in metrics.iter().filter(|metric| place(metric, dimension).is_none()) {
                let detail = format!("{} has no dimension {}", metric.name, dimension.name());
                faults.push(Fault::of(parameter, FaultCode::Invalid, detail));
            }
        }
        if faults.is_empty() { Ok(metrics) } else { Err(faults) }
    }

    /// The metrics of the overview that the caller can see and split as requested. If there is none, the first such one.
    fn overview(&self, known: &[&'static Metric], is_restricted: bool) -> Result<Vec<&'static Metric>, Vec<Fault>> {
        let fits = |metric: &&'static Metric| {
            let is_visible = !is_restricted || metric.split.by_organization;
            is_visible && self.dimensions().all(|(_, dimension)| place(metric, dimension).is_some())
        };
        let overview = OVERVIEW.iter().filter_map(|name| known.iter().copied().find(|metric| metric.name == *name));
        let mut chosen: Vec<_> = overview.filter(fits).collect();
        if chosen.is_empty() {
            chosen.extend(known.iter().copied().find(fits));
        }
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        let faults = self.dimensions().map(|(parameter, _)| {
            Fault::of(parameter, FaultCode::Invalid, "no metric that you can read has all dimensions of this request")
        });
        Err(faults.collect())
    }
}

/// A caller who is restricted to some organizations sees their share of a metric, or a refusal, but never the tenant's.
fn refuse_hidden(metrics: &[&'static Metric], is_restricted: bool) -> Result<(), Problem> {
    let hidden: Vec<_> = metrics.iter().filter(|metric| !metric.split.by_organization).map(|m| m.name).collect();
    if !is_restricted || hidden.is_empty() {
        return Ok(());
    }
    let detail = format!(
        "The caller is restricted to some organizations, and these metrics cannot be split by organization: {}.",
        hidden.join(", ")
    );
    Err(Problem::new(ProblemCode::OrganizationRestricted, detail))
}

/// The filters of a query, as values are stored: words, and ids as UUIDs.
fn filters(query: &TenantAnalyticsQuery) -> Vec<(Dimension, Vec<String>)> {
    fn texts<T: Copy>(values: Option<&Vec<T>>, text: impl Fn(T) -> String) -> Option<Vec<String>> {
        values.map(|values| values.iter().map(|value| text(*value)).collect())
    }
    let kinds = |patterns: &[EventPattern]| {
        patterns.iter().flat_map(EventPattern::kinds).map(|kind| kind.name().to_owned()).collect()
    };
    let all = [
        (Dimension::Priority, texts(query.priority.as_ref(), |word| word.name().to_owned())),
        (Dimension::Type, texts(query.kind.as_ref(), |word| word.name().to_owned())),
        (Dimension::Source, texts(query.source.as_ref(), |word| word.name().to_owned())),
        (Dimension::WorkflowId, texts(query.workflow_id.as_ref(), |id| id.0.to_string())),
        (Dimension::Trigger, texts(query.trigger.as_ref(), |word| word.name().to_owned())),
        (Dimension::EndpointId, texts(query.endpoint_id.as_ref(), |id| id.0.to_string())),
        (Dimension::EventType, query.event_type.as_deref().map(kinds)),
        (Dimension::ApiKeyId, texts(query.api_key_id.as_ref(), |id| id.0.to_string())),
        (Dimension::Operation, query.operation.clone()),
        (Dimension::SlaPolicyId, texts(query.sla_policy_id.as_ref(), |id| id.0.to_string())),
        (Dimension::UserId, texts(query.user_id.as_ref(), |id| id.0.to_string())),
        (Dimension::RateClass, query.rate_class.clone()),
        (Dimension::Billable, query.billable.map(|billable| vec![billable.to_string()])),
    ];
    all.into_iter().filter_map(|(dimension, values)| Some((dimension, values?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::usage::METRICS;

    fn names(metrics: &[&'static Metric]) -> Vec<&'static str> {
        metrics.iter().map(|metric| metric.name).collect()
    }

    #[test]
    fn a_metric_is_found_by_its_name_and_a_wrong_one_is_corrected() {
        let known: Vec<_> = METRICS.iter().collect();
        let asked = ["api.requests", "api.errors", "api.requests"].map(str::to_owned);
        assert_eq!(names(&named(&asked, &known).unwrap()), ["api.requests", "api.errors"]);
        let faults = named(&["api.request".to_owned(), "nothing".to_owned()], &known).unwrap_err();
        assert_eq!((faults.len(), faults[0].did_you_mean.as_deref()), (2, Some("api.requests")));
    }

    #[test]
    fn every_metric_must_have_what_is_filtered_and_grouped_by() {
        let known: Vec<_> = METRICS.iter().collect();
        let filters = [(Dimension::ApiKeyId, vec![])];
        let wanted = Wanted { group: Some(Dimension::Operation), filters: &filters, organizations: false };
        assert!(names(&wanted.overview(&known, false).unwrap()).contains(&"api.requests"));
        assert!(wanted.overview(&known, true).is_err(), "no figure of requests belongs to an organization");
        let faults = wanted.check(known).unwrap_err();
        let parameters: Vec<_> = faults.iter().filter_map(|fault| fault.parameter.as_deref()).collect();
        assert_eq!(parameters, ["api_key_id", "group_by"], "users.active has no dimensions");
    }
}
