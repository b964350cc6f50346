//! A tenant moves between two cells and back while it works: each cell has a PostgreSQL, a Temporal, a server, a
//! worker and a master key of its own. Each move is killed once, at another point, and run again.
//!
//! No acknowledged write is lost or duplicated, the event log has no gap, a stream continues in the other cell, webhooks
//! are delivered in the order of each subject, also those of a backlog, every export that ends is complete, and every run
//! ends once. A move that is aborted leaves nothing behind.

mod cells;
mod delay;
mod exports;
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
use cells::{Cell, Cells, Place};
use exports::Exports;
use operator::Moved;
use received::{ENDPOINTS, Received};
use serde_json::json;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use streams::Following;
use tokio::time::sleep;
use tokio_postgres::Row;
use uuid::Uuid;
use writers::{Neighbour, Times, Writers, percentile};

/// The lines of its output at which the command is killed, one in each move.
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

/// The longest time that a write may wait.
const MAX_PAUSE: Duration = Duration::from_secs(5);

const DOMAIN: &str = "t0.example";

/// The line at which the move that is then aborted is killed: the last one before the decision.
const ABORTED: &str = "fenced";

const WEBHOOKS: &str = "/api/admin/webhooks";

/// Fewer than the events of a second, so that deliveries wait during all moves.
const BACKLOG_PER_SECOND: i32 = 20;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let received = Arc::new(Received::default());
    let sink = {
        let received = received.clone();
        Sink::start(move |arrival| received.record(arrival)).await?
    };
    let stages = cells::stages().await?;
    let tenants = Tenants::create(&stages[0], size).await?;
    let cells = Cells::open(stages).await?;
    let scene = Scene::set(&cells, tenants, &sink, size).await?;
    let place = Place::follow(&cells, scene.tenant).await?;
    let neighbour = Neighbour::start(&cells.both[0], &scene.neighbour)?;
    let writers = Writers::start(&cells, &place, &scene.key)?;
    let following = Following::start(&cells, &place, &scene.key)?;
    let exports = Exports::start(&cells, &place, &scene.key, tickets(size))?;
    sleep(size.pick(Duration::from_secs(20), Duration::from_secs(3))).await;
    let quiet = neighbour.take();

    let mut pauses = Pauses { writes: writers.times(), neighbour: &neighbour, busy: vec![] };
    let [first, second] = &cells.both;
    delay::delay_once(first, second).await?;
    let aborted = operator::abort_move(&cells, first, second, DOMAIN, ABORTED).await?;
    delay::remove(first, second).await?;
    pauses.note("a move that was aborted", &aborted);
    outcome.promise(aborted.lifted > 0, "the fence is lifted while the target is behind");
    nothing_is_left(&cells, 0, scene.tenant, &mut outcome).await?;
    let mut moves = vec![];
    for (number, kill) in KILLS.into_iter().take(size.pick(10, 2)).enumerate() {
        let (from, to) = (&cells.both[number % 2], &cells.both[(number + 1) % 2]);
        if number > 0 {
            operator::purge(to, DOMAIN).await?;
        }
        let moved = operator::move_tenant(&cells, from, to, DOMAIN, kill).await?;
        pauses.note(&format!("move {number}, killed at {kill:?}"), &moved);
        moves.push(moved);
    }
    // A write that still waits after the last move counts as well.
    let written = writers.stop().await?;
    pauses.report(size, (&moves, &aborted), &quiet, &mut outcome);
    neighbour.stop().await;
    let (last, left) = (&cells.both[moves.len() % 2], &cells.both[1 - moves.len() % 2]);

    let waiting = scene.release_backlog(last).await?;
    outcome.figure(format!("a backlog of {waiting} deliveries"));
    outcome.promise(waiting > 0, "deliveries waited during the moves");
    written.judge(last, scene.tenant, &mut outcome).await?;
    scene.runs_end(last, &received, &mut outcome).await?;
    events(last, scene.tenant, &mut outcome).await?;
    following.judge(last, scene.tenant, &mut outcome).await?;
    exports.judge(last, (scene.tenant, &scene.key), &mut outcome).await?;
    deliveries(last, scene.tenant, &received, size, &mut outcome).await?;
    operator::purge(left, DOMAIN).await?;
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
        let admin = many_tickets::fill_one(home, tickets(size)).await?;
        let (_, approver) = home.person(admin.tenant, "owner").await;
        let neighbour = home.tenant("neighbour").await?.key;
        Ok(Tenants { tenant: admin.tenant.0, key: admin.key, approver, neighbour })
    }
}

fn tickets(size: Size) -> usize {
    size.pick(100_000, 1_000)
}

/// A tenant with events, runs that wait and two endpoints.
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
        for (path, most) in ENDPOINTS.into_iter().zip([None, Some(BACKLOG_PER_SECOND)]) {
            let endpoint = json!({
                "name": path, "url": format!("{}{path}", sink.url), "events": events, "ordering": "per_subject",
                "max_per_second": most,
            });
            client.post(WEBHOOKS, endpoint).await.expect(201);
        }
        let customer = Customer { client, approver: home.server.client(&approver) };
        runs::define(&customer.client, &sink.url, size).await;
        let runs = runs::start(&customer, size).await;
        runs.approve_some(&customer).await?;
        Ok(Scene { tenant, key, approver, neighbour, runs })
    }

    /// Lifts the limit of the endpoint that has a backlog. Returns the number of deliveries that wait for it.
    async fn release_backlog(&self, last: &Cell) -> anyhow::Result<i64> {
        let query = "
            select endpoint.id, count(*) from webhook_endpoints as endpoint
            join webhook_deliveries as delivery
                on delivery.tenant_id = endpoint.tenant_id and delivery.endpoint_id = endpoint.id
            where endpoint.tenant_id = $1 and endpoint.name = $2 and delivery.status <> 'delivered'
            group by endpoint.id";
        let root = last.stage.database.root().await;
        let Some(row) = root.query_opt(query, &[&self.tenant, &ENDPOINTS[1]]).await? else { return Ok(0) };
        let target = format!("{WEBHOOKS}?id={}", api::WebhookEndpointId(row.get(0)));
        last.server.client(&self.key).put(&target, json!({"max_per_second": null})).await.expect(200);
        Ok(row.get(1))
    }

    /// Waits for the end of all runs, also of those that waited for an approval or for a time during the moves.
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

