//! The cost of counting the requests of a tenant in a minute in which it is active: the same requests to a server that
//! counts and to one that does not.

use super::{
    meter::{Cost, Meter},
    requests::Caller,
};
use std::time::{Duration, Instant};
use tenant_control::operate::tenants::AdminKey;
use tokio::time::sleep;

/// Each operation is one row of a flush.
const OPERATIONS: [&str; 4] = ["/api/rmm/organizations", "/api/psa/tickets", "/api/auth/session", "/api/rate-limits/"];

/// Rows that a tenant's minute inserts, from the drill `usage-cost`: 13,442 in the 600 active minutes of a day.
const ROWS: f64 = 13_442.0 / 600.0;

/// Measures with the keys of tenants that do nothing else.
pub async fn minute(meter: &mut Meter<'_>, keys: &[AdminKey]) -> anyhow::Result<Cost> {
    let (tenants, rounds) = meter.size.pick((300, 6), (20, 2));
    // Flushed rows are folded every 30 s. In the full form, each fold has a row of each tenant and operation.
    let period = meter.size.pick(Duration::from_secs(30), Duration::from_secs(1));
    let keys = &keys[..tenants];
    let counting = meter.system.counting_server().await?;
    meter.second_server = Some(counting.pid());
    let servers = [&meter.system.scene.server.base, &counting.base];
    let mut costs = [Cost::default(); 2];
    for (base, cost) in servers.into_iter().zip(&mut costs) {
        let callers = keys.iter().map(|admin| Caller::new(base, &admin.key)).collect::<anyhow::Result<Vec<_>>>()?;
        round(&callers).await?;
        // The counts of this round are stored before the measurement.
        sleep(Duration::from_millis(1500)).await;
        meter.settle().await?;
        let work = async {
            for _ in 0..rounds {
                let started = Instant::now();
                round(&callers).await?;
                sleep(period.saturating_sub(started.elapsed())).await;
            }
            anyhow::Ok(vec![])
        };
        *cost = meter.measure(rounds * tenants * OPERATIONS.len(), work).await?;
    }
    meter.second_server = None;
    counting.stop().await?;
    let [without, with] = costs;
    let row = with.minus(without);
    Ok(Cost { each: row.each.times(ROWS), disk: None, memory: None, time: None })
}

/// Sends one request of each tenant for each operation.
async fn round(callers: &[Caller]) -> anyhow::Result<()> {
    for caller in callers {
        for target in OPERATIONS {
            caller.get(target).await?;
        }
    }
    Ok(())
}
