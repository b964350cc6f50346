//! The ownership of tenants: one worker at a time. A tenant belongs to the living worker that its id maps to; when
//! workers come or go, only the affected tenants move.

use super::{Fence, ledger::LedgerMessage};
use api::TenantId;
use kernel::{
    app::App,
    db::{Error, Reason},
};
use queries::queries::webhooks::work::ownership::{
    fan_outs_of_nobody, fan_outs_of_worker, forget_dead_workers, forget_worker, living_workers, note_worker,
    take_fan_outs, yielding_tenants,
};
use std::{collections::HashSet, time::Duration};
use tokio::sync::mpsc::UnboundedSender;
use uuid::Uuid;

const HEARTBEAT: Duration = Duration::from_secs(1);

/// How long a worker counts as alive after its last renewal.
const LEASE_SECONDS: f64 = 6.0;

/// A worker that could not renew its lease for this time stops sending, well before another one takes its tenants.
pub const TRUSTED: Duration = Duration::from_secs(4);

pub async fn keep(app: &App, worker: Uuid, fence: &Fence, ledger: &UnboundedSender<LedgerMessage>) {
    let mut ticks = tokio::time::interval(HEARTBEAT);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut lost = false;
    loop {
        ticks.tick().await;
        let kept = tokio::time::timeout(TRUSTED, renew(app, worker, fence)).await;
        let error = match kept {
            Ok(Ok(tenants)) => {
                lost = false;
                let _ = ledger.send(LedgerMessage::Owned(tenants));
                continue;
            }
            Ok(Err(error)) => format!("{:#}", error.into_cause()),
            Err(_) => "PostgreSQL does not respond".to_owned(),
        };
        if !std::mem::replace(&mut lost, true) {
            tracing::warn!(error, "failed to renew the worker's lease; the worker will stop sending");
        }
    }
}

/// Renews the worker's lease, takes free tenants that map to it, and returns its tenants.
async fn renew(app: &App, worker: Uuid, fence: &Fence) -> Result<OwnedTenants, Error> {
    let begun = tokio::time::Instant::now();
    let system = app.db.system(Reason::WebhookDelivery).await?;
    note_worker().bind(&*system, &worker).one().await?;
    let living = living_workers().bind(&*system, &LEASE_SECONDS).all().await?;
    let nobodys = fan_outs_of_nobody().bind(&*system, &living).all().await?;
    let mine: Vec<Uuid> = nobodys.into_iter().filter(|tenant| owner(&living, *tenant) == Some(worker)).collect();
    if !mine.is_empty() {
        take_fan_outs().bind(&*system, &worker, &mine, &living).all().await?;
        forget_dead_workers().bind(&*system).all().await?;
    }
    let owned = fan_outs_of_worker().bind(&*system, &worker).all().await?;
    let yielding = yielding_tenants().bind(&*system).all().await?;
    let keeps = |tenant: &Uuid| owner(&living, *tenant) == Some(worker) && !yielding.contains(tenant);
    let (keep, leave) = owned.into_iter().partition(keeps);
    let tenants = |ids: Vec<Uuid>| ids.into_iter().map(TenantId).collect();
    fence.raise(begun);
    Ok(OwnedTenants { keep: tenants(keep), leave: tenants(leave) })
}

/// The tenants whose rows name the worker.
pub struct OwnedTenants {
    pub keep: HashSet<TenantId>,
    /// Tenants that map to another living worker, or move to another cell.
    pub leave: HashSet<TenantId>,
}

/// Ends the worker's lease, so that others need not wait for it.
pub async fn sign_off(app: App, worker: Uuid) {
    let signed_off = async {
        let system = app.db.system(Reason::WebhookDelivery).await?;
        forget_worker().bind(&*system, &worker).opt().await?;
        Ok::<_, Error>(())
    };
    if let Err(error) = signed_off.await {
        tracing::warn!(error = format!("{:#}", error.into_cause()), "failed to release the worker's tenants");
    }
}

/// The living worker with the highest score for the tenant: if one dies, only its own tenants move.
fn owner(living: &[Uuid], tenant: Uuid) -> Option<Uuid> {
    living.iter().copied().max_by_key(|worker| (score(*worker, tenant), *worker))
}

/// The finalizer of SplitMix64: all workers must compute the same, even of different versions.
fn score(worker: Uuid, tenant: Uuid) -> u64 {
    let (a, b) = worker.as_u64_pair();
    let (c, d) = tenant.as_u64_pair();
    let mut n = a.rotate_left(17) ^ b ^ c.rotate_left(31) ^ d.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenants_are_spread_and_only_those_of_a_dead_worker_move() {
        let workers: Vec<Uuid> = (1..=4).map(|_| Uuid::from_u128(rand::random())).collect();
        let tenants: Vec<Uuid> = (0..4000).map(|_| Uuid::from_u128(rand::random())).collect();
        for worker in &workers {
            let share = tenants.iter().filter(|tenant| owner(&workers, **tenant) == Some(*worker)).count();
            assert!((850..1150).contains(&share), "{share}");
        }
        for tenant in tenants {
            let before = owner(&workers, tenant);
            let after = owner(&workers[1..], tenant);
            assert!(before == Some(workers[0]) || before == after);
        }
    }
}
