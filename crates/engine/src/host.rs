//! The interpreter's host inside a Temporal workflow: effects are activities, waits are timers. Nothing here has a
//! clock, randomness or tasks of its own: a replay of the history must have the same result.

mod cancel;
mod history;
mod message;
mod notes;

use crate::{
    activities::{Activities, HEARTBEAT, PAYLOAD_BYTES, too_large, unreadable},
    asked::{About, Answer, Asked, Reply, answered},
    codec::Private,
    effects::{ATTEMPTS, Begin, Call, Close, Closed, DonePage, Evaluate, Finish, Open, Opened, RunRef},
    interpreter::Interpret,
};
use cancel::CancelOnDrop;
use flow::{Fault, Kind, Outcome, Record, Scope, Step};
use futures::future::{Either, select};
use history::{History, InFlight};
use message::MessageSize;
use notes::Notes;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{pin::pin, time::Duration};
use temporalio_common::{ActivityDefinition, RetryPolicy};
use temporalio_sdk::{
    ActivityOptions, CancellableFuture, LocalActivityOptions, WorkflowCancellationToken, WorkflowContext,
};

/// Since this change, a call of `http` inside a `try` is attempted once: before, it was attempted as often as other
/// calls.
const ONCE_IN_TRY: &str = "http-once-in-try";
/// How long a step without a wait may take: reading or writing our tables.
const SHORT_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a call may take; a lost worker is noticed much sooner.
const CALL_TIMEOUT: Duration = Duration::from_secs(15 * 60);

pub(crate) struct TemporalHost {
    context: WorkflowContext<Interpret>,
    run: RunRef,
    notes: Notes,
    history: History,
    message: MessageSize,
}

impl TemporalHost {
    pub(crate) fn new(context: WorkflowContext<Interpret>, run: RunRef) -> TemporalHost {
        let (notes, history, message) = (Notes::default(), History::default(), MessageSize::default());
        TemporalHost { context, run, notes, history, message }
    }

    /// True if the run continues in a new history now: this one is long, and nothing is in flight that would have to be
    /// repeated. Waiting steps keep waiting in our tables.
    pub(crate) fn needs_new_history(&self) -> bool {
        self.history.ends()
    }

    pub(crate) async fn begin(&self) -> Result<Option<Begin>, Fault> {
        let begin = self.request(Activities::begin, "", (), Detached::Yes).await??;
        let Some(mut begin) = begin else { return Ok(None) };
        while begin.resumes {
            let after = begin.begun.done.last_key_value().map(|(path, _)| path.clone());
            let path = after.clone().unwrap_or_default();
            let page: DonePage = self.request(Activities::done, &path, after, Detached::Yes).await??;
            begin.begun.done.extend(page.done);
            begin.resumes = page.more;
        }
        Ok(Some(begin))
    }

    /// Ends the run, including a cancelled one.
    pub(crate) async fn finish(&self, outcome: Outcome) -> Result<(), Fault> {
        while self.notes.are_many() {
            self.send_notes(Detached::Yes).await?;
        }
        self.request_with_notes(Activities::finish, "", |notes| Finish { notes, outcome }, Detached::Yes).await
    }

    /// Sends all notes: the next history reads them, for example that a step timed out.
    pub(crate) async fn flush_notes(&self) -> Result<(), Fault> {
        while !self.notes.is_empty() {
            self.send_notes(Detached::Yes).await?;
        }
        Ok(())
    }

    async fn send_many_notes(&self) -> Result<(), Fault> {
        while self.notes.are_many() {
            // It does not count as an effect that could fill the history: a new one would only repeat the notes.
            let _in_flight = self.history.in_flight();
            self.send_notes(Detached::No).await?;
        }
        Ok(())
    }

    async fn send_notes(&self, detached: Detached) -> Result<(), Fault> {
        self.request_with_notes(Activities::record, "", |notes| notes, detached).await
    }

    /// The arguments of an effect. They are filled before it, on this worker, so that no history contains the
    /// expressions' scope.
    async fn filled(&self, scope: &Scope, template: &Value) -> Result<Value, Fault> {
        if let Some(plain) = flow::fill_plainly(template, scope) {
            return Ok(plain);
        }
        let mut values = flow::Host::evaluate(self, scope, vec![template.clone()]).await?;
        values.pop().ok_or_else(unreadable)
    }

