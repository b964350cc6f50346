//! The figures of two cells beside those of one cell that has everything.

use super::*;
use crate::analytics::{
    period::{Asked, End},
    platform::OWN,
};
use kernel::figures::{Split, Unit};
use serde_json::{Value, json};
use uuid::Uuid;

const SPLIT: Split = Split { by_organization: false, dimensions: &[] };
const CREATED: Metric =
    Metric { name: "created", about: "", unit: Unit::Count, figure: Figure::Count("created"), split: SPLIT };
const SHARE: Metric = Metric {
    name: "share",
    about: "",
    unit: Unit::Ratio,
    figure: Figure::Ratio { part: "slow", whole: "created" },
    split: SPLIT,
};
const P90: Metric = Metric {
    name: "p90",
    about: "",
    unit: Unit::Seconds,
    figure: Figure::Quantile { measure: "duration", quantile: 0.9 },
    split: SPLIT,
};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Two days, of which the second is not over.
fn question() -> Question {
    let (since, until) = (Some(at("2026-11-17T00:00Z")), Some(at("2026-11-19T00:00Z")));
    let asked = Asked { since, until, interval: None, time_zone: None };
    let period = Period::asked(&asked, End::Day, at("2026-11-18T12:00Z")).unwrap();
    Question { metrics: [&CREATED, &SHARE, &P90].into_iter().chain(OWN).collect(), period }
}

/// The facts of a cell: the durations of each day, the lag, and the active tenants of each day and of both.
fn facts(days: [&[f64]; 2], lag: i64, active: [i64; 3]) -> Facts {
    let mut facts = Facts::new(2);
    for (bucket, values) in days.into_iter().enumerate() {
        let count = i64::try_from(values.len()).unwrap();
        facts.add_sum("created", bucket, &Sum { count, sketch: Sketch::new() });
        let slow = i64::try_from(values.iter().filter(|value| **value > 50.0).count()).unwrap();
        facts.add_sum("slow", bucket, &Sum { count: slow, sketch: Sketch::new() });
        facts.add_sum("duration", bucket, &Sum { count, sketch: Sketch::of(values) });
    }
    let gauge = OWN.iter().find_map(|metric| if let Figure::Gauge(gauge) = metric.figure { Some(gauge) } else { None });
    let gauge = gauge.unwrap().function;
    facts.add_level(&Level { gauge, bucket: 1, organization: None, value: lag, whole: None });
    facts.set_distinct(&[(0, active[0]), (1, active[1])], active[2]);
    facts
}

fn tenant(number: u128, requests: i64) -> TopTenant {
    TopTenant { id: TenantId(Uuid::from_u128(number)), name: format!("Tenant {number}"), requests, errors: 1 }
}

/// The response of a cell, as it is sent.
fn response(question: &Question, facts: &Facts, complete_through: &str, top: Vec<TopTenant>) -> Value {
    let figures = build(&question.metrics, &question.period, (facts, None), at(complete_through));
    serde_json::to_value(with_tenants(figures, top, Some(measures(facts)))).unwrap()
}

fn read(question: &Question, response: Value) -> anyhow::Result<Figures> {
    question.read(serde_json::from_value(response).unwrap())
}

#[test]
fn figures_of_two_cells_are_those_of_one_cell_with_everything() {
    let question = question();
    let fast: Vec<f64> = (1..=90).map(f64::from).collect();
    let slow: Vec<f64> = (1..=10).map(|number| f64::from(number) * 1000.0).collect();
    let first = facts([&fast, &[]], 3, [2, 1, 2]);
    let second = facts([&slow, &[7.0]], 8, [1, 1, 1]);
    let both = facts([&[fast, slow].concat(), &[7.0]], 8, [3, 2, 3]);
    let [first, second, both] =
        [(first, "2026-11-18T11:59:50Z"), (second, "2026-11-18T11:59:40Z"), (both, "2026-11-18T11:59:40Z")]
            .map(|(facts, complete)| read(&question, response(&question, &facts, complete, vec![])).unwrap());
    let merged = question.merge(&[&first, &second]).unwrap();
    assert_eq!(merged, both.shown);
    let total = |metric: &str| merged.totals[metric].value;
    assert_eq!(
        (total("created"), total("queue.lag_seconds"), total("tenants.active")),
        (Some(101.0), Some(8.0), Some(3.0))
    );
    // The mean of both quantiles would be above 4,000.
    assert!(total("p90").is_some_and(|p90| (88.0..92.0).contains(&p90)), "{:?}", total("p90"));
    assert_eq!(question.merge(&[&second]).unwrap(), second.shown);
    assert!(question.merge(&[]).is_none(), "nothing is known without a cell");
}

#[test]
fn the_busiest_tenants_of_all_cells_are_ranked_and_each_is_shown_once() {
    let question = question();
    let none = facts([&[], &[]], 0, [0, 0, 0]);
    let cell = |top| read(&question, response(&question, &none, "2026-11-18T11:59:50Z", top)).unwrap();
    let first = cell((1..=10).rev().map(|number| tenant(number, 10 * i64::try_from(number).unwrap())).collect());
    // The tenant 9 has moved between the requests to the two cells.
    let second = cell(vec![tenant(11, 95), tenant(9, 92), tenant(12, 15)]);
    let top = question.merge(&[&first, &second]).unwrap().top_tenants;
    let shown: Vec<i64> = top.iter().map(|tenant| tenant.requests).collect();
    assert_eq!(shown, [100, 95, 92, 80, 70, 60, 50, 40, 30, 20]);
}

#[test]
fn a_response_that_cannot_be_added_up_is_refused() {
    let question = question();
    let facts = facts([&[1.0], &[]], 0, [1, 0, 1]);
    let right = response(&question, &facts, "2026-11-18T11:59:50Z", vec![]);
    let refused = |change: fn(&mut Value)| {
        let mut response = right.clone();
        change(&mut response);
        format!("{:#}", read(&question, response).err().unwrap())
    };
    assert_eq!(refused(|response| response["measures"] = json!(null)), "the response has no measures");
    assert_eq!(refused(|response| response["series"] = json!([])), "the response has no created");
    let moved = |response: &mut Value| response["series"][0]["points"][1]["starts_at"] = json!("2026-11-18T01:00:00Z");
    assert!(refused(moved).contains("other buckets"));
    let malformed = |response: &mut Value| {
        let measures = response["measures"].as_array_mut().unwrap();
        measures.iter_mut().for_each(|measure| measure["sketch"] = json!("AAAA"));
    };
    assert!(refused(malformed).contains("cannot be read"));
    let unknown = json!({"measure": "of a later version", "bucket": 7, "count": 1, "sketch": null});
    let mut later = right.clone();
    later["measures"].as_array_mut().unwrap().push(unknown);
    let later = read(&question, later).unwrap();
    assert_eq!(question.merge(&[&later]).unwrap().totals["created"].value, Some(1.0));
}

#[test]
fn every_cell_gets_the_same_buckets() {
    let parameters = question().parameters();
    let of = |name: &str| parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
    assert_eq!((of("since"), of("until")), (Some("2026-11-17T00:00:00Z"), Some("2026-11-19T00:00:00Z")));
    assert_eq!((of("interval"), of("time_zone")), (Some("day"), Some("UTC")));
    assert_eq!(of("metrics"), Some("created,share,p90,tenants.active,queue.lag_seconds"));
    assert_eq!(of("include"), Some("measures"));
}
