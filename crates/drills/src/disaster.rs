//! PostgreSQL and Temporal are lost after a bad deletion. PostgreSQL is restored to a second before the deletion by
//! pgBackRest, from a backup that was made under load and from its archive; Temporal begins empty.
//!
//! Then `doctor --verify` finds nothing wrong and counts the rows of that second, every acknowledged ticket is there, every
//! event of the log is delivered, and `workflow restart` brings every run to its end, with its effects there once.

mod operator;
mod repository;
pub mod runs;
mod scene;

use crate::{
    Outcome, Size, many_tickets,
    sink::Sink,
    stage::Stage,
    workflows::{self, create, definition},
    workshop::Customer,
};
use anyhow::ensure;
use api::EventId;
use operator::{Operator, Verified};
use repository::Repository;
use runs::Runs;
use scene::{Account, Load, Outside, Processes, runs_of_engine};
use serde_json::json;
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use testkit::{Temporal, uuid_of};
use tokio::time::{sleep, sleep_until};

/// pgBackRest compares whole seconds: the target must be this long after the end of the backup.
const AFTER_BACKUP: Duration = Duration::from_secs(2);

/// The least time between the target and the deletion.
const TARGET: Duration = Duration::from_secs(1);

/// Processes that have not reported for this time do not count as failing for `doctor`.
const SILENT: Duration = Duration::from_secs(12);

const TIMEOUT: Duration = Duration::from_secs(90);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set(repository::OPTIONS).await?;
    if size == Size::Full {
        // About 2 GB. The archive begins with the backup.
        repository::archive_by(&stage, "/bin/true").await?;
        many_tickets::fill(&stage, 50, 350_000).await?;
    }
    let repository = Repository::create(&stage).await?;
    let operator = Operator::new(&stage.database, &repository.directory)?;
    let (outside, sink) = Outside::open().await?;
    let mut outcome = Outcome::default();

    let (account, before) = until_disaster(&stage, &repository, &operator, &sink, size).await?;
    repository.destroy_cluster(&stage).await?;
    outside.be_fast();

    restore(&stage, &repository, &before, &mut outcome).await?;
    let temporal = Temporal::start()?;
    // As in a real restore, no process runs until the data is verified.
    sleep_until((before.at + SILENT).into()).await;
    before.compare(&operator.verify(Some(&temporal.url())).await?, &mut outcome);
    before.runs_are_restored(&stage, &mut outcome).await?;
    let restarted = operator.restart_runs().await?;
    outcome.figure(format!("{restarted} runs restarted"));
    outcome.promise(restarted > 0, "`workflow restart` restarts runs");

    let processes = Processes::start(&stage, temporal).await?;
    let customer = account.at(&processes.server);
    let load = Load::start(customer.client.clone(), "again");
    let started = Instant::now();
    let tally = before.runs.end(&stage, &customer).await?;
    let took = started.elapsed();
    let again = load.stop().await?;
    let (all, succeeded) = (before.runs.count() as i64, tally.succeeded);
    if succeeded != all {
        workflows::complain(&stage, "disaster").await?;
    }
    outcome.figure(format!("{succeeded} of {all} runs succeeded {:.0} s later", took.as_secs_f64()));
    outcome.promise(tally.runs == all && tally.over == all, format!("every run ends ({} of {all})", tally.over));
    outcome.promise(succeeded == all, "every run succeeds");
    before.runs.judge(&stage, outside.calls(), &mut outcome).await?;
    before.tickets(&stage, &again, &mut outcome).await?;
    deliveries(&stage, &outside, &mut outcome).await?;
    run_unknown_to_the_database(&stage, &processes, &customer, &mut outcome).await?;
    Ok(outcome)
}

/// The target of the restore, and the state at that time.
struct Before {
    /// The time in the format of PostgreSQL.
    target: String,
    at: Instant,
    /// The time from the target to the deletion.
    ahead: Duration,
    /// The number of rows by table, without tables that changed around the target.
    rows: BTreeMap<String, i64>,
    tables: usize,
    runs: Runs,
    /// The number of decided approval requests.
    decided: usize,
    acknowledged: Vec<String>,
    lost: Vec<String>,
    gigabytes: f64,
}

