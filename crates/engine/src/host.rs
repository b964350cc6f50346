//! The interpreter's host inside a workflow of Temporal's: effects are activities, waits are timers. Nothing here has a
//! clock, randomness or tasks of its own: what happens must happen again when the history is replayed.

use crate::{
    activities::{Activities, HEARTBEAT, PAYLOAD_BYTES, too_large, unreadable},
    asked::{About, Answer, Asked, Reply, answered},
    codec::Private,
    effects::{ATTEMPTS, Begin, Call, Close, Closed, DonePage, Evaluate, Finish, Open, Opened, RunRef},
    interpreter::Interpret,
};
use flow::{Fault, Kind, Outcome, Record, Scope, Step};
use futures::future::{Either, select};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    future::Future,
    pin::{Pin, pin},
    task::{Context, Poll},
    time::Duration,
};
use temporalio_common::{ActivityDefinition, RetryPolicy};
use temporalio_sdk::{
    ActivityOptions, CancellableFuture, LocalActivityOptions, WorkflowCancellationToken, WorkflowContext,
};

/// Since this change a call of `http` inside a `try` is made once: before, it was made as often as all others.
const ONCE_IN_TRY: &str = "http-once-in-try";
/// How many bytes of notes wait for the next effect; more go by themselves, in pieces.
const NOTES_BYTES: usize = 256 * 1024;
/// Of what goes along with an effect; there is one note more than fits.
const PIECE_BYTES: usize = 1024 * 1024;
/// When more has come together at once, notes are without what steps gave.
const OUTPUTS_BYTES: usize = 4 * 1024 * 1024;
/// A history is not ended before as many effects, however large they are: a run must get on.
const EFFECTS_OF_A_HISTORY: u32 = 20;
/// How much is told to Temporal at once, as it takes 4 MB in one message. What sixteen branches pass on can be more.
const MESSAGE_BYTES: usize = 1_500_000;
/// How long a step with nothing to wait for may take: reading or writing our tables.
const SHORT: Duration = Duration::from_secs(20);
/// How long a call may take; a worker that is gone is noticed much sooner.
const LONG: Duration = Duration::from_secs(15 * 60);

pub(crate) struct TemporalHost {
    context: WorkflowContext<Interpret>,
    run: RunRef,
    notes: RefCell<VecDeque<Note>>,
    notes_bytes: Cell<usize>,
    begun_effects: Cell<u32>,
    flying: Cell<u32>,
    /// A step waits for a new history.
    full: Cell<bool>,
    /// What is overtaken now is not, but goes on in a new history.
    leaving: Cell<bool>,
    /// What was told to Temporal since the last pause: the present message holds no more. How long the history is would say
    /// more, but says something else on replay.
    told: Cell<usize>,
}

/// With its size.
type Note = (usize, Record);

impl TemporalHost {
    pub(crate) fn new(context: WorkflowContext<Interpret>, run: RunRef) -> TemporalHost {
        TemporalHost {
            context,
            run,
            notes: RefCell::default(),
            notes_bytes: Cell::default(),
            begun_effects: Cell::default(),
            flying: Cell::default(),
            full: Cell::default(),
            leaving: Cell::default(),
            told: Cell::default(),
        }
    }

    /// Whether the run goes on in a new history now: this one is long, and nothing is under way that would have to be done
    /// again. What waits, waits on in our tables.
    pub(crate) fn renews(&self) -> bool {
        self.leaving.set(self.full.get() && self.flying.get() == 0);
        self.leaving.get()
    }

    pub(crate) async fn begin(&self) -> Result<Option<Begin>, Fault> {
        let begin = self.asked(Activities::begin, "", (), Detached::Yes).await??;
        let Some(mut begin) = begin else { return Ok(None) };
        while begin.resumes {
            let after = begin.begun.done.last_key_value().map(|(path, _)| path.clone());
            let path = after.clone().unwrap_or_default();
            let page: DonePage = self.asked(Activities::done, &path, after, Detached::Yes).await??;
            begin.begun.done.extend(page.done);
            begin.resumes = page.more;
        }
        Ok(Some(begin))
    }

    /// Also of a run that was cancelled.
    pub(crate) async fn finish(&self, outcome: Outcome) -> Result<(), Fault> {
        while self.notes_bytes.get() > NOTES_BYTES {
            self.record(Detached::Yes).await?;
        }
        self.carrying(Activities::finish, "", |notes| Finish { notes, outcome }, Detached::Yes).await
    }

    /// What is noted is part of what the next history finds done: that a step timed out, for instance.
    pub(crate) async fn leave(&self) -> Result<(), Fault> {
        while !self.notes.borrow().is_empty() {
            self.record(Detached::Yes).await?;
        }
        Ok(())
    }

    async fn pass_notes(&self) -> Result<(), Fault> {
        while self.notes_bytes.get() > NOTES_BYTES {
            // It leads to no new history: what is only noted would be walked through again there, and again.
            let _flying = Flying::new(&self.flying);
            self.record(Detached::No).await?;
        }
        Ok(())
    }

