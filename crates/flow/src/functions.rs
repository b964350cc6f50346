//! The functions that a workflow can call, and the check of their arguments.

use crate::{
    Code, Invalid,
    bounds::{MESSAGE_CHARS, SHOWN_CHARS},
    template,
};
use jsonschema::{ValidationError, Validator, error::ValidationErrorKind as Kind};
use serde_json::Value;
use std::{borrow::Cow, collections::BTreeMap};

/// Functions by name. `approval` is one of them; `emit` is a task, not a function.
#[derive(Debug, Default)]
pub struct Functions(BTreeMap<String, Function>);

#[derive(Debug)]
pub struct Function {
    /// The JSON Schema of `with`, without external references.
    pub schema: Value,
    /// True if it changes anything: a plan executes only functions that do not.
    pub writes: bool,
    validator: Validator,
}

/// How many faults of one call are reported.
const MOST_FAULTS: usize = 100;

impl Functions {
    /// Returns an error if the schema is invalid.
    pub fn add(&mut self, name: impl Into<String>, schema: Value, writes: bool) -> Result<(), String> {
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        let validator = options.build(&schema).map_err(|error| error.to_string())?;
        self.0.insert(name.into(), Function { schema, writes, validator });
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<&Function> {
        self.0.get(name)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl Function {
    /// The faults of arguments, as far as they are literal; `at` is their pointer.
    pub fn check(&self, with: &Value, at: &str) -> Vec<Invalid> {
        let errors = self.validator.iter_errors(with).filter(|error| is_certain(error, with));
        errors.flat_map(|error| explain(&error, at, &self.schema)).take(MOST_FAULTS).collect()
    }
}

/// An expression may return anything. A list or an object with expressions in it still is one, with those fields.
fn is_certain(error: &ValidationError<'_>, with: &Value) -> bool {
    let wrong = with.pointer(error.instance_path().as_str()).unwrap_or(with);
    let of_the_shape = matches!(
        error.kind(),
        Kind::Type { .. }
            | Kind::Required { .. }
            | Kind::AdditionalProperties { .. }
            | Kind::MaxItems { .. }
            | Kind::MinItems { .. }
    );
    template::is_literal(wrong) || (of_the_shape && !wrong.is_string())
}

fn explain(error: &ValidationError<'_>, at: &str, schema: &Value) -> Vec<Invalid> {
    let here = format!("{at}{}", shown_pointer(error.instance_path().as_str()));
    match error.kind() {
        Kind::AdditionalProperties { unexpected } => {
            let known = schema["properties"].as_object().filter(|_| error.instance_path().as_str().is_empty());
            let known = || known.into_iter().flat_map(|known| known.keys()).map(String::as_str);
            unexpected.iter().take(MOST_FAULTS).map(|name| unknown(&here, name, known())).collect()
        }
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![Invalid::at(format!("{here}/{}", escape(name)), Code::Required, "is required")]
        }
        Kind::Enum { options } => {
            let known = || options.as_array().into_iter().flatten().filter_map(Value::as_str);
            let near = error.instance().as_str().and_then(|wrong| did_you_mean(wrong, known()));
            vec![Invalid { did_you_mean: near, ..Invalid::at(here, Code::Invalid, unknown_value(known())) }]
        }
        _ => vec![Invalid::at(here, Code::Invalid, message(error))],
    }
}

/// Endings of a validator's messages, and the same in plainer words.
const PLAINER: &[(&str, &str)] = &[
    (r#" is not of type "array""#, " is not a list"),
    (r#" is not of type "boolean""#, " is neither true nor false"),
    (r#" is not of type "integer""#, " is not an integer"),
    (r#" is not of type "number""#, " is not a number"),
    (r#" is not of type "object""#, " is not an object"),
    (r#" is not of type "string""#, " is not a string"),
    (r#" is not of types "array", "null""#, " is not a list"),
    (r#" is not of types "boolean", "null""#, " is neither true nor false"),
    (r#" is not of types "integer", "null""#, " is not an integer"),
    (r#" is not of types "null", "number""#, " is not a number"),
    (r#" is not of types "null", "object""#, " is not an object"),
    (r#" is not of types "null", "string""#, " is not a string"),
    (r#" is not a "date-time""#, " is not a time such as 2026-11-15T09:30:00Z"),
    (r#" is not a "date""#, " is not a date such as 2026-11-15"),
    (r#" is not a "uri""#, " is not a URL such as https://example.com/path"),
];

/// The message of a validator, with the customer's value shortened as a fault requires.
pub fn message(error: &ValidationError<'_>) -> String {
    let value = match error.instance().as_ref() {
        Value::Array(_) => "the list".to_owned(),
        Value::Object(_) => "the object".to_owned(),
        Value::String(text) => Value::from(shortened(text, SHOWN_CHARS)).to_string(),
        value => value.to_string(),
    };
    let said = error.masked_with(value).to_string();
    let plainer = PLAINER.iter().find_map(|(ending, plain)| Some(format!("{}{plain}", said.strip_suffix(ending)?)));
    shortened(&plainer.unwrap_or(said), MESSAGE_CHARS).into_owned()
}

/// A field that does not exist.
pub(crate) fn unknown<'a>(at: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Invalid {
    let pointer = format!("{at}/{}", escape(name));
    let did_you_mean = did_you_mean(name, known);
    Invalid { did_you_mean, ..Invalid::at(pointer, Code::UnknownField, "unknown field") }
}

/// The message about a value that is none of the known ones. It lists them, as far as a message has room.
pub fn unknown_value<'a>(known: impl Iterator<Item = &'a str>) -> String {
    let (mut message, mut more) = ("is not one of the known values:".to_owned(), 0_usize);
    for name in known {
        match message.len() + name.len() < MESSAGE_CHARS - 50 && more == 0 {
            true if message.ends_with(':') => message += &format!(" {name}"),
            true => message += &format!(", {name}"),
            false => more += 1,
        }
    }
    if more > 0 { format!("{message} and {more} more") } else { message }
}

/// The known name that is closest to a wrong one. Long names are not compared: a comparison takes time. A name that has
/// little in common with the wrong one is not suggested.
pub fn did_you_mean<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let wrong = Some(wrong).filter(|wrong| wrong.len() <= SHOWN_CHARS)?;
    known
        .map(|name| (strsim::damerau_levenshtein(wrong, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 4 && (*distance == 1 || distance * 2 < name.len()))
        .min()
        .map(|(_, name)| name.to_owned())
}

/// A field's name in a JSON pointer, shortened.
pub fn escape(name: &str) -> String {
    shortened(name, SHOWN_CHARS).replace('~', "~0").replace('/', "~1")
}

/// A pointer to something in a customer's document, with its names shortened.
pub fn shown_pointer(pointer: &str) -> String {
    pointer.split('/').map(|name| shortened(name, SHOWN_CHARS)).collect::<Vec<_>>().join("/")
}

/// A customer's text as a fault shows it: its beginning, if it is long.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(with: &Value) -> Vec<(String, Code)> {
        let mut functions = Functions::default();
        let schema = json!({
            "type": "object", "required": ["subject"], "additionalProperties": false,
            "properties": {
                "subject": {"type": "string", "maxLength": 10},
                "priority": {"enum": ["p1", "p2"]},
                "tags": {"type": "array", "items": {"type": "string"}},
                "user": {"oneOf": [{"type": "null"}, {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}]},
            },
        });
        functions.add("f", schema, true).unwrap();
        functions.get("f").unwrap().check(with, "/with").into_iter().map(|wrong| (wrong.pointer, wrong.code)).collect()
    }

    #[test]
    fn literal_arguments_are_checked_and_expressions_are_not() {
        assert_eq!(
            check(
                &json!({"subject": "${ .subject }", "priority": "${ .p }", "tags": ["${ .t }"], "user": {"id": "${ .u }"}})
            ),
            []
        );
        assert_eq!(check(&json!({"subject": "much too long a subject", "tags": ["a", 5]})).len(), 2);
        assert_eq!(
            check(&json!({"priorty": "p1"})),
            [("/with/priorty".to_owned(), Code::UnknownField), ("/with/subject".to_owned(), Code::Required),]
        );
        assert_eq!(
            check(&json!({"subject": "a", "tags": {"x": "${ .t }"}})),
            [("/with/tags".to_owned(), Code::Invalid)]
        );
    }
}
