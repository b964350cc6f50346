//! Errors: problems that the API returns (RFC 9457), and requests without a response.

use crate::Response;
use http::{HeaderMap, header::RETRY_AFTER};
use serde_json::Value;
use std::{fmt, time::Duration};

/// Any error, as it is the source of ours.
pub type Source = Box<dyn std::error::Error + Send + Sync>;

/// The reason why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The API refused the request, or could not fulfil it.
    #[error("{0}")]
    Problem(Box<Problem>),
    /// There was no connection to the service.
    #[error("cannot connect to {url}")]
    Connect { url: String, source: Source },
    /// The service did not respond in time.
    #[error("{url} did not respond within {after:?}")]
    Timeout { url: String, after: Duration },
    /// The connection was lost before the response was complete.
    #[error("the connection was lost before the response was complete")]
    Lost { source: Source },
    /// The response is not of the expected type: it has a value that the service has added since this client was built,
    /// or did not come from the service. The whole response is here.
    #[error("unexpected response at `{path}`: {source}")]
    Decode { path: String, source: serde_json::Error, response: Box<Response> },
    /// The request could not be made.
    #[error("invalid request: {0}")]
    Request(String),
}

impl Error {
    /// The problem, if the API returned one.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Error::Problem(problem) => Some(problem),
            _ => None,
        }
    }

    /// The code of the problem, such as `version_mismatch`.
    pub fn code(&self) -> Option<&str> {
        self.problem().map(|problem| problem.code.as_str())
    }

    /// True if the same request can succeed later.
    pub fn is_temporary(&self) -> bool {
        self.is_lost() || self.problem().is_some_and(|problem| problem.status == 429 || problem.status >= 500)
    }

    /// True if the response was lost, or there never was one.
    pub(crate) fn is_lost(&self) -> bool {
        matches!(self, Error::Connect { .. } | Error::Timeout { .. } | Error::Lost { .. })
    }
}

/// A problem that the API returned.
#[derive(Clone, Debug)]
pub struct Problem {
    pub status: u16,
    /// The reason, for programs: `version_mismatch`. It is `unknown` if a proxy responded instead of the service.
    pub code: String,
    pub title: String,
    /// The reason, for people.
    pub detail: Option<String>,
    /// Name it when you contact support.
    pub request_id: Option<String>,
    /// How long to wait before the request is sent again.
    pub retry_after: Option<Duration>,
    /// All fields of the problem, also those that only some codes have, such as `errors` and `required_scopes`.
    pub body: Value,
}

impl Problem {
    pub(crate) fn of(response: &Response) -> Problem {
        let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
        let text = |name: &str| body[name].as_str().map(str::to_owned);
        // A proxy between client and service may return something else.
        let detail = text("detail").or_else(|| (!body.is_object()).then(|| beginning(&response.body)));
        let reason = response.status.canonical_reason().unwrap_or_default();
        Problem {
            status: response.status.as_u16(),
            code: text("code").unwrap_or_else(|| "unknown".to_owned()),
            title: text("title").unwrap_or_else(|| reason.to_owned()),
            detail: detail.filter(|detail| !detail.is_empty()),
            request_id: text("request_id").or_else(|| response.request_id().map(str::to_owned)),
            retry_after: retry_after(&response.headers),
            body,
        }
    }

    /// The problem with all fields that the API documents. `None` if it has a code that this version does not know.
    pub fn typed(&self) -> Option<api::Problem> {
        serde_json::from_value(self.body.clone()).ok()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.status, self.code, self.detail.as_ref().unwrap_or(&self.title))
    }
}

/// `Retry-After` in seconds. The service does not send dates.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn beginning(body: &[u8]) -> String {
    String::from_utf8_lossy(body).chars().take(200).collect()
}
