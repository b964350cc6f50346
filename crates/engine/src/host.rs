//! The interpreter's host inside a workflow of Temporal's: effects are activities, waits are timers. Nothing here has a
//! clock, randomness or tasks of its own: what happens must happen again when the history is replayed.

use crate::{
    activities::{Activities, Asked, HEARTBEAT, PAYLOAD_BYTES, Reply, too_large},
    codec::Private,
    effects::{Begin, Call, Close, Closed, DonePage, Evaluate, Finish, Open, Opened, RunRef},
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

/// How often a call with a retryable fault is made, the first time included.
const ATTEMPTS: u32 = 6;
/// How many bytes of notes wait for the next effect; more go by themselves, in pieces.
const NOTES_BYTES: usize = 256 * 1024;
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

/// What is to be told of steps with the next effect, with sizes.
pub(crate) type Notes = VecDeque<(usize, Record)>;

pub(crate) struct TemporalHost {
    context: WorkflowContext<Interpret>,
    run: RunRef,
    notes: RefCell<Notes>,
    notes_bytes: Cell<usize>,
    begun_effects: Cell<u32>,
    flying: Cell<u32>,
    /// A step waits for a new history.
    full: Cell<bool>,
    /// What the present message to Temporal holds already, and how long the history was when it was begun.
    message: Cell<(usize, u32)>,
}

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
            message: Cell::default(),
        }
    }

    /// Whether the run should go on in a new history now: this one is long, and nothing is under way that would have to be
    /// done again. What waits, waits on in our tables.
    pub(crate) fn renews(&self) -> bool {
        self.full.get() && self.flying.get() == 0
    }

    pub(crate) async fn begin(&self) -> Result<Option<Begin>, Fault> {
        let begin = self.settled(Activities::begin, (), Detached::Yes).await?;
        let Some(mut begin) = begin else { return Ok(None) };
        while begin.resumes {
            let after = begin.begun.done.last_key_value().map(|(path, _)| path.clone());
            let page: DonePage = self.settled(Activities::done, after, Detached::Yes).await?;
            begin.begun.done.extend(page.done);
            begin.resumes = page.more;
        }
        Ok(Some(begin))
    }

    /// Also of a run that was cancelled.
    pub(crate) async fn finish(&self, outcome: Outcome) -> Result<(), Fault> {
        self.pass_notes(Detached::Yes).await?;
        self.settled(Activities::finish, Finish { notes: self.take_notes(), outcome }, Detached::Yes).await
    }

    fn take_notes(&self) -> Vec<Record> {
        self.notes_bytes.set(0);
        self.notes.take().into_iter().map(|(_, note)| note).collect()
    }

    pub(crate) fn notes_so_far(&self) -> Notes {
        self.notes_bytes.set(0);
        self.notes.take()
    }

    /// Tells these, and none that came after them.
    pub(crate) async fn keep_notes(&self, notes: Notes) -> Result<(), Fault> {
        self.notes_bytes.set(notes.iter().map(|(size, _)| size).sum());
        self.notes.replace(notes);
        self.pass_notes(Detached::Yes).await?;
        let rest = self.take_notes();
        if rest.is_empty() { Ok(()) } else { self.settled(Activities::record, rest, Detached::Yes).await }
    }

    async fn pass_notes(&self, detached: Detached) -> Result<(), Fault> {
        while self.notes_bytes.get() > NOTES_BYTES {
            let mut piece = vec![];
            let mut bytes = 0;
            while bytes < PIECE_BYTES
                && let Some((size, note)) = self.notes.borrow_mut().pop_front()
            {
                bytes += size;
                piece.push(note);
            }
            self.notes_bytes.set(self.notes_bytes.get() - bytes);
            self.settled(Activities::record, piece, detached).await?;
        }
        Ok(())
    }

    /// The arguments of an effect. They are filled before it, on this worker, so that what expressions see is in no history.
    async fn filled(&self, scope: &Scope, template: &Value) -> Result<Value, Fault> {
        if let Some(plain) = flow::fill_plainly(template, scope) {
            return Ok(plain);
        }
        let mut values = flow::Host::evaluate(self, scope, vec![template.clone()]).await?;
        values.pop().ok_or_else(unreadable)
    }

    /// The argument is made when its turn has come: with it go the notes, which stay here while the run waits for a new
    /// history.
    async fn effect<AD, A, T>(&self, activity: AD, argument: impl FnOnce() -> A) -> Result<T, Fault>
    where
        AD: ActivityDefinition<Input = Asked<A>, Output = Private<Reply<T>>>,
        A: Serialize,
        T: DeserializeOwned,
    {
        let _flying = self.takes_off().await;
        self.settled(activity, argument(), Detached::No).await
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

    async fn settled<AD, A, T>(&self, activity: AD, argument: A, detached: Detached) -> Result<T, Fault>
    where
        AD: ActivityDefinition<Input = Asked<A>, Output = Private<Reply<T>>>,
        A: Serialize,
        T: DeserializeOwned,
    {
        let asked = Private::new(self.run.tenant, &(self.run.run, argument));
        if asked.bytes() > PAYLOAD_BYTES {
            return Err(too_large());
        }
        self.turn(asked.bytes()).await;
        let options = options(activity.name() == Activities::call.name(), detached);
        let answer = CancelledWhenDropped(Box::pin(self.context.execute_activity(activity, asked, options))).await;
        answer.map_err(|error| lost(&error.to_string()))?.value().map_err(|_| unreadable())?
    }

    /// Waits for its turn, and until there is room for so many bytes in what is told to Temporal next.
    async fn turn(&self, bytes: usize) -> Turn<'_> {
        let _ = self.context.wait_condition(|state| !state.taken).await;
        self.context.state_mut(|state| state.taken = true);
        let turn = Turn(&self.context);
        if self.message.get().1 == self.context.history_length() && self.message.get().0 + bytes > MESSAGE_BYTES {
            self.timer(Duration::from_millis(1)).await;
        }
        let length = self.context.history_length();
        let (before, at) = self.message.get();
        self.message.set((if at == length { before + bytes } else { bytes }, length));
        turn
    }

    /// A step that somebody else ends: a person, an event, or time.
    async fn open(&self, step: &Step, kind: Kind, arguments: Value) -> Result<Value, Fault> {
        let open = || Open { step: step.clone(), notes: self.take_notes(), kind, arguments };
        let opened: Opened = self.effect(Activities::open, open).await?;
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
            let close = || Close { step: step.clone(), kind, timed_out };
            if let Closed::With(value) = self.effect(Activities::close, close).await? {
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
        self.pass_notes(Detached::No).await?;
        let _flying = Flying::new(&self.flying);
        let asked = Evaluate { scope: scope.clone(), asked };
        let asked = Private::new(self.run.tenant, &(self.run.run, asked));
        let options = LocalActivityOptions::builder()
            .start_to_close_timeout(SHORT)
            .schedule_to_close_timeout(Duration::from_secs(24 * 60 * 60))
            .retry_policy(patience())
            .build();
        // One after the other: what they give travels together, and can be much.
        let _turn = self.turn(flow::bounds::DATA_BYTES).await;
        let evaluation = self.context.execute_local_activity(Activities::evaluate, asked, options);
        let answer = CancelledWhenDropped(Box::pin(evaluation)).await.map_err(|error| lost(&error.to_string()))?;
        let (bytes, at) = self.message.get();
        self.message.set(((bytes + answer.bytes()).saturating_sub(flow::bounds::DATA_BYTES), at));
        answer.into_value().map_err(|_| unreadable())?
    }

    async fn call(&self, step: &Step, scope: &Scope, function: &str, with: &Value) -> Result<Value, Fault> {
        self.pass_notes(Detached::No).await?;
        let arguments = self.filled(scope, with).await?;
        let mut attempt = 1;
        loop {
            let (function, arguments) = (function.to_owned(), arguments.clone());
            let call = || Call { step: step.clone(), notes: self.take_notes(), function, arguments, attempt };
            match self.effect(Activities::call, call).await {
                Err(fault) if fault.retryable && attempt < ATTEMPTS => {
                    self.sleep(Duration::from_secs(1 << (attempt - 1))).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }

    async fn wait(&self, step: &Step, how_long: Duration) -> Result<(), Fault> {
        self.pass_notes(Detached::No).await?;
        self.open(step, Kind::Wait, json!({ "seconds": how_long.as_secs_f64() })).await.map(drop)
    }

    async fn approve(&self, step: &Step, scope: &Scope, with: &Value) -> Result<Value, Fault> {
        self.pass_notes(Detached::No).await?;
        let arguments = self.filled(scope, with).await?;
        self.open(step, Kind::Approval, arguments).await
    }

    async fn listen(&self, step: &Step, scope: &Scope, to: &Value) -> Result<Value, Fault> {
        self.pass_notes(Detached::No).await?;
        let arguments = self.filled(scope, to).await?;
        self.open(step, Kind::Listen, arguments).await
    }

    async fn sleep(&self, how_long: Duration) {
        self.timer(how_long).await;
    }

    fn note(&self, mut record: Record) {
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

fn unreadable() -> Fault {
    Fault::new(Fault::RUNTIME, 500, "The step's answer cannot be read")
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
