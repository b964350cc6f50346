//! Sends the changes, one after the other. A failure ends it: what was done stays, and the next apply continues with the rest.
//!
//! An update carries the version that was compared, so that a change by somebody else in between is refused. Every request
//! has an `Idempotency-Key` of its content and version, so that two applies at the same time create one resource.

use super::{
    changes::{Action, Change, wanted},
    compare::differences,
    document::Document,
    issued,
    kinds::{Identity, Kind, Verb},
    reference::{self, Resolved},
    state::{Current, State},
    write::Write,
};
use crate::{
    context::{Context, note},
    problem::Failure,
};
use client::http::Method;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// How often a request is repeated with another key, because the resource of an earlier one is gone.
const LARGEST_ATTEMPT: u32 = 20;

/// How changes are sent.
#[derive(Debug)]
pub struct Options {
    /// The API checks the changes and stores nothing.
    pub dry_run: bool,
    /// Consents to changes that can lose backups.
    pub allow: Option<String>,
    pub secrets: Secrets,
}

/// The destination of secrets that the API issues, such as the text of a new key.
#[derive(Debug)]
pub enum Secrets {
    Folder(PathBuf),
    Discard,
    /// A change that issues one is refused.
    Unset,
}

/// The result of a change.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Unchanged,
    Applied { id: Option<String> },
    Validated,
    NotValidated,
    Failed,
    NotAttempted,
}

/// Sends all changes. The outcomes are in the order of the changes, and complete even after a failure. A dry run continues
/// after a failure.
pub async fn execute(
    context: &Context,
    state: &mut State,
    documents: &[Document],
    changes: &[Change<'_>],
    options: &Options,
) -> (Vec<Outcome>, Result<(), Failure>) {
    let mut run = Run { context, state, documents, options };
    let mut outcomes = vec![];
    let mut result = Ok(());
    for change in changes {
        if !change.is_pending() {
            outcomes.push(Outcome::Unchanged);
        } else if result.is_err() && !options.dry_run {
            outcomes.push(Outcome::NotAttempted);
        } else {
            match run.apply(change).await {
                Ok(outcome) => outcomes.push(outcome),
                Err(failure) => {
                    outcomes.push(Outcome::Failed);
                    let failure = explain(change, failure);
                    // A dry run reports every fault: all but the last one here.
                    if let Err(earlier) = std::mem::replace(&mut result, Err(failure)) {
                        earlier.report().iter().for_each(note);
                    }
                }
            }
        }
    }
    (outcomes, result)
}

fn explain(change: &Change<'_>, failure: Failure) -> Failure {
    let Document { kind, name, place, .. } = change.document;
    note(format!("{} `{name}` ({place}) was not applied.", kind.name));
    match &failure {
        Failure::Client(error) if error.code() == Some("version_mismatch") => Failure::Conflict(format!(
            "{} `{name}` was changed by somebody else after it was compared: run `tenantctl plan` again",
            kind.name
        )),
        _ => failure,
    }
}

struct Run<'a> {
    context: &'a Context,
    state: &'a mut State,
    documents: &'a [Document],
    options: &'a Options,
}

