//! `/api/psa/workflows/approvals`: the approvals that people decide, and who can. The decision: `approvals/decide.rs`;
//! its page: `approvals/page.rs`.

pub mod decide;
pub mod page;

use super::runs;
use api::{
    Actor, ApiKeyId, ApprovalId, EventKind, RunId, Scope, UserId,
    approvals::{
        Approval, ApprovalQuery, ApprovalStatus, Approvers, Decision, DecisionKind, ListedApproval,
        ListedApprovalOrPage, OnTimeout,
    },
    workflow_runs::Run,
};
use decide::Decider;
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Caller, Change, Found, Paging, PagingParams, Problem, Query, names},
};
use queries::{
    client::{GenericClient, Params},
    queries::workflows::{
        approvals::{
            self as sql, ApprovalsThatWaitForParams, approvals_of_run, approvals_that_wait_for, decisions_of,
            decisions_of_run, get_approval, list_approvals, list_approvals_by_status, list_approvals_of_run,
            starters_of_runs,
        },
        runs::runs_by_id,
    },
};
use serde_json::{Value, json};
use std::collections::HashMap;
use uuid::Uuid;

/// List approvals, or read one
///
/// Returns approvals, each with its run, the next steps of the run, the decisions so far, and the caller's right to
/// decide. `mine=true` returns only approvals that the caller can decide now. Decide with `PATCH
/// /api/psa/workflows/runs?id=…` or on the page at `url`.
#[utoipa::path(get, path = "/api/psa/workflows/approvals", operation_id = "psa.workflows.approvals.list",
    tag = "Workflows", params(ApprovalQuery, PagingParams),
    security(("api_key" = [Scope::WorkflowsRead])), responses((status = 200, body = ListedApprovalOrPage)))]
pub async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<ApprovalQuery>,
    paging: Paging,
) -> Result<Found<ListedApproval>, Problem> {
    if let Some(id) = query.id {
        return Ok(Found::One(find(&app, &caller, id).await?));
    }
    let (before, limit) = (paging.before()?, paging.rows());
    let listed = list(&app, &caller, &query, before, limit).await?;
    Ok(Found::Page(paging.page(listed, |listed| listed.approval.id.0, |listed| listed)))
}

/// One approval, as the caller sees it.
pub async fn find(app: &App, caller: &Caller, id: ApprovalId) -> Result<ListedApproval, Problem> {
    let db = app.db.tenant(caller).await?;
    let row = get_approval().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let decider = Decider::of(&db, caller).await?;
    complete(app, &db, &decider, vec![row]).await?.pop().ok_or_else(Problem::not_found)
}

/// Approvals before this id, newest first.
pub async fn list(
    app: &App,
    caller: &Caller,
    query: &ApprovalQuery,
    before: Uuid,
    limit: i64,
) -> Result<Vec<ListedApproval>, Problem> {
    let db = app.db.tenant(caller).await?;
    let decider = Decider::of(&db, caller).await?;
    let statuses = query.status.clone().map(|all| names(all, ApprovalStatus::name));
    let run = query.run_id.map(|run| run.0);
    let rows = if query.mine == Some(true) {
        if query.status.as_ref().is_some_and(|all| !all.contains(&ApprovalStatus::Pending)) || !decider.may_approve() {
            return Ok(vec![]);
        }
        let wanted = ApprovalsThatWaitForParams {
            before,
            now: app.clock.now(),
            run_id: run,
            scopes: decider.covered_scopes(),
            is_person: decider.is_person,
            actor: decider.id,
            people: decider.people.as_slice(),
            limit,
        };
        approvals_that_wait_for().params(&db, &wanted).all().await?
    } else {
        match (run, statuses) {
            (Some(run), statuses) => list_approvals_of_run().bind(&db, &before, &run, &statuses, &limit).all().await?,
            (None, Some(statuses)) => list_approvals_by_status().bind(&db, &before, &statuses, &limit).all().await?,
            (None, None) => list_approvals().bind(&db, &before, &limit).all().await?,
        }
    };
    complete(app, &db, &decider, rows).await
}

/// With their runs, their decisions, and the caller's right to decide them.
async fn complete<C: GenericClient>(
    app: &App,
    db: &C,
    decider: &Decider<'_>,
    rows: Vec<sql::Approval>,
) -> Result<Vec<ListedApproval>, Problem> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut of_runs: Vec<Uuid> = rows.iter().map(|row| row.run_id).collect();
    of_runs.sort_unstable();
    of_runs.dedup();
    let decisions = decisions_of().bind(db, &ids).all().await?;
    let runs = runs_by_id().bind(db, &of_runs).all().await?;
    let runs: HashMap<Uuid, Run> = runs.into_iter().map(|row| (row.id, runs::to_wire(row).brief())).collect();
    let starters = starters_of_runs().bind(db, &of_runs).all().await?;
    let starters: HashMap<Uuid, Vec<Uuid>> = starters.into_iter().map(|row| (row.id, row.people)).collect();
    let now = app.clock.now();
    let listed = rows.into_iter().filter_map(|mut row| {
        // A run that ended long ago can be deleted between the statements.
        let (run, starters) = (runs.get(&row.run_id)?.clone(), starters.get(&row.run_id)?);
        let own: Vec<_> = decisions.iter().filter(|decision| decision.approval_id == row.id).collect();
        let cannot_decide = decider.cannot_decide(&row, starters, &own, now);
        let plan = row.plan.take().and_then(|plan| serde_json::from_value(plan).ok());
        let (plan_complete, decided) = (row.plan_complete, row.status != ApprovalStatus::Pending.name());
        Some(ListedApproval {
            version: 1 + own.len() as i32 + i32::from(decided),
            approval: to_wire(&app.settings.base_url, row, starters, &own),
            requested_by: run.started_by.clone(),
            run,
            plan,
            plan_complete,
            can_decide: cannot_decide.is_none(),
            cannot_decide,
        })
    });
    Ok(listed.collect())
}

