//! The document is the contract: committed, complete, and served unchanged.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use serde_json::Value;
use std::collections::HashSet;
use tenant_control::families;
use testkit::TestApp;

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
    assert_eq!(committed.as_bytes(), &*families::document().json, "run `just gen` and look at the difference");
}

#[test]
fn every_reference_leads_somewhere() {
    let document = &families::document().value;
    walk(document, &mut |value| {
        if let Some(reference) = value["$ref"].as_str() {
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
fn no_two_wire_types_have_one_name() {
    // In the document, one would silently replace the other.
    let mut names = HashSet::new();
    let mut left = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../api/src"))];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
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
    let client = TestApp::start().await.client();
    let json = client.get("/api/openapi.json").await.expect(200);
    assert_eq!(json.body, families::document().value);
    let again = client.with_header("if-none-match", json.header("etag")).get("/api/openapi.json").await;
    assert_eq!((again.expect(304).body, json.header("vary")), (Value::Null, "accept"));

    let yaml = client.with_header("accept", "application/yaml").get("/api/openapi.json").await.expect(200);
    assert!(yaml.body.as_str().unwrap().contains("openapi: 3.1.0"));
    assert_ne!(yaml.header("etag"), json.header("etag"));
}

#[tokio::test]
async fn the_sdk_document_is_served_in_both_versions_and_not_again_to_those_who_have_it() {
    let client = TestApp::start().await.client();
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
