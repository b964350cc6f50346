//! Secrets and headers of webhook endpoints that customers set and keep changing.

use crate::stage::Stage;
use anyhow::{Context, ensure};
use api::TenantId;
use base64::{Engine, prelude::BASE64_STANDARD};
use futures::future::{join_all, try_join_all};
use kernel::{sealing::Column, settings::Serve};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use tenant_control::operate::keys::Vault;
use testkit::{Client, ServerProcess};
use tokio::task::JoinHandle;
use uuid::Uuid;

const PATH: &str = "/api/admin/webhooks";

/// A part of every header's value, so that one search finds them all.
pub const MARK: &str = "planted-and-never-seen-again";

/// An endpoint with the values that were set last.
#[derive(Clone)]
struct Endpoint {
    tenant: usize,
    id: String,
    header: String,
    /// The signing secrets, the current one last.
    secrets: Vec<String>,
    /// True if it is not changed after its creation.
    untouched: bool,
}

pub struct Customers {
    /// The id and the admin key of each tenant.
    tenants: Vec<(TenantId, String)>,
    endpoints: Arc<Mutex<Vec<Endpoint>>>,
    /// Every secret that was ever issued.
    secrets: Arc<Mutex<Vec<String>>>,
}

impl Customers {
    pub async fn plant(
        stage: &Stage,
        server: &ServerProcess,
        tenants: usize,
        each: usize,
    ) -> anyhow::Result<Customers> {
        let mut customers = Customers { tenants: vec![], endpoints: Arc::default(), secrets: Arc::default() };
        for number in 0..tenants {
            let admin = stage.tenant(&format!("key-rotation-{number}")).await?;
            let client = server.client(&admin.key);
            let made = try_join_all((0..each).map(|turn| plant_one(&client, number, turn))).await?;
            customers.tenants.push((admin.tenant, admin.key));
            locked(&customers.secrets).extend(made.iter().flat_map(|endpoint| endpoint.secrets.clone()));
            locked(&customers.endpoints).extend(made);
        }
        Ok(customers)
    }

    pub fn count(&self) -> usize {
        self.tenants.len()
    }

    pub fn admins(&self, server: &ServerProcess) -> impl Iterator<Item = Client> {
        self.tenants.iter().map(|(_, key)| server.client(key))
    }

    /// The server decrypts a value of every tenant and encrypts it again.
    pub async fn reseal(&self, server: &ServerProcess) {
        let endpoints = locked(&self.endpoints).clone();
        let resealing = self.admins(server).enumerate().map(async |(tenant, admin)| {
            let own = endpoints.iter().find(|endpoint| endpoint.tenant == tenant && !endpoint.untouched);
            let target = own.map(|own| format!("{PATH}?id={}", own.id)).unwrap_or_default();
            admin.put(&target, keeping()).await.expect(200)
        });
        join_all(resealing).await;
    }

    pub fn secrets(&self) -> Vec<String> {
        locked(&self.secrets).clone()
    }

    /// The values that a new process cannot decrypt, or that are not those that were set last.
    pub async fn open_all(&self, stage: &Stage, settings: &Serve) -> anyhow::Result<Vec<String>> {
        let vault = Vault::new(&settings.database, &settings.keys)?;
        let rows = stage.database.root().await;
        let sql = "select id, headers_sealed, version, created_at = updated_at as unchanged from webhook_endpoints";
        let endpoint_rows: HashMap<String, _> = rows
            .query(sql, &[])
            .await?
            .into_iter()
            .map(|row| (api::WebhookEndpointId(row.get(0)).to_string(), row))
            .collect();
        let sql = "select endpoint_id, id, secret_sealed from webhook_secrets
                   where valid_until is null or valid_until > now()
                   order by valid_until is null, issued_at, id";
        let mut secret_rows: HashMap<String, Vec<(Uuid, Vec<u8>)>> = HashMap::new();
        for row in rows.query(sql, &[]).await? {
            let endpoint = api::WebhookEndpointId(row.get(0)).to_string();
            secret_rows.entry(endpoint).or_default().push((row.get(1), row.get(2)));
        }
        let (endpoints, mut faults) = (locked(&self.endpoints).clone(), vec![]);
        let (made, stored) = (endpoints.len(), endpoint_rows.len());
        ensure!(stored == made, "{made} endpoints were made, {stored} are stored");
        for endpoint in endpoints {
            let row = endpoint_rows.get(&endpoint.id).with_context(|| format!("{} is not stored", endpoint.id))?;
            let (tenant, id): (TenantId, Uuid) = (self.tenants[endpoint.tenant].0, row.get(0));
            let open = async |column: Column, row: Uuid, sealed: &[u8]| {
                anyhow::Ok(vault.sealing.open(tenant, column, row, sealed).await?.expose_secret().to_vec())
            };
            let mut sealed = vec![(webhooks::HEADERS, id, row.get::<_, Vec<u8>>(1))];
            let secrets = secret_rows.remove(&endpoint.id).unwrap_or_default();
            sealed.extend(secrets.into_iter().map(|(row, bytes)| (webhooks::SECRET, row, bytes)));
            let mut wanted = vec![json!({"X-Planted": endpoint.header}).to_string().into_bytes()];
            wanted.extend(endpoint.secrets.iter().map(|secret| bytes(secret)).collect::<anyhow::Result<Vec<_>>>()?);
            if sealed.len() != wanted.len() {
                let (has, should) = (sealed.len(), wanted.len());
                faults.push(format!("{} has {has} encrypted values and should have {should}", endpoint.id));
            }
            for ((column, row, sealed), wanted) in sealed.into_iter().zip(wanted) {
                match open(column, row, &sealed).await {
                    Ok(opened) if opened == wanted => {}
                    Ok(_) => faults.push(format!("{} of {} is not what was set", column.column, endpoint.id)),
                    Err(error) => faults.push(format!("{error:#}")),
                }
            }
            if endpoint.untouched && (row.get::<_, i32>("version"), row.get("unchanged")) != (1, true) {
                faults.push(format!("{} has another version or time, although it was not changed", endpoint.id));
            }
        }
        Ok(faults)
    }
}

