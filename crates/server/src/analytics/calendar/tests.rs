//! Calendars of time zones, on their odd days too.

use super::*;
use jiff::civil::date as day;

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// A month, a day, and the hours that it has.
type OddDay = (i8, i8, f64);

/// Ten zones, each with a year and its odd days.
const ODD_DAYS: &[(&str, i16, &[OddDay])] = &[
    ("Europe/Vienna", 2026, &[(3, 29, 23.0), (10, 25, 25.0)]),
    ("America/New_York", 2026, &[(3, 8, 23.0), (11, 1, 25.0)]),
    ("Australia/Lord_Howe", 2026, &[(4, 5, 24.5), (10, 4, 23.5)]),
    ("Asia/Kolkata", 2026, &[]),
    ("Asia/Kathmandu", 2026, &[]),
    // A whole day was skipped in 2011, at its change to the other side of the date line.
    ("Pacific/Apia", 2011, &[(4, 2, 25.0), (9, 24, 23.0), (12, 30, 0.0)]),
    // Clocks were set at one minute past midnight.
    ("America/St_Johns", 2010, &[(3, 14, 23.0), (11, 6, 24.0), (11, 7, 25.0)]),
    ("Africa/Casablanca", 2026, &[(2, 15, 25.0), (3, 22, 23.0)]),
    ("America/Santiago", 2026, &[(4, 4, 25.0), (9, 6, 23.0)]),
    ("Pacific/Chatham", 2026, &[(4, 5, 25.0), (9, 27, 23.0)]),
];

#[test]
fn the_days_of_a_year_in_ten_zones_have_their_length_and_add_up() {
    for (name, year, odd) in ODD_DAYS {
        let zone = zone(name);
        let (since, until) = (midnight(&zone, day(*year, 1, 1)), midnight(&zone, day(year + 1, 1, 1)));
        let year_of = buckets(&zone, Interval::Day, since, until, 1000).unwrap();
        assert!(!year_of.first_is_cut && !year_of.last_is_cut, "{name}");
        assert!(year_of.boundaries.iter().all(|at| is_quarter(*at)), "{name}");
        let mut sum = SignedDuration::ZERO;
        for (bucket, start) in year_of.starts().iter().enumerate() {
            let length = year_of.end(bucket).duration_since(*start);
            let date = date(&zone, *start);
            let known = odd.iter().find(|(month, day, _)| (date.month(), date.day()) == (*month, *day));
            let hours = known.map_or(24.0, |(_, _, hours)| *hours);
            assert_eq!(length.as_secs_f64() / 3600.0, hours, "{name} {date}");
            sum += length;
        }
        let skipped = odd.iter().filter(|(_, _, hours)| *hours == 0.0).count();
        assert_eq!(year_of.len(), 365 - skipped, "{name}");
        assert_eq!(sum, until.duration_since(since), "{name}");
    }
}

#[test]
fn the_hours_of_odd_days_are_those_of_the_clock() {
    let hours = |name: &str, date: Date| {
        let zone = zone(name);
        let (since, until) = (midnight(&zone, date), midnight(&zone, date.tomorrow().unwrap()));
        let found = buckets(&zone, Interval::Hour, since, until, 100).unwrap();
        let minutes =
            (0..found.len()).map(|bucket| found.end(bucket).duration_since(found.boundaries[bucket]).as_mins());
        minutes.collect::<Vec<_>>()
    };
    assert_eq!(hours("Europe/Vienna", day(2026, 3, 29)), [60; 23]);
    assert_eq!(hours("Europe/Vienna", day(2026, 10, 25)), [60; 25]);
    assert_eq!(hours("Asia/Kathmandu", day(2026, 6, 1)), [60; 24]);
    let lord_howe = hours("Australia/Lord_Howe", day(2026, 10, 4));
    assert_eq!((lord_howe[2], lord_howe.len()), (30, 24));
    let lord_howe = hours("Australia/Lord_Howe", day(2026, 4, 5));
    assert_eq!((lord_howe[1], lord_howe.len()), (90, 24));
    assert_eq!(hours("America/Santiago", day(2026, 9, 6)), [60; 23]);
}

#[test]
fn a_range_cuts_its_first_and_last_bucket() {
    let vienna = zone("Europe/Vienna");
    let cut = buckets(&vienna, Interval::Day, at("2026-11-01T10:00Z"), at("2026-11-03T10:15Z"), 10).unwrap();
    let starts = ["2026-11-01T10:00Z", "2026-11-01T23:00Z", "2026-11-02T23:00Z"].map(at);
    assert_eq!((cut.starts(), cut.end(2)), (&starts[..], at("2026-11-03T10:15Z")));
    assert_eq!([0, 1, 2].map(|bucket| cut.is_cut(bucket)), [true, false, true]);
    let short = buckets(&vienna, Interval::Month, at("2026-11-01T10:00Z"), at("2026-11-01T10:15Z"), 10).unwrap();
    assert_eq!((short.len(), short.first_is_cut, short.last_is_cut), (1, true, true));
    assert_eq!(buckets(&vienna, Interval::Hour, at("2026-11-01T00:00Z"), at("2026-11-02T00:00Z"), 23), None);
    assert_eq!(
        buckets(&vienna, Interval::Hour, at("2026-11-01T00:00Z"), at("2026-11-02T00:00Z"), 24).unwrap().len(),
        24
    );
}

#[test]
fn weeks_begin_on_monday_and_months_on_their_first() {
    let vienna = zone("Europe/Vienna");
    let weeks = buckets(&vienna, Interval::Week, at("2026-10-18T22:00Z"), at("2026-11-08T23:00Z"), 10).unwrap();
    let starts = ["2026-10-18T22:00Z", "2026-10-25T23:00Z", "2026-11-01T23:00Z"].map(at);
    assert_eq!((weeks.starts(), weeks.first_is_cut, weeks.last_is_cut), (&starts[..], false, false));
    let months = buckets(&vienna, Interval::Month, at("2026-01-31T23:00Z"), at("2026-04-30T22:00Z"), 10).unwrap();
    let starts = ["2026-01-31T23:00Z", "2026-02-28T23:00Z", "2026-03-31T22:00Z"].map(at);
    assert_eq!((months.starts(), months.first_is_cut, months.last_is_cut), (&starts[..], false, false));
}

#[test]
fn whole_months_are_compared_with_the_months_before() {
    let vienna = zone("Europe/Vienna");
    let before = |since, until| previous(&vienna, at(since), at(until));
    let march = ("2026-02-28T23:00Z", "2026-03-31T22:00Z");
    assert_eq!(before(march.0, march.1), (at("2026-01-31T23:00Z"), at("2026-02-28T23:00Z")));
    assert_eq!(before("2025-12-31T23:00Z", march.1), (at("2025-09-30T22:00Z"), at("2025-12-31T23:00Z")));
    assert_eq!(before("2026-11-10T00:00Z", "2026-11-12T00:15Z"), (at("2026-11-07T23:45Z"), at("2026-11-10T00:00Z")));
}

#[test]
fn a_quarter_hour_ends_after_the_time_that_it_contains() {
    assert_eq!(end_of_quarter(at("2026-11-01T10:00Z")), at("2026-11-01T10:15Z"));
    assert_eq!(end_of_quarter(at("2026-11-01T10:14:59.999Z")), at("2026-11-01T10:15Z"));
    assert!(is_quarter(at("2026-11-01T10:45Z")) && !is_quarter(at("2026-11-01T10:45:00.000001Z")));
}
