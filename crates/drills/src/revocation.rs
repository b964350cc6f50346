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
/// How often each key is used on each server, besides around its revocation.
const STEADY: Duration = Duration::from_millis(400);
/// How often around its revocation, and how many refusals end that.
const CLOSE: Duration = Duration::from_millis(1);
const REFUSALS: usize = 20;
/// Before a revocation, its server's connection for notifications is cut up to this long ago: it needs 200 ms to
/// reconnect.
const CUT: Duration = Duration::from_millis(400);
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
        let before = drill.use_all().await?; // every server has seen every key
        ensure!(before.iter().all(|taken| *taken), "a key is not taken before it is revoked");
        let (heard, cut) = drill.keys.split_at(drill.keys.len() / 2);
        let heard = drill.revoke_all(heard, None).await?;
        let cut = drill.revoke_all(cut, Some(&root)).await?;
        let back = drill.hears_again().await?;
        let refused = drill.use_all().await?; // and for good
        ensure!(refused.iter().all(|taken| !*taken), "a revoked key is taken in the end");
        anyhow::Ok((heard, cut, back))
    };
    let (heard, cut, back) = tokio::select! {
        error = steady => return Err(error),
        done = timeout(Duration::from_secs(300), revoking) => done.context("not done in five minutes")??,
    };

    let mut outcome = Outcome::default();
    outcome.figure(format!("{} keys on 2 servers", drill.keys.len()));
    for (state, revoked) in [("hearing", &heard), ("cut off", &cut)] {
        let [half, most, max] = [50, 99, 100].map(|percent| percentile(&revoked.delays, percent));
        outcome.figure(format!("{state}: p50 {half:.1?}, p99 {most:.1?}, max {max:.1?}"));
        outcome.promise(max < PROMISE, format!("refused within {PROMISE:?} while {state}"));
    }
    outcome.figure(format!("{} connections cut, {} of {} deaf at a revocation", cut.cuts, cut.deaf, cut.delays.len()));
    outcome.promise((1..cut.delays.len()).contains(&cut.deaf), "servers are met both deaf and hearing again");
    outcome.figure(format!("hears again after {back:.1?}"));
    let returned = drill.keys.iter().map(Key::taken_after_refusal).sum::<usize>();
    outcome.figure(format!("{returned} taken after a refusal"));
    outcome.promise(returned == 0, "a refused key is never taken again");
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
    /// On each server.
    seen: [Mutex<Seen>; 2],
}

#[derive(Default)]
struct Seen {
    uses: usize,
    refused_at: Option<Instant>,
    taken_after_refusal: usize,
}

#[derive(Default)]
struct Revoked {
    delays: Vec<Duration>,
    /// How many connections were cut, and how many servers heard nothing at the moment of a revocation.
    cuts: usize,
    deaf: usize,
}

impl Key {
    fn see(&self, server: usize, sent: Instant, taken: bool) {
        let mut seen = self.seen[server].lock().expect("the lock is not poisoned");
        seen.uses += 1;
        if !taken {
            seen.refused_at.get_or_insert_with(Instant::now);
        } else if seen.refused_at.is_some_and(|refused| sent > refused) {
            seen.taken_after_refusal += 1;
        }
    }

    fn refused_at(&self, server: usize) -> Option<Instant> {
        self.seen[server].lock().expect("the lock is not poisoned").refused_at
    }

    fn taken_after_refusal(&self) -> usize {
        self.seen.iter().map(|seen| seen.lock().expect("the lock is not poisoned").taken_after_refusal).sum()
    }

    fn uses(&self) -> usize {
        self.seen.iter().map(|seen| seen.lock().expect("the lock is not poisoned").uses).sum()
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
        key.see(server, sent, !revoked);
        Ok(!revoked)
    }

