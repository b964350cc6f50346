//! One machine for each request, and the true status for each operation: machines are requested while workers, servers,
//! PostgreSQL and Temporal are killed, and AWS loses responses to creations that have succeeded, or fails before.
//!
//! moto ignores client tokens, so only the look-up by label prevents a second machine here.

mod customer;

use crate::{
    Outcome, Size,
    chaos::{Chaos, Cluster, Pace},
    cloud::{FakeAws, VMS, machine, verified},
    stage::Stage,
};
use customer::Customer;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::{Loss, Temporal, id_of};
use tokio::time::sleep;

/// The label with the id of the operation.
const LABEL: &str = "tenant-control:operation";

/// How long a new machine may be missing from lists. moto lists it at once.
const CONSISTENCY: &str = "3";

/// The limit for the time without progress.
const STALL_TIMEOUT: Duration = Duration::from_secs(300);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (requests, per_second) = size.pick((200, 4.0), (12, 4.0));
    let seed: u64 = rand::random();
    eprintln!("provision-once: seed {seed}");
    let stage = Stage::set("-c fsync=on -c synchronous_commit=on").await?;
    let aws = FakeAws::start().await?;
    let settings = [&aws.settings()[..], &["--cloud-consistency-seconds", CONSISTENCY]].concat();
    let temporal = size.pick(true, false).then(Temporal::start).transpose()?;
    let cluster = Cluster::start(&stage, &settings, temporal).await?;
    let key = stage.tenant("provision-once").await?.key;
    let provider = verified(&stage, &cluster.servers[0].client(&key), "Drill", "secret-of-the-drill").await?;
    aws.front.lose("RunInstances", losses(seed, requests * 4));

    let started = Instant::now();
    let customer = Arc::new(Customer::new(key.clone(), cluster.bases.clone())?);
    let is_over = Arc::new(AtomicBool::new(false));
    let requesting = tokio::spawn(customer.clone().request_all(provider.clone(), requests, per_second));
    let watching = tokio::spawn(watch(stage.database.clone(), requests, is_over.clone()));
    let (most, every) = size.pick((40, 1.0..5.0), (4, 0.5..1.5));
    let chaos = Chaos::new(&stage, cluster, Pace { most, every }, seed);
    let (cluster, killed) = chaos.run(|| !is_over.load(Ordering::Relaxed)).await?;
    requesting.await??;
    let ended = watching.await??;
    let took = started.elapsed();

    let mut outcome = Outcome::default();
    outcome.figure(format!("{ended} of {requests} operations ended in {:.0} s", took.as_secs_f64()));
    outcome.promise(ended == requests, format!("all {requests} operations end (not {ended})"));
    compare_with_aws(&stage, &aws, requests, &mut outcome).await?;
    let calls = aws.front.calls("RunInstances");
    outcome.figure(format!("{calls} creations were sent, {} requests repeated, seed {seed}", customer.retries()));
    outcome.figure(format!("killed: {killed}"));
    outcome.promise(killed.all_kinds(), "workers, servers and PostgreSQL were killed, and Temporal in the full form");
    if size == Size::Short {
        outcome.not_asked("Temporal is killed, which the creation of machines does not need");
    }
    check_replays(&stage, &aws, &customer, &provider, &mut outcome).await?;
    if !outcome.short_of.is_empty() {
        cluster.keep_logs("provision-once");
    }
    Ok(outcome)
}

/// About two of five responses are lost.
fn losses(seed: u64, count: usize) -> Vec<Option<Loss>> {
    let mut rng = StdRng::seed_from_u64(seed);
    let loss = |rng: &mut StdRng| rng.random_bool(0.4).then(|| Loss::ALL[rng.random_range(0..Loss::ALL.len())]);
    (0..count).map(|_| loss(&mut rng)).collect()
}

