//! A customer that requests machines: each request is repeated, with its idempotency key, until a server responds.

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

/// A request without a response for this long is lost.
const TIMEOUT: Duration = Duration::from_secs(120);

pub struct Customer {
    key: String,
    http: reqwest::Client,
    /// The present base URLs of the servers.
    bases: Arc<RwLock<Vec<String>>>,
    again: AtomicUsize,
}

impl Customer {
    pub fn new(key: String, bases: Arc<RwLock<Vec<String>>>) -> anyhow::Result<Customer> {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10)).build()?;
        Ok(Customer { key, http, bases, again: AtomicUsize::new(0) })
    }

    /// How often something had to be sent again.
    pub fn again(&self) -> usize {
        self.again.load(Ordering::Relaxed)
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

    /// The accepted machine.
    pub async fn request(&self, target: &str, new: &Value, idempotency_key: &str) -> anyhow::Result<Value> {
        let (status, body) = self.ask(&Method::POST, target, Some((new, idempotency_key))).await?;
        ensure!(status == StatusCode::ACCEPTED, "{idempotency_key} is not accepted: {status} {body}");
        Ok(body)
    }

    /// The operation when it has ended.
    pub async fn wait_for(&self, operation: &str) -> anyhow::Result<Value> {
        let started = Instant::now();
        loop {
            let target = format!("/api/operations?id={operation}&wait=5");
            let (status, body) = self.ask(&Method::GET, &target, None).await?;
            ensure!(status == StatusCode::OK, "{operation}: {status} {body}");
            if !["pending", "running"].iter().any(|open| body["status"] == *open) {
                return Ok(body);
            }
            ensure!(started.elapsed() < TIMEOUT, "{operation} does not end: {body}");
        }
    }

    /// The response of a server that lives long enough, and has room.
    async fn ask(
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
                let is_later = status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
                if let Ok(body) = answer.json::<Value>().await
                    && !is_later
                    && body["code"] != "request_in_flight"
                {
                    return Ok((status, body));
                }
            }
            ensure!(started.elapsed() < TIMEOUT, "{method} {target} was never answered");
            tries += 1;
            self.again.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(100)).await;
        }
    }
}
