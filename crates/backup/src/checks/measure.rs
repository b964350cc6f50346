//! The questions that a check asks of a repository, in their order.

use super::{
    due::{RestoreState, due},
    rotation::{Plan, Rotation},
    seen::{SeenHost, hosts},
};
use backup_check::{
    Checker, Cost, Failure, FailureKind, Immutability, Locks, Open, PacksRead, ReadPacks, RestoreSample, Restored,
    Session, Snapshots,
};
use jiff::{SignedDuration, Timestamp};
use std::{collections::HashMap, time::Duration};
use tokio::time::timeout;

/// Files and bytes of one restore test.
const SAMPLE_FILES: u32 = 20;
const SAMPLE_BYTES: u64 = 64 * 1024 * 1024;

/// How long the parts of a check may take.
const LONGEST_LISTING: Duration = Duration::from_secs(3600);
const LONGEST_RESTORES: Duration = Duration::from_secs(3 * 3600);
const LONGEST_READING: Duration = Duration::from_secs(8 * 3600);

/// What is known about a repository before a check.
#[derive(Debug, Clone)]
pub struct Known {
    pub first_seen: HashMap<String, Timestamp>,
    pub restores: HashMap<String, RestoreState>,
    pub rotation: Rotation,
    pub damaged_packs: Vec<String>,
    pub integrity_every: SignedDuration,
    pub restore_every: SignedDuration,
    pub period: SignedDuration,
}

/// What a check found in a repository that it could open. A part that could not be done does not keep the others from being
/// done.
#[derive(Debug)]
pub struct Measured {
    pub snapshots: Snapshots,
    pub hosts: Vec<SeenHost>,
    pub plan: Plan,
    pub packs: Result<PacksRead, Failure>,
    pub restores: Vec<(String, Restored)>,
    /// Why the remaining restore tests were not done.
    pub restores_ended: Option<Failure>,
    pub immutability: Immutability,
    pub locks: Locks,
    pub cost: Cost,
}

/// The packs come last, because reading them takes the longest.
pub async fn measure(checker: &Checker, open: Open, known: &Known, now: Timestamp) -> Result<Measured, Failure> {
    let (mut session, _) = checker.open(open.clone()).await?;
    let locks = session.locks().await?;
    let snapshots = limited(LONGEST_LISTING, session.snapshots()).await?;
    let hosts = hosts(&snapshots.newest, &known.first_seen, now);
    let immutability = session.immutability().await.unwrap_or_else(|failure| unproved(&failure));
    let mut restores = vec![];
    let restored = limited(LONGEST_RESTORES, restore(&mut session, &hosts, known, now, &mut restores)).await;
    let restores_ended = restored.err();
    let spent = session.cost();
    let reading = match restores_ended {
        None => Ok(session),
        // Its process may have ended, or be busy.
        Some(_) => checker.open(open).await.map(|(session, _)| session),
    };
    let plan = known.rotation.plan(known.integrity_every, known.period, now);
    let (packs, cost) = match reading {
        Err(failure) => (Err(failure), spent),
        Ok(mut session) => {
            let before = session.cost();
            let packs = limited(LONGEST_READING, read_packs(&mut session, plan, known)).await;
            let more = session.cost();
            let cost = Cost {
                calls: spent.calls + more.calls.saturating_sub(before.calls),
                bytes: spent.bytes + more.bytes.saturating_sub(before.bytes),
            };
            (packs, cost)
        }
    };
    Ok(Measured { snapshots, hosts, plan, packs, restores, restores_ended, immutability, locks, cost })
}

async fn limited<T>(longest: Duration, part: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    timeout(longest, part).await.unwrap_or_else(|_| {
        let detail = format!("A part of the check took more than {} hours.", longest.as_secs() / 3600);
        Err(Failure::new(FailureKind::TooLarge, detail))
    })
}

async fn read_packs(session: &mut Session, plan: Plan, known: &Known) -> Result<PacksRead, Failure> {
    let number = |number: i64| u32::try_from(number).unwrap_or_default();
    let wanted = ReadPacks {
        groups: number(plan.groups),
        first: number(plan.first),
        count: number(plan.count),
        also: known.damaged_packs.clone(),
    };
    session.packs(wanted).await
}

/// Adds the result of each test to `restores`, so that those that were done are kept if a later one cannot be done.
async fn restore(
    session: &mut Session,
    hosts: &[SeenHost],
    known: &Known,
    now: Timestamp,
    restores: &mut Vec<(String, Restored)>,
) -> Result<(), Failure> {
    for host in due(hosts, &known.restores, known.restore_every, known.period, now) {
        let sample = RestoreSample {
            snapshot: host.newest_snapshot.clone(),
            files: SAMPLE_FILES,
            bytes: SAMPLE_BYTES,
            seed: now.as_second().unsigned_abs(),
        };
        match session.restore(sample).await {
            Ok(restored) => restores.push((host.host.clone(), restored)),
            // The snapshot was removed in the meantime. The next check tests a newer one.
            Err(failure) if failure.kind == FailureKind::NotFound => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

fn unproved(failure: &Failure) -> Immutability {
    Immutability { immutable: None, why: failure.detail.clone() }
}
