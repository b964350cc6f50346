//! The state of a bucket on one node: its lease, and its estimate of the total use.

use super::Policy;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// A node that asks again within this time leases twice as much the next time.
const BUSY: Duration = Duration::from_millis(100);

/// After this time it begins again with one: a node that asks rarely keeps nothing from others.
const IDLE: Duration = Duration::from_secs(1);

pub struct Bucket {
    state: Mutex<State>,
    /// Held while Redis is asked: of several requests that find nothing leased, one asks for all.
    pub asking: tokio::sync::Mutex<()>,
}

struct State {
    /// Requests that this node may admit without asking.
    leased: u32,
    /// When the bucket will be full again. Never later than the true time: other nodes spend too.
    full_at: Instant,
    asked_at: Instant,
    lease: u32,
}

/// The level of a bucket after a request.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    pub remaining: u32,
    pub full_in: Duration,
    /// `Some` if the request was refused: when the next one can be admitted.
    pub retry_in: Option<Duration>,
}

/// The request for a lease.
pub struct Request {
    pub spent: Duration,
    pub want: u32,
}

impl Bucket {
    pub fn new(now: Instant) -> Bucket {
        let state = State { leased: 0, full_at: now, asked_at: now, lease: 1 };
        Bucket { state: Mutex::new(state), asking: tokio::sync::Mutex::default() }
    }

    /// A local decision: from the lease, or a refusal while the bucket must still be empty.
    pub fn decide(&self, policy: Policy, now: Instant) -> Option<Level> {
        let mut state = self.state();
        if state.leased > 0 {
            state.leased -= 1;
            return Some(state.level(policy, now));
        }
        (state.free(policy, now) == 0).then(|| state.refusal(policy, now))
    }

    /// A decision without Redis: this node's own limit, which continues from the last known state.
    pub fn decide_alone(&self, policy: Policy, now: Instant) -> Level {
        let mut state = self.state();
        if state.leased > 0 {
            state.leased -= 1;
        } else if state.free(policy, now) > 0 {
            state.full_at = state.full_at.max(now) + policy.interval();
        } else {
            return state.refusal(policy, now);
        }
        state.level(policy, now)
    }

    pub fn request(&self, policy: Policy, now: Instant) -> Request {
        let mut state = self.state();
        let since = now.saturating_duration_since(state.asked_at);
        state.lease = match since {
            since if since < BUSY => (state.lease * 2).min(policy.largest_lease()),
            since if since > IDLE => 1,
            _ => state.lease.min(policy.largest_lease()),
        };
        state.asked_at = now;
        Request { spent: state.full_at.saturating_duration_since(now), want: state.lease }
    }

    /// Applies the response to a request that was sent at `asked`.
    pub fn learn(&self, granted: u32, spent: Duration, asked: Instant) {
        let mut state = self.state();
        state.leased += granted;
        state.full_at = asked + spent;
    }

    /// A request that was admitted here but refused elsewhere.
    pub fn give_back(&self) {
        self.state().leased += 1;
    }

    pub fn level(&self, policy: Policy, now: Instant) -> Level {
        self.state().level(policy, now)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn spent(&self, now: Instant) -> Duration {
        self.full_at.saturating_duration_since(now)
    }

    fn free(&self, policy: Policy, now: Instant) -> u32 {
        policy.admits(policy.window.saturating_sub(self.spent(now)))
    }

    fn level(&self, policy: Policy, now: Instant) -> Level {
        let spent = self.spent(now);
        let free = policy.admits(policy.window.saturating_sub(spent));
        Level {
            remaining: free.saturating_add(self.leased).min(policy.quota),
            full_in: spent.saturating_sub(policy.interval() * self.leased),
            retry_in: None,
        }
    }

    fn refusal(&self, policy: Policy, now: Instant) -> Level {
        let room = policy.window - policy.interval();
        Level { retry_in: Some(self.spent(now).saturating_sub(room)), ..self.level(policy, now) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: Policy = Policy { quota: 10, window: Duration::from_secs(10) };

    fn admitted(bucket: &Bucket, times: u32, at: Instant) -> u32 {
        (0..times).filter(|_| bucket.decide_alone(POLICY, at).retry_in.is_none()).count() as u32
    }

    #[test]
    fn alone_it_admits_the_quota_at_once_and_then_evenly() {
        let start = Instant::now();
        let bucket = Bucket::new(start);
        assert_eq!(admitted(&bucket, 100, start), 10);
        let refusal = bucket.decide_alone(POLICY, start);
        assert_eq!((refusal.remaining, refusal.retry_in), (0, Some(Duration::from_secs(1))));
        assert_eq!(admitted(&bucket, 100, start + Duration::from_millis(999)), 0);
        assert_eq!(admitted(&bucket, 100, start + Duration::from_millis(3001)), 3);
        assert_eq!(admitted(&bucket, 100, start + Duration::from_secs(1000)), 10, "no more than the quota is saved up");
    }

    #[test]
    fn what_is_leased_is_spent_without_asking() {
        let start = Instant::now();
        let bucket = Bucket::new(start);
        assert!(bucket.decide(POLICY, start).is_none(), "it must ask");
        bucket.learn(2, Duration::from_secs(10), start);
        assert_eq!(bucket.decide(POLICY, start).unwrap().remaining, 1);
        assert_eq!(bucket.decide(POLICY, start).unwrap().remaining, 0);
        let refusal = bucket.decide(POLICY, start).unwrap();
        assert_eq!(refusal.retry_in, Some(Duration::from_secs(1)), "nothing can have come back: no need to ask");
        assert!(
            bucket.decide(POLICY, start + Duration::from_secs(1)).is_none(),
            "it asks again when something may have"
        );
    }

    #[test]
    fn alone_it_goes_on_from_what_it_last_knew() {
        let start = Instant::now();
        let bucket = Bucket::new(start);
        bucket.learn(1, Duration::from_secs(8), start);
        assert_eq!(admitted(&bucket, 100, start), 3, "one leased, two of ten free");
    }

    #[test]
    fn who_asks_often_leases_more_and_who_asks_seldom_less() {
        let start = Instant::now();
        let policy = Policy { quota: 1000, window: Duration::from_secs(10) };
        let bucket = Bucket::new(start);
        let wants: Vec<u32> = (1..6).map(|n| bucket.request(policy, start + n * BUSY / 2).want).collect();
        assert_eq!(wants, [2, 4, 8, 10, 10], "a hundredth at most");
        assert_eq!(bucket.request(policy, start + IDLE * 3).want, 1);
    }
}
