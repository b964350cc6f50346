//! The operations of the Rust client: a method for each operation of the SDK document, with the types of the crate `api`.

mod method;
mod types;

use crate::{Version, derive};
use method::Method;
use serde_json::Value;
use std::{collections::BTreeMap, fmt::Write};
pub use types::Types;

const ABOUT: &str = "Generated from openapi.json by `scripts/gen`; do not edit.";

/// The files of `crates/client/src/operations`, by their names. They are not formatted yet.
pub fn rust_methods(canonical: &Value, types: &Types) -> Result<BTreeMap<String, String>, String> {
    let document = derive(canonical, Version::V3_1);
    let mut by_tag: BTreeMap<String, Vec<Method>> = BTreeMap::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (verb, operation) in item.as_object().into_iter().flatten() {
            let tag = operation["tags"][0].as_str().unwrap_or_default();
            let method = Method::of(&document, types, path, verb, operation)?;
            by_tag.entry(module_name(tag)).or_default().push(method);
        }
    }
    let mut files: BTreeMap<String, String> =
        by_tag.iter().map(|(module, methods)| (format!("{module}.rs"), file(module, methods))).collect();
    files.insert("mod.rs".to_owned(), index(&by_tag));
    files.insert("examples.rs".to_owned(), examples(&by_tag));
    Ok(files)
}

/// `API keys` is `api_keys`. `operations` is already the name of the folder.
fn module_name(tag: &str) -> String {
    let name = tag.to_lowercase().replace([' ', '-'], "_");
    if name == "operations" { "long_running".to_owned() } else { name }
}

fn index(by_tag: &BTreeMap<String, Vec<Method>>) -> String {
    let mut text = format!("//! One method for each operation, and its parameters. {ABOUT}\n\n");
    for module in by_tag.keys() {
        let _ = writeln!(text, "mod {module};");
    }
    text.push_str("\n#[cfg(test)]\npub mod examples;\n");
    text.push('\n');
    for (module, methods) in by_tag {
        let mut names: Vec<String> =
            methods.iter().filter(|method| method.has_params()).map(Method::params_name).collect();
        names.sort();
        let used = match names.as_slice() {
            [] => continue,
            [only] => only.clone(),
            _ => format!("{{{}}}", names.join(", ")),
        };
        let _ = writeln!(text, "pub use {module}::{used};");
    }
    text
}

fn file(module: &str, methods: &[Method]) -> String {
    let mut text = format!("//! Operations of the tag `{module}`. {ABOUT}\n\n");
    text.push_str(&imports(methods));
    for method in methods {
        text.push_str(&method.params());
    }
    text.push_str("impl Client {\n");
    for (index, method) in methods.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&method.code());
    }
    text.push_str("}\n");
    text
}

/// Functions with which a test reads the examples of the document.
fn examples(by_tag: &BTreeMap<String, Vec<Method>>) -> String {
    let mut text = format!("//! The types of requests and responses, for tests. {ABOUT}\n\n");
    text.push_str("use serde_json::{Result, Value, from_value, to_value};\n\n");
    let methods = || by_tag.values().flatten();
    text.push_str("/// Reads the body of a response as its type, and writes it again.\n");
    text.push_str(&reader("response", methods().filter_map(|method| Some((method.name(), method.returned()?)))));
    text.push_str("\n/// Reads the body of a request as its type, and writes it again.\n");
    text.push_str(&reader("request", methods().filter_map(|method| Some((method.name(), method.sent()?)))));
    text
}

/// A function that reads a body as the type of an operation, from pairs of operations and types.
fn reader<'a>(name: &str, pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut by_type: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (operation, body) in pairs {
        by_type.entry(body).or_default().push(format!("{operation:?}"));
    }
    let mut text = format!("pub fn {name}(operation: &str, body: Value) -> Option<Result<Value>> {{\n");
    text.push_str("    Some(match operation {\n");
    for (body, operations) in by_type {
        let _ = writeln!(text, "        {} => from_value::<{body}>(body).and_then(to_value),", operations.join(" | "));
    }
    text.push_str("        _ => return None,\n    })\n}\n");
    text
}

fn imports(methods: &[Method]) -> String {
    let mut names = vec!["Client", "Error", "Request"];
    if methods.iter().any(Method::sends_file) {
        names.push("Body");
    }
    if methods.iter().any(Method::is_streamed) {
        names.push("Streaming");
    }
    if methods.iter().any(Method::has_path_parameter) {
        names.push("request::segment");
    }
    // As rustfmt sorts them: types, then modules.
    names.sort_by_key(|name| (name.contains("::"), *name));
    format!("use crate::{{{}}};\n\n", names.join(", "))
}
