//! Cases worked out by hand, with a calendar on the wall and a pencil. None of the expected values came from the code.

use crate::kit::{
    Case, EVERY_DAY, HOUR, MINUTE, MON_TO_FRI, SUNDAY, WEEKEND, at, calendar, case, compare, instant, office,
};
use sla::Calendar;

#[test]
fn the_calendar_agrees_with_the_pencil() {
    compare([office_days(), zones(), clocks_that_change(), odd_days(), instants(), instants_when_clocks_change()]);
}

/// Open seconds in a span.
fn open(why: &'static str, calendar: &Calendar, from: &str, to: &str, expected: i64) -> Case {
    case(why, calendar.business_seconds(at(from), at(to)), expected)
}

/// The instant after so many open seconds; `""` for never.
fn after(why: &'static str, calendar: &Calendar, from: &str, seconds: i64, expected: &str) -> Case {
    case(why, calendar.after(at(from), seconds), instant(expected))
}

/// All in the week of Wednesday, 15 January 2025, in Berlin.
fn office_days() -> Vec<Case> {
    let berlin = office("Europe/Berlin");
    let lunch = calendar("Europe/Berlin", MON_TO_FRI, "09:00-12:00 13:00-17:00", &[]);
    let touching = calendar("Europe/Berlin", MON_TO_FRI, "09:00-12:00 12:00-17:00", &[]);
    let weekend = calendar("Europe/Berlin", WEEKEND, "10:00-14:00", &[]);
    let bar = calendar("Europe/Berlin", EVERY_DAY, "00:00-02:00 20:00-24:00", &[]);
    let never = calendar("Europe/Berlin", EVERY_DAY, "", &[]);
    vec![
        open("from opening to closing", &berlin, "2025-01-15T09:00+01", "2025-01-15T17:00+01", 8 * HOUR),
        open("from inside to inside", &berlin, "2025-01-15T10:15+01", "2025-01-15T11:45+01", 90 * MINUTE),
        open("from before opening", &berlin, "2025-01-15T06:00+01", "2025-01-15T10:00+01", HOUR),
        open("until after closing", &berlin, "2025-01-15T16:30+01", "2025-01-15T20:00+01", 30 * MINUTE),
        open("midnight to midnight", &berlin, "2025-01-15T00:00+01", "2025-01-16T00:00+01", 8 * HOUR),
        open("closing to opening", &berlin, "2025-01-15T17:00+01", "2025-01-16T09:00+01", 0),
        open("the last second", &berlin, "2025-01-15T16:59:59+01", "2025-01-15T17:00:01+01", 1),
        open("the first second", &berlin, "2025-01-15T08:59:59+01", "2025-01-15T09:00:01+01", 1),
        open("1 h before a night, 1 h after", &berlin, "2025-01-15T16:00+01", "2025-01-16T10:00+01", 2 * HOUR),
        open("1 h before a weekend, 1 h after", &berlin, "2025-01-17T16:00+01", "2025-01-20T10:00+01", 2 * HOUR),
        open("a weekend", &berlin, "2025-01-18T00:00+01", "2025-01-20T00:00+01", 0),
        open("any week: 5 x 8 h", &berlin, "2025-01-15T12:34:56+01", "2025-01-22T12:34:56+01", 40 * HOUR),
        open("no time at all", &berlin, "2025-01-15T12:00+01", "2025-01-15T12:00+01", 0),
        open("backwards", &berlin, "2025-01-15T14:00+01", "2025-01-15T12:00+01", 0),
        open("fractions drop: :00 to :01", &berlin, "2025-01-15T10:00:00.9+01", "2025-01-15T10:00:01.1+01", 1),
        open("fractions of one second", &berlin, "2025-01-15T10:00:00.1+01", "2025-01-15T10:00:00.9+01", 0),
        open("half an hour each side of lunch", &lunch, "2025-01-15T11:30+01", "2025-01-15T13:30+01", HOUR),
        open("within lunch", &lunch, "2025-01-15T12:10+01", "2025-01-15T12:50+01", 0),
        open("3 h and 4 h around lunch", &lunch, "2025-01-15T00:00+01", "2025-01-16T00:00+01", 7 * HOUR),
        open("touching intervals have no seam", &touching, "2025-01-15T11:00+01", "2025-01-15T13:00+01", 2 * HOUR),
        open("weekend only, 2 x 4 h", &weekend, "2025-01-13T00:00+01", "2025-01-20T00:00+01", 8 * HOUR),
        open("weekend only, on weekdays", &weekend, "2025-01-13T00:00+01", "2025-01-18T10:00+01", 0),
        open("24:00 joins 00:00", &bar, "2025-01-15T23:00+01", "2025-01-16T01:00+01", 2 * HOUR),
        open("one night of a bar: 4 h and 2 h", &bar, "2025-01-15T12:00+01", "2025-01-16T12:00+01", 6 * HOUR),
        open("never open", &never, "2025-01-15T00:00+01", "2026-01-15T00:00+01", 0),
    ]
}

