//! Definitions, the interpreter over a host in memory, and the sandbox, with real expressions in real processes.

mod examples;
mod functions;
mod hostile;
mod interpreter;
mod memory;
mod recovery;
mod sandbox;

use flow::Sandbox;
use serde_json::Value;

fn sandbox() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_jq-sandbox"), &[], 2)
}

/// A definition's `do`, or whole, with the head that every definition needs.
fn document(body: &str) -> Value {
    let head = "document: {dsl: 1.0.0, namespace: test, name: test, version: 1.0.0}\n";
    flow::read_yaml(&format!("{head}{body}")).expect("the test's own YAML is readable")
}
