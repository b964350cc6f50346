//! The resources as the API has them: one list for each kind that documents describe or refer to.

use super::{
    document::Document,
    kinds::{Filters, Identity, Kind, LOOKUPS, nearest, referable},
    reference::{self, Target},
};
use crate::{context::now, problem::Failure};
use client::{Client, LARGEST_PAGE, Request};
use futures::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    pin::pin,
};

/// Requests at a time.
pub const SIDE_BY_SIDE: usize = 4;

/// The lists, by the name of their kind.
#[derive(Debug, Default)]
pub struct State {
    lists: BTreeMap<String, Vec<Value>>,
    /// Ids of resources that this apply has created, by kind and name.
    created: BTreeMap<(String, String), String>,
}

impl State {
    /// Reads all that the documents need.
    pub async fn read(client: &Client, documents: &[Document]) -> Result<State, Failure> {
        let names = needed(documents)?;
        let lists = names.into_iter().map(async |name| {
            let items = list(client, &name).await?;
            Ok::<_, Failure>((name, items))
        });
        let lists = stream::iter(lists).buffered(SIDE_BY_SIDE).try_collect().await?;
        Ok(State { lists, created: BTreeMap::new() })
    }

    /// The present form of a document's resource.
    pub async fn current(&self, client: &Client, document: &Document) -> Result<Current, Failure> {
        let kind = document.kind;
        if kind.always_exists() {
            let query = match self.scope(document) {
                Ok(query) => query,
                Err(fault) => return Ok(Current::Fault(fault)),
            };
            let request = query.iter().fold(Request::get(kind.path), |request, (name, id)| request.query(name, id));
            return Ok(Current::Found { value: client.send(request).await?.json()?, query });
        }
        let found = match self.find(document) {
            Ok(None) => return Ok(Current::Missing),
            Ok(Some(found)) => found,
            Err(fault) => return Ok(Current::Fault(fault)),
        };
        let id = found["id"].as_str().unwrap_or_default().to_owned();
        let mut value = found.clone();
        if kind.unlisted.iter().any(|field| document.spec.contains_key(*field)) {
            value = client.send(Request::get(kind.path).query("id", &id)).await?.json()?;
        }
        let parameter = match kind.identity {
            Identity::NameParameter => ("name", document.name.clone()),
            _ => ("id", id),
        };
        Ok(Current::Found { value, query: vec![parameter] })
    }

    /// Reads the list of a kind again.
    pub async fn refresh(&mut self, client: &Client, kind: &Kind) -> Result<(), Failure> {
        self.lists.insert(kind.name.to_owned(), list(client, kind.name).await?);
        Ok(())
    }

    /// Later documents may refer to it.
    pub fn created(&mut self, document: &Document, id: &str) {
        self.created.insert((document.kind.name.to_owned(), document.name.clone()), id.to_owned());
    }

    /// The id that a reference stands for. Resources that `documents` describe and that do not exist yet have theirs later.
    pub fn target(&self, documents: &[Document], kind: &str, name: &str) -> Result<Target, String> {
        let Some((_, field, _)) = referable(kind) else { return Err(not_referable(kind)) };
        if let Some(id) = self.created.get(&(kind.to_owned(), name.to_owned())) {
            return Ok(Target::Id(id.clone()));
        }
        let items = self.lists.get(kind).map(Vec::as_slice).unwrap_or_default();
        let named: Vec<&Value> = items.iter().filter(|item| item[field] == name).collect();
        match named.as_slice() {
            [one] => Ok(Target::Id(one["id"].as_str().unwrap_or_default().to_owned())),
            [] if documents.iter().any(|other| other.kind.name == kind && other.name == name) => Ok(Target::Later),
            [] => {
                let known = nearest(name, items.iter().filter_map(|item| item[field].as_str()));
                let hint = known.map(|known| format!("; did you mean `{known}`?")).unwrap_or_default();
                Err(format!("there is no {kind} `{name}`{hint}"))
            }
            several => Err(format!("there are {} of {kind} `{name}`: write the id instead", several.len())),
        }
    }

