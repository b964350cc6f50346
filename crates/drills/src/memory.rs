//! The memory of a process, in bytes, as Linux shows it in `/proc`; and its peak over a time.

use crate::bench::children;
use anyhow::Context;
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{task::JoinHandle, time::sleep};

pub const MIB: u64 = 1024 * 1024;

/// All pages that are in memory, including those of files, such as the program.
pub fn resident(pid: u32) -> anyhow::Result<u64> {
    field(pid, "VmRSS:")
}

/// The pages that the process has allocated. Pages of files are not counted.
pub fn anonymous(pid: u32) -> anyhow::Result<u64> {
    field(pid, "RssAnon:")
}

/// The same with the children of the process, such as sandboxes.
pub fn family_anonymous(pid: u32) -> anyhow::Result<u64> {
    let of_children = children(pid)?.into_iter().filter_map(|child| anonymous(child).ok());
    Ok(anonymous(pid)? + of_children.sum::<u64>())
}

/// The peak of `resident` since the process started.
pub fn most_resident(pid: u32) -> anyhow::Result<u64> {
    field(pid, "VmHWM:")
}

fn field(pid: u32, name: &str) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let found = status.lines().find_map(|line| line.strip_prefix(name));
    let value = found.with_context(|| format!("process {pid} has no {name}"))?;
    Ok(value.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}

/// The peak of one of these figures from `start` to `stop`.
pub struct Watch {
    peak: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Watch {
    pub fn start(pid: u32, figure: fn(u32) -> anyhow::Result<u64>) -> Watch {
        let (peak, over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let task = tokio::spawn({
            let (peak, over) = (peak.clone(), over.clone());
            async move {
                while !over.load(Ordering::Relaxed) {
                    peak.fetch_max(figure(pid).unwrap_or(0), Ordering::Relaxed);
                    sleep(Duration::from_millis(20)).await;
                }
            }
        });
        Watch { peak, over, task }
    }

    pub async fn stop(self) -> u64 {
        self.over.store(true, Ordering::Relaxed);
        let _ = self.task.await;
        self.peak.load(Ordering::Relaxed)
    }
}
