//! The spans of runs and of their steps. They continue the trace of the request, the event or the schedule that has started
//! the run.

use api::{EventId, RunId, TenantId, WorkflowId, workflow_runs::RunStatus};
use engine::{Call, RunRef};
use kernel::{
    http::Change,
    telemetry::{FinishedSpan, TraceContext, is_exporting},
};
use queries::queries::workflows::runs::Run;
use tracing::{Span, field::Empty};
use uuid::Uuid;

/// The context that the steps and the events of a run continue: the span of the run. If traces are not exported, there is no
/// such span, and they continue the context that has started the run.
pub fn context(run: Uuid, attempt: i32, trace: Option<&[u8]>) -> Option<TraceContext> {
    let started_by = TraceContext::stored(trace)?;
    Some(if is_exporting() { started_by.with_span(span_id(run, attempt)) } else { started_by })
}

/// The span of an attempt has the same id in all processes, so that the steps know it before the run ends.
fn span_id(run: Uuid, attempt: i32) -> u64 {
    let (_, random) = run.as_u64_pair();
    random ^ u64::from(attempt.unsigned_abs())
}

/// The span of a call. The arguments of a step, and the URL of a request, may contain customers' data.
pub fn of_call(run: RunRef, call: &Call) -> Span {
    let (tenant, run) = (TenantId(run.tenant), RunId(run.run));
    tracing::info_span!("step", otel.name = "workflow step", %tenant, %run, path = call.step.path,
        function = call.function, attempt = call.attempt, otel.status_code = Empty)
}

/// The span of a run that ends with the change.
pub fn finish(change: &mut Change, run: &Run) {
    let context = context(run.id, run.attempt, run.trace.as_deref());
    let parent = TraceContext::stored(run.trace.as_deref());
    let times = run.started_at.zip(run.ended_at);
    let (Some(parent), Some(context), Some((started_at, ended_at))) = (parent, context, times) else { return };
    let status = RunStatus::named(&run.status);
    let mut attributes = vec![
        ("tenant", change.tenant().to_string()),
        ("workflow", WorkflowId(run.workflow_id).to_string()),
        ("run", RunId(run.id).to_string()),
        ("attempt", run.attempt.to_string()),
        ("status", run.status.clone()),
    ];
    attributes.extend(run.event_id.map(|event| ("event", EventId(event).to_string())));
    let failed = matches!(status, Some(RunStatus::Failed | RunStatus::TimedOut));
    change.finish(FinishedSpan { name: "workflow run", parent, context, started_at, ended_at, failed, attributes });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attempt_of_a_run_has_its_own_span() {
        let (one, other) = (Uuid::from_u128(8), Uuid::from_u128(80));
        assert_eq!(span_id(one, 1), span_id(one, 1));
        assert_ne!(span_id(one, 1), span_id(one, 2));
        assert_ne!(span_id(one, 1), span_id(other, 1));
    }

    #[test]
    fn a_run_that_nobody_traces_has_no_context() {
        let run = Uuid::from_u128(1);
        assert_eq!(context(run, 1, None), None);
        let sent = [1; 24];
        assert_eq!(context(run, 1, Some(&sent)), TraceContext::stored(Some(&sent)), "nothing is exported here");
    }
}
