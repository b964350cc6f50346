//! The custom fields of a ticket, which are changed one by one.

use api::{CustomFields, problem::FaultCode};
use kernel::http::Problem;
use serde_json::{Map, Value};

/// The changed custom fields, within the limits of a ticket.
pub fn changed(current: CustomFields, wanted: Option<CustomFields>) -> Result<Map<String, Value>, Problem> {
    let changes = wanted.is_some();
    let fields = merged(current.0, wanted.map(|fields| fields.0));
    if fields.len() > CustomFields::MOST {
        let detail = format!("would give the ticket more than {} custom fields", CustomFields::MOST);
        return Err(Problem::fault("/custom_fields", FaultCode::Invalid, detail));
    }
    if changes && CustomFields::are_too_large(&fields) {
        let detail = "would exceed 64 KiB in total";
        return Err(Problem::fault("/custom_fields", FaultCode::Exceeds, detail));
    }
    Ok(fields)
}

/// Given fields are set, or removed by `null`; the rest is not changed.
fn merged(mut current: Map<String, Value>, wanted: Option<Map<String, Value>>) -> Map<String, Value> {
    for (name, value) in wanted.into_iter().flatten() {
        match value {
            Value::Null => current.remove(&name),
            value => current.insert(name, value),
        };
    }
    current
}

/// False for fractions and very large numbers: PostgreSQL returns the same value, but may write it in another way.
pub fn are_stored_as_sent(fields: &Value) -> bool {
    match fields {
        Value::Number(number) => !number.is_f64(),
        Value::Array(values) => values.iter().all(are_stored_as_sent),
        Value::Object(fields) => fields.values().all(are_stored_as_sent),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn custom_fields_are_merged_by_name() {
        let object = |value: Value| value.as_object().cloned();
        let current = object(json!({"a": 1, "b": 2})).unwrap();
        assert_eq!(
            merged(current.clone(), object(json!({"b": null, "c": [3]}))),
            object(json!({"a": 1, "c": [3]})).unwrap()
        );
        assert_eq!(merged(current.clone(), None), current);
    }
    #[test]
    fn numbers_that_postgres_may_write_in_another_way_are_recognized() {
        assert!(are_stored_as_sent(&json!({"a": [1, -2, "1.5", null, true], "b": {"c": u64::MAX}})));
        assert!(!are_stored_as_sent(&json!({"a": {"b": [1e16]}})));
        assert!(!are_stored_as_sent(&json!({"a": -0.0})));
    }
}
