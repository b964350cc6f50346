//! The work of `tenant-control work` for workflows: it sends the outbox to the engine, reads the logs for triggers,
//! keeps schedules, and executes runs. Any number of workers can run.

mod connection;
pub mod doctor;
mod effects;
mod follow;
mod halt;
mod keys;
mod notes;
mod relay;
mod rest;
mod steps;
mod tick;
mod waits;

use connection::engine_of;
use effects::ServerEffects;
use engine::{Capacity, Engine, Schedule, When};
use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use kernel::{
    announcements::CHANNEL,
    app::App,
    db::{Db, Error, ListenEvent, Reason},
    http::Problem,
    supervisor::{Stop, TaskGroup, progress},
};
use queries::queries::workflows::work::{
    follow::follower_lag,
    relay::{forget_keys, forget_runs, timed_workflows},
};
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::Notify,
    time::{sleep, timeout},
};

/// The poll interval of the outbox and the logs without a notification.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How often schedules are compared with our tables.
const BETWEEN_SCHEDULES: Duration = Duration::from_secs(15);

/// How long Temporal may take to compare all schedules, and for any other response.
const RECONCILE: Duration = Duration::from_secs(120);
const ANSWER: Duration = Duration::from_secs(20);

/// The pause after a failure.
const PAUSE: Duration = Duration::from_millis(500);

/// How long ended runs are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// The names of the tasks that wake each other. They are restarted together.
pub const FOLLOW: &str = "workflows.follow";
pub const LISTEN: &str = "workflows.listen";
pub const RELAY: &str = "workflows.relay";
pub const SCHEDULES: &str = "workflows.schedules";

/// Reads the logs and sends messages to the engine, until the group is stopped.
pub fn follow(app: App, group: TaskGroup) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let (woken, stop) = (Arc::new(Notify::new()), group.stop().clone());
        let engine = engine_or_none(&app);
        let listen = group.spawn(LISTEN, listen(app.clone(), woken.clone()));
        let relay = group.spawn(RELAY, keep_relaying(app.clone(), engine.clone(), woken.clone(), stop.clone()));
        let schedules = group.spawn(SCHEDULES, keep_schedules(app.clone(), engine, stop.clone()));
        keep_following(app, woken, stop).await;
        listen.abort();
        futures::join!(relay.ended(), schedules.ended());
    })
}

/// Executes runs, until the group is stopped; active effects may finish.
pub fn carry_out(app: App, group: TaskGroup) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let stop = group.stop().clone();
        let Some(engine) = engine_or_none(&app) else { return progress::waiting(stop.cancelled()).await };
        let alive = Arc::new(Notify::new());
        let report = Box::new({
            let alive = alive.clone();
            move || alive.notify_one()
        });
        let (effects, capacity) = (Arc::new(ServerEffects(app.clone())), Capacity::default());
        let mut worker = engine::work(engine, effects, capacity, Box::pin(stop.clone().cancelled_owned()), report);
        let mut overdue = pin!(async {
            stop.cancelled().await;
            sleep(app.settings.shutdown_grace).await;
        });
        loop {
            tokio::select! {
                () = &mut worker => return,
                () = alive.notified() => progress::report(),
                () = &mut overdue => return tracing::warn!("active workflow steps interrupted; other workers continue them"),
            }
        }
    })
}

/// Starts waiting runs that can be admitted.
pub async fn admit(app: &App) -> Result<(), Problem> {
    let admitted = relay::admit(app).await;
    relay::measure(app).await?;
    admitted
}

/// A wrong setting is no reason to stop: runs are accepted and wait, as without an engine.
fn engine_or_none(app: &App) -> Option<Engine> {
    engine_of(app).unwrap_or_else(|error| {
        tracing::error!(error = format!("{error:#}"), "workflow engine unavailable; runs wait");
        None
    })
}

/// Notifications of events in followed tenants wake the tasks that poll.
async fn listen(app: App, woken: Arc<Notify>) {
    loop {
        let heard = app.db.listen(CHANNEL, |heard| {
            if let ListenEvent::Notification(_) = heard {
                woken.notify_waiters();
            }
        });
        let _ = heard.await;
        sleep(PAUSE).await;
    }
}

