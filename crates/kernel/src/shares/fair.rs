//! Places that tenants take turns for: one tenant never has more than its share of them, and waits behind its own requests
//! only.

use api::TenantId;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;

/// The taker of a place: a tenant, or with `None` the service itself, which has no limit.
pub type Taker = Option<TenantId>;

/// So many places in all, and of these at most `share` for one tenant.
#[derive(Debug)]
pub struct Fair {
    places: usize,
    share: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    takers: HashMap<Taker, Line>,
    /// The takers that wait and have not used up their share, in the order of their turns.
    turns: VecDeque<Taker>,
}

/// The places of one taker, and its waiting requests.
#[derive(Debug, Default)]
struct Line {
    taken: usize,
    waiting: VecDeque<oneshot::Sender<()>>,
    has_turn: bool,
}

impl Fair {
    pub fn new(places: usize, share: usize) -> Arc<Fair> {
        let places = places.max(1);
        let state = State { free: places, takers: HashMap::new(), turns: VecDeque::new() };
        Arc::new(Fair { places, share: share.clamp(1, places), state: Mutex::new(state) })
    }

    /// How many places a tenant may have.
    pub fn share(&self) -> usize {
        self.share
    }

    /// True if a tenant has all of its share.
    pub fn is_used_up(&self, taker: Taker) -> bool {
        taker.is_some() && self.taken(taker) >= self.share
    }

    pub fn taken(&self, taker: Taker) -> usize {
        self.state().takers.get(&taker).map_or(0, |line| line.taken)
    }

    /// How many places are taken by all together, and how many requests wait for one.
    pub fn load(&self) -> (usize, usize) {
        let state = self.state();
        (self.places - state.free, state.takers.values().map(|line| line.waiting.len()).sum())
    }

    /// A place, when there is one. Nobody is overtaken: a waiter could not have taken it.
    pub fn try_take(self: &Arc<Fair>, taker: Taker) -> Option<Place> {
        let mut state = self.state();
        if state.free == 0 {
            return None;
        }
        let line = state.takers.entry(taker).or_default();
        if taker.is_some() && line.taken >= self.share {
            return None;
        }
        line.taken += 1;
        state.free -= 1;
        Some(Place { fair: self.clone(), taker })
    }

    /// Waits for a place: behind the taker's own requests, and in turn with other takers.
    pub async fn take(self: &Arc<Fair>, taker: Taker) -> Place {
        if let Some(place) = self.try_take(taker) {
            return place;
        }
        let (told, hears) = oneshot::channel();
        {
            let mut state = self.state();
            state.takers.entry(taker).or_default().waiting.push_back(told);
            self.queue(&mut state, taker);
            self.hand_out(&mut state);
        }
        let mut waiting = Waiting { fair: self, taker, hears, has_place: false };
        // The sender is dropped only when it has sent.
        let _ = (&mut waiting.hears).await;
        waiting.has_place = true;
        Place { fair: self.clone(), taker }
    }

    fn give_back(&self, taker: Taker) {
        let mut state = self.state();
        state.free += 1;
        if let Some(line) = state.takers.get_mut(&taker) {
            line.taken -= 1;
        }
        self.queue(&mut state, taker);
        self.hand_out(&mut state);
        state.forget_idle(taker);
    }

    /// Gives the taker its turn, where it waits for a place that it may have.
    fn queue(&self, state: &mut State, taker: Taker) {
        let Some(line) = state.takers.get_mut(&taker) else { return };
        let may_have = taker.is_none() || line.taken < self.share;
        if may_have && !line.has_turn && !line.waiting.is_empty() {
            line.has_turn = true;
            state.turns.push_back(taker);
        }
    }

