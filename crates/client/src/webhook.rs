//! Webhooks: verifies that the service has sent a delivery (Standard Webhooks).

use base64::{Engine, prelude::BASE64_STANDARD};
use http::HeaderMap;
use jiff::Timestamp;
use ring::hmac::{self, HMAC_SHA256};
use serde_json::Value;
use std::fmt;

/// Seconds by which the timestamp of a delivery may differ from the clock.
const TOLERANCE: i64 = 300;

/// The delivery was not sent by the service, was changed on the way, or is too old.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSignature(&'static str);

/// Verifies the deliveries of a webhook endpoint with its secret, `whsec_…`.
#[derive(Clone)]
pub struct Webhook {
    key: hmac::Key,
}

impl Webhook {
    pub fn new(secret: &str) -> Result<Webhook, InvalidSignature> {
        let key = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap_or(secret));
        let key = key.map_err(|_| InvalidSignature("the secret of a webhook endpoint begins with whsec_"))?;
        Ok(Webhook { key: hmac::Key::new(HMAC_SHA256, &key) })
    }

    /// The event of a delivery that was received at a time. `body` must be the bytes as they were received. The event is an
    /// [`api::events::Event`], unless it has a type that this version does not know.
    pub fn verify(&self, body: &[u8], headers: &HeaderMap, now: Timestamp) -> Result<Value, InvalidSignature> {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let (id, timestamp) = (text("webhook-id"), text("webhook-timestamp"));
        let at: Option<i64> = timestamp.parse().ok();
        let at = at.filter(|_| !id.is_empty()).ok_or(InvalidSignature("webhook-id or webhook-timestamp is missing"))?;
        if now.as_second().abs_diff(at) > TOLERANCE.unsigned_abs() {
            return Err(InvalidSignature("the timestamp is too old or in the future"));
        }
        let signed = [format!("{id}.{timestamp}.").as_bytes(), body].concat();
        // While a secret is rotated there are two signatures. The comparison takes the same time for any signature.
        let matches =
            text("webhook-signature").split_whitespace().filter_map(|one| one.strip_prefix("v1,")).any(|one| {
                BASE64_STANDARD.decode(one).is_ok_and(|signature| hmac::verify(&self.key, &signed, &signature).is_ok())
            });
        if !matches {
            return Err(InvalidSignature("no signature matches"));
        }
        serde_json::from_slice(body).map_err(|_| InvalidSignature("the body is not JSON"))
    }
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Webhook")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const BODY: &[u8] = br#"{"type":"ticket.created"}"#;

    fn headers(body: &[u8], at: i64) -> HeaderMap {
        let key = hmac::Key::new(HMAC_SHA256, &BASE64_STANDARD.decode(&SECRET[6..]).unwrap());
        let tag = hmac::sign(&key, &[format!("evt_1.{at}.").as_bytes(), body].concat());
        let signatures = format!("v1,AAAA v1,{}", BASE64_STANDARD.encode(tag));
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", HeaderValue::from_static("evt_1"));
        headers.insert("webhook-timestamp", HeaderValue::from(at));
        headers.insert("webhook-signature", HeaderValue::from_str(&signatures).unwrap());
        headers
    }

    fn verify(body: &[u8], headers: &HeaderMap) -> Result<Value, InvalidSignature> {
        Webhook::new(SECRET).unwrap().verify(body, headers, Timestamp::from_second(1_000_000).unwrap())
    }

    #[test]
    fn a_delivery_that_is_signed_with_the_secret_is_accepted() {
        assert_eq!(verify(BODY, &headers(BODY, 1_000_000)).unwrap()["type"], "ticket.created");
        assert!(verify(BODY, &headers(BODY, 1_000_299)).is_ok());
    }

    #[test]
    fn a_delivery_that_was_changed_is_old_or_lacks_a_header_is_refused() {
        assert!(verify(b"{}", &headers(BODY, 1_000_000)).is_err());
        assert!(verify(BODY, &headers(BODY, 999_600)).is_err());
        assert!(verify(BODY, &headers(BODY, 1_000_400)).is_err());
        for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
            let mut headers = headers(BODY, 1_000_000);
            headers.remove(name);
            assert!(verify(BODY, &headers).is_err(), "{name}");
        }
    }

    #[test]
    fn the_secret_is_not_shown() {
        assert_eq!(format!("{:?}", Webhook::new(SECRET).unwrap()), "Webhook");
    }
}
