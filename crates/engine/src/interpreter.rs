//! The workflow that walks a customer's definition. Histories of it run for months: a change of what it asks for, and in
//! which order, breaks them, unless it is made under `context.patched(…)`. `tests/it/replay.rs` replays recorded ones.

use crate::{
    codec::Private,
    effects::RunRef,
    host::{Notes, TemporalHost},
};
use flow::{Definition, Outcome};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};
use temporalio_macros::{workflow, workflow_methods};
use temporalio_sdk::{ContinueAsNewOptions, SyncWorkflowContext, WorkflowContext, WorkflowResult};

#[workflow]
#[derive(Default)]
pub(crate) struct Interpret {
    /// Paths of steps that somebody has news for. What the news is, our tables know.
    pub(crate) nudged: BTreeSet<String>,
    /// A step is at adding to what is told to Temporal.
    pub(crate) taken: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Nudge {
    pub(crate) path: String,
}

#[workflow_methods]
impl Interpret {
    #[run(name = "interpret")]
    pub(crate) async fn run(context: &mut WorkflowContext<Self>, of: Private<RunRef>) -> WorkflowResult<()> {
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
            End::Outcome(outcome) => finish(&host, outcome).await,
            End::Cancelled => finish(&host, Outcome::Canceled).await,
            End::HistoryIsFull(notes) => {
                // What was decided must be known when the run goes on.
                if let Err(fault) = host.keep_notes(notes).await {
                    return finish(&host, Outcome::Failed { fault }).await;
                }
                context.continue_as_new(of, ContinueAsNewOptions::default())?;
                Ok(())
            }
        }
    }

    #[signal(name = "nudge")]
    pub(crate) fn nudge(&mut self, _: &mut SyncWorkflowContext<Self>, nudge: Private<Nudge>) {
        if let Ok(nudge) = nudge.into_value() {
            self.nudged.insert(nudge.path);
        }
    }
}

enum End {
    Outcome(Outcome),
    Cancelled,
    /// With what was noted before what is under way is dropped, and says that it was overtaken.
    HistoryIsFull(Notes),
}

/// Whatever comes first. The interpretation is dropped with it, and cancels what it has under way.
async fn end(context: &WorkflowContext<Interpret>, host: &TemporalHost, outcome: impl Future<Output = Outcome>) -> End {
    let (mut outcome, mut cancelled) = (pin!(outcome), pin!(context.cancelled()));
    poll_fn(|waker| {
        if cancelled.as_mut().poll(waker).is_ready() {
            return Poll::Ready(End::Cancelled);
        }
        if let Poll::Ready(outcome) = outcome.as_mut().poll(waker) {
            return Poll::Ready(End::Outcome(outcome));
        }
        if host.renews() { Poll::Ready(End::HistoryIsFull(host.notes_so_far())) } else { Poll::Pending }
    })
    .await
}

/// That a run failed is for our tables to say: to Temporal every run is one that came to its end.
async fn finish(host: &TemporalHost, outcome: Outcome) -> WorkflowResult<()> {
    if let Err(fault) = host.finish(outcome).await {
        tracing::error!(fault = fault.r#type, "a run could not be finished");
    }
    Ok(())
}
