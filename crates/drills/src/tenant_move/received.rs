//! The requests that the sink receives: webhooks, and calls of runs.

use crate::{
    Outcome,
    sink::{Arrival, Reply},
};
use serde_json::Value;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The duration of a call, long enough that calls are in progress when the tenant moves.
const CALL_DURATION: Duration = Duration::from_millis(800);

/// The paths of an endpoint without a limit, and of one whose limit is below the rate of events.
pub const ENDPOINTS: [&str; 2] = ["/hook", "/backlog"];

#[derive(Default)]
pub struct Received {
    /// Webhooks by the path of the endpoint.
    hooks: Mutex<HashMap<String, Hooks>>,
    /// Calls by their body.
    calls: Mutex<HashMap<Vec<u8>, Call>>,
}

/// The number of requests of a call, and their idempotency keys.
#[derive(Default)]
struct Call {
    times: usize,
    keys: BTreeSet<String>,
}

#[derive(Default)]
struct Hooks {
    times: HashMap<String, usize>,
    /// The last sequence number of each subject.
    last_sequences: HashMap<String, i64>,
    inversions: usize,
}

impl Received {
    pub fn record(&self, arrival: &Arrival<'_>) -> Reply {
        if !ENDPOINTS.contains(&arrival.path) {
            let mut calls = lock(&self.calls);
            let call = calls.entry(arrival.body.to_vec()).or_default();
            call.times += 1;
            call.keys.insert(arrival.key.to_owned());
            return Reply::After(CALL_DURATION);
        }
        let event: Value = serde_json::from_slice(arrival.body).unwrap_or_default();
        let subject = event["subject"]["id"].as_str().unwrap_or_default().to_owned();
        let sequence = event["sequence"].as_i64().unwrap_or_default();
        let mut hooks = lock(&self.hooks);
        let hooks = hooks.entry(arrival.path.to_owned()).or_default();
        *hooks.times.entry(arrival.id.to_owned()).or_default() += 1;
        let last = hooks.last_sequences.get(&subject).copied();
        // The next event and a repetition of the last one are in order.
        if last.is_some_and(|last| sequence != last && sequence != last + 1) {
            eprintln!("  {}: {subject}: {sequence} arrived after {last:?}", arrival.path);
            hooks.inversions += 1;
        }
        hooks.last_sequences.insert(subject, last.unwrap_or_default().max(sequence));
        Reply::Status(200)
    }

    pub fn has(&self, path: &str, event: &str) -> bool {
        lock(&self.hooks).get(path).is_some_and(|hooks| hooks.times.contains_key(event))
    }

    pub fn report(&self, deliveries: usize, outcome: &mut Outcome) {
        let hooks = lock(&self.hooks);
        let again: usize = hooks.values().flat_map(|hooks| hooks.times.values()).map(|times| times - 1).sum();
        let subjects: usize = hooks.values().map(|hooks| hooks.last_sequences.len()).sum();
        let inversions: usize = hooks.values().map(|hooks| hooks.inversions).sum();
        outcome.figure(format!(
            "{deliveries} deliveries, {again} repeated, {inversions} out of order in {subjects} subjects"
        ));
        outcome.promise(inversions == 0, "the events of a subject arrive in order");
    }

    /// Returns the numbers of distinct calls, of repetitions, and of calls without exactly one key.
    pub fn calls(&self) -> (usize, usize, usize) {
        let calls = lock(&self.calls);
        let again: usize = calls.values().map(|call| call.times - 1).sum();
        (calls.len(), again, calls.values().filter(|call| call.keys.len() != 1).count())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
