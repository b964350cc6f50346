//! The metrics of devices.

use kernel::figures::{Figure, Gauge, Metric, Split, Unit};

const SPLIT: Split = Split { by_organization: true, dimensions: &[] };

pub const METRICS: &[Metric] = &[
    Metric {
        name: "devices.total",
        about: "Devices that are not retired, at the end of the interval.",
        unit: Unit::Count,
        figure: Figure::Gauge(Gauge { function: "app.gauge_devices_total", share: false }),
        split: SPLIT,
    },
    Metric {
        name: "devices.stale",
        about: "Devices with the status `stale`, at the end of the interval.",
        unit: Unit::Count,
        figure: Figure::Gauge(Gauge { function: "app.gauge_devices_stale", share: false }),
        split: SPLIT,
    },
];
