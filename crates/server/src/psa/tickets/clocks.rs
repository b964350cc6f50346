//! The clocks of a ticket: the effect of each change of the ticket. (The crate `sla` counts the time.)
//!
//! Every ticket has both clocks, even without a target: a later target gets the time that was used. `breached_at` is
//! stored together with its event, so that each breach is reported once.

use crate::psa::levels::Level;
use api::tickets::{SlaClock, SlaState, SlaTarget, TicketPriority, TicketSla, TicketStatus};
use jiff::Timestamp;
use queries::queries::psa::tickets::TicketRow;
use sla::{State, Stopwatch, Target};

/// As stored in the columns of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// The version of the settings by which they are measured.
    pub sla_version: i32,
    pub response: Clock,
    pub resolution: Clock,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    pub watch: Stopwatch,
    /// When it will be breached, if it keeps running; `None` if it does not run, is breached or has no target.
    pub due_at: Option<Timestamp>,
    /// The due time that the ticket shows until then. It is stored for lists, and computed with every change.
    pub used_up_at: Option<Timestamp>,
}

/// The promise about a ticket: by these settings, at this priority.
#[derive(Debug, Clone, Copy)]
pub struct Promise<'a> {
    pub level: &'a Level,
    pub priority: TicketPriority,
}

/// An event of a ticket that affects its clocks.
#[derive(Debug, Clone, Copy)]
pub struct ClockEvent {
    /// The new status.
    pub status: TicketStatus,
    /// True if the customer gets a response.
    pub answered: bool,
}

impl Clocks {
    pub fn start(now: Timestamp, promise: Promise<'_>) -> Clocks {
        let clock = Clock { watch: Stopwatch::start(now), due_at: None, used_up_at: None };
        Clocks { sla_version: promise.level.version, response: clock, resolution: clock }.with_due(promise)
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
        Clocks {
            sla_version: row.sla_version,
            response: Clock { watch: response, due_at: row.response_due_at, used_up_at: None },
            resolution: Clock { watch: resolution, due_at: row.resolution_due_at, used_up_at: None },
        }
    }

    /// Counted until now, and measured by another promise from now on. The time used stays.
    pub fn retarget(self, now: Timestamp, old: Promise<'_>, new: Promise<'_>) -> Clocks {
        let anew = |clock: Clock, which| Clock {
            watch: clock.watch.retarget(now, old.target(which), new.target(which)),
            ..clock
        };
        let (response, resolution) =
            (anew(self.response, SlaTarget::FirstResponse), anew(self.resolution, SlaTarget::Resolution));
        Clocks { sla_version: new.level.version, response, resolution }.with_due(new)
    }

    pub fn follow(self, now: Timestamp, promise: Promise<'_>, event: ClockEvent) -> Clocks {
        let response = response(self.response.watch, now, promise.target(SlaTarget::FirstResponse), event);
        let resolution = resolution(self.resolution.watch, now, promise.target(SlaTarget::Resolution), event.status);
        Clocks {
            response: Clock { watch: response, ..self.response },
            resolution: Clock { watch: resolution, ..self.resolution },
            ..self
        }
        .with_due(promise)
    }

    fn with_due(self, promise: Promise<'_>) -> Clocks {
        let due = |clock: Clock, which| Clock {
            due_at: promise.late_at(clock.watch, which),
            used_up_at: promise.used_up_at(clock.watch, which),
            ..clock
        };
        Clocks {
            response: due(self.response, SlaTarget::FirstResponse),
            resolution: due(self.resolution, SlaTarget::Resolution),
            ..self
        }
    }

    /// True if one of them has been breached, and the breach is not reported yet.
    pub fn are_overdue(&self, now: Timestamp) -> bool {
        [self.response, self.resolution].iter().any(|clock| clock.due_at.is_some_and(|due| due <= now))
    }

