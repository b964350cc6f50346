//! The calls that the sink received: by which step of which run, how often, and with which keys.

use crate::{
    Outcome,
    sink::{Arrival, Reply},
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// The response time, long enough that calls are in progress when a process is killed.
const RESPONSE_DELAY: Duration = Duration::from_millis(250);

#[derive(Default)]
pub struct Calls(Mutex<BTreeMap<(String, String), Requests>>);

#[derive(Default)]
struct Requests {
    times: usize,
    keys: BTreeSet<String>,
}

/// The sums of all calls.
#[derive(Default)]
pub struct Totals {
    requests: usize,
    effects: usize,
    duplicates: usize,
    /// Effects whose calls do not all have the expected key.
    wrong: Vec<String>,
}

impl Calls {
    /// The path names the step, the body the run.
    pub fn record(&self, arrival: &Arrival<'_>) -> Reply {
        let body: Value = serde_json::from_slice(arrival.body).unwrap_or_default();
        let run = body["run"].as_str().unwrap_or_default().to_owned();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let called = all.entry((run, arrival.path.trim_start_matches('/').to_owned())).or_default();
        called.times += 1;
        called.keys.insert(arrival.key.to_owned());
        Reply::After(RESPONSE_DELAY)
    }

    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for ((run, step), called) in &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            totals.effects += 1;
            totals.requests += called.times;
            totals.duplicates += called.times - 1;
            // The key of a step is, for example, `run_…:do/1/tell`.
            let own = |key: &String| key.starts_with(&format!("{run}:")) && key.ends_with(&format!("/{step}"));
            if run.is_empty() || called.keys.len() != 1 || !called.keys.iter().all(own) {
                totals.wrong.push(format!("{step} of {run:?} was called with {:?}", called.keys));
            }
        }
        totals
    }
}

impl Totals {
    pub fn report(&self, runs: usize, outcome: &mut Outcome) {
        self.wrong.iter().take(20).for_each(|line| eprintln!("workflow-faults: {line}"));
        outcome.figure(format!(
            "the sink was called {} times for {} effects: {} duplicates, {} effects with a wrong key",
            self.requests,
            self.effects,
            self.duplicates,
            self.wrong.len()
        ));
        let called = self.effects == 2 * runs;
        outcome.promise(called, format!("the sink is called for every run ({} effects)", self.effects));
        outcome.promise(self.wrong.is_empty(), "every call of the sink has the key of its step");
    }
}
