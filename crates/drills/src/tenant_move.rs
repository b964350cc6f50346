//! A tenant moves between two cells and back while it works: each cell has a PostgreSQL, a Temporal, a server, a
//! worker and a master key of its own. Each move is killed once, at another point, and run again.
//!
//! Nothing that was acknowledged is lost or there twice, the event log has no gap, a stream continues in the other
//! cell, webhooks are delivered in the order of each subject, and every run ends once.

mod cells;
mod operator;
mod received;
mod streams;
mod writers;

use crate::{
    Outcome, Size,
    disaster::runs::{self, Runs},
    many_tickets, seed,
    sink::Sink,
    stage::Stage,
    workshop::Customer,
};
use anyhow::Context;
use cells::{Cell, Cells, Place};
use operator::Moved;
use received::Received;
use serde_json::json;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use streams::Following;
use tokio::time::sleep;
use uuid::Uuid;
use writers::{Neighbour, Writers, percentile};

/// At which lines of its output the command is killed, one in each move.
const KILLS: [&str; 10] = [
    "fenced",
    "switched",
    "copies",
    "compares",
    "decided",
    "builds the fences",
    "opened",
    "a common state",
    "fenced",
    "switched",
];

/// How long writes may wait.
const PAUSE: Duration = Duration::from_secs(5);

const DOMAIN: &str = "t0.example";

const TIMEOUT: Duration = Duration::from_secs(90);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let received = Arc::new(Received::default());
    let sink = {
        let received = received.clone();
        Sink::start(move |arrival| received.take(arrival)).await?
    };
    let stages = cells::stages().await?;
    let tenants = Tenants::create(&stages[0], size).await?;
    let cells = Cells::open(stages).await?;
    let scene = Scene::set(&cells, tenants, &sink, size).await?;
    let place = Place::follow(&cells, scene.tenant).await?;
    let neighbour = Neighbour::start(&cells.both[0], &scene.neighbour)?;
    let writers = Writers::start(&cells, &place, &scene.key)?;
    let following = Following::start(&cells, &place, &scene.key)?;
    sleep(size.pick(Duration::from_secs(20), Duration::from_secs(3))).await;
    let quiet = neighbour.take();

    let mut moves = vec![];
    for (number, kill) in KILLS.into_iter().take(size.pick(10, 2)).enumerate() {
        let (from, to) = (&cells.both[number % 2], &cells.both[(number + 1) % 2]);
        let moved = operator::move_tenant(&cells, from, to, DOMAIN, kill).await?;
        eprintln!("  move {number}, killed at {kill:?}: {:.1} s", moved.took().as_secs_f64());
        sleep(Duration::from_secs(1)).await;
        operator::purge(from, DOMAIN).await?;
        moves.push(moved);
    }
    let busy = neighbour.stop().await;
    let written = writers.stop().await?;
    let last = cells.both.get(moves.len() % 2).context("a cell")?;

    pauses(size, &written.took, &moves, &mut outcome);
    let (before, during) = (percentile(&quiet, 99), percentile(&busy, 99));
    outcome.figure(format!("a neighbour's p99 {before:.1?} before and {during:.1?} during the moves"));
    outcome.promise_in_full(size, during <= before.mul_f64(1.5), "a neighbour's p99 is within 1.5 times");
    written.judge(last, scene.tenant, &mut outcome).await?;
    scene.runs_end(last, &received, &mut outcome).await?;
    events(last, scene.tenant, &mut outcome).await?;
    following.judge(last, scene.tenant, &mut outcome).await?;
    deliveries(last, scene.tenant, &received, &mut outcome).await?;
    nothing_is_left(&cells, moves.len() % 2, scene.tenant, &mut outcome).await?;
    Ok(outcome)
}

/// The tenant that moves, with its tickets, and its neighbour.
struct Tenants {
    tenant: Uuid,
    key: String,
    approver: String,
    neighbour: String,
}

impl Tenants {
    async fn create(home: &Stage, size: Size) -> anyhow::Result<Tenants> {
        let tickets = size.pick(100_000, 1_000);
        let admin = many_tickets::fill_one(home, tickets).await?;
        let (_, approver) = home.person(admin.tenant, "owner").await;
        let neighbour = home.tenant("neighbour").await?.key;
        Ok(Tenants { tenant: admin.tenant.0, key: admin.key, approver, neighbour })
    }
}

/// A tenant with events, runs that wait and an endpoint.
struct Scene {
    tenant: Uuid,
    key: String,
    approver: String,
    neighbour: String,
    runs: Runs,
}

impl Scene {
    async fn set(cells: &Cells, tenants: Tenants, sink: &Sink, size: Size) -> anyhow::Result<Scene> {
        let Tenants { tenant, key, approver, neighbour } = tenants;
        let home = &cells.both[0];
        let client = home.server.client(&key);
        client.post("/api/psa/tickets", json!({"subject": "The first"})).await.expect(201);
        seed::events(&home.stage.database.root().await, tenant, size.pick(1_000_000, 5_000)).await?;
        let events = ["ticket.created", "ticket.updated"];
        let url = format!("{}/hook", sink.url);
        let endpoint = json!({"name": "Tickets", "url": url, "events": events, "ordering": "per_subject"});
        client.post("/api/admin/webhooks", endpoint).await.expect(201);
        let customer = Customer { client, approver: home.server.client(&approver) };
        runs::define(&customer.client, &sink.url, size).await;
        let runs = runs::start(&customer, size).await;
        runs.approve_some(&customer).await?;
        Ok(Scene { tenant, key, approver, neighbour, runs })
    }

