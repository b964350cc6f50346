//! The comparison of a document with the resource. Only fields that the document names are compared; within a field, an empty
//! value that the server returns equals an absent one.

use super::{
    kinds::Kind,
    reference::{Resolved, member},
};
use jiff::Timestamp;
use serde_json::{Map, Value};
use url::Url;

/// A value that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Such as `targets.p1.resolution_seconds`.
    pub path: String,
    /// `None` if the resource has no such value.
    pub from: Option<Value>,
    /// `None` if the document has no such value.
    pub to: Option<Value>,
    /// The values are not shown.
    pub secret: bool,
}

impl Difference {
    /// The field of the body that has the value.
    pub fn field(&self) -> &str {
        self.path.split(['.', '[']).next().unwrap_or_default()
    }
}

/// Everything in which the resource differs from the document. Write-only fields are not compared, except for the names
/// that the server returns.
pub fn differences(kind: &Kind, wanted: &Resolved, current: &Value) -> Vec<Difference> {
    let mut found = vec![];
    for (field, value) in &wanted.values {
        let to = canonical(kind, field, value);
        let from = current.get(field).map(|value| canonical(kind, field, value));
        let before = found.len();
        leaves(field, from.as_ref(), Some(&to), &mut found);
        // An id that is not known yet is never the present one.
        if found.len() == before && wanted.later.iter().any(|path| is_below(path, field)) {
            found.push(Difference { path: field.clone(), from, to: Some(to), secret: false });
        }
    }
    for difference in &mut found {
        // Where lists are sorted, the number of an item says nothing.
        let sorted = kind.unordered.contains(&difference.field());
        let path = if sorted { difference.field() } else { &difference.path };
        difference.secret = wanted.secret.iter().any(|secret| is_below(secret, path) || is_below(path, secret));
    }
    found
}

/// The names of the members of a write-only field differ.
pub fn names_differ(wanted: &Value, current: &Value) -> bool {
    let names = |value: &Value| -> Vec<String> {
        let mut names: Vec<String> = match value {
            Value::Object(members) => members.keys().map(|name| name.to_lowercase()).collect(),
            Value::Array(names) => names.iter().filter_map(Value::as_str).map(str::to_lowercase).collect(),
            _ => vec![],
        };
        names.sort_unstable();
        names
    };
    names(wanted) != names(current)
}

fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The form in which equal values are the same.
fn canonical(kind: &Kind, field: &str, value: &Value) -> Value {
    let unordered = kind.unordered.contains(&field);
    match (field, value) {
        // It is the server's own state of an active endpoint.
        ("status", Value::String(status)) if status == "failing" => Value::from("active"),
        ("url", Value::String(text)) => {
            Url::parse(text).map_or_else(|_| value.clone(), |url| Value::from(url.as_str()))
        }
        ("allowed_cidrs", Value::Array(networks)) => arranged(
            networks.iter().map(|network| network.as_str().map_or_else(|| network.clone(), whole_network)),
            unordered,
        ),
        (field, Value::String(text)) if field.ends_with("_at") => {
            text.parse::<Timestamp>().map_or_else(|_| value.clone(), |time| Value::from(time.to_string()))
        }
        _ if kind.exact.contains(&field) => value.clone(),
        _ => without_empty(value, unordered),
    }
}

/// A bare address stands for itself alone.
fn whole_network(text: &str) -> Value {
    let suffix = if text.contains('/') {
        ""
    } else if text.contains(':') {
        "/128"
    } else {
        "/32"
    };
    Value::from(format!("{text}{suffix}"))
}

fn without_empty(value: &Value, unordered: bool) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| (name.clone(), without_empty(value, unordered)));
            Value::Object(members.filter(|(_, value)| !is_empty(value)).collect())
        }
        Value::Array(items) => arranged(items.iter().map(|item| without_empty(item, unordered)), unordered),
        other => other.clone(),
    }
}

