//! One endpoint's queue of deliveries, in memory: which may be sent now, and the effects of an attempt's result. Time
//! is a parameter; nothing here waits or stores.

use super::{endpoint::Endpoint, schedule::RetrySchedule};
use api::{EventKind, OrganizationId, webhooks::WebhookStatus};
use axum::body::Bytes;
use jiff::{SignedDuration, Timestamp};
use kernel::telemetry::TraceContext;
use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
};
use uuid::Uuid;

/// The maximum number of deliveries in memory; the table holds the others.
const WINDOW: usize = 256;

/// How often the health of a healthy endpoint is stored.
const HEALTH_INTERVAL: SignedDuration = SignedDuration::from_secs(1);

/// Failures in a row after which the endpoint counts as failing.
const FAILURES: i32 = 20;

/// A delivery that is due.
#[derive(Debug, Clone)]
pub struct Job {
    pub id: Uuid,
    pub event_id: Uuid,
    pub event_at: Timestamp,
    pub kind: EventKind,
    pub organization: Option<OrganizationId>,
    pub subject_id: Arc<str>,
    pub body: Bytes,
    /// Earlier attempts that count.
    pub attempts: i32,
    pub replay: bool,
    /// The trace of the event.
    pub trace: Option<TraceContext>,
}

/// The reason why a delivery is sent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptKind {
    Scheduled,
    /// Tests whether a failing endpoint accepts deliveries again. It does not count as one of the delivery's attempts.
    Probe,
    /// A user requested it: its result does not affect the endpoint's health.
    Replay,
}

impl AttemptKind {
    pub fn name(self) -> &'static str {
        match self {
            AttemptKind::Scheduled => "schedule",
            AttemptKind::Probe => "probe",
            AttemptKind::Replay => "replay",
        }
    }
}

/// The result of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Accepted,
    /// With the delay that the endpoint may have requested.
    Failed {
        retry_after: Option<SignedDuration>,
    },
    /// 410: the endpoint does not accept events any more.
    Gone,
}

impl Outcome {
    /// For the metrics.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Accepted => "accepted",
            Outcome::Failed { .. } => "failed",
            Outcome::Gone => "gone",
        }
    }
}

/// The state of a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextState {
    Delivered,
    Retry(Timestamp),
    Failed,
    /// It keeps its position in the queue.
    Unchanged,
}

/// A change of an endpoint's status that follows from an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusChange {
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
    /// Different from the numbers of earlier lanes of the same endpoint.
    pub number: u64,
    status: WebhookStatus,
    health: Health,
    queue: VecDeque<Job>,
    in_flight: HashSet<Uuid>,
    /// When the table has more: at once, or when its next delivery is due.
    load_at: Option<Timestamp>,
    loading: bool,
    /// Nothing is sent before this time: the endpoint requested a delay, or has a limit per second.
    not_before: Timestamp,
    probe_at: Timestamp,
    failed_probes: u32,
    /// True if it has accepted a delivery since the lane was created.
    proven: bool,
    /// The consecutive failures when its health was last stored, and the time of that.
    stored_health: Option<(i32, Timestamp)>,
}

impl Lane {
    /// The table may contain deliveries for it.
    pub fn new(endpoint: Arc<Endpoint>, health: Health, number: u64) -> Lane {
        let (status, earliest) = (endpoint.status, Timestamp::UNIX_EPOCH);
        Lane {
            endpoint,
            number,
            status,
            health,
            queue: VecDeque::new(),
            in_flight: HashSet::new(),
            load_at: Some(earliest),
            loading: false,
            not_before: earliest,
            probe_at: earliest,
            failed_probes: 0,
            proven: false,
            stored_health: None,
        }
    }

