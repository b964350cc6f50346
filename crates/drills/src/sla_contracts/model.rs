//! An independent model of service levels. It evaluates every minute of the simulated time, and shares no code with the
//! service.

use jiff::{Timestamp, civil::Weekday, tz::TimeZone};
use std::collections::BTreeMap;

/// Opening hours, in minutes of the day: from, until.
type Hours = (i16, i16);

/// The open minutes since the start of the simulation, as a running total.
pub struct Calendar {
    start: i64,
    /// `open[n]` is the number of open minutes before minute `n`.
    open: Vec<i64>,
}

impl Calendar {
    pub fn new(zone: &TimeZone, week: &BTreeMap<i8, Vec<Hours>>, start: Timestamp, minutes: usize) -> Calendar {
        let start = start.as_second() / 60 * 60;
        let mut open = Vec::with_capacity(minutes + 1);
        let mut total = 0;
        for minute in 0..=minutes as i64 {
            open.push(total);
            let local = Timestamp::from_second(start + minute * 60).unwrap_or(Timestamp::MAX).to_zoned(zone.clone());
            let of_day = i16::from(local.hour()) * 60 + i16::from(local.minute());
            let hours = week.get(&weekday(local.weekday()));
            let is_open = hours.is_some_and(|hours| hours.iter().any(|(from, to)| (*from..*to).contains(&of_day)));
            total += i64::from(is_open);
        }
        Calendar { start, open }
    }

    /// Open seconds from the start of the simulation until a second of unix time.
    fn until(&self, second: i64) -> i64 {
        let (minute, rest) = ((second - self.start) / 60, (second - self.start) % 60);
        let at = |minute: i64| self.open[(minute as usize).min(self.open.len() - 1)];
        at(minute) * 60 + (at(minute + 1) - at(minute)) * rest
    }

    fn between(&self, from: i64, to: i64) -> i64 {
        if to > from { self.until(to) - self.until(from) } else { 0 }
    }

    /// The first second with this many open seconds since `from`; `None` if the simulated time ends before.
    fn after(&self, from: i64, seconds: i64) -> Option<i64> {
        if seconds <= 0 {
            return Some(from);
        }
        let goal = self.until(from) + seconds;
        let minute = self.open.partition_point(|open| open * 60 < goal);
        if minute >= self.open.len() {
            return None;
        }
        let before = minute.saturating_sub(1) as i64;
        let missing = goal - self.open[before as usize] * 60;
        Some(self.start + before * 60 + missing)
    }
}

fn weekday(day: Weekday) -> i8 {
    day.to_monday_zero_offset()
}

/// The terms of a policy, for one priority and type.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    pub calendar: &'a Calendar,
    /// Seconds of each target, by `Target`.
    pub targets: [Option<i64>; 2],
}

/// The target that a clock measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Response = 0,
    Resolution = 1,
}

#[derive(Debug, Clone, Copy)]
pub struct Clock {
    kind: Target,
    pub used: i64,
    pub counted: Timestamp,
    pub running: bool,
    pub stopped: bool,
    pub breached_at: Option<Timestamp>,
}

impl Clock {
    pub fn new(kind: Target, now: Timestamp) -> Clock {
        Clock { kind, used: 0, counted: now, running: true, stopped: false, breached_at: None }
    }

    /// Counts until `now`, by these terms.
    pub fn count(&mut self, now: Timestamp, terms: &Terms<'_>) {
        let target = terms.targets[self.kind as usize];
        if self.running {
            let more = terms.calendar.between(self.counted.as_second(), now.as_second());
            if let Some(target) = target
                && self.used <= target
                && self.used + more > target
            {
                let late = terms.calendar.after(self.counted.as_second(), target - self.used + 1);
                self.breached_at = late.and_then(|late| Timestamp::from_second(late - 1).ok());
            }
            self.used += more;
        }
        self.counted = now;
    }

    /// Applies new terms from now on.
    pub fn apply(&mut self, terms: &Terms<'_>) {
        let exceeds = terms.targets[self.kind as usize].is_some_and(|target| self.used > target);
        self.breached_at = match self.breached_at {
            _ if !exceeds => None,
            None => Some(self.counted),
            known => known,
        };
    }

    /// The state and the due time that the ticket must show.
    pub fn shown(&self, terms: &Terms<'_>) -> Option<(&'static str, Option<Timestamp>)> {
        let target = terms.targets[self.kind as usize]?;
        if self.used > target {
            return Some(("breached", self.breached_at));
        }
        if self.stopped {
            return Some(("met", None));
        }
        if !self.running {
            return Some(("paused", None));
        }
        let due = terms.calendar.after(self.counted.as_second(), target - self.used);
        Some(("running", due.and_then(|due| Timestamp::from_second(due).ok())))
    }
}
