//! Failing endpoints: they receive only probes, the status change is reported to the others, they are disabled after
//! days, and no event is lost. Days pass in seconds: all waits are divided by a haste.

use crate::{Outcome, Size, stage::Stage};
use anyhow::ensure;
use axum::{http::HeaderValue, response::Response};
use futures::future::join_all;
use jiff::Timestamp;
use kernel::clock::Clock;
use reqwest::header::RETRY_AFTER;
use serde_json::json;
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use testkit::{Client, Received, Receiver, ServerProcess, status_only};
use tokio::time::sleep;

const WEBHOOKS: &str = "/api/admin/webhooks";
const NOTICES: [&str; 3] = ["webhook.endpoint.failing", "webhook.endpoint.recovered", "webhook.endpoint.disabled"];
const HASTE: f64 = 100.0;
const FIVE_DAYS: f64 = 5.0 * 24.0 * 3600.0;

/// Nothing that should happen takes longer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// After so long without it, it does not happen.
const QUIET: Duration = Duration::from_millis(1200);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c shared_buffers=128MB").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let worker = hasty(&stage, HASTE).await?;
    let scene = Scene::set(&stage, &server).await?;
    let mut outcome = Outcome::default();
    breaks_and_recovers(&scene, &mut outcome).await?;
    gone(&scene, &mut outcome).await?;
    asks_for_time(&scene, &mut outcome).await?;
    pauses(&scene, &mut outcome).await?;
    worker.stop().await?;

    let five_days = size.pick(Duration::from_secs(30), Duration::from_secs(5));
    let worker = hasty(&stage, FIVE_DAYS / five_days.as_secs_f64()).await?;
    dead_for_days(&scene, five_days, &mut outcome).await?;
    worker.stop().await?;
    Ok(outcome)
}

async fn hasty(stage: &Stage, haste: f64) -> anyhow::Result<ServerProcess> {
    ServerProcess::start_worker(&stage.database, &["--log", "warn", "--webhook-haste", &haste.to_string()]).await
}

/// A tenant whose changes are sent to endpoints, one of which receives the status changes of the others.
struct Scene {
    client: Client,
    organization: String,
    notices: Receiver,
}

struct Endpoint {
    id: String,
    receiver: Receiver,
}