/// The effect of the moves on the tenant's writes and on its neighbour.
struct Pauses<'a> {
    writes: Times,
    neighbour: &'a Neighbour,
    /// The times of the neighbour's requests.
    busy: Vec<Duration>,
}

impl Pauses<'_> {
    /// Shows a move that has ended.
    fn note(&mut self, name: &str, moved: &Moved) {
        let busy = self.neighbour.take();
        eprintln!(
            "  {name}: {:.1} s, a write took {:.2?}, the neighbour's p99 {:.1?}",
            moved.took().as_secs_f64(),
            self.writes.longest(moved.started, moved.ended),
            percentile(&busy, 99)
        );
        self.busy.extend(busy);
    }

    /// `quiet`: the times of the neighbour's requests before the moves.
    fn report(mut self, size: Size, moves: (&[Moved], &Moved), quiet: &[Duration], outcome: &mut Outcome) {
        let (moves, aborted) = moves;
        let longest = moves.iter().chain([aborted]).map(|moved| self.writes.longest(moved.started, moved.ended));
        let mut longest: Vec<Duration> = longest.collect();
        longest.sort_unstable();
        let worst = longest.last().copied().unwrap_or_default();
        outcome.figure(format!(
            "writes paused for p50 {:.2?}, worst {worst:.2?} in {} moves and one that was aborted",
            percentile(&longest, 50),
            moves.len()
        ));
        let mut times: Vec<Duration> = moves.iter().map(Moved::took).collect();
        times.sort_unstable();
        let lifted: usize = moves.iter().map(|moved| moved.lifted).sum();
        outcome.figure(format!("a move took {:.1?}, {lifted} fences were lifted", percentile(&times, 50)));
        outcome.promise(worst <= MAX_PAUSE * 3, "writes do not wait long");
        outcome.promise_in_full(size, worst <= MAX_PAUSE, format!("writes wait for at most {MAX_PAUSE:.0?}"));
        self.busy.sort_unstable();
        let (before, during) = (percentile(quiet, 99), percentile(&self.busy, 99));
        outcome.figure(format!("a neighbour's p99 {before:.1?} before and {during:.1?} during the moves"));
        outcome.promise_in_full(size, during <= before.mul_f64(1.5), "a neighbour's p99 is within 1.5 times");
    }
}

/// Checks that the positions of the event log have no gap.
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

/// The number of events for which an endpoint has no delivery.
const WITHOUT_DELIVERY: &str = "
    select count(*) from webhook_endpoints as endpoint
    join events on events.tenant_id = endpoint.tenant_id and events.position > endpoint.since_position
    where
        endpoint.tenant_id = $1
        and events.type = any (endpoint.events)
        and not exists (
            select from webhook_deliveries as delivery
            where
                delivery.tenant_id = events.tenant_id and delivery.endpoint_id = endpoint.id
                and delivery.event_id = events.id and delivery.event_at = events.at
        )";

/// Checks that each event of the log arrives at both endpoints, in the order of its subject.
async fn deliveries(
    last: &Cell,
    tenant: Uuid,
    received: &Received,
    size: Size,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let query = "
        select delivery.event_id, endpoint.name from webhook_deliveries as delivery
        join webhook_endpoints as endpoint
            on endpoint.tenant_id = delivery.tenant_id and endpoint.id = delivery.endpoint_id
        where delivery.tenant_id = $1";
    let timeout = size.pick(Duration::from_secs(600), Duration::from_secs(300));
    let waiting = "
        select
            (select count(*) from webhook_deliveries where tenant_id = $1 and status <> 'delivered'),
            (
                select log.last_position - fan_out.position from event_logs as log
                join webhook_fan_outs as fan_out on fan_out.tenant_id = log.tenant_id
                where log.tenant_id = $1
            )";
    let (root, started) = (last.stage.database.root().await, Instant::now());
    loop {
        let row = root.query_one(waiting, &[&tenant]).await?;
        let (left, unread): (i64, i64) = (row.get(0), row.get(1));
        if left + unread == 0 || started.elapsed() > timeout {
            outcome.promise(left == 0, format!("every delivery is finished ({left} are waiting)"));
            outcome.promise(unread == 0, format!("every event has deliveries ({unread} are not read)"));
            break;
        }
        sleep(Duration::from_millis(200)).await;
    }
    let rows = root.query(query, &[&tenant]).await?;
    let is_missing = |row: &&Row| !received.has(row.get(1), &api::EventId(row.get(0)).to_string());
    let missing = rows.iter().filter(is_missing).count();
    let without = root.query_one(WITHOUT_DELIVERY, &[&tenant]).await?.get::<_, i64>(0);
    outcome.promise(without == 0, format!("every event has a delivery for each endpoint ({without} are missing)"));
    received.report(rows.len(), outcome);
    outcome.promise(
        missing == 0 && !rows.is_empty(),
        format!("every event is delivered at least once ({missing} are not)"),
    );
    Ok(())
}

/// Checks that the cell that the tenant left has no row of it, and that neither cell has a trace of a move.
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
