//! The target of `--forward-to`: events are posted one after the other, each signed, and again if the target fails.

use super::signature::Secret;
use crate::{
    USER_AGENT,
    context::{Failure, note, now},
    stop::Stop,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use client::{
    Body, Client, Error, Request,
    http::{
        HeaderName, HeaderValue,
        header::{AUTHORIZATION, InvalidHeaderValue},
    },
};
use std::time::{Duration, Instant};
use url::Url;

const ID: HeaderName = HeaderName::from_static("webhook-id");
const TIMESTAMP: HeaderName = HeaderName::from_static("webhook-timestamp");
const SIGNATURE: HeaderName = HeaderName::from_static("webhook-signature");

const FIRST_DELAY: Duration = Duration::from_millis(500);
const LONGEST_DELAY: Duration = Duration::from_secs(30);

/// The result of forwarding an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// There is no target.
    Shown,
    Delivered {
        status: u16,
        took: Duration,
    },
    /// The target refused the event, or failed in all attempts.
    Refused {
        status: u16,
        took: Duration,
    },
    /// The target did not respond in any attempt.
    Unreachable(String),
    /// The listener was stopped between two attempts.
    Interrupted,
}

pub struct Target {
    http: Client,
    path: String,
    authorization: Option<HeaderValue>,
    secret: Secret,
    retries: u32,
}

enum Attempt {
    Status(u16),
    None(String),
}

impl Target {
    pub fn new(url: &Url, secret: Secret, timeout: Duration, retries: u32) -> Result<Target, Failure> {
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(Failure::Usage("--forward-to must be an http or https URL".to_owned()));
        }
        let authorization =
            basic(url).map_err(|_| Failure::Usage("the password of --forward-to is invalid".to_owned()))?;
        let origin = url.origin().ascii_serialization();
        // The attempts are counted here, because an event that is sent again has a new signature.
        let http = Client::builder(&origin).user_agent(USER_AGENT).timeout(timeout).retries(0).build()?;
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        Ok(Target { http, path: format!("{}{query}", url.path()), authorization, secret, retries })
    }

    /// Sends an event until it is accepted or refused, or the attempts are used up.
    pub async fn send(&self, id: &str, body: &[u8], stop: &mut Stop) -> Outcome {
        let mut attempt = 0;
        loop {
            let begun = Instant::now();
            let result = self.once(id, body).await;
            let took = begun.elapsed();
            let failed = match result {
                Ok(Attempt::Status(status)) if (200..300).contains(&status) => {
                    return Outcome::Delivered { status, took };
                }
                Ok(Attempt::Status(status)) if !is_temporary(status) => return Outcome::Refused { status, took },
                Ok(failed) => failed,
                Err(why) => return Outcome::Unreachable(why),
            };
            if attempt == self.retries {
                return match failed {
                    Attempt::Status(status) => Outcome::Refused { status, took },
                    Attempt::None(why) => Outcome::Unreachable(why),
                };
            }
            let delay = delay(attempt);
            attempt += 1;
            let result = match failed {
                Attempt::Status(status) => status.to_string(),
                Attempt::None(why) => why,
            };
            note(format!(
                "{id}: {result}; attempt {} of {} in {} ms",
                attempt + 1,
                self.retries + 1,
                delay.as_millis()
            ));
            tokio::select! {
                () = tokio::time::sleep(delay) => {}
                () = stop.requested() => return Outcome::Interrupted,
            }
        }
    }

    async fn once(&self, id: &str, body: &[u8]) -> Result<Attempt, String> {
        let seconds = now().as_second();
        let value = |text: &str| HeaderValue::from_str(text).map_err(|error| error.to_string());
        let content = Body::Bytes { content_type: "application/json".to_owned(), bytes: body.to_vec().into() };
        let mut request = Request::post(self.path.clone())
            .header(ID, value(id)?)
            .header(TIMESTAMP, HeaderValue::from(seconds))
            .header(SIGNATURE, value(&self.secret.sign(id, seconds, body))?)
            .body(content);
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization.clone());
        }
        match self.http.send(request).await {
            Ok(response) => Ok(Attempt::Status(response.status.as_u16())),
            Err(Error::Problem(problem)) => Ok(Attempt::Status(problem.status)),
            Err(error @ (Error::Connect { .. } | Error::Timeout { .. } | Error::Lost { .. })) => {
                Ok(Attempt::None(without_address(&error)))
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The URL can contain a token, so it is not repeated.
fn without_address(error: &Error) -> String {
    match error {
        Error::Connect { .. } => "no connection".to_owned(),
        Error::Timeout { after, .. } => format!("no response within {} s", after.as_secs()),
        _ => "the connection was lost".to_owned(),
    }
}

/// User and password of the URL as a header.
fn basic(url: &Url) -> Result<Option<HeaderValue>, InvalidHeaderValue> {
    if url.username().is_empty() && url.password().is_none() {
        return Ok(None);
    }
    let pair = format!("{}:{}", decoded(url.username()), decoded(url.password().unwrap_or_default()));
    let mut value = HeaderValue::from_str(&format!("Basic {}", BASE64_STANDARD.encode(pair)))?;
    value.set_sensitive(true);
    Ok(Some(value))
}

fn decoded(text: &str) -> String {
    // `form_urlencoded` decodes percent signs; a plus sign is written as itself in this part of a URL.
    let pair = format!("x={}", text.replace('+', "%2B"));
    url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Statuses after which the same request can succeed.
fn is_temporary(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500..)
}

fn delay(attempt: u32) -> Duration {
    FIRST_DELAY.saturating_mul(2_u32.saturating_pow(attempt)).min(LONGEST_DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_the_address_becomes_a_header() {
        let url: Url = "https://ada:p%40ss+word@example.com/hook".parse().unwrap();
        let header = basic(&url).unwrap().unwrap();
        assert_eq!(header.to_str().unwrap(), format!("Basic {}", BASE64_STANDARD.encode("ada:p@ss+word")));
        assert!(header.is_sensitive());
        assert_eq!(basic(&"https://example.com/hook".parse().unwrap()).unwrap(), None);
    }

    #[test]
    fn a_refusal_is_final_and_a_failure_is_temporary() {
        assert!([500, 502, 503, 429, 408].into_iter().all(is_temporary));
        assert!(![400, 401, 404, 410, 422].into_iter().any(is_temporary));
    }

    #[test]
    fn delays_grow_to_a_limit() {
        let delays: Vec<u128> = (0..8).map(|attempt| delay(attempt).as_millis()).collect();
        assert_eq!(delays, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    }
}
