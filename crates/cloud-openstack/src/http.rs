//! A request by the guarded client, and what can become of it: a response, or none, before or after it was sent.

use crate::failure::not_reached;
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::Failure;
use outbound::{
    Bytes, Client, HeaderMap, Method, Outgoing, Phase, StatusCode, Why,
    header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue},
};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use url::Url;

/// The time for one request.
const CALL: Duration = Duration::from_secs(8);

/// The largest response that is read. A page of servers has 1,000 entries of a few kilobytes.
const BODY: usize = 16 * 1024 * 1024;

const TOKEN: HeaderName = HeaderName::from_static("x-auth-token");
const VERSION: HeaderName = HeaderName::from_static("openstack-api-version");

pub(crate) struct Request<'a> {
    pub method: Method,
    pub url: &'a Url,
    pub token: Option<&'a SecretString>,
    /// The microversion of the API, as the header has it.
    pub version: Option<&'static str>,
    pub body: Option<&'a Value>,
}

pub(crate) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    body: Bytes,
}

/// Why there is no response.
#[derive(Debug)]
pub(crate) enum Unanswered {
    /// The request has not left this service.
    NotSent(Failure),
    /// The request may have had its effect, or may still have it.
    Open(Failure),
    /// The request may have had its effect. The server has ended it.
    Ended(Failure),
}

impl Unanswered {
    pub fn into_failure(self) -> Failure {
        match self {
            Unanswered::NotSent(failure) | Unanswered::Open(failure) | Unanswered::Ended(failure) => failure,
        }
    }
}

impl Answer {
    /// The body, if it is what the API promises.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        // The error would quote the text.
        serde_json::from_slice(&self.body)
            .map_err(|_| Failure::new(CloudFindingCode::Unclear, "The response is not a valid response of OpenStack."))
    }

    /// The size of the body.
    pub fn size(&self) -> usize {
        self.body.len()
    }

    /// True if the service has responded in the wanted microversion. One that does not know microversions ignores them.
    pub fn has_version(&self, wanted: &str) -> bool {
        self.headers.get_all(VERSION).iter().any(|found| found.as_bytes() == wanted.as_bytes())
    }
}

pub(crate) async fn send(client: &Client, request: Request<'_>) -> Result<Answer, Unanswered> {
    let Request { method, url, token, version, body } = request;
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    if let Some(version) = version {
        headers.insert(VERSION, HeaderValue::from_static(version));
    }
    if let Some(token) = token {
        let unfit =
            |_| Unanswered::NotSent(Failure::new(CloudFindingCode::Unclear, "The token of Keystone is not valid."));
        let mut value = HeaderValue::from_str(token.expose_secret()).map_err(unfit)?;
        value.set_sensitive(true);
        headers.insert(TOKEN, value);
    }
    let body = match body {
        Some(json) => {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            Bytes::from(json.to_string())
        }
        None => Bytes::new(),
    };
    let outgoing = Outgoing { method, url, headers, body, timeout: CALL, keep: BODY };
    let incoming = client.send(outgoing).await.map_err(|failed| unanswered(&failed.why, not_reached(&failed)))?;
    if incoming.body_truncated {
        return Err(Unanswered::Ended(Failure::new(CloudFindingCode::Unclear, "The response is too large.")));
    }
    Ok(Answer { status: incoming.status, headers: incoming.headers, body: incoming.body })
}

/// A server that has responded or closed the connection has ended the request; one that is silent may be busy with it.
fn unanswered(why: &Why, failure: Failure) -> Unanswered {
    match why {
        Why::Timeout(Phase::Answer) => Unanswered::Open(failure),
        Why::Timeout(Phase::Body) | Why::TooLarge | Why::Closed | Why::Broken { .. } => Unanswered::Ended(failure),
        Why::Url(_) | Why::Name(_) | Why::Address { .. } | Why::Connect { .. } | Why::Tls { .. } | Why::Timeout(_) => {
            Unanswered::NotSent(failure)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_whose_connection_was_made_may_have_had_its_effect() {
        let unanswered = |why: &Why| unanswered(why, Failure::new(CloudFindingCode::Unreachable, ""));
        assert!(matches!(unanswered(&Why::Timeout(Phase::Answer)), Unanswered::Open(_)));
        for ended in [Why::Timeout(Phase::Body), Why::Closed, Why::TooLarge] {
            assert!(matches!(unanswered(&ended), Unanswered::Ended(_)), "{ended:?}");
        }
        let refused = Why::Connect { remote: ([127, 0, 0, 1], 1).into(), reason: String::new() };
        for closed in [Why::Timeout(Phase::Connect), Why::Timeout(Phase::Tls), refused] {
            assert!(matches!(unanswered(&closed), Unanswered::NotSent(_)), "{closed:?}");
        }
    }
}
