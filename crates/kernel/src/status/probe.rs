//! One check of every part, each within a time limit.

use super::{Found, Part, State, Status, StatusPart, part};
use crate::{
    app::App,
    db::{Error, Reason},
    supervisor::{Process, progress, report::TaskSummary},
};
use queries::queries::status::status::{answers, workers_seen};
use std::{
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// How long a check may take.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The API is degraded if this share of at least this many requests failed.
const FAILING: (u64, f64) = (20, 0.05);

pub async fn look(app: &App) -> Vec<(Part, Found)> {
    let (postgresql, redis) = futures::join!(postgresql(app), redis(app));
    let workers = match postgresql.state {
        State::Down => None,
        _ => Some(workers(app).await),
    };
    let own = [
        (part::API, Some(api(&app.status, postgresql.state))),
        (part::POSTGRESQL, Some(postgresql)),
        (part::REDIS, Some(redis)),
        (part::WORKERS, workers),
        (part::BACKGROUND, Some(background(&app.background.summaries()))),
    ];
    let mut all: Vec<(Part, Found)> = own.into_iter().filter_map(|(part, found)| Some((part, found?))).collect();
    for provided in app.families.iter().flat_map(|family| family.status_parts) {
        all.extend(found(app, provided, workers).await.map(|found| (provided.part, found)));
    }
    all
}

/// Without PostgreSQL, nothing is known of workers: their parts keep their last state.
async fn found(app: &App, provided: &StatusPart, workers: Option<Found>) -> Option<Found> {
    let by_workers = provided.process == Process::Work;
    match workers {
        None if by_workers => None,
        None => Some(Found::state(State::Down)),
        Some(workers) if by_workers && workers.state != State::Operational => Some(Found::state(workers.state)),
        Some(_) => {
            let failed = Found::state(if by_workers { State::Degraded } else { State::Down });
            Some(progress::within(TIMEOUT, (provided.probe)(app)).await.ok().and_then(Result::ok).unwrap_or(failed))
        }
    }
}

/// It is never down: other processes do the work of a task that failed.
pub fn background(tasks: &[TaskSummary]) -> Found {
    let trouble = tasks.iter().any(|task| task.state.is_trouble());
    Found::state(if trouble { State::Degraded } else { State::Operational })
}

/// It responds, or this code would not run; but without PostgreSQL it returns only problems.
fn api(status: &Status, postgresql: State) -> Found {
    let traffic = &status.traffic;
    let (answers, failures, micros) =
        (traffic.answers.swap(0, Relaxed), traffic.failures.swap(0, Relaxed), traffic.micros.swap(0, Relaxed));
    let failing = answers >= FAILING.0 && failures as f64 >= FAILING.1 * answers as f64;
    let state = match postgresql {
        State::Down => State::Down,
        _ if failing => State::Degraded,
        _ => State::Operational,
    };
    let latency = micros.checked_div(answers).map(Duration::from_micros);
    Found { state, latency, lag: None }
}

async fn postgresql(app: &App) -> Found {
    let asked = async {
        let system = app.db.system(Reason::Health).await?;
        let started = Instant::now();
        answers().bind(&*system).one().await?;
        Ok::<_, Error>(started.elapsed())
    };
    answered(timeout(TIMEOUT, asked).await.ok().and_then(Result::ok))
}

async fn redis(app: &App) -> Found {
    match app.limits.ping().await {
        Some(answer) => answered(answer),
        None => Found::state(State::NotInUse),
    }
}

/// Workers are down if there were any before; an installation that never had any does not need them.
async fn workers(app: &App) -> Found {
    let asked = async {
        let system = app.db.system(Reason::Health).await?;
        Ok::<_, Error>(workers_seen().bind(&*system).one().await?)
    };
    let Ok(Ok(seen)) = timeout(TIMEOUT, asked).await else { return Found::state(State::Down) };
    Found::state(match seen.alive {
        0 if seen.known > 0 || app.status.remembers(part::WORKERS) => State::Down,
        0 => State::NotInUse,
        _ => State::Operational,
    })
}

fn answered(latency: Option<Duration>) -> Found {
    let state = if latency.is_some() { State::Operational } else { State::Down };
    Found { state, latency, lag: None }
}
