//! Many repetitions of a request leave one row and one response: sent at once to two servers, and sent again after the
//! server was killed during the request.

mod crash;

use crate::{Outcome, Size, stage::Stage};
use anyhow::{bail, ensure};
use api::{Resource, api_keys::ApiKey};
use futures::future::{join_all, try_join};
use reqwest::{StatusCode, header::RETRY_AFTER};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::time::sleep;

/// Keys of the same name may be many: nothing but the Idempotency-Key keeps a second one from being made.
const PATH: &str = ApiKey::PATH;

/// For longer than this no key may be answered without the first answer.
const POISONED: Duration = Duration::from_secs(5);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let at_once = size.pick(200, 60);
    let tries = size.pick(200, 20);
    // A commit takes so long that some servers are killed while they wait for it.
    let stage = Stage::set("-c commit_delay=3000 -c commit_siblings=0").await?;
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10)).build()?;
    let seed: u64 = rand::random();
    eprintln!("idempotency: seed {seed}");
    let (one, other) =
        try_join(ServerProcess::start(&stage.database, &[]), ServerProcess::start(&stage.database, &[])).await?;
    let mut outcome = Outcome::default();
    together(&stage, &http, &[&one, &other], at_once, &mut outcome).await?;
    crash::run(&stage, &http, [one, other], tries, seed, &mut outcome).await?;
    Ok(outcome)
}

/// A request with an Idempotency-Key.
#[derive(Clone)]
struct Request {
    http: reqwest::Client,
    key: String,
    name: String,
}

enum Answer {
    /// With the body, but for the secret, which is not repeated.
    Made { body: Value, replayed: bool },
    /// Another one with the same key is under way.
    InFlight,
    /// No answer, or one that says to try again.
    Failed(String),
}

impl Request {
    fn new(http: &reqwest::Client, key: &str, name: &str) -> Request {
        Request { http: http.clone(), key: key.to_owned(), name: name.to_owned() }
    }

    /// Has the server open its connections and prepare its statements.
    async fn rehearse(&self, base: &str) -> anyhow::Result<()> {
        let request = self.http.post(format!("{base}{PATH}?dry_run=true")).bearer_auth(&self.key);
        request.json(&json!({"name": "rehearsed", "scopes": ["*"]})).send().await?.error_for_status()?.text().await?;
        Ok(())
    }

    async fn send(&self, base: &str) -> anyhow::Result<Answer> {
        let request = self.http.post(format!("{base}{PATH}")).bearer_auth(&self.key);
        let request = request.header("Idempotency-Key", &self.name).json(&json!({"name": self.name, "scopes": ["*"]}));
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => return Ok(Answer::Failed(kind(&error).to_owned())),
        };
        let (status, headers) = (response.status(), response.headers().clone());
        let mut body = match response.json::<Value>().await {
            Ok(body) => body,
            Err(error) => return Ok(Answer::Failed(kind(&error).to_owned())),
        };
        match status {
            StatusCode::CREATED => {
                ensure!(body["name"] == self.name, "another's answer: {body}");
                let replayed = headers.contains_key("idempotency-replayed");
                ensure!(body["key"].is_null() == replayed, "the key itself is for the first answer only");
                body["key"] = Value::Null;
                Ok(Answer::Made { body, replayed })
            }
            StatusCode::CONFLICT if body["code"] == "request_in_flight" => {
                let after = headers.get(RETRY_AFTER).and_then(|after| after.to_str().ok());
                ensure!(after == Some("1"), "in flight, but Retry-After is {after:?}");
                Ok(Answer::InFlight)
            }
            status if status.is_server_error() => Ok(Answer::Failed(format!("{} {}", status.as_u16(), body["code"]))),
            status => bail!("{status}: {body}"),
        }
    }
}

fn kind(error: &reqwest::Error) -> &'static str {
    match error {
        error if error.is_connect() => "not connected",
        error if error.is_timeout() => "timed out",
        _ => "cut off",
    }
}

/// One key, many requests, two servers.
async fn together(
    stage: &Stage,
    http: &reqwest::Client,
    servers: &[&ServerProcess],
    requests: usize,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let key = stage.tenant("idempotency").await?.key;
    let request = Request::new(http, &key, "at-once");
    let senders = (0..requests).map(|number| {
        let (request, base) = (request.clone(), servers[number % servers.len()].base.clone());
        async move { until_answered(&request, &base).await }
    });
    let answered = join_all(senders).await.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let mut bodies = BTreeMap::<String, usize>::new();
    answered.iter().for_each(|answered| *bodies.entry(format!("{:?}", answered.body)).or_default() += 1);
    let first = answered.iter().filter(|answered| !answered.replayed).count();
    let in_flight = answered.iter().filter(|answered| answered.in_flight > 0).count();
    let failed: usize = answered.iter().map(|answered| answered.failed).sum();
    outcome.figure(format!(
        "{requests} at once: {first} made, {} repeated, {in_flight} of them first told 409, {failed} failed",
        requests - first
    ));
    outcome.promise(
        bodies.len() == 1 && first == 1,
        format!("one request has an effect, all get its answer ({bodies:?})"),
    );
    outcome.promise(failed == 0, "none of them fails");
    let left = left_by(stage, "at-once").await?;
    outcome
        .promise(left == [1, 1, 1], format!("many requests at once leave one row, audit entry, answer (not {left:?})"));
    Ok(())
}

struct Answered {
    /// None when it never came.
    body: Option<Value>,
    replayed: bool,
    in_flight: usize,
    failed: usize,
    took: Duration,
}

/// Asks again while the request is under way, as it is told to, but sooner.
async fn until_answered(request: &Request, base: &str) -> anyhow::Result<Answered> {
    let started = Instant::now();
    let (mut in_flight, mut failed) = (0, 0);
    while started.elapsed() < 2 * POISONED {
        match request.send(base).await? {
            Answer::Made { body, replayed } => {
                return Ok(Answered { body: Some(body), replayed, in_flight, failed, took: started.elapsed() });
            }
            Answer::InFlight => in_flight += 1,
            Answer::Failed(why) => {
                eprintln!("idempotency: {}: {why}", request.name);
                failed += 1;
            }
        }
        sleep(Duration::from_millis(20)).await;
    }
    Ok(Answered { body: None, replayed: false, in_flight, failed, took: started.elapsed() })
}

/// How many keys, audit entries and kept answers there are for a request.
async fn left_by(stage: &Stage, name: &str) -> anyhow::Result<[i64; 3]> {
    let query = "select
        (select count(*) from api_keys where name = $1),
        (select count(*) from audit_log where after ->> 'name' = $1),
        (select count(*) from idempotency_keys where key = $1)";
    let row = stage.database.root().await.query_one(query, &[&name]).await?;
    Ok([row.get(0), row.get(1), row.get(2)])
}
