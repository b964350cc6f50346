//! A tenant with three people and the operator's keys, whose workflow asks before it opens a ticket.

use crate::{
    stage::Stage,
    workflows::{RUNS, TRIGGER, WORKFLOWS, definition},
};
use anyhow::{Context, ensure};
use api::{TenantId, UserId};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Answer, Client, Database, session};
use tokio::time::sleep;

pub const KEYS: &str = "/api/admin/api-keys";
pub const APPROVALS: &str = "/api/psa/workflows/approvals";
pub const WORKFLOW: &str = "Ask first";

/// How long a run may take to reach a state.
const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub struct Person {
    pub user: UserId,
    pub token: String,
    pub client: Client,
}

#[derive(Clone)]
pub struct Key {
    pub id: String,
    pub client: Client,
}

#[derive(Clone)]
pub struct Scene {
    pub base: String,
    database: Database,
    tenant: TenantId,
    /// Two keys that the operator's command line has made.
    pub operator: Key,
    pub another: Key,
    /// Tries to continue a run without another person.
    pub starter: Person,
    pub colleague: Person,
    /// Has no part in the attempts, and decides at the end.
    pub third: Person,
    /// The id of the workflow that asks for approval.
    pub workflow: String,
}

/// The attempts to approve a waiting run.
pub struct Tried {
    pub run: String,
    pub answers: Vec<Answer>,
    /// The number of approvals that count afterwards.
    pub given: i64,
}

impl Tried {
    pub fn one(run: String, answer: Answer) -> Tried {
        Tried { run, answers: vec![answer], given: 0 }
    }
}

impl Scene {
    pub async fn new(stage: &Stage, base: &str, label: &str) -> anyhow::Result<Scene> {
        let client = Client::new(base, None);
        let (made, another) = (stage.tenant(label).await?, stage.another(label).await?);
        let person = async |_: &str| {
            let (user, token) = stage.person(made.tenant, "owner").await;
            Person { user, client: client.with_cookie(&token), token }
        };
        let (starter, colleague, third) = (person("starter").await, person("colleague").await, person("third").await);
        let operator = Key { id: made.id.to_string(), client: client.with_key(&made.key) };
        let another = Key { id: another.id.to_string(), client: client.with_key(&another.key) };
        let new = json!({"name": WORKFLOW, "definition": asks()});
        let workflow = another.client.post(WORKFLOWS, new).await.expect(201).id();
        let (base, database, tenant) = (base.to_owned(), stage.database.clone(), made.tenant);
        Ok(Scene { base, database, tenant, operator, another, starter, colleague, third, workflow })
    }

    /// Another session of the same person.
    pub async fn again(&self, person: &Person) -> Person {
        let (_, token) = session(&self.database, self.tenant.0, person.user).await;
        Person { client: Client::new(&self.base, None).with_cookie(&token), token, user: person.user }
    }

    pub async fn key(&self, maker: &Client, more: Value) -> Key {
        let mut new = json!({"name": "A key", "scopes": ["*"]});
        more.as_object().into_iter().flatten().for_each(|(name, value)| new[name] = value.clone());
        let made = maker.post(KEYS, new).await.expect(201);
        Key { id: made.id(), client: self.with_secret(&made) }
    }

    /// Rotates the key as this caller. The previous secret works for another hour.
    pub async fn rotate(&self, rotator: &Client, key: &Key) -> Client {
        let rotate = json!({"rotate": {"grace_seconds": 3600}});
        self.with_secret(&rotator.put(&format!("{KEYS}?id={}", key.id), rotate).await.expect(200))
    }

    fn with_secret(&self, answer: &Answer) -> Client {
        Client::new(&self.base, Some(answer.body["key"].as_str().unwrap_or_default()))
    }

    /// Starts a run as this caller, which waits for one of the approvers.
    pub async fn ask(&self, by: &Client, approvers: Value) -> anyhow::Result<String> {
        self.ask_for(by, approvers, 1).await
    }

    pub async fn ask_for(&self, by: &Client, approvers: Value, min: i32) -> anyhow::Result<String> {
        let new = json!({"workflow": WORKFLOW, "input": {"approvers": approvers, "min": min}});
        let run = by.post(TRIGGER, new).await.expect(202).id();
        self.waits(&run).await?;
        Ok(run)
    }

    pub async fn waits(&self, run: &str) -> anyhow::Result<Value> {
        self.until(run, |run| run["status"] == "waiting_approval").await
    }

    pub async fn until(&self, run: &str, wanted: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        let started = Instant::now();
        loop {
            let read = self.another.client.get(&format!("{RUNS}?id={run}")).await.expect(200).body;
            if wanted(&read) {
                return Ok(read);
            }
            ensure!(started.elapsed() < TIMEOUT, "{run} is not in the expected state: {read:#}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits for the run that an event starts, until it waits for approval.
    pub async fn started_by_event(&self, workflow: &str) -> anyhow::Result<String> {
        let started = Instant::now();
        loop {
            let target = format!("{RUNS}?workflow_id={workflow}&status=waiting_approval");
            let listed = self.another.client.get(&target).await.expect(200);
            if let Some(run) = listed.body["data"][0]["id"].as_str() {
                return Ok(run.to_owned());
            }
            ensure!(started.elapsed() < TIMEOUT, "no event has started {workflow}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// The pending approval of a run.
    pub async fn approval(&self, run: &str) -> anyhow::Result<Value> {
        let target = format!("{APPROVALS}?run_id={run}&status=pending");
        let listed = self.another.client.get(&target).await.expect(200);
        listed.body["data"].get(0).cloned().with_context(|| format!("{run} has no pending approval"))
    }
}

pub async fn act(client: &Client, run: &str, body: Value) -> Answer {
    client.send(Method::PATCH, &format!("{RUNS}?id={run}"), Some(body)).await
}

pub async fn approve(client: &Client, run: &str) -> Answer {
    act(client, run, json!({"action": "approve"})).await
}

pub fn asks() -> Value {
    let with = json!({
        "summary": "Open a ticket?",
        "approvers": "${ $workflow.input.approvers // {} }",
        "min_approvals": "${ $workflow.input.min // 1 }",
    });
    definition(&json!([
        {"ask": {"call": "approval", "with": with}},
        {"open": {"call": "ticket.create", "with": {"subject": "Approved"}}},
    ]))
}
