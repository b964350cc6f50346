//! The log has no gaps under contention: many clients change the same objects on two servers, and are refused as often;
//! each object's events count from 1 in the order of its versions, and failed requests have none.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use api::{Resource, organizations::Organization};
use futures::future::try_join_all;
use rand::Rng;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::{Database, ServerProcess};
use tokio::time::sleep;
use uuid::Uuid;

const PATH: &str = Organization::PATH;
const CLIENTS: usize = 32;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (subjects, requests) = size.pick((200, 20_000), (40, 2_000));
    let stage = Stage::set("-c fsync=off").await?;
    let servers = [
        ServerProcess::start(&stage.database, &["--log", "warn"]).await?,
        ServerProcess::start(&stage.database, &["--log", "warn"]).await?,
    ];
    let tenant = stage.tenant("sequence").await?;
    let client = Client {
        http: reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build()?,
        bases: servers.iter().map(|server| server.base.clone()).collect(),
        key: tenant.key.clone(),
    };
    let over = Arc::new(AtomicBool::new(false));
    let follower = tokio::spawn(follow(stage.database.clone(), tenant.tenant.0, over.clone()));

    let started = Instant::now();
    let ids = try_join_all((0..subjects).map(|n| client.create(n))).await?;
    let writers = (0..CLIENTS).map(|_| tokio::spawn(change(client.clone(), ids.clone(), requests / CLIENTS)));
    let mut tally = Tally::default();
    ids.iter().for_each(|id| tally.done(id));
    for writer in writers.collect::<Vec<_>>() {
        tally.add(writer.await??);
    }
    let took = started.elapsed();
    over.store(true, Ordering::Relaxed);
    let followed = follower.await??;

    let mut outcome = Outcome::default();
    let done: i64 = tally.done.values().sum();
    let rate = done as f64 / took.as_secs_f64();
    outcome.figure(format!(
        "{CLIENTS} clients on 2 servers, {subjects} subjects: {done} changes ({rate:.0}/s), refused {:?}",
        tally.refused
    ));
    outcome.promise(tally.refused.len() >= 4, "there were refusals of every kind");
    outcome
        .promise(followed == (done, 0), format!("a concurrent reader sees every event and no gap (saw {followed:?})"));
    check(&stage, tenant.tenant.0, &tally, done, &mut outcome).await?;
    Ok(outcome)
}

/// Comparison of the log with the responses of the clients.
async fn check(stage: &Stage, tenant: Uuid, tally: &Tally, done: i64, outcome: &mut Outcome) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    let sql = "select subject_id, sequence, position, (data #>> '{object,version}')::bigint
               from events where tenant_id = $1 order by position";
    let events = root.query(sql, &[&tenant]).await?;
    let (mut sequences, mut gaps, mut out_of_order, mut other_versions) = (HashMap::<String, i64>::new(), 0, 0, 0);
    for (n, event) in (1..).zip(&events) {
        let (subject, sequence, position, version) =
            (event.get::<_, String>(0), event.get::<_, i64>(1), event.get::<_, i64>(2), event.get::<_, i64>(3));
        let last = sequences.entry(subject).or_default();
        gaps += i64::from(position != n);
        out_of_order += i64::from(sequence != *last + 1);
        other_versions += i64::from(version != sequence);
        *last = sequence;
    }
    outcome.figure(format!(
        "{} events, {gaps} gaps, {out_of_order} out of sequence, {other_versions} not in the order of versions",
        events.len()
    ));
    outcome.promise(events.len() as i64 == done, format!("as many events as changes ({done})"));
    outcome.promise(gaps == 0, "positions are 1..n without a gap");
    outcome.promise(out_of_order == 0, "each subject's events count from 1, in the order of the log");
    outcome.promise(other_versions == 0, "the order of the log is the order of the changes");
    outcome.promise(sequences == tally.done, "each subject has as many events as it had changes");
    let counts = "select last_position, (
                      select count(*) from audit_log where tenant_id = $1 and actor_kind <> 'operator'
                  )
                  from event_logs where tenant_id = $1";
    let counts = root.query_one(counts, &[&tenant]).await?;
    let (last, audited) = (counts.get::<_, i64>(0), counts.get::<_, i64>(1));
    outcome.promise(
        (last, audited) == (done, done),
        format!("as many positions and audit rows as changes ({last}, {audited})"),
    );
    Ok(())
}

