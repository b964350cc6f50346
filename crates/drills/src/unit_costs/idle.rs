//! The cost of a tenant that exists and does nothing: what the system uses with many of them, without what it used before.

use super::meter::{Cost, Meter};
use crate::memory::anonymous;
use std::time::Duration;
use tenant_control::operate::tenants::AdminKey;
use tokio::time::sleep;

const DAY: f64 = 86_400.0;

/// The cost of an idle tenant in a day, and the keys of the tenants. The smaller of the two uses of the system is subtracted
/// from each measurement that follows.
pub async fn idle(meter: &mut Meter<'_>) -> anyhow::Result<(Cost, Vec<AdminKey>)> {
    let count = meter.size.pick(1_000, 200);
    // A quarter of an hour contains each periodic job, and one sample of all levels.
    let time = meter.size.pick(Duration::from_secs(900), Duration::from_secs(4));
    sleep(meter.size.pick(Duration::from_secs(30), Duration::from_secs(2))).await;
    let alone = meter.rest(time).await?;
    let (bytes, before) = (meter.bytes().await?, memory(meter)?);
    let keys = meter.system.scene.stage.tenants(count).await?;
    meter.settle().await?;
    let grown = meter.bytes().await? - bytes;
    let many = meter.rest(time).await?;
    eprintln!("  quiet with one tenant: {alone:?}");
    eprintln!("  quiet with {count} more: {many:?}");
    meter.quiet = many.least(alone);
    let each = |all: f64| all / count as f64;
    let cost = Cost {
        each: many.beyond(alone).times(each(DAY / many.seconds)),
        disk: Some(each(grown as f64)),
        memory: Some(each(memory(meter)?.saturating_sub(before) as f64)),
        time: None,
    };
    Ok((cost, keys))
}

/// Of our processes.
fn memory(meter: &Meter<'_>) -> anyhow::Result<u64> {
    let system = meter.system;
    let pids = [system.scene.server.pid(), system.worker.pid(), system.listener.pid()];
    pids.into_iter().map(anonymous).sum()
}
