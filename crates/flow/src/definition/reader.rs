//! Reading a document bit by bit, noting every fault on the way.

use super::EventPattern;
use crate::{
    Code, Functions, Invalid,
    bounds::{EXPRESSION_CHARS, EXPRESSION_NESTING, NAME_CHARS},
    duration::parse_duration,
    functions::{escape, unknown},
    sandbox::Expression,
    template,
};
use serde_json::{Map, Value};
use std::time::Duration;

/// What every expression may use, without the `$`.
pub(super) const VARIABLES: [&str; 5] = ["context", "input", "run", "task", "workflow"];

pub(super) struct Reader<'f> {
    /// `None`: functions are not looked at.
    pub functions: Option<&'f Functions>,
    pub invalid: Vec<Invalid>,
    pub expressions: Vec<Expression>,
    pub patterns: Vec<(String, EventPattern)>,
    /// The variables that an expression may use here.
    pub variables: Vec<String>,
    pub tasks: usize,
}

impl Reader<'_> {
    pub fn fault(&mut self, at: impl Into<String>, code: Code, message: impl Into<String>) {
        self.invalid.push(Invalid::at(at, code, message));
    }

    /// The fields of an object, of which others than `known` are faults.
    pub fn object<'v>(&mut self, value: &'v Value, at: &str, known: &[&str]) -> Option<&'v Map<String, Value>> {
        let Some(fields) = value.as_object() else {
            self.fault(at, Code::Invalid, "must be an object");
            return None;
        };
        for name in fields.keys().filter(|name| !known.contains(&name.as_str())) {
            self.invalid.push(unknown(at, name, known.iter().copied()));
        }
        Some(fields)
    }

    /// A field that must be there.
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
        } else if VARIABLES.contains(&name.as_str()) || name.starts_with("__") || name == "ENV" {
            self.fault(at, Code::Invalid, "is the name of a variable that exists already");
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

    /// What is an expression by its place (`if`, `when`, `in`): `${ }` around it may be left out.
    pub fn condition(&mut self, value: &Value, at: &str) -> Option<Value> {
        let Some(text) = value.as_str() else {
            self.fault(at, Code::Invalid, "must be an expression");
            return None;
        };
        let template = template::from_expression(text);
        self.expression(template::expression(text).unwrap_or(text), at);
        Some(template)
    }

    /// What transforms data (`from`, `as`): an expression, or an object with expressions in it.
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
        self.look_through(value, at);
        value.clone()
    }

    fn look_through(&mut self, value: &Value, at: &str) {
        match value {
            Value::String(text) => match template::expression(text) {
                Some(expression) => self.expression(expression, at),
                None if text.contains("${") => {
                    let message = r#"an expression must be the whole text: write ${ "Hello \(.name)" }"#;
                    self.fault(at, Code::Invalid, message);
                }
                None => {}
            },
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, item)| self.look_through(item, &format!("{at}/{i}")));
            }
            Value::Object(fields) => {
                fields.iter().for_each(|(name, field)| self.look_through(field, &format!("{at}/{}", escape(name))));
            }
            _ => {}
        }
    }

    fn expression(&mut self, text: &str, at: &str) {
        if text.is_empty() {
            self.fault(at, Code::Invalid, "is an empty expression");
        } else if text.chars().count() > EXPRESSION_CHARS {
            self.fault(at, Code::Exceeds, format!("must have at most {EXPRESSION_CHARS} characters"));
        } else if depth(text) > EXPRESSION_NESTING {
            self.fault(at, Code::Exceeds, format!("has brackets deeper than {EXPRESSION_NESTING}"));
        } else {
            let variables = self.variables.clone();
            self.expressions.push(Expression { pointer: at.to_owned(), text: text.to_owned(), variables });
        }
    }

    /// Reads something in which more variables are known.
    pub fn with_variables<T>(&mut self, more: &[&str], read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.variables.len();
        self.variables.extend(more.iter().map(|name| (*name).to_owned()));
        let read = read(self);
        self.variables.truncate(before);
        read
    }
}

/// How deep brackets lie in each other, those in texts included.
fn depth(text: &str) -> i64 {
    let steps = text.bytes().map(|b| i64::from(b"([{".contains(&b)) - i64::from(b")]}".contains(&b)));
    let depths = steps.scan(0, |depth, step| {
        *depth += step;
        Some(*depth)
    });
    depths.max().unwrap_or_default()
}
