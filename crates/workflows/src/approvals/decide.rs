//! The decision of an approval. By default, people decide, in a session; a key only if the approval names it. Nobody
//! who is responsible for the run may decide, and nobody decides twice, with any key or session.

use super::{approvals_given, outcome, starters_of_run, tell};
use crate::runs;
use api::{
    ApprovalId, EventKind, Grant, ProblemCode, Scope,
    approvals::{ApprovalStatus, CannotDecide, DecisionKind},
    problem::FaultCode,
    workflow_runs::{Run, RunAction, RunActionKind},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Caller, Change, Problem},
};
use queries::{
    client::{GenericClient, Params},
    queries::workflows::{
        approvals::{
            self as sql, AddDecisionParams, add_decision, decide_approval, decisions_of, lock_approval,
            pending_approvals, people_behind,
        },
        runs::touch_run,
    },
};
use uuid::Uuid;

/// A potential approver.
pub struct Decider<'a> {
    caller: &'a Caller,
    kind: &'static str,
    pub id: Uuid,
    /// A signed-in user: neither a key, nor the service on behalf of a user.
    pub is_person: bool,
    /// Everyone who is responsible for the decision.
    pub people: Vec<Uuid>,
}

impl<'a> Decider<'a> {
    pub async fn of<C: GenericClient>(db: &C, caller: &'a Caller) -> Result<Decider<'a>, Problem> {
        let (kind, id) = caller.actor();
        let people = people_behind().bind(db, &kind, &id).one().await?;
        let is_person = caller.session().is_some_and(|session| !session.0.is_nil());
        Ok(Decider { caller, kind, id, is_person, people })
    }

    pub fn may_approve(&self) -> bool {
        self.has(Grant::Only(Scope::WorkflowsApprove))
    }

    fn has(&self, scope: Grant) -> bool {
        self.caller.grants.iter().any(|grant| grant.covers(scope))
    }

    /// Every scope that the caller's grants cover, as stored in a row.
    pub fn covered_scopes(&self) -> Vec<String> {
        Grant::all().filter(|scope| self.has(*scope)).map(|scope| scope.to_string()).collect()
    }

    /// The reason why this caller cannot decide this approval; `starters` are all who are responsible for the run.
    pub fn cannot_decide(
        &self,
        approval: &sql::Approval,
        starters: &[Uuid],
        decisions: &[&sql::Decision],
        now: Timestamp,
    ) -> Option<CannotDecide> {
        let (users, keys) = (approval.approver_ids.as_deref(), approval.approver_key_ids.as_deref());
        let named = |ids: Option<&[Uuid]>| ids.is_some_and(|ids| ids.contains(&self.id));
        let behind = |others: &[Uuid]| self.people.iter().any(|person| others.contains(person));
        // A scope that does not exist any more belongs to nobody.
        let has = |scope: &str| scope.parse().is_ok_and(|scope| self.has(scope));
        match () {
            () if approval.status != ApprovalStatus::Pending.name() => Some(CannotDecide::NotPending),
            () if approval.expires_at <= now => Some(CannotDecide::Expired),
            () if !self.may_approve() => Some(CannotDecide::ScopeMissing),
            () if !self.is_person && keys.is_none() => Some(CannotDecide::SessionRequired),
            () if !self.is_person && !named(keys) => Some(CannotDecide::NotNamed),
            () if self.is_person && (users.is_some() || keys.is_some()) && !named(users) => {
                Some(CannotDecide::NotNamed)
            }
            () if !approval.approver_scope.as_deref().is_none_or(has) => Some(CannotDecide::ScopeMissing),
            // Decisions without a responsible person could not be distinguished.
            () if self.people.is_empty() || behind(starters) => Some(CannotDecide::BehindTheRun),
            () if decisions.iter().any(|decision| behind(&decision.people_ids)) => Some(CannotDecide::DecidedAlready),
            () => None,
        }
    }
}

/// Records the caller's decision; if it is the last one that is needed, the run continues.
pub async fn decide(
    app: &App,
    caller: &Caller,
    change: &mut Change,
    run: &Run,
    wanted: &RunAction,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let id = which(change, run, wanted.approval_id).await?;
    // The approval is locked until the commit.
    let approval = lock_approval().bind(&**change, &id.0, &run.id.0).opt().await?;
    let approval = approval.ok_or_else(|| refused(CannotDecide::NotPending))?;
    let decider = Decider::of(&**change, caller).await?;
    let starters = starters_of_run(&**change, run.id).await?;
    let decisions = decisions_of().bind(&**change, &vec![id.0]).all().await?;
    let before: Vec<_> = decisions.iter().collect();
    if let Some(reason) = decider.cannot_decide(&approval, &starters, &before, now) {
        return Err(refused(reason));
    }

    let approves = wanted.action == RunActionKind::Approve;
    let decision = if approves { DecisionKind::Approve } else { DecisionKind::Reject };
    let added = AddDecisionParams {
        approval_id: id.0,
        people: decider.people.as_slice(),
        actor_kind: decider.kind,
        actor_id: decider.id,
        decision: decision.name(),
        comment: wanted.comment.as_deref(),
        now,
    };
    add_decision().params(&**change, &added).one().await?;
    let given = approvals_given(&before, &starters) + i32::from(approves);
    let status = match decision {
        DecisionKind::Reject => Some(ApprovalStatus::Rejected),
        DecisionKind::Approve if given >= approval.min_approvals => Some(ApprovalStatus::Approved),
        DecisionKind::Approve => None,
    };
    if let Some(status) = status {
        let outcome = Some(outcome(status, given, approval.min_approvals));
        decide_approval().bind(&**change, &status.name(), &now, &outcome, &id.0).one().await?;
        runs::nudge(change, run.id, &approval.path, now).await?;
    }
    touch_run().bind(&**change, &now, &run.id.0).one().await?;
    if status.is_some() {
        tell(app, change, run, id, EventKind::WorkflowApprovalDecided).await?;
    }
    Ok(())
}

/// The named approval, or the only one that is pending.
async fn which(change: &Change, run: &Run, named: Option<ApprovalId>) -> Result<ApprovalId, Problem> {
    if let Some(id) = named {
        return Ok(id);
    }
    let pending = pending_approvals().bind(&**change, &run.id.0).all().await?;
    match pending[..] {
        [] => Err(refused(CannotDecide::NotPending)),
        [one] => Ok(ApprovalId(one)),
        _ => Err(Problem::fault(
            "/approval_id",
            FaultCode::Required,
            "is required because several approvals are pending",
        )),
    }
}

fn refused(reason: CannotDecide) -> Problem {
    let code = match reason {
        CannotDecide::NotPending | CannotDecide::Expired | CannotDecide::DecidedAlready => ProblemCode::RunNotWaiting,
        _ => ProblemCode::ApproverNotAllowed,
    };
    Problem::new(code, in_words(reason))
}

/// The message for the caller.
pub fn in_words(reason: CannotDecide) -> &'static str {
    match reason {
        CannotDecide::NotPending => "The run has no pending approval, or not this one.",
        CannotDecide::Expired => "The approval has expired.",
        CannotDecide::ScopeMissing => "The approval requires a scope that you do not have.",
        CannotDecide::SessionRequired => {
            "This approval requires a signed-in user. An API key can decide only if the approval's `approvers` list it."
        }
        CannotDecide::NotNamed => "The approval is assigned to other users or keys.",
        CannotDecide::BehindTheRun => {
            "You, or a person responsible for the key, started, retried or resumed this run, or wrote its workflow. \
            Another person must decide."
        }
        CannotDecide::DecidedAlready => "You have already decided. Other people must decide as well.",
    }
}
