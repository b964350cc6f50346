//! The processes that are lost and replaced, a customer with a webhook endpoint, and the tickets that it writes.

use crate::{
    sink::{Arrival, Reply, Sink},
    stage::Stage,
    workshop::Customer,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};
use testkit::{Client, ServerProcess, Temporal};
use tokio::{task::JoinHandle, time::sleep};

/// The response time of a called host, until the disaster.
const SLOW: Duration = Duration::from_secs(1);

/// Everything but PostgreSQL.
pub struct Processes {
    pub server: ServerProcess,
    pub temporal: Temporal,
    _worker: ServerProcess,
}

impl Processes {
    pub async fn start(stage: &Stage, temporal: Temporal) -> anyhow::Result<Processes> {
        let url = temporal.url();
        let flags = ["--temporal-url", &url, "--webhook-haste", "50", "--log", "warn"];
        let server = ServerProcess::start(&stage.database, &["--temporal-url", &url, "--log", "warn"]).await?;
        let worker = ServerProcess::start_worker(&stage.database, &flags).await?;
        Ok(Processes { server, temporal, _worker: worker })
    }

    /// Kills all processes by SIGKILL, and deletes the files of Temporal.
    pub fn lose(self) -> anyhow::Result<()> {
        self.temporal.kill()
    }
}

/// A customer that outlives the processes.
pub struct Account {
    key: String,
    approver: String,
}

impl Account {
    pub async fn open(stage: &Stage, server: &ServerProcess, sink: &Sink) -> anyhow::Result<Account> {
        // The oldest tenant's key seals what the platform sends to Temporal. It is not this customer's, so that a key which
        // `doctor` stores is noticed.
        stage.tenant("oldest").await?;
        let admin = stage.tenant("disaster").await?;
        let (_, approver) = stage.person(admin.tenant, "owner").await;
        let endpoint = json!({"name": "Tickets", "url": format!("{}/hook", sink.url), "events": ["ticket.created"]});
        server.client(&admin.key).post("/api/admin/webhooks", endpoint).await.expect(201);
        Ok(Account { key: admin.key, approver })
    }

    pub fn at(&self, server: &ServerProcess) -> Customer {
        Customer { client: server.client(&self.key), approver: server.client(&self.approver) }
    }
}

/// The deliveries and calls that arrived outside.
#[derive(Default)]
pub struct Outside {
    delivered: Mutex<HashMap<String, usize>>,
    /// The calls by body.
    called: Mutex<HashMap<Vec<u8>, Calls>>,
    fast: AtomicBool,
}

/// The calls with the same body.
#[derive(Default)]
struct Calls {
    times: usize,
    keys: BTreeSet<String>,
}

impl Outside {
    pub async fn open() -> anyhow::Result<(Arc<Outside>, Sink)> {
        let outside = Arc::new(Outside::default());
        let taking = outside.clone();
        let sink = Sink::start(move |arrival| taking.take(arrival)).await?;
        Ok((outside, sink))
    }

    fn take(&self, arrival: &Arrival<'_>) -> Reply {
        if arrival.path == "/hook" {
            *lock(&self.delivered).entry(arrival.id.to_owned()).or_default() += 1;
            return Reply::Status(200);
        }
        let mut called = lock(&self.called);
        let Calls { times, keys } = called.entry(arrival.body.to_vec()).or_default();
        *times += 1;
        keys.insert(arrival.key.to_owned());
        if self.fast.load(Relaxed) { Reply::Status(200) } else { Reply::After(SLOW) }
    }

    /// From now on, called hosts respond at once.
    pub fn be_fast(&self) {
        self.fast.store(true, Relaxed);
    }

    /// The number of these events that did not arrive.
    pub fn missing(&self, events: &[String]) -> usize {
        let delivered = lock(&self.delivered);
        events.iter().filter(|event| !delivered.contains_key(*event)).count()
    }

    /// The number of repeated deliveries of these events.
    pub fn delivered_again(&self, events: &[String]) -> usize {
        let delivered = lock(&self.delivered);
        events.iter().filter_map(|event| delivered.get(event)).map(|times| times - 1).sum()
    }

    /// The number of different calls, of repetitions, and of calls with more than one key.
    pub fn calls(&self) -> (usize, usize, usize) {
        let called = lock(&self.called);
        let again: usize = called.values().map(|calls| calls.times - 1).sum();
        (called.len(), again, called.values().filter(|calls| calls.keys.len() != 1).count())
    }
}

/// A customer that writes tickets until it is stopped.
pub struct Load {
    over: Arc<AtomicBool>,
    writing: JoinHandle<Vec<String>>,
}

impl Load {
    pub fn start(client: Client, label: &'static str) -> Load {
        let over = Arc::new(AtomicBool::new(false));
        let is_over = over.clone();
        let writing = tokio::spawn(async move {
            let mut acknowledged = vec![];
            while !is_over.load(Relaxed) {
                let subject = format!("{label} {}", acknowledged.len());
                client.post("/api/psa/tickets", json!({"subject": subject})).await.expect(201);
                acknowledged.push(subject);
                sleep(Duration::from_millis(40)).await;
            }
            acknowledged
        });
        Load { over, writing }
    }

    /// The subjects of the acknowledged tickets.
    pub async fn stop(self) -> anyhow::Result<Vec<String>> {
        self.over.store(true, Relaxed);
        Ok(self.writing.await?)
    }
}

/// The number of runs that a Temporal executes.
pub async fn runs_of_engine(temporal: &Temporal) -> anyhow::Result<i64> {
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10)).build()?;
    let url = format!("{}/api/v1/namespaces/tenant-control/workflow-count", temporal.http_url());
    let request = http.get(url).query(&[("query", "WorkflowType='interpret' and ExecutionStatus='Running'")]);
    let counted: Value = request.send().await?.error_for_status()?.json().await?;
    // A 64-bit number is a text, and 0 is left out.
    Ok(counted["count"].as_str().unwrap_or("0").parse()?)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
