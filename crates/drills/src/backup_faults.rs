//! Checks are begun while workers, PostgreSQL and Temporal are killed again and again: each ends, has one result, and no
//! file of a repository is changed. No check uses Temporal, so its outage must have no effect.

use crate::{Outcome, Size, backup_scene::Scene, chaos::revive};
use anyhow::ensure;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use testkit::{ServerProcess, Temporal};
use testrestic::content;

/// The time within which all checks must end after the last fault.
const LONGEST: Duration = Duration::from_secs(300);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (checks, repositories) = size.pick((50, 10), (8, 4));
    let mut outcome = Outcome::default();
    let scene = Scene::set().await?;
    let mut ids = vec![];
    for number in 0..repositories {
        let name = format!("vault-{number}");
        let restic = scene.workplace.repository(&name)?;
        // Large enough that a worker is killed in the middle of a check.
        restic.backup("srv-01", &scene.workplace.files(&name, &[6_000_000, 2_000_000], number as u64)?)?;
        let (organization, _) = scene.customer(&name).await;
        ids.push(scene.repository(&name, &organization, &restic.location, &json!({})).await);
    }
    let before = content(scene.workplace.path())?;

    let started = Instant::now();
    let temporal = size.pick(true, false).then(Temporal::start).transpose()?;
    let settings = temporal.as_ref().map(|temporal| ["--temporal-url".to_owned(), temporal.url()]);
    let settings: Vec<&str> = settings.iter().flatten().map(String::as_str).collect();
    let faults = Faults { scene: &scene, settings: &settings, temporal: temporal.as_ref() };
    let (operations, killed, worker) = faults.cause(&ids, checks).await?;
    outcome.figure(format!(
        "{} checks; killed: {} workers, PostgreSQL {} times, Temporal {} times",
        operations.len(),
        killed[0],
        killed[1],
        killed[2]
    ));
    if temporal.is_none() {
        outcome.not_asked("Temporal is killed, which no check needs");
    }
    outcome.promise(operations.len() >= checks * 3 / 4, "most checks could be begun");
    let ended = end(&scene, &operations).await?;
    outcome.figure(format!("ended as {ended:?} after {:.0?}", started.elapsed()));
    let succeeded = ended.get("succeeded").copied().unwrap_or_default();
    outcome.promise(succeeded == operations.len(), "every check ends, and none fails");
    let results = results(&scene).await?;
    let doubled = operations.iter().filter(|one| results.get(&one.replace("op_", "bkc_")) != Some(&1)).count();
    outcome.promise(doubled == 0, format!("every check has one result ({doubled} have not)"));
    drop(worker);
    outcome.promise(before == content(scene.workplace.path())?, "no file of a repository is changed");
    Ok(outcome)
}

struct Faults<'a> {
    scene: &'a Scene,
    settings: &'a [&'a str],
    temporal: Option<&'a Temporal>,
}

impl Faults<'_> {
    /// Begins checks, and kills a worker, PostgreSQL or Temporal after each. Returns the begun checks, the number of kills
    /// of each, and the last worker.
    async fn cause(
        &self,
        repositories: &[String],
        checks: usize,
    ) -> anyhow::Result<(Vec<String>, [u32; 3], ServerProcess)> {
        let mut worker = self.scene.worker_with(self.settings).await?;
        let (mut operations, mut killed) = (vec![], [0; 3]);
        for number in 0..checks {
            // PostgreSQL may be down.
            if let Ok(operation) = self.scene.begin(&repositories[number % repositories.len()]).await {
                operations.push(operation);
            }
            match (number % 4, self.temporal) {
                (1, _) => {
                    drop(worker);
                    killed[0] += 1;
                    worker = self.scene.worker_with(self.settings).await?;
                }
                (3, _) => {
                    self.scene.stage.postgres.kill()?;
                    self.scene.stage.postgres.start_again().await?;
                    killed[1] += 1;
                    wait_for_server(self.scene).await?;
                }
                (2, Some(temporal)) => {
                    temporal.kill()?;
                    revive(temporal).await?;
                    killed[2] += 1;
                }
                _ => {}
            }
        }
        Ok((operations, killed, worker))
    }
}

async fn wait_for_server(scene: &Scene) -> anyhow::Result<()> {
    for _ in 0..100 {
        if scene.client.get("/api/backup/config").await.status == 200 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    anyhow::bail!("the server does not recover")
}

/// The number of operations by their final status.
async fn end(scene: &Scene, operations: &[String]) -> anyhow::Result<BTreeMap<String, usize>> {
    let until = Instant::now() + LONGEST;
    let mut ended = BTreeMap::new();
    for operation in operations {
        loop {
            ensure!(Instant::now() < until, "{operation} does not end");
            let seen = scene.client.get(&format!("/api/operations?id={operation}&wait=10")).await.expect(200).body;
            let status = seen["status"].as_str().unwrap_or_default().to_owned();
            if !matches!(status.as_str(), "pending" | "running") {
                *ended.entry(status).or_default() += 1;
                break;
            }
        }
    }
    Ok(ended)
}

/// The number of results by their ids.
async fn results(scene: &Scene) -> anyhow::Result<BTreeMap<String, usize>> {
    let (mut found, mut cursor): (BTreeMap<String, usize>, Option<String>) = (BTreeMap::new(), None);
    loop {
        let more = cursor.as_ref().map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let page: Value = scene.client.get(&format!("/api/backup/checks?limit=200{more}")).await.expect(200).body;
        for check in page["data"].as_array().into_iter().flatten() {
            *found.entry(check["id"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
        }
        match page["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => return Ok(found),
        }
    }
}
