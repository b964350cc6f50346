//! `tenant-control workflow …`: what the operator does about runs of all tenants.

use crate::{
    clock::Clock,
    db::{Db, Reason},
};
use queries::queries::operate::workflows::restart_runs;

/// Has every run that has not ended begun again from what our tables hold, for an engine that has lost some. One that the
/// engine still has goes on. How many.
pub async fn restart(db: &Db, clock: Clock) -> anyhow::Result<usize> {
    let system = db.system(Reason::Operator).await?;
    Ok(restart_runs().bind(&*system, &clock.now()).all().await?.len())
}
