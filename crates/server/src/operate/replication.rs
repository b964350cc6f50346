//! Databases that replicate to each other: the directory of cells, and tenants that move.

use anyhow::ensure;
use tokio_postgres::Client;

/// The publication of the directory, which only its home has.
pub const DIRECTORY: &str = "directory";

/// The smallest `server_version_num` that knows `run_as_owner`.
const KNOWS_RUN_AS_OWNER: i32 = 160_000;

pub async fn check_wal_level(client: &Client) -> anyhow::Result<()> {
    let level: String = client.query_one("select current_setting('wal_level')", &[]).await?.get(0);
    ensure!(level == "logical", "wal_level is {level}: set wal_level = logical and restart PostgreSQL");
    Ok(())
}

/// The name of the cell, if it has one.
pub async fn cell_name(client: &Client) -> anyhow::Result<Option<String>> {
    Ok(client.query_opt("select name from this_cell", &[]).await?.map(|row| row.get(0)))
}

pub async fn is_home(client: &Client) -> anyhow::Result<bool> {
    let published = "select from pg_publication where pubname = $1::text";
    Ok(client.query_opt(published, &[&DIRECTORY]).await?.is_some())
}

/// The `with` clause of a subscription. PostgreSQL 16 and later would otherwise apply changes as the owner of the tables, which
/// forced row-level security binds.
pub async fn subscription_options(client: &Client, mut options: Vec<String>) -> anyhow::Result<String> {
    let version = "select current_setting('server_version_num')::integer";
    let version: i32 = client.query_one(version, &[]).await?.get(0);
    if version >= KNOWS_RUN_AS_OWNER {
        options.push("run_as_owner = true".to_owned());
    }
    Ok(if options.is_empty() { String::new() } else { format!("with ({})", options.join(", ")) })
}
