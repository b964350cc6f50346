//! PostgreSQL is lost again and again: two nodes replicate synchronously under Patroni, and the machine of the primary is
//! killed while tickets are stored, webhooks delivered and workflows run. No acknowledged write is lost, the service is
//! back soon, and deliveries and runs go on. Afterwards, tenants with the same data share a PgBouncer.
//!
//! The servers know both nodes by their URL and find the primary themselves. A lost node is started as a replica before
//! the next one is lost: two nodes are enough for a synchronous replica at each loss.

mod bouncer;
mod load;
mod mixed;
mod patroni;

use crate::{
    Outcome, Size,
    sink::{Arrival, Reply, Sink},
    stage,
    workflows::{create, definition},
};
use anyhow::ensure;
use api::EventId;
use load::{Load, WORKFLOW};
use patroni::Patroni;
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use testkit::{Database, ServerProcess, Temporal};
use tokio::time::sleep;

const DATABASE: &str = "tenant_control";
const TENANTS: usize = 3;
const SERVERS: usize = 2;
const WORKERS: usize = 2;

/// How soon the service must be back after a loss.
const BACK: Duration = Duration::from_secs(20);
/// The same on a machine with other work, where CI runs.
const BACK_WHEN_BUSY: Duration = Duration::from_secs(60);

/// How long deliveries and runs may take to go on after a loss, and to end.
const TIMEOUT: Duration = Duration::from_secs(120);

const EVENTS: &str = "/events";

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (kills, requests) = size.pick((5, 10_000), (1, 500));
    let mut outcome = Outcome::default();
    let mut scene = Scene::set().await?;
    let clients = scene.load.start();
    let mut losses = vec![];
    for number in 1..=kills {
        // Requests, deliveries and runs are in progress.
        sleep(Duration::from_secs(2)).await;
        let (lost, loss) = scene.lose_primary().await?;
        eprintln!("failover: {loss:.1?}");
        losses.push(loss);
        if number < kills {
            scene.patroni.revive(lost)?;
            scene.patroni.replicated().await?;
        }
    }
    scene.load.end(clients).await?;
    report(size, &losses, &mut outcome);
    scene.report(&mut outcome).await?;

    let Scene { patroni, processes, .. } = scene;
    drop(processes);
    let database = primary(&patroni).await?;
    mixed::run(&database, requests, &mut outcome).await?;
    Ok(outcome)
}

/// How long after the loss of a primary a request, a delivery and a run succeeded again.
#[derive(Debug)]
struct Loss {
    back: Duration,
    delivered: Duration,
    ran: Duration,
}

fn report(size: Size, losses: &[Loss], outcome: &mut Outcome) {
    let slowest = |of: fn(&Loss) -> Duration| losses.iter().map(of).max().unwrap_or_default();
    let (back, delivered, ran) = (slowest(|loss| loss.back), slowest(|loss| loss.delivered), slowest(|loss| loss.ran));
    outcome.figure(format!(
        "{} primaries killed: service back within {:.1} s, a delivery within {:.1} s, a run within {:.1} s",
        losses.len(),
        back.as_secs_f64(),
        delivered.as_secs_f64(),
        ran.as_secs_f64()
    ));
    outcome.promise_in_full(size, back <= BACK, format!("the service is back within {} s", BACK.as_secs()));
    outcome.promise(back <= BACK_WHEN_BUSY, format!("the service is back within {} s", BACK_WHEN_BUSY.as_secs()));
}

struct Scene {
    load: Arc<Load>,
    arrivals: Arc<Arrivals>,
    patroni: Patroni,
    processes: Vec<ServerProcess>,
    /// These servers run until the end.
    _sink: Sink,
    _temporal: Temporal,
}

impl Scene {
    async fn set() -> anyhow::Result<Scene> {
        let patroni = Patroni::start().await?;
        let database = Database::create(patroni.port(patroni.primary().await?), DATABASE).await?;
        stage::unlimited(&database).await?;
        let temporal = Temporal::start()?;
        let (app, system) = (patroni.url("app", DATABASE), patroni.url("app_system", DATABASE));
        let (mut processes, url) = (vec![], temporal.url());
        for _ in 0..SERVERS {
            processes.push(ServerProcess::start_on(&app, &system, &["--temporal-url", &url]).await?);
        }
        let bases = processes.iter().map(|server| server.base.clone()).collect();
        for _ in 0..WORKERS {
            processes.push(ServerProcess::start_worker_on(&app, &system, &["--temporal-url", &url]).await?);
        }
        let arrivals = Arc::new(Arrivals::default());
        let sink = {
            let arrivals = arrivals.clone();
            Sink::start(move |arrival| arrivals.record(arrival)).await?
        };
        let mut keys = vec![];
        for number in 0..TENANTS {
            keys.push(tenant(&database, &processes[0], &sink, number).await?);
        }
        let load = Arc::new(Load::new(bases, keys)?);
        Ok(Scene { load, arrivals, patroni, processes, _sink: sink, _temporal: temporal })
    }

