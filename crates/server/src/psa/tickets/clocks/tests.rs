//! The clocks of a ticket through its life.

use super::*;
use crate::psa::levels::Settings;
use api::{
    sla::{SlaHours, SlaPriorityTargets, SlaTargets, SlaWeek},
    tickets::{TicketPriority, TicketType},
};
use std::sync::Arc;

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
        |first_response_seconds, resolution_seconds| SlaPriorityTargets { first_response_seconds, resolution_seconds };
    let (p1, p2) = (policy(Some(10), Some(100)), policy(Some(1000), Some(1000)));
    settings.targets = SlaTargets { p1, p2, p3: policy(None, None), p4: policy(None, None) };
    Level::new(version, None, settings).unwrap()
}

fn measured(priority: TicketPriority) -> Measured {
    Measured { priority, kind: TicketType::Incident }
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
    let promise = Promise { level: &level, of: measured(TicketPriority::P1) };
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
    let promise = Promise { level: &level, of: measured(TicketPriority::P1) };
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
    let promise = Promise { level: &level, of: measured(TicketPriority::P1) };
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
    let promise = |priority| Promise { level: &level, of: measured(priority) };
    let (urgent, calm, none) = (promise(TicketPriority::P1), promise(TicketPriority::P2), promise(TicketPriority::P4));
    let new = Clocks::start(at(0), none);
    assert_eq!(new.response.due_at, None, "nothing is promised");
    let raised = new.retarget(at(50), none, urgent);
    assert_eq!(raised.passed_since(&new).breached, [SlaTarget::FirstResponse], "50 s were used, 10 s are promised now");
    assert_eq!(raised.resolution.due_at, Some(at(101)));
    assert_eq!(raised.retarget(at(60), urgent, urgent).passed_since(&raised), Passed::default());
    let lowered = raised.retarget(at(60), urgent, calm);
    assert_eq!((lowered.response.watch.breached_at, lowered.response.due_at), (None, Some(at(1001))));

    let answered = new.follow(at(50), none, ClockEvent { status: TicketStatus::Open, answered: true });
    assert_eq!(answered.retarget(at(50), none, urgent).passed_since(&answered), Passed::default());
    let late = raised.follow(at(150), urgent, event(TicketStatus::Resolved));
    assert_eq!(late.passed_since(&raised).breached, [SlaTarget::Resolution], "nobody had noticed by then");
}

#[test]
fn while_service_levels_are_not_enabled_no_time_is_used() {
    let (off, on) = (level(0, false), level(1, true));
    let promise = |level| Promise { level, of: measured(TicketPriority::P1) };
    let new = Clocks::start(at(0), promise(&off));
    assert_eq!((new.read(at(9), promise(&off)), new.response.due_at), (None, None));
    let counted = new.retarget(at(1000), promise(&off), promise(&on));
    assert_eq!(counted.passed_since(&new), Passed::default());
    assert_eq!((counted.sla_version, counted.response.due_at), (1, Some(at(1011))));
}

#[test]
fn a_clock_is_at_risk_once_and_a_larger_target_revokes_it() {
    let warning = |version, percent| {
        let settings = Settings { at_risk_percent: percent, ..level(version, true).settings().clone() };
        Level::new(version, None, settings).unwrap()
    };
    let level = warning(1, Some(80));
    let promise = |priority| Promise { level: &level, of: measured(priority) };
    let (urgent, calm) = (promise(TicketPriority::P1), promise(TicketPriority::P2));
    let new = Clocks::start(at(0), urgent);
    assert_eq!(new.check_at, Some(at(9)), "8 of 10 s may be used");
    let later = new.retarget(at(9), urgent, urgent);
    assert_eq!(later.passed_since(&new), Passed { at_risk: vec![SlaTarget::FirstResponse], breached: vec![] });
    assert_eq!((later.response.at_risk_at, later.check_at), (Some(at(8)), Some(at(11))));
    assert_eq!(later.retarget(at(10), urgent, urgent).passed_since(&later), Passed::default());
    let lowered = later.retarget(at(10), urgent, calm);
    assert_eq!((lowered.response.at_risk_at, lowered.check_at), (None, Some(at(801))));
    let late = new.retarget(at(50), urgent, urgent);
    assert_eq!(late.passed_since(&new), Passed { at_risk: vec![], breached: vec![SlaTarget::FirstResponse] });
    assert_eq!(Clocks::start(at(0), Promise { level: &warning(2, None), ..urgent }).check_at, Some(at(11)));
}

#[test]
fn terms_apply_from_their_instants_on_whenever_they_are_counted() {
    let (open, closed) = (Arc::new(level(1, true)), Arc::new(level(2, false)));
    let of = measured(TicketPriority::P1);
    let new = Clocks::start(at(0), Promise { level: &open, of });
    let terms = Terms::new(vec![(at(3), closed.clone()), (at(7), open.clone()), (at(20), closed.clone())]);
    let at_once = new.under(&open, &terms, of);
    let step = new.under(&open, &Terms::new(vec![(at(3), closed.clone()), (at(5), closed.clone())]), of);
    let steps = step.under(&closed, &Terms::new(vec![(at(7), open), (at(20), closed.clone())]), of);
    assert_eq!(at_once, steps);
    assert_eq!(at_once.resolution.watch.elapsed_seconds, 3 + 13);
}
