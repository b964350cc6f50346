//! `/api/psa/workflows/runs`: the runs of workflows, and the actions on them.

use super::{approvals, approvals::decide::decide, data, ending, outbox::MessageKind, spans, trigger::disabled};
use api::{
    Actor, EventId, Grant, OrganizationId, ProblemCode, RunId, Scope, WorkflowId,
    workflow_runs::{
        Run, RunAction, RunActionKind, RunOrPage, RunQuery, RunStatus, RunStep, RunTarget, RunTrigger, StepStatus,
    },
    workflows::TriggerType,
};
use kernel::{
    app::App,
    http::{
        Answer, Caller, Change, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
        WrittenTogether, names,
    },
    quotas::RUNS_AT_WORK,
    shares::Share,
    waiters::Waiter,
};
use queries::{
    client::{GenericClient, Params},
    queries::workflows::{
        runs::{
            self as sql, RetryRunParams, TellEngineParams, add_starters, get_run, list_runs, list_runs_by_status,
            list_runs_of_workflow, list_runs_of_workflow_by_status, lock_run, redo_step, resume_step, retry_run,
            status_of_run, steps_of_run, tell_engine, touch_run, waiting_steps,
        },
        start::{admit_runs, lock_admission, people_behind_all, still_starts, under_way_of_key},
    },
};
use serde_json::Value;
use std::time::Duration;

/// The maximum length of a chain of runs in which an event of each starts the next.
pub const DEEPEST: i32 = 5;

/// List runs, or read one
///
/// With `id`, returns the run with its steps and approvals. With `wait`, the request returns when the run has ended or
/// after this number of seconds, with its current state. The number of concurrent waiting requests per tenant and
/// server is limited.
#[utoipa::path(get, path = "/api/psa/workflows/runs", operation_id = "psa.workflows.runs.list", tag = "Workflows",
    params(RunQuery, PagingParams),
    security(("api_key" = [Scope::WorkflowsRead])), responses((status = 200, body = RunOrPage)))]
pub async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<RunQuery>,
    paging: Paging,
) -> Result<Found<Run>, Problem> {
    if let Some(id) = query.id {
        let wait = Duration::from_secs(query.wait.unwrap_or(0));
        if wait.is_zero() {
            return Ok(Found::One(find(&app, &app.db.tenant(&caller).await?, id).await?));
        }
        let taken = app.shares.take(Share::Waits, caller.tenant())?;
        let waiter = app.waiters.join(taken, caller.tenant(), id.0);
        return Ok(Found::One(wait_for(&app, &caller, id, waiter, wait).await?));
    }
    let (before, limit, db) = (paging.before()?, paging.rows(), app.db.tenant(&caller).await?);
    let rows = match (query.workflow_id, query.status.map(|all| names(all, RunStatus::name))) {
        (None, None) => list_runs().bind(&db, &before, &limit).all().await?,
        (None, Some(statuses)) => list_runs_by_status().bind(&db, &statuses, &before, &limit).all().await?,
        (Some(id), None) => list_runs_of_workflow().bind(&db, &before, &id.0, &limit).all().await?,
        (Some(id), Some(statuses)) => {
            list_runs_of_workflow_by_status().bind(&db, &before, &id.0, &statuses, &limit).all().await?
        }
    };
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Approve, reject, retry or resume a run
///
/// `approve` and `reject` decide a pending approval. Signed-in users can decide; an API key can decide only if the
/// approval lists it. Nobody who is responsible for the start of the run can decide. `retry` restarts a failed run at
/// the step that failed, and `resume` ends a wait early; a caller who does either cannot approve the run afterwards.
#[utoipa::path(patch, path = "/api/psa/workflows/runs", operation_id = "psa.workflows.runs.update", tag = "Workflows",
    params(RunTarget),
    extensions(("x-problems" = json!([
        ProblemCode::ApproverNotAllowed, ProblemCode::WorkflowDisabled, ProblemCode::RunNotFailed,
        ProblemCode::RunNotWaiting
    ]))),
    security(("api_key" = [Scope::WorkflowsRead])), responses((status = 200, body = Run)))]
pub async fn act(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<RunTarget>,
    if_match: IfMatch,
    Json(wanted): Json<RunAction>,
) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    let new = carry_out(&app, &caller, &mut change, (target.id, &if_match), &wanted).await?;
    change.answered(Answer::ok(&new)?.with_version_of(&new)).await
}

