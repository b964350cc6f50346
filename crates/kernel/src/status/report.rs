//! The report of all parts: one form for the page and for programs.

use super::{
    Day, Found, Part, State,
    history::{DAYS, date},
    part::{API, BACKGROUND},
};
use crate::supervisor::report::TaskSummary;
use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

const SECONDS: f64 = 86_400.0;

/// A server that stops and starts again is not a failure of the API.
const RESTART: f64 = 30.0;

#[derive(Debug, Serialize)]
pub struct Report {
    /// The worst state of any part; `null` before the first check.
    pub status: Option<State>,
    pub checked_at: Option<Timestamp>,
    pub parts: Vec<PartReport>,
}

#[derive(Debug, Serialize)]
pub struct PartReport {
    pub name: &'static str,
    pub title: &'static str,
    #[serde(skip)]
    pub about: &'static str,
    /// `null`: not checked yet.
    pub status: Option<State>,
    pub since: Option<Timestamp>,
    pub latency_ms: Option<f64>,
    pub lag_seconds: Option<f64>,
    /// Of the monitored time in these days; `null` if there was none.
    pub uptime_ratio: Option<f64>,
    /// Each task, for the part of background tasks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<TaskSummary>,
    /// Oldest first.
    pub days: Vec<Bar>,
}

#[derive(Debug, PartialEq, Serialize)]
pub struct Bar {
    pub day: Date,
    pub watched_seconds: u64,
    pub down_seconds: u64,
    #[serde(skip)]
    pub colour: Colour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    NoData,
    Good,
    Trouble,
    Bad,
}

pub fn report(
    parts: &[Part],
    found: &BTreeMap<&'static str, (Found, Timestamp)>,
    days: &HashMap<(&'static str, Date), Day>,
    checked_at: Option<Timestamp>,
    now: Timestamp,
    mut tasks: Vec<TaskSummary>,
) -> Report {
    let part = |part: &Part| {
        let known = found.get(part.name);
        let bars = bars(part.name, days, now);
        let (watched, down) = bars.iter().fold((0, 0), |(w, d), bar| (w + bar.watched_seconds, d + bar.down_seconds));
        PartReport {
            name: part.name,
            title: part.title,
            about: part.about,
            status: known.map(|(found, _)| found.state),
            since: known.map(|(_, since)| *since),
            latency_ms: known
                .and_then(|(found, _)| found.latency)
                .map(|time| (time.as_secs_f64() * 1e5).round() / 100.0),
            lag_seconds: known.and_then(|(found, _)| found.lag).map(|time| (time.as_secs_f64() * 10.0).round() / 10.0),
            uptime_ratio: (watched > 0).then(|| 1.0 - down as f64 / watched as f64),
            tasks: if part.name == BACKGROUND.name { std::mem::take(&mut tasks) } else { vec![] },
            days: bars,
        }
    };
    let status = found.values().map(|(found, _)| found.state).max();
    Report { status, checked_at, parts: parts.iter().map(part).collect() }
}

fn bars(part: &'static str, days: &HashMap<(&'static str, Date), Day>, now: Timestamp) -> Vec<Bar> {
    let today = date(now);
    let first = days.iter().filter(|((of, _), _)| *of == part).map(|(_, day)| day.first_at).min();
    let all = (0..DAYS).rev().map(|back| today - back.days());
    all.map(|day| bar(part, day, days.get(&(part, day)), first, now)).collect()
}

/// The API monitors itself: gaps after the first check count as down.
fn bar(part: &str, day: Date, known: Option<&Day>, first: Option<Timestamp>, now: Timestamp) -> Bar {
    let (mut watched, mut down) = known.map_or((0.0, 0.0), |known| (known.watched_seconds, known.down_seconds));
    if part == API.name
        && let Some(first) = first
    {
        let expected = passed(day, first, now);
        let missing = expected - watched;
        if missing > RESTART {
            (watched, down) = (expected, down + missing);
        }
    }
    let colour = match down / watched {
        _ if watched < 1.0 => Colour::NoData,
        ratio if ratio > 0.05 => Colour::Bad,
        _ if down >= 1.0 => Colour::Trouble,
        _ => Colour::Good,
    };
    Bar { day, watched_seconds: watched.round() as u64, down_seconds: down.round() as u64, colour }
}

/// The number of seconds of a day between two times.
fn passed(day: Date, from: Timestamp, to: Timestamp) -> f64 {
    let Ok(midnight) = day.to_zoned(TimeZone::UTC).map(|midnight| midnight.timestamp()) else { return 0.0 };
    let since = |at: Timestamp| at.duration_since(midnight).as_secs_f64().clamp(0.0, SECONDS);
    since(to) - since(from)
}

impl PartReport {
    pub fn tasks_in_trouble(&self) -> bool {
        self.tasks.iter().any(|task| task.state.is_trouble())
    }
}

impl Bar {
    pub fn class(&self) -> &'static str {
        match self.colour {
            Colour::NoData => "none",
            Colour::Good => "good",
            Colour::Trouble => "warn",
            Colour::Bad => "bad",
        }
    }

    /// Of 40: the worse the day, the lower its bar, for people who do not see the colours.
    pub fn height(&self) -> u8 {
        match self.colour {
            Colour::NoData => 4,
            Colour::Good => 40,
            Colour::Trouble => 26,
            Colour::Bad => 14,
        }
    }

    pub fn words(&self) -> String {
        let down = self.down_seconds;
        match self.colour {
            Colour::NoData => format!("{}: no data", self.day),
            Colour::Good => format!("{}: no incidents", self.day),
            _ if down < 120 => format!("{}: down for {down} s", self.day),
            _ if down < 7200 => format!("{}: down for {} min", self.day, down / 60),
            _ => format!("{}: down for {:.1} h", self.day, down as f64 / 3600.0),
        }
    }
}

impl State {
    pub fn words(self) -> &'static str {
        match self {
            State::NotInUse => "Not in use",
            State::Operational => "Operational",
            State::Degraded => "Degraded",
            State::Down => "Down",
        }
    }

    pub fn class(self) -> &'static str {
        match self {
            State::NotInUse => "none",
            State::Operational => "good",
            State::Degraded => "warn",
            State::Down => "bad",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn only(part: &'static str, day: &str, known: Day) -> HashMap<(&'static str, Date), Day> {
        HashMap::from([((part, day.parse().unwrap()), known)])
    }

    #[test]
    fn there_is_a_bar_for_each_day_and_none_is_made_up() {
        let known = Day { first_at: at("2026-11-14T00:00:00Z"), watched_seconds: 86_400.0, down_seconds: 60.0 };
        let bars = bars("redis", &only("redis", "2026-11-14", known), at("2026-11-15T12:00:00Z"));
        assert_eq!(bars.len(), 90);
        assert_eq!((bars[88].colour, bars[88].words()), (Colour::Trouble, "2026-11-14: down for 60 s".to_owned()));
        assert!(bars.iter().filter(|bar| bar.colour == Colour::NoData).count() == 89, "nobody watched Redis");
    }

    #[test]
    fn when_nobody_watched_the_api_was_not_there() {
        let known = Day { first_at: at("2026-11-14T12:00:00Z"), watched_seconds: 21_600.0, down_seconds: 0.0 };
        let bars = bars("api", &only("api", "2026-11-14", known), at("2026-11-15T01:00:00Z"));
        assert_eq!((bars[88].watched_seconds, bars[88].down_seconds), (43_200, 21_600));
        assert_eq!((bars[89].watched_seconds, bars[89].down_seconds), (3600, 3600));
        assert_eq!(bars[87].colour, Colour::NoData, "before it was first seen");
    }
}
