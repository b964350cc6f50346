//! The common setup of the drills about backups: a server, a worker, customers with a device each, and repositories on real
//! backends.

use crate::stage::Stage;
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Client, ServerProcess};
use testrestic::{ACCESS_KEY_ID, PASSWORD, REGION, SECRET_ACCESS_KEY, Workplace};

pub const REPOSITORIES: &str = "/api/backup/repositories";

/// The timeout of one check.
const LONGEST: Duration = Duration::from_secs(120);

pub struct Scene {
    pub stage: Stage,
    pub workplace: Workplace,
    pub client: Client,
    pub server: ServerProcess,
}

impl Scene {
    pub async fn set() -> anyhow::Result<Scene> {
        Scene::set_with("-c fsync=off", &[]).await
    }

    /// `postgres` are PostgreSQL's settings, `settings` further ones of the server.
    pub async fn set_with(postgres: &str, settings: &[&str]) -> anyhow::Result<Scene> {
        let (stage, workplace) = (Stage::set(postgres).await?, Workplace::new()?);
        let flags = Scene::flags(&workplace);
        let flags = [&flags.each_ref().map(String::as_str), settings].concat();
        let server = ServerProcess::start(&stage.database, &flags).await?;
        let tenant = stage.tenant("backup").await?;
        let client = server.client(&tenant.key);
        // All packs are read by each check, unless a customer has other settings.
        let config = json!({"config": {"verification": {"integrity_every_days": 1}, "alerts": {"open_ticket": true}}});
        client.put("/api/backup/config", config).await.expect(200);
        Ok(Scene { stage, workplace, client, server })
    }

    fn flags(workplace: &Workplace) -> [String; 4] {
        let root = workplace.path().to_string_lossy().into_owned();
        ["--log".to_owned(), "warn".to_owned(), "--backup-roots".to_owned(), root]
    }

    pub async fn worker(&self) -> anyhow::Result<ServerProcess> {
        self.worker_with(&[]).await
    }

    /// A worker with further settings.
    pub async fn worker_with(&self, settings: &[&str]) -> anyhow::Result<ServerProcess> {
        let flags = Scene::flags(&self.workplace);
        let flags = [&flags.each_ref().map(String::as_str), settings].concat();
        ServerProcess::start_worker(&self.stage.database, &flags).await
    }

    /// A customer with one server of the same name: the ids of both.
    pub async fn customer(&self, name: &str) -> (String, String) {
        let organization = self.client.post("/api/rmm/organizations", json!({"name": name})).await.expect(201).id();
        let new = json!({"name": name, "hostname": name, "organization_id": organization, "type": "server"});
        let device = self.client.post("/api/rmm/devices", new).await.expect(201).id();
        (organization, device)
    }

    /// Adds a repository, which is checked soon.
    pub async fn repository(&self, name: &str, organization: &str, location: &str, changes: &Value) -> String {
        let mut new = json!({"name": name, "organization_id": organization, "url": location, "password": PASSWORD,
            "expected": {"offsite": true}});
        if location.starts_with("s3:") {
            new["credentials"] = json!({"id": ACCESS_KEY_ID, "secret": SECRET_ACCESS_KEY, "region": REGION});
        }
        for (field, value) in changes.as_object().into_iter().flatten() {
            new[field] = value.clone();
        }
        self.client.post(REPOSITORIES, new).await.expect(201).id()
    }

    /// Waits until the last check of a repository is another one than `before`, and returns it.
    pub async fn checked(&self, repository: &str, before: Option<&str>) -> anyhow::Result<Value> {
        let until = Instant::now() + LONGEST;
        while Instant::now() < until {
            let found = self.client.get(&format!("{REPOSITORIES}?id={repository}")).await.expect(200).body;
            let check = &found["last_check"];
            if check["id"].as_str().is_some_and(|id| Some(id) != before) {
                return Ok(check.clone());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        None.context("a check does not end")
    }

    /// Begins a check and returns its operation.
    pub async fn begin(&self, repository: &str) -> anyhow::Result<String> {
        for _ in 0..600 {
            let begun = self.client.post(&format!("{REPOSITORIES}/check?id={repository}"), json!({})).await;
            match begun.status.as_u16() {
                202 => return Ok(begun.id()),
                // A check of the schedule is active, or the tenant has as many as it may have.
                409 | 429 => tokio::time::sleep(Duration::from_millis(200)).await,
                status => anyhow::bail!("{status}: {:#}", begun.body),
            }
        }
        None.context("no check can be begun")
    }

    /// Checks a repository and returns the result.
    pub async fn check(&self, repository: &str) -> anyhow::Result<Value> {
        let operation = self.begin(repository).await?;
        let until = Instant::now() + LONGEST;
        while Instant::now() < until {
            let seen = self.client.get(&format!("/api/operations?id={operation}&wait=20")).await.expect(200).body;
            match seen["status"].as_str() {
                Some("succeeded") => {
                    let target = format!("/api/backup/checks?id={}", operation.replace("op_", "bkc_"));
                    return Ok(self.client.get(&target).await.expect(200).body);
                }
                Some("pending" | "running") => {}
                _ => anyhow::bail!("a check ends as {seen:#}"),
            }
        }
        None.context("a check does not end")
    }

    /// The posture of a customer.
    pub async fn posture(&self, organization: &str) -> anyhow::Result<Value> {
        let target = format!("/api/backup/customer-aggregate?organization_id={organization}&include=at_risk");
        let body = self.client.get(&target).await.expect(200).body;
        ensure!(body["data"].as_array().is_some_and(|data| data.len() == 1), "{body:#}");
        Ok(body["data"][0].clone())
    }

    /// The problems of a customer that have an unresolved ticket.
    pub async fn open_tickets(&self, organization: &str) -> Vec<String> {
        let target = format!("/api/psa/tickets?organization_id={organization}&limit=200");
        let tickets = self.client.get(&target).await.expect(200).body;
        let prefix = format!("tenant-control:backup:{organization}:");
        let open = tickets["data"].as_array().into_iter().flatten().filter(|ticket| ticket["status"] == "new");
        let causes = open.filter_map(|ticket| ticket["dedup"]["key"].as_str()?.strip_prefix(&prefix));
        let mut causes: Vec<String> = causes.map(str::to_owned).collect();
        causes.sort();
        causes
    }
}

/// The codes of a check's findings, in order and once each.
pub fn codes(check: &Value) -> Vec<String> {
    let findings = check["findings"].as_array().into_iter().flatten();
    let mut codes: Vec<String> = findings.filter_map(|finding| Some(finding["code"].as_str()?.to_owned())).collect();
    codes.sort();
    codes.dedup();
    codes
}
