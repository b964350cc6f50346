//! One server for each request at a real OpenStack, whose Nova loses responses to creations that have succeeded, and whose
//! API is killed: Nova has no token that identifies a request, so only the look-up by tag prevents a second server.
//!
//! Keystone, Nova, Glance and Placement are the real ones, with Nova's simulated hypervisor; Neutron is a stand-in.

mod openstack;

use crate::{
    Outcome, Size,
    cloud::{PROVIDERS, VMS},
    stage::Stage,
};
use anyhow::{Context, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use openstack::{FLAVOR, RealOpenstack};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use testkit::{Client, Loss, ServerProcess, id_of};
use tokio::time::sleep;

const REQUESTS: usize = 50;

/// The most times that Nova's API is killed.
const KILLS: usize = 6;

/// How long a new server may be missing from lists. Nova is slow here, because all processes share few cores.
const CONSISTENCY: &str = "20";

/// The limit for the time without progress. A server whose creation was interrupted stays in BUILD, and its operation fails
/// after about 14 minutes.
const STALL_TIMEOUT: Duration = Duration::from_secs(1000);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    if size == Size::Short {
        outcome.not_asked("a real OpenStack creates one server for each request: it needs minutes to start");
        return Ok(outcome);
    }
    let seed: u64 = rand::random();
    eprintln!(
        "provision-openstack: seed {seed}; OpenStack starts, which takes minutes, and longer if it has to be installed"
    );
    let stage = Stage::set("-c fsync=off").await?;
    let mut openstack = RealOpenstack::start().await?;
    let endpoints = openstack.endpoints();
    let settings = ["--cloud-allow-endpoint", &endpoints, "--cloud-consistency-seconds", CONSISTENCY];
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let _worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let client = server.client(&stage.tenant("provision-openstack").await?.key);
    let provider = verified(&openstack, &client, &mut outcome).await?;

    openstack.lose(losses(seed, REQUESTS * 4));
    let started = Instant::now();
    request_all(&openstack, &client, &provider).await?;
    let ended = until_ended(&stage, &mut openstack, seed).await?;
    outcome.figure(format!("{ended} of {REQUESTS} operations ended in {} s", started.elapsed().as_secs()));
    outcome.promise(ended == REQUESTS, format!("all {REQUESTS} operations end (not {ended})"));
    let (creations, lost) = openstack.creations();
    outcome.figure(format!("{creations} creations, {lost} without their response, seed {seed}"));
    outcome.figure(format!("Nova's API was killed {} times", openstack.killed));
    outcome.promise(openstack.killed > 0 && lost > 0, "Nova's API is killed and loses responses");
    compare_with_nova(&stage, &openstack, &mut outcome).await?;
    power_and_delete(&openstack, &client, &mut outcome).await?;
    Ok(outcome)
}

/// About half of the responses are lost, and one of eight creations is not passed on.
fn losses(seed: u64, count: usize) -> Vec<Option<Loss>> {
    let mut rng = StdRng::seed_from_u64(seed);
    let loss = |rng: &mut StdRng| match rng.random_range(0..8) {
        0 | 1 => Some(Loss::Unavailable),
        2 => Some(Loss::Late),
        3 => Some(Loss::Cut),
        4 => Some(Loss::NotPassed),
        _ => None,
    };
    (0..count).map(|_| loss(&mut rng)).collect()
}

/// Creates a provider with an application credential. A wrong password and a user without rights are reported first.
async fn verified(openstack: &RealOpenstack, client: &Client, outcome: &mut Outcome) -> anyhow::Result<String> {
    let config =
        json!({"regions": ["RegionOne"], "endpoint": openstack.keystone(), "account_id": openstack.value("PROJECT")});
    let of = |name: &str, method: &str, credentials: Value| {
        let mut new = json!({"name": name, "kind": "openstack", "auth_method": method, "config": config});
        new["credentials"] = credentials;
        new
    };
    let wrong = json!({"username": "member", "password": "wrong"});
    let refused = client.post(PROVIDERS, of("Wrong", "password", wrong)).await.expect(422).body;
    outcome.promise(refused["code"] == "credential_rejected", "a wrong password is refused");
    let reader = json!({"username": "reader", "password": openstack.value("ADMIN")});
    let reader = client.post(PROVIDERS, of("Reader", "password", reader)).await.expect(201).body;
    let may_create = capability(&reader, "create_machines");
    let is_denied = may_create["result"] == "denied" && may_create["fix"]["text"].is_string();
    outcome.promise(is_denied, format!("a reader may not create machines, and the report says so: {may_create}"));
    let (id, secret) = openstack.application_credential("member").await?;
    let own = json!({"application_credential_id": id, "application_credential_secret": secret});
    let made = client.post(PROVIDERS, of("Member", "application_credential", own)).await.expect(201);
    ensure!(made.body["status"] == "verified", "the provider is not verified: {:#}", made.body);
    let may_create = capability(&made.body, "create_machines");
    outcome.promise(may_create["result"] == "granted", "a member may create machines");
    Ok(made.id())
}

fn capability<'a>(provider: &'a Value, name: &str) -> &'a Value {
    let all = provider["verification"]["capabilities"].as_array();
    all.into_iter().flatten().find(|one| one["name"] == name).unwrap_or(&Value::Null)
}

async fn request_all(openstack: &RealOpenstack, client: &Client, provider: &str) -> anyhow::Result<()> {
    let request = move |number: usize| async move {
        let new = json!({"provider_id": provider, "name": format!("machine-{number}"), "size": FLAVOR,
            "image": openstack.value("IMAGE"), "network": {"subnet": "none"}, "labels": {"env": "drill"}});
        let answer = client.post(VMS, new).await;
        ensure!(answer.status == 202, "machine-{number} is not accepted: {:#}", answer.body);
        Ok(())
    };
    stream::iter((0..REQUESTS).map(request)).buffer_unordered(4).try_collect().await
}

