//! What tenants need read apart from the ledger's turns: their endpoints, when they have changed, and the deliveries that
//! the table holds. It can be much, so nobody waits for a neighbour's.

use super::{
    dispatch::Told,
    endpoint::Endpoint,
    lane::{Health, Job},
    ledger::{Known, Load, Note},
    logged::Logged,
};
use crate::{
    app::App,
    db::{Error, Reason},
    supervisor::Subtasks,
};
use api::{TenantId, webhooks::WebhookOrdering};
use queries::{
    client::Params,
    queries::webhooks::work::ledger::{
        CancelDeliveriesParams, DueDeliveriesParams, NextDeliveriesParams, ReleaseLinesParams,
        WithholdDeliveriesParams, cancel_deliveries, due_deliveries, endpoints_of_tenants, next_deliveries,
        release_lines, withhold_deliveries,
    },
};
use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::{
    sync::{
        Mutex,
        mpsc::{UnboundedSender, WeakUnboundedSender},
    },
    time::sleep,
};
use uuid::Uuid;

/// How many deliveries of a deleted endpoint are cancelled at once.
const CANCELED: i64 = 2000;

/// After something could not be read.
const PAUSE: Duration = Duration::from_millis(250);

#[derive(Clone)]
pub struct Reader {
    app: App,
    ledger: WeakUnboundedSender<Note>,
    dispatcher: UnboundedSender<Told>,
    /// One of a kind at a time, so that connections are left for the turns.
    knowing: Arc<Mutex<()>>,
    loading: Arc<Mutex<()>>,
    canceling: Arc<Mutex<()>>,
    /// What is read at the moment. The worker owns it, so that reads end with the worker.
    reads: Weak<Subtasks>,
}

impl Reader {
    pub fn new(
        app: App,
        ledger: WeakUnboundedSender<Note>,
        dispatcher: UnboundedSender<Told>,
        reads: Weak<Subtasks>,
    ) -> Reader {
        Reader {
            app,
            ledger,
            dispatcher,
            knowing: Arc::default(),
            loading: Arc::default(),
            canceling: Arc::default(),
            reads,
        }
    }

    fn spawn(&self, read: impl Future<Output = ()> + Send + 'static) {
        if let Some(reads) = self.reads.upgrade() {
            reads.spawn(read);
        }
    }

    /// Reads the endpoints of tenants that have changed them, and tells the ledger. `asked` comes back with the answer.
    pub fn know(&self, changed: Vec<TenantId>, asked: u64) {
        let reader = self.clone();
        self.spawn(async move {
            let _one = reader.knowing.lock().await;
            let mut endpoints = match reader.endpoints(&changed).await {
                Ok(endpoints) => endpoints,
                Err(error) => {
                    tracing::warn!(error = format!("{:#}", error.into_cause()), "webhook endpoints could not be read");
                    sleep(PAUSE).await;
                    HashMap::new()
                }
            };
            let Some(ledger) = reader.ledger.upgrade() else { return };
            for tenant in changed {
                let _ = ledger.send(Note::Known(Known { tenant, asked, endpoints: endpoints.remove(&tenant) }));
            }
        });
    }

    async fn endpoints(&self, tenants: &[TenantId]) -> Result<HashMap<TenantId, Vec<(Arc<Endpoint>, Health)>>, Error> {
        let ids: Vec<Uuid> = tenants.iter().map(|tenant| tenant.0).collect();
        let rows = {
            let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
            endpoints_of_tenants().bind(&tx, &self.app.clock.now(), &ids).all().await?
        };
        let mut endpoints: HashMap<TenantId, Vec<(Arc<Endpoint>, Health)>> =
            tenants.iter().map(|tenant| (*tenant, vec![])).collect();
        for row in &rows {
            let tenant = TenantId(row.tenant_id);
            if row.deleted_at.is_some() {
                self.cancel(tenant, row.id);
                continue;
            }
            let (endpoint, health) = Endpoint::open(&self.app, row).await;
            if endpoint.ordering == WebhookOrdering::PerSubject {
                self.release(tenant, row.id).await?;
            }
            endpoints.entry(tenant).or_default().push((Arc::new(endpoint), health));
        }
        Ok(endpoints)
    }

    /// Lines whose first was not released, because what should have done it was lost.
    async fn release(&self, tenant: TenantId, endpoint: Uuid) -> Result<(), Error> {
        let system = self.app.db.system(Reason::WebhookDelivery).await?;
        let line = ReleaseLinesParams { now: self.app.clock.now(), tenant: tenant.0, endpoint };
        release_lines().params(&*system, &line).all().await?;
        Ok(())
    }