    /// Also those that waited for people, or for a time, during the moves.
    async fn runs_end(&self, last: &Cell, received: &Received, outcome: &mut Outcome) -> anyhow::Result<()> {
        let (client, approver) = (last.server.client(&self.key), last.server.client(&self.approver));
        let tally = self.runs.end(&last.stage, &Customer { client, approver }).await?;
        let all = self.runs.count() as i64;
        if tally.succeeded != all {
            crate::workflows::complain(&last.stage, "tenant-move").await?;
        }
        outcome.figure(format!("{} of {all} runs succeeded", tally.succeeded));
        outcome.promise(tally.succeeded == all && tally.runs == all, "every run ends once, with success");
        self.runs.judge(&last.stage, received.calls(), outcome).await
    }
}

/// The longest that a write took during each move.
fn pauses(size: Size, took: &[(Instant, Duration)], moves: &[Moved], outcome: &mut Outcome) {
    let longest = moves.iter().map(|moved| {
        let during = took.iter().filter(|(at, took)| *at + *took >= moved.started && *at <= moved.ended);
        during.map(|(_, took)| *took).max().unwrap_or_default()
    });
    let mut longest: Vec<Duration> = longest.collect();
    longest.sort_unstable();
    let worst = longest.last().copied().unwrap_or_default();
    outcome.figure(format!(
        "writes paused for p50 {:.2?}, worst {worst:.2?} in {} moves",
        percentile(&longest, 50),
        moves.len()
    ));
    let mut times: Vec<Duration> = moves.iter().map(Moved::took).collect();
    times.sort_unstable();
    outcome.figure(format!("a move took {:.1?}", percentile(&times, 50)));
    outcome.promise(worst <= PAUSE * 3, "writes do not wait for long");
    outcome.promise_in_full(size, worst <= PAUSE, format!("writes wait for at most {PAUSE:.0?}"));
}

/// Positions without a gap.
async fn events(last: &Cell, tenant: Uuid, outcome: &mut Outcome) -> anyhow::Result<()> {
    let query = "
        select count(*), max(position), (select last_position from event_logs where tenant_id = $1),
            count(distinct position)
        from events where tenant_id = $1";
    let row = last.stage.database.root().await.query_one(query, &[&tenant]).await?;
    let [count, max, end, distinct] = [0, 1, 2, 3].map(|column| row.get::<_, i64>(column));
    outcome.figure(format!("{count} events"));
    outcome.promise(
        count == max && max == end && distinct == count,
        format!("the log has no gap: {count} of {max}, {end}"),
    );
    Ok(())
}

/// Each event of the log that the endpoint subscribed to arrives, in the order of its subject.
async fn deliveries(last: &Cell, tenant: Uuid, received: &Received, outcome: &mut Outcome) -> anyhow::Result<()> {
    let query = "
        select delivery.event_id from webhook_deliveries as delivery
        where delivery.tenant_id = $1";
    let waiting = "select count(*) from webhook_deliveries where tenant_id = $1 and status <> 'delivered'";
    let (root, started) = (last.stage.database.root().await, Instant::now());
    loop {
        let left: i64 = root.query_one(waiting, &[&tenant]).await?.get(0);
        if left == 0 || started.elapsed() > TIMEOUT {
            outcome.promise(left == 0, format!("every delivery is made ({left} wait)"));
            break;
        }
        sleep(Duration::from_millis(200)).await;
    }
    let rows = root.query(query, &[&tenant]).await?;
    let missing = rows.iter().filter(|row| !received.has(&api::EventId(row.get(0)).to_string())).count();
    received.report(rows.len(), outcome);
    outcome.promise(
        missing == 0 && !rows.is_empty(),
        format!("every event is delivered at least once ({missing} are not)"),
    );
    Ok(())
}

/// The cell that the tenant left has no row of it, and neither cell has a trace of a move.
async fn nothing_is_left(cells: &Cells, last: usize, tenant: Uuid, outcome: &mut Outcome) -> anyhow::Result<()> {
    let traces = "
        select (select count(*) from tenant_moves)
            + (select count(*) from pg_replication_slots where slot_name like 'move%')
            + (select count(*) from pg_subscription where subname like 'move%')
            + (select count(*) from pg_publication where pubname like 'move%')
            + (select count(*) from pg_policy where polname like 'move\\_%')
            + (select count(*) from pg_trigger where tgname like 'move\\_%')";
    let mut left = 0;
    for cell in &cells.both {
        left += cell.stage.database.root().await.query_one(traces, &[]).await?.get::<_, i64>(0);
    }
    let other = cells.both[1 - last].stage.database.root().await;
    let rows = "
        select (select count(*) from tickets where tenant_id = $1) + (select count(*) from events where tenant_id = $1)";
    let old: i64 = other.query_one(rows, &[&tenant]).await?.get(0);
    outcome.promise(left == 0 && old == 0, format!("nothing is left of a move ({left} traces, {old} rows)"));
    Ok(())
}
