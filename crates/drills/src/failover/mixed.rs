//! Requests of several tenants with the same data through a PgBouncer that gives the next transaction to whichever
//! connection is free: each response must match its request, with the tenant's own mark and no other's.

use super::bouncer::{Bouncer, POOL, ROLES};
use crate::{Outcome, stage};
use anyhow::{Context, ensure};
use futures::future::try_join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use testkit::{Database, ServerProcess};
use tokio::time::sleep;

const TENANTS: usize = 5;
const CLIENTS: usize = 20;
const SERVERS: usize = 2;

const ORGANIZATIONS: &str = "/api/rmm/organizations";
const TICKETS: &str = "/api/psa/tickets";
const KEYS: &str = "/api/admin/api-keys";

/// A revoked key is refused by this time. A server that is not notified notices within 30 s.
const REVOKED: Duration = Duration::from_secs(10);

struct Tenant {
    key: String,
    /// A word in the texts of all objects of the tenant.
    mark: String,
    /// The id of an organization of the tenant.
    known: String,
}

/// The tenants, the servers and the HTTP client that all callers share.
struct Scene {
    tenants: Vec<Tenant>,
    bases: Vec<String>,
    http: reqwest::Client,
}

struct Request {
    method: Method,
    target: String,
    body: Option<Value>,
    wanted: StatusCode,
}

#[derive(Default)]
struct Seen {
    requests: usize,
    errors: Vec<String>,
    foreign: Vec<String>,
}

pub async fn run(database: &Database, requests: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
    let bouncer = Bouncer::start(database).await?;
    let (app, system, direct) = (bouncer.url("app"), bouncer.url("app_system"), database.url("app_system"));
    let mut servers = vec![];
    for _ in 0..SERVERS {
        servers.push(ServerProcess::start_on(&app, &system, &["--direct-database-url", &direct]).await?);
    }
    let mut tenants = vec![];
    for number in 0..TENANTS {
        tenants.push(tenant(database, &servers[0], number).await?);
    }
    let bases = servers.iter().map(|server| server.base.clone()).collect();
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build()?;
    let scene = Arc::new(Scene { tenants, bases, http });

    let started = Instant::now();
    let clients = (0..CLIENTS).map(|client| {
        let scene = scene.clone();
        tokio::spawn(async move { scene.client(client, requests / CLIENTS).await })
    });
    let mut seen = Seen::default();
    for client in try_join_all(clients).await? {
        seen.requests += client.requests;
        seen.errors.extend(client.errors);
        seen.foreign.extend(client.foreign);
    }
    let took = started.elapsed();
    let connections = connections(database).await?;
    let revoked = revoke(&servers, &scene.tenants[0].key).await?;
    drop((servers, bouncer));

    seen.errors.iter().chain(&seen.foreign).take(20).for_each(|line| eprintln!("failover: {line}"));
    let (errors, foreign, most) = (seen.errors.len(), seen.foreign.len(), POOL * ROLES.len());
    outcome.figure(format!(
        "through PgBouncer: {} requests of {TENANTS} tenants over {connections} connections in {:.0} s, {errors} errors, \
         {foreign} foreign rows",
        seen.requests,
        took.as_secs_f64()
    ));
    outcome.figure(format!("a revoked key refused after {:.2} s", revoked.as_secs_f64()));
    outcome.promise(seen.requests == requests, format!("{requests} requests are made"));
    outcome.promise(errors == 0, format!("every request through PgBouncer succeeds ({errors} do not)"));
    outcome.promise(foreign == 0, format!("no response has a row of another tenant ({foreign} have)"));
    let shared = (1..=most).contains(&connections);
    outcome.promise(shared, format!("all requests share {most} connections to PostgreSQL (not {connections})"));
    outcome.promise(revoked < REVOKED, format!("a revoked key is refused within {} s", REVOKED.as_secs()));
    Ok(())
}

async fn tenant(database: &Database, server: &ServerProcess, number: usize) -> anyhow::Result<Tenant> {
    let admin = stage::tenant(database, &format!("mixed-{number}")).await?;
    let mark = format!("mark{number:02}");
    let new = json!({"name": format!("{mark} known")});
    let known = server.client(&admin.key).post(ORGANIZATIONS, new).await.expect(201).id();
    Ok(Tenant { key: admin.key, mark, known })
}