/// All approvals of a run, in the order of their requests.
pub async fn of_run<C: GenericClient>(app: &App, db: &C, run: RunId) -> Result<Vec<Approval>, Problem> {
    let approvals = approvals_of_run().bind(db, &run.0).all().await?;
    if approvals.is_empty() {
        return Ok(vec![]);
    }
    let decisions = decisions_of_run().bind(db, &run.0).all().await?;
    let starters = starters_of_run(db, run).await?;
    let wire = approvals.into_iter().map(|row| {
        let own: Vec<_> = decisions.iter().filter(|decision| decision.approval_id == row.id).collect();
        to_wire(&app.settings.base_url, row, &starters, &own)
    });
    Ok(wire.collect())
}

/// Everyone who is responsible for the run, at present.
pub async fn starters_of_run<C: GenericClient>(db: &C, run: RunId) -> Result<Vec<Uuid>, Problem> {
    let found = starters_of_runs().bind(db, &vec![run.0]).all().await?;
    Ok(found.into_iter().next().map(|row| row.people).unwrap_or_default())
}

/// Emits the event of a request or a decision.
pub async fn tell(app: &App, change: &mut Change, run: &Run, id: ApprovalId, kind: EventKind) -> Result<(), Problem> {
    let all = of_run(app, &**change, run.id).await?;
    if let Some(approval) = all.into_iter().find(|approval| approval.id == id) {
        change.emit(kind, run, json!({"object": run.brief(), "approval": approval}));
    }
    Ok(())
}

/// The number of approvals that count. Those of people who are responsible for the run by now do not.
pub fn approvals_given(decisions: &[&sql::Decision], starters: &[Uuid]) -> i32 {
    let counts = |decision: &&&sql::Decision| {
        let apart = decision.people_ids.iter().all(|person| !starters.contains(person));
        apart && decision.decision == DecisionKind::Approve.name()
    };
    decisions.iter().filter(counts).count() as i32
}

fn to_wire(base_url: &str, row: sql::Approval, starters: &[Uuid], decisions: &[&sql::Decision]) -> Approval {
    let id = ApprovalId(row.id);
    Approval {
        id,
        path: row.path,
        summary: row.summary,
        url: page::url(base_url, id),
        approvers: Approvers {
            scope: row.approver_scope.and_then(|scope| scope.parse().ok()),
            users: row.approver_ids.map(|ids| ids.into_iter().map(UserId).collect()),
            keys: row.approver_key_ids.map(|ids| ids.into_iter().map(ApiKeyId).collect()),
        },
        min_approvals: row.min_approvals,
        approvals_given: approvals_given(decisions, starters),
        status: ApprovalStatus::named(&row.status).unwrap_or(ApprovalStatus::Rejected),
        outcome: row.outcome,
        on_timeout: OnTimeout::named(&row.on_timeout).unwrap_or(OnTimeout::Reject),
        expires_at: row.expires_at,
        decisions: decisions.iter().map(|decision| decision_to_wire(decision)).collect(),
        created_at: row.created_at,
        decided_at: row.decided_at,
    }
}

fn decision_to_wire(row: &sql::Decision) -> Decision {
    Decision {
        decided_by: Actor::stored(&row.actor_kind, Some(row.actor_id)),
        decision: DecisionKind::named(&row.decision).unwrap_or(DecisionKind::Reject),
        comment: row.comment.clone(),
        decided_at: row.at,
    }
}

/// The outcome of an approval, as text.
pub fn outcome(status: ApprovalStatus, given: i32, needed: i32) -> String {
    match status {
        ApprovalStatus::Approved => format!("{given} of {needed} approvals were given."),
        ApprovalStatus::TimedOut if given == 0 => "The approval expired without any approvals.".to_owned(),
        ApprovalStatus::TimedOut => {
            format!("{given} of {needed} approvals were given before the approval expired.")
        }
        _ if given == 0 => "It was rejected.".to_owned(),
        _ => format!("It was rejected after {given} of {needed} approvals."),
    }
}

/// The output of a step with an approval.
pub fn value(approval: &Approval) -> Value {
    json!({
        "approved": approval.status == ApprovalStatus::Approved,
        "status": approval.status,
        "approvals_given": approval.approvals_given,
        "decisions": approval.decisions,
    })
}

/// The default time limit of an approval.
pub fn default_expiry(now: Timestamp) -> Timestamp {
    now + jiff::SignedDuration::from_hours(7 * 24)
}
