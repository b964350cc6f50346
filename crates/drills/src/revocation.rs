//! Two servers on one database and keys in steady use on both: a key that is revoked on one is refused on both within a
//! second, permanently, even while the servers' connections for notifications are being cut.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use futures::future::{join, join_all, try_join, try_join_all};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::{
    sync::Mutex,
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::time::{sleep, timeout};
use tokio_postgres::Client;

const TENANTS: usize = 4;
/// The interval at which each key is used on each server.
const USE_EVERY: Duration = Duration::from_millis(400);
/// The interval around its revocation, and the number of refusals that end it.
const USE_EVERY_CLOSELY: Duration = Duration::from_millis(1);
const REFUSALS: usize = 20;
/// The longest time between a cut of the connections and a revocation. A server needs 200 ms to reconnect.
const CUT_BEFORE: Duration = Duration::from_millis(400);
const PROMISE: Duration = Duration::from_secs(1);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c fsync=off").await?;
    let root = stage.database.root().await;
    let (one, other) =
        try_join(ServerProcess::start(&stage.database, &[]), ServerProcess::start(&stage.database, &[])).await?;
    let servers = [one, other];
    let keys = make_keys(&stage, &servers[0], size.pick(200, 40)).await?;
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(5)).build()?;
    let drill = Drill { http, servers, keys };

    let steady = async {
        loop {
            if let Err(error) = drill.use_all().await {
                return error;
            }
        }
    };
    let revoking = async {
        let before = drill.use_all().await?; // every server has every key in its cache
        ensure!(before.iter().all(|accepted| *accepted), "a key is not accepted before it is revoked");
        let (connected, cut) = drill.keys.split_at(drill.keys.len() / 2);
        let connected = drill.revoke_all(connected, None).await?;
        let cut = drill.revoke_all(cut, Some(&root)).await?;
        let reconnected = drill.wait_for_reconnect().await?;
        let refused = drill.use_all().await?; // the refusals are permanent
        ensure!(refused.iter().all(|accepted| !*accepted), "a revoked key is accepted in the end");
        anyhow::Ok((connected, cut, reconnected))
    };
    let (connected, cut, reconnected) = tokio::select! {
        error = steady => return Err(error),
        done = timeout(Duration::from_secs(300), revoking) => done.context("not done in five minutes")??,
    };

    let mut outcome = Outcome::default();
    outcome.figure(format!("{} keys on 2 servers", drill.keys.len()));
    for (state, revoked) in [("connected", &connected), ("cut off", &cut)] {
        let [half, most, max] = [50, 99, 100].map(|percent| percentile(&revoked.delays, percent));
        outcome.figure(format!("{state}: p50 {half:.1?}, p99 {most:.1?}, max {max:.1?}"));
        outcome.promise(max < PROMISE, format!("refused within {PROMISE:?} while {state}"));
    }
    outcome.figure(format!(
        "{} connections cut, {} of {} servers disconnected at a revocation",
        cut.cuts,
        cut.disconnected,
        cut.delays.len()
    ));
    outcome.promise(
        (1..cut.delays.len()).contains(&cut.disconnected),
        "revocations meet both disconnected and reconnected servers",
    );
    outcome.figure(format!("reconnected after {reconnected:.1?}"));
    let returned = drill.keys.iter().map(Key::accepted_after_refusal).sum::<usize>();
    outcome.figure(format!("{returned} accepted after a refusal"));
    outcome.promise(returned == 0, "a refused key is never accepted again");
    let uses: usize = drill.keys.iter().map(Key::uses).sum();
    outcome.figure(format!("{uses} requests"));
    Ok(outcome)
}

struct Drill {
    http: reqwest::Client,
    servers: [ServerProcess; 2],
    keys: Vec<Key>,
}

struct Key {
    id: String,
    text: String,
    admin: String,
    /// The uses on each server.
    uses: [Mutex<Uses>; 2],
}

#[derive(Default)]
struct Uses {
    count: usize,
    refused_at: Option<Instant>,
    accepted_after_refusal: usize,
}

#[derive(Default)]
struct Revoked {
    delays: Vec<Duration>,
    /// The number of cut connections, and of servers that were disconnected at the moment of a revocation.
    cuts: usize,
    disconnected: usize,
}

impl Key {
    fn record(&self, server: usize, sent: Instant, accepted: bool) {
        let mut uses = self.uses[server].lock().expect("the lock is not poisoned");
        uses.count += 1;
        if !accepted {
            uses.refused_at.get_or_insert_with(Instant::now);
        } else if uses.refused_at.is_some_and(|refused| sent > refused) {
            uses.accepted_after_refusal += 1;
        }
    }

    fn refused_at(&self, server: usize) -> Option<Instant> {
        self.uses[server].lock().expect("the lock is not poisoned").refused_at
    }

    fn accepted_after_refusal(&self) -> usize {
        self.uses.iter().map(|uses| uses.lock().expect("the lock is not poisoned").accepted_after_refusal).sum()
    }

    fn uses(&self) -> usize {
        self.uses.iter().map(|uses| uses.lock().expect("the lock is not poisoned").count).sum()
    }
}

impl Drill {
    /// Uses the key once; returns true if it was accepted. Any other response than success and `key_revoked` fails the
    /// drill.
    async fn use_once(&self, key: &Key, server: usize) -> anyhow::Result<bool> {
        let sent = Instant::now();
        let url = format!("{}/api/auth/session", self.servers[server].base);
        let response = self.http.get(url).bearer_auth(&key.text).send().await?;
        let status = response.status();
        let body: Value = response.json().await?;
        let revoked = status == StatusCode::UNAUTHORIZED && body["code"] == "key_revoked";
        ensure!(revoked || status == StatusCode::OK, "{} on server {server}: {status} {body}", key.id);
        key.record(server, sent, !revoked);
        Ok(!revoked)
    }

