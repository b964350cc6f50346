//! The clocks of a ticket: the effect of each change of the ticket. (The crate `sla` counts the time.)
//!
//! Every ticket has both clocks, even without a target: a later target gets the time that was used. `at_risk_at` and
//! `breached_at` are stored together with their events, so that each is reported once.

use crate::psa::levels::{Level, Measured, Terms};
use api::{
    SlaPolicyId,
    tickets::{SlaClock, SlaState, SlaTarget, TicketSla, TicketStatus},
};
use jiff::Timestamp;
use queries::queries::psa::tickets::TicketRow;
use sla::{State, Stopwatch, Target};

/// As stored in the columns of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// The version of the settings by which they are measured.
    pub sla_version: i32,
    /// The policy of that version; `None` for the settings of the tenant.
    pub sla_policy: Option<SlaPolicyId>,
    pub response: Clock,
    pub resolution: Clock,
    /// The next instant at which one of them will be at risk or breached, if it keeps running.
    pub check_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    pub watch: Stopwatch,
    /// When the warning share of the target was used.
    pub at_risk_at: Option<Timestamp>,
    /// When it will be breached, if it keeps running; `None` if it does not run, is breached or has no target.
    pub due_at: Option<Timestamp>,
    /// The due time that the ticket shows until then. It is stored for lists, and computed with every change.
    pub used_up_at: Option<Timestamp>,
}

/// The promise about a ticket: by these settings, for its priority and type.
#[derive(Debug, Clone, Copy)]
pub struct Promise<'a> {
    pub level: &'a Level,
    pub of: Measured,
}

/// An event of a ticket that affects its clocks.
#[derive(Debug, Clone, Copy)]
pub struct ClockEvent {
    /// The new status.
    pub status: TicketStatus,
    /// True if the customer gets a response.
    pub answered: bool,
}

/// A change of a ticket's clocks that must be reported.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Passed {
    pub at_risk: Vec<SlaTarget>,
    pub breached: Vec<SlaTarget>,
}

impl Clocks {
    pub fn start(now: Timestamp, promise: Promise<'_>) -> Clocks {
        let clock = Clock { watch: Stopwatch::start(now), at_risk_at: None, due_at: None, used_up_at: None };
        let Level { version: sla_version, policy: sla_policy, .. } = *promise.level;
        Clocks { sla_version, sla_policy, response: clock, resolution: clock, check_at: None }.with_due(promise)
    }

    pub fn of(row: &TicketRow) -> Clocks {
        let response = Stopwatch {
            elapsed_seconds: row.response_elapsed_seconds,
            counted_until: row.response_counted_until,
            running: row.response_running,
            stopped_at: row.response_stopped_at,
            breached_at: row.response_breached_at,
        };
        let resolution = Stopwatch {
            elapsed_seconds: row.resolution_elapsed_seconds,
            counted_until: row.resolution_counted_until,
            running: row.resolution_running,
            stopped_at: row.resolution_stopped_at,
            breached_at: row.resolution_breached_at,
        };
        let clock = |watch, at_risk_at, due_at| Clock { watch, at_risk_at, due_at, used_up_at: None };
        Clocks {
            sla_version: row.sla_version,
            sla_policy: row.sla_policy_id.map(SlaPolicyId),
            response: clock(response, row.response_at_risk_at, row.response_due_at),
            resolution: clock(resolution, row.resolution_at_risk_at, row.resolution_due_at),
            check_at: row.sla_check_at,
        }
    }

    /// The instant until which both are counted.
    pub fn counted_until(&self) -> Timestamp {
        self.response.watch.counted_until.min(self.resolution.watch.counted_until)
    }

    /// Counted by the terms that have applied since the last count, each from its own instant on.
    pub fn under(self, level: &Level, terms: &Terms, of: Measured) -> Clocks {
        let start = (self, Promise { level, of });
        let (clocks, _) = terms.after(self.counted_until()).fold(start, |(clocks, old), (from, level)| {
            let new = Promise { level, of };
            (clocks.retarget(from, old, new), new)
        });
        clocks
    }

    /// Counted until now, and measured by another promise from now on. The time used stays.
    pub fn retarget(self, now: Timestamp, old: Promise<'_>, new: Promise<'_>) -> Clocks {
        let anew = |clock: Clock, which| Clock {
            watch: clock.watch.retarget(now, old.target(which), new.target(which)),
            at_risk_at: clock.warned().retarget(now, old.warning(which), new.warning(which)).breached_at,
            ..clock
        };
        let (response, resolution) =
            (anew(self.response, SlaTarget::FirstResponse), anew(self.resolution, SlaTarget::Resolution));
        let Level { version: sla_version, policy: sla_policy, .. } = *new.level;
        Clocks { sla_version, sla_policy, response, resolution, check_at: None }.with_due(new)
    }

    pub fn follow(self, now: Timestamp, promise: Promise<'_>, event: ClockEvent) -> Clocks {
        let (first, last) = (SlaTarget::FirstResponse, SlaTarget::Resolution);
        let response = Clock {
            watch: response(self.response.watch, now, promise.target(first), event),
            at_risk_at: response(self.response.warned(), now, promise.warning(first), event).breached_at,
            ..self.response
        };
        let resolution = Clock {
            watch: resolution(self.resolution.watch, now, promise.target(last), event.status),
            at_risk_at: resolution(self.resolution.warned(), now, promise.warning(last), event.status).breached_at,
            ..self.resolution
        };
        Clocks { response, resolution, ..self }.with_due(promise)
    }

