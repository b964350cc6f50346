//! Notifies the workers of new events at once. Separate from the change itself: a commit that notifies waits for a lock
//! of the whole cluster. An event without a notification is found a second later.

use crate::{db::Db, supervisor::progress};
use api::TenantId;
use std::{
    collections::BTreeSet,
    mem::take,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::Notify, time::sleep};

pub const CHANNEL: &str = "events_happened";

/// Events within this time are announced together.
const GAP: Duration = Duration::from_millis(2);

/// The number of tenants that fit into the payload of a notification.
const TOGETHER: usize = 200;

#[derive(Clone, Default)]
pub struct Announcements(Arc<Shared>);

#[derive(Default)]
struct Shared {
    tenants: Mutex<BTreeSet<TenantId>>,
    some: Notify,
}

impl Announcements {
    /// Call it after the commit.
    pub fn happened(&self, tenant: TenantId) {
        self.0.tenants.lock().unwrap_or_else(PoisonError::into_inner).insert(tenant);
        self.0.some.notify_one();
    }

    pub async fn keep_sending(&self, db: &Db) {
        loop {
            progress::waiting(self.0.some.notified()).await;
            let tenants: Vec<TenantId> =
                take(&mut *self.0.tenants.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect();
            for some in tenants.chunks(TOGETHER) {
                let ids: Vec<String> = some.iter().map(|tenant| tenant.0.simple().to_string()).collect();
                if let Err(error) = db.announce(CHANNEL, &ids.join(",")).await {
                    tracing::debug!(
                        error = format!("{:#}", error.into_cause()),
                        "failed to notify workers of new events"
                    );
                }
            }
            sleep(GAP).await;
        }
    }
}
