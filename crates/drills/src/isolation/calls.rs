//! Calls of every operation of the document, with ids in every place that the document has for one.

use super::world::World;
use anyhow::Context;
use reqwest::{
    Method,
    header::{CONTENT_TYPE, LINK},
};
use serde_json::{Value, json};
use std::fmt::Write;
use testkit::{Members, Operation, kind_of};

#[derive(Debug, Clone)]
pub struct Call {
    pub operation: String,
    pub method: Method,
    pub target: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Option<Value>,
    /// True if the call is about a resource of another tenant or customer, so that it must be refused.
    pub trespasses: bool,
}

pub struct Answer {
    pub status: u16,
    /// Headers and body.
    pub text: String,
    /// The cursor of the next page.
    pub next: Option<String>,
}

impl Call {
    pub fn of(operation: &Operation) -> Call {
        Call {
            operation: operation.id.clone(),
            method: operation.method.clone(),
            target: operation.path.clone(),
            headers: vec![],
            body: operation.example(),
            trespasses: false,
        }
    }

    pub fn with(mut self, name: &str, value: &str) -> Call {
        let separator = if self.target.contains('?') { '&' } else { '?' };
        self.target = format!("{}{separator}{name}={value}", self.target);
        self
    }

    pub fn with_header(mut self, name: &'static str, value: &str) -> Call {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// True if the request contains this text, so that a refusal may repeat it.
    pub fn contains(&self, text: &str) -> bool {
        self.target.contains(text) || self.body.as_ref().is_some_and(|body| body.to_string().contains(text))
    }

    pub async fn send(&self, http: &reqwest::Client, base: &str, credential: &str) -> anyhow::Result<Answer> {
        let mut request = http.request(self.method.clone(), format!("{base}{}", self.target)).bearer_auth(credential);
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if let Some(body) = &self.body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        }
        let response = request.send().await.with_context(|| format!("{} {}", self.method, self.target))?;
        let mut text = String::new();
        for (name, value) in response.headers() {
            writeln!(text, "{name}: {}", String::from_utf8_lossy(value.as_bytes()))?;
        }
        let next = response.headers().get(LINK).and_then(|link| link.to_str().ok());
        let next = next.and_then(|link| Some(link.strip_prefix('<')?.split_once('>')?.0.to_owned()));
        let status = response.status().as_u16();
        text.push_str(&response.text().await?);
        Ok(Answer { status, text, next })
    }
}

/// Calls by an actor that contain ids of the victim: as the target, in a filter, in the body.
pub fn aimed(operation: &Operation, world: &World, actor: usize, victim: &Members, mark: &str) -> Vec<Call> {
    let mut calls = about(operation, victim);
    let own = |call: Call| {
        let required = operation.named().filter(|(name, _)| operation.requires(name));
        required.fold(call, |call, (name, kind)| match world.own(actor, kind) {
            Some(member) => call.with(name, &member.id),
            None => call,
        })
    };
    for (name, required, schema) in operation.query().filter(|(name, ..)| *name != "id") {
        let value = match kind_of(schema) {
            _ if required => None,
            Some(kind) => victim.get(kind).map(|member| member.id.clone()),
            None if schema["type"] == "string" && schema.get("enum").is_none() && name != "cursor" => {
                Some(mark.to_owned())
            }
            None => None,
        };
        calls.extend(value.map(|value| own(Call::of(operation)).with(name, &value)));
    }
    for (field, kind, several) in operation.references() {
        let Some(member) = victim.get(kind) else { continue };
        let mut call = own(Call::of(operation));
        if let Some(body) = &mut call.body {
            body[field] = if several { json!([member.id]) } else { json!(member.id) };
        }
        calls.push(call);
    }
    // A list, and its first page, which has a cursor.
    if operation.method == Method::GET {
        calls.push(own(Call::of(operation)));
        calls.extend(operation.takes("limit").then(|| own(Call::of(operation)).with("limit", "1")));
    }
    calls
}

/// Calls whose target belongs to the victim: they must be refused.
pub fn about(operation: &Operation, victim: &Members) -> Vec<Call> {
    let named: Vec<_> = operation.named().filter_map(|(name, kind)| Some((name, victim.get(kind)?))).collect();
    if named.is_empty() {
        return vec![];
    }
    let call = named.iter().fold(Call::of(operation), |call, (name, member)| call.with(name, &member.id));
    let call = Call { trespasses: true, ..call };
    let dry_run = operation.takes("dry_run").then(|| call.clone().with("dry_run", "true"));
    let stale = operation.takes("If-Match").then(|| call.clone().with_header("if-match", "\"v7\""));
    [call].into_iter().chain(dry_run).chain(stale).collect()
}
