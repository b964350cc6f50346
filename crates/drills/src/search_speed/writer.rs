//! A client that creates tickets at a fixed rate while others search.

use crate::search_data::{Catalogue, Ticket};
use anyhow::ensure;
use api::OrganizationId;
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    task::JoinHandle,
    time::{MissedTickBehavior, interval},
};

pub struct Writer {
    ends: Arc<AtomicBool>,
    started: Instant,
    task: JoinHandle<anyhow::Result<usize>>,
}

impl Writer {
    pub fn start(base: &str, key: &str, catalogue: &Catalogue, per_second: f64) -> anyhow::Result<Writer> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let organization = OrganizationId(catalogue.organizations[0].id).to_string();
        let body = |ticket: &Ticket| json!({"subject": ticket.subject, "description": ticket.description, "organization_id": organization});
        let bodies: Vec<Value> = catalogue.tickets.iter().take(1_000).map(body).collect();
        let request = http.post(format!("{base}/api/psa/tickets")).bearer_auth(key);
        let ends = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(write(request, bodies, per_second, ends.clone()));
        Ok(Writer { ends, started: Instant::now(), task })
    }

    /// Stops the client. Returns the number of tickets that it has created per second.
    pub async fn stop(self) -> anyhow::Result<f64> {
        self.ends.store(true, Ordering::Relaxed);
        let lasted = self.started.elapsed().as_secs_f64();
        Ok(self.task.await?? as f64 / lasted)
    }
}

async fn write(
    request: reqwest::RequestBuilder,
    bodies: Vec<Value>,
    per_second: f64,
    ends: Arc<AtomicBool>,
) -> anyhow::Result<usize> {
    let mut ticks = interval(Duration::from_secs_f64(1.0 / per_second));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut written = 0;
    while !ends.load(Ordering::Relaxed) {
        ticks.tick().await;
        let Some(request) = request.try_clone() else { anyhow::bail!("a request that cannot be repeated") };
        let answer = request.json(&bodies[written % bodies.len()]).send().await?;
        ensure!(answer.status() == 201, "{}: {}", answer.status(), answer.text().await?);
        answer.bytes().await?;
        written += 1;
    }
    Ok(written)
}
