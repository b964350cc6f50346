//! Examples of events, built from the examples of every field in the document, and self-contained schemas.

use super::{Document, components::payload_name, schemas::is_nullable};
use api::{EventKind, events::Event};
use serde_json::{Map, Value, json};

impl Document {
    /// An event that conforms to its schema, built from the examples of the fields.
    pub fn example(&self, kind: EventKind) -> Option<Event> {
        let mut event = self.sample(&json!({"$ref": "#/components/schemas/Event"}));
        event["type"] = json!(kind.name());
        event["data"] =
            self.sample(&json!({"$ref": format!("#/components/schemas/{}", payload_name(&kind.data_schema()))}));
        event["subject"] = json!({"type": kind.subject(), "id": event["data"]["object"]["id"]});
        serde_json::from_value(event).ok()
    }

    fn sample(&self, schema: &Value) -> Value {
        let schema = self.resolve(schema);
        let given = [schema.get("example"), schema["examples"].get(0), schema.get("const"), schema["enum"].get(0)];
        if let Some(example) = given.into_iter().flatten().next() {
            return example.clone();
        }
        if let Some(all) = schema["allOf"].as_array() {
            let objects = all.iter().map(|schema| self.sample(schema)).filter_map(|value| value.as_object().cloned());
            return Value::Object(objects.flatten().collect());
        }
        if let Some(one) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            return one
                .iter()
                .find(|schema| schema["type"] != "null")
                .map(|schema| self.sample(schema))
                .unwrap_or_default();
        }
        if is_nullable(schema) && schema["format"] == "date-time" {
            return Value::Null; // nothing has happened yet
        }
        let kind = schema["type"].as_str().or(schema["type"][0].as_str());
        match kind {
            Some("object") => {
                let fields = schema["properties"].as_object().into_iter().flatten();
                let required =
                    |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|r| r == name));
                // The sample names no second object of its own type, such as the parent of a ticket.
                let own = schema["properties"]["id"].get("$ref");
                let names_another = |field: &Value| own.is_some() && field["oneOf"][0].get("$ref") == own;
                let sample = |field: &Value| if names_another(field) { Value::Null } else { self.sample(field) };
                let fields = fields.filter(|(name, _)| required(name));
                Value::Object(fields.map(|(name, field)| (name.clone(), sample(field))).collect::<Map<_, _>>())
            }
            Some("array") => json!([]),
            Some("string") if schema["format"] == "date-time" => json!("2026-11-15T09:30:00Z"),
            Some("string") if schema["format"] == "date" => json!("2026-11-15"),
            Some("string") => json!("text"),
            Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
            Some("boolean") => json!(false),
            _ => Value::Null,
        }
    }

    pub fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let found = schema["$ref"].as_str().and_then(|reference| self.value.pointer(&reference[1..]));
        found.unwrap_or(schema)
    }

    /// The schema with all referenced schemas, so that it is self-contained.
    pub fn complete(&self, schema: Value) -> Value {
        let mut definitions = Map::new();
        let mut schema = schema;
        self.localize(&mut schema, &mut definitions);
        schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        schema["$defs"] = Value::Object(definitions);
        schema
    }

    fn localize(&self, value: &mut Value, definitions: &mut Map<String, Value>) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.localize(item, definitions)),
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                    let name = reference.rsplit('/').next().unwrap_or_default().to_owned();
                    if !definitions.contains_key(&name) {
                        let mut definition = self.resolve(&json!({"$ref": reference})).clone();
                        definitions.insert(name.clone(), Value::Null);
                        self.localize(&mut definition, definitions);
                        definitions.insert(name.clone(), definition);
                    }
                    *reference = format!("#/$defs/{name}");
                }
                fields.values_mut().for_each(|field| self.localize(field, definitions));
            }
            _ => {}
        }
    }
}
