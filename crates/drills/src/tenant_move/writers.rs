//! Fifty writes a second of the tenant that moves, each repeated until it is acknowledged, and the requests of its
//! neighbour.

use super::cells::{Cell, Cells, Place};
use crate::Outcome;
use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::{
    task::JoinHandle,
    time::{MissedTickBehavior, interval, sleep},
};
use uuid::Uuid;

const INTERVAL: Duration = Duration::from_millis(20);

/// Each writer repeats a write until it is acknowledged, so that no requests accumulate during a pause.
const WRITERS: u32 = 10;

/// Shorter than `Retry-After`, so that the pause is measured exactly.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// A write that takes longer counts as lost.
const WRITE_TIMEOUT: Duration = Duration::from_secs(120);

/// Every fifth write changes the same ticket again, so that deliveries have an order.
const CHANGES: usize = 5;

const TICKETS: &str = "/api/psa/tickets";

/// Sends requests to the tenant's cell until one succeeds.
#[derive(Clone)]
struct Caller {
    http: reqwest::Client,
    bases: [String; 2],
    place: Arc<Place>,
    key: String,
    /// Responses other than success, by status and code.
    refused: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Caller {
    /// Returns `null` if the write does not succeed in time.
    async fn write(&self, method: Method, target: &str, body: &Value, idempotency: &str) -> Value {
        let started = Instant::now();
        while started.elapsed() < WRITE_TIMEOUT {
            let url = format!("{}{target}", self.bases[self.place.now()]);
            let request = self.http.request(method.clone(), url).bearer_auth(&self.key);
            let sent = request.header("idempotency-key", idempotency).json(body).send().await;
            let refused = match sent {
                Ok(response) => {
                    let status = response.status();
                    let body: Value = response.json().await.unwrap_or_default();
                    if status == StatusCode::CREATED || status == StatusCode::OK {
                        return body;
                    }
                    format!("{} {}", status.as_u16(), body["code"].as_str().unwrap_or_default())
                }
                Err(error) => format!("no response: {error}"),
            };
            *lock(&self.refused).entry(refused).or_default() += 1;
            sleep(RETRY_DELAY).await;
        }
        Value::Null
    }

    async fn write_one(&self, number: usize, changed: &str) {
        let key = format!("write-{number}");
        if number.is_multiple_of(CHANGES) {
            let body = json!({"description": format!("Change {number}")});
            self.write(Method::PATCH, changed, &body, &key).await;
        } else {
            self.write(Method::POST, TICKETS, &json!({"subject": format!("write {number}")}), &key).await;
        }
    }
}

/// When each write began, and the time until it was acknowledged.
#[derive(Clone, Default)]
pub struct Times(Arc<Mutex<Vec<(Instant, Duration)>>>);

impl Times {
    /// The longest write that was in progress between these times.
    pub fn longest(&self, started: Instant, ended: Instant) -> Duration {
        let took = lock(&self.0);
        let during = took.iter().filter(|(at, took)| *at + *took >= started && *at <= ended);
        during.map(|(_, took)| *took).max().unwrap_or_default()
    }

    fn add(&self, started: Instant) {
        lock(&self.0).push((started, started.elapsed()));
    }

    fn count(&self) -> usize {
        lock(&self.0).len()
    }
}

pub struct Writers {
    caller: Caller,
    took: Times,
    stopped: Arc<AtomicBool>,
    writing: JoinHandle<()>,
}

/// The acknowledged writes.
pub struct Written {
    writes: usize,
    refused: BTreeMap<String, usize>,
}

impl Writers {
    pub fn start(cells: &Cells, place: &Arc<Place>, key: &str) -> anyhow::Result<Writers> {
        let caller = Caller {
            http: reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?,
            bases: [cells.both[0].server.base.clone(), cells.both[1].server.base.clone()],
            place: place.clone(),
            key: key.to_owned(),
            refused: Arc::default(),
        };
        let (took, stopped) = (Times::default(), Arc::new(AtomicBool::new(false)));
        let writing = tokio::spawn(write_until(caller.clone(), took.clone(), stopped.clone()));
        Ok(Writers { caller, took, stopped, writing })
    }

    /// The times of the writes, also of later ones.
    pub fn times(&self) -> Times {
        self.took.clone()
    }

