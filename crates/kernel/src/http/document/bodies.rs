//! Request bodies that may be left out.

use serde_json::{Value, json};

/// Marks the body of a POST as optional if no field of it is required. `Json` reads an absent body as `{}`.
pub(super) fn mark_optional(document: &mut Value) {
    let Value::Object(schemas) = document["components"]["schemas"].clone() else { return };
    let has_required = |schema: &Value| schema["required"].as_array().is_some_and(|names| !names.is_empty());
    let optional: Vec<String> = schemas
        .into_iter()
        .filter(|(_, schema)| schema["type"] == "object" && !has_required(schema))
        .map(|(name, _)| format!("#/components/schemas/{name}"))
        .collect();
    for item in document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut()) {
        let Some(body) = item.get_mut("post").and_then(|operation| operation.get_mut("requestBody")) else { continue };
        let reference = body["content"]["application/json"]["schema"]["$ref"].as_str().unwrap_or_default();
        if optional.iter().any(|name| name == reference) {
            body["required"] = json!(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_body_without_required_fields_may_be_left_out() {
        let body = |name: &str| {
            let schema = json!({"$ref": format!("#/components/schemas/{name}")});
            json!({"requestBody": {"required": true, "content": {"application/json": {"schema": schema}}}})
        };
        let mut document = json!({
            "components": {"schemas": {
                "Retry": {"type": "object"},
                "New": {"type": "object", "required": ["name"], "properties": {"name": {}}},
            }},
            "paths": {"/retry": {"post": body("Retry"), "put": body("Retry")}, "/new": {"post": body("New")}},
        });
        mark_optional(&mut document);
        let required = |path: &str, method: &str| document["paths"][path][method]["requestBody"]["required"].clone();
        assert_eq!(required("/retry", "post"), false);
        assert_eq!(required("/retry", "put"), true);
        assert_eq!(required("/new", "post"), true);
    }
}
