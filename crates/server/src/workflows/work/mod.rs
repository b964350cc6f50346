//! What `tenant-control work` does for workflows: it tells the engine what the outbox holds, goes through the logs for what
//! starts workflows, keeps their schedules, and carries runs out. Any number of workers may.

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

use crate::{
    announcements::CHANNEL,
    app::App,
    db::{Db, Error, Heard, Reason},
    http::Problem,
    serve::Stop,
};
use effects::ServerEffects;
use engine::{Capacity, Engine, Schedule, When};
use futures::{FutureExt, future::BoxFuture};
use jiff::{SignedDuration, Timestamp};
use keys::TransitKeys;
use queries::queries::workflows::work::{
    follow::follower_lag,
    relay::{forget_keys, forget_runs, timed_workflows},
};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{Notify, oneshot, watch},
    time::{sleep, timeout},
};

/// How often the outbox and the logs are looked at of which nobody told.
const LOOK: Duration = Duration::from_secs(1);

/// How often schedules are compared with our tables.
const SCHEDULES: Duration = Duration::from_secs(15);

/// After something went wrong.
const PAUSE: Duration = Duration::from_millis(500);

/// How long what became of runs is kept.
const KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Works until `stop` resolves; effects under way may finish.
pub fn run(app: App, stop: Stop) -> BoxFuture<'static, ()> {
    Box::pin(work(app, stop))
}

async fn work(app: App, stop: Stop) {
    let (stopped, stopping) = watch::channel(false);
    let woken = Arc::new(Notify::new());
    let ear = tokio::spawn(hear(app.clone(), woken.clone()));
    let following = tokio::spawn(keep_following(app.clone(), woken.clone(), stopping.clone()));
    let admitting = tokio::spawn(keep_admitting(app.clone(), stopping.clone()));
    let engine = engine_of(&app).unwrap_or_else(|error| {
        tracing::error!(error = format!("{error:#}"), "workflow engine unavailable; runs wait");
        None
    });
    let carrying = engine.map(|engine| {
        let relaying = tokio::spawn(keep_telling(app.clone(), engine.clone(), woken.clone(), stopping.clone()));
        let scheduling = tokio::spawn(keep_schedules(app.clone(), engine.clone(), stopping));
        let (end, ended) = oneshot::channel::<()>();
        let worker =
            engine::work(engine, Arc::new(ServerEffects(app.clone())), Capacity::default(), Box::pin(ended.map(drop)));
        (relaying, scheduling, end, tokio::spawn(worker))
    });
    stop.await;
    let _ = stopped.send(true);
    woken.notify_waiters();
    ear.abort();
    let _ = futures::join!(following, admitting);
    if let Some((relaying, scheduling, end, worker)) = carrying {
        let _ = futures::join!(relaying, scheduling);
        drop(end);
        if timeout(app.settings.shutdown_grace, worker).await.is_err() {
            tracing::warn!("active workflow steps interrupted; other workers continue them");
        }
    }
}

/// `None` where there is none: runs are accepted and wait.
pub fn engine_of(app: &App) -> anyhow::Result<Option<Engine>> {
    let settings = app.settings.engine.settings()?;
    Ok(settings.map(|settings| Engine::new(settings, Arc::new(TransitKeys::new(app.clone())))))
}

/// What happens in tenants that are followed wakes those who look.
async fn hear(app: App, woken: Arc<Notify>) {
    loop {
        let heard = app.db.listen(CHANNEL, |heard| {
            if let Heard::Announcement(_) = heard {
                woken.notify_waiters();
            }
        });
        let _ = heard.await;
        sleep(PAUSE).await;
    }
}

async fn nap(woken: &Notify) {
    let _ = timeout(LOOK, woken.notified()).await;
}

async fn keep_following(app: App, woken: Arc<Notify>, stopping: watch::Receiver<bool>) {
    while !*stopping.borrow() {
        match follow::follow(&app).await {
            Ok(true) => {}
            Ok(false) => nap(&woken).await,
            Err(problem) => complain(&problem, "failed to match all events with workflows").await,
        }
    }
}

async fn keep_admitting(app: App, stopping: watch::Receiver<bool>) {
    while !*stopping.borrow() {
        if let Err(problem) = relay::admit(&app).await {
            complain(&problem, "failed to start queued runs").await;
        }
        if let Err(error) = relay::measure(&app).await {
            complain(&error.into(), "failed to measure the outbox").await;
        }
        sleep(LOOK).await;
    }
}

async fn keep_telling(app: App, engine: Engine, woken: Arc<Notify>, stopping: watch::Receiver<bool>) {
    while !*stopping.borrow() {
        match relay::relay(&app, &engine).await {
            Ok(true) => {}
            Ok(false) => nap(&woken).await,
            Err(error) => complain(&error.into(), "failed to read the outbox").await,
        }
    }
}

async fn keep_schedules(app: App, engine: Engine, mut stopping: watch::Receiver<bool>) {
    while !*stopping.borrow() {
        if let Err(error) = reconcile(&app, &engine).await {
            tracing::warn!(error = format!("{error:#}"), "failed to synchronise workflow schedules");
        }
        if let Err(error) = measure(&app, &engine).await {
            tracing::warn!(error = format!("{error:#}"), "failed to measure the workflow lag");
        }
        let _ = timeout(SCHEDULES, stopping.changed()).await;
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
    let done = engine.reconcile(wanted).await?;
    if done.put + done.deleted > 0 {
        tracing::info!(put = done.put, deleted = done.deleted, kept = done.kept, "workflow schedules synchronised");
    }
    Ok(())
}

/// What is not known while the engine is away is shown as no number, not as the last one.
async fn measure(app: &App, engine: &Engine) -> anyhow::Result<()> {
    let lag = engine.lag().await;
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

/// Removes runs that ended long ago, and names of keys that nothing of the engine's needs any more.
pub async fn forget_old(db: &Db, now: Timestamp) -> Result<(), Error> {
    loop {
        let system = db.system(Reason::Retention).await?;
        if forget_runs().bind(&*system, &(now - KEPT)).all().await?.is_empty() {
            forget_keys().bind(&*system, &(now - KEPT)).all().await?;
            return Ok(());
        }
    }
}
