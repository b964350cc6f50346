//! Clients that store tickets and start runs while primaries are lost: each request is repeated until it is acknowledged,
//! and what was acknowledged is remembered.

use crate::workflows::TRIGGER;
use anyhow::{bail, ensure};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::{
    slice,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{task::JoinHandle, time::sleep};

pub const WORKFLOW: &str = "Tell, wait, open";

const WRITERS: usize = 4;
const WRITE_EVERY: Duration = Duration::from_millis(100);
const RUN_EVERY: Duration = Duration::from_secs(1);

/// A request that is not acknowledged within this time is lost.
const TIMEOUT: Duration = Duration::from_secs(120);

pub struct Load {
    http: Client,
    /// Of the servers.
    bases: Vec<String>,
    /// Of the tenants.
    keys: Vec<String>,
    /// Subjects of tickets.
    acknowledged: Mutex<Vec<String>>,
    writes: AtomicUsize,
    runs: AtomicUsize,
    again: AtomicUsize,
    ends: AtomicBool,
}

impl Load {
    pub fn new(bases: Vec<String>, keys: Vec<String>) -> anyhow::Result<Load> {
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(5)).build()?;
        Ok(Load {
            http,
            bases,
            keys,
            acknowledged: Mutex::default(),
            writes: AtomicUsize::new(0),
            runs: AtomicUsize::new(0),
            again: AtomicUsize::new(0),
            ends: AtomicBool::new(false),
        })
    }

    pub fn start(self: &Arc<Self>) -> Clients {
        let mut clients: Vec<_> = (0..WRITERS).map(|_| tokio::spawn(self.clone().write())).collect();
        clients.push(tokio::spawn(self.clone().start_runs()));
        Clients(clients)
    }

    /// Every request that was begun is acknowledged when this returns.
    pub async fn end(&self, mut clients: Clients) -> anyhow::Result<()> {
        self.ends.store(true, Ordering::Relaxed);
        for client in &mut clients.0 {
            client.await??;
        }
        Ok(())
    }

    /// How long after the loss every server has acknowledged a write that was begun after it.
    pub async fn back(&self, lost: Instant) -> anyhow::Result<Duration> {
        for base in &self.bases {
            self.store(slice::from_ref(base)).await?;
        }
        Ok(lost.elapsed())
    }

    pub fn acknowledged(&self) -> Vec<String> {
        self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn runs(&self) -> usize {
        self.runs.load(Ordering::Relaxed)
    }

    /// How often something had to be sent again.
    pub fn again(&self) -> usize {
        self.again.load(Ordering::Relaxed)
    }

    async fn write(self: Arc<Self>) -> anyhow::Result<()> {
        while !self.ends.load(Ordering::Relaxed) {
            self.store(&self.bases).await?;
            sleep(WRITE_EVERY).await;
        }
        Ok(())
    }

    async fn start_runs(self: Arc<Self>) -> anyhow::Result<()> {
        while !self.ends.load(Ordering::Relaxed) {
            let number = self.runs.fetch_add(1, Ordering::Relaxed);
            let new = json!({"workflow": WORKFLOW, "input": {"number": number.to_string()}});
            self.ask(&self.bases, number, TRIGGER, &new, StatusCode::ACCEPTED).await?;
            sleep(RUN_EVERY).await;
        }
        Ok(())
    }

    /// A ticket, by one of these servers.
    async fn store(&self, bases: &[String]) -> anyhow::Result<()> {
        let number = self.writes.fetch_add(1, Ordering::Relaxed);
        let subject = format!("write {number}");
        self.ask(bases, number, "/api/psa/tickets", &json!({"subject": subject}), StatusCode::CREATED).await?;
        self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).push(subject);
        Ok(())
    }

    async fn ask(
        &self,
        bases: &[String],
        number: usize,
        target: &str,
        body: &Value,
        wanted: StatusCode,
    ) -> anyhow::Result<()> {
        let (started, mut tries) = (Instant::now(), number);
        let key = format!("{}-{number}", target.rsplit('/').next().unwrap_or_default());
        loop {
            let request = self.http.post(format!("{}{target}", bases[tries % bases.len()]));
            let request = request.bearer_auth(&self.keys[number % self.keys.len()]).json(body);
            match request.header("idempotency-key", &key).send().await {
                Ok(answer) if answer.status() == wanted => return Ok(()),
                Ok(answer) if answer.status() == StatusCode::CONFLICT || answer.status().is_server_error() => {}
                Ok(answer) => bail!("{target}: {} {}", answer.status(), answer.text().await?),
                Err(_) => {}
            }
            ensure!(started.elapsed() < TIMEOUT, "{target} {number} was never acknowledged");
            tries += 1;
            self.again.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(100)).await;
        }
    }
}

/// They are stopped when this is dropped.
pub struct Clients(Vec<JoinHandle<anyhow::Result<()>>>);

impl Drop for Clients {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}
