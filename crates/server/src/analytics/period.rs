//! The time that a request asks for: a range, and its buckets by the calendar of a time zone.

use super::calendar::{self, Buckets};
use api::{
    Fault,
    analytics::{AnalyticsInterval as Interval, AnalyticsRange},
    problem::FaultCode,
};
use flow::did_you_mean;
use jiff::{SignedDuration, Timestamp, ToSpan, tz::TimeZone};

/// Points of a series.
pub const POINTS_PER_SERIES: usize = 1_000;

/// Before the year 2000, some offsets of time zones are not multiples of 15 minutes.
const EARLIEST: Timestamp = Timestamp::constant(946_684_800, 0);

/// How far a range may reach into the future.
const AHEAD: SignedDuration = SignedDuration::from_hours(24 * 732);

#[derive(Debug, Clone)]
pub struct Period {
    pub range: AnalyticsRange,
    pub interval: Interval,
    pub zone: TimeZone,
    /// Its name as the database has it.
    pub time_zone: String,
    pub buckets: Buckets,
    pub now: Timestamp,
}

/// The parameters as they were sent.
pub struct Asked<'a> {
    pub since: Option<Timestamp>,
    pub until: Option<Timestamp>,
    pub interval: Option<Interval>,
    pub time_zone: Option<&'a str>,
}

/// The end of a range that is not asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Quarter,
    Day,
}

impl Period {
    pub fn asked(asked: &Asked<'_>, end: End, now: Timestamp) -> Result<Period, Vec<Fault>> {
        let (zone, time_zone) = zone(asked.time_zone.unwrap_or("UTC")).map_err(|fault| vec![fault])?;
        let today = calendar::date(&zone, now);
        let until = asked.until.unwrap_or_else(|| match end {
            End::Quarter => calendar::end_of_quarter(now),
            End::Day => calendar::midnight(&zone, today.saturating_add(1.day())),
        });
        let last = calendar::date(&zone, until - SignedDuration::from_nanos(1));
        let since = asked.since.unwrap_or_else(|| calendar::midnight(&zone, last.saturating_sub(29.days())));
        let faults = faults(since, until, now);
        if !faults.is_empty() {
            return Err(faults);
        }
        let interval = asked.interval.unwrap_or(Interval::Day);
        let buckets = calendar::buckets(&zone, interval, since, until, POINTS_PER_SERIES).ok_or_else(|| {
            let name = interval.name();
            let detail = format!(
                "the range has more than {POINTS_PER_SERIES} buckets of a {name}: choose a longer interval or a shorter range"
            );
            vec![Fault::of("interval", FaultCode::Exceeds, detail)]
        })?;
        Ok(Period { range: AnalyticsRange { since, until }, interval, zone, time_zone, buckets, now })
    }

    /// The boundaries of the period before.
    pub fn previous(&self) -> [Timestamp; 2] {
        let (since, until) = calendar::previous(&self.zone, self.range.since, self.range.until);
        [since, until]
    }

    /// The whole range as one bucket.
    pub fn whole(&self) -> [Timestamp; 2] {
        [self.range.since, self.range.until]
    }

    pub fn is_future(&self, bucket: usize) -> bool {
        self.buckets.boundaries[bucket] > self.now
    }

    /// Figures that are complete through some time are not final in a bucket that ends later.
    pub fn is_partial(&self, bucket: usize, complete_through: Timestamp) -> bool {
        let is_open = !self.is_future(bucket) && self.buckets.end(bucket) > complete_through.min(self.now);
        self.buckets.is_cut(bucket) || is_open
    }
}