    /// The query that selects the settings of a scope.
    fn scope(&self, document: &Document) -> Result<Vec<(&'static str, String)>, String> {
        match document.name.split_once('/') {
            Some(("organization", name)) => match self.target(&[], "Organization", name)? {
                Target::Id(id) => Ok(vec![("organization_id", id)]),
                Target::Later => Ok(vec![]),
            },
            Some(("device", id)) => Ok(vec![("device_id", id.to_owned())]),
            _ => Ok(vec![]),
        }
    }

    /// The organization that the name of a contract stands for.
    pub fn organization(&self, document: &Document) -> Result<String, String> {
        match self.target(&[], "Organization", &document.name)? {
            Target::Id(id) => Ok(id),
            Target::Later => Err(format!("there is no Organization `{}`", document.name)),
        }
    }

    /// The listed resource of a document.
    pub fn find(&self, document: &Document) -> Result<Option<&Value>, String> {
        let items = self.lists.get(document.kind.name).map(Vec::as_slice).unwrap_or_default();
        let matching: Vec<&Value> = match document.kind.identity {
            Identity::ContractOfOrganization => self.contracts(document, items)?,
            Identity::NameInOrganization => {
                let organization = self.organization_field(document)?;
                let fits = |item: &&Value| item["name"] == *document.name && item["organization_id"] == organization;
                items.iter().filter(fits).collect()
            }
            _ => items.iter().filter(|item| item["name"] == *document.name).collect(),
        };
        match matching.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(*one)),
            several => {
                let ids: Vec<&str> = several.iter().filter_map(|item| item["id"].as_str()).collect();
                Err(format!("its name is that of {} resources: {}", ids.len(), ids.join(", ")))
            }
        }
    }

    fn organization_field(&self, document: &Document) -> Result<Value, String> {
        let target = |kind: &str, name: &str| self.target(&[], kind, name);
        let resolved = reference::resolve(document, |field| field == "organization_id", &target)?;
        Ok(resolved.values.get("organization_id").cloned().unwrap_or_default())
    }

    /// Contracts of the organization that have not ended, or the one that starts when the document says.
    fn contracts<'a>(&self, document: &Document, items: &'a [Value]) -> Result<Vec<&'a Value>, String> {
        let organization = self.organization(document)?;
        let time = |value: &Value| value.as_str().and_then(|text| text.parse::<Timestamp>().ok());
        let start = document.spec.get("starts_at").and_then(time);
        let now = now();
        let fits = |item: &&Value| {
            item["organization_id"] == *organization
                && match start {
                    Some(start) => time(&item["starts_at"]) == Some(start),
                    None => time(&item["ends_at"]).is_none_or(|end| end > now),
                }
        };
        Ok(items.iter().filter(fits).collect())
    }
}

