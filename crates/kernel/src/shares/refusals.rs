//! Refusals (429) are paced for a tenant that ignores them: a client that repeats its requests at once costs the node more than
//! the requests that it was refused. Quotas grow meanwhile, so that the wait costs the tenant none of them.

use api::TenantId;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// The time between two refusals of a tenant, once it has had those that are prompt.
const PACE: Duration = Duration::from_millis(5);
const PROMPT: u32 = 100;

/// The longest wait of a refusal.
const LONGEST: Duration = Duration::from_secs(2);

/// How many refusals of a tenant wait at the same time. More are sent at once: they must not take the memory instead.
const MOST_WAITING: u32 = 2000;

/// How many tenants are remembered before those without recent refusals are removed.
const MOST_TENANTS: usize = 1000;

#[derive(Default)]
pub struct Refusals(Mutex<HashMap<TenantId, Recent>>);

/// The refusals of a tenant: as in a leaky bucket, the time at which all of them would have been sent at the pace.
struct Recent {
    paid: Instant,
    waiting: u32,
}

impl Refusals {
    /// Returns when a refusal may be sent.
    pub async fn wait(&self, tenant: TenantId) {
        let Some(delay) = self.delay(tenant) else { return };
        let _waiting = Waiting { refusals: self, tenant };
        sleep(delay).await;
    }

    /// Counts a refusal. One that has a delay is counted as waiting, too.
    fn delay(&self, tenant: TenantId) -> Option<Duration> {
        let mut tenants = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if tenants.len() >= MOST_TENANTS {
            tenants.retain(|_, recent| recent.waiting > 0 || recent.paid > now);
        }
        let recent = tenants.entry(tenant).or_insert(Recent { paid: now, waiting: 0 });
        let latest = now + PACE * PROMPT + LONGEST;
        recent.paid = (recent.paid.max(now) + PACE).min(latest);
        let delay = (recent.paid - now).saturating_sub(PACE * PROMPT);
        if delay.is_zero() || recent.waiting >= MOST_WAITING {
            return None;
        }
        recent.waiting += 1;
        Some(delay)
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
    use futures::{FutureExt, future::join_all};
    use uuid::Uuid;

    const ONE: TenantId = TenantId(Uuid::from_u128(1));
    const OTHER: TenantId = TenantId(Uuid::from_u128(2));

    #[tokio::test]
    async fn refusals_are_prompt_and_then_paced_for_each_tenant() {
        let refusals = Refusals::default();
        for _ in 0..PROMPT {
            assert!(refusals.wait(ONE).now_or_never().is_some(), "the first are prompt");
        }
        let started = Instant::now();
        join_all((0..40).map(|_| refusals.wait(ONE))).await;
        assert!(started.elapsed() >= PACE * 30, "{:?}", started.elapsed());
        assert!(refusals.wait(OTHER).now_or_never().is_some());
    }

    #[tokio::test]
    async fn waits_are_bounded_in_length_and_number_and_end_with_the_client() {
        let refusals = Refusals::default();
        let mut waiting = vec![];
        for _ in 0..PROMPT + MOST_WAITING + 1 {
            let mut one = Box::pin(refusals.wait(ONE));
            if (&mut one).now_or_never().is_none() {
                waiting.push(one);
            }
        }
        assert!(u32::try_from(waiting.len()).unwrap() <= MOST_WAITING);
        assert!(refusals.delay(OTHER).is_none());
        waiting.truncate(1);
        assert!(
            refusals.delay(ONE).is_some_and(|delay| delay <= LONGEST),
            "there is room again, and no wait is longer"
        );
    }
}