    /// What waits for an endpoint that was deleted. If it fails, the next look at the tenant's endpoints goes on with it.
    fn cancel(&self, tenant: TenantId, endpoint: Uuid) {
        let reader = self.clone();
        self.spawn(async move {
            let _one = reader.canceling.lock().await;
            if let Err(error) = reader.cancel_all(tenant, endpoint).await {
                tracing::warn!(error = format!("{:#}", error.into_cause()), "deliveries could not be cancelled");
            }
        });
    }

    async fn cancel_all(&self, tenant: TenantId, endpoint: Uuid) -> Result<(), Error> {
        let now = self.app.clock.now();
        loop {
            let tx = self.app.db.system(Reason::WebhookDelivery).await?;
            let these = CancelDeliveriesParams { now, tenant: tenant.0, endpoint, limit: CANCELED };
            if cancel_deliveries().params(&*tx, &these).all().await?.is_empty() {
                return Ok(());
            }
        }
    }

    /// Deliveries that the table holds and whose time has come. What the ledger has to write is written before.
    pub fn load(&self, loads: Vec<Load>) {
        let reader = self.clone();
        self.spawn(async move {
            let _one = reader.loading.lock().await;
            while let Err(error) = reader.loaded(&loads).await {
                tracing::warn!(error = format!("{:#}", error.into_cause()), "deliveries could not be loaded");
                sleep(PAUSE).await;
                if reader.ledger.upgrade().is_none() {
                    return;
                }
            }
        });
    }

    /// Deliveries of events that the endpoint's owner may not read at the moment are cancelled.
    async fn withhold(&self, load: &Load, jobs: Vec<Job>) -> Result<(), Error> {
        if jobs.is_empty() {
            return Ok(());
        }
        let system = self.app.db.system(Reason::WebhookDelivery).await?;
        let these = WithholdDeliveriesParams {
            now: self.app.clock.now(),
            tenant: load.tenant.0,
            endpoint: load.endpoint.id,
            ids: jobs.iter().map(|job| job.id).collect::<Vec<_>>(),
            event_ats: jobs.iter().map(|job| job.event_at).collect::<Vec<_>>(),
        };
        withhold_deliveries().params(&*system, &these).all().await?;
        drop(system);
        if load.endpoint.ordering == WebhookOrdering::PerSubject {
            self.release(load.tenant, load.endpoint.id).await?;
        }
        Ok(())
    }

    async fn loaded(&self, loads: &[Load]) -> Result<(), Error> {
        let now = self.app.clock.now();
        let tenants: Vec<Uuid> = loads.iter().map(|load| load.tenant.0).collect();
        let endpoints: Vec<Uuid> = loads.iter().map(|load| load.endpoint.id).collect();
        let most: Vec<i64> = loads.iter().map(|load| load.most as i64).collect();
        let known: Vec<Uuid> = loads.iter().flat_map(|load| load.known.iter().copied()).collect();
        let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
        let next = NextDeliveriesParams { now, tenants: tenants.clone(), endpoints: endpoints.clone() };
        let due = DueDeliveriesParams { tenants, endpoints, most, now, known };
        let (due, next) = futures::join!(async { due_deliveries().params(&tx, &due).all().await }, async {
            next_deliveries().params(&tx, &next).all().await
        },);
        let (due, next) = (due?, next?);
        drop(tx);
        let mut jobs: HashMap<Uuid, Vec<Job>> = HashMap::new();
        for row in due {
            jobs.entry(row.endpoint_id).or_default().extend(Logged::due(row));
        }
        let mut next_at: HashMap<_, _> =
            next.into_iter().map(|line| (line.endpoint_id, line.next_attempt_at)).collect();
        for load in loads {
            let endpoint = load.endpoint.id;
            let jobs = jobs.remove(&endpoint).unwrap_or_default();
            let more_at = if jobs.len() >= load.most { Some(now) } else { next_at.remove(&endpoint).flatten() };
            let (jobs, withheld) = jobs.into_iter().partition(|job| load.endpoint.may_be_told(job));
            self.withhold(load, withheld).await?;
            let _ = self.dispatcher.send(Told::Loaded { endpoint, lane: load.lane, jobs, more_at });
        }
        Ok(())
    }
}
