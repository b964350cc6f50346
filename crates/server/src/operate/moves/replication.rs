//! Copies the tenant's rows and follows their changes by PostgreSQL's logical replication, filtered by tenant.

use super::tables::{Table, name_of_move};
use anyhow::{Context, bail, ensure};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use tokio_postgres::{Client, types::PgLsn};
use uuid::Uuid;

const POLL: Duration = Duration::from_millis(20);

/// How long the copy may make no progress.
const STALLED: Duration = Duration::from_secs(600);

/// How far the target may be behind before the tenant is fenced.
const NEAR: i64 = 1 << 20;

/// Begins the copy, as far as it has not begun.
pub async fn begin(source: &Client, target: &Client, tenant: Uuid, tables: &[Table], url: &str) -> anyhow::Result<()> {
    let name = name_of_move(tenant);
    if source.query_opt("select from pg_publication where pubname = $1::text", &[&name]).await?.is_none() {
        let replicated = tables.iter().filter(|table| table.is_replicated());
        let filtered: Vec<_> =
            replicated.map(|table| format!("{} where ({})", table.quoted(), table.rows_of(tenant))).collect();
        let list = filtered.join(", ");
        let create = format!("create publication {name} for table {list} with (publish_via_partition_root = true)");
        source.batch_execute(&create).await.context("the publication")?;
    }
    if source.query_opt("select from pg_replication_slots where slot_name = $1::text", &[&name]).await?.is_none() {
        let create = "select pg_create_logical_replication_slot($1::text, 'pgoutput')";
        source.execute(create, &[&name]).await.context("the replication slot")?;
    }
    make_days(source, target).await?;
    if target.query_opt("select from pg_subscription where subname = $1::text", &[&name]).await?.is_none() {
        let url = url.replace('\'', "''");
        let create = format!(
            "create subscription {name} connection '{url}' publication {name} \
             with (create_slot = false, slot_name = '{name}')"
        );
        target.batch_execute(&create).await.context("the subscription")?;
    }
    Ok(())
}

/// Tables with a partition for each day need those of all days that the source has.
async fn make_days(source: &Client, target: &Client) -> anyhow::Result<()> {
    let days = "select min(substring(relname from '[0-9]{8}$')) from pg_class where relispartition and relkind = 'r'";
    let Some(first): Option<String> = source.query_one(days, &[]).await?.get(0) else { return Ok(()) };
    let made = "
        select app.keep_event_days(day::date, 100000), app.keep_webhook_days(day::date, 100000)
        from generate_series(to_date($1::text, 'YYYYMMDD'), now() + interval '1 day', interval '7 days') as day";
    target.execute(made, &[&first]).await.context("partitions")?;
    Ok(())
}

/// Returns when every table is copied and the target is not far behind.
pub async fn copied(source: &Client, target: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let left = "
        select count(*) from pg_subscription_rel join pg_subscription on pg_subscription.oid = srsubid
        where subname = $1::text and srsubstate <> 'r'";
    let (name, mut fewest, mut progress) = (name_of_move(tenant), i64::MAX, Instant::now());
    loop {
        let tables: i64 = target.query_one(left, &[&name]).await?.get(0);
        if tables < fewest {
            (fewest, progress) = (tables, Instant::now());
        }
        if tables == 0 && behind(source, &name).await? < NEAR {
            return Ok(());
        }
        ensure!(progress.elapsed() < STALLED, "{tables} tables are not copied: see the log of the target's PostgreSQL");
        sleep(Duration::from_millis(200)).await;
    }
}

/// In bytes.
async fn behind(source: &Client, name: &str) -> anyhow::Result<i64> {
    let slot = "
        select (pg_current_wal_lsn() - confirmed_flush_lsn)::bigint
        from pg_replication_slots where slot_name = $1::text";
    Ok(source.query_one(slot, &[&name]).await?.get(0))
}

/// Returns when everything that was written in the source before this call is in the target.
pub async fn caught_up(source: &Client, target: &Client, tenant: Uuid, patience: Duration) -> anyhow::Result<()> {
    let write = "
        insert into tenant_move_marks (tenant_id, mark) values ($1, 1)
        on conflict (tenant_id) do update set mark = tenant_move_marks.mark + 1
        returning mark, pg_current_wal_insert_lsn()";
    let row = source.query_one(write, &[&tenant]).await?;
    let (mark, at): (i64, PgLsn) = (row.get(0), row.get(1));
    let started = Instant::now();
    loop {
        let arrived = target.query_opt("select mark from tenant_move_marks where tenant_id = $1", &[&tenant]).await?;
        if arrived.is_some_and(|row| row.get::<_, i64>(0) >= mark) {
            return Ok(());
        }
        if started.elapsed() > patience {
            bail!("the target has not received mark {mark} at {at} within {patience:?}");
        }
        sleep(POLL).await;
    }
}

/// Ends the replication, as far as it exists. What is copied stays.
pub async fn end(source: &Client, target: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let name = name_of_move(tenant);
    if target.query_opt("select from pg_subscription where subname = $1::text", &[&name]).await?.is_some() {
        // Without its slot it can be dropped even when the source is away.
        target.batch_execute(&format!("alter subscription {name} disable")).await?;
        target.batch_execute(&format!("alter subscription {name} set (slot_name = none)")).await?;
        target.batch_execute(&format!("drop subscription {name}")).await?;
    }
    drop_slots(source, &name).await?;
    source.batch_execute(&format!("drop publication if exists {name}")).await?;
    source.execute("delete from tenant_move_marks where tenant_id = $1", &[&tenant]).await?;
    target.execute("delete from tenant_move_marks where tenant_id = $1", &[&tenant]).await?;
    Ok(())
}

/// A slot can be dropped when its receiver has gone.
async fn drop_slots(source: &Client, name: &str) -> anyhow::Result<()> {
    let started = Instant::now();
    loop {
        let slots = "select active from pg_replication_slots where slot_name = $1::text";
        match source.query_opt(slots, &[&name]).await?.map(|row| row.get::<_, bool>(0)) {
            None => return Ok(()),
            Some(false) => {
                // It may become active between the two statements: then it is tried again.
                let _ = source.execute("select pg_drop_replication_slot($1::text)", &[&name]).await;
            }
            Some(true) => {}
        }
        ensure!(started.elapsed() < Duration::from_secs(60), "the replication slot {name} is still in use");
        sleep(POLL).await;
    }
}
