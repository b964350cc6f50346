//! Reads event logs and writes deliveries and results of attempts, in batches: one batch after the other, so that a
//! busy worker's batches grow automatically and the events of a subject keep their order.

mod tenants;

use super::{
    dispatch::DispatchMessage,
    endpoint::Endpoint,
    lane::{AttemptKind, Health, Job, NextState},
    logged::Logged,
    ownership::OwnedTenants,
    reading::Reader,
    send::Attempt,
    writing::Batch,
};
use api::{TenantId, webhooks::WebhookOrdering};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{Error, Reason},
    supervisor::progress,
};
use queries::{
    client::Params,
    queries::webhooks::work::{
        ledger::{
            EventsOfTenantsParams, FanOutsBehindParams, LoggedEvent, PlacesOfFanOuts, PlacesOfFanOutsParams,
            events_of_tenants, fan_outs_behind, places_of_fan_outs,
        },
        ownership::leave_fan_outs,
    },
};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tenants::{Effect, Input, Polled, Tenants};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender},
    time::{Instant, timeout_at},
};
use uuid::Uuid;

pub use tenants::Endpoints;

/// The limits of one batch: logs of tenants, events of each, and endpoints whose deliveries are loaded.
const TENANTS: usize = 128;
const EVENTS: i64 = 100;
const LOADS: usize = 64;

/// How long results wait to be batched.
const BATCH_DELAY: Duration = Duration::from_millis(4);

/// How long the ledger waits after a batch that failed.
const RETRY_DELAY: Duration = Duration::from_millis(250);

pub enum LedgerMessage {
    /// The tenants that the worker owns.
    Owned(OwnedTenants),
    /// These tenants have new events or changed endpoints.
    Woken(Vec<TenantId>),
    /// Any tenant may have new events or changed endpoints.
    Poll,
    /// A tenant's endpoints, or `None` if they could not be read. `query` is returned from [`Reader::read_endpoints`].
    EndpointsRead {
        tenant: TenantId,
        query: u64,
        endpoints: Option<Endpoints>,
    },
    Load(LoadRequest),
    Finished(Box<AttemptResult>),
    /// No attempt is in flight for the tenant any more.
    Drained(TenantId),
    /// The worker stops: all tenants are released.
    Stop,
}

/// A lane requests deliveries from the table.
pub struct LoadRequest {
    pub tenant: TenantId,
    pub endpoint: Arc<Endpoint>,
    /// Returned with the deliveries.
    pub lane: u64,
    pub limit: usize,
    /// Deliveries that the lane has already.
    pub known: Vec<Uuid>,
}

pub struct AttemptResult {
    pub endpoint: Arc<Endpoint>,
    pub job: Job,
    pub attempt: Attempt,
    pub kind: AttemptKind,
    pub next_state: NextState,
    /// The health of the endpoint, if it must be stored.
    pub health: Option<Health>,
    pub at: Timestamp,
}

pub struct Ledger {
    app: App,
    worker: Uuid,
    dispatcher: UnboundedSender<DispatchMessage>,
    reader: Reader,
    tenants: Tenants,
    /// The number of queries for endpoints so far.
    queries: u64,
    poll: bool,
    results: Vec<AttemptResult>,
    /// The last batch may have been written although it seemed to fail.
    unsure: bool,
    loads: Vec<LoadRequest>,
    stopping: bool,
}

impl Ledger {
    pub fn new(app: App, worker: Uuid, dispatcher: UnboundedSender<DispatchMessage>, reader: Reader) -> Ledger {
        Ledger {
            app,
            worker,
            dispatcher,
            reader,
            tenants: Tenants::default(),
            queries: 0,
            poll: false,
            results: vec![],
            unsure: false,
            loads: vec![],
            stopping: false,
        }
    }