    fn with_due(self, promise: Promise<'_>) -> Clocks {
        let due = |clock: Clock, which| Clock {
            due_at: promise.late_at(clock.watch, which),
            used_up_at: promise.used_up_at(clock.watch, which),
            ..clock
        };
        let response = due(self.response, SlaTarget::FirstResponse);
        let resolution = due(self.resolution, SlaTarget::Resolution);
        let warnings = [
            promise.warned_at(response, SlaTarget::FirstResponse),
            promise.warned_at(resolution, SlaTarget::Resolution),
        ];
        let check_at = warnings.into_iter().chain([response.due_at, resolution.due_at]).flatten().min();
        Clocks { response, resolution, check_at, ..self }
    }

    /// True if one of them is at risk or breached, and that is not reported yet.
    pub fn need_a_check(&self, now: Timestamp) -> bool {
        self.check_at.is_some_and(|at| at <= now)
    }

    /// The targets that are at risk or were breached since then. A promise that stays fulfilled does not count when it is
    /// measured again, and a breach is not announced as a risk when both are found at once.
    pub fn passed_since(&self, before: &Clocks) -> Passed {
        let mut passed = Passed::default();
        let clocks = [
            (before.response, self.response, SlaTarget::FirstResponse),
            (before.resolution, self.resolution, SlaTarget::Resolution),
        ];
        for (old, new, which) in clocks {
            let stays_fulfilled = old.watch.stopped_at.is_some() && new.watch.stopped_at.is_some();
            if stays_fulfilled || old.watch.breached_at.is_some() {
                continue;
            }
            if new.watch.breached_at.is_some() {
                passed.breached.push(which);
            } else if old.at_risk_at.is_none() && new.at_risk_at.is_some() && new.watch.stopped_at.is_none() {
                passed.at_risk.push(which);
            }
        }
        passed
    }

    /// As the ticket shows them; `None` if service levels are not enabled.
    pub fn read(self, now: Timestamp, promise: Promise<'_>) -> Option<TicketSla> {
        let show = |clock: Clock, which| {
            let target_seconds = promise.level.seconds(promise.of, which)?;
            let reading = clock.watch.read(now, promise.target(which));
            Some(SlaClock {
                state: shown(reading.state),
                target_seconds,
                elapsed_seconds: reading.elapsed_seconds,
                remaining_seconds: reading.remaining_seconds,
                due_at: reading.due_at,
                at_risk_at: clock.warned().read(now, promise.warning(which)).breached_at,
                breached_at: reading.breached_at,
            })
        };
        promise.level.is_enabled().then(|| TicketSla {
            policy_id: promise.level.policy,
            first_response: show(self.response, SlaTarget::FirstResponse),
            resolution: show(self.resolution, SlaTarget::Resolution),
        })
    }
}

impl Clock {
    /// The stopwatch of the warning. It runs as that of the target, and is breached when the ticket is at risk.
    fn warned(self) -> Stopwatch {
        Stopwatch { breached_at: self.at_risk_at, ..self.watch }
    }
}

impl<'a> Promise<'a> {
    fn target(self, which: SlaTarget) -> Target<'a> {
        self.level.target(self.of, which)
    }

    fn warning(self, which: SlaTarget) -> Target<'a> {
        self.level.warning(self.of, which)
    }

    fn late_at(self, watch: Stopwatch, which: SlaTarget) -> Option<Timestamp> {
        self.level.seconds(self.of, which)?;
        watch.late_at(self.target(which))
    }

    fn used_up_at(self, watch: Stopwatch, which: SlaTarget) -> Option<Timestamp> {
        self.level.seconds(self.of, which)?;
        watch.used_up_at(self.target(which))
    }

    fn warned_at(self, clock: Clock, which: SlaTarget) -> Option<Timestamp> {
        self.level.warning_seconds(self.of, which)?;
        clock.warned().late_at(self.warning(which))
    }
}

/// The effect of a status on the clocks of a ticket.
enum Time {
    Runs,
    /// It waits for somebody else.
    Stands,
    Done,
    /// Nothing is left to be done.
    Void,
}

fn time_of(status: TicketStatus) -> Time {
    match status {
        TicketStatus::New | TicketStatus::Open | TicketStatus::PendingVendor => Time::Runs,
        TicketStatus::PendingCustomer | TicketStatus::Scheduled => Time::Stands,
        TicketStatus::Resolved | TicketStatus::Closed => Time::Done,
        TicketStatus::Canceled | TicketStatus::Merged => Time::Void,
    }
}

/// The first response counts; a canceled ticket needs none.
fn response(watch: Stopwatch, now: Timestamp, target: Target<'_>, event: ClockEvent) -> Stopwatch {
    match time_of(event.status) {
        _ if event.answered => watch.stop(now, target),
        Time::Done => watch.stop(now, target),
        Time::Runs => watch.resume(now, target),
        Time::Stands | Time::Void => watch.pause(now, target),
    }
}

/// A reopened ticket continues with the time that it had used.
fn resolution(watch: Stopwatch, now: Timestamp, target: Target<'_>, status: TicketStatus) -> Stopwatch {
    match time_of(status) {
        Time::Runs => watch.restart(now, target).resume(now, target),
        Time::Stands => watch.restart(now, target).pause(now, target),
        Time::Done | Time::Void => watch.stop(now, target),
    }
}

fn shown(state: State) -> SlaState {
    match state {
        State::Running => SlaState::Running,
        State::Paused => SlaState::Paused,
        State::Met => SlaState::Met,
        State::Breached => SlaState::Breached,
    }
}

#[cfg(test)]
mod tests;
