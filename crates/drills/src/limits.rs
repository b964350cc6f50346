//! Limits apply to all servers together: one key on two servers gets what its policy allows, even while Redis is killed
//! and restarted; and a decision costs little compared with an empty handler.

use crate::{
    Outcome, Size,
    bench::{Spread, alternating, wrk},
    stage::Stage,
};
use anyhow::ensure;
use axum::{
    Router,
    extract::Request,
    middleware::{Next, from_fn},
    routing::get,
};
use kernel::limits::{Limits, Payer, Policy};
use reqwest::{Client, StatusCode};
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::{Redis, ServerProcess};
use tokio::{net::TcpListener, task::JoinSet, time::sleep};
use uuid::Uuid;

const WINDOW: Duration = Duration::from_secs(60);
const QUOTA: u64 = 6000;
const PATH: &str = "/api/rate-limits/";

/// Concurrent requests on each server.
const AT_ONCE: usize = 4;

/// After this number of refusals, the quota is used up: more than two for each sender, one of which may be from before a
/// pause of the machine.
const REFUSALS: u64 = 20;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    share(size, &mut outcome).await?;
    cost(size, &mut outcome).await?;
    Ok(outcome)
}

async fn share(size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let policy: Policy = format!("{QUOTA}/60").parse().map_err(anyhow::Error::msg)?;
    let (span, outage) = size.pick((WINDOW, Duration::from_secs(10)), (Duration::from_secs(6), Duration::from_secs(3)));
    let leases = 2 * u64::from(policy.largest_lease());
    let stage = Stage::set("-c fsync=off").await?;
    stage.limit(&format!("{QUOTA}/60")).await?;
    let redis = Redis::start()?;
    let settings = ["--redis-url", &redis.url(), "--log", "warn"];
    let servers = [
        ServerProcess::start(&stage.database, &settings).await?,
        ServerProcess::start(&stage.database, &settings).await?,
    ];
    let tenant = stage.tenant("limits").await?;
    let load = Load::start(&servers, &tenant.key);
    let shared = Shared { load, servers, redis, leases };
    shared.burst(outcome).await?;
    shared.steady(span, outcome).await?;
    shared.without_redis(outage, outcome).await?;
    shared.with_redis_again(size.pick(span / 2, span), outcome).await?;
    let unexpected = shared.load.stop().await;
    outcome.figure(format!("{unexpected} responses other than 200 and 429"));
    outcome.promise(unexpected == 0, "every response is 200 or 429");
    Ok(())
}

/// Two servers with one Redis, under load.
struct Shared {
    load: Load,
    servers: [ServerProcess; 2],
    redis: Redis,
    /// The number of requests of the quota that the servers may have leased.
    leases: u64,
}

impl Shared {
    /// The quota that accumulated is used first: all of it, and the part that becomes available meanwhile.
    async fn burst(&self, outcome: &mut Outcome) -> anyhow::Result<()> {
        let started = Instant::now();
        self.load.until_refused().await?;
        let (burst, took) = (self.load.admitted(), started.elapsed());
        let allowed = QUOTA + share_of(took) + self.leases;
        outcome.figure(format!("{burst} at once of {QUOTA} and {} that became available", share_of(took)));
        outcome.promise(burst <= allowed, format!("at most {allowed} at once"));
        Ok(())
    }

    async fn steady(&self, span: Duration, outcome: &mut Outcome) -> anyhow::Result<()> {
        let (admitted, policy_allows) = self.load.during(span).await?;
        let ratio = admitted as f64 / policy_allows as f64;
        let seconds = span.as_secs();
        outcome.figure(format!("2 servers admitted {admitted} of {policy_allows} in {seconds} s ({ratio:.3})"));
        outcome.promise((0.95..=1.05).contains(&ratio), "the accepted rate is within 5 % of the policy");
        let leases = self.leases;
        outcome.promise(admitted <= policy_allows + leases, format!("no more than {leases} requests above the policy"));
        Ok(())
    }

    async fn without_redis(&self, outage: Duration, outcome: &mut Outcome) -> anyhow::Result<()> {
        let (before, started) = (self.load.admitted(), Instant::now());
        self.redis.kill()?;
        sleep(outage).await;
        let (alone, each) = (self.load.admitted() - before, share_of(started.elapsed()));
        outcome.figure(format!("without Redis {alone} of {each} for each server"));
        outcome.promise(alone <= 2 * each + self.leases, "without Redis each server applies the limit by itself");
        outcome.promise(alone * 10 >= each * 9, "without Redis requests are still admitted");
        Ok(())
    }

    async fn with_redis_again(&self, span: Duration, outcome: &mut Outcome) -> anyhow::Result<()> {
        self.redis.revive()?;
        let (back, before) = (Instant::now(), self.load.admitted());
        while !all_share(&self.servers).await? {
            ensure!(back.elapsed() < Duration::from_secs(10), "the servers do not reconnect to Redis");
            sleep(Duration::from_millis(20)).await;
        }
        let (found, settled) = (back.elapsed(), self.load.admitted());
        let (admitted, allowed) = self.load.during(span).await?;
        outcome.figure(format!("reconnected after {} ms", found.as_millis()));
        outcome.figure(format!("then {admitted} of {allowed}"));
        let meanwhile = settled - before;
        let most = 2 * share_of(found) + 2 * self.leases;
        outcome.promise(meanwhile <= most, "an empty Redis grants no extra requests");
        let ratio = admitted as f64 / allowed as f64;
        outcome
            .promise((0.95..=1.05).contains(&ratio), "afterwards the accepted rate is within 5 % of the policy again");
        Ok(())
    }
}