    async fn record(&self, detached: Detached) -> Result<(), Fault> {
        self.carrying(Activities::record, "", |notes| notes, detached).await
    }

    /// The arguments of an effect. They are filled before it, on this worker, so that what expressions see is in no history.
    async fn filled(&self, scope: &Scope, template: &Value) -> Result<Value, Fault> {
        if let Some(plain) = flow::fill_plainly(template, scope) {
            return Ok(plain);
        }
        let mut values = flow::Host::evaluate(self, scope, vec![template.clone()]).await?;
        values.pop().ok_or_else(unreadable)
    }

    /// How often a call with a retryable fault is made, the first time included.
    fn attempts(&self, call: flow::Call<'_>) -> u32 {
        let once = call.function == flow::HTTP && call.in_try && self.context.patched(ONCE_IN_TRY);
        if once { 1 } else { ATTEMPTS }
    }

    /// An effect that takes notes along.
    async fn carrying<AD, A, T>(
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
        let carried = Carried::from(self);
        let reply = self.asked(activity, path, argument(carried.notes()), detached).await?;
        carried.arrived();
        reply
    }

    /// Waits for good when the history is long enough: the run then begins again in a new one.
    async fn takes_off(&self) -> Flying<'_> {
        if self.full.get()
            || (self.context.continue_as_new_suggested() && self.begun_effects.get() >= EFFECTS_OF_A_HISTORY)
        {
            self.full.set(true);
            return std::future::pending().await;
        }
        self.begun_effects.set(self.begun_effects.get() + 1);
        Flying::new(&self.flying)
    }

    /// The answer, or why there is none.
    async fn asked<AD, A, T>(
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
        self.turn(asked.bytes()).await;
        let options = options(activity.name() == Activities::call.name(), detached);
        let answer = CancelledWhenDropped(Box::pin(self.context.execute_activity(activity, asked, options))).await;
        let answer = answer.map_err(|error| lost(&error.to_string()))?;
        answered(&about, self.run.tenant, &answer).ok_or_else(unreadable)
    }

    /// Waits for its turn, and until there is room for so many bytes in what is told to Temporal next.
    async fn turn(&self, bytes: usize) -> Turn<'_> {
        let _ = self.context.wait_condition(|state| !state.taken).await;
        self.context.state_mut(|state| state.taken = true);
        let turn = Turn(&self.context);
        if self.told.get() + bytes > MESSAGE_BYTES {
            self.timer(Duration::from_millis(1)).await;
            self.told.set(0);
        }
        self.told.set(self.told.get() + bytes);
        turn
    }

    /// A step that somebody else ends: a person, an event, or time.
    async fn open(&self, step: &Step, kind: Kind, arguments: Value) -> Result<Value, Fault> {
        let opened: Opened = {
            let _flying = self.takes_off().await;
            let open = |notes| Open { step: step.clone(), notes, kind, arguments };
            self.carrying(Activities::open, &step.path, open, Detached::No).await?
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
            let _flying = self.takes_off().await;
            if let Closed::With(value) = self.asked(Activities::close, &step.path, close, Detached::No).await?? {
                return Ok(value);
            }
            if timed_out {
                time_is_up = Either::Left(self.timer(Duration::from_secs(1)));
            }
        }
    }

    fn timer(&self, how_long: Duration) -> CancelledWhenDropped<impl CancellableFuture + use<'_>> {
        CancelledWhenDropped(Box::pin(self.context.timer(how_long)))
    }
}

impl flow::Host for TemporalHost {
    async fn evaluate(&self, scope: &Scope, asked: Vec<Value>) -> Result<Vec<Value>, Fault> {
        self.pass_notes().await?;
        let _flying = Flying::new(&self.flying);
        let effect = Activities::evaluate.name().to_owned();
        let about = About { run: self.run.run, effect, path: String::new() };
        let asked = Private::new(self.run.tenant, &(about.clone(), Evaluate { scope: scope.clone(), asked }));
        let options = LocalActivityOptions::builder().start_to_close_timeout(SHORT).retry_policy(patience()).build();
        // One after the other: what they give travels together, and can be much.
        let _turn = self.turn(flow::bounds::DATA_BYTES).await;
        let evaluation = self.context.execute_local_activity(Activities::evaluate, asked, options);
        let answer = CancelledWhenDropped(Box::pin(evaluation)).await.map_err(|error| lost(&error.to_string()))?;
        self.told.set((self.told.get() + answer.bytes()).saturating_sub(flow::bounds::DATA_BYTES));
        answered(&about, self.run.tenant, &answer).ok_or_else(unreadable)?
    }

