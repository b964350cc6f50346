//! The schedule of retries. All waits are divided by the operator's haste, which is 1 except in drills.

use jiff::{SignedDuration, Timestamp};
use rand::Rng;

/// The delay of each further attempt after the previous one.
const WAITS: [SignedDuration; 9] = [
    SignedDuration::from_secs(5),
    SignedDuration::from_mins(5),
    SignedDuration::from_mins(30),
    SignedDuration::from_hours(2),
    SignedDuration::from_hours(5),
    SignedDuration::from_hours(10),
    SignedDuration::from_hours(14),
    SignedDuration::from_hours(20),
    SignedDuration::from_hours(24),
];

/// A wait is extended by a random part up to this share, so that simultaneous failures are not retried simultaneously.
const JITTER: f64 = 0.2;

/// The maximum that an endpoint can request by `Retry-After`.
const LONGEST: SignedDuration = SignedDuration::from_hours(24);

/// The interval of probes, which grows with each failure.
const FIRST_PROBE: SignedDuration = SignedDuration::from_secs(5);
const RAREST_PROBE: SignedDuration = SignedDuration::from_mins(5);

/// Attempts fail for this time without a success in between, and at least twice, before the endpoint counts as failing.
const FAILS_AFTER: SignedDuration = SignedDuration::from_hours(1);
const DISABLED_AFTER: SignedDuration = SignedDuration::from_hours(5 * 24);

#[derive(Debug, Clone, Copy)]
pub struct RetrySchedule {
    haste: f64,
}

impl RetrySchedule {
    pub fn new(haste: f64) -> RetrySchedule {
        RetrySchedule { haste }
    }

    fn of(self, wait: SignedDuration) -> SignedDuration {
        wait.div_f64(self.haste)
    }

    /// The time of the next attempt after this many; `None` after the last.
    pub fn next(self, attempts: i32, asked: Option<SignedDuration>, now: Timestamp) -> Option<Timestamp> {
        let wait = *WAITS.get(usize::try_from(attempts).ok()?.checked_sub(1)?)?;
        let wait = self.of(wait).mul_f64(1.0 + rand::rng().random_range(0.0..JITTER));
        Some(now + wait.max(self.asked(asked)))
    }

    /// The requested delay, within its limits.
    pub fn asked(self, asked: Option<SignedDuration>) -> SignedDuration {
        self.of(asked.unwrap_or_default().clamp(SignedDuration::ZERO, LONGEST))
    }

    pub fn probe_after(self, failed_probes: u32) -> SignedDuration {
        let wait = FIRST_PROBE.saturating_mul(2_i32.saturating_pow(failed_probes));
        self.of(wait.min(RAREST_PROBE))
    }

    pub fn fails_after(self) -> SignedDuration {
        self.of(FAILS_AFTER)
    }

    pub fn disabled_after(self) -> SignedDuration {
        self.of(DISABLED_AFTER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    #[test]
    fn ten_attempts_follow_the_schedule_with_some_chance() {
        let schedule = RetrySchedule::new(1.0);
        for (attempts, wait) in (1..).zip(WAITS) {
            let next = schedule.next(attempts, None, NOW).unwrap().duration_since(NOW);
            assert!(next >= wait && next <= wait.mul_f64(1.0 + JITTER), "{attempts}: {next}");
        }
        assert_eq!(schedule.next(10, None, NOW), None);
    }

    #[test]
    fn an_endpoint_may_ask_for_more_time_up_to_a_day() {
        let schedule = RetrySchedule::new(1.0);
        let asked = |hours| schedule.next(1, Some(SignedDuration::from_hours(hours)), NOW).unwrap().duration_since(NOW);
        assert_eq!(asked(3), SignedDuration::from_hours(3));
        assert_eq!(asked(100), SignedDuration::from_hours(24));
        assert!(asked(-1) < SignedDuration::from_secs(7));
    }

    #[test]
    fn haste_shortens_every_wait() {
        let schedule = RetrySchedule::new(1000.0);
        assert!(schedule.next(2, None, NOW).unwrap().duration_since(NOW) < SignedDuration::from_millis(400));
        assert_eq!(schedule.probe_after(0), SignedDuration::from_millis(5));
        assert_eq!(schedule.probe_after(20), SignedDuration::from_millis(300));
    }
}
