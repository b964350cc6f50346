//! Who changed what: a row for every write, in its transaction, without secrets.

use super::Write;
use crate::{db::Tx, http::Problem};
use queries::{
    client::Params,
    queries::http::write::audit::{RecordChangeParams, RecordChangeStmt, record_change},
};
use serde_json::Value;

pub struct Entry<'a> {
    pub kind: &'static str,
    pub id: String,
    pub before: Option<&'a Value>,
    pub after: Option<&'a Value>,
}

impl Entry<'_> {
    pub async fn prepare(tx: &Tx) -> Result<RecordChangeStmt, Problem> {
        Ok(record_change().prepare(tx).await?)
    }

    pub async fn record(&self, statement: &RecordChangeStmt, tx: &Tx, write: &Write) -> Result<(), Problem> {
        let clock = write.app.clock;
        statement
            .params(
                tx,
                &RecordChangeParams {
                    id: clock.id(),
                    at: clock.now(),
                    actor_kind: "api_key",
                    actor_id: Some(write.caller.key.0),
                    ip: write.origin.ip.to_string(),
                    request_id: write.origin.request_id.to_string(),
                    operation: write.operation.id.as_str(),
                    resource_type: self.kind,
                    resource_id: self.id.as_str(),
                    before: self.before.cloned(),
                    after: self.after.cloned(),
                },
            )
            .one()
            .await?;
        Ok(())
    }
}
