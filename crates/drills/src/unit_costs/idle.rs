//! The cost of an idle tenant: the use of the system with many idle tenants, minus its use without them.

use super::meter::{Cost, Meter};
use crate::memory::anonymous;
use std::time::Duration;
use tenant_control::operate::tenants::AdminKey;
use tokio::time::sleep;

const DAY: f64 = 86_400.0;

/// The cost of an idle tenant in a day, and the keys of the tenants. The smaller of the two uses of the system is subtracted
/// from each later measurement.
pub async fn idle(meter: &mut Meter<'_>) -> anyhow::Result<(Cost, Vec<AdminKey>)> {
    let count = meter.size.pick(1_000, 200);
    // Each periodic job runs within a quarter of an hour, including the sampling of gauges.
    let time = meter.size.pick(Duration::from_secs(900), Duration::from_secs(4));
    sleep(meter.size.pick(Duration::from_secs(30), Duration::from_secs(2))).await;
    let alone = meter.idle_use(time).await?;
    let (bytes, before) = (meter.bytes().await?, memory(meter)?);
    let keys = meter.system.scene.stage.tenants(count).await?;
    meter.settle().await?;
    let grown = meter.bytes().await? - bytes;
    let many = meter.idle_use(time).await?;
    eprintln!("  idle with one tenant: {alone:?}");
    eprintln!("  idle with {count} more: {many:?}");
    meter.idle = many.least(alone);
    let each = |all: f64| all / count as f64;
    let cost = Cost {
        each: many.beyond(alone).times(each(DAY / many.seconds)),
        disk: Some(each(grown as f64)),
        memory: Some(each(memory(meter)?.saturating_sub(before) as f64)),
        time: None,
    };
    Ok((cost, keys))
}

/// The memory of our processes.
fn memory(meter: &Meter<'_>) -> anyhow::Result<u64> {
    let system = meter.system;
    let pids = [system.scene.server.pid(), system.worker.pid(), system.listener.pid()];
    pids.into_iter().map(anonymous).sum()
}
