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

/// How long the first response of a key may be unavailable.
const MAX_BLOCKED: Duration = Duration::from_secs(5);

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

enum Reply {
    /// The body, without the secret, which is returned only once.
    Made { body: Value, replayed: bool },
    /// Another request with the same key is in progress.
    InFlight,
    /// No response, or a server error.
    Failed(String),
}

impl Request {
    fn new(http: &reqwest::Client, key: &str, name: &str) -> Request {
        Request { http: http.clone(), key: key.to_owned(), name: name.to_owned() }
    }

    /// Warms the server up: it opens its connections and prepares its statements.
    async fn warm_up(&self, base: &str) -> anyhow::Result<()> {
        let request = self.http.post(format!("{base}{PATH}?dry_run=true")).bearer_auth(&self.key);
        request.json(&json!({"name": "rehearsed", "scopes": ["*"]})).send().await?.error_for_status()?.text().await?;
        Ok(())
    }

    async fn send(&self, base: &str) -> anyhow::Result<Reply> {
        let request = self.http.post(format!("{base}{PATH}")).bearer_auth(&self.key);
        let request = request.header("Idempotency-Key", &self.name).json(&json!({"name": self.name, "scopes": ["*"]}));
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => return Ok(Reply::Failed(kind(&error).to_owned())),
        };
        let (status, headers) = (response.status(), response.headers().clone());
        let mut body = match response.json::<Value>().await {
            Ok(body) => body,
            Err(error) => return Ok(Reply::Failed(kind(&error).to_owned())),
        };
        match status {
            StatusCode::CREATED => {
                ensure!(body["name"] == self.name, "the response of another request: {body}");
                let replayed = headers.contains_key("idempotency-replayed");
                ensure!(body["key"].is_null() == replayed, "only the first response contains the key itself");
                body["key"] = Value::Null;
                Ok(Reply::Made { body, replayed })
            }
            StatusCode::CONFLICT if body["code"] == "request_in_flight" => {
                let after = headers.get(RETRY_AFTER).and_then(|after| after.to_str().ok());
                ensure!(after == Some("1"), "in flight, but Retry-After is {after:?}");
                Ok(Reply::InFlight)
            }
            status if status.is_server_error() => Ok(Reply::Failed(format!("{} {}", status.as_u16(), body["code"]))),
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
        async move { retry(&request, &base).await }
    });
    let replies = join_all(senders).await.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let mut bodies = BTreeMap::<String, usize>::new();
    replies.iter().for_each(|reply| *bodies.entry(format!("{:?}", reply.body)).or_default() += 1);
    let first = replies.iter().filter(|reply| !reply.replayed).count();
    let in_flight = replies.iter().filter(|reply| reply.in_flight > 0).count();
    let failed: usize = replies.iter().map(|reply| reply.failed).sum();
    outcome.figure(format!(
        "{requests} at once: {first} made, {} repeated, {in_flight} of them first got a 409, {failed} failed",
        requests - first
    ));
    outcome.promise(
        bodies.len() == 1 && first == 1,
        format!("one request has an effect, all get its response ({bodies:?})"),
    );
    outcome.promise(failed == 0, "none of them fails");
    let left = left_by(stage, "at-once").await?;
    outcome.promise(
        left == [1, 1, 1],
        format!("many requests at once leave one row, audit entry, response (not {left:?})"),
    );
    Ok(())
}

struct Retried {
    /// The body of the response; `None` if there was none in time.
    body: Option<Value>,
    replayed: bool,
    in_flight: usize,
    failed: usize,
    took: Duration,
}

/// Retries while the first request is in progress, sooner than `Retry-After` says.
async fn retry(request: &Request, base: &str) -> anyhow::Result<Retried> {
    let started = Instant::now();
    let (mut in_flight, mut failed) = (0, 0);
    while started.elapsed() < 2 * MAX_BLOCKED {
        match request.send(base).await? {
            Reply::Made { body, replayed } => {
                return Ok(Retried { body: Some(body), replayed, in_flight, failed, took: started.elapsed() });
            }
            Reply::InFlight => in_flight += 1,
            Reply::Failed(why) => {
                eprintln!("idempotency: {}: {why}", request.name);
                failed += 1;
            }
        }
        sleep(Duration::from_millis(20)).await;
    }
    Ok(Retried { body: None, replayed: false, in_flight, failed, took: started.elapsed() })
}

/// The number of keys, audit entries and stored responses of a request.
async fn left_by(stage: &Stage, name: &str) -> anyhow::Result<[i64; 3]> {
    let query = "select
        (select count(*) from api_keys where name = $1),
        (select count(*) from audit_log where after ->> 'name' = $1),
        (select count(*) from idempotency_keys where key = $1)";
    let row = stage.database.root().await.query_one(query, &[&name]).await?;
    Ok([row.get(0), row.get(1), row.get(2)])
}
