//! References in values: `${env:NAME}` and `${file:PATH}` are secrets, `${ref:Kind/Name}` is the id of another resource.
//! Other text in `${…}`, such as the expressions of workflows, is not changed.

use super::document::Document;
use serde_json::{Map, Value};
use std::{collections::BTreeSet, path::Path};

/// The largest file that a reference reads.
const LARGEST_FILE: u64 = 1024 * 1024;

/// A text between references, or a reference.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    Text(&'a str),
    Env(&'a str),
    File(&'a str),
    /// Kind and name.
    Id(&'a str, &'a str),
}

/// The id that a reference stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Id(String),
    /// The resource is created by this apply.
    Later,
}

/// Values with their references resolved.
#[derive(Debug, Default)]
pub struct Resolved {
    pub values: Map<String, Value>,
    /// Paths of values that contain a secret, which are never shown.
    pub secret: BTreeSet<String>,
    /// Paths of values that contain the id of a resource that does not exist yet.
    pub later: BTreeSet<String>,
}

/// Where a value is, such as `definition.do[0]`.
pub fn member(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// A text contains a secret by reference.
pub fn is_secret(text: &str) -> bool {
    parts(text).is_ok_and(|parts| parts.iter().any(|part| matches!(part, Part::Env(_) | Part::File(_))))
}

/// The resources that a document refers to, by kind and name.
pub fn ids(document: &Document) -> Result<Vec<(String, String)>, String> {
    let mut found = vec![];
    for value in document.spec.values() {
        collect_ids(value, &mut found)?;
    }
    Ok(found)
}

fn collect_ids(value: &Value, found: &mut Vec<(String, String)>) -> Result<(), String> {
    match value {
        Value::String(text) => {
            for part in parts(text)? {
                if let Part::Id(kind, name) = part {
                    found.push((kind.to_owned(), name.to_owned()));
                }
            }
            Ok(())
        }
        Value::Array(items) => items.iter().try_for_each(|item| collect_ids(item, found)),
        Value::Object(fields) => fields.values().try_for_each(|value| collect_ids(value, found)),
        _ => Ok(()),
    }
}

/// Resolves the references of some fields. `target` finds the id of a resource.
pub fn resolve(
    document: &Document,
    mut wanted: impl FnMut(&str) -> bool,
    target: &dyn Fn(&str, &str) -> Result<Target, String>,
) -> Result<Resolved, String> {
    let mut resolved = Resolved::default();
    for (field, value) in document.spec.iter().filter(|(field, _)| wanted(field)) {
        let mut walk = Walk { folder: &document.folder, target, resolved: &mut resolved };
        let value = walk.value(field, value)?;
        resolved.values.insert(field.clone(), value);
    }
    Ok(resolved)
}

struct Walk<'a> {
    folder: &'a Path,
    target: &'a dyn Fn(&str, &str) -> Result<Target, String>,
    resolved: &'a mut Resolved,
}

impl Walk<'_> {
    fn value(&mut self, path: &str, value: &Value) -> Result<Value, String> {
        Ok(match value {
            Value::String(text) => Value::String(self.text(path, text).map_err(|fault| format!("{path}: {fault}"))?),
            Value::Array(items) => {
                let mut resolved = vec![];
                for (number, item) in items.iter().enumerate() {
                    resolved.push(self.value(&format!("{path}[{number}]"), item)?);
                }
                Value::Array(resolved)
            }
            Value::Object(fields) => {
                let mut resolved = Map::new();
                for (name, value) in fields {
                    resolved.insert(name.clone(), self.value(&member(path, name), value)?);
                }
                Value::Object(resolved)
            }
            other => other.clone(),
        })
    }

    fn text(&mut self, path: &str, text: &str) -> Result<String, String> {
        let mut whole = String::new();
        for part in parts(text)? {
            match part {
                Part::Text(text) => whole.push_str(text),
                Part::Env(name) => {
                    self.resolved.secret.insert(path.to_owned());
                    whole.push_str(&variable(name)?);
                }
                Part::File(file) => {
                    self.resolved.secret.insert(path.to_owned());
                    whole.push_str(&content(&self.folder.join(file))?);
                }
                Part::Id(kind, name) => match (self.target)(kind, name)? {
                    Target::Id(id) => whole.push_str(&id),
                    Target::Later => {
                        self.resolved.later.insert(path.to_owned());
                        whole.push_str("(known after apply)");
                    }
                },
            }
        }
        Ok(whole)
    }
}

