//! The figures of metrics, computed from the counts of buckets.

use super::*;
use kernel::figures::{Gauge, Split, Unit};

const SPLIT: Split = Split { by_organization: true, dimensions: &[] };

const fn metric(figure: Figure) -> Metric {
    Metric { name: "test", about: "", unit: Unit::Count, figure, split: SPLIT }
}

const CREATED: Metric = metric(Figure::Count("created"));
const MET: Metric = metric(Figure::Ratio { part: "met", whole: "resolved" });
const P90: Metric = metric(Figure::Quantile { measure: "duration", quantile: 0.9 });
const BACKLOG: Metric = metric(Figure::Gauge(Gauge { function: "backlog", share: false }));
const COVERAGE: Metric = metric(Figure::Gauge(Gauge { function: "coverage", share: true }));

fn amount(measure: &str, bucket: usize, count: i64, values: &[f64]) -> Amount {
    Amount { measure: measure.to_owned(), bucket, group: None, count, sketch: Sketch::of(values) }
}

fn facts(amounts: &[Amount]) -> Facts {
    let mut facts = Facts::new(3);
    amounts.iter().for_each(|amount| facts.add_amount(amount.bucket, amount));
    facts
}

fn near(found: Option<f64>, wanted: f64) -> bool {
    found.is_some_and(|found| (found - wanted).abs() <= wanted * 0.011)
}

#[test]
fn counts_without_data_are_zero_and_ratios_and_quantiles_unknown() {
    let none = facts(&[]);
    assert_eq!((none.value(&CREATED, 0), none.total(&CREATED)), (Some(0.0), Some(0.0)));
    for metric in [&MET, &P90, &BACKLOG, &COVERAGE] {
        assert_eq!((none.value(metric, 1), none.total(metric)), (None, None));
    }
    let some = facts(&[amount("created", 0, 2, &[]), amount("created", 2, 3, &[]), amount("created", 2, -1, &[])]);
    assert_eq!([0, 1, 2].map(|bucket| some.value(&CREATED, bucket)), [Some(2.0), Some(0.0), Some(2.0)]);
    assert_eq!((some.total(&CREATED), some.weight(&CREATED)), (Some(4.0), 4));
}

#[test]
fn the_ratio_of_a_range_is_not_the_mean_of_its_ratios() {
    let amounts = [amount("met", 0, 1, &[]), amount("resolved", 0, 1, &[]), amount("resolved", 1, 3, &[])];
    let facts = facts(&amounts);
    assert_eq!([0, 1, 2].map(|bucket| facts.value(&MET, bucket)), [Some(1.0), Some(0.0), None]);
    assert_eq!(facts.total(&MET), Some(0.25));
}

#[test]
fn the_quantile_of_a_range_comes_from_the_merged_sketches() {
    let many: Vec<f64> = (1..=90).map(f64::from).collect();
    let slow: Vec<f64> = (1..=10).map(|n| f64::from(n) * 1000.0).collect();
    let facts = facts(&[amount("duration", 0, 90, &many), amount("duration", 1, 10, &slow)]);
    assert!(near(facts.value(&P90, 0), 81.0), "{:?}", facts.value(&P90, 0));
    assert!(near(facts.value(&P90, 1), 9000.0), "{:?}", facts.value(&P90, 1));
    assert!(near(facts.total(&P90), 90.0), "{:?}", facts.total(&P90));
}

#[test]
fn the_total_of_a_level_is_its_last_value() {
    let level = |gauge, bucket, value, whole| Level { gauge, bucket, organization: None, value, whole };
    let mut facts = Facts::new(4);
    facts.add_level(&level("backlog", 1, 7, None));
    facts.add_level(&level("backlog", 2, 5, None));
    facts.add_level(&level("coverage", 1, 3, Some(4)));
    facts.add_level(&level("coverage", 2, 0, Some(0)));
    assert_eq!([0, 1, 2, 3].map(|bucket| facts.value(&BACKLOG, bucket)), [None, Some(7.0), Some(5.0), None]);
    assert_eq!((facts.total(&BACKLOG), facts.weight(&BACKLOG)), (Some(5.0), 5));
    assert_eq!([1, 2].map(|bucket| facts.value(&COVERAGE, bucket)), [Some(0.75), None]);
    assert_eq!(facts.total(&COVERAGE), None);
}

#[test]
fn other_is_the_whole_without_the_groups_that_are_shown() {
    let group = facts(&[amount("created", 0, 4, &[]), amount("duration", 0, 2, &[1.0, 2.0])]);
    let whole = facts(&[
        amount("created", 0, 5, &[]),
        amount("created", 1, 1, &[]),
        amount("duration", 0, 3, &[1.0, 2.0, 50.0]),
        amount("duration", 1, 1, &[70.0]),
    ]);
    let other = whole.clone().without([&group]);
    assert_eq!((other.value(&CREATED, 0), other.total(&CREATED)), (Some(1.0), Some(2.0)));
    assert!(near(other.value(&P90, 0), 50.0) && near(other.value(&P90, 1), 70.0));
    let empty = group.clone().without([&whole]);
    assert_eq!(empty.total(&CREATED), Some(0.0), "never less than nothing");
    assert_eq!(empty.total(&P90), None);
}

#[test]
fn people_of_several_days_count_once_in_the_total() {
    let people = metric(Figure::ActiveUsers);
    let mut facts = Facts::new(3);
    facts.set_distinct(&[(0, 2), (2, 3)], 4);
    assert_eq!([0, 1, 2].map(|bucket| facts.value(&people, bucket)), [Some(2.0), Some(0.0), Some(3.0)]);
    assert_eq!(facts.total(&people), Some(4.0));
}

#[test]
fn a_change_from_nothing_has_no_ratio() {
    assert_eq!(change_ratio(Some(6.0), Some(4.0)), Some(0.5));
    assert_eq!(change_ratio(Some(0.0), Some(4.0)), Some(-1.0));
    for (value, previous) in [(Some(1.0), Some(0.0)), (None, Some(1.0)), (Some(1.0), None)] {
        assert_eq!(change_ratio(value, previous), None);
    }
}
