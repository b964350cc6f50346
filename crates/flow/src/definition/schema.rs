//! The JSON Schema of a workflow's input, which comes from a customer: without references, so that it cannot recurse, and
//! with regular expressions that do not backtrack.

use crate::{
    Code, Invalid,
    bounds::{MESSAGE_CHARS, SCHEMA_BYTES, SCHEMA_PATTERNS},
    functions::{escape, shortened},
    run::size_of,
};
use jsonschema::{PatternOptions, Validator};
use serde_json::{Map, Value};

/// How many faults of an input are reported.
pub(super) const MOST_FAULTS: usize = 50;

const DEEPEST: usize = 16;
const REFERENCES: [&str; 6] = ["$ref", "$dynamicRef", "$recursiveRef", "$id", "$schema", "$anchor"];

pub(super) fn build(schema: &Value) -> Result<Validator, String> {
    let patterns = PatternOptions::regex().size_limit(256 * 1024).dfa_size_limit(256 * 1024);
    let options = jsonschema::draft202012::options().with_pattern_options(patterns).should_validate_formats(true);
    options.build(schema).map_err(|error| error.to_string())
}

pub(super) fn check(schema: &Value, at: &str, build_it: bool) -> Vec<Invalid> {
    if !schema.is_object() {
        return vec![Invalid::at(at, Code::Invalid, "must be an object")];
    }
    if size_of(schema) > SCHEMA_BYTES {
        return vec![Invalid::at(at, Code::Exceeds, "is larger than 16 KiB")];
    }
    let mut invalid = vec![];
    look_through(schema, at, 1, &mut invalid);
    if patterns(schema) > SCHEMA_PATTERNS {
        let message = format!("has more than {SCHEMA_PATTERNS} regular expressions");
        invalid.push(Invalid::at(at, Code::Exceeds, message));
    }
    if build_it
        && invalid.is_empty()
        && let Err(message) = build(schema)
    {
        invalid.push(Invalid::at(at, Code::Invalid, shortened(&message, MESSAGE_CHARS)));
    }
    invalid
}

/// The number of regular expressions, possibly overestimated; each is expensive to build.
fn patterns(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(patterns).sum(),
        Value::Object(fields) => {
            let one = usize::from(fields.get("pattern").is_some_and(Value::is_string));
            let named = fields.get("patternProperties").and_then(Value::as_object).map_or(0, Map::len);
            one + named + fields.values().map(patterns).sum::<usize>()
        }
        _ => 0,
    }
}

fn look_through(value: &Value, at: &str, depth: usize, invalid: &mut Vec<Invalid>) {
    if depth > DEEPEST {
        return invalid.push(Invalid::at(at, Code::Exceeds, format!("is nested deeper than {DEEPEST}")));
    }
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| look_through(item, &format!("{at}/{i}"), depth + 1, invalid));
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let at = format!("{at}/{}", escape(name));
                if REFERENCES.contains(&name.as_str()) {
                    invalid.push(Invalid::at(at, Code::Invalid, "references are not supported: write it out"));
                } else {
                    look_through(field, &at, depth + 1, invalid);
                }
            }
        }
        _ => {}
    }
}
