//! Stopwatches of one ticket, worked out by hand. It comes in on Wednesday, 15 January 2025, at 10:00 in Berlin, where
//! the office is open from 09:00 to 17:00; unless said otherwise the target is four hours, so 14:00.

use crate::kit::{Case, EVERY_DAY, HOUR, MINUTE, at, calendar, case, compare, office};
use jiff::Timestamp;
use sla::{
    Calendar, Reading,
    State::{self, Breached, Met, Paused, Running},
    Stopwatch, Target,
};

#[test]
fn the_stopwatch_agrees_with_the_pencil() {
    compare([used_time(), done_and_reopened(), late(), spent_at_closing_time(), other_targets()]);
}

#[test]
fn it_was_done_when_it_was_first_done() {
    let calendar = Calendar::always();
    let target = Target { seconds: HOUR, calendar: &calendar };
    let stopped = Stopwatch::start(january("15T10:00")).stop(january("15T11:00"), target);
    assert_eq!(stopped.stop(january("15T12:00"), target).stopped_at, Some(january("15T11:00")));
    assert_eq!(stopped.restart(january("15T12:00"), target).stopped_at, None);
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Advance,
    Pause,
    Resume,
    Stop,
    Restart,
    Retarget(Target<'a>),
}
use Step::{Advance, Pause, Restart, Resume, Retarget, Stop};

/// The steps, each with its time, and what the stopwatch shows at last.
fn watch<'a>(
    why: &'static str,
    target: Target<'a>,
    steps: &[(&str, Step<'a>)],
    read_at: &str,
    expected: Reading,
) -> Case {
    watch_from("15T10:00", why, target, steps, read_at, expected)
}

fn watch_from<'a>(
    start: &str,
    why: &'static str,
    mut target: Target<'a>,
    steps: &[(&str, Step<'a>)],
    read_at: &str,
    expected: Reading,
) -> Case {
    let mut watch = Stopwatch::start(january(start));
    for (now, step) in steps {
        let now = january(now);
        watch = match *step {
            Advance => watch.advance(now, target),
            Pause => watch.pause(now, target),
            Resume => watch.resume(now, target),
            Stop => watch.stop(now, target),
            Restart => watch.restart(now, target),
            Retarget(new) => watch.retarget(now, std::mem::replace(&mut target, new), new),
        };
    }
    case(why, watch.read(january(read_at), target), expected)
}

/// `"15T10:00"`, in January 2025 in Berlin.
fn january(text: &str) -> Timestamp {
    at(&format!("2025-01-{text}+01"))
}

fn shows(state: State, elapsed_seconds: i64, remaining_seconds: i64, due: &str) -> Reading {
    let due_at = (!due.is_empty()).then(|| january(due));
    let breached_at = due_at.filter(|_| state == Breached);
    Reading { state, elapsed_seconds, remaining_seconds, due_at, breached_at }
}

fn used_time() -> Vec<Case> {
    let office = office("Europe/Berlin");
    let four = Target { seconds: 4 * HOUR, calendar: &office };
    let forty = Target { seconds: 40 * HOUR, calendar: &office };
    let never = calendar("Europe/Berlin", EVERY_DAY, "", &[]);
    let never = Target { seconds: 4 * HOUR, calendar: &never };
    vec![
        watch("just begun", four, &[], "15T10:00", shows(Running, 0, 4 * HOUR, "15T14:00")),
        watch("two hours on", four, &[], "15T12:00", shows(Running, 2 * HOUR, 2 * HOUR, "15T14:00")),
        watch("half a second is nothing", four, &[], "15T10:00:00.5", shows(Running, 0, 4 * HOUR, "15T14:00")),
        watch(
            "the night does not count",
            four,
            &[("15T11:00", Pause), ("15T16:00", Resume)],
            "16T08:00",
            shows(Running, 2 * HOUR, 2 * HOUR, "16T11:00"),
        ),
        watch("a pause has no due time", four, &[("15T11:00", Pause)], "15T15:00", shows(Paused, HOUR, 3 * HOUR, "")),
        watch("a pause can last", four, &[("15T11:00", Pause)], "31T15:00", shows(Paused, HOUR, 3 * HOUR, "")),
        watch(
            "a pause does not count",
            four,
            &[("15T11:00", Pause), ("15T15:00", Resume)],
            "15T16:00",
            shows(Running, 2 * HOUR, 2 * HOUR, "16T10:00"),
        ),
        watch(
            "a pause at night changes nothing",
            forty,
            &[("15T20:00", Pause), ("16T06:00", Resume)],
            "16T09:00",
            shows(Running, 7 * HOUR, 33 * HOUR, "22T10:00"),
        ),
        watch(
            "pausing and resuming twice is once",
            four,
            &[("15T11:00", Pause), ("15T12:00", Pause), ("15T13:00", Resume), ("15T14:00", Resume)],
            "15T15:00",
            shows(Running, 3 * HOUR, HOUR, "15T16:00"),
        ),
        watch(
            "counting on the way changes nothing",
            four,
            &[("15T10:20", Advance), ("15T11:40:07", Advance)],
            "15T12:00",
            shows(Running, 2 * HOUR, 2 * HOUR, "15T14:00"),
        ),
        watch(
            "nor do fractions add up",
            four,
            &[("15T10:00:00.6", Advance), ("15T10:00:01.2", Advance), ("15T10:00:01.8", Advance)],
            "15T10:00:02.4",
            shows(Running, 2, 4 * HOUR - 2, "15T14:00"),
        ),
        watch(
            "a step that comes late happens where counting has got to",
            four,
            &[("15T12:00", Pause), ("15T11:00", Resume)],
            "15T13:00",
            shows(Running, 3 * HOUR, HOUR, "15T14:00"),
        ),
        watch("never open, never due", never, &[], "31T10:00", shows(Running, 0, 4 * HOUR, "")),
    ]
}

fn done_and_reopened() -> Vec<Case> {
    let office = office("Europe/Berlin");
    let four = Target { seconds: 4 * HOUR, calendar: &office };
    vec![
        watch("in time", four, &[("15T13:00", Stop)], "22T10:00", shows(Met, 3 * HOUR, HOUR, "")),
        watch("with the last second", four, &[("15T14:00", Stop)], "22T10:00", shows(Met, 4 * HOUR, 0, "")),
        watch(
            "done during a pause",
            four,
            &[("15T11:00", Pause), ("15T16:00", Stop)],
            "22T10:00",
            shows(Met, HOUR, 3 * HOUR, ""),
        ),
        watch(
            "done twice is done the first time",
            four,
            &[("15T11:00", Stop), ("15T16:00", Stop)],
            "22T10:00",
            shows(Met, HOUR, 3 * HOUR, ""),
        ),
        watch(
            "what is done neither pauses nor resumes",
            four,
            &[("15T11:00", Stop), ("15T12:00", Pause), ("15T13:00", Resume)],
            "22T10:00",
            shows(Met, HOUR, 3 * HOUR, ""),
        ),
        watch(
            "reopened: goes on with two hours used",
            four,
            &[("15T12:00", Stop), ("16T10:00", Restart)],
            "16T11:00",
            shows(Running, 3 * HOUR, HOUR, "16T12:00"),
        ),
        watch(
            "reopened to wait",
            four,
            &[("15T12:00", Stop), ("16T10:00", Restart), ("16T10:00", Pause)],
            "16T15:00",
            shows(Paused, 2 * HOUR, 2 * HOUR, ""),
        ),
        watch(
            "reopened after a pause: runs",
            four,
            &[("15T11:00", Pause), ("15T12:00", Stop), ("15T13:00", Restart)],
            "15T14:00",
            shows(Running, 2 * HOUR, 2 * HOUR, "15T16:00"),
        ),
        watch(
            "reopened and done again",
            four,
            &[("15T11:00", Stop), ("16T10:00", Restart), ("16T11:00", Stop)],
            "22T10:00",
            shows(Met, 2 * HOUR, 2 * HOUR, ""),
        ),
        watch(
            "reopening what was never done leaves a pause",
            four,
            &[("15T11:00", Pause), ("15T12:00", Restart)],
            "15T13:00",
            shows(Paused, HOUR, 3 * HOUR, ""),
        ),
        watch(
            "reopening what runs changes nothing",
            four,
            &[("15T11:00", Restart)],
            "15T12:00",
            shows(Running, 2 * HOUR, 2 * HOUR, "15T14:00"),
        ),
    ]
}

fn late() -> Vec<Case> {
    let office = office("Europe/Berlin");
    let four = Target { seconds: 4 * HOUR, calendar: &office };
    vec![
        watch("due now is not late", four, &[], "15T14:00", shows(Running, 4 * HOUR, 0, "15T14:00")),
        watch("a second later is", four, &[], "15T14:00:01", shows(Breached, 4 * HOUR + 1, -1, "15T14:00")),
        watch("an hour late, and counting", four, &[], "15T15:00", shows(Breached, 5 * HOUR, -HOUR, "15T14:00")),
        watch(
            "done a second late",
            four,
            &[("15T14:00:01", Stop)],
            "22T10:00",
            shows(Breached, 4 * HOUR + 1, -1, "15T14:00"),
        ),
        watch(
            "late, then waiting: still late, no more so",
            four,
            &[("15T15:00", Pause)],
            "22T10:00",
            shows(Breached, 5 * HOUR, -HOUR, "15T14:00"),
        ),
        watch(
            "late after a pause",
            four,
            &[("15T11:00", Pause), ("15T16:00", Resume)],
            "20T12:00",
            shows(Breached, 21 * HOUR, -17 * HOUR, "16T11:00"),
        ),
        watch(
            "when it was noticed does not matter",
            four,
            &[("15T15:00", Advance), ("16T15:00", Advance)],
            "16T16:00",
            shows(Breached, 14 * HOUR, -10 * HOUR, "15T14:00"),
        ),
        watch(
            "late, done, reopened: late all along",
            four,
            &[("15T15:00", Stop), ("16T10:00", Restart)],
            "16T11:00",
            shows(Breached, 6 * HOUR, -2 * HOUR, "15T14:00"),
        ),
    ]
}

/// A request of Tuesday night with eight hours is due when the office closes on Wednesday. Nothing is late before it
/// opens again.
fn spent_at_closing_time() -> Vec<Case> {
    let office = office("Europe/Berlin");
    let eight = Target { seconds: 8 * HOUR, calendar: &office };
    let from_night = |why, steps, read_at, expected| watch_from("14T22:00", why, eight, steps, read_at, expected);
    vec![
        from_night("due at closing time", &[], "15T16:00", shows(Running, 7 * HOUR, HOUR, "15T17:00")),
        from_night("no second is left, none is late", &[], "15T20:00", shows(Running, 8 * HOUR, 0, "15T17:00")),
        from_night("answered at night, in time", &[("15T23:00", Stop)], "16T12:00", shows(Met, 8 * HOUR, 0, "")),
        from_night("late since opening time", &[], "16T09:00:01", shows(Breached, 8 * HOUR + 1, -1, "16T09:00")),
        from_night(
            "late since the end of a pause",
            &[("15T20:00", Pause), ("16T12:00", Resume)],
            "16T13:00",
            shows(Breached, 9 * HOUR, -HOUR, "16T12:00"),
        ),
    ]
}

fn other_targets() -> Vec<Case> {
    let office = office("Europe/Berlin");
    let always = Calendar::always();
    let within = |seconds| Target { seconds, calendar: &office };
    let around_the_clock = |seconds| Target { seconds, calendar: &always };
    vec![
        watch(
            "more urgent: the hour used stays",
            within(8 * HOUR),
            &[("15T11:00", Retarget(within(2 * HOUR)))],
            "15T11:30",
            shows(Running, 90 * MINUTE, 30 * MINUTE, "15T12:00"),
        ),
        watch(
            "less urgent: the hour used stays",
            within(2 * HOUR),
            &[("15T11:00", Retarget(within(8 * HOUR)))],
            "15T12:00",
            shows(Running, 2 * HOUR, 6 * HOUR, "16T10:00"),
        ),
        watch(
            "too urgent: late as of the change",
            within(8 * HOUR),
            &[("15T12:00", Retarget(within(HOUR)))],
            "15T13:00",
            shows(Breached, 3 * HOUR, -2 * HOUR, "15T12:00"),
        ),
        watch(
            "exactly used up by the change: due now",
            within(8 * HOUR),
            &[("15T12:00", Retarget(within(2 * HOUR)))],
            "15T12:00",
            shows(Running, 2 * HOUR, 0, "15T12:00"),
        ),
        watch(
            "a longer target takes the breach back",
            within(4 * HOUR),
            &[("15T15:00", Retarget(within(8 * HOUR)))],
            "15T15:00",
            shows(Running, 5 * HOUR, 3 * HOUR, "16T10:00"),
        ),
        watch(
            "a longer target that is too short keeps it",
            within(2 * HOUR),
            &[("15T15:00", Retarget(within(4 * HOUR)))],
            "15T15:00",
            shows(Breached, 5 * HOUR, -HOUR, "15T12:00"),
        ),
        watch(
            "a longer target makes a late answer good",
            within(4 * HOUR),
            &[("15T15:00", Stop), ("16T10:00", Retarget(within(8 * HOUR)))],
            "22T10:00",
            shows(Met, 5 * HOUR, 3 * HOUR, ""),
        ),
        watch(
            "changed while waiting",
            within(4 * HOUR),
            &[("15T11:00", Pause), ("16T10:00", Retarget(within(2 * HOUR))), ("16T12:00", Resume)],
            "16T12:30",
            shows(Running, 90 * MINUTE, 30 * MINUTE, "16T13:00"),
        ),
        watch(
            "from office hours to around the clock",
            within(10 * HOUR),
            &[("16T00:00", Retarget(around_the_clock(10 * HOUR)))],
            "16T01:00",
            shows(Running, 8 * HOUR, 2 * HOUR, "16T03:00"),
        ),
        watch(
            "and back",
            around_the_clock(20 * HOUR),
            &[("15T22:00", Retarget(within(20 * HOUR)))],
            "16T10:00",
            shows(Running, 13 * HOUR, 7 * HOUR, "16T17:00"),
        ),
        watch(
            "the new hours do not reach back",
            within(40 * HOUR),
            &[("18T12:00", Retarget(around_the_clock(40 * HOUR)))],
            "18T13:00",
            shows(Running, 24 * HOUR, 16 * HOUR, "19T05:00"),
        ),
    ]
}
