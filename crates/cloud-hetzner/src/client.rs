//! Requests of the API with a token, and lists in pages.

use crate::Hetzner;
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::{Access, Credential, Failure};
use outbound::{
    Bytes, HeaderMap, Method, Outgoing, Phase, StatusCode, Why,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue},
};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use url::Url;

const PUBLIC: &str = "https://api.hetzner.cloud/v1";

/// The time for one request, and the largest response that is read.
const CALL: Duration = Duration::from_secs(8);
const BODY: usize = 16 * 1024 * 1024;

/// The largest list that is read.
const MOST_BYTES: usize = 128 * 1024 * 1024;

/// Entries of a page: the most that Hetzner allows.
const PAGE: &str = "50";

/// The longest text of the provider that is shown.
const TEXT: usize = 200;

pub(crate) struct Caller<'a> {
    client: &'a outbound::Client,
    base: Url,
    token: &'a SecretString,
}

pub(crate) struct Answer {
    pub status: StatusCode,
    body: Bytes,
}

/// Why there is no response.
pub(crate) enum Unanswered {
    /// The request has not left this service.
    NotSent(Failure),
    /// The request may have had its effect.
    Open(Failure),
}

impl Unanswered {
    pub fn into_failure(self) -> Failure {
        match self {
            Unanswered::NotSent(failure) | Unanswered::Open(failure) => failure,
        }
    }
}

impl Hetzner {
    pub(crate) fn caller<'a>(&'a self, access: &'a Access) -> Result<Caller<'a>, Failure> {
        let unfit = |detail: &str| Failure::new(CloudFindingCode::Unclear, detail);
        let Credential::ApiToken(token) = &access.credential else {
            return Err(unfit("The credentials are not those of Hetzner."));
        };
        let public = || PUBLIC.parse::<Url>().map_err(|_| unfit("The endpoint is not a URL."));
        let base = access.endpoint.clone().map_or_else(public, Ok)?;
        Ok(Caller { client: &self.client, base, token })
    }
}

impl Answer {
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        // The error would quote the text.
        let unclear = |_| Failure::new(CloudFindingCode::Unclear, "The response is not a valid response of Hetzner.");
        serde_json::from_slice(&self.body).map_err(unclear)
    }

    /// The code of an error: without one, it is not Hetzner's.
    pub fn code(&self) -> Option<String> {
        let body: Value = self.json().ok()?;
        Some(body.get("error")?.get("code")?.as_str()?.to_owned())
    }
}

impl Caller<'_> {
    pub async fn send(
        &self,
        method: Method,
        path: &[&str],
        query: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Result<Answer, Unanswered> {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let unfit = |_| Unanswered::NotSent(Failure::new(CloudFindingCode::Unclear, "The token is not valid."));
        let bearer = format!("Bearer {}", self.token.expose_secret());
        let mut bearer = HeaderValue::from_str(&bearer).map_err(unfit)?;
        bearer.set_sensitive(true);
        let mut headers = HeaderMap::from_iter([(AUTHORIZATION, bearer)]);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if body.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let body = body.map_or_else(Bytes::new, |json| Bytes::from(json.to_string()));
        let outgoing = Outgoing { method, url: &url, headers, body, timeout: CALL, keep: BODY };
        let incoming = self.client.send(outgoing).await.map_err(|failed| {
            let detail = format!("Hetzner was not reached: {failed}.");
            let failure = Failure::new(CloudFindingCode::Unreachable, detail);
            if was_sent(&failed.why) { Unanswered::Open(failure) } else { Unanswered::NotSent(failure) }
        })?;
        if incoming.body_truncated {
            return Err(Unanswered::Open(Failure::new(CloudFindingCode::Unclear, "The response is too large.")));
        }
        Ok(Answer { status: incoming.status, body: incoming.body })
    }

    pub async fn get(&self, path: &[&str], query: &[(&str, &str)]) -> Result<Answer, Failure> {
        let answer = self.send(Method::GET, path, query, None).await.map_err(Unanswered::into_failure)?;
        if answer.status.as_u16() == 200 { Ok(answer) } else { Err(self.failure(&answer)) }
    }

    /// All entries of a list, up to a limit; the flag is true if there were more. Pages shift when entries go meanwhile, so
    /// that a list whose length is not the announced one is none.
    pub async fn list<T: DeserializeOwned>(
        &self,
        key: &str,
        query: &[(&str, &str)],
        most: usize,
    ) -> Result<(Vec<T>, bool), Failure> {
        let unclear = |detail: &str| Failure::new(CloudFindingCode::Unclear, detail);
        let (mut found, mut number, mut bytes) = (vec![], 1_u64, 0);
        loop {
            let page = number.to_string();
            let query = [query, &[("page", page.as_str()), ("per_page", PAGE)]].concat();
            let answer = self.get(&[key], &query).await?;
            bytes += answer.body.len();
            if bytes > MOST_BYTES {
                return Err(unclear("The list is too large."));
            }
            let mut answer: Value = answer.json()?;
            let Some(Value::Array(entries)) = answer.get_mut(key).map(Value::take) else {
                return Err(unclear("A page of a list is not a valid response of Hetzner."));
            };
            found.extend(entries);
            let pagination = answer.get("meta").and_then(|meta| meta.get("pagination"));
            let next = pagination.and_then(|paging| paging.get("next_page")?.as_u64());
            let total = pagination.and_then(|paging| paging.get("total_entries")?.as_u64());
            let is_cut = found.len() > most;
            match next {
                Some(next) if next == number + 1 && !is_cut => number = next,
                Some(_) if !is_cut => return Err(unclear("A page of a list is not a valid response of Hetzner.")),
                _ => {
                    let is_whole = total.is_none_or(|total| total == found.len() as u64);
                    if !is_cut && !is_whole {
                        return Err(unclear("The list changed while it was read."));
                    }
                    found.truncate(most);
                    let entries = serde_json::from_value(Value::Array(found));
                    return Ok((entries.map_err(|_| unclear("A list is not a valid response of Hetzner."))?, is_cut));
                }
            }
        }
    }

    /// Hetzner's own sentence is passed on, unless it contains the token.
    pub fn failure(&self, answer: &Answer) -> Failure {
        let body: Value = answer.json().unwrap_or_default();
        let said = body.get("error").and_then(|error| error.get("message")?.as_str());
        let said = said.filter(|said| !said.contains(self.token.expose_secret())).map(shown);
        let status = answer.status.as_u16();
        let said = said
            .map_or_else(|| format!("Hetzner returned {status}."), |said| format!("Hetzner returned an error: {said}"));
        let code = match status {
            401 => CloudFindingCode::WrongKey,
            403 => CloudFindingCode::PermissionDenied,
            429 => CloudFindingCode::Throttled,
            500..=599 => CloudFindingCode::Unreachable,
            _ => CloudFindingCode::Unclear,
        };
        Failure::new(code, said)
    }
}

/// True if a part of the request may have reached the server.
fn was_sent(why: &Why) -> bool {
    match why {
        Why::Url(_) | Why::Name(_) | Why::Address { .. } | Why::Connect { .. } | Why::Tls { .. } => false,
        Why::Timeout(phase) => matches!(phase, Phase::Answer | Phase::Body),
        Why::TooLarge | Why::Closed | Why::Broken { .. } => true,
    }
}

/// A text of the provider, whatever it sends.
pub(crate) fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(TEXT).collect()
}
