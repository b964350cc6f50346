//! A rolling restart and a rolling upgrade under load: three servers behind HAProxy and a worker are replaced in turn,
//! first by the same version, then, after the migrations of the next version are applied, by that version, and then by
//! the old one again. No request fails, no acknowledged write is lost, and every event is delivered.
//!
//! `TC_PREVIOUS_BINARY` is the program of the previous release, whose schema the drill starts with. Without it, both
//! versions are this program, and the next version has migrations of this drill, which no program knows. So this program
//! serves with a schema that is newer than itself, and the upgrade is a rollback at the same time.

mod balancer;
mod deployment;
mod load;
mod next_version;

use crate::{
    Outcome, Size,
    bench::Times,
    sink::{Reply, Sink},
};
use anyhow::ensure;
use api::{EventId, OrganizationId};
use deployment::{Deployment, Version};
use load::{Load, Tally};
use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};
use testkit::{Database, Postgres, binary};
use tokio::time::sleep;
use uuid::Uuid;

/// The program of the previous release.
pub static PREVIOUS_BINARY: OnceLock<PathBuf> = OnceLock::new();

const POSTGRES: &str = "-c fsync=on -c synchronous_commit=on -c shared_buffers=256MB";

/// If no delivery arrives for this time, the missing ones count as lost.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);

/// The number of deliveries, by the id of the event.
type Arrivals = Arc<Mutex<HashMap<String, usize>>>;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (rate, pause) = size.pick((1000, Duration::from_secs(10)), (50, Duration::from_secs(1)));
    let postgres = Postgres::start(POSTGRES)?;
    let current = Version::new(binary()?);
    let previous = PREVIOUS_BINARY.get().cloned().map(Version::new);
    let old = previous.as_ref().unwrap_or(&current);
    let database = database(&postgres, previous.as_ref()).await?;
    let (sink, arrivals) = receiver().await?;
    let mut deployment = Deployment::start(&database, old).await?;
    let tenants = deployment.tenants(old, &sink.url, size.pick(8, 3)).await?;

    let load = Load::new(&deployment.balancer.base, tenants, rate)?;
    let sending = tokio::spawn(load.clone().send());
    let rolled = roll(&mut deployment, &load, old, &current, pause).await;
    load.stop();
    let took = sending.await?;
    let replaced = rolled?;

    let tally = load.tally();
    let losses = Losses::count(&database, &tally, &arrivals).await?;
    if !tally.failed.is_empty() || losses.is_anything_lost() {
        deployment.keep_logs();
    }
    tally.failed.iter().take(20).for_each(|line| eprintln!("rolling: {line}"));
    let mut outcome = Outcome::default();
    if previous.is_none() {
        outcome.not_asked("the program of the previous release (TC_PREVIOUS_BINARY)");
    }
    outcome.figure(replaced.figure());
    report_requests(&mut outcome, size, rate, &tally, took);
    losses.report(&mut outcome, tally.written.len());
    let errors = deployment.balancer.errors().await?;
    outcome.figure(format!("HAProxy without retries: {errors}"));
    outcome.promise(errors.none(), "HAProxy sees no failed connection or response");
    Ok(outcome)
}

/// A database with the schema of the old version.
async fn database(postgres: &Postgres, previous: Option<&Version>) -> anyhow::Result<Database> {
    let Some(previous) = previous else { return Database::create(postgres.port, "rolling").await };
    let root = Database::prepare(postgres.port).await?;
    root.batch_execute("create database rolling owner migrator").await?;
    let database = Database { port: postgres.port, name: "rolling".to_owned() };
    previous.run(&database, &["migrate"]).await?;
    Ok(database)
}

async fn receiver() -> anyhow::Result<(Sink, Arrivals)> {
    let arrivals = Arrivals::default();
    let counted = arrivals.clone();
    let sink = Sink::start(move |arrival| {
        *counted.lock().unwrap_or_else(PoisonError::into_inner).entry(arrival.id.to_owned()).or_default() += 1;
        Reply::Status(200)
    });
    Ok((sink.await?, arrivals))
}

/// The replaced processes, and the migrations between the two versions.
struct Replaced {
    processes: usize,
    migrations: (i64, i64),
    migrating: Duration,
    /// The longest time that a request took which was sent during the migration.
    slowest: Duration,
}

impl Replaced {
    fn figure(&self) -> String {
        let (before, after) = self.migrations;
        format!(
            "{} processes replaced, {} migrations applied in {} ms (slowest request meanwhile {} ms)",
            self.processes,
            after - before,
            self.migrating.as_millis(),
            self.slowest.as_millis()
        )
    }
}

