//! Changes of measures are added to the folded tables, each exactly once: a change is deleted in the transaction that
//! adds it. One process folds at a time, because sketches are merged here and not by PostgreSQL.

use super::parts::{
    Key, Part, Parts, Share, add_to_days, add_to_platform, add_to_shares, add_to_totals, platform_totals,
};
use crate::{
    db::{Db, Error, Reason, Tx},
    http::Problem,
};
use queries::queries::figures::fold::{TakeChanges, take_changes, try_lock, wait_for_lock};

/// Changes that are folded in one transaction.
const BATCH: usize = 5_000;

/// Batches of one run of the job. The next run continues.
const BATCHES: usize = 100;

/// Folds the oldest changes and returns their number; none while another process folds.
pub async fn fold(db: &Db) -> Result<usize, Problem> {
    let tx = db.batch(Reason::Figures).await?;
    if !try_lock().bind(&tx).one().await? {
        return Ok(0);
    }
    let changes = take_changes().bind(&tx, &(BATCH as i64)).all().await?;
    let count = changes.len();
    if count == 0 {
        return Ok(0);
    }
    let mut parts = Parts::default();
    for change in changes {
        let part = Part::new(change.count, change.seconds.as_deref(), change.sketch.as_deref());
        parts.add(share_of(change), &part);
    }
    add_to_days(&tx, &parts.totals).await?;
    add_to_platform(&tx, platform_totals(&parts.totals)).await?;
    add_to_totals(&tx, parts.totals).await?;
    add_to_shares(&tx, parts.shares).await?;
    tx.commit_with(async |_| Ok::<_, Problem>(())).await?;
    Ok(count)
}

/// Folds all changes, up to a limit.
pub async fn fold_all(db: &Db) -> Result<(), Problem> {
    for _ in 0..BATCHES {
        if fold(db).await? < BATCH {
            break;
        }
    }
    Ok(())
}

/// Waits until no process folds, and keeps them from it until the transaction ends.
pub(super) async fn wait_for_fold(tx: &Tx) -> Result<(), Error> {
    wait_for_lock().bind(tx).one().await?;
    Ok(())
}

fn share_of(change: TakeChanges) -> Share {
    let key = Key { tenant: change.tenant_id, measure: change.measure, at: change.at };
    Share { key, organization: change.organization_id, dimensions: change.dimensions }
}