    /// How often a call with a retryable fault is attempted, the first time included.
    fn attempts(&self, call: flow::Call<'_>) -> u32 {
        let once = call.function == flow::HTTP && call.in_try && self.context.patched(ONCE_IN_TRY);
        if once { 1 } else { ATTEMPTS }
    }

    /// An effect that carries notes.
    async fn request_with_notes<AD, A, T>(
        &self,
        activity: AD,
        path: &str,
        argument: impl FnOnce(Vec<Record>) -> A,
        detached: Detached,
    ) -> Reply<T>
    where
        AD: ActivityDefinition<Input = Asked<A>, Output = Answer<T>>,
        A: Serialize,
        T: DeserializeOwned,
    {
        let batch = self.notes.take_batch();
        let reply = self.request(activity, path, argument(batch.records()), detached).await?;
        batch.delivered();
        reply
    }

    /// Waits forever if the history is full: the run then continues in a new one.
    async fn begin_effect(&self) -> InFlight<'_> {
        match self.history.begin_effect(self.context.continue_as_new_suggested()) {
            Some(in_flight) => in_flight,
            None => std::future::pending().await,
        }
    }

    /// The reply of an effect, or the reason why there is none.
    async fn request<AD, A, T>(
        &self,
        activity: AD,
        path: &str,
        argument: A,
        detached: Detached,
    ) -> Result<Reply<T>, Fault>
    where
        AD: ActivityDefinition<Input = Asked<A>, Output = Answer<T>>,
        A: Serialize,
        T: DeserializeOwned,
    {
        let about = About { run: self.run.run, effect: activity.name().to_owned(), path: path.to_owned() };
        let asked = Private::new(self.run.tenant, &(about.clone(), argument));
        if asked.bytes() > PAYLOAD_BYTES {
            return Err(too_large());
        }
        drop(self.lock_message(asked.bytes()).await);
        let options = options(activity.name() == Activities::call.name(), detached);
        let answer = CancelOnDrop::new(self.context.execute_activity(activity, asked, options)).await;
        let answer = answer.map_err(|error| lost(&error.to_string()))?;
        answered(&about, self.run.tenant, &answer).ok_or_else(unreadable)
    }

    /// Waits until no other step adds to the message to Temporal, and until the message has room for this many bytes.
    async fn lock_message(&self, bytes: usize) -> MessageLock<'_> {
        let _ = self.context.wait_condition(|state| !state.message_locked).await;
        self.context.state_mut(|state| state.message_locked = true);
        let lock = MessageLock(&self.context);
        if !self.message.has_room_for(bytes) {
            self.timer(Duration::from_millis(1)).await;
            self.message.begin_next();
        }
        self.message.add(bytes);
        lock
    }

    /// A step that ends from outside: by a person, an event, or time.
    async fn open(&self, step: &Step, kind: Kind, arguments: Value) -> Result<Value, Fault> {
        let opened: Opened = {
            let _in_flight = self.begin_effect().await;
            let open = |notes| Open { step: step.clone(), notes, kind, arguments };
            self.request_with_notes(Activities::open, &step.path, open, Detached::No).await?
        };
        let mut time_is_up = match opened.closes_in {
            Some(left) => Either::Left(self.timer(left)),
            None => Either::Right(std::future::pending()),
        };
        loop {
            let timed_out = {
                let nudged = pin!(self.context.wait_condition(|state| state.nudged.contains(&step.path)));
                matches!(select(&mut time_is_up, nudged).await, Either::Left(_))
            };
            self.context.state_mut(|state| state.nudged.remove(&step.path));
            let close = Close { step: step.clone(), kind, timed_out };
            let _in_flight = self.begin_effect().await;
            if let Closed::With(value) = self.request(Activities::close, &step.path, close, Detached::No).await?? {
                return Ok(value);
            }
            if timed_out {
                time_is_up = Either::Left(self.timer(Duration::from_secs(1)));
            }
        }
    }

    fn timer(&self, how_long: Duration) -> CancelOnDrop<impl CancellableFuture + use<'_>> {
        CancelOnDrop::new(self.context.timer(how_long))
    }
}

