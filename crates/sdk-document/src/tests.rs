//! The SDK document of the committed canonical document.

use crate::{Version, derive, each_object, names};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn canonical() -> Value {
    serde_json::from_str(include_str!("../../../openapi.json")).unwrap()
}

fn both() -> [Value; 2] {
    [derive(&canonical(), Version::V3_1), derive(&canonical(), Version::V3_0)]
}

/// Method, path and operation.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, item)| {
        let operations = item.as_object().unwrap().iter();
        operations.map(|(method, operation)| (method.clone(), path.clone(), operation.clone()))
    });
    all.collect()
}

fn objects(document: &Value) -> Vec<serde_json::Map<String, Value>> {
    let mut found = vec![];
    each_object(&mut document.clone(), &mut |fields| found.push(fields.clone()));
    found
}

#[test]
fn every_name_of_the_tables_exists_in_the_canonical_document() {
    let canonical = canonical();
    let ids: BTreeSet<_> = operations(&canonical)
        .into_iter()
        .map(|(_, _, operation)| operation["operationId"].as_str().unwrap().to_owned())
        .collect();
    for (id, _) in names::METHODS.iter().chain(names::GET_METHODS) {
        assert!(ids.contains(*id), "no operation {id}");
    }
    for (name, _) in names::TYPES {
        assert!(canonical["components"]["schemas"].get(name).is_some(), "no schema {name}");
    }
}

#[test]
fn every_method_has_a_name_of_its_own() {
    for document in both() {
        let mut names = BTreeSet::new();
        for (method, path, operation) in operations(&document) {
            let name = operation["operationId"].as_str().unwrap().to_owned();
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{method} {path}: {name}");
            assert!(names.insert(name.clone()), "{name} is the name of two methods");
        }
    }
}

#[test]
fn every_type_has_a_name_of_its_own() {
    // A renamed type must not replace another.
    let targets: BTreeSet<_> = names::TYPES.iter().map(|(_, to)| *to).collect();
    assert_eq!(targets.len(), names::TYPES.len());
    let renamed: BTreeSet<_> = names::TYPES.iter().map(|(from, _)| *from).collect();
    let canonical = canonical();
    let schemas = canonical["components"]["schemas"].as_object().unwrap();
    for name in targets {
        assert!(!schemas.contains_key(name) || renamed.contains(name), "{name} is taken");
    }
    // Many generators ignore case.
    for document in both() {
        let mut names = BTreeSet::new();
        for name in document["components"]["schemas"].as_object().unwrap().keys() {
            assert!(names.insert(name.to_lowercase()), "{name}");
        }
    }
}

#[test]
fn no_type_has_a_field_of_its_own_name() {
    // In several languages, the variable of the field would hide that of the object.
    let document = derive(&canonical(), Version::V3_1);
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let name = name.chars().fold(String::new(), |text, one| match one {
            'A'..='Z' if !text.is_empty() => format!("{text}_{}", one.to_ascii_lowercase()),
            _ => format!("{text}{}", one.to_ascii_lowercase()),
        });
        assert!(schema["properties"].get(&name).is_none(), "{name}");
    }
}

#[test]
fn every_canonical_operation_is_there() {
    let canonical = canonical();
    let sdk = operations(&derive(&canonical, Version::V3_1));
    for (method, path, operation) in operations(&canonical) {
        if path.contains('{') || operation["tags"][0] == "Schema" {
            continue;
        }
        let is_here = |(other, at, _): &(String, String, Value)| {
            *other == method && (*at == path || *at == format!("{path}/{{id}}"))
        };
        assert!(sdk.iter().any(is_here), "{method} {path}");
    }
}

#[test]
fn a_list_and_its_object_are_two_operations() {
    let document = derive(&canonical(), Version::V3_1);
    let list = &document["paths"]["/api/admin/api-keys"]["get"];
    let get = &document["paths"]["/api/admin/api-keys/{id}"]["get"];
    assert_eq!(
        (list["operationId"].as_str(), get["operationId"].as_str()),
        (Some("list_api_keys"), Some("get_api_key"))
    );
    let schema = |operation: &Value| operation["responses"]["200"]["content"]["application/json"]["schema"].clone();
    assert_eq!(schema(list), json!({"$ref": "#/components/schemas/ApiKeyPage"}));
    assert_eq!(schema(get), json!({"$ref": "#/components/schemas/ApiKey"}));
    let names = |operation: &Value| {
        let parameters = operation["parameters"].as_array().unwrap().clone();
        parameters.into_iter().map(|one| one["name"].as_str().unwrap_or("reference").to_owned()).collect::<Vec<_>>()
    };
    assert!(!names(list).contains(&"id".to_owned()) && names(list).contains(&"cursor".to_owned()));
    assert_eq!(names(get), ["id", "include"]);
    assert_eq!(list["x-pagination"]["cursor"], "cursor");
}

