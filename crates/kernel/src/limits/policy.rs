//! A rate limit: a number of requests in a period.

use std::{str::FromStr, time::Duration};

/// After an idle period, the whole quota may be spent at once; from then on it is refilled evenly, one request every
/// `window / quota`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    pub quota: u32,
    pub window: Duration,
}

impl Policy {
    /// Within the same limits as in the database.
    pub fn new(quota: i32, window_seconds: i32) -> Result<Policy, String> {
        let fits = (1..=86_400).contains(&window_seconds) && quota >= 1 && quota / window_seconds <= 100_000;
        let window = Duration::from_secs(window_seconds.unsigned_abs().into());
        let policy = Policy { quota: quota.unsigned_abs(), window };
        fits.then_some(policy)
            .ok_or_else(|| "expected 1 request or more in 1 to 86400 seconds, at most 100000 a second".to_owned())
    }

    pub fn window_seconds(&self) -> u64 {
        self.window.as_secs()
    }

    /// How long the refill of one request takes.
    pub fn interval(&self) -> Duration {
        self.window / self.quota
    }

    /// How many requests are refilled in this time.
    pub fn admits(&self, time: Duration) -> u32 {
        u32::try_from(nanoseconds(time) / nanoseconds(self.interval()).max(1)).unwrap_or(u32::MAX)
    }

    /// How many requests a node may lease at once: a hundredth, so that a node that has leased and crashed keeps little
    /// from the others.
    pub fn largest_lease(&self) -> u32 {
        (self.quota / 100).clamp(1, 1000)
    }
}

/// In 64 bits, which divide faster than those of [`Duration::as_nanos`]. A window is a day at most.
fn nanoseconds(time: Duration) -> u64 {
    time.as_secs().saturating_mul(1_000_000_000).saturating_add(time.subsec_nanos().into())
}

/// `600/60`: 600 requests in 60 seconds.
impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Policy, String> {
        let parts = text.split_once('/').and_then(|(quota, window)| Some((quota.parse().ok()?, window.parse().ok()?)));
        let (quota, window) = parts.ok_or("expected requests/seconds, such as 600/60")?;
        Policy::new(quota, window)
    }
}
