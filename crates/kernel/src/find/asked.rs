//! A search as the database gets it: the argument of the functions `app.search`, `app.search_ids` and `app.search_among`.

use api::search::SearchType;
use jiff::Timestamp;
use serde::{Serialize, Serializer};
use uuid::Uuid;

#[derive(Debug, Default, Clone, PartialEq, Serialize)]
pub struct Asked {
    /// The words as they were typed: an entry with this title comes first.
    pub text: String,
    /// All of them must match.
    pub words: Vec<Word>,
    pub without: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phrases: Vec<Phrase>,
    /// The types that are searched.
    #[serde(serialize_with = "names")]
    pub types: Vec<SearchType>,
    /// True if these are all types that there are.
    pub all_types: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization_ids: Option<Vec<Uuid>>,
    pub organization_names: Vec<String>,
    /// Of each list, one label is required.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_labels: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<Identifier>,
    #[serde(flatten)]
    pub created: Created,
    #[serde(flatten)]
    pub updated: Updated,
    #[serde(flatten)]
    pub seen: Seen,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_tier: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_id: Option<Uuid>,
    pub limit: i64,
}

#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
pub struct Word {
    pub text: String,
    /// The normal forms that it has if it is an identifier, or the beginning of one.
    pub keys: Vec<String>,
    /// Similar words of the tenant, which are found instead.
    pub near: Vec<String>,
    /// True if it must not be the beginning of a longer word.
    pub exact: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Phrase {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// True if its last word may be unfinished.
    pub open: bool,
    pub not: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Identifier {
    pub kind: &'static str,
    #[serde(flatten)]
    pub value: IdentifierValue,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IdentifierValue {
    Is(String),
    Prefix(String),
    Part(String),
    /// Of IPv4 addresses.
    Network(String),
}

/// A period; its end is excluded.
macro_rules! periods {
    ($($name:ident($since:ident, $until:ident)),*) => {$(
        #[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
        pub struct $name {
            #[serde(skip_serializing_if = "Option::is_none")]
            pub $since: Option<Timestamp>,
            #[serde(skip_serializing_if = "Option::is_none")]
            pub $until: Option<Timestamp>,
        }
    )*};
}

periods!(Created(created_since, created_until), Updated(updated_since, updated_until), Seen(seen_since, seen_until));

fn names<S: Serializer>(types: &[SearchType], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(types.iter().map(|kind| kind.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn filters_that_were_not_asked_for_are_left_out() {
        let asked = Asked { types: vec![SearchType::Device], limit: 51, ..Asked::default() };
        let wanted = json!({"text": "", "words": [], "without": [], "types": ["device"], "all_types": false,
            "organization_names": [], "limit": 51});
        assert_eq!(json!(asked), wanted);
        let network = Identifier { kind: "ip", value: IdentifierValue::Network("10.0.0.0/8".into()) };
        assert_eq!(json!(network), json!({"kind": "ip", "network": "10.0.0.0/8"}));
    }
}