impl Scene {
    /// Sends requests one after the other, to the servers in turn.
    async fn client(&self, client: usize, requests: usize) -> Seen {
        let number = client % self.tenants.len();
        let tenant = &self.tenants[number];
        let neighbour = &self.tenants[(number + 1) % self.tenants.len()];
        let mut seen = Seen::default();
        // No other client changes this organization.
        let mut own = tenant.known.clone();
        for turn in 0..requests {
            let request = request(turn, &format!("{client}-{turn}"), tenant, neighbour, &own);
            let base = &self.bases[(client + turn) % self.bases.len()];
            seen.requests += 1;
            match self.send(base, tenant, &request).await {
                Err(error) => seen.errors.push(format!("{} {}: {error:#}", request.method, request.target)),
                Ok(text) => {
                    if turn % KINDS == 0
                        && let Some(id) = id(&text)
                    {
                        own = id;
                    }
                    let mut others = self.tenants.iter().filter(|other| other.mark != tenant.mark);
                    if others.any(|other| text.contains(&other.mark)) {
                        seen.foreign.push(format!("{} {}: {text}", request.method, request.target));
                    }
                }
            }
        }
        seen
    }

    /// Returns the response, if it has the expected status and the tenant's mark.
    async fn send(&self, base: &str, tenant: &Tenant, request: &Request) -> anyhow::Result<String> {
        let Request { method, target, body, wanted } = request;
        let mut sent = self.http.request(method.clone(), format!("{base}{target}")).bearer_auth(&tenant.key);
        if let Some(body) = body {
            sent = sent.json(body);
        }
        let answer = sent.send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        ensure!(status == *wanted, "{status} {text}");
        ensure!(!status.is_success() || text.contains(&tenant.mark), "the tenant's mark is missing: {text}");
        Ok(text)
    }
}

const KINDS: usize = 8;

/// Reads and writes in turn. The first is the creation of the organization that the others are about.
fn request(turn: usize, name: &str, tenant: &Tenant, neighbour: &Tenant, own: &str) -> Request {
    let mark = &tenant.mark;
    let (method, target, body, wanted) = match turn % KINDS {
        0 => {
            let new = json!({"name": format!("{mark} customer {name}")});
            (Method::POST, ORGANIZATIONS.to_owned(), Some(new), StatusCode::CREATED)
        }
        1 => (Method::GET, format!("{ORGANIZATIONS}?limit=50"), None, StatusCode::OK),
        2 => (Method::GET, format!("{ORGANIZATIONS}?id={own}"), None, StatusCode::OK),
        3 => {
            let change = json!({"notes": format!("{mark} {name}")});
            (Method::PUT, format!("{ORGANIZATIONS}?id={own}"), Some(change), StatusCode::OK)
        }
        4 => {
            let new = json!({"subject": format!("{mark} printer {name}"), "organization_id": own});
            (Method::POST, TICKETS.to_owned(), Some(new), StatusCode::CREATED)
        }
        5 => (Method::GET, format!("{TICKETS}?limit=50"), None, StatusCode::OK),
        6 => (Method::GET, "/api/search?q=printer".to_owned(), None, StatusCode::OK),
        _ => (Method::GET, format!("{ORGANIZATIONS}?id={}", neighbour.known), None, StatusCode::NOT_FOUND),
    };
    Request { method, target, body, wanted }
}

fn id(text: &str) -> Option<String> {
    let created: Value = serde_json::from_str(text).ok()?;
    Some(created["id"].as_str()?.to_owned())
}

/// PostgreSQL's connections of the servers, other than those that listen.
async fn connections(database: &Database) -> anyhow::Result<usize> {
    let query = "select count(*) from pg_stat_activity
        where usename in ('app', 'app_system') and application_name not like 'listen %'";
    let count: i64 = database.connect("postgres").await?.query_one(query, &[]).await?.get(0);
    Ok(usize::try_from(count)?)
}

/// How long a key that is revoked on one server still works on the other.
async fn revoke(servers: &[ServerProcess], admin: &str) -> anyhow::Result<Duration> {
    let client = servers[0].client(admin);
    let made = client.post(KEYS, json!({"name": "Revoked", "scopes": ["organizations:read"]})).await.expect(201);
    let key = made.body["key"].as_str().context("the key, once")?;
    let other = servers[1].client(key);
    other.get(ORGANIZATIONS).await.expect(200);
    client.delete(&format!("{KEYS}?id={}", made.id())).await.expect(204);
    let revoked = Instant::now();
    while other.get(ORGANIZATIONS).await.status != StatusCode::UNAUTHORIZED {
        ensure!(revoked.elapsed() < Duration::from_secs(60), "a revoked key still works after a minute");
        sleep(Duration::from_millis(10)).await;
    }
    Ok(revoked.elapsed())
}
