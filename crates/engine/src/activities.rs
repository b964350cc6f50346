//! The effects as Temporal's activities. A fault is returned as an encrypted result; an activity fails only when it
//! must be retried, and its failure does not contain the reason.

use crate::{
    asked::{About, Answer, Asked, Read, at_least_its_end, read},
    codec::{Private, no_payload},
    effects::{
        Begin, Call, Close, Closed, DonePage, Effect, Effects, Evaluate, Failed, Finish, Open, Opened, RunRef, Tick,
    },
    places::Places,
};
use flow::{Fault, Record};
use futures::{FutureExt, TryFutureExt};
use rand::Rng;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use temporalio_macros::activities;
use temporalio_sdk::{
    ApplicationFailure,
    activities::{ActivityContext, ActivityError},
};
use tokio::sync::Notify;
use uuid::Uuid;

/// The largest payload that Temporal accepts, less the overhead of encryption.
pub(crate) const PAYLOAD_BYTES: usize = 1_900_000;

/// Temporal considers an activity lost if its worker sends no heartbeat for this time.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(20);

pub(crate) struct Activities {
    effects: Arc<dyn Effects>,
    places: Places,
    /// The number of activities until `worn` is notified.
    left: AtomicUsize,
    worn: Arc<Notify>,
}

impl Activities {
    pub(crate) fn new(effects: Arc<dyn Effects>, places: Places, left: usize, worn: Arc<Notify>) -> Activities {
        Activities { effects, places, left: left.into(), worn }
    }

    async fn answer<A, T>(
        &self,
        context: &ActivityContext,
        asked: Asked<A>,
        effect: impl for<'a> FnOnce(&'a dyn Effects, RunRef, A) -> Effect<'a, T> + Send,
    ) -> Result<Answer<T>, ActivityError>
    where
        A: DeserializeOwned + Send,
        T: Serialize + Send,
    {
        let tenant = asked.tenant;
        let _place = self.places.take(tenant).ok_or_else(|| busy(context.info().attempt))?;
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) == Ok(1) {
            self.worn.notify_one();
        }
        self.answer_freely(context, asked, effect).await
    }

    async fn answer_freely<A, T>(
        &self,
        context: &ActivityContext,
        asked: Asked<A>,
        effect: impl for<'a> FnOnce(&'a dyn Effects, RunRef, A) -> Effect<'a, T> + Send,
    ) -> Result<Answer<T>, ActivityError>
    where
        A: DeserializeOwned + Send,
        T: Serialize + Send,
    {
        let (tenant, info) = (asked.tenant, context.info());
        let (about, argument) = match read(&asked, &info.activity_type, info.attempt) {
            Read::Asked(about, argument) => (about, argument),
            Read::Later => return Err(again("unreadable")),
            Read::Never => return Ok(Private::new(tenant, &(About::default(), Err(unreadable())))),
        };
        let run = about.run;
        let result = tokio::select! {
            result = effect(&*self.effects, RunRef { tenant, run }, argument) => result,
            () = context.cancelled() => return Err(ActivityError::cancelled()),
            never = beat(context) => match never {},
        };
        match result {
            Ok(value) => Ok(bounded(tenant, about, value)),
            Err(Failed::Fault(fault)) => Ok(Private::new(tenant, &(about, Err(fault)))),
            Err(Failed::Away(cause)) => {
                let (effect, attempt) = (&info.activity_type, info.attempt);
                let run = api::ids::RunId(run);
                tracing::warn!(%run, effect, attempt, error = format!("{cause:#}"), "workflow step failed; retrying");
                Err(again("away"))
            }
            Err(Failed::NotYet(delay)) => Err(again_after("not_yet", delay)),
        }
    }
}

#[activities]
impl Activities {
    #[activity(name = "begin")]
    pub(crate) async fn begin(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<()>,
    ) -> Result<Answer<Option<Begin>>, ActivityError> {
        self.answer(&context, asked, |effects, run, ()| effects.begin(run)).await
    }

    #[activity(name = "done")]
    pub(crate) async fn done(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<Option<String>>,
    ) -> Result<Answer<DonePage>, ActivityError> {
        self.answer(&context, asked, |effects, run, after| effects.done(run, after)).await
    }

