//! Time and ids are injected, so that a test can control them.

use jiff::{SignedDuration, Timestamp};
use std::{
    panic::AssertUnwindSafe,
    sync::{
        Mutex,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
};
use uuid::{ContextV7, Uuid};

#[derive(Debug, Clone, Copy, Default)]
pub enum Clock {
    /// The clock of the machine.
    #[default]
    System,
    /// The clock of the machine, moved by a test.
    Moved(Offset),
}

impl Clock {
    /// Rounded down to the precision of PostgreSQL, so that the response to a creation equals the responses to later
    /// reads.
    #[expect(clippy::disallowed_methods, reason = "this is where the time comes from")]
    pub fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        let moved = match self {
            Clock::System => 0,
            Clock::Moved(offset) => offset.microseconds(),
        };
        Timestamp::from_microsecond(now.as_microsecond().saturating_add(moved)).unwrap_or(now)
    }

    /// A new id; ids of one process increase.
    #[expect(clippy::disallowed_methods, reason = "this is where ids come from")]
    pub fn id(&self) -> Uuid {
        match self {
            Clock::System => Uuid::now_v7(),
            // An id contains the moved time, because lists are filtered by it.
            Clock::Moved(offset) => offset.id(self.now()),
        }
    }
}

/// A time of a request as PostgreSQL stores it: in whole microseconds.
pub fn stored(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// How far a test has moved its clock.
#[derive(Debug, Clone, Copy)]
pub struct Offset(&'static Moved);

#[derive(Debug)]
struct Moved {
    microseconds: AtomicI64,
    /// Ids increase, so each clock has its own generator.
    ids: Mutex<AssertUnwindSafe<ContextV7>>,
}

impl Offset {
    /// At the time of the machine. The few bytes are never freed, so that a [`Clock`] can be copied.
    pub fn none() -> Offset {
        let ids = Mutex::new(AssertUnwindSafe(ContextV7::new()));
        Offset(Box::leak(Box::new(Moved { microseconds: AtomicI64::new(0), ids })))
    }

    pub fn clock(self) -> Clock {
        Clock::Moved(self)
    }

    /// Time never goes backwards.
    pub fn advance(self, by: SignedDuration) {
        assert!(!by.is_negative(), "a clock goes forward");
        self.0.microseconds.fetch_add(i64::try_from(by.as_micros()).unwrap_or(i64::MAX), Relaxed);
    }

    /// Sets the time, for a story that plays on a fixed day. Ids increase only if time does.
    #[expect(clippy::disallowed_methods, reason = "the distance to the clock of the machine")]
    pub fn set(self, time: Timestamp) {
        self.0.microseconds.store(time.as_microsecond() - Timestamp::now().as_microsecond(), Relaxed);
    }

    fn microseconds(self) -> i64 {
        self.0.microseconds.load(Relaxed)
    }

    fn id(self, now: Timestamp) -> Uuid {
        let (seconds, nanoseconds) = (now.as_second().unsigned_abs(), now.subsec_nanosecond().unsigned_abs());
        Uuid::new_v7(uuid::Timestamp::from_unix(&self.0.ids, seconds, nanoseconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_clock_moves_time_and_ids() {
        let (offset, day) = (Offset::none(), SignedDuration::from_hours(24));
        let clock = offset.clock();
        let (before, first) = (clock.now(), clock.id());
        offset.advance(day);
        assert!(clock.now().duration_since(before) >= day);
        for other in [Clock::System, Offset::none().clock()] {
            let seconds = other.id().get_timestamp().unwrap().to_unix().0;
            assert!(other.now().duration_since(before) < day, "no other clock is moved");
            assert!(seconds < before.as_second().unsigned_abs() + 86_400, "nor are its ids");
        }
        let ids: Vec<Uuid> = (0..100).map(|_| clock.id()).collect();
        assert!(first < ids[0] && ids.is_sorted());
        let seconds = ids[0].get_timestamp().unwrap().to_unix().0;
        assert!(seconds >= before.as_second().unsigned_abs() + 86_400);
    }
}
