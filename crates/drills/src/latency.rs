//! The time from a change's commit to its arrival at an endpoint: changes are made at a steady rate, and both ends are
//! in this process, so that there is one clock.

use crate::sink::Arrival;
use anyhow::ensure;
use futures::future::try_join_all;
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::time::{MissedTickBehavior, interval, sleep};

/// An event that does not arrive within this time is lost.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Changes one customer's notes, which hold the number of the change.
pub struct Steady {
    http: reqwest::Client,
    url: String,
    key: String,
    changes: Mutex<Vec<Change>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Change {
    answered: Option<Instant>,
    arrived: Option<Instant>,
}

impl Steady {
    pub fn new(base: &str, key: &str, organization: &str) -> anyhow::Result<Arc<Steady>> {
        let http = reqwest::Client::builder().no_proxy().timeout(TIMEOUT).build()?;
        let url = format!("{base}/api/rmm/organizations?id={organization}");
        Ok(Arc::new(Steady { http, url, key: key.to_owned(), changes: Mutex::default() }))
    }

    /// Must be called for each arrival.
    pub fn arrived(&self, arrival: &Arrival<'_>) {
        let event: Value = serde_json::from_slice(arrival.body).unwrap_or_default();
        let number = event["data"]["object"]["notes"].as_str().and_then(|notes| notes.parse::<usize>().ok());
        let mut changes = self.changes();
        if let Some(change) = number.and_then(|number| changes.get_mut(number)) {
            change.arrived.get_or_insert(arrival.at);
        }
    }

    /// Makes this many changes at this rate per second, and waits until all have arrived. A change that arrives before
    /// its response has taken no time.
    pub async fn measure(self: &Arc<Self>, count: usize, per_second: f64) -> anyhow::Result<Vec<Duration>> {
        let first = self.changes().len();
        let mut ticks = interval(Duration::from_secs_f64(1.0 / per_second));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let mut sent = vec![];
        for number in first..first + count {
            ticks.tick().await;
            self.changes().push(Change::default());
            sent.push(tokio::spawn(self.clone().change(number)));
        }
        try_join_all(sent).await?.into_iter().collect::<anyhow::Result<Vec<()>>>()?;
        let until = Instant::now() + TIMEOUT;
        loop {
            let changes = self.changes()[first..].to_vec();
            let took = |change: &Change| Some(change.arrived?.saturating_duration_since(change.answered?));
            let times: Vec<Duration> = changes.iter().filter_map(took).collect();
            if times.len() == count {
                return Ok(times);
            }
            ensure!(Instant::now() < until, "{} of {count} changes arrived", times.len());
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Makes this many changes one after the other, whose arrival is not measured.
    pub async fn write(&self, count: usize) -> anyhow::Result<()> {
        for _ in 0..count {
            let notes = format!("{:016x}", rand::random::<u64>());
            self.send(&notes).await?;
        }
        Ok(())
    }

    async fn change(self: Arc<Self>, number: usize) -> anyhow::Result<()> {
        let at = self.send(&number.to_string()).await?;
        self.changes()[number].answered = Some(at);
        Ok(())
    }

    /// Changes the notes. Returns the time of the response.
    async fn send(&self, notes: &str) -> anyhow::Result<Instant> {
        let answer = self.http.put(&self.url).bearer_auth(&self.key).json(&json!({"notes": notes})).send().await?;
        let at = Instant::now();
        ensure!(answer.status().is_success(), "{}: {}", answer.status(), answer.text().await?);
        answer.bytes().await?;
        Ok(at)
    }

    fn changes(&self) -> MutexGuard<'_, Vec<Change>> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
