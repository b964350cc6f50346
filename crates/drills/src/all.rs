//! All drills, each in a process of its own, and how long each took. In the short form, those that measure nothing run side
//! by side: most of their time they wait.

use crate::{
    Size,
    list::{DRILLS, Drill},
};
use anyhow::Context;
use futures::{StreamExt, stream};
use std::{env, path::Path, process::Stdio, time::Instant};
use tokio::process::Command;

/// Drills at the same time, of those that measure nothing.
const SIDE_BY_SIDE: usize = 3;

/// Runs them and prints their last lines. True if all of them were met.
pub async fn run(size: Size, glpi_agent: Option<&Path>) -> bool {
    let at_once = size.pick(1, SIDE_BY_SIDE);
    let of = |measures: bool| DRILLS.iter().filter(move |drill| drill.measures == measures);
    let start = |drill: &'static Drill| async move {
        let started = Instant::now();
        let ended = report(drill, size, glpi_agent).await;
        let (line, met) = ended.unwrap_or_else(|error| (format!("{}: FAILED: {error:#}", drill.name), false));
        eprintln!("{line} ({} s)", started.elapsed().as_secs());
        (line, met)
    };
    let mut ended: Vec<(String, bool)> = stream::iter(of(false)).map(start).buffer_unordered(at_once).collect().await;
    ended.extend(stream::iter(of(true)).then(start).collect::<Vec<_>>().await);
    // Drills that fell short are printed last: a log is often read from its end.
    ended.sort_by_key(|(_, met)| !met);
    ended.iter().for_each(|(line, _)| println!("{line}"));
    ended.iter().all(|(_, met)| *met)
}

/// The last line of a drill, and whether it was met. What it wrote before that line is printed when it ends.
async fn report(drill: &Drill, size: Size, glpi_agent: Option<&Path>) -> anyhow::Result<(String, bool)> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(drill.name).args(size.pick(None, Some("--short")));
    if let Some(path) = glpi_agent {
        command.arg("--glpi-agent").arg(path);
    }
    let output = command.stdin(Stdio::null()).kill_on_drop(true).output().await?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8_lossy(&output.stdout);
    let line = printed.lines().last().context("it printed nothing")?;
    Ok((line.to_owned(), output.status.success()))
}
