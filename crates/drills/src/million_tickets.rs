//! A million tickets of 200 tenants: every list that one index has is an index scan, costs over HTTP little more than its
//! bare statement, and its thousandth page costs as much as its first. Of the other lists, the slowest is printed.

mod combinations;
mod combined;
mod pages;
mod plans;

use crate::{Outcome, Size, bench::Times, many_tickets, stage::Stage};
use anyhow::Context;
use api::OrganizationId;
use combinations::{Caller, Combination, Sample};
use plans::{Bare, Explainer};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::json;
use std::{collections::BTreeMap, time::Instant};
use tenant_control::operate::tenants::AdminKey;
use testkit::ServerProcess;

/// The numbers of organizations of restricted callers; a key can have at most 200.
const WITHIN: [usize; 2] = [5, 200];

/// The cost of a page over HTTP, as a multiple of its statements alone.
const RATIO: f64 = 1.5;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (tickets, tenants, requests) = size.pick((1_000_000, 200, 1000), (20_000, 20, 600));
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off -c shared_buffers=1GB -c max_wal_size=8GB").await?;
    let started = Instant::now();
    let created = many_tickets::fill(&stage, tenants, tickets).await?;
    outcome.figure(format!("{tickets} tickets of {tenants} tenants in {:.0} s", started.elapsed().as_secs_f64()));
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let mut lists = vec![];
    for (name, tenant) in [("large", 0), ("middle", tenants / 4), ("small", tenants - 1)] {
        lists.extend(callers(&stage, &server, name, &created[tenant]).await?);
    }
    explain(&stage, &lists, &mut outcome).await?;
    let ratio = compare(&stage, &server, &lists, requests, &mut outcome).await?;
    // A build that is not optimised still shows a tenfold regression.
    outcome.promise(
        ratio <= 10.0 * RATIO,
        format!("p99 of a page over HTTP within {} times of its bare statements", 10.0 * RATIO),
    );
    outcome.promise_in_full(
        size,
        ratio <= RATIO,
        format!("p99 of a page over HTTP within {RATIO} times of its bare statements"),
    );
    pages::walk(&server, &lists[0].0, size, &mut outcome).await?;
    let filters = Sample::of(&stage.database.root().await, created[0].tenant.0).await?.filters();
    // One caller sees the whole of the largest tenant, the other five of its customers.
    for (caller, _) in &lists[..2] {
        combined::measure(&server, caller, &filters, size, &mut outcome).await?;
    }
    Ok(outcome)
}

type CallerLists = (Caller, Vec<Combination>);

/// A caller that sees the whole tenant and callers that see some of its customers, with all lists of each.
async fn callers(
    stage: &Stage,
    server: &ServerProcess,
    name: &str,
    tenant: &AdminKey,
) -> anyhow::Result<Vec<CallerLists>> {
    let sample = Sample::of(&stage.database.root().await, tenant.tenant.0).await?;
    let whole = Caller { name: name.to_owned(), tenant: tenant.tenant.0, organizations: None, key: tenant.key.clone() };
    let mut callers = vec![whole];
    // Restricted callers do not see the organization with the most tickets.
    let (_, others) = sample.organizations.split_first().context("no organizations")?;
    for count in WITHIN.map(|count| count.min(others.len())) {
        let ids: Vec<_> = others[..count].iter().map(|id| OrganizationId(*id).to_string()).collect();
        let new = json!({"name": "restricted", "scopes": ["*"], "organization_ids": ids});
        let made = server.client(&tenant.key).post("/api/admin/api-keys", new).await.expect(201);
        callers.push(Caller {
            name: format!("{name}, restricted to {count}"),
            organizations: Some(others[..count].to_vec()),
            key: made.body["key"].as_str().context("a key")?.to_owned(),
            tenant: tenant.tenant.0,
        });
    }
    let with_combinations = |caller| {
        let combinations = sample.combinations(&caller);
        (caller, combinations)
    };
    Ok(callers.into_iter().map(with_combinations).collect())
}

async fn explain(stage: &Stage, lists: &[CallerLists], outcome: &mut Outcome) -> anyhow::Result<()> {
    let mut explainer = Explainer::new(&stage.database).await?;
    let (mut plans, mut slowest) = (0, (0.0, String::new()));
    let mut faults: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for (caller, combinations) in lists {
        for combination in combinations {
            let effort = explainer.explain(caller, combination).await?;
            plans += 1;
            let what = format!("{}: {}", caller.name, combination.name());
            if effort.milliseconds > slowest.0 {
                slowest = (effort.milliseconds, what.clone());
            }
            if !effort.faults.is_empty() {
                let line = format!("{what}: {} ({:.1} ms)", effort.faults.join(", "), effort.milliseconds);
                let known = faults.entry(format!("{} {}", caller.name, combination.statement));
                known.or_insert((0, line)).0 += 1;
            }
        }
    }
    for (count, example) in faults.values() {
        eprintln!("  {count} times, for instance {example}");
    }
    eprintln!("  the slowest plan, {:.1} ms: {}", slowest.0, slowest.1);
    let wrong: usize = faults.values().map(|(count, _)| count).sum();
    outcome.figure(format!("{plans} plans, {wrong} of them not index scans, the slowest {:.1} ms", slowest.0));
    outcome.promise(wrong == 0, "every list is an index scan");
    Ok(())
}

/// Reads random first pages over HTTP and by bare statements, in turns. Returns the ratio of their p99.
async fn compare(
    stage: &Stage,
    server: &ServerProcess,
    lists: &[CallerLists],
    requests: usize,
    outcome: &mut Outcome,
) -> anyhow::Result<f64> {
    let mut bare = Bare::new(&stage.database).await?;
    let http = reqwest::Client::builder().no_proxy().build()?;
    let mut rng = StdRng::seed_from_u64(1);
    let (mut served, mut plain, mut other) = (vec![], vec![], 0);
    for n in 0..requests + requests / 5 {
        let (caller, combinations) = &lists[rng.random_range(0..lists.len())];
        let first: Vec<_> = combinations.iter().filter(|combination| combination.first_page).collect();
        let combination = first[rng.random_range(0..first.len())];
        let started = Instant::now();
        let answer = http.get(format!("{}/api/psa/tickets", server.base)).query(&combination.filters);
        let answer = answer.bearer_auth(&caller.key).send().await?;
        let (status, body) = (answer.status(), answer.bytes().await?);
        let over_http = started.elapsed();
        let started = Instant::now();
        let rows = bare.run(caller, combination).await?;
        let alone = started.elapsed();
        let body: serde_json::Value = serde_json::from_slice(&body)?;
        let shown = body["data"].as_array().map_or(usize::from(status == 200), Vec::len);
        if shown != rows.min(50) {
            other += 1;
            eprintln!("  {status} with {shown} of {rows}: {} {}", caller.name, combination.name());
        }
        // The first requests open connections and prepare statements.
        if n >= requests / 5 {
            served.push(over_http);
            plain.push(alone);
        }
    }
    let (served, plain) = (Times::of(served), Times::of(plain));
    let ratio = served.p99.as_secs_f64() / plain.p99.as_secs_f64();
    outcome.figure(format!("first pages over HTTP {served}, bare {plain}: p99 {ratio:.2} times"));
    outcome.promise(other == 0, format!("the statements are those that the server runs ({other} responses differ)"));
    Ok(ratio)
}
