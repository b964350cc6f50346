//! The order of deliveries: fair among endpoints, within the limits of tenants and of the worker. The input is a
//! message or a time, the output are effects; nothing here waits, sends or stores, and time is a parameter.

use super::{
    DispatchMessage, Finished,
    permits::{Permit, Permits},
};
use crate::work::{
    endpoint::Endpoint,
    lane::{AttemptKind, Health, Job, Lane, NextState, Outcome, StatusChange},
    ledger::{AttemptResult, LoadRequest},
    schedule::RetrySchedule,
};
use api::TenantId;
use jiff::Timestamp;
use std::{
    collections::{BTreeSet, HashMap, HashSet, VecDeque},
    sync::Arc,
};
use uuid::Uuid;

/// An attempt that starts now.
pub struct Start {
    pub endpoint: Arc<Endpoint>,
    pub job: Job,
    pub kind: AttemptKind,
    pub permit: Permit,
}

pub enum Effect {
    Start(Box<Start>),
    Load(LoadRequest),
    Store(Box<AttemptResult>),
    ChangeStatus(Arc<Endpoint>, StatusChange),
    /// No attempt is in flight for the tenant any more, and all results were processed before.
    Drained(TenantId),
}

pub struct Scheduler {
    schedule: RetrySchedule,
    lanes: HashMap<Uuid, Lane>,
    ready: ReadyQueue,
    timers: BTreeSet<(Timestamp, Uuid)>,
    permits: Permits,
    /// Lanes that wait until their tenant has a permit left.
    waiting: HashMap<TenantId, Vec<Uuid>>,
    /// Tenants for whose last attempt the ledger waits.
    draining: HashSet<TenantId>,
    /// The number of lanes created so far, so that each gets a unique number.
    lanes_made: u64,
}

/// Endpoints whose lane may be ready, each once and in turn.
#[derive(Default)]
struct ReadyQueue {
    queue: VecDeque<Uuid>,
    queued: HashSet<Uuid>,
}

impl ReadyQueue {
    fn push(&mut self, endpoint: Uuid) {
        if self.queued.insert(endpoint) {
            self.queue.push_back(endpoint);
        }
    }

    fn pop(&mut self) -> Option<Uuid> {
        let endpoint = self.queue.pop_front()?;
        self.queued.remove(&endpoint);
        Some(endpoint)
    }
}

impl Scheduler {
    pub fn new(schedule: RetrySchedule) -> Scheduler {
        Scheduler {
            schedule,
            lanes: HashMap::new(),
            ready: ReadyQueue::default(),
            timers: BTreeSet::new(),
            permits: Permits::new(),
            waiting: HashMap::new(),
            draining: HashSet::new(),
            lanes_made: 0,
        }
    }

    pub fn receive(&mut self, message: DispatchMessage, now: Timestamp) -> Vec<Effect> {
        match message {
            DispatchMessage::Endpoints(tenant, endpoints) => self.set_endpoints(tenant, endpoints, now),
            DispatchMessage::Jobs(jobs) => {
                for (endpoint, job) in jobs {
                    self.update_lane(endpoint, |lane| lane.add(job, now));
                }
            }
            DispatchMessage::Loaded { endpoint, lane: number, jobs, more_at } => {
                // The response to an earlier lane of the endpoint may be out of date.
                if self.lanes.get(&endpoint).is_some_and(|lane| lane.number == number) {
                    self.update_lane(endpoint, |lane| lane.loaded(jobs, more_at));
                }
            }
            DispatchMessage::MoreInTable(endpoints) => {
                for endpoint in endpoints {
                    self.update_lane(endpoint, |lane| lane.more(Some(now)));
                }
            }
            DispatchMessage::Finished(finished) => return self.finished(*finished, now),
            DispatchMessage::Drain(tenant) => {
                self.lanes.retain(|_, lane| lane.endpoint.tenant != tenant);
                self.waiting.remove(&tenant);
                self.draining.insert(tenant);
                return Vec::from_iter(self.drained(tenant));
            }
        }
        vec![]
    }

    fn update_lane(&mut self, endpoint: Uuid, update: impl FnOnce(&mut Lane)) {
        if let Some(lane) = self.lanes.get_mut(&endpoint) {
            update(lane);
            self.ready.push(endpoint);
        }
    }

