//! Temporal is unavailable: the API still accepts runs, the status page and the metrics show how long these wait, and
//! when it is back each of them runs, once. Runs are started by requests and by events.

use crate::{
    Outcome, Size,
    bench::Times,
    chaos::revive,
    stage::Stage,
    workflows::{self, Progress, TRIGGER, Tally, create, definition},
};
use anyhow::{Context, ensure};
use reqwest::{StatusCode, header::ACCEPT};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Client, ServerProcess, Temporal};
use tokio::time::{interval, sleep};

/// One customer is created per this many requested runs; its event starts another workflow.
const RUNS_PER_CUSTOMER: usize = 10;

/// How long the status page may take to show a change.
const PAGE_TIMEOUT: Duration = Duration::from_secs(60);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (outage, per_second, late) = size.pick((300.0, 2.0, 60.0), (8.0, 5.0, 3.0));
    let outage = Duration::from_secs_f64(outage);
    let requested = (outage.as_secs_f64() * 0.9 * per_second) as usize;
    let stage = Stage::set("-c shared_buffers=256MB").await?;
    let temporal = Temporal::start()?;
    let settings = ["--temporal-url", &temporal.url(), "--log", "warn"];
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let worker = ServerProcess::start_worker(&stage.database, &settings).await?;
    let client = server.client(&stage.tenant("outage").await?.key);
    define(&client).await;
    let progress = Progress::of(&stage);
    ensure!(start(&client, "before").await.0, "a run is accepted");
    ensure!(progress.watch(1).await.succeeded == 1, "a run succeeds while Temporal is there");

    temporal.kill()?;
    let down = Instant::now();
    let mut seen = Seen::of(&server, &worker)?;
    let meanwhile = OutageRequests::send(&client, requested, per_second, &mut seen).await?;
    // The page is refreshed every five seconds, and later on a busy machine.
    while down.elapsed() < outage || (seen.lag < late && down.elapsed() < outage + PAGE_TIMEOUT) {
        sleep(Duration::from_millis(500)).await;
        seen.poll().await?;
    }
    let ended_meanwhile = ended(&stage).await?;
    revive(&temporal).await?;
    let (away, up) = (down.elapsed(), Instant::now());
    let all = requested + meanwhile.events + 1;
    let tally = progress.watch(all).await;
    let recovered = up.elapsed();
    let unsent = workflows::untold(&stage).await?;
    if tally.succeeded != all as i64 {
        workflows::complain(&stage, "engine-outage").await?;
    }
    let settled = seen.wait_until_operational().await?;

    let mut outcome = Outcome::default();
    let accepted = meanwhile.accepted;
    outcome.figure(format!("Temporal unavailable for {:.0} s", away.as_secs_f64()));
    outcome.figure(format!("{accepted} of {requested} runs accepted meanwhile ({})", Times::of(meanwhile.times)));
    outcome.figure(format!(
        "{} of {all} runs succeeded {:.0} s after it was back",
        tally.succeeded,
        recovered.as_secs_f64()
    ));
    outcome.promise(accepted == requested, "every run is accepted while Temporal is unavailable");
    outcome.promise(ended_meanwhile == 1, "nothing runs while Temporal is unavailable");
    ran_once(&stage, tally, all, &mut outcome).await?;
    outcome.promise(unsent == 0, format!("the engine received every message ({unsent} are left)"));
    seen.report(size, late, settled, &mut outcome);
    Ok(outcome)
}

/// Creates a workflow that is started by requests, and one that is started by events.
async fn define(client: &Client) {
    // Many customers are created, so each ticket names this one.
    let customer = client.post("/api/rmm/organizations", json!({"name": "All of it"})).await.expect(201).id();
    create(client, "Asked", &opens("asked", "$workflow.input.number", &customer)).await;
    let mut by_event = opens("heard", ".data.object.name", &customer);
    by_event["schedule"] = json!({"on": {"one": {"with": {"type": "organization.created"}}}});
    create(client, "Hears", &by_event).await;
}

/// The requests while Temporal is unavailable.
#[derive(Default)]
struct OutageRequests {
    accepted: usize,
    /// The customers that were created.
    events: usize,
    times: Vec<Duration>,
}

impl OutageRequests {
    /// Requests `runs` runs at a rate of `per_second`, and reads the status page every few runs.
    async fn send(client: &Client, runs: usize, per_second: f64, seen: &mut Seen) -> anyhow::Result<OutageRequests> {
        let mut meanwhile = OutageRequests::default();
        let mut ticks = interval(Duration::from_secs_f64(1.0 / per_second));
        for number in 0..runs {
            ticks.tick().await;
            let (accepted, took) = start(client, &number.to_string()).await;
            meanwhile.accepted += usize::from(accepted);
            meanwhile.times.push(took);
            if number % RUNS_PER_CUSTOMER == 0 {
                client.post("/api/rmm/organizations", json!({"name": number.to_string()})).await.expect(201);
                meanwhile.events += 1;
                seen.poll().await?;
            }
        }
        Ok(meanwhile)
    }
}

