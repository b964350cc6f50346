//! What a run begins with, passes along and comes to.

use crate::Fault;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, io, time::Duration};

/// What a run begins with.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Begun {
    pub input: Value,
    /// `$workflow` of expressions, e.g. `{id, name, version}`; `input` is added.
    #[serde(default)]
    pub workflow: Value,
    /// `$run` of expressions, e.g. `{id, trigger, started_at}`.
    #[serde(default)]
    pub run: Value,
    #[serde(default)]
    pub done: Done,
    /// What is left of the workflow's timeout when it is not the first beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining: Option<Duration>,
}

/// What steps with an effect (call, wait, approval, listen, emit) have come to already, by path: they are not done again.
/// And what was decided, so that it is not decided anew: of a task of any kind whose own time was up its fault, which takes
/// the place of what an effect came to too late; of a `fork` that competes what was noted as its output.
/// To retry a failed run, leave out the step that failed it: the `instance` of its fault.
pub type Done = BTreeMap<String, Result<Value, Fault>>;

/// What expressions see: `.` and the variables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    pub data: Value,
    /// Without the `$`: `context`, `input`, `workflow`, `run`, `task`, loop variables, `error`; those that are spoken of.
    pub variables: BTreeMap<String, Value>,
}

/// One execution of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Unique in a run: `do/2/patchAll/for[3]/do/0/patch`, `do/1/careful/try[2]/0/fetch` for a second attempt.
    pub path: String,
    pub name: String,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Do,
    Set,
    Call,
    Approval,
    Switch,
    For,
    Fork,
    Try,
    Wait,
    Listen,
    Emit,
    Raise,
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    #[serde(flatten)]
    pub step: Step,
    pub status: Status,
    /// What a `set` gave; of a `fork` that competes, as soon as it is known, who has won. Others only pass on what is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A step with steps in it has begun.
    Running,
    Succeeded,
    Failed,
    /// Its `if` did not hold.
    Skipped,
    /// It was overtaken: by a timeout, a failure or a faster branch.
    Canceled,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    Succeeded {
        output: Value,
    },
    Failed {
        fault: Fault,
    },
    /// The workflow's own timeout.
    TimedOut {
        fault: Fault,
    },
    /// Never by the interpreter, which is just dropped then.
    Canceled,
}

/// Bytes of a value as JSON.
pub(crate) fn size_of(value: &Value) -> usize {
    struct Counter(usize);
    impl io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    match serde_json::to_writer(&mut counter, value) {
        Ok(()) => counter.0,
        Err(_) => usize::MAX,
    }
}
