//! Compares the tenant's rows in both cells by counts and digests.
//!
//! A digest of a million rows takes seconds, which is too long behind a fence. So a first, short fence makes one state of both
//! cells, and all rows of that state are compared while the tenant works on. Behind the second fence the rows are
//! counted, and those that were written since then are compared: in both cells they are the same. Of a table that only grows,
//! only the new rows are read.

use super::tables::Table;
use anyhow::{Context, ensure};
use futures::{future::try_join_all, join};
use tokio_postgres::Client;
use uuid::Uuid;

/// The same texts for the same values. Compiling a digest takes longer than it saves.
pub const TEXTS: &str = "
    set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set search_path = public, pg_temp; set jit = off";

/// A state of one cell: a transaction that sees it, the id of the first later one, and the last row of each growing table.
pub struct State {
    client: Client,
    next: String,
    last: Vec<(String, i64)>,
}

impl State {
    /// The client's transaction sees the present state from now on.
    pub async fn keep(client: Client) -> anyhow::Result<State> {
        client.batch_execute("begin isolation level repeatable read, read only").await?;
        let row = client.query_one("select pg_snapshot_xmax(pg_current_snapshot())::xid::text", &[]).await?;
        Ok(State { next: row.get(0), last: vec![], client })
    }

    /// Finds the last row of each growing table.
    pub async fn find_last(&mut self, tables: &[Table], tenant: Uuid) -> anyhow::Result<()> {
        for table in tables {
            let Some(column) = table.grows_by() else { continue };
            let query =
                format!("select coalesce(max({column}), 0) from {} where {}", table.quoted(), table.rows_of(tenant));
            let last = self.unlocked(async |client| Ok(client.query_one(&query, &[]).await?.get(0))).await?;
            self.last.push((table.name.clone(), last));
        }
        Ok(())
    }

    /// The rows to compare behind the fence.
    fn later(&self, table: &Table, has_rewrites: bool) -> Rows<'_> {
        let last = self.last.iter().find(|(name, _)| *name == table.name);
        match (table.grows_by(), last) {
            // Tables that are copied behind the fence are compared as a whole.
            _ if !table.is_replicated() => Rows::All,
            (Some(column), Some((_, last))) if !has_rewrites => Rows::Beyond(column, *last),
            _ => Rows::Since(&self.next),
        }
    }

    async fn digest(&self, table: &Table, tenant: Uuid) -> anyhow::Result<Digest> {
        self.unlocked(async |client| digest(client, table, tenant, Rows::All).await).await
    }

    /// Locks on tables end with the savepoint, so that days are added and dropped meanwhile; the state stays.
    async fn unlocked<T>(&self, read: impl AsyncFnOnce(&Client) -> anyhow::Result<T>) -> anyhow::Result<T> {
        self.client.batch_execute("savepoint reading").await?;
        let result = read(&self.client).await?;
        self.client.batch_execute("rollback to savepoint reading; release savepoint reading").await?;
        Ok(result)
    }
}

/// The rows that a digest contains.
enum Rows<'a> {
    All,
    /// All are counted. The values are those of rows that were written by this transaction or a later one.
    Since(&'a str),
    /// Rows with a greater value of this column.
    Beyond(&'static str, i64),
}

#[derive(Debug, PartialEq, Eq)]
struct Digest {
    rows: i64,
    /// The number of rows whose values are in the sum.
    summed: i64,
    sum: String,
}

/// The hash of a row with these values. PostgreSQL's own is a weighted sum of the hashes of the values, so a sum of these over
/// rows would not show which values are in the same row: it is hashed once more.
pub fn row_hash(values: &str) -> String {
    format!("hashtextextended(hash_record_extended(row({values}), 0)::text, 0)")
}

/// The sum does not depend on the order.
async fn digest(client: &Client, table: &Table, tenant: Uuid, rows: Rows<'_>) -> anyhow::Result<Digest> {
    let (is_summed, and) = match rows {
        Rows::All => ("true".to_owned(), String::new()),
        Rows::Since(next) => (format!("age(xmin) <= (select age('{next}'::xid))"), String::new()),
        Rows::Beyond(column, last) => ("true".to_owned(), format!("and {column} > {last}")),
    };
    let (hash, quoted, rows_of) = (row_hash(&table.compared()), table.quoted(), table.rows_of(tenant));
    // `offset 0`: the condition is evaluated once for a row.
    let statement = format!(
        "select count(*), count(hash), coalesce(sum(hash), 0)::text
         from (
             select case when {is_summed} then {hash} end as hash
             from {quoted}
             where {rows_of} {and}
             offset 0
         ) as compared"
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
/// pair of connections compares a part of the tables. `has_rewrites`: older rows of growing tables may have changed, too.
pub async fn since(
    pairs: &[(Client, Client)],
    states: &(State, State),
    tables: &[Table],
    tenant: Uuid,
    has_rewrites: bool,
) -> anyhow::Result<i64> {
    let parts = pairs.iter().enumerate().map(|(number, pair)| {
        let part: Vec<&Table> = tables.iter().skip(number).step_by(pairs.len()).collect();
        since_of(pair, states, part, tenant, has_rewrites)
    });
    Ok(try_join_all(parts).await?.into_iter().sum())
}

async fn since_of(
    (source, target): &(Client, Client),
    states: &(State, State),
    tables: Vec<&Table>,
    tenant: Uuid,
    has_rewrites: bool,
) -> anyhow::Result<i64> {
    let mut rows = 0;
    for table in tables.into_iter().filter(|table| table.is_of_tenants()) {
        let (before, after) = (states.0.later(table, has_rewrites), states.1.later(table, has_rewrites));
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
