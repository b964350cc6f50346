//! Reads a document part by part, and collects every fault.

use super::EventPattern;
use crate::{
    Code, Functions, Invalid,
    bounds::{DEPTH, EXPRESSION_CHARS, EXPRESSION_NESTING, EXPRESSIONS, FIELD_CHARS, NAME_CHARS},
    duration::parse_duration,
    functions::{escape, unknown},
    sandbox::Expression,
    template,
};
use serde_json::{Map, Value};
use std::{fmt::Write, time::Duration};

/// The variables that every expression may use, without the `$`.
pub(super) const VARIABLES: [&str; 5] = ["context", "input", "run", "task", "workflow"];

/// The number of faults that are reported: a document may consist of nothing but faults.
pub(super) const MOST_FAULTS: usize = 100;

pub(super) struct Reader<'f> {
    /// `None`: functions are not checked.
    pub functions: Option<&'f Functions>,
    pub invalid: Vec<Invalid>,
    pub expressions: Vec<Expression>,
    pub patterns: Vec<(String, EventPattern)>,
    /// The variables that an expression may use here.
    pub variables: Vec<String>,
    /// The secrets that the definition may use.
    pub secrets: Vec<String>,
    /// True if the present texts may contain secrets.
    pub takes_secrets: bool,
    pub tasks: usize,
}

