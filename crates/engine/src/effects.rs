//! The effects of runs: the interface that the server implements. Each function is one activity, so it may be called
//! again with the same arguments after a crash, and must then return the same result.

use flow::{Begun, Done, Fault, Kind, Outcome, Record, Scope, SecretTexts, Step};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use uuid::Uuid;

/// How often a call with a retryable fault is made, the first time included.
pub const ATTEMPTS: u32 = 6;

pub type Effect<'a, T> = BoxFuture<'a, Result<T, Failed>>;

/// Everything that an effect needs to know about its run is in our tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRef {
    pub tenant: Uuid,
    pub run: Uuid,
}

/// The reason why an effect has no result.
#[derive(Debug)]
pub enum Failed {
    /// The step failed, and the definition may catch it. A call with a retryable fault is retried a few times first.
    Fault(Fault),
    /// An internal failure, such as an unavailable PostgreSQL. Retried until it succeeds. Only the log contains the
    /// cause.
    Away(anyhow::Error),
    /// What the effect has begun is still under way. It is called again after this time.
    NotYet(Duration),
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        Failed::Fault(fault)
    }
}

impl From<anyhow::Error> for Failed {
    fn from(cause: anyhow::Error) -> Failed {
        Failed::Away(cause)
    }
}

pub trait Effects: Send + Sync + 'static {
    /// `None` if there is nothing to do: the run was cancelled before it began, or has ended, because a start may be
    /// repeated.
    fn begin(&self, run: RunRef) -> Effect<'_, Option<Begin>>;

    /// The results of completed steps after the path `after`, in the order of their paths.
    fn done(&self, run: RunRef, after: Option<String>) -> Effect<'_, DonePage>;

    /// The values of templates. Must have no effects: it is not recorded in any table.
    fn evaluate(&self, run: RunRef, asked: Evaluate) -> Effect<'_, Vec<Value>>;

    /// A function, or `flow::EMIT`. The run's id and the step's path are its idempotency key.
    fn call(&self, run: RunRef, call: Call) -> Effect<'_, Value>;

    /// A step begins to wait. Called again for the same step, it returns the remaining time.
    fn open(&self, run: RunRef, open: Open) -> Effect<'_, Opened>;

    /// The result of a waiting step. A step whose time is up must have one.
    fn close(&self, run: RunRef, close: Close) -> Effect<'_, Closed>;

    /// Records steps without effects, if there are many of them.
    fn record(&self, run: RunRef, notes: Vec<Record>) -> Effect<'_, ()>;

    fn finish(&self, run: RunRef, finish: Finish) -> Effect<'_, ()>;

    /// The time of a schedule has come. The same time may be reported more than once.
    fn tick(&self, tick: Tick) -> Effect<'_, ()>;
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Begin {
    /// The document of the workflow's version.
    pub definition: Value,
    /// Without `done`, which comes in pages.
    pub begun: Begun,
    /// True if steps are done already: after a retry, or when a long run continues in a new history.
    pub resumes: bool,
}

/// At most 1 MB, because Temporal accepts 2 MB in one payload.
#[derive(Debug, Serialize, Deserialize)]
pub struct DonePage {
    pub done: Done,
    pub more: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Evaluate {
    pub scope: Scope,
    pub asked: Vec<Value>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Call {
    pub step: Step,
    /// Records of steps without effects since the last effect.
    pub notes: Vec<Record>,
    pub function: String,
    /// Expressions are already replaced by their values, and must not be evaluated again.
    pub arguments: Value,
    /// Texts of the arguments that contain secrets. A list takes the place of each.
    #[serde(default, skip_serializing_if = "SecretTexts::is_empty")]
    pub secret_texts: SecretTexts,
    /// The names of all secrets that the definition may use: the result must not contain any of their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secrets: Vec<String>,
    /// The number of the attempt, from 1, of those that the engine makes because of a retryable fault.
    pub attempt: u32,
    /// The maximum number of attempts.
    #[serde(default = "attempts")]
    pub attempts: u32,
}

/// The number of attempts of versions before [`Call::attempts`].
fn attempts() -> u32 {
    ATTEMPTS
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Open {
    pub step: Step,
    pub notes: Vec<Record>,
    /// `Wait`, `Approval` or `Listen`.
    pub kind: Kind,
    /// For a wait: `{seconds}`.
    pub arguments: Value,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Opened {
    /// `None` if it waits for a notification. Zero if it is decided already.
    pub closes_in: Option<Duration>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Close {
    pub step: Step,
    pub kind: Kind,
    pub timed_out: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Closed {
    /// One of two people has agreed; the step keeps waiting.
    StillOpen,
    With(Value),
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Finish {
    pub notes: Vec<Record>,
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    pub tenant: Uuid,
    pub workflow: Uuid,
    /// The scheduled time, not the current time.
    pub at: jiff::Timestamp,
}
