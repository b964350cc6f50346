//! Durations: ISO 8601 or an object such as `{minutes: 5}`.

use crate::bounds::LONGEST;
use jiff::{SignedDuration, SpanRelativeTo, fmt::temporal::SpanParser};
use serde_json::{Map, Value};
use std::time::Duration;

const UNITS: [(&str, u64); 5] =
    [("days", 86_400_000), ("hours", 3_600_000), ("minutes", 60_000), ("seconds", 1_000), ("milliseconds", 1)];

/// From a millisecond to [`LONGEST`]. An error describes the fault.
pub fn parse_duration(value: &Value) -> Result<Duration, String> {
    let duration = match value {
        Value::String(text) => iso(text)?,
        Value::Object(parts) => sum(parts)?,
        _ => return Err("must be a duration such as PT5M or {minutes: 5}".to_owned()),
    };
    match duration {
        Some(duration) if duration.is_zero() => Err("must be longer than 0".to_owned()),
        Some(duration) if duration <= LONGEST => Ok(duration),
        _ => Err("must be at most 366 days".to_owned()),
    }
}

/// `None`: too long to represent.
fn iso(text: &str) -> Result<Option<Duration>, String> {
    let wrong =
        || "must be a duration such as PT5M, P1DT12H or {minutes: 5}; months and years differ in length".to_owned();
    if !text.starts_with('P') {
        return Err(wrong());
    }
    let span = SpanParser::new().parse_span(text).map_err(|_| wrong())?;
    if span.get_years() != 0 || span.get_months() != 0 {
        return Err(wrong());
    }
    let exact: SignedDuration = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| wrong())?;
    Ok(exact.try_into().ok())
}

fn sum(parts: &Map<String, Value>) -> Result<Option<Duration>, String> {
    let mut milliseconds = Some(0u64);
    for (name, amount) in parts {
        let Some((_, unit)) = UNITS.iter().find(|(unit, _)| unit == name) else {
            return Err(format!("has {name}, which is not one of days, hours, minutes, seconds and milliseconds"));
        };
        let Some(amount) = amount.as_u64() else { return Err(format!("{name} must be a whole number")) };
        milliseconds = milliseconds.and_then(|sum| sum.checked_add(amount.checked_mul(*unit)?));
    }
    Ok(milliseconds.map(Duration::from_millis))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn durations_are_iso_or_objects() {
        let seconds = |value| parse_duration(&value).map(|duration| duration.as_secs());
        assert_eq!(seconds(json!("PT5M")), Ok(300));
        assert_eq!(seconds(json!("P1DT12H")), Ok(36 * 3600));
        assert_eq!(seconds(json!("P2W")), Ok(14 * 86_400));
        assert_eq!(seconds(json!({"hours": 1, "seconds": 5})), Ok(3605));
        assert_eq!(parse_duration(&json!({"milliseconds": 20})), Ok(Duration::from_millis(20)));
    }

    #[test]
    fn centuries_nothing_and_nonsense_are_refused() {
        let wrong = [
            json!("P100Y"),
            json!("P1M"),
            json!("-PT5M"),
            json!("PT0S"),
            json!("5 minutes"),
            json!(""),
            json!("P"),
            json!(5),
            json!("P367D"),
            json!("PT99999999999999999999H"),
            json!({"days": u64::MAX}),
            json!({"days": -1}),
            json!({"years": 1}),
            json!({"seconds": 1.5}),
            json!({}),
            json!(null),
            json!({"days": 400, "hours": u64::MAX}),
        ];
        for value in wrong {
            assert!(parse_duration(&value).is_err(), "{value}");
        }
    }
}