/// The present form of a resource.
#[derive(Debug)]
pub enum Current {
    Missing,
    /// The query selects it in requests.
    Found {
        value: Value,
        query: Vec<(&'static str, String)>,
    },
    /// It cannot be found, for this reason.
    Fault(String),
}

/// The names of the kinds whose lists are read.
fn needed(documents: &[Document]) -> Result<BTreeSet<String>, Failure> {
    let mut names = BTreeSet::new();
    let mut faults = vec![];
    for document in documents {
        if !document.kind.always_exists() {
            names.insert(document.kind.name.to_owned());
        }
        let by_organization = document.kind.identity == Identity::ContractOfOrganization
            || (document.kind.identity == Identity::Scope && document.name.starts_with("organization/"));
        if by_organization {
            names.insert("Organization".to_owned());
        }
        match reference::ids(document) {
            Ok(ids) => {
                for (kind, _) in ids {
                    if referable(&kind).is_none() {
                        faults.push(format!("{}: {}", document.place, not_referable(&kind)));
                    }
                    names.insert(kind);
                }
            }
            Err(fault) => faults.push(format!("{}: {fault}", document.place)),
        }
    }
    if faults.is_empty() { Ok(names) } else { Err(Failure::Usage(faults.join("\n"))) }
}

fn not_referable(kind: &str) -> String {
    let lookups: Vec<&str> = LOOKUPS.iter().map(|lookup| lookup.name).collect();
    format!("`{kind}` is not a kind that ${{ref:…}} can name: {} or a kind with names", lookups.join(", "))
}

async fn list(client: &Client, name: &str) -> Result<Vec<Value>, Failure> {
    let Some((path, filters)) = list_of(name) else { return Ok(vec![]) };
    let request = filters
        .iter()
        .fold(Request::get(path).query("limit", LARGEST_PAGE), |request, (name, value)| request.query(name, value));
    let mut pages = pin!(client.pages(request));
    let mut items = vec![];
    while let Some(page) = pages.try_next().await? {
        items.extend(page.items);
    }
    Ok(items)
}

fn list_of(name: &str) -> Option<(&'static str, Filters)> {
    let kind = Kind::named(name).map(|kind| (kind.path, kind.list));
    kind.or_else(|| referable(name).map(|(path, _, filters)| (path, filters)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn state(lists: Value) -> State {
        State { lists: serde_json::from_value(lists).unwrap(), ..State::default() }
    }

    fn id(state: &State, document: &Document) -> Result<Option<String>, String> {
        state.find(document).map(|found| found.map(|item| item["id"].as_str().unwrap().to_owned()))
    }

    #[test]
    fn two_resources_of_one_name_are_not_guessed() {
        let state = state(json!({"Webhook": [{"id": "whk_1", "name": "a"}, {"id": "whk_2", "name": "a"}]}));
        assert!(id(&state, &Document::of("Webhook", "a", json!({}))).unwrap_err().contains("whk_1, whk_2"));
        assert_eq!(id(&state, &Document::of("Webhook", "b", json!({}))), Ok(None));
    }

    #[test]
    fn a_repository_is_found_within_its_organization() {
        let state = state(json!({
            "Organization": [{"id": "org_1", "name": "Initech"}],
            "BackupRepository": [
                {"id": "rep_1", "name": "vault", "organization_id": null},
                {"id": "rep_2", "name": "vault", "organization_id": "org_1"},
            ],
        }));
        assert_eq!(id(&state, &Document::of("BackupRepository", "vault", json!({}))), Ok(Some("rep_1".to_owned())));
        let spec = json!({"organization_id": "${ref:Organization/Initech}"});
        assert_eq!(id(&state, &Document::of("BackupRepository", "vault", spec)), Ok(Some("rep_2".to_owned())));
    }

    #[test]
    fn a_contract_is_that_of_the_organization_which_has_not_ended() {
        let contract = |id: &str, start: &str, end: &str| json!({"id": id, "organization_id": "org_1", "starts_at": start, "ends_at": end});
        let state = state(json!({
            "Organization": [{"id": "org_1", "name": "Initech"}],
            "SlaContract": [
                contract("slc_1", "2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"),
                contract("slc_2", "2021-01-01T00:00:00Z", "2999-01-01T00:00:00Z"),
            ],
        }));
        assert_eq!(id(&state, &Document::of("SlaContract", "Initech", json!({}))), Ok(Some("slc_2".to_owned())));
        let first = json!({"starts_at": "2020-01-01T01:00:00+01:00"});
        assert_eq!(id(&state, &Document::of("SlaContract", "Initech", first)), Ok(Some("slc_1".to_owned())));
        let unknown = id(&state, &Document::of("SlaContract", "Inetech", json!({}))).unwrap_err();
        assert!(unknown.contains("did you mean `Initech`"), "{unknown}");
    }
}
