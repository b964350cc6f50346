//! Copies the tenant's rows and follows their changes by PostgreSQL's logical replication, filtered by tenant.

use super::{
    fence::with_lock_retries,
    tables::{Table, name_of_move},
};
use crate::operate::replication::subscription_options;
use anyhow::{Context, ensure};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use tokio_postgres::Client;
use uuid::Uuid;

const POLL: Duration = Duration::from_millis(20);

/// How long the copy may make no progress.
const STALLED: Duration = Duration::from_secs(600);

/// How long a change may be on its way before the tenant is fenced.
const NEAR: Duration = Duration::from_millis(500);

/// Begins the copy, as far as it has not begun.
pub async fn begin(source: &Client, target: &Client, tenant: Uuid, tables: &[Table], url: &str) -> anyhow::Result<()> {
    let name = name_of_move(tenant);
    if source.query_opt("select from pg_publication where pubname = $1::text", &[&name]).await?.is_none() {
        let replicated = tables.iter().filter(|table| table.is_replicated());
        let filtered: Vec<_> =
            replicated.map(|table| format!("{} where ({})", table.quoted(), table.rows_of(tenant))).collect();
        let list = filtered.join(", ");
        // Not `truncate`: it is not filtered.
        let create = format!(
            "create publication {name} for table {list} \
             with (publish = 'insert, update, delete', publish_via_partition_root = true)"
        );
        source.batch_execute(&create).await.context("the publication")?;
    }
    check_publication(source, &name, tables).await?;
    let subscription = target.query_opt("select from pg_subscription where subname = $1::text", &[&name]).await?;
    if source.query_opt("select from pg_replication_slots where slot_name = $1::text", &[&name]).await?.is_none() {
        ensure!(
            subscription.is_none(),
            "the replication slot was lost, and changes with it: run the command with --abort"
        );
        let create = "select pg_create_logical_replication_slot($1::text, 'pgoutput')";
        source.execute(create, &[&name]).await.context("the replication slot")?;
    }
    make_days(source, target).await?;
    if subscription.is_none() {
        let url = url.replace('\'', "''");
        let options = vec!["create_slot = false".to_owned(), format!("slot_name = '{name}'")];
        let options = subscription_options(target, options).await?;
        let create = format!("create subscription {name} connection '{url}' publication {name} {options}");
        target.batch_execute(&create).await.context("the subscription")?;
    }
    Ok(())
}