/// Executes the action in this change. Returns the changed run.
pub async fn carry_out(
    app: &App,
    caller: &Caller,
    change: &mut Change,
    (id, if_match): (RunId, &IfMatch),
    wanted: &RunAction,
) -> Result<Run, Problem> {
    let decides = matches!(wanted.action, RunActionKind::Approve | RunActionKind::Reject);
    needs(caller, if decides { Scope::WorkflowsApprove } else { Scope::WorkflowsRun })?;
    lock_admission().bind(&**change).one().await?;
    lock_run().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let old = current(app, change, id, if_match).await?;
    match wanted.action {
        RunActionKind::Approve | RunActionKind::Reject => decide(app, caller, change, &old, wanted).await?,
        RunActionKind::Retry => retry(app, caller, change, &old).await?,
        RunActionKind::Resume => resume(app, caller, change, &old, wanted.path.as_deref()).await?,
    }
    let new = find(app, &**change, id).await?;
    change.record(Entry::changed(&old.brief(), &new.brief()))?;
    Ok(new)
}

/// Cancel a run
///
/// Steps that are already done are not undone.
#[utoipa::path(delete, path = "/api/psa/workflows/runs", operation_id = "psa.workflows.runs.delete", tag = "Workflows",
    params(RunTarget),
    extensions(("x-problems" = json!([ProblemCode::RunFinished]))),
    security(("api_key" = [Scope::WorkflowsRun])), responses((status = 204)))]
pub async fn cancel(
    app: App,
    write: Write,
    Query(target): Query<RunTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let mut change = write.begin().await?;
    lock_admission().bind(&*change).one().await?;
    lock_run().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let old = current(&app, &change, target.id, &if_match).await?;
    let ended = ending::end_quietly(&app, &mut change, &[target.id.0], ending::Ending::CANCELED).await?;
    let new =
        ended.first().ok_or_else(|| Problem::new(ProblemCode::RunFinished, "The run has already finished."))?.brief();
    ending::stop(&app, &change, &ended).await?;
    change.announce();
    change.deleted(Entry::retired(&old.brief(), &new)).await
}

/// As in a list. If `If-Match` refuses the version, the problem contains the whole run.
async fn current(app: &App, change: &Change, id: RunId, if_match: &IfMatch) -> Result<Run, Problem> {
    let run = to_wire(row(&**change, id).await?);
    if if_match.check(&run).is_err() {
        if_match.check(&find(app, &**change, id).await?)?;
    }
    Ok(run)
}

fn needs(caller: &Caller, scope: Scope) -> Result<(), Problem> {
    if caller.grants.iter().any(|grant| grant.covers(Grant::Only(scope))) {
        return Ok(());
    }
    Err(Problem::insufficient_scope(vec![Grant::Only(scope)], &caller.grants))
}

/// The run is queued again. The caller who retries it becomes responsible for it too.
async fn retry(app: &App, caller: &Caller, change: &mut Change, run: &Run) -> Result<(), Problem> {
    let failed = matches!(run.status, RunStatus::Failed | RunStatus::TimedOut) && run.depth <= DEEPEST;
    if !failed {
        let detail = format!(
            "The status of the run is {}. Only a run that failed or timed out can be retried, unless it was refused as a loop.",
            run.status.name()
        );
        return Err(Problem::new(ProblemCode::RunNotFailed, detail));
    }
    still_starts().bind(&**change, &run.workflow_id.0).opt().await?.ok_or_else(disabled)?;
    let row = row(&**change, run.id).await?;
    let people = people_behind_all().bind(&**change, &vec![caller.actor().1]).one().await?;
    let held = match (&row.concurrency_key, row.concurrency_limit) {
        (Some(key), Some(limit)) => {
            let under_way = under_way_of_key().bind(&**change, &row.workflow_id, key).all().await?;
            under_way.len() as i64 >= i64::from(limit)
        }
        _ => false,
    };
    let failed_at = run.error.as_ref().and_then(|error| error.instance.as_deref());
    redo_step().bind(&**change, &run.id.0, &failed_at).all().await?;
    let now = app.clock.now();
    let again = RetryRunParams { held, people, now, id: run.id.0 };
    retry_run().params(&**change, &again).one().await?;
    admit_runs().bind(&**change, &now, &RUNS_AT_WORK).one().await?;
    change.announce();
    Ok(())
}

