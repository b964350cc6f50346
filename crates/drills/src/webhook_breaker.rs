//! Failing endpoints: they receive only probes, the status change is reported to the others, they are disabled after
//! days, and no event is lost. All waits are divided by a factor, so that days take seconds.

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

/// An expected event that takes longer has failed.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The time in which an unexpected event would happen.
const SETTLE_TIME: Duration = Duration::from_millis(1200);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c shared_buffers=128MB").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let worker = fast_worker(&stage, HASTE).await?;
    let scene = Scene::set(&stage, &server).await?;
    let mut outcome = Outcome::default();
    breaks_and_recovers(&scene, &mut outcome).await?;
    gone(&scene, &mut outcome).await?;
    honours_retry_after(&scene, &mut outcome).await?;
    pauses(&scene, &mut outcome).await?;
    worker.stop().await?;

    let five_days = size.pick(Duration::from_secs(30), Duration::from_secs(5));
    let worker = fast_worker(&stage, FIVE_DAYS / five_days.as_secs_f64()).await?;
    dead_for_days(&scene, five_days, &mut outcome).await?;
    worker.stop().await?;
    Ok(outcome)
}

async fn fast_worker(stage: &Stage, haste: f64) -> anyhow::Result<ServerProcess> {
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
        join_all(changes).await.into_iter().for_each(|response| drop(response.expect(200)));
    }

    async fn set_status(&self, endpoint: &Endpoint, status: &str) {
        let target = format!("{WEBHOOKS}?id={}", endpoint.id);
        self.client.put(&target, json!({"status": status})).await.expect(200);
    }

    /// Waits until the endpoint has the status.
    async fn wait_for_status(&self, endpoint: &Endpoint, status: &str) -> anyhow::Result<()> {
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

    /// Waits until the tenant's other endpoint has received `count` status changes of this one, and returns them.
    async fn reported_changes(&self, endpoint: &Endpoint, count: usize) -> Vec<String> {
        let started = Instant::now();
        loop {
            let events = self.notices.received().into_iter().map(|received| received.event());
            let own = events.filter(|event| event["subject"]["id"] == endpoint.id.as_str());
            let changes = own.filter_map(|event| Some(event["type"].as_str()?.rsplit('.').next()?.to_owned()));
            let changes: Vec<String> = changes.collect();
            if changes.len() >= count || started.elapsed() > TIMEOUT {
                return changes;
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn delete(&self, endpoint: Endpoint) {
        self.client.delete(&format!("{WEBHOOKS}?id={}", endpoint.id)).await.expect(204);
    }
}

fn ids(received: &[Received]) -> BTreeSet<String> {
    received.iter().map(|one| one.header("webhook-id").to_owned()).collect()
}

/// Waits until the receiver has this many distinct events, beginning with request number `from`.
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

/// After twenty failures, the endpoint receives one probe at a time; after the first success, everything.
async fn breaks_and_recovers(scene: &Scene, outcome: &mut Outcome) -> anyhow::Result<()> {
    const EVENTS: usize = 60;
    let broken = scene.endpoint().await;
    broken.receiver.answer_status(500);
    scene.change(EVENTS).await;
    scene.wait_for_status(&broken, "failing").await?;
    let before = broken.receiver.count();
    sleep(SETTLE_TIME).await;
    let probes = broken.receiver.received()[before..].to_vec();
    outcome.promise(
        probes.len() <= 8 && ids(&probes).len() <= 1,
        format!("a failing endpoint receives only one delivery as a probe, ever more rarely ({} probes)", probes.len()),
    );
    let alive = broken.receiver.count();
    broken.receiver.answer_status(200);
    let drained = distinct(&broken.receiver, alive, EVENTS).await;
    scene.wait_for_status(&broken, "active").await?;
    let reported = scene.reported_changes(&broken, 2).await;
    outcome.figure(format!(
        "failing after {before} attempts, {} probes, {} of {EVENTS} delivered",
        probes.len(),
        drained.len()
    ));
    outcome.promise(drained.len() == EVENTS, "waiting events are delivered after the first success");
    outcome.promise(
        reported == ["failing", "recovered"],
        format!("both status changes are reported to the other endpoint (reported: {reported:?})"),
    );
    scene.delete(broken).await;
    Ok(())
}

/// 410 is final.
async fn gone(scene: &Scene, outcome: &mut Outcome) -> anyhow::Result<()> {
    let gone = scene.endpoint().await;
    gone.receiver.answer_status(410);
    scene.change(1).await;
    scene.wait_for_status(&gone, "disabled").await?;
    let attempts = gone.receiver.count();
    scene.change(3).await;
    sleep(SETTLE_TIME).await;
    let reported = scene.reported_changes(&gone, 1).await;
    outcome.promise(
        gone.receiver.count() == attempts && attempts == 1,
        "an endpoint that returns 410 receives nothing more",
    );
    outcome.promise(
        reported == ["disabled"],
        format!("the status changes are reported to the other endpoint (reported: {reported:?})"),
    );
    scene.delete(gone).await;
    Ok(())
}

/// `Retry-After` applies to the endpoint, not only to the delivery with that response.
async fn honours_retry_after(scene: &Scene, outcome: &mut Outcome) -> anyhow::Result<()> {
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
    let requested = Duration::from_secs_f64(f64::from(SECONDS) / HASTE);
    outcome.figure(format!("Retry-After of {} ms, waited {} ms", requested.as_millis(), waited.as_millis()));
    outcome.promise(waited >= requested, "Retry-After of an endpoint is honoured");
    outcome.promise(ids(&received).len() == 6, "all events are delivered after Retry-After");
    scene.delete(busy).await;
    Ok(())
}

async fn pauses(scene: &Scene, outcome: &mut Outcome) -> anyhow::Result<()> {
    let paused = scene.endpoint().await;
    scene.change(1).await;
    paused.receiver.wait_for(1).await;
    scene.set_status(&paused, "paused").await;
    sleep(SETTLE_TIME).await;
    scene.change(20).await;
    sleep(SETTLE_TIME).await;
    outcome.promise(paused.receiver.count() == 1, "a paused endpoint receives nothing");
    scene.set_status(&paused, "active").await;
    let delivered = ids(&paused.receiver.wait_for(21).await).len();
    outcome.promise(delivered == 21, "all waiting events are delivered when it is resumed");
    scene.delete(paused).await;
    Ok(())
}

/// The endpoint is disabled after five days. Waiting events are sent when it is resumed, missed ones when it is recovered.
async fn dead_for_days(scene: &Scene, five_days: Duration, outcome: &mut Outcome) -> anyhow::Result<()> {
    const EACH: usize = 25;
    let since = Clock::System.now();
    let dead = scene.endpoint().await;
    dead.receiver.answer_status(503);
    scene.change(EACH).await;
    let first = dead.receiver.wait_for(1).await[0].at;
    scene.wait_for_status(&dead, "failing").await?;
    scene.change(EACH).await;
    scene.wait_for_status(&dead, "disabled").await?;
    let lasted = first.elapsed();
    let attempts = dead.receiver.count();
    scene.change(EACH).await;
    sleep(SETTLE_TIME).await;
    outcome.promise(lasted >= five_days, "a failing endpoint is not disabled before five days have passed");
    outcome.promise(dead.receiver.count() == attempts, "a disabled endpoint receives nothing");
    let reported = scene.reported_changes(&dead, 2).await;
    outcome.promise(
        reported == ["failing", "disabled"],
        format!("the status changes are reported to the other endpoint (reported: {reported:?})"),
    );

    dead.receiver.answer_status(200);
    scene.set_status(&dead, "active").await;
    let drained = distinct(&dead.receiver, attempts, 2 * EACH).await.len();
    let recovered = recover(scene, &dead, since, "missed").await?;
    let all = distinct(&dead.receiver, attempts, 3 * EACH).await.len();
    sleep(SETTLE_TIME).await;
    let sent = dead.receiver.count() - attempts;
    outcome.figure(format!(
        "dead for 5 days in {:.1} s and {attempts} attempts: {drained} of {} delivered, {} of {EACH} recovered",
        lasted.as_secs_f64(),
        2 * EACH,
        all - drained
    ));
    outcome.promise(drained == 2 * EACH, "events that waited when it was disabled are sent when it is resumed");
    outcome.promise(
        recovered == "succeeded" && all == 3 * EACH,
        "events from the time when it was disabled can be recovered",
    );
    outcome.promise(sent == all, format!("nothing is sent twice ({sent} for {all})"));
    let again = dead.receiver.count();
    recover(scene, &dead, since, "all").await?;
    let replayed = distinct(&dead.receiver, again, 3 * EACH).await;
    let same = replayed == ids(&dead.receiver.received()[attempts..again]);
    outcome.promise(same, format!("all events can be sent again, with the same ids ({} arrived)", replayed.len()));
    scene.delete(dead).await;
    Ok(())
}

/// Starts a recovery. Returns the status with which it ended.
async fn recover(scene: &Scene, endpoint: &Endpoint, since: Timestamp, only: &str) -> anyhow::Result<String> {
    let body = json!({"since": since, "only": only});
    let begun = scene.client.post(&format!("{WEBHOOKS}/recover?id={}", endpoint.id), body).await.expect(202);
    let ended = scene.client.get(&format!("/api/operations?id={}&wait=30", begun.id())).await.expect(200);
    Ok(ended.body["status"].as_str().unwrap_or_default().to_owned())
}
