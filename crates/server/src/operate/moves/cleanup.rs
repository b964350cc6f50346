//! Commands for one cell: the source after a move, and the source of a move whose target is lost.

use super::{cell, checks, connect, fence, finish, forget, note, replication, stage, tables, tenant_of};
use anyhow::{Context, bail, ensure};
use kernel::{db::Target, settings::Tls};
use secrecy::SecretString;
use std::time::Duration;
use tokio::time::sleep;
use tokio_postgres::Client;
use uuid::Uuid;

/// So long after a move, no server reads the old copy any more: it keeps a credential for 30 seconds if it misses the
/// notification, and an export checks its own between two pages.
const UNREAD_AFTER: Duration = Duration::from_secs(40);

/// Cancels a move whose target is lost for good. Returns the replication slots that nobody uses: those of this move are among them.
pub async fn abandon(
    domain: &str,
    source: &SecretString,
    directory: Option<&SecretString>,
    tls: &Tls,
) -> anyhow::Result<Vec<String>> {
    let (home, _) = Target::new(directory.unwrap_or(source), tls)?.connect().await.context("the directory")?;
    checks::check_home(&home).await?;
    let source = connect(source, tls).await.context("the source")?;
    let tenant = tenant_of(&source, domain).await?;
    ensure!(fence::only_one(&source, tenant).await?, "another command moves this tenant now");
    match stage(&source, tenant).await?.as_ref().map(|(stage, _)| stage.as_str()) {
        None => bail!("no move of this tenant is under way"),
        Some("moved" | "purging") => bail!("the tenant has moved: restore the cell that it moved to"),
        Some(_) => {}
    }
    // A move that was decided but not switched has opened nothing in the target.
    let (place, from) = (checks::place(&home, tenant).await?, cell(&source).await?);
    ensure!(
        place.as_ref() == Some(&from),
        "the directory places the tenant in {place:?}, not in {from}: restore the cell that it moved to"
    );
    fence::go_back(&source, tenant, "aborting").await?;
    replication::end_source(&source, tenant).await?;
    fence::tear_down(&source, tenant).await?;
    fence::show(&source, tenant).await?;
    forget(&source, tenant).await?;
    replication::unused_copy_slots(&source).await
}

/// Deletes the old copy of a tenant that has moved away from this cell. Returns the number of its rows.
pub async fn purge_moved(domain: &str, url: &SecretString, tls: &Tls) -> anyhow::Result<u64> {
    let source = connect(url, tls).await?;
    let tenant = tenant_of(&source, domain).await?;
    ensure!(fence::only_one(&source, tenant).await?, "another command works on this tenant now");
    let stage = stage(&source, tenant).await?;
    let stage = stage.as_ref().map(|(stage, _)| stage.as_str());
    ensure!(matches!(stage, Some("moved" | "purging")), "the tenant has not moved away from this cell");
    let here = "select from directory join this_cell on this_cell.name = directory.cell where tenant_id = $1";
    ensure!(source.query_opt(here, &[&tenant]).await?.is_none(), "the directory places the tenant in this cell");
    wait_until_unread(&source, tenant).await?;
    source.execute("update tenant_moves set stage = 'purging' where tenant_id = $1", &[&tenant]).await?;
    // The row that leads to the others is deleted last, so that the command can be repeated.
    let (last, first): (Vec<_>, Vec<_>) =
        tables::of_tenants(&source).await?.into_iter().partition(|table| table.name == "tenants");
    let rows = finish::purge(&source, tenant, &first).await?;
    fence::tear_down(&source, tenant).await?;
    fence::show(&source, tenant).await?;
    source.batch_execute("begin").await?;
    let rows = rows + finish::purge(&source, tenant, &last).await?;
    // Rows that were written after the fence was removed. Later ones are refused: they would refer to the tenant.
    let rows = rows + finish::purge(&source, tenant, &first).await?;
    forget(&source, tenant).await?;
    source.batch_execute("commit").await?;
    Ok(rows)
}

/// An export that began before the move must not find a part of the rows and end as if these were all.
async fn wait_until_unread(source: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let query = "
        select greatest(extract(epoch from clock_timestamp() - changed_at), 0)::double precision
        from tenant_moves where tenant_id = $1";
    let since = Duration::from_secs_f64(source.query_one(query, &[&tenant]).await?.get(0));
    let left = UNREAD_AFTER.saturating_sub(since);
    if !left.is_zero() {
        note(&format!("waits {} s for exports that began before the move", left.as_secs() + 1));
        sleep(left).await;
    }
    Ok(())
}
