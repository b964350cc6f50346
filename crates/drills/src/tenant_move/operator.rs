//! The operator's commands, and a kill -9 at a line of their output.

use super::cells::{Cell, Cells};
use anyhow::ensure;
use std::{
    process::Stdio,
    time::{Duration, Instant},
};
use testkit::binary;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::Command,
};

pub struct Moved {
    pub started: Instant,
    pub ended: Instant,
    /// How often a fence was lifted because the target was behind.
    pub lifted: usize,
}

impl Moved {
    pub fn took(&self) -> Duration {
        self.ended - self.started
    }
}

/// Moves the tenant. The first command is killed when it writes this line, and another one continues.
pub async fn move_tenant(cells: &Cells, from: &Cell, to: &Cell, domain: &str, kill: &str) -> anyhow::Result<Moved> {
    let started = Instant::now();
    let until_killed = kill_at(cells, from, to, domain, kill).await?;
    let (_, output) = execute(command(cells, from, to, domain)?, None).await?;
    ensure!(output.lines().last() == Some("moved"), "the move did not end: {output}");
    Ok(Moved { started, ended: Instant::now(), lifted: lifted(&until_killed) + lifted(&output) })
}

/// Starts a move, kills it when it writes this line, and aborts it.
pub async fn abort_move(cells: &Cells, from: &Cell, to: &Cell, domain: &str, kill: &str) -> anyhow::Result<Moved> {
    let started = Instant::now();
    let output = kill_at(cells, from, to, domain, kill).await?;
    let mut abort = command(cells, from, to, domain)?;
    abort.arg("--abort");
    execute(abort, None).await?;
    Ok(Moved { started, ended: Instant::now(), lifted: lifted(&output) })
}

/// Returns the output until then.
async fn kill_at(cells: &Cells, from: &Cell, to: &Cell, domain: &str, kill: &str) -> anyhow::Result<String> {
    let (killed, output) = execute(command(cells, from, to, domain)?, Some(kill)).await?;
    ensure!(killed, "the command was not killed at {kill:?}: {output}");
    Ok(output)
}

fn lifted(output: &str) -> usize {
    output.lines().filter(|line| line.starts_with("lifts the fence")).count()
}

fn command(cells: &Cells, from: &Cell, to: &Cell, domain: &str) -> anyhow::Result<Command> {
    let mut command = Command::new(binary()?);
    command.args(["tenant", "move", "--domain", domain, "--source-url", &from.url(), "--target-url", &to.url()]);
    command.args(["--directory-url", &cells.both[0].url()]).arg("--master-key-file").arg(&from.keys);
    command.arg("--target-master-key-file").arg(&to.keys);
    command.env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
    Ok(command)
}

/// Runs the command. Returns true if it was killed, and its output.
async fn execute(mut command: Command, kill: Option<&str>) -> anyhow::Result<(bool, String)> {
    let mut child = command.spawn()?;
    let (mut output, started) = (String::new(), Instant::now());
    if let Some(pipe) = child.stderr.take() {
        let mut lines = BufReader::new(pipe).lines();
        while let Some(line) = lines.next_line().await? {
            eprintln!("    {:5.1} s: {line}", started.elapsed().as_secs_f64());
            output.push_str(&line);
            output.push('\n');
            if kill.is_some_and(|kill| line.starts_with(kill)) {
                // SIGKILL, by its pid.
                child.kill().await?;
                return Ok((true, output));
            }
        }
    }
    ensure!(child.wait().await?.success(), "the move failed: {output}");
    Ok((false, output))
}

/// Deletes the old copy of a tenant that has moved, and frees its space, as autovacuum does in the time between two real moves.
pub async fn purge(from: &Cell, domain: &str) -> anyhow::Result<()> {
    let mut command = Command::new(binary()?);
    command.args(["tenant", "purge-moved", "--domain", domain, "--source-url", &from.url()]).env_clear();
    let purged = command.stdin(Stdio::null()).kill_on_drop(true).output().await?;
    ensure!(purged.status.success(), "tenant purge-moved: {}", String::from_utf8_lossy(&purged.stderr));
    from.stage.database.root().await.batch_execute("vacuum analyze").await?;
    Ok(())
}
