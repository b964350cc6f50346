//! A tree of values that is limited while it grows, for any format.

use super::Unreadable;
use crate::{
    Code, Invalid,
    bounds::{DOCUMENT_DEPTH, DOCUMENT_NAME_BYTES, DOCUMENT_VALUES},
    functions::escape,
};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value, map::Entry};
use std::fmt;

/// The number of values read so far, and the reason why reading was stopped.
#[derive(Default)]
pub struct Bounds {
    values: usize,
    refused: Option<Invalid>,
}

impl Bounds {
    fn refuse<E: Error>(&mut self, at: Path<'_>, code: Code, message: impl Into<String>) -> E {
        self.refused = Some(Invalid::at(at.pointer(), code, message));
        E::custom("refused")
    }

    /// Our own reason, if there is one; otherwise the parser's.
    pub fn unreadable(self, parser: &impl fmt::Display) -> Unreadable {
        self.refused.map_or_else(|| Unreadable::Malformed(parser.to_string()), Unreadable::Refused)
    }
}

/// The position of a value in the document. It is formatted only for a fault.
#[derive(Clone, Copy)]
enum Path<'p> {
    Root,
    Field(&'p Path<'p>, &'p str),
    Item(&'p Path<'p>, usize),
}

impl Path<'_> {
    fn pointer(self) -> String {
        match self {
            Path::Root => String::new(),
            Path::Field(parent, name) => format!("{}/{}", parent.pointer(), escape(name)),
            Path::Item(parent, index) => format!("{}/{index}", parent.pointer()),
        }
    }
}

/// A value that is about to be read.
pub struct Node<'n> {
    bounds: &'n mut Bounds,
    path: Path<'n>,
    /// The number of lists and objects around it.
    depth: usize,
}

impl<'n> Node<'n> {
    pub fn root(bounds: &'n mut Bounds) -> Node<'n> {
        Node { bounds, path: Path::Root, depth: 0 }
    }

    fn go_deeper<E: Error>(&mut self) -> Result<(), E> {
        self.depth += 1;
        if self.depth > DOCUMENT_DEPTH {
            let message = format!("is nested deeper than {DOCUMENT_DEPTH} lists and objects");
            return Err(self.bounds.refuse(self.path, Code::Exceeds, message));
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        self.bounds.values += 1;
        if self.bounds.values > DOCUMENT_VALUES {
            let message = format!("has more than {DOCUMENT_VALUES} values");
            return Err(self.bounds.refuse(Path::Root, Code::Exceeds, message));
        }
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        source.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    /// Beyond 64 bits an integer is a float, as it is in JSON.
    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Value, E> {
        self.visit_f64(value as f64)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let Some(number) = Number::from_f64(value) else {
            return Err(self.bounds.refuse(self.path, Code::Invalid, "is not a finite number"));
        };
        Ok(Value::Number(number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut source: A) -> Result<Value, A::Error> {
        self.go_deeper()?;
        let Node { bounds, path, depth } = self;
        let mut items = vec![];
        loop {
            let node = Node { bounds: &mut *bounds, path: Path::Item(&path, items.len()), depth };
            match source.next_element_seed(node)? {
                Some(item) => items.push(item),
                None => return Ok(Value::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut source: A) -> Result<Value, A::Error> {
        self.go_deeper()?;
        let Node { bounds, path, depth } = self;
        let mut fields = Map::new();
        while let Some(Key(name)) = source.next_key()? {
            if name.len() > DOCUMENT_NAME_BYTES {
                let message = format!("has a field whose name is longer than {DOCUMENT_NAME_BYTES} bytes");
                return Err(bounds.refuse(path, Code::Exceeds, message));
            }
            let node = Node { bounds: &mut *bounds, path: Path::Field(&path, &name), depth };
            let value = source.next_value_seed(node)?;
            match fields.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(value);
                }
                Entry::Occupied(place) => {
                    let at = Path::Field(&path, place.key());
                    return Err(bounds.refuse(at, Code::DuplicateField, "occurs twice in its object"));
                }
            }
        }
        Ok(Value::Object(fields))
    }
}

/// The name of a field. YAML also accepts numbers and booleans, which become texts in JSON.
struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Key, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text as the name of a field")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
                Ok(Key(name.to_owned()))
            }

            fn visit_string<E: Error>(self, name: String) -> Result<Key, E> {
                Ok(Key(name))
            }

            fn visit_bool<E: Error>(self, name: bool) -> Result<Key, E> {
                Ok(Key(name.to_string()))
            }

            fn visit_i64<E: Error>(self, name: i64) -> Result<Key, E> {
                Ok(Key(name.to_string()))
            }

            fn visit_u64<E: Error>(self, name: u64) -> Result<Key, E> {
                Ok(Key(name.to_string()))
            }

            fn visit_f64<E: Error>(self, name: f64) -> Result<Key, E> {
                Ok(Key(name.to_string()))
            }
        }
        source.deserialize_any(Name)
    }
}
