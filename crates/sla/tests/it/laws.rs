//! Laws that hold for every calendar, zone and ticket, tried on random ones, half of them near a change of the clock.

use crate::kit::{HOUR, MINUTE, at};
use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use proptest::{collection::vec, prelude::*, sample::select};
use sla::{Calendar, Interval, Reading, State, Stopwatch, Target};
use std::collections::BTreeSet;

const DAY: i64 = 24 * HOUR;

/// Among them: half hours, midnights that are skipped or come twice, a date that never was, changes around Ramadan.
const ZONES: &[&str] = &[
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "America/Havana",
    "Pacific/Apia",
    "Africa/Casablanca",
];

/// The parts of a calendar, for an oracle that counts step by step.
#[derive(Debug, Clone)]
struct Parts {
    zone: TimeZone,
    week: [Vec<Interval>; 7],
    holidays: BTreeSet<Date>,
}

impl Parts {
    fn calendar(&self) -> Calendar {
        Calendar::new(self.zone.clone(), self.week.clone(), &self.holidays).unwrap()
    }

    /// Reads the local time.
    fn open_at(&self, instant: Timestamp) -> bool {
        let now = self.zone.to_datetime(instant);
        let second = i64::from(now.hour()) * HOUR + i64::from(now.minute()) * MINUTE + i64::from(now.second());
        let today = &self.week[now.date().weekday().to_monday_zero_offset() as usize];
        !self.holidays.contains(&now.date())
            && today.iter().any(|interval| (interval.from.seconds()..interval.to.seconds()).contains(&second))
    }

    /// Counts step by step; right when nothing changes within a step.
    fn count(&self, from: Timestamp, steps: i64, step: i64) -> i64 {
        step * (0..steps).filter(|index| self.open_at(later(from, index * step))).count() as i64
    }
}

fn later(instant: Timestamp, seconds: i64) -> Timestamp {
    instant + SignedDuration::from_secs(seconds)
}

/// Time zone files have a change that is none in 2038, seven seconds past a minute.
fn minute_of(instant: Timestamp) -> Timestamp {
    later(instant, -instant.as_second().rem_euclid(MINUTE))
}

/// Up to three intervals, often touching midnight or each other.
fn hours() -> impl Strategy<Value = Vec<Interval>> {
    let minute =
        prop_oneof![Just(0_i64), Just(24 * 60), 0..=24 * 60_i64, (0..=24 * 4_i64).prop_map(|quarter| quarter * 15)];
    vec(minute, 0..=4).prop_map(|mut minutes| {
        minutes.sort_unstable();
        minutes.dedup();
        let time = |minute: i64| format!("{:02}:{:02}", minute / 60, minute % 60).parse().unwrap();
        let pairs = minutes.windows(2).step_by(if minutes.len() == 3 { 1 } else { 2 });
        pairs.map(|pair| Interval { from: time(pair[0]), to: time(pair[1]) }).collect()
    })
}

/// A calendar and a whole minute, in half of the cases within a day of a change of the clock.
fn place() -> impl Strategy<Value = (Parts, Timestamp)> {
    let instant = (0..50 * 365 * 24 * 60_i64).prop_map(|minutes| later(at("1990-01-01T00:00Z"), minutes * MINUTE));
    let beside_change = prop::option::of(-24 * 60..24 * 60_i64);
    let (week, holidays) = (prop::array::uniform7(hours()), vec(-10..10_i64, 0..6));
    (select(ZONES), instant, beside_change, week, holidays).prop_map(
        |(zone, instant, beside_change, week, holidays)| {
            let zone = TimeZone::get(zone).unwrap();
            let change = beside_change.zip(zone.following(instant).next());
            let instant =
                change.map_or(instant, |(minutes, change)| minute_of(later(change.timestamp(), minutes * MINUTE)));
            let holidays =
                holidays.into_iter().map(|days| zone.to_datetime(later(instant, days * DAY)).date()).collect();
            (Parts { zone, week, holidays }, instant)
        },
    )
}

