//! The buckets of a range by the calendar of a time zone.

use jiff::{SignedDuration, Timestamp, ToSpan, Unit, ZonedRound, civil::Date, tz::TimeZone};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interval {
    Hour,
    Day,
    Week,
    Month,
}

impl Interval {
    pub const ALL: [Interval; 4] = [Interval::Hour, Interval::Day, Interval::Week, Interval::Month];

    pub fn name(self) -> &'static str {
        match self {
            Interval::Hour => "hour",
            Interval::Day => "day",
            Interval::Week => "week",
            Interval::Month => "month",
        }
    }

    /// The start of the bucket that contains this time.
    fn start(self, at: Timestamp, zone: &TimeZone) -> anyhow::Result<Timestamp> {
        let local = at.to_zoned(zone.clone());
        let date = match self {
            Interval::Hour => {
                let down = ZonedRound::new().smallest(Unit::Hour).mode(jiff::RoundMode::Trunc);
                return Ok(local.round(down)?.timestamp());
            }
            Interval::Day => local.date(),
            Interval::Week => local.date().checked_sub(i64::from(local.weekday().to_monday_zero_offset()).days())?,
            Interval::Month => local.date().first_of_month(),
        };
        midnight(date, zone)
    }

    /// The start of the next bucket.
    fn next(self, start: Timestamp, zone: &TimeZone) -> anyhow::Result<Timestamp> {
        let date = start.to_zoned(zone.clone()).date();
        match self {
            Interval::Hour => Ok(start.checked_add(SignedDuration::from_hours(1))?),
            Interval::Day => midnight(date.checked_add(1.day())?, zone),
            Interval::Week => midnight(date.checked_add(1.week())?, zone),
            Interval::Month => midnight(date.checked_add(1.month())?, zone),
        }
    }
}

fn midnight(date: Date, zone: &TimeZone) -> anyhow::Result<Timestamp> {
    Ok(date.to_zoned(zone.clone())?.start_of_day()?.timestamp())
}

/// The starts of all buckets that have a part of the range.
pub fn starts(
    since: Timestamp,
    until: Timestamp,
    interval: Interval,
    zone: &TimeZone,
) -> anyhow::Result<Vec<Timestamp>> {
    let mut starts = vec![];
    let mut start = interval.start(since, zone)?;
    while start < until {
        starts.push(start);
        start = interval.next(start, zone)?;
    }
    Ok(starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_follow_the_calendar_of_the_zone() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let found = |since, until, interval, zone| {
            let starts = starts(at(since), at(until), interval, &TimeZone::get(zone).unwrap()).unwrap();
            starts.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        // A day of 25 hours.
        let days = found("2026-10-24T23:00:00Z", "2026-10-26T00:00:00Z", Interval::Day, "Europe/Vienna");
        assert_eq!(days, ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"]);
        let hours = found("2026-11-01T00:30:00Z", "2026-11-01T01:30:00Z", Interval::Hour, "Asia/Kathmandu");
        assert_eq!(hours, ["2026-11-01T00:15:00Z", "2026-11-01T01:15:00Z"]);
        let weeks = found("2026-11-11T00:00:00Z", "2026-11-17T00:00:00Z", Interval::Week, "UTC");
        assert_eq!(weeks, ["2026-11-09T00:00:00Z", "2026-11-16T00:00:00Z"]);
        let months = found("2026-10-31T12:00:00Z", "2026-11-02T00:00:00Z", Interval::Month, "UTC");
        assert_eq!(months, ["2026-10-01T00:00:00Z", "2026-11-01T00:00:00Z"]);
    }
}