/// The part of the quota that becomes available in this time.
fn share_of(time: Duration) -> u64 {
    (QUOTA as f64 * time.as_secs_f64() / WINDOW.as_secs_f64()) as u64
}

async fn all_share(servers: &[ServerProcess]) -> anyhow::Result<bool> {
    for server in servers {
        let metrics = reqwest::get(format!("{}/metrics", server.ops)).await?.text().await?;
        if !metrics.lines().any(|line| line == "rate_limits_shared 1") {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Requests with one key, as fast as each server responds.
struct Load {
    counts: Arc<Counts>,
    senders: JoinSet<()>,
}

#[derive(Default)]
struct Counts {
    admitted: AtomicU64,
    refused: AtomicU64,
    unexpected: AtomicU64,
    over: AtomicBool,
}

impl Load {
    fn start(servers: &[ServerProcess], key: &str) -> Load {
        let counts = Arc::new(Counts::default());
        let mut senders = JoinSet::new();
        for server in servers {
            for _ in 0..AT_ONCE {
                senders.spawn(send(format!("{}{PATH}", server.base), key.to_owned(), counts.clone()));
            }
        }
        Load { counts, senders }
    }

    fn admitted(&self) -> u64 {
        self.counts.admitted.load(Ordering::Relaxed)
    }

    /// The number of requests that are admitted in about this time, and that the policy allows. The quota is used up at
    /// both ends, so that requests which a pause of the machine has delayed are counted.
    async fn during(&self, time: Duration) -> anyhow::Result<(u64, u64)> {
        self.until_refused().await?;
        let (before, started) = (self.admitted(), Instant::now());
        sleep(time).await;
        self.until_refused().await?;
        Ok((self.admitted() - before, share_of(started.elapsed())))
    }

    /// Waits until the senders were refused several times from now on.
    async fn until_refused(&self) -> anyhow::Result<()> {
        let refused = || self.counts.refused.load(Ordering::Relaxed);
        let (started, before) = (Instant::now(), refused());
        while refused() < before + REFUSALS {
            ensure!(started.elapsed() < Duration::from_secs(60), "no request is refused");
            sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Stops the load. Returns the number of responses that were neither 200 nor 429.
    async fn stop(mut self) -> u64 {
        self.counts.over.store(true, Ordering::Relaxed);
        while self.senders.join_next().await.is_some() {}
        self.counts.unexpected.load(Ordering::Relaxed)
    }
}

async fn send(url: String, key: String, counts: Arc<Counts>) {
    let client = Client::builder().no_proxy().build().unwrap_or_default();
    while !counts.over.load(Ordering::Relaxed) {
        let answer = client.get(&url).bearer_auth(&key).send().await;
        match answer.map(|answer| answer.status()) {
            Ok(StatusCode::OK) => counts.admitted.fetch_add(1, Ordering::Relaxed),
            Ok(StatusCode::TOO_MANY_REQUESTS) => {
                counts.refused.fetch_add(1, Ordering::Relaxed);
                // The client ignores Retry-After, but leaves CPU time to the others.
                sleep(Duration::from_millis(2)).await;
                0
            }
            _ => counts.unexpected.fetch_add(1, Ordering::Relaxed),
        };
    }
}

/// Compares an empty handler with and without a decision, in turns.
async fn cost(size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let (rounds, turn) = size.pick((5, Duration::from_secs(4)), (9, Duration::from_secs(1)));
    let redis = Redis::start()?;
    let limits = Arc::new(Limits::new(Some(&redis.url().into()))?);
    let keeper = tokio::spawn({
        let limits = limits.clone();
        async move { limits.keep_connected().await }
    });
    while !limits.are_shared() {
        sleep(Duration::from_millis(10)).await;
    }
    let policy: Policy = "6000000/60".parse().map_err(anyhow::Error::msg)?;
    let payers = [Payer::Key(Uuid::from_u128(1)), Payer::Tenant(Uuid::from_u128(2))];
    let accounts = Arc::new(payers.map(|payer| limits.account(payer, policy)));
    let empty = || Router::new().route("/", get(|| async { "" }));
    let bare = serve(empty()).await?;
    let limited = serve(empty().layer(from_fn(move |request: Request, next: Next| {
        let (limits, accounts) = (limits.clone(), accounts.clone());
        async move {
            let standings = limits.spend(&*accounts).await;
            let refused = standings.iter().any(|standing| standing.retry_in.is_some());
            if refused { Err(StatusCode::TOO_MANY_REQUESTS) } else { Ok(next.run(request).await) }
        }
    })))
    .await?;
    let script = std::env::temp_dir().join(format!("tenant-control-{:016x}.lua", rand::random::<u64>()));
    fs::write(&script, "wrk.path = \"/\"\n")?;
    let mut turns = vec![];
    for round in 0..rounds {
        let mut rates = [0.0; 2];
        for number in alternating(round, [0, 1]) {
            rates[number] = wrk([&bare, &limited][number], &script, turn, &[]).await?;
        }
        let [without, with] = rates;
        eprintln!("  limits: an empty handler {without:.0}/s, limited {with:.0}/s, {:.2}", with / without);
        turns.push((with / without, without, with));
    }
    fs::remove_file(&script)?;
    keeper.abort();
    turns.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, without, with) = turns[rounds / 2];
    outcome.figure(format!(
        "limited requests reach {} of an empty handler's rate ({with:.0}/s of {without:.0}/s)",
        Spread::of(turns.iter().map(|turn| turn.0))
    ));
    outcome.promise(ratio >= 0.72, "limited requests reach 0.72 of an empty handler's rate");
    outcome.promise_in_full(size, ratio >= 0.80, "limited requests reach 0.80 of an empty handler's rate");
    Ok(())
}

async fn serve(router: Router) -> anyhow::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(base)
}