    fn set_endpoints(&mut self, tenant: TenantId, endpoints: Vec<(Arc<Endpoint>, Health)>, now: Timestamp) {
        self.draining.remove(&tenant);
        let present: HashSet<Uuid> = endpoints.iter().map(|(endpoint, _)| endpoint.id).collect();
        self.lanes.retain(|id, lane| lane.endpoint.tenant != tenant || present.contains(id));
        for (endpoint, health) in endpoints {
            let id = endpoint.id;
            match self.lanes.get_mut(&id) {
                Some(lane) => lane.update(endpoint, now),
                None => {
                    self.lanes_made += 1;
                    self.lanes.insert(id, Lane::new(endpoint, health, self.lanes_made));
                }
            }
            self.ready.push(id);
        }
    }

    pub fn next_timer(&self) -> Option<Timestamp> {
        self.timers.first().map(|(at, _)| *at)
    }

    pub fn can_start(&self) -> bool {
        !self.ready.queue.is_empty() && self.permits.are_left()
    }

    /// Marks the lanes ready whose timer is due.
    pub fn wake_due(&mut self, now: Timestamp) {
        while let Some((_, endpoint)) = self.timers.first().copied().filter(|(at, _)| *at <= now) {
            self.timers.pop_first();
            self.ready.push(endpoint);
        }
    }

    /// Starts one attempt of each ready lane in turn, as long as there are permits.
    pub fn start_due(&mut self, now: Timestamp) -> Vec<Effect> {
        let mut effects = vec![];
        while self.permits.are_left() {
            let Some(id) = self.ready.pop() else { break };
            let Some(lane) = self.lanes.get_mut(&id) else { continue };
            let tenant = lane.endpoint.tenant;
            if lane.begin_load(now) {
                effects.push(Effect::Load(load_request(lane)));
            }
            let Some(permit) = self.permits.try_acquire(tenant) else {
                self.waiting.entry(tenant).or_default().push(id);
                continue;
            };
            if let Some((job, kind)) = lane.next(now) {
                effects.push(Effect::Start(Box::new(Start { endpoint: lane.endpoint.clone(), job, kind, permit })));
                self.ready.push(id);
            } else if let Some(at) = lane.wake_at().filter(|at| *at > now) {
                self.timers.insert((at, id));
            }
        }
        effects
    }

    fn finished(&mut self, finished: Finished, now: Timestamp) -> Vec<Effect> {
        let Finished { endpoint, job, kind, attempt, outcome, permit } = finished;
        drop(permit);
        let (id, tenant) = (endpoint.id, endpoint.tenant);
        let (next_state, change, health) = match self.lanes.get_mut(&id) {
            Some(lane) => {
                let (next_state, change) = lane.finished(&job, kind, outcome, self.schedule, now);
                (next_state, change, lane.health_to_store(now))
            }
            None => (next_state_without_lane(&job, kind, outcome, self.schedule, now), None, None),
        };
        self.ready.push(id);
        self.waiting.remove(&tenant).unwrap_or_default().into_iter().for_each(|lane| self.ready.push(lane));

        let change = change.map(|change| Effect::ChangeStatus(endpoint.clone(), change));
        let result = AttemptResult { endpoint, job, attempt, kind, next_state, health, at: now };
        change.into_iter().chain([Effect::Store(Box::new(result))]).chain(self.drained(tenant)).collect()
    }

    fn drained(&mut self, tenant: TenantId) -> Option<Effect> {
        if self.permits.has_in_flight(tenant) || !self.draining.remove(&tenant) {
            return None;
        }
        self.permits.forget(tenant);
        Some(Effect::Drained(tenant))
    }
}

fn load_request(lane: &Lane) -> LoadRequest {
    LoadRequest {
        tenant: lane.endpoint.tenant,
        endpoint: lane.endpoint.clone(),
        lane: lane.number,
        limit: lane.window(),
        known: lane.known().collect(),
    }
}

/// The endpoint was deleted, or its tenant moved to another worker, while the attempt was in flight.
fn next_state_without_lane(
    job: &Job,
    kind: AttemptKind,
    outcome: Outcome,
    schedule: RetrySchedule,
    now: Timestamp,
) -> NextState {
    match (outcome, kind) {
        (Outcome::Accepted, _) => NextState::Delivered,
        (_, AttemptKind::Probe) => NextState::Unchanged,
        _ => schedule.next(job.attempts + 1, None, now).map_or(NextState::Failed, NextState::Retry),
    }
}

#[cfg(test)]
mod tests;
