//! Faults of a body that its schema cannot express, such as the syntax of a network. Deserialization stops at its first
//! fault, so a refused body is read again without it, to report all faults at once.

use super::json::pointer;
use api::{Fault, problem::FaultCode};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// How often a body is read.
const ROUNDS: usize = 10;

/// The faults beside those that are known.
pub(super) fn faults<T: DeserializeOwned>(value: Value, known: &[Fault]) -> Vec<Fault> {
    let mut rest = Rest { value, removed: vec![], shifted: vec![] };
    for pointer in known.iter().filter_map(|fault| fault.pointer.as_deref()) {
        let _ = rest.remove(pointer);
    }
    let mut found = vec![];
    for _ in 0..ROUNDS {
        let Err(error) = serde_path_to_error::deserialize::<_, T>(&rest.value) else { break };
        let at = pointer(&error.path().to_string());
        if !rest.lacks_something_of(&at) {
            found.push(Fault::at(rest.original(&at), FaultCode::Invalid, error.inner().to_string()));
        }
        if rest.remove(&at).is_none() {
            break;
        }
    }
    found.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    found
}

/// A body without its faulty parts.
struct Rest {
    value: Value,
    /// Pointers to removed parts.
    removed: Vec<String>,
    /// Lists without their first items, and the number of these.
    shifted: Vec<(String, usize)>,
}

impl Rest {
    /// Removes a field. Of a list, the items up to a faulty one are removed; items of items are removed with their list. `None`
    /// if there is no such field.
    fn remove(&mut self, at: &str) -> Option<()> {
        let mut here = &mut self.value;
        let mut steps = at.split('/').skip(1).peekable();
        let mut path = String::new();
        while let Some(step) = steps.next() {
            let name = step.replace("~1", "/").replace("~0", "~");
            path = format!("{path}/{step}");
            let fields = here.as_object_mut()?;
            let (is_object, is_list) = fields.get(&name).map(|field| (field.is_object(), field.is_array()))?;
            let index = steps.peek().and_then(|index| index.parse::<usize>().ok());
            if is_object && steps.peek().is_some() {
                here = fields.get_mut(&name)?;
                continue;
            }
            match index.filter(|index| is_list && at == format!("{path}/{index}")) {
                Some(index) => {
                    let items = fields.get_mut(&name)?.as_array_mut()?;
                    let count = index.saturating_add(1).min(items.len());
                    items.drain(..count);
                    self.removed.push(at.to_owned());
                    self.shifted.push((path, count));
                }
                None => {
                    fields.remove(&name);
                    self.removed.push(path);
                }
            }
            return Some(());
        }
        None
    }

    /// True if a part of the object at `at` was removed, so that a fault of the object may be a consequence.
    fn lacks_something_of(&self, at: &str) -> bool {
        self.removed.iter().any(|removed| removed.strip_prefix(at).is_some_and(|rest| rest.starts_with('/')))
    }

    /// The pointer into the body as it was sent.
    fn original(&self, at: &str) -> String {
        let of =
            |list: &str| self.shifted.iter().filter(|(name, _)| name == list).map(|(_, count)| count).sum::<usize>();
        let mut original = String::new();
        for step in at.split('/').skip(1) {
            let moved = of(&original);
            original += &match step.parse::<usize>() {
                Ok(index) if moved > 0 => format!("/{}", index + moved),
                _ => format!("/{step}"),
            };
        }
        original
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;
    use std::net::IpAddr;

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is only deserialized")]
    struct Body {
        name: String,
        #[serde(default)]
        networks: Vec<IpAddr>,
        gateway: Option<IpAddr>,
        #[serde(default)]
        nested: Nested,
    }

    #[derive(Deserialize, Default)]
    #[expect(dead_code, reason = "it is only deserialized")]
    struct Nested {
        address: Option<IpAddr>,
    }

    fn pointers(body: Value, known: &[&str]) -> Vec<String> {
        let known: Vec<_> = known.iter().map(|at| Fault::at(*at, FaultCode::Invalid, "is wrong")).collect();
        faults::<Body>(body, &known).into_iter().filter_map(|fault| fault.pointer).collect()
    }

    #[test]
    fn every_fault_is_found_at_its_place() {
        let body =
            json!({"name": "x", "networks": ["::1", "a", "::2", "b"], "gateway": "c", "nested": {"address": "d"}});
        assert_eq!(pointers(body, &[]), ["/gateway", "/nested/address", "/networks/1", "/networks/3"]);
        assert_eq!(pointers(json!({"name": "x", "networks": ["::1"]}), &[]), [""; 0]);
    }

    #[test]
    fn what_a_known_fault_causes_is_no_fault_of_its_own() {
        assert_eq!(pointers(json!({"name": 7, "gateway": "c"}), &["/name"]), ["/gateway"]);
        assert_eq!(pointers(json!({"name": "x", "networks": [7, "a"]}), &["/networks/0"]), ["/networks/1"]);
    }
}
