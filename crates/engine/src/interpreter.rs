//! The workflow that interprets a customer's definition. Its histories run for months: a change of its commands, or of
//! their order, breaks them, unless it is made under `context.patched(…)`. `tests/it/replay.rs` replays recorded
//! histories.

use crate::{codec::Private, effects::RunRef, host::TemporalHost};
use flow::{Definition, Outcome};
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    pin::pin,
    task::Poll,
};
use temporalio_macros::{workflow, workflow_methods};
use temporalio_sdk::{ContinueAsNewOptions, SyncWorkflowContext, WorkflowContext, WorkflowResult};

#[workflow]
#[derive(Default)]
pub(crate) struct Interpret {
    /// Paths of steps with a notification. Our tables contain its content.
    pub(crate) nudged: BTreeSet<String>,
    /// A step is adding to the message to Temporal.
    pub(crate) message_locked: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Nudge {
    pub(crate) path: String,
}

#[workflow_methods]
impl Interpret {
    #[run(name = "interpret")]
    pub(crate) async fn run(context: &mut WorkflowContext<Self>, of: Private<RunRef>) -> WorkflowResult<()> {
        discreet(walk(context, of)).await
    }

    #[signal(name = "nudge")]
    #[expect(clippy::needless_pass_by_value, reason = "the SDK gives it away")]
    pub(crate) fn nudge(&mut self, _: &mut SyncWorkflowContext<Self>, nudge: Private<Nudge>) {
        if let Ok(nudge) = nudge.value() {
            self.nudged.insert(nudge.path);
        }
    }
}

async fn walk(context: &WorkflowContext<Interpret>, of: Private<RunRef>) -> WorkflowResult<()> {
    let Ok(run) = of.value() else { return Ok(()) };
    let host = TemporalHost::new(context.clone(), run);
    let begin = match host.begin().await {
        Ok(Some(begin)) => begin,
        Ok(None) => return Ok(()),
        Err(fault) => return finish(&host, Outcome::Failed { fault }).await,
    };
    let definition = match Definition::stored(&begin.definition) {
        Ok(definition) => definition,
        Err(fault) => return finish(&host, Outcome::Failed { fault }).await,
    };
    let end = end(context, &host, flow::interpret(&definition, begin.begun, &host)).await;
    match end {
        End::Outcome(outcome) => return finish(&host, outcome).await,
        End::Cancelled => return finish(&host, Outcome::Canceled).await,
        End::HistoryIsFull => {}
    }
    if let Err(fault) = host.flush_notes().await {
        tracing::error!(fault = fault.r#type, "notes of a workflow run were lost between two histories");
    }
    // The new history would not contain it.
    if context.cancelled().now_or_never().is_some() {
        return finish(&host, Outcome::Canceled).await;
    }
    context.continue_as_new(of, ContinueAsNewOptions::default())?;
    Ok(())
}

/// The SDK sends the message of a panic to Temporal unencrypted, and it may contain customers' data. The hook logs it.
const PANICKED: &str = "see the worker's log";

async fn discreet<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    poll_fn(|waker| {
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(waker)));
        polled.unwrap_or_else(|_| resume_unwind(Box::new(PANICKED)))
    })
    .await
}

enum End {
    Outcome(Outcome),
    Cancelled,
    HistoryIsFull,
}

/// The first of both results. The interpretation is then dropped, which cancels its active effects.
async fn end(context: &WorkflowContext<Interpret>, host: &TemporalHost, outcome: impl Future<Output = Outcome>) -> End {
    let (mut outcome, mut cancelled) = (pin!(outcome), pin!(context.cancelled()));
    poll_fn(|waker| {
        if cancelled.as_mut().poll(waker).is_ready() {
            return Poll::Ready(End::Cancelled);
        }
        if let Poll::Ready(outcome) = outcome.as_mut().poll(waker) {
            return Poll::Ready(End::Outcome(outcome));
        }
        if host.needs_new_history() { Poll::Ready(End::HistoryIsFull) } else { Poll::Pending }
    })
    .await
}

/// Only our tables record that a run failed: for Temporal, every run completes.
async fn finish(host: &TemporalHost, outcome: Outcome) -> WorkflowResult<()> {
    if let Err(fault) = host.finish(outcome).await {
        tracing::error!(fault = fault.r#type, "failed to finish a workflow run");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_passed_on_without_what_it_said() {
        let secret = "of a customer";
        let work = discreet(async { assert!(secret.is_empty(), "{secret}") });
        let panic = catch_unwind(AssertUnwindSafe(|| work.now_or_never())).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&PANICKED));
        assert_eq!(discreet(async { 1 }).now_or_never(), Some(1));
    }
}
