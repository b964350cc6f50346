//! The questions that a check asks of a repository, in their order.

use super::{
    due::{RestoreState, due},
    rotation::{Plan, Rotation},
    seen::{Seen, SeenHost, hosts},
};
use backup_check::{
    Checker, Cost, Failure, FailureKind, Immutability, Locks, Open, PacksRead, ReadPacks, RestoreSample, Restored,
    Session, Snapshots,
};
use jiff::{SignedDuration, Timestamp};
use std::{collections::HashMap, time::Duration};
use tokio::time::{Instant, error::Elapsed, timeout, timeout_at};

/// Files and bytes of one restore test.
const SAMPLE_FILES: u32 = 20;
const SAMPLE_BYTES: u64 = 64 * 1024 * 1024;

/// How long the parts of a check may take.
const LONGEST_LISTING: Duration = Duration::from_secs(3600);
const LONGEST_RESTORES: Duration = Duration::from_secs(3 * 3600);
const LONGEST_READING: Duration = Duration::from_secs(8 * 3600);

/// Restore tests that may fail for another reason than a limit, before the remaining ones are left to the next check.
const MOST_FAILURES: usize = 3;

/// State of a repository before a check.
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

/// Findings of a check that could open the repository. A part that could not be done does not keep the others from being
/// done.
#[derive(Debug)]
pub struct Measured {
    pub snapshots: Snapshots,
    pub hosts: Vec<SeenHost>,
    /// True if there are more snapshots or hosts than a check reads.
    pub is_cut: bool,
    pub plan: Plan,
    pub packs: Result<PacksRead, Failure>,
    pub restores: Restores,
    pub immutability: Immutability,
    pub locks: Locks,
    pub cost: Cost,
}

/// The restore tests of a check, by host.
#[derive(Debug, Default)]
pub struct Restores {
    pub done: Vec<(String, Restored)>,
    /// Tests that were tried and have no result.
    pub failed: Vec<(String, Failure)>,
}

/// The packs come last, because reading them takes the longest.
pub async fn measure(checker: &Checker, open: Open, known: &Known, now: Timestamp) -> Result<Measured, Failure> {
    let mut repository = Repository { checker, open, session: None, spent: Cost::default() };
    let outcome = timeout(LONGEST_LISTING, repository.session().await?.locks()).await;
    let locks = repository.settle(outcome)?;
    let outcome = timeout(LONGEST_LISTING, repository.session().await?.snapshots()).await;
    let snapshots = repository.settle(outcome)?;
    let Seen { hosts, is_cut } = hosts(&snapshots.newest, &known.first_seen, now);
    let immutability = prove(&mut repository).await.unwrap_or_else(|failure| unproved(&failure));
    let restores = restore(&mut repository, &hosts, known, now).await;
    let plan = known.rotation.plan(known.integrity_every, known.period, now);
    let packs = read_packs(&mut repository, plan, known).await;
    let (is_cut, cost) = (is_cut || snapshots.is_cut(), repository.cost());
    Ok(Measured { snapshots, hosts, is_cut, plan, packs, restores, immutability, locks, cost })
}

/// A repository that is opened again after its process has ended, or while it is still busy with a part that took too
/// long.
struct Repository<'a> {
    checker: &'a Checker,
    open: Open,
    session: Option<Session>,
    /// Cost of the earlier sessions.
    spent: Cost,
}

impl Repository<'_> {
    async fn session(&mut self) -> Result<&mut Session, Failure> {
        let session = match self.session.take() {
            Some(session) => session,
            None => self.checker.open(self.open.clone()).await?.0,
        };
        Ok(self.session.insert(session))
    }

    /// The result of a part. Closes the session if it cannot be used any more.
    fn settle<T>(&mut self, outcome: Result<Result<T, Failure>, Elapsed>) -> Result<T, Failure> {
        let result = outcome.unwrap_or_else(|_| {
            self.close();
            Err(Failure::new(FailureKind::TooLarge, "A part of the check took too long."))
        });
        if result.as_ref().is_err_and(|failure| failure.kind == FailureKind::Unavailable) {
            self.close();
        }
        result
    }

    fn close(&mut self) {
        self.spent = self.cost();
        self.session = None;
    }

    fn cost(&self) -> Cost {
        let cost = self.session.as_ref().map(Session::cost).unwrap_or_default();
        Cost { calls: self.spent.calls.saturating_add(cost.calls), bytes: self.spent.bytes.saturating_add(cost.bytes) }
    }
}

async fn prove(repository: &mut Repository<'_>) -> Result<Immutability, Failure> {
    let outcome = timeout(LONGEST_LISTING, repository.session().await?.immutability()).await;
    repository.settle(outcome)
}

async fn read_packs(repository: &mut Repository<'_>, plan: Plan, known: &Known) -> Result<PacksRead, Failure> {
    let number = |number: i64| u32::try_from(number).unwrap_or_default();
    let wanted = ReadPacks {
        groups: number(plan.groups),
        first: number(plan.first),
        count: number(plan.count),
        also: known.damaged_packs.clone(),
    };
    let outcome = timeout(LONGEST_READING, repository.session().await?.packs(wanted)).await;
    repository.settle(outcome)
}

/// Tests one host after the other: what keeps one from being tested is no reason not to test the next.
async fn restore(repository: &mut Repository<'_>, hosts: &[SeenHost], known: &Known, now: Timestamp) -> Restores {
    let (until, mut restores, mut failures) = (Instant::now() + LONGEST_RESTORES, Restores::default(), 0);
    for host in due(hosts, &known.restores, known.restore_every, known.period, now) {
        if failures >= MOST_FAILURES || Instant::now() >= until {
            break;
        }
        match restore_one(repository, host, now, until).await {
            Ok(restored) => restores.done.push((host.host.clone(), restored)),
            // The snapshot was removed in the meantime. The next check tests a newer one.
            Err(failure) if failure.kind == FailureKind::NotFound => {}
            Err(failure) => {
                failures += usize::from(failure.kind != FailureKind::TooLarge);
                restores.failed.push((host.host.clone(), failure));
            }
        }
    }
    restores
}

async fn restore_one(
    repository: &mut Repository<'_>,
    host: &SeenHost,
    now: Timestamp,
    until: Instant,
) -> Result<Restored, Failure> {
    let sample = RestoreSample {
        snapshot: host.newest_snapshot.clone(),
        files: SAMPLE_FILES,
        bytes: SAMPLE_BYTES,
        seed: now.as_second().unsigned_abs(),
    };
    let outcome = timeout_at(until, repository.session().await?.restore(sample)).await;
    repository.settle(outcome)
}

fn unproved(failure: &Failure) -> Immutability {
    Immutability { immutable: None, why: failure.detail.clone() }
}
