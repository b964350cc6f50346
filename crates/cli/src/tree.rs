//! The tree of commands. Only the branch that the arguments name is built, so that the program starts in milliseconds.

use crate::{
    arguments::verb_command,
    mounted,
    table::{self, NOUNS, Noun},
};
use clap::{Arg, ArgAction, Command};
use std::ffi::OsString;

/// Global flags that take a value.
const WITH_VALUE: [&str; 3] = ["--profile", "--server", "--jq"];

const ENVIRONMENT: &str = "\
Environment:
  TENANTCTL_URL      URL of the service
  TENANTCTL_KEY      API key or session token, instead of a stored one
  TENANTCTL_PROFILE  Profile
  NO_COLOR           No colours, if it is not empty

Exit codes:
  0    success
  1    unexpected error
  2    wrong usage
  3    not signed in, or not allowed
  4    not found
  5    conflict
  6    invalid request
  7    rate limited, unavailable or unreachable
  8    timeout
  9    the work was done, and its result is no success
  130  interrupted";

/// The command for these arguments, of which the first is the name of the program.
pub fn command(arguments: &[OsString]) -> Command {
    let words = words(arguments);
    let words: Vec<&str> = words.iter().copied().skip_while(|word| *word == "help").collect();
    let Some(first) = words.first() else { return overview() };
    if let Some(command) = mounted::command(first) {
        return root().subcommand(command);
    }
    match table::noun(first) {
        Some(noun) => root().subcommand(noun_command(noun, words.get(1).copied())),
        None => overview(),
    }
}

/// Every command with every flag: for completions, manual pages and tests.
pub fn whole() -> Command {
    let nouns = NOUNS.iter().map(|noun| {
        let verbs = noun.operations.iter().map(verb_command).chain(mounted::verbs(noun.name));
        noun_start(noun).subcommands(verbs)
    });
    root().subcommands(mounted::commands()).subcommands(nouns)
}

/// All commands. Those below a noun have no flags.
fn overview() -> Command {
    let nouns = NOUNS.iter().map(|noun| noun_start(noun).subcommands(verbs_without_flags(noun)));
    root().subcommands(mounted::commands()).subcommands(nouns)
}

fn root() -> Command {
    Command::new("tenantctl")
        .version(env!("CARGO_PKG_VERSION"))
        .about("The command line of Tenant Control")
        .after_help(ENVIRONMENT)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .max_term_width(120)
        .args(global_flags())
}

fn global_flags() -> [Arg; 5] {
    let global = |name: &'static str| Arg::new(name).long(name).global(true).help_heading("Global options");
    [
        global("profile")
            .env("TENANTCTL_PROFILE")
            .hide_env(true)
            .value_name("NAME")
            .help("Profile of the configuration; `tenantctl profiles list` shows them"),
        global("server")
            .env("TENANTCTL_URL")
            .hide_env(true)
            .value_name("URL")
            .help("URL of the service, instead of that of the profile"),
        global("json").action(ArgAction::SetTrue).help("Print JSON; a list is one array"),
        global("jq")
            .value_name("EXPR")
            .help("Print the results of a jq expression over the JSON; texts are printed without quotes"),
        global("no-color").action(ArgAction::SetTrue).help("Print without colours"),
    ]
}

/// The first three arguments that are no flags: `help` may precede a noun and a verb.
fn words(arguments: &[OsString]) -> Vec<&str> {
    let mut words = vec![];
    let mut arguments = arguments.iter().skip(1).map_while(|argument| argument.to_str());
    while let Some(argument) = arguments.next() {
        if WITH_VALUE.contains(&argument) {
            arguments.next();
        } else if !argument.starts_with('-') {
            words.push(argument);
        }
        if words.len() == 3 {
            break;
        }
    }
    words
}

fn noun_start(noun: &Noun) -> Command {
    let verbs = noun.operations.iter().map(|operation| operation.verb);
    let verbs: Vec<&str> = verbs.chain(mounted::verb_names(noun.name)).collect();
    Command::new(noun.name)
        .about(format!("{}: {}", spoken(noun.name), verbs.join(", ")))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .display_order(100)
}

/// `api-keys` is "API keys".
fn spoken(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "api" | "sla" | "sso" | "vms" => word.to_uppercase().replace("VMS", "VMs"),
        word => word.to_owned(),
    });
    let text = words.collect::<Vec<_>>().join(" ");
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn noun_command(noun: &'static Noun, verb: Option<&str>) -> Command {
    let start = noun_start(noun);
    if let Some(operation) = verb.and_then(|verb| noun.operation(verb)) {
        return start.subcommand(verb_command(operation));
    }
    if let Some(command) = verb.and_then(|verb| mounted::verb(noun.name, verb)) {
        return start.subcommand(command);
    }
    start.subcommands(verbs_without_flags(noun)).subcommands(mounted::verbs(noun.name))
}

fn verbs_without_flags(noun: &Noun) -> impl Iterator<Item = Command> {
    noun.operations.iter().map(|one| Command::new(one.verb).about(one.about).aliases(one.alias))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Vec<String> {
        let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
        command(&arguments).get_subcommands().map(|command| command.get_name().to_owned()).collect()
    }

    #[test]
    fn only_the_named_branch_is_built() {
        assert_eq!(names(&["tenantctl", "--profile", "tickets", "webhooks", "list"]), ["webhooks"]);
        assert_eq!(names(&["tenantctl", "help", "webhooks"]), ["webhooks"]);
        assert_eq!(names(&["tenantctl", "login"]), ["login"]);
        assert!(names(&["tenantctl", "--help"]).len() > 40);
        assert!(names(&["tenantctl", "tickts", "list"]).contains(&"tickets".to_owned()));
    }

    #[test]
    fn another_name_of_a_verb_is_understood() {
        let words: Vec<OsString> = ["tenantctl", "api-keys", "delete", "key_1"].iter().map(OsString::from).collect();
        let matches = command(&words).try_get_matches_from(&words).unwrap();
        let (_, noun) = matches.subcommand().unwrap();
        assert_eq!(noun.subcommand_name(), Some("revoke"));
    }
}
