//! The start of a run, by any trigger: a row in our tables, admitted by its concurrency rule, and a message to the
//! engine that the workers send.

use super::{check, data::fault_to_row, ending, runs};
use api::{
    EventId, EventKind, ProblemCode, RunId, TenantId,
    workflow_runs::{Run, RunStatus},
    workflows::TriggerType,
};
use flow::{Definition, Fault, OnConflict, Scope};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Caller, Change, Problem},
    quotas::{QUEUED_RUNS, RUNS_AT_WORK},
    telemetry::TraceContext,
};
use queries::{
    client::Params,
    queries::workflows::start::{
        CreateRunParams, Startable, admit_runs, create_run, lock_admission, people_behind_all, people_of_version,
        queued_runs, still_starts, under_way_of_key,
    },
};
use serde_json::{Value, json};
use uuid::Uuid;

/// The maximum length of a key.
const KEY_CHARS: usize = 200;

/// The trigger of a run.
#[derive(Debug, Clone, Copy)]
pub enum Trigger {
    Manual,
    Event(EventId),
    Schedule(Timestamp),
}

impl Trigger {
    /// As stored in a row: the type, the event, and the scheduled time.
    fn columns(self) -> (TriggerType, Option<Uuid>, Option<Timestamp>) {
        match self {
            Trigger::Manual => (TriggerType::Manual, None, None),
            Trigger::Event(event) => (TriggerType::Event, Some(event.0), None),
            Trigger::Schedule(at) => (TriggerType::Schedule, None, Some(at)),
        }
    }

    /// The trace of the run. That of an event belongs to the trace of the event, or to none: its change starts the runs of many
    /// events.
    fn trace(self, given: Option<TraceContext>, change: &Change) -> Option<TraceContext> {
        if matches!(self, Trigger::Event(_)) { given } else { given.or(change.trace()) }
    }
}

/// A run to be created.
pub struct Start<'a> {
    pub workflow: &'a Startable,
    pub trigger: Trigger,
    pub input: Value,
    pub concurrency: Option<Concurrency>,
    /// The actor, as stored in a row.
    pub by: Option<(&'a str, Uuid)>,
    /// Further responsible people: those of the run that led to this one.
    pub starters: Vec<Uuid>,
    pub depth: i32,
    /// The reason why it fails before it begins.
    pub fault: Option<Fault>,
    /// The trace of its event. Otherwise, the run continues the trace of the change.
    pub trace: Option<TraceContext>,
}

impl<'a> Start<'a> {
    pub fn by_caller(
        caller: &Caller,
        workflow: &'a Startable,
        input: Value,
        concurrency: Option<Concurrency>,
    ) -> Start<'a> {
        Start {
            workflow,
            trigger: Trigger::Manual,
            input,
            concurrency,
            by: Some(caller.actor()),
            starters: vec![],
            depth: 0,
            fault: None,
            trace: None,
        }
    }
}

/// The maximum number of active runs with the same key, and the treatment of further ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concurrency {
    pub key: String,
    limit: u32,
    on_conflict: OnConflict,
}

impl Concurrency {
    /// As in the definition, or with the key that the caller names.
    pub async fn of(
        app: &App,
        tenant: TenantId,
        definition: &Definition,
        input: &Value,
        given: Option<String>,
    ) -> Result<Option<Concurrency>, Fault> {
        let rule = definition.concurrency.as_ref();
        let (limit, on_conflict) = rule.map_or((1, OnConflict::Queue), |rule| (rule.limit, rule.on_conflict));
        let key = match (given, rule) {
            (Some(key), _) => key,
            (None, None) => return Ok(None),
            (None, Some(rule)) => {
                // The variables of expressions before the run exists.
                let nothing = ["context", "workflow", "run", "task"].map(|name| (name.to_owned(), Value::Null));
                let variables = nothing.into_iter().chain([("input".to_owned(), input.clone())]);
                let scope = Scope { data: input.clone(), variables: variables.collect() };
                match app.sandbox.fill(tenant.0.as_u128(), &scope, &rule.key).await? {
                    Value::Null => return Ok(None),
                    Value::String(key) => key,
                    other => other.to_string(),
                }
            }
        };
        let key: String = key.replace('\0', "").chars().take(KEY_CHARS).collect();
        Ok(Some(Concurrency { key, limit, on_conflict }))
    }
}

/// Checks a run that is started by an event or a schedule. No caller waits for it, so a fault becomes that of the run.
/// The error is internal, and temporary.
pub async fn check_start(
    app: &App,
    tenant: TenantId,
    workflow: &Startable,
    input: &Value,
) -> Result<(Option<Concurrency>, Option<Fault>), Problem> {
    let Ok(definition) = check::stored(&workflow.definition) else {
        return Ok((None, Some(Fault::new(Fault::RUNTIME, 500, "The definition is invalid"))));
    };
    if let Some(invalid) = definition.check_input(input).into_iter().next() {
        let detail = format!("{} {}", invalid.pointer, invalid.message);
        return Ok((None, Some(Fault::new(Fault::VALIDATION, 422, "The input is invalid").detail(detail))));
    }
    match Concurrency::of(app, tenant, &definition, input, None).await {
        Ok(concurrency) => Ok((concurrency, None)),
        Err(fault) if fault.retryable => Err(Problem::internal(anyhow::anyhow!("the sandbox: {fault:?}"))),
        Err(fault) => Ok((None, Some(fault))),
    }
}

/// Decides whether a run may begin, given the other active runs with its key, oldest first.
#[derive(Debug, PartialEq, Eq)]
enum Admission {
    Next,
    /// It waits behind others with its key.
    Held,
    Skipped,
    /// These are cancelled for it.
    Replace(Vec<Uuid>),
}

