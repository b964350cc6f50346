//! The plan: what has to change so that the resources are as the documents describe them, in the order in which it is done.

use super::{
    compare::{Difference, differences, names_differ},
    document::Document,
    kinds::Identity,
    reference::{self, Resolved},
    state::{Current, SIDE_BY_SIDE, State},
};
use crate::problem::Failure;
use client::Client;
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::Value;

/// The action that a change takes on a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Create,
    Update,
    Unchanged,
    /// It cannot be done, so that nothing is.
    Refused,
}

impl Action {
    pub fn name(self) -> &'static str {
        match self {
            Action::Create => "create",
            Action::Update => "update",
            Action::Unchanged => "unchanged",
            Action::Refused => "refused",
        }
    }
}

/// A document, its resource, and the differences.
#[derive(Debug)]
pub struct Change<'a> {
    pub document: &'a Document,
    pub current: Current,
    pub action: Action,
    pub differences: Vec<Difference>,
    /// Write-only fields that are sent.
    pub secrets_sent: Vec<&'static str>,
    /// Write-only fields of the document that could differ unseen.
    pub secrets_not_compared: Vec<&'static str>,
    /// Why it is refused.
    pub reason: Option<String>,
}

impl Change<'_> {
    pub fn is_pending(&self) -> bool {
        matches!(self.action, Action::Create | Action::Update)
    }
}

/// Write-only fields are sent with creations and when the API requires them, or always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resend {
    IfRequired,
    Always,
}

/// All changes, in their order.
pub async fn plan<'a>(
    client: &Client,
    state: &State,
    documents: &'a [Document],
    resend: Resend,
) -> Result<Vec<Change<'a>>, Failure> {
    let ordered = order(documents)?;
    let changes = ordered.into_iter().map(async |document| {
        let current = state.current(client, document).await?;
        Ok::<_, Failure>(change(state, documents, document, current, resend))
    });
    stream::iter(changes).buffered(SIDE_BY_SIDE).try_collect().await
}

/// The change of one document.
pub fn change<'a>(
    state: &State,
    documents: &[Document],
    document: &'a Document,
    current: Current,
    resend: Resend,
) -> Change<'a> {
    let mut change = Change {
        document,
        action: Action::Unchanged,
        differences: vec![],
        secrets_sent: vec![],
        secrets_not_compared: vec![],
        reason: None,
        current,
    };
    match wanted(state, documents, document) {
        Ok(wanted) => compare(&mut change, &wanted, resend),
        Err(fault) => refuse(&mut change, fault),
    }
    change
}

/// The compared fields of a document, with their references resolved.
pub fn wanted(state: &State, documents: &[Document], document: &Document) -> Result<Resolved, String> {
    let target = |kind: &str, name: &str| state.target(documents, kind, name);
    let mut wanted = reference::resolve(document, |field| document.kind.write_only(field).is_none(), &target)?;
    if document.kind.identity == Identity::ContractOfOrganization {
        wanted.values.insert("organization_id".to_owned(), state.organization(document)?.into());
    }
    Ok(wanted)
}

fn refuse(change: &mut Change<'_>, reason: String) {
    change.action = Action::Refused;
    change.reason = Some(reason);
}

fn compare(change: &mut Change<'_>, wanted: &Resolved, resend: Resend) {
    let (document, kind) = (change.document, change.document.kind);
    let named = kind.write_only.iter().filter(|known| document.spec.contains_key(known.field));
    let value = match &change.current {
        Current::Fault(fault) => {
            let fault = fault.clone();
            return refuse(change, fault);
        }
        Current::Missing => {
            change.action = Action::Create;
            change.differences = differences(kind, wanted, &Value::Null);
            change.secrets_sent = named.map(|known| known.field).collect();
            return;
        }
        Current::Found { value, .. } => value,
    };
    change.differences = differences(kind, wanted, value);
    let changed = |field: &str| change.differences.iter().any(|difference| difference.field() == field);
    for known in named {
        let names = known.names_are_returned && names_differ(&document.spec[known.field], &value[known.field]);
        if resend == Resend::Always || names || known.again_with.iter().any(|field| changed(field)) {
            change.secrets_sent.push(known.field);
        } else {
            change.secrets_not_compared.push(known.field);
        }
    }
    let fixed: Vec<&str> = kind.create_only.iter().copied().filter(|field| changed(field)).collect();
    if !fixed.is_empty() {
        let fields = fixed.join(", ");
        refuse(change, format!("{fields} cannot be changed: delete the resource, or describe it as it is"));
    } else if !change.differences.is_empty() || !change.secrets_sent.is_empty() {
        change.action = Action::Update;
    }
}