    async fn call(&self, step: &Step, scope: &Scope, call: flow::Call<'_>) -> Result<Value, Fault> {
        self.pass_notes().await?;
        let (template, secret_texts) = call.without_secrets();
        let arguments = self.filled(scope, &template).await?;
        let attempts = self.attempts(call);
        let mut attempt = 1;
        loop {
            let outcome = {
                let _flying = self.takes_off().await;
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
                self.carrying(Activities::call, &step.path, call, Detached::No).await
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
        self.pass_notes().await?;
        self.open(step, Kind::Wait, json!({ "seconds": how_long.as_secs_f64() })).await.map(drop)
    }

    async fn approve(&self, step: &Step, scope: &Scope, with: &Value) -> Result<Value, Fault> {
        self.pass_notes().await?;
        let arguments = self.filled(scope, with).await?;
        self.open(step, Kind::Approval, arguments).await
    }

    async fn listen(&self, step: &Step, scope: &Scope, to: &Value) -> Result<Value, Fault> {
        self.pass_notes().await?;
        let arguments = self.filled(scope, to).await?;
        self.open(step, Kind::Listen, arguments).await
    }

    async fn sleep(&self, how_long: Duration) {
        self.timer(how_long).await;
    }

    fn note(&self, mut record: Record) {
        if self.leaving.get() {
            return;
        }
        if self.notes_bytes.get() > OUTPUTS_BYTES {
            // Who has won a fork is a decision, and small.
            record.output = record.output.filter(|_| record.step.kind == Kind::Fork);
            record.error = record.error.map(|fault| Fault { detail: None, ..fault });
        }
        let bytes = serde_json::to_vec(&record).map_or(0, |json| json.len());
        self.notes_bytes.set(self.notes_bytes.get() + bytes);
        self.notes.borrow_mut().push_back((bytes, record));
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Detached {
    /// It goes on when the run is cancelled.
    Yes,
    No,
}

/// Tried again until it is done: it failed because we did. What the customer's step came to is an answer.
pub(crate) fn options(calls: bool, detached: Detached) -> ActivityOptions {
    let options = ActivityOptions::with_start_to_close_timeout(if calls { LONG } else { SHORT })
        .maybe_heartbeat_timeout(calls.then_some(HEARTBEAT))
        .retry_policy(patience());
    match detached {
        Detached::Yes => options.cancellation_token(WorkflowCancellationToken::new()).build(),
        Detached::No => options.build(),
    }
}

fn patience() -> RetryPolicy {
    RetryPolicy::builder()
        .initial_interval(Duration::from_millis(500))
        .backoff_coefficient(2.0)
        .maximum_interval(Duration::from_secs(60))
        .build()
}

fn lost(cause: &str) -> Fault {
    tracing::error!(cause, "an effect has no answer");
    Fault::new(Fault::RUNTIME, 500, "The step was lost by the engine")
}

/// The right to add to what is told to Temporal.
struct Turn<'a>(&'a WorkflowContext<Interpret>);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.state_mut(|state| state.taken = false);
    }
}

/// Notes on their way with an effect. They come back, to the front, when it has no answer, as it may never have begun; the
/// server writes them twice without harm.
struct Carried<'a> {
    host: &'a TemporalHost,
    notes: VecDeque<Note>,
}

impl<'a> Carried<'a> {
    /// The oldest ones, as many as go in one piece.
    fn from(host: &'a TemporalHost) -> Carried<'a> {
        let (mut notes, mut bytes) = (VecDeque::new(), 0);
        while bytes < PIECE_BYTES
            && let Some((size, note)) = host.notes.borrow_mut().pop_front()
        {
            bytes += size;
            notes.push_back((size, note));
        }
        host.notes_bytes.set(host.notes_bytes.get() - bytes);
        Carried { host, notes }
    }

    fn notes(&self) -> Vec<Record> {
        self.notes.iter().map(|(_, note)| note.clone()).collect()
    }

    fn arrived(mut self) {
        self.notes.clear();
    }
}

impl Drop for Carried<'_> {
    fn drop(&mut self) {
        let bytes: usize = self.notes.iter().map(|(size, _)| size).sum();
        self.host.notes_bytes.set(self.host.notes_bytes.get() + bytes);
        let mut notes = self.host.notes.borrow_mut();
        self.notes.append(&mut notes);
        *notes = std::mem::take(&mut self.notes);
    }
}

/// One effect that is under way.
struct Flying<'a>(&'a Cell<u32>);

impl<'a> Flying<'a> {
    fn new(count: &'a Cell<u32>) -> Flying<'a> {
        count.set(count.get() + 1);
        Flying(count)
    }
}

impl Drop for Flying<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// A step that is overtaken, by a timeout or a faster branch, is not only forgotten.
struct CancelledWhenDropped<F: CancellableFuture>(Pin<Box<F>>);

impl<F: CancellableFuture> Future for CancelledWhenDropped<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.0.as_mut().poll(context)
    }
}

impl<F: CancellableFuture> Drop for CancelledWhenDropped<F> {
    fn drop(&mut self) {
        if !self.0.is_terminated() {
            self.0.cancel();
        }
    }
}
