//! A day of a service desk: twelve technicians watch the queues, comment, work on tasks, run timers, attach files and apply
//! macros to many tickets, all at once. The drill measures the time and the round trips to PostgreSQL of each kind of call.
//! Technicians who change the same ticket with `If-Match` get a conflict: no change is lost.

mod day;
mod delays;
mod scene;
mod technician;

use crate::{Outcome, Size, bench::Times, stage::Stage};
use day::Tally;
use scene::Scene;
use std::time::{Duration, Instant};
use testkit::ServerProcess;

/// Technicians of the desk.
const TECHNICIANS: usize = 12;

/// The time of every kind of call, at the 99th percentile.
const P99: Duration = Duration::from_millis(500);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (tickets, rounds, before, races) = size.pick((300, 60, 4, 100), (30, 5, 1, 10));
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off").await?;
    delays::measure(&stage, size, &mut outcome).await?;

    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let scene = Scene::set(&stage, &server, tickets).await?;
    let mut tally = day::work(&scene, before).await?;
    // As on a database in use, every table has statistics.
    stage.database.root().await.batch_execute("vacuum analyze").await?;
    scene.durations.clear();
    let started = Instant::now();
    tally.add(day::work(&scene, rounds).await?);
    let took = started.elapsed().as_secs_f64();
    outcome.figure(format!(
        "{tickets} tickets, {TECHNICIANS} technicians, {} calls in {took:.0} s, {} of them refused at first",
        scene.durations.calls(),
        scene.durations.refused()
    ));
    let slow = times(&scene, &mut outcome);
    outcome.promise_in_full(
        size,
        slow.is_empty(),
        format!("p99 of every call below {P99:?} (not {})", slow.join(", ")),
    );
    outcome.promise(tally.failures.is_empty(), format!("no call fails ({})", tally.failures.join("; ")));
    stored(&stage, &scene, &tally, &mut outcome).await?;

    let lost = day::lost_updates(&scene, &tally).await?;
    outcome.figure(format!(
        "{} changes with If-Match, {} conflicts reported, {lost} changes lost",
        tally.wins.values().sum::<i64>(),
        tally.conflicts
    ));
    outcome.promise(lost == 0, "no change is lost");
    let wrong = day::races(&scene, races).await?;
    outcome.figure(format!("{races} races of {TECHNICIANS} technicians"));
    outcome.promise(wrong.is_empty(), format!("one technician wins each race ({})", wrong.join("; ")));
    Ok(outcome)
}

/// Reports the times of all kinds of calls, and returns the slow kinds.
fn times(scene: &Scene, outcome: &mut Outcome) -> Vec<String> {
    let mut slow = vec![];
    for (what, times) in scene.durations.times() {
        let count = times.len();
        let times = Times::of(times);
        if times.p99 >= P99 {
            slow.push(what.to_owned());
        }
        outcome.figure(format!("{what} p99 {:.1} ms ({count})", times.p99.as_secs_f64() * 1e3));
    }
    slow
}

/// Compares the rows with the responses to the technicians.
async fn stored(stage: &Stage, scene: &Scene, tally: &Tally, outcome: &mut Outcome) -> anyhow::Result<()> {
    let query = "select
        (select count(*) from ticket_comments where tenant_id = $1),
        (select sum(comments) from tickets where tenant_id = $1),
        (select count(*) from ticket_tasks where tenant_id = $1),
        (select count(*) from ticket_tasks where tenant_id = $1 and done_at is not null),
        (select count(*) from time_entries where tenant_id = $1 and ended_at is not null),
        (select count(*) from attachments where tenant_id = $1 and state = 'stored')";
    let row = stage.database.root().await.query_one(query, &[&scene.tenant]).await?;
    let found: Vec<i64> = (0..6).map(|column| row.get::<_, i64>(column)).collect();
    let acknowledged = [tally.comments, tally.comments, tally.tasks, tally.done, tally.timers, tally.files];
    outcome.figure(format!(
        "{} comments, {} tasks, {} timers, {} files, {} tickets changed by macros",
        tally.comments, tally.tasks, tally.timers, tally.files, tally.applied
    ));
    outcome
        .promise(found == acknowledged, format!("all acknowledged writes are stored ({found:?} of {acknowledged:?})"));
    Ok(())
}
