//! Why a request failed: the caller reads the detail, only the log reads the cause.

use super::RequestId;
use crate::{app::App, db, sealing};
use api::{
    Fault, Grant, ProblemCode, Resource,
    problem::{BriefProblem, FaultCode},
    tickets::{TicketStatus, Transition},
};
use axum::{
    body::Body,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::Value;
use std::{borrow::Cow, sync::Arc};

const ACCEPTED_SCOPES: HeaderName = HeaderName::from_static("accepted-scopes");

/// No `Display` and no `Debug`: it goes to the caller as an answer, or to the log as a cause.
#[derive(Clone)]
pub struct Problem(Arc<Inner>);

struct Inner {
    code: ProblemCode,
    detail: Cow<'static, str>,
    errors: Vec<Fault>,
    required_scopes: Option<Vec<Grant>>,
    granted_scopes: Option<Vec<Grant>>,
    current: Option<Value>,
    allow: Option<HeaderValue>,
    retry_after: Option<u64>,
    allowed_transitions: Option<Vec<Transition>>,
    cause: Option<anyhow::Error>,
}

impl Problem {
    pub fn new(code: ProblemCode, detail: impl Into<Cow<'static, str>>) -> Problem {
        Problem::make(code, detail, |_| {})
    }

    fn make(code: ProblemCode, detail: impl Into<Cow<'static, str>>, more: impl FnOnce(&mut Inner)) -> Problem {
        let mut inner = Inner {
            code,
            detail: detail.into(),
            errors: vec![],
            required_scopes: None,
            granted_scopes: None,
            current: None,
            allow: None,
            retry_after: None,
            allowed_transitions: None,
            cause: None,
        };
        more(&mut inner);
        Problem(Arc::new(inner))
    }

    pub fn internal(cause: impl Into<anyhow::Error>) -> Problem {
        let detail = "Something broke on our side; it has been logged under this request id.";
        Problem::make(ProblemCode::Internal, detail, |p| p.cause = Some(cause.into()))
    }

    fn unavailable(cause: anyhow::Error) -> Problem {
        let detail = "A part of the service does not answer at the moment. Try again after the given time.";
        Problem::make(ProblemCode::Unavailable, detail, |p| p.cause = Some(cause))
    }

    pub(super) fn unchecked(error: db::Error) -> Problem {
        Problem::unavailable(error.into_cause().context("the credential could not be checked"))
    }

    pub fn not_found() -> Problem {
        Problem::new(ProblemCode::NotFound, "There is nothing here that you can see.")
    }

    /// The faults decide the code: one kind of fault alone gets a code of its own.
    pub fn invalid(errors: Vec<Fault>) -> Problem {
        let only = |code| !errors.is_empty() && errors.iter().all(|fault| fault.code == code);
        let (code, detail) = if only(FaultCode::UnknownField) {
            (ProblemCode::UnknownField, "The body has fields that this operation does not know.")
        } else {
            (ProblemCode::InvalidRequest, "The body can be read, but not all of it can be taken. See errors.")
        };
        Problem::make(code, detail, |p| p.errors = errors)
    }

    /// One fault of the body, found by a handler.
    pub fn fault(pointer: &str, code: FaultCode, detail: impl Into<String>) -> Problem {
        Problem::invalid(vec![Fault::at(pointer, code, detail)])
    }

    pub fn parameters(code: ProblemCode, detail: &'static str, errors: Vec<Fault>) -> Problem {
        Problem::make(code, detail, |p| p.errors = errors)
    }

    pub fn insufficient_scope(required: Vec<Grant>, granted: &[Grant]) -> Problem {
        let names: Vec<_> = required.iter().map(ToString::to_string).collect();
        let detail = format!("This needs the scope {}.", names.join(" and "));
        Problem::make(ProblemCode::InsufficientScope, detail, |p| {
            p.required_scopes = Some(required);
            p.granted_scopes = Some(granted.to_vec());
        })
    }

    pub fn escalation(required: Vec<Grant>, granted: &[Grant], errors: Vec<Fault>) -> Problem {
        let detail = "Nobody can give more than they have themselves, nor change somebody who has more. See errors.";
        Problem::make(ProblemCode::ScopeEscalation, detail, |p| {
            p.required_scopes = Some(required);
            p.granted_scopes = Some(granted.to_vec());
            p.errors = errors;
        })
    }

    pub fn version_mismatch<T: Resource + Serialize>(current: &T) -> Problem {
        let detail = format!("If-Match names another version; the present one is {}.", current.version());
        Problem::make(ProblemCode::VersionMismatch, detail, |p| p.current = serde_json::to_value(current).ok())
    }

    /// For a change that builds on what was read before its transaction.
    pub fn changed_meanwhile<T: Resource + Serialize>(current: &T) -> Problem {
        let detail = format!(
            "Another request changed it at the same moment; the present version is {}. Send the change again.",
            current.version()
        );
        Problem::make(ProblemCode::VersionMismatch, detail, |p| p.current = serde_json::to_value(current).ok())
    }

    pub(super) fn method_not_allowed(allow: &HeaderValue) -> Problem {
        let detail = "The header Allow names the methods that this path has.";
        Problem::make(ProblemCode::MethodNotAllowed, detail, |p| p.allow = Some(allow.clone()))
    }

    pub fn transition_not_allowed(from: TicketStatus, to: TicketStatus, allowed: Vec<Transition>) -> Problem {
        let detail = format!("A ticket that is {} cannot become {}; see allowed_transitions.", from.name(), to.name());
        Problem::make(ProblemCode::TransitionNotAllowed, detail, |p| p.allowed_transitions = Some(allowed))
    }

    pub(super) fn rate_limited(detail: String, retry_after: u64) -> Problem {
        Problem::make(ProblemCode::RateLimited, detail, |p| p.retry_after = Some(retry_after))
    }

    /// A parameter that is missing.
    pub fn missing_parameter(name: &str) -> Problem {
        let fault = Fault::of(name, FaultCode::Required, "is required");
        Problem::parameters(ProblemCode::InvalidParameter, "A parameter is missing. See errors.", vec![fault])
    }

    /// Whether the fault is on our side, so that nothing can be said of the request.
    pub fn is_ours(&self) -> bool {
        self.0.code.status() >= 500
    }

    /// Whether it only says that an earlier statement of its transaction had failed.
    pub(super) fn follows_failure(&self) -> bool {
        self.cause().is_some_and(db::follows_failure)
    }

    /// As one of several results.
    pub fn brief(&self) -> BriefProblem {
        BriefProblem { code: self.0.code, detail: self.0.detail.to_string(), errors: self.0.errors.clone() }
    }

    pub fn code(&self) -> ProblemCode {
        self.0.code
    }

    /// For the caller.
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// For the log.
    pub fn cause(&self) -> Option<&anyhow::Error> {
        self.0.cause.as_ref()
    }

    /// The answer, complete. Called once, at the gate, which knows the request's id.
    pub(super) fn render(&self, app: &App, request_id: &RequestId) -> Response {
        let Inner {
            code,
            detail,
            errors,
            required_scopes,
            granted_scopes,
            current,
            allow,
            retry_after,
            allowed_transitions,
            ..
        } = &*self.0;
        let body = api::Problem {
            kind: format!("{}/documentation/problems/{}", app.settings.base_url, code.name()),
            title: code.title().to_owned(),
            status: code.status(),
            detail: detail.to_string(),
            code: *code,
            request_id: request_id.to_string(),
            errors: errors.clone(),
            required_scopes: required_scopes.clone(),
            granted_scopes: granted_scopes.clone(),
            allowed_transitions: allowed_transitions.clone(),
            current: current.clone(),
        };
        let mut response = Response::new(Body::from(serde_json::to_vec(&body).unwrap_or_default()));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(allow) = allow {
            headers.insert(header::ALLOW, allow.clone());
        }
        if self.status() == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, challenge(*code));
        }
        if self.status() == StatusCode::SERVICE_UNAVAILABLE || *code == ProblemCode::RequestInFlight {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, (*seconds).into());
        }
        if let (ProblemCode::InsufficientScope, Some(scopes)) = (code, required_scopes) {
            let names: Vec<_> = scopes.iter().map(ToString::to_string).collect();
            if let Ok(names) = names.join(", ").parse() {
                headers.insert(ACCEPTED_SCOPES, names);
            }
        }
        response
    }

    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

fn challenge(code: ProblemCode) -> HeaderValue {
    HeaderValue::from_static(match code {
        ProblemCode::Unauthenticated => r#"Bearer realm="tenant-control""#,
        _ => r#"Bearer realm="tenant-control", error="invalid_token""#,
    })
}

impl From<db::Error> for Problem {
    fn from(error: db::Error) -> Problem {
        if error.is_passing() {
            Problem::unavailable(error.into_cause())
        } else if error.is_restricted() {
            Problem::new(ProblemCode::OrganizationRestricted, "The caller's organization_ids do not allow this.")
        } else {
            Problem::internal(error)
        }
    }
}

impl From<tokio_postgres::Error> for Problem {
    fn from(error: tokio_postgres::Error) -> Problem {
        db::Error::from(error).into()
    }
}

impl From<sealing::Error> for Problem {
    fn from(error: sealing::Error) -> Problem {
        if error.is_passing() { Problem::unavailable(error.into_cause()) } else { Problem::internal(error) }
    }
}

/// The gate finds the problem in the answer and writes its body.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