#[test]
fn the_paths_of_members_in_the_canonical_document_change_nothing() {
    let mut with_members = canonical();
    let item = with_members["paths"]["/api/admin/api-keys"].clone();
    with_members["paths"]["/api/admin/api-keys/{id}"] = item;
    for version in [Version::V3_1, Version::V3_0] {
        assert_eq!(derive(&with_members, version), derive(&canonical(), version));
    }
}

#[test]
fn every_operation_has_one_type_in_one_media_type() {
    for document in both() {
        for (method, path, operation) in operations(&document) {
            let mut schemas = BTreeSet::new();
            for (status, response) in operation["responses"].as_object().unwrap() {
                assert!(["2", "4XX", "5XX"].iter().any(|one| status.starts_with(one)), "{method} {path} {status}");
                let content = response["content"].as_object().into_iter().flatten();
                let content: Vec<_> = content.collect();
                assert!(content.len() <= 1, "{method} {path} {status}");
                schemas.extend(content.iter().map(|(_, body)| body["schema"].to_string()));
            }
            assert!(schemas.len() <= 1, "{method} {path}: {schemas:?}");
            let body = operation["requestBody"]["content"].as_object();
            assert!(body.is_none_or(|content| content.len() == 1), "{method} {path}");
        }
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_component_is_used() {
    for document in both() {
        let objects = objects(&document);
        let references: BTreeSet<_> =
            objects.iter().filter_map(|fields| Some(fields.get("$ref")?.as_str()?.to_owned())).collect();
        for reference in &references {
            assert!(document.pointer(&reference[1..]).is_some(), "{reference}");
        }
        for name in document["components"]["schemas"].as_object().unwrap().keys() {
            let always = ["Event", "Problem"].contains(&name.as_str());
            assert!(always || references.contains(&format!("#/components/schemas/{name}")), "{name} is not used");
        }
    }
}

#[test]
fn the_older_version_has_no_keyword_of_the_newer() {
    let document = derive(&canonical(), Version::V3_0);
    assert_eq!(document["openapi"], "3.0.3");
    for fields in objects(&document["components"]["schemas"]) {
        let is_schema = fields.get("type").is_some_and(|one| one.is_string() || one.is_array());
        assert!(!is_schema || fields.get("type").unwrap().is_string(), "{fields:?}");
        assert!(fields.get("type") != Some(&json!("null")), "{fields:?}");
        for keyword in ["const", "propertyNames", "contentMediaType"] {
            assert!(!is_schema || !fields.contains_key(keyword), "{keyword} in {fields:?}");
        }
        assert!(!fields.contains_key("$ref") || fields.len() == 1, "{fields:?}");
    }
    let session = &document["components"]["schemas"]["Caller"]["properties"];
    assert_eq!(session["organization_ids"]["nullable"], true);
    assert_eq!(session["user"]["allOf"], json!([{"$ref": "#/components/schemas/UserSummary"}]));
    assert_eq!(session["user"]["nullable"], true);
}

#[test]
fn both_versions_have_the_same_methods_and_types() {
    let names = |document: &Value| {
        let methods = operations(document).into_iter().map(|(_, _, one)| one["operationId"].to_string());
        let types = document["components"]["schemas"].as_object().unwrap().keys().cloned();
        methods.chain(types).collect::<BTreeSet<_>>()
    };
    let [newer, older] = both();
    assert_eq!(names(&newer), names(&older));
}

#[test]
fn a_call_needs_a_bearer_token_or_nothing() {
    for (method, path, operation) in operations(&derive(&canonical(), Version::V3_1)) {
        for one in operation["security"].as_array().unwrap() {
            let schemes: BTreeMap<_, _> = one.as_object().unwrap().iter().collect();
            assert!(schemes.keys().all(|name| *name == "bearer"), "{method} {path}");
        }
    }
}
