//! Reads JSON and YAML that a customer wrote.
//!
//! The depth and the width of a document are limited while it is read, before there is a tree of it. A duplicate key in
//! an object is refused, because one of its two values would be hidden. YAML has no anchors, aliases, tags and
//! directives here: [`yaml`] refuses them before the parser sees the text, so that nothing is ever expanded.

mod tree;
mod yaml;

use crate::{Code, Invalid, bounds::YAML_BYTES};
use serde::de::DeserializeSeed;
use serde_json::Value;
use tree::{Bounds, Node};

/// The reason why a document was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not JSON or YAML: the error, and its position in the text.
    Malformed(String),
    /// It could be read, but it is not accepted.
    Refused(Invalid),
}

impl Unreadable {
    /// As a fault of a definition with this text.
    pub fn invalid(self) -> Invalid {
        match self {
            Unreadable::Malformed(why) => Invalid::at("", Code::Invalid, format!("is neither YAML nor JSON: {why}")),
            Unreadable::Refused(invalid) => invalid,
        }
    }
}

pub fn read_json(bytes: &[u8]) -> Result<Value, Unreadable> {
    let mut bounds = Bounds::default();
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = Node::root(&mut bounds).deserialize(&mut json);
    let read = read.and_then(|value| json.end().map(|()| value));
    read.map_err(|error| bounds.unreadable(&error))
}

/// Reads YAML, of which JSON is a part.
pub fn read_yaml(text: &str) -> Result<Value, Unreadable> {
    if text.len() > YAML_BYTES {
        let message = format!("is longer than {} KiB", YAML_BYTES / 1024);
        return Err(Unreadable::Refused(Invalid::at("", Code::Exceeds, message)));
    }
    yaml::check(text)?;
    let mut bounds = Bounds::default();
    let read = Node::root(&mut bounds).deserialize(serde_norway::Deserializer::from_str(text));
    read.map_err(|error| bounds.unreadable(&error))
}

#[cfg(test)]
mod tests;
