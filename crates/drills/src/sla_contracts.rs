//! Service levels by contract, compared with an independent model: customers whose contracts begin, end and are changed,
//! policies with calendars of two zones over a clock change, and tickets with random changes.
//!
//! The server runs in this process, with a clock that the drill moves. In each step of the simulated time some tickets are
//! created or changed, at the same time as the background jobs of a server run once.

mod history;
mod model;
mod world;

use crate::{Outcome, Size, stage::Stage};
use anyhow::ensure;
use history::Histories;
use jiff::{SignedDuration, Timestamp};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::time::Instant;
use tenant_control::{
    events::keep_days,
    psa::tickets::{deadlines, wake_due},
};
use testkit::TestApp;
use world::World;

/// The simulated time: past the end of summer time in both zones, and not longer than events are kept.
pub const DAYS: i64 = 28;

/// Steps of the simulated time.
const STEPS: usize = 400;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (customers, policies, tickets) = size.pick((200, 12, 5_000), (20, 6, 250));
    let seed: u64 = rand::random();
    eprintln!("sla-contracts: seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let stage = Stage::set("-c fsync=off").await?;
    let (app, offset) = TestApp::start_moved(stage.database.clone()).await;
    // Two weeks before the clocks change in Berlin, three before they change in New York.
    let start: Timestamp = "2027-10-17T06:00:00Z".parse()?;
    offset.advance(start.duration_since(app.app.clock.now()));
    keep_days(&app.app.db, start).await.map_err(kernel::db::Error::into_cause)?;
    let tenant = app.tenant().await;
    let mut world = World::create(&tenant.client, &mut rng, start, customers, policies).await?;
    let mut histories = Histories::new(tickets);
    let started = Instant::now();
    let step = SignedDuration::from_secs(DAYS * 86_400 / STEPS as i64);
    for number in 0..STEPS {
        // The steps must not fall on the same second of every minute.
        let jitter = SignedDuration::from_millis(rng.random_range(0..60_000));
        let goal = start + step * i32::try_from(number + 1)? + jitter;
        offset.advance(goal.duration_since(app.app.clock.now()).max(SignedDuration::ZERO));
        world.change(&tenant.client, &mut rng, app.app.clock.now()).await?;
        histories.step(&tenant.client, &world, &mut rng, (number, STEPS), app.app.clock.now()).await?;
        if rng.random_bool(0.7) {
            count(&app).await?;
            let now = app.app.clock.now();
            keep_days(&app.app.db, now).await.map_err(kernel::db::Error::into_cause)?;
            ensure!(wake_due(&app.app).await.is_ok(), "scheduled tickets are not opened");
            histories.wake(&tenant.client, &world, now).await?;
        }
    }
    count(&app).await?;
    let compared = histories.compare(&tenant.client, &world, || app.app.clock.now()).await?;
    ensure!(compared.clocks > 0, "nothing was compared");
    compared.wrong.iter().take(20).for_each(|line| eprintln!("sla-contracts: {line}"));

    let mut outcome = Outcome::default();
    outcome.figure(format!(
        "{customers} customers, {policies} policies, {} contracts, {} changes of contracts and policies, {tickets} tickets with \
        {} changes over {DAYS} days in {:.0} s",
        world.contracts(),
        world.changes(),
        compared.changes,
        started.elapsed().as_secs_f64()
    ));
    outcome.figure(format!(
        "{} clocks compared ({} breached, {} events of breaches), {} differ, seed {seed}",
        compared.clocks,
        compared.breached,
        compared.events,
        compared.wrong.len()
    ));
    outcome.promise(compared.wrong.is_empty(), "every due time, breach and event equals the model");
    outcome
        .promise(compared.breached > 0 && compared.breached < compared.clocks, "some targets are met, others breached");
    Ok(outcome)
}

/// Runs the background job for deadlines once.
async fn count(app: &TestApp) -> anyhow::Result<()> {
    ensure!(deadlines::keep(&app.app, Timestamp::UNIX_EPOCH).await.is_ok(), "the deadlines are not counted");
    Ok(())
}