fn admission_of(concurrency: &Concurrency, others: &[Uuid]) -> Admission {
    let limit = concurrency.limit as usize;
    match concurrency.on_conflict {
        _ if others.len() < limit => Admission::Next,
        OnConflict::Queue => Admission::Held,
        OnConflict::Skip => Admission::Skipped,
        OnConflict::CancelRunning => {
            let surplus = others.len() + 1 - limit.max(1);
            Admission::Replace(others.iter().take(surplus).copied().collect())
        }
    }
}

/// Creates the run, in the change that starts it. `None`: it was already started by the same event or time, or the
/// workflow was disabled in between.
pub async fn start_run(app: &App, change: &mut Change, start: Start<'_>) -> Result<Option<Run>, Problem> {
    let (id, now) = (app.clock.id(), app.clock.now());
    let Start { workflow, trigger, input, concurrency, by, starters, depth, mut fault, trace } = start;
    lock_admission().bind(&**change).one().await?;
    if still_starts().bind(&**change, &workflow.id).opt().await?.is_none() {
        return Ok(None);
    }
    if queued_runs().bind(&**change, &QUEUED_RUNS).one().await? >= QUEUED_RUNS {
        fault = Some(too_many());
    }
    let admission = match &concurrency {
        Some(concurrency) if fault.is_none() => {
            admission_of(concurrency, &under_way_of_key().bind(&**change, &workflow.id, &concurrency.key).all().await?)
        }
        _ => Admission::Next,
    };
    let status = match &admission {
        _ if fault.is_some() => RunStatus::Failed,
        Admission::Skipped => RunStatus::Skipped,
        _ => RunStatus::Queued,
    };
    let starters = everyone_behind(change, workflow, trigger, by, starters).await?;
    let (trigger_type, event_id, scheduled_for) = trigger.columns();
    let run = CreateRunParams {
        id,
        workflow_id: workflow.id,
        workflow_version: workflow.latest_version,
        organization_ids: workflow.organization_ids.clone(),
        status: status.name(),
        held: admission == Admission::Held,
        trigger_type: trigger_type.name(),
        event_id,
        scheduled_for,
        depth,
        concurrency_key: concurrency.as_ref().map(|concurrency| concurrency.key.as_str()),
        concurrency_limit: concurrency.as_ref().map(|concurrency| i32::try_from(concurrency.limit).unwrap_or(i32::MAX)),
        started_by_kind: by.map(|(kind, _)| kind),
        started_by_id: by.map(|(_, id)| id),
        starter_ids: starters,
        input,
        error: fault.as_ref().map(fault_to_row),
        now,
        ended_at: status.is_over().then_some(now),
        trace: trigger.trace(trace, change).map(TraceContext::to_bytes),
    };
    if create_run().params(&**change, &run).opt().await?.is_none() {
        return Ok(None);
    }
    if let Admission::Replace(others) = &admission {
        ending::cancel(app, change, others).await?;
    }
    admit_runs().bind(&**change, &now, &RUNS_AT_WORK).one().await?;
    change.announce();
    let run = runs::find(app, &**change, RunId(id)).await?;
    if run.status == RunStatus::Failed {
        change.emit(EventKind::WorkflowRunFailed, &run, json!({"object": run.brief()}));
    }
    Ok(Some(run))
}

/// Everyone who is responsible for the start of a run, and so cannot approve it: its starter, with everyone who has
/// held their key. Unless a signed-in person started it, also the author of the version and the person who enabled it:
/// nobody else has reviewed its effects.
async fn everyone_behind(
    change: &Change,
    workflow: &Startable,
    trigger: Trigger,
    by: Option<(&str, Uuid)>,
    mut starters: Vec<Uuid>,
) -> Result<Vec<Uuid>, Problem> {
    starters.extend(by.map(|(_, id)| id));
    let mut everyone = people_behind_all().bind(&**change, &starters).one().await?;
    let in_person = matches!(trigger, Trigger::Manual) && by.is_some_and(|(kind, _)| kind == "user");
    if !in_person {
        let version = workflow.latest_version;
        everyone.extend(people_of_version().bind(&**change, &version, &workflow.id).one().await?);
    }
    everyone.sort_unstable();
    everyone.dedup();
    Ok(everyone)
}

fn too_many() -> Fault {
    let detail = format!("{QUEUED_RUNS} runs of this tenant are already queued.");
    Fault::new(ProblemCode::QuotaExceeded.name(), 409, "Too many queued runs").detail(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admission(limit: u32, on_conflict: OnConflict, others: &[u128]) -> Admission {
        let others: Vec<_> = others.iter().copied().map(Uuid::from_u128).collect();
        admission_of(&Concurrency { key: "srv-01".to_owned(), limit, on_conflict }, &others)
    }

    #[test]
    fn one_too_many_of_a_key_waits_is_skipped_or_takes_the_place_of_the_oldest() {
        assert_eq!(admission(1, OnConflict::Queue, &[]), Admission::Next);
        assert_eq!(admission(2, OnConflict::Queue, &[1]), Admission::Next);
        assert_eq!(admission(1, OnConflict::Queue, &[1]), Admission::Held);
        assert_eq!(admission(1, OnConflict::Skip, &[1]), Admission::Skipped);
        let instead = |ids: &[u128]| Admission::Replace(ids.iter().map(|id| Uuid::from_u128(*id)).collect());
        assert_eq!(admission(1, OnConflict::CancelRunning, &[1]), instead(&[1]));
        assert_eq!(admission(2, OnConflict::CancelRunning, &[1, 2]), instead(&[1]));
    }
}
