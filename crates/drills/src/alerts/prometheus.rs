//! A Prometheus in a directory and on a port of its own.

use super::holds_within;
use anyhow::{Context, ensure};
use reqwest::Client;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs::{self, File},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/prometheus");

/// The time within which Prometheus must start.
const START: Duration = Duration::from_secs(30);

/// Runs promtool in a folder.
pub fn tool(folder: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let output = Command::new(SCRIPT).arg("tool").args(arguments).current_dir(folder).stdin(Stdio::null()).output()?;
    let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "promtool {}: {printed}{errors}", arguments.join(" "));
    Ok(())
}

/// Killed when dropped.
pub struct Prometheus {
    child: Child,
    directory: PathBuf,
    base: String,
    http: Client,
}

impl Prometheus {
    /// Scrapes a server and a worker every second.
    pub async fn start(rules: &str, server: &str, worker: &str) -> anyhow::Result<Prometheus> {
        let directory = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        fs::create_dir_all(&directory)?;
        fs::write(directory.join("rules.yml"), rules)?;
        let target = |job: &str, url: &str| {
            let address = url.trim_start_matches("http://");
            format!("  - job_name: {job}\n    static_configs: [{{targets: [\"{address}\"]}}]\n")
        };
        let config = format!(
            "global: {{scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}}\n\
             rule_files: [rules.yml]\n\
             scrape_configs:\n{}{}",
            target("tenant-control-serve", server),
            target("tenant-control-work", worker)
        );
        fs::write(directory.join("prometheus.yml"), config)?;
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let log = File::create(directory.join("log"))?;
        let child = Command::new(SCRIPT)
            .args(["server", "--config.file=prometheus.yml", "--storage.tsdb.path=data", "--log.level=warn"])
            .arg(format!("--web.listen-address={address}"))
            .current_dir(&directory)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .context("scripts/prometheus")?;
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(10)).build()?;
        let prometheus = Prometheus { child, directory, base: format!("http://{address}"), http };
        // Both targets were scraped.
        let ready = holds_within(START, async || anyhow::Ok(prometheus.up().await.is_ok_and(|up| up == 2))).await?;
        ensure!(ready, "Prometheus: {}", fs::read_to_string(prometheus.directory.join("log"))?);
        Ok(prometheus)
    }

    async fn get(&self, path: &str) -> anyhow::Result<Value> {
        let response = self.http.get(format!("{}{path}", self.base)).send().await?.error_for_status()?;
        Ok(response.json().await?)
    }

    /// The number of targets that were scraped.
    async fn up(&self) -> anyhow::Result<usize> {
        let targets = self.get("/api/v1/targets?state=active").await?;
        let targets = targets["data"]["activeTargets"].as_array().context("targets")?;
        Ok(targets.iter().filter(|target| target["health"] == "up").count())
    }

    /// The alerts that fire.
    async fn firing(&self) -> anyhow::Result<BTreeSet<String>> {
        let alerts = self.get("/api/v1/alerts").await?;
        let alerts = alerts["data"]["alerts"].as_array().context("alerts")?;
        let firing = alerts.iter().filter(|alert| alert["state"] == "firing");
        Ok(firing.filter_map(|alert| Some(alert["labels"]["alertname"].as_str()?.to_owned())).collect())
    }

    /// The alerts that still fire after this time. Returns earlier, without any, once no alert fires.
    pub async fn is_quiet_within(&self, limit: Duration) -> anyhow::Result<BTreeSet<String>> {
        holds_within(limit, async || anyhow::Ok(self.firing().await?.is_empty())).await?;
        self.firing().await
    }

    pub async fn until_firing(&self, alert: &str, limit: Duration) -> anyhow::Result<()> {
        let fires = holds_within(limit, async || anyhow::Ok(self.firing().await?.contains(alert))).await?;
        ensure!(fires, "{alert} does not fire within {} s; {:?} do", limit.as_secs(), self.firing().await?);
        Ok(())
    }

    pub async fn until_quiet(&self, alert: &str, limit: Duration) -> anyhow::Result<()> {
        let quiet = holds_within(limit, async || anyhow::Ok(!self.firing().await?.contains(alert))).await?;
        ensure!(quiet, "{alert} still fires {} s after its fault was fixed", limit.as_secs());
        Ok(())
    }

    /// The given metrics that no target exports.
    pub async fn missing(&self, metrics: &BTreeSet<String>) -> anyhow::Result<Vec<String>> {
        let known = self.get("/api/v1/label/__name__/values").await?;
        let known: BTreeSet<&str> =
            known["data"].as_array().context("names")?.iter().filter_map(Value::as_str).collect();
        Ok(metrics.iter().filter(|metric| !known.contains(metric.as_str())).cloned().collect())
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}
