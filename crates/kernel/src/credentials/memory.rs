//! A cache of keys and sessions. Limited in number and age, invalidated by every change, off while notifications of
//! changes cannot be received.

use super::Principal;
use moka::sync::Cache;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

const KEYS: u64 = 100_000;

/// The maximum age of an entry, in case a notification is missed.
const AGE: Duration = Duration::from_secs(30);

/// The connection for notifications is checked several times a second. If that stops, the cache is not used after this
/// time, so that a revoked key is refused within the second that we promise.
const TRUSTED: Duration = Duration::from_millis(900);

pub struct Memory {
    keys: Cache<Box<str>, Arc<Principal>>,
    state: Mutex<State>,
    created: Instant,
    /// When the connection for notifications was last known to work, in milliseconds since `created`.
    listened: AtomicU64,
}

/// Suspends the cache when dropped.
pub struct Suspending<'a>(&'a Memory);

impl Drop for Suspending<'_> {
    fn drop(&mut self) {
        self.0.suspend();
    }
}

#[derive(Default)]
struct State {
    on: bool,
    generation: u64,
}

/// An active lookup. Its result may be older than a change that was announced meanwhile.
#[derive(Clone, Copy)]
pub struct Filling(u64);

impl Memory {
    pub fn new() -> Memory {
        Memory {
            keys: Cache::builder().max_capacity(KEYS).time_to_live(AGE).build(),
            state: Mutex::default(),
            created: Instant::now(),
            listened: AtomicU64::new(0),
        }
    }

    pub fn recall(&self, prefix: &str) -> Result<Arc<Principal>, Filling> {
        self.keys.get(prefix).filter(|_| self.is_trusted()).ok_or_else(|| self.filling())
    }

    /// For a lookup that is made although there is an entry.
    pub fn filling(&self) -> Filling {
        Filling(self.state().generation)
    }

    /// Only a result that is not older than any change is stored. The lock makes the check and the insertion atomic.
    pub fn learn(&self, filling: Filling, prefix: &str, principal: &Arc<Principal>) {
        let state = self.state();
        if state.on && state.generation == filling.0 {
            self.keys.insert(prefix.into(), principal.clone());
        }
    }

    pub fn forget(&self, prefix: &str) {
        let mut state = self.state();
        state.generation += 1;
        self.keys.invalidate(prefix);
    }

    pub fn suspend(&self) {
        self.switch(false);
    }

    pub fn suspend_on_drop(&self) -> Suspending<'_> {
        Suspending(self)
    }

    pub fn resume(&self) {
        self.still_listening();
        self.switch(true);
    }

    pub fn still_listening(&self) {
        self.listened.store(self.created.elapsed().as_millis() as u64, Relaxed);
    }

    pub fn is_on(&self) -> bool {
        self.state().on && self.is_trusted()
    }

    fn is_trusted(&self) -> bool {
        self.created.elapsed().saturating_sub(Duration::from_millis(self.listened.load(Relaxed))) < TRUSTED
    }

    /// The generation changes in both cases: notifications may have been missed.
    fn switch(&self, on: bool) {
        let mut state = self.state();
        state.on = on;
        state.generation += 1;
        self.keys.invalidate_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credentials::{
        principal::{Validity, tests},
        rights::Rights,
    };

    fn principal() -> Arc<Principal> {
        Arc::new(tests::principal(Some(Rights::of_role("owner")), Validity::UNPRESENTED))
    }

    fn listening() -> Memory {
        let memory = Memory::new();
        memory.resume();
        memory
    }

    #[test]
    fn what_was_learnt_is_recalled_until_it_changes() {
        let memory = listening();
        let Err(filling) = memory.recall("a") else { panic!("known before it was learnt") };
        memory.learn(filling, "a", &principal());
        assert!(memory.recall("a").is_ok());
        memory.forget("a");
        assert!(memory.recall("a").is_err());
    }

    #[test]
    fn a_look_up_that_a_change_overtook_is_not_kept() {
        let memory = listening();
        let Err(filling) = memory.recall("a") else { panic!("known before it was learnt") };
        memory.forget("a");
        memory.learn(filling, "a", &principal());
        assert!(memory.recall("a").is_err());
    }

    #[test]
    fn nothing_is_recalled_when_the_listener_hangs() {
        let memory = listening();
        let Err(filling) = memory.recall("a") else { panic!("known before it was learnt") };
        memory.learn(filling, "a", &principal());
        std::thread::sleep(TRUSTED);
        assert!(memory.recall("a").is_err() && !memory.is_on());
        memory.still_listening();
        assert!(memory.recall("a").is_ok(), "no change was missed");
        drop(memory.suspend_on_drop());
        assert!(memory.recall("a").is_err(), "the listener has ended");
    }

    #[test]
    fn nothing_is_kept_while_changes_cannot_be_heard() {
        let memory = listening();
        let Err(filling) = memory.recall("a") else { panic!("known before it was learnt") };
        memory.learn(filling, "a", &principal());
        memory.suspend();
        let Err(filling) = memory.recall("a") else { panic!("kept without hearing") };
        memory.learn(filling, "a", &principal());
        assert!(memory.recall("a").is_err());

        let Err(before) = memory.recall("a") else { panic!("kept without hearing") };
        memory.resume();
        memory.learn(before, "a", &principal());
        assert!(memory.recall("a").is_err(), "it was read before we listened again");
    }
}
