//! How much is allowed: so many requests in so much time.

use std::{str::FromStr, time::Duration};

/// After a quiet time the whole quota may be spent at once; from then on it comes back evenly, one request every
/// `window / quota`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    pub quota: u32,
    pub window: Duration,
}

impl Policy {
    /// Within the bounds that the database sets too.
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

    /// How long one request takes to come back.
    pub fn interval(&self) -> Duration {
        self.window / self.quota
    }

    /// How many a node may take at once without asking again: a hundredth, so that a node that has leased and fallen
    /// silent keeps little from the others.
    pub fn largest_lease(&self) -> u32 {
        (self.quota / 100).clamp(1, 1000)
    }
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
