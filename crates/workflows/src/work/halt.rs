//! The reason why an effect has no result: its step failed, or there was an internal failure.

use engine::Failed;
use flow::Fault;
use kernel::{db, http::Problem};
use std::time::Duration;

pub enum Halt {
    /// The definition may catch it.
    Fault(Fault),
    /// It is retried until it succeeds.
    Ours(Problem),
    /// It is called again after this time, because what it has begun has not ended.
    NotYet(Duration),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

impl From<Problem> for Halt {
    fn from(problem: Problem) -> Halt {
        Halt::Ours(problem)
    }
}

impl From<db::Error> for Halt {
    fn from(error: db::Error) -> Halt {
        Halt::Ours(error.into())
    }
}

impl From<tokio_postgres::Error> for Halt {
    fn from(error: tokio_postgres::Error) -> Halt {
        Halt::Ours(error.into())
    }
}

impl From<anyhow::Error> for Halt {
    fn from(error: anyhow::Error) -> Halt {
        Halt::Ours(Problem::internal(error))
    }
}

impl From<Halt> for Failed {
    fn from(halt: Halt) -> Failed {
        match halt {
            Halt::Fault(fault) => Failed::Fault(fault),
            Halt::NotYet(delay) => Failed::NotYet(delay),
            Halt::Ours(problem) => {
                let cause = problem.cause().map_or_else(String::new, |cause| format!(": {cause:#}"));
                Failed::Away(anyhow::anyhow!("{}{cause}", problem.detail()))
            }
        }
    }
}

/// The run was canceled, or has ended otherwise: it gets no further effects.
pub fn over() -> Fault {
    Fault::new("canceled", 409, "The run has ended")
}
