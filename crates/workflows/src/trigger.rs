//! `/api/psa/workflows/trigger`: runs a workflow, or plans it. The other methods are those of `/api/psa/workflows`.

use super::{
    check, definitions, plan, runs,
    start::{Concurrency, Start, start_run},
};
use api::{
    ProblemCode, Scope, WorkflowId,
    problem::FaultCode,
    workflow_runs::{NewRun, Run},
    workflows::{ArchivedWorkflow, Workflow, WorkflowChange, WorkflowOrPage, WorkflowQuery, WorkflowTarget},
};
use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
    response::{IntoResponse, Response},
};
use kernel::{
    app::App,
    http::{
        Accepted, Answer, Caller, Changed, Deleted, Entry, Found, Hangup, IfMatch, Json, JsonOrYaml, Paging,
        PagingParams, Problem, Query, Write, planned,
    },
    shares::Share,
};
use queries::queries::workflows::start::{Startable, workflow_to_start};
use serde_json::Value;
use std::{convert::Infallible, time::Duration};

/// The maximum wait.
const LONGEST_WAIT: u64 = 60;

/// Run a workflow
///
/// Returns immediately with the id of the run (202). With `Prefer: wait=10`, the request returns when the run has ended
/// (200) or after this number of seconds with the current state of the run (202). With `dry_run=true`, nothing is
/// changed: reads are executed, and `plan` lists each call that would change something, with its target and its
/// arguments. The numbers of concurrent waiting requests and of concurrent dry runs per tenant and server are limited.
#[utoipa::path(post, path = "/api/psa/workflows/trigger", operation_id = "psa.workflows.run", tag = "Workflows",
    params(("Prefer" = Option<String>, Header, description = "`wait=10` waits up to 10 seconds for the run to end; at most 60.",
        example = "wait=10")),
    extensions(("x-problems" = json!([ProblemCode::QuotaExceeded, ProblemCode::WorkflowDisabled]))),
    security(("api_key" = [Scope::WorkflowsRun])), responses((status = 202, body = Run), (status = 200, body = Run)))]
pub async fn start(
    app: App,
    caller: Caller,
    write: Write,
    prefer: Prefer,
    hangup: Hangup,
    Json(new): Json<NewRun>,
) -> Result<Response, Problem> {
    // The share is checked first: nothing is read or evaluated for a tenant that has used it up.
    let taken = match (write.is_dry_run(), prefer.0) {
        (true, _) => Some(app.shares.take(Share::Plans, caller.tenant())?),
        (false, Some(_)) => Some(app.shares.take(Share::Waits, caller.tenant())?),
        (false, None) => None,
    };
    let workflow = find(&app, &caller, &new.workflow).await?;
    if !workflow.enabled {
        return Err(disabled());
    }
    let (definition, input) = (check::stored(&workflow.definition)?, Value::Object(new.input));
    check::input(&definition, &input)?;
    let concurrency = Concurrency::of(&app, caller.tenant(), &definition, &input, new.concurrency_key).await;
    let concurrency = concurrency.map_err(|fault| {
        let detail = format!("failed to evaluate the concurrency key: {}", fault.detail.unwrap_or(fault.title));
        Problem::fault("/input", FaultCode::Invalid, detail)
    })?;
    if write.is_dry_run() {
        let run = plan::of(&app, &caller, &workflow, definition, input).await?;
        return Ok(planned(Accepted(run)));
    }
    let mut change = write.begin().await?;
    let start = Start::by_caller(&caller, &workflow, input, concurrency);
    let run = start_run(&app, &mut change, start).await?.ok_or_else(disabled)?;
    if run.error.as_ref().is_some_and(|error| error.kind == ProblemCode::QuotaExceeded.name()) {
        let detail = "Too many runs of this tenant are queued. Cancel some or wait until they have ended.";
        return Err(Problem::new(ProblemCode::QuotaExceeded, detail));
    }
    change.record(Entry::created(&run.brief()))?;
    let id = run.id;
    let accepted = change.answered(Answer::accepted(&run)?).await?.into_response();
    let Some((wait, taken)) = prefer.0.zip(taken) else { return Ok(accepted) };
    let waiter = app.waiters.join(taken, caller.tenant(), id.0);
    let waited = tokio::select! {
        waited = runs::wait_for(&app, &caller, id, waiter, wait) => waited.ok(),
        () = hangup.happened() => None,
    };
    // The run is accepted, whether or not it ends in time.
    Ok(match waited {
        Some(run) if run.status.is_over() => Found::One(run).into_response(),
        Some(run) => Accepted(run).into_response(),
        None => accepted,
    })
}

