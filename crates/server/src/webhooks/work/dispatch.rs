//! Sends what is due: fairly, within bounds, never two of one subject at once where order was asked for. Everything here is
//! in memory; what must last goes to the ledger.

use super::{
    Fence,
    endpoint::Endpoint,
    lane::{Errand, Fate, Health, Job, Lane, Outcome, Turn},
    ledger::{Load, Note, Settled},
    schedule::Pace,
    send::{Attempt, attempt},
    turns,
};
use crate::{
    app::App,
    supervisor::{Subtasks, progress},
};
use api::{EventId, TenantId};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::{BTreeSet, HashMap, HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender},
    time::timeout,
};
use uuid::Uuid;

/// How many deliveries may be under way for one tenant, and for all.
const TENANT: usize = 64;
const WORKER: usize = 768;

/// How often a worker that may not send looks whether it may.
const FENCED: SignedDuration = SignedDuration::from_millis(200);

/// How often the health of an endpoint that takes everything is written down.
const HEALTHY: SignedDuration = SignedDuration::from_secs(1);

/// What the dispatcher is told.
pub enum Told {
    /// All endpoints that a tenant has now.
    Endpoints(TenantId, Vec<(Arc<Endpoint>, Health)>),
    /// New deliveries.
    Jobs(Vec<(Uuid, Job)>),
    /// What the table had for an endpoint, and when it has more.
    Loaded {
        endpoint: Uuid,
        lane: u64,
        jobs: Vec<Job>,
        more_at: Option<Timestamp>,
    },
    /// The table has something for these.
    More(Vec<Uuid>),
    Finished(Box<Finished>),
    /// Nothing more is sent for the tenant; the ledger is told when what is under way has ended.
    Leave(TenantId),
}

pub struct Finished {
    endpoint: Arc<Endpoint>,
    job: Job,
    errand: Errand,
    attempt: Attempt,
    outcome: Outcome,
}

pub struct Dispatcher {
    app: App,
    pace: Pace,
    fence: Arc<Fence>,
    ledger: UnboundedSender<Note>,
    /// Its own: for those who send to say what came of it.
    inbox: WeakUnboundedSender<Told>,
    lanes: HashMap<Uuid, Lane>,
    /// Lanes that may have something to do, in turn.
    ready: VecDeque<Uuid>,
    is_ready: HashSet<Uuid>,
    timers: BTreeSet<(Timestamp, Uuid)>,
    /// Under way, by tenant.
    under_way: HashMap<TenantId, usize>,
    total: usize,
    /// Lanes whose tenant has no room.
    crowded: HashMap<TenantId, Vec<Uuid>>,
    leaving: HashSet<TenantId>,
    noted: HashMap<Uuid, (i32, Timestamp)>,
    /// How many lanes there were.
    count: u64,
    /// Attempts under way. They end with the dispatcher, so that no other worker sends beside them.
    attempts: Subtasks,
}

impl Dispatcher {
    pub fn new(
        app: App,
        pace: Pace,
        fence: Arc<Fence>,
        ledger: UnboundedSender<Note>,
        inbox: WeakUnboundedSender<Told>,
    ) -> Dispatcher {
        Dispatcher {
            app,
            pace,
            fence,
            ledger,
            inbox,
            lanes: HashMap::new(),
            ready: VecDeque::new(),
            is_ready: HashSet::new(),
            timers: BTreeSet::new(),
            under_way: HashMap::new(),
            total: 0,
            crowded: HashMap::new(),
            leaving: HashSet::new(),
            noted: HashMap::new(),
            count: 0,
            attempts: Subtasks::default(),
        }
    }

    /// Until nobody tells it anything any more.
    pub async fn run(mut self, mut told: UnboundedReceiver<Told>) {
        loop {
            let wait = self.wait();
            let message = match timeout(wait, progress::waiting(told.recv())).await {
                Ok(Some(message)) => Some(message),
                Ok(None) => return,
                Err(_) => None,
            };
            let now = self.app.clock.now();
            message.into_iter().for_each(|message| self.hear(message, now));
            while let Ok(message) = told.try_recv() {
                self.hear(message, now);
            }
            self.fire(now);
            self.depart(now);
        }
    }