    /// A local activity: it does not wait for a slot, because it blocks the workflow's own thread.
    #[activity(name = "evaluate")]
    pub(crate) async fn evaluate(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<Evaluate>,
    ) -> Result<Answer<Vec<Value>>, ActivityError> {
        self.answer_freely(&context, asked, |effects, run, asked| evaluated(effects.evaluate(run, asked))).await
    }

    #[activity(name = "call")]
    pub(crate) async fn call(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<Call>,
    ) -> Result<Answer<Value>, ActivityError> {
        self.answer(&context, asked, |effects, run, call| effects.call(run, call)).await
    }

    #[activity(name = "open")]
    pub(crate) async fn open(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<Open>,
    ) -> Result<Answer<Opened>, ActivityError> {
        self.answer(&context, asked, |effects, run, open| effects.open(run, open)).await
    }

    #[activity(name = "close")]
    pub(crate) async fn close(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<Close>,
    ) -> Result<Answer<Closed>, ActivityError> {
        self.answer(&context, asked, |effects, run, close| effects.close(run, close)).await
    }

    #[activity(name = "record")]
    pub(crate) async fn record(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<Vec<Record>>,
    ) -> Result<Answer<()>, ActivityError> {
        self.answer(&context, asked, |effects, run, notes| effects.record(run, notes)).await
    }

    #[activity(name = "finish")]
    pub(crate) async fn finish(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<Finish>,
    ) -> Result<Answer<()>, ActivityError> {
        let asked = at_least_its_end(asked, &context.info().activity_type, context.info().attempt);
        self.answer(&context, asked, |effects, run, finish| effects.finish(run, finish)).await
    }

    /// The activity of a schedule: the workflow's id takes the place of the run.
    #[activity(name = "tick")]
    pub(crate) async fn tick(
        self: Arc<Self>,
        context: ActivityContext,
        asked: Asked<Tick>,
    ) -> Result<Answer<()>, ActivityError> {
        self.answer(&context, asked, |effects, _, tick| effects.tick(tick)).await
    }
}

fn bounded<T: Serialize>(tenant: Uuid, about: About, value: T) -> Answer<T> {
    let answer = Private::new(tenant, &(about.clone(), Ok(value)));
    if answer.bytes() <= PAYLOAD_BYTES { answer } else { Private::new(tenant, &(about, Err(too_large()))) }
}

/// Expressions have no effects, so a retryable fault is an internal failure, such as a busy sandbox.
fn evaluated<T: 'static>(evaluation: Effect<'_, T>) -> Effect<'_, T> {
    let ours = |failed| match failed {
        Failed::Fault(fault) if fault.retryable => Failed::Away(anyhow::anyhow!(fault.title)),
        failed => failed,
    };
    evaluation.map_err(ours).boxed()
}

pub(crate) fn unreadable() -> Fault {
    Fault::new(Fault::RUNTIME, 500, "The request or the result of the step cannot be read")
}

pub(crate) fn too_large() -> Fault {
    Fault::new(Fault::TOO_LARGE, 413, "The data of the step exceeds the limit of a run")
}

async fn beat(context: &ActivityContext) -> Infallible {
    if context.info().heartbeat_timeout.is_none() {
        return std::future::pending().await;
    }
    loop {
        tokio::time::sleep(HEARTBEAT / 4).await;
        let _ = context.record_heartbeat(no_payload()).await;
    }
}

fn again(why: &'static str) -> ActivityError {
    ActivityError::application(ApplicationFailure::new(why))
}

/// The tenant uses its whole share of this worker. Retries are delayed from half a second to half a minute, with
/// jitter, because each attempt costs Temporal something.
fn busy(attempt: u32) -> ActivityError {
    let longest = Duration::from_millis(500) * 2_u32.pow(attempt.saturating_sub(1).min(6));
    let delay = longest.mul_f64(rand::rng().random_range(0.5..1.0));
    again_after("busy", delay)
}

fn again_after(why: &'static str, delay: Duration) -> ActivityError {
    ActivityError::application(ApplicationFailure::builder(why).next_retry_delay(delay).build())
}
