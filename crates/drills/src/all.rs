//! All drills, each in a process of its own, and how long each took. In the short form, those that measure nothing run side
//! by side: most of them wait most of their time.

use crate::{
    Size,
    list::{DRILLS, Drill, Place},
    rolling::PREVIOUS_BINARY,
};
use anyhow::Context;
use futures::{StreamExt, stream};
use std::{env, path::Path, process::Stdio, time::Instant};
use testkit::{Database, Postgres};
use tokio::process::Command;

/// Drills at the same time, of those that wait most of the time. One of those that take long runs beside them.
const SIDE_BY_SIDE: usize = 3;

/// The settings that every drill is started with.
struct Start<'a> {
    size: Size,
    glpi_agent: Option<&'a Path>,
    template: &'a Path,
}

/// Runs them and prints their last lines. True if all of them were met.
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
    let mut ended = [long, shared, run(Place::Alone, 1).await].concat();
    // Drills that fell short are printed last: a log is often read from its end.
    ended.sort_by_key(|(_, met)| !met);
    ended.iter().for_each(|(line, _)| println!("{line}"));
    ended.iter().all(|(_, met)| *met)
}

/// A cluster that is stopped. The PostgreSQL of a drill is a copy of it: making one and applying all migrations would take
/// longer than some drills do.
async fn template() -> anyhow::Result<Postgres> {
    let postgres = Postgres::start("-c fsync=off")?;
    drop(Database::prepare(postgres.port).await?);
    postgres.stop()?;
    Ok(postgres)
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

    /// The same. What the drill wrote before that line is printed when it ends.
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
