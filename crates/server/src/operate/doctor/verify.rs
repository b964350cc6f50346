//! `tenant-control doctor --verify`: reads the stored data and checks that it is complete and readable, for example after a
//! restore. It changes nothing.
//!
//! It counts the rows of each table, checks that the event logs have no gap and that nobody is beyond their ends, unwraps
//! every data key, and opens the sealed values. There is no chain of hashes to verify: the audit log is protected by
//! rights alone.

use crate::operate::keys::{Vault, every_data_key};
use anyhow::Context;
use api::TenantId;
use kernel::{
    db::{Reason, Tx},
    sealing::{Column, Sealed},
};
use queries::client::GenericClient;
use uuid::Uuid;

/// Rows that are read by one statement.
const BATCH: i64 = 200;

/// The faults of one check that are described.
const DESCRIBED: usize = 10;

/// A check of stored data, with its count and its faults.
#[derive(Debug, Default)]
pub struct Verified {
    pub what: String,
    pub checked: i64,
    pub faults: i64,
    /// The first faults.
    pub described: Vec<String>,
}

impl Verified {
    fn new(what: impl Into<String>) -> Verified {
        Verified { what: what.into(), ..Verified::default() }
    }

    fn fault(&mut self, description: impl FnOnce() -> String) {
        self.faults += 1;
        if self.described.len() < DESCRIBED {
            self.described.push(description());
        }
    }
}

/// All checks. Of each sealed column, at most `sample` values are opened.
pub async fn verify(vault: &Vault, columns: &[Column], sample: Option<i64>) -> anyhow::Result<Vec<Verified>> {
    let snapshot = vault.db.snapshot(Reason::Operator).await?;
    let mut all = rows(&snapshot).await?;
    all.push(event_logs(&snapshot).await.context("event logs")?);
    all.push(readers(&snapshot).await.context("readers of event logs")?);
    drop(snapshot);
    all.push(data_keys(vault).await.context("data keys")?);
    for column in columns {
        all.push(sealed_values(vault, *column, sample).await?);
    }
    Ok(all)
}

/// The number of rows of each table that the role may read, all at the same moment. They are not judged, but can be compared
/// with those from before a restore.
async fn rows(snapshot: &Tx) -> anyhow::Result<Vec<Verified>> {
    let tables = "
        select relname::text
        from pg_class
        where
            relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and has_table_privilege(pg_class.oid, 'select')
            and exists (
                select from pg_policy
                where
                    polrelid = pg_class.oid and polcmd in ('*', 'r')
                    and (0::oid = any (polroles) or (select oid from pg_roles where rolname = current_user) = any (polroles))
            )
        order by relname";
    let mut all = vec![];
    for table in snapshot.query(tables, &[]).await? {
        let table: String = table.get(0);
        // The name is from the catalogue, and is quoted.
        let counted = snapshot.query_one(&format!("select count(*) from public.\"{table}\""), &[]).await;
        let counted = counted.with_context(|| format!("table {table}"))?;
        all.push(Verified { checked: counted.get(0), ..Verified::new(format!("rows of {table}")) });
    }
    Ok(all)
}

/// A log that still has events must have all from its first to its last position.
async fn event_logs(snapshot: &Tx) -> anyhow::Result<Verified> {
    let logs = "
        select log.tenant_id, log.last_position, stored.first, stored.last, stored.events
        from event_logs as log
        join (
            select tenant_id, min(position) as first, max(position) as last, count(*) as events
            from events
            group by tenant_id
        ) as stored on stored.tenant_id = log.tenant_id";
    let mut verified = Verified::new("event logs without a gap");
    for row in snapshot.query(logs, &[]).await? {
        let tenant = TenantId(row.get(0));
        let (end, first, last, events): (i64, i64, i64, i64) = (row.get(1), row.get(2), row.get(3), row.get(4));
        verified.checked += 1;
        if last != end || events != last - first + 1 {
            verified.fault(|| format!("{tenant}: {events} events from {first} to {last}; the log ends at {end}"));
        }
    }
    Ok(verified)
}

/// Webhooks and workflows that have read further than a log reaches would miss its next events.
async fn readers(snapshot: &Tx) -> anyhow::Result<Verified> {
    let readers = "
        select reader.what, reader.tenant_id, reader.position, log.last_position
        from (
            select 'webhooks' as what, tenant_id, position from webhook_fan_outs
            union all
            select 'workflows' as what, tenant_id, position from workflow_followers
        ) as reader
        left join event_logs as log on log.tenant_id = reader.tenant_id";
    let mut verified = Verified::new("readers of event logs");
    for row in snapshot.query(readers, &[]).await? {
        let (what, tenant): (&str, TenantId) = (row.get(0), TenantId(row.get(1)));
        let (position, end): (i64, Option<i64>) = (row.get(2), row.get(3));
        verified.checked += 1;
        if end.is_none_or(|end| position > end) {
            verified.fault(|| format!("{tenant}: {what} have read up to {position}, the log ends at {end:?}"));
        }
    }
    Ok(verified)
}

async fn data_keys(vault: &Vault) -> anyhow::Result<Verified> {
    let mut verified = Verified::new("data keys unwrapped");
    every_data_key(vault, |owner, unwrapped| {
        verified.checked += 1;
        if let Err(error) = unwrapped {
            verified.fault(|| format!("{}: data key {}: {error:#}", TenantId(owner.tenant), owner.data_key));
        }
    })
    .await?;
    Ok(verified)
}

async fn sealed_values(vault: &Vault, column: Column, sample: Option<i64>) -> anyhow::Result<Verified> {
    let mut verified = Verified::new(format!("{}.{} opened", column.table, column.column));
    let mut after = (Uuid::nil(), Uuid::nil());
    loop {
        let limit = sample.map_or(BATCH, |sample| BATCH.min(sample - verified.checked));
        let rows = if limit > 0 { page(vault, column, after, limit).await? } else { vec![] };
        let Some((tenant, row, _)) = rows.last() else { return Ok(verified) };
        after = (*tenant, *row);
        let sealed =
            rows.iter().map(|(tenant, row, bytes)| Sealed { tenant: TenantId(*tenant), column, row: *row, bytes });
        for opened in vault.sealing.open_all(&sealed.collect::<Vec<_>>()).await {
            verified.checked += 1;
            match opened {
                Ok(_) => {}
                Err(error) if error.is_passing() => return Err(error.into()),
                Err(error) => verified.fault(|| format!("{:#}", error.into_cause())),
            }
        }
    }
}

type Row = (Uuid, Uuid, Vec<u8>);

/// Names of tables and columns are from our own list, never from a caller.
async fn page(vault: &Vault, column: Column, after: (Uuid, Uuid), limit: i64) -> anyhow::Result<Vec<Row>> {
    let Column { table, column, .. } = column;
    let sql = format!(
        "select tenant_id, id, {column}
         from {table}
         where {column} is not null and (tenant_id, id) > ($1, $2)
         order by tenant_id, id
         limit $3"
    );
    let system = vault.db.system(Reason::Operator).await?;
    let rows = system.query(&sql, &[&after.0, &after.1, &limit]).await.with_context(|| format!("{table}.{column}"))?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect())
}