fn variable(name: &str) -> Result<String, String> {
    crate::environment::variable(name).ok_or_else(|| format!("the environment has no variable {name}"))
}

/// The content of a file, without the line break at its end.
fn content(path: &Path) -> Result<String, String> {
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    if std::fs::metadata(path).map_err(fault)?.len() > LARGEST_FILE {
        return Err(format!("{} has more than 1 MiB", path.display()));
    }
    let text = std::fs::read_to_string(path).map_err(fault)?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    Ok(text.strip_suffix('\r').unwrap_or(text).to_owned())
}

fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = vec![];
    let mut rest = text;
    while let Some((start, prefix)) = next_reference(rest) {
        let inside = &rest[start + prefix.len()..];
        let Some(end) = inside.find('}') else { return Err(format!("`{prefix}` has no end")) };
        if start > 0 {
            parts.push(Part::Text(&rest[..start]));
        }
        let name = inside[..end].trim();
        if name.is_empty() {
            return Err(format!("`{prefix}}}` names nothing"));
        }
        parts.push(match prefix {
            "${env:" => Part::Env(name),
            "${file:" => Part::File(name),
            _ => {
                let parted = name.split_once('/').filter(|(kind, name)| !kind.is_empty() && !name.is_empty());
                let (kind, name) = parted.ok_or_else(|| format!("`${{ref:{name}}}` is not ${{ref:Kind/Name}}"))?;
                Part::Id(kind, name)
            }
        });
        rest = &inside[end + 1..];
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(Part::Text(rest));
    }
    Ok(parts)
}

fn next_reference(text: &str) -> Option<(usize, &'static str)> {
    let places = ["${env:", "${file:", "${ref:"].into_iter().filter_map(|prefix| Some((text.find(prefix)?, prefix)));
    places.min_by_key(|(place, _)| *place)
}

#[cfg(test)]
mod tests {
    use super::{super::kinds::Kind, *};
    use serde_json::json;

    fn document(spec: Value, folder: &Path) -> Document {
        let Value::Object(spec) = spec else { panic!("an object") };
        let kind = Kind::named("Workflow").unwrap();
        Document { kind, name: "a".to_owned(), spec, place: "a.yaml#1".to_owned(), folder: folder.to_owned() }
    }

    #[test]
    fn a_text_is_parted_at_its_references() {
        let found = parts("Bearer ${env:TOKEN}!").unwrap();
        assert_eq!(found, [Part::Text("Bearer "), Part::Env("TOKEN"), Part::Text("!")]);
        assert_eq!(parts("${ref:SlaPolicy/Gold plan}").unwrap(), [Part::Id("SlaPolicy", "Gold plan")]);
        assert_eq!(parts("").unwrap(), [Part::Text("")]);
        assert!(parts("${env:TOKEN").is_err() && parts("${ref:Gold}").is_err() && parts("${file:}").is_err());
    }

    #[test]
    fn expressions_of_workflows_are_not_references() {
        for text in ["${ .input.name }", "${ $secret.pager }", "$env:NAME", "{env:NAME}"] {
            assert_eq!(parts(text).unwrap(), [Part::Text(text)]);
        }
    }

    #[test]
    fn secrets_and_ids_that_are_not_known_yet_are_marked() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("token"), "s3cret\n").unwrap();
        let document = document(json!({"a": {"b": ["x", "t-${file:token}"]}, "c": "${ref:Team/new}"}), folder.path());
        let target = |_: &str, _: &str| Ok(Target::Later);
        let resolved = resolve(&document, |_| true, &target).unwrap();
        assert_eq!(Value::Object(resolved.values)["a"], json!({"b": ["x", "t-s3cret"]}));
        assert_eq!(Vec::from_iter(resolved.secret), ["a.b[1]"]);
        assert_eq!(Vec::from_iter(resolved.later), ["c"]);
    }

    #[test]
    fn a_missing_variable_is_named() {
        let document = document(json!({"a": "${env:TENANTCTL_TEST_NEVER_SET}"}), Path::new("."));
        let target = |_: &str, _: &str| Ok(Target::Later);
        let fault = resolve(&document, |_| true, &target).unwrap_err();
        assert_eq!(fault, "a: the environment has no variable TENANTCTL_TEST_NEVER_SET");
    }
}
