//! The month that a person asks for.

use super::super::{calendar, period};
use api::Fault;
use axum::http::Uri;
use jiff::{
    Timestamp, ToSpan,
    civil::{Date, date},
    tz::TimeZone,
};
use std::collections::BTreeMap;

/// The first month of which a report can be read.
pub const EARLIEST: Date = date(2001, 1, 1);

/// The fields of the form. A field that is empty was not sent.
pub struct Sent {
    pub organization_id: String,
    pub month: String,
    pub time_zone: String,
}

impl Sent {
    pub fn of(uri: &Uri) -> Sent {
        let given = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned();
        let mut given: BTreeMap<String, String> = given.collect();
        let mut text = |name: &str| given.remove(name).unwrap_or_default().trim().to_owned();
        Sent { organization_id: text("organization_id"), month: text("month"), time_zone: text("time_zone") }
    }
}

#[derive(Debug)]
pub struct Month {
    pub first: Date,
    pub since: Timestamp,
    pub until: Timestamp,
    pub zone: TimeZone,
    pub time_zone: String,
    pub now: Timestamp,
}

impl Month {
    /// Refuses what is not a month, with all reasons. By default, it is the current month in UTC.
    pub fn asked(sent: &Sent, now: Timestamp) -> Result<Month, Vec<String>> {
        let zone = if sent.time_zone.is_empty() { "UTC" } else { &sent.time_zone };
        let zone = period::zone(zone).map_err(|fault| about_zone(&sent.time_zone, &fault));
        let today = calendar::date(zone.as_ref().map_or(&TimeZone::UTC, |(zone, _)| zone), now);
        let first = match sent.month.as_str() {
            "" => Ok(today.first_of_month()),
            text => parse(text, today.first_of_month()),
        };
        match (zone, first) {
            (Ok((zone, time_zone)), Ok(first)) => {
                let (since, until) =
                    (calendar::midnight(&zone, first), calendar::midnight(&zone, first.saturating_add(1.month())));
                Ok(Month { first, since, until, zone, time_zone, now })
            }
            (zone, first) => Err([first.err(), zone.err()].into_iter().flatten().collect()),
        }
    }

    pub fn is_over(&self) -> bool {
        self.until <= self.now
    }

    pub fn before(&self) -> Option<Date> {
        Some(self.first.saturating_sub(1.month())).filter(|first| *first >= EARLIEST)
    }

    /// The next month, if it has begun.
    pub fn after(&self) -> Option<Date> {
        self.is_over().then(|| self.first.saturating_add(1.month()))
    }
}

/// `October 2026`
pub fn name(first: Date) -> String {
    first.strftime("%B %Y").to_string()
}

/// `2026-10`
pub fn value(first: Date) -> String {
    first.strftime("%Y-%m").to_string()
}

fn parse(text: &str, current: Date) -> Result<Date, String> {
    let is_month = text.len() == 7 && text.bytes().enumerate().all(|(at, byte)| (at == 4) == (byte == b'-'));
    let first = Some(text).filter(|_| is_month).and_then(|text| format!("{text}-01").parse::<Date>().ok());
    let Some(first) = first else {
        return Err(format!("“{text}” is not a month. Enter a year and a month, such as {}.", value(current)));
    };
    if first < EARLIEST || first > current {
        let (earliest, latest) = (value(EARLIEST), value(current));
        return Err(format!("There is no report of {text}. Enter a month from {earliest} to {latest}."));
    }
    Ok(first)
}

fn about_zone(text: &str, fault: &Fault) -> String {
    let advice = match &fault.did_you_mean {
        Some(name) => format!("Did you mean {name}?"),
        None => "Enter a name such as Europe/Vienna.".to_owned(),
    };
    format!("“{text}” is not a time zone of the IANA database. {advice}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(month: &str, time_zone: &str) -> Result<Month, Vec<String>> {
        let sent = Sent { organization_id: String::new(), month: month.to_owned(), time_zone: time_zone.to_owned() };
        Month::asked(&sent, "2026-11-30T23:30:00Z".parse().unwrap())
    }

    #[test]
    fn a_month_is_that_of_the_time_zone() {
        let october = asked("2026-10", "Europe/Vienna").unwrap();
        let expected: [Timestamp; 2] = ["2026-09-30T22:00Z", "2026-10-31T23:00Z"].map(|text| text.parse().unwrap());
        assert_eq!([october.since, october.until], expected);
        assert_eq!((name(october.first).as_str(), october.is_over()), ("October 2026", true));
        assert_eq!((october.before(), october.after()), (Some(date(2026, 9, 1)), Some(date(2026, 11, 1))));
        // It is December in Vienna already.
        let (there, here) = (asked("", "Europe/Vienna").unwrap(), asked("", "").unwrap());
        assert_eq!((value(there.first), value(here.first)), ("2026-12".to_owned(), "2026-11".to_owned()));
        assert!(!here.is_over() && here.after().is_none() && here.time_zone == "UTC");
    }

    #[test]
    fn what_is_no_month_is_refused_with_an_example() {
        for text in ["October", "2026-13", "2026-1", "202610", "2026-10-01", "٢٠٢٦-10", "-026-10"] {
            let refused = asked(text, "UTC").unwrap_err();
            assert!(refused.len() == 1 && refused[0].ends_with("such as 2026-11."), "{text}: {refused:?}");
        }
        for text in ["2026-12", "2000-12", "9999-01"] {
            let refused = asked(text, "UTC").unwrap_err();
            assert!(refused[0].ends_with("from 2001-01 to 2026-11."), "{text}: {refused:?}");
        }
        let both = asked("?", "Europe/Viena").unwrap_err();
        assert!(both.len() == 2 && both[1].ends_with("Did you mean Europe/Vienna?"), "{both:?}");
    }
}
