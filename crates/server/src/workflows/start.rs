//! How a run comes to be, whoever starts it: in our tables, in its turn, and told to the engine by the workers.

use super::{ending, runs};
use crate::{
    app::App,
    http::{Change, Problem},
    quotas::RUNS_AT_WORK,
};
use api::{
    EventId, EventKind, RunId, TenantId,
    workflow_runs::{Run, RunStatus},
    workflows::TriggerType,
};
use flow::{Definition, Fault, OnConflict, Scope};
use jiff::Timestamp;
use queries::{
    client::Params,
    queries::workflows::start::{
        ActiveOfKey, CreateRunParams, Startable, active_of_key, admit_runs, create_run, lock_admission, person_behind,
    },
};
use serde_json::{Value, json};
use uuid::Uuid;

/// A key is no longer than this.
const KEY_CHARS: usize = 200;

/// What starts a run.
#[derive(Debug, Clone, Copy)]
pub enum Trigger {
    Manual,
    Event(EventId),
    Schedule(Timestamp),
}

/// A run that is to be.
pub struct Start<'a> {
    pub workflow: &'a Startable,
    pub trigger: Trigger,
    pub input: Value,
    pub turn: Option<Turn>,
    /// Who does it, as a row has it.
    pub by: Option<(&'a str, Uuid)>,
    /// Who else is behind it: of runs that led to this one.
    pub starters: Vec<Uuid>,
    pub depth: i32,
    /// Why it fails before it begins.
    pub fault: Option<Fault>,
}

/// How many runs of the same key may be under way, and what becomes of one too many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub key: String,
    limit: u32,
    on_conflict: OnConflict,
}

impl Turn {
    /// As the definition has it, or by the key that the caller names.
    pub async fn of(
        app: &App,
        tenant: TenantId,
        definition: &Definition,
        input: &Value,
        given: Option<String>,
    ) -> Result<Option<Turn>, Fault> {
        let rule = definition.concurrency.as_ref();
        let (limit, on_conflict) = rule.map_or((1, OnConflict::Queue), |rule| (rule.limit, rule.on_conflict));
        let key = match (given, rule) {
            (Some(key), _) => key,
            (None, None) => return Ok(None),
            (None, Some(rule)) => {
                // What expressions know of a run before it is one.
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
        Ok(Some(Turn { key, limit, on_conflict }))
    }
}

/// What becomes of a run, given the others of its key, oldest first.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    Next,
    /// Behind others of its key.
    Held,
    Skipped,
    /// In place of these.
    Instead(Vec<Uuid>),
}

fn place_of(turn: &Turn, others: &[ActiveOfKey]) -> Place {
    let limit = turn.limit as usize;
    let under_way = others.iter().filter(|other| !other.held).count();
    match turn.on_conflict {
        _ if under_way < limit => Place::Next,
        OnConflict::Queue => Place::Held,
        OnConflict::Skip => Place::Skipped,
        OnConflict::CancelRunning => {
            let surplus = others.len() + 1 - limit.max(1);
            Place::Instead(others.iter().take(surplus).map(|other| other.id).collect())
        }
    }
}

/// The run, in the change that starts it. `None`: the event or the time has started it before.
pub async fn place(app: &App, change: &mut Change, start: Start<'_>) -> Result<Option<Run>, Problem> {
    let (id, now) = (app.clock.id(), app.clock.now());
    let Start { workflow, trigger, input, turn, by, mut starters, depth, fault } = start;
    lock_admission().bind(&**change).one().await?;
    let place = match &turn {
        Some(turn) => {
            let others = active_of_key().bind(&**change, &workflow.id, &turn.key).all().await?;
            place_of(turn, &others)
        }
        None => Place::Next,
    };
    let status = match &place {
        _ if fault.is_some() => RunStatus::Failed,
        Place::Skipped => RunStatus::Skipped,
        _ => RunStatus::Queued,
    };
    if let Place::Instead(others) = &place {
        ending::cancel(app, change, others).await?;
    }
    if let Some((kind, by)) = by {
        starters.push(person_behind().bind(&**change, &Some(kind), &Some(by)).one().await?);
    }
    starters.sort_unstable();
    starters.dedup();
    let (kind, event_id, scheduled_for) = match trigger {
        Trigger::Manual => (TriggerType::Manual, None, None),
        Trigger::Event(event) => (TriggerType::Event, Some(event.0), None),
        Trigger::Schedule(at) => (TriggerType::Schedule, None, Some(at)),
    };
    let run = CreateRunParams {
        id,
        workflow_id: workflow.id,
        workflow_version: workflow.latest_version,
        organization_ids: workflow.organization_ids.clone(),
        status: status.name(),
        held: place == Place::Held,
        trigger_type: kind.name(),
        event_id,
        scheduled_for,
        depth,
        concurrency_key: turn.as_ref().map(|turn| turn.key.as_str()),
        concurrency_limit: turn.as_ref().map(|turn| i32::try_from(turn.limit).unwrap_or(i32::MAX)),
        started_by_kind: by.map(|(kind, _)| kind),
        started_by_id: by.map(|(_, id)| id),
        starter_ids: starters,
        input,
        error: fault.map(|fault| json!(fault)),
        now,
        ended_at: status.is_over().then_some(now),
    };
    if create_run().params(&**change, &run).opt().await?.is_none() {
        return Ok(None);
    }
    admit_runs().bind(&**change, &now, &RUNS_AT_WORK).one().await?;
    let run = runs::find(&**change, RunId(id)).await?;
    if run.status == RunStatus::Failed {
        change.emit(EventKind::WorkflowRunFailed, &run, json!({"object": run.brief()}));
    }
    Ok(Some(run))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(limit: u32, on_conflict: OnConflict, others: &[(u128, bool)]) -> Place {
        let others: Vec<_> =
            others.iter().map(|(id, held)| ActiveOfKey { id: Uuid::from_u128(*id), held: *held }).collect();
        place_of(&Turn { key: "srv-01".to_owned(), limit, on_conflict }, &others)
    }

    #[test]
    fn one_too_many_of_a_key_waits_is_skipped_or_takes_the_place_of_the_oldest() {
        assert_eq!(place(1, OnConflict::Queue, &[]), Place::Next);
        assert_eq!(place(2, OnConflict::Queue, &[(1, false)]), Place::Next);
        assert_eq!(place(1, OnConflict::Queue, &[(1, false)]), Place::Held);
        assert_eq!(place(1, OnConflict::Skip, &[(1, false)]), Place::Skipped);
        let instead = |ids: &[u128]| Place::Instead(ids.iter().map(|id| Uuid::from_u128(*id)).collect());
        assert_eq!(place(1, OnConflict::CancelRunning, &[(1, false)]), instead(&[1]));
        assert_eq!(place(2, OnConflict::CancelRunning, &[(1, false), (2, false)]), instead(&[1]));
    }
}