fn zones() -> Vec<Case> {
    let new_york = office("America/New_York");
    let kolkata = office("Asia/Kolkata");
    let lord_howe = office("Australia/Lord_Howe");
    let fourth_of_july = calendar("America/New_York", EVERY_DAY, "00:00-24:00", &["2025-07-04"]);
    vec![
        open("New York opens at 14:00 UTC in winter", &new_york, "2025-01-15T12:00Z", "2025-01-15T15:00Z", HOUR),
        open("and at 13:00 UTC in summer", &new_york, "2025-07-16T12:00Z", "2025-07-16T15:00Z", 2 * HOUR),
        open("Kolkata opens at 03:30 UTC", &kolkata, "2025-01-15T03:00Z", "2025-01-15T04:00Z", 30 * MINUTE),
        open("Monday there, Sunday in UTC", &lord_howe, "2025-01-19T22:00Z", "2025-01-20T00:00Z", 2 * HOUR),
        open("Saturday there, Friday in UTC", &lord_howe, "2025-01-17T22:00Z", "2025-01-18T06:00Z", 0),
        open(
            "a holiday is a local date: 4 h of the 3rd, none of the 4th, 8 h of the 5th",
            &fourth_of_july,
            "2025-07-04T00:00Z",
            "2025-07-05T12:00Z",
            12 * HOUR,
        ),
    ]
}

/// Berlin jumps 02:00 to 03:00 on 30 March 2025 and 03:00 to 02:00 on 26 October; New York 02:00 to 01:00 on
/// 2 November; Lord Howe 02:00 to 01:30 on 6 April and 02:00 to 02:30 on 5 October.
fn clocks_that_change() -> Vec<Case> {
    let every_day = |zone, hours| calendar(zone, EVERY_DAY, hours, &[]);
    let berlin = office("Europe/Berlin");
    let new_york = office("America/New_York");
    let night = every_day("Europe/Berlin", "01:00-03:00");
    let gap = every_day("Europe/Berlin", "02:00-03:00");
    let into_gap = every_day("Europe/Berlin", "01:00-02:30");
    let out_of_gap = every_day("Europe/Berlin", "02:30-04:00");
    let fold = every_day("Europe/Berlin", "02:15-02:45");
    let whole_days = every_day("Europe/Berlin", "00:00-24:00");
    let new_york_night = every_day("America/New_York", "01:00-03:00");
    let lord_howe_night = every_day("Australia/Lord_Howe", "00:00-03:00");
    let sao_paulo = every_day("America/Sao_Paulo", "00:00-02:00");
    let havana = every_day("America/Havana", "00:00-02:00");
    let (spring, day_after) = ("2025-03-30T00:00+01", "2025-03-31T00:00+02");
    let (autumn, next_day) = ("2025-10-26T00:00+02", "2025-10-27T00:00+01");
    vec![
        open("offices sleep through spring", &berlin, "2025-03-28T16:00+01", "2025-03-31T10:00+02", 2 * HOUR),
        open("offices sleep through autumn", &new_york, "2025-10-31T16:00-04", "2025-11-03T10:00-05", 2 * HOUR),
        open("01-03 lacks the skipped hour", &night, spring, day_after, HOUR),
        open("01-03 has an hour twice", &night, autumn, next_day, 3 * HOUR),
        open(
            "from inside the first 02:00 hour to the second",
            &night,
            "2025-10-26T02:30+02",
            "2025-10-26T02:30+01",
            HOUR,
        ),
        open("02-03 does not happen", &gap, spring, day_after, 0),
        open("02-03 happens twice", &gap, autumn, next_day, 2 * HOUR),
        open("01:00-02:30 ends where the clock jumps", &into_gap, spring, day_after, HOUR),
        open("02:30-04:00 begins where it lands", &out_of_gap, spring, day_after, HOUR),
        open("01:00-02:30 goes on in the second 02:00 hour", &into_gap, autumn, next_day, 2 * HOUR),
        open("02:15-02:45 opens twice", &fold, autumn, next_day, HOUR),
        open("and is closed in between", &fold, "2025-10-26T02:45+02", "2025-10-26T02:15+01", 0),
        open("a day of 23 hours", &whole_days, spring, day_after, 23 * HOUR),
        open("a day of 25 hours", &whole_days, autumn, next_day, 25 * HOUR),
        open(
            "New York's 01-03: 1 h, then 2 h",
            &new_york_night,
            "2025-11-02T00:00-04",
            "2025-11-03T00:00-05",
            3 * HOUR,
        ),
        open(
            "Lord Howe skips half an hour",
            &lord_howe_night,
            "2025-10-05T00:00+10:30",
            "2025-10-05T12:00+11",
            150 * MINUTE,
        ),
        open(
            "Lord Howe repeats half an hour",
            &lord_howe_night,
            "2025-04-06T00:00+11",
            "2025-04-06T12:00+10:30",
            210 * MINUTE,
        ),
        open("a day that begins at 01:00", &sao_paulo, "2018-11-03T12:00-03", "2018-11-04T12:00-02", HOUR),
        open("a midnight that comes twice", &havana, "2025-11-01T12:00-04", "2025-11-02T12:00-05", 3 * HOUR),
    ]
}

