//! Reads outside of the ledger's batches: a tenant's endpoints after a change, and deliveries from the table. Both can
//! be large, and no tenant's batch must wait for another tenant's.

use super::{
    dispatch::DispatchMessage,
    endpoint::Endpoint,
    lane::Job,
    ledger::{Endpoints, LedgerMessage, LoadRequest},
    logged::Logged,
};
use api::{TenantId, webhooks::WebhookOrdering};
use kernel::{
    app::App,
    db::{Error, Reason},
    supervisor::Subtasks,
};
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
const CANCEL_LIMIT: i64 = 2000;

/// How long a failed read waits before it is retried.
const RETRY_DELAY: Duration = Duration::from_millis(250);

#[derive(Clone)]
pub struct Reader {
    app: App,
    ledger: WeakUnboundedSender<LedgerMessage>,
    dispatcher: UnboundedSender<DispatchMessage>,
    /// One task of each kind at a time, so that connections are left for the batches.
    reading: Arc<Mutex<()>>,
    loading: Arc<Mutex<()>>,
    canceling: Arc<Mutex<()>>,
    /// The active reads. The worker owns it, so that reads end with the worker.
    reads: Weak<Subtasks>,
}

impl Reader {
    pub fn new(
        app: App,
        ledger: WeakUnboundedSender<LedgerMessage>,
        dispatcher: UnboundedSender<DispatchMessage>,
        reads: Weak<Subtasks>,
    ) -> Reader {
        Reader {
            app,
            ledger,
            dispatcher,
            reading: Arc::default(),
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

    /// Reads the endpoints of tenants that have changed them, for the ledger. `query` is returned with the endpoints.
    pub fn read_endpoints(&self, changed: Vec<TenantId>, query: u64) {
        let reader = self.clone();
        self.spawn(async move {
            let _one = reader.reading.lock().await;
            let mut endpoints = match reader.endpoints(&changed).await {
                Ok(endpoints) => endpoints,
                Err(error) => {
                    tracing::warn!(error = format!("{:#}", error.into_cause()), "failed to read webhook endpoints");
                    sleep(RETRY_DELAY).await;
                    HashMap::new()
                }
            };
            let Some(ledger) = reader.ledger.upgrade() else { return };
            for tenant in changed {
                let endpoints = endpoints.remove(&tenant);
                let _ = ledger.send(LedgerMessage::EndpointsRead { tenant, query, endpoints });
            }
        });
    }

    async fn endpoints(&self, tenants: &[TenantId]) -> Result<HashMap<TenantId, Endpoints>, Error> {
        let ids: Vec<Uuid> = tenants.iter().map(|tenant| tenant.0).collect();
        let rows = {
            let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
            endpoints_of_tenants().bind(&tx, &self.app.clock.now(), &ids).all().await?
        };
        let mut endpoints: HashMap<TenantId, Endpoints> = tenants.iter().map(|tenant| (*tenant, vec![])).collect();
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

    /// Releases held deliveries that are first of their subject: the batch that should have released them was lost.
    async fn release(&self, tenant: TenantId, endpoint: Uuid) -> Result<(), Error> {
        let system = self.app.db.system(Reason::WebhookDelivery).await?;
        let line = ReleaseLinesParams { now: self.app.clock.now(), tenant: tenant.0, endpoint };
        release_lines().params(&*system, &line).all().await?;
        Ok(())
    }

    /// Cancels the waiting deliveries of a deleted endpoint. If it fails, the next read of the tenant's endpoints
    /// continues it.
    fn cancel(&self, tenant: TenantId, endpoint: Uuid) {
        let reader = self.clone();
        self.spawn(async move {
            let _one = reader.canceling.lock().await;
            if let Err(error) = reader.cancel_all(tenant, endpoint).await {
                tracing::warn!(error = format!("{:#}", error.into_cause()), "failed to cancel deliveries");
            }
        });
    }

    async fn cancel_all(&self, tenant: TenantId, endpoint: Uuid) -> Result<(), Error> {
        let now = self.app.clock.now();
        loop {
            let tx = self.app.db.system(Reason::WebhookDelivery).await?;
            let these = CancelDeliveriesParams { now, tenant: tenant.0, endpoint, limit: CANCEL_LIMIT };
            if cancel_deliveries().params(&*tx, &these).all().await?.is_empty() {
                return Ok(());
            }
        }
    }

    /// Loads due deliveries from the table, for the dispatcher. The ledger calls it after it has written its results.
    pub fn load(&self, loads: Vec<LoadRequest>) {
        let reader = self.clone();
        self.spawn(async move {
            let _one = reader.loading.lock().await;
            while let Err(error) = reader.load_due(&loads).await {
                tracing::warn!(error = format!("{:#}", error.into_cause()), "failed to load deliveries");
                sleep(RETRY_DELAY).await;
                if reader.ledger.upgrade().is_none() {
                    return;
                }
            }
        });
    }

    /// Deliveries of events that the endpoint's owner may not read at the moment are cancelled.
    async fn withhold(&self, load: &LoadRequest, jobs: Vec<Job>) -> Result<(), Error> {
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

    async fn load_due(&self, loads: &[LoadRequest]) -> Result<(), Error> {
        let now = self.app.clock.now();
        let tenants: Vec<Uuid> = loads.iter().map(|load| load.tenant.0).collect();
        let endpoints: Vec<Uuid> = loads.iter().map(|load| load.endpoint.id).collect();
        let most: Vec<i64> = loads.iter().map(|load| load.limit as i64).collect();
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
            let more_at = if jobs.len() >= load.limit { Some(now) } else { next_at.remove(&endpoint).flatten() };
            let (jobs, withheld) = jobs.into_iter().partition(|job| load.endpoint.may_receive(job));
            self.withhold(load, withheld).await?;
            let _ = self.dispatcher.send(DispatchMessage::Loaded { endpoint, lane: load.lane, jobs, more_at });
        }
        Ok(())
    }
}
