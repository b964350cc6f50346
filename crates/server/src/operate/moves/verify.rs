//! Compares the tenant's rows in both cells by counts and digests.
//!
//! A digest of a million rows takes seconds, too long behind a fence. So a first, short fence makes one state of both
//! cells, and all rows of that state are compared while the tenant works on. Behind the second fence the rows are
//! counted, and those that were written since then are compared: in both cells they are the same.

use super::tables::Table;
use anyhow::{Context, ensure};
use futures::{future::try_join_all, join};
use tokio_postgres::Client;
use uuid::Uuid;

/// The same texts for the same values.
pub const TEXTS: &str = "
    set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set search_path = public, pg_temp";

/// A state of one cell: a transaction that sees it, and the id of the first later one.
pub struct State {
    client: Client,
    next: String,
}

impl State {
    /// The client's transaction sees the present state from now on.
    pub async fn keep(client: Client) -> anyhow::Result<State> {
        client.batch_execute("begin isolation level repeatable read, read only").await?;
        let row = client.query_one("select pg_snapshot_xmax(pg_current_snapshot())::xid::text", &[]).await?;
        Ok(State { next: row.get(0), client })
    }

    /// The lock on the table ends with the savepoint, so that days are added and dropped meanwhile; the state stays.
    async fn digest(&self, table: &Table, tenant: Uuid) -> anyhow::Result<Digest> {
        self.client.batch_execute("savepoint digest").await?;
        let digest = digest(&self.client, table, tenant, None).await?;
        self.client.batch_execute("rollback to savepoint digest; release savepoint digest").await?;
        Ok(digest)
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Digest {
    rows: i64,
    /// The number of rows whose values are in the sum.
    summed: i64,
    sum: String,
}

/// Of all rows, or of those that were written since a state. The sum does not depend on the order.
async fn digest(client: &Client, table: &Table, tenant: Uuid, since: Option<&str>) -> anyhow::Result<Digest> {
    let condition = match since {
        Some(next) => format!("age(xmin) <= age('{next}'::xid)"),
        None => "true".to_owned(),
    };
    let (values, quoted, rows_of) = (table.compared(), table.quoted(), table.rows_of(tenant));
    let statement = format!(
        "select
             count(*),
             count(*) filter (where {condition}),
             coalesce(sum(hashtextextended(row({values})::text, 0)::numeric) filter (where {condition}), 0)::text
         from {quoted}
         where {rows_of}"
    );
    let row = client.query_one(&statement, &[]).await.with_context(|| format!("digest of {}", table.name))?;
    Ok(Digest { rows: row.get(0), summed: row.get(1), sum: row.get(2) })
}

/// Compares all rows of the two states. Returns their number.
pub async fn all(states: &(State, State), tables: &[Table], tenant: Uuid) -> anyhow::Result<i64> {
    let mut rows = 0;
    for table in tables.iter().filter(|table| table.is_of_tenants() && table.is_replicated()) {
        let (source, target) = join!(states.0.digest(table, tenant), states.1.digest(table, tenant));
        rows += same(table, &source?, &target?)?;
    }
    Ok(rows)
}

/// Compares the number of rows, and the rows that were written since the two states. Returns the number of these. Each
/// pair of connections compares a part of the tables.
pub async fn since(
    pairs: &[(Client, Client)],
    states: &(State, State),
    tables: &[Table],
    tenant: Uuid,
) -> anyhow::Result<i64> {
    let parts = pairs.iter().enumerate().map(|(number, pair)| {
        let part: Vec<&Table> = tables.iter().skip(number).step_by(pairs.len()).collect();
        since_of(pair, states, part, tenant)
    });
    Ok(try_join_all(parts).await?.into_iter().sum())
}

async fn since_of(
    (source, target): &(Client, Client),
    states: &(State, State),
    tables: Vec<&Table>,
    tenant: Uuid,
) -> anyhow::Result<i64> {
    let mut rows = 0;
    for table in tables.into_iter().filter(|table| table.is_of_tenants()) {
        // Tables that are copied behind the fence are compared as a whole.
        let since = |next| table.is_replicated().then_some(next);
        let (before, after) = (since(states.0.next.as_str()), since(states.1.next.as_str()));
        let (left, right) = join!(digest(source, table, tenant, before), digest(target, table, tenant, after));
        let left = left?;
        same(table, &left, &right?)?;
        rows += left.summed;
    }
    Ok(rows)
}

fn same(table: &Table, source: &Digest, target: &Digest) -> anyhow::Result<i64> {
    let name = &table.name;
    ensure!(source == target, "{name} differs: {source:?} in the source, {target:?} in the target");
    Ok(source.rows)
}
