//! What customers plant, and what they go on changing: secrets and headers of webhook endpoints.

use crate::stage::Stage;
use anyhow::{Context, ensure};
use api::TenantId;
use base64::{Engine, prelude::BASE64_STANDARD};
use futures::future::{join_all, try_join_all};
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
use tenant_control::{
    operate::keys::Vault,
    sealing::{Column, columns},
    settings::Serve,
};
use testkit::{Client, ServerProcess};
use tokio::task::JoinHandle;
use uuid::Uuid;

const PATH: &str = "/api/admin/webhooks";

/// In every header's value, so that one search finds them all.
pub const MARK: &str = "planted-and-never-seen-again";

/// As an endpoint was last set.
#[derive(Clone)]
struct Endpoint {
    tenant: usize,
    id: String,
    header: String,
    secret: String,
    previous: Option<String>,
    /// Nobody changes it after it was made.
    untouched: bool,
}

pub struct Customers {
    /// Of each its id and its admin key.
    tenants: Vec<(TenantId, String)>,
    endpoints: Arc<Mutex<Vec<Endpoint>>>,
    /// Every secret that ever was.
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
            locked(&customers.secrets).extend(made.iter().map(|endpoint| endpoint.secret.clone()));
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

    /// Of every tenant the server opens a value and seals it anew.
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

    /// What does not open, or is not what was set last, to a process that starts now.
    pub async fn open_all(&self, stage: &Stage, settings: &Serve) -> anyhow::Result<Vec<String>> {
        let vault = Vault::new(&settings.database, &settings.keys)?;
        let rows = stage.database.root().await;
        let sql = "select id, secret_sealed, previous_secret_sealed, headers_sealed, version,
                       created_at = updated_at as unchanged
                   from webhook_endpoints";
        let rows: HashMap<String, _> = rows
            .query(sql, &[])
            .await?
            .into_iter()
            .map(|row| (api::WebhookEndpointId(row.get(0)).to_string(), row))
            .collect();
        let (endpoints, mut faults) = (locked(&self.endpoints).clone(), vec![]);
        ensure!(rows.len() == endpoints.len(), "{} endpoints were made, {} are stored", endpoints.len(), rows.len());
        for endpoint in endpoints {
            let row = rows.get(&endpoint.id).with_context(|| format!("{} is not stored", endpoint.id))?;
            let (tenant, id): (TenantId, Uuid) = (self.tenants[endpoint.tenant].0, row.get(0));
            let open = async |column: Column, at: usize| {
                let Some(sealed) = row.get::<_, Option<Vec<u8>>>(at) else { return anyhow::Ok(None) };
                Ok(Some(vault.sealing.open(tenant, column, id, &sealed).await?.expose_secret().to_vec()))
            };
            let headers = json!({"X-Planted": endpoint.header}).to_string().into_bytes();
            let wanted = [
                (columns::WEBHOOK_SECRET, 1, Some(bytes(&endpoint.secret)?)),
                (columns::WEBHOOK_PREVIOUS_SECRET, 2, endpoint.previous.as_deref().map(bytes).transpose()?),
                (columns::WEBHOOK_HEADERS, 3, Some(headers)),
            ];
            for (column, at, wanted) in wanted {
                match open(column, at).await {
                    Ok(opened) if opened == wanted => {}
                    Ok(_) => faults.push(format!("{} of {} is not what was set", column.column, endpoint.id)),
                    Err(error) => faults.push(format!("{error:#}")),
                }
            }
            if endpoint.untouched && (row.get::<_, i32>("version"), row.get("unchanged")) != (1, true) {
                faults.push(format!("{} has another version or time, though nobody changed it", endpoint.id));
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
    let secret = text(&made.body["secret"])?;
    Ok(Endpoint { tenant, id: made.id(), header, secret, previous: None, untouched: turn.is_multiple_of(3) })
}

/// A change that keeps a header's value, which the server opens and seals anew.
fn keeping() -> Value {
    json!({"headers": {"X-Planted": null}})
}

/// How often one was changed, and what it was at last.
type Changes = (usize, Vec<String>);

/// Customers who go on changing their secrets, one after the other, until they are stopped.
pub struct Load {
    stop: Arc<AtomicBool>,
    running: Vec<JoinHandle<anyhow::Result<Changes>>>,
}

impl Load {
    pub fn start(customers: &Customers, server: &ServerProcess, seed: u64) -> Load {
        let stop = Arc::new(AtomicBool::new(false));
        let clients: Vec<_> = customers.admins(server).collect();
        // Each has endpoints of its own, so that what was set last is certain.
        let running = (0..2).map(|share| {
            let (stop, clients) = (stop.clone(), clients.clone());
            let (endpoints, secrets) = (customers.endpoints.clone(), customers.secrets.clone());
            let rng = StdRng::seed_from_u64(seed ^ share);
            tokio::spawn(async move { change(&stop, &clients, &endpoints, &secrets, (share, rng)).await })
        });
        Load { running: running.collect(), stop }
    }

    /// How many changes were made, and those that were refused.
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
        let change = match keeps {
            true => keeping(),
            false => json!({"rotate_secret": {"grace_seconds": 3600}}),
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
            let endpoint = &mut locked(endpoints)[number];
            endpoint.previous = Some(std::mem::replace(&mut endpoint.secret, secret));
        }
    }
    Ok((requests, refused))
}

fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().context("a secret, once")?.to_owned())
}

/// What a secret stands for: it is stored as such.
pub fn bytes(secret: &str) -> anyhow::Result<Vec<u8>> {
    Ok(BASE64_STANDARD.decode(secret.strip_prefix("whsec_").context("a webhook secret")?)?)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