/// Kills Nova's API repeatedly until nine of ten operations have ended. Returns the number of operations that ended.
async fn until_ended(stage: &Stage, openstack: &mut RealOpenstack, seed: u64) -> anyhow::Result<usize> {
    let count = "select count(*) from operations where status not in ('pending', 'running')";
    let root = stage.database.root().await;
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut ended, mut progressed) = (0, Instant::now());
    let mut kill_at = Instant::now() + Duration::from_secs_f64(rng.random_range(1.0..5.0));
    while ended < REQUESTS && progressed.elapsed() < STALL_TIMEOUT {
        sleep(Duration::from_millis(500)).await;
        let now = usize::try_from(root.query_one(count, &[]).await?.get::<_, i64>(0))?;
        if now != ended {
            (ended, progressed) = (now, Instant::now());
        }
        if openstack.killed < KILLS && ended < REQUESTS * 9 / 10 && Instant::now() >= kill_at {
            openstack.kill_api().await?;
            kill_at = Instant::now() + Duration::from_secs_f64(rng.random_range(2.0..8.0));
        }
    }
    Ok(ended)
}

/// Compares the status of each machine with the servers of Nova.
async fn compare_with_nova(stage: &Stage, openstack: &RealOpenstack, outcome: &mut Outcome) -> anyhow::Result<()> {
    let made = openstack.tagged("tenant-control:operation=").await?;
    let root = stage.database.root().await;
    let vms = root.query("select id, status, drift::text from cloud_vms where managed", &[]).await?;
    let vms: BTreeMap<String, (String, Option<String>)> =
        vms.iter().map(|row| (id_of("vm", row.get(0)), (row.get(1), row.get(2)))).collect();
    let rows = root.query("select id, resource_id from operations where kind = 'cloud.vms.provision'", &[]).await?;
    let (mut statuses, mut wrong): (BTreeMap<String, usize>, _) = (BTreeMap::new(), vec![]);
    for row in &rows {
        let (operation, vm): (String, &str) = (id_of("op", row.get(0)), row.get(1));
        let (status, drift) = vms.get(vm).cloned().unwrap_or_default();
        let servers = made.get(&operation).cloned().unwrap_or_default();
        *statuses.entry(status.clone()).or_default() += 1;
        let is_true = match status.as_str() {
            "running" => servers == ["ACTIVE"] && drift.as_deref() == Some("[]"),
            // Nova has started the creation and does not continue.
            "provisioning" => servers == ["BUILD"],
            "unknown" => servers == ["ERROR"],
            "failed" => servers.is_empty(),
            "needs_attention" => servers.len() <= 1,
            _ => false,
        };
        if !is_true {
            wrong.push(format!("{vm} is {status} with {servers:?}, drift {drift:?}"));
        }
    }
    wrong.iter().take(10).for_each(|wrong| eprintln!("provision-openstack: {wrong}"));
    let twice = made.values().filter(|servers| servers.len() > 1).count();
    let all: usize = made.values().map(Vec::len).sum();
    outcome.figure(format!("{all} servers for {} requests: {statuses:?}", rows.len()));
    outcome.promise(rows.len() == REQUESTS, format!("a request is one machine in the API ({})", rows.len()));
    outcome.promise(twice == 0, format!("no request creates two servers ({twice} did)"));
    outcome.promise(wrong.is_empty(), format!("every status is true ({} are not)", wrong.len()));
    let of = |status: &str| statuses.get(status).copied().unwrap_or_default();
    let (running, started_by_nova) = (of("running"), of("provisioning"));
    let is_enough = (running + started_by_nova) * 10 >= REQUESTS * 9;
    outcome.promise(
        is_enough,
        format!("nine of ten machines run, or Nova has started them ({running}, {started_by_nova})"),
    );
    Ok(())
}

/// Stops, starts, restarts and deletes one of the machines.
async fn power_and_delete(openstack: &RealOpenstack, client: &Client, outcome: &mut Outcome) -> anyhow::Result<()> {
    let running = client.get(&format!("{VMS}?status=running&managed=true&limit=1")).await.expect(200).body;
    let id = running["data"][0]["id"].as_str().context("no machine runs")?.to_owned();
    let target = format!("{VMS}?id={id}");
    for power in ["stopped", "running", "restarted"] {
        let changed = client.put(&target, json!({"power": power})).await.expect(202);
        wait_for(client, &changed.body).await?;
        let status = client.get(&target).await.expect(200).body["status"].clone();
        let wanted = if power == "stopped" { "stopped" } else { "running" };
        outcome.promise(status == wanted, format!("a machine is {wanted} after {power}, not {status}"));
    }
    let deleted = client.delete(&format!("{target}&allow=destroy")).await.expect(202);
    wait_for(client, &deleted.body).await?;
    let tagged = openstack.tagged("tenant-control:vm=").await?;
    outcome.promise(!tagged.contains_key(&id), "a deleted machine is gone at Nova");
    Ok(())
}

async fn wait_for(client: &Client, vm: &Value) -> anyhow::Result<()> {
    let operation = vm["operation_id"].as_str().context("a machine without an operation")?;
    let started = Instant::now();
    loop {
        let found = client.get(&format!("/api/operations?id={operation}&wait=5")).await.expect(200).body;
        match found["status"].as_str() {
            Some("pending" | "running") => ensure!(started.elapsed() < Duration::from_secs(120), "{found:#}"),
            Some("succeeded") => return Ok(()),
            _ => anyhow::bail!("an operation has failed: {found:#}"),
        }
    }
}
