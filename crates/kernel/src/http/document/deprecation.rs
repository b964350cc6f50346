//! Deprecated operations: they are announced in the document and in the headers of each response, at least twelve months
//! before they end.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use jiff::{Timestamp, ToSpan, civil::Date, fmt::rfc2822::DateTimePrinter, tz::TimeZone};
use serde_json::{Value, json};

/// Extensions by which a handler declares the date since which its operation is deprecated, and the date on which it may
/// be removed: `extensions(("x-deprecated-since" = json!("2027-01-01")), ("x-sunset" = json!("2028-01-01")))`.
const SINCE: &str = "x-deprecated-since";
const SUNSET: &str = "x-sunset";

const NOTICE_MONTHS: i64 = 12;

const DEPRECATION_HEADER: HeaderName = HeaderName::from_static("deprecation");
const SUNSET_HEADER: HeaderName = HeaderName::from_static("sunset");

/// The headers of a deprecated operation.
pub struct Deprecation {
    since: HeaderValue,
    sunset: HeaderValue,
}

impl Deprecation {
    /// The deprecation that an operation declares; the operation is then marked as `deprecated`.
    pub(super) fn of(operation: &mut Value) -> Result<Option<Deprecation>, String> {
        let (since, sunset) = match (date(operation, SINCE)?, date(operation, SUNSET)?) {
            (None, None) => return Ok(None),
            (Some(since), Some(sunset)) => (since, sunset),
            _ => return Err(format!("must declare both {SINCE} and {SUNSET}")),
        };
        let earliest = since.checked_add(NOTICE_MONTHS.months()).map_err(|error| error.to_string())?;
        if sunset < earliest {
            return Err(format!("must not end before {earliest}, {NOTICE_MONTHS} months after its deprecation"));
        }
        operation["deprecated"] = json!(true);
        let sunset = DateTimePrinter::new().timestamp_to_rfc9110_string(&start_of(sunset)?);
        let sunset = sunset.map_err(|error| error.to_string())?;
        Ok(Some(Deprecation { since: header(format!("@{}", start_of(since)?.as_second()))?, sunset: header(sunset)? }))
    }

    /// `Deprecation` as in RFC 9745, and `Sunset` as in RFC 8594.
    pub fn add(&self, headers: &mut HeaderMap) {
        headers.insert(DEPRECATION_HEADER, self.since.clone());
        headers.insert(SUNSET_HEADER, self.sunset.clone());
    }
}

fn date(operation: &Value, name: &str) -> Result<Option<Date>, String> {
    let text = operation[name].as_str();
    text.map(|text| text.parse().map_err(|_| format!("must declare {name} as a date"))).transpose()
}

fn start_of(date: Date) -> Result<Timestamp, String> {
    date.to_zoned(TimeZone::UTC).map(|start| start.timestamp()).map_err(|error| error.to_string())
}

fn header(text: String) -> Result<HeaderValue, String> {
    HeaderValue::try_from(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(since: &str, sunset: &str) -> Value {
        json!({SINCE: since, SUNSET: sunset})
    }

    #[test]
    fn a_deprecated_operation_is_marked_and_sends_both_headers() {
        let mut operation = declared("2027-01-01", "2028-01-01");
        let deprecation = Deprecation::of(&mut operation).unwrap().unwrap();
        assert_eq!(operation["deprecated"], true);
        let mut headers = HeaderMap::new();
        deprecation.add(&mut headers);
        assert_eq!(headers["deprecation"], "@1798761600");
        assert_eq!(headers["sunset"], "Sat, 01 Jan 2028 00:00:00 GMT");
    }

    #[test]
    fn an_operation_without_a_declaration_is_not_deprecated() {
        let mut operation = json!({});
        assert!(Deprecation::of(&mut operation).unwrap().is_none());
        assert!(operation.get("deprecated").is_none());
    }

    #[test]
    fn a_notice_of_less_than_twelve_months_is_refused() {
        let fault = Deprecation::of(&mut declared("2027-01-01", "2027-12-31")).err();
        assert_eq!(fault.unwrap(), "must not end before 2028-01-01, 12 months after its deprecation");
        let fault = Deprecation::of(&mut json!({SINCE: "2027-01-01"})).err();
        assert_eq!(fault.unwrap(), "must declare both x-deprecated-since and x-sunset");
    }
}