fn odd_days() -> Vec<Case> {
    let berlin = office("Europe/Berlin");
    let holidays = ["2025-01-18", "2025-05-01", "2025-12-25", "2025-12-26", "2026-01-01"];
    let holidays = calendar("Europe/Berlin", MON_TO_FRI, "09:00-17:00", &holidays);
    let samoa = office("Pacific/Apia");
    let always = Calendar::always();
    vec![
        open("over Thursday, 1 May", &holidays, "2025-04-30T16:00+02", "2025-05-02T10:00+02", 2 * HOUR),
        open("within a holiday", &holidays, "2025-05-01T10:00+02", "2025-05-01T16:00+02", 0),
        open("from within a holiday", &holidays, "2025-05-01T12:00+02", "2025-05-02T10:00+02", HOUR),
        open("into a holiday", &holidays, "2025-04-30T16:00+02", "2025-05-01T12:00+02", HOUR),
        open(
            "a holiday on a Saturday takes nothing",
            &holidays,
            "2025-01-17T16:00+01",
            "2025-01-20T10:00+01",
            2 * HOUR,
        ),
        open("Mon, Tue, Wed of Christmas week", &holidays, "2025-12-22T00:00+01", "2025-12-29T00:00+01", 24 * HOUR),
        open("over New Year's Day", &holidays, "2025-12-31T16:00+01", "2026-01-02T10:00+01", 2 * HOUR),
        open("over a New Year's Day that is worked", &berlin, "2025-12-31T16:00+01", "2026-01-02T10:00+01", 10 * HOUR),
        open("over a leap day, a Thursday", &berlin, "2024-02-28T16:00+01", "2024-03-01T10:00+01", 10 * HOUR),
        open("over no leap day", &berlin, "2023-02-28T16:00+01", "2023-03-01T10:00+01", 2 * HOUR),
        open("522 weeks, Monday to Monday", &berlin, "2015-01-05T00:00+01", "2025-01-06T00:00+01", 522 * 40 * HOUR),
        open("before 1970", &berlin, "1969-12-31T16:00+01", "1970-01-01T10:00+01", 2 * HOUR),
        open("a leap year around the clock", &always, "2024-01-01T00:00Z", "2025-01-01T00:00Z", 366 * 24 * HOUR),
        open("a common year around the clock", &always, "2025-01-01T00:00Z", "2026-01-01T00:00Z", 365 * 24 * HOUR),
        open("Samoa had no Friday, 30 December 2011", &samoa, "2011-12-29T09:00-10", "2012-01-02T09:00+14", 8 * HOUR),
    ]
}