fn arranged(items: impl Iterator<Item = Value>, unordered: bool) -> Value {
    let mut items: Vec<Value> = items.collect();
    if unordered {
        items.sort_by_cached_key(ToString::to_string);
    }
    Value::Array(items)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// The values that differ, each at the deepest place where both sides have the same form.
fn leaves(path: &str, from: Option<&Value>, to: Option<&Value>, found: &mut Vec<Difference>) {
    match (from, to) {
        (Some(Value::Object(from)), Some(Value::Object(to))) => members(path, from, to, found),
        (Some(Value::Array(from)), Some(Value::Array(to)))
            if from.len() == to.len() && from.iter().chain(to).all(|item| item.is_object() || item.is_array()) =>
        {
            for (number, (from, to)) in from.iter().zip(to).enumerate() {
                leaves(&format!("{path}[{number}]"), Some(from), Some(to), found);
            }
        }
        (Some(from), Some(to)) if same(from, to) => {}
        (from, to) => {
            let (from, to) = (from.cloned(), to.cloned());
            found.push(Difference { path: path.to_owned(), from, to, secret: false });
        }
    }
}

fn members(path: &str, from: &Map<String, Value>, to: &Map<String, Value>, found: &mut Vec<Difference>) {
    let mut names: Vec<&String> = from.keys().chain(to.keys()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        leaves(&member(path, name), from.get(name), to.get(name), found);
    }
}

/// Equal, where 2 equals 2.0.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| other.get(name).is_some_and(|other| same(value, other)))
        }
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn paths(kind: &str, wanted: Value, current: &Value) -> Vec<String> {
        let Value::Object(values) = wanted else { panic!("an object") };
        let wanted = Resolved { values, ..Resolved::default() };
        let kind = Kind::named(kind).unwrap();
        differences(kind, &wanted, current).into_iter().map(|difference| difference.path).collect()
    }

    #[test]
    fn only_fields_that_the_document_names_are_compared() {
        let current = json!({"name": "a", "assignment": "least_loaded", "description": "by hand", "version": 4});
        assert!(paths("Team", json!({"assignment": "least_loaded"}), &current).is_empty());
        assert_eq!(paths("Team", json!({"assignment": "manual"}), &current), ["assignment"]);
        assert_eq!(paths("Team", json!({"description": null}), &current), ["description"]);
    }

    #[test]
    fn what_the_server_adds_or_arranges_is_no_difference() {
        let current = json!({"members": [{"user_id": "usr_2", "skills": []}, {"user_id": "usr_1", "skills": ["a"]}]});
        let wanted = json!({"members": [{"user_id": "usr_1", "skills": ["a"]}, {"user_id": "usr_2"}]});
        assert!(paths("Team", wanted, &current).is_empty());
        let current = json!({"allowed_cidrs": ["10.0.0.1/32"], "scopes": ["b:read", "a:read"]});
        let wanted = json!({"allowed_cidrs": ["10.0.0.1"], "scopes": ["a:read", "b:read"]});
        assert!(paths("ApiKey", wanted, &current).is_empty());
        let current = json!({"url": "https://a.example/", "status": "failing"});
        assert!(paths("Webhook", json!({"url": "https://a.example", "status": "active"}), &current).is_empty());
        let current = json!({"starts_at": "2026-01-01T00:00:00Z"});
        assert!(paths("SlaContract", json!({"starts_at": "2026-01-01T01:00:00+01:00"}), &current).is_empty());
    }

    #[test]
    fn a_condition_that_somebody_added_is_a_difference() {
        let current = json!({"filter": {"priority": ["p1"], "status": ["open"]}});
        assert_eq!(paths("View", json!({"filter": {"priority": ["p1"]}}), &current), ["filter.status"]);
        let current = json!({"change": {"priority": "p1"}});
        assert_eq!(
            paths("Macro", json!({"change": {"priority": "p1", "assignee_id": null}}), &current),
            ["change.assignee_id"]
        );
        let current = json!({"config": {"enabled": false, "alerts": {"stale_factor": 2.0}}});
        assert_eq!(
            paths("BackupConfig", json!({"config": {"alerts": {"stale_factor": 2}}}), &current),
            ["config.enabled"]
        );
    }

    #[test]
    fn a_difference_is_shown_at_its_deepest_place() {
        let current = json!({"targets": {"p1": {"resolution_seconds": 3600}, "p2": {"resolution_seconds": null}}});
        let wanted = json!({"targets": {"p1": {"resolution_seconds": 7200}, "p2": {}}});
        assert_eq!(paths("SlaPolicy", wanted, &current), ["targets.p1.resolution_seconds"]);
        let current = json!({"definition": {"do": [{"a": {"set": {"x": 1}}}]}});
        let wanted = json!({"definition": {"do": [{"a": {"set": {"x": 2}}}]}});
        assert_eq!(paths("Workflow", wanted, &current), ["definition.do[0].a.set.x"]);
    }

    #[test]
    fn values_beside_a_secret_are_not_shown() {
        let values = json!({"url": "https://a.example/t0ken"}).as_object().unwrap().clone();
        let wanted = Resolved { values, secret: ["url".to_owned()].into(), ..Resolved::default() };
        let found = differences(Kind::named("Webhook").unwrap(), &wanted, &json!({"url": "https://a.example/old"}));
        assert!(found.len() == 1 && found[0].secret);
    }

    #[test]
    fn names_of_headers_are_compared_without_their_values() {
        assert!(!names_differ(&json!({"Authorization": "x"}), &json!({"authorization": null})));
        assert!(names_differ(&json!({"Authorization": "x"}), &json!({})));
    }
}
