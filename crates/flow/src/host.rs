//! Who does what a workflow asks for.

use crate::{Fault, HTTP, Record, Scope, SecretTexts, Step};
use serde_json::Value;
use std::time::Duration;

/// The name under which a host is asked to emit an event: `{type, data?}`.
pub const EMIT: &str = "emit";

/// What a task calls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Call<'a> {
    /// A function, or [`EMIT`].
    pub function: &'a str,
    /// The arguments: a template.
    pub with: &'a Value,
    /// The names of all secrets that the definition may use.
    pub secrets: &'a [String],
    /// True if a `try` around it handles its failures. The host then makes one attempt at `http`, and the definition says
    /// how many more there are.
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
/// Steps that call, wait or listen are recorded by the host, with their raw output, which is what `Begun::done` takes.
#[expect(async_fn_in_trait, reason = "a workflow runs on one thread, so nobody needs the futures to be Send")]
pub trait Host {
    /// The values of templates, in one round. It fails when one of them does.
    async fn evaluate(&self, scope: &Scope, asked: Vec<Value>) -> Result<Vec<Value>, Fault>;

    /// A function, or [`EMIT`]. The arguments are filled first.
    async fn call(&self, step: &Step, scope: &Scope, call: Call<'_>) -> Result<Value, Fault>;

    async fn wait(&self, step: &Step, how_long: Duration) -> Result<(), Fault>;

    /// `call: approval`. A rejection is a fault.
    async fn approve(&self, step: &Step, scope: &Scope, with: &Value) -> Result<Value, Fault>;

    /// The first event that fits one of the patterns: `to` is a template of a list of [`crate::EventPattern`].
    async fn listen(&self, step: &Step, scope: &Scope, to: &Value) -> Result<Value, Fault>;

    /// A timer that is no step: the delay before a retry, a timeout.
    async fn sleep(&self, how_long: Duration);

    /// What became of a step without an effect, or of one that failed, was skipped, timed out or overtaken. What such a step
    /// has open (an approval, a listener) closes with it. What the host has recorded of it already stays, unless the step was
    /// overtaken, or its own time was up, before the interpreter came to know of it. See [`crate::Done`] for what is given
    /// back of this.
    fn note(&self, record: Record);
}