    /// One place for each in turn, until none is free or nobody may have one.
    fn hand_out(&self, state: &mut State) {
        while state.free > 0 {
            let Some(taker) = state.turns.pop_front() else { return };
            let Some(line) = state.takers.get_mut(&taker) else { continue };
            line.has_turn = false;
            let told = std::iter::from_fn(|| line.waiting.pop_front()).any(|waits| waits.send(()).is_ok());
            if told {
                line.taken += 1;
                state.free -= 1;
            }
            self.queue(state, taker);
            state.forget_idle(taker);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn forget_idle(&mut self, taker: Taker) {
        if self.takers.get(&taker).is_some_and(|line| line.taken == 0 && line.waiting.is_empty() && !line.has_turn) {
            self.takers.remove(&taker);
        }
    }
}

/// One who waits; leaves the line when dropped.
struct Waiting<'a> {
    fair: &'a Arc<Fair>,
    taker: Taker,
    hears: oneshot::Receiver<()>,
    has_place: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.has_place {
            return;
        }
        self.hears.close();
        if self.hears.try_recv().is_ok() {
            self.fair.give_back(self.taker); // it was handed over in the moment of giving up
            return;
        }
        let mut state = self.fair.state();
        if let Some(line) = state.takers.get_mut(&self.taker) {
            line.waiting.retain(|waits| !waits.is_closed());
        }
        state.forget_idle(self.taker);
    }
}

/// A place that is taken until this is dropped.
#[must_use]
#[derive(Debug)]
pub struct Place {
    fair: Arc<Fair>,
    taker: Taker,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.fair.give_back(self.taker);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use uuid::Uuid;

    fn tenant(number: u128) -> Taker {
        Some(TenantId(Uuid::from_u128(number)))
    }

    #[tokio::test]
    async fn a_tenant_has_its_share_and_another_still_finds_a_place() {
        let fair = Fair::new(4, 2);
        let (one, other) = (tenant(1), tenant(2));
        let places = [fair.take(one).await, fair.take(one).await];
        assert!(fair.try_take(one).is_none() && fair.is_used_up(one));
        assert!(fair.take(one).now_or_never().is_none(), "it waits behind its own");
        let _other = fair.try_take(other).expect("a place of the other's share");
        drop(places);
        assert_eq!((fair.taken(one), fair.taken(other)), (0, 1));
    }

    #[tokio::test]
    async fn places_are_handed_out_in_turn_however_many_of_one_tenant_wait() {
        let fair = Fair::new(1, 1);
        let (one, other) = (tenant(1), tenant(2));
        let place = fair.take(one).await;
        let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let mut queued = vec![];
        for (number, taker) in [(1, one), (2, one), (3, one), (4, other)] {
            let (fair, told) = (fair.clone(), told.clone());
            queued.push(tokio::spawn(async move {
                let _place = fair.take(taker).await;
                let _ = told.send(number);
                tokio::task::yield_now().await;
            }));
            tokio::task::yield_now().await;
        }
        drop(place);
        let mut order = vec![];
        for _ in 0..4 {
            order.extend(heard.recv().await);
        }
        assert!(order.iter().position(|number| *number == 4) <= Some(1), "{order:?}");
        assert_eq!(order.iter().filter(|number| **number != 4).copied().collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[tokio::test]
    async fn who_stops_waiting_leaves_the_line_and_loses_no_place() {
        let fair = Fair::new(1, 1);
        let one = tenant(1);
        let place = fair.take(one).await;
        {
            let mut waits = Box::pin(fair.take(one));
            assert!(waits.as_mut().now_or_never().is_none());
            drop(place); // handed over, but not taken any more
        }
        assert!(fair.try_take(one).is_some());
        let place = fair.take(one).await;
        let mut gives_up = Box::pin(fair.take(one));
        assert!(gives_up.as_mut().now_or_never().is_none());
        drop(gives_up);
        drop(place);
        assert!(fair.state().takers.is_empty() && fair.state().turns.is_empty(), "nothing is remembered");
        assert_eq!(fair.state().free, 1);
    }

    #[tokio::test]
    async fn the_service_itself_has_no_share() {
        let fair = Fair::new(3, 1);
        let places = [fair.take(None).await, fair.take(None).await, fair.take(None).await];
        assert!(fair.try_take(None).is_none() && !fair.is_used_up(None));
        drop(places);
    }
}
