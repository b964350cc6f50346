//! What a workflow is made of. A definition that exists is valid.

use crate::{Fault, Functions, Invalid, sandbox::Expression};
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

/// What starts a run by itself.
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
    #[serde(default)]
    pub filter: Map<String, Value>,
}

/// How many runs with the same key may be under way.
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

/// Where to go after a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Continue,
    /// Leave the list that the task is in.
    Exit,
    /// End the workflow.
    End,
    /// A later task of the same list, by its place.
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
    /// The first attempt included.
    pub attempts: u32,
    /// How long all attempts together may take.
    pub within: Option<Duration>,
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
    /// All that can be said against a document without evaluating anything.
    pub fn parse(document: &Value, functions: &Functions) -> Result<Definition, Vec<Invalid>> {
        Draft::read(document, functions).finish()
    }

    /// A definition that was checked when it was stored. What functions there are may have changed since.
    pub fn stored(document: &Value) -> Result<Definition, Fault> {
        let _ = document;
        Err(Fault::new(Fault::VALIDATION, 422, "not yet"))
    }

    /// What speaks against starting a run with this input.
    pub fn check_input(&self, input: &Value) -> Vec<Invalid> {
        let _ = input;
        vec![]
    }
}

/// A document that was read. What only others can check (expressions, event patterns) is checked before it is finished, so
/// that all faults come at once.
#[derive(Debug)]
pub struct Draft {
    definition: Option<Definition>,
    pub invalid: Vec<Invalid>,
    /// Each at its pointer, with the variables that it may use.
    pub expressions: Vec<Expression>,
    /// Each at its pointer.
    pub patterns: Vec<(String, EventPattern)>,
}

impl Draft {
    pub fn read(document: &Value, functions: &Functions) -> Draft {
        let _ = (document, functions);
        Draft { definition: None, invalid: vec![], expressions: vec![], patterns: vec![] }
    }

    /// Adds what is wrong with the expressions.
    pub async fn check_expressions(&mut self, sandbox: &crate::Sandbox) -> Result<(), Fault> {
        let wrong = sandbox.check(&self.expressions).await?;
        self.invalid.extend(wrong.into_iter().map(|(at, why)| Invalid::at(at.pointer, crate::Code::Invalid, why)));
        Ok(())
    }

    pub fn finish(mut self) -> Result<Definition, Vec<Invalid>> {
        self.invalid.sort();
        match self.definition {
            Some(definition) if self.invalid.is_empty() => Ok(definition),
            _ => Err(self.invalid),
        }
    }
}
