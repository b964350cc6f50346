//! A client that requests machines: each request is retried, with its idempotency key, until a server responds.

use crate::cloud::{VMS, machine};
use anyhow::ensure;
use futures::future::try_join_all;
use reqwest::{Method, StatusCode};
use serde_json::Value;
use std::{
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::time::{interval, sleep};

/// After this time without a response, a request is not retried any more.
const TIMEOUT: Duration = Duration::from_secs(120);

pub struct Customer {
    key: String,
    http: reqwest::Client,
    /// The current base URLs of the servers.
    bases: Arc<RwLock<Vec<String>>>,
    retries: AtomicUsize,
}

impl Customer {
    pub fn new(key: String, bases: Arc<RwLock<Vec<String>>>) -> anyhow::Result<Customer> {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10)).build()?;
        Ok(Customer { key, http, bases, retries: AtomicUsize::new(0) })
    }

    /// The number of retries.
    pub fn retries(&self) -> usize {
        self.retries.load(Ordering::Relaxed)
    }

    pub async fn request_all(self: Arc<Self>, provider: String, count: usize, per_second: f64) -> anyhow::Result<()> {
        let mut ticks = interval(Duration::from_secs_f64(1.0 / per_second));
        let mut requested = vec![];
        for number in 0..count {
            ticks.tick().await;
            let (customer, new) = (self.clone(), machine(&provider, &format!("machine-{number}")));
            requested.push(tokio::spawn(async move { customer.request(VMS, &new, &format!("vm-{number}")).await }));
        }
        try_join_all(requested).await?.into_iter().try_for_each(|vm| vm.map(drop))
    }

    /// Requests a machine. Returns it as the server has accepted it.
    pub async fn request(&self, target: &str, new: &Value, idempotency_key: &str) -> anyhow::Result<Value> {
        let (status, body) = self.send(&Method::POST, target, Some((new, idempotency_key))).await?;
        ensure!(status == StatusCode::ACCEPTED, "{idempotency_key} is not accepted: {status} {body}");
        Ok(body)
    }

    /// Waits until the operation has ended, and returns it.
    pub async fn wait_for(&self, operation: &str) -> anyhow::Result<Value> {
        let started = Instant::now();
        loop {
            let target = format!("/api/operations?id={operation}&wait=5");
            let (status, body) = self.send(&Method::GET, &target, None).await?;
            ensure!(status == StatusCode::OK, "{operation}: {status} {body}");
            if !["pending", "running"].iter().any(|open| body["status"] == *open) {
                return Ok(body);
            }
            ensure!(started.elapsed() < TIMEOUT, "{operation} is not finished in time: {body}");
        }
    }

    /// Sends a request, and retries it while servers fail or are overloaded.
    async fn send(
        &self,
        method: &Method,
        target: &str,
        new: Option<(&Value, &str)>,
    ) -> anyhow::Result<(StatusCode, Value)> {
        let started = Instant::now();
        let mut tries: usize = rand::random_range(0..2);
        loop {
            let base = {
                let bases = self.bases.read().unwrap_or_else(PoisonError::into_inner);
                bases[tries % bases.len()].clone()
            };
            let mut request = self.http.request(method.clone(), format!("{base}{target}")).bearer_auth(&self.key);
            if let Some((body, key)) = new {
                request = request.header("idempotency-key", key).json(body);
            }
            if let Ok(answer) = request.send().await {
                let status = answer.status();
                let is_temporary = status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
                if let Ok(body) = answer.json::<Value>().await
                    && !is_temporary
                    && body["code"] != "request_in_flight"
                {
                    return Ok((status, body));
                }
            }
            ensure!(started.elapsed() < TIMEOUT, "{method} {target} got no response");
            tries += 1;
            self.retries.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(100)).await;
        }
    }
}
