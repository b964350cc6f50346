//! The cost of a check: calls, bytes and time by the number of snapshots and packs, the memory of its process, and the time
//! of `restic check` for the same repository. Every pack is read once in a cycle.

use crate::{Outcome, Size};
use anyhow::Context;
use backup_check::{Checker, Cost, Failure, Limits, Location, Network, Open, ReadPacks, Session};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use testkit::binary;
use testrestic::{PASSWORD, Restic, Workplace};

/// Groups of a cycle.
const GROUPS: u32 = 30;

/// The largest accepted difference between the memory for the largest repository and for the smallest.
const GROWTH_MB: u64 = 100;

/// The longest accepted time to read all packs, as a multiple of `restic check --read-data`.
const TIMES_RESTIC: f64 = 3.0;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let counts: &[usize] = size.pick(&[10, 100, 1000][..], &[5, 20][..]);
    let mut outcome = Outcome::default();
    let workplace = Workplace::new()?;
    let mut measured = vec![];
    for count in counts.iter().copied() {
        let name = format!("vault-{count}");
        let restic = workplace.repository(&name)?;
        for number in 0..count {
            let files = workplace.files(&name, &[20_000, 150_000], number as u64)?;
            restic.backup("srv-01", &files)?;
        }
        measured.push(measure(workplace.path(), &name, &restic, count).await?);
    }
    for one in &measured {
        outcome.figure(format!(
            "{} snapshots, {} packs, {} MB: daily {} calls, {} kB, {:.1?}; all packs {} kB, {:.1?} ({:.1} of restic check), \
            {} MB of memory",
            one.snapshots,
            one.packs,
            one.bytes / 1_000_000,
            one.daily.calls,
            one.daily.bytes / 1000,
            one.daily_took,
            one.all.bytes / 1000,
            one.all_took,
            one.all_took.as_secs_f64() / one.restic_took.as_secs_f64(),
            one.memory_kb / 1024
        ));
        outcome.promise(one.read_in_cycle == one.packs, "every pack is read once in a cycle");
        outcome.promise(one.all.bytes <= 2 * one.bytes + 10_000_000, "no byte is read much more than once");
        let times = one.all_took.as_secs_f64() / one.restic_took.as_secs_f64();
        outcome.promise_in_full(
            size,
            times <= TIMES_RESTIC,
            format!("reading everything takes at most {TIMES_RESTIC} times as long as restic check"),
        );
    }
    if let (Some(first), Some(last)) = (measured.first(), measured.last()) {
        let growth = last.memory_kb.saturating_sub(first.memory_kb) / 1024;
        outcome.promise(growth <= GROWTH_MB, format!("memory grows by at most {GROWTH_MB} MB ({growth} MB)"));
        let per_snapshot = last.daily.calls as f64 / last.snapshots as f64;
        outcome.promise(per_snapshot < 60.0, "calls grow no faster than snapshots and packs");
    }
    Ok(outcome)
}

struct Measured {
    snapshots: u64,
    packs: u64,
    bytes: u64,
    daily: Cost,
    daily_took: Duration,
    all: Cost,
    all_took: Duration,
    restic_took: Duration,
    read_in_cycle: u64,
    memory_kb: u64,
}

async fn measure(root: &Path, name: &str, restic: &Restic, snapshots: usize) -> anyhow::Result<Measured> {
    let started = Instant::now();
    let mut session = open(root, name).await?;
    session.snapshots().await.map_err(check_error)?;
    let read = async |session: &mut Session, groups, first| {
        session.packs(ReadPacks { groups, first, count: 1, also: vec![] }).await.map_err(check_error)
    };
    read(&mut session, GROUPS, 0).await?;
    let (daily, daily_took) = (session.cost(), started.elapsed());

    let started = Instant::now();
    let mut session = open(root, name).await?;
    let whole = read(&mut session, 1, 0).await?;
    let (all, all_took) = (session.cost(), started.elapsed());
    let memory_kb = peak_kb(session.pid().context("the child runs")?)?;
    let mut read_in_cycle = 0;
    for group in 0..GROUPS {
        read_in_cycle += read(&mut session, GROUPS, group).await?.read;
    }
    let started = Instant::now();
    restic.run(&["check", "--read-data", "--no-lock"])?;
    let restic_took = started.elapsed();
    let (packs, bytes, snapshots) = (whole.packs, whole.bytes, snapshots as u64);
    Ok(Measured { snapshots, packs, bytes, daily, daily_took, all, all_took, restic_took, read_in_cycle, memory_kb })
}

async fn open(root: &Path, name: &str) -> anyhow::Result<Session> {
    let open = Open {
        location: Location::Local { root: root.to_owned(), path: name.into() },
        password: PASSWORD.to_owned(),
        network: Network::default(),
        limits: Limits { calls: 10_000_000, bytes: 1 << 40 },
    };
    Ok(Checker::new(binary()?).open(open).await.map_err(check_error)?.0)
}

fn check_error(failure: Failure) -> anyhow::Error {
    let Failure { kind, detail } = failure;
    anyhow::anyhow!("{}: {detail}", kind.name())
}

/// The peak memory of a process.
fn peak_kb(pid: u32) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
