//! A tenant overloads a node: whatever it sends, and however many requests at once, a neighbour's reads and writes take
//! hardly longer, none of them is refused, and the server's memory stays small.
//!
//! Turns with and without the noise alternate, because the load of a shared machine changes.

mod attacks;
pub mod neighbour;

use crate::{
    Outcome, Size,
    bench::Times,
    hostile_workflows::watch::Watch,
    seed,
    sink::{Reply, Sink},
    stage::Stage,
};
use anyhow::Context;
use attacks::{Attack, Attacker};
use kernel::{clock::Clock, db::Db};
use neighbour::{Measured, Neighbour};
use serde_json::{Value, json};
use std::time::Duration;
use tenant_control::operate::plans::{self, Plan};
use testkit::ServerProcess;

/// The largest memory of the server, in megabytes.
const MEMORY: u64 = 500;

/// The measurement beside an attack.
struct Turn {
    attack: &'static Attack,
    with: Measured,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (rounds, turn) = size.pick((3, Duration::from_secs(4)), (1, Duration::from_millis(900)));
    let stage = Stage::set("").await?;
    // The noisy tenant has the default limits; the neighbour has limits that it does not reach.
    stage.limit("6000/60").await?;
    let silent = Sink::start(|_| Reply::Never).await?;
    let server = ServerProcess::start(&stage.database, &["--log", "error"]).await?;
    let _worker = ServerProcess::start_worker(&stage.database, &["--log", "error"]).await?;
    let (noisy, quiet) = (stage.tenant("noisy").await?, stage.tenant("quiet").await?);
    unlimited(&stage, "quiet").await?;
    let attacker = Attacker::prepare(&server.base, &noisy.key, &silent.url).await?;
    fill(&stage, noisy.tenant.0, size.pick(20_000, 2_000)).await?;
    let neighbour = Neighbour::settle(&server.base, &quiet.key).await?;
    neighbour.measure(turn).await?; // warms up connections and statements

    let watch = Watch::start(server.pid());
    let (mut without, mut turns) = (Measured::default(), vec![]);
    for _ in 0..rounds {
        for attack in attacks::ALL {
            // The attack with all kinds at once has more turns, because its p99 needs more requests.
            for _ in 0..attack.turns {
                without.add(neighbour.measure(turn).await?);
                let noise = attacker.begin(attack);
                tokio::time::sleep(turn / 4).await;
                let with = neighbour.measure(turn).await?;
                turns.push(Turn { attack, with });
                noise.end().await;
            }
        }
    }
    let memory = watch.stop().await;
    let mut outcome = Outcome::default();
    judge(size, &without, &turns, &mut outcome);
    outcome.figure(format!("{} responses to the noisy tenant ({})", attacker.responses(), attacker.statuses()));
    outcome.figure(format!("server {memory}"));
    outcome.promise(memory.seen && memory.own < MEMORY, format!("the server needs less than {MEMORY} MB"));
    outcome.promise(attacker.has_been_refused(), "requests of the noisy tenant above its shares are refused");
    Ok(outcome)
}

fn judge(size: Size, without: &Measured, turns: &[Turn], outcome: &mut Outcome) {
    let with = |all_at_once: bool| {
        let turns = turns.iter().filter(move |turn| (turn.attack.name == attacks::ALL_AT_ONCE) == all_at_once);
        turns.fold(Measured::default(), |mut all, turn| {
            all.add(turn.with.clone());
            all
        })
    };
    for attack in attacks::ALL {
        let mut all = Measured::default();
        turns.iter().filter(|turn| turn.attack.name == attack.name).for_each(|turn| all.add(turn.with.clone()));
        eprintln!("  {}: reads {}, writes {}", attack.name, Times::of(all.reads), Times::of(all.writes));
    }
    outcome.figure(format!(
        "alone: reads {}, writes {}",
        Times::of(without.reads.clone()),
        Times::of(without.writes.clone())
    ));
    for (name, with) in [("one after the other", with(false)), ("all at once", with(true))] {
        for (what, alone, beside) in [("reads", &without.reads, &with.reads), ("writes", &without.writes, &with.writes)]
        {
            let (alone, beside) = (Times::of(alone.clone()), Times::of(beside.clone()));
            let ratio = beside.p99.as_secs_f64() / alone.p99.as_secs_f64();
            outcome.figure(format!("{name}: {what} {beside} ({ratio:.2})"));
            // Few requests on a busy machine, in a build without optimisation, show only large regressions.
            outcome.promise(ratio <= 10.0, format!("{what} beside the noise, {name}, within 10 times"));
            outcome.promise_in_full(size, ratio <= 2.0, format!("{what} beside the noise, {name}, within 2 times"));
        }
        outcome.promise(
            with.refused.is_empty(),
            format!("no request of the neighbour is refused (not {:?})", with.refused),
        );
    }
    outcome.promise(
        without.refused.is_empty(),
        format!("no request of the neighbour is refused without the noise (not {:?})", without.refused),
    );
}

async fn unlimited(stage: &Stage, label: &str) -> anyhow::Result<()> {
    let policy = "6000000/60".parse().map_err(anyhow::Error::msg)?;
    let db = Db::new(&stage.database.settings().database)?;
    plans::set(&db, Clock::System, Plan { name: label.to_owned(), key: policy, tenant: policy }).await?;
    plans::put(&db, Clock::System, &format!("{label}.example"), label).await
}

/// Creates tickets to export, and events to stream and to recover.
async fn fill(stage: &Stage, tenant: uuid::Uuid, count: i64) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    let tickets = "insert into tickets
        select (jsonb_populate_record(ticket, jsonb_build_object(
            'id', (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
                || substr(md5(n::text), 4, 15)),
            'number', 1000 + n))).*
        from tickets as ticket, generate_series(1, $2::bigint) as n
        where ticket.tenant_id = $1 and ticket.id = (select min(id::text)::uuid from tickets where tenant_id = $1)";
    root.execute(tickets, &[&tenant, &count]).await.context("tickets of the noisy tenant")?;
    seed::events(&root, tenant, count).await?;
    root.batch_execute("vacuum analyze").await?;
    Ok(())
}

/// The body of a response, if it is JSON.
fn parsed(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_else(|_| json!({}))
}
