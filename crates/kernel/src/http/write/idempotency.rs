//! `Idempotency-Key`: a retry gets the response of the first request instead of a second effect.
//!
//! The response is stored in the transaction of the change, so that neither exists without the other, even after a
//! crash. A failed request stores nothing: it may be retried.
//!
//! The claim of a key is the first statement of the transaction. It fails if another request has the key, and then
//! PostgreSQL refuses the following statements, so that no request waits for another: if a request fails, the gate
//! searches for a stored response.

use crate::{
    app::App,
    db::{Db, Error, Reason, Tx},
    http::{Caller, Problem, query::pairs},
};
use api::ProblemCode;
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::Response,
};
use futures::FutureExt;
use jiff::{SignedDuration, Timestamp};
use queries::queries::http::write::idempotency::{AnswerOf, answer_of, claim, forget_answers, forget_reservations};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::Arc;

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// Methods with a body. A repeated DELETE has no further effect.
const METHODS: [Method; 3] = [Method::POST, Method::PUT, Method::PATCH];

const KEPT: SignedDuration = SignedDuration::from_hours(24);

/// Within the caller's tenant, the caller and the route, it identifies one request.
#[derive(Clone)]
pub struct IdempotencyKey {
    key: String,
    route: Arc<str>,
    /// The fingerprint of the query and the body.
    fingerprint: [u8; 32],
}

