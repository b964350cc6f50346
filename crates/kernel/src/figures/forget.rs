//! Figures are kept for two years and a little more, so that a year can be compared with the one before.

use super::fold::wait_for_fold;
use crate::{
    db::{Db, Error, Reason},
    http::Problem,
};
use jiff::{SignedDuration, Timestamp};
use queries::queries::figures::forget::{
    forget_activity, forget_days, forget_level_totals, forget_platform_totals, forget_samples, forget_shares,
    forget_totals,
};

/// How long figures are kept.
pub const KEPT: SignedDuration = SignedDuration::from_hours(800 * 24);

/// How long figures of requests by API key and operation are kept: there are many of them.
pub const API_SHARES_KEPT: SignedDuration = SignedDuration::from_hours(92 * 24);

/// Rows of each table that are deleted in one transaction.
const BATCH: i64 = 5_000;

/// Batches of one run of the job. The next run continues.
const BATCHES: usize = 40;

/// Deletes what was kept long enough, up to a limit.
pub async fn forget_old(db: &Db, now: Timestamp) -> Result<(), Problem> {
    for _ in 0..BATCHES {
        if forget_batch(db, now).await? < BATCH {
            break;
        }
    }
    Ok(())
}

/// Returns the number of rows of the table that had the most.
async fn forget_batch(db: &Db, now: Timestamp) -> Result<i64, Error> {
    let (before, api_before) = (now - KEPT, now - API_SHARES_KEPT);
    let tx = db.batch(Reason::Retention).await?;
    wait_for_fold(&tx).await?;
    let most = [
        forget_shares().bind(&tx, &api_before, &before, &BATCH).one().await?,
        forget_totals().bind(&tx, &before, &BATCH).one().await?,
        forget_platform_totals().bind(&tx, &before, &BATCH).one().await?,
        forget_days().bind(&tx, &before, &BATCH).one().await?,
        forget_activity().bind(&tx, &before, &BATCH).one().await?,
        forget_samples().bind(&tx, &before, &BATCH).one().await?,
        forget_level_totals().bind(&tx, &before, &BATCH).one().await?,
    ];
    tx.commit_with(async |_| Ok::<_, Error>(())).await?;
    Ok(most.into_iter().max().unwrap_or_default())
}
