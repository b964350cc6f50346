//! The Helm chart, without a cluster: it is linted, validated with default and with all values, and the difference of an upgrade
//! is that of its image. Its probes are sent to real processes as the kubelet would, with the chart's thresholds, while PostgreSQL is
//! down and before its schema is migrated.
//!
//! The short form shortens the periods of the probes, but not their timeouts.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::{Client, Database, ServerProcess, binary, master_key_file};
use tokio::{process::Command, task::JoinHandle, time::sleep};

const ROLES: [&str; 3] = ["serve", "work", "ingest"];

/// The duration of the outage of PostgreSQL, in the time of the kubelet.
const OUTAGE: Duration = Duration::from_secs(300);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    check(&mut outcome).await?;
    let probes: Value = serde_json::from_str(&script("probes").await?)?;
    let stage = Stage::set("-c fsync=off").await?;
    first_migration(&stage, &probes, &mut outcome).await?;
    outage(&stage, &probes, size, &mut outcome).await?;
    Ok(outcome)
}

async fn check(outcome: &mut Outcome) -> anyhow::Result<()> {
    let output = script("check").await?;
    let found: Value = serde_json::from_str(output.lines().last().context("scripts/chart check printed nothing")?)?;
    let (default, full) = (&found["default"], &found["full"]);
    outcome.figure(format!(
        "{default} resources by default, {full} with all values, {} changes refused",
        found["refused"]
    ));
    outcome.promise(default.as_u64() > Some(0) && full.as_u64() > default.as_u64(), "both sets of values are valid");
    outcome.promise(found["hooks"] == 0, "the chart has no hooks");
    let wrong = found["wrong"].as_array().context("scripts/chart check lists the wrong changes")?;
    let paths = found["changed"].as_array().map_or(0, Vec::len);
    outcome.figure(format!("an upgrade changes {paths} fields and the name of the Job"));
    outcome.promise(wrong.is_empty(), format!("an upgrade changes the image and its version only (not {wrong:?})"));
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

async fn script(command: &str) -> anyhow::Result<String> {
    let output = Command::new(root().join("scripts/chart")).arg(command).stdin(Stdio::null()).output().await?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "scripts/chart {command} failed:\n{errors}");
    Ok(String::from_utf8(output.stdout)?)
}

/// Checks that a pod that is started before the migration is alive but not routable, and is routable soon after it.
async fn first_migration(stage: &Stage, probes: &Value, outcome: &mut Outcome) -> anyhow::Result<()> {
    let database = Database { port: stage.postgres.port, name: "not_migrated".to_owned() };
    stage.database.root().await.batch_execute("create database not_migrated owner migrator").await?;
    let ops = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let _pod = Command::new(binary()?)
        .args(["serve", "--listen", "127.0.0.1:0", "--ops-listen", &ops])
        .env_clear()
        .env("TC_DATABASE_URL", database.url("app"))
        .env("TC_SYSTEM_DATABASE_URL", database.url("app_system"))
        .env("TC_MASTER_KEY_FILE", master_key_file())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let base = format!("http://{ops}");
    let (startup, readiness) = (Probe::of(probes, "serve", "startup")?, Probe::of(probes, "serve", "readiness")?);
    let started = Instant::now();
    while !startup.succeeds(&base).await {
        ensure!(started.elapsed() < startup.period * startup.failures, "the startup probe would restart the pod");
        sleep(Duration::from_millis(50)).await;
    }
    outcome.promise(!readiness.succeeds(&base).await, "a pod is not routable before the migration");
    let migrated = Command::new(binary()?)
        .arg("migrate")
        .env_clear()
        .env("TC_MIGRATION_DATABASE_URL", database.url("migrator"))
        .stdin(Stdio::null())
        .output()
        .await?;
    ensure!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    let applied = Instant::now();
    while !readiness.succeeds(&base).await && applied.elapsed() < Duration::from_secs(10) {
        sleep(Duration::from_millis(50)).await;
    }
    outcome.promise(readiness.succeeds(&base).await, "a pod is routable after the migration");
    outcome.figure(format!("routable {} ms after the migration", applied.elapsed().as_millis()));
    Ok(())
}

