//! Calendars, instants and cases, written as briefly as they can be.

use jiff::{Timestamp, tz::TimeZone};
use sla::{Calendar, Interval};
use std::{fmt::Debug, ops::Range};

pub const MINUTE: i64 = 60;
pub const HOUR: i64 = 60 * MINUTE;

pub const MON_TO_FRI: Range<usize> = 0..5;
pub const WEEKEND: Range<usize> = 5..7;
pub const SUNDAY: Range<usize> = 6..7;
pub const EVERY_DAY: Range<usize> = 0..7;

pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `""` is no instant.
pub fn instant(text: &str) -> Option<Timestamp> {
    (!text.is_empty()).then(|| at(text))
}

/// The same hours on some days of the week, of which Monday is the first: `"09:00-12:00 13:00-17:00"`.
pub fn calendar(zone: &str, days: Range<usize>, hours: &str, holidays: &[&str]) -> Calendar {
    let hours: Vec<_> = hours.split_whitespace().map(interval).collect();
    let week = std::array::from_fn(|day| if days.contains(&day) { hours.clone() } else { vec![] });
    let holidays = holidays.iter().map(|date| date.parse().unwrap()).collect();
    Calendar::new(TimeZone::get(zone).unwrap(), week, &holidays).unwrap()
}

pub fn office(zone: &str) -> Calendar {
    calendar(zone, MON_TO_FRI, "09:00-17:00", &[])
}

fn interval(text: &str) -> Interval {
    let (from, to) = text.split_once('-').unwrap();
    Interval { from: from.parse().unwrap(), to: to.parse().unwrap() }
}

pub struct Case {
    why: &'static str,
    got: String,
    expected: String,
}

pub fn case<T: Debug>(why: &'static str, got: T, expected: T) -> Case {
    Case { why, got: format!("{got:?}"), expected: format!("{expected:?}") }
}

/// Shows all that are wrong, not only the first.
pub fn compare(tables: impl IntoIterator<Item = Vec<Case>>) {
    let wrong = tables.into_iter().flatten().filter(|case| case.got != case.expected);
    let wrong: Vec<_> =
        wrong.map(|Case { why, got, expected }| format!("{why}: expected {expected}, got {got}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
