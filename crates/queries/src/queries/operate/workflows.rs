// This file was generated with `cornucopia`. Do not modify.

use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct RestartRunsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn restart_runs() -> RestartRunsStmt {
    RestartRunsStmt(
        "insert into engine_outbox (tenant_id, run_id, kind, attempt, due_at, created_at) select run.tenant_id, run.id, 'restart', run.attempt, $1, $1 from workflow_runs as run where run.admitted_at is not null and run.status in ('queued', 'running', 'waiting', 'waiting_approval') and not exists ( select from engine_outbox as told where told.tenant_id = run.tenant_id and told.run_id = run.id and told.kind in ('start', 'restart') )",
        None,
    )
}
impl RestartRunsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub async fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
    ) -> Result<u64, tokio_postgres::Error> {
        client.execute(self.0, &[now]).await
    }
}
