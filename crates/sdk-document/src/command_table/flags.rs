//! Flags: parameters of the operation and fields of its body.

use crate::operations::resolve;
use serde_json::Value;
use std::collections::BTreeSet;

/// Flags of every command, which a parameter or a field cannot have. `tenantctl` tests that this list is complete.
const RESERVED: &[&str] = &[
    "all",
    "clear",
    "from-file",
    "help",
    "jq",
    "json",
    "no-color",
    "output",
    "progress",
    "profile",
    "server",
    "timeout",
    "version",
    "wait",
    "watch",
];

/// Fields that are secrets although the document does not mark them as write-only.
const SECRETS: &[&str] = &["headers"];

pub struct Flag {
    /// Name on the wire.
    pub name: String,
    /// Name on the command line.
    pub flag: String,
    pub place: &'static str,
    pub kind: Kind,
    pub required: bool,
    pub nullable: bool,
    pub help: String,
    /// A value for the example, from the document.
    pub sample: Option<Value>,
}

impl Flag {
    /// The object of the operation is no flag: `api-keys revoke key_…`.
    pub fn is_positional(&self) -> bool {
        self.place == "Path" || (self.place == "Query" && self.name == "id" && self.required)
    }
}

/// The type of the value of a flag.
#[derive(Clone, PartialEq)]
pub enum Kind {
    Text,
    Integer,
    Number,
    Switch,
    Choice(Vec<String>),
    Texts,
    Integers,
    Choices(Vec<String>),
    /// `--labels name=value`
    Map,
    /// Never a literal value, which other users of the machine could read.
    Secret,
    Json,
    SecretJson,
}

/// The flags of an operation: its parameters, then the fields of its body.
pub fn of(document: &Value, operation: &Value) -> Vec<Flag> {
    let mut flags = vec![];
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let parameter = resolve(document, parameter);
        let place = match parameter["in"].as_str() {
            Some("path") => "Path",
            Some("header") => "Header",
            _ => "Query",
        };
        let sample = parameter.get("example").cloned();
        let mut flag = flag(document, parameter["name"].as_str().unwrap_or_default(), &parameter["schema"], place);
        flag.required = parameter["required"] == true;
        flag.nullable = false;
        flag.sample = sample.or(flag.sample);
        if let Some(text) = parameter["description"].as_str() {
            flag.help = plain(text);
        }
        flags.push(flag);
    }
    let schema = resolve(document, &operation["requestBody"]["content"]["application/json"]["schema"]);
    let taken: BTreeSet<String> = flags.iter().map(|flag| flag.flag.clone()).collect();
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let mut flag = flag(document, name, field, "Body");
        if SECRETS.contains(&name.as_str()) {
            flag.kind = if flag.kind == Kind::Text { Kind::Secret } else { Kind::SecretJson };
        }
        flag.required = required.contains(&name.as_str());
        if taken.contains(&flag.flag) || RESERVED.contains(&flag.flag.as_str()) {
            flag.flag = format!("new-{}", flag.flag);
        }
        flags.push(flag);
    }
    flags
}

fn flag(document: &Value, name: &str, schema: &Value, place: &'static str) -> Flag {
    let (inside, nullable) = inner(document, schema);
    let text = |schema: &Value| schema["description"].as_str().map(plain);
    let sample = [schema, inside].into_iter().find_map(|schema| {
        schema.get("example").or_else(|| schema["examples"].as_array().and_then(|examples| examples.first())).cloned()
    });
    Flag {
        name: name.to_owned(),
        flag: name.to_lowercase().replace('_', "-"),
        place,
        kind: kind(document, schema),
        required: false,
        nullable,
        help: text(schema).or_else(|| text(inside)).unwrap_or_default(),
        sample,
    }
}

/// The schema without the alternative `null` and without references, and if `null` is allowed.
pub fn inner<'a>(document: &'a Value, schema: &'a Value) -> (&'a Value, bool) {
    let schema = resolve(document, schema);
    let alternatives = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    if let Some(alternatives) = alternatives {
        let others: Vec<&Value> = alternatives.iter().filter(|one| one["type"] != "null").collect();
        if let ([only], true) = (others.as_slice(), others.len() < alternatives.len()) {
            return (inner(document, only).0, true);
        }
    }
    let nullable = schema["type"].as_array().is_some_and(|types| types.iter().any(|one| one == "null"));
    (schema, nullable)
}

fn kind(document: &Value, declared: &Value) -> Kind {
    let (schema, _) = inner(document, declared);
    let is_secret =
        [declared, schema].iter().any(|schema| schema["writeOnly"] == true || schema["format"] == "password");
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).filter(|one| *one != "null").collect(),
        one => one.as_str().into_iter().collect(),
    };
    match types.as_slice() {
        ["string"] if is_secret => Kind::Secret,
        ["string"] => choices(schema).map_or(Kind::Text, Kind::Choice),
        ["integer"] => Kind::Integer,
        ["number"] => Kind::Number,
        ["boolean"] => Kind::Switch,
        ["array"] => match kind(document, &schema["items"]) {
            Kind::Text => Kind::Texts,
            Kind::Integer => Kind::Integers,
            Kind::Choice(choices) => Kind::Choices(choices),
            _ => Kind::Json,
        },
        _ if holds_secret(document, schema) => Kind::SecretJson,
        ["object"] if schema.get("properties").is_none() && is_text_map(document, schema) => Kind::Map,
        _ => Kind::Json,
    }
}

fn choices(schema: &Value) -> Option<Vec<String>> {
    let values = schema["enum"].as_array()?;
    Some(values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect())
}

fn is_text_map(document: &Value, schema: &Value) -> bool {
    inner(document, &schema["additionalProperties"]).0["type"] == "string"
}

fn holds_secret(document: &Value, schema: &Value) -> bool {
    let mut fields = schema["properties"].as_object().into_iter().flat_map(|fields| fields.values());
    fields.any(|field| field["writeOnly"] == true || resolve(document, field)["writeOnly"] == true)
}

/// A description in one line.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
