//! The interface to the effects of a run.

use crate::{Fault, HTTP, Record, Scope, SecretTexts, Step};
use serde_json::Value;
use std::time::Duration;

/// The function name by which a host emits an event: `{type, data?}`.
pub const EMIT: &str = "emit";

/// A call of a task.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Call<'a> {
    /// A function, or [`EMIT`].
    pub function: &'a str,
    /// The arguments: a template.
    pub with: &'a Value,
    /// The names of all secrets that the definition may use.
    pub secrets: &'a [String],
    /// True if a `try` around it handles its failures. The host then makes one attempt at `http`, and the definition
    /// decides about retries.
    pub in_try: bool,
}

impl Call<'_> {
    /// The template to fill, and the texts with secrets that were taken out of it.
    pub fn without_secrets(&self) -> (Value, SecretTexts) {
        if self.function == HTTP && !self.secrets.is_empty() {
            return SecretTexts::take_from(self.with);
        }
        (self.with.clone(), SecretTexts::default())
    }
}

/// The effects of a run. A template is a value with strings of the form `"${ … }"` anywhere in it, which the host fills by
/// `Sandbox::fill`. A future that is dropped before it is ready was overtaken: by a timeout, a failure or a faster branch.
///
/// The host records steps that call, wait or listen, with their raw output, which is passed to `Begun::done`.
#[expect(async_fn_in_trait, reason = "a workflow runs on one thread, so nobody needs the futures to be Send")]
pub trait Host {
    /// The values of templates, in one round. It fails if one of them does.
    async fn evaluate(&self, scope: &Scope, asked: Vec<Value>) -> Result<Vec<Value>, Fault>;

    /// Calls a function, or [`EMIT`]. The arguments are filled first.
    async fn call(&self, step: &Step, scope: &Scope, call: Call<'_>) -> Result<Value, Fault>;

    async fn wait(&self, step: &Step, how_long: Duration) -> Result<(), Fault>;

    /// `call: approval`. A rejection is a fault.
    async fn approve(&self, step: &Step, scope: &Scope, with: &Value) -> Result<Value, Fault>;

    /// The first event that matches one of the patterns: `to` is a template of a list of [`crate::EventPattern`].
    async fn listen(&self, step: &Step, scope: &Scope, to: &Value) -> Result<Value, Fault>;

    /// A timer that is not a step: the delay before a retry, a timeout.
    async fn sleep(&self, how_long: Duration);

    /// Records a step without an effect, or one that failed, was skipped, timed out or overtaken. An approval or a
    /// listener that such a step has open is closed with it. A result that the host has already recorded stays, unless
    /// the step was overtaken or timed out before the interpreter received the result. [`crate::Done`] describes the
    /// part that a resumed run gets back.
    fn note(&self, record: Record);
}
