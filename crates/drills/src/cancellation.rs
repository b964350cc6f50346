//! Clients that disconnect during their requests: no transaction stays open, no connection is lost, no write is
//! partial, and every acknowledged write is stored.

mod ledger;
mod requests;

use crate::{Outcome, Size, slow_proxy, stage::Stage};
use anyhow::{Context, ensure};
use futures::future::try_join_all;
use ledger::Ledger;
use requests::Worker;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::ServerProcess;
use tokio::time::{sleep, timeout};
use tokio_postgres::Client;

/// The delay between server and PostgreSQL, so that most requests are cut during a statement.
const DELAY: Duration = Duration::from_millis(2);
const CONNECTIONS: usize = 8;
/// Each worker has a tenant of its own.
const WORKERS: usize = 8;
/// The pause between requests, so that some get a response: a write continues after its client has disconnected.
const PAUSE: Duration = Duration::from_millis(5);
/// The first requests of each worker, which wait for their responses: they create rows to change and to revoke, and prepare
/// the statements.
const COMPLETE_REQUESTS: usize = 20;
/// The longest time until a request is cut.
const LONGEST: Duration = Duration::from_millis(20);
const QUIET: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(120);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let each = size.pick(200, 30);
    let stage = Stage::set("-c fsync=off").await?;
    let root = stage.database.root().await;
    // Transactions that are left open must stay open until they are counted.
    root.batch_execute("alter role app set idle_in_transaction_session_timeout = 0").await?;
    let slow = slow_proxy::start(stage.postgres.port, DELAY).await?;
    let url = |role| format!("postgres://{role}@127.0.0.1:{slow}/{}", stage.database.name);
    let more = ["--database-connections", &CONNECTIONS.to_string()];
    let server = ServerProcess::start_on(&url("app"), &url("app_system"), &more).await?;

    let mut keys = vec![];
    for number in 0..WORKERS {
        keys.push(stage.tenant(&format!("cancellation-{number}")).await?.key);
    }
    let workers = keys.iter().enumerate().map(|(number, key)| work(&server, number, key, each));
    let worked =
        timeout(TIMEOUT, try_join_all(workers)).await.context("requests wait for each other without end")??;
    let ledger: Ledger = worked.into_iter().flatten().collect();

    let mut outcome = Outcome::default();
    let requests = WORKERS * (COMPLETE_REQUESTS + each);
    outcome.figure(format!("{requests} requests, {} cut, {} of them partly sent", ledger.cut(), ledger.half_sent()));
    outcome.promise(ledger.cut() > requests / 4, "a quarter of the requests is cut");
    let refused = ledger.refused();
    outcome.promise(refused.is_empty(), format!("no request is refused (not {})", refused.join(", ")));

    let open = open_transactions_once_idle(&root).await?;
    outcome.figure(format!("{open} transactions left open"));
    outcome.promise(open == 0, "no transaction stays open");
    if open > 0 {
        return Ok(outcome); // the connections of open transactions are not available
    }
    let (written, wrongs) = ledger.compare(&root).await?;
    outcome.figure(format!("{written} complete rows"));
    wrongs.iter().take(20).for_each(|wrong| eprintln!("cancellation: {wrong}"));
    outcome.promise(wrongs.is_empty(), format!("rows are as acknowledged ({} are not)", wrongs.len()));

    let (at_once, took) = all_connections_at_once(&server, &root, &keys).await?;
    outcome.figure(format!("{at_once} of {CONNECTIONS} connections work at once, in {} ms", took.as_millis()));
    outcome.promise(at_once == CONNECTIONS, "the pool has its full size");
    outcome.promise(took < Duration::from_secs(1), "requests on all connections return within a second");
    let (connections, free) = once_free(&server).await?;
    outcome.figure(format!("{free} of {connections} free"));
    outcome.promise(connections == CONNECTIONS && free == connections, "every connection is free again");
    Ok(outcome)
}

