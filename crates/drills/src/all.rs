//! Runs all drills, each in a process of its own, and prints the time of each. In the short form, drills that measure
//! nothing run side by side, because most of them wait most of their time.

use crate::{
    Size,
    list::{DRILLS, Drill, Place},
    rolling::PREVIOUS_BINARY,
};
use anyhow::Context;
use futures::{StreamExt, stream};
use std::{
    env, fs,
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};
use testkit::{Database, Postgres};
use tokio::{process::Command, time::sleep};

/// The number of `Shared` drills that run at the same time. One of the `Long` drills runs beside them.
const SIDE_BY_SIDE: usize = 3;

/// The share of idle time of all cores with which a machine counts as calm, and how often it is checked, once a second.
const CALM: f64 = 0.9;
const CALM_CHECKS: usize = 60;

/// The settings that every drill is started with.
struct Start<'a> {
    size: Size,
    glpi_agent: Option<&'a Path>,
    template: &'a Path,
}

/// Runs all drills and prints their last lines. Returns true if all promises were met.
pub async fn run(size: Size, glpi_agent: Option<&Path>) -> bool {
    let template = match template().await {
        Ok(template) => template,
        Err(error) => {
            println!("FAILED: no cluster for the drills: {error:#}");
            return false;
        }
    };
    let start = &Start { size, glpi_agent, template: template.directory() };
    let run = |place: Place, at_once: usize| {
        let drills = DRILLS.iter().filter(move |drill| drill.place == place);
        stream::iter(drills.map(move |drill| start.run(drill))).buffer_unordered(at_once).collect::<Vec<_>>()
    };
    let (long, shared) = match size {
        Size::Short => futures::join!(run(Place::Long, 1), run(Place::Shared, SIDE_BY_SIDE)),
        Size::Full => (run(Place::Long, 1).await, run(Place::Shared, 1).await),
    };
    wait_for_calm().await;
    let mut ended = [long, shared, run(Place::Alone, 1).await].concat();
    // Drills that fell short are printed last: a log is often read from its end.
    ended.sort_by_key(|(_, met)| !met);
    ended.iter().for_each(|(line, _)| println!("{line}"));
    ended.iter().all(|(_, met)| *met)
}

/// A stopped cluster. The PostgreSQL of each drill is a copy of it, because creating a cluster and applying all migrations
/// takes longer than some drills.
async fn template() -> anyhow::Result<Postgres> {
    let postgres = Postgres::start("-c fsync=off")?;
    drop(Database::prepare(postgres.port).await?);
    postgres.stop()?;
    Ok(postgres)
}

/// Waits until the machine has written the data of the previous drills and is idle, because the next drills measure.
async fn wait_for_calm() {
    let started = Instant::now();
    let synced = Command::new("sync").status().await;
    let mut idle = 0.0;
    for _ in 0..CALM_CHECKS {
        let before = cpu_times();
        sleep(Duration::from_secs(1)).await;
        idle = idle_share(before, cpu_times());
        if idle >= CALM {
            break;
        }
    }
    let (waited, synced) = (started.elapsed().as_secs(), synced.is_ok_and(|status| status.success()));
    eprintln!("waited {waited} s for a calm machine: {:.0} % idle, synced: {synced}", idle * 100.0);
}

/// The idle jiffies and all jiffies, summed over all cores.
fn cpu_times() -> Option<(u64, u64)> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let times: Vec<u64> =
        stat.lines().next()?.split_whitespace().skip(1).filter_map(|time| time.parse().ok()).collect();
    Some((times.get(3)? + times.get(4)?, times.iter().take(8).sum()))
}

/// The idle share of the time between two readings; 1.0 if the times cannot be read, so that nothing waits.
fn idle_share(before: Option<(u64, u64)>, after: Option<(u64, u64)>) -> f64 {
    let (Some(before), Some(after)) = (before, after) else { return 1.0 };
    (after.0 - before.0) as f64 / (after.1 - before.1).max(1) as f64
}

impl Start<'_> {
    /// The last line of a drill, and whether it was met.
    async fn run(&self, drill: &Drill) -> (String, bool) {
        let started = Instant::now();
        let ended = self.report(drill).await;
        let (line, met) = ended.unwrap_or_else(|error| (format!("{}: FAILED: {error:#}", drill.name), false));
        eprintln!("{line} ({} s)", started.elapsed().as_secs());
        (line, met)
    }

    /// The same as `run`. The earlier output of the drill is printed when it ends.
    async fn report(&self, drill: &Drill) -> anyhow::Result<(String, bool)> {
        let mut command = Command::new(env::current_exe()?);
        command.arg(drill.name).args(self.size.pick(None, Some("--short")));
        if let Some(path) = self.glpi_agent {
            command.arg("--glpi-agent").arg(path);
        }
        if let Some(path) = PREVIOUS_BINARY.get() {
            command.arg("--previous-binary").arg(path);
        }
        command.env(Postgres::TEMPLATE, self.template);
        let output = command.stdin(Stdio::null()).kill_on_drop(true).output().await?;
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8_lossy(&output.stdout);
        let line = printed.lines().last().context("it printed nothing")?;
        Ok((line.to_owned(), output.status.success()))
    }
}
