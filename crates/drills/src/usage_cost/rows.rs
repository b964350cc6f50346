//! The rows that counting writes. A flush has a row for each pair of a key and an operation with a request since the last
//! flush. After folding, there is a row for each such pair and quarter hour.

use super::{ORGANIZATIONS, requests};
use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use futures::future::try_join_all;
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::ServerProcess;
use tokio_postgres::{Client, Row};

/// The sizes of the cells that rows are computed for.
const CELLS: [u64; 3] = [10, 1_000, 5_000];

/// Keys of a tenant, and operations that each of them calls.
const KEYS: usize = 3;
const OPERATIONS: [&str; 4] = [ORGANIZATIONS, "/api/psa/tickets", "/api/auth/session", "/api/rate-limits/"];

/// The largest relative difference between the measured rows and the model's.
const TOLERANCE: f64 = 0.1;

/// Concurrent requests.
const SENDERS: usize = 8;

/// The traffic of a tenant's day, from which the rows are computed.
struct Day {
    /// Pairs of a key and an operation.
    pairs: f64,
    /// Quarter hours with requests, in ten hours.
    quarters: f64,
    /// Requests of a pair in a quarter hour, one every 30 s.
    requests: f64,
    /// The share of requests that fail.
    errors: f64,
    /// The flushes of a quarter hour, every 10 s, on each of two servers.
    flushes: f64,
}

const DAY: Day =
    Day { pairs: (KEYS * OPERATIONS.len()) as f64, quarters: 40.0, requests: 30.0, errors: 0.01, flushes: 2.0 * 90.0 };

impl Day {
    /// Rows of `metric_changes` that are inserted, and deleted again when they are folded.
    fn flushed(&self) -> f64 {
        let of_requests = drawn(self.flushes, self.requests);
        let of_errors = drawn(self.flushes, self.requests * self.errors);
        self.pairs * self.quarters * (of_requests + of_errors)
    }

    /// Rows of `metric_shares` that stay for 92 days.
    fn shares(&self) -> f64 {
        let failing = 1.0 - (1.0 - self.errors).powf(self.requests);
        self.pairs * self.quarters * (1.0 + failing)
    }

    /// Rows of `metric_totals` that stay for 800 days, by quarter hours and by hours.
    fn totals(&self) -> f64 {
        let rows = |times: f64, requests: f64| times * (2.0 - (1.0 - self.errors).powf(requests));
        let requests = self.requests * self.pairs;
        rows(self.quarters, requests) + rows(self.quarters / 4.0, requests * 4.0)
    }
}

/// The expected number of `all` items that are drawn at least once in `draws` random draws.
fn drawn(all: f64, draws: f64) -> f64 {
    all * (1.0 - (1.0 - 1.0 / all).powf(draws))
}

pub async fn run(size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    for tenants in size.pick([10, 200], [5, 40]) {
        let Measured { flushes, folded } =
            measure(tenants, size.pick(Duration::from_secs(30), Duration::from_secs(5))).await?;
        let pairs = (tenants * KEYS * OPERATIONS.len()) as f64;
        let rows: i64 = flushes.iter().map(|flush| flush.rows).sum();
        let requests: i64 = flushes.iter().map(|flush| flush.requests).sum();
        let model: f64 = flushes.iter().map(|flush| drawn(pairs, flush.requests as f64)).sum();
        let each = |rows: f64| rows / (tenants * flushes.len()) as f64;
        outcome.figure(format!(
            "{tenants} tenants: {:.2} rows per tenant and flush measured, {:.2} by the model ({requests} requests, {} flushes, \
            {folded} rows when folded)",
            each(rows as f64),
            each(model),
            flushes.len()
        ));
        let ratio = rows as f64 / model;
        let close = (ratio - 1.0).abs() <= TOLERANCE;
        outcome.promise(close, format!("with {tenants} tenants, rows are within 10 % of the model ({ratio:.2})"));
        // A measurement that spans two quarter hours has rows in both.
        outcome.promise(folded <= 2 * pairs as i64, "a pair has one folded row in a quarter hour");
    }
    let (flushed, shares, totals) = (DAY.flushed(), DAY.shares(), DAY.totals());
    outcome.figure(format!(
        "a tenant's day of {:.0} requests ({KEYS} keys with {} operations each, {:.0} quarter hours, a request every 30 s of \
        each, 2 servers): {flushed:.0} rows flushed, {shares:.0} shares and {totals:.0} totals kept",
        DAY.pairs * DAY.quarters * DAY.requests,
        OPERATIONS.len(),
        DAY.quarters,
    ));
    for tenants in CELLS {
        let all = |rows: f64| rows * tenants as f64;
        outcome.figure(format!(
            "{tenants} tenants: {:.0} rows flushed and {:.0} kept a day, {:.1} inserted a second",
            all(flushed),
            all(shares + totals),
            all(flushed) / (DAY.quarters * 900.0)
        ));
    }
    Ok(())
}