impl Scene {
    async fn set(stage: &Stage, server: &ServerProcess) -> anyhow::Result<Scene> {
        let client = server.client(&stage.tenant("breaker").await?.key);
        let organization = client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201).id();
        let notices = Receiver::start().await;
        let scene = Scene { client, organization, notices };
        scene.endpoint_at(&scene.notices, &NOTICES).await;
        Ok(scene)
    }

    async fn endpoint(&self) -> Endpoint {
        let receiver = Receiver::start().await;
        let id = self.endpoint_at(&receiver, &["organization.updated"]).await;
        Endpoint { id, receiver }
    }

    async fn endpoint_at(&self, receiver: &Receiver, events: &[&str]) -> String {
        let new = json!({"name": "An endpoint", "url": receiver.url, "events": events});
        self.client.post(WEBHOOKS, new).await.expect(201).id()
    }

    /// Causes this many events.
    async fn change(&self, count: usize) {
        let target = format!("/api/rmm/organizations?id={}", self.organization);
        let changes = (0..count).map(|_| {
            let notes = format!("{:016x}", rand::random::<u64>());
            self.client.put(&target, json!({"notes": notes}))
        });
        join_all(changes).await.into_iter().for_each(|answer| drop(answer.expect(200)));
    }

    async fn set_status(&self, endpoint: &Endpoint, status: &str) {
        let target = format!("{WEBHOOKS}?id={}", endpoint.id);
        self.client.put(&target, json!({"status": status})).await.expect(200);
    }

    async fn has_status(&self, endpoint: &Endpoint, status: &str) -> anyhow::Result<()> {
        let started = Instant::now();
        loop {
            let found = self.client.get(&format!("{WEBHOOKS}?id={}", endpoint.id)).await.expect(200);
            if found.body["status"] == status {
                return Ok(());
            }
            ensure!(started.elapsed() < TIMEOUT, "{status} is not reached: {:#}", found.body);
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// The events about this endpoint that the tenant's other endpoint received.
    async fn told_of(&self, endpoint: &Endpoint, count: usize) -> Vec<String> {
        let started = Instant::now();
        loop {
            let events = self.notices.received().into_iter().map(|received| received.event());
            let own = events.filter(|event| event["subject"]["id"] == endpoint.id.as_str());
            let words = own.filter_map(|event| Some(event["type"].as_str()?.rsplit('.').next()?.to_owned()));
            let words: Vec<String> = words.collect();
            if words.len() >= count || started.elapsed() > TIMEOUT {
                return words;
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn forget(&self, endpoint: Endpoint) {
        self.client.delete(&format!("{WEBHOOKS}?id={}", endpoint.id)).await.expect(204);
    }
}

fn ids(received: &[Received]) -> BTreeSet<String> {
    received.iter().map(|one| one.header("webhook-id").to_owned()).collect()
}

/// Waits until this many different events were sent, from this number on.
async fn distinct(receiver: &Receiver, from: usize, count: usize) -> BTreeSet<String> {
    let started = Instant::now();
    loop {
        let found = ids(&receiver.received()[from..]);
        if found.len() >= count || started.elapsed() > TIMEOUT {
            return found;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// Twenty failures, then one probe at a time, and everything at the first success.
async fn breaks_and_recovers(scene: &Scene, outcome: &mut Outcome) -> anyhow::Result<()> {
    const EVENTS: usize = 60;
    let broken = scene.endpoint().await;
    broken.receiver.answer_status(500);
    scene.change(EVENTS).await;
    scene.has_status(&broken, "failing").await?;
    let before = broken.receiver.count();
    sleep(QUIET).await;
    let probes = broken.receiver.received()[before..].to_vec();
    outcome.promise(
        probes.len() <= 8 && ids(&probes).len() <= 1,
        format!(
            "a failing endpoint is sent one delivery again and again, ever more rarely (not {} times)",
            probes.len()
        ),
    );
    let alive = broken.receiver.count();
    broken.receiver.answer_status(200);
    let taken = distinct(&broken.receiver, alive, EVENTS).await;
    scene.has_status(&broken, "active").await?;
    let told = scene.told_of(&broken, 2).await;
    outcome.figure(format!(
        "failing after {before} attempts, {} probes, {} of {EVENTS} drained",
        probes.len(),
        taken.len()
    ));
    outcome.promise(taken.len() == EVENTS, "what waited is drained after the first success");
    outcome.promise(told == ["failing", "recovered"], format!("the other endpoint is told of both (not {told:?})"));
    scene.forget(broken).await;
    Ok(())
}

/// 410 is final.
async fn gone(scene: &Scene, outcome: &mut Outcome) -> anyhow::Result<()> {
    let gone = scene.endpoint().await;
    gone.receiver.answer_status(410);
    scene.change(1).await;
    scene.has_status(&gone, "disabled").await?;
    let attempts = gone.receiver.count();
    scene.change(3).await;
    sleep(QUIET).await;
    let told = scene.told_of(&gone, 1).await;
    outcome.promise(
        gone.receiver.count() == attempts && attempts == 1,
        "an endpoint that answers 410 is sent nothing more",
    );
    outcome.promise(told == ["disabled"], format!("the other endpoint is told of it (not {told:?})"));
    scene.forget(gone).await;
    Ok(())
}

/// `Retry-After` holds for the endpoint, not only for the delivery that was answered so.
async fn asks_for_time(scene: &Scene, outcome: &mut Outcome) -> anyhow::Result<()> {
    const SECONDS: u32 = 150;
    let busy = scene.endpoint().await;
    busy.receiver.answer(|_| {
        let mut response: Response = status_only(429);
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(SECONDS));
        response
    });
    scene.change(1).await;
    busy.receiver.wait_for(1).await;
    busy.receiver.answer_status(200);
    sleep(Duration::from_millis(100)).await;
    scene.change(5).await;
    let received = busy.receiver.wait_for(7).await;
    let waited = received[1].at.duration_since(received[0].at);
    let wanted = Duration::from_secs_f64(f64::from(SECONDS) / HASTE);
    outcome.figure(format!("asked for {} ms, waited {} ms", wanted.as_millis(), waited.as_millis()));
    outcome.promise(waited >= wanted, "an endpoint gets the time that it asks for");
    outcome.promise(ids(&received).len() == 6, "and then everything");
    scene.forget(busy).await;
    Ok(())
}

async fn pauses(scene: &Scene, outcome: &mut Outcome) -> anyhow::Result<()> {
    let paused = scene.endpoint().await;
    scene.change(1).await;
    paused.receiver.wait_for(1).await;
    scene.set_status(&paused, "paused").await;
    sleep(QUIET).await;
    scene.change(20).await;
    sleep(QUIET).await;
    outcome.promise(paused.receiver.count() == 1, "an endpoint that is paused is sent nothing");
    scene.set_status(&paused, "active").await;
    let taken = ids(&paused.receiver.wait_for(21).await).len();
    outcome.promise(taken == 21, "and then everything that waited");
    scene.forget(paused).await;
    Ok(())
}

/// Disabled after five days; waiting events are sent when it is resumed, missed ones when it is recovered.
async fn dead_for_days(scene: &Scene, five_days: Duration, outcome: &mut Outcome) -> anyhow::Result<()> {
    const EACH: usize = 25;
    let since = Clock::System.now();
    let dead = scene.endpoint().await;
    dead.receiver.answer_status(503);
    scene.change(EACH).await;
    let first = dead.receiver.wait_for(1).await[0].at;
    scene.has_status(&dead, "failing").await?;
    scene.change(EACH).await;
    scene.has_status(&dead, "disabled").await?;
    let lasted = first.elapsed();
    let attempts = dead.receiver.count();
    scene.change(EACH).await;
    sleep(QUIET).await;
    outcome.promise(lasted >= five_days, "it is not given up before five days have passed");
    outcome.promise(dead.receiver.count() == attempts, "one that is disabled is sent nothing");
    let told = scene.told_of(&dead, 2).await;
    outcome.promise(told == ["failing", "disabled"], format!("the other endpoint is told of it (not {told:?})"));

    dead.receiver.answer_status(200);
    scene.set_status(&dead, "active").await;
    let drained = distinct(&dead.receiver, attempts, 2 * EACH).await.len();
    let recovered = recover(scene, &dead, since, "missed").await?;
    let all = distinct(&dead.receiver, attempts, 3 * EACH).await.len();
    sleep(QUIET).await;
    let taken = dead.receiver.count() - attempts;
    outcome.figure(format!(
        "dead for 5 days in {:.1} s and {attempts} attempts: {drained} of {} drained, {} of {EACH} recovered",
        lasted.as_secs_f64(),
        2 * EACH,
        all - drained
    ));
    outcome.promise(drained == 2 * EACH, "what waited when it was given up is sent when it is let go on");
    outcome
        .promise(recovered == "succeeded" && all == 3 * EACH, "what happened while it was disabled can be recovered");
    outcome.promise(taken == all, format!("and nothing is sent twice ({taken} for {all})"));
    let again = dead.receiver.count();
    recover(scene, &dead, since, "all").await?;
    let replayed = distinct(&dead.receiver, again, 3 * EACH).await;
    let same = replayed == ids(&dead.receiver.received()[attempts..again]);
    outcome.promise(same, format!("all can be had again, with their ids ({} came)", replayed.len()));
    scene.forget(dead).await;
    Ok(())
}

/// How the operation ended.
async fn recover(scene: &Scene, endpoint: &Endpoint, since: Timestamp, only: &str) -> anyhow::Result<String> {
    let wanted = json!({"since": since, "only": only});
    let begun = scene.client.post(&format!("{WEBHOOKS}/recover?id={}", endpoint.id), wanted).await.expect(202);
    let ended = scene.client.get(&format!("/api/operations?id={}&wait=30", begun.id())).await.expect(200);
    Ok(ended.body["status"].as_str().unwrap_or_default().to_owned())
}
