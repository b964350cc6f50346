//! The cost of counting requests: the same reads on two servers of the same binary, one that counts and one that does
//! not, in turns. Every request must be counted. The number of written rows comes from a model of the traffic, which is
//! compared with measurements at two sizes.

mod rows;

use crate::{
    Outcome, Size,
    bench::{alternating, wrk},
    stage::Stage,
};
use anyhow::ensure;
use futures::future::try_join_all;
use serde_json::json;
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tenant_control::operate::tenants::AdminKey;
use testkit::ServerProcess;
use tokio_postgres::Client;

/// The least rate with counting, as a share of the rate without it.
const SHARE: f64 = 0.98;

/// The same in the short form, which uses a build without optimisation and turns of one second.
const SHORT_SHARE: f64 = 0.85;

/// Tenants whose keys make requests at the same time.
const TENANTS: usize = 20;

/// Requests that are sent one by one, to see whether each is counted.
const EXACT: usize = 2_000;

pub const ORGANIZATIONS: &str = "/api/rmm/organizations";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counting {
    On,
    Off,
}

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c shared_buffers=256MB -c synchronous_commit=on").await?;
    let mut outcome = Outcome::default();
    rate(&stage, size, &mut outcome).await?;
    rows::run(size, &mut outcome).await?;
    Ok(outcome)
}

async fn rate(stage: &Stage, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let (pairs, turn) = size.pick((60, Duration::from_secs(2)), (13, Duration::from_secs(1)));
    // Counts are stored once a second, ten times as often as by default, so that every turn has at least one flush.
    let settings = ["--database-connections", "16", "--log", "warn", "--usage-flush-seconds", "1"];
    let counting = ServerProcess::start(&stage.database, &settings).await?;
    let uncounted = ServerProcess::start(&stage.database, &[&settings[..], &["--usage", "off"]].concat()).await?;
    let tenants = stage.tenants(TENANTS).await?;
    // Fixtures are created by the server that counts nothing.
    let targets = organizations(&uncounted, &tenants).await?;
    let lua = wrk_script(stage.postgres.directory(), &targets)?;
    for server in [&counting, &uncounted] {
        wrk(&server.base, &lua, 2 * turn, &[]).await?;
    }
    let mut ratios = vec![];
    for pair in 0..pairs {
        let mut rates = [0.0; 2];
        for which in alternating(pair, [Counting::On, Counting::Off]) {
            let server = if which == Counting::On { &counting } else { &uncounted };
            rates[which as usize] = wrk(&server.base, &lua, turn, &[]).await?;
        }
        let [on, off] = rates;
        eprintln!("  with counts {on:.0}/s, without {off:.0}/s, {:.3}", on / off);
        ratios.push((on / off, on, off));
    }
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (ratio, on, off) = ratios[pairs / 2];
    let (low, high) = (ratios[pairs / 4].0, ratios[pairs * 3 / 4].0);
    outcome.figure(format!(
        "reads of one row with counts at {ratio:.3} [quartiles {low:.3}-{high:.3}] of the rate without ({on:.0}/s of \
        {off:.0}/s), {pairs} pairs of turns of {} s with a flush a second",
        turn.as_secs()
    ));
    outcome.promise(ratio >= SHORT_SHARE, format!("{SHORT_SHARE} of the rate without counts"));
    outcome.promise_in_full(size, ratio >= SHARE, format!("{SHARE} of the rate without counts"));
    exactness(stage, counting, &targets, outcome).await
}

/// Sends a known number of requests, and stops the server, which then stores its counts.
async fn exactness(
    stage: &Stage,
    server: ServerProcess,
    targets: &[Target],
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    // Requests that wrk abandoned are counted by then.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let before = requests(&root).await?;
    let http = reqwest::Client::builder().no_proxy().build()?;
    let each = EXACT / targets.len();
    let send = async |target: &Target| {
        for _ in 0..each {
            let url = format!("{}{}", server.base, target.path);
            let response = http.get(url).bearer_auth(&target.key).send().await?;
            ensure!(response.status().is_success(), "{}", response.status());
        }
        anyhow::Ok(())
    };
    try_join_all(targets.iter().map(send)).await?;
    server.stop().await?;
    let (sent, counted) = ((each * targets.len()) as i64, requests(&root).await? - before);
    outcome.figure(format!("{counted} of {sent} requests counted"));
    outcome.promise(counted == sent, "every request is counted once");
    Ok(())
}

/// The number of all counted requests, folded or not.
pub async fn requests(root: &Client) -> anyhow::Result<i64> {
    let query = "select (
        (select coalesce(sum(count), 0) from metric_changes where measure = 'api.requests')
        + (select coalesce(sum(count), 0) from metric_shares where measure = 'api.requests')
    )::bigint";
    Ok(root.query_one(query, &[]).await?.get(0))
}

/// A read of one row.
struct Target {
    key: String,
    path: String,
}

async fn organizations(server: &ServerProcess, tenants: &[AdminKey]) -> anyhow::Result<Vec<Target>> {
    let mut targets = vec![];
    for tenant in tenants {
        let created = server.client(&tenant.key).post(ORGANIZATIONS, json!({"name": "Initech"})).await.expect(201);
        targets.push(Target { key: tenant.key.clone(), path: format!("{ORGANIZATIONS}?id={}", created.id()) });
    }
    Ok(targets)
}

fn wrk_script(folder: &Path, targets: &[Target]) -> anyhow::Result<PathBuf> {
    let mut text = "local requests = {}\nfunction init()\n".to_owned();
    for Target { key, path } in targets {
        let headers = format!("{{ [\"Authorization\"] = \"Bearer {key}\" }}");
        writeln!(text, "  table.insert(requests, wrk.format(\"GET\", \"{path}\", {headers}))")?;
    }
    text += "end\nfunction request()\n  return requests[math.random(#requests)]\nend\n";
    let file = folder.join("usage.lua");
    fs::write(&file, text)?;
    Ok(file)
}
