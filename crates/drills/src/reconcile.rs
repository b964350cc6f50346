//! Figures equal the lists: tickets are created, changed, resolved, reopened and moved, runs are started and events
//! are delivered, while workers, servers and PostgreSQL are killed at random and the figures are rebuilt once.
//!
//! Afterwards random queries are sent to `/api/analytics/tenant`, with the key of an administrator and with one that is
//! restricted to some organizations. The results are compared with counts from all pages of the lists.

mod calendar;
mod facts;
mod queries;
mod scene;
mod writers;

use crate::{
    Outcome, Size,
    chaos::{Chaos, Cluster, Pace},
    sink::{Reply, Sink},
    stage::Stage,
};
use anyhow::{Context, ensure};
use facts::Facts;
use futures::future::join3;
use queries::Queries;
use scene::Scene;
use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use testkit::{binary, master_key_file};
use tokio::{task::spawn_blocking, time::sleep};
use writers::Writers;

/// Waits between attempts are shorter by this factor.
const SHORT_WAITS: [&str; 2] = ["--webhook-haste", "50"];

const QUERIES: usize = 50;

/// The limit for the last deliveries.
const TIMEOUT: Duration = Duration::from_secs(120);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (tickets, history) = size.pick((1_800, 4_000), (60, 400));
    let seed: u64 = rand::random();
    eprintln!("reconcile: seed {seed}");
    let stage = Stage::set("-c fsync=on -c synchronous_commit=on -c shared_buffers=256MB").await?;
    let cluster = Cluster::start(&stage, &SHORT_WAITS, None).await?;
    let sink = Sink::start(|_| Reply::Status(200)).await?;
    let scene = Scene::set(&stage, &cluster.servers[0], &sink, history).await?;

    let started = Instant::now();
    let writers = Writers::new(&scene, cluster.bases.clone(), tickets, seed)?;
    let (most, every) = size.pick((40, 1.0..4.0), (4, 0.2..0.8));
    let chaos = Chaos::new(&stage, cluster, Pace { most, every }, seed);
    let rebuilding = async {
        while writers.written() < tickets / 2 && !writers.has_stopped() {
            sleep(Duration::from_millis(50)).await;
        }
        rebuild(&stage, &[]).await
    };
    let (written, chaos, rebuilt) =
        join3(writers.write(), chaos.run(|| writers.written() < tickets && !writers.has_stopped()), rebuilding).await;
    let (written, (cluster, killed), rebuilt) = (written?, chaos?, rebuilt?);
    let unsettled = settle(&stage).await?;
    scene.break_some(&stage, &cluster.servers[0]).await?;
    let unsettled = unsettled + settle(&stage).await?;
    let took = started.elapsed();

    let client = cluster.servers[0].client(&scene.key);
    let facts = Facts::read(&client, &written.reopened).await?;
    let queries = Queries { scene: &scene, facts: &facts, servers: &cluster.servers, seed };
    let wrong = queries.send(QUERIES).await?;
    let checked = rebuild(&stage, &["--check"]).await?;
    let (found, left) = plant(&stage, &scene).await?;
    if !wrong.is_empty() || checked.differences > 0 {
        wrong.iter().take(20).for_each(|line| eprintln!("reconcile: {line}"));
        cluster.keep_logs("reconcile");
    }

    let mut outcome = Outcome::default();
    outcome.figure(format!("{} in {:.0} s", facts.summary(), took.as_secs_f64()));
    outcome.figure(format!("{} of {QUERIES} queries equal the lists", QUERIES - wrong.len().min(QUERIES)));
    outcome.figure(format!("{} figures rebuilt, {} of them differed", checked.rows, checked.differences));
    outcome.figure(format!("killed: {killed}"));
    outcome.figure(format!("{} writes were retried, seed {seed}", written.retries));
    outcome.promise(wrong.is_empty(), format!("every figure equals the lists ({} do not)", wrong.len()));
    outcome.promise(checked.differences == 0, "the stored figures equal those computed from the tables");
    outcome.promise(
        rebuilt.differences == 0,
        format!("a rebuild under load finds no difference ({})", rebuilt.differences),
    );
    outcome.promise(
        found > 0 && left == 0,
        format!("a planted difference is found ({found}) and repaired ({left} are left)"),
    );
    outcome.promise(unsettled == 0, format!("every delivery is finished ({unsettled} are not)"));
    outcome.promise(killed.all_kinds(), "workers, servers and PostgreSQL were killed");
    Ok(outcome)
}

