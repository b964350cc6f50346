//! Recorded examples: requests and responses of a test that ran, in the operations that they belong to.

use serde_json::{Value, json};

/// Puts the exchanges of an operation into its parameters, its body and its responses.
pub(super) fn add(operation: &mut Value, exchanges: &Value) {
    let exchanges = exchanges.as_array().map_or(&[][..], Vec::as_slice);
    for exchange in exchanges {
        if let Some(content) = body_content(operation, exchange) {
            add_example(content, exchange, "body");
        }
        if let Some(content) = response_content(operation, exchange) {
            add_example(content, exchange, "response");
        }
    }
    // A parameter has the value of the first exchange that uses it.
    for exchange in exchanges.iter().rev() {
        add_parameters(operation, exchange);
    }
}

/// The media type of the body: its own, or the one that stands for all others.
fn body_content<'a>(operation: &'a mut Value, exchange: &Value) -> Option<&'a mut Value> {
    let content = operation.get_mut("requestBody")?.get_mut("content")?;
    let own = exchange["body_type"].as_str()?;
    let name = if content.get(own).is_some() { own } else { super::BYTES };
    content.get_mut(name)
}

fn response_content<'a>(operation: &'a mut Value, exchange: &Value) -> Option<&'a mut Value> {
    let status = exchange["status"].to_string();
    operation.get_mut("responses")?.get_mut(status)?.get_mut("content")?.get_mut(exchange["type"].as_str()?)
}

fn add_example(content: &mut Value, exchange: &Value, field: &str) {
    let (Some(name), Some(value)) = (exchange["name"].as_str(), exchange.get(field)) else { return };
    let examples = content.get("examples").and_then(Value::as_object);
    // The same request in several forms is shown once.
    if examples.is_some_and(|known| known.values().any(|example| example["value"] == *value)) {
        return;
    }
    let mut example = json!({"value": value});
    if exchange["shortened"] == true && field == "response" {
        example["summary"] = json!("The beginning of the response");
    }
    content["examples"][name] = example;
}

fn add_parameters(operation: &mut Value, exchange: &Value) {
    let Some(used) = exchange["parameters"].as_object() else { return };
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten().filter(|parameter| parameter.get("examples").is_none()) {
        if let Some(value) = parameter["name"].as_str().and_then(|name| used.get(name)) {
            let value = typed(&parameter["schema"], value);
            parameter["example"] = value;
        }
    }
}

/// A list is written with commas in a URL.
fn typed(schema: &Value, value: &Value) -> Value {
    match value.as_str() {
        Some(text) if schema["type"] == "array" => text.split(',').map(Value::from).collect(),
        _ => value.clone(),
    }
}
