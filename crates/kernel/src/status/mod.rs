//! How each part of the service is now, and how it was in the last 90 days.
//!
//! Every server watches the parts by itself and keeps what it saw in memory, so that the status page answers while
//! PostgreSQL or Redis is away. What was seen meanwhile is written when PostgreSQL is back.

mod history;
mod probe;
mod report;

pub use history::{Day, forget_old};
pub use report::{Bar, PartReport, Report};

use crate::{app::App, db::Error, http::Problem, supervisor::report::TaskSummary};
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

/// How often the parts are looked at.
pub const PERIOD: Duration = Duration::from_secs(5);

/// When they are first looked at: once connections had time to be made.
const FIRST: Duration = Duration::from_secs(1);

/// After how many looks what was seen is written, and the days are read again.
const WRITE: u64 = 3;

/// What people ask about, in the order in which they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Api,
    Postgresql,
    Redis,
    Events,
    Workers,
    Deliveries,
    Workflows,
    Background,
}

impl Part {
    pub const ALL: &[Part] = &[
        Part::Api,
        Part::Postgresql,
        Part::Redis,
        Part::Events,
        Part::Workers,
        Part::Deliveries,
        Part::Workflows,
        Part::Background,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Part::Api => "api",
            Part::Postgresql => "postgresql",
            Part::Redis => "redis",
            Part::Events => "events",
            Part::Workers => "workers",
            Part::Deliveries => "deliveries",
            Part::Workflows => "workflows",
            Part::Background => "background",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Part::Api => "API",
            Part::Postgresql => "PostgreSQL",
            Part::Redis => "Redis",
            Part::Events => "Event log",
            Part::Workers => "Workers",
            Part::Deliveries => "Webhook delivery",
            Part::Workflows => "Workflows",
            Part::Background => "Background tasks",
        }
    }

    pub fn about(self) -> &'static str {
        match self {
            Part::Api => "Answers requests.",
            Part::Postgresql => "Stores all data.",
            Part::Redis => "Shares rate limits between servers. Without it, each server counts separately.",
            Part::Events => "Records events for streams and webhooks.",
            Part::Workers => "Execute background work.",
            Part::Deliveries => "Sends events to webhook endpoints.",
            Part::Workflows => "Executes workflows. Runs wait while it is unavailable.",
            Part::Background => "Periodic and continuous tasks of servers and workers. A failed task is restarted.",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// This installation does without it, or has never seen it.
    NotInUse,
    Operational,
    Degraded,
    Down,
}

/// A part as it was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    pub state: State,
    pub latency: Option<Duration>,
    /// How far behind it is.
    pub lag: Option<Duration>,
}

impl Found {
    fn state(state: State) -> Found {
        Found { state, latency: None, lag: None }
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
    /// With the time since which it is in this state.
    parts: BTreeMap<Part, (Found, Timestamp)>,
    history: History,
}

/// What was answered since the last look.
#[derive(Default)]
struct Traffic {
    answers: AtomicU64,
    failures: AtomicU64,
    micros: AtomicU64,
}

impl Status {
    /// Called for every answer: it must cost nothing.
    pub fn answered(&self, status: u16, took: Duration) {
        self.traffic.answers.fetch_add(1, Relaxed);
        self.traffic.failures.fetch_add(u64::from(status >= 500), Relaxed);
        self.traffic.micros.fetch_add(took.as_micros() as u64, Relaxed);
    }

    /// `tasks` are the background tasks as they are now: nobody waits for the next look to learn of one that failed.
    pub fn report(&self, now: Timestamp, tasks: Vec<TaskSummary>) -> Report {
        let known = self.known();
        let mut parts = known.parts.clone();
        let found = probe::background(&tasks);
        let since =
            parts.get(&Part::Background).filter(|(before, _)| before.state == found.state).map(|(_, since)| *since);
        if known.checked_at.is_some() {
            parts.insert(Part::Background, (found, since.unwrap_or(now)));
        }
        report::report(&parts, &known.history.days, known.checked_at, now, tasks)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it was ever seen in the days that are kept.
    fn remembers(&self, part: Part) -> bool {
        self.known().history.days.keys().any(|(of, _)| *of == part)
    }

    fn learn(&self, found: &[(Part, Found)], now: Timestamp) {
        let mut known = self.known();
        for (part, found) in found {
            let before = known.parts.get(part).filter(|(before, _)| before.state == found.state).copied();
            let (latency, since) = before.map_or((None, now), |(before, since)| (before.latency, since));
            // Nobody asked since: what was last measured still says how it is.
            known.parts.insert(*part, (Found { latency: found.latency.or(latency), ..*found }, since));
            known.history.saw(*part, found.state, now);
        }
        known.checked_at = Some(now);
    }

    /// Writes what was seen and reads what all servers have seen. What cannot be written stays.
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

/// Looks at all parts once, and now and then writes what was seen.
pub async fn watch(app: App, round: u64) -> Result<(), Problem> {
    if round == 0 {
        sleep(FIRST).await;
    }
    let found = probe::look(&app).await;
    app.status.learn(&found, app.clock.now());
    if round.is_multiple_of(WRITE) { Ok(app.status.write(&app).await?) } else { Ok(()) }
}
