//! The limits of a definition and of a run. Each has its own fault.

use crate::{Fault, run::size_of};
use serde_json::Value;
use std::time::Duration;

/// The maximum nesting of lists and objects in a document as it is sent, and the maximum number of its values.
pub const DOCUMENT_DEPTH: usize = 120;
pub const DOCUMENT_VALUES: usize = 50_000;
/// Bytes of a document in YAML.
pub const YAML_BYTES: usize = 512 * 1024;
/// Bytes of a field's name in a document as it is sent: a fault's pointer repeats the names of all enclosing fields.
pub const DOCUMENT_NAME_BYTES: usize = 1024;
/// Characters of a customer's name that a fault repeats, and of a message that may contain several. A longer name gets
/// no suggestion.
pub const SHOWN_CHARS: usize = 64;
pub const MESSAGE_CHARS: usize = 300;
/// The maximum number of values of an input times those of its schema; and the product up to which all faults are
/// reported instead of the first alone: the validator makes a list of every fault.
pub const COMPARISONS: usize = 5_000_000;
pub const COMPARISONS_OF_ALL_FAULTS: usize = 20_000;
/// Bytes of a definition, as JSON.
pub const DEFINITION_BYTES: usize = 256 * 1024;
/// Tasks of a definition, nested ones included.
pub const TASKS: usize = 200;
/// The maximum nesting of tasks.
pub const NESTING: usize = 16;
/// Branches of one `fork`.
pub const BRANCHES: usize = 16;
/// Cases of one `switch`.
pub const CASES: usize = 50;
/// Rounds of one `for`.
pub const ITERATIONS: usize = 1_000;
/// Attempts of one `try`.
pub const ATTEMPTS: u32 = 20;
/// Steps of one run, those of every round and attempt included.
pub const STEPS: usize = 2_000;
/// Bytes, as JSON, of the input, of the context, and of the output of a step.
pub const DATA_BYTES: usize = 256 * 1024;
/// The maximum nesting of lists and objects in data, and in templates.
pub const DEPTH: usize = 64;
/// How often a run may request the evaluation of expressions, and bytes of all results: each is kept in its history,
/// whose size is limited.
pub const EVALUATIONS: usize = 10_000;
pub const ANSWERS_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of the input's schema, and regular expressions in it.
pub const SCHEMA_BYTES: usize = 16 * 1024;
pub const SCHEMA_PATTERNS: usize = 20;
/// Characters of a field's name in a template.
pub const FIELD_CHARS: usize = 200;
/// Expressions of a definition.
pub const EXPRESSIONS: usize = 1_000;
/// Characters of one expression.
pub const EXPRESSION_CHARS: usize = 4_000;
/// The maximum nesting of brackets in one expression.
pub const EXPRESSION_NESTING: i64 = 100;
/// The longest wait, delay or timeout.
pub const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);
/// The shortest time between two runs by `schedule.every`.
pub const MOST_OFTEN: Duration = Duration::from_secs(60);
/// Secrets that a definition may name.
pub const SECRETS: usize = 50;
/// Characters of a task's or variable's name.
pub const NAME_CHARS: usize = 64;
/// Event patterns of one `schedule.on` or `listen`.
pub const PATTERNS: usize = 20;

/// Checks the limits of data. The depth comes first: the size of a value that is too deep cannot be measured.
pub fn check(value: &Value) -> Result<(), Fault> {
    check_depth(value)?;
    if size_of(value) > DATA_BYTES {
        return Err(Fault::new(Fault::TOO_LARGE, 413, "The data is larger than 256 KiB"));
    }
    Ok(())
}

pub fn check_depth(value: &Value) -> Result<(), Fault> {
    if is_deeper(value, DEPTH) { Err(too_deep()) } else { Ok(()) }
}

pub(crate) fn too_deep() -> Fault {
    let detail = format!("The value has more than {DEPTH} levels of nested lists and objects.");
    Fault::new(Fault::TOO_LARGE, 413, "The data is nested too deeply").detail(detail)
}

/// The number of values, including those in lists and objects.
pub(crate) fn values_in(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(values_in).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(values_in).sum::<usize>(),
        _ => 1,
    }
}

/// Descends no deeper than this, however deep the value is.
pub(crate) fn is_deeper(value: &Value, most: usize) -> bool {
    match (value, most.checked_sub(1)) {
        (Value::Array(items), Some(most)) => items.iter().any(|item| is_deeper(item, most)),
        (Value::Object(fields), Some(most)) => fields.values().any(|field| is_deeper(field, most)),
        (value, None) => value.is_array() || value.is_object(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn data_is_bounded_in_depth_before_its_size_is_taken() {
        let nested = |depth: usize| {
            (0..depth).fold(json!(1), |inner, i| if i % 2 == 0 { json!([inner]) } else { json!({"a": inner}) })
        };
        assert_eq!(check(&nested(DEPTH)), Ok(()));
        let fault = check(&nested(DEPTH + 1)).unwrap_err();
        assert_eq!(fault.r#type, Fault::TOO_LARGE);
        assert!(fault.detail.unwrap().contains("nested"));
        assert!(is_deeper(&json!([]), 0) && !is_deeper(&json!("x"), 0));
        assert_eq!(check(&json!("x".repeat(DATA_BYTES))).unwrap_err().r#type, Fault::TOO_LARGE);
    }
}
