//! `tenantctl runs watch ID`: the steps of a run as they are executed. On a terminal, `a` approves and `r` rejects what the
//! run waits for, if the caller may decide it; elsewhere each change is a line on standard error.

mod live;
mod view;

use crate::{
    context::{Context, Failure, note},
    flags::{option, positional, switch},
    stop::Stop,
    wait::{Snapshot, Waiting, Work, duration, left_running},
};
use clap::{ArgMatches, Command};
use client::Request;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const RUNS: &str = "/api/psa/workflows/runs";
const APPROVALS: &str = "/api/psa/workflows/approvals";

pub fn command() -> Command {
    Command::new("watch")
        .about("Show the steps of a run as they are executed, and approve it")
        .long_about(
            "Shows the steps of a run until it ends. On a terminal, the keys are: a approves and r rejects what the run \
            waits for, q quits. Elsewhere, each change is a line on standard error. The run continues when the command \
            ends. The exit code is 9 if the run fails.",
        )
        .after_help("Example:\n  tenantctl runs watch run_01h455vb4pex5vsknk084sn02q --timeout 10m")
        .arg(positional("id", "ID", "Id of the run"))
        .arg(
            option("timeout", "DURATION", "Longest time to watch, such as 10m; the run continues afterwards")
                .value_parser(duration),
        )
        .arg(switch("plain", "Print lines instead of a live view, also on a terminal"))
}

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let id = matches.get_one::<String>("id").map(String::as_str).unwrap_or_default();
    let Some(work @ Work::Run(_)) = Work::with_id(id) else {
        return Err(Failure::Usage(format!("{id} is not the id of a run (run_…)")));
    };
    let watch = Watch { context, work, timeout: Waiting::from_matches(matches).timeout, started: Instant::now() };
    let is_live = context.terminal.can_prompt() && !matches.get_flag("plain");
    let ended = if is_live { live::watch(&watch).await? } else { watch.lines().await? };
    if context.output.is_json() {
        context.output.value(&ended)?;
    }
    let last = Snapshot::of(&watch.work, &ended);
    if last.succeeded { Ok(()) } else { Err(Failure::Unsuccessful(last.failure())) }
}

struct Watch<'a> {
    context: &'a Context,
    work: Work,
    timeout: Option<Duration>,
    started: Instant,
}

impl Watch<'_> {
    /// The run; the server holds the request for a second unless the run ends.
    async fn read(&self) -> Result<Value, Failure> {
        let request = Request::get(RUNS).query("id", self.work.id()).query("wait", 1);
        Ok(self.context.client.send(request).await?.json()?)
    }

    fn is_over(&self, run: &Value) -> bool {
        Snapshot::of(&self.work, run).over
    }

    fn leave(&self) -> Failure {
        Failure::Interrupted(format!("{} continues. Come back with: {}", self.work.id(), self.work.come_back()))
    }

    fn check_time(&self) -> Result<(), Failure> {
        if self.timeout.is_some_and(|timeout| self.started.elapsed() >= timeout) {
            return Err(Failure::Timeout(left_running(&self.work, "the time is up")));
        }
        Ok(())
    }

    /// A line for each change of the run and of its steps.
    async fn lines(&self) -> Result<Value, Failure> {
        let mut stop = Stop::on_signals()?;
        let mut shown: Vec<String> = vec![];
        loop {
            let run = tokio::select! {
                run = self.read() => run?,
                () = stop.requested() => return Err(self.leave()),
            };
            let now = view::states(&run);
            now.iter().filter(|line| !shown.contains(line)).for_each(note);
            shown = now;
            if self.is_over(&run) {
                return Ok(run);
            }
            self.check_time()?;
        }
    }

    /// Decides the first approval that the caller may decide. Returns a text for the person.
    async fn decide(&self, action: &str) -> Result<String, Failure> {
        let request = Request::get(APPROVALS).query("run_id", self.work.id()).query("status", "pending");
        let page: Value = self.context.client.send(request).await?.json()?;
        let pending = page["data"].as_array().map(Vec::as_slice).unwrap_or_default();
        let Some(approval) = pending.iter().find(|approval| approval["can_decide"] == true).or(pending.first()) else {
            return Ok("The run waits for no approval.".to_owned());
        };
        if approval["can_decide"] != true {
            let why = view::cannot_decide(approval["cannot_decide"].as_str().unwrap_or_default());
            return Ok(format!("You cannot decide: {why}."));
        }
        let body = json!({"action": action, "approval_id": approval["id"]});
        let request = Request::patch(RUNS).query("id", self.work.id()).json(&body)?;
        self.context.client.send(request).await?;
        let summary = approval["summary"].as_str().unwrap_or_default();
        Ok(format!("{} {summary}", if action == "approve" { "Approved:" } else { "Rejected:" }))
    }
}
