//! The hosts that have snapshots in a repository. Nothing here reads or writes anything.

use super::change_rate::{ChangeRate, Volume, change_rate};
use api::backup_checks::BackupHostPaths;
use backup_check::Snapshot;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, HashMap};

/// How far the clock of a host may be ahead.
const AHEAD: SignedDuration = SignedDuration::from_mins(10);

/// Hosts of a repository, and sets of paths of a host.
pub const MOST_HOSTS: usize = 5_000;
const MOST_PATHS: usize = 20;

#[derive(Debug, Clone, PartialEq)]
pub struct SeenHost {
    pub host: String,
    pub snapshots: i32,
    pub paths: Vec<BackupHostPaths>,
    pub newest_snapshot: String,
    pub recovery_point_at: Timestamp,
    pub claims_the_future: bool,
    pub change: ChangeRate,
}

/// The hosts of a repository.
#[derive(Debug)]
pub struct Seen {
    pub hosts: Vec<SeenHost>,
    /// True if there are more hosts.
    pub is_cut: bool,
}

/// `first_seen` has the time of the check that saw a snapshot first; those that are not in it are seen now.
pub fn hosts(snapshots: &[Snapshot], first_seen: &HashMap<String, Timestamp>, now: Timestamp) -> Seen {
    let mut by_host: BTreeMap<&str, Vec<Dated<'_>>> = BTreeMap::new();
    for snapshot in snapshots {
        let seen_at = first_seen.get(&snapshot.id).copied().unwrap_or(now);
        let dated = Dated { at: recovery_point(snapshot, seen_at), snapshot };
        let host = if snapshot.host.is_empty() { "unknown" } else { &snapshot.host };
        by_host.entry(host).or_default().push(dated);
    }
    let mut hosts: Vec<SeenHost> = by_host.into_iter().filter_map(|(host, all)| seen(host, all, now)).collect();
    hosts.sort_by(|a, b| b.recovery_point_at.cmp(&a.recovery_point_at).then_with(|| a.host.cmp(&b.host)));
    let is_cut = hosts.len() > MOST_HOSTS;
    hosts.truncate(MOST_HOSTS);
    Seen { hosts, is_cut }
}

/// A snapshot with its recovery point.
struct Dated<'a> {
    at: Timestamp,
    snapshot: &'a Snapshot,
}

/// The earliest of all times that are known: a snapshot can claim any time, and never existed before it was seen.
fn recovery_point(snapshot: &Snapshot, seen_at: Timestamp) -> Timestamp {
    let times = [Some(snapshot.claimed_at), snapshot.started_at, snapshot.ended_at, Some(seen_at)];
    storable(times.into_iter().flatten().min().unwrap_or(seen_at))
}

/// A time that a repository claims, at least 1970: PostgreSQL does not store every time that can be claimed. `Timestamp`
/// ends with the year 9999.
pub fn storable(at: Timestamp) -> Timestamp {
    at.max(Timestamp::UNIX_EPOCH)
}

fn seen(host: &str, mut all: Vec<Dated<'_>>, now: Timestamp) -> Option<SeenHost> {
    all.sort_by(|a, b| (b.at, &b.snapshot.id).cmp(&(a.at, &a.snapshot.id)));
    let newest = all.first()?;
    let volume = |dated: &Dated<'_>| {
        let Snapshot { processed_bytes, added_bytes, .. } = dated.snapshot;
        Some(Volume { processed: (*processed_bytes)?, added: (*added_bytes)? })
    };
    // A backup of other paths says nothing about the change of these.
    let same: Vec<_> = all.iter().filter(|dated| dated.snapshot.paths == newest.snapshot.paths).map(volume).collect();
    Some(SeenHost {
        host: host.to_owned(),
        snapshots: count(all.len()),
        newest_snapshot: newest.snapshot.id.clone(),
        recovery_point_at: newest.at,
        claims_the_future: all.iter().any(|dated| dated.snapshot.claimed_at.duration_since(now) > AHEAD),
        change: change_rate(&same),
        paths: paths(&all),
    })
}

