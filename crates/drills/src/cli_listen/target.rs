//! The target of the forwarded events: it checks signatures, fails some first attempts, and records what it accepted.

use anyhow::ensure;
use rand::RngCore;
use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::{Receiver, status_only};
use tokio::time::sleep;

/// The first attempt of one event in this many is refused.
const FAILS: usize = 100;

#[derive(Default)]
struct Records {
    accepted: Vec<String>,
    refused: HashSet<String>,
    forged: usize,
}

pub struct Target {
    pub url: String,
    pub secret: String,
    records: Arc<Mutex<Records>>,
    progress: Arc<AtomicUsize>,
    _receiver: Receiver,
}

impl Target {
    pub async fn start() -> anyhow::Result<Target> {
        let mut bytes = [0; 24];
        rand::rng().fill_bytes(&mut bytes);
        let secret = format!("whsec_{}", base64::Engine::encode(&base64::prelude::BASE64_STANDARD, bytes));
        let webhook = standardwebhooks::Webhook::new(&secret).map_err(|error| anyhow::anyhow!("{error:?}"))?;
        let (records, progress) = (Arc::new(Mutex::new(Records::default())), Arc::new(AtomicUsize::new(0)));
        let (kept, reached) = (Arc::clone(&records), Arc::clone(&progress));
        let receiver = Receiver::start().await;
        receiver.answer(move |received| {
            let id = received.header("webhook-id").to_owned();
            let mut records = lock(&kept);
            if webhook.verify(&received.body, &received.headers).is_err() || received.event()["id"] != id.as_str() {
                records.forged += 1;
            }
            let number = records.accepted.len();
            if number % FAILS == FAILS - 1 && records.refused.insert(id.clone()) {
                return status_only(503);
            }
            records.accepted.push(id);
            reached.store(records.accepted.len(), Ordering::SeqCst);
            status_only(204)
        });
        let url = format!("{}/hook?from=tenantctl", receiver.url);
        Ok(Target { url, secret, records, progress, _receiver: receiver })
    }

    /// The number of accepted events.
    pub fn progress(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.progress)
    }

    pub fn accepted(&self) -> Vec<String> {
        lock(&self.records).accepted.clone()
    }

    pub fn failed(&self) -> usize {
        lock(&self.records).refused.len()
    }

    pub fn forged(&self) -> usize {
        lock(&self.records).forged
    }

    /// Waits until this many events were accepted. Fails when nothing has arrived for the given time.
    pub async fn wait_for(&self, count: usize, timeout: Duration) -> anyhow::Result<()> {
        let (mut before, mut since) = (0, Instant::now());
        loop {
            let now = self.progress.load(Ordering::SeqCst);
            if now >= count {
                return Ok(());
            }
            if now != before {
                (before, since) = (now, Instant::now());
            }
            ensure!(
                since.elapsed() < timeout,
                "{now} of {count} events arrived, and then none for {} s",
                timeout.as_secs()
            );
            sleep(Duration::from_millis(5)).await;
        }
    }
}

fn lock(records: &Mutex<Records>) -> MutexGuard<'_, Records> {
    records.lock().unwrap_or_else(PoisonError::into_inner)
}
