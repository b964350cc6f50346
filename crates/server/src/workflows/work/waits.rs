//! Steps that wait: for a time, for people, for an event. What they wait for is in our tables, and so is what came of it;
//! the engine keeps the time and looks when it is nudged.

use super::{
    halt::{Halt, over},
    notes,
    rest::{self, Rest},
};
use crate::{
    app::App,
    event_filter::Filter,
    http::Change,
    workflows::{
        approvals,
        data::{fault_of_row, fault_to_row, storable},
        runs,
    },
};
use api::webhooks::{EventFilter, EventPattern as Kinds};
use api::{
    ApprovalId, EventKind, RunId, TenantId,
    approvals::{ApprovalStatus, Approvers, OnTimeout},
    workflow_runs::RunStatus,
};
use engine::{Close, Closed, Open, Opened, RunRef};
use flow::{EventPattern, Fault, Kind, Step, parse_duration};
use jiff::{SignedDuration, Timestamp};
use queries::{
    client::Params,
    queries::workflows::{
        approvals::decide_approval,
        runs::lock_run,
        work::effects::{
            AskApprovalParams, BeginStepParams, BegunStep, EndStepParams, ask_approval, asked_approval, begin_step,
            end_step, heard_by, listen, run_goes_on, run_waits, step_of_run,
        },
    },
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How many people may have to agree at most.
const MOST_APPROVALS: i32 = 10;

/// Begins to wait, or says how much of it is left.
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
    let asked = match kind {
        Kind::Approval => Some(Asked::of(&arguments, now)?),
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
        status: "waiting",
        input: Some(&arguments),
        until,
        now,
        run_id: run.run,
    };
    let begun = begin_step().params(&*change, &begun).opt().await?.ok_or_else(over)?;
    if begun.status != "waiting" || begun.resumed {
        change.done().await?;
        return Ok(Opened { closes_in: Some(Duration::ZERO) });
    }
    let waits = if asked.is_some() { RunStatus::WaitingApproval } else { RunStatus::Waiting };
    let told = run_waits().bind(&*change, &waits.name(), &now, &run.run).opt().await?.is_some();
    let wire = runs::to_wire(runs::row(&*change, RunId(run.run)).await?);
    if told {
        change.emit(EventKind::WorkflowRunWaiting, &wire, json!({"object": wire.brief()}));
    }
    let closes_at = match asked {
        Some(asked) => Some(ask(app, &mut change, run, &step, (asked, rest)).await?),
        None if kind == Kind::Listen => {
            listen().bind(&*change, &step.path, &arguments, &run.run).opt().await?;
            heard_by().bind(&*change, &run.run, &step.path).opt().await?.map(|_| now)
        }
        None => begun.until,
    };
    change.done().await?;
    let left = |at: Timestamp| Duration::try_from(at.duration_since(now)).unwrap_or_default();
    Ok(Opened { closes_in: closes_at.map(left) })
}

/// What the step came to, if it has.
pub async fn close(app: &App, run: RunRef, close: Close) -> Result<Closed, Halt> {
    let Close { step, kind, timed_out } = close;
    let mut change = Change::by_run(app, TenantId(run.tenant), RunId(run.run), "workflows.run").await?;
    // The run before its approvals, as those do who decide.
    lock_run().bind(&*change, &run.run).opt().await?;
    let stored = step_of_run().bind(&*change, &run.run, &step.path).opt().await?.ok_or_else(over)?;
    match stored.status.as_str() {
        "succeeded" => return Ok(Closed::With(stored.output.unwrap_or_default())),
        "failed" => return Err(Halt::Fault(fault_of(stored))),
        "waiting" => {}
        _ => return Err(Halt::Fault(over())),
    }
    let result = match kind {
        Kind::Approval => decided(app, &mut change, run, &step, timed_out).await?,
        Kind::Listen => heard_by().bind(&*change, &run.run, &step.path).opt().await?.map(Ok),
        _ => (timed_out || stored.resumed).then_some(Ok(Value::Null)),
    };
    let Some(result) = result else {
        change.done().await?;
        return Ok(Closed::StillOpen);
    };
    let now = app.clock.now();
    let ended = EndStepParams {
        status: if result.is_ok() { "succeeded" } else { "failed" },
        output: result.as_ref().ok(),
        error: result.as_ref().err().map(fault_to_row),
        ended_at: Some(now),
        run_id: run.run,
        path: step.path.as_str(),
    };
    end_step().params(&*change, &ended).opt().await?;
    run_goes_on().bind(&*change, &now, &run.run).opt().await?;
    change.done().await?;
    Ok(Closed::With(result?))
}

fn fault_of(step: BegunStep) -> Fault {
    fault_of_row(step.error).unwrap_or_else(over)
}

fn seconds(arguments: &Value) -> f64 {
    arguments["seconds"].as_f64().filter(|seconds| seconds.is_finite() && *seconds > 0.0).unwrap_or_default()
}