/// Newest first, as `all`.
fn paths(all: &[Dated<'_>]) -> Vec<BackupHostPaths> {
    let mut sets: Vec<BackupHostPaths> = vec![];
    for Dated { at, snapshot } in all {
        match sets.iter().position(|set| set.paths == snapshot.paths) {
            Some(place) => sets[place].snapshots += 1,
            None if sets.len() < MOST_PATHS => {
                sets.push(BackupHostPaths { paths: snapshot.paths.clone(), newest_at: *at, snapshots: 1 });
            }
            None => {}
        }
    }
    sets
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> Timestamp {
        "2026-11-15T12:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(hours)
    }

    fn snapshot(id: &str, host: &str, claimed: i64) -> Snapshot {
        Snapshot {
            id: id.to_owned(),
            host: host.to_owned(),
            paths: vec!["/srv".to_owned()],
            claimed_at: at(claimed),
            started_at: None,
            ended_at: None,
            processed_bytes: None,
            added_bytes: None,
        }
    }

    #[test]
    fn the_age_is_that_of_the_earliest_time_that_is_known() {
        let known = HashMap::from([("future".to_owned(), at(-48)), ("old".to_owned(), at(-90))]);
        let antique = Snapshot { claimed_at: Timestamp::MIN, ..snapshot("new", "a", 0) };
        let last = Snapshot { claimed_at: Timestamp::MAX, ..snapshot("new", "a", 0) };
        let summary = Snapshot { started_at: Some(at(-30)), ..snapshot("summary", "c", 40_000) };
        for (what, snapshot, expected, claims_the_future) in [
            ("claimed", snapshot("new", "a", -5), at(-5), false),
            ("clocks differ a little", snapshot("new", "a", 0), at(0), false),
            ("the future, seen before", snapshot("future", "b", 40_000), at(-48), true),
            ("the future, seen now", snapshot("new", "b", 40_000), at(0), true),
            ("the summary is right", summary, at(-30), true),
            ("claimed before it was seen", snapshot("old", "a", -100), at(-100), false),
            ("before the year 1", antique, Timestamp::UNIX_EPOCH, false),
            ("the last time that there is", last, at(0), true),
        ] {
            let hosts = hosts(&[snapshot], &known, at(0)).hosts;
            assert_eq!(
                (hosts[0].recovery_point_at, hosts[0].claims_the_future),
                (expected, claims_the_future),
                "{what}"
            );
        }
    }

    #[test]
    fn a_host_has_its_newest_snapshot_and_its_sets_of_paths() {
        let other = Snapshot { paths: vec!["/etc".to_owned()], ..snapshot("3", "a", -10) };
        let all = [snapshot("1", "a", -30), snapshot("2", "a", -5), other, snapshot("4", "b", -50)];
        let hosts = hosts(&all, &HashMap::new(), at(0)).hosts;
        assert_eq!(hosts.iter().map(|host| host.host.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!((hosts[0].newest_snapshot.as_str(), hosts[0].snapshots), ("2", 3));
        let sets: Vec<_> = hosts[0].paths.iter().map(|set| (set.paths[0].as_str(), set.snapshots)).collect();
        assert_eq!(sets, [("/srv", 2), ("/etc", 1)]);
    }

    #[test]
    fn hosts_beyond_the_limit_are_noticed() {
        let all: Vec<Snapshot> =
            (0..=MOST_HOSTS).map(|number| snapshot(&number.to_string(), &format!("srv-{number}"), -1)).collect();
        let seen = hosts(&all, &HashMap::new(), at(0));
        assert_eq!((seen.hosts.len(), seen.is_cut), (MOST_HOSTS, true));
        assert!(!hosts(&all[1..], &HashMap::new(), at(0)).is_cut);
    }
}
