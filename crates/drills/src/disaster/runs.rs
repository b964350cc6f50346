//! Runs that are active at the time of the disaster: they wait for a time, for people, for a host or for their turn. Each
//! opens a ticket at its beginning and one at its end.

use crate::{
    Outcome, Size,
    stage::Stage,
    workflows::{self, Progress, RUNS, Tally, create, definition},
    workshop::Customer,
};
use anyhow::{Context, ensure};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    convert::Infallible,
    time::{Duration, Instant},
};
use testkit::Client;
use tokio::time::sleep;

const WAITS: &str = "Waits";
const ASKS: &str = "Asks";
const CALLS: &str = "Calls";
const TAKES_TURNS: &str = "Takes turns";

/// The states of active runs.
const STATUSES: [&str; 4] = ["queued", "running", "waiting", "waiting_approval"];

/// The time within which runs must have begun.
const START_TIMEOUT: Duration = Duration::from_secs(60);

pub struct Runs {
    /// The labels of all runs.
    labels: Vec<String>,
    /// The ids of the runs that request an approval.
    with_approval: Vec<String>,
    /// The number of calls.
    calls: usize,
}

pub async fn define(client: &Client, sink: &str, size: Size) {
    let pause = json!({"pause": {"wait": size.pick("PT60S", "PT25S")}});
    let ask = json!({"ask": {"call": "approval", "with": {"summary": "Go on?"}}});
    let body = json!({"label": "${ $workflow.input.label }", "item": "${ $item }"});
    let with = json!({"method": "post", "endpoint": format!("{sink}/call"), "body": body});
    let calls =
        json!({"each": {"for": {"in": "$workflow.input.items"}, "do": [{"one": {"call": "http", "with": with}}]}});
    create(client, WAITS, &between_tickets(&[&pause])).await;
    create(client, ASKS, &between_tickets(&[&ask, &pause])).await;
    create(client, CALLS, &between_tickets(&[&calls])).await;
    let mut takes_turns = between_tickets(&[&ask]);
    takes_turns["concurrency"] = json!({"key": "one", "limit": 1, "on_conflict": "queue"});
    create(client, TAKES_TURNS, &takes_turns).await;
}

fn between_tickets(tasks: &[&Value]) -> Value {
    let ticket = |what: &str| {
        let subject = format!("${{ \"{what} \" + $workflow.input.label }}");
        json!({"call": "ticket.create", "with": {"subject": subject}})
    };
    let mut all = vec![json!({"open": ticket("opened")})];
    all.extend(tasks.iter().map(|task| (*task).clone()));
    all.push(json!({"close": ticket("closed")}));
    definition(&Value::from(all))
}

/// Starts some of each kind.
pub async fn start(customer: &Customer, size: Size) -> Runs {
    let items: Vec<usize> = (0..size.pick(60, 25)).collect();
    let each = size.pick(10, 3);
    let mut runs = Runs { labels: vec![], with_approval: vec![], calls: each * items.len() };
    for number in 0..each {
        for kind in [WAITS, ASKS, CALLS, TAKES_TURNS] {
            let label = format!("{kind} {number}");
            let id = customer.start(kind, &json!({"label": label, "items": items})).await;
            runs.labels.push(label);
            if kind == ASKS {
                runs.with_approval.push(id);
            }
        }
    }
    runs
}

/// Starts a run that a restore to an earlier time loses.
pub async fn start_too_late(customer: &Customer) {
    customer.start(WAITS, &json!({"label": "too late", "items": []})).await;
}

impl Runs {
    pub fn count(&self) -> usize {
        self.labels.len()
    }