/// List workflows, or read one
///
/// The same as `GET /api/psa/workflows`.
#[utoipa::path(get, path = "/api/psa/workflows/trigger", operation_id = "psa.workflows.trigger.list", tag = "Workflows",
    params(WorkflowQuery, PagingParams),
    security(("api_key" = [Scope::WorkflowsRead])), responses((status = 200, body = WorkflowOrPage)))]
pub async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<WorkflowQuery>,
    paging: Paging,
) -> Result<Found<Workflow>, Problem> {
    definitions::read(app, caller, Query(query), paging).await
}

/// Change a workflow
///
/// The same as `PATCH /api/psa/workflows`.
#[utoipa::path(patch, path = "/api/psa/workflows/trigger", operation_id = "psa.workflows.trigger.update", tag = "Workflows",
    params(WorkflowTarget),
    request_body(content((WorkflowChange = "application/json"), (WorkflowChange = "application/yaml"))),
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation, ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::WorkflowsWrite])), responses((status = 200, body = Workflow)))]
pub async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<WorkflowTarget>,
    if_match: IfMatch,
    JsonOrYaml(wanted): JsonOrYaml<WorkflowChange>,
) -> Result<Changed<Workflow>, Problem> {
    definitions::update(app, caller, write, Query(target), if_match, JsonOrYaml(wanted)).await
}

/// Archive a workflow
///
/// The same as `DELETE /api/psa/workflows`.
#[utoipa::path(delete, path = "/api/psa/workflows/trigger", operation_id = "psa.workflows.trigger.delete", tag = "Workflows",
    params(ArchivedWorkflow),
    extensions(("x-problems" = json!([ProblemCode::WorkflowInUse]))),
    security(("api_key" = [Scope::WorkflowsWrite])), responses((status = 204)))]
pub async fn archive(
    app: App,
    write: Write,
    Query(target): Query<ArchivedWorkflow>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    definitions::archive(app, write, Query(target), if_match).await
}

pub fn disabled() -> Problem {
    Problem::new(ProblemCode::WorkflowDisabled, "The workflow is disabled. Enable it first.")
}

async fn find(app: &App, caller: &Caller, named: &str) -> Result<Startable, Problem> {
    let id = named.parse::<WorkflowId>().ok().map(|id| id.0);
    let name = Some(named).filter(|_| id.is_none());
    let found = workflow_to_start().bind(&app.db.tenant(caller).await?, &id, &name).opt().await?;
    found.ok_or_else(|| Problem::fault("/workflow", FaultCode::NotFound, "there is no such workflow"))
}

/// `Prefer: wait=10`. An unreadable preference is ignored (RFC 7240).
pub struct Prefer(Option<Duration>);

impl<S: Send + Sync> FromRequestParts<S> for Prefer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Prefer, Infallible> {
        let lines = parts.headers.get_all(header::HeaderName::from_static("prefer")).iter();
        let wait = lines.filter_map(|line| line.to_str().ok()).find_map(seconds);
        Ok(Prefer(wait))
    }
}

fn seconds(line: &str) -> Option<Duration> {
    let preferences = line.split([',', ';']).filter_map(|one| one.trim().split_once('='));
    let mut waits = preferences.filter(|(name, _)| name.trim().eq_ignore_ascii_case("wait"));
    let seconds: u64 = waits.next()?.1.trim().trim_matches('"').parse().ok()?;
    (seconds > 0).then(|| Duration::from_secs(seconds.min(LONGEST_WAIT)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preference_is_read_as_rfc_7240_has_it() {
        let wait = |line| seconds(line).map(|wait| wait.as_secs());
        assert_eq!(wait("wait=10"), Some(10));
        assert_eq!(wait("respond-async, Wait = 5"), Some(5));
        assert_eq!(wait("wait=100000"), Some(LONGEST_WAIT));
        assert_eq!(wait("wait=soon"), None);
        assert_eq!(wait("wait=-1"), None);
        assert_eq!(wait("respond-async"), None);
    }
}
