//! Restore tests are reliable: a sample is restored as it was backed up, any flipped byte in the packs that contain it
//! fails the test, and scratch space is bounded and freed, also when the process is killed.

use crate::{Outcome, Size};
use anyhow::{Context, ensure};
use backup_check::{Checker, Limits, Location, Network, Open, RestoreSample, Restored, Session};
use std::{
    collections::BTreeSet,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};
use testkit::binary;
use testrestic::{PASSWORD, Workplace, flip, pack_file};

const FILES: u32 = 50;
const BYTES: u64 = 64 * 1024 * 1024;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (flips, kills) = size.pick((400, 20), (30, 3));
    let mut outcome = Outcome::default();
    let workplace = Workplace::new()?;
    let restic = workplace.repository("vault")?;
    let files = workplace.files("files", &[0, 17, 40_000, 700_000, 3_000_000, 12_000], 1)?;
    let snapshot = restic.backup("srv-01", &files)?;
    let folder = workplace.path().join("vault");

    let whole = restore(workplace.path(), &snapshot, BYTES).await?;
    outcome.figure(format!("{} files with {} bytes restored from {} packs", whole.files, whole.bytes, whole.packs));
    // The empty file has nothing to restore.
    outcome.promise(whole.fault.is_none() && whole.files == 5 && whole.bytes == 3_752_017, "everything is restored");
    let small = restore(workplace.path(), &snapshot, 50_000).await?;
    outcome.promise(small.fault.is_none() && small.bytes <= 50_000, "the sample has no more bytes than requested");

    let (started, packs) = (Instant::now(), restic.list("packs")?);
    let mut missed = 0;
    for number in 0..flips {
        let file = pack_file(&folder, &packs[number % packs.len()]);
        // The positions are spread over the whole file, including its first and last byte.
        let length = std::fs::metadata(&file)?.len() as usize;
        let rounds = (flips / packs.len()).max(2) - 1;
        let at = (number / packs.len()).min(rounds) * (length - 1) / rounds;
        flip(&file, at)?;
        // A damaged tree cannot be read at all, which is a failed test as well.
        let failed = restore(workplace.path(), &snapshot, BYTES).await.is_ok_and(|restored| restored.fault.is_some());
        missed += usize::from(!failed);
        flip(&file, at)?;
    }
    outcome.figure(format!("{flips} flipped bytes, {missed} missed, in {:.0?}", started.elapsed()));
    outcome.promise(missed == 0, "every flipped byte fails the test");
    let again = restore(workplace.path(), &snapshot, BYTES).await?;
    outcome.promise(again.fault.is_none(), "it passes again after the repair");

    let before = scratch_files()?;
    let (mut left, mut interrupted) = (0, 0);
    for number in 0..kills {
        let after = Duration::from_millis(5 * number);
        interrupted += u64::from(kill_while_restoring(workplace.path(), &snapshot, after).await?);
        left += scratch_files()?.difference(&before).count();
    }
    outcome.figure(format!("{interrupted} of {kills} processes killed while they restored, {left} files left"));
    outcome.promise(interrupted > 0, "a process is killed before it has restored everything");
    outcome.promise(left == 0, "scratch space is empty after kill -9");
    Ok(outcome)
}

async fn open(root: &Path) -> anyhow::Result<Session> {
    let open = Open {
        location: Location::Local { root: root.to_owned(), path: "vault".into() },
        password: PASSWORD.to_owned(),
        network: Network::default(),
        limits: Limits { calls: 1_000_000, bytes: 1 << 40 },
    };
    let opened = Checker::new(binary()?).open(open).await;
    Ok(opened.map_err(|failure| anyhow::anyhow!("{}: {}", failure.kind.name(), failure.detail))?.0)
}

fn sample(snapshot: &str, bytes: u64) -> RestoreSample {
    RestoreSample { snapshot: snapshot.to_owned(), files: FILES, bytes, seed: 18 }
}

async fn restore(root: &Path, snapshot: &str, bytes: u64) -> anyhow::Result<Restored> {
    let restored = open(root).await?.restore(sample(snapshot, bytes)).await;
    restored.map_err(|failure| anyhow::anyhow!("{}: {}", failure.kind.name(), failure.detail))
}

/// Kills the process that restores. Returns true if it had not restored everything.
async fn kill_while_restoring(root: &Path, snapshot: &str, after: Duration) -> anyhow::Result<bool> {
    let mut session = open(root).await?;
    let pid = session.pid().context("the child is not running")?;
    let restoring = tokio::spawn({
        let sample = sample(snapshot, BYTES);
        async move { session.restore(sample).await.is_ok() }
    });
    tokio::time::sleep(after).await;
    // The process may have ended already.
    Command::new("kill").args(["-9", &pid.to_string()]).stderr(std::process::Stdio::null()).status()?;
    let is_interrupted = !restoring.await?;
    for _ in 0..100 {
        if !Path::new(&format!("/proc/{pid}/fd")).exists() {
            return Ok(is_interrupted);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    ensure!(!Path::new(&format!("/proc/{pid}/fd/0")).exists(), "the child is still running");
    Ok(is_interrupted)
}

/// The names of the temporary files that scratch space could be.
fn scratch_files() -> anyhow::Result<BTreeSet<String>> {
    let names = std::fs::read_dir(std::env::temp_dir())?.map(|entry| entry.map(|entry| entry.file_name()));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    Ok(names.iter().map(|name| name.to_string_lossy().into_owned()).filter(|name| name.starts_with(".tmp")).collect())
}
