//! The document is the contract: committed, complete, and served unchanged.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::{EventKind, ProblemCode};
use serde_json::Value;
use std::{
    collections::{BTreeSet, HashSet},
    path::PathBuf,
};
use tenant_control::families;
use testkit::TestApp;

/// Codes that no operation returns: those of other methods and of pages, and those of `error` in long-running operations.
const OF_NO_OPERATION: [ProblemCode; 4] = [
    ProblemCode::MethodNotAllowed,
    ProblemCode::SsoStateInvalid,
    ProblemCode::VmRefused,
    ProblemCode::VmOutcomeUnknown,
];

fn walk<'a>(value: &'a Value, visit: &mut impl FnMut(&'a Value)) {
    visit(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| walk(item, visit)),
        Value::Object(fields) => fields.values().for_each(|field| walk(field, visit)),
        _ => {}
    }
}

fn operations() -> impl Iterator<Item = &'static Value> {
    let paths = families::document().value["paths"].as_object().unwrap();
    paths.values().flat_map(|item| item.as_object().unwrap().values())
}

#[test]
fn the_committed_document_is_the_one_of_this_code() {
    let committed = include_str!("../../../openapi.json");
    assert_eq!(committed.as_bytes(), &*families::document().json().text, "run `just gen` and look at the difference");
}

#[test]
fn every_reference_leads_somewhere() {
    let document = &families::document().value;
    walk(document, &mut |value| {
        // Self-contained schemas, which some responses contain, have definitions of their own.
        if let Some(reference) = value["$ref"].as_str().filter(|reference| !reference.starts_with("#/$defs/")) {
            assert!(document.pointer(&reference[1..]).is_some(), "{reference}");
        }
    });
}

#[test]
fn every_operation_says_what_it_is() {
    let mut ids = HashSet::new();
    for operation in operations() {
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.insert(id), "{id} is there twice");
        assert!(operation["summary"].as_str().is_some_and(|text| !text.is_empty()), "{id} has no summary");
        let tag = &operation["tags"][0];
        let tags = families::document().value["tags"].as_array().unwrap();
        assert!(tags.iter().any(|known| known["name"] == *tag), "{id}: the tag {tag} is not described");
    }
}

#[test]
fn every_problem_code_is_listed_by_an_operation() {
    let document = &families::document().value;
    let mut listed = BTreeSet::new();
    for response in operations().flat_map(|operation| operation["responses"].as_object().unwrap().values()) {
        let response = response["$ref"].as_str().map_or(response, |name| document.pointer(&name[1..]).unwrap());
        let schema = &response["content"]["application/problem+json"]["schema"];
        let codes = schema["allOf"][1]["properties"]["code"]["enum"].as_array();
        listed.extend(codes.into_iter().flatten().filter_map(Value::as_str));
    }
    for code in ProblemCode::ALL {
        let expected = !OF_NO_OPERATION.contains(code);
        assert_eq!(listed.contains(code.name()), expected, "{}", code.name());
    }
}

#[test]
fn only_fields_that_serde_leaves_out_are_optional_in_responses() {
    let (omitted, sent) = (omitted_fields(), sent_schemas());
    let schemas = families::document().value["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas.iter().filter(|(name, _)| !sent.contains(name.as_str())) {
        let of_type = name.strip_suffix("EventData").map_or(name.clone(), |name| format!("{name}Event"));
        for part in [schema].into_iter().chain(schema["allOf"].as_array().into_iter().flatten()) {
            let required = || part["required"].as_array().into_iter().flatten();
            for (field, _) in part["properties"].as_object().into_iter().flatten() {
                let is_required = required().any(|name| name == field);
                assert_eq!(is_required, !omitted.contains(&format!("{of_type}.{field}")), "{name}.{field}");
            }
        }
    }
}

#[test]
fn the_sample_of_an_event_has_all_fields_of_its_object() {
    let document = families::document();
    let sample = document.example(EventKind::TicketCreated).unwrap();
    let fields = document.value["components"]["schemas"]["Ticket"]["properties"].as_object().unwrap();
    for name in fields.keys() {
        assert!(sample.data["object"].get(name).is_some(), "the sample has no {name}");
    }
}

