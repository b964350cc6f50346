//! The limits of attempts in flight: for one tenant, and for the whole worker. An attempt holds a permit, which is
//! returned when it is dropped, even if the attempt's task panics.

use api::TenantId;
use std::{collections::HashMap, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub const TENANT_LIMIT: usize = 64;
pub const WORKER_LIMIT: usize = 768;

#[derive(Debug)]
pub struct Permit {
    _tenant: OwnedSemaphorePermit,
    _worker: OwnedSemaphorePermit,
}

pub struct Permits {
    worker: Arc<Semaphore>,
    tenants: HashMap<TenantId, Arc<Semaphore>>,
}

impl Permits {
    pub fn new() -> Permits {
        Permits { worker: Arc::new(Semaphore::new(WORKER_LIMIT)), tenants: HashMap::new() }
    }

    /// True if the worker may start an attempt for some tenant.
    pub fn are_left(&self) -> bool {
        self.worker.available_permits() > 0
    }

    pub fn try_acquire(&mut self, tenant: TenantId) -> Option<Permit> {
        let own = self.tenants.entry(tenant).or_insert_with(|| Arc::new(Semaphore::new(TENANT_LIMIT)));
        Some(Permit {
            _tenant: own.clone().try_acquire_owned().ok()?,
            _worker: self.worker.clone().try_acquire_owned().ok()?,
        })
    }

    pub fn has_in_flight(&self, tenant: TenantId) -> bool {
        self.tenants.get(&tenant).is_some_and(|own| own.available_permits() < TENANT_LIMIT)
    }

    /// The worker no longer owns the tenant.
    pub fn forget(&mut self, tenant: TenantId) {
        self.tenants.remove(&tenant);
    }
}
