//! Limits the load of a listener. It receives messages while there is memory for them, and of one tenant no more than its
//! share. A message without memory waits for up to [`WAIT`]; then the agent is asked to retry later. Messages are parsed and
//! stored by as many tasks as there are processors, and for one tenant by half as many: inventories can wait, requests of
//! people cannot.

use api::TenantId;
use kernel::shares::{Fair, Place};
use std::{num::NonZero, sync::Arc, thread::available_parallelism, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Memory for inventories that are being read.
const MEMORY_BYTES: usize = 64 * 1024 * 1024;

/// The memory of one permit.
const UNIT: usize = 64 * 1024;

/// Inventories of one tenant at the same time.
const OF_TENANT: usize = 16;

/// How long a message waits for room. An agent waits three minutes for a response.
const WAIT: Duration = Duration::from_secs(20);

pub struct Admission {
    wait: Duration,
    memory: Arc<Semaphore>,
    tenants: Arc<Fair>,
    processing: Arc<Fair>,
}

impl Default for Admission {
    fn default() -> Admission {
        Admission::new(WAIT)
    }
}

/// Room for one message, until this is dropped.
pub struct Room {
    memory: OwnedSemaphorePermit,
    _tenant: Place,
}

impl Admission {
    fn new(wait: Duration) -> Admission {
        let memory = Arc::new(Semaphore::new(MEMORY_BYTES / UNIT));
        let processors = available_parallelism().map_or(1, NonZero::get);
        let processing = Fair::new(processors, processors.div_ceil(2));
        Admission { wait, memory, tenants: Fair::new(usize::MAX, OF_TENANT), processing }
    }

    /// Room for a message that takes so much memory; `None` if there is none for too long.
    pub async fn enter(&self, tenant: TenantId, bytes: usize) -> Option<Room> {
        let units = u32::try_from(bytes.min(MEMORY_BYTES).div_ceil(UNIT)).unwrap_or(u32::MAX);
        let entering = async {
            let tenant = self.tenants.take(Some(tenant)).await;
            let memory = self.memory.clone().acquire_many_owned(units).await.ok()?;
            Some(Room { memory, _tenant: tenant })
        };
        timeout(self.wait, entering).await.ok().flatten()
    }

    /// Waits until a message of this tenant may be parsed and stored. The slot is free again when it is dropped.
    pub async fn processing_slot(&self, tenant: TenantId) -> Place {
        self.processing.take(Some(tenant)).await
    }

    /// True if new inventories would have to wait.
    pub fn is_full(&self) -> bool {
        self.memory.available_permits() < MEMORY_BYTES / UNIT / 16
    }
}

impl Room {
    /// The message takes only so much from now on; the rest of the room is for others.
    pub fn keep(&mut self, bytes: usize) {
        let units = bytes.div_ceil(UNIT).max(1);
        let surplus = self.memory.num_permits().saturating_sub(units);
        drop(self.memory.split(surplus));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const BRIEFLY: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn memory_is_shared_and_given_back() {
        let (admission, tenant) = (Admission::new(BRIEFLY), TenantId(Uuid::from_u128(1)));
        let mut all = admission.enter(tenant, usize::MAX).await.unwrap();
        assert!(admission.is_full());
        assert!(admission.enter(TenantId(Uuid::from_u128(2)), 1).await.is_none(), "nobody has room");
        all.keep(1);
        assert!(!admission.is_full());
        assert!(admission.enter(tenant, 1024).await.is_some());
        drop(all);
        assert_eq!(admission.tenants.taken(Some(tenant)), 0, "an idle tenant has no part of its share");
    }

    #[tokio::test]
    async fn one_tenant_has_no_more_than_its_share() {
        let admission = Admission::new(BRIEFLY);
        let (mine, other) = (TenantId(Uuid::from_u128(1)), TenantId(Uuid::from_u128(2)));
        let mut rooms = vec![];
        for _ in 0..OF_TENANT {
            rooms.push(admission.enter(mine, 1).await.unwrap());
        }
        assert!(admission.enter(mine, 1).await.is_none());
        assert!(admission.enter(other, 1).await.is_some());
    }
}
