//! No run is lost and no effect of ours happens twice: runs of six steps are started and approved while workers,
//! servers, PostgreSQL and Temporal are killed at random.
//!
//! A run opens a ticket, calls the sink, waits, requests an approval, calls the sink and opens another ticket in parallel,
//! and comments on the first. Tickets and comments are created with our idempotency keys, so each must exist once. The sink
//! is an external system: it may be called again when a worker died before it stored the response, but with the same key.

mod calls;
mod people;

use crate::{
    Outcome, Size,
    chaos::{Chaos, Cluster, Pace},
    sink::Sink,
    stage::Stage,
    workflows::{self, Progress, create, definition},
};
use calls::Calls;
use people::People;
use serde_json::{Value, json};
use std::{sync::Arc, time::Instant};
use testkit::{ServerProcess, Temporal};
use tokio::task::JoinHandle;

const WORKFLOW: &str = "Six steps";

/// The tickets that a run creates.
const TICKETS: [&str; 2] = ["opened", "followed"];

pub struct Tenant {
    pub key: String,
    /// The session of a person, who may approve.
    pub approver: String,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (runs, tenants, per_second) = size.pick((200, 4, 2.0), (12, 2, 1.0));
    let seed: u64 = rand::random();
    eprintln!("workflow-faults: seed {seed}");
    let stage = Stage::set("-c fsync=on -c synchronous_commit=on -c shared_buffers=256MB").await?;
    let cluster = Cluster::start(&stage, &[], Some(Temporal::start()?)).await?;
    let calls = Arc::new(Calls::default());
    let sink = {
        let calls = calls.clone();
        Sink::start(move |arrival| calls.record(arrival)).await?
    };
    let mut known = vec![];
    for number in 0..tenants {
        known.push(tenant(&stage, &cluster.servers[0], &sink, number).await?);
    }

    let started = Instant::now();
    let people = Arc::new(People::new(known, cluster.bases.clone())?);
    let progress = Progress::of(&stage);
    let starting = tokio::spawn(people.clone().start(runs, per_second));
    let approving = tokio::spawn(people.clone().approve());
    let watching = tokio::spawn({
        let progress = progress.clone();
        async move { progress.watch(runs).await }
    });
    let (most, every) = size.pick((60, 1.0..5.0), (4, 0.3..1.0));
    let chaos = Chaos::new(&stage, cluster, Pace { most, every }, seed);
    // The chaos ends before all runs have ended, so that the recovery from its last fault is tested.
    let (cluster, killed) = chaos.run(|| progress.over() < runs * 9 / 10 && !progress.is_stuck()).await?;
    let tally = watching.await?;
    let took = started.elapsed();
    stop_client(starting).await?;
    stop_client(approving).await?;
    let unsent = workflows::untold(&stage).await?;
    let finished = usize::try_from(tally.succeeded)?;
    if finished != runs || unsent > 0 {
        workflows::complain(&stage, "workflow-faults").await?;
        cluster.keep_logs("workflow-faults");
    }
    drop(cluster);

    let mut outcome = Outcome::default();
    outcome.figure(format!("{finished} of {runs} runs of 6 steps finished in {:.0} s", took.as_secs_f64()));
    outcome.promise(finished == runs, format!("all {runs} runs finish ({finished} did)"));
    outcome.promise(tally.runs == runs as i64, format!("a start creates one run ({} for {runs})", tally.runs));
    effects(&stage, runs, &mut outcome).await?;
    calls.totals().report(runs, &mut outcome);
    outcome.figure(format!("killed: {killed}"));
    outcome.figure(format!("{} requests were retried, seed {seed}", people.retries()));
    outcome.promise(unsent == 0, format!("every message was sent to the engine ({unsent} are left)"));
    outcome.promise(killed.all_kinds(), "workers, servers, PostgreSQL and Temporal were killed");
    Ok(outcome)
}

async fn tenant(stage: &Stage, server: &ServerProcess, sink: &Sink, number: usize) -> anyhow::Result<Tenant> {
    let admin = stage.tenant(&format!("faults-{number}")).await?;
    let (_, approver) = stage.person(admin.tenant, "owner").await;
    create(&server.client(&admin.key), WORKFLOW, &six_steps(&sink.url)).await;
    Ok(Tenant { key: admin.key, approver })
}

/// Checks that each run has its tickets, comments and events exactly once.
async fn effects(stage: &Stage, runs: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
    let tickets = workflows::tickets(stage).await?;
    let wanted = (0..runs).flat_map(|run| TICKETS.map(|name| format!("{name} {run}")));
    let missing = wanted.filter(|subject| !tickets.contains_key(subject)).count();
    let twice = tickets.values().filter(|count| **count > 1).count();
    let query = "select count(*), count(distinct ticket_id) from ticket_comments";
    let row = stage.database.root().await.query_one(query, &[]).await?;
    let (comments, commented): (i64, i64) = (row.get(0), row.get(1));
    let (begun, succeeded) = workflows::told(stage).await?;
    outcome.figure(format!(
        "{} tickets of {} and {comments} comments of {runs}, {twice} tickets twice",
        tickets.values().sum::<i64>(),
        runs * TICKETS.len()
    ));
    outcome.promise(missing == 0 && commented == runs as i64, "every function took effect");
    outcome.promise(twice == 0 && comments == commented, "no function took effect twice");
    let once = begun == runs as i64 && succeeded == runs as i64;
    outcome.promise(once, format!("the log has each run's start and end once ({begun} and {succeeded})"));
    Ok(())
}

/// Stops a client. If it has ended already, its error is returned.
async fn stop_client(task: JoinHandle<anyhow::Result<()>>) -> anyhow::Result<()> {
    if task.is_finished() {
        return task.await?;
    }
    task.abort();
    Ok(())
}

fn six_steps(sink: &str) -> Value {
    let ticket = |what: &str| {
        let subject = format!("${{ \"{what} \" + $workflow.input.number }}");
        json!({"call": "ticket.create", "with": {"subject": subject}})
    };
    let http = |path: &str| {
        let body = json!({"run": "${ $run.id }"});
        json!({"call": "http", "with": {"method": "post", "endpoint": format!("{sink}/{path}"), "body": body}})
    };
    let mut open = ticket(TICKETS[0]);
    open["export"] = json!({"as": "{ticket: .id}"});
    definition(&json!([
        {"open": open},
        {"tell": http("tell")},
        {"pause": {"wait": "PT2S"}},
        {"ask": {"call": "approval", "with": {"summary": "Go on?"}}},
        {"both": {"fork": {"branches": [{"act": http("act")}, {"follow": ticket(TICKETS[1])}]}}},
        {"note": {"call": "ticket.comment", "with": {"ticket_id": "${ $context.ticket }", "body": "Done."}}},
    ]))
}
