//! Fields that the tenant gives its own meaning.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::AdditionalProperties},
};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CustomFields(pub Map<String, Value>);

impl CustomFields {
    pub const MOST: usize = 50;
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
            .description(Some("Fields of the tenant's own, with values of any kind."))
            .max_properties(Some(CustomFields::MOST))
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
            .examples([json!({"contract": "C-2044"})])
            .into()
    }
}

impl ToSchema for CustomFields {}