fn faults(since: Timestamp, until: Timestamp, now: Timestamp) -> Vec<Fault> {
    let mut faults = vec![];
    for (name, at) in [("since", since), ("until", until)] {
        if !calendar::is_quarter(at) {
            let detail = "must be a full quarter of an hour, such as 2026-11-15T09:15:00Z";
            faults.push(Fault::of(name, FaultCode::Invalid, detail));
        } else if at < EARLIEST || at > now + AHEAD {
            faults.push(Fault::of(name, FaultCode::Exceeds, "must be between the year 2000 and two years from now"));
        }
    }
    if faults.is_empty() && since >= until {
        faults.push(Fault::of("until", FaultCode::Invalid, "must be later than since"));
    }
    faults
}

/// A zone of the database and its name there, whatever the case of the letters is.
pub fn zone(name: &str) -> Result<(TimeZone, String), Fault> {
    // These folders of some databases repeat all zones, one of them with leap seconds.
    let is_copy = ["right/", "posix/"].iter().any(|folder| name.to_ascii_lowercase().starts_with(folder));
    let found = TimeZone::get(name).ok().filter(|zone| !zone.is_unknown() && !is_copy);
    let named = found.and_then(|zone| Some((zone.clone(), zone.iana_name()?.to_owned())));
    named.ok_or_else(|| {
        let known: Vec<_> = jiff::tz::db().available().map(|name| name.to_string()).collect();
        Fault {
            did_you_mean: did_you_mean(name, known.iter().map(String::as_str)),
            ..Fault::of(
                "time_zone",
                FaultCode::Invalid,
                "is not a time zone of the IANA database, such as Europe/Vienna",
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn asked(since: Option<&str>, until: Option<&str>, time_zone: &str) -> Result<Period, Vec<Fault>> {
        let asked = Asked { since: since.map(at), until: until.map(at), interval: None, time_zone: Some(time_zone) };
        Period::asked(&asked, End::Quarter, at("2026-11-15T09:31:00Z"))
    }

    #[test]
    fn the_default_is_thirty_days_until_the_next_quarter() {
        let period = asked(None, None, "europe/vienna").unwrap();
        assert_eq!((period.range.since, period.range.until), (at("2026-10-16T22:00Z"), at("2026-11-15T09:45Z")));
        assert_eq!((period.buckets.len(), period.time_zone.as_str()), (30, "Europe/Vienna"));
        assert!(!period.buckets.is_cut(0) && period.is_partial(29, period.now));
        assert!(!period.is_partial(28, period.now) && period.is_partial(28, at("2026-11-14T22:59Z")));
    }

    #[test]
    fn every_fault_of_a_range_is_named() {
        let parameters = |since, until, zone| {
            let faults = asked(Some(since), Some(until), zone).unwrap_err();
            faults.into_iter().filter_map(|fault| fault.parameter).collect::<Vec<_>>()
        };
        assert_eq!(parameters("2026-11-01T00:01Z", "2026-11-02T00:00:01Z", "UTC"), ["since", "until"]);
        assert_eq!(parameters("2026-11-02T00:00Z", "2026-11-02T00:00Z", "UTC"), ["until"]);
        assert_eq!(parameters("1999-01-01T00:00Z", "2026-11-02T00:00Z", "UTC"), ["since"]);
        assert_eq!(parameters("2020-01-01T00:00Z", "2026-11-02T00:00Z", "UTC"), ["interval"]);
        assert_eq!(parameters("2026-11-01T00:00Z", "2026-11-02T00:00Z", "Mars/Olympus"), ["time_zone"]);
        let fault = &asked(None, None, "Europe/Viena").unwrap_err()[0];
        assert_eq!(fault.did_you_mean.as_deref(), Some("Europe/Vienna"));
        assert!(asked(None, None, "right/Europe/Vienna").is_err());
    }

    #[test]
    fn the_future_is_neither_known_nor_partial() {
        let period = asked(Some("2026-11-15T00:00Z"), Some("2026-11-18T00:00Z"), "UTC").unwrap();
        let shown = [0, 1, 2].map(|bucket| (period.is_future(bucket), period.is_partial(bucket, period.now)));
        assert_eq!(shown, [(false, true), (true, false), (true, false)]);
    }
}
