//! Objects from before there was an index, or a type in it, are added table by table. How far that has come is stored with
//! the entries, so that it goes on there after a restart, on any server.

use api::TenantId;
use kernel::{
    background::Results,
    db::{Db, Identity, Reason},
    http::Problem,
};
use queries::queries::search::work::backfill::{
    advance_backfill, backfill_entries, count_backfills, finish_backfill, lock_backfill, pending_backfills,
};

/// Rows that are locked at a time.
const BATCH: i32 = 200;

/// Adds whatever is still to be added, except what other servers are adding.
pub async fn run(db: &Db) -> Result<(), Problem> {
    loop {
        let pending = {
            let system = db.system(Reason::Search).await?;
            pending_backfills().bind(&*system).all().await?
        };
        let mut results = Results::default();
        for table in &pending {
            results.add(add(db, TenantId(table.tenant_id), &table.source).await);
        }
        if results.done()? == 0 {
            return Ok(());
        }
    }
}

/// Adds the next rows of a table, and returns 1; 0 if another server is doing so.
async fn add(db: &Db, tenant: TenantId, source: &str) -> Result<usize, Problem> {
    let tx = db.tx(&Identity::new(tenant, None)).await?;
    let Some(beyond) = lock_backfill().bind(&tx, &source).opt().await? else { return Ok(0) };
    let last = backfill_entries().bind(&tx, &source, &beyond, &BATCH).one().await?;
    match last {
        Some(last) => advance_backfill().bind(&tx, &last, &source).one().await?,
        None => finish_backfill().bind(&tx, &source).one().await?,
    };
    tx.commit_with(async |_| Ok::<_, Problem>(())).await?;
    Ok(1)
}

/// How many tables of tenants are not complete.
pub async fn pending(db: &Db) -> Result<i64, kernel::db::Error> {
    let system = db.system(Reason::Search).await?;
    Ok(count_backfills().bind(&*system).one().await?)
}
