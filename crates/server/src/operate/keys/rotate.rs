//! A new data key for every tenant: the previous one seals nothing from then on, its values are sealed again, and when
//! nothing refers to it any more, it is deleted. The foreign keys of the sealed columns guarantee this.

use super::{BATCH, Vault, data_key_entry};
use crate::operate::audit::OperatorChange;
use anyhow::{Context, bail};
use api::TenantId;
use jiff::{SignedDuration, Timestamp};
use kernel::{
    db::Reason,
    sealing::{Column, Sealed},
};
use queries::queries::operate::keys::{in_use_since_before, replace_data_key, retired_keys};
use serde_json::json;
use std::time::Duration;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

/// How many passes are made for values that were locked, or sealed by an old key meanwhile.
const PASSES: usize = 20;
const PAUSE: Duration = Duration::from_millis(500);

pub struct Rotation<'a> {
    /// Keys created before this time are replaced; later ones belong to the rotation itself.
    pub before: Timestamp,
    /// Only keys of this tenant.
    pub tenant: Option<TenantId>,
    /// How long an active request may still write values that an old key has sealed.
    pub grace: SignedDuration,
    pub columns: &'a [Column],
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rotated {
    pub keys: usize,
    pub values: usize,
    pub deleted: usize,
    /// Values that could not be opened: they and their keys are unchanged.
    pub failed: usize,
}

pub async fn rotate(vault: &Vault, rotation: &Rotation<'_>) -> anyhow::Result<Rotated> {
    let mut done = Rotated { keys: replace_keys(vault, rotation).await?, ..Rotated::default() };
    done.values = reseal(vault, rotation, &mut done.failed).await?;
    let system = vault.db.system(Reason::Operator).await?;
    let tenant = rotation.tenant.map(|tenant| tenant.0);
    let retired = retired_keys().bind(&*system, &tenant).one().await?;
    drop(system);
    let Some(last) = retired.last else { return Ok(done) };
    let wait = (last + rotation.grace).duration_since(vault.clock.now());
    // No wait if it is negative.
    if let Ok(wait) = Duration::try_from(wait) {
        eprintln!("waiting {wait:.0?} for active requests before {} old keys are deleted", retired.keys);
        tokio::time::sleep(wait).await;
        done.failed = 0;
        done.values += reseal(vault, rotation, &mut done.failed).await?;
    }
    done.deleted = delete_unnamed(vault, rotation).await?;
    Ok(done)
}

async fn replace_keys(vault: &Vault, rotation: &Rotation<'_>) -> anyhow::Result<usize> {
    let (mut replaced, mut after, only) = (0, Uuid::nil(), rotation.tenant.map(|tenant| tenant.0));
    loop {
        let system = vault.db.system(Reason::Operator).await?;
        let old = in_use_since_before().bind(&*system, &rotation.before, &only, &after, &BATCH).all().await?;
        drop(system);
        let Some(last) = old.last() else { return Ok(replaced) };
        after = last.tenant_id;
        for old in old {
            let (key, wrapped) = vault.sealing.new_key(TenantId(old.tenant_id)).await?;
            let (now, change) = (vault.clock.now(), OperatorChange::begin(&vault.db, vault.clock).await?);
            let new = replace_data_key()
                .bind(&*change, &now, &old.tenant_id, &old.id, &key.id(), &wrapped.bytes, &wrapped.by.as_str())
                .opt()
                .await?;
            if new.is_none() {
                continue; // another rotation was quicker
            }
            let entry = data_key_entry(old.tenant_id, key.id(), None, json!({"replaces": old.id}));
            change.finish("operator.keys.rotate", &[entry]).await?;
            replaced += 1;
        }
    }
}

