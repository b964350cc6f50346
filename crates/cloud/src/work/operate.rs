//! Executes operations on machines. The row of an operation has a lease: a worker that dies loses it, and another worker
//! continues where the row says. Between two calls to a provider nobody waits; the row says when it is due again.
//!
//! Each turn of an operation looks at the provider, makes at most one call that changes something, and stores what came of
//! it. What is about to be sent is stored before it is sent, so that after a crash nobody takes it for not sent.

mod deletion;
mod labels;
mod power;
mod provision;
mod turn;

pub use labels::Relabelling;

use api::{CloudVmId, ProblemCode};
use kernel::{
    app::App,
    http::Problem,
    operations::Task,
    supervisor::{Stop, Subtasks, progress},
};
use std::{sync::Arc, time::Duration};
use tokio::sync::Semaphore;
use turn::Turn;

pub const PROVISION: &str = "cloud.vms.provision";
pub const POWER: &str = "cloud.vms.power";
pub const LABELS: &str = "cloud.vms.labels";
pub const DELETE: &str = "cloud.vms.delete";

const KINDS: [&str; 4] = [PROVISION, POWER, LABELS, DELETE];

/// How often a worker polls for operations that are due.
const POLL: Duration = Duration::from_millis(500);

/// How many operations a worker executes at once, and how many of one tenant all workers together.
const LANES: usize = 32;
const OF_ONE_TENANT: i64 = 16;

/// Executes operations, until it is stopped. A turn is not interrupted: the outcome of its call would be unknown, and the
/// next worker would wait for its lease.
pub async fn operate(app: App, stop: Stop) {
    let (lanes, turns) = (Arc::new(Semaphore::new(LANES)), Subtasks::default());
    while !stop.is_cancelled() {
        let lane = tokio::select! {
            () = stop.cancelled() => break,
            lane = progress::waiting(lanes.clone().acquire_owned()) => lane,
        };
        let Ok(lane) = lane else { break };
        match Task::take_due(&app, &KINDS, OF_ONE_TENANT).await {
            Ok(Some(task)) => {
                let app = app.clone();
                turns.spawn(async move {
                    take_turn(&app, task).await;
                    drop(lane);
                });
                continue;
            }
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(error = format!("{:#}", error.into_cause()), "operations on machines delayed");
            }
        }
        drop(lane);
        let _ = progress::within(POLL, stop.cancelled()).await;
    }
    if progress::within(app.settings.shutdown_grace, lanes.acquire_many(LANES as u32)).await.is_err() {
        tracing::warn!("operations on machines interrupted; other workers continue them");
    }
}

/// Gives every operation that is due one turn, and returns how many there were.
pub async fn operate_due(app: &App) -> Result<usize, Problem> {
    let mut turns = 0;
    while let Some(task) = Task::take_due(app, &KINDS, OF_ONE_TENANT).await? {
        take_turn(app, task).await;
        turns += 1;
    }
    Ok(turns)
}

/// A turn that fails keeps its lease until it expires; then the operation has another turn.
async fn take_turn(app: &App, task: Task) {
    let operation = task.id;
    if let Err(problem) = execute(app, task).await {
        let cause = problem.cause().map_or_else(|| problem.said(), |cause| format!("{cause:#}"));
        tracing::warn!(%operation, error = cause, "attempt of an operation on a machine failed");
    }
}

async fn execute(app: &App, task: Task) -> Result<(), Problem> {
    let found = match task.resource.parse::<CloudVmId>() {
        Ok(id) => Turn::begin(app, task, id).await?,
        Err(_) => Err(task),
    };
    let turn = match found {
        Ok(turn) => turn,
        Err(task) => {
            let gone = Problem::new(ProblemCode::NotFound, "The machine or its provider was deleted here.");
            return Ok(task.end(app, Some(&gone)).await?);
        }
    };
    match turn.task.kind.as_str() {
        PROVISION => provision::provision(turn).await,
        POWER => power::power(turn).await,
        LABELS => labels::relabel(turn).await,
        _ => deletion::delete(turn).await,
    }
}
