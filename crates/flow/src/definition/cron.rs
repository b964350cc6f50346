//! Checks whether a text is a schedule of five fields; Temporal executes it.

const MONTHS: [&str; 12] = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/// The maximum number of days of each month.
const LENGTHS: [u32; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

pub(super) fn check(text: &str) -> Result<(), String> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let [minute, hour, day, month, weekday] = fields[..] else {
        return Err(
            "must have five fields: minute, hour, day of the month, month and day of the week, in UTC".to_owned()
        );
    };
    field(minute, "minute", 0, 59, &[])?;
    field(hour, "hour", 0, 23, &[])?;
    let days = field(day, "day of the month", 1, 31, &[])?;
    let months = field(month, "month", 1, 12, &MONTHS)?;
    field(weekday, "day of the week", 0, 7, &DAYS)?;
    // Elsewhere either is enough; Temporal requires both, and `0 0 13 * FRI` would match only once or twice in a year.
    if day != "*" && weekday != "*" {
        return Err("the day of the month and the day of the week cannot be combined: one of them must be *".to_owned());
    }
    let exists = |month: &u32| days.iter().any(|day| *day <= LENGTHS[*month as usize - 1]);
    if !months.iter().any(exists) {
        return Err("never occurs: no such month has that day".to_owned());
    }
    Ok(())
}

/// Every value that a field names.
fn field(text: &str, what: &str, least: u32, most: u32, names: &[&str]) -> Result<Vec<u32>, String> {
    let wrong = || format!("the {what} must be *, or values from {least} to {most} such as 1,5, 1-5 or */5");
    let value = |text: &str| {
        let number = || text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
        let named = || names.iter().position(|name| name.eq_ignore_ascii_case(text)).map(|at| at as u32 + least);
        number().or_else(named).filter(|value| (least..=most).contains(value))
    };
    let mut values = vec![];
    for part in text.split(',') {
        let (range, step) = part.split_once('/').map_or((part, Some(1)), |(range, step)| (range, step.parse().ok()));
        let step = step.filter(|step| (1..=most).contains(step)).ok_or_else(wrong)?;
        let (from, to) = match range.split_once('-') {
            _ if range == "*" => (Some(least), Some(most)),
            Some((from, to)) => (value(from), value(to)),
            None if part.contains('/') => (value(range), Some(most)),
            None => (value(range), value(range)),
        };
        let (from, to) = from.zip(to).filter(|(from, to)| from <= to).ok_or_else(wrong)?;
        values.extend((from..=to).step_by(step as usize));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn five_fields_within_their_ranges_are_a_schedule() {
        for good in [
            "0 3 * * *",
            "*/5 * * * *",
            "0 9-17/2 1,15 JAN-MAR *",
            "0 9-17/2 * JAN-MAR mon-FRI",
            "59 23 31 12 *",
            "59 23 * 12 7",
            "0 0 29 2 *",
            "5/10 * * * *",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
    }

    #[test]
    fn all_else_is_refused() {
        let bad = [
            "",
            "* * * *",
            "* * * * * *",
            "60 * * * *",
            "* 24 * * *",
            "* * 0 * *",
            "* * * 13 *",
            "* * * * 8",
            "*/0 * * * *",
            "5-1 * * * *",
            "1, * * * *",
            "a * * * *",
            "+1 * * * *",
            "@every 1s",
            "0 0 31 2 *",
            "0 0 30 feb *",
            "0 0 13 * FRI",
            "0 0 30 2 MON",
            "0 0 1,15 * 1-5",
            "*/x * * * *",
            "٣ * * * *",
        ];
        for bad in bad {
            assert!(check(bad).is_err(), "{bad}");
        }
    }
}
