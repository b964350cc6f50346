//! `--wait`, and `tenantctl wait ID`: progress of work that continues after its request. This is an operation (a recovery,
//! a check, an erasure, a machine) or a run of a workflow. Progress is shown on standard error until the work ends, the
//! time is up, or Ctrl-C leaves it running.

mod duration;
mod progress;
mod snapshot;

pub use duration::duration;
pub use progress::{Form, Progress};
pub use snapshot::{Snapshot, Step, Work};

use crate::{
    context::{Context, Failure, note},
    flags::{option, positional, switch},
    stop::Stop,
};
use clap::{Arg, ArgMatches, Command};
use client::{Error, Request, Response};
use serde_json::Value;
use std::time::{Duration, Instant};

/// How long one request waits for the end, so that progress is seen soon at first and costs little later.
const FIRST_POLL: Duration = Duration::from_secs(1);
const LATER_POLL: Duration = Duration::from_secs(5);
const FIRST: Duration = Duration::from_secs(60);

/// How long a command waits, and how it shows progress.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waiting {
    /// `None` waits until the end.
    pub timeout: Option<Duration>,
    /// `None` depends on standard error: a line on a terminal, otherwise JSON.
    pub form: Option<Form>,
}

impl Waiting {
    /// From `--timeout` and `--progress`.
    pub fn from_matches(matches: &ArgMatches) -> Waiting {
        let timeout = matches.try_get_one::<Duration>("timeout").ok().flatten().copied();
        let form = matches.try_get_one::<String>("progress").ok().flatten().and_then(|name| Form::named(name));
        Waiting { timeout, form }
    }
}

/// The flags of a command that can wait.
pub fn arguments() -> [Arg; 3] {
    [
        switch("wait", "Wait until the work has ended, and show its progress on standard error"),
        timeout_argument(),
        progress_argument(),
    ]
}

fn timeout_argument() -> Arg {
    option("timeout", "DURATION", "Longest time to wait, such as 10m; the work continues afterwards")
        .value_parser(duration)
}

fn progress_argument() -> Arg {
    option("progress", "FORM", "Form of the progress; by default a line on a terminal and JSON lines otherwise")
        .value_parser(Form::NAMES)
}

pub fn command() -> Command {
    Command::new("wait")
        .about("Wait for an operation or a run of a workflow")
        .long_about(
            "Waits until an operation or a run has ended, shows its progress on standard error, and prints the result. \
            Ctrl-C stops waiting and leaves the work running. The exit code is 9 if the work failed, and 8 if the time \
            was up.",
        )
        .after_help("Example:\n  tenantctl wait op_01h455vb4pex5vsknk084sn02q --timeout 10m")
        .arg(positional("id", "ID", "Id of an operation (op_…) or a run (run_…)"))
        .arg(timeout_argument())
        .arg(progress_argument())
}

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let id = matches.get_one::<String>("id").map(String::as_str).unwrap_or_default();
    let refused = || Failure::Usage(format!("{id} is not the id of an operation (op_…) or a run (run_…)"));
    let work = Work::with_id(id).ok_or_else(refused)?;
    let result = until_end(context, &work, Waiting::from_matches(matches)).await?;
    context.output.value(&result)
}

/// Waits for the work that a response has started. Returns the finished object, or the body of a response that started
/// nothing.
pub async fn follow(context: &Context, response: &Response, waiting: Waiting) -> Result<Value, Failure> {
    let body: Value = response.json()?;
    let Some(work) = Work::started_by(&body) else { return Ok(body) };
    let ended = until_end(context, &work, waiting).await?;
    // The caller wanted the machine, not the operation that makes it.
    match work.object_of(&body) {
        Some((path, id)) => Ok(context.client.send(Request::get(path).query("id", id)).await?.json()?),
        None => Ok(ended),
    }
}

async fn until_end(context: &Context, work: &Work, waiting: Waiting) -> Result<Value, Failure> {
    let started = Instant::now();
    let mut progress = Progress::new(context.terminal, waiting.form);
    let mut stop = Stop::on_signals()?;
    loop {
        let left = waiting.timeout.map(|timeout| timeout.saturating_sub(started.elapsed()));
        let poll = if started.elapsed() < FIRST { FIRST_POLL } else { LATER_POLL };
        let poll = left.map_or(poll, |left| left.min(poll));
        let read = tokio::select! {
            read = read(context, work, poll) => read,
            () = stop.requested() => {
                progress.end();
                return Err(Failure::Interrupted(left_running(work, "interrupted")));
            }
        };
        let value = read.inspect_err(|failure| {
            progress.end();
            // The service refused the request: the same one is refused again.
            if !matches!(failure, Failure::Client(Error::Problem(_))) {
                note(format!("Come back with: {}", work.come_back()));
            }
        })?;
        let snapshot = Snapshot::of(work, &value);
        progress.show(&snapshot, started.elapsed());
        if snapshot.over {
            progress.end();
            return if snapshot.succeeded { Ok(value) } else { Err(Failure::Unsuccessful(snapshot.failure())) };
        }
        if left.is_some_and(|left| left.is_zero()) {
            progress.end();
            return Err(Failure::Timeout(left_running(work, "the time is up")));
        }
    }
}

/// Reads the work; the server holds the request until the work ends, but no longer than `poll`.
async fn read(context: &Context, work: &Work, poll: Duration) -> Result<Value, Failure> {
    let begun = Instant::now();
    let request = Request::get(work.path()).query("id", work.id()).query("wait", poll.as_secs());
    let value = context.client.send(request).await?.json()?;
    // The server waits for whole seconds only.
    if poll.as_secs() == 0 {
        tokio::time::sleep(poll.saturating_sub(begun.elapsed())).await;
    }
    Ok(value)
}

/// Why the command ends before the work does, and how to come back to it.
pub fn left_running(work: &Work, why: &str) -> String {
    format!("{why}; {} continues. Come back with: {}", work.id(), work.come_back())
}
