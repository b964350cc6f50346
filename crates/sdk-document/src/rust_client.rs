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
    Ok(files)
}

/// `API keys` is `api_keys`.
fn module_name(tag: &str) -> String {
    tag.to_lowercase().replace([' ', '-'], "_")
}

fn index(by_tag: &BTreeMap<String, Vec<Method>>) -> String {
    let mut text = format!("//! One method for each operation, and its parameters. {ABOUT}\n\n");
    for module in by_tag.keys() {
        let _ = writeln!(text, "mod {module};");
    }
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