/// From a moment to years, with a fraction.
fn span() -> impl Strategy<Value = SignedDuration> {
    let seconds = prop_oneof![0..2 * HOUR, 0..3 * DAY, 0..40 * DAY, 0..1500 * DAY];
    (seconds, 0..1000_i32).prop_map(|(seconds, millis)| SignedDuration::new(seconds, millis * 1_000_000))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn it_counts_what_a_look_at_the_clock_each_minute_counts((parts, from) in place(), minutes in 0..4 * 24 * 60_i64) {
        let to = later(from, minutes * MINUTE);
        prop_assert_eq!(parts.calendar().business_seconds(from, to), parts.count(from, minutes, MINUTE));
    }

    #[test]
    fn it_counts_what_a_look_at_the_clock_each_second_counts(
        (parts, from) in place(),
        second in 0..60_i64,
        seconds in 0..HOUR,
    ) {
        let from = later(from, second);
        prop_assert_eq!(parts.calendar().business_seconds(from, later(from, seconds)), parts.count(from, seconds, 1));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn it_reads_as_breached_from_the_very_instant_that_was_foretold(
        (parts, from) in place(),
        used in span(),
        seconds in 1..100 * HOUR,
    ) {
        let calendar = parts.calendar();
        let target = Target { seconds, calendar: &calendar };
        let watch = Stopwatch::start(from).advance(from + used, target);
        let Some(late) = watch.late_at(target) else { return Ok(()) };
        prop_assert_eq!(watch.read(late, target).state, State::Breached);
        prop_assert_eq!(watch.read(late - SignedDuration::from_nanos(1), target).state, State::Running);
        prop_assert_eq!(watch.pause(from + used, target).late_at(target), None);
        let due = watch.read(late - SignedDuration::from_nanos(1), target).due_at;
        prop_assert_eq!(watch.used_up_at(target), due);
    }

    #[test]
    fn a_second_counts_when_the_clock_shows_an_open_time((parts, from) in place(), span in span()) {
        let instant = from + span;
        let counted = parts.calendar().business_seconds(instant, later(instant, 1));
        prop_assert_eq!(counted, i64::from(parts.open_at(instant)));
    }

    #[test]
    fn a_holiday_counts_nothing((parts, _) in place()) {
        for holiday in &parts.holidays {
            let begins = holiday.to_zoned(parts.zone.clone()).unwrap().timestamp();
            let ends = holiday.tomorrow().unwrap().to_zoned(parts.zone.clone()).unwrap().timestamp();
            prop_assert_eq!(parts.calendar().business_seconds(begins, ends), 0);
        }
    }

    #[test]
    fn the_parts_of_a_span_add_up((parts, from) in place(), first in span(), second in span()) {
        let (calendar, middle, to) = (parts.calendar(), from + first, from + first + second);
        let sum = calendar.business_seconds(from, middle) + calendar.business_seconds(middle, to);
        prop_assert_eq!(sum, calendar.business_seconds(from, to));
    }

    #[test]
    fn a_span_counts_from_nothing_to_all_of_its_seconds((parts, from) in place(), first in span(), second in span()) {
        let (calendar, from, to) = (parts.calendar(), from + first, from + first + second);
        let open = calendar.business_seconds(from, to);
        prop_assert!((0..=to.as_second() - from.as_second()).contains(&open));
        prop_assert!(to == from || calendar.business_seconds(to, from) == 0);
    }

    #[test]
    fn after_is_the_first_such_instant((parts, from) in place(), ahead in span(), seconds in 1..2000 * HOUR) {
        let (calendar, from) = (parts.calendar(), from + ahead);
        match calendar.after(from, seconds) {
            Some(then) => {
                prop_assert_eq!(calendar.business_seconds(from, then), seconds);
                prop_assert_eq!(calendar.business_seconds(from, later(then, -1)), seconds - 1);
            }
            None => prop_assert!(calendar.business_seconds(from, later(from, 5 * 365 * DAY)) < seconds),
        }
    }

    #[test]
    fn after_undoes_counting((parts, from) in place(), span in span()) {
        let (calendar, to) = (parts.calendar(), from + span);
        let then = calendar.after(from, calendar.business_seconds(from, to)).unwrap();
        prop_assert!(then <= to);
        prop_assert_eq!(calendar.business_seconds(then, to), 0);
    }
}

type Operation = fn(Stopwatch, Timestamp, Target<'_>) -> Stopwatch;

const OPERATIONS: &[(&str, Operation)] = &[
    ("advance", Stopwatch::advance),
    ("pause", Stopwatch::pause),
    ("resume", Stopwatch::resume),
    ("stop", Stopwatch::stop),
    ("restart", Stopwatch::restart),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// Now and then the target changes, and the calendar with it.
    #[test]
    fn exactly_the_open_time_that_it_runs_is_used(
        (parts, from) in place(),
        (other, _) in place(),
        steps in vec((span(), select(OPERATIONS), prop::option::of(0..100 * HOUR)), 0..12),
    ) {
        let (mut calendar, mut other) = (&parts.calendar(), &other.calendar());
        let (mut seconds, mut now, mut used) = (8 * HOUR, from, 0);
        let mut watch = Stopwatch::start(from);
        for (span, (_, operation), retarget) in steps {
            let target = Target { seconds, calendar };
            if watch.running {
                used += calendar.business_seconds(now, now + span);
            }
            now += span;
            watch = operation(watch, now, target);
            if let Some(new) = retarget {
                std::mem::swap(&mut calendar, &mut other);
                seconds = new;
                watch = watch.retarget(now, target, Target { seconds, calendar });
            }
            prop_assert_eq!((watch.elapsed_seconds, watch.counted_until), (used, now));
            prop_assert!(!(watch.running && watch.stopped_at.is_some()));
            prop_assert_eq!(watch.breached_at.is_some(), watch.elapsed_seconds > seconds);
            prop_assert!(watch.breached_at.is_none_or(|breached_at| breached_at <= now));
        }
    }

    #[test]
    fn changing_the_target_keeps_the_time_used((parts, from) in place(), (other, _) in place(), span in span()) {
        let (calendar, other, now) = (parts.calendar(), other.calendar(), from + span);
        let old = Target { seconds: 8 * HOUR, calendar: &calendar };
        let new = Target { seconds: HOUR, calendar: &other };
        let watch = Stopwatch::start(from);
        let (kept, changed) = (watch.advance(now, old), watch.retarget(now, old, new));
        prop_assert_eq!(changed.elapsed_seconds, kept.elapsed_seconds);
        prop_assert_eq!(changed.retarget(now, new, old).elapsed_seconds, kept.elapsed_seconds);
    }

    #[test]
    fn time_in_a_pause_is_never_used((parts, from) in place(), work in span(), pause in span(), more in span()) {
        let calendar = parts.calendar();
        let target = Target { seconds: 8 * HOUR, calendar: &calendar };
        let paused = Stopwatch::start(from).pause(from + work, target);
        let resumed = paused.resume(from + work + pause, target);
        prop_assert_eq!(resumed.elapsed_seconds, paused.elapsed_seconds);
        let used = resumed.advance(from + work + pause + more, target).elapsed_seconds - resumed.elapsed_seconds;
        prop_assert_eq!(used, calendar.business_seconds(from + work + pause, from + work + pause + more));
    }

    #[test]
    fn an_instant_of_the_past_takes_nothing_back(
        (parts, from) in place(),
        ahead in span(),
        back in span(),
        (_, operation) in select(OPERATIONS),
    ) {
        let calendar = parts.calendar();
        let target = Target { seconds: 8 * HOUR, calendar: &calendar };
        let before = Stopwatch::start(from).advance(from + ahead, target);
        let after = operation(before, before.counted_until - back, target);
        prop_assert_eq!((after.elapsed_seconds, after.counted_until), (before.elapsed_seconds, before.counted_until));
    }

    #[test]
    fn it_is_late_from_the_second_after_the_breach((parts, from) in place(), seconds in 0..100 * HOUR, span in span()) {
        let calendar = parts.calendar();
        let (target, now, watch) = (Target { seconds, calendar: &calendar }, from + span, Stopwatch::start(from));
        let reading = watch.read(now, target);
        let late = calendar.business_seconds(from, now) > seconds;
        prop_assert_eq!(reading.state, if late { State::Breached } else { State::Running });
        if let Some(breached_at) = reading.breached_at {
            prop_assert_eq!(watch.read(breached_at, target).state, State::Running);
            prop_assert_eq!(watch.read(later(breached_at, 1), target).state, State::Breached);
            prop_assert_eq!(watch.stop(breached_at, target).read(now, target).state, State::Met);
        }
    }

    #[test]
    fn how_often_it_is_counted_does_not_matter(
        (parts, from) in place(),
        seconds in 0..100 * HOUR,
        mut spans in vec(span(), 1..6),
    ) {
        spans.sort_unstable();
        let calendar = parts.calendar();
        let target = Target { seconds, calendar: &calendar };
        let start = Stopwatch::start(from);
        let often = spans.iter().fold(start, |watch, span| watch.advance(from + *span, target));
        let now = often.counted_until;
        // With nothing left and the doors closed, due time may be any instant until they open.
        let seen = |shown: Reading| Reading { due_at: shown.due_at.filter(|_| shown.remaining_seconds != 0), ..shown };
        prop_assert_eq!(seen(often.read(now, target)), seen(start.read(now, target)));
    }
}
