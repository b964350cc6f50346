//! `tenantctl plan -f DIR`: the changes that `apply` would make. Nothing is changed.

use super::{
    all_possible,
    changes::{self, Change},
    files, resend, show,
    state::State,
    with_files,
};
use crate::{context::Context, flags::switch, problem::Failure};
use clap::{ArgMatches, Command};

const EXAMPLES: &str = "Examples:
  tenantctl plan -f config/
  tenantctl plan -f config/ --detailed-exitcode --json";

pub fn command() -> Command {
    with_files(Command::new("plan"))
        .about("Show the changes that `apply` would make, and change nothing")
        .after_help(EXAMPLES)
        .arg(switch("detailed-exitcode", "End with exit code 9 if changes are pending"))
}

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let documents = files(matches)?;
    let state = State::read(&context.client, &documents).await?;
    let changes = changes::plan(&context.client, &state, &documents, resend(matches)).await?;
    if context.output.is_json() {
        context.output.value(&show::report(&changes, None))?;
    } else {
        show::lines(&changes, context.terminal).iter().try_for_each(|line| context.output.line(line))?;
    }
    all_possible(&changes)?;
    let pending = changes.iter().filter(|change| Change::is_pending(change)).count();
    if pending > 0 && matches.get_flag("detailed-exitcode") {
        return Err(Failure::Unsuccessful(format!("{pending} changes are pending")));
    }
    Ok(())
}
