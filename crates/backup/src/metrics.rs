//! The metrics of backups, from the last evaluation of each customer.

use kernel::figures::{Figure, Gauge, Metric, Split, Unit};

const SPLIT: Split = Split { by_organization: true, dimensions: &[] };

pub const METRICS: &[Metric] = &[
    Metric {
        name: "backup.coverage",
        about: "The share of protected devices among those that require a backup, at the end of the interval.",
        unit: Unit::Ratio,
        figure: Figure::Gauge(Gauge { function: "app.gauge_backup_coverage", share: true }),
        split: SPLIT,
    },
    Metric {
        name: "backup.rpo_compliance",
        about: "Among the devices that require a backup, the share whose last successful backup is not older than \
            their recovery point objective, at the end of the interval.",
        unit: Unit::Ratio,
        figure: Figure::Gauge(Gauge { function: "app.gauge_backup_rpo_compliance", share: true }),
        split: SPLIT,
    },
];