async fn wait_for_work(woken: &Notify, stop: &Stop) {
    tokio::select! {
        () = stop.cancelled() => {}
        _ = timeout(POLL_INTERVAL, woken.notified()) => {}
    }
}

async fn keep_following(app: App, woken: Arc<Notify>, stop: Stop) {
    while !stop.is_cancelled() {
        match follow::follow(&app).await {
            Ok(true) => {}
            Ok(false) => wait_for_work(&woken, &stop).await,
            Err(problem) => complain(&problem, "failed to match all events with workflows").await,
        }
    }
}

async fn keep_relaying(app: App, engine: Option<Engine>, woken: Arc<Notify>, stop: Stop) {
    let Some(engine) = engine else { return progress::waiting(stop.cancelled()).await };
    while !stop.is_cancelled() {
        match relay::relay(&app, &engine).await {
            Ok(true) => {}
            Ok(false) => wait_for_work(&woken, &stop).await,
            Err(error) => complain(&error.into(), "failed to read the outbox").await,
        }
    }
}

async fn keep_schedules(app: App, engine: Option<Engine>, stop: Stop) {
    let Some(engine) = engine else { return progress::waiting(stop.cancelled()).await };
    while !stop.is_cancelled() {
        if let Err(error) = reconcile(&app, &engine).await {
            tracing::warn!(error = format!("{error:#}"), "failed to synchronise workflow schedules");
        }
        if let Err(error) = measure(&app, &engine).await {
            tracing::warn!(error = format!("{error:#}"), "failed to measure the workflow lag");
        }
        let _ = progress::within(BETWEEN_SCHEDULES, stop.cancelled()).await;
    }
}

async fn reconcile(app: &App, engine: &Engine) -> anyhow::Result<()> {
    let wanted = held::apart(async {
        let system = app.db.system(Reason::Workflows).await?;
        let rows = timed_workflows().bind(&*system).all().await?;
        let schedules = rows.into_iter().map(|row| Schedule {
            tenant: row.tenant_id,
            workflow: row.id,
            when: match row.every_seconds {
                0 => When::Cron(row.cron),
                seconds => When::Every(Duration::from_secs(seconds.unsigned_abs())),
            },
        });
        Ok(schedules.collect())
    });
    let done = progress::within(RECONCILE, engine.reconcile(wanted)).await??;
    if done.put + done.deleted > 0 {
        tracing::info!(put = done.put, deleted = done.deleted, kept = done.kept, "workflow schedules synchronised");
    }
    Ok(())
}

/// Figures that are unknown while the engine is unavailable are shown as not available, not as the last value.
async fn measure(app: &App, engine: &Engine) -> anyhow::Result<()> {
    let lag = progress::within(ANSWER, engine.lag()).await.map_err(anyhow::Error::new).flatten();
    let known = lag.as_ref().ok();
    metrics::gauge!("engine_up").set(if known.is_some() { 1.0 } else { 0.0 });
    metrics::gauge!("engine_lag_tasks").set(known.map_or(f64::NAN, |lag| lag.tasks as f64));
    metrics::gauge!("engine_lag_seconds").set(known.map_or(f64::NAN, |lag| lag.oldest.as_secs_f64()));
    let system = app.db.system(Reason::Workflows).await?;
    metrics::gauge!("workflow_events_lag_seconds").set(follower_lag().bind(&*system).one().await?);
    lag.map(drop)
}

async fn complain(problem: &Problem, what: &str) {
    let error = problem.cause().map(|cause| tracing::field::display(format!("{cause:#}")));
    tracing::warn!(code = problem.code().name(), error, "{what}");
    sleep(PAUSE).await;
}

/// Removes runs that ended long ago, and names of keys that the engine no longer needs.
pub async fn forget_old(db: &Db, now: Timestamp) -> Result<(), Error> {
    loop {
        let system = db.system(Reason::Retention).await?;
        if forget_runs().bind(&*system, &(now - KEPT)).all().await?.is_empty() {
            forget_keys().bind(&*system, &(now - KEPT)).all().await?;
            return Ok(());
        }
    }
}