/// Documents after those that they refer to, otherwise in the order of their kinds.
pub fn order(documents: &[Document]) -> Result<Vec<&Document>, Failure> {
    let mut waiting: Vec<(&Document, Vec<(String, String)>)> = vec![];
    for document in documents {
        let ids = reference::ids(document).map_err(|fault| Failure::Usage(format!("{}: {fault}", document.place)))?;
        waiting.push((document, ids));
    }
    waiting.sort_by_key(|(document, _)| document.kind.rank());
    let mut ordered: Vec<&Document> = vec![];
    while !waiting.is_empty() {
        let is_waiting = |kind: &str, name: &str| {
            waiting.iter().any(|(document, _)| document.kind.name == kind && document.name == name)
        };
        let ready = waiting.iter().position(|(_, ids)| !ids.iter().any(|(kind, name)| is_waiting(kind, name)));
        let Some(ready) = ready else {
            let names: Vec<_> = waiting.iter().map(|(document, _)| document.place.as_str()).collect();
            return Err(Failure::Usage(format!("these documents refer to each other: {}", names.join(", "))));
        };
        ordered.push(waiting.remove(ready).0);
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn changed(document: &Document, current: Current, resend: Resend) -> Change<'_> {
        change(&State::default(), &[], document, current, resend)
    }

    fn found(value: Value) -> Current {
        Current::Found { value, query: vec![] }
    }

    #[test]
    fn documents_follow_those_that_they_refer_to() {
        let documents = [
            Document::of("View", "v", json!({"filter": {"team_id": "${ref:Team/t}"}})),
            Document::of("Team", "t", json!({"description": "${ref:View/w}"})),
            Document::of("View", "w", json!({})),
        ];
        let names: Vec<_> = order(&documents).unwrap().iter().map(|document| document.name.clone()).collect();
        assert_eq!(names, ["w", "t", "v"]);
        let circle = [Document::of("View", "a", json!({"sort": "${ref:View/a}"}))];
        assert!(order(&circle).is_err());
    }

    #[test]
    fn a_secret_is_sent_on_creation_and_when_the_api_requires_it() {
        let spec = json!({"value": "${env:X}", "allowed_hosts": ["a.example"]});
        let secret = Document::of("WorkflowSecret", "s", spec);
        let same = json!({"allowed_hosts": ["a.example"]});
        let create = changed(&secret, Current::Missing, Resend::IfRequired);
        assert_eq!((create.action, create.secrets_sent), (Action::Create, vec!["value"]));
        let unchanged = changed(&secret, found(same.clone()), Resend::IfRequired);
        assert_eq!((unchanged.action, unchanged.secrets_not_compared), (Action::Unchanged, vec!["value"]));
        let moved = changed(&secret, found(json!({"allowed_hosts": []})), Resend::IfRequired);
        assert_eq!((moved.action, moved.secrets_sent), (Action::Update, vec!["value"]));
        let resent = changed(&secret, found(same), Resend::Always);
        assert_eq!((resent.action, resent.secrets_sent), (Action::Update, vec!["value"]));
    }

    #[test]
    fn a_field_that_cannot_be_changed_is_refused() {
        let provider = Document::of("CloudProvider", "p", json!({"kind": "aws"}));
        let change = changed(&provider, found(json!({"kind": "hetzner"})), Resend::IfRequired);
        assert_eq!(change.action, Action::Refused);
        assert!(change.reason.unwrap().contains("kind cannot be changed"));
    }
}
