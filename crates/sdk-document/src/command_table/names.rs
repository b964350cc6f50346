//! The names of commands: a noun and a verb from the id of the operation. `psa.tickets.comments.list` is
//! `ticket-comments list`. The tables contain the exceptions.

use crate::names::{get_name, method_name};
use serde_json::Value;
use std::collections::BTreeMap;

/// Families whose resources are known by their own names.
const UNNAMED_FAMILIES: [&str; 4] = ["admin", "auth", "psa", "rmm"];

/// Resources that have a better name.
const NOUNS: &[(&str, &str)] = &[
    ("admin.sso", "sso-providers"),
    ("admin.webhooks.deliveries", "deliveries"),
    ("auth.sso", "sign-in"),
    ("cloud.vms", "vms"),
    ("psa.workflows.approvals", "approvals"),
    ("psa.workflows.runs", "runs"),
];

/// Operations that have a better verb.
const VERBS: &[(&str, &str)] = &[
    ("admin.api_keys.delete", "revoke"),
    ("auth.session.delete", "end"),
    ("auth.sessions.delete", "end"),
    ("operations.delete", "cancel"),
    ("psa.attachments.content", "download"),
    ("psa.attachments.create", "upload"),
    ("psa.tickets.watchers.create", "add"),
    ("psa.tickets.watchers.delete", "remove"),
    ("psa.workflows.delete", "archive"),
    ("psa.workflows.runs.delete", "cancel"),
    ("psa.workflows.runs.update", "signal"),
    ("psa.workflows.secrets.put", "set"),
    ("rmm.enrolments.delete", "revoke"),
];

/// The order of verbs in help texts. Others follow.
const ORDER: [&str; 5] = ["list", "get", "create", "update", "delete"];

pub fn rank(verb: &str) -> usize {
    ORDER.iter().position(|one| *one == verb).unwrap_or(ORDER.len())
}

/// The ids of canonical operations by the names in the SDK document.
pub fn canonical_ids(canonical: &Value) -> BTreeMap<String, String> {
    let mut ids = BTreeMap::new();
    for item in canonical["paths"].as_object().into_iter().flat_map(|paths| paths.values()) {
        for method in super::METHODS {
            let Some(id) = item[method]["operationId"].as_str() else { continue };
            ids.insert(method_name(id, method), id.to_owned());
            if let Some(resource) = id.strip_suffix(".list") {
                // An operation of its own with the same name comes first.
                ids.entry(get_name(id)).or_insert_with(|| format!("{resource}.get"));
            }
        }
    }
    ids
}

/// Noun and verb, and the verb of the id if it is another.
pub fn noun_and_verb(id: &str) -> (String, String, Option<String>) {
    let (resource, last) = id.rsplit_once('.').unwrap_or((id, "get"));
    let last = last.replace('_', "-");
    let verb = VERBS.iter().find(|(of, _)| *of == id).map(|(_, verb)| (*verb).to_owned());
    let alias = verb.is_some().then(|| last.clone());
    (noun(resource), verb.unwrap_or(last), alias)
}

fn noun(resource: &str) -> String {
    if let Some((_, noun)) = NOUNS.iter().find(|(of, _)| *of == resource) {
        return (*noun).to_owned();
    }
    let parts: Vec<&str> = resource.split('.').filter(|part| !UNNAMED_FAMILIES.contains(part)).collect();
    let last = parts.len().saturating_sub(1);
    let words = parts.iter().enumerate().map(|(index, part)| if index < last { singular(part) } else { *part });
    words.collect::<Vec<_>>().join("-").replace('_', "-")
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| !stem.ends_with('s')).unwrap_or(word)
}