    /// Updates the endpoint; the change may also have added deliveries to the table.
    pub fn update(&mut self, endpoint: Arc<Endpoint>, now: Timestamp) {
        if endpoint.version != self.endpoint.version {
            // A resumed or changed endpoint is tried at once.
            if endpoint.status == WebhookStatus::Active && self.status != WebhookStatus::Active {
                self.health = Health { last_success_at: self.health.last_success_at, ..Health::default() };
            }
            self.status = endpoint.status;
            (self.probe_at, self.failed_probes, self.not_before) = (now, 0, now);
        }
        self.endpoint = endpoint;
        self.load_at = Some(now);
    }

    /// The endpoint's health if it must be stored: failures at once, successes from time to time.
    pub fn health_to_store(&mut self, now: Timestamp) -> Option<Health> {
        let failures = self.health.consecutive_failures;
        let is_news = self.stored_health.is_none_or(|(stored_failures, at)| {
            stored_failures != failures || now.duration_since(at) >= HEALTH_INTERVAL
        });
        is_news.then(|| {
            self.stored_health = Some((failures, now));
            self.health.clone()
        })
    }

    pub fn is_sending(&self) -> bool {
        matches!(self.status, WebhookStatus::Active | WebhookStatus::Failing) && self.endpoint.is_usable()
    }

    /// Adds a new delivery, if there is room and none wait in the table before it; otherwise it is loaded later.
    pub fn add(&mut self, job: Job, now: Timestamp) {
        if self.queue.len() < WINDOW && !self.loading && self.load_at.is_none_or(|at| at > now) {
            self.queue.push_back(job);
        } else {
            self.load_at = Some(now);
        }
    }

    /// True if deliveries must be loaded from the table now. After `true`, [`Lane::loaded`] has to follow.
    pub fn begin_load(&mut self, now: Timestamp) -> bool {
        let wants = self.is_sending()
            && !self.loading
            && self.queue.len() < self.window() / 2
            && self.load_at.is_some_and(|at| at <= now);
        if wants {
            (self.loading, self.load_at) = (true, None);
        }
        wants
    }

