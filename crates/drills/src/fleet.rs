//! Machines of many accounts are read while one account hangs, one throttles, one denies a region and one sends half of its
//! pages: the others are fresh within two periods, and no machine is wrongly reported as missing.
//!
//! EC2 is simulated by a small server of the drill, because moto is too slow for so many machines.

pub mod ec2;

use crate::{Outcome, Size, bench::cpu_seconds, cloud::PROVIDERS, stage::Stage};
use anyhow::ensure;
use ec2::{Behaviour, Ec2};
use serde_json::json;
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use testkit::{Client, ServerProcess};
use tokio::time::sleep;

/// The regions of every account. The machines are in the first.
pub const REGIONS: [&str; 2] = ["eu-central-1", "eu-west-1"];

/// The time between two readings of an account.
const PERIOD: Duration = Duration::from_secs(300);
/// How long a reading of all accounts that are due may take.
const READING_TIMEOUT: Duration = Duration::from_secs(240);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (accounts, machines) = size.pick((20, 500), (8, 50));
    let stage = Stage::set("-c shared_buffers=256MB").await?;
    let ec2 = Ec2::start(machines).await?;
    let settings = ["--cloud-aws-endpoint", &ec2.url, "--log", "warn"];
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let client = server.client(&stage.tenant("fleet").await?.key);
    for number in 0..accounts {
        account(&client, number).await;
    }
    let mut outcome = Outcome::default();
    let fleet = Fleet { stage: &stage, accounts };
    fleet.verified().await?;

    let before = cpu_seconds(worker.pid())?;
    let first = fleet.read(accounts).await?;
    let cost = cpu_seconds(worker.pid())? - before;
    let all = accounts * machines;
    let listed = fleet.count("status = 'running'").await?;
    outcome.figure(format!("{listed} machines of {accounts} accounts read in {:.1} s", first.as_secs_f64()));
    outcome.promise(listed == all, format!("all {all} machines are listed (not {listed})"));
    let each = cost * 1000.0 / all as f64;
    outcome.figure(format!("{each:.2} ms of CPU per machine and reading"));
    outcome.figure(format!(
        "1000 such accounts would need {:.2} cores of workers",
        cost / accounts as f64 * 1000.0 / 300.0
    ));

    // One machine of a healthy account is really gone.
    ec2.remove_one(5);
    let broken = [Behaviour::Hangs, Behaviour::Throttles, Behaviour::DeniesRegion, Behaviour::SendsHalf];
    for (number, behaviour) in broken.into_iter().enumerate() {
        ec2.behave(number, behaviour);
    }
    let mut slowest = Duration::ZERO;
    for _ in 0..3 {
        slowest = slowest.max(fleet.read(accounts - broken.len()).await?);
    }
    let missing = fleet.count("status = 'missing'").await?;
    let fresh = fleet.fresh().await?;
    outcome.figure(format!(
        "with four broken accounts, {fresh} accounts are fresh, after {:.1} s at most",
        slowest.as_secs_f64()
    ));
    outcome.figure(format!("{missing} machines missing, {} of them wrongly", missing.saturating_sub(1)));
    outcome.promise(missing == 1, format!("only the machine that is gone is missing (not {missing})"));
    outcome.promise(fresh == accounts - broken.len(), format!("all healthy accounts are fresh (not {fresh})"));
    outcome.promise(slowest < 2 * PERIOD, "healthy accounts are fresh within two periods");
    let named = outdated(&client, broken.len()).await;
    outcome.promise(named == broken.len(), format!("a list names the broken accounts ({named} of {})", broken.len()));
    Ok(outcome)
}

pub async fn account(client: &Client, number: usize) {
    let new = json!({"name": format!("Account {number}"), "kind": "aws", "auth_method": "access_key",
        "config": {"regions": REGIONS},
        "credentials": {"access_key_id": ec2::key_of(number), "secret_access_key": "secret-of-the-drill"}});
    client.post(&format!("{PROVIDERS}?verify=later"), new).await.expect(201);
}

/// Waits until a list names the expected number of accounts as out of date, because a reading that hangs is noticed after
/// its time limit. Returns the number of these accounts.
async fn outdated(client: &Client, expected: usize) -> usize {
    let started = Instant::now();
    loop {
        let fleet = client.get("/api/cloud/vms?limit=1").await.expect(200).body;
        let regions = fleet["outdated_regions"].as_array().into_iter().flatten();
        let accounts: BTreeSet<String> = regions.map(|region| region["provider_id"].to_string()).collect();
        if accounts.len() == expected || started.elapsed() > READING_TIMEOUT {
            return accounts.len();
        }
        sleep(Duration::from_millis(500)).await;
    }
}

pub struct Fleet<'a> {
    pub stage: &'a Stage,
    pub accounts: usize,
}

impl Fleet<'_> {
    async fn number(&self, query: &str) -> anyhow::Result<usize> {
        let count: i64 = self.stage.database.root().await.query_one(query, &[]).await?.get(0);
        Ok(usize::try_from(count)?)
    }

    async fn count(&self, condition: &str) -> anyhow::Result<usize> {
        self.number(&format!("select count(*) from cloud_vms where {condition}")).await
    }

    /// Accounts whose regions were all read completely since the last time that they were made due.
    async fn fresh(&self) -> anyhow::Result<usize> {
        self.number(
            "select count(*) from cloud_providers where 2 = (
                select count(*) from cloud_regions
                where provider_id = cloud_providers.id and cloud_regions.status = 'fresh'
                    and last_complete_at > (select max(at) from drill_readings)
            )",
        )
        .await
    }

    pub async fn verified(&self) -> anyhow::Result<()> {
        let root = self.stage.database.root().await;
        // No account is read before all accounts exist.
        let later = "update cloud_providers set sync_at = now() + interval '1 day', verify_at = now();
            create table drill_readings (at timestamptz not null)";
        root.batch_execute(later).await?;
        let started = Instant::now();
        let verified = "select count(*) from cloud_providers where status = 'verified'";
        while self.number(verified).await? < self.accounts {
            ensure!(started.elapsed() < READING_TIMEOUT, "the accounts are not verified");
            sleep(Duration::from_millis(500)).await;
        }
        Ok(())
    }

    /// Makes all accounts due, and waits until this many are fresh. Returns the time that it took.
    pub async fn read(&self, accounts: usize) -> anyhow::Result<Duration> {
        let root = self.stage.database.root().await;
        root.batch_execute(
            "insert into drill_readings values (now()); update cloud_providers set sync_at = now(), sync_failures = 0",
        )
        .await?;
        let started = Instant::now();
        let mut fresh = 0;
        while fresh < accounts {
            ensure!(started.elapsed() < READING_TIMEOUT, "only {fresh} accounts are fresh");
            sleep(Duration::from_millis(200)).await;
            fresh = self.fresh().await?;
        }
        let took = started.elapsed();
        // The readings of broken accounts end as well, so that the next reading does not overlap.
        let open = "select count(*) from cloud_providers where sync_at < now() + interval '4 minutes'";
        while self.number(open).await? > 0 && started.elapsed() < READING_TIMEOUT {
            sleep(Duration::from_millis(500)).await;
        }
        Ok(took)
    }
}
