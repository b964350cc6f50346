//! Clients that change organizations through the same network. A request whose response is lost is sent again with the same
//! `Idempotency-Key`.

use anyhow::{Context, ensure};
use api::{Resource, organizations::Organization};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{task::JoinSet, time::sleep};
use uuid::Uuid;

const WRITERS: usize = 4;

/// The largest number of events that wait to be forwarded, so that faults happen while events are written.
const AHEAD: usize = 100;

/// The time for which one request is retried.
const LONGEST: Duration = Duration::from_secs(120);

/// The timeout of one attempt.
const REQUEST: Duration = Duration::from_secs(5);

pub struct Writers(JoinSet<anyhow::Result<()>>);

impl Writers {
    /// Each change is one event. `progress` is the number of forwarded events.
    pub fn start(base: &str, key: &str, events: usize, progress: &Arc<AtomicUsize>) -> anyhow::Result<Writers> {
        let http = reqwest::Client::builder().no_proxy().timeout(REQUEST).build()?;
        let (mut writers, written) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
        for writer in 0..WRITERS {
            let writer = Writer {
                http: http.clone(),
                base: base.to_owned(),
                key: key.to_owned(),
                share: events / WRITERS + usize::from(writer < events % WRITERS),
                written: Arc::clone(&written),
                progress: Arc::clone(progress),
            };
            writers.spawn(writer.write());
        }
        Ok(Writers(writers))
    }

    pub async fn finish(mut self) -> anyhow::Result<()> {
        while let Some(writer) = self.0.join_next().await {
            writer??;
        }
        Ok(())
    }
}

struct Writer {
    http: reqwest::Client,
    base: String,
    key: String,
    share: usize,
    written: Arc<AtomicUsize>,
    progress: Arc<AtomicUsize>,
}

impl Writer {
    async fn write(self) -> anyhow::Result<()> {
        let path = format!("{}{}", self.base, Organization::PATH);
        let name = format!("Organization {}", Uuid::from_u128(rand::random()));
        let created = self.send(Method::POST, &path, &json!({"name": name})).await?;
        let target = format!("{path}?id={}", created["id"].as_str().context("an organization has no id")?);
        for number in 1..self.share {
            while self.written.load(Ordering::SeqCst) > self.progress.load(Ordering::SeqCst) + AHEAD {
                sleep(Duration::from_millis(5)).await;
            }
            self.send(Method::PUT, &target, &json!({"notes": format!("change {number}")})).await?;
        }
        Ok(())
    }

    async fn send(&self, method: Method, url: &str, body: &Value) -> anyhow::Result<Value> {
        let (key, started) = (Uuid::from_u128(rand::random()).to_string(), Instant::now());
        loop {
            let request = self.http.request(method.clone(), url).bearer_auth(&self.key).header("Idempotency-Key", &key);
            match request.json(body).send().await {
                Ok(response) if response.status().is_success() => {
                    // A response whose body is lost is requested again.
                    if let Ok(value) = response.json().await {
                        self.written.fetch_add(1, Ordering::SeqCst);
                        return Ok(value);
                    }
                }
                Ok(response) => {
                    let status = response.status();
                    let passes = status == StatusCode::CONFLICT || status.is_server_error();
                    ensure!(passes, "{method} {url}: {status} {}", response.text().await.unwrap_or_default());
                }
                Err(_) => {}
            }
            ensure!(started.elapsed() < LONGEST, "{method} {url}: no success after {} s", LONGEST.as_secs());
            sleep(Duration::from_millis(100)).await;
        }
    }
}
