//! When a request is sent again, and after how long.

use crate::Error;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use std::time::Duration;

pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Statuses of a service, or of a proxy before it, that could not handle the request.
const RETRIED: [u16; 4] = [429, 502, 503, 504];

const FIRST_DELAY: Duration = Duration::from_millis(250);
const LONGEST_DELAY: Duration = Duration::from_secs(30);

/// A write that is sent again with the same key is not executed again. DELETE needs none.
pub fn add_idempotency_key(method: &Method, headers: &mut HeaderMap) {
    let needs_key = [Method::POST, Method::PUT, Method::PATCH].contains(method);
    if needs_key && !headers.contains_key(IDEMPOTENCY_KEY) {
        let key = uuid::Builder::from_random_bytes(rand::random()).into_uuid().to_string();
        headers.extend(HeaderValue::from_str(&key).ok().map(|key| (IDEMPOTENCY_KEY, key)));
    }
}

/// The time to wait before a request is sent again after this error; `None` if it is not sent again.
pub fn delay_after(error: &Error, attempt: u32) -> Option<Duration> {
    let Error::Problem(problem) = error else { return error.is_lost().then(|| back_off(attempt)) };
    // The first request, whose response was lost, is still in progress.
    let in_flight = problem.status == StatusCode::CONFLICT && problem.retry_after.is_some();
    if !RETRIED.contains(&problem.status) && !in_flight {
        return None;
    }
    match problem.retry_after {
        // Waiting longer than this is for the caller to decide.
        Some(asked) => (asked <= LONGEST_DELAY).then_some(asked),
        None => Some(back_off(attempt)),
    }
}

/// Between half of the delay and all of it, so that many clients do not come back at once.
pub fn back_off(attempt: u32) -> Duration {
    let longest = FIRST_DELAY.saturating_mul(2_u32.saturating_pow(attempt)).min(LONGEST_DELAY);
    longest.mul_f64(rand::random_range(0.5..=1.0))
}
