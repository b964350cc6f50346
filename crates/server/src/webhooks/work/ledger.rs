//! What the worker reads and writes, in batches: one turn after the other, so that a busy worker's batches grow by
//! themselves and the events of a subject keep their order.

use super::{
    dispatch::Told,
    endpoint::Endpoint,
    fan_out::Place,
    lane::{Errand, Fate, Health, Job, WINDOW},
    logged::Logged,
    ownership::Tenants,
    send::Attempt,
    writing::Batch,
};
use crate::{
    app::App,
    db::{Error, Reason},
};
use api::{TenantId, webhooks::WebhookOrdering};
use jiff::Timestamp;
use queries::{
    client::Params,
    queries::webhooks::work::{
        ledger::{
            CancelDeliveriesParams, DueDeliveriesParams, EventsOfTenantsParams, FanOutsBehindParams,
            NextDeliveriesParams, PlacesOfFanOutsParams, ReleaseLinesParams, cancel_deliveries, due_deliveries,
            endpoints_of_tenants, events_of_tenants, fan_outs_behind, next_deliveries, places_of_fan_outs,
            release_lines,
        },
        ownership::leave_fan_outs,
    },
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use uuid::Uuid;

/// So many tenants' logs are read in a turn, so many events of each, and so many endpoints' deliveries.
const TENANTS: usize = 128;
const EVENTS: i64 = 100;
const LOADS: usize = 64;

/// What came of attempts waits so long for company.
const GATHER: Duration = Duration::from_millis(4);

/// After a turn that failed.
const PAUSE: Duration = Duration::from_millis(250);

/// How many deliveries of a deleted endpoint are cancelled at once.
const CANCELED: i64 = 2000;

/// What the ledger is told.
pub enum Note {
    /// Which tenants are the worker's.
    Owned(Tenants),
    /// Something happened in these.
    Woken(Vec<TenantId>),
    /// Something may have happened, in any of them.
    Look,
    Load(Load),
    Settled(Box<Settled>),
    /// Nothing is under way for the tenant any more.
    Left(TenantId),
    /// The worker stops: leave all tenants.
    Stop,
}

pub struct Load {
    pub tenant: TenantId,
    pub endpoint: Uuid,
    pub known: Vec<Uuid>,
}

/// What came of an attempt.
pub struct Settled {
    pub endpoint: Arc<Endpoint>,
    pub job: Job,
    pub attempt: Attempt,
    pub errand: Errand,
    pub fate: Fate,
    pub health: Option<Health>,
    pub at: Timestamp,
}

pub struct Ledger {
    app: App,
    worker: Uuid,
    dispatcher: UnboundedSender<Told>,
    places: HashMap<TenantId, Option<Place>>,
    /// Tenants whose log has something new.
    behind: HashSet<TenantId>,
    /// Whether to ask which those are.
    look: bool,
    settled: Vec<Settled>,
    /// The last batch may have been written although it seemed to fail.
    unsure: bool,
    loads: Vec<Load>,
    /// Tenants for which nothing more is sent.
    leaving: HashSet<TenantId>,
    left: HashSet<TenantId>,
    stopping: bool,
}

impl Ledger {
    pub fn new(app: App, worker: Uuid, dispatcher: UnboundedSender<Told>) -> Ledger {
        Ledger {
            app,
            worker,
            dispatcher,
            places: HashMap::new(),
            behind: HashSet::new(),
            look: false,
            settled: vec![],
            unsure: false,
            loads: vec![],
            leaving: HashSet::new(),
            left: HashSet::new(),
            stopping: false,
        }
    }

    /// Until the worker has stopped and nothing is left to write.
    pub async fn run(mut self, mut notes: UnboundedReceiver<Note>) {
        let mut failing = false;
        loop {
            if !self.has_work() {
                if self.stopping && self.places.is_empty() {
                    return;
                }
                let Some(note) = notes.recv().await else { return };
                self.hear(note);
            }
            if self.only_results() {
                tokio::time::sleep(GATHER).await;
            }
            while let Ok(note) = notes.try_recv() {
                self.hear(note);
            }
            let Err(error) = self.turn().await else {
                failing = false;
                continue;
            };
            if !std::mem::replace(&mut failing, true) {
                tracing::warn!(error = format!("{:#}", error.into_cause()), "webhook deliveries wait for PostgreSQL");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn has_work(&self) -> bool {
        let idle = self.behind.is_empty() && self.settled.is_empty() && self.loads.is_empty() && self.left.is_empty();
        self.look || !idle
    }

    /// Whoever waits for the one before in its line does not wait for company too.
    fn only_results(&self) -> bool {
        let ordered = |settled: &Settled| settled.endpoint.ordering == WebhookOrdering::PerSubject;
        self.behind.is_empty() && self.loads.is_empty() && !self.look && !self.settled.iter().any(ordered)
    }

    fn hear(&mut self, note: Note) {
        match note {
            Note::Owned(tenants) => self.own(tenants),
            Note::Woken(tenants) => {
                let own = tenants.into_iter().filter(|tenant| self.places.contains_key(tenant));
                self.behind.extend(own);
            }
            Note::Look => self.look = true,
            Note::Load(load) => self.loads.push(load),
            Note::Settled(settled) => self.settled.push(*settled),
            Note::Left(tenant) => drop(self.left.insert(tenant)),
            Note::Stop => {
                self.stopping = true;
                let all: Vec<TenantId> = self.places.keys().copied().collect();
                all.into_iter().for_each(|tenant| self.leave(tenant));
            }
        }
    }

    fn own(&mut self, tenants: Tenants) {
        let Tenants { keep, leave } = tenants;
        let lost: Vec<TenantId> =
            self.places.keys().filter(|tenant| !keep.contains(tenant) && !leave.contains(tenant)).copied().collect();
        for tenant in lost {
            self.places.remove(&tenant);
            let _ = self.dispatcher.send(Told::Leave(tenant));
        }
        for tenant in leave {
            if self.places.contains_key(&tenant) {
                self.leave(tenant);
            } else {
                self.left.insert(tenant);
            }
        }
        if self.stopping {
            return;
        }
        for tenant in keep {
            if !self.places.contains_key(&tenant) && !self.leaving.contains(&tenant) {
                self.places.insert(tenant, None);
                self.behind.insert(tenant);
            }
        }
    }

    fn leave(&mut self, tenant: TenantId) {
        if self.leaving.insert(tenant) {
            self.behind.remove(&tenant);
            let _ = self.dispatcher.send(Told::Leave(tenant));
        }
    }

    async fn turn(&mut self) -> Result<(), Error> {
        self.look_around().await?;
        let batch = self.read().await?;
        self.write(batch).await?;
        self.load().await?;
        self.let_go().await
    }

    /// The next events of those that are behind, as deliveries.
    async fn read(&mut self) -> Result<Batch, Error> {
        let tenants: Vec<TenantId> = self.behind.iter().copied().take(TENANTS).collect();
        let mut batch = Batch::default();
        if tenants.is_empty() {
            return Ok(batch);
        }
        let known: Vec<TenantId> = tenants.iter().copied().filter(|tenant| self.place(*tenant).is_some()).collect();
        let ids: Vec<Uuid> = tenants.iter().map(|tenant| tenant.0).collect();
        let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
        let (places, events) = {
            let positions: Vec<i64> = known.iter().filter_map(|tenant| Some(self.place(*tenant)?.position)).collect();
            let logs: Vec<Uuid> = known.iter().map(|tenant| tenant.0).collect();
            let places = PlacesOfFanOutsParams { tenants: ids, worker: self.worker };
            let events = EventsOfTenantsParams { tenants: logs, positions, limit: EVENTS };
            futures::join!(async { places_of_fan_outs().params(&tx, &places).all().await }, async {
                events_of_tenants().params(&tx, &events).all().await
            },)
        };
        let (places, events) = (places?, events?);
        drop(tx);

        let mut changed = vec![];
        for place in &places {
            let tenant = TenantId(place.tenant_id);
            if self.place(tenant).is_none_or(|known| known.revision != place.revision) {
                changed.push((tenant, place.position, place.revision));
            }
        }
        self.know(&changed).await?;

        let mut reached: HashMap<TenantId, i64> = HashMap::new();
        for row in events {
            let tenant = TenantId(row.tenant_id);
            let Some(place) = self.place(tenant) else { continue };
            reached.insert(tenant, row.position);
            if let Some(logged) = Logged::new(row) {
                place.fan_out(&logged, &mut batch);
            }
        }
        for place in places {
            let tenant = TenantId(place.tenant_id);
            let position = reached.get(&tenant).copied().or_else(|| self.place(tenant).map(|known| known.position));
            if position.is_none_or(|position| position >= place.last_position) {
                self.behind.remove(&tenant);
            }
        }
        // Not the worker's any more.
        for tenant in tenants {
            if self.place(tenant).is_none() {
                self.behind.remove(&tenant);
            }
        }
        batch.reached = reached.into_iter().collect();
        Ok(batch)
    }

    fn place(&self, tenant: TenantId) -> Option<&Place> {
        self.places.get(&tenant)?.as_ref()
    }

    /// Reads the endpoints of tenants that have changed them, and tells the dispatcher.
    async fn know(&mut self, changed: &[(TenantId, i64, i64)]) -> Result<(), Error> {
        if changed.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = changed.iter().map(|(tenant, _, _)| tenant.0).collect();
        let rows = {
            let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
            endpoints_of_tenants().bind(&tx, &ids).all().await?
        };
        let mut endpoints: HashMap<TenantId, Vec<(Arc<Endpoint>, Health)>> = HashMap::new();
        for row in &rows {
            let tenant = TenantId(row.tenant_id);
            if row.deleted_at.is_some() {
                self.cancel(tenant, row.id).await?;
                continue;
            }
            let (endpoint, health) = Endpoint::open(&self.app, row).await;
            if endpoint.ordering == WebhookOrdering::PerSubject {
                self.release(tenant, row.id).await?;
            }
            endpoints.entry(tenant).or_default().push((Arc::new(endpoint), health));
        }
        for (tenant, position, revision) in changed {
            let own = endpoints.remove(tenant).unwrap_or_default();
            // Whoever cannot be opened now is looked at again soon.
            let revision = if own.iter().all(|(endpoint, _)| endpoint.is_usable()) { *revision } else { 0 };
            let position = self.place(*tenant).map_or(*position, |known| known.position);
            let endpoints = own.iter().map(|(endpoint, _)| endpoint.clone()).collect();
            if self.places.contains_key(tenant) {
                self.places.insert(*tenant, Some(Place { position, revision, endpoints }));
                let _ = self.dispatcher.send(Told::Endpoints(*tenant, own));
            }
        }
        Ok(())
    }

    async fn cancel(&self, tenant: TenantId, endpoint: Uuid) -> Result<(), Error> {
        let now = self.app.clock.now();
        loop {
            let tx = self.app.db.system(Reason::WebhookDelivery).await?;
            let these = CancelDeliveriesParams { now, tenant: tenant.0, endpoint, limit: CANCELED };
            if cancel_deliveries().params(&*tx, &these).all().await?.is_empty() {
                return Ok(());
            }
        }
    }

    /// Lines whose first was not released, because what should have done it was lost.
    async fn release(&self, tenant: TenantId, endpoint: Uuid) -> Result<(), Error> {
        let system = self.app.db.system(Reason::WebhookDelivery).await?;
        let line = ReleaseLinesParams { now: self.app.clock.now(), tenant: tenant.0, endpoint };
        release_lines().params(&*system, &line).all().await?;
        Ok(())
    }

    async fn write(&mut self, batch: Batch) -> Result<(), Error> {
        if batch.is_empty() && self.settled.is_empty() {
            return Ok(());
        }
        let written = batch.write(&self.app, self.worker, &self.settled).await;
        let unsure = std::mem::replace(&mut self.unsure, written.is_err());
        let written = written?;
        let mut more: Vec<Uuid> = written.released;
        if unsure {
            // What it released then is not released once more.
            more.extend(self.settled.iter().map(|settled| settled.endpoint.id));
        }
        self.settled.clear();
        for (tenant, position) in &batch.reached {
            match self.places.get_mut(tenant) {
                Some(Some(place)) if written.advanced.contains(tenant) => place.position = *position,
                _ => {}
            }
        }
        let added: HashMap<Uuid, bool> = written.added.into_iter().collect();
        let mut jobs = vec![];
        for delivery in batch.deliveries {
            match added.get(&delivery.job.id) {
                Some(true) => jobs.push((delivery.endpoint, delivery.job)),
                // It waits in its line.
                Some(false) => {}
                // It was there before: another worker has died over it.
                None => more.push(delivery.endpoint),
            }
        }
        if !jobs.is_empty() {
            let _ = self.dispatcher.send(Told::Jobs(jobs));
        }
        if !more.is_empty() {
            let _ = self.dispatcher.send(Told::More(more));
        }
        Ok(())
    }

    /// Deliveries that the table holds and whose time has come.
    async fn load(&mut self) -> Result<(), Error> {
        let count = self.loads.len().min(LOADS);
        if count == 0 {
            return Ok(());
        }
        let now = self.app.clock.now();
        let loads = &self.loads[..count];
        let tenants: Vec<Uuid> = loads.iter().map(|load| load.tenant.0).collect();
        let endpoints: Vec<Uuid> = loads.iter().map(|load| load.endpoint).collect();
        let known: Vec<Uuid> = loads.iter().flat_map(|load| load.known.iter().copied()).collect();
        let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
        let next = NextDeliveriesParams { now, tenants: tenants.clone(), endpoints: endpoints.clone() };
        let due = DueDeliveriesParams { tenants, endpoints, now, known, limit: WINDOW as i64 };
        let (due, next) = futures::join!(async { due_deliveries().params(&tx, &due).all().await }, async {
            next_deliveries().params(&tx, &next).all().await
        },);
        let (due, next) = (due?, next?);
        let mut jobs: HashMap<Uuid, Vec<Job>> = HashMap::new();
        for row in due {
            jobs.entry(row.endpoint_id).or_default().extend(Logged::due(row));
        }
        for line in next {
            let jobs = jobs.remove(&line.endpoint_id).unwrap_or_default();
            let more_at = if jobs.len() == WINDOW { Some(now) } else { line.next_attempt_at };
            let _ = self.dispatcher.send(Told::Loaded { endpoint: line.endpoint_id, jobs, more_at });
        }
        self.loads.drain(..count);
        Ok(())
    }

    /// Tenants for which nothing is under way any more, and all is written.
    async fn let_go(&mut self) -> Result<(), Error> {
        if self.left.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = self.left.iter().map(|tenant| tenant.0).collect();
        let system = self.app.db.system(Reason::WebhookDelivery).await?;
        leave_fan_outs().bind(&*system, &ids, &self.worker).all().await?;
        for tenant in self.left.drain() {
            self.places.remove(&tenant);
            self.leaving.remove(&tenant);
        }
        Ok(())
    }

    /// Those whose log or endpoints have changed without anyone having told.
    async fn look_around(&mut self) -> Result<(), Error> {
        if !self.look {
            return Ok(());
        }
        let known = self.places.iter().filter(|(tenant, _)| !self.leaving.contains(tenant));
        let known = known.map(|(tenant, place)| (tenant.0, place.as_ref().map_or(0, |place| place.revision)));
        let (tenants, revisions): (Vec<Uuid>, Vec<i64>) = known.unzip();
        if !tenants.is_empty() {
            let tx = self.app.db.batch(Reason::WebhookDelivery).await?;
            let behind = fan_outs_behind().params(&tx, &FanOutsBehindParams { tenants, revisions }).all().await?;
            self.behind.extend(behind.into_iter().map(TenantId));
        }
        self.look = false;
        Ok(())
    }
}
