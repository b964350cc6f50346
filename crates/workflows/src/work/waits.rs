//! Steps that wait: for a time, for people, for an event. Their conditions and results are in our tables; the engine
//! keeps the time, and checks again when it is nudged.

use super::{
    halt::{Halt, over},
    notes,
    rest::{self, Rest},
    steps::{self, StepResult, StepState},
};
use crate::{approvals, data::storable, runs};
use api::webhooks::{EventFilter, EventPattern as Kinds};
use api::{
    ApprovalId, EventKind, RunId, TenantId,
    approvals::{ApprovalStatus, Approvers, OnTimeout},
    workflow_runs::{RunStatus, StepStatus},
};
use engine::{Close, Closed, Open, Opened, RunRef};
use flow::{EventPattern, Fault, Kind, Step, parse_duration};
use jiff::{SignedDuration, Timestamp};
use kernel::{app::App, event_filter::Filter, http::Change};
use queries::{
    client::Params,
    queries::workflows::{
        approvals::decide_approval,
        runs::lock_run,
        work::effects::{
            AskApprovalParams, BeginStepParams, ask_approval, asked_approval, begin_step, heard_by, listen,
            run_goes_on, run_waits, step_of_run,
        },
    },
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The maximum number of required approvals.
const MOST_APPROVALS: i32 = 10;

/// Begins to wait, or returns the remaining time.
pub async fn open(app: &App, run: RunRef, open: Open) -> Result<Opened, Halt> {
    let now = app.clock.now();
    let Open { step, notes, kind, mut arguments } = open;
    storable(&mut arguments);
    let rest = match kind {
        Kind::Approval => rest::plan(app, run, &step.path).await?,
        _ => Rest::default(),
    };
    let mut change = Change::by_run(app, TenantId(run.tenant), RunId(run.run), "workflows.run").await?;
    notes::write(app, &change, run, &notes).await?;
    let until = match kind {
        Kind::Wait => Some(after(now, seconds(&arguments))),
        _ => None,
    };
    let request = match kind {
        Kind::Approval => Some(ApprovalRequest::of(&arguments, now)?),
        _ => None,
    };
    if kind == Kind::Listen {
        patterns(&arguments)?;
    }
    let begun = BeginStepParams {
        path: step.path.as_str(),
        name: step.name.as_str(),
        kind: notes::kind(kind),
        task: notes::kind(kind),
        status: StepStatus::Waiting.name(),
        input: Some(&arguments),
        until,
        now,
        run_id: run.run,
    };
    let begun = begin_step().params(&*change, &begun).opt().await?.ok_or_else(over)?;
    let until = begun.until;
    if StepState::from(begun) != (StepState::Waiting { resumed: false }) {
        change.done().await?;
        return Ok(Opened { closes_in: Some(Duration::ZERO) });
    }
    let status = if request.is_some() { RunStatus::WaitingApproval } else { RunStatus::Waiting };
    let waits_now = run_waits().bind(&*change, &status.name(), &now, &run.run).opt().await?.is_some();
    let wire = runs::of_change(&mut change, RunId(run.run)).await?;
    if waits_now {
        change.emit(EventKind::WorkflowRunWaiting, &wire, json!({"object": wire.brief()}));
    }
    let closes_at = match request {
        Some(request) => Some(ask(app, &mut change, run, &step, (request, rest)).await?),
        None if kind == Kind::Listen => {
            listen().bind(&*change, &step.path, &arguments, &run.run).opt().await?;
            heard_by().bind(&*change, &run.run, &step.path).opt().await?.map(|_| now)
        }
        None => until,
    };
    change.done().await?;
    let left = |at: Timestamp| Duration::try_from(at.duration_since(now)).unwrap_or_default();
    Ok(Opened { closes_in: closes_at.map(left) })
}

/// Ends the step, if its condition has been met.
pub async fn close(app: &App, run: RunRef, close: Close) -> Result<Closed, Halt> {
    let Close { step, kind, timed_out } = close;
    let mut change = Change::by_run(app, TenantId(run.tenant), RunId(run.run), "workflows.run").await?;
    // The run is locked before its approvals, as in a decision.
    lock_run().bind(&*change, &run.run).opt().await?;
    let stored = step_of_run().bind(&*change, &run.run, &step.path).opt().await?.ok_or_else(over)?;
    let resumed = match StepState::from(stored) {
        StepState::Waiting { resumed } => resumed,
        StepState::Succeeded(output) => return Ok(Closed::With(output)),
        StepState::Failed(fault) => return Err(Halt::Fault(fault)),
        StepState::Running | StepState::Over => return Err(Halt::Fault(over())),
    };
    let wait = match kind {
        Kind::Approval => decision(app, &mut change, run, &step, timed_out).await?,
        Kind::Listen => match heard_by().bind(&*change, &run.run, &step.path).opt().await? {
            Some(event) => Wait::Ended(Ok(event)),
            None => Wait::Open,
        },
        _ if timed_out || resumed => Wait::Ended(Ok(Value::Null)),
        _ => Wait::Open,
    };
    let Wait::Ended(result) = wait else {
        change.done().await?;
        return Ok(Closed::StillOpen);
    };
    steps::store_result(app, &change, run, &step.path, StepResult::of(&result)).await?;
    run_goes_on().bind(&*change, &app.clock.now(), &run.run).opt().await?;
    change.done().await?;
    Ok(Closed::With(result?))
}

/// The state of the event that a step waits for.
enum Wait {
    Open,
    Ended(Result<Value, Fault>),
}

fn seconds(arguments: &Value) -> f64 {
    arguments["seconds"].as_f64().filter(|seconds| seconds.is_finite() && *seconds > 0.0).unwrap_or_default()
}

/// Limited to the latest representable time.
fn after(now: Timestamp, seconds: f64) -> Timestamp {
    let length = SignedDuration::try_from_secs_f64(seconds).unwrap_or(SignedDuration::MAX);
    now.checked_add(length).unwrap_or(Timestamp::MAX)
}

/// The approvers and the time limit of an approval.
struct ApprovalRequest {
    summary: String,
    approvers: Approvers,
    min_approvals: i32,
    on_timeout: OnTimeout,
    expires_at: Timestamp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    summary: String,
    #[serde(default)]
    approvers: Option<Approvers>,
    min_approvals: Option<i32>,
    expires_in: Option<String>,
    expires_at: Option<Timestamp>,
    on_timeout: Option<OnTimeout>,
}

impl ApprovalRequest {
    fn of(arguments: &Value, now: Timestamp) -> Result<ApprovalRequest, Fault> {
        let wrong = |detail: String| {
            Fault::new(Fault::VALIDATION, 422, "The arguments of the approval are invalid").detail(detail)
        };
        let given: Arguments =
            Deserialize::deserialize(arguments).map_err(|error: serde_json::Error| wrong(error.to_string()))?;
        let expires_at = match (given.expires_in, given.expires_at) {
            (Some(length), _) => {
                let length =
                    parse_duration(&Value::from(length)).map_err(|error| wrong(format!("expires_in: {error}")))?;
                after(now, length.as_secs_f64())
            }
            (None, Some(at)) => at,
            (None, None) => approvals::default_expiry(now),
        };
        Ok(ApprovalRequest {
            summary: given.summary.chars().take(1000).collect(),
            approvers: given.approvers.unwrap_or_default(),
            min_approvals: given.min_approvals.unwrap_or(1).clamp(1, MOST_APPROVALS),
            on_timeout: given.on_timeout.unwrap_or(OnTimeout::Reject),
            expires_at,
        })
    }
}

/// Requests the approval, once. Returns its time limit.
async fn ask(
    app: &App,
    change: &mut Change,
    run: RunRef,
    step: &Step,
    (request, rest): (ApprovalRequest, Rest),
) -> Result<Timestamp, Halt> {
    let id = ApprovalId(app.clock.id());
    let Approvers { scope, users, keys } = request.approvers;
    let new = AskApprovalParams {
        id: id.0,
        path: step.path.as_str(),
        summary: request.summary.as_str(),
        approver_scope: scope.map(|scope| scope.to_string()),
        approver_ids: users.map(|users| users.into_iter().map(|user| user.0).collect::<Vec<_>>()),
        approver_key_ids: keys.map(|keys| keys.into_iter().map(|key| key.0).collect::<Vec<_>>()),
        min_approvals: request.min_approvals,
        on_timeout: request.on_timeout.name(),
        expires_at: request.expires_at,
        plan: rest.plan,
        plan_complete: rest.complete,
        now: app.clock.now(),
        run_id: run.run,
    };
    if ask_approval().params(&**change, &new).opt().await?.is_some() {
        let run = runs::of_change(change, RunId(run.run)).await?;
        approvals::tell(app, change, &run, id, EventKind::WorkflowApprovalRequested).await?;
        return Ok(request.expires_at);
    }
    let known = asked_approval().bind(&**change, &run.run, &step.path).one().await?;
    let pending = known.status == ApprovalStatus::Pending.name();
    Ok(if pending { known.expires_at } else { app.clock.now() })
}

/// The decision of the approvers, or the timeout.
async fn decision(app: &App, change: &mut Change, run: RunRef, step: &Step, timed_out: bool) -> Result<Wait, Halt> {
    let row = asked_approval().bind(&**change, &run.run, &step.path).opt().await?.ok_or_else(over)?;
    let (id, now, run) = (ApprovalId(row.id), app.clock.now(), RunId(run.run));
    let known = async |change: &Change| {
        let all = approvals::of_run(app, &**change, run).await?;
        all.into_iter().find(|known| known.id == id).ok_or_else(|| Halt::Fault(over()))
    };
    let mut approval = known(change).await?;
    if approval.status == ApprovalStatus::Pending {
        if !timed_out && approval.expires_at > now {
            return Ok(Wait::Open);
        }
        let status = ApprovalStatus::TimedOut;
        let outcome = Some(approvals::outcome(status, approval.approvals_given, approval.min_approvals));
        decide_approval().bind(&**change, &status.name(), &now, &outcome, &id.0).one().await?;
        let run = runs::of_change(change, run).await?;
        approvals::tell(app, change, &run, id, EventKind::WorkflowApprovalDecided).await?;
        approval = known(change).await?;
    }
    let rejected = |title| {
        let detail = approval.outcome.clone().unwrap_or_else(|| "The approval was rejected.".to_owned());
        Fault::new("approval_rejected", 403, title).detail(detail)
    };
    Ok(Wait::Ended(match approval.status {
        ApprovalStatus::Approved => Ok(approvals::value(&approval)),
        ApprovalStatus::TimedOut if approval.on_timeout == OnTimeout::Continue => Ok(approvals::value(&approval)),
        ApprovalStatus::TimedOut => Err(rejected("The approval expired")),
        _ => Err(rejected("The approval was rejected")),
    }))
}

/// The patterns that a run listens for, with their expressions filled in: known kinds, and valid filters.
pub fn patterns(arguments: &Value) -> Result<Vec<(EventPattern, Filter)>, Fault> {
    let wrong =
        |detail: String| Fault::new(Fault::VALIDATION, 422, "The events to listen for are invalid").detail(detail);
    let patterns: Vec<EventPattern> =
        Deserialize::deserialize(arguments).map_err(|error: serde_json::Error| wrong(error.to_string()))?;
    let mut known = vec![];
    for pattern in patterns {
        if let Some(kind) = pattern.types.iter().find(|kind| kind.parse::<Kinds>().is_err()) {
            return Err(wrong(format!("unknown event type {kind}")));
        }
        let filter = Filter::parse(&EventFilter(pattern.filter.clone()), "");
        let filter =
            filter.map_err(|faults| wrong(faults.first().map(|fault| fault.detail.clone()).unwrap_or_default()))?;
        known.push((pattern, filter));
    }
    Ok(known)
}
