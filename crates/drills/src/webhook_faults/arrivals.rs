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
    /// Deliveries that were accepted at least once.
    distinct: AtomicUsize,
    last: Mutex<Instant>,
}

#[derive(Default)]
struct Endpoint {
    /// The number of attempts of each event, and the number of accepted ones.
    events: HashMap<String, (usize, usize)>,
    /// The last accepted sequence number of each subject, also of endpoints without ordering.
    last_sequences: HashMap<String, i64>,
    inversions: Vec<String>,
    wrong_ids: usize,
}

/// The sums of all endpoints.
#[derive(Default)]
pub struct Totals {
    attempts: usize,
    refused: usize,
    duplicates: usize,
    /// Events out of order, of endpoints with ordering.
    inversions: usize,
    /// Subjects of endpoints with ordering.
    subjects: usize,
    /// Attempts whose `webhook-id` is not the event's.
    wrong_ids: usize,
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

    pub fn record(&self, arrival: &Arrival<'_>) -> Reply {
        let number = arrival.path.trim_start_matches('/').parse().ok();
        let Some(endpoint) = number.and_then(|number: usize| self.endpoints.get(number)) else {
            return Reply::Status(404);
        };
        let event: Value = serde_json::from_slice(arrival.body).unwrap_or_default();
        let subject = event["subject"]["id"].as_str().unwrap_or_default();
        let sequence = event["sequence"].as_i64().unwrap_or_default();
        let mut endpoint = lock(endpoint);
        endpoint.wrong_ids += usize::from(event["id"] != arrival.id);
        endpoint.check_order(subject, sequence);
        let (sent, accepted) = endpoint.events.entry(arrival.id.to_owned()).or_default();
        *sent += 1;
        if *sent == 1 && lock(&self.rng).random_bool(FAILING) {
            return Reply::Status(500);
        }
        *accepted += 1;
        if *accepted == 1 {
            self.distinct.fetch_add(1, Ordering::Relaxed);
            *lock(&self.last) = Instant::now();
        }
        let last = endpoint.last_sequences.entry(subject.to_owned()).or_default();
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
        lock(&self.endpoints[endpoint]).events.get(id).is_some_and(|(_, accepted)| *accepted > 0)
    }

    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for (number, endpoint) in self.endpoints.iter().enumerate() {
            let endpoint = lock(endpoint);
            for (sent, accepted) in endpoint.events.values() {
                totals.attempts += sent;
                totals.refused += sent - accepted;
                totals.duplicates += accepted.saturating_sub(1);
            }
            totals.wrong_ids += endpoint.wrong_ids;
            if super::IN_ORDER.contains(&(number % super::ENDPOINTS)) {
                totals.subjects += endpoint.last_sequences.len();
                totals.inversions += endpoint.inversions.len();
                totals.wrong.extend(endpoint.inversions.iter().map(|line| format!("endpoint {number}: {line}")));
            }
        }
        totals
    }
}

impl Totals {
    pub fn report(&self, outcome: &mut Outcome) {
        outcome.figure(format!("{} attempts, {} failed on purpose", self.attempts, self.refused));
        outcome.figure(format!(
            "{} duplicates, {} inversions in {} subjects",
            self.duplicates, self.inversions, self.subjects
        ));
        outcome.promise(self.wrong_ids == 0, format!("every attempt has its event's id ({} do not)", self.wrong_ids));
        outcome.promise(self.inversions == 0, "the events of a subject arrive in order");
    }
}

impl Endpoint {
    /// The next event of its subject and a repetition of the last accepted one are in order. Sequences have no gap, and the
    /// first event, the creation, was before the endpoint.
    fn check_order(&mut self, subject: &str, sequence: i64) {
        let last = self.last_sequences.get(subject).copied().unwrap_or(1);
        if sequence != last + 1 && sequence != last {
            self.inversions.push(format!("{subject}: {sequence} arrived after {last}"));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
