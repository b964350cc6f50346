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

/// How long it takes over an answer, so that some are under way when somebody is killed.
const THINKING: Duration = Duration::from_millis(250);

#[derive(Default)]
pub struct Calls(Mutex<BTreeMap<(String, String), Called>>);

#[derive(Default)]
struct Called {
    times: usize,
    keys: BTreeSet<String>,
}

/// In sum.
#[derive(Default)]
pub struct Seen {
    requests: usize,
    effects: usize,
    duplicates: usize,
    /// Effects whose calls do not all carry the one key that they should.
    wrong: Vec<String>,
}

impl Calls {
    /// The path says which step, the body which run.
    pub fn take(&self, arrival: &Arrival<'_>) -> Reply {
        let body: Value = serde_json::from_slice(arrival.body).unwrap_or_default();
        let run = body["run"].as_str().unwrap_or_default().to_owned();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let called = all.entry((run, arrival.path.trim_start_matches('/').to_owned())).or_default();
        called.times += 1;
        called.keys.insert(arrival.key.to_owned());
        Reply::After(THINKING)
    }

    pub fn seen(&self) -> Seen {
        let mut seen = Seen::default();
        for ((run, step), called) in &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            seen.effects += 1;
            seen.requests += called.times;
            seen.duplicates += called.times - 1;
            // Of the step: `run_…:do/1/tell`.
            let own = |key: &String| key.starts_with(&format!("{run}:")) && key.ends_with(&format!("/{step}"));
            if run.is_empty() || called.keys.len() != 1 || !called.keys.iter().all(own) {
                seen.wrong.push(format!("{step} of {run:?} was called with {:?}", called.keys));
            }
        }
        seen
    }
}

impl Seen {
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
        outcome.promise(self.wrong.is_empty(), "every call of the sink carries the key of its step");
    }
}
