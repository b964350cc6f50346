//! The steps behind the fence, and those after the move is decided.

use super::{Move, tables::Table};
use crate::operate::audit::who;
use anyhow::{Context, bail};
use futures::{SinkExt, TryStreamExt};
use kernel::{
    clock::Clock,
    sealing::{Owner, Wrapped},
};
use serde_json::json;
use std::pin::pin;
use tokio_postgres::Client;
use uuid::Uuid;

impl Move {
    /// The rows of tables that are not replicated.
    pub(super) async fn copy_the_rest(&self) -> anyhow::Result<()> {
        for table in self.tables.iter().filter(|table| !table.is_replicated()) {
            let (quoted, columns, rows_of) = (table.quoted(), table.column_list(), table.rows_of(self.tenant));
            self.target.batch_execute(&format!("begin; delete from {quoted} where {rows_of}")).await?;
            let read = format!("copy (select {columns} from {quoted} where {rows_of}) to stdout");
            let mut rows = pin!(self.source.copy_out(&read).await?);
            let mut copy = pin!(self.target.copy_in(&format!("copy {quoted} ({columns}) from stdin")).await?);
            while let Some(some) = rows.try_next().await? {
                copy.send(some).await?;
            }
            copy.as_mut().finish().await.with_context(|| format!("copy of {quoted}"))?;
            self.target.batch_execute("commit").await?;
        }
        Ok(())
    }

    /// Numbers that a sequence of the target gives are greater than those that the tenant has.
    pub(super) async fn advance_sequences(&self) -> anyhow::Result<()> {
        let sequences = "
            select attrelid::regclass::text, attname::text, pg_get_serial_sequence(attrelid::regclass::text, attname)
            from pg_attribute join pg_class on pg_class.oid = attrelid
            where attidentity <> '' and relnamespace = 'public'::regnamespace";
        for row in self.target.query(sequences, &[]).await? {
            let (table, column, sequence): (&str, &str, &str) = (row.get(0), row.get(1), row.get(2));
            if !self.tables.iter().any(|moved| moved.name == table) {
                continue;
            }
            let advance = format!(
                "select setval('{sequence}', used.most + 1) \
                 from (select max({column}) as most from {table} where tenant_id = $1) as used, {sequence} as present \
                 where used.most >= present.last_value"
            );
            self.target.execute(&advance, &[&self.tenant]).await.with_context(|| sequence.to_owned())?;
        }
        Ok(())
    }

    /// By the target's master key, if it has another.
    pub(super) async fn rewrap_keys(&self) -> anyhow::Result<()> {
        let Some(rewrapping) = &self.rewrapping else { return Ok(()) };
        let keys = "select id, wrapped, wrapped_by from data_keys where tenant_id = $1";
        for row in self.source.query(keys, &[&self.tenant]).await? {
            let owner = Owner { tenant: self.tenant, data_key: row.get(0) };
            let wrapped = rewrapping.rewrap(owner, &Wrapped { bytes: row.get(1), by: row.get(2) }).await?;
            let write = "update data_keys set wrapped = $3, wrapped_by = $4 where tenant_id = $1 and id = $2";
            self.target.execute(write, &[&self.tenant, &owner.data_key, &wrapped.bytes, &wrapped.by]).await?;
        }
        Ok(())
    }

    /// In the directory's home, by one statement. From then on the tenant is in the target.
    pub(super) async fn switch(&self) -> anyhow::Result<()> {
        let update = "
            update directory set cell = $3, version = version + 1, changed_at = clock_timestamp()
            where tenant_id = $1 and cell = $2";
        if self.home.execute(update, &[&self.tenant, &self.from, &self.to]).await? == 1 {
            return Ok(());
        }
        // Before it was interrupted, it had been switched.
        match self.place().await? {
            Some(cell) if cell == self.to => Ok(()),
            other => bail!("the directory places the tenant in {other:?}, neither in {} nor in {}", self.from, self.to),
        }
    }

    /// The target accepts writes, and its workers continue the tenant's runs. All of it once.
    pub(super) async fn open_target(&self, clock: Clock) -> anyhow::Result<()> {
        let (now, detail) = (clock.now(), who());
        let restart = "
            with opened as (
                update tenant_moves
                set stage = 'moved', fenced_until = clock_timestamp(), yields = false, changed_at = $2
                where tenant_id = $1 and way = 'arrives' and stage <> 'moved'
                returning tenant_id
            ), recorded as (
                insert into audit_log (
                    tenant_id, id, at, actor_kind, actor_detail, ip, request_id, operation, resource_type, resource_id,
                    before, after
                )
                select tenant_id, $3, $2, 'operator', $4, '', $5, 'operator.tenant.move', 'tenant', $6, $7, $8
                from opened
            ), active as (
                select run.tenant_id, run.id, run.attempt
                from workflow_runs as run
                join opened on opened.tenant_id = run.tenant_id
                where run.admitted_at is not null and run.status in ('queued', 'running', 'waiting', 'waiting_approval')
            ), obsolete as (
                -- They would start the run a second time.
                delete from engine_outbox as message
                using active
                where
                    message.tenant_id = active.tenant_id and message.run_id = active.id
                    and message.kind in ('start', 'restart', 'replace')
            )
            insert into engine_outbox (tenant_id, run_id, kind, attempt, due_at, created_at)
            select tenant_id, id, 'replace', attempt, $2, $2
            from active";
        let (id, request) = (clock.id(), format!("cli_{}", clock.id().simple()));
        let resource = api::TenantId(self.tenant).to_string();
        let (before, after) = (json!({"cell": self.from}), json!({"cell": self.to}));
        let params: [&(dyn tokio_postgres::types::ToSql + Sync); 8] =
            [&self.tenant, &now, &id, &detail, &request, &resource, &before, &after];
        self.target.execute(restart, &params).await.context("the target could not be opened")?;
        Ok(())
    }
}

/// Deletes the tenant's rows: those of an old copy, or of one that will not be completed. No trigger fires.
pub async fn purge(client: &Client, tenant: Uuid, tables: &[Table]) -> anyhow::Result<u64> {
    let mut rows = 0;
    for table in tables {
        let delete = format!("delete from {} where {}", table.quoted(), table.rows_of(tenant));
        rows += client.execute(&delete, &[]).await.with_context(|| format!("rows of {}", table.name))?;
    }
    Ok(rows)
}
