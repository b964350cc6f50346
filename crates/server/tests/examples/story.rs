//! `story.yaml`: the members of the examples' world, and what operations need beyond the document.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, sync::LazyLock};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Story {
    pub members: BTreeMap<String, Recipe>,
    pub operations: BTreeMap<String, Play>,
}

/// How a member is made: by an operation or by a statement.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    pub by: String,
    pub body: Option<Value>,
    pub sql: Option<String>,
    /// A statement about the new member.
    pub then: Option<String>,
}

/// How an operation is called.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Play {
    pub before: Vec<Step>,
    pub query: Map<String, Value>,
    pub with: Map<String, Value>,
    pub body: Option<Value>,
    #[serde(rename = "as")]
    pub caller: Caller,
    pub shorten: Option<Shorten>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// A member, such as `$tkt`, or a statement.
    Text(String),
    Operation {
        operation: String,
        #[serde(default)]
        with: Map<String, Value>,
        #[serde(default)]
        body: Option<Value>,
    },
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Caller {
    /// The first API key of the tenant.
    #[default]
    Key,
    /// A user who is signed in.
    User,
    Nobody,
}

/// The parts of a long response that are kept.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shorten {
    /// How many items of `data`.
    pub items: Option<usize>,
    /// Only these fields.
    pub fields: Option<Vec<String>>,
    /// Pointers to parts that are removed.
    pub without: Vec<String>,
}

impl Story {
    pub fn read() -> &'static Story {
        static STORY: LazyLock<Story> =
            LazyLock::new(|| serde_norway::from_str(include_str!("story.yaml")).expect("the story fits its types"));
        &STORY
    }

    /// The play of an operation; most need nothing.
    pub fn play(&self, operation: &str) -> &Play {
        static NOTHING: LazyLock<Play> = LazyLock::new(Play::default);
        self.operations.get(operation).unwrap_or(&NOTHING)
    }
}

impl Shorten {
    pub fn apply(&self, response: &mut Value) {
        if let (Some(items), Some(data)) = (self.items, response["data"].as_array_mut()) {
            data.truncate(items);
        }
        if let (Some(fields), Some(object)) = (&self.fields, response.as_object_mut()) {
            object.retain(|name, _| fields.contains(name));
        }
        for pointer in &self.without {
            let (parent, name) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
            if let Some(object) = response.pointer_mut(parent).and_then(Value::as_object_mut) {
                object.remove(name);
            }
        }
    }
}

/// The text with the values of the `$names` that have one.
pub fn expand(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut parts = text.split('$');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_at(name_length(part));
        whole += &value(name).unwrap_or_else(|| format!("${name}"));
        whole += rest;
    }
    whole
}

/// The `$names` in a text.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('$').skip(1).map(|part| &part[..name_length(part)])
}

fn name_length(text: &str) -> usize {
    text.find(|letter: char| !letter.is_ascii_lowercase() && !letter.is_ascii_digit()).unwrap_or(text.len())
}
