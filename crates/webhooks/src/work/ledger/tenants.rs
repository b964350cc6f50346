//! The tenants of a worker in the ledger: one state for each, and a function that computes the next state from an
//! input. Nothing here reads, writes or waits.
//!
//! ```text
//!            Keep               Leave, Stop              Drained                 Released
//! (unknown) ──────► Active ───────────────────► Draining ────────► ToBeReleased ──────────► (unknown)
//!     ▲               │ Lost
//!     └───────────────┘
//! ```

use crate::work::{endpoint::Endpoint, fan_out::FanOutCursor, lane::Health};
use api::TenantId;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

pub type Endpoints = Vec<(Arc<Endpoint>, Health)>;

/// The state of one tenant in the worker.
#[derive(Debug)]
pub enum TenantState {
    /// Its events are fanned out.
    Active(FanOut),
    /// Nothing more is sent for it; the dispatcher reports when the last attempt has ended.
    Draining,
    /// Nothing is in flight any more: another worker may own it once its row is updated.
    ToBeReleased,
}

#[derive(Debug, Default)]
pub struct FanOut {
    /// `None` until its endpoints were read for the first time.
    cursor: Option<FanOutCursor>,
    /// Its log may have events beyond the cursor.
    behind: bool,
    /// Its endpoints are being read; its log waits.
    reading: Option<EndpointsQuery>,
}

/// The state of the tenant's row when its endpoints were queried.
#[derive(Debug)]
struct EndpointsQuery {
    number: u64,
    position: i64,
    revision: i64,
}

/// A tenant's row, read together with the next events of its log.
pub struct Polled {
    pub position: i64,
    pub revision: i64,
    /// The position of the log's newest event.
    pub last_position: i64,
    /// The position of the last event that was read.
    pub read_up_to: Option<i64>,
    /// The number of the query for its endpoints, if it is needed.
    pub query: u64,
}

pub enum Input {
    /// The worker owns the tenant and keeps it.
    Keep,
    /// Another worker shall own it, or this one stops.
    Leave,
    /// Another worker has taken it.
    Lost,
    /// There may be new events.
    Woken,
    Polled(Polled),
    /// Its row was read, and the worker does not own it.
    NotFound,
    /// `None` if they could not be read.
    EndpointsRead {
        query: u64,
        endpoints: Option<Endpoints>,
    },
    /// Its deliveries up to this position are stored.
    Advanced(i64),
    /// No attempt is in flight any more.
    Drained,
    /// Its row names no worker any more.
    Released,
}

/// The action of the ledger after a step.
#[derive(Debug)]
pub enum Effect {
    ReadEndpoints,
    /// Turn the events that were read into deliveries.
    FanOut,
    /// Send the endpoints to the dispatcher.
    UseEndpoints(Endpoints),
    /// Tell the dispatcher to stop sending.
    Drain,
}

/// The state of a tenant after an input; `None` is a tenant that the worker does not own.
fn step(state: Option<TenantState>, input: Input) -> (Option<TenantState>, Option<Effect>) {
    use TenantState::{Active, Draining, ToBeReleased};
    match (state, input) {
        (None, Input::Keep) => (Some(Active(FanOut { behind: true, ..FanOut::default() })), None),
        (Some(Active(_)), Input::Leave) => (Some(Draining), Some(Effect::Drain)),
        (Some(Active(_)), Input::Lost) => (None, Some(Effect::Drain)),
        (Some(Active(fan_out)), input) => {
            let (fan_out, effect) = fan_out.step(input);
            (Some(Active(fan_out)), effect)
        }
        // Nothing is in flight: the worker never started with it, or its last attempt has ended.
        (None, Input::Leave) | (Some(Draining), Input::Drained) => (Some(ToBeReleased), None),
        (Some(ToBeReleased), Input::Released) => (None, None),
        // Messages that were in transit when the state changed.
        (state, _) => (state, None),
    }
}