    /// Uses every key once on every server, evenly spread; returns which were accepted.
    async fn use_all(&self) -> anyhow::Result<Vec<bool>> {
        let uses = self.keys.iter().enumerate().flat_map(|(number, key)| [(number, key, 0), (number, key, 1)]);
        let uses = uses.map(|(number, key, server)| async move {
            sleep(USE_EVERY.mul_f64(number as f64 / self.keys.len() as f64)).await;
            self.use_once(key, server).await
        });
        let (accepted, ()) = join(try_join_all(uses), sleep(USE_EVERY)).await;
        accepted
    }

    /// Revokes the keys one after the other, on the servers in turn. With `root`, the connections of the servers are cut
    /// before each revocation, and for every other key also during it.
    async fn revoke_all(&self, keys: &[Key], root: Option<&Client>) -> anyhow::Result<Revoked> {
        let mut revoked = Revoked::default();
        for (number, key) in keys.iter().enumerate() {
            if let Some(root) = root {
                revoked.cuts += cut_off(root).await?;
                // Spread evenly: the first revocations meet servers that are disconnected, the last ones servers that are back.
                let share = (number as f64 + rand::random::<f64>()) / keys.len() as f64;
                sleep(CUT_BEFORE.mul_f64(share)).await;
            }
            let again = async {
                match root.filter(|_| number % 2 == 0) {
                    Some(root) => cut_off(root).await,
                    None => Ok(0),
                }
            };
            let at = async {
                sleep(10 * USE_EVERY_CLOSELY).await;
                let disconnected = self.count_disconnected().await?;
                let (at, cuts) = try_join(self.revoke(key, number % 2), again).await?;
                anyhow::Ok((at, disconnected, cuts))
            };
            let watched = join_all((0..2).map(|server| self.use_until_refused(key, server)));
            let (at, watched) = join(at, watched).await;
            watched.into_iter().collect::<anyhow::Result<()>>()?;
            let (at, disconnected, cuts) = at?;
            revoked.cuts += cuts;
            revoked.disconnected += disconnected;
            for server in 0..2 {
                let refused = key.refused_at(server).context("never refused")?;
                revoked.delays.push(refused.saturating_duration_since(at));
            }
        }
        revoked.delays.sort();
        Ok(revoked)
    }

    /// Revokes the key. Returns the time of the response.
    async fn revoke(&self, key: &Key, server: usize) -> anyhow::Result<Instant> {
        let url = format!("{}/api/admin/api-keys?id={}", self.servers[server].base, key.id);
        let response = self.http.delete(url).bearer_auth(&key.admin).send().await?;
        ensure!(response.status() == StatusCode::NO_CONTENT, "{}", response.text().await?);
        Ok(Instant::now())
    }

    /// The number of servers that are not connected for notifications now.
    async fn count_disconnected(&self) -> anyhow::Result<usize> {
        let mut disconnected = 0;
        for server in &self.servers {
            let metrics = self.http.get(format!("{}/metrics", server.ops)).send().await?.text().await?;
            disconnected += usize::from(metrics.lines().any(|line| line == "credentials_current 0"));
        }
        Ok(disconnected)
    }

    /// Waits until all servers are connected again. Returns how long that takes.
    async fn wait_for_reconnect(&self) -> anyhow::Result<Duration> {
        let started = Instant::now();
        while self.count_disconnected().await? > 0 {
            ensure!(started.elapsed() < 5 * PROMISE, "a server does not reconnect");
            sleep(USE_EVERY_CLOSELY).await;
        }
        Ok(started.elapsed())
    }

    async fn use_until_refused(&self, key: &Key, server: usize) -> anyhow::Result<()> {
        let until = Instant::now() + 5 * PROMISE;
        let mut refusals = 0;
        while refusals < REFUSALS && Instant::now() < until {
            refusals += usize::from(!self.use_once(key, server).await?);
            sleep(USE_EVERY_CLOSELY).await;
        }
        Ok(())
    }
}

async fn make_keys(stage: &Stage, server: &ServerProcess, count: usize) -> anyhow::Result<Vec<Key>> {
    let mut keys = vec![];
    for tenant in 0..TENANTS {
        let admin = stage.tenant(&format!("revocation-{tenant}")).await?.key;
        let client = server.client(&admin);
        for number in 0..count / TENANTS {
            let new = json!({"name": format!("Key {number}"), "scopes": ["organizations:read"]});
            let made = client.post("/api/admin/api-keys", new).await.expect(201);
            let text = made.body["key"].as_str().context("no key is returned")?.to_owned();
            keys.push(Key { id: made.id(), text, admin: admin.clone(), uses: Default::default() });
        }
    }
    Ok(keys)
}

/// Ends the connections on which the servers listen, which are identified by their last statement: a heartbeat is empty.
async fn cut_off(root: &Client) -> anyhow::Result<usize> {
    let query = "select pg_terminate_backend(pid) from pg_stat_activity
        where usename = 'app_system' and query in ('LISTEN api_keys', '')";
    Ok(root.query(query, &[]).await?.len())
}

/// The percentile of sorted times.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let index = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(index).copied().unwrap_or_default()
}
