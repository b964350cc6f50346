//! Helpers of the benchmarks: pgbench and wrk, a handler's statement for pgbench, and the server's CPU time.

use anyhow::{Context, bail, ensure};
use std::{
    fmt, fs,
    path::{Path, PathBuf},
    process,
    time::Duration,
};
use tokio::process::Command;

/// A handler's statement, its parameters written out.
pub fn statement(file: &str, name: &str, value: impl Fn(&str) -> Option<String>) -> anyhow::Result<String> {
    let is_name = |line: &str| line.strip_prefix("--! ").and_then(|line| line.split(' ').next()) == Some(name);
    let lines = file.lines().skip_while(|line| !is_name(line)).skip(1).filter(|line| !line.starts_with("--"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let (text, _) = text.split_once(';').with_context(|| format!("no statement {name}"))?;
    let mut written = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(':') {
        let after = &rest[at + 1..];
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
        written.push_str(&rest[..at]);
        if let Some(after) = after.strip_prefix(':') {
            written.push_str("::"); // a cast
            rest = after;
            continue;
        }
        let Some(value) = value(&after[..end]) else { bail!("{name} has the parameter {}", &after[..end]) };
        written.push_str(&value);
        rest = &after[end..];
    }
    Ok(written + rest)
}

/// Transactions a second of 16 clients that take a script at random for each. `more` are further arguments.
pub async fn pgbench(port: u16, scripts: &[PathBuf], turn: Duration, more: &[&str]) -> anyhow::Result<f64> {
    let mut command = Command::new(postgres_program("pgbench"));
    command.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-U", "app", "-n", "-M", "prepared"]);
    command.args(["-c", "16", "-j", "1", "-T", &turn.as_secs().to_string()]).args(more);
    for script in scripts {
        command.arg("-f").arg(script);
    }
    let text = output(command.arg("tenant_control")).await?;
    let failed = text.lines().any(|line| line.starts_with("number of failed transactions: ") && !line.contains(": 0 "));
    ensure!(!failed, "{text}");
    figure(&text, "tps = ")
}

/// Requests a second over 32 connections. `more` is passed to the script.
pub async fn wrk(base: &str, script: &Path, turn: Duration, more: &[&str]) -> anyhow::Result<f64> {
    let mut command = Command::new("wrk");
    command.args(["-t1", "-c32", &format!("-d{}s", turn.as_secs())]).arg("-s").arg(script).arg(base);
    let text = output(command.arg("--").args(more)).await?;
    ensure!(!text.contains("Non-2xx") && !text.contains("Socket errors"), "{text}");
    figure(&text, "Requests/sec:")
}

async fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().await.with_context(|| format!("{:?}", command.as_std().get_program()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// The number after a label.
fn figure(text: &str, label: &str) -> anyhow::Result<f64> {
    let after = text.split_once(label).with_context(|| format!("no {label:?} in {text}"))?.1;
    Ok(after.split_whitespace().next().unwrap_or_default().parse()?)
}

/// A program of the newest installed PostgreSQL.
pub fn postgres_program(name: &str) -> PathBuf {
    let installed = ["/usr/lib/postgresql", "/opt/homebrew/opt"].iter().filter_map(|folder| fs::read_dir(folder).ok());
    let found = installed.flatten().filter_map(|entry| Some(entry.ok()?.path().join("bin").join(name)));
    found.filter(|path| path.is_file()).max().unwrap_or_else(|| PathBuf::from(name))
}

pub fn cpu_seconds(pid: u32) -> anyhow::Result<f64> {
    Ok(Stat::of(pid)?.own)
}

/// CPU time of the programs that this one has started and that have ended, such as pgbench and wrk.
pub fn clients_cpu_seconds() -> anyhow::Result<f64> {
    Ok(Stat::of(process::id())?.ended_children)
}

/// CPU time of a process with its children, including ended ones: for PostgreSQL, of its postmaster.
pub fn family_cpu_seconds(pid: u32) -> anyhow::Result<f64> {
    let first = Stat::of(pid)?;
    let pids = fs::read_dir("/proc")?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let children = pids.filter_map(|pid| Stat::of(pid).ok()).filter(|stat| stat.parent == pid);
    Ok(first.own + first.ended_children + children.map(|child| child.own).sum::<f64>())
}

/// The processes that this one has started and that have not ended.
pub fn children(pid: u32) -> anyhow::Result<Vec<u32>> {
    let pids = fs::read_dir("/proc")?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    Ok(pids.filter(|child| Stat::of(*child).is_ok_and(|stat| stat.parent == pid)).collect())
}

/// The figures of the system for a process; times are in seconds of CPU.
struct Stat {
    parent: u32,
    own: f64,
    ended_children: f64,
}

impl Stat {
    fn of(pid: u32) -> anyhow::Result<Stat> {
        const TICKS: f64 = 100.0;
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let fields: Vec<&str> = stat.rsplit_once(')').context("a process")?.1.split_whitespace().collect();
        let seconds = |at: usize| anyhow::Ok((fields[at].parse::<f64>()? + fields[at + 1].parse::<f64>()?) / TICKS);
        Ok(Stat { parent: fields[1].parse()?, own: seconds(11)?, ended_children: seconds(13)? })
    }
}

/// The two variants that a round compares. Their order alternates, because the load of a shared machine changes.
pub fn alternating<T>(round: usize, [first, second]: [T; 2]) -> [T; 2] {
    if round.is_multiple_of(2) { [first, second] } else { [second, first] }
}

/// The median of a figure over several turns, and its range.
pub struct Spread {
    low: f64,
    median: f64,
    high: f64,
}

impl Spread {
    /// Of at least one turn.
    pub fn of(turns: impl Iterator<Item = f64>) -> Spread {
        let mut figures: Vec<_> = turns.collect();
        figures.sort_by(f64::total_cmp);
        Spread { low: figures[0], median: figures[figures.len() / 2], high: figures[figures.len() - 1] }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spread { low, median, high } = self;
        write!(f, "{median:.2} [{low:.2}-{high:.2}]")
    }
}

/// The median and the 99th percentile of the durations of many requests.
pub struct Times {
    pub p50: Duration,
    pub p99: Duration,
}

impl Times {
    pub fn of(mut times: Vec<Duration>) -> Times {
        times.sort();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
        Times { p50: at(0.5), p99: at(0.99) }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        write!(f, "p50 {:.2} ms, p99 {:.2} ms", millis(self.p50), millis(self.p99))
    }
}
