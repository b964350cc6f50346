//! `Idempotency-Key`: a retry gets the answer of the first try instead of a second effect.
//!
//! The answer is kept in the transaction of the change, so there is never one without the other, whatever crashes
//! when. A request that failed keeps nothing: it may be tried again.

use crate::{
    app::App,
    db::{Db, Error, OnConstraint, Reason, Tx},
    http::{Caller, Problem},
};
use api::ProblemCode;
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::Response,
};
use jiff::{SignedDuration, Timestamp};
use queries::{
    client::Params,
    queries::http::write::idempotency::{
        AnswerOf, KeepAnswerParams, KeepAnswerStmt, answer_of, claim, forget_answers, keep_answer,
    },
};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use uuid::Uuid;

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

const KEPT: SignedDuration = SignedDuration::from_hours(24);

/// Within the caller's tenant, the caller and the route, it names one request.
#[derive(Clone)]
pub struct IdempotencyKey {
    key: String,
    route: Arc<str>,
    /// Of the query and the body.
    fingerprint: [u8; 32],
}

/// What a retry gets.
pub struct Answer<'a> {
    pub status: i32,
    pub etag: Option<String>,
    pub location: Option<String>,
    pub body: Option<&'a Value>,
}

/// What became of the wish to go on with a key.
pub enum Claim {
    Fresh(Tx),
    Answered(Response),
}

impl IdempotencyKey {
    /// The one that the request carries, where its method takes one.
    pub fn of(
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        body: &Bytes,
        route: &Arc<str>,
    ) -> Result<Option<IdempotencyKey>, Problem> {
        let Some(key) = headers.get(HEADER).filter(|_| [Method::POST, Method::PATCH].contains(method)) else {
            return Ok(None);
        };
        let fits = |key: &&str| (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
        let key = key.to_str().ok().filter(fits).ok_or_else(|| {
            let detail = "Idempotency-Key must have 1 to 255 printable characters, without blanks.";
            Problem::new(ProblemCode::InvalidHeader, detail)
        })?;
        let fingerprint = Sha256::new_with_prefix(uri.query().unwrap_or_default()).chain_update([0]).chain_update(body);
        let fingerprint = fingerprint.finalize().into();
        Ok(Some(IdempotencyKey { key: key.to_owned(), route: route.clone(), fingerprint }))
    }

    /// Of several requests with this key at once one goes on, in the transaction that holds the claim.
    pub async fn claim(&self, app: &App, caller: &Caller) -> Result<Claim, Problem> {
        let tx = app.db.tx(caller).await?;
        let ((_, who), route, since) = (caller.actor(), &&*self.route, app.clock.now() - KEPT);
        let (lock, look) = (claim().prepare(&tx).await?, answer_of().prepare(&tx).await?);
        // In this order, in one round trip: what was done before the lock was free is seen after it.
        let (claimed, kept) = futures::join!(
            lock.bind(&tx, &who, route, &self.key, &since).one(),
            look.bind(&tx, &who, route, &self.key, &since).opt(),
        );
        match kept? {
            None if claimed? => Ok(Claim::Fresh(tx)),
            None => Err(in_flight()),
            Some(kept) if kept.fingerprint == self.fingerprint => Ok(Claim::Answered(replayed(kept))),
            Some(_) => {
                let detail = "The Idempotency-Key was used with another body or other parameters. Take a new one.";
                Err(Problem::new(ProblemCode::IdempotencyKeyReused, detail))
            }
        }
    }

    pub async fn prepare(tx: &Tx) -> Result<KeepAnswerStmt, Problem> {
        Ok(keep_answer().prepare(tx).await?)
    }

    pub async fn keep(
        &self,
        statement: &KeepAnswerStmt,
        tx: &Tx,
        principal: Option<Uuid>,
        answer: &Answer<'_>,
        now: Timestamp,
    ) -> Result<(), Problem> {
        statement
            .params(
                tx,
                &KeepAnswerParams {
                    principal_id: principal.unwrap_or_default(),
                    route: &*self.route,
                    key: self.key.as_str(),
                    fingerprint: self.fingerprint.as_slice(),
                    status: answer.status,
                    etag: answer.etag.as_deref(),
                    location: answer.location.as_deref(),
                    body: answer.body.map(ToString::to_string).unwrap_or_default(),
                    now,
                },
            )
            .one()
            .await
            // The claim makes this impossible; the key of the table is the backstop.
            .on_constraint(&[("idempotency_keys_pkey", in_flight)])?;
        Ok(())
    }
}

/// Removes answers that are too old to be repeated, until none is left.
pub async fn forget_old(db: &Db, now: Timestamp) -> Result<(), Error> {
    loop {
        let system = db.system(Reason::Retention).await?;
        if forget_answers().bind(&*system, &(now - KEPT)).all().await?.is_empty() {
            return Ok(());
        }
    }
}

fn in_flight() -> Problem {
    let detail = "A request with this Idempotency-Key is under way. Ask again after the given time for its answer.";
    Problem::new(ProblemCode::RequestInFlight, detail)
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
