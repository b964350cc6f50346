//! The metrics of tickets, of their service levels, and of the time that is worked on them. The functions
//! `app.ticket_measures` and `app.time_measures` define what counts when.

use kernel::figures::{Dimension, Figure, Gauge, Metric, Split, Unit};

const SPLIT: Split = Split {
    by_organization: true,
    dimensions: &[
        Dimension { name: "priority", ids: None },
        Dimension { name: "type", ids: None },
        Dimension { name: "source", ids: None },
    ],
};

const BY_POLICY: Split = Split {
    by_organization: true,
    dimensions: &[
        Dimension { name: "sla_policy_id", ids: Some("slp") },
        Dimension { name: "priority", ids: None },
        Dimension { name: "type", ids: None },
    ],
};

pub const METRICS: &[Metric] = &[
    Metric {
        name: "tickets.created",
        about: "Tickets that were created, by their `created_at`.",
        unit: Unit::Count,
        figure: Figure::Count("tickets.created"),
        split: SPLIT,
    },
    Metric {
        name: "tickets.resolved",
        about: "Tickets that are resolved or closed, by their `resolved_at`. A ticket that is reopened is no longer \
            counted until it is resolved again.",
        unit: Unit::Count,
        figure: Figure::Count("tickets.resolved"),
        split: SPLIT,
    },
    Metric {
        name: "tickets.reopened",
        about: "Number of times that resolved tickets were reopened, by the time of that change, with the \
            organization, priority, type and source that the ticket had then.",
        unit: Unit::Count,
        figure: Figure::Count("tickets.reopened"),
        split: SPLIT,
    },
    Metric {
        name: "tickets.sla_attainment",
        about: "The share of the tickets in `tickets.resolved` whose resolution did not breach its target. A ticket \
            without a target counts as met.",
        unit: Unit::Ratio,
        figure: Figure::Ratio { part: "tickets.sla_met", whole: "tickets.resolved" },
        split: SPLIT,
    },
    Metric {
        name: "tickets.first_response_p50",
        about: "The median time from the creation of a ticket to its first response, by the time of the response. Times \
            are by the clock, not in business hours.",
        unit: Unit::Seconds,
        figure: Figure::Quantile { measure: "tickets.first_response", quantile: 0.5 },
        split: SPLIT,
    },
    Metric {
        name: "tickets.first_response_p90",
        about: "The time within which 90 % of tickets had their first response, by the time of the response. Times are \
            by the clock, not in business hours.",
        unit: Unit::Seconds,
        figure: Figure::Quantile { measure: "tickets.first_response", quantile: 0.9 },
        split: SPLIT,
    },
    Metric {
        name: "tickets.resolution_p50",
        about: "The median time from the creation to the resolution of the tickets in `tickets.resolved`. Times are by the \
            clock, not in business hours.",
        unit: Unit::Seconds,
        figure: Figure::Quantile { measure: "tickets.resolution", quantile: 0.5 },
        split: SPLIT,
    },
    Metric {
        name: "tickets.resolution_p90",
        about: "The time within which 90 % of the tickets in `tickets.resolved` were resolved. Times are by the clock, not \
            in business hours.",
        unit: Unit::Seconds,
        figure: Figure::Quantile { measure: "tickets.resolution", quantile: 0.9 },
        split: SPLIT,
    },
    Metric {
        name: "sla.resolved",
        about: "Tickets with an SLA policy that are resolved or closed, by their `resolved_at`. Tickets with the \
            tenant's own SLA settings are not included.",
        unit: Unit::Count,
        figure: Figure::Count("sla.resolved"),
        split: BY_POLICY,
    },
    Metric {
        name: "sla.attainment",
        about: "The share of the tickets in `sla.resolved` whose resolution did not breach its target. A ticket without a \
            target counts as met.",
        unit: Unit::Ratio,
        figure: Figure::Ratio { part: "sla.met", whole: "sla.resolved" },
        split: BY_POLICY,
    },
    Metric {
        name: "time.worked",
        about: "The time of the entries that have ended, by their `started_at`, in seconds. Timers count when they are \
            stopped.",
        unit: Unit::Seconds,
        figure: Figure::Count("time.worked"),
        split: Split {
            by_organization: true,
            dimensions: &[
                Dimension { name: "user_id", ids: Some("usr") },
                Dimension { name: "rate_class", ids: None },
                Dimension { name: "billable", ids: None },
            ],
        },
    },
    Metric {
        name: "tickets.backlog",
        about: "Tickets that are neither resolved, closed, canceled nor merged at the end of the interval.",
        unit: Unit::Count,
        figure: Figure::Gauge(Gauge { function: "app.gauge_tickets_backlog", share: false }),
        split: Split { by_organization: true, dimensions: &[] },
    },
];