/// Reads the events after the last position, and counts those that are out of order.
async fn follow(database: Database, tenant: Uuid, over: Arc<AtomicBool>) -> anyhow::Result<(i64, i64)> {
    let root = database.root().await;
    let (mut last, mut gaps) = (0, 0);
    loop {
        let was_over = over.load(Ordering::Relaxed);
        let sql = "select position from events where tenant_id = $1 and position > $2 order by position";
        let found = root.query(sql, &[&tenant, &last]).await?;
        for position in found.iter().map(|row| row.get::<_, i64>(0)) {
            gaps += i64::from(position != last + 1);
            last = position;
        }
        if was_over {
            return Ok((last, gaps));
        }
        sleep(Duration::from_millis(3)).await;
    }
}

#[derive(Clone)]
struct Client {
    http: reqwest::Client,
    bases: Vec<String>,
    key: String,
}

impl Client {
    async fn create(&self, n: usize) -> anyhow::Result<String> {
        let (status, body) = self.send(Method::POST, PATH, None, json!({"name": format!("subject {n}")})).await?;
        ensure!(status == StatusCode::CREATED, "{status}: {body}");
        Ok(body["id"].as_str().context("an id")?.to_owned())
    }

    async fn send(
        &self,
        method: Method,
        target: &str,
        if_match: Option<i64>,
        body: Value,
    ) -> anyhow::Result<(StatusCode, Value)> {
        let base = &self.bases[rand::rng().random_range(0..self.bases.len())];
        let mut request = self.http.request(method, format!("{base}{target}")).bearer_auth(&self.key).json(&body);
        if let Some(version) = if_match {
            request = request.header("If-Match", format!("\"v{version}\""));
        }
        let response = request.send().await?;
        Ok((response.status(), response.json().await?))
    }
}

/// The responses that the clients received.
#[derive(Default)]
struct Tally {
    /// Changes of each subject.
    done: HashMap<String, i64>,
    /// The number of refused requests, by the reason.
    refused: BTreeMap<String, i64>,
}

impl Tally {
    fn done(&mut self, id: &str) {
        *self.done.entry(id.to_owned()).or_default() += 1;
    }

    fn refused(&mut self, why: &str) {
        *self.refused.entry(why.to_owned()).or_default() += 1;
    }

    fn add(&mut self, other: Tally) {
        other.done.into_iter().for_each(|(id, n)| *self.done.entry(id).or_default() += n);
        other.refused.into_iter().for_each(|(why, n)| *self.refused.entry(why).or_default() += n);
    }
}

/// Half of the requests change an object; the others are refused at different stages.
async fn change(client: Client, ids: Vec<String>, requests: usize) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut versions = HashMap::<String, i64>::new();
    for n in 0..requests {
        let (id, way) = {
            let mut random = rand::rng();
            (ids[random.random_range(0..ids.len())].clone(), random.random_range(0..10))
        };
        let target = format!("{PATH}?id={id}");
        let notes = json!({"notes": format!("change {n}")});
        let (status, body) = match way {
            0 => client.send(Method::PUT, &format!("{target}&dry_run=true"), None, notes).await?,
            1 => client.send(Method::PUT, &target, None, json!({"name": "subject 0"})).await?,
            2 => client.send(Method::POST, PATH, None, json!({"name": "subject 1"})).await?,
            3 => client.send(Method::PUT, &target, None, json!({"name": ""})).await?,
            // The version that this client saw last. Other clients have often changed the object since.
            4 | 5 => client.send(Method::PUT, &target, versions.get(&id).copied().or(Some(1)), notes).await?,
            _ => client.send(Method::PUT, &target, None, notes).await?,
        };
        if let Some(version) = body["version"].as_i64().or(body["current"]["version"].as_i64()) {
            versions.insert(id.clone(), version);
        }
        match (status, way == 0, body["code"].as_str()) {
            (StatusCode::OK, true, _) => tally.refused("dry run"),
            // Subject 0 may be renamed to its own name.
            (StatusCode::OK, false, _) => tally.done(&id),
            (_, _, Some(code @ ("name_taken" | "version_mismatch" | "invalid_request"))) => tally.refused(code),
            _ => anyhow::bail!("{status}: {body}"),
        }
    }
    Ok(tally)
}
