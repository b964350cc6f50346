//! The history of each part, by day: collected in memory, written when PostgreSQL is available.

use super::{State, part};
use crate::{
    app::App,
    db::{Db, Error, Reason},
};
use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date, tz::TimeZone};
use queries::{
    client::Params,
    queries::status::status::{AddStatusParams, add_status, forget_status_days, status_days},
};
use std::collections::{BTreeMap, HashMap};

/// Days that are kept and shown.
pub const DAYS: i32 = 90;

/// A gap between two checks that is longer counts as not monitored.
const GAP: SignedDuration = SignedDuration::from_secs(30);

/// The number of samples that are kept during an outage of PostgreSQL: more than a day. Then the oldest are dropped.
const KEPT: usize = 50_000;

#[derive(Default)]
pub struct History {
    pub days: HashMap<(&'static str, Date), Day>,
    current: BTreeMap<&'static str, Watch>,
    waiting: Vec<Sample>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    pub first_at: Timestamp,
    pub watched_seconds: f64,
    pub down_seconds: f64,
}

/// A period in which a part was monitored, and how long it was down.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    pub part: &'static str,
    pub from: Timestamp,
    pub to: Timestamp,
    pub down: SignedDuration,
}

struct Watch {
    from: Timestamp,
    to: Timestamp,
    down: SignedDuration,
}

impl History {
    /// The time since the last check counts as the present state.
    pub fn saw(&mut self, part: &'static str, state: State, now: Timestamp) {
        if state == State::NotInUse {
            self.current.remove(part);
            return;
        }
        let watch = self.current.entry(part).or_insert(Watch { from: now, to: now, down: SignedDuration::ZERO });
        let passed = now.duration_since(watch.to);
        if passed > GAP || date(watch.from) != date(now) {
            let ended = std::mem::replace(watch, Watch { from: now, to: now, down: SignedDuration::ZERO });
            self.waiting.extend(ended.sample(part));
            return;
        }
        watch.to = now;
        if state == State::Down {
            watch.down += passed;
        }
    }

    /// The samples to write. Monitoring continues.
    pub fn take(&mut self) -> Vec<Sample> {
        for (part, watch) in &mut self.current {
            self.waiting.extend(watch.sample(part));
            *watch = Watch { from: watch.to, to: watch.to, down: SignedDuration::ZERO };
        }
        std::mem::take(&mut self.waiting)
    }

    pub fn put_back(&mut self, mut samples: Vec<Sample>) {
        samples.append(&mut self.waiting);
        let surplus = samples.len().saturating_sub(KEPT);
        self.waiting = samples.split_off(surplus);
    }
}

impl Watch {
    fn sample(&self, part: &'static str) -> Option<Sample> {
        (self.to > self.from).then_some(Sample { part, from: self.from, to: self.to, down: self.down })
    }
}

pub fn date(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::UTC).date()
}

/// One statement for each period: a statement can change a row only once.
pub async fn write(app: &App, samples: &[Sample]) -> Result<(), Error> {
    let mut times: BTreeMap<(Timestamp, Timestamp), Vec<&Sample>> = BTreeMap::new();
    samples.iter().for_each(|sample| times.entry((sample.from, sample.to)).or_default().push(sample));
    let system = app.db.system(Reason::Status).await?;
    for samples in times.values() {
        let params = AddStatusParams {
            parts: samples.iter().map(|sample| sample.part).collect::<Vec<_>>(),
            from_ats: samples.iter().map(|sample| sample.from).collect::<Vec<_>>(),
            to_ats: samples.iter().map(|sample| sample.to).collect::<Vec<_>>(),
            down_ratios: samples.iter().map(|sample| sample.down_ratio()).collect::<Vec<_>>(),
        };
        add_status().params(&*system, &params).all().await?;
    }
    Ok(())
}

impl Sample {
    fn down_ratio(&self) -> f64 {
        let watched = self.to.duration_since(self.from).as_secs_f64();
        if watched > 0.0 { (self.down.as_secs_f64() / watched).clamp(0.0, 1.0) } else { 0.0 }
    }
}

pub async fn read(app: &App) -> Result<HashMap<(&'static str, Date), Day>, Error> {
    let system = app.db.system(Reason::Status).await?;
    let since = date(app.clock.now()) - DAYS.days();
    let rows = status_days().bind(&*system, &since).all().await?;
    let parts = part::all(app.families);
    let days = rows.into_iter().filter_map(|row| {
        let part = parts.iter().find(|part| part.name == row.part)?;
        let (watched_seconds, down_seconds) = (row.watched_seconds, row.down_seconds);
        Some(((part.name, row.day), Day { first_at: row.first_at, watched_seconds, down_seconds }))
    });
    Ok(days.collect())
}

pub async fn forget_old(db: &Db, now: Timestamp) -> Result<(), Error> {
    let system = db.system(Reason::Retention).await?;
    forget_status_days().bind(&*system, &(date(now) - DAYS.days())).all().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_763_164_800 + seconds).unwrap()
    }

    fn sample(from: i64, to: i64, down: i64) -> Sample {
        Sample { part: "redis", from: at(from), to: at(to), down: SignedDuration::from_secs(down) }
    }

    fn watched(looks: &[(i64, State)]) -> History {
        let mut history = History::default();
        looks.iter().for_each(|(seconds, state)| history.saw("redis", *state, at(*seconds)));
        history
    }

    #[test]
    fn the_time_before_a_look_counts_as_what_it_found() {
        let mut history = watched(&[(0, State::Operational), (5, State::Down), (10, State::Degraded)]);
        assert_eq!(history.take(), [sample(0, 10, 5)]);
        history.saw("redis", State::Down, at(15));
        assert_eq!(history.take(), [sample(10, 15, 5)], "nothing is counted twice");
        assert_eq!(history.take(), []);
    }

    #[test]
    fn while_nobody_looks_nothing_is_watched_and_a_day_ends_at_midnight() {
        let mut history = watched(&[(0, State::Operational), (5, State::Operational), (100, State::Down)]);
        assert_eq!(history.take(), [sample(0, 5, 0)]);
        let day = 86_400;
        let mut history = watched(&[
            (day - 10, State::Operational),
            (day - 5, State::Operational),
            (day, State::Down),
            (day + 5, State::Down),
        ]);
        assert_eq!(history.take(), [sample(day - 10, day - 5, 0), sample(day, day + 5, 5)]);
    }

    #[test]
    fn what_cannot_be_written_waits_in_order() {
        let mut history = watched(&[(0, State::Operational), (5, State::Down)]);
        let first = history.take();
        history.saw("redis", State::Operational, at(10));
        history.put_back(first);
        assert_eq!(history.take(), [sample(0, 5, 5), sample(5, 10, 0)]);
    }
}
