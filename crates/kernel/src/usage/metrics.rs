//! The metrics of request usage, which belong to no family.

use crate::family::metric::{Dimension, Figure, Metric, Split, Unit};

/// The caller of a request, and the id of the operation in the OpenAPI document.
const REQUESTS: Split = Split {
    by_organization: false,
    dimensions: &[Dimension { name: "api_key_id", ids: Some("key") }, Dimension { name: "operation", ids: None }],
};

const PEOPLE: Split = Split { by_organization: false, dimensions: &[] };

pub const METRICS: &[Metric] = &[
    Metric {
        name: "api.requests",
        about: "Requests with a valid credential, at the time of their response, whatever its status.",
        unit: Unit::Count,
        figure: Figure::Count("api.requests"),
        split: REQUESTS,
    },
    Metric {
        name: "api.errors",
        about: "Requests whose response has a status of 400 or more, except 429.",
        unit: Unit::Count,
        figure: Figure::Count("api.errors"),
        split: REQUESTS,
    },
    Metric {
        name: "api.rate_limited",
        about: "Requests that were refused with 429, because a rate limit or a concurrency limit was exhausted.",
        unit: Unit::Count,
        figure: Figure::Count("api.rate_limited"),
        split: REQUESTS,
    },
    latency("api.latency_p50", "The median of the time from a request to the head of its response.", 0.5),
    latency("api.latency_p95", "The time within which 95 % of requests got the head of their response.", 0.95),
    latency("api.latency_p99", "The time within which 99 % of requests got the head of their response.", 0.99),
    Metric {
        name: "users.active",
        about: "People who made at least one request with a session. A person counts once in a period, however long it is.",
        unit: Unit::Count,
        figure: Figure::ActiveUsers,
        split: PEOPLE,
    },
];

/// The sketch of `api.requests` contains the duration of every request.
const fn latency(name: &'static str, about: &'static str, quantile: f64) -> Metric {
    let figure = Figure::Quantile { measure: "api.requests", quantile };
    Metric { name, about, unit: Unit::Seconds, figure, split: REQUESTS }
}