/// As far in the future as time goes, at most.
fn after(now: Timestamp, seconds: f64) -> Timestamp {
    let length = SignedDuration::try_from_secs_f64(seconds).unwrap_or(SignedDuration::MAX);
    now.checked_add(length).unwrap_or(Timestamp::MAX)
}

/// Whom an approval asks, and for how long.
struct Asked {
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

impl Asked {
    fn of(arguments: &Value, now: Timestamp) -> Result<Asked, Fault> {
        let wrong = |detail: String| {
            Fault::new(Fault::VALIDATION, 422, "The arguments of the approval are invalid").detail(detail)
        };
        let asked: Arguments =
            Deserialize::deserialize(arguments).map_err(|error: serde_json::Error| wrong(error.to_string()))?;
        let expires_at = match (asked.expires_in, asked.expires_at) {
            (Some(length), _) => {
                let length =
                    parse_duration(&Value::from(length)).map_err(|error| wrong(format!("expires_in: {error}")))?;
                after(now, length.as_secs_f64())
            }
            (None, Some(at)) => at,
            (None, None) => approvals::default_expiry(now),
        };
        Ok(Asked {
            summary: asked.summary.chars().take(1000).collect(),
            approvers: asked.approvers.unwrap_or_default(),
            min_approvals: asked.min_approvals.unwrap_or(1).clamp(1, MOST_APPROVALS),
            on_timeout: asked.on_timeout.unwrap_or(OnTimeout::Reject),
            expires_at,
        })
    }
}

/// Asks, once, and says until when.
async fn ask(
    app: &App,
    change: &mut Change,
    run: RunRef,
    step: &Step,
    (asked, rest): (Asked, Rest),
) -> Result<Timestamp, Halt> {
    let id = ApprovalId(app.clock.id());
    let Approvers { scope, users, keys } = asked.approvers;
    let new = AskApprovalParams {
        id: id.0,
        path: step.path.as_str(),
        summary: asked.summary.as_str(),
        approver_scope: scope.map(|scope| scope.to_string()),
        approver_ids: users.map(|users| users.into_iter().map(|user| user.0).collect::<Vec<_>>()),
        approver_key_ids: keys.map(|keys| keys.into_iter().map(|key| key.0).collect::<Vec<_>>()),
        min_approvals: asked.min_approvals,
        on_timeout: asked.on_timeout.name(),
        expires_at: asked.expires_at,
        plan: rest.plan,
        plan_complete: rest.complete,
        now: app.clock.now(),
        run_id: run.run,
    };
    if ask_approval().params(&**change, &new).opt().await?.is_some() {
        let run = runs::to_wire(runs::row(&**change, RunId(run.run)).await?);
        approvals::tell(app, change, &run, id, EventKind::WorkflowApprovalRequested).await?;
        return Ok(asked.expires_at);
    }
    let known = asked_approval().bind(&**change, &run.run, &step.path).one().await?;
    let pending = known.status == ApprovalStatus::Pending.name();
    Ok(if pending { known.expires_at } else { app.clock.now() })
}

/// What people decided, or that their time is up.
async fn decided(
    app: &App,
    change: &mut Change,
    run: RunRef,
    step: &Step,
    timed_out: bool,
) -> Result<Option<Result<Value, Fault>>, Halt> {
    let row = asked_approval().bind(&**change, &run.run, &step.path).opt().await?.ok_or_else(over)?;
    let (id, now, run) = (ApprovalId(row.id), app.clock.now(), RunId(run.run));
    let known = async |change: &Change| {
        let all = approvals::of_run(app, &**change, run).await?;
        all.into_iter().find(|known| known.id == id).ok_or_else(|| Halt::Fault(over()))
    };
    let mut approval = known(change).await?;
    if approval.status == ApprovalStatus::Pending {
        if !timed_out && approval.expires_at > now {
            return Ok(None);
        }
        let status = ApprovalStatus::TimedOut;
        let outcome = Some(approvals::outcome(status, approval.approvals_given, approval.min_approvals));
        decide_approval().bind(&**change, &status.name(), &now, &outcome, &id.0).one().await?;
        let run = runs::to_wire(runs::row(&**change, run).await?);
        approvals::tell(app, change, &run, id, EventKind::WorkflowApprovalDecided).await?;
        approval = known(change).await?;
    }
    let rejected = |title| {
        let detail = approval.outcome.clone().unwrap_or_else(|| "The approval was rejected.".to_owned());
        Fault::new("approval_rejected", 403, title).detail(detail)
    };
    Ok(Some(match approval.status {
        ApprovalStatus::Approved => Ok(approvals::value(&approval)),
        ApprovalStatus::TimedOut if approval.on_timeout == OnTimeout::Continue => Ok(approvals::value(&approval)),
        ApprovalStatus::TimedOut => Err(rejected("The approval expired")),
        _ => Err(rejected("The approval was rejected")),
    }))
}

/// What a run listens for, as it was filled in: kinds that there are, and filters that can be read.
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
