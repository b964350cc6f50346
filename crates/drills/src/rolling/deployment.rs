//! Three servers behind a load balancer, and a worker. Each keeps its own address, as on four machines.

use super::{balancer::Balancer, load::Tenant};
use crate::chaos::keep_log;
use anyhow::{Context, ensure};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::{path::PathBuf, process::Stdio};
use testkit::{Database, Place, Role, ServerProcess, master_key_file};
use tokio::process::Command;

/// How long a server still serves after SIGTERM. HAProxy needs two checks, which are 250 ms apart, to notice it.
const NOTICE: [&str; 2] = ["--shutdown-notice-seconds", "3"];

const SERVERS: usize = 3;

/// The last one is the only worker: while it is replaced, nothing is delivered.
const ADDRESSES: [&str; SERVERS + 1] = ["127.0.0.11", "127.0.0.12", "127.0.0.13", "127.0.0.14"];

/// The number of objects to read, for each tenant.
const ORGANIZATIONS: usize = 5;

/// A version of the program.
pub struct Version {
    program: PathBuf,
}

impl Version {
    pub fn new(program: PathBuf) -> Version {
        Version { program }
    }

    /// Runs one of its commands, and returns the output.
    pub async fn run(&self, database: &Database, arguments: &[&str]) -> anyhow::Result<String> {
        let output = Command::new(&self.program)
            .args(arguments)
            .env_clear()
            .env("TC_DATABASE_URL", database.url("app"))
            .env("TC_SYSTEM_DATABASE_URL", database.url("app_system"))
            .env("TC_MIGRATION_DATABASE_URL", database.url("migrator"))
            .env("TC_MASTER_KEY_FILE", master_key_file())
            .stdin(Stdio::null())
            .output()
            .await
            .with_context(|| self.program.display().to_string())?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{} failed: {errors}", arguments.join(" "));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// The last process is the worker.
    async fn start(&self, database: &Database, place: &Place, number: usize) -> anyhow::Result<ServerProcess> {
        let role = if number < SERVERS { Role::Serve } else { Role::Work };
        ServerProcess::start_in(place, role, &self.program, database, &NOTICE).await
    }
}

pub struct Deployment {
    pub balancer: Balancer,
    pub database: Database,
    places: Vec<Place>,
    processes: Vec<ServerProcess>,
}

impl Deployment {
    pub async fn start(database: &Database, version: &Version) -> anyhow::Result<Deployment> {
        let places = ADDRESSES.iter().map(|address| Place::at(address)).collect::<anyhow::Result<Vec<_>>>()?;
        let mut processes = vec![];
        for (number, place) in places.iter().enumerate() {
            processes.push(version.start(database, place, number).await?);
        }
        let balancer = Balancer::start(&places[..SERVERS]).await?;
        Ok(Deployment { balancer, database: database.clone(), places, processes })
    }

    /// Replaces one process after the other, as `systemctl restart` does. The next one is stopped when requests are sent to
    /// this one again. Returns the number of replaced processes.
    pub async fn replace_all(&mut self, version: &Version) -> anyhow::Result<usize> {
        for (number, place) in self.places.iter().enumerate() {
            self.processes.remove(number).stop().await.with_context(|| format!("stopping process {number}"))?;
            self.processes.insert(number, version.start(&self.database, place, number).await?);
            if number < SERVERS {
                self.balancer.until_up(number).await?;
            }
        }
        Ok(self.places.len())
    }

    /// The number of migrations that are applied.
    pub async fn migrations(&self) -> anyhow::Result<i64> {
        Ok(self.database.root().await.query_one("select count(*) from app.migrations", &[]).await?.get(0))
    }

    /// Tenants that have some customers and an endpoint for the events of new ones. The old version creates them,
    /// because the statements of this program may not fit its schema, and its API may differ.
    pub async fn tenants(&self, version: &Version, sink: &str, count: usize) -> anyhow::Result<Vec<Tenant>> {
        let limit = "6000000/60";
        version.run(&self.database, &["plan", "set", "standard", "--key", limit, "--tenant", limit]).await?;
        let mut tenants = vec![];
        for number in 0..count {
            let (name, domain) = (format!("Tenant {number}"), format!("t{number}.example"));
            let new = ["tenant", "create", "--name", &name, "--domain", &domain, "--environment", "non_production"];
            let key = version.run(&self.database, &new).await?;
            let mut organizations = vec![];
            for number in 0..ORGANIZATIONS {
                let new = json!({"name": format!("Customer {number}")});
                organizations.push(self.create(&key, "/api/rmm/organizations", &new).await?);
            }
            let endpoint = json!({"name": "Receiver", "url": sink, "events": ["organization.created"]});
            self.create(&key, "/api/admin/webhooks", &endpoint).await?;
            tenants.push(Tenant { key, organizations });
        }
        Ok(tenants)
    }

    /// The id of a new object.
    async fn create(&self, key: &str, path: &str, new: &Value) -> anyhow::Result<String> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let url = format!("{}{path}", self.balancer.base);
        let answer = http.post(url).bearer_auth(key).json(new).send().await?;
        let (status, body) = (answer.status(), answer.text().await?);
        ensure!(status == StatusCode::CREATED, "{path}: {status} {body}");
        let created: Value = serde_json::from_str(&body)?;
        Ok(created["id"].as_str().context("a new object has an id")?.to_owned())
    }

    /// Keeps the logs of all processes, to find the cause of a failure.
    pub fn keep_logs(&self) {
        self.processes.iter().for_each(|process| keep_log(process, "rolling"));
    }
}
