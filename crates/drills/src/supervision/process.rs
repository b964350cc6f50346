//! A process whose tasks are broken, and what the operator sees of it.

use crate::stage::Stage;
use anyhow::{Context, ensure};
use reqwest::header::ACCEPT;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fmt,
    process::Stdio,
    time::{Duration, Instant},
};
use testkit::{Database, ServerProcess, binary, master_key_file};
use tokio::{process::Command, time::sleep};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Panic,
    Hang,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Panic => "panic",
            Kind::Hang => "hang",
        }
    }
}

/// The wanted state of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Up {
    Yes,
    No,
}

/// How the processes are started.
pub struct Settings {
    pub redis_url: String,
    pub temporal_url: String,
}

impl Settings {
    fn common(&self) -> Vec<&str> {
        vec!["--inject-faults", "--redis-url", &self.redis_url, "--last-use-seconds", "1", "--log", "warn"]
    }

    pub async fn server(&self, stage: &Stage) -> anyhow::Result<Process> {
        Process::new("serve", ServerProcess::start(&stage.database, &self.common()).await?)
    }

    pub async fn worker(&self, stage: &Stage) -> anyhow::Result<Process> {
        let mut settings = self.common();
        settings.extend(["--temporal-url", &self.temporal_url]);
        Process::new("work", ServerProcess::start_worker(&stage.database, &settings).await?)
    }
}

pub struct Process {
    /// `serve` or `work`.
    role: &'static str,
    process: ServerProcess,
    http: reqwest::Client,
}

fn client() -> anyhow::Result<reqwest::Client> {
    Ok(reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build()?)
}

impl Process {
    fn new(role: &'static str, process: ServerProcess) -> anyhow::Result<Process> {
        Ok(Process { role, process, http: client()? })
    }

    pub fn base(&self) -> String {
        self.process.base.clone()
    }

    pub async fn stop(self) -> anyhow::Result<()> {
        self.process.stop().await
    }

    pub async fn tasks(&self) -> anyhow::Result<BTreeSet<String>> {
        let listed = self.http.get(format!("{}/faults", self.process.ops)).send().await?.error_for_status()?;
        Ok(listed.text().await?.lines().map(str::to_owned).collect())
    }

    pub async fn inject(&self, task: &str, kind: Kind) -> anyhow::Result<()> {
        let url = format!("{}/faults?task={task}&kind={}", self.process.ops, kind.name());
        self.http.post(url).send().await?.error_for_status()?;
        Ok(())
    }

    pub async fn metrics(&self) -> anyhow::Result<Metrics> {
        Ok(Metrics(self.http.get(format!("{}/metrics", self.process.ops)).send().await?.text().await?))
    }

    /// Waits until all of these tasks run, or none of them.
    pub async fn until(&self, tasks: [&str; 2], up: Up) -> anyhow::Result<()> {
        let started = Instant::now();
        loop {
            let metrics = self.metrics().await?;
            if tasks.iter().all(|task| metrics.is_up(task) == (up == Up::Yes)) {
                return Ok(());
            }
            ensure!(started.elapsed() < Duration::from_secs(60), "{tasks:?} are never {up:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// The metrics of a process.
pub struct Metrics(String);

impl Metrics {
    /// The sum of a metric over all labels but the task.
    fn sum(&self, name: &str, task: &str) -> f64 {
        let (start, label) = (format!("{name}{{"), format!("task=\"{task}\""));
        let lines = self.0.lines().filter(|line| line.starts_with(&start) && line.contains(&label));
        lines.filter_map(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok()).sum()
    }

    pub fn restarts(&self, task: &str) -> f64 {
        self.sum("background_restarts_total", task)
    }

    pub fn is_up(&self, task: &str) -> bool {
        self.sum("background_up", task) >= 1.0
    }

    /// The task is not up, or was restarted since.
    pub fn show_fault(&self, task: &str, restarts_before: f64) -> bool {
        self.restarts(task) > restarts_before || !self.is_up(task)
    }
}

/// Looks at the status page of one server, and calls `doctor`.
pub struct Operator {
    http: reqwest::Client,
    page: String,
    database: Database,
}

/// The status page and the output of `doctor`.
pub struct Looked {
    part: Value,
    /// The line of `doctor` about background tasks.
    line: String,
    wrong: bool,
}

impl Operator {
    pub fn new(database: &Database, server: &Process) -> anyhow::Result<Operator> {
        let page = format!("{}/status/", server.process.base);
        Ok(Operator { http: client()?, page, database: database.clone() })
    }

    pub async fn look(&self) -> anyhow::Result<Looked> {
        let report: Value = self.http.get(&self.page).header(ACCEPT, "application/json").send().await?.json().await?;
        let mut parts = report["parts"].as_array().into_iter().flatten();
        let part = parts.find(|part| part["name"] == "background").context("background tasks are a part")?.clone();
        let mut command = Command::new(binary()?);
        command.arg("doctor").env_clear().stdin(Stdio::null()).stderr(Stdio::null());
        command.env("TC_DATABASE_URL", self.database.url("app"));
        command.env("TC_SYSTEM_DATABASE_URL", self.database.url("app_system"));
        command.env("TC_MASTER_KEY_FILE", master_key_file());
        command.env("TC_LISTEN", "127.0.0.1:0").env("TC_OPS_LISTEN", "127.0.0.1:0");
        let output = command.output().await?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| line.contains("Background tasks:")).context("doctor looks at tasks")?;
        Ok(Looked { part, line: line.to_owned(), wrong: line.starts_with("WRONG") && !output.status.success() })
    }
}

impl fmt::Display for Looked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page says {} and doctor {}", self.part["status"], self.line)
    }
}

impl Looked {
    pub fn is_well(&self) -> bool {
        self.part["status"] == "operational" && self.line.starts_with("ok")
    }

    /// True if the page and `doctor` both report the task of this process as failing.
    pub fn shows(&self, process: &Process, task: &str) -> bool {
        let mut tasks = self.part["tasks"].as_array().into_iter().flatten();
        let state = tasks.find(|one| one["name"] == task).map(|one| one["state"].clone()).unwrap_or_default();
        let troubled = ["restarted", "failing", "stalled", "restarting"].iter().any(|trouble| state == *trouble);
        let (role, pid) = (process.role, process.process.pid());
        let (of_task, of_process) = (format!("{task} in {role} on "), format!(":{pid} is "));
        let named = self.line.split("; ").any(|one| one.contains(&of_task) && one.contains(&of_process));
        troubled && self.part["status"] == "degraded" && named && self.wrong
    }
}
