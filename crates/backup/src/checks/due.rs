//! The hosts whose restore is tested by a check. Nothing here reads or writes anything.

use super::seen::SeenHost;
use jiff::{SignedDuration, Timestamp};
use std::collections::HashMap;

const FEWEST: usize = 3;
const MOST: usize = 50;

/// The last restore test of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestoreState {
    pub tested_at: Timestamp,
    pub passed: bool,
}

/// Failed ones first, then those that were never tested, then those whose last test is the longest ago. A test is repeated
/// after half of the time, so that a check that fails leaves time for another.
pub fn due<'a>(
    hosts: &'a [SeenHost],
    known: &HashMap<String, RestoreState>,
    every: SignedDuration,
    period: SignedDuration,
    now: Timestamp,
) -> Vec<&'a SeenHost> {
    let half = every / 2;
    let state = |host: &SeenHost| known.get(&host.host);
    let is_due =
        |host: &&SeenHost| state(host).is_none_or(|state| !state.passed || now.duration_since(state.tested_at) >= half);
    let mut chosen: Vec<&SeenHost> = hosts.iter().filter(is_due).collect();
    chosen.sort_by_key(|host| match state(host) {
        Some(RestoreState { passed: false, tested_at }) => (0, *tested_at),
        None => (1, host.recovery_point_at),
        Some(RestoreState { passed: true, tested_at }) => (2, *tested_at),
    });
    let needed = 2.0 * hosts.len() as f64 * period.as_secs_f64() / every.as_secs_f64().max(1.0);
    chosen.truncate((needed.ceil() as usize).clamp(FEWEST, MOST));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::change_rate::ChangeRate;

    fn host(name: &str) -> SeenHost {
        SeenHost {
            host: name.to_owned(),
            snapshots: 1,
            paths: vec![],
            newest_snapshot: String::new(),
            recovery_point_at: at(0),
            claims_the_future: false,
            change: ChangeRate::default(),
        }
    }

    fn at(days: i64) -> Timestamp {
        "2026-11-15T12:00:00Z".parse::<Timestamp>().unwrap() + days_long(days)
    }

    fn days_long(days: i64) -> SignedDuration {
        SignedDuration::from_hours(24 * days)
    }

    #[test]
    fn failed_tests_come_first_and_recent_ones_not_at_all() {
        let hosts = ["recent", "old", "new", "failed", "older"].map(host);
        let passed = |days| RestoreState { tested_at: at(days), passed: true };
        let known = HashMap::from([
            ("recent".to_owned(), passed(-5)),
            ("old".to_owned(), passed(-46)),
            ("older".to_owned(), passed(-60)),
            ("failed".to_owned(), RestoreState { tested_at: at(-1), passed: false }),
        ]);
        let chosen = due(&hosts, &known, days_long(90), days_long(1), at(0));
        assert_eq!(chosen.iter().map(|host| host.host.as_str()).collect::<Vec<_>>(), ["failed", "new", "older"]);
    }

    #[test]
    fn all_hosts_have_their_turn_in_time() {
        let hosts: Vec<SeenHost> = (0..400).map(|number| host(&format!("srv-{number}"))).collect();
        let mut known = HashMap::new();
        for day in 0..45 {
            for host in due(&hosts, &known, days_long(90), days_long(1), at(day)) {
                known.insert(host.host.clone(), RestoreState { tested_at: at(day), passed: true });
            }
        }
        assert_eq!(known.len(), 400);
    }
}