/// Each start and each event makes one run, which succeeds and opens one ticket.
async fn ran_once(stage: &Stage, tally: Tally, all: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
    let tickets = workflows::tickets(stage).await?;
    let twice = tickets.values().filter(|count| **count > 1).count();
    let (begun, succeeded) = workflows::told(stage).await?;
    outcome.figure(format!("{} tickets, {twice} opened twice", tickets.len()));
    outcome.promise(tally.succeeded == all as i64, format!("all runs succeed afterwards (not {})", tally.succeeded));
    outcome.promise(tally.runs == all as i64, format!("each start and each event makes one run ({})", tally.runs));
    let once = tickets.len() == all && twice == 0 && begun == all as i64 && succeeded == all as i64;
    outcome.promise(once, format!("each run is executed once ({begun} begun, {succeeded} succeeded)"));
    Ok(())
}

/// A workflow that opens a ticket about its input.
fn opens(what: &str, with: &str, customer: &str) -> Value {
    let subject = format!("${{ \"{what} \" + {with} }}");
    definition(&json!([{"open": {"call": "ticket.create", "with": {"subject": subject, "organization_id": customer}}}]))
}

/// Starts a run. Returns true if it was accepted, and the duration of the request.
async fn start(client: &Client, number: &str) -> (bool, Duration) {
    let started = Instant::now();
    let answer = client.post(TRIGGER, json!({"workflow": "Asked", "input": {"number": number}})).await;
    (answer.status == StatusCode::ACCEPTED, started.elapsed())
}

/// The number of ended runs.
async fn ended(stage: &Stage) -> anyhow::Result<i64> {
    let query = "select count(ended_at) from workflow_runs";
    Ok(stage.database.root().await.query_one(query, &[]).await?.get(0))
}

/// The maximum that the status page and the worker's metrics showed.
struct Seen {
    http: reqwest::Client,
    page: String,
    metrics: String,
    lag: f64,
    degraded: bool,
    age: f64,
    messages: f64,
}

impl Seen {
    fn of(server: &ServerProcess, worker: &ServerProcess) -> anyhow::Result<Seen> {
        Ok(Seen {
            http: reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build()?,
            page: format!("{}/status/", server.base),
            metrics: format!("{}/metrics", worker.ops),
            lag: 0.0,
            degraded: false,
            age: 0.0,
            messages: 0.0,
        })
    }

    async fn poll(&mut self) -> anyhow::Result<()> {
        let part = self.part().await?;
        self.lag = self.lag.max(part["lag_seconds"].as_f64().unwrap_or(0.0));
        self.degraded |= part["status"] == "degraded";
        let metrics = self.http.get(&self.metrics).send().await?.text().await?;
        let gauge = |name: &str| {
            let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value.and_then(|value| value.parse::<f64>().ok()).with_context(|| format!("no {name} in the metrics"))
        };
        self.age = self.age.max(gauge("engine_outbox_age_seconds")?);
        self.messages = self.messages.max(gauge("engine_outbox_messages")?);
        Ok(())
    }

    /// Waits until the page shows workflows as operational. Returns the time that it took.
    async fn wait_until_operational(&self) -> anyhow::Result<Duration> {
        let started = Instant::now();
        loop {
            let part = self.part().await?;
            if part["status"] == "operational" && part["lag_seconds"].as_f64().is_some_and(|lag| lag < 1.0) {
                return Ok(started.elapsed());
            }
            ensure!(started.elapsed() < PAGE_TIMEOUT, "the page still shows {part}");
            sleep(Duration::from_millis(200)).await;
        }
    }

    fn report(&self, size: Size, late: f64, settled: Duration, outcome: &mut Outcome) {
        outcome.figure(format!(
            "the page showed {:.0} s, the metrics {:.0} s and {} messages; none {:.0} s later",
            self.lag,
            self.age,
            self.messages,
            settled.as_secs_f64()
        ));
        outcome.promise(self.lag >= late, format!("the status page shows how late workflows are ({:.1} s)", self.lag));
        outcome.promise_in_full(size, self.degraded, "the status page shows workflows as degraded");
        let measured = self.age >= late && self.messages > 0.0;
        outcome.promise(measured, format!("the metrics show the same ({:.1} s)", self.age));
    }

    async fn part(&self) -> anyhow::Result<Value> {
        let report: Value = self.http.get(&self.page).header(ACCEPT, "application/json").send().await?.json().await?;
        let mut parts = report["parts"].as_array().into_iter().flatten();
        parts.find(|part| part["name"] == "workflows").cloned().context("the page has no part for workflows")
    }
}