    /// Runs until the worker has stopped and nothing is left to write.
    pub async fn run(mut self, mut messages: UnboundedReceiver<LedgerMessage>) {
        let mut failing = false;
        loop {
            if !self.has_work() {
                if self.stopping && self.tenants.is_empty() {
                    return;
                }
                let Some(message) = progress::waiting(messages.recv()).await else { return };
                self.receive(message);
            }
            self.wait_for_results(&mut messages).await;
            while let Ok(message) = messages.try_recv() {
                self.receive(message);
            }
            let Err(error) = self.run_batch().await else {
                failing = false;
                continue;
            };
            if !std::mem::replace(&mut failing, true) {
                tracing::warn!(
                    error = format!("{:#}", error.into_cause()),
                    "webhook deliveries paused: PostgreSQL unavailable"
                );
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Results wait a little for more results, as long as there is nothing else to do.
    async fn wait_for_results(&mut self, messages: &mut UnboundedReceiver<LedgerMessage>) {
        let until = Instant::now() + BATCH_DELAY;
        while self.may_wait() {
            let Ok(Some(message)) = timeout_at(until, messages.recv()).await else { return };
            self.receive(message);
        }
    }

    fn has_work(&self) -> bool {
        self.poll
            || self.tenants.readable().next().is_some()
            || self.tenants.to_be_released().next().is_some()
            || !self.results.is_empty()
            || !self.loads.is_empty()
    }

    /// Results of ordered endpoints are written at once: the next delivery of their subject waits for it.
    fn may_wait(&self) -> bool {
        let ordered = |result: &AttemptResult| result.endpoint.ordering == WebhookOrdering::PerSubject;
        let only_results = !self.poll && self.loads.is_empty() && self.tenants.readable().next().is_none();
        only_results && !self.results.iter().any(ordered)
    }

    fn receive(&mut self, message: LedgerMessage) {
        match message {
            LedgerMessage::Owned(owned) => self.own(owned),
            LedgerMessage::Woken(tenants) => tenants.into_iter().for_each(|tenant| self.step(tenant, Input::Woken)),
            LedgerMessage::Poll => self.poll = true,
            LedgerMessage::EndpointsRead { tenant, query, endpoints } => {
                self.step(tenant, Input::EndpointsRead { query, endpoints });
            }
            LedgerMessage::Load(load) => self.loads.push(load),
            LedgerMessage::Finished(result) => self.results.push(*result),
            LedgerMessage::Drained(tenant) => self.step(tenant, Input::Drained),
            LedgerMessage::Stop => {
                self.stopping = true;
                let all: Vec<TenantId> = self.tenants.ids().collect();
                all.into_iter().for_each(|tenant| self.step(tenant, Input::Leave));
            }
        }
    }

    fn own(&mut self, owned: OwnedTenants) {
        let OwnedTenants { keep, leave } = owned;
        let lost: Vec<TenantId> =
            self.tenants.ids().filter(|tenant| !keep.contains(tenant) && !leave.contains(tenant)).collect();
        lost.into_iter().for_each(|tenant| self.step(tenant, Input::Lost));
        leave.into_iter().for_each(|tenant| self.step(tenant, Input::Leave));
        if !self.stopping {
            keep.into_iter().for_each(|tenant| self.step(tenant, Input::Keep));
        }
    }

    /// A step of a tenant, and the message to the dispatcher that it may require.
    fn step(&mut self, tenant: TenantId, input: Input) {
        let message = match self.tenants.step(tenant, input) {
            Some(Effect::UseEndpoints(endpoints)) => DispatchMessage::Endpoints(tenant, endpoints),
            Some(Effect::Drain) => DispatchMessage::Drain(tenant),
            // These follow from the rows of a batch, which handles them itself.
            Some(Effect::ReadEndpoints | Effect::FanOut) | None => return,
        };
        let _ = self.dispatcher.send(message);
    }

    async fn run_batch(&mut self) -> Result<(), Error> {
        self.find_tenants_behind().await?;
        let batch = self.read().await?;
        self.write(batch).await?;
        if !self.loads.is_empty() {
            self.reader.load(self.loads.drain(..self.loads.len().min(LOADS)).collect());
        }
        self.release_tenants().await
    }

    /// Finds tenants whose log or endpoints have changed without a message about it.
    async fn find_tenants_behind(&mut self) -> Result<(), Error> {
        if !self.poll {
            return Ok(());
        }
        let (tenants, revisions): (Vec<Uuid>, Vec<i64>) =
            self.tenants.revisions().map(|(tenant, revision)| (tenant.0, revision)).unzip();
        if !tenants.is_empty() {
            let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
            let behind = fan_outs_behind().params(&tx, &FanOutsBehindParams { tenants, revisions }).all().await?;
            behind.into_iter().for_each(|tenant| self.step(TenantId(tenant), Input::Woken));
        }
        self.poll = false;
        Ok(())
    }

    /// The next events of tenants that are behind, as deliveries.
    async fn read(&mut self) -> Result<Batch, Error> {
        let tenants: Vec<TenantId> = self.tenants.readable().take(TENANTS).collect();
        if tenants.is_empty() {
            return Ok(Batch::default());
        }
        let (rows, events) = self.read_logs(&tenants).await?;
        let mut rows: HashMap<TenantId, PlacesOfFanOuts> =
            rows.into_iter().map(|row| (TenantId(row.tenant_id), row)).collect();
        let mut events_by_tenant: HashMap<TenantId, Vec<LoggedEvent>> = HashMap::new();
        for event in events {
            events_by_tenant.entry(TenantId(event.tenant_id)).or_default().push(event);
        }

        let mut batch = Batch::default();
        let mut changed = vec![];
        for tenant in tenants {
            let events = events_by_tenant.remove(&tenant).unwrap_or_default();
            let read_up_to = events.last().map(|event| event.position);
            let input = rows.remove(&tenant).map_or(Input::NotFound, |row| {
                let PlacesOfFanOuts { position, revision, last_position, .. } = row;
                Input::Polled(Polled { position, revision, last_position, read_up_to, query: self.queries })
            });
            match self.tenants.step(tenant, input) {
                Some(Effect::ReadEndpoints) => changed.push(tenant),
                Some(Effect::FanOut) => self.fan_out(tenant, events, &mut batch),
                Some(Effect::UseEndpoints(_) | Effect::Drain) | None => {}
            }
        }
        if !changed.is_empty() {
            self.reader.read_endpoints(changed, self.queries);
            self.queries += 1;
        }
        Ok(batch)
    }

    /// The rows of tenants, as far as the worker owns them, and the next events of those whose position is known.
    async fn read_logs(&self, tenants: &[TenantId]) -> Result<(Vec<PlacesOfFanOuts>, Vec<LoggedEvent>), Error> {
        let known = tenants.iter().filter_map(|tenant| Some((tenant.0, self.tenants.cursor(*tenant)?.position)));
        let (logs, positions): (Vec<Uuid>, Vec<i64>) = known.unzip();
        let ids: Vec<Uuid> = tenants.iter().map(|tenant| tenant.0).collect();
        let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
        let rows = PlacesOfFanOutsParams { tenants: ids, worker: self.worker };
        let events = EventsOfTenantsParams { tenants: logs, positions, limit: EVENTS };
        let (rows, events) = futures::join!(async { places_of_fan_outs().params(&tx, &rows).all().await }, async {
            events_of_tenants().params(&tx, &events).all().await
        },);
        Ok((rows?, events?))
    }

    fn fan_out(&self, tenant: TenantId, events: Vec<LoggedEvent>, batch: &mut Batch) {
        let Some(cursor) = self.tenants.cursor(tenant) else { return };
        batch.reached.extend(events.last().map(|event| (tenant, event.position)));
        events.into_iter().filter_map(Logged::new).for_each(|logged| cursor.fan_out(&logged, batch));
    }

    async fn write(&mut self, batch: Batch) -> Result<(), Error> {
        if batch.is_empty() && self.results.is_empty() {
            return Ok(());
        }
        let written = batch.write(&self.app, self.worker, &self.results).await;
        let unsure = std::mem::replace(&mut self.unsure, written.is_err());
        let written = written?;
        let mut endpoints_with_more: Vec<Uuid> = written.released;
        if unsure {
            // Deliveries that the previous batch has released are not released or reported again.
            endpoints_with_more.extend(self.results.iter().map(|result| result.endpoint.id));
        }
        self.results.clear();
        for (tenant, position) in batch.reached {
            if written.advanced.contains(&tenant) {
                self.step(tenant, Input::Advanced(position));
            }
        }
        let added: HashMap<Uuid, bool> = written.added.into_iter().collect();
        let mut jobs = vec![];
        for delivery in batch.deliveries {
            match added.get(&delivery.job.id) {
                Some(true) => jobs.push((delivery.endpoint, delivery.job)),
                // It is held until the delivery before it has ended.
                Some(false) => {}
                // It existed before: a worker has stopped between writing and sending it.
                None => endpoints_with_more.push(delivery.endpoint),
            }
        }
        if !jobs.is_empty() {
            let _ = self.dispatcher.send(DispatchMessage::Jobs(jobs));
        }
        if !endpoints_with_more.is_empty() {
            let _ = self.dispatcher.send(DispatchMessage::MoreInTable(endpoints_with_more));
        }
        Ok(())
    }

    /// Releases the rows of tenants for which nothing is in flight and everything is written.
    async fn release_tenants(&mut self) -> Result<(), Error> {
        let tenants: Vec<TenantId> = self.tenants.to_be_released().collect();
        if tenants.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = tenants.iter().map(|tenant| tenant.0).collect();
        let system = self.app.db.system(Reason::WebhookDelivery).await?;
        leave_fan_outs().bind(&*system, &ids, &self.worker).all().await?;
        drop(system);
        tenants.into_iter().for_each(|tenant| self.step(tenant, Input::Released));
        Ok(())
    }
}
