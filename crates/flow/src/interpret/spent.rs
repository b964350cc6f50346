//! The resources that a run has used. A run that exceeds a limit ends: it cannot catch that.

use crate::{Fault, bounds};
use std::cell::Cell;

#[derive(Default)]
pub(super) struct Spent {
    steps: Cell<usize>,
    evaluations: Cell<usize>,
    /// Bytes of the host's results, now or before.
    answers: Cell<usize>,
}

impl Spent {
    pub fn step(&self) -> Result<(), Fault> {
        self.steps.set(self.steps.get() + 1);
        self.check()
    }

    pub fn evaluation(&self) -> Result<(), Fault> {
        self.evaluations.set(self.evaluations.get() + 1);
        self.check()
    }

    pub fn answer(&self, bytes: usize) -> Result<(), Fault> {
        self.answers.set(self.answers.get() + bytes);
        self.check()
    }

    pub fn is_all(&self) -> bool {
        self.check().is_err()
    }

    fn check(&self) -> Result<(), Fault> {
        let (kind, status, title) = if self.steps.get() > bounds::STEPS {
            (Fault::TOO_MANY_STEPS, 409, format!("The run has more than {} steps", bounds::STEPS))
        } else if self.evaluations.get() > bounds::EVALUATIONS {
            let title = format!("The run evaluated expressions more than {} times", bounds::EVALUATIONS);
            (Fault::TOO_MANY_STEPS, 409, title)
        } else if self.answers.get() > bounds::ANSWERS_BYTES {
            (Fault::TOO_LARGE, 413, "The steps and expressions of the run returned more than 16 MiB".to_owned())
        } else {
            return Ok(());
        };
        Err(Fault::new(kind, status, title))
    }
}
