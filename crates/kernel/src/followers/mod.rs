//! Streams that follow the end of a tenant's event log.
//!
//! One statement reads the ends of all followed logs, several times a second and only while there are any. NOTIFY would
//! be faster, but a commit that notifies waits for a lock of the whole cluster.

use crate::{
    db::{Db, Error, Reason},
    shares::{Fair, Place, Taken},
    supervisor::progress,
};
use api::TenantId;
use queries::queries::followers::followers::ends_of_logs;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::{Notify, watch};
use uuid::Uuid;

/// How long an event may wait to be noticed.
const INTERVAL: Duration = Duration::from_millis(200);

pub struct Followers {
    db: Db,
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    joined: Notify,
    readers: Arc<Fair>,
}

#[derive(Default)]
struct State {
    logs: HashMap<TenantId, Log>,
    dismissed: bool,
}

struct Log {
    followers: usize,
    end: watch::Sender<i64>,
}

impl Followers {
    /// The maximum number of concurrent reads, and half as many for one tenant: streams that catch up must not take the
    /// connections from requests, nor the turns from other tenants.
    pub fn new(db: Db, readers: usize) -> Followers {
        let readers = Fair::new(readers, readers.div_ceil(2));
        let shared = Shared { state: Mutex::default(), joined: Notify::new(), readers };
        Followers { db, shared: Arc::new(shared) }
    }

    /// `taken` is the follower's part of its tenant's share.
    pub fn join(&self, taken: Taken, tenant: TenantId) -> Follower {
        let mut state = self.shared.state();
        let follower = |end| Follower { shared: self.shared.clone(), tenant, end, _taken: taken };
        if state.dismissed {
            return follower(watch::channel(0).1);
        }
        let log = state.logs.entry(tenant).or_insert_with(|| Log { followers: 0, end: watch::Sender::new(0) });
        log.followers += 1;
        let end = log.end.subscribe();
        self.shared.joined.notify_one();
        follower(end)
    }

    /// Ends all followers, including later ones: the server stops.
    pub fn dismiss(&self) {
        let mut state = self.shared.state();
        state.dismissed = true;
        state.logs.clear();
    }

    /// The number of followers.
    pub fn count(&self) -> usize {
        self.shared.state().logs.values().map(|log| log.followers).sum()
    }

    /// Notifies the followers of the ends of their logs.
    pub async fn keep_notifying(&self) {
        let mut lost = false;
        loop {
            let followed: Vec<Uuid> = self.shared.state().logs.keys().map(|tenant| tenant.0).collect();
            if followed.is_empty() {
                progress::waiting(self.shared.joined.notified()).await;
                continue;
            }
            let told = self.tell(&followed).await.map_err(Error::into_cause);
            if let (Err(error), false) = (&told, lost) {
                let error = format!("{error:#}");
                tracing::warn!(error, "event streams receive no notifications of new events");
            }
            lost = told.is_err();
            tokio::time::sleep(INTERVAL).await;
        }
    }

    async fn tell(&self, followed: &[Uuid]) -> Result<(), Error> {
        let system = self.db.system(Reason::EventStreams).await?;
        let ends = ends_of_logs().bind(&*system, &followed).all().await?;
        let state = self.shared.state();
        for end in ends {
            if let Some(log) = state.logs.get(&TenantId(end.tenant_id)) {
                log.end.send_if_modified(|known| std::mem::replace(known, end.last_position) != end.last_position);
            }
        }
        Ok(())
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A follower; removed when dropped.
pub struct Follower {
    shared: Arc<Shared>,
    tenant: TenantId,
    end: watch::Receiver<i64>,
    _taken: Taken,
}

/// The server stops.
#[derive(Debug, PartialEq, Eq)]
pub struct Dismissed;

impl Follower {
    /// The last known end of the log.
    pub fn end(&self) -> Result<i64, Dismissed> {
        self.end.has_changed().map(|_| *self.end.borrow()).map_err(|_| Dismissed)
    }

    /// Waits until it may read: behind its own tenant's followers, and in turn with those of others.
    pub async fn turn(&self) -> Place {
        self.shared.readers.take(Some(self.tenant)).await
    }

    /// Waits until the log extends beyond a position.
    pub async fn beyond(&mut self, position: i64) -> Result<(), Dismissed> {
        self.end.wait_for(|end| *end > position).await.map(drop).map_err(|_| Dismissed)
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let Some(log) = state.logs.get_mut(&self.tenant) else { return };
        log.followers -= 1;
        if log.followers == 0 {
            state.logs.remove(&self.tenant);
        }
    }
}
