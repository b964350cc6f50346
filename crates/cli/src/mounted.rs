//! Commands that are not operations of the API, and verbs that people add to a noun of it.

use crate::{account, apply, doctor, listen, login, plot, profiles, raw, shell, tail, trigger, wait, watch};
use clap::Command;

/// Builds a command. The table has functions, because a command is built only when it is called.
type Build = fn() -> Command;

/// The commands at the top, in the order of the help.
const COMMANDS: &[(&str, Build)] = &[
    ("login", login::command),
    ("logout", account::logout_command),
    ("whoami", account::whoami_command),
    ("profiles", profiles::command),
    ("plan", apply::plan::command),
    ("apply", apply::command),
    ("listen", listen::command),
    ("trigger", trigger::command),
    ("wait", wait::command),
    ("api", raw::command),
    ("doctor", doctor::command),
    ("completions", shell::completions_command),
    ("man", shell::man_command),
];

/// Verbs below a noun of the table.
const VERBS: &[(&str, &str, Build)] =
    &[("analytics", "plot", plot::command), ("runs", "watch", watch::command), ("webhooks", "tail", tail::command)];

/// The command with this name.
pub fn command(name: &str) -> Option<Command> {
    COMMANDS.iter().find(|(one, _)| *one == name).map(|(_, make)| make())
}

/// All commands, in the order of the help.
pub fn commands() -> impl Iterator<Item = Command> {
    COMMANDS.iter().enumerate().map(|(order, (_, make))| make().display_order(order))
}

/// The verb of a noun.
pub fn verb(noun: &str, verb: &str) -> Option<Command> {
    VERBS.iter().find(|(of, name, _)| *of == noun && *name == verb).map(|(_, _, make)| make())
}

pub fn verb_names(noun: &str) -> impl Iterator<Item = &'static str> {
    VERBS.iter().filter(move |(of, ..)| *of == noun).map(|(_, name, _)| *name)
}

pub fn verbs(noun: &str) -> impl Iterator<Item = Command> {
    VERBS.iter().filter(move |(of, ..)| *of == noun).map(|(_, _, make)| make())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_the_names_under_which_they_are_found() {
        for (name, make) in COMMANDS {
            assert_eq!(make().get_name(), *name);
        }
        for (_, name, make) in VERBS {
            assert_eq!(make().get_name(), *name);
        }
    }
}
