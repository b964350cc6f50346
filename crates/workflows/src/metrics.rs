//! The metrics of runs. `20261121_0910_metrics_sources.sql` says which run counts when.

use kernel::figures::{Dimension, Figure, Metric, Split, Unit};

const SPLIT: Split = Split {
    by_organization: false,
    dimensions: &[Dimension { name: "workflow_id", ids: Some("wf") }, Dimension { name: "trigger", ids: None }],
};

pub const METRICS: &[Metric] = &[
    Metric {
        name: "workflows.runs",
        about: "Runs of workflows, by their `created_at`. Skipped runs are included.",
        unit: Unit::Count,
        figure: Figure::Count("workflows.runs"),
        split: SPLIT,
    },
    Metric {
        name: "workflows.failed",
        about: "Runs with the status `failed` or `timed_out`, by their `created_at`. A run that is retried is not counted \
            unless it fails again.",
        unit: Unit::Count,
        figure: Figure::Count("workflows.failed"),
        split: SPLIT,
    },
];
