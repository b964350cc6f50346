//! Periods of days, as `created:` and its like take them. Days are those of UTC.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// The first instant, and the first one after the period.
pub type Period = (Option<Timestamp>, Option<Timestamp>);

/// The time that lies in both periods.
pub fn common((since, until): Period, (other_since, other_until): Period) -> Period {
    (since.max(other_since), [until, other_until].into_iter().flatten().min())
}

/// `2026-11-01`, `>2026-11-01`, `>=2026-11-01`, `<2026-11-01`, `<=2026-11-01` and `2026-11-01..2026-11-30`, whose ends are
/// included and one of which may be absent.
pub fn period(text: &str) -> Option<Period> {
    if let Some((first, last)) = text.split_once("..") {
        let begin = if first.is_empty() { None } else { Some(begin_of(first)?) };
        let end = if last.is_empty() { None } else { Some(end_of(last)?) };
        return (begin.is_some() || end.is_some()).then_some((begin, end));
    }
    if let Some(day) = text.strip_prefix(">=") {
        return Some((Some(begin_of(day)?), None));
    }
    if let Some(day) = text.strip_prefix("<=") {
        return Some((None, Some(end_of(day)?)));
    }
    if let Some(day) = text.strip_prefix('>') {
        return Some((Some(end_of(day)?), None));
    }
    if let Some(day) = text.strip_prefix('<') {
        return Some((None, Some(begin_of(day)?)));
    }
    Some((Some(begin_of(text)?), Some(end_of(text)?)))
}

fn begin_of(day: &str) -> Option<Timestamp> {
    instant(day.parse().ok()?)
}

/// The beginning of the next day.
fn end_of(day: &str) -> Option<Timestamp> {
    instant(day.parse::<Date>().ok()?.tomorrow().ok()?)
}

/// PostgreSQL has no year 0, and writes earlier ones in another way.
fn instant(day: Date) -> Option<Timestamp> {
    if day.year() < 1 {
        return None;
    }
    Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_a_day_or_lies_between_days() {
        let at = |text: &str| Some(format!("{text}T00:00:00Z").parse::<Timestamp>().unwrap());
        assert_eq!(period("2026-11-01"), Some((at("2026-11-01"), at("2026-11-02"))));
        assert_eq!(period(">2026-11-01"), Some((at("2026-11-02"), None)));
        assert_eq!(period(">=2026-11-01"), Some((at("2026-11-01"), None)));
        assert_eq!(period("<2026-11-01"), Some((None, at("2026-11-01"))));
        assert_eq!(period("<=2026-12-31"), Some((None, at("2027-01-01"))));
        assert_eq!(period("2026-11-01..2026-11-30"), Some((at("2026-11-01"), at("2026-12-01"))));
        assert_eq!(period("..2026-11-30"), Some((None, at("2026-12-01"))));
        for wrong in ["", "..", "yesterday", "2026-13-01", ">", "9999-12-31", "0000-12-31", "-000001-01-01"] {
            assert_eq!(period(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn two_periods_have_the_time_in_common_that_lies_in_both() {
        let (early, late) = (period("2026-11-01..2026-11-10").unwrap(), period(">=2026-11-05").unwrap());
        assert_eq!(common(early, late), period("2026-11-05..2026-11-10").unwrap());
        assert_eq!(common((None, None), late), late);
    }
}
