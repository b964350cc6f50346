//! Custom fields, whose meaning the tenant defines.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::AdditionalProperties},
};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CustomFields(#[serde(deserialize_with = "bounded")] pub Map<String, Value>);

impl CustomFields {
    pub const MOST: usize = 50;

    /// Maximum size of all custom fields of an object together, as JSON.
    pub const BYTES: usize = 64 * 1024;

    pub fn are_too_large(fields: &Map<String, Value>) -> bool {
        serde_json::to_vec(fields).map_or(0, |json| json.len()) > CustomFields::BYTES
    }
}

fn bounded<'de, D: Deserializer<'de>>(source: D) -> Result<Map<String, Value>, D::Error> {
    let fields = Map::deserialize(source)?;
    match CustomFields::are_too_large(&fields) {
        true => Err(D::Error::custom("exceed 64 KiB in total")),
        false => Ok(fields),
    }
}

impl From<Value> for CustomFields {
    fn from(stored: Value) -> CustomFields {
        match stored {
            Value::Object(fields) => CustomFields(fields),
            _ => CustomFields::default(),
        }
    }
}

impl From<CustomFields> for Value {
    fn from(fields: CustomFields) -> Value {
        Value::Object(fields.0)
    }
}

impl PartialSchema for CustomFields {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .description(Some("Custom fields of the tenant, with values of any type; at most 64 KiB of JSON in total."))
            .max_properties(Some(CustomFields::MOST))
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
            .examples([json!({"contract": "C-2044"})])
            .into()
    }
}

impl ToSchema for CustomFields {}
