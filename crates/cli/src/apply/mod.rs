//! `tenantctl apply -f DIR`: resources as files of a repository. The differences are shown first, only they are sent, and the
//! same files applied again change nothing.

mod changes;
mod compare;
mod document;
mod execute;
mod issued;
mod kinds;
pub mod plan;
mod reference;
mod show;
mod state;
mod write;

use crate::{
    context::{Context, note},
    flags::{option, switch},
    problem::Failure,
    terminal,
};
use changes::{Action, Change, Resend};
use clap::{ArgAction, ArgMatches, Command, builder::PathBufValueParser};
use document::Document;
use execute::{Options, Outcome, Secrets};
use serde_json::Value;
use state::State;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Examples:
  tenantctl apply -f config/ --dry-run
  tenantctl apply -f config/ --yes --secrets-dir /run/secrets/tenant-control

Resources that no file describes are never deleted. Kinds:";

pub fn command() -> Command {
    with_files(Command::new("apply"))
        .about("Create and update resources as files describe them")
        .after_help(format!("{EXAMPLES} {}.", kinds::names().join(", ")))
        .arg(switch("yes", "Apply without a question. Off a terminal there is no question").short('y'))
        .arg(switch("dry-run", "Send the changes as dry runs: the service validates them and stores nothing"))
        .arg(
            option(
                "secrets-dir",
                "DIR",
                "Folder for the secrets that the service issues for new keys and webhooks, one file each (mode 0600)",
            )
            .value_parser(PathBufValueParser::new()),
        )
        .arg(
            switch("discard-secrets", "Discard the secrets that the service issues; rotate them when they are needed")
                .conflicts_with("secrets-dir"),
        )
        .arg(
            option(
                "allow",
                "CONSENT",
                "Consent to a change of a BackupConfig that can lose backups, such as shorten_retention",
            )
            .action(ArgAction::Append)
            .value_delimiter(','),
        )
}

/// The arguments that `plan` and `apply` share.
fn with_files(command: Command) -> Command {
    command
        .arg(
            option("file", "PATH", "Folder of YAML and JSON files, one file, or - for standard input")
                .short('f')
                .required(true)
                .value_parser(PathBufValueParser::new()),
        )
        .arg(switch("resend-secrets", "Send secrets of existing resources again, because they cannot be compared"))
}

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let documents = files(matches)?;
    let mut state = State::read(&context.client, &documents).await?;
    let changes = changes::plan(&context.client, &state, &documents, resend(matches)).await?;
    let options = options(matches);
    refuse(context, &changes)?;
    prepare(&state, &documents, &changes, &options)?;
    if !options.dry_run && !is_confirmed(context, matches, &changes)? {
        return Err(Failure::Interrupted("nothing was changed".to_owned()));
    }
    let (outcomes, result) = execute::execute(context, &mut state, &documents, &changes, &options).await;
    print(context, &changes, &outcomes)?;
    result
}

fn files(matches: &ArgMatches) -> Result<Vec<Document>, Failure> {
    let path = matches.get_one::<PathBuf>("file").map_or(Path::new("."), PathBuf::as_path);
    let documents = document::read(path)?;
    if documents.is_empty() {
        return Err(Failure::Usage(format!("{} has no documents", path.display())));
    }
    Ok(documents)
}

fn resend(matches: &ArgMatches) -> Resend {
    if matches.get_flag("resend-secrets") { Resend::Always } else { Resend::IfRequired }
}

fn options(matches: &ArgMatches) -> Options {
    let consents: Vec<&str> = matches.get_many::<String>("allow").into_iter().flatten().map(String::as_str).collect();
    Options {
        dry_run: matches.get_flag("dry-run"),
        allow: (!consents.is_empty()).then(|| consents.join(",")),
        secrets: match matches.get_one::<PathBuf>("secrets-dir") {
            Some(folder) => Secrets::Folder(folder.clone()),
            None if matches.get_flag("discard-secrets") => Secrets::Discard,
            None => Secrets::Unset,
        },
    }
}

/// Nothing is changed if one of the changes is impossible.
fn refuse(context: &Context, changes: &[Change<'_>]) -> Result<(), Failure> {
    all_possible(changes).inspect_err(|_| show::lines(changes, context.terminal).iter().for_each(note))
}

fn all_possible(changes: &[Change<'_>]) -> Result<(), Failure> {
    let refused = changes.iter().filter(|change| change.action == Action::Refused).count();
    if refused == 0 {
        return Ok(());
    }
    Err(Failure::Conflict(format!("{refused} of {} documents cannot be applied", changes.len())))
}

/// All that can fail on this side fails before the first change.
fn prepare(state: &State, documents: &[Document], changes: &[Change<'_>], options: &Options) -> Result<(), Failure> {
    for change in changes.iter().filter(|change| change.is_pending()) {
        execute::secrets(state, documents, change)?;
    }
    if options.dry_run {
        return Ok(());
    }
    let issuing: Vec<String> = changes
        .iter()
        .filter(|change| execute::issues_secret(change))
        .map(|change| format!("{} `{}`", change.document.kind.name, change.document.name))
        .collect();
    match &options.secrets {
        _ if issuing.is_empty() => Ok(()),
        Secrets::Folder(folder) => issued::prepare(folder)
            .map_err(|error| Failure::Usage(format!("--secrets-dir {}: {error}", folder.display()))),
        Secrets::Discard => Ok(()),
        Secrets::Unset => Err(Failure::Usage(format!(
            "the service returns a secret once for {}: name a folder for it with --secrets-dir, or use --discard-secrets",
            issuing.join(", ")
        ))),
    }
}

/// Shows the plan, and asks a person.
fn is_confirmed(context: &Context, matches: &ArgMatches, changes: &[Change<'_>]) -> Result<bool, Failure> {
    let pending = changes.iter().any(Change::is_pending);
    show::lines(changes, context.terminal).iter().for_each(note);
    if !pending || matches.get_flag("yes") || !context.terminal.can_prompt() {
        return Ok(true);
    }
    let typed = terminal::ask("Apply these changes? [y/N] ")?;
    Ok(["y", "yes"].contains(&typed.to_lowercase().as_str()))
}

fn print(context: &Context, changes: &[Change<'_>], outcomes: &[Outcome]) -> Result<(), Failure> {
    if !context.output.is_json() {
        let lines = show::outcome_lines(changes, outcomes, context.terminal);
        return lines.iter().try_for_each(|line| context.output.line(line));
    }
    let report: Value = show::report(changes, Some(outcomes));
    context.output.value(&report)
}
