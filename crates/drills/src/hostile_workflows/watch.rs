//! The peak memory of a process, and of one of its children.

use crate::memory::{self, MIB};
use std::{fmt, fs, time::Duration};
use tokio::{sync::oneshot, task::JoinHandle, time::sleep};

/// Peak values, in megabytes.
#[derive(Debug, Default, Clone, Copy)]
pub struct Memory {
    pub own: u64,
    pub child: u64,
    /// The process and all of its children.
    pub together: u64,
    /// True if the process and one of its children were measured.
    pub seen: bool,
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Memory { own, child, together, .. } = self;
        write!(f, "{own} MB, a sandbox {child} MB, together {together} MB")
    }
}

pub struct Watch {
    end: oneshot::Sender<()>,
    watching: JoinHandle<Memory>,
}

impl Watch {
    pub fn start(pid: u32) -> Watch {
        let (end, mut ended) = oneshot::channel();
        let watching = tokio::spawn(async move {
            let mut most = Memory::default();
            while ended.try_recv() == Err(oneshot::error::TryRecvError::Empty) {
                let own = megabytes(pid).unwrap_or_default();
                let sandboxes = children(pid).filter(|child| has_own_program(*child, pid));
                let children: Vec<u64> = sandboxes.filter_map(|child| megabytes(child).ok()).collect();
                most.seen |= own > 0 && !children.is_empty();
                most.own = most.own.max(own);
                most.child = most.child.max(children.iter().copied().max().unwrap_or_default());
                most.together = most.together.max(own + children.iter().sum::<u64>());
                sleep(Duration::from_millis(20)).await;
            }
            most
        });
        Watch { end, watching }
    }

    pub async fn stop(self) -> Memory {
        let _ = self.end.send(());
        self.watching.await.unwrap_or_default()
    }
}

/// The children of every thread of the process.
fn children(pid: u32) -> impl Iterator<Item = u32> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
}

/// Until a child executes its program, it shares the memory of its parent, which would be counted twice.
fn has_own_program(child: u32, parent: u32) -> bool {
    let command = |pid: u32| fs::read(format!("/proc/{pid}/cmdline")).ok();
    command(child).is_some_and(|of_child| command(parent).is_some_and(|of_parent| of_child != of_parent))
}

fn megabytes(pid: u32) -> anyhow::Result<u64> {
    Ok(memory::resident(pid)? / MIB)
}
