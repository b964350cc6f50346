//! The length of the present history. When Temporal suggests a new one, no further effect begins; when the last one has
//! ended, the run continues in a new history.

use std::cell::Cell;

/// A history contains at least this many effects, however large they are: a run must make progress.
const LEAST_EFFECTS: u32 = 20;

#[derive(Default)]
pub(super) struct History(Cell<State>);

#[derive(Clone, Copy, Default)]
struct State {
    begun: u32,
    in_flight: u32,
    phase: Phase,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Open,
    /// A step waits for a new history.
    Full,
    /// Nothing is in flight any more. Steps that are dropped now continue in the new history.
    Ending,
}

impl History {
    /// The right to begin an effect; `None` when the history is full. `suggested` says whether Temporal wants a new one.
    pub(super) fn begin_effect(&self, suggested: bool) -> Option<InFlight<'_>> {
        let mut state = self.0.get();
        if state.phase == Phase::Open && suggested && state.begun >= LEAST_EFFECTS {
            state.phase = Phase::Full;
        }
        if state.phase != Phase::Open {
            self.0.set(state);
            return None;
        }
        state.begun += 1;
        self.0.set(state);
        Some(self.in_flight())
    }

    /// While the guard exists, something is in flight that a new history would have to repeat.
    pub(super) fn in_flight(&self) -> InFlight<'_> {
        self.update(|state| state.in_flight += 1);
        InFlight(self)
    }

    /// True if the run continues in a new history now. Called after every step of the interpretation.
    pub(super) fn ends(&self) -> bool {
        self.update(|state| {
            if state.phase != Phase::Open {
                state.phase = if state.in_flight == 0 { Phase::Ending } else { Phase::Full };
            }
        });
        self.is_ending()
    }

    pub(super) fn is_ending(&self) -> bool {
        self.0.get().phase == Phase::Ending
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.0.get();
        change(&mut state);
        self.0.set(state);
    }
}

pub(super) struct InFlight<'a>(&'a History);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.update(|state| state.in_flight -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_ends_when_it_is_full_and_nothing_is_in_flight() {
        let history = History::default();
        for _ in 0..LEAST_EFFECTS {
            assert!(history.begin_effect(true).is_some(), "a run must get on");
            assert!(!history.ends());
        }
        let evaluation = history.in_flight();
        assert!(history.begin_effect(false).is_some(), "Temporal does not suggest a new one");
        assert!(history.begin_effect(true).is_none());
        assert!(history.begin_effect(false).is_none(), "it stays full");
        assert!(!history.ends() && !history.is_ending(), "an evaluation is in flight");
        drop(evaluation);
        assert!(!history.is_ending(), "before the next step has been made");
        assert!(history.ends() && history.is_ending());
    }
}
