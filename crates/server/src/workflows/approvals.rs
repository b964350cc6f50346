//! What people decide. Who is behind the start of a run, in person or by whatever key, never decides about it: a key leads
//! to who created it, up to a user or to the first key.

use super::runs;
use crate::{
    app::App,
    http::{Caller, Change, Problem},
};
use api::{
    Actor, ApprovalId, EventKind, ProblemCode, RunId, UserId,
    problem::FaultCode,
    workflow_runs::{
        Approval, ApprovalStatus, Approvers, Decision, DecisionKind, OnTimeout, Run, RunAction, RunActionKind,
    },
};
use jiff::Timestamp;
use queries::{
    client::{GenericClient, Params},
    queries::workflows::{
        runs::{
            self as sql, AddDecisionParams, add_decision, approvals_given, approvals_of_run, decide_approval,
            decisions_of_run, lock_approval, pending_approvals, touch_run,
        },
        start::person_behind,
    },
};
use serde_json::json;
use uuid::Uuid;

/// Takes the caller's decision down; when it is the last that is needed, the run goes on.
pub async fn decide(
    app: &App,
    caller: &Caller,
    change: &mut Change,
    run: &Run,
    wanted: &RunAction,
) -> Result<(), Problem> {
    let (now, (actor_kind, actor_id)) = (app.clock.now(), caller.actor());
    let id = which(change, run, wanted.approval_id).await?;
    let approval = lock_approval().bind(&**change, &id.0, &run.id.0).opt().await?;
    let approval = approval.filter(|approval| approval.status == ApprovalStatus::Pending.name());
    let approval = approval.filter(|approval| approval.expires_at > now).ok_or_else(nothing_waits)?;
    let person = person_behind().bind(&**change, &Some(actor_kind), &Some(actor_id)).one().await?;
    let starters = runs::row(&**change, run.id).await?.starter_ids;
    refuse_others(caller, person, &starters, &approval)?;

    let approves = wanted.action == RunActionKind::Approve;
    let decision = if approves { DecisionKind::Approve } else { DecisionKind::Reject };
    let said = AddDecisionParams {
        approval_id: id.0,
        person_id: person,
        actor_kind,
        actor_id,
        decision: decision.name(),
        comment: wanted.comment.as_deref(),
        now,
    };
    add_decision()
        .params(&**change, &said)
        .opt()
        .await?
        .ok_or_else(|| Problem::new(ProblemCode::NothingWaits, "You have decided already; others have to as well."))?;
    let given = approvals_given().bind(&**change, &id.0).one().await?;
    let status = match decision {
        DecisionKind::Reject => Some(ApprovalStatus::Rejected),
        DecisionKind::Approve if given >= i64::from(approval.min_approvals) => Some(ApprovalStatus::Approved),
        DecisionKind::Approve => None,
    };
    if let Some(status) = status {
        decide_approval().bind(&**change, &status.name(), &now, &id.0).one().await?;
        runs::nudge(change, run.id, &approval.path, now).await?;
    }
    touch_run().bind(&**change, &now, &run.id.0).one().await?;
    if status.is_some() {
        tell(change, run, id, EventKind::WorkflowApprovalDecided).await?;
    }
    Ok(())
}

/// The log says what is asked, or what was decided.
pub async fn tell(change: &mut Change, run: &Run, id: ApprovalId, kind: EventKind) -> Result<(), Problem> {
    let all = of_run(&**change, run.id).await?;
    if let Some(approval) = all.into_iter().find(|approval| approval.id == id) {
        change.emit(kind, run, json!({"object": run.brief(), "approval": approval}));
    }
    Ok(())
}

/// The one that is named, or the only one that waits.
async fn which(change: &Change, run: &Run, named: Option<ApprovalId>) -> Result<ApprovalId, Problem> {
    if let Some(id) = named {
        return Ok(id);
    }
    let pending = pending_approvals().bind(&**change, &run.id.0).all().await?;
    match pending[..] {
        [] => Err(nothing_waits()),
        [one] => Ok(ApprovalId(one)),
        _ => Err(Problem::fault("/approval_id", FaultCode::Required, "is required: several approvals wait")),
    }
}

fn refuse_others(caller: &Caller, person: Uuid, starters: &[Uuid], approval: &sql::Approval) -> Result<(), Problem> {
    let refuse = |detail| Err(Problem::new(ProblemCode::ApproverNotAllowed, detail));
    if starters.contains(&person) {
        return refuse("Who started a run does not decide about it, by whatever key.");
    }
    if approval.approver_ids.as_ref().is_some_and(|users| !users.contains(&person)) {
        return refuse("Others were asked to decide this.");
    }
    // A scope that there is none of any more is nobody's.
    let has = |scope: &str| scope.parse().is_ok_and(|scope| caller.grants.iter().any(|grant| grant.covers(scope)));
    if approval.approver_scope.as_deref().is_some_and(|scope| !has(scope)) {
        return refuse("Those were asked to decide this who have another scope.");
    }
    Ok(())
}

fn nothing_waits() -> Problem {
    Problem::new(ProblemCode::NothingWaits, "No approval of this run waits for a decision, or not that one.")
}

pub async fn of_run<C: GenericClient>(db: &C, run: RunId) -> Result<Vec<Approval>, Problem> {
    let approvals = approvals_of_run().bind(db, &run.0).all().await?;
    if approvals.is_empty() {
        return Ok(vec![]);
    }
    let decisions = decisions_of_run().bind(db, &run.0).all().await?;
    Ok(approvals.into_iter().map(|approval| to_wire(approval, &decisions)).collect())
}

fn to_wire(row: sql::Approval, decisions: &[sql::Decision]) -> Approval {
    let own = decisions.iter().filter(|decision| decision.approval_id == row.id);
    let users = row.approver_ids.map(|ids| ids.into_iter().map(UserId).collect());
    Approval {
        id: ApprovalId(row.id),
        path: row.path,
        summary: row.summary,
        approvers: Approvers { scope: row.approver_scope.and_then(|scope| scope.parse().ok()), users },
        min_approvals: row.min_approvals,
        status: ApprovalStatus::named(&row.status).unwrap_or(ApprovalStatus::Rejected),
        on_timeout: OnTimeout::named(&row.on_timeout).unwrap_or(OnTimeout::Reject),
        expires_at: row.expires_at,
        decisions: own.map(decision_to_wire).collect(),
        created_at: row.created_at,
        decided_at: row.decided_at,
    }
}

fn decision_to_wire(row: &sql::Decision) -> Decision {
    Decision {
        by: Actor::stored(&row.actor_kind, Some(row.actor_id)),
        decision: DecisionKind::named(&row.decision).unwrap_or(DecisionKind::Reject),
        comment: row.comment.clone(),
        at: row.at,
    }
}

/// Until when people may decide, where the definition does not say.
pub fn default_expiry(now: Timestamp) -> Timestamp {
    now + jiff::SignedDuration::from_hours(7 * 24)
}