impl Run<'_> {
    async fn apply(&mut self, change: &Change<'_>) -> Result<Outcome, Failure> {
        let document = change.document;
        let wanted = wanted(self.state, self.documents, document).map_err(|fault| usage(document, &fault))?;
        if !wanted.later.is_empty() {
            return Ok(Outcome::NotValidated);
        }
        let secrets = secrets(self.state, self.documents, change)?;
        let done = match (&change.action, &change.current) {
            (Action::Create, _) => self.create(document, &wanted, secrets).await?,
            (_, Current::Found { value, query }) => {
                match self.update(document, &wanted, value, query, secrets).await? {
                    Some(done) => done,
                    None => return Ok(Outcome::Unchanged),
                }
            }
            _ => return Ok(Outcome::Unchanged),
        };
        if self.options.dry_run {
            return Ok(Outcome::Validated);
        }
        for difference in differences(document.kind, &wanted, &done) {
            let Document { kind, name, .. } = document;
            let path = difference.path;
            note(format!(
                "{} `{name}`: the server stores {path} in another form, so that it will differ again.",
                kind.name
            ));
        }
        Ok(Outcome::Applied { id: done["id"].as_str().map(str::to_owned) })
    }

    async fn create(
        &mut self,
        document: &Document,
        wanted: &Resolved,
        secrets: Map<String, Value>,
    ) -> Result<Value, Failure> {
        let kind = document.kind;
        let mut body: Map<String, Value> = wanted.values.clone();
        body.retain(|field, _| !kind.update_only.contains(&field.as_str()));
        body.extend(secrets);
        let by_parameter = kind.identity == Identity::NameParameter;
        if !by_parameter && kind.identity != Identity::ContractOfOrganization {
            body.insert("name".to_owned(), document.name.clone().into());
        }
        let write = Write {
            method: if by_parameter { Method::PUT } else { Method::POST },
            path: kind.path,
            query: if by_parameter { vec![("name", document.name.clone())] } else { vec![] },
            version: None,
            content: content(document, &body),
            body,
            dry_run: self.options.dry_run,
        };
        let made = self.create_once(document, &write).await?;
        if self.options.dry_run {
            return Ok(made);
        }
        let id = made["id"].as_str().unwrap_or_default().to_owned();
        self.state.created(document, &id);
        self.keep_issued(document, &made)?;
        let query = if by_parameter { write.query } else { vec![("id", id)] };
        // Fields that creation does not accept.
        let updated = self.update(document, wanted, &made, &query, Map::new()).await?;
        Ok(updated.unwrap_or(made))
    }

    /// An earlier apply may have sent the same creation. Its response is replayed, also if the resource was deleted since.
    async fn create_once(&mut self, document: &Document, write: &Write) -> Result<Value, Failure> {
        let mut attempt = 0;
        loop {
            let (response, used) = write.send(&self.context.client, attempt, LARGEST_ATTEMPT).await?;
            let value: Value = response.json()?;
            if !response.headers.contains_key("idempotency-replayed") {
                return Ok(value);
            }
            self.state.refresh(&self.context.client, document.kind).await?;
            let found = self.state.find(document).map_err(|fault| usage(document, &fault))?;
            if let Some(found) = found {
                let (kind, name) = (document.kind, &document.name);
                if kind.issues.is_some() {
                    note(format!(
                        "{} `{name}` was created by an earlier apply: its secret is not shown again.",
                        kind.name
                    ));
                }
                return Ok(found.clone());
            }
            attempt = used + 1;
            if attempt > LARGEST_ATTEMPT {
                return Err(Failure::Conflict(format!("{} is created and deleted again and again", document.place)));
            }
        }
    }

    /// Sends the fields that differ; `None` if there are none.
    async fn update(
        &mut self,
        document: &Document,
        wanted: &Resolved,
        current: &Value,
        query: &[(&'static str, String)],
        secrets: Map<String, Value>,
    ) -> Result<Option<Value>, Failure> {
        let kind = document.kind;
        let differing = differences(kind, wanted, current);
        let mut body = wanted.values.clone();
        body.retain(|field, _| differing.iter().any(|difference| difference.field() == field));
        body.extend(secrets);
        if body.is_empty() {
            return Ok(None);
        }
        let mut query = query.to_vec();
        if let Some(allow) = self.options.allow.as_ref().filter(|_| kind.identity == Identity::Scope) {
            query.push(("allow", allow.clone()));
        }
        let write = Write {
            method: if kind.update == Verb::Patch { Method::PATCH } else { Method::PUT },
            path: kind.path,
            query,
            version: current["version"].as_i64(),
            content: content(document, &body),
            body,
            dry_run: self.options.dry_run,
        };
        let (response, _) = write.send(&self.context.client, 0, LARGEST_ATTEMPT).await?;
        let updated: Value = response.json()?;
        if !self.options.dry_run {
            self.keep_issued(document, &updated)?;
        }
        Ok(Some(updated))
    }

    fn keep_issued(&self, document: &Document, value: &Value) -> Result<(), Failure> {
        let Some(secret) = document.kind.issues.and_then(|field| value[field].as_str()) else { return Ok(()) };
        let Document { kind, name, .. } = document;
        match &self.options.secrets {
            Secrets::Folder(folder) => {
                let path = issued::keep(folder, kind.name, name, secret).map_err(|error| {
                    let text = format!("{} `{name}` was created, but its secret was not stored", kind.name);
                    Failure::Unexpected(format!("{text} in {}: {error}. Rotate it.", folder.display()))
                })?;
                note(format!("The secret of {} `{name}` is in {}.", kind.name, path.display()));
            }
            Secrets::Discard | Secrets::Unset => note(format!("The secret of {} `{name}` was discarded.", kind.name)),
        }
        Ok(())
    }
}

/// The part of the content that the idempotency key is made of: as the file has it, without secrets.
fn content(document: &Document, body: &Map<String, Value>) -> Value {
    let field = |name: &String| document.spec.get(name).map(|value| (name.clone(), value.clone()));
    let fields: Map<String, Value> = body.keys().filter_map(field).collect();
    serde_json::json!([document.kind.name, document.name, fields])
}

/// The write-only fields that a change sends.
pub fn secrets(state: &State, documents: &[Document], change: &Change<'_>) -> Result<Map<String, Value>, Failure> {
    let target = |kind: &str, name: &str| state.target(documents, kind, name);
    let resolved = reference::resolve(change.document, |field| change.secrets_sent.contains(&field), &target);
    resolved.map(|resolved| resolved.values).map_err(|fault| usage(change.document, &fault))
}

/// A change whose response contains a secret.
pub fn issues_secret(change: &Change<'_>) -> bool {
    let Kind { issues: Some(_), .. } = change.document.kind else { return false };
    // Another origin must not know the secret of the old one.
    let moves = || change.differences.iter().any(|difference| difference.field() == "url");
    change.action == Action::Create || (change.action == Action::Update && moves())
}

fn usage(document: &Document, fault: &str) -> Failure {
    Failure::Usage(format!("{}: {fault}", document.place))
}