    /// The targets that were breached since then. A fulfilled promise does not count as breached when it is measured
    /// again.
    pub fn broken_since(&self, before: &Clocks) -> Vec<SlaTarget> {
        let broken = |old: Clock, new: Clock| {
            old.watch.stopped_at.is_none() && old.watch.breached_at.is_none() && new.watch.breached_at.is_some()
        };
        let response = broken(before.response, self.response).then_some(SlaTarget::FirstResponse);
        let resolution = broken(before.resolution, self.resolution).then_some(SlaTarget::Resolution);
        response.into_iter().chain(resolution).collect()
    }

    /// As the ticket shows them; `None` if service levels are not enabled.
    pub fn read(self, now: Timestamp, promise: Promise<'_>) -> Option<TicketSla> {
        let show = |clock: Clock, which| {
            let target_seconds = promise.level.seconds(promise.priority, which)?;
            let reading = clock.watch.read(now, promise.target(which));
            Some(SlaClock {
                state: shown(reading.state),
                target_seconds,
                elapsed_seconds: reading.elapsed_seconds,
                remaining_seconds: reading.remaining_seconds,
                due_at: reading.due_at,
                breached_at: reading.breached_at,
            })
        };
        promise.level.is_enabled().then(|| TicketSla {
            first_response: show(self.response, SlaTarget::FirstResponse),
            resolution: show(self.resolution, SlaTarget::Resolution),
        })
    }
}

