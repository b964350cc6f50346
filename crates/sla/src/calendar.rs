//! When a service is open: hours of the week on the clock of one time zone, and holidays.
//!
//! It is open at an instant if local time is within an open interval. So hours that the clock skips in spring do not
//! count, and hours that it shows twice in autumn count twice.
//!
//! No loop goes through days. While the zone keeps its offset, local time is plain arithmetic: weeks times the open
//! seconds of a week, less the holidays. A span is the sum over its stretches of constant offset.

use crate::{Interval, TimeOfDay};
use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, Weekday, date},
    tz::TimeZone,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fmt, iter,
};

const DAY: i64 = 24 * 60 * 60;

/// Local days and seconds are numbered from this Monday, so that the remainder by seven is the weekday.
const FIRST_MONDAY: Date = date(1970, 1, 5);
const FIRST_MONDAY_SECOND: i64 = 4 * DAY;

/// `after` gives up after five years.
const HORIZON: SignedDuration = SignedDuration::from_hours(5 * 366 * 24);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calendar {
    zone: TimeZone,
    week: [Vec<Interval>; 7],
    /// By number of day: the open seconds that all earlier holidays remove.
    holidays: BTreeMap<i64, i64>,
}

impl Calendar {
    /// `week` begins on Monday. The intervals of a day are in order and do not overlap; one may begin where the last
    /// ends.
    pub fn new(
        zone: TimeZone,
        week: [Vec<Interval>; 7],
        holidays: &BTreeSet<Date>,
    ) -> Result<Calendar, Vec<BadInterval>> {
        let bad = bad_intervals(&week);
        if !bad.is_empty() {
            return Err(bad);
        }
        let mut taken = 0;
        let holidays = holidays.iter().map(|holiday| {
            let day = holiday.duration_since(FIRST_MONDAY).as_secs() / DAY;
            let before = taken;
            taken += passed_at(hours(&week, day), DAY);
            (day, before)
        });
        let holidays = holidays.collect();
        Ok(Calendar { zone, week, holidays })
    }

    /// Around the clock, every day.
    pub fn always() -> Calendar {
        let week = std::array::from_fn(|_| vec![Interval::WHOLE_DAY]);
        Calendar { zone: TimeZone::UTC, week, holidays: BTreeMap::new() }
    }

    /// The open seconds from one instant to a later one; none when it is not later.
    pub fn business_seconds(&self, from: Timestamp, to: Timestamp) -> i64 {
        self.stretches(from, to).map(|stretch| self.open_in(stretch)).sum()
    }

    /// The earliest instant at which that many open seconds have passed since `from`: closing time rather than the
    /// next opening. `None` when they do not pass within five years.
    pub fn after(&self, from: Timestamp, seconds: i64) -> Option<Timestamp> {
        if seconds <= 0 {
            return Some(from);
        }
        let mut left = seconds;
        for stretch in self.stretches(from, from.saturating_add(HORIZON).ok()?) {
            let open = self.open_in(stretch);
            if left <= open {
                return Timestamp::from_second(self.second_after(stretch, left)).ok();
            }
            left -= open;
        }
        None
    }

    /// The span, cut where the zone changes its offset.
    fn stretches(&self, from: Timestamp, to: Timestamp) -> impl Iterator<Item = Stretch> {
        let starting = move |at: Timestamp| {
            let change = self.zone.following(at).next().map_or(to, |change| change.timestamp().min(to));
            let offset = i64::from(self.zone.to_offset(at).seconds()) - FIRST_MONDAY_SECOND;
            (change, Stretch { start: at.as_second(), end: change.as_second(), offset })
        };
        let first = (from < to).then(|| starting(from));
        iter::successors(first, move |(change, _)| (*change < to).then(|| starting(*change)))
            .map(|(_, stretch)| stretch)
    }

    fn open_in(&self, Stretch { start, end, offset }: Stretch) -> i64 {
        self.open_until(end + offset) - self.open_until(start + offset)
    }