    pub async fn stop(self) -> anyhow::Result<Written> {
        self.stopped.store(true, Relaxed);
        self.writing.await?;
        let refused = lock(&self.caller.refused).clone();
        Ok(Written { writes: self.took.count(), refused })
    }
}

async fn write_until(caller: Caller, all: Times, stopped: Arc<AtomicBool>) {
    let first = caller.write(Method::POST, TICKETS, &json!({"subject": "changed"}), "the-one-that-changes").await;
    let changed = format!("{TICKETS}?id={}", first["id"].as_str().unwrap_or_default());
    let next = AtomicUsize::new(0);
    let writers = (0..WRITERS).map(|_| async {
        let mut ticks = interval(INTERVAL * WRITERS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        loop {
            ticks.tick().await;
            if stopped.load(Relaxed) {
                return;
            }
            let (number, started) = (next.fetch_add(1, Relaxed), Instant::now());
            caller.write_one(number, &changed).await;
            all.add(started);
        }
    });
    join_all(writers).await;
}

impl Written {
    pub async fn judge(&self, last: &Cell, tenant: Uuid, outcome: &mut Outcome) -> anyhow::Result<()> {
        let query = "
            select count(*), count(distinct subject) from tickets where tenant_id = $1 and subject like 'write %'";
        let row = last.stage.database.root().await.query_one(query, &[&tenant]).await?;
        let (rows, distinct): (i64, i64) = (row.get(0), row.get(1));
        let wanted = (0..self.writes).filter(|number| number % CHANGES != 0).count() as i64;
        let refused: Vec<_> = self.refused.iter().map(|(response, times)| format!("{times} {response}")).collect();
        outcome.figure(format!("{} writes, {rows} of {wanted} tickets; refused: {}", self.writes, refused.join(", ")));
        outcome.promise(rows == wanted && distinct == wanted, "no acknowledged write is lost or duplicated");
        let known =
            |response: &str| response.starts_with("503 tenant_moving") || response.starts_with("421 misdirected");
        let unknown: Vec<_> = self.refused.keys().filter(|response| !known(response)).collect();
        outcome.promise(unknown.is_empty(), format!("writes are refused only as documented (unexpected: {unknown:?})"));
        Ok(())
    }
}

/// A tenant of the first cell that does not move.
pub struct Neighbour {
    times: Arc<Mutex<Vec<Duration>>>,
    stopped: Arc<AtomicBool>,
    sending: JoinHandle<()>,
}

impl Neighbour {
    pub fn start(cell: &Cell, key: &str) -> anyhow::Result<Neighbour> {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
        let (url, key) = (format!("{}{TICKETS}", cell.server.base), key.to_owned());
        let (times, stopped) = (Arc::<Mutex<Vec<Duration>>>::default(), Arc::new(AtomicBool::new(false)));
        let sending = tokio::spawn({
            let (times, stopped) = (times.clone(), stopped.clone());
            async move {
                let mut ticks = interval(Duration::from_millis(25));
                ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
                for number in 0_usize.. {
                    ticks.tick().await;
                    if stopped.load(Relaxed) {
                        return;
                    }
                    let started = Instant::now();
                    let request = if number % 2 == 0 {
                        http.get(format!("{url}?limit=50"))
                    } else {
                        http.post(&url).json(&json!({"subject": "A neighbour's"}))
                    };
                    if request.bearer_auth(&key).send().await.is_ok_and(|response| response.status().is_success()) {
                        lock(&times).push(started.elapsed());
                    } else {
                        eprintln!("  a request of the neighbour failed");
                        lock(&times).push(Duration::from_secs(60));
                    }
                }
            }
        });
        Ok(Neighbour { times, stopped, sending })
    }

    /// Returns the sorted times since the last call.
    pub fn take(&self) -> Vec<Duration> {
        let mut times = std::mem::take(&mut *lock(&self.times));
        times.sort_unstable();
        times
    }

    pub async fn stop(self) {
        self.stopped.store(true, Relaxed);
        let _ = self.sending.await;
    }
}

/// A percentile of sorted times.
pub fn percentile(times: &[Duration], percent: usize) -> Duration {
    times.get((times.len() * percent / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
