//! The table is what the generator makes, and complete.

use super::{Body, Kind, NOUNS, Place};
use crate::tree;
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path};

/// Set it to write the table instead of comparing it.
const REWRITE: &str = "REWRITE_COMMAND_TABLE";

fn document() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_table_is_what_the_generator_makes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/table/generated");
    let made = sdk_document::command_table::files(&document());
    if crate::environment::variable(REWRITE).is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in &made {
            fs::write(folder.join(name), text).unwrap();
        }
        return;
    }
    let present: BTreeSet<String> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(present, made.iter().map(|(name, _)| name.clone()).collect(), "set {REWRITE}=1 to write the table");
    for (name, text) in &made {
        let written = fs::read_to_string(folder.join(name)).unwrap();
        assert!(written == *text, "{name} differs from the document: set {REWRITE}=1 to write the table");
    }
}

#[test]
fn every_operation_has_a_command() {
    let sdk = sdk_document::derive(&document(), sdk_document::Version::V3_1);
    let mut declared = BTreeSet::new();
    for (path, item) in sdk["paths"].as_object().unwrap() {
        declared.extend(item.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())));
    }
    let operations = NOUNS.iter().flat_map(|noun| noun.operations);
    let commands: BTreeSet<_> = operations.clone().map(|one| (one.method.to_owned(), one.path.to_owned())).collect();
    assert_eq!(commands, declared);
    assert_eq!(operations.count(), declared.len(), "an operation has two commands");
}

#[test]
fn a_command_has_one_name_and_its_flags_are_distinct() {
    for noun in NOUNS {
        let mut verbs = BTreeSet::new();
        for operation in noun.operations {
            assert!(verbs.insert(operation.verb), "{} {} twice", noun.name, operation.verb);
            assert!(operation.alias.is_none_or(|alias| verbs.insert(alias)), "{} {:?}", noun.name, operation.alias);
            let mut flags = BTreeSet::new();
            for flag in operation.flags {
                assert!(flags.insert(flag.flag), "{}: --{} twice", operation.id, flag.flag);
            }
        }
    }
}

#[test]
fn every_example_is_understood_by_its_command() {
    for operation in NOUNS.iter().flat_map(|noun| noun.operations) {
        let words = words(operation.example);
        let matches = tree::command(&words).try_get_matches_from(&words);
        assert!(matches.is_ok(), "{}: {:?}", operation.example, matches.err().map(|error| error.to_string()));
    }
}

#[test]
fn every_command_can_be_built() {
    tree::whole().debug_assert();
}

#[test]
fn secrets_are_no_plain_arguments() {
    let flags = NOUNS.iter().flat_map(|noun| noun.operations).flat_map(|operation| operation.flags);
    let secret = |name: &str| ["password", "client_secret", "credentials", "user_data"].contains(&name);
    let mut count = 0;
    for flag in flags.filter(|flag| flag.place == Place::Body && secret(flag.name)) {
        assert!(matches!(flag.kind, Kind::Secret | Kind::SecretJson), "--{} is {:?}", flag.flag, flag.kind);
        count += 1;
    }
    assert!(count >= 6, "only {count} secrets were found");
}

#[test]
fn bodies_are_known() {
    let upload = super::noun("attachments").and_then(|noun| noun.operation("upload")).unwrap();
    assert_eq!(upload.body, Body::Bytes);
    assert_eq!(super::noun("api-keys").and_then(|noun| noun.operation("delete")).unwrap().verb, "revoke");
}

/// The words of an example, as a shell reads them.
fn words(example: &str) -> Vec<std::ffi::OsString> {
    let (mut words, mut word, mut quoted) = (vec![], String::new(), false);
    let mut letters = example.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => quoted = !quoted,
            '\\' if !quoted => word.extend(letters.next()),
            ' ' if !quoted => words.push(std::mem::take(&mut word).into()),
            letter => word.push(letter),
        }
    }
    words.push(word.into());
    words
}
