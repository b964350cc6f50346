//! Tells the engine what the outbox holds: starts, restarts, nudges, cancels. A row is deleted when the engine has it; one that it
//! did not get is tried again, for as long as it takes.

use super::ANSWER;
use crate::{
    app::App,
    db::{Error, Reason},
    http::{Change, Problem},
    quotas::RUNS_AT_WORK,
    supervisor::progress,
};
use api::{RunId, TenantId};
use engine::{Engine, RunRef};
use futures::{StreamExt, stream};
use jiff::SignedDuration;
use queries::queries::workflows::{
    start::admit_runs,
    work::relay::{
        Message, delete_messages, has_begun, outbox_age, put_off_message, take_messages, tenants_with_room_wanted,
    },
};

/// How many are told at once, and how many are taken together.
const AT_ONCE: usize = 16;
const TOGETHER: i64 = 100;

/// How long a worker may take for what it has taken.
const LEASE: SignedDuration = SignedDuration::from_secs(30);

/// How long after a start that may not have been one it is looked at again.
const LOOK_AGAIN: SignedDuration = SignedDuration::from_secs(1);

const LONGEST: SignedDuration = SignedDuration::from_secs(30);

/// Tells what is due. Whether there is more.
pub async fn relay(app: &App, engine: &Engine) -> Result<bool, Error> {
    let now = app.clock.now();
    let system = app.db.system(Reason::Workflows).await?;
    let taken = take_messages().bind(&*system, &(now + LEASE), &now, &TOGETHER).all().await?;
    drop(system);
    let (more, any) = (taken.len() as i64 == TOGETHER, !taken.is_empty());
    let told = stream::iter(taken).map(async |message| {
        let told = progress::within(ANSWER, held::apart(tell(app, engine, &message))).await;
        (told.map_err(anyhow::Error::new).flatten(), message)
    });
    let told: Vec<_> = told.buffer_unordered(AT_ONCE).collect().await;
    let (mut tenants, mut ids) = (vec![], vec![]);
    for (told, message) in told {
        match told {
            Ok(true) => {
                tenants.push(message.tenant_id);
                ids.push(message.id);
            }
            Ok(false) => put_off(app, &message, LOOK_AGAIN).await?,
            Err(error) => {
                let run = RunId(message.run_id);
                let (kind, tries) = (&message.kind, message.tries);
                tracing::warn!(%run, kind, tries, error = format!("{error:#}"), "the engine was not told");
                put_off(app, &message, later(message.tries)).await?;
            }
        }
    }
    if !ids.is_empty() {
        let system = app.db.system(Reason::Workflows).await?;
        delete_messages().bind(&*system, &tenants, &ids).all().await?;
    }
    // What waited behind those that are gone.
    Ok(more || any && !ids.is_empty())
}

/// Whether it has arrived, for all that is known.
async fn tell(app: &App, engine: &Engine, message: &Message) -> anyhow::Result<bool> {
    let run = RunRef { tenant: message.tenant_id, run: message.run_id };
    match message.kind.as_str() {
        "nudge" => engine.nudge(run, message.path.as_deref().unwrap_or_default()).await?,
        "cancel" => engine.cancel(run).await?,
        "restart" => engine.start(run).await?,
        _ => {
            // A retry has the name of the try before, which may not have closed yet: then nothing was started.
            if message.attempt > 1 {
                let system = app.db.system(Reason::Workflows).await?;
                let begun = has_begun().bind(&*system, &message.attempt, &run.tenant, &run.run).opt().await?;
                if begun.is_none_or(|begun| begun) {
                    return Ok(true);
                }
            }
            engine.start(run).await?;
            return Ok(message.attempt == 1);
        }
    }
    Ok(true)
}

async fn put_off(app: &App, message: &Message, wait: SignedDuration) -> Result<(), Error> {
    let system = app.db.system(Reason::Workflows).await?;
    put_off_message().bind(&*system, &(app.clock.now() + wait), &message.tenant_id, &message.id).opt().await?;
    Ok(())
}

fn later(tries: i32) -> SignedDuration {
    let seconds = 1_i64 << tries.clamp(0, 5);
    SignedDuration::from_secs(seconds).min(LONGEST)
}

/// Runs that wait for room which something else has made, such as a run that waits for people now.
pub async fn admit(app: &App) -> Result<(), Problem> {
    let system = app.db.system(Reason::Workflows).await?;
    let tenants = tenants_with_room_wanted().bind(&*system, &i64::from(RUNS_AT_WORK)).all().await?;
    drop(system);
    for tenant in tenants.into_iter().map(TenantId) {
        // Nobody waits for a neighbour whose admission is locked.
        if let Err(problem) = admit_of(app, tenant).await {
            tracing::warn!(%tenant, code = problem.code().name(), "runs that there is room for still wait");
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

/// How many wait to be told, and since when the oldest does.
pub async fn measure(app: &App) -> Result<(), Error> {
    let system = app.db.system(Reason::Workflows).await?;
    let age = outbox_age().bind(&*system).one().await?;
    metrics::gauge!("engine_outbox_messages").set(age.messages as f64);
    metrics::gauge!("engine_outbox_age_seconds").set(age.seconds);
    Ok(())
}