    /// Kills the primary, and waits until everything works again. Returns the node that was lost.
    async fn lose_primary(&mut self) -> anyhow::Result<(usize, Loss)> {
        let lost = self.patroni.primary().await?;
        self.patroni.kill(lost)?;
        let at = Instant::now();
        let back = self.load.back(at).await?;
        let (answered, database) = (Instant::now(), primary(&self.patroni).await?);
        let (_, _, before) = runs(&database).await?;
        let (mut delivered, mut ran) = (None, None);
        while delivered.is_none() || ran.is_none() {
            ensure!(at.elapsed() < TIMEOUT, "delivered after {delivered:?}, ran after {ran:?}");
            sleep(Duration::from_millis(100)).await;
            if self.arrivals.arrived_after(answered) {
                delivered.get_or_insert(at.elapsed());
            }
            if runs(&database).await?.2 > before {
                ran.get_or_insert(at.elapsed());
            }
        }
        let (delivered, ran) = (delivered.unwrap_or_default(), ran.unwrap_or_default());
        Ok((lost, Loss { back, delivered, ran }))
    }

    /// Adds the figures and promises about stored tickets, delivered events and ended runs.
    async fn report(&self, outcome: &mut Outcome) -> anyhow::Result<()> {
        let database = primary(&self.patroni).await?;
        let (undelivered, (begun, over, succeeded)) = self.settled(&database).await?;
        let acknowledged = self.load.acknowledged();
        let query = "select subject from tickets where subject like 'write %'";
        let rows = database.root().await.query(query, &[]).await?;
        let stored: HashSet<String> = rows.iter().map(|row| row.get(0)).collect();
        let twice = rows.len() - stored.len();
        let lost = acknowledged.iter().filter(|subject| !stored.contains(*subject)).count();
        outcome.figure(format!(
            "{lost} of {} acknowledged writes lost, {twice} stored twice, {} retries",
            acknowledged.len(),
            self.load.retries()
        ));
        outcome.promise(lost == 0, format!("no acknowledged write is lost ({lost} are)"));
        outcome.promise(twice == 0, format!("no write is stored twice ({twice} are)"));
        let started = self.load.runs();
        outcome.figure(format!(
            "{} events delivered, {undelivered} not; {succeeded} of {started} runs succeeded",
            self.arrivals.count()
        ));
        outcome.promise(undelivered == 0, format!("every event is delivered ({undelivered} are not)"));
        let all = i64::try_from(started)?;
        outcome.promise(
            [begun, over, succeeded] == [all; 3],
            format!("every run succeeds once ({begun} begun, {over} over, {succeeded} succeeded of {started})"),
        );
        Ok(())
    }

    /// Waits until every event is delivered and every run has ended. Returns the undelivered events, and the runs.
    async fn settled(&self, database: &Database) -> anyhow::Result<(usize, (i64, i64, i64))> {
        let started = Instant::now();
        loop {
            let query = "select id from events where type = 'ticket.created'";
            let events = database.root().await.query(query, &[]).await?;
            let undelivered = events.iter().filter(|row| !self.arrivals.has(&EventId(row.get(0)).to_string())).count();
            let runs = runs(database).await?;
            if (undelivered == 0 && runs.0 == runs.1) || started.elapsed() > TIMEOUT {
                return Ok((undelivered, runs));
            }
            sleep(Duration::from_millis(500)).await;
        }
    }
}

/// The database at the node that is the primary now.
async fn primary(patroni: &Patroni) -> anyhow::Result<Database> {
    let port = patroni.port(patroni.primary().await?);
    Ok(Database { port, name: DATABASE.to_owned() })
}

/// The number of runs, of those that have ended and of those that have succeeded.
async fn runs(database: &Database) -> anyhow::Result<(i64, i64, i64)> {
    let query = "select count(*), count(ended_at), count(*) filter (where status = 'succeeded') from workflow_runs";
    let row = database.connect("postgres").await?.query_one(query, &[]).await?;
    Ok((row.get(0), row.get(1), row.get(2)))
}

/// The key of a new tenant with a webhook and a workflow.
async fn tenant(database: &Database, server: &ServerProcess, sink: &Sink, number: usize) -> anyhow::Result<String> {
    let admin = stage::tenant(database, &format!("failover-{number}")).await?;
    let client = server.client(&admin.key);
    let url = format!("{}{EVENTS}", sink.url);
    client
        .post("/api/admin/webhooks", json!({"name": "Tickets", "url": url, "events": ["ticket.created"]}))
        .await
        .expect(201);
    create(&client, WORKFLOW, &tell_wait_open(&sink.url)).await;
    Ok(admin.key)
}

fn tell_wait_open(sink: &str) -> Value {
    let endpoint = format!("{sink}/tell");
    definition(&json!([
        {"tell": {"call": "http", "with": {"method": "post", "endpoint": endpoint, "body": {"run": "${ $run.id }"}}}},
        {"pause": {"wait": "PT1S"}},
        {"open": {"call": "ticket.create", "with": {"subject": "${ \"run \" + $workflow.input.number }"}}},
    ]))
}

/// The events that were delivered.
#[derive(Default)]
struct Arrivals(Mutex<Delivered>);

#[derive(Default)]
struct Delivered {
    events: HashSet<String>,
    last: Option<Instant>,
}

impl Arrivals {
    fn record(&self, arrival: &Arrival<'_>) -> Reply {
        if arrival.path == EVENTS {
            let mut delivered = self.delivered();
            delivered.events.insert(arrival.id.to_owned());
            delivered.last = Some(arrival.at);
        }
        Reply::Status(200)
    }

    fn arrived_after(&self, moment: Instant) -> bool {
        self.delivered().last.is_some_and(|last| last > moment)
    }

    fn has(&self, event: &str) -> bool {
        self.delivered().events.contains(event)
    }

    fn count(&self) -> usize {
        self.delivered().events.len()
    }

    fn delivered(&self) -> MutexGuard<'_, Delivered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