/// A command that was interrupted has made it, perhaps before a migration.
async fn check_publication(source: &Client, name: &str, tables: &[Table]) -> anyhow::Result<()> {
    let published = "
        select coalesce(array_agg(tablename::text order by tablename::text collate \"C\"), '{}')
        from pg_publication_tables where pubname = $1::text";
    let published: Vec<String> = source.query_one(published, &[&name]).await?.get(0);
    let replicated = tables.iter().filter(|table| table.is_replicated());
    let mut wanted: Vec<_> = replicated.map(|table| table.name.clone()).collect();
    wanted.sort_unstable();
    ensure!(published == wanted, "the tables have changed since the move began: run the command with --abort");
    Ok(())
}

/// Tables with a partition for each day need those of all days that the source has. From the last day to the first,
/// each statement makes at most one new day of a table, and its locks end with it.
async fn make_days(source: &Client, target: &Client) -> anyhow::Result<()> {
    let days = "select min(substring(relname from '[0-9]{8}$')) from pg_class where relispartition and relkind = 'r'";
    let Some(first): Option<String> = source.query_one(days, &[]).await?.get(0) else { return Ok(()) };
    // A call for a day also makes the day before.
    let series = "
        select day::date::text
        from generate_series(to_date($1::text, 'YYYYMMDD') + 1, (now() at time zone 'utc')::date, interval '1 day') as day
        order by day desc";
    for row in target.query(series, &[&first]).await? {
        let day: String = row.get(0);
        for (table, function) in
            [("public.events", "keep_event_days"), ("public.webhook_attempts", "keep_webhook_days")]
        {
            let make = format!("select app.{function}('{day}', 100000)");
            with_lock_retries(target, table, &make).await.with_context(|| format!("the partition of {day}"))?;
        }
    }
    Ok(())
}

/// Returns when every table is copied and the target is not far behind.
pub async fn copied(source: &Client, target: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let left = "
        select
            (select count(*) from pg_subscription_rel where srsubid = subscription.oid and srsubstate <> 'r'),
            (
                select coalesce(sum(tuples_processed), 0)::bigint from pg_stat_progress_copy
                where pid in (select worker.pid from pg_stat_subscription as worker where worker.subid = subscription.oid)
            )
        from pg_subscription as subscription
        where subname = $1::text";
    let (name, mut last, mut progress) = (name_of_move(tenant), (i64::MAX, 0), Instant::now());
    loop {
        let row = target.query_one(left, &[&name]).await?;
        let (tables, rows): (i64, i64) = (row.get(0), row.get(1));
        if (tables, rows) != last {
            (last, progress) = ((tables, rows), Instant::now());
        }
        if tables == 0 && has_caught_up(source, target, tenant, NEAR).await? {
            return Ok(());
        }
        ensure!(
            progress.elapsed() < STALLED,
            "{tables} tables are not copied, and the target is behind: see the log of its PostgreSQL"
        );
        sleep(Duration::from_millis(200)).await;
    }
}

/// Returns true when everything that was written in the source before this call is in the target, false after the time.
pub async fn has_caught_up(source: &Client, target: &Client, tenant: Uuid, timeout: Duration) -> anyhow::Result<bool> {
    let mark = write_mark(source, tenant).await?;
    has_arrived(target, tenant, mark, timeout).await
}

/// Writes a mark into the source. Marks are not fenced.
async fn write_mark(source: &Client, tenant: Uuid) -> anyhow::Result<i64> {
    let write = "
        insert into tenant_move_marks (tenant_id, mark) values ($1, 1)
        on conflict (tenant_id) do update set mark = tenant_move_marks.mark + 1
        returning mark";
    Ok(source.query_one(write, &[&tenant]).await?.get(0))
}

async fn has_arrived(target: &Client, tenant: Uuid, mark: i64, timeout: Duration) -> anyhow::Result<bool> {
    let started = Instant::now();
    loop {
        let arrived = target.query_opt("select mark from tenant_move_marks where tenant_id = $1", &[&tenant]).await?;
        if arrived.is_some_and(|row| row.get::<_, i64>(0) >= mark) {
            return Ok(true);
        }
        if started.elapsed() > timeout {
            return Ok(false);
        }
        sleep(POLL).await;
    }
}

/// Ends the replication, as far as it exists. What is copied stays.
pub async fn end(source: &Client, target: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let name = name_of_move(tenant);
    // The slots of tables that are being copied have the subscription's number and the target's in their names.
    let copying = "
        select format('pg\\_%s\\_sync\\_%%\\_%s', oid, (select system_identifier from pg_control_system()))
        from pg_subscription where subname = $1::text";
    if let Some(row) = target.query_opt(copying, &[&name]).await? {
        target.batch_execute(&format!("alter subscription {name} disable")).await?;
        drop_slots(source, &name, row.get(0)).await?;
        target.batch_execute(&format!("alter subscription {name} set (slot_name = none)")).await?;
        target.batch_execute(&format!("drop subscription {name}")).await?;
    }
    target.execute("delete from tenant_move_marks where tenant_id = $1", &[&tenant]).await?;
    end_source(source, tenant).await
}

/// The part of the source, without the slots of tables that are being copied: only the target knows their names.
pub async fn end_source(source: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let name = name_of_move(tenant);
    drop_slots(source, &name, "").await?;
    source.batch_execute(&format!("drop publication if exists {name}")).await?;
    source.execute("delete from tenant_move_marks where tenant_id = $1", &[&tenant]).await?;
    Ok(())
}

/// The slots that a subscription without a server has left: one for each table that was being copied.
pub async fn unused_copy_slots(source: &Client) -> anyhow::Result<Vec<String>> {
    let slots =
        "select slot_name::text from pg_replication_slots where slot_name like 'pg\\_%\\_sync\\_%' and not active";
    Ok(source.query(slots, &[]).await?.iter().map(|row| row.get(0)).collect())
}

/// A slot can be dropped when its receiver has gone.
async fn drop_slots(source: &Client, name: &str, pattern: &str) -> anyhow::Result<()> {
    let slots = "
        select slot_name::text, active from pg_replication_slots
        where slot_name = $1::text or slot_name like $2::text";
    let started = Instant::now();
    loop {
        let rows = source.query(slots, &[&name, &pattern]).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows.iter().filter(|row| !row.get::<_, bool>(1)) {
            // It may become active between the two statements: then it is tried again.
            let slot: &str = row.get(0);
            let _ = source.execute("select pg_drop_replication_slot($1::text)", &[&slot]).await;
        }
        ensure!(started.elapsed() < Duration::from_secs(60), "the replication slot {name} is still in use");
        sleep(POLL).await;
    }
}