/// A backup under load, runs of every kind, the deletion, load that will be lost, and then the loss of all processes.
async fn until_disaster(
    stage: &Stage,
    repository: &Repository,
    operator: &Operator,
    sink: &Sink,
    size: Size,
) -> anyhow::Result<(Account, Before)> {
    let processes = Processes::start(stage, Temporal::start()?).await?;
    let account = Account::open(stage, &processes.server, sink).await?;
    let customer = account.at(&processes.server);
    runs::define(&customer.client, &sink.url, size).await;
    let load = Load::start(customer.client.clone(), "before");
    repository.back_up().await?;
    sleep(AFTER_BACKUP).await;
    let runs = runs::start(&customer, size).await;
    let decided = runs.approve_some(&customer).await?;
    runs::are_under_way(stage).await?;
    let acknowledged = load.stop().await?;

    let counted = operator.verify(None).await?.rows;
    let root = stage.database.root().await;
    let target = root.query_one("select clock_timestamp()::text", &[]).await?.get(0);
    let at = Instant::now();
    let counted_again = operator.verify(None).await?.rows;
    sleep_until((at + TARGET).into()).await;
    root.batch_execute("truncate tickets cascade").await?;
    let ahead = at.elapsed();

    let load = Load::start(customer.client.clone(), "after");
    runs::start_too_late(&customer).await;
    runs::approve_all(&customer).await?;
    sleep(Duration::from_secs(1)).await;
    let lost = load.stop().await?;
    let stored = root.query_one("select sum(pg_database_size(oid))::float8 / 1e9 from pg_database", &[]).await?;
    repository.archive_all().await?;
    processes.lose()?;
    let tables = counted.len();
    let rows = counted.into_iter().filter(|(table, rows)| counted_again.get(table) == Some(rows)).collect();
    let gigabytes = stored.get(0);
    Ok((account, Before { target, at, ahead, rows, tables, runs, decided, acknowledged, lost, gigabytes }))
}

/// Restores PostgreSQL, and waits until it accepts writes.
async fn restore(stage: &Stage, repository: &Repository, before: &Before, outcome: &mut Outcome) -> anyhow::Result<()> {
    let started = Instant::now();
    repository.restore(&before.target).await?;
    let copied = started.elapsed().as_secs_f64();
    stage.postgres.start_again().await?;
    while !is_writable(stage).await {
        ensure!(started.elapsed() < TIMEOUT * 10, "PostgreSQL is still in recovery");
        sleep(Duration::from_millis(100)).await;
    }
    let took = started.elapsed().as_secs_f64();
    let (gigabytes, stored) = (before.gigabytes, repository.bytes()? as f64 / 1e9);
    outcome.figure(format!(
        "{gigabytes:.2} GB restored from {stored:.2} GB to {:.1} s before the deletion in {took:.1} s ({copied:.1} s \
         copying), {:.1} s per GB",
        before.ahead.as_secs_f64(),
        took / gigabytes
    ));
    Ok(())
}

async fn is_writable(stage: &Stage) -> bool {
    let Ok(root) = stage.database.connect("postgres").await else { return false };
    root.query_one("select not pg_is_in_recovery()", &[]).await.is_ok_and(|row| row.get(0))
}

impl Before {
    /// Checks that the restored rows are those of the target.
    fn compare(&self, verified: &Verified, outcome: &mut Outcome) {
        verified.wrong.iter().for_each(|line| eprintln!("disaster: {line}"));
        let differs = self.rows.iter().filter(|(table, rows)| verified.rows.get(*table) != Some(*rows));
        let different: Vec<_> = differs.collect();
        for (table, rows) in &different {
            eprintln!("disaster: {table} had {rows} rows and has {:?}", verified.rows.get(*table));
        }
        outcome.figure(format!(
            "doctor --verify: {} wrong, {} sealed values and keys opened, rows of {} of {} tables compared, {} different",
            verified.wrong.len(),
            verified.opened,
            self.rows.len(),
            self.tables,
            different.len()
        ));
        outcome
            .promise(verified.wrong.is_empty(), format!("`doctor --verify` is clean: {}", verified.wrong.join("; ")));
        outcome.promise(verified.opened > 0, "sealed values are opened");
        outcome.promise(different.is_empty(), "the rows are those of the target");
        outcome.promise(self.rows.get("tickets").is_some_and(|rows| *rows > 0), "tickets are compared");
    }

