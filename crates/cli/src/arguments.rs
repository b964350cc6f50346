//! The flags of one operation.

use crate::{
    flags::{option, switch},
    table::{Body, Flag, Kind, Operation, Place, Reply},
    wait,
};
use clap::{
    Arg, ArgAction, Command,
    builder::{PossibleValuesParser, ValueParser},
    value_parser,
};

/// The command of an operation with all of its flags.
pub fn verb_command(operation: &'static Operation) -> Command {
    let mut command = Command::new(operation.verb)
        .about(operation.about)
        .aliases(operation.alias)
        .after_help(after_help(operation))
        .args(operation.flags.iter().filter(|flag| !is_replaced(operation, flag)).map(|flag| argument(operation, flag)))
        .args(own_flags(operation));
    if !operation.description.is_empty() {
        command = command.long_about(format!("{}\n\n{}", operation.about, operation.description));
    }
    command
}

/// `--limit` is the number of items and not of a page.
fn is_replaced(operation: &Operation, flag: &Flag) -> bool {
    operation.reply == Reply::Page && flag.place == Place::Query && flag.name == "limit"
}

fn after_help(operation: &Operation) -> String {
    let mut text = format!("Example:\n  {}\n\nOperation: {}", operation.example, operation.id);
    if !operation.scopes.is_empty() {
        text.push_str(&format!("\nScopes: {}", operation.scopes.join(", ")));
    }
    text
}

/// The flags that do not come from the document.
fn own_flags(operation: &Operation) -> Vec<Arg> {
    let mut flags = vec![];
    let file = |help: &'static str| option("from-file", "FILE", help);
    match operation.body {
        Body::Json => flags.push(file("Body as JSON or YAML; - is standard input. Flags replace its fields")),
        Body::Bytes => flags.push(file("Content; - is standard input").required(true)),
        Body::Nothing => {}
    }
    let nullable: Vec<&'static str> = operation
        .flags
        .iter()
        .filter(|flag| flag.place == Place::Body && flag.nullable)
        .map(|flag| flag.flag)
        .collect();
    if !nullable.is_empty() {
        let clear = option("clear", "FIELD", "Set a field to null").action(ArgAction::Append).value_delimiter(',');
        flags.push(clear.value_parser(PossibleValuesParser::new(nullable)));
    }
    if operation.reply == Reply::Page {
        let limit = option("limit", "N", "At most this many items; 50 by default in a table on a terminal");
        flags.push(limit.value_parser(value_parser!(u64).range(1..)));
        let all = switch("all", "All items; the default if the output is not a table on a terminal");
        flags.push(all.conflicts_with("limit"));
    }
    if operation.method == "GET" && operation.reply != Reply::Bytes {
        let watch =
            option("watch", "SECONDS", "Repeat the request, every 2 seconds by default, and print each new result")
                .num_args(0..=1)
                .require_equals(true);
        flags.push(watch.default_missing_value("2").value_parser(value_parser!(u64).range(1..)));
    }
    if operation.continues {
        flags.extend(wait::arguments());
    }
    if operation.reply == Reply::Bytes {
        flags.push(option("output", "FILE", "Write the content to this file; without it, to standard output"));
    }
    flags
}

fn argument(operation: &Operation, flag: &'static Flag) -> Arg {
    let mut argument = Arg::new(flag.flag).help(flag.help);
    if flag.is_positional() {
        return argument.value_name("ID").required(true);
    }
    argument = argument.long(flag.flag);
    let optional_body = operation.body == Body::Json && flag.place == Place::Body;
    if flag.required && optional_body {
        let help = format!("{} Required, unless --from-file contains it", flag.help);
        argument = argument.required_unless_present_any(alternatives(flag)).help(help.trim_start().to_owned());
    } else if flag.required {
        argument = argument.required(true);
    }
    with_kind(argument, flag.kind)
}

/// The flags that can give a field another way.
fn alternatives(flag: &Flag) -> Vec<&'static str> {
    if flag.nullable { vec!["from-file", "clear"] } else { vec!["from-file"] }
}

fn with_kind(argument: Arg, kind: Kind) -> Arg {
    match kind {
        Kind::Text => argument.value_name("TEXT").allow_hyphen_values(true),
        Kind::Integer => argument.value_name("NUMBER").value_parser(value_parser!(i64)).allow_negative_numbers(true),
        Kind::Number => argument.value_name("NUMBER").value_parser(value_parser!(f64)).allow_negative_numbers(true),
        Kind::Switch => argument
            .value_name("BOOL")
            .value_parser(ValueParser::bool())
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true"),
        Kind::Choice(choices) => {
            argument.value_name("CHOICE").value_parser(PossibleValuesParser::new(choices.iter().copied()))
        }
        Kind::Texts => argument.value_name("TEXT").action(ArgAction::Append).allow_hyphen_values(true),
        Kind::Integers => argument.value_name("NUMBER").action(ArgAction::Append).value_parser(value_parser!(i64)),
        Kind::Choices(choices) => argument
            .value_name("CHOICE")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(PossibleValuesParser::new(choices.iter().copied())),
        Kind::Map => argument.value_name("NAME=VALUE").action(ArgAction::Append),
        Kind::Json => argument.value_name("JSON|@FILE").allow_hyphen_values(true),
        Kind::Secret | Kind::SecretJson => argument.value_name("env:NAME|@FILE|-"),
    }
}
