//! The deliveries that endpoints received: how often, in which order, and their responses.

use crate::{
    Outcome,
    sink::{Arrival, Reply},
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// The share of first attempts that fail.
const FAILING: f64 = 0.2;

/// After this time without a new delivery, something is stuck.
const STUCK: Duration = Duration::from_secs(45);

pub struct Arrivals {
    endpoints: Vec<Mutex<Endpoint>>,
    rng: Mutex<StdRng>,
    /// Deliveries that were taken at least once.
    distinct: AtomicUsize,
    last: Mutex<Instant>,
}

#[derive(Default)]
struct Endpoint {
    /// How often each event was sent, and how often it was taken.
    events: HashMap<String, (usize, usize)>,
    /// The last of each subject that was taken. All are ordered, whether that was asked for or not.
    lines: HashMap<String, i64>,
    inversions: Vec<String>,
    foreign: usize,
}

/// In sum.
#[derive(Default)]
pub struct Seen {
    attempts: usize,
    refused: usize,
    duplicates: usize,
    /// Of endpoints that are sent the events of a subject in their order.
    inversions: usize,
    lines: usize,
    /// Whose `webhook-id` is not the event's.
    foreign: usize,
    pub wrong: Vec<String>,
}

impl Arrivals {
    pub fn new(endpoints: usize, seed: u64) -> Arrivals {
        Arrivals {
            endpoints: (0..endpoints).map(|_| Mutex::default()).collect(),
            rng: Mutex::new(StdRng::seed_from_u64(seed)),
            distinct: AtomicUsize::new(0),
            last: Mutex::new(Instant::now()),
        }
    }

    pub fn take(&self, arrival: &Arrival<'_>) -> Reply {
        let number = arrival.path.trim_start_matches('/').parse().ok();
        let Some(endpoint) = number.and_then(|number: usize| self.endpoints.get(number)) else {
            return Reply::Status(404);
        };
        let event: Value = serde_json::from_slice(arrival.body).unwrap_or_default();
        let subject = event["subject"]["id"].as_str().unwrap_or_default();
        let sequence = event["sequence"].as_i64().unwrap_or_default();
        let mut endpoint = lock(endpoint);
        endpoint.foreign += usize::from(event["id"] != arrival.id);
        endpoint.in_order(subject, sequence);
        let (sent, taken) = endpoint.events.entry(arrival.id.to_owned()).or_default();
        *sent += 1;
        if *sent == 1 && lock(&self.rng).random_bool(FAILING) {
            return Reply::Status(500);
        }
        *taken += 1;
        if *taken == 1 {
            self.distinct.fetch_add(1, Ordering::Relaxed);
            *lock(&self.last) = Instant::now();
        }
        let last = endpoint.lines.entry(subject.to_owned()).or_default();
        *last = (*last).max(sequence);
        Reply::Status(200)
    }

    pub fn distinct(&self) -> usize {
        self.distinct.load(Ordering::Relaxed)
    }

    pub fn is_stuck(&self) -> bool {
        lock(&self.last).elapsed() > STUCK
    }

    pub fn has(&self, endpoint: usize, id: &str) -> bool {
        lock(&self.endpoints[endpoint]).events.get(id).is_some_and(|(_, taken)| *taken > 0)
    }

    pub fn seen(&self) -> Seen {
        let mut seen = Seen::default();
        for (number, endpoint) in self.endpoints.iter().enumerate() {
            let endpoint = lock(endpoint);
            for (sent, taken) in endpoint.events.values() {
                seen.attempts += sent;
                seen.refused += sent - taken;
                seen.duplicates += taken.saturating_sub(1);
            }
            seen.foreign += endpoint.foreign;
            if super::IN_ORDER.contains(&(number % super::ENDPOINTS)) {
                seen.lines += endpoint.lines.len();
                seen.inversions += endpoint.inversions.len();
                seen.wrong.extend(endpoint.inversions.iter().map(|line| format!("endpoint {number}: {line}")));
            }
        }
        seen
    }
}

impl Seen {
    pub fn report(&self, outcome: &mut Outcome) {
        outcome.figure(format!("{} attempts, {} failed as they should", self.attempts, self.refused));
        outcome
            .figure(format!("{} duplicates, {} inversions in {} lines", self.duplicates, self.inversions, self.lines));
        outcome.promise(self.foreign == 0, format!("every attempt carries its event's id ({} do not)", self.foreign));
        outcome.promise(self.inversions == 0, "the events of a subject arrive in their order");
    }
}

impl Endpoint {
    /// The next of its subject, or the last one taken once more: everything else is out of order. Sequences have no gap,
    /// and the first event, the creation, was before the endpoint.
    fn in_order(&mut self, subject: &str, sequence: i64) {
        let last = self.lines.get(subject).copied().unwrap_or(1);
        if sequence != last + 1 && sequence != last {
            self.inversions.push(format!("{subject}: {sequence} came after {last}"));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
