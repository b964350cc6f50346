//! Steady traffic: each tenant creates organizations, whose events are delivered to its endpoint, and starts runs.

use crate::{
    sink::{Reply, Sink},
    stage::Stage,
    workflows::{Progress, RUNS as RUNS_PATH, TRIGGER, create, definition},
};
use anyhow::ensure;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use testkit::Client;
use tokio::{
    task::JoinHandle,
    time::{interval, sleep},
};

const CREATE_EVERY: Duration = Duration::from_millis(250);

/// The number of organizations per run.
const ORGANIZATIONS_PER_RUN: usize = 4;

const WORKFLOW: &str = "Notifies";

/// The limit for the last arrivals and runs.
const TIMEOUT: Duration = Duration::from_secs(90);

pub struct Traffic {
    shared: Arc<Shared>,
    customers: Arc<Vec<Client>>,
    progress: Arc<Progress>,
    creating: JoinHandle<()>,
    _sink: Sink,
}

/// The times at which each organization was created and its event arrived. An event can arrive before its id is known.
#[derive(Default)]
struct Shared {
    created: Mutex<HashMap<String, Instant>>,
    arrived: Mutex<HashMap<String, Instant>>,
    runs: Mutex<usize>,
    over: AtomicBool,
}

pub struct Done {
    pub events: usize,
    pub arrived: usize,
    pub runs: usize,
    pub succeeded: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Traffic {
    pub async fn start(stage: &Stage, bases: &[String], tenants: usize) -> anyhow::Result<Traffic> {
        let shared = Arc::new(Shared::default());
        let sink = {
            let shared = shared.clone();
            Sink::start(move |arrival| shared.receive(arrival.body, arrival.at)).await?
        };
        let mut customers = vec![];
        for number in 0..tenants {
            let admin = stage.tenant(&format!("supervised-{number}")).await?;
            let client = Client::new(&bases[number % bases.len()], Some(&admin.key));
            let endpoint = json!({"name": "All", "url": sink.url, "events": ["organization.created"]});
            client.post("/api/admin/webhooks", endpoint).await.expect(201);
            let message = "${ \"run \" + $workflow.input.number }";
            let notifies = json!([{"notify": {"call": "notify", "with": {"message": message}}}]);
            create(&client, WORKFLOW, &definition(&notifies)).await;
            customers.push(client);
        }
        let customers = Arc::new(customers);
        let creating = tokio::spawn({
            let (shared, customers) = (shared.clone(), customers.clone());
            async move {
                let mut ticks = interval(CREATE_EVERY);
                for number in 0.. {
                    ticks.tick().await;
                    if shared.over.load(Relaxed) {
                        return;
                    }
                    shared.create(&customers[number % customers.len()], number).await;
                    if number % ORGANIZATIONS_PER_RUN == 0 {
                        shared.run(&customers[number / ORGANIZATIONS_PER_RUN % customers.len()], number).await;
                    }
                }
            }
        });
        Ok(Traffic { shared, customers, progress: Progress::of(stage), creating, _sink: sink })
    }

    /// The longest time that an event took to arrive, or has been waiting.
    pub fn longest_wait(&self) -> Duration {
        let arrived = lock(&self.shared.arrived);
        let waits = lock(&self.shared.created)
            .iter()
            .map(|(id, created)| {
                arrived.get(id).map_or_else(|| created.elapsed(), |at| at.saturating_duration_since(*created))
            })
            .collect::<Vec<_>>();
        waits.into_iter().max().unwrap_or_default()
    }

    /// Creates an organization and starts a run in each tenant. Returns the time until all events are delivered and all runs
    /// have succeeded.
    pub async fn create_for_all(&self) -> anyhow::Result<Duration> {
        let started = Instant::now();
        let mut runs = vec![];
        let mut ids = vec![];
        // The steady traffic does not reach these numbers.
        for (number, customer) in (1_000_000..).zip(self.customers.iter()) {
            ids.push(self.shared.create(customer, number).await);
            runs.push((customer, self.shared.run(customer, number).await));
        }
        while !ids.iter().all(|id| lock(&self.shared.arrived).contains_key(id)) {
            ensure!(started.elapsed() < TIMEOUT, "the other worker does not deliver the events");
            sleep(Duration::from_millis(20)).await;
        }
        for (customer, run) in runs {
            loop {
                let run = customer.get(&format!("{RUNS_PATH}?id={run}")).await.expect(200).body;
                if run["status"] == "succeeded" {
                    break;
                }
                ensure!(started.elapsed() < TIMEOUT, "the other worker does not finish a run: {run}");
                sleep(Duration::from_millis(100)).await;
            }
        }
        Ok(started.elapsed())
    }

    /// Stops the traffic, and waits for the last deliveries and runs.
    pub async fn finish(self, stage: &Stage) -> anyhow::Result<Done> {
        self.shared.over.store(true, Relaxed);
        self.creating.await?;
        let (runs, started) = (*lock(&self.shared.runs), Instant::now());
        let events = lock(&self.shared.created).len();
        while self.shared.arrived() < events && started.elapsed() < TIMEOUT {
            sleep(Duration::from_millis(100)).await;
        }
        let tally = self.progress.watch(runs).await;
        if tally.succeeded != runs as i64 {
            crate::workflows::complain(stage, "supervision").await?;
        }
        Ok(Done { events, arrived: self.shared.arrived(), runs, succeeded: usize::try_from(tally.succeeded)? })
    }
}

impl Shared {
    fn receive(&self, body: &[u8], at: Instant) -> Reply {
        let event: Value = serde_json::from_slice(body).unwrap_or_default();
        if let Some(id) = event["data"]["object"]["id"].as_str() {
            lock(&self.arrived).entry(id.to_owned()).or_insert(at);
        }
        Reply::Status(200)
    }

    fn arrived(&self) -> usize {
        let arrived = lock(&self.arrived);
        lock(&self.created).keys().filter(|id| arrived.contains_key(*id)).count()
    }

    async fn create(&self, customer: &Client, number: usize) -> String {
        let at = Instant::now();
        let new = json!({"name": format!("Customer {number}")});
        let id = customer.post("/api/rmm/organizations", new).await.expect(201).id();
        lock(&self.created).insert(id.clone(), at);
        id
    }

    async fn run(&self, customer: &Client, number: usize) -> String {
        let started = json!({"workflow": WORKFLOW, "input": {"number": number.to_string()}});
        let run = customer.post(TRIGGER, started).await.expect(202).id();
        *lock(&self.runs) += 1;
        run
    }
}
