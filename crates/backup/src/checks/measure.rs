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
use std::collections::HashMap;

/// Files and bytes of one restore test.
const SAMPLE_FILES: u32 = 20;
const SAMPLE_BYTES: u64 = 64 * 1024 * 1024;

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

/// What a check found in a repository that it could open.
#[derive(Debug)]
pub struct Measured {
    pub snapshots: Snapshots,
    pub hosts: Vec<SeenHost>,
    pub plan: Plan,
    pub packs: Result<PacksRead, Failure>,
    pub restores: Vec<(String, Restored)>,
    pub immutability: Immutability,
    pub locks: Locks,
    pub cost: Cost,
}

pub async fn measure(checker: &Checker, open: Open, known: &Known, now: Timestamp) -> Result<Measured, Failure> {
    let (mut session, _) = checker.open(open).await?;
    let locks = session.locks().await?;
    let snapshots = session.snapshots().await?;
    let hosts = hosts(&snapshots.newest, &known.first_seen, now);
    let plan = known.rotation.plan(known.integrity_every, known.period, now);
    let packs = damage(read_packs(&mut session, plan, known).await)?;
    let restores = restore(&mut session, &hosts, known, now).await?;
    let immutability = session.immutability().await.unwrap_or_else(|failure| unproved(&failure));
    Ok(Measured { snapshots, hosts, plan, packs, restores, immutability, locks, cost: session.cost() })
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

/// Damage is a result. Everything else ends the check.
fn damage<T>(outcome: Result<T, Failure>) -> Result<Result<T, Failure>, Failure> {
    match outcome {
        Err(failure) if failure.kind != FailureKind::Damaged => Err(failure),
        outcome => Ok(outcome),
    }
}

async fn restore(
    session: &mut Session,
    hosts: &[SeenHost],
    known: &Known,
    now: Timestamp,
) -> Result<Vec<(String, Restored)>, Failure> {
    let mut restores = vec![];
    for host in due(hosts, &known.restores, known.restore_every, known.period, now) {
        let sample = RestoreSample {
            snapshot: host.newest_snapshot.clone(),
            files: SAMPLE_FILES,
            bytes: SAMPLE_BYTES,
            seed: now.as_second().unsigned_abs(),
        };
        let restored = match damage(session.restore(sample).await)? {
            Ok(restored) => restored,
            Err(failure) => Restored { fault: Some(failure.detail), ..Restored::default() },
        };
        restores.push((host.host.clone(), restored));
    }
    Ok(restores)
}

fn unproved(failure: &Failure) -> Immutability {
    Immutability { immutable: None, why: failure.detail.clone() }
}
