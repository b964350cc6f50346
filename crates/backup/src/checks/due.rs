//! The hosts whose restore is tested by a check. Nothing here reads or writes anything.

use super::seen::SeenHost;
use jiff::{SignedDuration, Timestamp};
use std::collections::HashMap;

const FEWEST: usize = 3;
const MOST: usize = 50;

/// Hosts that are tested again, in addition: those that failed, and those whose last test has no result.
const MOST_AGAIN: usize = 3;

/// The last restore test of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestoreState {
    /// When a test was begun the last time, whether it could be completed or not.
    pub tried_at: Timestamp,
    /// The last test that was completed.
    pub result: Option<RestoreResult>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestoreResult {
    pub tested_at: Timestamp,
    pub passed: bool,
}

/// Some that failed first, then those that were never tested and those whose last test is the longest ago, then some whose
/// last test could not be completed: those that fail again and again do not keep others from being tested. A test is
/// repeated after half of the time, so that a check that fails leaves time for another.
pub fn due<'a>(
    hosts: &'a [SeenHost],
    known: &HashMap<String, RestoreState>,
    every: SignedDuration,
    period: SignedDuration,
    now: Timestamp,
) -> Vec<&'a SeenHost> {
    let half = every / 2;
    let (mut failed, mut waiting, mut incomplete) = (vec![], vec![], vec![]);
    for host in hosts {
        match known.get(&host.host) {
            None => waiting.push((None, host)),
            Some(RestoreState { tried_at, result: Some(result) }) if result.tested_at >= *tried_at => match result {
                RestoreResult { passed: false, tested_at } => failed.push((*tested_at, host)),
                RestoreResult { tested_at, .. } if now.duration_since(*tested_at) >= half => {
                    waiting.push((Some(*tested_at), host));
                }
                RestoreResult { .. } => {}
            },
            Some(RestoreState { tried_at, .. }) => incomplete.push((*tried_at, host)),
        }
    }
    failed.sort_by_key(|(at, _)| *at);
    waiting.sort_by_key(|(at, host)| (*at, host.recovery_point_at));
    incomplete.sort_by_key(|(at, _)| *at);
    let needed = 2.0 * hosts.len() as f64 * period.as_secs_f64() / every.as_secs_f64().max(1.0);
    let failed = failed.into_iter().take(MOST_AGAIN).map(|(_, host)| host);
    let waiting = waiting.into_iter().take((needed.ceil() as usize).clamp(FEWEST, MOST)).map(|(_, host)| host);
    failed.chain(waiting).chain(incomplete.into_iter().take(MOST_AGAIN).map(|(_, host)| host)).collect()
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

    fn tested(days: i64, passed: bool) -> RestoreState {
        RestoreState { tried_at: at(days), result: Some(RestoreResult { tested_at: at(days), passed }) }
    }

    fn names<'a>(chosen: &[&'a SeenHost]) -> Vec<&'a str> {
        chosen.iter().map(|host| host.host.as_str()).collect()
    }

    #[test]
    fn failed_tests_come_first_and_recent_ones_not_at_all() {
        let hosts = ["recent", "old", "incomplete", "new", "failed", "older"].map(host);
        let known = HashMap::from([
            ("recent".to_owned(), tested(-5, true)),
            ("old".to_owned(), tested(-46, true)),
            ("older".to_owned(), tested(-60, true)),
            ("failed".to_owned(), tested(-1, false)),
            ("incomplete".to_owned(), RestoreState { tried_at: at(-1), ..tested(-20, true) }),
        ]);
        let chosen = due(&hosts, &known, days_long(90), days_long(1), at(0));
        assert_eq!(names(&chosen), ["failed", "new", "older", "old", "incomplete"]);
    }

    #[test]
    fn hosts_that_never_have_a_good_result_leave_room_for_the_others() {
        let hosts: Vec<SeenHost> = (0..10).map(|number| host(&format!("srv-{number}"))).collect();
        let mut known = HashMap::new();
        for day in 0..10 {
            for (place, host) in due(&hosts, &known, days_long(90), days_long(1), at(day)).into_iter().enumerate() {
                let state = match host.host.as_str() {
                    "srv-0" | "srv-1" | "srv-2" | "srv-3" => tested(day, false),
                    "srv-4" | "srv-5" | "srv-6" | "srv-7" => RestoreState { tried_at: at(day), result: None },
                    _ => tested(day, true),
                };
                assert!(place < FEWEST + 2 * MOST_AGAIN);
                known.insert(host.host.clone(), state);
            }
        }
        assert_eq!(known.len(), 10);
        assert!(known.values().all(|state| state.tried_at > at(0) || state.result.is_some_and(|result| result.passed)));
    }

    #[test]
    fn all_hosts_have_their_turn_in_time() {
        let hosts: Vec<SeenHost> = (0..400).map(|number| host(&format!("srv-{number}"))).collect();
        let mut known = HashMap::new();
        for day in 0..45 {
            for host in due(&hosts, &known, days_long(90), days_long(1), at(day)) {
                known.insert(host.host.clone(), tested(day, true));
            }
        }
        assert_eq!(known.len(), 400);
    }
}
