//! The metrics of a family: plain data, which `/api/analytics/metrics` lists.

/// A figure of a tenant that can be asked for.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Such as `tickets.created`.
    pub name: &'static str,
    /// The events that it counts, and the time at which they count, in one or two sentences.
    pub about: &'static str,
    pub unit: Unit,
    pub figure: Figure,
    pub split: Split,
}

/// The unit of a metric's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Count,
    /// Between 0 and 1.
    Ratio,
    Seconds,
}

/// How the value of a metric is computed.
#[derive(Debug, Clone, Copy)]
pub enum Figure {
    /// The sum of a measure's counts.
    Count(&'static str),
    /// The sum of one measure's counts divided by another's; unknown if that is zero.
    Ratio { part: &'static str, whole: &'static str },
    /// A quantile of a measure's sketch.
    Quantile { measure: &'static str, quantile: f64 },
    /// The last sample of a level.
    Gauge(Gauge),
    /// The number of people who made a request.
    ActiveUsers,
    /// The number of tenants with a request. Of the platform only.
    ActiveTenants,
}

/// A level that is sampled each quarter hour.
#[derive(Debug, Clone, Copy)]
pub struct Gauge {
    /// A function in SQL without arguments that returns `(tenant_id, organization_id, value, whole)`, a row for each
    /// organization and for what belongs to none. It sees the rows that its caller may see.
    pub function: &'static str,
    /// True if the value is divided by `whole`.
    pub share: bool,
}

/// A property by which a metric can be filtered and grouped.
#[derive(Debug, Clone, Copy)]
pub struct Split {
    /// True if each count belongs to an organization. A caller who is restricted to some organizations can read only
    /// such metrics.
    pub by_organization: bool,
    /// In the order of `metric_changes.dimensions`.
    pub dimensions: &'static [Dimension],
}

/// The name of a dimension is the name of the filter in the list that the metric summarises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimension {
    pub name: &'static str,
    /// The prefix of the ids that the dimension's values are, such as `wfl`; `None` for plain words.
    pub ids: Option<&'static str>,
}

impl Metric {
    /// The measures that the metric is computed from.
    pub fn measures(&self) -> impl Iterator<Item = &'static str> + use<> {
        let (first, second) = match self.figure {
            Figure::Count(measure) | Figure::Quantile { measure, .. } => (Some(measure), None),
            Figure::Ratio { part, whole } => (Some(part), Some(whole)),
            Figure::Gauge(_) | Figure::ActiveUsers | Figure::ActiveTenants => (None, None),
        };
        first.into_iter().chain(second)
    }
}
