//! A write: the changes of a handler are committed together with the audit row, the events and the response for
//! retries, or, with `?dry_run=true`, not at all. A handler has no other way to commit.
//!
//! A [`Write`] is the request, a [`Change`] the transaction, an [`Entry`] the record of one resource, and an [`Answer`]
//! the response.

mod answer;
mod change;
mod entry;
pub mod idempotency;
mod record;
mod reservation;

use super::{Caller, Origin, Problem, Query, document::Operation};
use crate::{app::App, db::Tx, telemetry::TraceContext};
use axum::{extract::FromRequestParts, http::request::Parts};
use idempotency::IdempotencyKey;
use reservation::Reservation;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use uuid::Uuid;

pub use answer::Answer;
pub use change::Change;
pub use entry::Entry;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WriteParams {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing.
    #[param(nullable = false)]
    dry_run: Option<bool>,
}

/// A request that changes something.
pub struct Write {
    app: App,
    caller: Caller,
    author: Author,
    idempotency_key: Option<IdempotencyKey>,
    dry_run: bool,
}

/// The author of a change, as in the audit log and the event log.
pub struct Author {
    actor_kind: &'static str,
    actor_id: Option<Uuid>,
    ip: String,
    request_id: String,
    operation: String,
    /// The trace of the work that makes the change. Its events keep it.
    trace: Option<TraceContext>,
}

impl Write {
    /// True if nothing will be stored.
    pub fn is_dry_run(&self) -> bool {
        self.dry_run
    }

    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The author, as stored in a row: the kind, and the id of a key or user.
    pub fn actor(&self) -> (&'static str, Option<Uuid>) {
        (self.author.actor_kind, self.author.actor_id)
    }

    /// Fails if a request with the same Idempotency-Key was handled already: the gate sends that response. Only for a
    /// write with expensive preparations; `begin` has the final say.
    pub async fn check_unanswered(&self) -> Result<(), Problem> {
        let Some(key) = &self.idempotency_key else { return Ok(()) };
        match key.is_answered(&self.app, &self.caller).await? {
            true => Err(IdempotencyKey::in_flight()),
            false => Ok(()),
        }
    }

    /// Commits rows before the change itself, without a record: they let a job undo an effect that no rollback undoes, if
    /// the change does not happen. Must not be used in a dry run.
    pub async fn prepare<T>(&self, rows: impl AsyncFnOnce(&Tx) -> Result<T, Problem>) -> Result<T, Problem> {
        let tx = self.app.db.tx(&self.caller).await?;
        let prepared = rows(&tx).await?;
        tx.commit_with(async |_| Ok::<_, Problem>(())).await?;
        Ok(prepared)
    }

    /// Nothing is stored unless one of the final methods of the change is called. If another request has the same
    /// Idempotency-Key, every statement is refused.
    pub async fn begin(self) -> Result<Change, Problem> {
        let Write { app, caller, author, idempotency_key: key, dry_run } = self;
        let tx = app.db.tx(&caller).await?;
        if let Some(key) = &key {
            key.claim(&tx, &caller, app.clock.now()).await?;
        }
        Ok(Change::new(&app, tx, caller.tenant(), author).of_request(key, dry_run))
    }

    /// A change after an effect that no rollback undoes and that may be slow, such as a call to a customer's server. No
    /// transaction is open meanwhile; a retry does not repeat the effect.
    pub async fn begin_after<T>(
        self,
        effect: impl AsyncFnOnce() -> Result<T, Problem>,
    ) -> Result<(Change, T), Problem> {
        let Some(key) = &self.idempotency_key else {
            let done = effect().await?;
            return Ok((self.begin().await?, done));
        };
        let reservation = Reservation::make(&self.app, &self.caller, key).await?;
        let done = match effect().await {
            Ok(done) => done,
            Err(problem) => {
                reservation.release(&self.app, &self.caller).await;
                return Err(problem);
            }
        };
        let Write { app, caller, author, idempotency_key: key, dry_run } = self;
        let tx = app.db.tx(&caller).await?;
        reservation.end(&tx).await?;
        Ok((Change::new(&app, tx, caller.tenant(), author).of_request(key, dry_run), done))
    }
}

impl FromRequestParts<App> for Write {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Write, Problem> {
        let Query(WriteParams { dry_run }) = Query::from_request_parts(parts, app).await?;
        let caller = Caller::from_request_parts(parts, app).await?;
        let missing = || Problem::internal(anyhow::anyhow!("the write did not pass the gate"));
        let origin = parts.extensions.get::<Origin>().ok_or_else(missing)?;
        let operation = parts.extensions.get::<Arc<Operation>>().ok_or_else(missing)?;
        let (actor_kind, actor_id) = caller.actor();
        let author = Author {
            actor_kind,
            actor_id: Some(actor_id),
            ip: origin.ip.to_string(),
            request_id: origin.request_id.to_string(),
            operation: operation.id.clone(),
            trace: TraceContext::current(),
        };
        let idempotency_key = parts.extensions.remove::<IdempotencyKey>();
        Ok(Write { app: app.clone(), caller, author, idempotency_key, dry_run: dry_run.unwrap_or(false) })
    }
}
