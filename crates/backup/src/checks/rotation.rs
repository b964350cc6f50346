//! Which packs a check reads, so that every pack is read once within the configured number of days. Nothing here reads or
//! writes anything.

use jiff::{SignedDuration, Timestamp};

/// Groups that one check reads at most, to catch up after an outage without reading a large repository at once.
const MOST_GROUPS: i64 = 4;

const MOST_GROUPS_OF_ALL: i64 = 10_000;

/// The state of the cycle in which all groups are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rotation {
    /// The number of groups; 0 before the first check.
    pub groups: i64,
    /// The next group, which is the number of those that were read in this cycle.
    pub next: i64,
    pub started_at: Option<Timestamp>,
}

/// The groups that a check reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub groups: i64,
    pub first: i64,
    pub count: i64,
    pub started_at: Timestamp,
}

impl Rotation {
    /// `every` is the time within which all packs are read, `period` the time between two checks.
    pub fn plan(self, every: SignedDuration, period: SignedDuration, now: Timestamp) -> Plan {
        let (every, period) = (every.as_secs().max(1), period.as_secs().max(1));
        let groups = (every / period).clamp(1, MOST_GROUPS_OF_ALL);
        let (first, started_at) = match self.started_at {
            // Other groups are other packs, so the cycle starts again.
            Some(started_at) if self.groups == groups => (self.next.clamp(0, groups - 1), started_at),
            _ => (0, now),
        };
        let elapsed = now.duration_since(started_at).as_secs().max(0);
        // Those that should have been read by now, and the one of this check.
        let due = elapsed.saturating_mul(groups) / every + 1;
        let count = (due - first).clamp(1, MOST_GROUPS).min(groups - first);
        Plan { groups, first, count, started_at }
    }
}

impl Plan {
    /// The state after the groups were read, and, if the cycle is complete, the time from which on all packs were read.
    pub fn done(self, now: Timestamp) -> (Rotation, Option<Timestamp>) {
        let next = self.first + self.count;
        if next < self.groups {
            return (Rotation { groups: self.groups, next, started_at: Some(self.started_at) }, None);
        }
        (Rotation { groups: self.groups, next: 0, started_at: Some(now) }, Some(self.started_at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours(hours: i64) -> SignedDuration {
        SignedDuration::from_hours(hours)
    }

    fn start() -> Timestamp {
        "2026-11-15T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn every_group_is_read_once_in_each_cycle_and_in_time() {
        for (every, period) in [(30 * 24, 24), (7 * 24, 24), (24, 24), (10 * 24, 7), (1, 24), (365 * 24, 12)] {
            let (mut rotation, mut now) = (Rotation::default(), start());
            let mut last_read = vec![None; usize::try_from(every / period).unwrap().max(1)];
            for _ in 0..1_000 {
                let plan = rotation.plan(hours(every), hours(period), now);
                for group in plan.first..plan.first + plan.count {
                    let group = usize::try_from(group).unwrap();
                    if let Some(before) = last_read[group].replace(now) {
                        let age = now.duration_since(before);
                        assert!(age <= hours(every.max(period) + period), "{every}/{period}: {age}");
                    }
                }
                rotation = plan.done(now).0;
                now += hours(period);
            }
            assert!(last_read.iter().all(Option::is_some));
        }
    }

    #[test]
    fn a_cycle_ends_with_the_time_at_which_it_began() {
        let mut rotation = Rotation::default();
        for day in 0..3 {
            let now = start() + hours(24 * day);
            let plan = rotation.plan(hours(72), hours(24), now);
            assert_eq!((plan.first, plan.count), (day, 1));
            let (next, through) = plan.done(now);
            rotation = next;
            assert_eq!(through, (day == 2).then(start));
        }
        assert_eq!(rotation, Rotation { groups: 3, next: 0, started_at: Some(start() + hours(48)) });
    }

    #[test]
    fn checks_that_were_missed_are_caught_up_with_in_parts() {
        let rotation = Rotation { groups: 30, next: 2, started_at: Some(start()) };
        let late = rotation.plan(hours(720), hours(24), start() + hours(240));
        assert_eq!((late.first, late.count), (2, MOST_GROUPS));
        let other = rotation.plan(hours(240), hours(24), start() + hours(240));
        assert_eq!((other.groups, other.first, other.count), (10, 0, 1), "another period begins anew");
    }
}
