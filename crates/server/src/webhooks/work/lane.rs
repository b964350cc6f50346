//! One endpoint's line of deliveries, in memory: which may go now, and what becomes of them. Time is handed in; nothing
//! here waits or stores.

use super::{endpoint::Endpoint, schedule::Pace};
use api::{EventKind, OrganizationId, webhooks::WebhookStatus};
use axum::body::Bytes;
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
};
use uuid::Uuid;

/// So many deliveries are held in memory at most; the table holds the others.
const WINDOW: usize = 256;

/// Failures in a row after which the endpoint counts as failing.
const FAILURES: i32 = 20;

/// A delivery whose time has come.
#[derive(Debug, Clone)]
pub struct Job {
    pub id: Uuid,
    pub event_id: Uuid,
    pub event_at: Timestamp,
    pub kind: EventKind,
    pub organization: Option<OrganizationId>,
    pub subject_id: Arc<str>,
    pub body: Bytes,
    /// That were made already and count.
    pub attempts: i32,
    pub replay: bool,
}

/// Why a delivery is sent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Errand {
    Schedule,
    /// Does a failing endpoint take it? It does not count as one of the delivery's attempts.
    Probe,
    /// Somebody asked for it: what comes of it says nothing about the endpoint.
    Replay,
}

impl Errand {
    pub fn name(self) -> &'static str {
        match self {
            Errand::Schedule => "schedule",
            Errand::Probe => "probe",
            Errand::Replay => "replay",
        }
    }
}

/// What an attempt came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Taken,
    /// The endpoint may have said when it wants to be asked again.
    Failed {
        again_after: Option<SignedDuration>,
    },
    /// 410: it wants no more.
    Gone,
}

/// What becomes of the delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Delivered,
    Again(Timestamp),
    Failed,
    /// It stays where it is in the line.
    Unchanged,
}

/// What becomes of the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    Failing,
    Recovered,
    Disabled(&'static str),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    pub consecutive_failures: i32,
    pub failing_since: Option<Timestamp>,
    pub last_success_at: Option<Timestamp>,
    pub last_failure_at: Option<Timestamp>,
}

pub struct Lane {
    pub endpoint: Arc<Endpoint>,
    /// Tells it from an earlier lane of the same endpoint.
    pub number: u64,
    status: WebhookStatus,
    health: Health,
    line: VecDeque<Job>,
    in_flight: HashSet<Uuid>,
    /// When the table has more: at once, or when its next delivery is due.
    load_at: Option<Timestamp>,
    loading: bool,
    /// Nothing goes before: it asked for time, or takes only so many a second.
    not_before: Timestamp,
    probe_at: Timestamp,
    failed_probes: u32,
    proven: bool,
}

impl Lane {
    /// The table may hold deliveries for it.
    pub fn new(endpoint: Arc<Endpoint>, health: Health, number: u64) -> Lane {
        let (status, earliest) = (endpoint.status, Timestamp::UNIX_EPOCH);
        Lane {
            endpoint,
            number,
            status,
            health,
            line: VecDeque::new(),
            in_flight: HashSet::new(),
            load_at: Some(earliest),
            loading: false,
            not_before: earliest,
            probe_at: earliest,
            failed_probes: 0,
            proven: false,
        }
    }

    /// The endpoint as it is now; who changed it may have added deliveries too.
    pub fn change(&mut self, endpoint: Arc<Endpoint>, now: Timestamp) {
        if endpoint.version != self.endpoint.version {
            // Whoever lets it go on, or mends it, wants to see it tried.
            if endpoint.status == WebhookStatus::Active && self.status != WebhookStatus::Active {
                self.health = Health { last_success_at: self.health.last_success_at, ..Health::default() };
            }
            self.status = endpoint.status;
            (self.probe_at, self.failed_probes, self.not_before) = (now, 0, now);
        }
        self.endpoint = endpoint;
        self.load_at = Some(now);
    }

    pub fn health(&self) -> &Health {
        &self.health
    }

    pub fn is_sending(&self) -> bool {
        matches!(self.status, WebhookStatus::Active | WebhookStatus::Failing) && self.endpoint.is_usable()
    }

    /// New deliveries, if there is room and none wait in the table before them; otherwise they are loaded later.
    pub fn add(&mut self, job: Job, now: Timestamp) {
        if self.line.len() < WINDOW && !self.loading && self.load_at.is_none_or(|at| at > now) {
            self.line.push_back(job);
        } else {
            self.load_at = Some(now);
        }
    }

    /// Whether to look into the table now: then it is taken as under way.
    pub fn wants_more(&mut self, now: Timestamp) -> bool {
        let wants = self.is_sending()
            && !self.loading
            && self.line.len() < self.window() / 2
            && self.load_at.is_some_and(|at| at <= now);
        if wants {
            (self.loading, self.load_at) = (true, None);
        }
        wants
    }

