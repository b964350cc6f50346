//! Clients of the API: a request is retried until a server responds to it. Errors are counted by their kind, and by
//! whether a fault permits them.

use super::{cluster::Cluster, faults::Faults};
use anyhow::{Context, ensure};
use reqwest::{Method, header::CONTENT_TYPE};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// After this time without a response, a request is not retried any more.
pub const RETRY_TIMEOUT: Duration = Duration::from_secs(60);

const TIMEOUT: Duration = Duration::from_secs(20);

const IDLE: Duration = Duration::from_secs(5);

/// The time between two attempts.
pub const PAUSE: Duration = Duration::from_millis(100);

/// Errors that no fault permits are printed, up to this number.
const PRINTED: usize = 20;

pub struct Caller {
    http: reqwest::Client,
    pub cluster: Arc<Cluster>,
    faults: Arc<Faults>,
    errors: Mutex<BTreeMap<&'static str, Errors>>,
    requests: AtomicUsize,
    turn: AtomicUsize,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Errors {
    pub permitted: usize,
    pub other: usize,
}

#[derive(Debug, Clone, Copy)]
pub enum Body<'a> {
    None,
    Json(&'a Value),
    Bytes(&'a [u8]),
}

/// The response of a server that did not fail.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Response {
    /// `null` if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub fn expect(self, status: u16) -> anyhow::Result<Response> {
        ensure!(self.status == status, "{}: {}", self.status, String::from_utf8_lossy(&self.body));
        Ok(self)
    }

    pub fn id(&self) -> anyhow::Result<String> {
        Ok(self.json()["id"].as_str().context("a response without an id")?.to_owned())
    }

    /// The kind of error, if it is one that the client should retry.
    fn failure(&self) -> Option<&'static str> {
        match self.status {
            409 if self.json()["code"] == "request_in_flight" => Some(IN_FLIGHT),
            429 => Some("429"),
            500 => Some("500"),
            503 => Some("503"),
            status if status > 500 => Some("5xx"),
            _ => None,
        }
    }
}

const IN_FLIGHT: &str = "request in flight";

pub fn kind_of(error: &reqwest::Error) -> &'static str {
    if error.is_connect() {
        "connection refused"
    } else if error.is_timeout() {
        "timeout"
    } else {
        "connection lost"
    }
}

impl Caller {
    pub fn new(cluster: Arc<Cluster>, faults: Arc<Faults>) -> anyhow::Result<Caller> {
        // Idle connections are closed by the client, before a server closes one that is about to be used.
        let http = reqwest::Client::builder().no_proxy().timeout(TIMEOUT).pool_idle_timeout(IDLE).build()?;
        let (errors, requests, turn) = (Mutex::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        Ok(Caller { http, cluster, faults, errors, requests, turn })
    }

    /// The next server, and its URL.
    pub fn server(&self) -> (usize, String) {
        self.cluster.server(self.turn.fetch_add(1, Relaxed))
    }

    /// Sends a request to the servers in turn until one responds. A write has the same idempotency key in each attempt.
    pub async fn send(&self, method: &Method, target: &str, key: &str, body: Body<'_>) -> anyhow::Result<Response> {
        let started = Instant::now();
        let token = format!("soak-{:032x}", rand::random::<u128>());
        let mut is_permitted = false;
        loop {
            let ((server, base), sent) = (self.server(), Instant::now());
            let mut request = self.http.request(method.clone(), format!("{base}{target}")).bearer_auth(key);
            if *method != Method::GET && *method != Method::DELETE {
                request = request.header("idempotency-key", &token);
            }
            request = match body {
                Body::None => request,
                Body::Json(value) => request.header(CONTENT_TYPE, "application/json").body(value.to_string()),
                Body::Bytes(bytes) => request.body(bytes.to_vec()),
            };
            let failure = match self.once(request).await {
                Ok(response) => match response.failure() {
                    Some(kind) => kind,
                    None => return Ok(response),
                },
                Err(error) => kind_of(&error),
            };
            let what = format!("{method} {target}");
            if is_permitted && failure == IN_FLIGHT {
                // After a server was killed, its unfinished requests still count as in progress for a moment.
                self.errors().entry(failure).or_default().permitted += 1;
            } else {
                is_permitted |= self.failed(server, sent, failure, &what);
            }
            ensure!(
                started.elapsed() < RETRY_TIMEOUT,
                "{what} got no response for {RETRY_TIMEOUT:?}, last error: {failure}"
            );
            sleep(PAUSE).await;
        }
    }

    /// Sends a request once, and receives the whole response.
    async fn once(&self, request: reqwest::RequestBuilder) -> reqwest::Result<Response> {
        self.requests.fetch_add(1, Relaxed);
        let response = request.send().await?;
        let status = response.status().as_u16();
        Ok(Response { status, body: response.bytes().await?.to_vec() })
    }

    /// Counts an error of a request that was sent to a process at this time. Returns true if a fault permits it.
    pub fn failed(&self, process: usize, sent: Instant, kind: &'static str, what: &str) -> bool {
        let permitted = self.faults.permits(process, sent, Instant::now());
        let mut errors = self.errors();
        let count = errors.entry(kind).or_default();
        if permitted {
            count.permitted += 1;
        } else {
            count.other += 1;
            if count.other <= PRINTED {
                eprintln!("soak: {what}: {kind}, without a fault that permits it");
            }
        }
        permitted
    }

    pub fn errors(&self) -> MutexGuard<'_, BTreeMap<&'static str, Errors>> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn requests(&self) -> usize {
        self.requests.load(Relaxed)
    }
}
