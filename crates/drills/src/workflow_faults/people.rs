//! Clients that start and approve runs. Each request is retried until a server responds.

use super::{Tenant, WORKFLOW};
use crate::workflows::{RUNS, TRIGGER};
use anyhow::ensure;
use futures::future::try_join_all;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
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

pub struct People {
    tenants: Vec<Tenant>,
    http: reqwest::Client,
    /// The current base URLs of the servers.
    bases: Arc<RwLock<Vec<String>>>,
    retries: AtomicUsize,
}

impl People {
    pub fn new(tenants: Vec<Tenant>, bases: Arc<RwLock<Vec<String>>>) -> anyhow::Result<People> {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10)).build()?;
        Ok(People { tenants, http, bases, retries: AtomicUsize::new(0) })
    }

    /// The number of retries of all requests.
    pub fn retries(&self) -> usize {
        self.retries.load(Ordering::Relaxed)
    }

    /// Starts this many runs at this rate per second, for the tenants in turn.
    pub async fn start(self: Arc<Self>, runs: usize, per_second: f64) -> anyhow::Result<()> {
        let mut ticks = interval(Duration::from_secs_f64(1.0 / per_second));
        let mut started = vec![];
        for number in 0..runs {
            ticks.tick().await;
            let people = self.clone();
            started.push(tokio::spawn(async move { people.start_one(number).await }));
        }
        try_join_all(started).await?.into_iter().collect()
    }

    async fn start_one(&self, number: usize) -> anyhow::Result<()> {
        let key = &self.tenants[number % self.tenants.len()].key;
        let new = json!({"workflow": WORKFLOW, "input": {"number": number.to_string()}});
        let (status, body) = self
            .send(&Method::POST, TRIGGER, |request| {
                request.bearer_auth(key).header("idempotency-key", format!("start-{number}")).json(&new)
            })
            .await?;
        ensure!(status == StatusCode::ACCEPTED, "run {number} is not accepted: {status} {body}");
        Ok(())
    }

    /// Approves every request, until it is stopped.
    pub async fn approve(self: Arc<Self>) -> anyhow::Result<()> {
        loop {
            for tenant in &self.tenants {
                self.approve_runs(tenant).await?;
            }
            sleep(Duration::from_millis(300)).await;
        }
    }

    async fn approve_runs(&self, tenant: &Tenant) -> anyhow::Result<()> {
        let list = format!("{RUNS}?status=waiting_approval&limit=200");
        let (status, page) = self.send(&Method::GET, &list, |request| request.bearer_auth(&tenant.approver)).await?;
        ensure!(status == StatusCode::OK, "runs cannot be listed: {status} {page}");
        let waiting = page["data"].as_array().into_iter().flatten().filter_map(|run| run["id"].as_str());
        for run in waiting {
            let decision = json!({"action": "approve"});
            let (status, body) = self
                .send(&Method::PATCH, &format!("{RUNS}?id={run}"), |request| {
                    request.bearer_auth(&tenant.approver).json(&decision)
                })
                .await?;
            // The approval may have been decided before, but the run may not have received the decision yet.
            let decided = status == StatusCode::OK || body["code"] == "run_not_waiting";
            ensure!(decided, "{run} cannot be approved: {status} {body}");
        }
        Ok(())
    }

    /// Sends the request until a server responds.
    async fn send(
        &self,
        method: &Method,
        target: &str,
        complete: impl Fn(RequestBuilder) -> RequestBuilder,
    ) -> anyhow::Result<(StatusCode, Value)> {
        let started = Instant::now();
        let mut tries: usize = rand::random_range(0..2);
        loop {
            let base = {
                let bases = self.bases.read().unwrap_or_else(PoisonError::into_inner);
                bases[tries % bases.len()].clone()
            };
            let request = self.http.request(method.clone(), format!("{base}{target}"));
            if let Ok(response) = complete(request).send().await {
                let status = response.status();
                if let Ok(body) = response.json::<Value>().await
                    && !status.is_server_error()
                    && body["code"] != "request_in_flight"
                {
                    return Ok((status, body));
                }
            }
            ensure!(started.elapsed() < TIMEOUT, "{method} {target} has no response");
            tries += 1;
            self.retries.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(50)).await;
        }
    }
}