    /// What is in memory already, which the table has too.
    pub fn known(&self) -> impl Iterator<Item = Uuid> + '_ {
        self.line.iter().map(|job| job.id).chain(self.in_flight.iter().copied())
    }

    /// What the table had, and when it has more.
    pub fn loaded(&mut self, jobs: Vec<Job>, more_at: Option<Timestamp>) {
        self.loading = false;
        let mut known: HashSet<Uuid> = self.known().collect();
        self.line.extend(jobs.into_iter().filter(|job| known.insert(job.id)));
        self.more(more_at);
    }

    /// The table has something, or will have at this time.
    pub fn more(&mut self, at: Option<Timestamp>) {
        self.load_at = [self.load_at, at].into_iter().flatten().min();
    }

    /// How many may be under way at once: hardly any to one that has taken nothing yet, few to one that fails, so that it
    /// cannot take up the worker.
    fn allowance(&self) -> usize {
        match self.health.consecutive_failures {
            _ if !self.proven => 2,
            0 => 32,
            1..5 => 8,
            _ => 4,
        }
    }

    /// How many are loaded at once: no more than it may soon take.
    pub fn window(&self) -> usize {
        WINDOW.min(8 * self.allowance())
    }

    /// The next delivery that may go.
    pub fn next(&mut self, now: Timestamp) -> Option<(Job, Errand)> {
        if !self.is_sending() || self.not_before > now {
            return None;
        }
        let probing = self.status == WebhookStatus::Failing;
        let allowed = if probing { self.probe_at <= now && self.in_flight.is_empty() } else { self.has_room() };
        if !allowed {
            return None;
        }
        let job = loop {
            let job = self.line.pop_front()?;
            if self.endpoint.may_be_told(&job) {
                break job;
            }
            // Its owner may not read of it any more: whoever loads it from the table cancels it.
            self.load_at = Some(now);
        };
        self.in_flight.insert(job.id);
        if let Some(most) = self.endpoint.max_per_second {
            self.not_before = now + SignedDuration::from_nanos(1_000_000_000 / i64::from(most.max(1)));
        }
        let errand = match (job.replay, probing) {
            (true, _) => Errand::Replay,
            (_, true) => Errand::Probe,
            _ => Errand::Schedule,
        };
        Some((job, errand))
    }

    fn has_room(&self) -> bool {
        self.in_flight.len() < self.allowance()
    }

    /// When to look at it again, if nothing else happens before.
    pub fn wake_at(&self) -> Option<Timestamp> {
        if !self.is_sending() {
            return None;
        }
        let load = self.load_at.filter(|_| !self.loading && self.line.len() < self.window() / 2);
        let send = match self.line.is_empty() {
            true => None,
            false if self.status == WebhookStatus::Failing => {
                self.in_flight.is_empty().then_some(self.probe_at.max(self.not_before))
            }
            false => self.has_room().then_some(self.not_before),
        };
        [load, send].into_iter().flatten().min()
    }

    /// What an attempt came to, and what follows from it.
    pub fn finished(
        &mut self,
        job: &Job,
        errand: Errand,
        outcome: Outcome,
        pace: Pace,
        now: Timestamp,
    ) -> (Fate, Option<Turn>) {
        self.in_flight.remove(&job.id);
        let turn = if errand == Errand::Replay { None } else { self.judge(outcome, pace, now) };
        let asked = match outcome {
            Outcome::Failed { again_after } => again_after,
            _ => None,
        };
        if asked.is_some() {
            self.not_before = self.not_before.max(now + pace.asked(asked));
        }
        let fate = match (outcome, errand) {
            (Outcome::Taken, _) => Fate::Delivered,
            (_, Errand::Probe) => {
                self.probe_at = now + pace.probe_after(self.failed_probes);
                self.failed_probes += 1;
                self.line.push_front(job.clone());
                Fate::Unchanged
            }
            (_, Errand::Schedule | Errand::Replay) => {
                pace.next(job.attempts + 1, asked, now).map_or(Fate::Failed, Fate::Again)
            }
        };
        if let Fate::Again(at) = fate {
            self.more(Some(at));
        }
        (fate, turn)
    }

    fn judge(&mut self, outcome: Outcome, pace: Pace, now: Timestamp) -> Option<Turn> {
        let was_failing = self.status == WebhookStatus::Failing;
        if outcome == Outcome::Taken {
            self.health = Health {
                last_success_at: Some(now),
                last_failure_at: self.health.last_failure_at,
                ..Health::default()
            };
            (self.proven, self.failed_probes) = (true, 0);
            if was_failing {
                self.status = WebhookStatus::Active;
            }
            return was_failing.then_some(Turn::Recovered);
        }
        let health = &mut self.health;
        health.consecutive_failures += 1;
        health.last_failure_at = Some(now);
        let lasted = now.duration_since(*health.failing_since.get_or_insert(now));
        let tired = health.consecutive_failures >= FAILURES
            || (health.consecutive_failures > 1 && lasted >= pace.fails_after());
        let turn = match self.status {
            WebhookStatus::Paused | WebhookStatus::Disabled => None,
            _ if outcome == Outcome::Gone => Some(Turn::Disabled("The endpoint returned 410 (Gone).")),
            WebhookStatus::Failing if lasted >= pace.disabled_after() => {
                Some(Turn::Disabled("All attempts failed for five days."))
            }
            WebhookStatus::Active if tired => Some(Turn::Failing),
            _ => None,
        };
        match turn {
            Some(Turn::Disabled(_)) => self.status = WebhookStatus::Disabled,
            Some(Turn::Failing) => {
                self.status = WebhookStatus::Failing;
                (self.failed_probes, self.probe_at) = (0, now + pace.probe_after(0));
            }
            _ => {}
        }
        turn
    }
}

#[cfg(test)]
mod tests;