    /// Checks that runs of every status and the decisions of people are restored.
    async fn runs_are_restored(&self, stage: &Stage, outcome: &mut Outcome) -> anyhow::Result<()> {
        let active = runs::active(stage).await?;
        let decided = runs::decided(stage).await?;
        let statuses: Vec<_> = active.iter().map(|(status, runs)| format!("{runs} {status}")).collect();
        outcome.figure(format!("active runs: {}", statuses.join(", ")));
        outcome.promise(runs::is_every_status(&active), "runs of every status are restored");
        outcome
            .promise(decided == self.decided as i64, format!("{} decisions are restored, not {decided}", self.decided));
        Ok(())
    }

    /// Checks that tickets from before the target and from after the restore exist, and that those in between do not.
    async fn tickets(&self, stage: &Stage, again: &[String], outcome: &mut Outcome) -> anyhow::Result<()> {
        let tickets = workflows::tickets(stage).await?;
        let missing = |subjects: &[String]| subjects.iter().filter(|subject| tickets.get(*subject) != Some(&1)).count();
        let (kept, written) = (missing(&self.acknowledged), missing(again));
        let stale = self.lost.iter().filter(|subject| tickets.contains_key(*subject)).count();
        outcome.figure(format!(
            "{} tickets acknowledged before the target, {kept} missing; {} after it, {stale} restored; {} after the restore",
            self.acknowledged.len(),
            self.lost.len(),
            again.len()
        ));
        outcome.promise(kept == 0, "every acknowledged ticket is restored");
        outcome.promise(stale == 0 && !self.lost.is_empty(), "no ticket from after the target is restored");
        outcome.promise(written == 0 && !again.is_empty(), "tickets are written after the restore");
        Ok(())
    }
}

/// Checks that every event of the restored log, and every later one, is delivered.
async fn deliveries(stage: &Stage, outside: &Outside, outcome: &mut Outcome) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    let started = Instant::now();
    let (events, missing, waiting) = loop {
        let rows = root.query("select id from events where type = 'ticket.created'", &[]).await?;
        let events: Vec<String> = rows.iter().map(|row| EventId(row.get(0)).to_string()).collect();
        let query = "select count(*) from webhook_deliveries where status <> 'delivered'";
        let waiting: i64 = root.query_one(query, &[]).await?.get(0);
        let missing = outside.missing(&events);
        if missing == 0 && waiting == 0 || started.elapsed() > TIMEOUT {
            break (events, missing, waiting);
        }
        sleep(Duration::from_millis(200)).await;
    };
    let again = outside.delivered_again(&events);
    outcome.figure(format!("{} events delivered, {missing} missing, {again} repeated", events.len()));
    outcome.promise(missing == 0, "every event of the log is delivered");
    outcome.promise(waiting == 0, format!("the table records it ({waiting} deliveries wait)"));
    Ok(())
}

/// Temporal has a run that the database does not know, as after a restore of the database alone: it ends there without
/// an effect.
async fn run_unknown_to_the_database(
    stage: &Stage,
    processes: &Processes,
    customer: &Customer,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let tasks = json!([
        {"pause": {"wait": "PT3S"}},
        {"open": {"call": "ticket.create", "with": {"subject": "of an unknown run"}}},
    ]);
    create(&customer.client, "Unknown", &definition(&tasks)).await;
    let run = customer.start("Unknown", &json!({})).await;
    let started = Instant::now();
    while runs::active(stage).await?.get("waiting") != Some(&1) {
        ensure!(started.elapsed() < TIMEOUT, "{run} does not begin");
        sleep(Duration::from_millis(50)).await;
    }
    let root = stage.database.root().await;
    root.execute("delete from workflow_runs where id = $1", &[&uuid_of(&run)]).await?;
    let started = Instant::now();
    let mut left = i64::MAX;
    while left > 0 && started.elapsed() < TIMEOUT {
        sleep(Duration::from_millis(250)).await;
        left = runs_of_engine(&processes.temporal).await?;
    }
    let tickets = workflows::tickets(stage).await?;
    outcome.figure(format!("{left} runs left in Temporal"));
    outcome.promise(left == 0, "a run that the database does not know ends in Temporal");
    outcome.promise(!tickets.contains_key("of an unknown run"), "a run that the database does not know has no effect");
    Ok(())
}
