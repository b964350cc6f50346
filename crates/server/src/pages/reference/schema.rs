//! Schemas as people read them: the fields of an object, their types and their limits.

use crate::pages::markdown;
use askama::Template;
use kernel::http::document::Document;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Deeper objects without a name are not shown.
const DEEPEST: usize = 4;

/// A field of an object, or a parameter.
pub struct Field {
    /// `requester.id` for a field of an object without a name.
    pub name: String,
    /// HTML.
    pub kind: String,
    /// The part of the request, if it is a parameter outside of the query.
    pub place: String,
    pub limits: String,
    pub required: bool,
    /// HTML.
    pub about: String,
}

#[derive(Default, Template)]
#[template(path = "reference_fields.html")]
pub struct Fields {
    pub list: Vec<Field>,
}

/// A named schema with fields.
pub struct Object {
    pub name: String,
    /// HTML: the type, if it has no fields of its own.
    pub kind: String,
    /// HTML.
    pub about: String,
    pub fields: Fields,
}

/// Reads schemas and remembers the objects that they name.
pub struct Reader<'a> {
    document: &'a Document,
    named: BTreeSet<String>,
}

impl<'a> Reader<'a> {
    pub fn new(document: &'a Document) -> Reader<'a> {
        Reader { document, named: BTreeSet::new() }
    }

    /// The objects that were named, and those that they name.
    pub fn objects(mut self) -> Vec<Object> {
        let mut objects = BTreeMap::new();
        while let Some(name) = self.named.iter().find(|name| !objects.contains_key(*name)).cloned() {
            let object = self.object(name.clone());
            objects.insert(name, object);
        }
        objects.into_values().collect()
    }

    fn object(&mut self, name: String) -> Object {
        let document = self.document;
        let schema = &document.value["components"]["schemas"][&name];
        let fields = self.fields(schema);
        let kind = if fields.list.is_empty() { self.kind(schema) } else { String::new() };
        Object { name, kind, about: text(&schema["description"]), fields }
    }

    pub fn fields(&mut self, schema: &Value) -> Fields {
        let mut list = vec![];
        self.add_fields(schema, "", 0, &mut list);
        Fields { list }
    }

    fn add_fields(&mut self, schema: &Value, before: &str, depth: usize, fields: &mut Vec<Field>) {
        let document = self.document;
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.add_fields(document.resolve(part), before, depth, fields);
        }
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let is_required = required.iter().any(|required| required == name);
            let full_name = format!("{before}{name}");
            fields.push(self.field(full_name.clone(), field, is_required));
            if depth < DEEPEST {
                let (inner, list) = match field["items"].is_object() {
                    true => (&field["items"], "[]"),
                    false => (field, ""),
                };
                self.add_fields(inner, &format!("{full_name}{list}."), depth + 1, fields);
            }
        }
    }

    pub fn field(&mut self, name: String, schema: &Value, required: bool) -> Field {
        let target = self.document.resolve(schema);
        // A text beside a reference is about this field, that of the target about all of its kind.
        let about = if schema["description"].is_null() && !is_object(target) { target } else { schema };
        let (kind, about) = (self.kind(schema), text(&about["description"]));
        Field { name, kind, place: String::new(), limits: limits(target), required, about }
    }

    /// The type of a schema, as HTML. Objects with a name are links.
    pub fn kind(&mut self, schema: &Value) -> String {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.document.resolve(schema);
            let name = reference.rsplit('/').next().unwrap_or_default();
            if !is_object(target) {
                return self.kind(target);
            }
            self.named.insert(name.to_owned());
            return format!("<a href=\"#object-{name}\">{name}</a>");
        }
        for (word, several) in [(" or ", "oneOf"), (" or ", "anyOf"), (" and ", "allOf")] {
            if let Some(parts) = schema[several].as_array() {
                let parts: Vec<_> = parts.iter().map(|part| self.kind(part)).collect();
                return parts.join(word);
            }
        }
        if let Some(value) = schema.get("const") {
            return code(value);
        }
        if let Some(values) = schema["enum"].as_array() {
            return values.iter().map(code).collect::<Vec<_>>().join(", ");
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(one) => vec![one.as_str()],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => vec![],
        };
        if types.is_empty() {
            return "any value".to_owned();
        }
        types.into_iter().map(|one| self.simple(one, schema)).collect::<Vec<_>>().join(" or ")
    }

    fn simple(&mut self, kind: &str, schema: &Value) -> String {
        match kind {
            "array" => format!("array of {}", self.kind(&schema["items"])),
            "object" if schema["additionalProperties"].is_object() => {
                format!("object with values of {}", self.kind(&schema["additionalProperties"]))
            }
            "string" => match schema["format"].as_str() {
                Some(format) => format!("string, {}", escaped(format)),
                None => "string".to_owned(),
            },
            other => escaped(other),
        }
    }
}

