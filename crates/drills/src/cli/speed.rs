//! The cost of `tenantctl`: its start, one list beside curl's, and the memory of a list of a hundred thousand tickets.

use crate::{
    Outcome, Size,
    alike::median,
    command_line::Home,
    many_tickets,
    memory::{self, MIB, Watch},
    stage::Stage,
};
use anyhow::{Context, ensure};
use std::{
    process::Stdio,
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::{process::Command, time::timeout};

const LONGEST: Duration = Duration::from_secs(300);

const START: Duration = Duration::from_millis(15);
/// The bound for a debug build on a shared machine.
const START_WHEN_SHARED: Duration = Duration::from_millis(250);

/// The longest accepted time of one list, as a multiple of curl's time.
const OF_CURL: f64 = 1.3;
const OF_CURL_WHEN_SHARED: f64 = 10.0;

/// The largest accepted growth of memory with five times as many rows.
const FLAT: f64 = 1.5;

pub async fn measure(size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let rows = size.pick(100_000, 5_000);
    let stage = Stage::set("-c fsync=off -c shared_buffers=256MB").await?;
    let tenant = many_tickets::fill(&stage, 1, rows).await?.pop().context("a tenant")?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let caller = Caller { home: Home::make()?, url: server.base.clone(), key: tenant.key };
    start(size, &caller, outcome).await?;
    beside_curl(size, &caller, outcome).await?;
    in_flat_memory(rows, &caller, outcome).await
}

struct Caller {
    home: Home,
    url: String,
    key: String,
}

impl Caller {
    fn tenantctl(&self, words: &[&str]) -> anyhow::Result<Command> {
        let mut command = self.home.tenantctl()?;
        command.args(words).env("TENANTCTL_URL", &self.url).env("TENANTCTL_KEY", &self.key);
        Ok(command)
    }

    fn curl(&self, target: &str) -> anyhow::Result<Command> {
        let mut command = self.home.program("curl")?;
        let key = format!("Authorization: Bearer {}", self.key);
        command.args(["-q", "--silent", "--show-error", "--fail", "-H", &key, &format!("{}{target}", self.url)]);
        Ok(command)
    }
}

/// The duration of a command. Its output is discarded.
async fn timed(mut command: Command) -> anyhow::Result<Duration> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let started = Instant::now();
    let status = timeout(LONGEST, command.status()).await.context("it does not end")??;
    let took = started.elapsed();
    ensure!(status.success(), "{command:?} ends with {status}");
    Ok(took)
}

async fn start(size: Size, caller: &Caller, outcome: &mut Outcome) -> anyhow::Result<()> {
    let mut times = vec![];
    for _ in 0..size.pick(200, 30) {
        times.push(timed(caller.tenantctl(&["--version"])?).await?);
    }
    let usual = median(&times);
    outcome.figure(format!("starts in {:.1} ms", usual.as_secs_f64() * 1e3));
    outcome.promise_in_full(size, usual <= START, "tenantctl starts within 15 ms");
    outcome.promise(usual <= START_WHEN_SHARED, format!("tenantctl starts within {START_WHEN_SHARED:?}"));
    Ok(())
}

/// `tenantctl` and curl take turns, so that other load on the machine slows both.
async fn beside_curl(size: Size, caller: &Caller, outcome: &mut Outcome) -> anyhow::Result<()> {
    let (mut ours, mut curls) = (vec![], vec![]);
    for _ in 0..size.pick(200, 30) {
        ours.push(timed(caller.tenantctl(&["tickets", "list", "--limit", "50", "--json"])?).await?);
        curls.push(timed(caller.curl("/api/psa/tickets?limit=50")?).await?);
    }
    let (own, curl) = (median(&ours).as_secs_f64(), median(&curls).as_secs_f64());
    let ratio = own / curl;
    outcome.figure(format!("a list in {:.1} ms, {ratio:.2} times curl's {:.1} ms", own * 1e3, curl * 1e3));
    outcome.promise_in_full(size, ratio <= OF_CURL, format!("a list takes at most {OF_CURL} times as long as curl's"));
    outcome.promise(ratio <= OF_CURL_WHEN_SHARED, format!("a list takes at most {OF_CURL_WHEN_SHARED} times curl's"));
    Ok(())
}

async fn in_flat_memory(rows: usize, caller: &Caller, outcome: &mut Outcome) -> anyhow::Result<()> {
    let few = rows / 5;
    let (small, _) = ids(few, caller, outcome).await?;
    let (large, took) = ids(rows, caller, outcome).await?;
    let growth = large as f64 / small as f64;
    outcome.figure(format!(
        "{rows} rows through --jq in {:.1} s and {} MB, {growth:.2} times those of {few}",
        took.as_secs_f64(),
        large / MIB
    ));
    outcome.promise(growth <= FLAT, format!("five times as many rows take at most {FLAT} times the memory"));
    Ok(())
}

/// Prints the ids of this many tickets. Returns the peak of the memory, and the time.
async fn ids(rows: usize, caller: &Caller, outcome: &mut Outcome) -> anyhow::Result<(u64, Duration)> {
    let mut command = caller.tenantctl(&["tickets", "list", "--limit", &rows.to_string(), "--jq", ".[] | .id"])?;
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let child = command.spawn().context("tenantctl does not start")?;
    let watch = Watch::start(child.id().context("tenantctl has ended")?, memory::most_resident);
    let output = timeout(LONGEST, child.wait_with_output()).await.context("it does not end")??;
    let took = started.elapsed();
    let peak = watch.stop().await;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let mut ids: Vec<&str> = text.lines().filter(|line| line.starts_with("tkt_")).collect();
    ids.sort_unstable();
    ids.dedup();
    outcome.promise(ids.len() == rows, format!("{rows} rows have as many ids, not {}", ids.len()));
    ensure!(peak > 0, "the memory of tenantctl was not measured");
    Ok((peak, took))
}
