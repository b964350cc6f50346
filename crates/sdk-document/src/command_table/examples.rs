//! An example for each command, from the examples of the document.

use super::flags::{Flag, Kind};
use crate::operations::resolve;
use serde_json::{Map, Value};

/// Longer values are better read from a file.
const LONGEST_JSON: usize = 160;

pub fn of(document: &Value, operation: &Value, (noun, verb): (&str, &str), flags: &[Flag]) -> String {
    let mut words = vec!["tenantctl".to_owned(), noun.to_owned(), verb.to_owned()];
    let body = resolve(document, &operation["requestBody"]["content"]["application/json"]["schema"]);
    let empty = Map::new();
    let fields = body["example"].as_object().unwrap_or(&empty);
    words.extend(flags.iter().filter(|flag| flag.is_positional()).map(|flag| value(flag, None)));
    let in_flags = body_words(flags, fields);
    for flag in flags.iter().filter(|flag| flag.place == "Query" && flag.required && !flag.is_positional()) {
        words.extend(flag_words(flag, None));
    }
    match in_flags {
        Some(body) => words.extend(body),
        None => words.push(format!("--from-file {noun}.yaml")),
    }
    if operation["requestBody"].get("content").is_some_and(|content| content.get("application/json").is_none()) {
        words.push("--from-file photo.png".to_owned());
    }
    if noun == "search" {
        words.push("--q printer".to_owned());
    }
    if operation.get("x-pagination").is_some() {
        let filter = flags.iter().find(|flag| flag.place == "Query" && matches!(flag.kind, Kind::Choices(_)));
        words.extend(filter.map(|flag| flag_words(flag, None)).unwrap_or_default());
        words.push("--limit 20".to_owned());
    }
    words.join(" ")
}

/// The fields of the example as flags. `None` if one is too long.
fn body_words(flags: &[Flag], fields: &Map<String, Value>) -> Option<Vec<String>> {
    let mut words = vec![];
    for flag in flags.iter().filter(|flag| flag.place == "Body") {
        let given = fields.get(&flag.name);
        match given {
            Some(Value::Null) => words.push(format!("--clear {}", flag.flag)),
            Some(given) => words.extend(short(flag_words(flag, Some(given)))?),
            None if flag.required => words.extend(short(flag_words(flag, None))?),
            None => {}
        }
    }
    Some(words)
}

fn short(words: Vec<String>) -> Option<Vec<String>> {
    words.iter().all(|word| word.len() <= LONGEST_JSON).then_some(words)
}

fn flag_words(flag: &Flag, given: Option<&Value>) -> Vec<String> {
    let given = given.or(flag.sample.as_ref());
    match (&flag.kind, given) {
        (Kind::Texts | Kind::Integers | Kind::Choices(_), Some(Value::Array(items))) => {
            items.iter().map(|item| format!("--{} {}", flag.flag, word(item))).collect()
        }
        (Kind::Map, Some(Value::Object(fields))) => {
            let pair = |(name, value): (&String, &Value)| {
                format!("--{} {}", flag.flag, quoted(&format!("{name}={}", value.as_str().unwrap_or_default())))
            };
            fields.iter().map(pair).collect()
        }
        (Kind::Switch, Some(Value::Bool(false))) => vec![format!("--{}=false", flag.flag)],
        (Kind::Switch, _) => vec![format!("--{}", flag.flag)],
        _ => vec![format!("--{} {}", flag.flag, value(flag, given))],
    }
}

/// The value of a flag in an example.
fn value(flag: &Flag, given: Option<&Value>) -> String {
    let given = given.or(flag.sample.as_ref());
    match (&flag.kind, given) {
        (Kind::Secret, _) => format!("env:{}", flag.name.to_uppercase()),
        (Kind::SecretJson, _) => format!("@{}.json", flag.flag),
        (_, Some(value)) => word(value),
        (Kind::Choice(choices) | Kind::Choices(choices), None) => choices.first().cloned().unwrap_or_default(),
        (Kind::Integer | Kind::Integers | Kind::Number, None) => "1".to_owned(),
        (Kind::Json, None) => "'{}'".to_owned(),
        (_, None) => flag.name.to_lowercase(),
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()),
    }
}

/// A word of a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@=,+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
