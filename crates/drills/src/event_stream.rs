//! A stream loses nothing and repeats nothing, however often it is disconnected; and a client that does not read it
//! costs the server a bounded amount of memory, for a bounded time.

use crate::{
    Outcome, Size,
    memory::{self, MIB, Watch},
    stage::Stage,
};
use anyhow::{Context, ensure};
use api::{Resource, organizations::Organization};
use jiff::Timestamp;
use kernel::clock::Clock;
use rand::Rng;
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{EventStream, Sent, ServerProcess};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    task::JoinSet,
    time::{sleep, timeout},
};
use uuid::Uuid;

const PATH: &str = "/api/events";
const WRITERS: usize = 8;

/// How long a reader waits for the next event.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The bytes that are added to each event while memory is measured.
const LARGE: usize = 4_000;

/// The memory that a client which does not read may cost.
const STALLED_BYTES: u64 = 3 * MIB;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off").await?;
    cut_off(size, &stage, &mut outcome).await?;
    unread(size, &stage, &mut outcome).await?;
    Ok(outcome)
}

/// A client reconnects to one of two servers with the id of the last event that it received.
async fn cut_off(size: Size, stage: &Stage, outcome: &mut Outcome) -> anyhow::Result<()> {
    let (events, cuts) = size.pick((10_000, 50), (1_000, 8));
    let servers = [
        ServerProcess::start(&stage.database, &["--log", "warn"]).await?,
        ServerProcess::start(&stage.database, &["--log", "warn"]).await?,
    ];
    let tenant = stage.tenant("stream").await?;
    let http = reqwest::Client::builder().no_proxy().build()?;
    let mut stream = open(&http, &servers[0].base, &tenant.key, None).await?;
    let mut moments: Vec<usize> = (0..cuts).map(|_| rand::rng().random_range(0..events)).collect();
    moments.sort_unstable_by(|a, b| b.cmp(a));
    let writers = write(&servers, &tenant.key, events, 0);
    let (mut seen, mut waits, mut made) = (Vec::with_capacity(events), vec![], 0);
    // All of the last events may arrive just before a cut. The remaining cuts are still made.
    while seen.len() < events || !moments.is_empty() {
        if moments.last().is_some_and(|moment| *moment <= seen.len()) {
            moments.pop();
            made += 1;
            read_on(&mut stream, &mut seen).await;
            let last = seen.last().map(|sent: &Sent| sent.id.clone()).or(stream.last_id.clone());
            drop(stream);
            stream = open(&http, &servers[made % 2].base, &tenant.key, last.as_deref()).await?;
            continue;
        }
        let sent = next(&mut stream).await?;
        let at: Timestamp = sent.data["timestamp"].as_str().context("a timestamp")?.parse()?;
        waits.push(Clock::System.now().duration_since(at).as_millis());
        seen.push(sent);
    }
    finish(writers).await?;
    // No event is sent again.
    let more = timeout(Duration::from_secs(1), stream.next()).await;
    outcome.promise(more.is_err(), "no event follows the last one");
    let logged = logged(stage, tenant.tenant.0).await?;
    let ids: Vec<&str> = seen.iter().map(|sent| sent.id.as_str()).collect();
    let missing = logged.iter().filter(|id| !ids.contains(&id.as_str())).count();
    let in_order = ids.iter().zip(&logged).filter(|(id, expected)| *id == expected).count();
    waits.sort_unstable();
    let at = |share: usize| waits.get(waits.len() * share / 100).copied().unwrap_or_default();
    outcome.figure(format!(
        "{} events, cut off {made} times: {} seen, {missing} missing, {} out of order, after {} ms (median), {} ms (p99)",
        logged.len(),
        ids.len(),
        logged.len() - in_order,
        at(50),
        at(99)
    ));
    outcome.promise(made == cuts, format!("{cuts} cuts"));
    outcome.promise(ids == logged, "every event exactly once and in order");
    Ok(())
}

/// Reads for a random time, so that a cut may fall within an event: data in transit is lost with the connection.
async fn read_on(stream: &mut EventStream, seen: &mut Vec<Sent>) {
    let moment = Duration::from_micros(rand::rng().random_range(0..20_000));
    let _ = timeout(moment, async {
        while let Ok(Some(sent)) = stream.next().await {
            seen.push(sent);
        }
    })
    .await;
}

/// Clients that open a stream and never read, beside one that does. The writers and the reading client need memory, too, so
/// the same events are written without those clients first: their cost is the difference of the two peaks.
async fn unread(size: Size, stage: &Stage, outcome: &mut Outcome) -> anyhow::Result<()> {
    let (events, idle) = size.pick((10_000, 10), (1_000, 10));
    let servers = [ServerProcess::start(&stage.database, &["--log", "warn"]).await?];
    let tenant = stage.tenant("unread").await?;
    let http = reqwest::Client::builder().no_proxy().build()?;
    let mut stream = open(&http, &servers[0].base, &tenant.key, None).await?;
    let without = Load::run(&servers, &tenant.key, &mut stream, events).await?;
    let stalled = stalled(&servers[0], &tenant.key, idle).await?;
    until_open(&servers[0], |open| open == idle + 1).await?;
    let with = Load::run(&servers, &tenant.key, &mut stream, events).await?;
    outcome.figure(format!(
        "{idle} clients that do not read while {events} events of {} MiB are written in {:.0} s: memory {} MiB at its peak, \
        without them {} MiB",
        with.bytes as u64 / MIB,
        with.took.as_secs_f64(),
        with.peak / MIB,
        without.peak / MIB
    ));
    let (cost, allowed) = (with.peak.saturating_sub(without.peak), STALLED_BYTES * idle as u64);
    outcome.promise(cost <= allowed, format!("clients that do not read need {} MiB at most", allowed / MIB));
    drop(stream);
    // The kernel takes half a minute to close their connections: too long for CI.
    if size == Size::Full {
        let cut = until_open(&servers[0], |open| open == 0).await?;
        outcome.figure(format!("all of them cut off {:.0} s after the last event", cut.as_secs_f64()));
    } else {
        outcome.not_asked("clients that do not read are cut off");
    }
    drop(stalled);
    Ok(())
}