async fn plant_one(client: &Client, tenant: usize, turn: usize) -> anyhow::Result<Endpoint> {
    let header = format!("{MARK}-{:016x}", rand::random::<u64>());
    let new = json!({
        "name": format!("Planted {turn}"),
        "url": "https://hooks.example/planted",
        "events": ["ticket.*"],
        "headers": {"X-Planted": header},
    });
    let made = client.post(PATH, new).await.expect(201);
    let secrets = vec![text(&made.body["secret"])?];
    Ok(Endpoint { tenant, id: made.id(), header, secrets, untouched: turn.is_multiple_of(3) })
}

/// A change that keeps a header's value, which the server decrypts and encrypts again.
fn keeping() -> Value {
    json!({"headers": {"X-Planted": null}})
}

/// The number of changes, and the refused ones.
type Changes = (usize, Vec<String>);

/// Clients that change secrets, one after the other, until they are stopped.
pub struct Load {
    stop: Arc<AtomicBool>,
    running: Vec<JoinHandle<anyhow::Result<Changes>>>,
}

impl Load {
    pub fn start(customers: &Customers, server: &ServerProcess, seed: u64) -> Load {
        let stop = Arc::new(AtomicBool::new(false));
        let clients: Vec<_> = customers.admins(server).collect();
        // Each client has its own endpoints, so that the last value is certain.
        let running = (0..2).map(|share| {
            let (stop, clients) = (stop.clone(), clients.clone());
            let (endpoints, secrets) = (customers.endpoints.clone(), customers.secrets.clone());
            let rng = StdRng::seed_from_u64(seed ^ share);
            tokio::spawn(async move { change(&stop, &clients, &endpoints, &secrets, (share, rng)).await })
        });
        Load { running: running.collect(), stop }
    }

    /// Returns the number of changes, and the refused ones.
    pub async fn stop(self) -> anyhow::Result<(usize, Vec<String>)> {
        self.stop.store(true, Ordering::Relaxed);
        let (mut requests, mut refused) = (0, vec![]);
        for running in self.running {
            let (made, wrong) = running.await??;
            requests += made;
            refused.extend(wrong);
        }
        Ok((requests, refused))
    }
}

async fn change(
    stop: &AtomicBool,
    clients: &[Client],
    endpoints: &Mutex<Vec<Endpoint>>,
    secrets: &Mutex<Vec<String>>,
    (share, mut rng): (u64, StdRng),
) -> anyhow::Result<(usize, Vec<String>)> {
    let numbers: Vec<usize> = (0..locked(endpoints).len()).filter(|number| *number as u64 % 2 == share).collect();
    let (mut requests, mut refused) = (0, vec![]);
    while !stop.load(Ordering::Relaxed) {
        let number = numbers[rng.random_range(0..numbers.len())];
        let endpoint = locked(endpoints)[number].clone();
        if endpoint.untouched {
            continue;
        }
        let keeps = rng.random::<bool>();
        // The number of active secrets is limited, and sometimes all of them end.
        let ends_all = endpoint.secrets.len() > 10 || rng.random_range(0..8) == 0;
        let change = match keeps {
            true => keeping(),
            false => json!({"rotate_secret": {"grace_seconds": if ends_all { 0 } else { 3600 }}}),
        };
        let answer = clients[endpoint.tenant].put(&format!("{PATH}?id={}", endpoint.id), change).await;
        requests += 1;
        if answer.status != 200 {
            refused.push(format!("{}: {}", answer.status, answer.body));
            continue;
        }
        if !keeps {
            let secret = text(&answer.body["secret"])?;
            locked(secrets).push(secret.clone());
            let secrets = &mut locked(endpoints)[number].secrets;
            if ends_all {
                secrets.clear();
            }
            secrets.push(secret);
        }
    }
    Ok((requests, refused))
}

fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().context("a secret, once")?.to_owned())
}

/// The value of a secret, as it is stored.
pub fn bytes(secret: &str) -> anyhow::Result<Vec<u8>> {
    Ok(BASE64_STANDARD.decode(secret.strip_prefix("whsec_").context("a webhook secret")?)?)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
