//! Who changed what: a row for every write, in its transaction, without secrets.

use super::By;
use crate::{clock::Clock, db::Tx, http::Problem};
use queries::{
    client::Params,
    queries::http::write::audit::{RecordChangeParams, RecordChangeStmt, record_change},
};
use serde_json::Value;

pub struct Entry {
    pub kind: &'static str,
    pub id: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

impl Entry {
    pub async fn prepare(tx: &Tx) -> Result<RecordChangeStmt, Problem> {
        Ok(record_change().prepare(tx).await?)
    }

    pub async fn record(&self, statement: &RecordChangeStmt, tx: &Tx, by: &By, clock: Clock) -> Result<(), Problem> {
        statement
            .params(
                tx,
                &RecordChangeParams {
                    id: clock.id(),
                    at: clock.now(),
                    actor_kind: by.actor_kind,
                    actor_id: by.actor_id,
                    ip: by.ip.as_str(),
                    request_id: by.request_id.as_str(),
                    operation: by.operation.as_str(),
                    resource_type: self.kind,
                    resource_id: self.id.as_str(),
                    before: self.before.as_ref(),
                    after: self.after.as_ref(),
                },
            )
            .one()
            .await?;
        Ok(())
    }
}