    /// The earliest second of a stretch with that many open ones before it, which holds at least as many.
    fn second_after(&self, Stretch { start, end, offset }: Stretch, seconds: i64) -> i64 {
        let goal = self.open_until(start + offset) + seconds;
        let (mut low, mut high) = (start, end);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.open_until(middle + offset) < goal {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Open seconds on the local clock from the first Monday until `local`, as if its offset had never changed.
    /// Only differences within a stretch mean anything.
    fn open_until(&self, local: i64) -> i64 {
        let (day, second) = (local.div_euclid(DAY), local.rem_euclid(DAY));
        let monday = day - day.rem_euclid(7);
        let per_week: i64 = self.week.iter().map(|hours| passed_at(hours, DAY)).sum();
        let this_week: i64 = (monday..day).map(|day| passed_at(hours(&self.week, day), DAY)).sum();
        let today = passed_at(hours(&self.week, day), second);
        monday / 7 * per_week + this_week + today - self.taken_until(day, second)
    }

    /// The seconds that the holidays remove from the same span.
    fn taken_until(&self, day: i64, second: i64) -> i64 {
        let Some((&holiday, &before)) = self.holidays.range(..=day).next_back() else { return 0 };
        before + passed_at(hours(&self.week, holiday), if holiday == day { second } else { DAY })
    }
}

/// Seconds of unix time during which a zone keeps its offset.
#[derive(Clone, Copy)]
struct Stretch {
    start: i64,
    end: i64,
    /// From unix time to seconds on the local clock since the first Monday.
    offset: i64,
}

fn hours(week: &[Vec<Interval>; 7], day: i64) -> &[Interval] {
    &week[day.rem_euclid(7) as usize]
}

fn passed_at(hours: &[Interval], second: i64) -> i64 {
    hours.iter().map(|interval| interval.passed_at(second)).sum()
}

/// An interval that is out of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadInterval {
    pub weekday: Weekday,
    /// Its index among the intervals of the day.
    pub index: usize,
    pub interval: Interval,
    pub why: &'static str,
}

impl fmt::Display for BadInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadInterval { weekday, interval: Interval { from, to }, why, .. } = self;
        write!(f, "{weekday:?} {from}-{to} {why}")
    }
}

impl Error for BadInterval {}

fn bad_intervals(week: &[Vec<Interval>; 7]) -> Vec<BadInterval> {
    let mut bad = Vec::new();
    for (weekday, hours) in Weekday::Monday.cycle_forward().zip(week) {
        let mut closed_since = TimeOfDay::MIDNIGHT;
        for (index, &interval) in hours.iter().enumerate() {
            if interval.to <= interval.from {
                bad.push(BadInterval { weekday, index, interval, why: "does not end after it begins" });
            }
            if interval.from < closed_since {
                bad.push(BadInterval { weekday, index, interval, why: "begins before the one above it ends" });
            }
            closed_since = closed_since.max(interval.to);
        }
    }
    bad
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(tuesday: &[(&str, &str)]) -> Vec<String> {
        let mut week: [Vec<Interval>; 7] = Default::default();
        week[1] = tuesday
            .iter()
            .map(|(from, to)| Interval { from: from.parse().unwrap(), to: to.parse().unwrap() })
            .collect();
        let calendar = Calendar::new(TimeZone::UTC, week, &BTreeSet::new());
        calendar.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn intervals_may_touch_and_may_fill_the_day() {
        assert!(refused(&[]).is_empty());
        assert!(refused(&[("00:00", "12:00"), ("12:00", "24:00")]).is_empty());
    }

    #[test]
    fn every_bad_interval_is_named_with_its_weekday_and_why() {
        assert_eq!(
            refused(&[("09:00", "12:00"), ("11:00", "13:00"), ("15:00", "14:00"), ("16:00", "16:00")]),
            [
                "Tuesday 11:00-13:00 begins before the one above it ends",
                "Tuesday 15:00-14:00 does not end after it begins",
                "Tuesday 16:00-16:00 does not end after it begins",
            ]
        );
        assert_eq!(
            refused(&[("13:00", "17:00"), ("09:00", "12:00")]),
            ["Tuesday 09:00-12:00 begins before the one above it ends"]
        );
    }
}
