//! What the worker reads and writes, in batches: one turn after the other, so that a busy worker's batches grow by
//! themselves and the events of a subject keep their order.

use super::{
    dispatch::Told,
    endpoint::Endpoint,
    fan_out::Place,
    lane::{Errand, Fate, Health, Job},
    logged::Logged,
    ownership::Tenants,
    reading::Reader,
    send::Attempt,
    writing::Batch,
};
use crate::{
    app::App,
    db::{Error, Reason},
    supervisor::progress,
};
use api::{TenantId, webhooks::WebhookOrdering};
use jiff::Timestamp;
use queries::{
    client::Params,
    queries::webhooks::work::{
        ledger::{
            EventsOfTenantsParams, FanOutsBehindParams, PlacesOfFanOutsParams, events_of_tenants, fan_outs_behind,
            places_of_fan_outs,
        },
        ownership::leave_fan_outs,
    },
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender},
    time::{Instant, timeout_at},
};
use uuid::Uuid;

/// So many tenants' logs are read in a turn, so many events of each, and so many endpoints' deliveries.
const TENANTS: usize = 128;
const EVENTS: i64 = 100;
const LOADS: usize = 64;

/// What came of attempts waits so long for company.
const GATHER: Duration = Duration::from_millis(4);

/// After a turn that failed.
const PAUSE: Duration = Duration::from_millis(250);

/// What the ledger is told.
pub enum Note {
    /// Which tenants are the worker's.
    Owned(Tenants),
    /// Something happened in these.
    Woken(Vec<TenantId>),
    /// Something may have happened, in any of them.
    Look,
    Known(Known),
    Load(Load),
    Settled(Box<Settled>),
    /// Nothing is under way for the tenant any more.
    Left(TenantId),
    /// The worker stops: leave all tenants.
    Stop,
}

pub struct Load {
    pub tenant: TenantId,
    pub endpoint: Arc<Endpoint>,
    /// Which wants them.
    pub lane: u64,
    pub most: usize,
    pub known: Vec<Uuid>,
}

/// A tenant's endpoints, or nothing if they could not be read.
pub struct Known {
    pub tenant: TenantId,
    pub asked: u64,
    pub endpoints: Option<Vec<(Arc<Endpoint>, Health)>>,
}

/// What the ledger saw when it asked for a tenant's endpoints.
struct Question {
    number: u64,
    position: i64,
    revision: i64,
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
    reader: Reader,
    places: HashMap<TenantId, Option<Place>>,
    /// Tenants whose log has something new.
    behind: HashSet<TenantId>,
    /// Tenants whose endpoints are being read: their log waits.
    asked: HashMap<TenantId, Question>,
    questions: u64,
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
    pub fn new(app: App, worker: Uuid, dispatcher: UnboundedSender<Told>, reader: Reader) -> Ledger {
        Ledger {
            app,
            worker,
            dispatcher,
            reader,
            places: HashMap::new(),
            behind: HashSet::new(),
            asked: HashMap::new(),
            questions: 0,
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
                let Some(note) = progress::waiting(notes.recv()).await else { return };
                self.hear(note);
            }
            self.gather(&mut notes).await;
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

    /// What came of attempts waits a little for company, but nobody waits for it.
    async fn gather(&mut self, notes: &mut UnboundedReceiver<Note>) {
        let until = Instant::now() + GATHER;
        while self.only_results() {
            let Ok(Some(note)) = timeout_at(until, notes.recv()).await else { return };
            self.hear(note);
        }
    }

    /// Tenants that are behind and whose endpoints are known, as far as anyone can tell.
    fn readable(&self) -> impl Iterator<Item = TenantId> + '_ {
        self.behind.iter().copied().filter(|tenant| !self.asked.contains_key(tenant))
    }

    fn has_work(&self) -> bool {
        let idle = self.readable().next().is_none()
            && self.settled.is_empty()
            && self.loads.is_empty()
            && self.left.is_empty();
        self.look || !idle
    }

    /// Whoever waits for the one before in its line does not wait for company too.
    fn only_results(&self) -> bool {
        let ordered = |settled: &Settled| settled.endpoint.ordering == WebhookOrdering::PerSubject;
        self.readable().next().is_none() && self.loads.is_empty() && !self.look && !self.settled.iter().any(ordered)
    }

    fn hear(&mut self, note: Note) {
        match note {
            Note::Owned(tenants) => self.own(tenants),
            Note::Woken(tenants) => {
                let own = tenants.into_iter().filter(|tenant| self.places.contains_key(tenant));
                self.behind.extend(own);
            }
            Note::Look => self.look = true,
            Note::Known(known) => self.know(known),
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
            self.asked.remove(&tenant);
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
            self.asked.remove(&tenant);
            let _ = self.dispatcher.send(Told::Leave(tenant));
        }
    }

    async fn turn(&mut self) -> Result<(), Error> {
        self.look_around().await?;
        let batch = self.read().await?;
        self.write(batch).await?;
        if !self.loads.is_empty() {
            self.reader.load(self.loads.drain(..self.loads.len().min(LOADS)).collect());
        }
        self.let_go().await
    }

    /// The next events of those that are behind, as deliveries.
    async fn read(&mut self) -> Result<Batch, Error> {
        let tenants: Vec<TenantId> = self.readable().take(TENANTS).collect();
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
                let question = Question { number: self.questions, position: place.position, revision: place.revision };
                self.asked.insert(tenant, question);
                changed.push(tenant);
            }
        }
        if !changed.is_empty() {
            self.reader.know(changed, self.questions);
            self.questions += 1;
        }

        let mut reached: HashMap<TenantId, i64> = HashMap::new();
        for row in events {
            let tenant = TenantId(row.tenant_id);
            let Some(place) = self.place(tenant).filter(|_| !self.asked.contains_key(&tenant)) else { continue };
            reached.insert(tenant, row.position);
            if let Some(logged) = Logged::new(row) {
                place.fan_out(&logged, &mut batch);
            }
        }
        for place in &places {
            let tenant = TenantId(place.tenant_id);
            if self.asked.contains_key(&tenant) {
                continue;
            }
            let position = reached.get(&tenant).copied().or_else(|| self.place(tenant).map(|known| known.position));
            if position.is_none_or(|position| position >= place.last_position) {
                self.behind.remove(&tenant);
            }
        }
        // Not the worker's any more.
        for tenant in tenants {
            if self.place(tenant).is_none() && !self.asked.contains_key(&tenant) {
                self.behind.remove(&tenant);
            }
        }
        batch.reached = reached.into_iter().collect();
        Ok(batch)
    }

    fn place(&self, tenant: TenantId) -> Option<&Place> {
        self.places.get(&tenant)?.as_ref()
    }

    /// What the endpoints of a tenant are now, if they could be read.
    fn know(&mut self, known: Known) {
        let Known { tenant, asked, endpoints } = known;
        let Some(question) = self.asked.remove(&tenant).filter(|question| question.number == asked) else { return };
        let (Some(own), Some(place)) = (endpoints, self.places.get_mut(&tenant)) else { return };
        // Whoever cannot be opened now is looked at again soon.
        let revision = if own.iter().all(|(endpoint, _)| endpoint.is_usable()) { question.revision } else { 0 };
        let position = place.as_ref().map_or(question.position, |place| place.position);
        let endpoints = own.iter().map(|(endpoint, _)| endpoint.clone()).collect();
        *place = Some(Place { position, revision, endpoints });
        let _ = self.dispatcher.send(Told::Endpoints(tenant, own));
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