fn instants() -> Vec<Case> {
    let berlin = office("Europe/Berlin");
    let lunch = calendar("Europe/Berlin", MON_TO_FRI, "09:00-12:00 13:00-17:00", &[]);
    let may_day = calendar("Europe/Berlin", MON_TO_FRI, "09:00-17:00", &["2025-05-01"]);
    let never = calendar("Europe/Berlin", EVERY_DAY, "", &[]);
    let minute_a_week = calendar("Europe/Berlin", SUNDAY, "09:00-09:01", &[]);
    vec![
        after("the same day", &berlin, "2025-01-15T10:00+01", 4 * HOUR, "2025-01-15T14:00+01"),
        after("closing time, not the next opening", &berlin, "2025-01-15T09:00+01", 8 * HOUR, "2025-01-15T17:00+01"),
        after("a second more", &berlin, "2025-01-15T09:00+01", 8 * HOUR + 1, "2025-01-16T09:00:01+01"),
        after("from a weekend", &berlin, "2025-01-18T12:00+01", HOUR, "2025-01-20T10:00+01"),
        after("a night's request, a day later", &berlin, "2025-01-14T22:00+01", 8 * HOUR, "2025-01-15T17:00+01"),
        after("nothing, while open", &berlin, "2025-01-15T10:00+01", 0, "2025-01-15T10:00+01"),
        after("nothing, while closed", &berlin, "2025-01-18T12:00+01", 0, "2025-01-18T12:00+01"),
        after("nothing, fraction and all", &berlin, "2025-01-15T10:00:00.5+01", 0, "2025-01-15T10:00:00.5+01"),
        after("less than nothing", &berlin, "2025-01-15T10:00+01", -HOUR, "2025-01-15T10:00+01"),
        after("the fraction drops", &berlin, "2025-01-15T10:00:00.5+01", 10, "2025-01-15T10:00:10+01"),
        after("until lunch", &lunch, "2025-01-15T10:00+01", 2 * HOUR, "2025-01-15T12:00+01"),
        after("past lunch", &lunch, "2025-01-15T10:00+01", 3 * HOUR, "2025-01-15T14:00+01"),
        after("past a holiday", &may_day, "2025-04-30T16:00+02", 2 * HOUR, "2025-05-02T10:00+02"),
        after("from a holiday", &may_day, "2025-05-01T10:00+02", HOUR, "2025-05-02T10:00+02"),
        after("a year of 52 weeks", &berlin, "2025-01-13T09:00+01", 52 * 40 * HOUR, "2026-01-09T17:00+01"),
        after("long ago", &berlin, "1969-07-16T16:00+01", 2 * HOUR, "1969-07-17T10:00+01"),
        after("never", &never, "2025-01-15T10:00+01", 1, ""),
        after("not within five years", &minute_a_week, "2025-01-15T10:00+01", 10 * HOUR, ""),
    ]
}

fn instants_when_clocks_change() -> Vec<Case> {
    let berlin = office("Europe/Berlin");
    let whole_days = calendar("Europe/Berlin", EVERY_DAY, "00:00-24:00", &[]);
    let sunday_night = calendar("Europe/Berlin", SUNDAY, "01:00-03:00", &[]);
    let fold = calendar("Europe/Berlin", EVERY_DAY, "02:15-02:45", &[]);
    let lord_howe = calendar("Australia/Lord_Howe", EVERY_DAY, "00:00-24:00", &[]);
    let always = Calendar::always();
    vec![
        after("over a spring weekend", &berlin, "2025-03-28T16:00+01", 2 * HOUR, "2025-03-31T10:00+02"),
        after("24 h are not a day in autumn", &whole_days, "2025-10-26T00:00+02", 24 * HOUR, "2025-10-26T23:00+01"),
        after("nor in spring", &whole_days, "2025-03-30T00:00+01", 24 * HOUR, "2025-03-31T01:00+02"),
        after("1 h this Sunday, 1 h the next", &sunday_night, "2025-03-30T00:00+01", 2 * HOUR, "2025-04-06T02:00+02"),
        after("where the clock jumps", &sunday_night, "2025-03-30T00:00+01", HOUR, "2025-03-30T03:00+02"),
        after("the second time round", &fold, "2025-10-26T00:00+02", 45 * MINUTE, "2025-10-26T02:30+01"),
        after("half an hour skipped", &lord_howe, "2025-10-05T01:00+10:30", 2 * HOUR, "2025-10-05T03:30+11"),
        after("over a leap day", &always, "2024-02-28T12:00Z", 48 * HOUR, "2024-03-01T12:00Z"),
    ]
}