struct Measured {
    flushes: Vec<Flush>,
    /// The rows that remain of all flushes when they are folded.
    folded: i64,
}

/// The rows of one flush.
struct Flush {
    rows: i64,
    requests: i64,
}

/// Sends requests of random pairs. A pair that is drawn several times between two flushes is one row.
async fn measure(tenants: usize, span: Duration) -> anyhow::Result<Measured> {
    let stage = Stage::set("-c fsync=off").await?;
    let keys = keys(&stage, tenants).await?;
    let settings = ["--database-connections", "16", "--log", "warn", "--usage-flush-seconds", "1"];
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let (http, base) = (reqwest::Client::builder().no_proxy().build()?, server.base.clone());
    let started = Instant::now();
    let sender = async |_| {
        let mut sent = 0;
        while started.elapsed() < span {
            let key = &keys[rand::random_range(0..keys.len())];
            let path = OPERATIONS[rand::random_range(0..OPERATIONS.len())];
            let response = http.get(format!("{base}{path}")).bearer_auth(key).send().await?;
            ensure!(response.status().is_success(), "{path}: {}", response.status());
            sent += 1;
        }
        anyhow::Ok(sent)
    };
    let sent: i64 = try_join_all((0..SENDERS).map(sender)).await?.into_iter().sum();
    server.stop().await?;
    let root = stage.database.root().await;
    let counted = requests(&root).await?;
    ensure!(counted == sent, "{counted} of {sent} requests are counted");
    stored(&root).await
}

/// Reads the rows. Those of one flush are from one transaction.
async fn stored(root: &Client) -> anyhow::Result<Measured> {
    // A flush during which a quarter of an hour begins has rows of both.
    let by_flush = "select count(*), sum(count)::bigint from metric_changes where measure = 'api.requests'
        group by xmin::text, at";
    let flush = |row: &Row| Flush { rows: row.get(0), requests: row.get(1) };
    let flushes = root.query(by_flush, &[]).await?.iter().map(flush).collect();
    let folded = "select count(*) from (
        select distinct tenant_id, at, dimensions from metric_changes where measure = 'api.requests'
    ) as folded";
    Ok(Measured { flushes, folded: root.query_one(folded, &[]).await?.get(0) })
}

/// Creates several keys of each tenant, with a server that counts nothing.
async fn keys(stage: &Stage, tenants: usize) -> anyhow::Result<Vec<String>> {
    let server = ServerProcess::start(&stage.database, &["--log", "warn", "--usage", "off"]).await?;
    let mut keys = vec![];
    for admin in stage.tenants(tenants).await? {
        let client = server.client(&admin.key);
        for number in 1..KEYS {
            let new = json!({"name": format!("key {number}"), "scopes": ["*:read"]});
            let created = client.post("/api/admin/api-keys", new).await.expect(201);
            keys.push(created.body["key"].as_str().context("the key, once")?.to_owned());
        }
        keys.push(admin.key);
    }
    Ok(keys)
}
