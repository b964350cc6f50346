//! A tenant slows another only a little: tenant A starts two thousand runs, each of which calls an endpoint that responds
//! after a second, and one worker serves it and tenant B. B's few runs are timed alone, and again while A's are active.

use crate::{
    Outcome, Size,
    sink::{Reply, Sink},
    stage::Stage,
    workflows::{self, Progress, TRIGGER, create, definition},
};
use anyhow::{Context, ensure};
use api::RunId;
use futures::{StreamExt, future::join_all, stream};
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::{Client, ServerProcess, Temporal};
use tokio::time::sleep;
use uuid::Uuid;

const WORKFLOW: &str = "Call";

/// The response time of the endpoint.
const CALL_DURATION: Duration = Duration::from_secs(1);

/// Runs that take longer have failed.
const TIMEOUT: Duration = Duration::from_secs(180);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (many, few, rounds, calls) = size.pick((2000, 20, 3, 33), (60, 4, 1, 5));
    let stage = Stage::set("-c shared_buffers=256MB").await?;
    let temporal = Temporal::start()?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let settings = ["--temporal-url", &temporal.url(), "--log", "warn"];
    let _worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let calls_of_a = Arc::new(AtomicUsize::new(0));
    let sink = {
        let calls_of_a = calls_of_a.clone();
        Sink::start(move |arrival| {
            calls_of_a.fetch_add(usize::from(arrival.path == "/a"), Ordering::Relaxed);
            Reply::After(CALL_DURATION)
        })
        .await?
    };
    let (a, b) = (stage.tenant("fairness-a").await?, stage.tenant("fairness-b").await?);
    let (client_a, client_b) = (server.client(&a.key), server.client(&b.key));
    for (client, path) in [(&client_a, "a"), (&client_b, "b")] {
        let call = json!({"call": "http", "with": {"method": "post", "endpoint": format!("{}/{path}", sink.url)}});
        create(client, WORKFLOW, &definition(&json!([{"call": call}]))).await;
    }
    let root = stage.database.root().await;
    timed(&root, &client_b, 1).await?; // Warm-up.

    let alone = Rounds::measure(rounds, &root, &client_b, few).await?;
    let begun = Instant::now();
    stream::iter(0..many).map(|_| start(&client_a)).buffer_unordered(16).collect::<Vec<_>>().await;
    while calls_of_a.load(Ordering::Relaxed) < calls {
        ensure!(begun.elapsed() < TIMEOUT, "A's runs do not make their calls");
        sleep(Duration::from_millis(20)).await;
    }
    let beside = Rounds::measure(rounds, &root, &client_b, few).await?;
    let query = "select count(ended_at) from workflow_runs where tenant_id = $1";
    let ended_meanwhile: i64 = root.query_one(query, &[&a.tenant.0]).await?.get(0);
    let all = many + 1 + 2 * rounds * few;
    let tally = Progress::of(&stage).watch(all).await;
    let took = begun.elapsed();
    if tally.succeeded != all as i64 {
        workflows::complain(&stage, "workflow-fairness").await?;
    }

    let mut outcome = Outcome::default();
    let ratio = beside.longest / alone.median;
    outcome.figure(format!("B's {few} runs alone in {} s", alone.list));
    outcome.figure(format!("beside A's {many} in {} s ({ratio:.2} times at worst)", beside.list));
    outcome.figure(format!("{ended_meanwhile} of A's runs had ended by then, all after {:.0} s", took.as_secs_f64()));
    outcome.promise(ratio <= 10.0, "B's runs beside A's finish within 10 times of theirs alone");
    outcome.promise_in_full(size, ratio <= 3.0, "B's runs beside A's finish within 3 times of theirs alone");
    outcome.promise_in_full(size, ended_meanwhile < many as i64, "A's runs were active throughout");
    outcome.promise(tally.succeeded == all as i64, format!("all {all} runs succeed ({} did)", tally.succeeded));
    Ok(outcome)
}

/// The seconds that B's runs took, in several rounds.
struct Rounds {
    median: f64,
    longest: f64,
    list: String,
}

impl Rounds {
    async fn measure(
        rounds: usize,
        root: &tokio_postgres::Client,
        client: &Client,
        runs: usize,
    ) -> anyhow::Result<Rounds> {
        let mut times = vec![];
        for _ in 0..rounds {
            times.push(timed(root, client, runs).await?);
        }
        times.sort_by(f64::total_cmp);
        let list = times.iter().map(|time| format!("{time:.1}")).collect::<Vec<_>>().join("/");
        Ok(Rounds { median: times[times.len() / 2], longest: times[times.len() - 1], list })
    }
}

async fn start(client: &Client) -> String {
    client.post(TRIGGER, json!({"workflow": WORKFLOW})).await.expect(202).id()
}

/// Starts runs. Returns the seconds from the start of the first to the end of the last.
async fn timed(root: &tokio_postgres::Client, client: &Client, count: usize) -> anyhow::Result<f64> {
    let started = Instant::now();
    let ids = join_all((0..count).map(|_| start(client))).await;
    let ids = ids.iter().map(|id| anyhow::Ok(id.parse::<RunId>().ok().context("an id of ours")?.0));
    let ids = ids.collect::<anyhow::Result<Vec<Uuid>>>()?;
    let query = "select count(*) filter (where status = 'succeeded'),
            coalesce(extract(epoch from max(ended_at) - min(created_at)), 0)::float8
        from workflow_runs where id = any($1)";
    loop {
        let row = root.query_one(query, &[&ids]).await?;
        if row.get::<_, i64>(0) == count as i64 {
            return Ok(row.get(1));
        }
        ensure!(started.elapsed() < TIMEOUT, "only {} of {count} runs of B succeeded", row.get::<_, i64>(0));
        sleep(Duration::from_millis(50)).await;
    }
}