    /// Deliveries in memory, which are also in the table.
    pub fn known(&self) -> impl Iterator<Item = Uuid> + '_ {
        self.queue.iter().map(|job| job.id).chain(self.in_flight.iter().copied())
    }

    /// Deliveries from the table, and when it has more.
    pub fn loaded(&mut self, jobs: Vec<Job>, more_at: Option<Timestamp>) {
        self.loading = false;
        let mut known: HashSet<Uuid> = self.known().collect();
        self.queue.extend(jobs.into_iter().filter(|job| known.insert(job.id)));
        self.more(more_at);
    }

    /// The table has more deliveries at this time.
    pub fn more(&mut self, at: Option<Timestamp>) {
        self.load_at = [self.load_at, at].into_iter().flatten().min();
    }

    /// The maximum number of attempts in flight: very few for an endpoint that has accepted nothing yet, few for a
    /// failing one, so that it cannot occupy the worker.
    fn allowance(&self) -> usize {
        match self.health.consecutive_failures {
            _ if !self.proven => 2,
            0 => 32,
            1..5 => 8,
            _ => 4,
        }
    }

    /// How many deliveries are loaded at once: no more than may be sent soon.
    pub fn window(&self) -> usize {
        WINDOW.min(8 * self.allowance())
    }

    /// The next delivery that may be sent.
    pub fn next(&mut self, now: Timestamp) -> Option<(Job, AttemptKind)> {
        if !self.is_sending() || self.not_before > now {
            return None;
        }
        let probing = self.status == WebhookStatus::Failing;
        let allowed = if probing { self.probe_at <= now && self.in_flight.is_empty() } else { self.has_room() };
        if !allowed {
            return None;
        }
        let job = loop {
            let job = self.queue.pop_front()?;
            if self.endpoint.may_receive(&job) {
                break job;
            }
            // The endpoint's owner may not read the event any more: the next load from the table cancels the delivery.
            self.load_at = Some(now);
        };
        self.in_flight.insert(job.id);
        if let Some(most) = self.endpoint.max_per_second {
            self.not_before = now + SignedDuration::from_nanos(1_000_000_000 / i64::from(most.max(1)));
        }
        let kind = match (job.replay, probing) {
            (true, _) => AttemptKind::Replay,
            (_, true) => AttemptKind::Probe,
            _ => AttemptKind::Scheduled,
        };
        Some((job, kind))
    }

    fn has_room(&self) -> bool {
        self.in_flight.len() < self.allowance()
    }

    /// When the lane may be ready next, if nothing else happens before.
    pub fn wake_at(&self) -> Option<Timestamp> {
        if !self.is_sending() {
            return None;
        }
        let load = self.load_at.filter(|_| !self.loading && self.queue.len() < self.window() / 2);
        let send = match self.queue.is_empty() {
            true => None,
            false if self.status == WebhookStatus::Failing => {
                self.in_flight.is_empty().then_some(self.probe_at.max(self.not_before))
            }
            false => self.has_room().then_some(self.not_before),
        };
        [load, send].into_iter().flatten().min()
    }

    /// The effects of an attempt's result on the delivery and on the endpoint.
    pub fn finished(
        &mut self,
        job: &Job,
        kind: AttemptKind,
        outcome: Outcome,
        schedule: RetrySchedule,
        now: Timestamp,
    ) -> (NextState, Option<StatusChange>) {
        self.in_flight.remove(&job.id);
        let change = if kind == AttemptKind::Replay { None } else { self.update_health(outcome, schedule, now) };
        let asked = match outcome {
            Outcome::Failed { retry_after } => retry_after,
            _ => None,
        };
        if asked.is_some() {
            self.not_before = self.not_before.max(now + schedule.asked(asked));
        }
        let next_state = match (outcome, kind) {
            (Outcome::Accepted, _) => NextState::Delivered,
            (_, AttemptKind::Probe) => {
                self.probe_at = now + schedule.probe_after(self.failed_probes);
                self.failed_probes += 1;
                self.queue.push_front(job.clone());
                NextState::Unchanged
            }
            (_, AttemptKind::Scheduled | AttemptKind::Replay) => {
                schedule.next(job.attempts + 1, asked, now).map_or(NextState::Failed, NextState::Retry)
            }
        };
        if let NextState::Retry(at) = next_state {
            self.more(Some(at));
        }
        (next_state, change)
    }

    fn update_health(&mut self, outcome: Outcome, schedule: RetrySchedule, now: Timestamp) -> Option<StatusChange> {
        let was_failing = self.status == WebhookStatus::Failing;
        if outcome == Outcome::Accepted {
            self.health = Health {
                last_success_at: Some(now),
                last_failure_at: self.health.last_failure_at,
                ..Health::default()
            };
            (self.proven, self.failed_probes) = (true, 0);
            if was_failing {
                self.status = WebhookStatus::Active;
            }
            return was_failing.then_some(StatusChange::Recovered);
        }
        let health = &mut self.health;
        health.consecutive_failures += 1;
        health.last_failure_at = Some(now);
        let lasted = now.duration_since(*health.failing_since.get_or_insert(now));
        let is_failing = health.consecutive_failures >= FAILURES
            || (health.consecutive_failures > 1 && lasted >= schedule.fails_after());
        let change = match self.status {
            WebhookStatus::Paused | WebhookStatus::Disabled => None,
            _ if outcome == Outcome::Gone => Some(StatusChange::Disabled("The endpoint returned 410 (Gone).")),
            WebhookStatus::Failing if lasted >= schedule.disabled_after() => {
                Some(StatusChange::Disabled("All attempts failed for five days."))
            }
            WebhookStatus::Active if is_failing => Some(StatusChange::Failing),
            _ => None,
        };
        match change {
            Some(StatusChange::Disabled(_)) => self.status = WebhookStatus::Disabled,
            Some(StatusChange::Failing) => {
                self.status = WebhookStatus::Failing;
                (self.failed_probes, self.probe_at) = (0, now + schedule.probe_after(0));
            }
            _ => {}
        }
        change
    }
}

#[cfg(test)]
pub(super) mod tests;
