//! The start, the records and the outcome of a run.

use crate::Fault;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, io, time::Duration};

/// The start of a run.
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
    /// The rest of the workflow's timeout, if the run is resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining: Option<Duration>,
}

/// Results of steps with an effect (call, wait, approval, listen, emit), by path: they are not executed again. Also
/// earlier decisions: the fault of a task that timed out, which replaces the late result of an effect, and the output
/// of a competing `fork`. To retry a failed run, leave out the step that failed it: the `instance` of its fault.
pub type Done = BTreeMap<String, Result<Value, Fault>>;

/// The scope of expressions: `.` and the variables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    pub data: Value,
    /// Without the `$`: `context`, `input`, `workflow`, `run`, `task`, loop variables, `error`; only those that are
    /// used.
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

/// The record of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    #[serde(flatten)]
    pub step: Step,
    pub status: Status,
    /// The output of a `set`; for a competing `fork`, the winner, as soon as it is known. Other steps only pass on
    /// known data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A step with nested steps has begun.
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
    /// Never returned by the interpreter, which is dropped instead.
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
