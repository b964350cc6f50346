//! Reading a definition's text: YAML, of which JSON is a part.

use serde_json::Value;

/// An error says what is wrong with the text. A key that stands twice is wrong, as one of the two would be hidden.
pub fn read_document(text: &str) -> Result<Value, String> {
    let document: serde_norway::Value = serde_norway::from_str(text).map_err(|error| error.to_string())?;
    serde_json::to_value(document).map_err(|error| error.to_string())
}