/// Waits until all operations have ended. Returns the number of those that have.
async fn watch(database: testkit::Database, requests: usize, is_over: Arc<AtomicBool>) -> anyhow::Result<usize> {
    let count = "select count(*) from operations where status not in ('pending', 'running')";
    let (mut ended, mut progressed) = (0, Instant::now());
    while ended < requests && progressed.elapsed() < STALL_TIMEOUT {
        sleep(Duration::from_millis(500)).await;
        // PostgreSQL may be down.
        let Ok(root) = database.connect("postgres").await else { continue };
        let Ok(row) = root.query_one(count, &[]).await else { continue };
        let now = usize::try_from(row.get::<_, i64>(0))?;
        if now != ended {
            (ended, progressed) = (now, Instant::now());
        }
        // The last ones end without disturbance, so that a hang is not hidden by a restart.
        is_over.store(ended >= requests * 9 / 10, Ordering::Relaxed);
    }
    is_over.store(true, Ordering::Relaxed);
    Ok(ended)
}

/// Compares the status of each machine with the machines of AWS.
async fn compare_with_aws(stage: &Stage, aws: &FakeAws, requests: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
    let made = aws.labelled(LABEL).await?;
    let root = stage.database.root().await;
    let vms = root.query("select id, wanted ->> 'name', status from cloud_vms where managed", &[]).await?;
    let vms: BTreeMap<String, (String, String)> =
        vms.iter().map(|row| (id_of("vm", row.get(0)), (row.get(1), row.get(2)))).collect();
    let rows = root.query("select id, resource_id from operations where kind = 'cloud.vms.provision'", &[]).await?;
    let mut statuses: BTreeMap<String, usize> = BTreeMap::new();
    let twice = made.values().filter(|count| **count > 1).count();
    let mut wrong = vec![];
    for row in &rows {
        let (operation, vm): (String, &str) = (id_of("op", row.get(0)), row.get(1));
        let (name, status) = vms.get(vm).cloned().unwrap_or_default();
        *statuses.entry(status.clone()).or_default() += 1;
        let machines = made.get(&operation).copied().unwrap_or_default();
        let is_true = match status.as_str() {
            "running" => machines == 1,
            "failed" => machines == 0,
            // The status says that the result is not known.
            "needs_attention" => machines <= 1,
            _ => false,
        };
        if !is_true {
            wrong.push(format!("{name} is {status} with {machines} machines"));
        }
    }
    wrong.iter().take(10).for_each(|wrong| eprintln!("provision-once: {wrong}"));
    let all: usize = made.values().sum();
    outcome.figure(format!("{all} machines for {} requests: {statuses:?}", rows.len()));
    outcome.promise(
        rows.len() == requests,
        format!("a request is one machine in the API ({} for {requests})", rows.len()),
    );
    outcome.promise(twice == 0, format!("no request creates two machines ({twice} did)"));
    outcome.promise(wrong.is_empty(), format!("every status is true ({} are not)", wrong.len()));
    let running = statuses.get("running").copied().unwrap_or_default();
    outcome.promise(running * 10 >= requests * 9, format!("nine of ten machines run ({running})"));
    Ok(())
}

/// AWS refuses a token whose machine is gone, and one of another request: neither creates a machine.
async fn check_replays(
    stage: &Stage,
    aws: &FakeAws,
    customer: &Customer,
    provider: &str,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let before: usize = aws.labelled(LABEL).await?.values().sum();
    for code in ["IdempotentInstanceTerminated", "IdempotentParameterMismatch"] {
        aws.front.fail("RunInstances", 400, code, "");
        let vm = customer.request(VMS, &machine(provider, "replay"), code).await?;
        let operation = vm["operation_id"].as_str().unwrap_or_default().to_owned();
        let ended = customer.wait_for(&operation).await?;
        outcome.promise(ended["status"] == "failed", format!("{code} ends as failed, not {}", ended["status"]));
        aws.front.work("RunInstances");
    }
    let after: usize = aws.labelled(LABEL).await?.values().sum();
    outcome.promise(before == after, "a replayed token creates no machine");
    let open = "select count(*) from operations where status in ('pending', 'running')";
    let open: i64 = stage.database.root().await.query_one(open, &[]).await?.get(0);
    outcome.promise(open == 0, format!("no operation is left open ({open} are)"));
    Ok(())
}
