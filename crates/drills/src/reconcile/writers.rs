//! Clients that create tickets and change them, and start runs. Each request has an idempotency key and is retried until it
//! is acknowledged, so each change happens once.

use super::{
    facts::Fact,
    scene::{Scene, WORKFLOW},
};
use crate::workflows::TRIGGER;
use anyhow::ensure;
use futures::future::try_join_all;
use rand::{Rng, SeedableRng, rngs::StdRng};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::time::sleep;

const WRITERS: usize = 4;
const TICKETS: &str = "/api/psa/tickets";

/// Changes of each ticket.
const CHANGES: usize = 5;

/// The number of tickets for each run.
const RUN_EVERY: usize = 5;

/// After this time without a response, a request is not retried any more.
const TIMEOUT: Duration = Duration::from_secs(120);

pub struct Writers<'a> {
    scene: &'a Scene,
    http: reqwest::Client,
    /// The current base URLs of the servers.
    bases: Arc<RwLock<Vec<String>>>,
    tickets: usize,
    seed: u64,
    written: AtomicUsize,
    retries: AtomicUsize,
    stopped: AtomicBool,
}

pub struct Written {
    /// The number of retries.
    pub retries: usize,
    /// The acknowledged changes from `resolved` to `open`.
    pub reopened: Vec<Fact>,
}

impl<'a> Writers<'a> {
    pub fn new(
        scene: &'a Scene,
        bases: Arc<RwLock<Vec<String>>>,
        tickets: usize,
        seed: u64,
    ) -> anyhow::Result<Writers<'a>> {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10)).build()?;
        let (written, retries, stopped) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        Ok(Writers { scene, http, bases, tickets, seed, written, retries, stopped })
    }

    /// The number of tickets whose changes are all acknowledged.
    pub fn written(&self) -> usize {
        self.written.load(Relaxed)
    }

    /// True after the last write, and after an error.
    pub fn has_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    pub async fn write(&self) -> anyhow::Result<Written> {
        let written = try_join_all((0..WRITERS).map(|writer| self.write_some(writer))).await;
        self.stopped.store(true, Relaxed);
        Ok(Written { retries: self.retries.load(Relaxed), reopened: written?.into_iter().flatten().collect() })
    }

    async fn write_some(&self, writer: usize) -> anyhow::Result<Vec<Fact>> {
        let mut rng = StdRng::seed_from_u64(self.seed ^ writer as u64);
        let mut reopened = vec![];
        for number in (writer..self.tickets).step_by(WRITERS) {
            reopened.extend(self.ticket(number, &mut rng).await?);
            if number % RUN_EVERY == 0 {
                let new = json!({"workflow": WORKFLOW, "input": {}});
                self.send(&Method::POST, TRIGGER, &format!("run-{number}"), &new).await?;
            }
            self.written.fetch_add(1, Relaxed);
        }
        Ok(reopened)
    }

    /// Creates a ticket and changes it. Returns its reopenings.
    async fn ticket(&self, number: usize, rng: &mut StdRng) -> anyhow::Result<Vec<Fact>> {
        let new = json!({
            "subject": format!("Ticket {number}"),
            "organization_id": self.organization(rng),
            "priority": any(rng, &["p1", "p2", "p3", "p4"]),
            "type": any(rng, &["incident", "request", "alert"]),
            "source": any(rng, &["api", "email"]),
        });
        let mut ticket = self.send(&Method::POST, TICKETS, &format!("ticket-{number}"), &new).await?;
        let mut reopened = vec![];
        for change in 0..CHANGES {
            let is_resolved = ticket["status"] == "resolved";
            let wanted = self.change(rng, is_resolved);
            let target = format!("{TICKETS}?id={}", ticket["id"].as_str().unwrap_or_default());
            ticket = self.send(&Method::PATCH, &target, &format!("change-{number}-{change}"), &wanted).await?;
            if is_resolved && ticket["status"] == "open" {
                reopened.push(Fact::of_ticket(&ticket, &ticket["updated_at"])?);
            }
        }
        Ok(reopened)
    }

    fn change(&self, rng: &mut StdRng, is_resolved: bool) -> Value {
        match rng.random_range(0..6) {
            0 => json!({"priority": any(rng, &["p1", "p2", "p3", "p4"])}),
            1 => json!({"organization_id": self.organization(rng)}),
            2 => json!({"tags": ["seen"], "comment": {"body": "Looked at."}}),
            _ if is_resolved => json!({"status": "open"}),
            _ => json!({"status": "resolved", "resolution": {"code": "fixed"}}),
        }
    }

    fn organization(&self, rng: &mut StdRng) -> &str {
        let organizations = &self.scene.organizations;
        &organizations[rng.random_range(0..organizations.len())]
    }

    /// Sends a request, and retries it while servers fail or are overloaded.
    async fn send(&self, method: &Method, target: &str, key: &str, body: &Value) -> anyhow::Result<Value> {
        let started = Instant::now();
        let mut tries: usize = key.len();
        loop {
            let base = {
                let bases = self.bases.read().unwrap_or_else(PoisonError::into_inner);
                bases[tries % bases.len()].clone()
            };
            let request = self.http.request(method.clone(), format!("{base}{target}")).bearer_auth(&self.scene.key);
            if let Ok(answer) = request.header("idempotency-key", key).json(body).send().await {
                let status = answer.status();
                let is_temporary = status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
                if let Ok(body) = answer.json::<Value>().await
                    && !is_temporary
                    && body["code"] != "request_in_flight"
                {
                    ensure!(status.is_success(), "{method} {target}: {status} {body}");
                    return Ok(body);
                }
            }
            ensure!(started.elapsed() < TIMEOUT, "{method} {target} got no response");
            tries += 1;
            self.retries.fetch_add(1, Relaxed);
            sleep(Duration::from_millis(50)).await;
        }
    }
}

fn any(rng: &mut StdRng, words: &[&'static str]) -> &'static str {
    words[rng.random_range(0..words.len())]
}
