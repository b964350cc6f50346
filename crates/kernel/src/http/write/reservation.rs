//! An `Idempotency-Key` that is held while no transaction is open: for effects that no rollback undoes, such as a call
//! to a customer's server.
//!
//! A row marks the request as active, from a short transaction before the effect to the transaction that stores the
//! response. If the server crashes in between, the row is valid for another minute; after that the request may be
//! repeated.

use super::idempotency::{IdempotencyKey, kept_since};
use crate::{
    app::App,
    db::Tx,
    http::{Caller, Problem},
};
use jiff::SignedDuration;
use queries::queries::http::write::idempotency::{claim, end_reservation, reserve};
use uuid::Uuid;

/// Longer than any effect takes.
const RESERVED: SignedDuration = SignedDuration::from_secs(60);

pub struct Reservation {
    id: Uuid,
    principal: Uuid,
    key: IdempotencyKey,
}

impl Reservation {
    /// Of several requests with this key, one continues, and none if there is a response already: the gate sends that.
    pub async fn make(app: &App, caller: &Caller, key: &IdempotencyKey) -> Result<Reservation, Problem> {
        let (id, now, (_, principal)) = (app.clock.id(), app.clock.now(), caller.actor());
        let (route, text, until) = (key.route(), key.text(), now + RESERVED);
        let tx = app.db.tx(caller).await?;
        let reserved = reserve().bind(&tx, &principal, &route, &text, &id, &until, &now).opt().await?;
        reserved.ok_or_else(IdempotencyKey::in_flight)?;
        // After the row is acquired: its previous holder has stored its response by now.
        let unanswered = claim().bind(&tx, &principal, &route, &text, &kept_since(now)).one().await;
        unanswered.map_err(IdempotencyKey::refused)?;
        tx.commit_with(async |_| Ok::<_, Problem>(())).await?;
        Ok(Reservation { id, principal, key: key.clone() })
    }

    /// In the transaction that stores the response.
    pub async fn end(&self, tx: &Tx) -> Result<(), Problem> {
        let (route, key) = (self.key.route(), self.key.text());
        let ended = end_reservation().bind(tx, &self.principal, &route, &key, &self.id).opt().await?;
        ended.map(drop).ok_or_else(IdempotencyKey::in_flight)
    }

    /// Nothing was done: the request may be repeated at once, or after a minute if this fails.
    pub async fn release(self, app: &App, caller: &Caller) {
        let released = async {
            let tx = app.db.tx(caller).await?;
            self.end(&tx).await?;
            tx.commit_with(async |_| Ok::<_, Problem>(())).await
        };
        if let Err(problem) = released.await {
            let error = problem.cause().map(|cause| tracing::field::display(format!("{cause:#}")));
            tracing::warn!(error, "failed to release an Idempotency-Key; it stays reserved until its lease expires");
        }
    }
}
