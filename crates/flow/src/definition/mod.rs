//! The definition of a workflow. A `Definition` is always valid.

mod catch;
mod cron;
mod draft;
mod reach;
mod reader;
mod schedule;
mod schema;
mod secrets;
mod tasks;

pub use draft::Draft;

use crate::{
    Code, Fault, Functions, Invalid, bounds,
    functions::{message, shown_pointer},
    run::size_of,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::time::Duration;

#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    pub document: Document,
    /// The JSON Schema of the input.
    pub schema: Option<Value>,
    /// `input.from`, `output.as`: templates.
    pub input: Option<Value>,
    pub output: Option<Value>,
    pub schedule: Option<Schedule>,
    pub concurrency: Option<Concurrency>,
    pub timeout: Option<Duration>,
    /// `use.secrets`: the names of the secrets that its calls may use.
    pub secrets: Vec<String>,
    pub tasks: Vec<Task>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub dsl: String,
    pub namespace: String,
    pub name: String,
    pub version: String,
    pub title: Option<String>,
    pub summary: Option<String>,
}

/// The schedule of a workflow, which starts its runs.
#[derive(Debug, Clone, PartialEq)]
pub enum Schedule {
    /// An event that fits one of these.
    On(Vec<EventPattern>),
    /// Five fields, in UTC.
    Cron(String),
    Every(Duration),
}

/// Events by kind (`ticket.created`, `ticket.*`) and by the webhooks' filter on their fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventPattern {
    pub types: Vec<String>,
    /// By field, the list of permitted values. An expression among these that returns a list adds all of its values.
    #[serde(default, deserialize_with = "schedule::alternatives_in_one_list")]
    pub filter: Map<String, Value>,
}

/// The maximum number of active runs with the same key.
#[derive(Debug, Clone, PartialEq)]
pub struct Concurrency {
    /// A template; `.` is the run's input.
    pub key: Value,
    pub limit: u32,
    pub on_conflict: OnConflict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnConflict {
    Queue,
    Skip,
    CancelRunning,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    pub name: String,
    /// `if`, `input.from`, `output.as`, `export.as`: templates.
    pub condition: Option<Value>,
    pub input: Option<Value>,
    pub output: Option<Value>,
    pub export: Option<Value>,
    pub timeout: Option<Duration>,
    pub then: Then,
    pub work: Work,
}

/// The task that follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Continue,
    /// Leave the list that the task is in.
    Exit,
    /// End the workflow.
    End,
    /// A later task of the same list, by its index.
    To(usize),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Work {
    Do(Vec<Task>),
    Set(Value),
    Call {
        function: String,
        with: Value,
    },
    Switch(Vec<Case>),
    For {
        each: String,
        at: String,
        list: Value,
        condition: Option<Value>,
        tasks: Vec<Task>,
    },
    Fork {
        branches: Vec<Task>,
        compete: bool,
    },
    Try {
        tasks: Vec<Task>,
        catch: Box<Catch>,
    },
    Wait(Length),
    /// A template of a list of [`EventPattern`].
    Listen(Value),
    /// A template of `{type, data?}`.
    Emit(Value),
    /// A template of a fault.
    Raise(Value),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    pub name: String,
    /// Absent: the case for all others.
    pub when: Option<Value>,
    pub then: Then,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Catch {
    /// Faults of this type and status; absent: of any.
    pub r#type: Option<String>,
    pub status: Option<u16>,
    pub variable: String,
    pub when: Option<Value>,
    pub except_when: Option<Value>,
    pub retry: Option<Retry>,
    pub tasks: Vec<Task>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Retry {
    pub when: Option<Value>,
    pub except_when: Option<Value>,
    pub delay: Duration,
    pub backoff: Backoff,
    /// How the block is retried.
    pub times: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backoff {
    Constant,
    Linear,
    Exponential,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Length {
    Fixed(Duration),
    /// A template of a duration.
    Asked(Value),
}

impl Definition {
    /// Collects all faults of a document, without evaluating anything.
    pub fn parse(document: &Value, functions: &Functions) -> Result<Definition, Vec<Invalid>> {
        Draft::read(document, functions).finish()
    }

    /// A definition that was checked when it was stored. The available functions may have changed since.
    pub fn stored(document: &Value) -> Result<Definition, Fault> {
        draft::read(document, None).finish().map_err(|invalid| {
            let first = invalid.first().map(|wrong| format!("{} {}", wrong.pointer, wrong.message));
            Fault::new(Fault::VALIDATION, 422, "The definition is invalid").detail(first.unwrap_or_default())
        })
    }

    /// The faults of an input, with pointers into the input.
    pub fn check_input(&self, input: &Value) -> Vec<Invalid> {
        if bounds::check_depth(input).is_err() {
            return vec![Invalid::at("", Code::Exceeds, format!("is nested deeper than {}", bounds::DEPTH))];
        }
        if size_of(input) > bounds::DATA_BYTES {
            return vec![Invalid::at("", Code::Exceeds, "is larger than 256 KiB")];
        }
        let Some(schema) = &self.schema else { return vec![] };
        let comparisons = bounds::values_in(input).saturating_mul(bounds::values_in(schema));
        if comparisons > bounds::COMPARISONS {
            return vec![Invalid::at("", Code::Exceeds, "has too many values for a schema as large as this one")];
        }
        // It was built when the definition was read.
        let Ok(validator) = schema::build(schema) else { return vec![] };
        let fault = |error: &jsonschema::ValidationError<'_>| {
            Invalid::at(shown_pointer(error.instance_path().as_str()), Code::Invalid, message(error))
        };
        match validator.validate(input) {
            Ok(()) => vec![],
            Err(first) if comparisons > bounds::COMPARISONS_OF_ALL_FAULTS => vec![fault(&first)],
            Err(_) => validator.iter_errors(input).take(schema::MOST_FAULTS).map(|error| fault(&error)).collect(),
        }
    }
}
