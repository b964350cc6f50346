//! How many inventories are read at the same time: as many as there is memory for, and of one tenant no more than its share.
//! Who finds no room waits for a moment, and is told to come back later.

use api::TenantId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Memory for inventories that are being read.
const MEMORY_BYTES: usize = 64 * 1024 * 1024;

/// What is counted.
const UNIT: usize = 64 * 1024;

/// Inventories of one tenant at the same time.
const OF_TENANT: usize = 16;

/// How long a message waits for room. An agent waits three minutes for an answer.
const WAIT: Duration = Duration::from_secs(20);

pub struct Admission {
    patience: Duration,
    memory: Arc<Semaphore>,
    tenants: Arc<Mutex<HashMap<TenantId, Arc<Semaphore>>>>,
}

impl Default for Admission {
    fn default() -> Admission {
        Admission::new(WAIT)
    }
}

/// Room for one message, until this is dropped.
pub struct Place {
    memory: OwnedSemaphorePermit,
    _tenant: OfTenant,
}

/// A part of a tenant's share. A tenant of which nothing is read takes no memory.
struct OfTenant {
    tenant: TenantId,
    permit: Option<OwnedSemaphorePermit>,
    tenants: Arc<Mutex<HashMap<TenantId, Arc<Semaphore>>>>,
}

impl Admission {
    fn new(patience: Duration) -> Admission {
        Admission { patience, memory: Arc::new(Semaphore::new(MEMORY_BYTES / UNIT)), tenants: Arc::default() }
    }

    /// Room for a message that takes so much memory; `None` if there is none for too long.
    pub async fn enter(&self, tenant: TenantId, bytes: usize) -> Option<Place> {
        let units = u32::try_from(bytes.min(MEMORY_BYTES).div_ceil(UNIT)).unwrap_or(u32::MAX);
        let entering = async {
            let of_tenant = self.of_tenant(tenant).acquire_owned().await.ok()?;
            let of_tenant = OfTenant { tenant, permit: Some(of_tenant), tenants: self.tenants.clone() };
            let memory = self.memory.clone().acquire_many_owned(units).await.ok()?;
            Some(Place { memory, _tenant: of_tenant })
        };
        timeout(self.patience, entering).await.ok().flatten()
    }

    /// Whether new inventories would have to wait.
    pub fn is_full(&self) -> bool {
        self.memory.available_permits() < MEMORY_BYTES / UNIT / 16
    }

    fn of_tenant(&self, tenant: TenantId) -> Arc<Semaphore> {
        let mut tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        tenants.entry(tenant).or_insert_with(|| Arc::new(Semaphore::new(OF_TENANT))).clone()
    }
}

impl Place {
    /// The message takes only so much from now on; the rest of the room is for others.
    pub fn keep(&mut self, bytes: usize) {
        let units = bytes.div_ceil(UNIT).max(1);
        let surplus = self.memory.num_permits().saturating_sub(units);
        drop(self.memory.split(surplus));
    }
}

impl Drop for OfTenant {
    fn drop(&mut self) {
        let mut tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        self.permit.take();
        let idle = |semaphore: &Arc<Semaphore>| {
            semaphore.available_permits() == OF_TENANT && Arc::strong_count(semaphore) == 1
        };
        if tenants.get(&self.tenant).is_some_and(idle) {
            tenants.remove(&self.tenant);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use uuid::Uuid;

    const BRIEFLY: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn memory_is_shared_and_given_back() {
        let (admission, tenant) = (Admission::new(BRIEFLY), TenantId(Uuid::from_u128(1)));
        let mut all = admission.enter(tenant, usize::MAX).await.unwrap();
        assert!(admission.is_full());
        assert!(admission.enter(TenantId(Uuid::from_u128(2)), 1).now_or_never().is_none(), "nobody has room");
        all.keep(1);
        assert!(!admission.is_full());
        assert!(admission.enter(tenant, 1024).await.is_some());
        drop(all);
        assert!(admission.tenants.lock().unwrap().is_empty(), "an idle tenant is forgotten");
    }

    #[tokio::test]
    async fn one_tenant_has_no_more_than_its_share() {
        let admission = Admission::new(BRIEFLY);
        let (mine, other) = (TenantId(Uuid::from_u128(1)), TenantId(Uuid::from_u128(2)));
        let mut places = vec![];
        for _ in 0..OF_TENANT {
            places.push(admission.enter(mine, 1).await.unwrap());
        }
        assert!(admission.enter(mine, 1).now_or_never().is_none());
        assert!(admission.enter(other, 1).await.is_some());
    }
}
