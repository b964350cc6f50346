//! Counts what a check costs, and ends it at its limits.

use backup_check::{Cost, Failure, FailureKind, Limits};
use std::sync::atomic::{AtomicU64, Ordering};

pub struct Meter {
    limits: Limits,
    calls: AtomicU64,
    bytes: AtomicU64,
}

impl Meter {
    pub fn new(limits: Limits) -> Meter {
        Meter { limits, calls: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    pub fn cost(&self) -> Cost {
        Cost { calls: self.calls.load(Ordering::Relaxed), bytes: self.bytes.load(Ordering::Relaxed) }
    }

    /// Before a call to the backend.
    pub fn call(&self) -> Result<(), Failure> {
        let calls = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        let bytes = self.bytes.load(Ordering::Relaxed);
        if calls > self.limits.calls || bytes > self.limits.bytes {
            let detail =
                format!("The check needs more than {} calls or {} bytes.", self.limits.calls, self.limits.bytes);
            return Err(Failure::new(FailureKind::TooLarge, detail));
        }
        Ok(())
    }

    /// After it.
    pub fn received(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}
