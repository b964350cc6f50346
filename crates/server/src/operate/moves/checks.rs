//! The checks of a move: before anything is changed, when the command continues, and before the move is decided.

use super::Move;
use crate::operate::replication::{check_wal_level, is_home};
use anyhow::{Context, bail, ensure};
use tokio_postgres::Client;
use uuid::Uuid;

impl Move {
    /// The checks before anything is changed. Then both cells know of the move.
    pub(super) async fn prepare(&self) -> anyhow::Result<()> {
        let Move { source, target, tenant, .. } = self;
        check_wal_level(source).await.context("the source")?;
        self.check_migrations().await?;
        let row =
            source.query_one("select domain, routing, plan, platform from tenants where id = $1", &[tenant]).await?;
        let (domain, routing, plan): (&str, &str, &str) = (row.get(0), row.get(1), row.get(2));
        ensure!(!row.get::<_, bool>(3), "the platform's own tenant does not move");
        let same = "select from tenants where id = $1 or domain = $2 or routing = $3";
        let found = target.query_opt(same, &[tenant, &domain, &routing]).await?;
        ensure!(found.is_none(), "the target has a copy of the tenant: delete it there by `tenant purge-moved`");
        let plans = target.query_opt("select from plans where name = $1", &[&plan]).await?;
        ensure!(plans.is_some(), "the target has no plan {plan:?}: create it there by `plan set`");
        let attached = source.query_opt("select from attachments where tenant_id = $1 limit 1", &[tenant]).await?;
        ensure!(
            attached.is_none() || self.attachments_are_shared,
            "the tenant has attachments, and their bytes are not moved: let both cells use one object store, and say so by \
             --attachments-are-shared"
        );
        self.check_undecided().await?;
        let add = "
            insert into tenant_moves (tenant_id, way, cell, stage, started_at, changed_at)
            values ($1, 'leaves', $2, 'preparing', clock_timestamp(), clock_timestamp())";
        source.execute(add, &[tenant, &self.to]).await?;
        self.expect_arrival().await
    }

    /// In the target the tenant is fenced from the beginning: no worker there touches what arrives.
    pub(super) async fn expect_arrival(&self) -> anyhow::Result<()> {
        let add = "
            insert into tenant_moves (tenant_id, way, cell, stage, fenced_until, yields, started_at, changed_at)
            values ($1, 'arrives', $2, 'copying', 'infinity', true, clock_timestamp(), clock_timestamp())
            on conflict (tenant_id) do nothing";
        self.target.execute(add, &[&self.tenant, &self.from]).await?;
        let known = "select way, cell from tenant_moves where tenant_id = $1";
        let row = self.target.query_one(known, &[&self.tenant]).await?;
        let (way, cell): (&str, &str) = (row.get(0), row.get(1));
        ensure!(way == "arrives", "the tenant leaves the target at the same time");
        ensure!(cell == self.from, "the target expects the tenant from the cell {cell}, not from {}", self.from);
        Ok(())
    }

    /// The source's word alone is not enough: its database may have been restored to an earlier time.
    pub(super) async fn check_undecided(&self) -> anyhow::Result<()> {
        let place = self.place().await?;
        ensure!(
            place.as_ref() == Some(&self.from),
            "the directory places the tenant in {place:?}, not in {}",
            self.from
        );
        let opened = "select from tenant_moves where tenant_id = $1 and way = 'arrives' and stage = 'moved'";
        let opened = self.target.query_opt(opened, &[&self.tenant]).await?;
        ensure!(opened.is_none(), "the target has accepted writes of the tenant: the move was decided");
        Ok(())
    }

    pub(super) async fn place(&self) -> anyhow::Result<Option<String>> {
        place(&self.home, self.tenant).await
    }

    /// Nobody migrates a cell during a move: the tables, or their columns, might be others than those that are compared.
    pub(super) async fn check_migrations(&self) -> anyhow::Result<()> {
        let (source, target) = (migrations(&self.source).await?, migrations(&self.target).await?);
        ensure!(source == self.migrations, "the source was migrated after the command began");
        ensure!(source == target, "the cells have different migrations");
        Ok(())
    }

    /// The target's servers can open the secrets of the tenant.
    pub(super) async fn check_keys(&self) -> anyhow::Result<()> {
        let Some(by) = unknown_master_key(&self.target, self.tenant).await? else { return Ok(()) };
        bail!(
            "the target's servers do not use the master key {by}, which wraps a data key of the tenant: name the target's by \
             --target-master-key-file or --target-kms-key-id, or run `keys rewrap` in both cells"
        )
    }

    /// The directory is not switched to a cell without the tenant.
    pub(super) async fn check_target_has_tenant(&self) -> anyhow::Result<()> {
        let found = self.target.query_opt("select from tenants where id = $1", &[&self.tenant]).await?;
        ensure!(found.is_some(), "the target does not have the tenant: is it the database of the cell {}?", self.to);
        Ok(())
    }
}

/// A master key that wraps data keys of the tenant, but of no other tenant of this cell. Of a cell without others, nothing is known.
pub async fn unknown_master_key(client: &Client, tenant: Uuid) -> anyhow::Result<Option<String>> {
    let unknown = "
        with others as (select wrapped_by from data_keys where tenant_id <> $1)
        select wrapped_by from data_keys
        where
            tenant_id = $1 and exists (select from others)
            and wrapped_by not in (select wrapped_by from others)
        limit 1";
    Ok(client.query_opt(unknown, &[&tenant]).await?.map(|row| row.get(0)))
}

/// The cell that the directory places the tenant in.
pub async fn place(home: &Client, tenant: Uuid) -> anyhow::Result<Option<String>> {
    let place = "select cell from directory where tenant_id = $1";
    Ok(home.query_opt(place, &[&tenant]).await?.map(|row| row.get(0)))
}

/// A copy of the directory can be written as well, but nobody would follow it.
pub async fn check_home(client: &Client) -> anyhow::Result<()> {
    ensure!(is_home(client).await?, "--directory-url is not the directory's home");
    Ok(())
}

pub async fn migrations(client: &Client) -> anyhow::Result<Vec<String>> {
    let applied = "select array_agg(name || ' ' || hash order by name) from app.migrations";
    Ok(client.query_one(applied, &[]).await?.get(0))
}
