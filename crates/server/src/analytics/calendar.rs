//! Hours, days, weeks and months of a time zone as ranges of time. Figures are stored by quarter hours, and every offset
//! since the year 2000 is a multiple of 15 minutes, so all of them consist of whole quarters.

use api::analytics::AnalyticsInterval as Interval;
use jiff::{
    SignedDuration, Timestamp, ToSpan,
    civil::{Date, Weekday},
    tz::TimeZone,
};

const QUARTER: SignedDuration = SignedDuration::from_mins(15);

/// The buckets of a range. The first and the last one may be cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buckets {
    /// One more than there are buckets.
    pub boundaries: Vec<Timestamp>,
    pub first_is_cut: bool,
    pub last_is_cut: bool,
}

impl Buckets {
    pub fn len(&self) -> usize {
        self.boundaries.len() - 1
    }

    pub fn starts(&self) -> &[Timestamp] {
        &self.boundaries[..self.len()]
    }

    pub fn end(&self, bucket: usize) -> Timestamp {
        self.boundaries[bucket + 1]
    }

    pub fn is_cut(&self, bucket: usize) -> bool {
        (bucket == 0 && self.first_is_cut) || (bucket + 1 == self.len() && self.last_is_cut)
    }
}

pub fn is_quarter(at: Timestamp) -> bool {
    at.as_nanosecond() % QUARTER.as_nanos() == 0
}

/// The end of the quarter hour that contains a time.
pub fn end_of_quarter(at: Timestamp) -> Timestamp {
    let elapsed = at.as_nanosecond().rem_euclid(QUARTER.as_nanos());
    at + QUARTER - SignedDuration::from_nanos(i64::try_from(elapsed).unwrap_or_default())
}

/// `None` if there are more than `most`, or if a boundary is not a full quarter hour.
pub fn buckets(
    zone: &TimeZone,
    interval: Interval,
    since: Timestamp,
    until: Timestamp,
    most: usize,
) -> Option<Buckets> {
    let first = start(zone, interval, since);
    let mut boundaries = vec![since];
    let mut next = following(zone, interval, since);
    while next < until {
        if boundaries.len() >= most || !is_quarter(next) {
            return None;
        }
        boundaries.push(next);
        next = following(zone, interval, next);
    }
    boundaries.push(until);
    Some(Buckets { boundaries, first_is_cut: first < since, last_is_cut: next > until })
}

/// The start of the hour, day, week or month that contains a time.
pub fn start(zone: &TimeZone, interval: Interval, at: Timestamp) -> Timestamp {
    match interval {
        Interval::Hour => {
            let quarter = end_of_quarter(at) - QUARTER;
            let before = std::iter::successors(Some(quarter), |at| Some(*at - QUARTER));
            // The longest hour of any zone lasts two hours.
            before.take(9).find(|at| begins_hour(zone, *at)).unwrap_or(quarter)
        }
        longer => midnight(zone, first_day(longer, date(zone, at))).min(at),
    }
}

/// The start of the hour, day, week or month after the one that contains a time.
fn following(zone: &TimeZone, interval: Interval, at: Timestamp) -> Timestamp {
    if interval == Interval::Hour {
        let first = end_of_quarter(at);
        let after = std::iter::successors(Some(first), |at| Some(*at + QUARTER));
        return after.take(9).find(|at| begins_hour(zone, *at)).unwrap_or(first);
    }
    // A day that a zone skipped begins with the next one, and so does not begin after `at`.
    let days = std::iter::successors(Some(next_day(interval, first_day(interval, date(zone, at)))), |day| {
        Some(next_day(interval, *day))
    });
    days.take(4).map(|day| midnight(zone, day)).find(|start| *start > at).unwrap_or(Timestamp::MAX)
}

/// True if the clock shows a full hour, or another hour than a quarter hour before: clocks that are set by half an hour
/// make an hour of 30 minutes and one of 90.
fn begins_hour(zone: &TimeZone, at: Timestamp) -> bool {
    let (now, before) = (zone.to_datetime(at), zone.to_datetime(at - QUARTER));
    now.minute() == 0 || (now.date(), now.hour()) != (before.date(), before.hour())
}

pub fn date(zone: &TimeZone, at: Timestamp) -> Date {
    zone.to_datetime(at).date()
}

/// The first instant of a day. If clocks are set forward at midnight, the day begins at 1 o'clock.
pub fn midnight(zone: &TimeZone, day: Date) -> Timestamp {
    day.to_zoned(zone.clone()).map_or(Timestamp::MAX, |first| first.timestamp())
}

fn first_day(interval: Interval, day: Date) -> Date {
    match interval {
        Interval::Hour | Interval::Day => day,
        Interval::Week => day.saturating_sub(i32::from(day.weekday().since(Weekday::Monday)).days()),
        Interval::Month => day.first_of_month(),
    }
}

fn next_day(interval: Interval, first: Date) -> Date {
    first.saturating_add(match interval {
        Interval::Hour | Interval::Day => 1.day(),
        Interval::Week => 7.days(),
        Interval::Month => 1.month(),
    })
}

/// The period before a range: for whole months as many months, otherwise the same time.
pub fn previous(zone: &TimeZone, since: Timestamp, until: Timestamp) -> (Timestamp, Timestamp) {
    let (first, end) = (date(zone, since).first_of_month(), date(zone, until).first_of_month());
    if midnight(zone, first) == since && midnight(zone, end) == until {
        let months = (i32::from(end.year()) - i32::from(first.year())) * 12 + i32::from(end.month() - first.month());
        return (midnight(zone, first.saturating_sub(months.months())), since);
    }
    (since - until.duration_since(since), since)
}

#[cfg(test)]
mod tests;
