//! The end of a run, and the runs that can start after it.

use super::{data::fault_to_row, outbox::MessageKind, runs, spans};
use api::{
    EventKind,
    workflow_runs::{Run, RunStatus},
};
use flow::Fault;
use kernel::{
    app::App,
    http::{Change, Problem},
    quotas::RUNS_AT_WORK,
};
use queries::{
    client::Params,
    queries::workflows::{
        runs::{EndRunsParams, TellEngineParams, close_what_waits, end_runs, runs_by_id, tell_engine},
        start::{admit_runs, release_held, under_way_of_key},
    },
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The outcome of a run.
pub struct Ending {
    pub status: RunStatus,
    pub output: Option<Value>,
    pub fault: Option<Fault>,
    /// Reported by the engine, for the attempt that it has started.
    pub by_engine: bool,
}

impl Ending {
    pub const CANCELED: Ending = Ending { status: RunStatus::Canceled, output: None, fault: None, by_engine: false };

    fn event(&self) -> EventKind {
        match self.status {
            RunStatus::Succeeded => EventKind::WorkflowRunSucceeded,
            RunStatus::Canceled => EventKind::WorkflowRunCanceled,
            _ => EventKind::WorkflowRunFailed,
        }
    }
}

/// Ends runs that have not ended, and emits their events. The tenant's admission must be locked already.
pub async fn end(app: &App, change: &mut Change, runs: &[Uuid], ending: Ending) -> Result<Vec<Run>, Problem> {
    let kind = ending.event();
    let ended = end_quietly(app, change, runs, ending).await?;
    for run in &ended {
        change.emit(kind, run, json!({"object": run.brief()}));
    }
    Ok(ended)
}

/// Cancels runs. For those that have started, the engine receives a request to stop.
pub async fn cancel(app: &App, change: &mut Change, runs: &[Uuid]) -> Result<(), Problem> {
    if !runs.is_empty() {
        let ended = end(app, change, runs, Ending::CANCELED).await?;
        stop(app, change, &ended).await?;
    }
    Ok(())
}

pub async fn stop(app: &App, change: &Change, ended: &[Run]) -> Result<(), Problem> {
    let ids: Vec<Uuid> = ended.iter().map(|run| run.id.0).collect();
    let (kind, now) = (MessageKind::Cancel.name(), app.clock.now());
    let message = TellEngineParams { kind, path: None::<&str>, now, ids };
    tell_engine().params(&**change, &message).all().await?;
    Ok(())
}

/// No separate event: its change has one.
pub async fn end_quietly(app: &App, change: &mut Change, runs: &[Uuid], ending: Ending) -> Result<Vec<Run>, Problem> {
    let now = app.clock.now();
    let stored = EndRunsParams {
        status: ending.status.name(),
        output: ending.output,
        error: ending.fault.as_ref().map(fault_to_row),
        now,
        ids: runs,
        by_engine: ending.by_engine,
    };
    let ids = end_runs().params(&**change, &stored).all().await?;
    if ids.is_empty() {
        return Ok(vec![]);
    }
    close_what_waits().bind(&**change, &now, &ids).all().await?;
    let ended = runs_by_id().bind(&**change, &ids).all().await?;
    ended.iter().for_each(|run| spans::finish(change, run));
    if let ([run], true) = (ended.as_slice(), ending.by_engine) {
        // The engine ends one run in a change of its own.
        change.continue_trace(spans::context(run.id, run.attempt, run.trace.as_deref()));
    }
    let mut turns = BTreeMap::new();
    for row in &ended {
        if let (Some(key), Some(limit)) = (&row.concurrency_key, row.concurrency_limit) {
            turns.insert((row.workflow_id, key), limit);
        }
    }
    for ((workflow, key), limit) in turns {
        let under_way = under_way_of_key().bind(&**change, &workflow, key).all().await?.len() as i64;
        let places = i64::from(limit) - under_way;
        if places > 0 {
            release_held().bind(&**change, &workflow, key, &places).all().await?;
        }
    }
    admit_runs().bind(&**change, &now, &RUNS_AT_WORK).one().await?;
    Ok(ended.into_iter().map(runs::to_wire).collect())
}
