//! The metrics of machines.

use kernel::figures::{Figure, Gauge, Metric, Split, Unit};

pub const METRICS: &[Metric] = &[Metric {
    name: "cloud.vms",
    about: "Virtual machines at the end of the interval, except those with the status `deleted`, `failed` or `missing`.",
    unit: Unit::Count,
    figure: Figure::Gauge(Gauge { function: "app.gauge_cloud_vms", share: false }),
    split: Split { by_organization: true, dimensions: &[] },
}];
