//! The operations of the document, as tests and drills call them.

use kernel::family::fixture::{Fixture, Made};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::LazyLock;
use tenant_control::families;

#[derive(Debug, Clone)]
pub struct Operation {
    pub id: String,
    pub method: Method,
    pub path: String,
    /// `None` for a public operation.
    pub scopes: Option<Vec<String>>,
    parameters: Vec<&'static Value>,
    body: Option<&'static Value>,
    streams: bool,
    takes_bytes: bool,
}

impl Operation {
    /// All operations, each once: those on one member with `?id=`.
    pub fn all() -> Vec<Operation> {
        Operation::known().to_vec()
    }

    /// All operations, which are read once.
    pub(crate) fn known() -> &'static [Operation] {
        static ALL: LazyLock<Vec<Operation>> = LazyLock::new(|| Operation::on(|path| !path.contains('{')));
        &ALL
    }

    /// The operations on one member, with `…/{id}`.
    pub fn members() -> Vec<Operation> {
        Operation::on(|path| path.contains('{'))
    }

    fn on(wanted: impl Fn(&str) -> bool) -> Vec<Operation> {
        let items = families::document().value["paths"].as_object().expect("the document has paths").iter();
        let items = items.filter(|(path, _)| wanted(path));
        let all = items.flat_map(|(path, item)| item.as_object().into_iter().flatten().map(move |op| (path, op)));
        all.map(|(path, (method, op))| Operation::read(path, method, op)).collect()
    }

    fn read(path: &str, method: &str, operation: &'static Value) -> Operation {
        let security = operation["security"][0]["bearer"].as_array();
        let scopes = security.map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect());
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        Operation {
            id: operation["operationId"].as_str().expect("every operation has an id").to_owned(),
            method: method.to_uppercase().parse().expect("a method"),
            path: path.to_owned(),
            scopes,
            parameters: operation["parameters"].as_array().into_iter().flatten().map(resolve).collect(),
            body: Some(resolve(body)).filter(|body| body.is_object()),
            streams: !operation["responses"]["200"]["content"]["text/event-stream"].is_null(),
            takes_bytes: !operation["requestBody"]["content"]["application/octet-stream"].is_null(),
        }
    }

    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The id of the operation whose handler is used. An operation with `…/{id}` has the handler of the one with `?id=`.
    pub fn handler_id(&self) -> &str {
        self.id.strip_suffix("_one").unwrap_or(&self.id)
    }

    /// The path and query with these values of the parameters.
    pub fn target(&self, values: &[(&str, String)]) -> String {
        let id = values.iter().find(|(name, _)| *name == "id" && self.path.contains("{id}")).map(|(_, id)| id.as_str());
        let query = values.iter().filter(|(name, _)| id.is_none() || *name != "id");
        let query: Vec<_> = query.map(|(name, value)| format!("{name}={value}")).collect();
        let path = self.path.replace("{id}", id.unwrap_or("{id}"));
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }

    /// True if the document contains such a parameter or header.
    pub fn takes(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter["name"] == name)
    }

    pub fn requires(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter["name"] == name && parameter["required"] == true)
    }

    /// True if the operation can delay its response, or stream it.
    pub fn waits(&self) -> bool {
        self.takes("wait") || self.takes("Prefer") || self.streams
    }

    /// The parameters of its query: the name, true if it is required, and the schema.
    pub fn query(&self) -> impl Iterator<Item = (&'static str, bool, &'static Value)> {
        self.parameters_in(&["query"])
    }

    fn parameters_in(
        &self,
        places: &'static [&'static str],
    ) -> impl Iterator<Item = (&'static str, bool, &'static Value)> {
        let wanted = self.parameters.iter().filter(|parameter| places.iter().any(|place| parameter["in"] == *place));
        wanted.filter_map(|parameter| {
            Some((parameter["name"].as_str()?, parameter["required"] == true, &parameter["schema"]))
        })
    }

    /// The parameters that name members, each with the kind of its ids: those that are required, and `id`.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let needed = self.parameters_in(&["query", "path"]).filter(|(name, required, _)| *required || *name == "id");
        needed.filter_map(|(name, _, schema)| Some((name, kind_of(schema).or_else(|| kind_of(&schema["items"]))?)))
    }

    /// True if the body is arbitrary bytes, which may be JSON.
    pub fn takes_bytes(&self) -> bool {
        self.takes_bytes
    }

    pub fn example(&self) -> Option<Value> {
        if self.takes_bytes {
            return Some(json!({"text": "The content of a file"}));
        }
        let example = &self.body?["example"];
        assert!(example.is_object(), "the body of {} has no example", self.name());
        Some(example.clone())
    }

    /// The fields of its body that name members, each with the kind of their ids and true if it is a list of them.
    pub fn references(&self) -> impl Iterator<Item = (&'static str, &'static str, bool)> {
        let fields = self.body.and_then(|body| body["properties"].as_object()).into_iter().flatten();
        fields.filter_map(|(name, schema)| {
            let (one, several) = (kind_of(schema), kind_of(&schema["items"]));
            Some((name.as_str(), one.or(several)?, several.is_some()))
        })
    }

    /// The fixture of its path, or of the nearest path above it, or else of the member that it names.
    pub fn fixture(&self) -> Option<&'static Fixture> {
        let below =
            |path: &str| self.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let of_path =
            families::fixtures().filter(|fixture| below(fixture.path)).max_by_key(|fixture| fixture.path.len());
        let named = || self.named().find(|(name, _)| *name == "id").map(|(_, kind)| kind);
        of_path.or_else(|| families::fixtures().find(|fixture| named() == Some(fixture.kind)))
    }

    /// True if it is the operation that creates members of the fixture.
    pub fn makes(&self, fixture: &Fixture) -> bool {
        match fixture.made {
            Made::Request { method, target, .. } => {
                self.method == method && target.split('?').next() == Some(self.path.as_str())
            }
            Made::Statement(_) => false,
        }
    }
}

/// The kind of the ids in a schema, also if they are nullable.
pub fn kind_of(schema: &'static Value) -> Option<&'static str> {
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let named = choices.chain([schema]).filter_map(|choice| resolve(choice)["pattern"].as_str());
    // The last one of several kinds.
    let kind =
        |pattern: &'static str| pattern.split_once("_[0-7]")?.0.trim_end_matches(')').rsplit(['^', '(', '|']).next();
    named.filter_map(kind).next()
}

fn resolve(value: &'static Value) -> &'static Value {
    let reference = value["$ref"].as_str().and_then(|reference| families::document().value.pointer(&reference[1..]));
    reference.unwrap_or(value)
}