/// Seals the values of retired keys again, until only values that cannot be opened are left.
async fn reseal(vault: &Vault, rotation: &Rotation<'_>, failed: &mut usize) -> anyhow::Result<usize> {
    let mut resealed = 0;
    for column in rotation.columns {
        for pass in 0.. {
            let Pass { values, left, broken } = reseal_column(vault, rotation, *column).await?;
            resealed += values;
            if left == 0 {
                *failed += broken;
                break;
            }
            if pass == PASSES {
                bail!(
                    "{left} values of {}.{} stayed locked by other transactions: run the command again",
                    column.table,
                    column.column
                );
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
    Ok(resealed)
}

/// The result of one pass through a column.
#[derive(Default)]
struct Pass {
    values: usize,
    /// Changed or locked by others between reading and writing: its key is unknown, so it is checked again.
    left: usize,
    broken: usize,
}

async fn reseal_column(vault: &Vault, rotation: &Rotation<'_>, column: Column) -> anyhow::Result<Pass> {
    let (mut pass, mut after) = (Pass::default(), (Uuid::nil(), Uuid::nil()));
    loop {
        let rows = sealed_by_retired(vault, rotation, column, after).await?;
        let Some(last) = rows.last() else { return Ok(pass) };
        after = (last.tenant, last.row);
        let old: Vec<_> = rows.iter().map(|row| row.sealed(column)).collect();
        let new = vault.sealing.reseal(&old).await;
        let mut changes = Changes::default();
        for (row, new) in rows.into_iter().zip(new) {
            match new {
                Ok(new) => changes.add(row, new),
                Err(error) if error.is_passing() => return Err(error.into()),
                Err(error) => {
                    eprintln!("{:#}", error.into_cause());
                    pass.broken += 1;
                }
            }
        }
        let (tried, written) = (changes.rows.len(), changes.write(vault, column).await?);
        pass.values += written;
        pass.left += tried - written;
    }
}

struct Row {
    tenant: Uuid,
    row: Uuid,
    bytes: Vec<u8>,
}

impl Row {
    fn sealed(&self, column: Column) -> Sealed<'_> {
        Sealed { tenant: TenantId(self.tenant), column, row: self.row, bytes: &self.bytes }
    }
}

/// Names of tables and columns are from our own list, never from a caller.
async fn sealed_by_retired(
    vault: &Vault,
    rotation: &Rotation<'_>,
    column: Column,
    after: (Uuid, Uuid),
) -> anyhow::Result<Vec<Row>> {
    let Column { table, column, .. } = column;
    let sql = format!(
        "select v.tenant_id, v.id, v.{column}
         from {table} v
         join data_keys k on k.tenant_id = v.tenant_id and k.id = v.{}
         where k.retired_at is not null and v.tenant_id = coalesce($1, v.tenant_id) and (v.tenant_id, v.id) > ($2, $3)
         order by v.tenant_id, v.id
         limit {BATCH}",
        key_column(column)
    );
    let system = vault.db.system(Reason::Operator).await?;
    let only = rotation.tenant.map(|tenant| tenant.0);
    let rows = system.query(&sql, &[&only, &after.0, &after.1]).await.with_context(|| format!("{table}.{column}"))?;
    Ok(rows.iter().map(|row| Row { tenant: row.get(0), row: row.get(1), bytes: row.get(2) }).collect())
}

/// Values to write, each only if the old value is unchanged: neither a version nor a time changes. Locked rows are
/// skipped, so that neither side waits.
#[derive(Default)]
struct Changes {
    tenants: Vec<Uuid>,
    rows: Vec<Uuid>,
    old: Vec<Vec<u8>>,
    new: Vec<Vec<u8>>,
}

impl Changes {
    fn add(&mut self, row: Row, new: Vec<u8>) {
        self.tenants.push(row.tenant);
        self.rows.push(row.row);
        self.old.push(row.bytes);
        self.new.push(new);
    }

    async fn write(self, vault: &Vault, column: Column) -> anyhow::Result<usize> {
        let Column { table, column, .. } = column;
        let sql = format!(
            "with free as (
                 select v.tenant_id, v.id, c.new
                 from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as c (tenant_id, id, old, new)
                 join {table} v on v.tenant_id = c.tenant_id and v.id = c.id and v.{column} = c.old
                 for no key update of v skip locked
             )
             update {table} v
             set {column} = free.new
             from free
             where v.tenant_id = free.tenant_id and v.id = free.id
             returning v.id"
        );
        let system = vault.db.system(Reason::Operator).await?;
        let written = system.query(&sql, &[&self.tenants, &self.rows, &self.old, &self.new]).await;
        Ok(written.with_context(|| format!("{table}.{column}"))?.len())
    }
}

async fn delete_unnamed(vault: &Vault, rotation: &Rotation<'_>) -> anyhow::Result<usize> {
    let unnamed = rotation.columns.iter().map(|Column { table, column, .. }| {
        let key = key_column(column);
        format!(" and not exists (select from {table} v where v.tenant_id = k.tenant_id and v.{key} = k.id)")
    });
    let sql = format!(
        "delete from data_keys k
         where k.retired_at <= $1 and k.tenant_id = coalesce($2, k.tenant_id)
             and not exists (select from engine_keys e where e.tenant_id = k.tenant_id and e.data_key_id = k.id){}
         returning k.id",
        unnamed.collect::<String>()
    );
    let system = vault.db.system(Reason::Operator).await?;
    let params: [&(dyn ToSql + Sync); 2] =
        [&(vault.clock.now() - rotation.grace), &rotation.tenant.map(|tenant| tenant.0)];
    let deleted = system.query(&sql, &params).await.context("failed to delete old data keys: run the command again")?;
    Ok(deleted.len())
}

fn key_column(column: &str) -> String {
    column.replace("_sealed", "_key_id")
}
