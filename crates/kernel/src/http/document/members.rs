//! Members of collections: `…/{id}` beside `?id=`.
//!
//! A collection is a path whose GET has an optional parameter `id`. A function over the finished document adds a path item for
//! the members of each collection, derived from the operations of the collection, so that there is one handler and one
//! description for both forms. `http/addressing.rs` rewrites the requests.

use super::{METHODS, Operation, PathRules, recorded, samples};
use serde_json::{Map, Value, json};
use std::{collections::HashMap, sync::Arc};

/// The parameters of a list that also apply to one member. All others select or sort members.
const OF_ONE: [&str; 3] = ["include", "version", "wait"];

/// The statuses of problems that only an event stream returns.
const OF_STREAMS: [&str; 2] = ["409", "410"];

/// Adds a path item `…/{id}` for each collection, with those recorded examples of the collection that name a member.
pub(super) fn add(document: &mut Value, examples: &Value) {
    let items: Vec<_> =
        collections(document).map(|(path, item)| (path.clone(), members(document, examples, path, item))).collect();
    for (collection, item) in items {
        document["paths"][member_path(&collection)] = item;
    }
}

/// The rules of members, by the path of their collection. An operation is the one of the collection, with the parameters of the
/// member's form: its name, its route and its metrics are the same.
pub(super) fn rules(
    document: &Value,
    rules: &HashMap<String, PathRules>,
) -> Result<HashMap<String, PathRules>, String> {
    let of_collection = |(path, _): (&String, &Value)| -> Result<(String, PathRules), String> {
        let item = &document["paths"][member_path(path)];
        let all = rules.get(path).map(|rules| rules.operations.iter()).into_iter().flatten();
        let operations = all.filter_map(|(method, operation)| {
            let documented = item.get(method.as_str().to_lowercase())?;
            Some((method.clone(), Arc::new(rule(documented, operation))))
        });
        Ok((path.clone(), PathRules::new(operations.collect())?))
    };
    collections(document).map(of_collection).collect()
}

fn rule(documented: &Value, collection: &Operation) -> Operation {
    let parameters = documented["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.filter(|p| ["query", "path"].iter().any(|place| p["in"] == *place));
    let names = parameters.filter_map(|p| p["name"].as_str()).map(str::to_owned).collect();
    let Operation { id, route, access, takes_bytes, .. } = collection;
    Operation { takes_bytes: *takes_bytes, ..Operation::new(id.clone(), route.clone(), *access, Some(names)) }
}

fn collections(document: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.filter(|(_, item)| {
        id_of(&item["get"]).is_some_and(|id| id["required"] != true && id["schema"]["type"] != "array")
    })
}

fn member_path(collection: &str) -> String {
    format!("{collection}/{{id}}")
}

fn id_of(operation: &Value) -> Option<&Value> {
    operation["parameters"].as_array()?.iter().find(|p| p["in"] == "query" && p["name"] == "id")
}

fn members(document: &Value, examples: &Value, collection: &str, item: &Value) -> Value {
    let mut members = Map::new();
    for method in METHODS {
        let operation = &item[method];
        let Some(id) = id_of(operation) else { continue };
        let exchanges = &of_member(&examples[operation["operationId"].as_str().unwrap_or_default()]);
        let mut member = operation.clone();
        let of_one =
            |p: &&Value| p["name"] != "id" && (method != "get" || OF_ONE.iter().any(|name| p["name"] == *name));
        let others = operation["parameters"].as_array().into_iter().flatten().filter(of_one);
        member["parameters"] = std::iter::once(&in_path(id)).chain(others).cloned().collect();
        if method == "get" {
            read(document, collection, &mut member);
            recorded::add(&mut member, exchanges);
        } else {
            // The collection's form keeps its name, which is the one in the audit log.
            member["operationId"] = json!(format!("{}_one", operation["operationId"].as_str().unwrap_or_default()));
        }
        samples::add(&mut member, method, &member_path(collection), exchanges);
        members.insert(method.to_owned(), member);
    }
    Value::Object(members)
}

/// The exchanges that name a member by its id.
fn of_member(exchanges: &Value) -> Value {
    let exchanges = exchanges.as_array().into_iter().flatten();
    exchanges.filter(|exchange| exchange["parameters"].get("id").is_some()).cloned().collect()
}

fn in_path(id: &Value) -> Value {
    let mut id = id.clone();
    id["in"] = json!("path");
    id["required"] = json!(true);
    id["description"] = json!("Id of the object.");
    id
}

/// Turns the operation that lists a collection into the one that reads a member.
fn read(document: &Value, collection: &str, operation: &mut Value) {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let id = format!("{}.get", id.strip_suffix(".list").unwrap_or(id));
    let schema = one_of(document, &operation["responses"]["200"]["content"]["application/json"]["schema"]);
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()).unwrap_or("Object");
    operation["operationId"] = json!(id);
    operation["summary"] = json!(format!("Read one {}", words(name)));
    operation["description"] = json!(format!("Returns the object with this id, as `GET {collection}?id=…` does."));
    operation["responses"]["200"]["content"] = json!({"application/json": {"schema": schema}});
    if let Some(responses) = operation["responses"].as_object_mut() {
        responses.retain(|status, _| !OF_STREAMS.contains(&status.as_str()));
    }
}

