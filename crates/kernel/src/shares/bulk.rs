//! Bulk work (exports, streams that catch up, dry runs of workflows) yields to requests: a node reads one page and evaluates one
//! step of a tenant at a time and, while other tenants make requests, spends no more than a fifth of the time on each.

use super::{Fair, Place};
use api::TenantId;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// A tenant that made a request so recently is one that bulk work yields to.
const RECENT: Duration = Duration::from_millis(250);

/// The pause after a page or a step, as a multiple of the time that it took, and the longest pause.
const PAUSE: u32 = 4;
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

pub struct Bulk {
    pages: Arc<Fair>,
    steps: Arc<Fair>,
    /// The latest requests of two different tenants, the latest first.
    latest: Mutex<[Option<(TenantId, Instant)>; 2]>,
}

impl Default for Bulk {
    fn default() -> Bulk {
        Bulk { pages: Fair::new(usize::MAX, 1), steps: Fair::new(usize::MAX, 1), latest: Mutex::default() }
    }
}

impl Bulk {
    /// Notes that a tenant makes a request.
    pub fn request(&self, tenant: TenantId) {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if latest[0].is_some_and(|(last, _)| last != tenant) {
            latest[1] = latest[0];
        }
        latest[0] = Some((tenant, Instant::now()));
    }

    fn others_are_active(&self, tenant: TenantId) -> bool {
        let latest = *self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.iter().flatten().any(|(other, at)| *other != tenant && at.elapsed() < RECENT)
    }

    /// Reads a page of a stream when it is its turn.
    pub async fn page<T>(&self, tenant: TenantId, read: impl Future<Output = T>) -> T {
        let turn = self.turn(tenant).await;
        self.work(turn, tenant, read).await
    }

    /// Waits for the tenant's turn to read a page.
    pub async fn turn(&self, tenant: TenantId) -> Place {
        self.pages.take(Some(tenant)).await
    }

    /// Evaluates a step of a dry run when it is its turn.
    pub async fn step<T>(&self, tenant: TenantId, evaluate: impl Future<Output = T>) -> T {
        let turn = self.steps.take(Some(tenant)).await;
        self.work(turn, tenant, evaluate).await
    }

    /// The pause is before the tenant's next turn: the result of this one is returned at once.
    pub async fn work<T>(&self, turn: Place, tenant: TenantId, work: impl Future<Output = T>) -> T {
        let started = Instant::now();
        let result = work.await;
        if self.others_are_active(tenant) {
            let pause = (started.elapsed() * PAUSE).min(LONGEST_PAUSE);
            tokio::spawn(async move {
                sleep(pause).await;
                drop(turn);
            });
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const ONE: TenantId = TenantId(Uuid::from_u128(1));
    const OTHER: TenantId = TenantId(Uuid::from_u128(2));

    /// How long ten pages of 10 ms each take.
    async fn ten_pages(bulk: &Bulk) -> Duration {
        let started = Instant::now();
        for _ in 0..10 {
            bulk.page(ONE, async { sleep(Duration::from_millis(10)).await }).await;
        }
        started.elapsed()
    }

    #[tokio::test]
    async fn bulk_reads_yield_only_while_other_tenants_make_requests() {
        let bulk = Arc::new(Bulk::default());
        bulk.request(ONE);
        let alone = ten_pages(&bulk).await;
        let others = bulk.clone();
        let requests = tokio::spawn(async move {
            loop {
                [OTHER, ONE, ONE].into_iter().for_each(|tenant| others.request(tenant));
                sleep(Duration::from_millis(20)).await;
            }
        });
        tokio::task::yield_now().await;
        let beside = ten_pages(&bulk).await;
        requests.abort();
        // Nine pauses of four times a page, between ten pages.
        assert!(beside >= Duration::from_millis(460), "{beside:?}");
        sleep(RECENT + LONGEST_PAUSE).await;
        let after = ten_pages(&bulk).await;
        assert!(alone.max(after) < beside / 2, "alone {alone:?}, beside others {beside:?}, after them {after:?}");
    }

    #[tokio::test]
    async fn one_page_of_a_tenant_is_read_at_a_time() {
        let bulk = Bulk::default();
        let started = Instant::now();
        let page = |tenant| {
            bulk.page(tenant, async move {
                sleep(Duration::from_millis(50)).await;
                started.elapsed()
            })
        };
        let (first, second, other) = futures::join!(page(ONE), page(ONE), page(OTHER));
        assert!(second >= Duration::from_millis(100), "{second:?}");
        assert!(second > first && second > other, "{first:?} {second:?} {other:?}");
    }

    #[tokio::test]
    async fn steps_of_dry_runs_take_turns_of_their_own() {
        let bulk = Bulk::default();
        bulk.request(OTHER);
        bulk.request(ONE);
        let brief = async || sleep(Duration::from_millis(50)).await;
        bulk.page(ONE, brief()).await;
        let started = Instant::now();
        bulk.step(ONE, brief()).await;
        assert!(started.elapsed() < Duration::from_millis(150), "it does not wait for pages: {:?}", started.elapsed());
        bulk.step(ONE, brief()).await;
        assert!(started.elapsed() >= Duration::from_millis(300), "it yields to the other: {:?}", started.elapsed());
    }
}
