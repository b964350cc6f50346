//! Clients that change objects. Each change is retried until it is acknowledged; a retry may cause a second event.

use super::Tenant;
use anyhow::{bail, ensure};
use futures::future::try_join_all;
use rand::{Rng, SeedableRng, rngs::StdRng};
use reqwest::StatusCode;
use serde_json::json;
use std::{
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// Concurrent writers of one tenant.
const WRITERS: usize = 4;

/// A change that is not acknowledged within this time is lost.
const TIMEOUT: Duration = Duration::from_secs(120);

pub struct Writers {
    pub tenants: Arc<Vec<Tenant>>,
    /// The current base URLs of the servers.
    pub bases: Arc<RwLock<Vec<String>>>,
    pub events: usize,
    pub seed: u64,
}

pub struct Written {
    /// The number of retries of all changes.
    pub retries: usize,
}

impl Writers {
    /// Sends all changes, at most at this rate per second.
    pub async fn write(self, per_second: f64) -> anyhow::Result<Written> {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(5)).build()?;
        let count = self.tenants.len() * WRITERS;
        let pause = Duration::from_secs_f64(count as f64 / per_second);
        let writers = (0..count).map(|writer| {
            let (tenants, bases, http) = (self.tenants.clone(), self.bases.clone(), http.clone());
            let (events, mut rng) = (self.events, StdRng::seed_from_u64(self.seed ^ writer as u64));
            tokio::spawn(async move {
                let tenant = &tenants[writer % tenants.len()];
                let mut retries = 0;
                for number in (writer..events).step_by(count) {
                    let next = Instant::now() + pause;
                    let organization = &tenant.organizations[rng.random_range(0..tenant.organizations.len())];
                    retries += change(&http, &bases, tenant, organization, number).await?;
                    sleep(next.saturating_duration_since(Instant::now())).await;
                }
                anyhow::Ok(retries)
            })
        });
        let retries = try_join_all(writers).await?.into_iter().collect::<anyhow::Result<Vec<usize>>>()?;
        Ok(Written { retries: retries.into_iter().sum() })
    }
}

/// Sends a change until it is acknowledged. Returns the number of retries.
async fn change(
    http: &reqwest::Client,
    bases: &RwLock<Vec<String>>,
    tenant: &Tenant,
    organization: &str,
    number: usize,
) -> anyhow::Result<usize> {
    let started = Instant::now();
    let mut retries = 0;
    loop {
        let base = {
            let bases = bases.read().unwrap_or_else(PoisonError::into_inner);
            bases[(number + retries) % bases.len()].clone()
        };
        let request = http.put(format!("{base}/api/rmm/organizations?id={organization}")).bearer_auth(&tenant.key);
        match request.json(&json!({"notes": format!("change {number}")})).send().await {
            Ok(response) if response.status() == StatusCode::OK => return Ok(retries),
            Ok(response) if response.status() == StatusCode::CONFLICT || response.status().is_server_error() => {}
            Ok(response) => bail!("{}: {}", response.status(), response.text().await?),
            Err(_) => {}
        }
        ensure!(started.elapsed() < TIMEOUT, "change {number} was never acknowledged");
        retries += 1;
        sleep(Duration::from_millis(50)).await;
    }
}