impl FanOut {
    fn step(mut self, input: Input) -> (FanOut, Option<Effect>) {
        let effect = match input {
            Input::Woken => {
                self.behind = true;
                None
            }
            Input::NotFound => {
                self.behind = false;
                None
            }
            Input::Polled(polled) => Some(self.polled(&polled)),
            Input::EndpointsRead { query, endpoints } => self.endpoints_read(query, endpoints),
            Input::Advanced(position) => {
                self.cursor.iter_mut().for_each(|cursor| cursor.position = position);
                None
            }
            Input::Keep | Input::Leave | Input::Lost | Input::Drained | Input::Released => None,
        };
        (self, effect)
    }

    fn polled(&mut self, polled: &Polled) -> Effect {
        match &self.cursor {
            Some(cursor) if cursor.revision == polled.revision => {
                self.behind = polled.read_up_to.unwrap_or(cursor.position) < polled.last_position;
                Effect::FanOut
            }
            _ => {
                let Polled { query: number, position, revision, .. } = *polled;
                self.reading = Some(EndpointsQuery { number, position, revision });
                Effect::ReadEndpoints
            }
        }
    }

    fn endpoints_read(&mut self, number: u64, endpoints: Option<Endpoints>) -> Option<Effect> {
        // The result of an earlier query may be out of date.
        let query = self.reading.take_if(|query| query.number == number)?;
        let endpoints = endpoints?;
        // An endpoint whose secrets cannot be opened now is read again soon.
        let usable = endpoints.iter().all(|(endpoint, _)| endpoint.is_usable());
        self.cursor = Some(FanOutCursor {
            position: self.cursor.as_ref().map_or(query.position, |cursor| cursor.position),
            revision: if usable { query.revision } else { 0 },
            endpoints: endpoints.iter().map(|(endpoint, _)| endpoint.clone()).collect(),
        });
        Some(Effect::UseEndpoints(endpoints))
    }

    fn is_readable(&self) -> bool {
        self.behind && self.reading.is_none()
    }
}

/// All tenants of a worker. The two sets follow from the states, and are kept because a worker has many tenants of
/// which few have work.
#[derive(Default)]
pub struct Tenants {
    states: HashMap<TenantId, TenantState>,
    readable: HashSet<TenantId>,
    to_be_released: HashSet<TenantId>,
}

impl Tenants {
    pub fn step(&mut self, tenant: TenantId, input: Input) -> Option<Effect> {
        let (state, effect) = step(self.states.remove(&tenant), input);
        let readable = matches!(&state, Some(TenantState::Active(fan_out)) if fan_out.is_readable());
        let to_be_released = matches!(state, Some(TenantState::ToBeReleased));
        put(&mut self.readable, tenant, readable);
        put(&mut self.to_be_released, tenant, to_be_released);
        if let Some(state) = state {
            self.states.insert(tenant, state);
        }
        effect
    }

    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    pub fn ids(&self) -> impl Iterator<Item = TenantId> + '_ {
        self.states.keys().copied()
    }

    /// Tenants whose log may have new events and whose endpoints are not being read.
    pub fn readable(&self) -> impl Iterator<Item = TenantId> + '_ {
        self.readable.iter().copied()
    }

    pub fn to_be_released(&self) -> impl Iterator<Item = TenantId> + '_ {
        self.to_be_released.iter().copied()
    }

    pub fn cursor(&self, tenant: TenantId) -> Option<&FanOutCursor> {
        match self.states.get(&tenant)? {
            TenantState::Active(fan_out) => fan_out.cursor.as_ref(),
            TenantState::Draining | TenantState::ToBeReleased => None,
        }
    }

    /// Tenants whose events are fanned out, each with the known revision of its endpoints.
    pub fn revisions(&self) -> impl Iterator<Item = (TenantId, i64)> + '_ {
        self.states.iter().filter_map(|(tenant, state)| match state {
            TenantState::Active(fan_out) => {
                Some((*tenant, fan_out.cursor.as_ref().map_or(0, |cursor| cursor.revision)))
            }
            TenantState::Draining | TenantState::ToBeReleased => None,
        })
    }
}