async fn outage(stage: &Stage, probes: &Value, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let speed = size.pick(1, 30);
    let pods = [
        ServerProcess::start(&stage.database, &[]).await?,
        ServerProcess::start_worker(&stage.database, &[]).await?,
        ServerProcess::start_listener(&stage.database, &[]).await?,
    ];
    let client = pods[0].client(&stage.tenant("outage").await?.key);
    client.get("/api/rmm/organizations").await.expect(200);
    let mut kubelets = vec![];
    for (role, pod) in ROLES.iter().zip(&pods) {
        kubelets.push(Kubelet::start(probes, role, &pod.ops, speed)?);
    }
    // The pods are routable before PostgreSQL stops.
    sleep(Duration::from_secs(1)).await;
    let early = count(&kubelets, |kubelet| &kubelet.unready);
    stage.postgres.stop()?;
    let refused = call(&client, OUTAGE / speed).await;
    let (restarts, unready) =
        (count(&kubelets, |kubelet| &kubelet.restarts), count(&kubelets, |kubelet| &kubelet.unready));
    stage.postgres.start_again().await?;
    let back = Instant::now();
    while client.get("/api/rmm/organizations").await.status != 200 {
        ensure!(back.elapsed() < Duration::from_secs(30), "requests do not succeed 30 s after PostgreSQL is back");
        sleep(Duration::from_millis(50)).await;
    }
    let sent = count(&kubelets, |kubelet| &kubelet.sent);
    outcome.figure(format!(
        "PostgreSQL down for {} s ({speed} times as fast): {sent} probes, {restarts} restarts, {unready} times not routable",
        OUTAGE.as_secs()
    ));
    outcome.figure(format!("{} of {} requests 503 with Retry-After", refused.unavailable, refused.all));
    outcome.figure(format!("{} ms until they succeed again", back.elapsed().as_millis()));
    outcome.promise(early == 0, "pods are routable before the outage");
    outcome.promise(sent > 100, "the probes were sent");
    outcome.promise(restarts == 0, "probes restart no pod");
    outcome.promise(unready == 0, "probes take no pod out of service");
    outcome.promise(refused.all > 10 && refused.unavailable == refused.all, "every request is 503 with Retry-After");
    Ok(())
}

struct Refused {
    all: usize,
    /// 503 with `Retry-After`.
    unavailable: usize,
}

async fn call(client: &Client, during: Duration) -> Refused {
    let (started, mut refused) = (Instant::now(), Refused { all: 0, unavailable: 0 });
    while started.elapsed() < during {
        let response = client.get("/api/rmm/organizations").await;
        refused.all += 1;
        let has_retry_after = response.headers.get("retry-after").is_some();
        refused.unavailable += usize::from(response.status == 503 && has_retry_after);
        sleep(Duration::from_millis(100)).await;
    }
    refused
}

fn count(kubelets: &[Kubelet], of: impl Fn(&Kubelet) -> &Arc<AtomicUsize>) -> usize {
    kubelets.iter().map(|kubelet| of(kubelet).load(Ordering::SeqCst)).sum()
}

/// A probe of the chart.
struct Probe {
    path: String,
    period: Duration,
    /// Consecutive failures after which the kubelet acts.
    failures: u32,
    client: reqwest::Client,
}

impl Probe {
    fn of(probes: &Value, role: &str, kind: &str) -> anyhow::Result<Probe> {
        let found = &probes[role][kind];
        let number =
            |name: &str| found[name].as_u64().with_context(|| format!("{role} has no {kind} probe with {name}"));
        let timeout = Duration::from_secs(number("timeout")?);
        Ok(Probe {
            path: found["path"].as_str().context("a probe has a path")?.to_owned(),
            period: Duration::from_secs(number("period")?),
            failures: u32::try_from(number("failures")?)?,
            client: reqwest::Client::builder().no_proxy().timeout(timeout).build()?,
        })
    }

    /// As for the kubelet, every status from 200 to 399 is a success.
    async fn succeeds(&self, base: &str) -> bool {
        let response = self.client.get(format!("{base}{}", self.path)).send().await;
        response.is_ok_and(|response| (200..400).contains(&response.status().as_u16()))
    }
}

/// Sends the probes of a pod, and counts the actions that a kubelet would take.
struct Kubelet {
    sent: Arc<AtomicUsize>,
    restarts: Arc<AtomicUsize>,
    unready: Arc<AtomicUsize>,
    stopped: Arc<AtomicBool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Kubelet {
    fn start(probes: &Value, role: &str, base: &str, speed: u32) -> anyhow::Result<Kubelet> {
        let mut kubelet = Kubelet {
            sent: Arc::default(),
            restarts: Arc::default(),
            unready: Arc::default(),
            stopped: Arc::default(),
            tasks: vec![],
        };
        for (kind, acts) in [("liveness", kubelet.restarts.clone()), ("readiness", kubelet.unready.clone())] {
            let probe = Probe::of(probes, role, kind)?;
            let (base, sent, stopped) = (base.to_owned(), kubelet.sent.clone(), kubelet.stopped.clone());
            kubelet.tasks.push(tokio::spawn(async move {
                let mut failures = 0;
                while !stopped.load(Ordering::SeqCst) {
                    failures = if probe.succeeds(&base).await { 0 } else { failures + 1 };
                    sent.fetch_add(1, Ordering::SeqCst);
                    if failures == probe.failures {
                        acts.fetch_add(1, Ordering::SeqCst);
                        failures = 0;
                    }
                    sleep(probe.period / speed).await;
                }
            }));
        }
        Ok(kubelet)
    }
}

impl Drop for Kubelet {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}
