//! A technician with a session, and the durations of the calls of all technicians.

use anyhow::bail;
use reqwest::Method;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// The number of attempts of a call that exceeds the tenant's share of the server, and the pause between them.
const TRIES: usize = 200;
const PAUSE: Duration = Duration::from_millis(10);

/// Durations of calls, by their kind.
#[derive(Default)]
pub struct CallDurations {
    times: Mutex<BTreeMap<&'static str, Vec<Duration>>>,
    refused: AtomicUsize,
}

impl CallDurations {
    pub fn times(&self) -> BTreeMap<&'static str, Vec<Duration>> {
        self.lock().clone()
    }

    /// Discards the times so far.
    pub fn clear(&self) {
        self.lock().clear();
    }

    pub fn calls(&self) -> usize {
        self.lock().values().map(Vec::len).sum()
    }

    pub fn refused(&self) -> usize {
        self.refused.load(Ordering::Relaxed)
    }

    fn add(&self, what: &'static str, took: Duration) {
        self.lock().entry(what).or_default().push(took);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<&'static str, Vec<Duration>>> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct Technician {
    pub http: reqwest::Client,
    pub base: String,
    /// The token of a session.
    pub token: String,
    pub durations: Arc<CallDurations>,
}

pub struct Reply {
    pub status: u16,
    pub body: Value,
}

/// The body of a request.
pub enum Sent {
    Nothing,
    Json(Value),
    /// A change of this version only.
    IfMatch(i64, Value),
    File(Vec<u8>),
}

impl Technician {
    pub async fn get(&self, what: &'static str, target: &str) -> anyhow::Result<Reply> {
        self.send(what, Method::GET, target, &Sent::Nothing).await
    }

    pub async fn post(&self, what: &'static str, target: &str, body: Value) -> anyhow::Result<Reply> {
        self.send(what, Method::POST, target, &Sent::Json(body)).await
    }

    pub async fn send(&self, what: &'static str, method: Method, target: &str, sent: &Sent) -> anyhow::Result<Reply> {
        for _ in 0..TRIES {
            let request = self.http.request(method.clone(), format!("{}{target}", self.base));
            let request = request.header("cookie", format!("tc_session={}", self.token)).header("origin", &self.base);
            let request = match sent {
                Sent::Nothing => request,
                Sent::Json(body) => request.json(body),
                Sent::IfMatch(version, body) => request.header("if-match", format!("\"v{version}\"")).json(body),
                Sent::File(bytes) => request.body(bytes.clone()),
            };
            let started = Instant::now();
            let response = request.send().await?;
            let status = response.status().as_u16();
            let bytes = response.bytes().await?;
            let took = started.elapsed();
            if [429, 503].contains(&status) {
                self.durations.refused.fetch_add(1, Ordering::Relaxed);
                sleep(PAUSE).await;
                continue;
            }
            self.durations.add(what, took);
            return Ok(Reply { status, body: serde_json::from_slice(&bytes).unwrap_or_default() });
        }
        bail!("{what} was refused {TRIES} times")
    }
}
