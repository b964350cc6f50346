//! Refusals (429) are answered slowly to a tenant that ignores them: a client that repeats its requests at once costs the
//! node more than the requests that it was refused.

use api::TenantId;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// How many refusals of a tenant are answered at once in each second.
const PROMPT: u32 = 100;
const SECOND: Duration = Duration::from_secs(1);

/// How long every further one waits: what `Retry-After` asks for at least.
const DELAY: Duration = Duration::from_secs(1);

/// How many refusals of a tenant wait at the same time.
const MOST_WAITING: u32 = 500;

/// How many tenants are remembered before those without recent refusals are removed.
const MOST_TENANTS: usize = 1000;

#[derive(Default)]
pub struct Refusals(Mutex<HashMap<TenantId, Recent>>);

/// The refusals of a tenant in the current second, and those that wait.
struct Recent {
    since: Instant,
    count: u32,
    waiting: u32,
}

impl Refusals {
    /// Returns when a refusal may be answered.
    pub async fn wait(&self, tenant: TenantId) {
        if self.is_prompt(tenant) {
            return;
        }
        let _waiting = Waiting { refusals: self, tenant };
        sleep(DELAY).await;
    }

    /// Counts a refusal. One that is not prompt is counted as waiting, too.
    fn is_prompt(&self, tenant: TenantId) -> bool {
        let mut tenants = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tenants.len() >= MOST_TENANTS {
            tenants.retain(|_, recent| recent.waiting > 0 || recent.since.elapsed() < SECOND);
        }
        let new = || Recent { since: Instant::now(), count: 0, waiting: 0 };
        let recent = tenants.entry(tenant).or_insert_with(new);
        if recent.since.elapsed() >= SECOND {
            (recent.since, recent.count) = (Instant::now(), 0);
        }
        recent.count += 1;
        let prompt = recent.count <= PROMPT || recent.waiting >= MOST_WAITING;
        recent.waiting += u32::from(!prompt);
        prompt
    }
}

/// A refusal that waits; also ends when its client hangs up.
struct Waiting<'a> {
    refusals: &'a Refusals,
    tenant: TenantId,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut tenants = self.refusals.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(recent) = tenants.get_mut(&self.tenant) {
            recent.waiting -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use uuid::Uuid;

    const ONE: TenantId = TenantId(Uuid::from_u128(1));
    const OTHER: TenantId = TenantId(Uuid::from_u128(2));

    #[tokio::test]
    async fn who_ignores_refusals_waits_for_them_and_no_one_else_does() {
        let refusals = Refusals::default();
        for _ in 0..PROMPT {
            assert!(refusals.wait(ONE).now_or_never().is_some(), "a few are prompt");
        }
        assert!(refusals.wait(OTHER).now_or_never().is_some());
        let started = Instant::now();
        refusals.wait(ONE).await;
        assert!(started.elapsed() >= DELAY);
        assert!(refusals.wait(ONE).now_or_never().is_some(), "a new second has begun");
    }

    #[tokio::test]
    async fn the_number_of_waiting_refusals_is_bounded_and_hanging_up_ends_one() {
        let refusals = Refusals::default();
        for _ in 0..PROMPT {
            refusals.wait(ONE).await;
        }
        let mut waiting: Vec<_> = (0..MOST_WAITING).map(|_| Box::pin(refusals.wait(ONE))).collect();
        for one in &mut waiting {
            assert!(one.now_or_never().is_none());
        }
        assert!(refusals.wait(ONE).now_or_never().is_some(), "no more wait than may");
        waiting.pop();
        assert!(refusals.wait(ONE).now_or_never().is_none(), "there is room for one again");
        drop(waiting);
        assert_eq!(refusals.0.lock().unwrap()[&ONE].waiting, 0);
    }
}