async fn work(server: &ServerProcess, number: usize, key: &str, requests: usize) -> anyhow::Result<Ledger> {
    let mut worker = Worker::new(&server.base, key, number)?;
    for _ in 0..COMPLETE_REQUESTS {
        worker.request(QUIET).await?;
    }
    for _ in 0..requests {
        // The random number is squared, because most requests take a few milliseconds.
        worker.request(LONGEST.mul_f64(rand::random::<f64>().powi(2))).await?;
        sleep(PAUSE).await;
    }
    Ok(worker.ledger)
}

/// The number of open transactions of the server in which no statement runs.
async fn open_transactions_once_idle(root: &Client) -> anyhow::Result<i64> {
    let query = "select
            count(*) filter (where state not like 'idle%'),
            count(*) filter (where state like 'idle in transaction%')
        from pg_stat_activity where usename in ('app', 'app_system')";
    let started = Instant::now();
    let mut quiet = 0;
    loop {
        let row = root.query_one(query, &[]).await?;
        let (working, open): (i64, i64) = (row.get(0), row.get(1));
        quiet = if working == 0 { quiet + 1 } else { 0 };
        // A transaction is idle for a moment between two statements, so only one that stays open is counted.
        if quiet > 20 && (open == 0 || started.elapsed() > QUIET) {
            return Ok(open);
        }
        ensure!(started.elapsed() < 2 * QUIET, "the server still works after {QUIET:?}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Sends as many requests as there are connections and holds them all in PostgreSQL, to count the usable connections.
async fn all_connections_at_once(
    server: &ServerProcess,
    root: &Client,
    keys: &[String],
) -> anyhow::Result<(usize, Duration)> {
    let waiting = "select count(*) from pg_stat_activity where usename = 'app' and wait_event_type = 'Lock'";
    root.batch_execute("begin; lock table organizations in access exclusive mode").await?;
    // A client without the checks of the tests' client, whose first response takes it half a second.
    let http = &reqwest::Client::builder().no_proxy().build()?;
    // A filtered list does not share its connection with other requests.
    let url = &format!("{}/api/rmm/organizations?name_prefix=x", server.base);
    let requests = keys.iter().take(CONNECTIONS).map(|key| async move {
        http.get(url).bearer_auth(key).send().await?.error_for_status()?.bytes().await?;
        anyhow::Ok(Instant::now())
    });
    let release = async {
        let mut held = 0;
        for _ in 0..100 {
            sleep(Duration::from_millis(20)).await;
            held = root.query_one(waiting, &[]).await?.get::<_, i64>(0) as usize;
            if held == CONNECTIONS {
                break;
            }
        }
        root.batch_execute("commit").await?;
        anyhow::Ok((held, Instant::now()))
    };
    let all = futures::future::join(try_join_all(requests), release);
    let (finished, released) = timeout(Duration::from_secs(20), all).await.context("requests do not return")?;
    let (held, released) = released?;
    let last = finished?.into_iter().max().context("no requests")?;
    Ok((held, last.saturating_duration_since(released)))
}

/// The connections of the pool and the free ones, once all are free. A lost connection is never free.
async fn once_free(server: &ServerProcess) -> anyhow::Result<(usize, usize)> {
    let started = Instant::now();
    loop {
        let (all, free) = (gauge(server, "db_connections").await?, gauge(server, "db_connections_free").await?);
        if (all == CONNECTIONS && free == all) || started.elapsed() > Duration::from_secs(1) {
            return Ok((all, free));
        }
        sleep(Duration::from_millis(20)).await;
    }
}

async fn gauge(server: &ServerProcess, name: &str) -> anyhow::Result<usize> {
    let http = reqwest::Client::builder().no_proxy().build()?;
    let metrics = http.get(format!("{}/metrics", server.ops)).send().await?.text().await?;
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    Ok(line.with_context(|| format!("no {name} in the metrics"))?.parse::<f64>()? as usize)
}

/// The value that a row contains three times, so that a partial write is noticed.
fn marked(mark: &str) -> Value {
    json!({"notes": mark, "tags": [mark], "custom_fields": {"mark": mark}})
}
