//! Requests that wait for the end of a run or of an operation (`wait`, `Prefer: wait`).
//!
//! One statement reads the state of everything that is waited for, several times a second and only while there are
//! waiters. A waiter holds no connection; when it is notified, or its time is up, it reads the object with the rights
//! of its caller.

use crate::{
    db::{Db, Error, Reason},
    shares::Taken,
    supervisor::progress,
};
use api::TenantId;
use queries::queries::waiters::waiters::no_longer_under_way;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Notify, watch},
    time::timeout,
};
use uuid::Uuid;

/// How long an end may stay unnoticed.
const INTERVAL: Duration = Duration::from_millis(100);

pub struct Waiters {
    db: Db,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    joined: Notify,
}

#[derive(Default)]
struct State {
    /// By tenant and id: several may wait for the same.
    awaited: HashMap<(TenantId, Uuid), Awaited>,
    dismissed: bool,
}

struct Awaited {
    waiters: usize,
    over: watch::Sender<bool>,
}

impl Waiters {
    pub fn new(db: Db) -> Waiters {
        Waiters { db, shared: Arc::default() }
    }

    /// Ends are noticed from now on. `taken` is the waiter's part of its tenant's share.
    pub fn join(&self, taken: Taken, tenant: TenantId, id: Uuid) -> Waiter {
        let mut state = self.shared.state();
        let new = || Awaited { waiters: 0, over: watch::Sender::new(false) };
        let mut over = watch::Sender::new(true).subscribe();
        if !state.dismissed {
            let awaited = state.awaited.entry((tenant, id)).or_insert_with(new);
            awaited.waiters += 1;
            over = awaited.over.subscribe();
            self.shared.joined.notify_one();
        }
        Waiter { shared: self.shared.clone(), awaited: (tenant, id), over, _taken: taken }
    }

    /// Ends all waits, including later ones: the server stops.
    pub fn dismiss(&self) {
        let mut state = self.shared.state();
        state.dismissed = true;
        state.awaited.clear();
    }

    /// The number of waiters.
    pub fn count(&self) -> usize {
        self.shared.state().awaited.values().map(|awaited| awaited.waiters).sum()
    }

    /// Notifies the waiters of ended objects.
    pub async fn keep_notifying(&self) {
        let mut lost = false;
        loop {
            let awaited: Vec<_> = self.shared.state().awaited.keys().copied().collect();
            if awaited.is_empty() {
                progress::waiting(self.shared.joined.notified()).await;
                continue;
            }
            let told = self.tell(&awaited).await.map_err(Error::into_cause);
            if let (Err(error), false) = (&told, lost) {
                tracing::warn!(error = format!("{error:#}"), "waiting requests receive no notifications");
            }
            lost = told.is_err();
            tokio::time::sleep(INTERVAL).await;
        }
    }

    async fn tell(&self, awaited: &[(TenantId, Uuid)]) -> Result<(), Error> {
        let (tenants, ids): (Vec<Uuid>, Vec<Uuid>) = awaited.iter().map(|(tenant, id)| (tenant.0, *id)).unzip();
        let over = {
            let system = self.db.system(Reason::Waiters).await?;
            no_longer_under_way().bind(&*system, &tenants, &ids).all().await?
        };
        let state = self.shared.state();
        for id in awaited.iter().filter(|(_, id)| over.contains(id)) {
            if let Some(awaited) = state.awaited.get(id) {
                awaited.over.send_replace(true);
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

/// A waiter; removed when dropped.
pub struct Waiter {
    shared: Arc<Shared>,
    awaited: (TenantId, Uuid),
    over: watch::Receiver<bool>,
    _taken: Taken,
}

impl Waiter {
    /// Returns when it has ended, when the time is up, or when the server stops.
    pub async fn wait(mut self, at_most: Duration) {
        let _ = timeout(at_most, self.over.wait_for(|over| *over)).await;
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let Some(awaited) = state.awaited.get_mut(&self.awaited) else { return };
        awaited.waiters -= 1;
        if awaited.waiters == 0 {
            state.awaited.remove(&self.awaited);
        }
    }
}
