//! A function that is an operation of the API: called in this process, through the gate, with the current rights of the
//! workflow's owner. So it is validated and recorded like every request.

use crate::data::bounded;
use anyhow::ensure;
use api::{OrganizationId, Owner, ProblemCode, RunId, TenantId};
use axum::http::Method;
use flow::Fault;
use kernel::{
    app::App,
    credentials::{Refusal, rights::Ceiling},
    http::{
        Caller,
        inside::{Answered, Call, call},
    },
};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use uuid::Uuid;

#[derive(Debug)]
pub struct Operation {
    pub method: Method,
    pub path: String,
    /// The arguments that are query parameters; the others are the body.
    pub query: Vec<String>,
    pub has_body: bool,
    pub writes: bool,
    /// True if its work continues after its response, as an operation of `/api/operations`.
    pub continues: bool,
}

/// The actor and the rights of a run: those of the owner, within the rights that the author of the version had.
#[derive(Debug, Clone)]
pub struct Author {
    pub tenant: TenantId,
    pub kind: String,
    pub id: Option<Uuid>,
    pub organizations: Option<Vec<OrganizationId>>,
    pub owner: Owner,
    pub ceiling: Ceiling,
}

/// Decides whether a write is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallMode {
    Execute,
    DryRun,
}

impl Author {
    /// The caller with the current rights of a run. The outer error is internal.
    pub async fn caller(&self, app: &App) -> anyhow::Result<Result<Caller, Fault>> {
        let gone = |detail: &str| {
            Ok(Err(Fault::new("owner_disabled", 403, "The owner of the workflow is disabled").detail(detail)))
        };
        let Some(id) = self.id else { return gone("The author of the workflow is unknown.") };
        let (author, within) = ((self.kind.as_str(), id), self.organizations.as_deref());
        match app.credentials.rights_of_owner(self.tenant, self.owner, author, &self.ceiling, within).await {
            Ok(rights) => Ok(Ok(Caller::acted_for(rights))),
            Err(Refusal::Unchecked(error)) => Err(error.into_cause()),
            Err(_) => gone("The owner of the workflow is disabled or deleted. Transfer the workflow to another owner."),
        }
    }
}

impl Operation {
    /// Its name in records: `POST /api/psa/tickets`.
    pub fn target(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Removes the parameters from the arguments.
    fn query_of(&self, arguments: &mut Map<String, Value>) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for name in &self.query {
            if let Some(text) = arguments.remove(name).as_ref().and_then(text) {
                query.append_pair(name, &text);
            }
        }
        query.finish()
    }

    /// The outer error is internal: PostgreSQL is unavailable, or there is a bug. It may be retried, with the same key.
    pub async fn call(
        &self,
        app: &App,
        caller: Caller,
        run: RunId,
        path: &str,
        arguments: &Value,
        mode: CallMode,
    ) -> anyhow::Result<Result<Value, Fault>> {
        let mut body = match arguments {
            Value::Object(fields) => fields.clone(),
            Value::Null => Map::new(),
            _ => return Ok(Err(Fault::new(Fault::VALIDATION, 422, "The arguments are not an object"))),
        };
        let mut query = self.query_of(&mut body);
        if !self.has_body && !body.is_empty() {
            let names: Vec<_> = body.keys().map(String::as_str).collect();
            let detail = format!("Unknown arguments: {}.", names.join(", "));
            return Ok(Err(Fault::new(Fault::VALIDATION, 422, "Unknown argument").detail(detail)));
        }
        if self.writes && mode == CallMode::DryRun {
            query += "&dry_run=true";
        }
        let request = Call {
            method: self.method.clone(),
            target: format!("{}?{query}", self.path),
            body: self.has_body.then_some(Value::Object(body)),
            idempotency_key: self.writes.then(|| key(run, path)),
        };
        let answered = call(app, caller, &run.to_string(), request).await?;
        // It is no attempt of the step: the run continues in the other cell, or here if the tenant stays.
        ensure!(answered.body["code"] != ProblemCode::TenantMoving.name(), "the tenant is being moved to another cell");
        Ok(value(answered))
    }
}

pub fn value(Answered { status, body }: Answered) -> Result<Value, Fault> {
    if status.is_success() {
        return bounded(body);
    }
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let places = body["errors"].as_array().into_iter().flatten().map(|error| {
        let place = error["pointer"].as_str().or(error["parameter"].as_str()).unwrap_or_default();
        format!("{place} {}", error["detail"].as_str().unwrap_or_default())
    });
    let detail = std::iter::once(text("detail")).chain(places).collect::<Vec<_>>().join(" ");
    let fault = Fault::new(text("code"), status.as_u16(), text("title")).detail(detail);
    let passes = status.is_server_error() || body["code"] == "request_in_flight";
    Err(if passes { fault.retryable() } else { fault })
}

/// As a parameter is written; null is left out.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(items) => Some(items.iter().filter_map(text).collect::<Vec<_>>().join(",")),
        other => Some(other.to_string()),
    }
}

/// The same for every attempt at the same step of the same run.
pub fn key(run: RunId, path: &str) -> String {
    let key = format!("{run}:{path}");
    if key.len() <= 255 && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return key;
    }
    let hash = Sha256::digest(path.as_bytes()).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    format!("{run}:{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use serde_json::json;

    #[test]
    fn a_problem_becomes_a_fault_that_says_whether_it_passes() {
        let answered = |status, body| value(Answered { status: StatusCode::from_u16(status).unwrap(), body });
        let body = json!({"code": "invalid_request", "title": "Invalid request", "detail": "See errors.",
            "errors": [{"pointer": "/subject", "detail": "is required"}]});
        let fault = answered(422, body).unwrap_err();
        assert_eq!((fault.r#type.as_str(), fault.status, fault.retryable), ("invalid_request", 422, false));
        assert_eq!(fault.detail.as_deref(), Some("See errors. /subject is required"));
        assert!(answered(503, json!({"code": "unavailable"})).unwrap_err().retryable);
        assert!(answered(409, json!({"code": "request_in_flight"})).unwrap_err().retryable);
        assert_eq!(answered(201, json!({"id": 1})), Ok(json!({"id": 1})));
    }

    #[test]
    fn an_idempotency_key_is_one_whatever_the_steps_are_called() {
        let run = RunId(Uuid::nil());
        assert_eq!(key(run, "do/0/open"), format!("{run}:do/0/open"));
        assert!(key(run, &"long/".repeat(100)).len() <= 255);
        assert!(key(run, "do/0/größer").is_ascii());
        assert_ne!(key(run, &"a".repeat(300)), key(run, &"b".repeat(300)));
    }
}
