//! What a workflow can call.

use serde_json::Value;
use std::collections::BTreeMap;

/// Functions by name. `approval` is one of them; `emit` is a task and none.
#[derive(Debug, Default)]
pub struct Functions(BTreeMap<String, Function>);

#[derive(Debug)]
pub struct Function {
    /// The JSON Schema of `with`, complete in itself.
    pub schema: Value,
    /// Whether it changes anything: a plan executes what does not.
    pub writes: bool,
    validator: jsonschema::Validator,
}

impl Functions {
    /// An error when the schema is none.
    pub fn add(&mut self, name: impl Into<String>, schema: Value, writes: bool) -> Result<(), String> {
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        let validator = options.build(&schema).map_err(|error| error.to_string())?;
        self.0.insert(name.into(), Function { schema, writes, validator });
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<&Function> {
        self.0.get(name)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