impl IdempotencyKey {
    /// The key of the request, if its method accepts one. A request that stores nothing has no response to repeat.
    pub fn of(
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        body: &Bytes,
        route: &Arc<str>,
    ) -> Result<Option<IdempotencyKey>, Problem> {
        let Some(key) = headers.get(HEADER).filter(|_| METHODS.contains(method)) else {
            return Ok(None);
        };
        let fits = |key: &&str| (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
        let key = key.to_str().ok().filter(fits).ok_or_else(|| {
            let detail = "Idempotency-Key must have 1 to 255 printable ASCII characters without spaces.";
            Problem::new(ProblemCode::InvalidHeader, detail)
        })?;
        if pairs(uri).any(|(name, value)| name == "dry_run" && value == "true") {
            return Ok(None);
        }
        let fingerprint = fingerprint(uri, body);
        Ok(Some(IdempotencyKey { key: key.to_owned(), route: route.clone(), fingerprint }))
    }

    /// Of several concurrent requests with this key, one continues. Sent, not awaited.
    pub async fn claim(&self, tx: &Tx, caller: &Caller, now: Timestamp) -> Result<(), Problem> {
        let claim = claim().prepare(tx).await?; // unprepared, what follows would overtake it
        let (_, who) = caller.actor();
        let _ = claim.bind(tx, &who, &self.route(), &self.key, &kept_since(now)).one().now_or_never();
        Ok(())
    }

    /// The stored response to the first request with this key, instead of a problem, even if the second request was
    /// refused before it claimed the key.
    pub async fn answer_instead(&self, app: &App, caller: &Caller, problem: &Problem) -> Result<Response, Problem> {
        let db = app.db.tenant(caller).await?;
        let ((_, who), since) = (caller.actor(), kept_since(app.clock.now()));
        let kept = answer_of().bind(&db, &who, &self.route(), &self.key, &since).opt().await?;
        let refused = || if problem.follows_failure() { IdempotencyKey::in_flight() } else { problem.clone() };
        let kept = kept.ok_or_else(refused)?;
        if kept.fingerprint != self.fingerprint {
            let detail = "The Idempotency-Key was already used with another body or other parameters. Use a new key.";
            return Err(Problem::new(ProblemCode::IdempotencyKeyReused, detail));
        }
        Ok(replayed(kept))
    }

    /// True if the response to a request with this key is stored.
    pub async fn is_answered(&self, app: &App, caller: &Caller) -> Result<bool, Problem> {
        let db = app.db.tenant(caller).await?;
        let ((_, who), since) = (caller.actor(), kept_since(app.clock.now()));
        Ok(answer_of().bind(&db, &who, &self.route(), &self.key, &since).opt().await?.is_some())
    }

    pub fn route(&self) -> &str {
        &self.route
    }

    pub fn text(&self) -> &str {
        &self.key
    }

    pub fn fingerprint(&self) -> &[u8] {
        &self.fingerprint
    }

    pub fn in_flight() -> Problem {
        let detail = "A request with this Idempotency-Key is in progress. Retry after the time in Retry-After to get \
            its response.";
        Problem::new(ProblemCode::RequestInFlight, detail)
    }

    /// A refused claim: the gate searches for the response of the request that has the key.
    pub fn refused(error: tokio_postgres::Error) -> Problem {
        let is_claimed = error.code().is_some_and(|state| state.code().starts_with("TC"));
        if is_claimed { IdempotencyKey::in_flight() } else { error.into() }
    }
}

/// The fingerprint of the parameters and the body: of their meaning, not of their bytes. A client that writes the same object
/// with other spaces, or its fields in another order, repeats its request.
fn fingerprint(uri: &Uri, body: &[u8]) -> [u8; 32] {
    let mut parameters: Vec<_> = pairs(uri).collect();
    parameters.sort();
    let parameters = serde_json::to_vec(&parameters).unwrap_or_default();
    let hash = Sha256::new_with_prefix(parameters).chain_update([0]);
    // The fields of a parsed object are sorted. Another body than JSON is compared as it is.
    let canonical = serde_json::from_slice::<Value>(body).and_then(|value| serde_json::to_vec(&value));
    match canonical {
        Ok(canonical) => hash.chain_update(canonical).finalize().into(),
        Err(_) => hash.chain_update(body).finalize().into(),
    }
}

/// Responses are kept since this time.
pub fn kept_since(now: Timestamp) -> Timestamp {
    now - KEPT
}

/// Removes expired responses, until none is left.
pub async fn forget_old(db: &Db, now: Timestamp) -> Result<(), Error> {
    loop {
        let system = db.system(Reason::Retention).await?;
        let answers = forget_answers().bind(&*system, &kept_since(now)).all().await?;
        let reservations = forget_reservations().bind(&*system, &now).all().await?;
        if answers.is_empty() && reservations.is_empty() {
            return Ok(());
        }
    }
}

fn replayed(kept: AnswerOf) -> Response {
    let status = u16::try_from(kept.status).ok().and_then(|status| StatusCode::from_u16(status).ok());
    let mut response = Response::new(Body::from(kept.body));
    *response.status_mut() = status.unwrap_or(StatusCode::OK);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(REPLAYED, HeaderValue::from_static("true"));
    for (name, value) in [(header::ETAG, kept.etag), (header::LOCATION, kept.location)] {
        if let Some(value) = value.and_then(|value| HeaderValue::try_from(value).ok()) {
            headers.insert(name, value);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_of_the_meaning_of_a_request() {
        let of = |uri: &'static str, body: &str| fingerprint(&Uri::from_static(uri), body.as_bytes());
        let first = of("/api/things?id=1&force=true", r#"{"name": "a", "tags": ["x", "y"], "more": {"b": 1, "a": 2}}"#);
        let again = of("/api/things?force=true&id=%31", r#"{"more":{"a":2,"b":1},"tags":["x","y"],"name":"\u0061"}"#);
        assert_eq!(first, again);
        for other in [
            of("/api/things?id=1&force=true", r#"{"name": "a", "tags": ["y", "x"], "more": {"b": 1, "a": 2}}"#),
            of("/api/things?id=1", r#"{"name": "a", "tags": ["x", "y"], "more": {"b": 1, "a": 2}}"#),
        ] {
            assert_ne!(first, other);
        }
        assert_ne!(of("/api/things", "name: a"), of("/api/things", "name:  a"));
    }
}