    /// Uses every key once on every server, evenly spread; returns which were accepted.
    async fn use_all(&self) -> anyhow::Result<Vec<bool>> {
        let uses = self.keys.iter().enumerate().flat_map(|(number, key)| [(number, key, 0), (number, key, 1)]);
        let uses = uses.map(|(number, key, server)| async move {
            sleep(STEADY.mul_f64(number as f64 / self.keys.len() as f64)).await;
            self.use_once(key, server).await
        });
        let (taken, ()) = join(try_join_all(uses), sleep(STEADY)).await;
        taken
    }

    /// One after the other, on the servers in turn. With `root` the servers are cut off before each, and for every
    /// other key also while it is being revoked.
    async fn revoke_all(&self, keys: &[Key], root: Option<&Client>) -> anyhow::Result<Revoked> {
        let mut revoked = Revoked::default();
        for (number, key) in keys.iter().enumerate() {
            if let Some(root) = root {
                revoked.cuts += cut_off(root).await?;
                sleep(CUT.mul_f64(rand::random())).await;
            }
            let again = async {
                match root.filter(|_| number % 2 == 0) {
                    Some(root) => cut_off(root).await,
                    None => Ok(0),
                }
            };
            let at = async {
                sleep(10 * CLOSE).await;
                let deaf = self.deaf().await?;
                let (at, cuts) = try_join(self.revoke(key, number % 2), again).await?;
                anyhow::Ok((at, deaf, cuts))
            };
            let watched = join_all((0..2).map(|server| self.use_until_refused(key, server)));
            let (at, watched) = join(at, watched).await;
            watched.into_iter().collect::<anyhow::Result<()>>()?;
            let (at, deaf, cuts) = at?;
            revoked.cuts += cuts;
            revoked.deaf += deaf;
            for server in 0..2 {
                let refused = key.refused_at(server).context("never refused")?;
                revoked.delays.push(refused.saturating_duration_since(at));
            }
        }
        revoked.delays.sort();
        Ok(revoked)
    }

    /// When the revocation was answered.
    async fn revoke(&self, key: &Key, server: usize) -> anyhow::Result<Instant> {
        let url = format!("{}/api/admin/api-keys?id={}", self.servers[server].base, key.id);
        let response = self.http.delete(url).bearer_auth(&key.admin).send().await?;
        ensure!(response.status() == StatusCode::NO_CONTENT, "{}", response.text().await?);
        Ok(Instant::now())
    }

    /// How many of the servers do not hear of changes now.
    async fn deaf(&self) -> anyhow::Result<usize> {
        let mut deaf = 0;
        for server in &self.servers {
            let metrics = self.http.get(format!("{}/metrics", server.ops)).send().await?.text().await?;
            deaf += usize::from(metrics.lines().any(|line| line == "credentials_current 0"));
        }
        Ok(deaf)
    }

    /// How long it takes until all of them do.
    async fn hears_again(&self) -> anyhow::Result<Duration> {
        let started = Instant::now();
        while self.deaf().await? > 0 {
            ensure!(started.elapsed() < 5 * PROMISE, "a server does not hear again");
            sleep(CLOSE).await;
        }
        Ok(started.elapsed())
    }

    async fn use_until_refused(&self, key: &Key, server: usize) -> anyhow::Result<()> {
        let until = Instant::now() + 5 * PROMISE;
        let mut refusals = 0;
        while refusals < REFUSALS && Instant::now() < until {
            refusals += usize::from(!self.use_once(key, server).await?);
            sleep(CLOSE).await;
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
            let text = made.body["key"].as_str().context("the key, once")?.to_owned();
            keys.push(Key { id: made.id(), text, admin: admin.clone(), seen: Default::default() });
        }
    }
    Ok(keys)
}

/// Ends the connections on which the servers listen; a heartbeat is an empty statement.
async fn cut_off(root: &Client) -> anyhow::Result<usize> {
    let query = "select pg_terminate_backend(pid) from pg_stat_activity
        where usename = 'app_system' and query in ('LISTEN api_keys', '')";
    Ok(root.query(query, &[]).await?.len())
}

/// Of sorted times.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let index = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(index).copied().unwrap_or_default()
}
