//! One promise about one ticket, such as a first response within four open hours, and the stopwatch that measures it.
//!
//! The stopwatch knows how much open time was used, not how much there is: targets and calendars change with policies
//! and priorities, and the time used stays. Every operation first counts up to now, then takes effect. Time never runs
//! backwards: an operation with an earlier instant takes effect at the instant counted so far.

use crate::Calendar;
use jiff::{SignedDuration, Timestamp};

/// The target: this many open seconds of the calendar.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    pub seconds: i64,
    pub calendar: &'a Calendar,
}

/// The stopwatch as it is stored. A stopped one does not run.
#[must_use = "an operation leaves the stopwatch as it is and gives the new one"]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopwatch {
    /// Open seconds used until `counted_until`.
    pub elapsed_seconds: i64,
    pub counted_until: Timestamp,
    pub running: bool,
    /// When the promise was fulfilled.
    pub stopped_at: Option<Timestamp>,
    /// Until when it was in time. Stored because it cannot be computed any more once later seconds are counted.
    pub breached_at: Option<Timestamp>,
}

impl Stopwatch {
    pub fn start(now: Timestamp) -> Stopwatch {
        Stopwatch { elapsed_seconds: 0, counted_until: now, running: true, stopped_at: None, breached_at: None }
    }

    /// Counts the open time since the last count.
    pub fn advance(self, now: Timestamp, target: Target<'_>) -> Stopwatch {
        let now = now.max(self.counted_until);
        let used = if self.running { target.calendar.business_seconds(self.counted_until, now) } else { 0 };
        let elapsed_seconds = self.elapsed_seconds + used;
        let breached_at = if elapsed_seconds > target.seconds {
            self.breached_at.or_else(|| self.last_in_time(target)).or(Some(now))
        } else {
            None
        };
        Stopwatch { elapsed_seconds, counted_until: now, breached_at, ..self }
    }

    /// Waiting for somebody else: time passes, but is not used.
    pub fn pause(self, now: Timestamp, target: Target<'_>) -> Stopwatch {
        Stopwatch { running: false, ..self.advance(now, target) }
    }

    /// Resumes after a pause; a stopped one stays stopped.
    pub fn resume(self, now: Timestamp, target: Target<'_>) -> Stopwatch {
        Stopwatch { running: self.stopped_at.is_none(), ..self.advance(now, target) }
    }

    /// Done, in time or late. The first time counts.
    pub fn stop(self, now: Timestamp, target: Target<'_>) -> Stopwatch {
        let counted = self.advance(now, target);
        Stopwatch { running: false, stopped_at: self.stopped_at.or(Some(counted.counted_until)), ..counted }
    }

    /// Not done after all: a stopped one continues with the time it had used.
    pub fn restart(self, now: Timestamp, target: Target<'_>) -> Stopwatch {
        let running = self.running || self.stopped_at.is_some();
        Stopwatch { running, stopped_at: None, ..self.advance(now, target) }
    }

    /// Another policy or priority from now on: the time used stays, and is measured against the new target. A target
    /// that is smaller than the time used is breached as of now; a larger one revokes a breach.
    pub fn retarget(self, now: Timestamp, old: Target<'_>, new: Target<'_>) -> Stopwatch {
        self.advance(now, old).advance(now, new)
    }

    pub fn read(self, now: Timestamp, target: Target<'_>) -> Reading {
        let counted = self.advance(now, target);
        let state = counted.state(target);
        let due_at = match state {
            State::Running => self.used_up_at(target),
            State::Breached => counted.breached_at,
            State::Paused | State::Met => None,
        };
        Reading {
            state,
            elapsed_seconds: counted.elapsed_seconds,
            remaining_seconds: target.seconds - counted.elapsed_seconds,
            due_at,
            breached_at: counted.breached_at,
        }
    }

    /// The instant at which the target is used up if it keeps running: the due time that it reads until it is breached.
    /// `None` if it does not run, is breached already, or the calendar does not open for so long.
    pub fn used_up_at(self, target: Target<'_>) -> Option<Timestamp> {
        if !self.running || self.elapsed_seconds > target.seconds {
            return None;
        }
        self.after(target, target.seconds)
    }

    /// The instant at which it exceeds the target if it keeps running: from then on it reads as breached. `None` if it
    /// does not run, is breached already, or the calendar does not open for so long.
    pub fn late_at(self, target: Target<'_>) -> Option<Timestamp> {
        if !self.running || self.elapsed_seconds > target.seconds {
            return None;
        }
        self.after(target, target.seconds + 1)
    }

    /// The start of the first second beyond the target. That is the due time, or, if the due time is closing time, the
    /// next opening: the time in between is in time.
    fn last_in_time(self, target: Target<'_>) -> Option<Timestamp> {
        if self.elapsed_seconds > target.seconds {
            return Some(self.counted_until); // by a target that has become smaller
        }
        let late = self.after(target, target.seconds + 1)?;
        late.saturating_sub(SignedDuration::from_secs(1)).ok()
    }

    /// The instant at which it will have used this much, if it keeps running.
    fn after(self, target: Target<'_>, seconds: i64) -> Option<Timestamp> {
        target.calendar.after(self.counted_until, seconds - self.elapsed_seconds)
    }

    fn state(self, target: Target<'_>) -> State {
        if self.elapsed_seconds > target.seconds {
            State::Breached
        } else if self.stopped_at.is_some() {
            State::Met
        } else if self.running {
            State::Running
        } else {
            State::Paused
        }
    }
}

/// The state of a stopwatch at some instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub state: State,
    pub elapsed_seconds: i64,
    /// Negative once breached: by how much.
    pub remaining_seconds: i64,
    /// When the target is, or was, used up. `None` while paused, once met, and if the calendar does not open.
    pub due_at: Option<Timestamp>,
    pub breached_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Running,
    Paused,
    /// Stopped within the target; its last second is part of it.
    Met,
    /// More was used than the target, whether stopped or not.
    Breached,
}