    /// Approves every second request. Returns the number of decisions.
    pub async fn approve_some(&self, customer: &Customer) -> anyhow::Result<usize> {
        let mut given = 0;
        for id in self.with_approval.iter().step_by(2) {
            let started = Instant::now();
            let waiting = loop {
                let run = customer.client.get(&format!("{RUNS}?id={id}")).await.expect(200).body;
                if run["status"] == "waiting_approval" {
                    break run;
                }
                ensure!(started.elapsed() < START_TIMEOUT, "{id} requests no approval: {run:#}");
                sleep(Duration::from_millis(100)).await;
            };
            given += customer.approve(&waiting, "Decided before the disaster").await?;
        }
        Ok(given)
    }

    /// Approves all requests until all runs have ended, or none makes progress.
    pub async fn end(&self, stage: &Stage, customer: &Customer) -> anyhow::Result<Tally> {
        let progress = Progress::of(stage);
        tokio::select! {
            tally = progress.watch(self.count()) => Ok(tally),
            failed = approve_forever(customer) => match failed? {},
        }
    }

    /// Checks that each run created both of its tickets once and made its calls, repeated ones with the same key.
    pub async fn judge(
        &self,
        stage: &Stage,
        (calls, again, wrong_keys): (usize, usize, usize),
        outcome: &mut Outcome,
    ) -> anyhow::Result<()> {
        let tickets = workflows::tickets(stage).await?;
        let expected = self.labels.iter().flat_map(|label| [format!("opened {label}"), format!("closed {label}")]);
        let once = expected.filter(|subject| tickets.get(subject) == Some(&1)).count();
        outcome.figure(format!("{once} of {} of their tickets exist once", self.count() * 2));
        outcome.figure(format!("{calls} calls of {}, {again} repeated with the same key", self.calls));
        outcome.promise(once == self.count() * 2, "each effect of a run exists once");
        outcome
            .promise(calls == self.calls && wrong_keys == 0, format!("calls have one key each ({wrong_keys} do not)"));
        let unknown = tickets.keys().filter(|subject| subject.ends_with("too late")).count();
        outcome.promise(unknown == 0, "a run that was started after the target has no effects");
        Ok(())
    }
}

/// The number of active runs by status.
pub async fn active(stage: &Stage) -> anyhow::Result<BTreeMap<String, i64>> {
    let query = "select status, count(*) from workflow_runs where ended_at is null group by status";
    let rows = stage.database.root().await.query(query, &[]).await?;
    Ok(rows.into_iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Waits until there is a run of each status, so that each is restored.
pub async fn are_under_way(stage: &Stage) -> anyhow::Result<()> {
    let started = Instant::now();
    loop {
        let active = active(stage).await?;
        if is_every_status(&active) {
            return Ok(());
        }
        ensure!(started.elapsed() < START_TIMEOUT, "the runs are not under way: {active:?}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// The number of decided requests.
pub async fn decided(stage: &Stage) -> anyhow::Result<i64> {
    let query = "select count(*) from workflow_approvals where status = 'approved'";
    Ok(stage.database.root().await.query_one(query, &[]).await?.get(0))
}

/// True if some run has each of the statuses.
pub fn is_every_status(active: &BTreeMap<String, i64>) -> bool {
    STATUSES.iter().all(|status| active.contains_key(*status))
}

async fn approve_forever(customer: &Customer) -> anyhow::Result<Infallible> {
    loop {
        approve_all(customer).await?;
        sleep(Duration::from_millis(300)).await;
    }
}

/// Approves all current requests.
pub async fn approve_all(customer: &Customer) -> anyhow::Result<()> {
    let list = format!("{RUNS}?status=waiting_approval&limit=200");
    let page = customer.approver.get(&list).await.expect(200).body;
    for run in page["data"].as_array().context("runs are listed")? {
        let target = format!("{RUNS}?id={}", run["id"].as_str().context("a run has an id")?);
        let response = customer.approver.send(Method::PATCH, &target, Some(json!({"action": "approve"}))).await;
        // The request may have been approved before, without the run having continued yet.
        let decided = response.status == StatusCode::OK || response.body["code"] == "run_not_waiting";
        ensure!(decided, "{target} cannot be approved: {} {}", response.status, response.body);
    }
    Ok(())
}