impl<'a> Promise<'a> {
    fn target(self, which: SlaTarget) -> Target<'a> {
        self.level.target(self.priority, which)
    }

    fn late_at(self, watch: Stopwatch, which: SlaTarget) -> Option<Timestamp> {
        self.level.seconds(self.priority, which)?;
        watch.late_at(self.target(which))
    }

    fn used_up_at(self, watch: Stopwatch, which: SlaTarget) -> Option<Timestamp> {
        self.level.seconds(self.priority, which)?;
        watch.used_up_at(self.target(which))
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
mod tests {
    use super::*;
    use crate::psa::levels::Settings;
    use api::sla::{SlaHours, SlaPolicies, SlaPolicy, SlaWeek};

    /// Around the clock; `p1` has 10 s and 100 s, `p2` a thousand, the others nothing.
    fn level(version: i32, enabled: bool) -> Level {
        let day = || vec![SlaHours { from: "00:00".to_owned(), to: "24:00".to_owned() }];
        let mut settings = Settings { enabled, ..Settings::default() };
        settings.calendar.week = SlaWeek {
            monday: day(),
            tuesday: day(),
            wednesday: day(),
            thursday: day(),
            friday: day(),
            saturday: day(),
            sunday: day(),
        };
        let policy =
            |first_response_seconds, resolution_seconds| SlaPolicy { first_response_seconds, resolution_seconds };
        let (p1, p2) = (policy(Some(10), Some(100)), policy(Some(1000), Some(1000)));
        settings.policies = SlaPolicies { p1, p2, p3: policy(None, None), p4: policy(None, None) };
        Level::new(version, settings).unwrap()
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn event(status: TicketStatus) -> ClockEvent {
        ClockEvent { status, answered: false }
    }

    /// State, seconds used and, while it runs, when it will be breached.
    fn face(clock: Clock, now: Timestamp, promise: Promise<'_>, which: SlaTarget) -> (State, i64, Option<i64>) {
        let reading = clock.watch.read(now, promise.target(which));
        (reading.state, reading.elapsed_seconds, clock.due_at.map(|due| due.as_second() - 1_800_000_000))
    }

    #[test]
    fn waiting_for_the_customer_uses_no_time() {
        let level = level(1, true);
        let promise = Promise { level: &level, priority: TicketPriority::P1 };
        let faces = |clocks: Clocks, now| {
            (
                face(clocks.response, now, promise, SlaTarget::FirstResponse),
                face(clocks.resolution, now, promise, SlaTarget::Resolution),
            )
        };
        let new = Clocks::start(at(0), promise);
        assert_eq!(faces(new, at(4)), ((State::Running, 4, Some(11)), (State::Running, 4, Some(101))));
        let asked = new.follow(at(4), promise, event(TicketStatus::PendingCustomer));
        assert_eq!(faces(asked, at(60)), ((State::Paused, 4, None), (State::Paused, 4, None)));
        let open = asked.follow(at(60), promise, event(TicketStatus::Open));
        assert_eq!(faces(open, at(61)), ((State::Running, 5, Some(67)), (State::Running, 5, Some(157))));
        let vendor = open.follow(at(61), promise, event(TicketStatus::PendingVendor));
        assert_eq!(vendor.resolution.due_at, open.resolution.due_at, "a vendor is ours to wait for");
    }

    #[test]
    fn the_first_answer_counts_and_a_reopened_ticket_goes_on() {
        let level = level(1, true);
        let promise = Promise { level: &level, priority: TicketPriority::P1 };
        let new = Clocks::start(at(0), promise);
        let told = new.follow(at(5), promise, ClockEvent { status: TicketStatus::Open, answered: true });
        assert_eq!(face(told.response, at(50), promise, SlaTarget::FirstResponse), (State::Met, 5, None));
        let done = told.follow(at(30), promise, event(TicketStatus::Resolved));
        assert_eq!(face(done.resolution, at(500), promise, SlaTarget::Resolution), (State::Met, 30, None));
        let again = done.follow(at(500), promise, event(TicketStatus::Open));
        assert_eq!(face(again.resolution, at(510), promise, SlaTarget::Resolution), (State::Running, 40, Some(571)));
        assert_eq!(again.response.watch.stopped_at, Some(at(5)));
    }

    #[test]
    fn a_resolved_ticket_was_answered_and_a_canceled_one_needs_no_answer() {
        let level = level(1, true);
        let promise = Promise { level: &level, priority: TicketPriority::P1 };
        let new = Clocks::start(at(0), promise);
        let done = new.follow(at(3), promise, event(TicketStatus::Resolved));
        assert_eq!(face(done.response, at(99), promise, SlaTarget::FirstResponse), (State::Met, 3, None));
        let canceled = new.follow(at(3), promise, event(TicketStatus::Canceled));
        assert_eq!(face(canceled.response, at(99), promise, SlaTarget::FirstResponse), (State::Paused, 3, None));
        assert_eq!(face(canceled.resolution, at(99), promise, SlaTarget::Resolution), (State::Met, 3, None));
    }

    #[test]
    fn what_a_change_breaks_is_told_once_and_what_was_kept_stays_kept() {
        let level = level(1, true);
        let promise = |priority| Promise { level: &level, priority };
        let (urgent, calm, none) =
            (promise(TicketPriority::P1), promise(TicketPriority::P2), promise(TicketPriority::P4));
        let new = Clocks::start(at(0), none);
        assert_eq!(new.response.due_at, None, "nothing is promised");
        let raised = new.retarget(at(50), none, urgent);
        assert_eq!(raised.broken_since(&new), [SlaTarget::FirstResponse], "50 s were used, 10 s are promised now");
        assert_eq!(raised.resolution.due_at, Some(at(101)));
        assert!(raised.retarget(at(60), urgent, urgent).broken_since(&raised).is_empty());
        let lowered = raised.retarget(at(60), urgent, calm);
        assert_eq!((lowered.response.watch.breached_at, lowered.response.due_at), (None, Some(at(1001))));

        let answered = new.follow(at(50), none, ClockEvent { status: TicketStatus::Open, answered: true });
        assert!(answered.retarget(at(50), none, urgent).broken_since(&answered).is_empty());
        let late = raised.follow(at(150), urgent, event(TicketStatus::Resolved));
        assert_eq!(late.broken_since(&raised), [SlaTarget::Resolution], "nobody had noticed by then");
    }

    #[test]
    fn while_service_levels_are_not_enabled_no_time_is_used() {
        let (off, on) = (level(0, false), level(1, true));
        let promise = |level| Promise { level, priority: TicketPriority::P1 };
        let new = Clocks::start(at(0), promise(&off));
        assert_eq!((new.read(at(9), promise(&off)), new.response.due_at), (None, None));
        let counted = new.retarget(at(1000), promise(&off), promise(&on));
        assert!(counted.broken_since(&new).is_empty());
        assert_eq!((counted.sla_version, counted.response.due_at), (1, Some(at(1011))));
    }
}