    fn wait(&self) -> Duration {
        let now = self.app.clock.now();
        let timer = self.timers.first().map(|(at, _)| at.duration_since(now));
        let fenced = (!self.ready.is_empty() && self.total < WORKER).then_some(FENCED);
        let wait = [timer, fenced].into_iter().flatten().min().unwrap_or(SignedDuration::from_secs(60));
        Duration::try_from(wait).unwrap_or_default()
    }

    fn hear(&mut self, message: Told, now: Timestamp) {
        match message {
            Told::Endpoints(tenant, endpoints) => self.endpoints(tenant, endpoints, now),
            Told::Jobs(jobs) => {
                for (endpoint, job) in jobs {
                    if let Some(lane) = self.lanes.get_mut(&endpoint) {
                        lane.add(job, now);
                        self.make_ready(endpoint);
                    }
                }
            }
            Told::Loaded { endpoint, lane, jobs, more_at } => {
                // One that was asked for by an earlier lane of the endpoint may be out of date.
                if let Some(lane) = self.lanes.get_mut(&endpoint).filter(|own| own.number == lane) {
                    lane.loaded(jobs, more_at);
                    self.make_ready(endpoint);
                }
            }
            Told::More(endpoints) => {
                for endpoint in endpoints {
                    if let Some(lane) = self.lanes.get_mut(&endpoint) {
                        lane.more(Some(now));
                        self.make_ready(endpoint);
                    }
                }
            }
            Told::Finished(finished) => self.finished(*finished, now),
            Told::Leave(tenant) => {
                self.lanes.retain(|_, lane| lane.endpoint.tenant != tenant);
                self.crowded.remove(&tenant);
                self.leaving.insert(tenant);
                self.leave_if_done(tenant);
            }
        }
    }

    fn endpoints(&mut self, tenant: TenantId, endpoints: Vec<(Arc<Endpoint>, Health)>, now: Timestamp) {
        self.leaving.remove(&tenant);
        let present: HashSet<Uuid> = endpoints.iter().map(|(endpoint, _)| endpoint.id).collect();
        self.lanes.retain(|id, lane| lane.endpoint.tenant != tenant || present.contains(id));
        for (endpoint, health) in endpoints {
            let id = endpoint.id;
            match self.lanes.get_mut(&id) {
                Some(lane) => lane.change(endpoint, now),
                None => {
                    self.count += 1;
                    self.lanes.insert(id, Lane::new(endpoint, health, self.count));
                }
            }
            self.make_ready(id);
        }
    }

    fn make_ready(&mut self, endpoint: Uuid) {
        if self.is_ready.insert(endpoint) {
            self.ready.push_back(endpoint);
        }
    }

    /// Those whose time has come.
    fn fire(&mut self, now: Timestamp) {
        while let Some((at, endpoint)) = self.timers.first().copied() {
            if at > now {
                return;
            }
            self.timers.pop_first();
            self.make_ready(endpoint);
        }
    }

    /// One of each lane in turn, as long as there is room.
    fn depart(&mut self, now: Timestamp) {
        if !self.fence.holds() {
            return;
        }
        while self.total < WORKER {
            let Some(id) = self.ready.pop_front() else { return };
            self.is_ready.remove(&id);
            let Some(lane) = self.lanes.get_mut(&id) else { continue };
            if lane.wants_more(now) {
                let (tenant, known) = (lane.endpoint.tenant, lane.known().collect());
                let endpoint = lane.endpoint.clone();
                let load = Load { tenant, endpoint, lane: lane.number, most: lane.window(), known };
                let _ = self.ledger.send(Note::Load(load));
            }
            let tenant = lane.endpoint.tenant;
            if self.under_way.get(&tenant).is_some_and(|count| *count >= TENANT) {
                self.crowded.entry(tenant).or_default().push(id);
                continue;
            }
            match lane.next(now) {
                Some((job, errand)) => {
                    let endpoint = lane.endpoint.clone();
                    *self.under_way.entry(tenant).or_default() += 1;
                    self.total += 1;
                    self.send(endpoint, job, errand);
                    self.make_ready(id);
                }
                None => {
                    if let Some(at) = lane.wake_at().filter(|at| *at > now) {
                        self.timers.insert((at, id));
                    }
                }
            }
        }
    }

