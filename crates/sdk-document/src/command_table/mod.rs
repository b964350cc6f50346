//! The table of commands of `tenantctl`: Rust sources with one noun each, from the SDK document.
//!
//! The command line needs its commands as static data: it must not read a document when it starts. A test of `tenantctl`
//! compares the files with what this module makes.

mod columns;
mod examples;
mod flags;
mod names;
mod write;

use crate::{Version, derive, operations::resolve};
use flags::Flag;
use serde_json::Value;
use std::collections::BTreeMap;

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// One command: a noun and a verb.
struct Command {
    /// Id of the canonical operation. The one that returns an object of a list ends with `get`.
    id: String,
    verb: String,
    /// The verb of the id, if the command has a better one.
    alias: Option<String>,
    method: &'static str,
    path: String,
    summary: String,
    description: String,
    flags: Vec<Flag>,
    body: &'static str,
    result: &'static str,
    columns: Vec<String>,
    scopes: Vec<String>,
    is_public: bool,
    /// The work continues after the response.
    continues: bool,
    example: String,
}

/// The files of the table by their names, for a folder.
pub fn files(canonical: &Value) -> Vec<(String, String)> {
    let nouns = nouns(canonical);
    let mut files: Vec<(String, String)> = nouns
        .iter()
        .map(|(noun, commands)| (format!("{}.rs", write::module(noun)), write::noun(noun, commands)))
        .collect();
    files.push(("mod.rs".to_owned(), write::list(nouns.keys().map(String::as_str))));
    files
}

fn nouns(canonical: &Value) -> BTreeMap<String, Vec<Command>> {
    let document = derive(canonical, Version::V3_1);
    let ids = names::canonical_ids(canonical);
    let mut nouns: BTreeMap<String, Vec<Command>> = BTreeMap::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for method in METHODS {
            let Some(operation) = item.get(method) else { continue };
            let name = operation["operationId"].as_str().unwrap_or_default();
            let Some(id) = ids.get(name) else { continue };
            let (noun, command) = command(&document, (method, path), operation, id);
            nouns.entry(noun).or_default().push(command);
        }
    }
    for commands in nouns.values_mut() {
        commands.sort_by_key(|command| (names::rank(&command.verb), command.verb.clone()));
    }
    nouns
}

fn command(document: &Value, (method, path): (&'static str, &str), operation: &Value, id: &str) -> (String, Command) {
    let (noun, verb, alias) = names::noun_and_verb(id);
    let flags = flags::of(document, operation);
    let (result, item) = result(document, operation);
    let text =
        |name: &str| operation[name].as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut statuses = operation["responses"].as_object().into_iter().flat_map(|responses| responses.keys());
    let scopes = operation["x-required-scopes"].as_array().into_iter().flatten();
    let command = Command {
        id: id.to_owned(),
        example: examples::of(document, operation, (&noun, &verb), &flags),
        verb,
        alias,
        method,
        path: path.to_owned(),
        summary: text("summary"),
        description: text("description"),
        flags,
        body: body(operation),
        result,
        columns: item.map(|item| columns::of(document, item)).unwrap_or_default(),
        scopes: scopes.filter_map(|scope| scope.as_str().map(str::to_owned)).collect(),
        is_public: operation["security"].as_array().is_some_and(Vec::is_empty),
        continues: statuses.any(|status| status == "202"),
    };
    (noun, command)
}

fn body(operation: &Value) -> &'static str {
    let content = operation["requestBody"]["content"].as_object();
    match content {
        None => "Nothing",
        Some(content) if content.contains_key("application/json") => "Json",
        Some(_) => "Bytes",
    }
}

/// The kind of the response, and the schema of an object or of a page's items.
fn result<'a>(document: &'a Value, operation: &'a Value) -> (&'static str, Option<&'a Value>) {
    let responses = operation["responses"].as_object().into_iter().flatten();
    let mut successes = responses.filter(|(status, _)| status.starts_with('2')).map(|(_, response)| response);
    let Some(content) = successes.find_map(|response| response["content"].as_object()) else {
        return ("Nothing", None);
    };
    let Some(json) = content.get("application/json") else { return ("Bytes", None) };
    let schema = resolve(document, &json["schema"]);
    let parts: Vec<&Value> = match schema["allOf"].as_array() {
        Some(parts) => parts.iter().map(|part| resolve(document, part)).collect(),
        None => vec![schema],
    };
    let data = parts.iter().find_map(|part| part["properties"].get("data")).map(|data| resolve(document, data));
    match data {
        Some(data) if operation.get("x-pagination").is_some() => ("Page", Some(&data["items"])),
        Some(data) if data["items"].is_object() => ("List", Some(&data["items"])),
        _ => ("Object", None),
    }
}
