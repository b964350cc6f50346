//! Clients that send random requests. Each request has an idempotency key and is repeated until there is a response, so
//! that each has one effect and its response is known.

use anyhow::ensure;
use futures::future::try_join_all;
use rand::{Rng, SeedableRng, rngs::StdRng};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::time::sleep;

const CLIENTS: usize = 8;

const TICKETS: &str = "/api/psa/tickets";

/// A request without a response for this long is lost.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The refusals that such requests may have.
const REFUSALS: [&str; 6] =
    ["ticket_final", "merge_final", "already_linked", "link_cycle", "invalid_request", "quota_exceeded"];

pub struct Clients {
    http: reqwest::Client,
    /// The current base URLs of the servers.
    bases: Arc<RwLock<Vec<String>>>,
    key: String,
    /// The user of the time entries.
    worker: String,
    tickets: Vec<String>,
    seed: u64,
    /// The merges of all clients.
    merges: Mutex<Vec<String>>,
    answered: AtomicUsize,
    retries: AtomicUsize,
    stopped: AtomicBool,
}

/// The effects that were acknowledged.
#[derive(Debug, Default)]
pub struct Made {
    /// The ticket that each comment and each time entry was added to, by their ids.
    pub comments: BTreeMap<String, String>,
    pub entries: BTreeMap<String, String>,
    pub merges: usize,
    pub undone: usize,
    pub links: usize,
    pub refused: usize,
    pub retries: usize,
    /// Responses that are neither a success nor an expected refusal.
    pub unexpected: Vec<String>,
}

impl Clients {
    pub fn new(
        bases: Arc<RwLock<Vec<String>>>,
        key: String,
        worker: String,
        tickets: Vec<String>,
        seed: u64,
    ) -> anyhow::Result<Clients> {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
        let (merges, stopped) = (Mutex::default(), AtomicBool::new(false));
        let (answered, retries) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Ok(Clients { http, bases, key, worker, tickets, seed, merges, answered, retries, stopped })
    }

    pub fn answered(&self) -> usize {
        self.answered.load(Relaxed)
    }

    /// True after the last request, or after an error.
    pub fn has_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    pub async fn send(&self, requests: usize) -> anyhow::Result<Made> {
        let sent = try_join_all((0..CLIENTS).map(|client| self.send_some(client, requests))).await;
        self.stopped.store(true, Relaxed);
        let mut all = Made { retries: self.retries.load(Relaxed), ..Made::default() };
        for made in sent? {
            all.comments.extend(made.comments);
            all.entries.extend(made.entries);
            all.merges += made.merges;
            all.undone += made.undone;
            all.links += made.links;
            all.refused += made.refused;
            all.unexpected.extend(made.unexpected);
        }
        Ok(all)
    }

    async fn send_some(&self, client: usize, requests: usize) -> anyhow::Result<Made> {
        let mut rng = StdRng::seed_from_u64(self.seed ^ client as u64);
        let mut made = Made::default();
        for number in (client..requests).step_by(CLIENTS) {
            self.send_one(&mut rng, &format!("request-{number}"), &mut made).await?;
            self.answered.fetch_add(1, Relaxed);
        }
        Ok(made)
    }

    async fn send_one(&self, rng: &mut StdRng, key: &str, made: &mut Made) -> anyhow::Result<()> {
        let (ticket, other) = (self.any(rng), self.any(rng));
        let (what, target, body) = match rng.random_range(0..10) {
            0..3 => {
                ("comment", format!("{TICKETS}/comments?ticket_id={ticket}"), json!({"body": format!("Comment {key}")}))
            }
            3..5 => ("entry", "/api/psa/time-entries".to_owned(), self.entry(rng, ticket)),
            5..7 => ("merge", format!("{TICKETS}/merges"), json!({"source_id": ticket, "target_id": other})),
            7 => match self.any_merge(rng) {
                Some(merge) => ("undo", format!("{TICKETS}/merges/undo?id={merge}"), json!({})),
                None => return Ok(()),
            },
            _ => {
                let kind = ["parent_of", "blocks", "duplicates", "relates_to"][rng.random_range(0..4)];
                let body = json!({"ticket_id": ticket, "kind": kind, "other_id": other});
                ("link", format!("{TICKETS}/links"), body)
            }
        };
        let (status, body) = self.post(&target, key, &body).await?;
        let id = body["id"].as_str().unwrap_or_default().to_owned();
        match (what, status.as_u16()) {
            ("comment", 201) => drop(made.comments.insert(id, ticket.to_owned())),
            ("entry", 201) => drop(made.entries.insert(id, ticket.to_owned())),
            ("merge", 201) => {
                made.merges += 1;
                self.merges.lock().unwrap_or_else(PoisonError::into_inner).push(id);
            }
            ("undo", 200) => made.undone += 1,
            ("link", 201) => made.links += 1,
            (_, 409 | 422) if body["code"].as_str().is_some_and(|code| REFUSALS.contains(&code)) => made.refused += 1,
            _ => made.unexpected.push(format!("{what}: {status} {body}")),
        }
        Ok(())
    }

    fn any(&self, rng: &mut StdRng) -> &str {
        &self.tickets[rng.random_range(0..self.tickets.len())]
    }

    fn any_merge(&self, rng: &mut StdRng) -> Option<String> {
        let merges = self.merges.lock().unwrap_or_else(PoisonError::into_inner);
        (!merges.is_empty()).then(|| merges[rng.random_range(0..merges.len())].clone())
    }

    fn entry(&self, rng: &mut StdRng, ticket: &str) -> Value {
        json!({
            "ticket_id": ticket,
            "user_id": self.worker,
            "started_at": "2026-11-02T09:00:00Z",
            "duration_seconds": rng.random_range(1..10_000),
            "billable": rng.random_bool(0.5),
        })
    }

    /// Sends a request until a server responds.
    async fn post(&self, target: &str, key: &str, body: &Value) -> anyhow::Result<(StatusCode, Value)> {
        let started = Instant::now();
        let mut attempt: usize = rand::random_range(0..2);
        loop {
            let base = {
                let bases = self.bases.read().unwrap_or_else(PoisonError::into_inner);
                bases[attempt % bases.len()].clone()
            };
            let request = self.http.post(format!("{base}{target}")).bearer_auth(&self.key);
            if let Ok(answer) = request.header("idempotency-key", key).json(body).send().await {
                let status = answer.status();
                let is_temporary = status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
                if let Ok(body) = answer.json::<Value>().await
                    && !is_temporary
                    && body["code"] != "request_in_flight"
                {
                    return Ok((status, body));
                }
            }
            ensure!(started.elapsed() < TIMEOUT, "{target} got no response");
            attempt += 1;
            self.retries.fetch_add(1, Relaxed);
            sleep(Duration::from_millis(50)).await;
        }
    }
}
