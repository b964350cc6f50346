//! The state of each part of the service, now and in the last 90 days.
//!
//! Every server monitors the parts on its own and keeps the results in memory, so that the status page works while
//! PostgreSQL or Redis is unavailable. The results are written when PostgreSQL is back.

mod history;
mod part;
mod probe;
mod report;

pub use history::{Day, forget_old};
pub use part::{Part, StatusPart, all as parts};
pub use report::{Bar, Colour, PartReport, Report};

use crate::{app::App, db::Error, family::Families, http::Problem, supervisor::report::TaskSummary};
use history::History;
use jiff::Timestamp;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::time::sleep;

/// The interval of the checks.
pub const PERIOD: Duration = Duration::from_secs(5);

/// The delay of the first check, so that connections can be opened before.
const FIRST: Duration = Duration::from_secs(1);

/// A part is degraded if its oldest work has waited for longer.
const LATE: Duration = Duration::from_secs(60);

/// The number of checks after which the results are written, and the days are read again.
const WRITE: u64 = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// This installation does not have it, or has never seen it.
    NotInUse,
    Operational,
    Degraded,
    Down,
}

/// The state of a part at one check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    pub state: State,
    pub latency: Option<Duration>,
    /// Its delay.
    pub lag: Option<Duration>,
}

impl Found {
    pub fn state(state: State) -> Found {
        Found { state, latency: None, lag: None }
    }

    /// A part whose oldest work has waited for this many seconds.
    pub fn behind(seconds: f64) -> Found {
        let lag = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let state = if lag > LATE { State::Degraded } else { State::Operational };
        Found { state, latency: None, lag: Some(lag) }
    }
}

#[derive(Default)]
pub struct Status {
    known: Mutex<Known>,
    traffic: Traffic,
}

#[derive(Default)]
struct Known {
    checked_at: Option<Timestamp>,
    /// By name, with the time since which it is in this state.
    parts: BTreeMap<&'static str, (Found, Timestamp)>,
    history: History,
}

/// The responses since the last check.
#[derive(Default)]
struct Traffic {
    answers: AtomicU64,
    failures: AtomicU64,
    micros: AtomicU64,
}

impl Status {
    /// Called for every response: it must be cheap.
    pub fn answered(&self, status: u16, took: Duration) {
        self.traffic.answers.fetch_add(1, Relaxed);
        self.traffic.failures.fetch_add(u64::from(status >= 500), Relaxed);
        self.traffic.micros.fetch_add(took.as_micros() as u64, Relaxed);
    }

    /// `tasks` are the background tasks in their present state: a failed one is shown at once, not after the next
    /// check.
    pub fn report(&self, families: &Families, now: Timestamp, tasks: Vec<TaskSummary>) -> Report {
        let known = self.known();
        let mut found = known.parts.clone();
        let background = probe::background(&tasks);
        let since = found
            .get(part::BACKGROUND.name)
            .filter(|(before, _)| before.state == background.state)
            .map(|(_, since)| *since);
        if known.checked_at.is_some() {
            found.insert(part::BACKGROUND.name, (background, since.unwrap_or(now)));
        }
        report::report(&part::all(families), &found, &known.history.days, known.checked_at, now, tasks)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if it was ever seen in the days that are kept.
    fn remembers(&self, part: Part) -> bool {
        self.known().history.days.keys().any(|(name, _)| *name == part.name)
    }

    fn learn(&self, found: &[(Part, Found)], now: Timestamp) {
        let mut known = self.known();
        for (part, found) in found {
            let before = known.parts.get(part.name).filter(|(before, _)| before.state == found.state).copied();
            let (latency, since) = before.map_or((None, now), |(before, since)| (before.latency, since));
            // There were no requests since: the last measurement is still valid.
            known.parts.insert(part.name, (Found { latency: found.latency.or(latency), ..*found }, since));
            known.history.saw(part.name, found.state, now);
        }
        known.checked_at = Some(now);
    }

    /// Writes the results and reads those of all servers. Results that cannot be written are kept.
    pub async fn write(&self, app: &App) -> Result<(), Error> {
        let samples = self.known().history.take();
        if let Err(error) = history::write(app, &samples).await {
            self.known().history.put_back(samples);
            return Err(error);
        }
        let days = history::read(app).await?;
        self.known().history.days = days;
        Ok(())
    }
}

/// Checks all parts once, and regularly writes the results.
pub async fn watch(app: App, round: u64) -> Result<(), Problem> {
    if round == 0 {
        sleep(FIRST).await;
    }
    let found = probe::look(&app).await;
    app.status.learn(&found, app.clock.now());
    if round.is_multiple_of(WRITE) { Ok(app.status.write(&app).await?) } else { Ok(()) }
}
