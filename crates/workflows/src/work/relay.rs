//! Sends the outbox to the engine: starts, restarts, nudges, cancels. A row is deleted when the engine has received it;
//! a failed message is retried until it succeeds.

use super::ANSWER;
use crate::outbox::MessageKind;
use api::{RunId, TenantId};
use engine::{Engine, RunRef};
use futures::{StreamExt, stream};
use jiff::SignedDuration;
use kernel::{
    app::App,
    db::{Error, Reason},
    http::{Change, Problem},
    quotas::RUNS_AT_WORK,
    supervisor::progress,
};
use queries::queries::workflows::{
    start::admit_runs,
    work::relay::{
        Message, delete_messages, has_begun, outbox_age, put_off_message, take_messages, tenants_with_room_wanted,
    },
};

/// How many messages are in flight at once, and how many are claimed together.
const AT_ONCE: usize = 16;
const BATCH: i64 = 100;

/// The lease of a worker on the messages that it has claimed.
const LEASE: SignedDuration = SignedDuration::from_secs(30);

/// The delay of the check after a start that may have had no effect.
const CHECK_DELAY: SignedDuration = SignedDuration::from_secs(1);

const LONGEST_DELAY: SignedDuration = SignedDuration::from_secs(30);

/// Sends the messages that are due. Returns whether there are more.
pub async fn relay(app: &App, engine: &Engine) -> Result<bool, Error> {
    let now = app.clock.now();
    let system = app.db.system(Reason::Workflows).await?;
    let taken = take_messages().bind(&*system, &(now + LEASE), &now, &BATCH).all().await?;
    drop(system);
    let (more, any) = (taken.len() as i64 == BATCH, !taken.is_empty());
    let sent = stream::iter(taken).map(async |message| {
        let sent = progress::within(ANSWER, held::apart(send(app, engine, &message))).await;
        (sent.map_err(anyhow::Error::new).flatten(), message)
    });
    let sent: Vec<_> = sent.buffer_unordered(AT_ONCE).collect().await;
    let (mut tenants, mut ids) = (vec![], vec![]);
    for (sent, message) in sent {
        match sent {
            Ok(Sent::Arrived) => {
                tenants.push(message.tenant_id);
                ids.push(message.id);
            }
            Ok(Sent::Unsure) => put_off(app, &message, CHECK_DELAY).await?,
            Err(error) => {
                let run = RunId(message.run_id);
                let (kind, tries) = (&message.kind, message.tries);
                tracing::warn!(%run, kind, tries, error = format!("{error:#}"), "failed to signal the workflow engine");
                put_off(app, &message, later(message.tries)).await?;
            }
        }
    }
    if !ids.is_empty() {
        let system = app.db.system(Reason::Workflows).await?;
        delete_messages().bind(&*system, &tenants, &ids).all().await?;
    }
    // Messages that waited behind the sent ones.
    Ok(more || any && !ids.is_empty())
}

enum Sent {
    Arrived,
    /// The engine may have ignored it.
    Unsure,
}

async fn send(app: &App, engine: &Engine, message: &Message) -> anyhow::Result<Sent> {
    let run = RunRef { tenant: message.tenant_id, run: message.run_id };
    match MessageKind::named(&message.kind) {
        MessageKind::Nudge => engine.nudge(run, message.path.as_deref().unwrap_or_default()).await?,
        MessageKind::Cancel => engine.cancel(run).await?,
        MessageKind::Restart => engine.start(run).await?,
        MessageKind::Replace => engine.replace(run).await?,
        MessageKind::Start if message.attempt == 1 => engine.start(run).await?,
        MessageKind::Start => return start_again(app, engine, run, message.attempt).await,
    }
    Ok(Sent::Arrived)
}

/// A retry has the workflow id of the previous attempt, which may not have closed yet: then the engine starts nothing.
async fn start_again(app: &App, engine: &Engine, run: RunRef, attempt: i32) -> anyhow::Result<Sent> {
    let system = app.db.system(Reason::Workflows).await?;
    let begun = has_begun().bind(&*system, &attempt, &run.tenant, &run.run).opt().await?;
    drop(system);
    if begun.is_none_or(|begun| begun) {
        return Ok(Sent::Arrived);
    }
    engine.start(run).await?;
    Ok(Sent::Unsure)
}

async fn put_off(app: &App, message: &Message, wait: SignedDuration) -> Result<(), Error> {
    let system = app.db.system(Reason::Workflows).await?;
    put_off_message().bind(&*system, &(app.clock.now() + wait), &message.tenant_id, &message.id).opt().await?;
    Ok(())
}

fn later(tries: i32) -> SignedDuration {
    let seconds = 1_i64 << tries.clamp(0, 5);
    SignedDuration::from_secs(seconds).min(LONGEST_DELAY)
}

/// Admits runs after something else than the end of a run made room, such as a run that now waits for people.
pub async fn admit(app: &App) -> Result<(), Problem> {
    let system = app.db.system(Reason::Workflows).await?;
    let tenants = tenants_with_room_wanted().bind(&*system, &i64::from(RUNS_AT_WORK)).all().await?;
    drop(system);
    for tenant in tenants.into_iter().map(TenantId) {
        // A tenant does not wait for another whose admission is locked.
        if let Err(problem) = admit_of(app, tenant).await {
            tracing::warn!(%tenant, code = problem.code().name(), "failed to start queued workflow runs");
        }
    }
    Ok(())
}

async fn admit_of(app: &App, tenant: TenantId) -> Result<(), Problem> {
    let mut change = Change::by_system(app, tenant, "workflows.admit").await?;
    admit_runs().bind(&*change, &app.clock.now(), &RUNS_AT_WORK).one().await?;
    change.announce();
    change.done().await?;
    Ok(())
}

/// The number of waiting messages, and the age of the oldest.
pub async fn measure(app: &App) -> Result<(), Error> {
    let system = app.db.system(Reason::Workflows).await?;
    let age = outbox_age().bind(&*system).one().await?;
    metrics::gauge!("engine_outbox_messages").set(age.messages as f64);
    metrics::gauge!("engine_outbox_age_seconds").set(age.seconds);
    Ok(())
}
