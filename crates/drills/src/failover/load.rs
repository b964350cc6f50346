//! Clients that store tickets and start runs while primaries are lost: each request is repeated until it is acknowledged,
//! and the acknowledged ones are recorded.

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
    /// The URLs of the servers.
    bases: Vec<String>,
    /// The API keys of the tenants.
    keys: Vec<String>,
    /// The subjects of acknowledged tickets.
    acknowledged: Mutex<Vec<String>>,
    writes: AtomicUsize,
    runs: AtomicUsize,
    retries: AtomicUsize,
    stopped: AtomicBool,
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
            retries: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        })
    }

    pub fn start(self: &Arc<Self>) -> Clients {
        let mut clients: Vec<_> = (0..WRITERS).map(|_| tokio::spawn(self.clone().write())).collect();
        clients.push(tokio::spawn(self.clone().start_runs()));
        Clients(clients)
    }

    /// Every request that was begun is acknowledged when this returns.
    pub async fn end(&self, mut clients: Clients) -> anyhow::Result<()> {
        self.stopped.store(true, Ordering::Relaxed);
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

    /// The number of retries.
    pub fn retries(&self) -> usize {
        self.retries.load(Ordering::Relaxed)
    }

    async fn write(self: Arc<Self>) -> anyhow::Result<()> {
        while !self.stopped.load(Ordering::Relaxed) {
            self.store(&self.bases).await?;
            sleep(WRITE_EVERY).await;
        }
        Ok(())
    }

    async fn start_runs(self: Arc<Self>) -> anyhow::Result<()> {
        while !self.stopped.load(Ordering::Relaxed) {
            let number = self.runs.fetch_add(1, Ordering::Relaxed);
            let new = json!({"workflow": WORKFLOW, "input": {"number": number.to_string()}});
            self.post(&self.bases, number, TRIGGER, &new, StatusCode::ACCEPTED).await?;
            sleep(RUN_EVERY).await;
        }
        Ok(())
    }

    /// Stores a ticket through one of these servers.
    async fn store(&self, bases: &[String]) -> anyhow::Result<()> {
        let number = self.writes.fetch_add(1, Ordering::Relaxed);
        let subject = format!("write {number}");
        self.post(bases, number, "/api/psa/tickets", &json!({"subject": subject}), StatusCode::CREATED).await?;
        self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).push(subject);
        Ok(())
    }

    async fn post(
        &self,
        bases: &[String],
        number: usize,
        target: &str,
        body: &Value,
        wanted: StatusCode,
    ) -> anyhow::Result<()> {
        let (started, mut attempt) = (Instant::now(), number);
        let key = format!("{}-{number}", target.rsplit('/').next().unwrap_or_default());
        loop {
            let request = self.http.post(format!("{}{target}", bases[attempt % bases.len()]));
            let request = request.bearer_auth(&self.keys[number % self.keys.len()]).json(body);
            match request.header("idempotency-key", &key).send().await {
                Ok(answer) if answer.status() == wanted => return Ok(()),
                Ok(answer) if answer.status() == StatusCode::CONFLICT || answer.status().is_server_error() => {}
                Ok(answer) => bail!("{target}: {} {}", answer.status(), answer.text().await?),
                Err(_) => {}
            }
            ensure!(started.elapsed() < TIMEOUT, "{target} {number} was never acknowledged");
            attempt += 1;
            self.retries.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(100)).await;
        }
    }
}

/// The tasks are aborted when this is dropped.
pub struct Clients(Vec<JoinHandle<anyhow::Result<()>>>);

impl Drop for Clients {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}
