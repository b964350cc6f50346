//! How a run ends, and what that makes room for.

use super::runs;
use crate::{
    app::App,
    http::{Change, Problem},
    quotas::RUNS_AT_WORK,
};
use api::{
    EventKind, RunId,
    workflow_runs::{Run, RunStatus},
};
use flow::Fault;
use queries::{
    client::Params,
    queries::workflows::{
        runs::{EndRunsParams, TellEngineParams, close_what_waits, end_runs, tell_engine},
        start::{active_of_key, admit_runs, release_held},
    },
};
use serde_json::{Value, json};
use uuid::Uuid;

/// What a run came to.
pub struct Ending {
    pub status: RunStatus,
    pub output: Option<Value>,
    pub fault: Option<Fault>,
}

impl Ending {
    pub const CANCELED: Ending = Ending { status: RunStatus::Canceled, output: None, fault: None };

    fn event(&self) -> EventKind {
        match self.status {
            RunStatus::Succeeded => EventKind::WorkflowRunSucceeded,
            RunStatus::Canceled => EventKind::WorkflowRunCanceled,
            _ => EventKind::WorkflowRunFailed,
        }
    }
}

/// Ends runs, those of them that have not ended, and tells of it. The tenant's admission must be locked already.
pub async fn end(app: &App, change: &mut Change, runs: &[Uuid], ending: Ending) -> Result<Vec<Run>, Problem> {
    let kind = ending.event();
    let ended = end_quietly(app, change, runs, ending).await?;
    for run in &ended {
        change.emit(kind, run, json!({"object": run.brief()}));
    }
    Ok(ended)
}

/// Canceled: the engine is told to stop, where it has begun.
pub async fn cancel(app: &App, change: &mut Change, runs: &[Uuid]) -> Result<(), Problem> {
    if !runs.is_empty() {
        let ended = end(app, change, runs, Ending::CANCELED).await?;
        stop(app, change, &ended).await?;
    }
    Ok(())
}

pub async fn stop(app: &App, change: &Change, ended: &[Run]) -> Result<(), Problem> {
    let ids: Vec<Uuid> = ended.iter().map(|run| run.id.0).collect();
    let told = TellEngineParams { kind: "cancel", path: None::<&str>, now: app.clock.now(), ids };
    tell_engine().params(&**change, &told).all().await?;
    Ok(())
}

/// The log says nothing of it: its change does.
pub async fn end_quietly(app: &App, change: &Change, runs: &[Uuid], ending: Ending) -> Result<Vec<Run>, Problem> {
    let now = app.clock.now();
    let stored = EndRunsParams {
        status: ending.status.name(),
        output: ending.output,
        error: ending.fault.map(|fault| json!(fault)),
        now,
        ids: runs,
    };
    let ids = end_runs().params(&**change, &stored).all().await?;
    if ids.is_empty() {
        return Ok(vec![]);
    }
    close_what_waits().bind(&**change, &now, &ids).all().await?;
    let mut ended = vec![];
    for id in ids {
        let row = runs::row(&**change, RunId(id)).await?;
        if let (Some(key), Some(limit)) = (&row.concurrency_key, row.concurrency_limit) {
            let others = active_of_key().bind(&**change, &row.workflow_id, key).all().await?;
            let places = i64::from(limit) - others.iter().filter(|other| !other.held).count() as i64;
            release_held().bind(&**change, &row.workflow_id, key, &places.max(0)).all().await?;
        }
        ended.push(runs::to_wire(row));
    }
    admit_runs().bind(&**change, &now, &RUNS_AT_WORK).one().await?;
    Ok(ended)
}
