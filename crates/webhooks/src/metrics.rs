//! The metrics of deliveries. `20261121_0910_metrics_sources.sql` says which delivery counts when.

use kernel::figures::{Dimension, Figure, Metric, Split, Unit};

const ENDPOINT: Dimension = Dimension { name: "endpoint_id", ids: Some("whk") };

const DELIVERIES: Split =
    Split { by_organization: false, dimensions: &[ENDPOINT, Dimension { name: "event_type", ids: None }] };

const ATTEMPTS: Split = Split { by_organization: false, dimensions: &[ENDPOINT] };

pub const METRICS: &[Metric] = &[
    Metric {
        name: "webhooks.deliveries",
        about: "Deliveries of events to webhook endpoints, by the time of the event, as the delivery log is filtered.",
        unit: Unit::Count,
        figure: Figure::Count("webhooks.deliveries"),
        split: DELIVERIES,
    },
    Metric {
        name: "webhooks.failed",
        about: "Deliveries whose last attempt failed, by the time of the event. A delivery that is sent again is not \
            counted unless it fails again.",
        unit: Unit::Count,
        figure: Figure::Count("webhooks.failed"),
        split: DELIVERIES,
    },
    Metric {
        name: "webhooks.latency_p50",
        about: "The median response time of endpoints, by the time of the attempt. Attempts without a response are not \
            included.",
        unit: Unit::Seconds,
        figure: Figure::Quantile { measure: "webhooks.latency", quantile: 0.5 },
        split: ATTEMPTS,
    },
    Metric {
        name: "webhooks.latency_p95",
        about: "The time within which endpoints responded to 95 % of attempts, by the time of the attempt. Attempts \
            without a response are not included.",
        unit: Unit::Seconds,
        figure: Figure::Quantile { measure: "webhooks.latency", quantile: 0.95 },
        split: ATTEMPTS,
    },
];
