//! A write: what a handler changes leaves together with its audit row and with the answer that a retry will get, or,
//! with `?dry_run=true`, not at all. Built once: a handler has no other way to commit.

mod audit;
pub mod idempotency;

use super::{
    Caller, Origin, Problem, Query,
    answer::{Changed, Created, Deleted, Written, etag, location},
    document::Operation,
};
use crate::{app::App, db::Tx};
use api::Resource;
use audit::Entry;
use axum::{
    extract::FromRequestParts,
    http::request::Parts,
    response::{IntoResponse, Response},
};
use idempotency::{Answer, Claim, IdempotencyKey};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{ops::Deref, sync::Arc};
use utoipa::IntoParams;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WriteParams {
    /// Check everything and answer what would be stored, with `"dry_run": true`, but store nothing.
    #[param(nullable = false)]
    dry_run: Option<bool>,
}

/// A request that changes something.
pub struct Write {
    app: App,
    caller: Caller,
    origin: Origin,
    operation: Arc<Operation>,
    /// With the transaction that has claimed it.
    idempotency_key: Option<(IdempotencyKey, Tx)>,
    dry_run: bool,
}

impl Write {
    /// Nothing remains of it unless it is finished.
    pub async fn begin(mut self) -> Result<Change, Problem> {
        let (key, tx) = match self.idempotency_key.take() {
            Some((key, tx)) => (Some(key), tx),
            None => (None, self.app.db.tx(&self.caller).await?),
        };
        Ok(Change { tx, key, write: self })
    }
}

/// A request that was answered before is answered here: no handler sees it again.
impl FromRequestParts<App> for Write {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Write, Response> {
        let write = write(parts, app).await.map_err(Problem::into_response)?;
        // What stores nothing leaves no answer to be repeated.
        let Some(key) = parts.extensions.remove::<IdempotencyKey>().filter(|_| !write.dry_run) else {
            return Ok(write);
        };
        match key.claim(app, &write.caller).await.map_err(Problem::into_response)? {
            Claim::Fresh(tx) => Ok(Write { idempotency_key: Some((key, tx)), ..write }),
            Claim::Answered(answer) => Err(answer),
        }
    }
}

async fn write(parts: &mut Parts, app: &App) -> Result<Write, Problem> {
    let Query(WriteParams { dry_run }) = Query::from_request_parts(parts, app).await?;
    let missing = || Problem::internal(anyhow::anyhow!("a write that did not pass the gate"));
    Ok(Write {
        app: app.clone(),
        caller: Caller::from_request_parts(parts, app).await?,
        origin: parts.extensions.get().cloned().ok_or_else(missing)?,
        operation: parts.extensions.get().cloned().ok_or_else(missing)?,
        idempotency_key: None,
        dry_run: dry_run.unwrap_or(false),
    })
}

/// A change under way. Statements run on it as on a [`Tx`]; one of its three ends commits it.
pub struct Change {
    tx: Tx,
    key: Option<IdempotencyKey>,
    write: Write,
}

impl Deref for Change {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.tx
    }
}

impl Change {
    pub async fn created<T: Resource + Serialize>(self, new: T) -> Result<Created<T>, Problem> {
        let after = without_secrets(&new)?;
        let answer = Answer { status: 201, etag: etag(&new), location: location(&new), body: Some(&after) };
        let entry = Entry { kind: T::TYPE, id: new.id(), before: None, after: Some(&after) };
        let stored = self.finish(&entry, &answer).await?;
        Ok(Created(if stored { Written::Stored(new) } else { Written::Planned(after) }))
    }

    pub async fn changed<T: Resource + Serialize>(self, old: &T, new: T) -> Result<Changed<T>, Problem> {
        let (before, after) = (without_secrets(old)?, without_secrets(&new)?);
        let answer = Answer { status: 200, etag: etag(&new), location: None, body: Some(&after) };
        let entry = Entry { kind: T::TYPE, id: new.id(), before: Some(&before), after: Some(&after) };
        let stored = self.finish(&entry, &answer).await?;
        Ok(Changed(if stored { Written::Stored(new) } else { Written::Planned(after) }))
    }

    pub async fn deleted<T: Resource + Serialize>(self, old: &T) -> Result<Deleted, Problem> {
        let before = without_secrets(old)?;
        let answer = Answer { status: 204, etag: None, location: None, body: None };
        let entry = Entry { kind: T::TYPE, id: old.id(), before: Some(&before), after: None };
        let stored = self.finish(&entry, &answer).await?;
        Ok(Deleted(if stored { Written::Stored(()) } else { Written::Planned(before) }))
    }

    /// Whether it was stored: a dry run is rolled back by being dropped.
    async fn finish(self, entry: &Entry<'_>, answer: &Answer<'_>) -> Result<bool, Problem> {
        let Change { tx, key, write } = self;
        if write.dry_run {
            return Ok(false);
        }
        let record = Entry::prepare(&tx).await?;
        let key = match &key {
            Some(key) => Some((key, IdempotencyKey::prepare(&tx).await?)),
            None => None,
        };
        let last = async |tx: &Tx| {
            let recorded = entry.record(&record, tx, &write);
            let Some((key, keep)) = &key else { return recorded.await };
            let kept = key.keep(keep, tx, &write.caller, answer, write.app.clock.now());
            let (recorded, kept) = futures::join!(recorded, kept);
            recorded.and(kept)
        };
        tx.commit_with(last).await?;
        Ok(true)
    }
}

/// What may be kept of it: a secret is shown once, to whoever made it.
fn without_secrets<T: Resource + Serialize>(resource: &T) -> Result<Value, Problem> {
    let mut value = serde_json::to_value(resource).map_err(Problem::internal)?;
    for field in T::SECRETS {
        value[field] = Value::Null;
    }
    Ok(value)
}
