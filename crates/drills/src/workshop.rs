//! The environment of the drills about workflows: a stage with a Temporal, a server and workers, and customers who
//! write definitions, run them and decide approvals.

use crate::{
    stage::Stage,
    workflows::{RUNS, TRIGGER, WORKFLOWS},
};
use anyhow::{Context, ensure};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Answer, Client, ServerProcess, Temporal};

/// The drill starts and stops its workers.
pub struct Workshop {
    pub server: ServerProcess,
    pub temporal: Temporal,
    pub stage: Stage,
    flags: Vec<String>,
}

impl Workshop {
    /// `postgres` are PostgreSQL's settings, `flags` those of the server and of its workers.
    pub async fn open(postgres: &str, flags: &[&str]) -> anyhow::Result<Workshop> {
        let stage = Stage::set(postgres).await?;
        let temporal = Temporal::start()?;
        let url = temporal.url();
        let flags: Vec<String> = ["--temporal-url", &url].iter().chain(flags).map(ToString::to_string).collect();
        let server = ServerProcess::start(&stage.database, &texts(&flags)).await?;
        Ok(Workshop { server, temporal, stage, flags })
    }

    pub async fn worker(&self) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_worker(&self.stage.database, &texts(&self.flags)).await
    }

    /// A new tenant with a key, and a person who may decide approvals.
    pub async fn customer(&self, label: &str) -> anyhow::Result<Customer> {
        let tenant = self.stage.tenant(label).await?;
        let client = self.server.client(&tenant.key);
        let approver = self.server.client(&self.stage.person(tenant.tenant, "owner").await.1);
        Ok(Customer { client, approver })
    }
}

fn texts(flags: &[String]) -> Vec<&str> {
    flags.iter().map(String::as_str).collect()
}

pub struct Customer {
    pub client: Client,
    /// A person who is not the one who starts runs.
    pub approver: Client,
}

impl Customer {
    pub async fn write(&self, name: &str, definition: &str) -> Answer {
        self.client.post(WORKFLOWS, json!({"name": name, "definition": definition})).await
    }

    /// Starts a run, and returns its id.
    pub async fn start(&self, workflow: &str, input: &Value) -> String {
        self.client.post(TRIGGER, json!({"workflow": workflow, "input": input})).await.expect(202).id()
    }

    /// Returns a run with its steps and approvals, when it has ended or after this many seconds.
    pub async fn run(&self, id: &str, wait: u64) -> Value {
        self.client.get(&format!("{RUNS}?id={id}&wait={wait}")).await.expect(200).body
    }

    /// Waits until the run has ended, and returns it.
    pub async fn ended(&self, id: &str, timeout: Duration) -> anyhow::Result<Value> {
        let started = Instant::now();
        loop {
            let run = self.run(id, 5).await;
            if is_over(&run) {
                return Ok(run);
            }
            ensure!(started.elapsed() < timeout, "{id} has not ended: {run:#}");
        }
    }

    /// Approves every pending request of the run. Returns their number.
    pub async fn approve(&self, run: &Value, comment: &str) -> anyhow::Result<usize> {
        let pending = run["approvals"].as_array().into_iter().flatten().filter(|one| one["status"] == "pending");
        let mut approved = 0;
        for approval in pending {
            let target = format!("{RUNS}?id={}", run["id"].as_str().context("a run has an id")?);
            let decision = json!({"action": "approve", "approval_id": approval["id"], "comment": comment});
            self.approver.send(Method::PATCH, &target, Some(decision)).await.expect(200);
            approved += 1;
        }
        Ok(approved)
    }
}

pub fn is_over(run: &Value) -> bool {
    !["queued", "running", "waiting", "waiting_approval"].iter().any(|status| run["status"] == *status)
}
