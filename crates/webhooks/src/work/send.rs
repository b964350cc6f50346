//! One attempt: signed, sent through the guarded client, and recorded with its result.

use super::{endpoint::Address, lane::Outcome};
use api::EventId;
use axum::body::Bytes;
use jiff::{SignedDuration, Timestamp, fmt::rfc2822};
use kernel::{app::App, clock::Clock, telemetry::TraceContext};
use outbound::{HeaderMap, Incoming, KEPT_BODY, Method, Outgoing, StatusCode, Timings, header};
use serde_json::{Map, Value};
use std::time::Duration;
use uuid::Uuid;

const ID: header::HeaderName = header::HeaderName::from_static("webhook-id");
const TIMESTAMP: header::HeaderName = header::HeaderName::from_static("webhook-timestamp");
const SIGNATURE: header::HeaderName = header::HeaderName::from_static("webhook-signature");
const AGENT: &str = concat!("tenant-control/", env!("CARGO_PKG_VERSION"));

/// An attempt as it is stored.
pub struct Attempt {
    pub id: Uuid,
    pub at: Timestamp,
    pub status: Option<i32>,
    pub error: Option<&'static str>,
    pub detail: Option<String>,
    pub remote: Option<String>,
    pub timings: Timings,
    pub headers: Option<Value>,
    pub body: Option<Bytes>,
    pub truncated: bool,
}

#[cfg(test)]
impl Attempt {
    pub fn example() -> Attempt {
        Attempt {
            id: Uuid::nil(),
            at: Timestamp::UNIX_EPOCH,
            status: Some(200),
            error: None,
            detail: None,
            remote: None,
            timings: Timings::default(),
            headers: None,
            body: None,
            truncated: false,
        }
    }
}

/// Reserved names: a customer's header cannot use them.
pub fn is_ours(name: &header::HeaderName) -> bool {
    let said = [header::CONTENT_TYPE, header::USER_AGENT].contains(name) || name.as_str().starts_with("webhook-");
    said || !outbound::may_set(name)
}

pub async fn attempt(
    app: &App,
    address: &Address,
    timeout: Duration,
    event: EventId,
    body: &Bytes,
) -> (Attempt, Outcome) {
    let now = app.clock.now();
    let outgoing = Outgoing {
        method: Method::POST,
        url: &address.url,
        headers: headers(address, event, now, body),
        body: body.clone(),
        timeout,
        keep: KEPT_BODY,
    };
    let blank = |clock: Clock, timings| Attempt {
        id: clock.id(),
        at: now,
        status: None,
        error: None,
        detail: None,
        remote: None,
        timings,
        headers: None,
        body: None,
        truncated: false,
    };
    let (attempt, outcome) = match app.outbound.send(outgoing).await {
        Ok(answer) => {
            let outcome = judge(&answer, now);
            let attempt = Attempt {
                status: Some(answer.status.as_u16().into()),
                error: (outcome != Outcome::Accepted).then_some("status"),
                remote: Some(answer.remote.to_string()),
                headers: Some(kept(&answer.headers)),
                body: Some(answer.body).filter(|body| !body.is_empty()),
                truncated: answer.body_truncated,
                ..blank(app.clock, answer.timings)
            };
            (attempt, outcome)
        }
        Err(failed) => {
            let attempt = Attempt {
                error: Some(failed.why.code()),
                detail: Some(failed.why.to_string()),
                remote: failed.remote.map(|remote| remote.to_string()),
                ..blank(app.clock, failed.timings)
            };
            (attempt, Outcome::Failed { retry_after: None })
        }
    };
    count(&attempt, outcome);
    (attempt, outcome)
}

/// Adds the result to the metrics and to the span of the attempt.
fn count(attempt: &Attempt, outcome: Outcome) {
    metrics::counter!("webhook_attempts_total", "outcome" => outcome.name()).increment(1);
    let span = tracing::Span::current();
    span.record("http.response.status_code", attempt.status);
    if outcome != Outcome::Accepted {
        span.record("otel.status_code", "ERROR");
    }
}

fn headers(address: &Address, event: EventId, now: Timestamp, body: &[u8]) -> HeaderMap {
    let id = event.to_string();
    let signature = address.secrets.sign(&id, now, body);
    let mut headers = address.headers.clone();
    let value = |text: &str| header::HeaderValue::from_str(text).unwrap_or(header::HeaderValue::from_static(""));
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    headers.insert(header::USER_AGENT, header::HeaderValue::from_static(AGENT));
    headers.insert(ID, value(&id));
    headers.insert(TIMESTAMP, value(&now.as_second().to_string()));
    headers.insert(SIGNATURE, value(&signature));
    TraceContext::send_with(&mut headers);
    headers
}

fn judge(answer: &Incoming, now: Timestamp) -> Outcome {
    match answer.status {
        status if status.is_success() => Outcome::Accepted,
        StatusCode::GONE => Outcome::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            let text = answer.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
            Outcome::Failed { retry_after: text.and_then(|text| retry_after(text, now)) }
        }
        _ => Outcome::Failed { retry_after: None },
    }
}

/// Seconds, or a date.
fn retry_after(text: &str, now: Timestamp) -> Option<SignedDuration> {
    match text.trim().parse::<u32>() {
        Ok(seconds) => Some(SignedDuration::from_secs(seconds.into())),
        Err(_) => {
            let at = rfc2822::parse(text.trim()).ok()?.timestamp();
            Some(at.duration_since(now)).filter(SignedDuration::is_positive)
        }
    }
}

/// The stored headers of a response: one value of each name.
fn kept(headers: &HeaderMap) -> Value {
    let text = |value: &header::HeaderValue| Value::from(String::from_utf8_lossy(value.as_bytes()).replace('\0', ""));
    Value::Object(headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_says_when_by_seconds_or_by_a_date() {
        let now: Timestamp = "2026-11-15T09:30:00Z".parse().unwrap();
        assert_eq!(retry_after("120", now), Some(SignedDuration::from_secs(120)));
        assert_eq!(retry_after("Sun, 15 Nov 2026 10:30:00 GMT", now), Some(SignedDuration::from_hours(1)));
        assert_eq!(retry_after("Sun, 15 Nov 2026 08:30:00 GMT", now), None);
        assert_eq!(retry_after("soon", now), None);
        assert_eq!(retry_after("-5", now), None);
    }
}