async fn roll(
    deployment: &mut Deployment,
    load: &Load,
    old: &Version,
    current: &Version,
    pause: Duration,
) -> anyhow::Result<Replaced> {
    sleep(pause).await;
    eprintln!("rolling: restart");
    let mut processes = deployment.replace_all(old).await?;
    sleep(pause).await;

    let before = deployment.migrations().await?;
    let (started, first) = (Instant::now(), load.sent());
    match PREVIOUS_BINARY.get() {
        Some(_) => current.run(&deployment.database, &["migrate"]).await.map(drop)?,
        None => deployment.database.migrate_to(next_version::steps()).await?,
    }
    let migrating = started.elapsed();
    // After the pause, the last requests have their responses, too.
    let last = load.sent();
    sleep(pause).await;
    let slowest = load.slowest(first..last);
    let after = deployment.migrations().await?;
    ensure!(PREVIOUS_BINARY.get().is_some() || after > before, "no migration was applied");

    eprintln!("rolling: upgrade, {before} to {after} migrations");
    processes += deployment.replace_all(current).await?;
    sleep(pause).await;
    if PREVIOUS_BINARY.get().is_some() {
        eprintln!("rolling: rollback");
        processes += deployment.replace_all(old).await?;
        sleep(pause).await;
    }
    Ok(Replaced { processes, migrations: (before, after), migrating, slowest })
}

fn report_requests(outcome: &mut Outcome, size: Size, rate: u32, tally: &Tally, took: Duration) {
    let (sent, failed) = (tally.sent, tally.failed.len());
    let achieved = sent as f64 / took.as_secs_f64();
    let times: Vec<Duration> = tally.times.values().copied().collect();
    let slowest = times.iter().max().copied().unwrap_or_default();
    outcome.figure(format!("{sent} requests, {achieved:.0} a second for {:.0} s: {failed} failed", took.as_secs_f64()));
    outcome.figure(format!("{}, slowest {} ms", Times::of(times), slowest.as_millis()));
    outcome.promise(failed == 0, format!("no request fails ({failed} did)"));
    outcome.promise(sent > 1000, "there was load");
    outcome.promise_in_full(size, achieved > f64::from(rate) * 0.98, format!("{rate} requests a second"));
}

/// The acknowledged writes that are missing in the database or at the receiver.
struct Losses {
    lost_writes: usize,
    without_event: usize,
    lost_deliveries: usize,
    duplicates: usize,
    /// Deliveries that are not `delivered` in their table.
    unsettled: i64,
}

impl Losses {
    async fn count(database: &Database, tally: &Tally, arrivals: &Arrivals) -> anyhow::Result<Losses> {
        let root = database.root().await;
        let rows = root.query("select id from organizations", &[]).await?;
        let stored: HashSet<String> = rows.iter().map(|row| OrganizationId(row.get(0)).to_string()).collect();
        let query = "select subject_id, id from events where type = 'organization.created'";
        let rows = root.query(query, &[]).await?;
        let events: HashMap<String, String> =
            rows.iter().map(|row| (row.get(0), EventId(row.get::<_, Uuid>(1)).to_string())).collect();
        let awaited: Vec<&String> = tally.written.iter().filter_map(|id| events.get(id)).collect();
        wait_for(&awaited, arrivals).await;

        let unsettled = "select count(*) from webhook_deliveries where status <> 'delivered'";
        let mut waiting: i64 = 0;
        for _ in 0..200 {
            waiting = root.query_one(unsettled, &[]).await?.get(0);
            if waiting == 0 {
                break;
            }
            sleep(Duration::from_millis(50)).await;
        }
        let arrivals = arrivals.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Losses {
            lost_writes: tally.written.iter().filter(|id| !stored.contains(*id)).count(),
            without_event: tally.written.len() - awaited.len(),
            lost_deliveries: awaited.iter().filter(|id| !arrivals.contains_key(**id)).count(),
            duplicates: arrivals.values().map(|times| times - 1).sum(),
            unsettled: waiting,
        })
    }

    fn is_anything_lost(&self) -> bool {
        self.lost_writes + self.without_event + self.lost_deliveries > 0 || self.unsettled > 0
    }

    fn report(&self, outcome: &mut Outcome, written: usize) {
        let Losses { lost_writes, without_event, lost_deliveries, duplicates, unsettled } = self;
        outcome.figure(format!("{written} acknowledged writes: {lost_writes} lost, {without_event} without an event"));
        outcome.figure(format!("{lost_deliveries} deliveries lost, {duplicates} repeated"));
        outcome.promise(written > 100, "there were writes");
        outcome.promise(*lost_writes == 0, format!("no acknowledged write is lost ({lost_writes} are)"));
        outcome.promise(*without_event == 0, format!("every write has an event ({without_event} have none)"));
        outcome.promise(*lost_deliveries == 0, format!("every event is delivered ({lost_deliveries} are not)"));
        outcome.promise(*unsettled == 0, format!("all deliveries have the status `delivered` ({unsettled} do not)"));
    }
}

/// Waits until all of these events have arrived, or none arrives any more.
async fn wait_for(events: &[&String], arrivals: &Arrivals) {
    let (mut missing, mut since) = (usize::MAX, Instant::now());
    while missing > 0 && since.elapsed() < STALL_TIMEOUT {
        let now = {
            let arrived = arrivals.lock().unwrap_or_else(PoisonError::into_inner);
            events.iter().filter(|id| !arrived.contains_key(**id)).count()
        };
        if now < missing {
            (missing, since) = (now, Instant::now());
        }
        sleep(Duration::from_millis(100)).await;
    }
}