/// True if the schema has fields, or consists of schemas: it is shown on its own.
fn is_object(schema: &Value) -> bool {
    ["properties", "oneOf", "anyOf", "allOf"].iter().any(|name| schema.get(name).is_some())
}

/// The limits and the default of a value, such as `1 to 200, default 50`.
fn limits(schema: &Value) -> String {
    let mut limits = vec![];
    let range = |least: &Value, most: &Value, of: &str| match (least.is_null(), most.is_null()) {
        (false, false) if least == most => Some(format!("exactly {least}{of}")),
        (false, false) => Some(format!("{least} to {most}{of}")),
        (false, true) => Some(format!("at least {least}{of}")),
        (true, false) => Some(format!("at most {most}{of}")),
        (true, true) => None,
    };
    limits.extend(range(&schema["minimum"], &schema["maximum"], ""));
    limits.extend(range(&schema["minLength"], &schema["maxLength"], " characters"));
    limits.extend(range(&schema["minItems"], &schema["maxItems"], " items"));
    if let Some(default) = schema.get("default").filter(|default| !default.is_null()) {
        limits.push(format!("default {}", default.as_str().map_or_else(|| default.to_string(), str::to_owned)));
    }
    limits.join(", ")
}

/// A text of the document as HTML.
pub fn text(markdown: &Value) -> String {
    markdown.as_str().map_or_else(String::new, |text| markdown::render(text, "", markdown::EXAMPLE_ADDRESS).html)
}

fn code(value: &Value) -> String {
    format!("<code>{}</code>", escaped(&value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families;
    use serde_json::json;

    #[test]
    fn a_schema_is_read_as_people_say_it() {
        let mut reader = Reader::new(families::document());
        for (schema, expected) in [
            (json!({"type": "string", "format": "date-time"}), "string, date-time"),
            (json!({"type": ["integer", "null"]}), "integer or null"),
            (
                json!({"type": "array", "items": {"enum": ["a", "<b>"]}}),
                "array of <code>a</code>, <code>&lt;b&gt;</code>",
            ),
            (json!({"$ref": "#/components/schemas/Problem"}), "<a href=\"#object-Problem\">Problem</a>"),
            (json!({"$ref": "#/components/schemas/TicketId"}), "string"),
            (json!({}), "any value"),
        ] {
            assert_eq!(reader.kind(&schema), expected, "{schema}");
        }
        assert!(reader.objects().iter().any(|object| object.name == "Problem" && !object.fields.list.is_empty()));
        assert_eq!(limits(&json!({"minimum": 1, "maximum": 200, "default": 50})), "1 to 200, default 50");
        assert_eq!(limits(&json!({"maxLength": 5, "default": "x"})), "at most 5 characters, default x");
    }

    #[test]
    fn fields_of_objects_without_a_name_are_named_in_full() {
        let schema = json!({"required": ["a"], "properties": {
            "a": {"type": "object", "properties": {"b": {"type": "string", "description": "Says `b`."}}},
            "c": {"type": "array", "items": {"type": "object", "properties": {"d": {"type": "boolean"}}}}
        }});
        let fields = Reader::new(families::document()).fields(&schema).list;
        let names: Vec<_> = fields.iter().map(|field| (field.name.as_str(), field.required)).collect();
        assert_eq!(names, [("a", true), ("a.b", false), ("c", false), ("c[].d", false)]);
        assert_eq!(fields[1].about, "<p>Says <code>b</code>.</p>\n");
    }
}