/// The schemas that requests use, directly or through other schemas.
fn sent_schemas() -> HashSet<&'static str> {
    let document = &families::document().value;
    let (mut sent, mut left) = (HashSet::new(), vec![&document["components"]["parameters"]]);
    left.extend(operations().flat_map(|operation| [&operation["requestBody"], &operation["parameters"]]));
    while let Some(value) = left.pop() {
        walk(value, &mut |value| {
            let reference = value["$ref"].as_str().and_then(|name| name.strip_prefix("#/components/schemas/"));
            if let Some(name) = reference.filter(|name| sent.insert(*name)) {
                left.push(&document["components"]["schemas"][name]);
            }
        });
    }
    sent
}

/// The fields of wire types that are left out of JSON when they are empty, such as `Problem.errors`.
fn omitted_fields() -> HashSet<String> {
    let mut omitted = HashSet::new();
    for text in wire_sources() {
        let (mut of_type, mut is_omitted, mut renamed) = (String::new(), false, None);
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("pub struct ").or(line.strip_prefix("pub enum ")) {
                of_type = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
                (is_omitted, renamed) = (false, None);
            }
            let line = line.trim();
            if line.starts_with("#[serde(") {
                is_omitted |= line.contains("skip_serializing_if");
                renamed = line.split_once("rename = \"").map(|(_, rest)| rest.split('"').next().unwrap()).or(renamed);
            } else if let Some((name, _)) = line.strip_prefix("pub ").and_then(|field| field.split_once(": ")) {
                let name = renamed.take().unwrap_or(name.trim_start_matches("r#"));
                if std::mem::take(&mut is_omitted) {
                    omitted.insert(format!("{of_type}.{name}"));
                }
            }
        }
    }
    omitted
}

/// The sources of `crates/api`.
fn wire_sources() -> Vec<String> {
    let mut texts = vec![];
    let mut left = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../api/src"))];
    while let Some(path) = left.pop() {
        match path.is_dir() {
            true => left.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path())),
            false => texts.push(std::fs::read_to_string(path).unwrap()),
        }
    }
    texts
}

#[test]
fn no_two_wire_types_have_one_name() {
    // In the document, one would silently replace the other.
    let mut names = HashSet::new();
    for text in wire_sources() {
        let declared =
            text.lines().filter_map(|line| line.strip_prefix("pub struct ").or(line.strip_prefix("pub enum ")));
        for line in declared {
            let name: String = line.chars().take_while(char::is_ascii_alphanumeric).collect();
            assert!(names.insert(name.clone()), "{name} is declared twice");
        }
    }
}

#[tokio::test]
async fn it_is_served_as_json_and_yaml_and_not_again_to_those_who_have_it() {
    let app = TestApp::start().await;
    let client = app.client();
    let json = client.get("/api/openapi.json").await.expect(200);
    assert_eq!(json.body, families::document().value);
    let again = client.with_header("if-none-match", json.header("etag")).get("/api/openapi.json").await;
    assert_eq!((again.expect(304).body, json.header("vary")), (Value::Null, "accept, accept-encoding"));

    let yaml = client.with_header("accept", "application/yaml").get("/api/openapi.json").await.expect(200);
    assert!(yaml.body.as_str().unwrap().contains("openapi: 3.1.0"));
    assert_ne!(yaml.header("etag"), json.header("etag"));
}

#[tokio::test]
async fn the_sdk_document_is_served_in_both_versions_and_not_again_to_those_who_have_it() {
    let app = TestApp::start().await;
    let client = app.client();
    let newer = client.get("/api/openapi.sdk.json").await.expect(200);
    assert_eq!(newer.body["openapi"], "3.1.0");
    assert_eq!(newer.body["paths"]["/api/psa/tickets/{id}"]["get"]["operationId"], "get_ticket");
    let again = client.with_header("if-none-match", newer.header("etag")).get("/api/openapi.sdk.json").await;
    assert_eq!(again.expect(304).body, Value::Null);

    let older = client.get("/api/openapi.sdk.json?openapi=3.0").await.expect(200);
    assert_eq!(older.body["openapi"], "3.0.3");
    assert_ne!(older.header("etag"), newer.header("etag"));
    assert_eq!(client.get("/api/openapi.sdk.json?openapi=2.0").await.problem(), "400 invalid_parameter");
}
