//! One look at every part, each within a bounded time.

use super::{Found, Part, State, Status};
use crate::{
    app::App,
    db::{Error, Reason},
    supervisor::report::TaskSummary,
};
use jiff::tz::TimeZone;
use queries::queries::status::status::{answers, delivery_lag, engine_lag, event_lag, takes_events, workers_seen};
use std::{
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// What takes longer does not answer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// What waits for longer is late.
const LATE: Duration = Duration::from_secs(60);

/// The API is degraded when this share of at least so many requests failed.
const FAILING: (u64, f64) = (20, 0.05);

pub async fn look(app: &App) -> Vec<(Part, Found)> {
    let (postgresql, redis) = futures::join!(postgresql(app), redis(app));
    let (events, workers, deliveries, workflows) = match postgresql.state {
        State::Down => (Found::state(State::Down), None, None, None),
        _ => {
            let workers = workers(app).await;
            let (deliveries, workflows) = (deliveries(app, workers.state).await, workflows(app, workers.state).await);
            (events(app).await, Some(workers), Some(deliveries), Some(workflows))
        }
    };
    let api = api(&app.status, postgresql.state);
    let known = [
        (Part::Api, api),
        (Part::Postgresql, postgresql),
        (Part::Redis, redis),
        (Part::Events, events),
        (Part::Background, background(&app.background.summaries())),
    ];
    // Without PostgreSQL nobody knows of workers: what was known of them stays.
    let told = [(Part::Workers, workers), (Part::Deliveries, deliveries), (Part::Workflows, workflows)];
    known.into_iter().chain(told.into_iter().filter_map(|(part, found)| Some((part, found?)))).collect()
}

/// It is never down: other processes do what a task of one does not.
pub fn background(tasks: &[TaskSummary]) -> Found {
    let trouble = tasks.iter().any(|task| task.state.is_trouble());
    Found::state(if trouble { State::Degraded } else { State::Operational })
}

/// It answers, or nobody would read this; but without PostgreSQL it has only problems to tell.
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

/// An event goes to the partition of its day, which is made days ahead.
async fn events(app: &App) -> Found {
    let asked = async {
        let system = app.db.system(Reason::Health).await?;
        let today = app.clock.now().to_zoned(TimeZone::UTC).date();
        let taken = takes_events().bind(&*system, &today).one().await?;
        Ok::<_, Error>((taken, event_lag().bind(&*system).one().await?))
    };
    match timeout(TIMEOUT, asked).await {
        Ok(Ok((true, seconds))) => behind(seconds),
        _ => Found::state(State::Down),
    }
}

/// One that was there and is not any more is missed; an installation that never had any does without.
async fn workers(app: &App) -> Found {
    let asked = async {
        let system = app.db.system(Reason::Health).await?;
        Ok::<_, Error>(workers_seen().bind(&*system).one().await?)
    };
    let Ok(Ok(seen)) = timeout(TIMEOUT, asked).await else { return Found::state(State::Down) };
    Found::state(match seen.alive {
        0 if seen.known > 0 || app.status.remembers(Part::Workers) => State::Down,
        0 => State::NotInUse,
        _ => State::Operational,
    })
}

async fn deliveries(app: &App, workers: State) -> Found {
    if workers != State::Operational {
        return Found::state(workers);
    }
    let asked = async {
        let system = app.db.system(Reason::Health).await?;
        Ok::<_, Error>(delivery_lag().bind(&*system).one().await?)
    };
    match timeout(TIMEOUT, asked).await {
        Ok(Ok(seconds)) => behind(seconds),
        _ => Found::state(State::Degraded),
    }
}

/// How long the engine has not been told of what it is to do.
async fn workflows(app: &App, workers: State) -> Found {
    if workers != State::Operational {
        return Found::state(workers);
    }
    let asked = async {
        let system = app.db.system(Reason::Health).await?;
        Ok::<_, Error>(engine_lag().bind(&*system).one().await?)
    };
    match timeout(TIMEOUT, asked).await {
        Ok(Ok(seconds)) => behind(seconds),
        _ => Found::state(State::Degraded),
    }
}

fn behind(seconds: f64) -> Found {
    let lag = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let state = if lag > LATE { State::Degraded } else { State::Operational };
    Found { state, latency: None, lag: Some(lag) }
}

fn answered(latency: Option<Duration>) -> Found {
    let state = if latency.is_some() { State::Operational } else { State::Down };
    Found { state, latency, lag: None }
}