/// Waits for the deliveries. Returns the number of those that are not finished in time.
async fn settle(stage: &Stage) -> anyhow::Result<i64> {
    let root = stage.database.root().await;
    let started = Instant::now();
    let query = "select count(*) from webhook_fan_outs
        join event_logs on event_logs.tenant_id = webhook_fan_outs.tenant_id
        where event_logs.last_position > webhook_fan_outs.position
        union all
        select count(*) from webhook_deliveries where status in ('pending', 'held')";
    loop {
        let waiting: i64 = root.query(query, &[]).await?.iter().map(|row| row.get::<_, i64>(0)).sum();
        if waiting == 0 || started.elapsed() > TIMEOUT {
            return Ok(waiting);
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// Counts a ticket that does not exist. Returns the differences that a check finds, and those after a rebuild.
async fn plant(stage: &Stage, scene: &Scene) -> anyhow::Result<(usize, usize)> {
    let query = "insert into metric_changes (tenant_id, measure, at, dimensions, count)
        values ($1, 'tickets.created', app.quarter(now()), array['p1', 'incident', 'api'], 1)";
    stage.database.root().await.execute(query, &[&scene.tenant]).await?;
    let found = rebuild(stage, &["--check"]).await?.differences;
    rebuild(stage, &[]).await?;
    Ok((found, rebuild(stage, &["--check"]).await?.differences))
}

struct Rebuilt {
    rows: usize,
    differences: usize,
}

/// Runs `tenant-control analytics rebuild`, and retries it while PostgreSQL is down.
async fn rebuild(stage: &Stage, more: &[&str]) -> anyhow::Result<Rebuilt> {
    let mut errors = String::new();
    for _ in 0..30 {
        let mut command = Command::new(binary()?);
        command.args(["analytics", "rebuild"]).args(more).env_clear().stdin(Stdio::null());
        command.env("TC_DATABASE_URL", stage.database.url("app"));
        command.env("TC_SYSTEM_DATABASE_URL", stage.database.url("app_system"));
        command.env("TC_MASTER_KEY_FILE", master_key_file());
        let output = spawn_blocking(move || command.output()).await??;
        errors = String::from_utf8_lossy(&output.stderr).into_owned();
        // Differences are no failure here, so the exit code is ignored. A line has the domain, rows, differences and repairs
        // of a tenant.
        if let Some(rebuilt) = parse(&String::from_utf8_lossy(&output.stdout)) {
            if rebuilt.differences > 0 {
                eprintln!("reconcile: differences\n{errors}");
            }
            return Ok(rebuilt);
        }
        sleep(Duration::from_secs(1)).await;
    }
    anyhow::bail!("the figures cannot be rebuilt: {errors}")
}

fn parse(lines: &str) -> Option<Rebuilt> {
    let mut rebuilt = None;
    for line in lines.lines() {
        let mut numbers = line.split('\t').skip(1).map(str::parse::<usize>);
        let (rows, differences) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        let sum = rebuilt.get_or_insert(Rebuilt { rows: 0, differences: 0 });
        (sum.rows, sum.differences) = (sum.rows + rows, sum.differences + differences);
    }
    rebuilt
}

/// All members of a list.
async fn all_pages(client: &testkit::Client, list: &str) -> anyhow::Result<Vec<serde_json::Value>> {
    let (mut members, mut cursor) = (vec![], None::<String>);
    loop {
        let more = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let answer = client.get(&format!("{list}?limit=200{more}")).await;
        ensure!(answer.status == 200, "{list}: {} {}", answer.status, answer.body);
        members.extend(answer.body["data"].as_array().context("a page has members")?.iter().cloned());
        match answer.body["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => return Ok(members),
        }
    }
}