    fn send(&self, endpoint: Arc<Endpoint>, job: Job, errand: Errand) {
        let (app, inbox) = (self.app.clone(), self.inbox.clone());
        self.attempts.spawn(async move {
            let Some(address) = endpoint.address() else { return };
            let (attempt, outcome) = attempt(&app, address, endpoint.timeout, EventId(job.event_id), &job.body).await;
            if let Some(inbox) = inbox.upgrade() {
                let _ = inbox.send(Told::Finished(Box::new(Finished { endpoint, job, errand, attempt, outcome })));
            }
        });
    }

    fn finished(&mut self, finished: Finished, now: Timestamp) {
        let Finished { endpoint, job, errand, attempt, outcome } = finished;
        let tenant = endpoint.tenant;
        self.total -= 1;
        if let Some(count) = self.under_way.get_mut(&tenant) {
            *count -= 1;
            if *count == 0 {
                self.under_way.remove(&tenant);
            }
        }
        let (fate, turn, health) = match self.lanes.get_mut(&endpoint.id) {
            Some(lane) => {
                let (fate, turn) = lane.finished(&job, errand, outcome, self.pace, now);
                (fate, turn, Some(lane.health().clone()))
            }
            None => (without_lane(&job, errand, outcome, self.pace, now), None, None),
        };
        let health = health.filter(|health| self.is_news(endpoint.id, health, now));
        let turned = turn.map(|turn| (endpoint.clone(), turn));
        let settled = Settled { endpoint, job, attempt, errand, fate, health, at: now };
        if let Some(finished) = &turned {
            self.turn(&finished.0, finished.1);
        }
        let id = settled.endpoint.id;
        let _ = self.ledger.send(Note::Settled(Box::new(settled)));
        self.make_ready(id);
        let crowded = self.crowded.remove(&tenant).unwrap_or_default();
        crowded.into_iter().for_each(|lane| self.make_ready(lane));
        self.leave_if_done(tenant);
    }

    /// What goes well is written down now and then, what does not at once.
    fn is_news(&mut self, endpoint: Uuid, health: &Health, now: Timestamp) -> bool {
        let known = self.noted.get(&endpoint);
        let news = known.is_none_or(|(failures, at)| {
            *failures != health.consecutive_failures || now.duration_since(*at) >= HEALTHY
        });
        if news {
            self.noted.insert(endpoint, (health.consecutive_failures, now));
        }
        news
    }

    fn turn(&self, endpoint: &Arc<Endpoint>, turn: Turn) {
        let (app, endpoint) = (self.app.clone(), endpoint.clone());
        self.attempts.spawn(async move { turns::take(&app, &endpoint, turn).await });
    }

    fn leave_if_done(&mut self, tenant: TenantId) {
        if !self.under_way.contains_key(&tenant) && self.leaving.remove(&tenant) {
            let _ = self.ledger.send(Note::Left(tenant));
        }
    }
}

/// The endpoint was deleted, or is another worker's, while the delivery was under way.
fn without_lane(job: &Job, errand: Errand, outcome: Outcome, pace: Pace, now: Timestamp) -> Fate {
    match (outcome, errand) {
        (Outcome::Taken, _) => Fate::Delivered,
        (_, Errand::Probe) => Fate::Unchanged,
        _ => pace.next(job.attempts + 1, None, now).map_or(Fate::Failed, Fate::Again),
    }
}