impl flow::Host for TemporalHost {
    async fn evaluate(&self, scope: &Scope, asked: Vec<Value>) -> Result<Vec<Value>, Fault> {
        self.send_many_notes().await?;
        let _in_flight = self.history.in_flight();
        let effect = Activities::evaluate.name().to_owned();
        let about = About { run: self.run.run, effect, path: String::new() };
        let asked = Private::new(self.run.tenant, &(about.clone(), Evaluate { scope: scope.clone(), asked }));
        let options =
            LocalActivityOptions::builder().start_to_close_timeout(SHORT_TIMEOUT).retry_policy(retry_forever()).build();
        // One after the other: their results are in the same message, and can be large.
        let _lock = self.lock_message(flow::bounds::DATA_BYTES).await;
        let evaluation = self.context.execute_local_activity(Activities::evaluate, asked, options);
        let answer = CancelOnDrop::new(evaluation).await.map_err(|error| lost(&error.to_string()))?;
        self.message.correct(flow::bounds::DATA_BYTES, answer.bytes());
        answered(&about, self.run.tenant, &answer).ok_or_else(unreadable)?
    }

    async fn call(&self, step: &Step, scope: &Scope, call: flow::Call<'_>) -> Result<Value, Fault> {
        self.send_many_notes().await?;
        let (template, secret_texts) = call.without_secrets();
        let arguments = self.filled(scope, &template).await?;
        let attempts = self.attempts(call);
        let mut attempt = 1;
        loop {
            let outcome = {
                let _in_flight = self.begin_effect().await;
                let call = |notes| Call {
                    step: step.clone(),
                    notes,
                    function: call.function.to_owned(),
                    arguments: arguments.clone(),
                    secret_texts: secret_texts.clone(),
                    secrets: call.secrets.to_vec(),
                    attempt,
                    attempts,
                };
                self.request_with_notes(Activities::call, &step.path, call, Detached::No).await
            };
            match outcome {
                Err(fault) if fault.retryable && attempt < attempts => {
                    self.sleep(Duration::from_secs(1 << (attempt - 1))).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }

    async fn wait(&self, step: &Step, how_long: Duration) -> Result<(), Fault> {
        self.send_many_notes().await?;
        self.open(step, Kind::Wait, json!({ "seconds": how_long.as_secs_f64() })).await.map(drop)
    }

    async fn approve(&self, step: &Step, scope: &Scope, with: &Value) -> Result<Value, Fault> {
        self.send_many_notes().await?;
        let arguments = self.filled(scope, with).await?;
        self.open(step, Kind::Approval, arguments).await
    }

    async fn listen(&self, step: &Step, scope: &Scope, to: &Value) -> Result<Value, Fault> {
        self.send_many_notes().await?;
        let arguments = self.filled(scope, to).await?;
        self.open(step, Kind::Listen, arguments).await
    }

    async fn sleep(&self, how_long: Duration) {
        self.timer(how_long).await;
    }

    fn note(&self, record: Record) {
        // A step that is dropped while the history ends has not happened: it continues in the new history.
        if !self.history.is_ending() {
            self.notes.add(record);
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Detached {
    /// The activity continues when the run is cancelled.
    Yes,
    No,
}

/// Every activity is retried until it succeeds: it fails only for internal reasons. A failure of the customer's step is
/// a reply.
pub(crate) fn options(calls: bool, detached: Detached) -> ActivityOptions {
    let options = ActivityOptions::with_start_to_close_timeout(if calls { CALL_TIMEOUT } else { SHORT_TIMEOUT })
        .maybe_heartbeat_timeout(calls.then_some(HEARTBEAT))
        .retry_policy(retry_forever());
    match detached {
        Detached::Yes => options.cancellation_token(WorkflowCancellationToken::new()).build(),
        Detached::No => options.build(),
    }
}

fn retry_forever() -> RetryPolicy {
    RetryPolicy::builder()
        .initial_interval(Duration::from_millis(500))
        .backoff_coefficient(2.0)
        .maximum_interval(Duration::from_secs(60))
        .build()
}

fn lost(cause: &str) -> Fault {
    tracing::error!(cause, "workflow step returned no result");
    Fault::new(Fault::RUNTIME, 500, "The engine lost the step")
}

/// The right to add to the message to Temporal.
struct MessageLock<'a>(&'a WorkflowContext<Interpret>);

impl Drop for MessageLock<'_> {
    fn drop(&mut self) {
        self.0.state_mut(|state| state.message_locked = false);
    }
}
