//! The connection of a cell to the directory, as the owner of the tables: its name, the publication of the home, and the
//! subscription of another cell.

use crate::operate::replication::{self, DIRECTORY, subscription_options};
use anyhow::{Context, ensure};
use kernel::{
    db::Target,
    settings::{Migration, Tls},
};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep;
use tokio_postgres::{AsyncMessage, Client};

/// How long the first copy of the directory may take.
const COPY: Duration = Duration::from_secs(600);

pub struct Link {
    client: Client,
    _messages: UnboundedReceiver<AsyncMessage>,
}

impl Link {
    pub async fn open(migration: &Migration, tls: &Tls) -> anyhow::Result<Link> {
        let target = Target::new(&migration.url()?, &migration.tls(tls))?;
        let (client, messages) =
            target.connect().await.context("connecting to PostgreSQL as the owner of the schema")?;
        Ok(Link { client, _messages: messages })
    }

    pub async fn check_wal(&self) -> anyhow::Result<()> {
        replication::check_wal_level(&self.client).await
    }

    pub async fn this_name(&self) -> anyhow::Result<Option<String>> {
        replication::cell_name(&self.client).await
    }

    /// A cell keeps its name: the directory has it in the rows of its tenants.
    pub async fn name_this(&self, name: &str) -> anyhow::Result<()> {
        let known = self.this_name().await?;
        if let Some(known) = &known {
            ensure!(known == name, "this cell is called {known}, and keeps its name");
            return Ok(());
        }
        self.client.execute("insert into this_cell (name) values ($1)", &[&name]).await?;
        Ok(())
    }

    /// The home publishes the directory.
    pub async fn is_home(&self) -> anyhow::Result<bool> {
        replication::is_home(&self.client).await
    }

    /// Publishes the directory.
    pub async fn publish(&self) -> anyhow::Result<()> {
        if self.is_home().await? {
            return Ok(());
        }
        let tables = "cells, directory, directory_sso_domains";
        self.client.batch_execute(&format!("create publication {DIRECTORY} for table {tables}")).await?;
        Ok(())
    }

    /// The subscription to the directory, if there is one.
    pub async fn subscription(&self) -> anyhow::Result<Option<String>> {
        let query = "select subname::text from pg_subscription
            where subdbid = (select oid from pg_database where datname = current_database())
                and subpublications = array['directory']";
        Ok(self.client.query_opt(query, &[]).await?.map(|row| row.get(0)))
    }

    /// True if an earlier attempt has subscribed under this name of the cell. Another name is refused.
    pub async fn has_subscribed(&self, cell: &str) -> anyhow::Result<bool> {
        let Some(present) = self.subscription().await? else { return Ok(false) };
        let ours = subscription_name(cell);
        ensure!(present == ours, "this cell has joined under another name: its subscription is {present}, not {ours}");
        Ok(true)
    }

    /// Subscribes to the home. Its replication slot has the name of the subscription, so it contains that of the cell.
    pub async fn subscribe(&self, cell: &str, from: &str) -> anyhow::Result<()> {
        if self.has_subscribed(cell).await? {
            return Ok(());
        }
        let query = "select (select count(*) from cells) + (select count(*) from directory)
            + (select count(*) from directory_sso_domains)";
        let rows: i64 = self.client.query_one(query, &[]).await?.get(0);
        ensure!(rows == 0, "the directory of this cell is not empty");
        let (name, from) = (subscription_name(cell), from.replace('\'', "''"));
        let options = subscription_options(&self.client, vec![]).await?;
        let subscribe = format!("create subscription {name} connection '{from}' publication {DIRECTORY} {options}");
        let created = self.client.batch_execute(&subscribe).await;
        created.context(
            "the subscription was not created: the role of TC_MIGRATION_DATABASE_URL needs the right to create \
             subscriptions and must bypass row-level security, such as a superuser",
        )
    }

    /// Waits for the first copy.
    pub async fn copied(&self) -> anyhow::Result<()> {
        let query = "select count(*) filter (where srsubstate = 'r') >= 3
            from pg_subscription_rel join pg_subscription on pg_subscription.oid = srsubid
            where subpublications = array['directory']";
        let started = Instant::now();
        while !self.client.query_one(query, &[]).await?.get::<_, bool>(0) {
            ensure!(started.elapsed() < COPY, "the directory is not copied: the log of PostgreSQL has the reason");
            sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }

    /// Without the directory, this cell serves every tenant whose rows it has.
    pub async fn check_unused(&self, is_home: bool) -> anyhow::Result<()> {
        let query = "select (select count(*) from tenant_moves), (select count(*) from tenants where not platform)";
        let row = self.client.query_one(query, &[]).await?;
        let (moves, tenants): (i64, i64) = (row.get(0), row.get(1));
        ensure!(
            moves == 0,
            "{moves} moves of tenants are not finished here: finish them, and delete the old copies of tenants that have \
             moved away"
        );
        ensure!(is_home || tenants == 0, "this cell has {tenants} tenants: move them first");
        Ok(())
    }

    /// Removes the subscription or publication, the copy of the directory, and the name.
    pub async fn dissolve(&self) -> anyhow::Result<()> {
        if let Some(name) = self.subscription().await? {
            let dropped = self.client.batch_execute(&format!("drop subscription \"{name}\"")).await;
            dropped.context("the subscription was not removed, because its replication slot in the home was not")?;
        }
        let remove =
            "begin; drop publication if exists directory; delete from this_cell; delete from directory_sso_domains;
            delete from directory; delete from cells; commit";
        Ok(self.client.batch_execute(remove).await?)
    }
}

/// Slots have names of lower-case letters, digits and underscores. Names of cells have no underscores: no two share a slot.
fn subscription_name(cell: &str) -> String {
    format!("directory_{}", cell.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_subscription_fits_a_slot() {
        assert_eq!(subscription_name("eu-2"), "directory_eu_2");
    }
}
