//! One look at every part, each within a bounded time.

use super::{Found, Part, State, Status};
use crate::{
    app::App,
    db::{Error, Reason},
};
use jiff::tz::TimeZone;
use queries::queries::status::status::{answers, takes_events};
use std::{
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// What takes longer does not answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The API is degraded when this share of at least so many requests failed.
const FAILING: (u64, f64) = (20, 0.05);

pub async fn look(app: &App) -> Vec<(Part, Found)> {
    let (postgresql, redis) = futures::join!(postgresql(app), redis(app));
    let events = match postgresql.state {
        State::Down => Found::state(State::Down),
        _ => events(app).await,
    };
    let api = api(&app.status, postgresql.state);
    vec![(Part::Api, api), (Part::Postgresql, postgresql), (Part::Redis, redis), (Part::Events, events)]
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
    answered(timeout(PATIENCE, asked).await.ok().and_then(Result::ok))
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
        Ok::<_, Error>(takes_events().bind(&*system, &today).one().await?)
    };
    match timeout(PATIENCE, asked).await {
        Ok(Ok(true)) => Found::state(State::Operational),
        _ => Found::state(State::Down),
    }
}

fn answered(latency: Option<Duration>) -> Found {
    let state = if latency.is_some() { State::Operational } else { State::Down };
    Found { state, latency, lag: None }
}
