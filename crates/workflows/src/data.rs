//! Conversions of a run's values between the engine, our tables and the API.

use api::workflow_runs::WorkflowError;
use flow::{Fault, bounds};
use serde_json::{Value, json};

/// As stored in a row.
pub fn fault_to_row(fault: &Fault) -> Value {
    let mut row = json!(fault);
    storable(&mut row);
    row
}

/// As it was stored; an unreadable fault is still a fault.
pub fn fault_of_row(row: Option<Value>) -> Option<Fault> {
    serde_json::from_value(row?).ok()
}

/// As the API returns it.
pub fn error_to_wire(fault: Fault) -> WorkflowError {
    WorkflowError {
        kind: fault.r#type,
        status: fault.status.into(),
        title: fault.title,
        detail: fault.detail,
        instance: fault.instance,
    }
}

/// Removes U+0000, which PostgreSQL cannot store and others may send.
pub fn storable(value: &mut Value) {
    let clean = |text: &mut String| {
        if text.contains('\0') {
            *text = text.replace('\0', "\u{fffd}");
        }
    };
    match value {
        Value::String(text) => clean(text),
        Value::Array(items) => items.iter_mut().for_each(storable),
        Value::Object(fields) => {
            if fields.keys().any(|name| name.contains('\0')) {
                let all = std::mem::take(fields).into_iter();
                *fields = all.map(|(name, value)| (name.replace('\0', "\u{fffd}"), value)).collect();
            }
            fields.values_mut().for_each(storable);
        }
        _ => {}
    }
}

/// Refuses data that exceeds the limit of a run.
pub fn bounded(value: Value) -> Result<Value, Fault> {
    bounds::check(&value)?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_stored_is_replaced() {
        let mut value = json!({"a\0b": ["x\0", 1, null], "c": "fine"});
        storable(&mut value);
        assert_eq!(value, json!({"a\u{fffd}b": ["x\u{fffd}", 1, null], "c": "fine"}));
        let fault = Fault::new("expression", 400, "It says \0").detail("\0");
        assert_eq!(fault_to_row(&fault)["title"], "It says \u{fffd}");
    }

    #[test]
    fn what_is_too_large_is_a_fault_of_its_own() {
        let fault = bounded(json!("x".repeat(bounds::DATA_BYTES))).unwrap_err();
        assert_eq!((fault.r#type.as_str(), fault.retryable), ("too_large", false));
        assert!(bounded(json!("x".repeat(1000))).is_ok());
    }
}
