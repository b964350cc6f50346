//! A process whose tasks are made to fail, and the reports of its state to the operator.

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

/// The settings of the processes.
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
    pub async fn wait_until(&self, tasks: [&str; 2], up: Up) -> anyhow::Result<()> {
        let started = Instant::now();
        loop {
            let metrics = self.metrics().await?;
            if tasks.iter().all(|task| metrics.is_up(task) == (up == Up::Yes)) {
                return Ok(());
            }
            ensure!(started.elapsed() < Duration::from_secs(60), "{tasks:?} do not become up: {up:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// The metrics of a process.
pub struct Metrics(String);

impl Metrics {
    /// The sum of a metric of the task over all other labels.
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

    /// True if the task is not up, or was restarted since.
    pub fn shows_fault(&self, task: &str, restarts_before: f64) -> bool {
        self.restarts(task) > restarts_before || !self.is_up(task)
    }
}

/// Reads the status page of one server, and runs `doctor`.
pub struct Operator {
    http: reqwest::Client,
    page: String,
    database: Database,
}

/// The status page and the output of `doctor`.
pub struct Report {
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

    pub async fn read(&self) -> anyhow::Result<Report> {
        let page: Value = self.http.get(&self.page).header(ACCEPT, "application/json").send().await?.json().await?;
        let mut parts = page["parts"].as_array().into_iter().flatten();
        let part = parts
            .find(|part| part["name"] == "background")
            .context("the page has no part for background tasks")?
            .clone();
        let mut command = Command::new(binary()?);
        command.arg("doctor").env_clear().stdin(Stdio::null()).stderr(Stdio::null());
        command.env("TC_DATABASE_URL", self.database.url("app"));
        command.env("TC_SYSTEM_DATABASE_URL", self.database.url("app_system"));
        command.env("TC_MASTER_KEY_FILE", master_key_file());
        command.env("TC_LISTEN", "127.0.0.1:0").env("TC_OPS_LISTEN", "127.0.0.1:0");
        let output = command.output().await?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text
            .lines()
            .find(|line| line.contains("Background tasks:"))
            .context("doctor has no line for background tasks")?;
        Ok(Report { part, line: line.to_owned(), wrong: line.starts_with("WRONG") && !output.status.success() })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page says {} and doctor {}", self.part["status"], self.line)
    }
}

impl Report {
    pub fn is_healthy(&self) -> bool {
        self.part["status"] == "operational" && self.line.starts_with("ok")
    }

    /// True if the page and `doctor` both report the task of this process as failing.
    pub fn shows(&self, process: &Process, task: &str) -> bool {
        let mut tasks = self.part["tasks"].as_array().into_iter().flatten();
        let state = tasks.find(|one| one["name"] == task).map(|one| one["state"].clone()).unwrap_or_default();
        let is_failing = ["restarted", "failing", "stalled", "restarting"].iter().any(|failing| state == *failing);
        let (role, pid) = (process.role, process.process.pid());
        let (of_task, of_process) = (format!("{task} in {role} on "), format!(":{pid} is "));
        let is_named = self.line.split("; ").any(|one| one.contains(&of_task) && one.contains(&of_process));
        is_failing && self.part["status"] == "degraded" && is_named && self.wrong
    }
}
