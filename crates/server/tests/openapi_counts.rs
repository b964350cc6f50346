//! Counts of everything in the document that a reader or a generator would miss. All of them are 0.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use serde_json::{Map, Value};
use tenant_control::families;

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

fn document() -> &'static Value {
    &families::document().value
}

/// The operations, each with its method and path.
fn operations() -> impl Iterator<Item = (String, &'static Value)> {
    let paths = document()["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, item)| {
        METHODS.into_iter().filter_map(move |method| Some((format!("{method} {path}"), item.get(method)?)))
    })
}

fn resolved(value: &'static Value) -> &'static Value {
    value["$ref"].as_str().map_or(value, |reference| document().pointer(&reference[1..]).unwrap())
}

fn parameters() -> impl Iterator<Item = (String, &'static Value)> {
    let of = |(name, operation): (String, &'static Value)| {
        let parameters = operation["parameters"].as_array().into_iter().flatten().map(resolved);
        parameters.map(move |parameter| (format!("{name} {}", parameter["name"]), parameter)).collect::<Vec<_>>()
    };
    operations().flat_map(of)
}

fn responses() -> impl Iterator<Item = (String, &'static Value)> {
    let of = |(name, operation): (String, &'static Value)| {
        let responses = operation["responses"].as_object().into_iter().flatten();
        responses.map(move |(status, response)| (format!("{name} {status}"), resolved(response))).collect::<Vec<_>>()
    };
    operations().flat_map(of)
}

/// The fields of a schema and of the schemas inside it, each with its path.
fn fields(at: &str, schema: &'static Value, found: &mut Vec<(String, &'static Value)>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let at = format!("{at}.{name}");
        found.push((at.clone(), field));
        fields(&at, field, found);
    }
    for inner in ["items", "additionalProperties"].into_iter().filter_map(|keyword| schema.get(keyword)) {
        fields(at, inner, found);
    }
    let parts = ["allOf", "oneOf", "anyOf", "prefixItems"].into_iter().filter_map(|keyword| schema[keyword].as_array());
    parts.flatten().for_each(|part| fields(at, part, found));
}

/// True if the field has a description, or if the schema that it refers to has one.
fn is_described(field: &'static Value) -> bool {
    let alternatives = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|keyword| field[keyword].as_array());
    let has_text = |value: &Value| value["description"].as_str().is_some_and(|text| !text.trim().is_empty());
    let refers = |value: &'static Value| value.get("$ref").is_some() && has_text(resolved(value));
    has_text(field) || refers(field) || alternatives.flatten().any(refers)
}

fn without_description(all: impl Iterator<Item = (String, &'static Value)>) -> Vec<String> {
    all.filter(|(_, value)| !is_described(value)).map(|(name, _)| name).collect()
}

/// The operations that have a request body and no example of it, or a JSON response to a success and no example of it.
fn without_example() -> Vec<String> {
    let has = |content: &Value| content.get("example").is_some() || content.get("examples").is_some();
    let body = |(_, operation): &(String, &'static Value)| {
        let contents = operation["requestBody"]["content"].as_object();
        contents.is_none_or(|contents| contents.values().any(has))
    };
    let answer = |(_, operation): &(String, &'static Value)| {
        let responses = operation["responses"].as_object().unwrap().iter();
        let succeed = responses.filter(|(status, _)| status.as_str() < "300");
        let mut json = succeed.filter_map(|(_, response)| response["content"].get("application/json")).peekable();
        json.peek().is_none() || json.any(has)
    };
    operations().filter(|one| !body(one) || !answer(one)).map(|(name, _)| name).collect()
}

/// Prints the count, and the first of what is missing.
#[track_caller]
fn expect_none(what: &str, of: usize, missing: &[String]) {
    println!("{what}: {} of {of}", missing.len());
    assert!(missing.is_empty(), "{what}: {} of {of}, such as {:#?}", missing.len(), &missing[..missing.len().min(50)]);
}

#[test]
fn every_parameter_has_a_description_and_an_example() {
    let all = parameters().count();
    expect_none("parameters without description", all, &without_description(parameters()));
    let bare = parameters().filter(|(_, parameter)| parameter.get("example").is_none()).map(|(name, _)| name);
    expect_none("parameters without example", all, &bare.collect::<Vec<_>>());
}

#[test]
fn every_schema_and_every_property_has_a_description() {
    let schemas = || document()["components"]["schemas"].as_object().unwrap().iter();
    let named = schemas().map(|(name, schema)| (name.clone(), schema));
    expect_none("schemas without description", schemas().count(), &without_description(named));
    let mut found = vec![];
    schemas().for_each(|(name, schema)| fields(name, schema, &mut found));
    let all = found.len();
    expect_none("properties without description", all, &without_description(found.into_iter()));
}

#[test]
fn every_response_has_its_headers() {
    let bare = responses().filter(|(_, response)| response["headers"].as_object().is_none_or(Map::is_empty));
    let bare: Vec<_> = bare.map(|(name, _)| name).collect();
    expect_none("responses without headers", responses().count(), &bare);
}

#[test]
fn every_operation_has_examples() {
    expect_none("operations without request or response example", operations().count(), &without_example());
}