impl Reader<'_> {
    pub fn fault(&mut self, at: impl Into<String>, code: Code, message: impl Into<String>) {
        self.note(Invalid::at(at, code, message));
    }

    pub fn note(&mut self, invalid: Invalid) {
        if self.invalid.len() < MOST_FAULTS {
            self.invalid.push(invalid);
        }
    }

    /// The fields of an object; fields other than `known` are faults.
    pub fn object<'v>(&mut self, value: &'v Value, at: &str, known: &[&str]) -> Option<&'v Map<String, Value>> {
        let Some(fields) = value.as_object() else {
            self.fault(at, Code::Invalid, "must be an object");
            return None;
        };
        let others = fields.keys().filter(|name| !known.contains(&name.as_str()));
        for name in others.take(MOST_FAULTS) {
            self.note(unknown(at, name, known.iter().copied()));
        }
        Some(fields)
    }

    /// A required field.
    pub fn required<'v>(&mut self, fields: &'v Map<String, Value>, name: &str, at: &str) -> Option<&'v Value> {
        let value = fields.get(name);
        if value.is_none() {
            self.fault(format!("{at}/{name}"), Code::Required, "is required");
        }
        value
    }

    pub fn text(&mut self, value: &Value, at: &str, most: usize) -> Option<String> {
        match value.as_str() {
            Some("") => self.fault(at, Code::Invalid, "must not be empty"),
            Some(text) if text.chars().count() > most => {
                self.fault(at, Code::Exceeds, format!("must have at most {most} characters"));
            }
            Some(text) => return Some(text.to_owned()),
            None => self.fault(at, Code::Invalid, "must be a text"),
        }
        None
    }

    /// The name of a task, a case or a branch.
    pub fn name(&mut self, name: &str, at: &str) {
        let first = |c: char| c.is_ascii_alphabetic() || c == '_';
        let other = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.len() > NAME_CHARS {
            self.fault(at, Code::Exceeds, format!("the name must have at most {NAME_CHARS} characters"));
        } else if !name.starts_with(first) || !name.chars().all(other) {
            let message = "the name must begin with a letter and have only letters, digits, _ and - (ASCII)";
            self.fault(at, Code::Invalid, message);
        } else if ["continue", "exit", "end"].contains(&name) {
            self.fault(at, Code::Invalid, "the name has a meaning in `then`");
        }
    }

    /// The name of a variable, without the `$`.
    pub fn variable(&mut self, value: Option<&Value>, at: &str, default: &str) -> String {
        let Some(value) = value else { return default.to_owned() };
        let Some(name) = self.text(value, at, NAME_CHARS) else { return default.to_owned() };
        let first = |c: char| c.is_ascii_alphabetic() || c == '_';
        if !name.starts_with(first) || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.fault(at, Code::Invalid, "must begin with a letter and have only letters, digits and _ (ASCII)");
        } else if VARIABLES.contains(&name.as_str()) || name.starts_with("__") || name == "ENV" || self.is_secret(&name)
        {
            self.fault(at, Code::Invalid, "is the name of an existing variable");
        }
        name
    }

    pub fn duration(&mut self, value: &Value, at: &str) -> Option<Duration> {
        parse_duration(value).map_err(|message| self.fault(at, Code::Invalid, message)).ok()
    }

    pub fn number(&mut self, value: &Value, at: &str, least: u32, most: u32) -> Option<u32> {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.fault(at, Code::Invalid, format!("must be a whole number from {least} to {most}"));
        }
        number
    }

    /// An expression by its position (`if`, `when`, `in`): the `${ }` around it is optional.
    pub fn condition(&mut self, value: &Value, at: &str) -> Option<Value> {
        let Some(text) = value.as_str() else {
            self.fault(at, Code::Invalid, "must be an expression");
            return None;
        };
        let template = template::from_expression(text);
        self.expression(template::expression(text).unwrap_or(text), at);
        Some(template)
    }

    /// A transformation of data (`from`, `as`): an expression, or an object with expressions in it.
    pub fn transformation(&mut self, value: &Value, at: &str) -> Option<Value> {
        match value {
            Value::String(_) => self.condition(value, at),
            Value::Object(_) => Some(self.template(value, at)),
            _ => {
                self.fault(at, Code::Invalid, "must be an expression, or an object with expressions in it");
                None
            }
        }
    }

    /// A value with expressions anywhere in it.
    pub fn template(&mut self, value: &Value, at: &str) -> Value {
        self.look_through(value, &mut at.to_owned(), DEPTH);
        value.clone()
    }

    /// `at` is extended and truncated again, because a value has many fields, and their pointers are long.
    fn look_through(&mut self, value: &Value, at: &mut String, depth: usize) {
        let (here, inner) = (at.len(), depth.checked_sub(1));
        match (value, inner) {
            (Value::String(text), _) => match template::expression(text) {
                Some(expression) => self.expression(expression, at),
                None if text.contains("${") => {
                    let message = r#"an expression must be the whole text: write ${ "Hello \(.name)" }"#;
                    self.fault(at.as_str(), Code::Invalid, message);
                }
                None => {}
            },
            (Value::Array(_) | Value::Object(_), None) => {
                self.fault(at.as_str(), Code::Exceeds, format!("is nested deeper than {DEPTH}"));
            }
            (Value::Array(items), Some(inner)) => {
                for (i, item) in items.iter().enumerate() {
                    let _ = write!(at, "/{i}");
                    self.look_through(item, at, inner);
                    at.truncate(here);
                }
            }
            (Value::Object(fields), Some(inner)) => {
                for (name, field) in fields {
                    if self.is_short(name, at) {
                        let _ = write!(at, "/{}", escape(name));
                        self.look_through(field, at, inner);
                        at.truncate(here);
                    }
                }
            }
            _ => {}
        }
    }

    /// A field with a longer name is reported and not inspected: the pointers of all fields in it would repeat the
    /// name.
    pub fn is_short(&mut self, name: &str, at: &str) -> bool {
        let short = name.len() <= FIELD_CHARS || name.chars().count() <= FIELD_CHARS;
        if !short {
            self.fault(at, Code::Exceeds, format!("has a field whose name is longer than {FIELD_CHARS} characters"));
        }
        short
    }

    pub fn expression(&mut self, text: &str, at: &str) {
        if text.is_empty() {
            self.fault(at, Code::Invalid, "is an empty expression");
        } else if text.chars().count() > EXPRESSION_CHARS {
            self.fault(at, Code::Exceeds, format!("must have at most {EXPRESSION_CHARS} characters"));
        } else if depth(text) > EXPRESSION_NESTING {
            self.fault(at, Code::Exceeds, format!("has brackets deeper than {EXPRESSION_NESTING}"));
        } else if self.names_secret(text) {
            self.secret_text(text, at);
        } else if self.expressions.len() <= EXPRESSIONS {
            // One fault beyond the limit shows that there are more.
            let variables = self.variables.clone();
            self.expressions.push(Expression { pointer: at.to_owned(), text: text.to_owned(), variables });
        }
    }

    /// Reads a part in which more variables are known.
    pub fn with_variables<T>(&mut self, more: &[&str], read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.variables.len();
        self.variables.extend(more.iter().map(|name| (*name).to_owned()));
        let read = read(self);
        self.variables.truncate(before);
        read
    }
}

/// The nesting of brackets, including those in texts.
fn depth(text: &str) -> i64 {
    let steps = text.bytes().map(|b| i64::from(b"([{".contains(&b)) - i64::from(b")]}".contains(&b)));
    let depths = steps.scan(0, |depth, step| {
        *depth += step;
        Some(*depth)
    });
    depths.max().unwrap_or_default()
}
