//! Requests at a fixed rate, whether or not earlier ones have their responses: of ten, eight read and two write. The client
//! keeps its connections and retries nothing.

use anyhow::ensure;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    ops::Range,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval},
};

/// A request without a response within this time has failed.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The idle timeout of connections, which is shorter than that of HAProxy.
const IDLE: Duration = Duration::from_secs(10);

/// If more requests are open, the servers do not keep up with the rate.
const MAX_OPEN: usize = 3000;

const ORGANIZATIONS: &str = "/api/rmm/organizations";

pub struct Tenant {
    pub key: String,
    pub organizations: Vec<String>,
}

/// The results of the requests.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub sent: usize,
    /// Response times by the number of the request, from the time at which it was due.
    pub times: HashMap<usize, Duration>,
    /// The ids of objects whose creation was acknowledged.
    pub written: Vec<String>,
    pub failed: Vec<String>,
}

pub struct Load {
    http: Client,
    base: String,
    tenants: Vec<Tenant>,
    per_second: u32,
    stopped: AtomicBool,
    tally: Mutex<Tally>,
}

impl Load {
    pub fn new(base: &str, tenants: Vec<Tenant>, per_second: u32) -> anyhow::Result<Arc<Load>> {
        let builder = Client::builder().no_proxy().retry(reqwest::retry::never());
        let http = builder.timeout(TIMEOUT).pool_idle_timeout(IDLE).build()?;
        let (stopped, tally) = (AtomicBool::new(false), Mutex::default());
        Ok(Arc::new(Load { http, base: base.to_owned(), tenants, per_second, stopped, tally }))
    }

    /// Sends requests until it is stopped, and waits for their responses. Returns how long requests were sent.
    pub async fn send(self: Arc<Self>) -> Duration {
        let mut ticks = interval(Duration::from_secs(1) / self.per_second);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let (started, mut open) = (Instant::now(), JoinSet::new());
        for number in 0.. {
            let due = ticks.tick().await;
            if self.stopped.load(Ordering::Relaxed) {
                break;
            }
            while open.try_join_next().is_some() {}
            self.lock().sent += 1;
            if open.len() < MAX_OPEN {
                open.spawn(self.clone().request(number, due));
            } else {
                self.lock().failed.push(format!("request {number} was not sent: {MAX_OPEN} are open"));
            }
        }
        let took = started.elapsed();
        while open.join_next().await.is_some() {}
        took
    }

    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub fn sent(&self) -> usize {
        self.lock().sent
    }

    /// The longest response time of the requests with these numbers.
    pub fn slowest(&self, numbers: Range<usize>) -> Duration {
        let tally = self.lock();
        numbers.filter_map(|number| tally.times.get(&number)).max().copied().unwrap_or_default()
    }

    pub fn tally(&self) -> Tally {
        self.lock().clone()
    }

    async fn request(self: Arc<Self>, number: usize, due: Instant) {
        let answer = self.answer(number).await;
        let mut tally = self.lock();
        tally.times.insert(number, due.elapsed());
        match answer {
            Ok(created) => tally.written.extend(created),
            Err(error) => tally.failed.push(format!("request {number}: {error:#}")),
        }
    }

    /// The id of the object that the request has created, if it creates one.
    async fn answer(&self, number: usize) -> anyhow::Result<Option<String>> {
        // Ten consecutive requests belong to one tenant, so that each tenant reads and writes.
        let tenant = &self.tenants[number / 10 % self.tenants.len()];
        let organization = &tenant.organizations[number % tenant.organizations.len()];
        let url = format!("{}{ORGANIZATIONS}", self.base);
        match number % 10 {
            0 | 5 => {
                let request = self.http.post(url).header("idempotency-key", format!("rolling-{number}"));
                let body = send(request.json(&json!({"name": format!("Write {number}")})), tenant, StatusCode::CREATED);
                let body = body.await?;
                let id = body["id"].as_str().map(str::to_owned);
                ensure!(id.is_some(), "no id: {body}");
                Ok(id)
            }
            1 | 6 => send(self.http.get(format!("{url}?limit=20")), tenant, StatusCode::OK).await.map(|_| None),
            _ => {
                let body = send(self.http.get(format!("{url}?id={organization}")), tenant, StatusCode::OK).await?;
                ensure!(body["id"] == organization.as_str(), "another object: {body}");
                Ok(None)
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn send(request: RequestBuilder, tenant: &Tenant, expected: StatusCode) -> anyhow::Result<Value> {
    let answer = request.bearer_auth(&tenant.key).send().await?;
    let (status, body) = (answer.status(), answer.bytes().await?);
    ensure!(status == expected, "{status} {}", String::from_utf8_lossy(&body));
    Ok(serde_json::from_slice(&body)?)
}