/// Events that are written and read by one client: their size, the time, and the peak of the first server's allocated
/// memory.
struct Load {
    bytes: usize,
    took: Duration,
    peak: u64,
}

impl Load {
    async fn run(
        servers: &[ServerProcess],
        key: &str,
        stream: &mut EventStream,
        events: usize,
    ) -> anyhow::Result<Load> {
        let (pid, started) = (servers[0].pid(), Instant::now());
        let watch = Watch::start(pid, memory::anonymous);
        let writers = write(servers, key, events, LARGE);
        let bytes = read(stream, events).await?;
        finish(writers).await?;
        let peak = watch.stop().await.max(memory::anonymous(pid)?);
        Ok(Load { bytes, took: started.elapsed(), peak })
    }
}

/// Connections that request a stream and do not read it.
async fn stalled(server: &ServerProcess, key: &str, count: usize) -> anyhow::Result<Vec<TcpStream>> {
    let mut stalled = vec![];
    for _ in 0..count {
        let address = server.base.trim_start_matches("http://");
        let mut connection = TcpStream::connect(address).await?;
        let head = format!(
            "GET {PATH} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer {key}\r\n\r\n"
        );
        connection.write_all(head.as_bytes()).await?;
        stalled.push(connection);
    }
    Ok(stalled)
}

/// Waits until the number of open streams is as wanted. Returns the time that it took.
async fn until_open(server: &ServerProcess, wanted: impl Fn(usize) -> bool) -> anyhow::Result<Duration> {
    let started = Instant::now();
    loop {
        let metrics = reqwest::get(format!("{}/metrics", server.ops)).await?.text().await?;
        let open = metrics.lines().find_map(|line| line.strip_prefix("event_streams ")).context("event_streams")?;
        if wanted(open.parse()?) {
            return Ok(started.elapsed());
        }
        ensure!(started.elapsed() < Duration::from_secs(90), "{open} streams are open after 90 s");
        sleep(Duration::from_millis(50)).await;
    }
}

async fn open(http: &reqwest::Client, base: &str, key: &str, last: Option<&str>) -> anyhow::Result<EventStream> {
    let mut request = http.get(format!("{base}{PATH}")).bearer_auth(key).header("Accept", "text/event-stream");
    if let Some(last) = last {
        request = request.header("Last-Event-ID", last);
    }
    Ok(EventStream::new(request.send().await?.error_for_status()?))
}

/// Reads this many events. Returns the size of their data in bytes.
async fn read(stream: &mut EventStream, events: usize) -> anyhow::Result<usize> {
    let mut bytes = 0;
    for _ in 0..events {
        bytes += next(stream).await?.data.to_string().len();
    }
    Ok(bytes)
}

async fn next(stream: &mut EventStream) -> anyhow::Result<Sent> {
    let sent = timeout(TIMEOUT, stream.next()).await.context("no event arrived in time")??;
    sent.context("the server ended the stream")
}

/// Each writer creates an organization and changes it. The creation is the first of its events.
fn write(servers: &[ServerProcess], key: &str, events: usize, notes: usize) -> JoinSet<anyhow::Result<()>> {
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let (base, key) = (servers[writer % servers.len()].base.clone(), key.to_owned());
        let share = events / WRITERS + usize::from(writer < events % WRITERS);
        writers.spawn(async move {
            let http = reqwest::Client::builder().no_proxy().build()?;
            let path = format!("{base}{}", Organization::PATH);
            let name = format!("writer {writer} {}", Uuid::from_u128(rand::random()));
            let created = http.post(&path).bearer_auth(&key).json(&json!({"name": name})).send().await?;
            let created: serde_json::Value = created.error_for_status()?.json().await?;
            let target = format!("{path}?id={}", created["id"].as_str().context("an id")?);
            for n in 1..share {
                let body = json!({"notes": format!("{n} {}", "x".repeat(notes))});
                http.put(&target).bearer_auth(&key).json(&body).send().await?.error_for_status()?.bytes().await?;
            }
            Ok(())
        });
    }
    writers
}

async fn finish(mut writers: JoinSet<anyhow::Result<()>>) -> anyhow::Result<()> {
    while let Some(writer) = writers.join_next().await {
        writer??;
    }
    Ok(())
}

async fn logged(stage: &Stage, tenant: Uuid) -> anyhow::Result<Vec<String>> {
    let sql = "select id from events where tenant_id = $1 order by position";
    let rows = stage.database.root().await.query(sql, &[&tenant]).await?;
    Ok(rows.iter().map(|row| api::EventId(row.get(0)).to_string()).collect())
}