/// Of "one or a page", the schema of one.
fn one_of(document: &Value, schema: &Value) -> Value {
    let is_page = |choice: &Value| resolve(document, choice).to_string().contains(r#""has_more""#);
    let mut choices = resolve(document, schema)["oneOf"].as_array().into_iter().flatten();
    choices.find(|choice| !is_page(choice)).unwrap_or(schema).clone()
}

fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
    reference.and_then(|pointer| document.pointer(pointer)).unwrap_or(schema)
}

/// `CloudVm` as `cloud VM`, and `TenantUser` as `user`.
fn words(name: &str) -> String {
    let name = name.strip_prefix("Listed").or_else(|| name.strip_prefix("Tenant")).unwrap_or(name);
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    let words = words.split(' ').map(|word| match word {
        "api" | "sla" | "sso" | "vm" => word.to_uppercase(),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, schema: &Value) -> Value {
        json!({"name": name, "in": "query", "required": false, "schema": schema})
    }

    fn document() -> Value {
        let list = |id: &Value| {
            let parameters = json!([id, parameter("status", &json!({})), parameter("include", &json!({}))]);
            json!({"operationId": "things.list", "parameters": parameters,
                "responses": {"200": {"description": "OK", "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/ThingOrPage"}}, "text/csv": {}}}}})
        };
        let (id, several) = (json!({"type": "string"}), json!({"type": "array"}));
        json!({
            "paths": {
                "/things": {
                    "get": list(&parameter("id", &id)),
                    "post": {"operationId": "things.create"},
                    "delete": {"operationId": "things.delete", "parameters": [
                        {"name": "id", "in": "query", "required": true, "schema": id}, parameter("dry_run", &json!({}))]}
                },
                "/counts": {"get": list(&parameter("id", &several))},
                "/check": {"post": {"operationId": "check", "parameters": [parameter("id", &id)]}}
            },
            "components": {"schemas": {
                "ThingOrPage": {"oneOf": [{"$ref": "#/components/schemas/ThingPage"}, {"$ref": "#/components/schemas/Thing"}]},
                "ThingPage": {"properties": {"has_more": {}}},
                "Thing": {"properties": {"id": {}}}
            }}
        })
    }

    #[test]
    fn only_collections_have_members() {
        let mut document = document();
        add(&mut document, &json!({}));
        let paths: Vec<_> = document["paths"].as_object().unwrap().keys().collect();
        assert_eq!(paths, ["/check", "/counts", "/things", "/things/{id}"]);
        let item = document["paths"]["/things/{id}"].as_object().unwrap();
        assert_eq!(item.keys().collect::<Vec<_>>(), ["delete", "get"]);
    }

    #[test]
    fn a_member_is_read_without_the_filters_of_the_list() {
        let mut document = document();
        add(&mut document, &json!({}));
        let read = &document["paths"]["/things/{id}"]["get"];
        let names: Vec<_> = read["parameters"].as_array().unwrap().iter().map(|p| (&p["name"], &p["in"])).collect();
        assert_eq!(names, [(&json!("id"), &json!("path")), (&json!("include"), &json!("query"))]);
        assert_eq!((&read["operationId"], &read["summary"]), (&json!("things.get"), &json!("Read one thing")));
        let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}});
        assert_eq!(read["responses"]["200"]["content"], content);
        assert_eq!(document["paths"]["/things/{id}"]["delete"]["operationId"], "things.delete_one");
    }

    #[test]
    fn a_schema_is_named_in_words() {
        assert_eq!(["ApiKey", "CloudVm", "TenantUser"].map(words), ["API key", "cloud VM", "user"]);
    }
}
