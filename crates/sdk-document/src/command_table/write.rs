//! The Rust source of the table.

use super::{
    Command,
    flags::{Flag, Kind},
};
use std::fmt::Write;

/// `api-keys` is in the module `api_keys`.
pub fn module(noun: &str) -> String {
    noun.replace('-', "_")
}

/// The file that lists the nouns.
pub fn list<'a>(nouns: impl Iterator<Item = &'a str> + Clone) -> String {
    let mut text =
        "//! GENERATED from the SDK document: the nouns of the command line. See `table/tests.rs`.\n\n".to_owned();
    for noun in nouns.clone() {
        let _ = writeln!(text, "mod {};", module(noun));
    }
    text.push_str("\nuse super::Noun;\n\n/// All nouns, sorted by name.\npub static NOUNS: &[Noun] = &[\n");
    for noun in nouns {
        let _ = writeln!(text, "    {}::NOUN,", module(noun));
    }
    text.push_str("];\n");
    text
}

/// The file of a noun.
pub fn noun(noun: &str, commands: &[Command]) -> String {
    let mut text = format!("//! GENERATED from the SDK document: `tenantctl {noun}`. See `table/tests.rs`.\n\n");
    text.push_str("use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};\n\n");
    let _ = writeln!(text, "pub const NOUN: Noun = Noun {{ name: {noun:?}, operations: OPERATIONS }};\n");
    text.push_str("const OPERATIONS: &[Operation] = &[\n");
    for command in commands {
        operation(&mut text, command);
    }
    text.push_str("];\n");
    let names = ["Body", "Flag", "Kind", "Noun", "Operation", "Place", "Reply"];
    let is_used = |name: &&str| text.contains(&format!("{name}::")) || text.contains(&format!("{name} {{"));
    let used: Vec<&str> = names.into_iter().filter(is_used).collect();
    text.replace("{Body, Flag, Kind, Noun, Operation, Place, Reply}", &format!("{{{}}}", used.join(", ")))
}

fn operation(text: &mut String, command: &Command) {
    let _ = writeln!(text, "    Operation {{");
    let _ = writeln!(text, "        id: {:?}, verb: {:?}, alias: {:?},", command.id, command.verb, command.alias);
    let _ = writeln!(text, "        method: {:?}, path: {:?},", command.method.to_uppercase(), command.path);
    let _ = writeln!(text, "        about: {:?},", command.summary);
    let _ = writeln!(text, "        description: {:?},", command.description);
    let _ = writeln!(text, "        example: {:?},", command.example);
    let _ = writeln!(text, "        body: Body::{}, reply: Reply::{},", command.body, command.result);
    let _ = writeln!(text, "        columns: &{:?}, scopes: &{:?},", command.columns, command.scopes);
    let _ = writeln!(text, "        is_public: {}, continues: {},", command.is_public, command.continues);
    if command.flags.is_empty() {
        text.push_str("        flags: &[],\n");
    } else {
        text.push_str("        flags: &[\n");
        command.flags.iter().for_each(|one| flag(text, one));
        text.push_str("        ],\n");
    }
    text.push_str("    },\n");
}

fn flag(text: &mut String, flag: &Flag) {
    let kind = match &flag.kind {
        Kind::Text => "Text".to_owned(),
        Kind::Integer => "Integer".to_owned(),
        Kind::Number => "Number".to_owned(),
        Kind::Switch => "Switch".to_owned(),
        Kind::Choice(choices) => format!("Choice(&{choices:?})"),
        Kind::Texts => "Texts".to_owned(),
        Kind::Integers => "Integers".to_owned(),
        Kind::Choices(choices) => format!("Choices(&{choices:?})"),
        Kind::Map => "Map".to_owned(),
        Kind::Secret => "Secret".to_owned(),
        Kind::Json => "Json".to_owned(),
        Kind::SecretJson => "SecretJson".to_owned(),
    };
    let _ = writeln!(
        text,
        "            Flag {{ name: {:?}, flag: {:?}, place: Place::{}, kind: Kind::{kind}, required: {}, nullable: {}, help: {:?} }},",
        flag.name, flag.flag, flag.place, flag.required, flag.nullable, flag.help
    );
}