fn put(set: &mut HashSet<TenantId>, tenant: TenantId, belongs: bool) {
    if belongs {
        set.insert(tenant);
    } else {
        set.remove(&tenant);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::webhooks::WebhookStatus;
    use uuid::Uuid;

    const TENANT: TenantId = TenantId(Uuid::from_u128(1));

    /// The row of a tenant with this revision, whose log ends at 9; the events up to `read_up_to` were read.
    fn row(revision: i64, read_up_to: Option<i64>, query: u64) -> Input {
        Input::Polled(Polled { position: 4, revision, last_position: 9, read_up_to, query })
    }

    fn endpoints() -> Endpoints {
        vec![(Arc::new(Endpoint::example(WebhookStatus::Active, None)), Health::default())]
    }

    /// A tenant whose endpoints are known at revision 1, from position 4 on.
    fn active() -> Tenants {
        let mut tenants = Tenants::default();
        tenants.step(TENANT, Input::Keep);
        assert!(matches!(tenants.step(TENANT, row(1, None, 7)), Some(Effect::ReadEndpoints)));
        let read = Input::EndpointsRead { query: 7, endpoints: Some(endpoints()) };
        assert!(matches!(tenants.step(TENANT, read), Some(Effect::UseEndpoints(endpoints)) if endpoints.len() == 1));
        tenants
    }

    fn position(tenants: &Tenants) -> Option<i64> {
        tenants.cursor(TENANT).map(|cursor| cursor.position)
    }

    #[test]
    fn a_new_tenants_log_waits_until_its_endpoints_are_known() {
        let mut tenants = Tenants::default();
        assert!(tenants.step(TENANT, Input::Keep).is_none());
        assert_eq!(tenants.readable().count(), 1, "nobody knows yet whether it has new events");
        tenants.step(TENANT, row(1, None, 7));
        assert_eq!((tenants.readable().count(), position(&tenants)), (0, None));
        tenants.step(TENANT, Input::EndpointsRead { query: 7, endpoints: Some(endpoints()) });
        assert_eq!((tenants.readable().count(), position(&tenants)), (1, Some(4)));
    }

    #[test]
    fn endpoints_that_could_not_be_read_are_asked_for_again() {
        let mut tenants = Tenants::default();
        tenants.step(TENANT, Input::Keep);
        tenants.step(TENANT, row(1, None, 7));
        assert!(tenants.step(TENANT, Input::EndpointsRead { query: 7, endpoints: None }).is_none());
        assert_eq!(tenants.readable().count(), 1);
        assert!(matches!(tenants.step(TENANT, row(1, None, 8)), Some(Effect::ReadEndpoints)));
    }

    #[test]
    fn a_log_is_read_to_its_end_and_then_when_something_happens() {
        let mut tenants = active();
        assert!(matches!(tenants.step(TENANT, row(1, Some(6), 8)), Some(Effect::FanOut)));
        assert_eq!(tenants.readable().count(), 1, "6 of 9");
        assert_eq!(position(&tenants), Some(4), "nothing is stored yet");
        tenants.step(TENANT, Input::Advanced(6));
        tenants.step(TENANT, row(1, Some(9), 9));
        tenants.step(TENANT, Input::Advanced(9));
        assert_eq!((tenants.readable().count(), position(&tenants)), (0, Some(9)));
        tenants.step(TENANT, Input::Woken);
        assert_eq!(tenants.readable().count(), 1);
    }

    #[test]
    fn events_wait_while_changed_endpoints_are_read_and_the_position_stays() {
        let mut tenants = active();
        tenants.step(TENANT, Input::Advanced(6));
        assert!(matches!(tenants.step(TENANT, row(2, Some(9), 8)), Some(Effect::ReadEndpoints)));
        assert_eq!(tenants.readable().count(), 0);
        tenants.step(TENANT, Input::Woken);
        assert_eq!(tenants.readable().count(), 0, "also when something happens");
        tenants.step(TENANT, Input::EndpointsRead { query: 8, endpoints: Some(vec![]) });
        assert_eq!((tenants.readable().count(), position(&tenants)), (1, Some(6)));
        assert_eq!(tenants.revisions().collect::<Vec<_>>(), [(TENANT, 2)]);
    }

    #[test]
    fn an_answer_to_an_earlier_query_is_ignored() {
        let mut tenants = active();
        tenants.step(TENANT, Input::Lost);
        tenants.step(TENANT, Input::Keep);
        tenants.step(TENANT, row(2, None, 8));
        let earlier = Input::EndpointsRead { query: 7, endpoints: Some(endpoints()) };
        assert!(tenants.step(TENANT, earlier).is_none());
        assert!(tenants.cursor(TENANT).is_none() && tenants.readable().count() == 0, "the later one is still awaited");
        let later = Input::EndpointsRead { query: 8, endpoints: Some(endpoints()) };
        assert!(tenants.step(TENANT, later).is_some());
    }

    #[test]
    fn endpoints_that_cannot_be_opened_are_read_again_soon() {
        let mut tenants = active();
        tenants.step(TENANT, row(2, None, 8));
        let sealed = vec![(Arc::new(Endpoint::example(WebhookStatus::Active, None).sealed()), Health::default())];
        tenants.step(TENANT, Input::EndpointsRead { query: 8, endpoints: Some(sealed) });
        assert_eq!(tenants.revisions().collect::<Vec<_>>(), [(TENANT, 0)], "which is no tenant's revision");
    }

    #[test]
    fn a_tenant_is_released_when_nothing_is_in_flight_any_more() {
        let mut tenants = active();
        assert!(matches!(tenants.step(TENANT, Input::Leave), Some(Effect::Drain)));
        assert!(tenants.step(TENANT, Input::Leave).is_none(), "the dispatcher is told once");
        // Messages in transit to the ledger, and a renewed ownership, wait until the tenant is released.
        for late in [Input::Keep, Input::Woken, row(2, None, 9), Input::Released, Input::Lost] {
            assert!(tenants.step(TENANT, late).is_none());
            assert_eq!((tenants.readable().count(), tenants.to_be_released().count()), (0, 0));
        }
        tenants.step(TENANT, Input::Drained);
        assert_eq!(tenants.to_be_released().collect::<Vec<_>>(), [TENANT]);
        assert!(!tenants.is_empty(), "its row still names the worker");
        tenants.step(TENANT, Input::Released);
        assert!(tenants.is_empty() && tenants.to_be_released().next().is_none());
    }

    #[test]
    fn a_tenant_that_was_never_begun_is_released_at_once() {
        let mut tenants = Tenants::default();
        assert!(tenants.step(TENANT, Input::Leave).is_none());
        assert_eq!(tenants.to_be_released().count(), 1);
    }

    #[test]
    fn a_tenant_that_another_worker_took_is_forgotten_and_nothing_more_is_sent() {
        let mut tenants = active();
        assert!(matches!(tenants.step(TENANT, Input::Lost), Some(Effect::Drain)));
        assert!(tenants.is_empty());
        tenants.step(TENANT, Input::Drained);
        tenants.step(TENANT, Input::Woken);
        assert!(tenants.is_empty() && tenants.readable().count() == 0);
        // If it comes back, the report of the earlier drain does not release it.
        tenants.step(TENANT, Input::Keep);
        tenants.step(TENANT, Input::Drained);
        assert_eq!((tenants.readable().count(), tenants.to_be_released().count()), (1, 0));
    }

    #[test]
    fn a_row_that_is_not_found_is_not_read_in_a_loop() {
        let mut tenants = active();
        assert!(tenants.step(TENANT, Input::NotFound).is_none());
        assert_eq!(tenants.readable().count(), 0);
        assert!(!tenants.is_empty(), "the next heartbeat says whose it is");
    }
}