/// The caller who ends a wait early becomes responsible for the rest of the run.
async fn resume(app: &App, caller: &Caller, change: &mut Change, run: &Run, path: Option<&str>) -> Result<(), Problem> {
    let waiting = waiting_steps().bind(&**change, &run.id.0).all().await?;
    let mut waits = waiting.iter().filter(|waiting| path.is_none_or(|path| path == *waiting));
    let (Some(step), None) = (waits.next(), waits.next()) else {
        let detail = "The run has no such wait, or has several: select one with path.";
        return Err(Problem::new(ProblemCode::RunNotWaiting, detail));
    };
    let now = app.clock.now();
    resume_step().bind(&**change, &run.id.0, step).one().await?;
    let people = people_behind_all().bind(&**change, &vec![caller.actor().1]).one().await?;
    add_starters().bind(&**change, &people, &run.id.0).one().await?;
    nudge(change, run.id, step, now).await?;
    touch_run().bind(&**change, &now, &run.id.0).one().await?;
    Ok(())
}

/// Notifies the engine to check a waiting step.
pub async fn nudge(change: &mut Change, run: RunId, path: &str, now: jiff::Timestamp) -> Result<(), Problem> {
    let message = TellEngineParams { kind: MessageKind::Nudge.name(), path: Some(path), now, ids: vec![run.0] };
    tell_engine().params(&**change, &message).all().await?;
    change.announce();
    Ok(())
}

/// The run when it has ended, or its state after this time.
pub async fn wait_for(
    app: &App,
    caller: &Caller,
    id: RunId,
    waiter: Waiter,
    at_most: Duration,
) -> Result<Run, Problem> {
    // The waiter is registered already, so that no end is missed.
    let status = status_of_run().bind(&app.db.short_read(caller).await?, &id.0).opt().await?;
    let status = status.ok_or_else(Problem::not_found)?;
    if !RunStatus::named(&status).is_none_or(RunStatus::is_over) {
        waiter.wait(at_most).await;
    }
    find(app, &app.db.tenant(caller).await?, id).await
}

pub async fn row<C: GenericClient>(db: &C, id: RunId) -> Result<sql::Run, Problem> {
    get_run().bind(db, &id.0).opt().await?.ok_or_else(Problem::not_found)
}

/// With its steps and approvals.
pub async fn find<C: GenericClient>(app: &App, db: &C, id: RunId) -> Result<Run, Problem> {
    let run = to_wire(row(db, id).await?);
    let steps = steps_of_run().bind(db, &id.0).all().await?;
    let approvals = approvals::of_run(app, db, id).await?;
    Ok(Run { steps: Some(steps.into_iter().map(step_to_wire).collect()), approvals: Some(approvals), ..run })
}

/// The run that a change is about. The events of the change continue the trace of the run.
pub async fn of_change(change: &mut Change, id: RunId) -> Result<Run, Problem> {
    let row = row(&**change, id).await?;
    change.continue_trace(spans::context(row.id, row.attempt, row.trace.as_deref()));
    Ok(to_wire(row))
}

/// As in a list.
pub fn to_wire(row: sql::Run) -> Run {
    Run {
        id: RunId(row.id),
        workflow_id: WorkflowId(row.workflow_id),
        workflow_name: row.workflow_name,
        workflow_version: row.workflow_version,
        status: RunStatus::named(&row.status).unwrap_or(RunStatus::Failed),
        trigger: RunTrigger {
            kind: TriggerType::named(&row.trigger_type).unwrap_or(TriggerType::Manual),
            event_id: row.event_id.map(EventId),
            scheduled_at: row.scheduled_for,
        },
        started_by: row.started_by_kind.map(|kind| Actor::stored(&kind, row.started_by_id)),
        depth: row.depth,
        attempt: row.attempt,
        concurrency_key: row.concurrency_key,
        organization_ids: row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        input: row.input.unwrap_or_default(),
        output: row.output.unwrap_or_default(),
        error: data::fault_of_row(row.error).map(data::error_to_wire),
        plan: None,
        steps: None,
        approvals: None,
        created_at: row.created_at,
        updated_at: row.updated_at,
        started_at: row.started_at,
        finished_at: row.ended_at,
        version: row.version,
    }
}

fn step_to_wire(row: sql::Step) -> RunStep {
    RunStep {
        path: row.path,
        name: row.name,
        task: row.task,
        status: StepStatus::named(&row.status).unwrap_or(StepStatus::Failed),
        attempts: row.attempts,
        started_at: row.started_at,
        finished_at: row.ended_at,
        input: row.input.unwrap_or(Value::Null),
        output: row.output.unwrap_or(Value::Null),
        error: data::fault_of_row(row.error).map(data::error_to_wire),
    }
}
