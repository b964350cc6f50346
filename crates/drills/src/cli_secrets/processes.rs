//! The arguments of all processes, as every user of the machine can read them.

use std::{collections::HashSet, fs, time::Duration};
use tokio::{sync::oneshot, task::JoinHandle, time::sleep};

/// The period is short, because a command runs for some milliseconds.
const PERIOD: Duration = Duration::from_millis(2);

pub struct Processes {
    stop: oneshot::Sender<()>,
    watching: JoinHandle<Seen>,
}

#[derive(Default)]
pub struct Seen {
    /// Arguments that contain a secret.
    pub finds: Vec<String>,
    /// The number of observed calls of `tenantctl`.
    pub processes: usize,
}

impl Processes {
    pub fn watch(secrets: Vec<String>) -> Processes {
        let (stop, mut stopped) = oneshot::channel();
        let watching = tokio::spawn(async move {
            let (mut seen, mut known) = (Seen::default(), HashSet::new());
            while stopped.try_recv() == Err(oneshot::error::TryRecvError::Empty) {
                scan(&secrets, &mut seen, &mut known);
                sleep(PERIOD).await;
            }
            seen
        });
        Processes { stop, watching }
    }

    pub async fn end(self) -> Seen {
        let _ = self.stop.send(());
        self.watching.await.unwrap_or_default()
    }
}

fn scan(secrets: &[String], seen: &mut Seen, known: &mut HashSet<(u32, Vec<u8>)>) {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()));
    for pid in pids {
        let Ok(arguments) = fs::read(format!("/proc/{pid}/cmdline")) else { continue };
        if arguments.is_empty() || !known.insert((pid, arguments.clone())) {
            continue;
        }
        let program = arguments.split(|byte| *byte == 0).next().unwrap_or_default();
        seen.processes += usize::from(program.ends_with(b"tenantctl"));
        if secrets.iter().any(|secret| super::contains(&arguments, secret.as_bytes())) {
            seen.finds.push(format!("a secret is in the arguments of {}", String::from_utf8_lossy(program)));
        }
    }
}
