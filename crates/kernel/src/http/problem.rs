//! The reason why a request failed: the caller reads the detail, only the log contains the cause.

mod causes;
mod conflict;

use super::RequestId;
use crate::{app::App, db, directory::Elsewhere, shares::Exceeded};
use api::{
    Fault, Grant, ProblemCode, Resource,
    cloud_verification::CloudVerification,
    problem::{BriefProblem, FaultCode},
    tickets::{TicketStatus, Transition},
};
use axum::{
    body::Body,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use conflict::Conflict;
use flow::{
    bounds::{MESSAGE_CHARS, SHOWN_CHARS},
    shortened, shown_pointer,
};
use serde::Serialize;
use serde_json::Value;
use std::{borrow::Cow, sync::Arc};

const ACCEPTED_SCOPES: HeaderName = HeaderName::from_static("accepted-scopes");

/// The maximum number of faults of a problem.
pub const MOST_FAULTS: usize = 100;

/// Bytes of all faults together.
const FAULTS_BYTES: usize = 48 * 1024;

/// Characters of a problem's detail.
const DETAIL_CHARS: usize = 500;

/// No `Display` and no `Debug`: it is sent to the caller as a response, or to the log as a cause.
#[derive(Clone)]
pub struct Problem(Arc<Inner>);

struct Inner {
    code: ProblemCode,
    detail: Cow<'static, str>,
    errors: Vec<Fault>,
    errors_truncated: bool,
    required_scopes: Option<Vec<Grant>>,
    granted_scopes: Option<Vec<Grant>>,
    current: Option<Value>,
    allow: Option<HeaderValue>,
    retry_after: Option<u64>,
    exceeded: Option<Exceeded>,
    allowed_transitions: Option<Vec<Transition>>,
    required_consents: Option<Vec<String>>,
    impact: Option<Value>,
    verification: Option<CloudVerification>,
    conflict: Conflict,
    elsewhere: Option<Elsewhere>,
    cause: Option<anyhow::Error>,
}

impl Inner {
    /// However many faults a request has, and however long their names are, the response is short.
    fn bound(&mut self) {
        if let Cow::Owned(detail) = shortened(&self.detail, DETAIL_CHARS) {
            self.detail = detail.into();
        }
        let mut bytes = 0;
        let all = self.errors.len();
        self.errors.iter_mut().take(MOST_FAULTS).for_each(bound_fault);
        let fits = |fault: &Fault| {
            bytes += serde_json::to_vec(fault).map_or(0, |json| json.len());
            bytes <= FAULTS_BYTES
        };
        let shown = self.errors.iter().take(MOST_FAULTS).map(fits).take_while(|fits| *fits).count();
        self.errors.truncate(shown);
        self.errors_truncated = shown < all;
    }
}

fn bound_fault(fault: &mut Fault) {
    let pointer = fault.pointer.take().map(|pointer| shown_pointer(&pointer));
    fault.pointer = pointer.map(|pointer| shortened(&pointer, MESSAGE_CHARS).into_owned());
    fault.parameter = fault.parameter.take().map(|name| shortened(&name, SHOWN_CHARS).into_owned());
    fault.detail = shortened(&fault.detail, MESSAGE_CHARS).into_owned();
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
            errors_truncated: false,
            required_scopes: None,
            granted_scopes: None,
            current: None,
            allow: None,
            retry_after: None,
            exceeded: None,
            allowed_transitions: None,
            required_consents: None,
            impact: None,
            verification: None,
            conflict: Conflict::default(),
            elsewhere: None,
            cause: None,
        };
        more(&mut inner);
        inner.bound();
        Problem(Arc::new(inner))
    }

    pub fn internal(cause: impl Into<anyhow::Error>) -> Problem {
        let detail = "An internal error occurred. It was logged under this request id.";
        Problem::make(ProblemCode::Internal, detail, |p| p.cause = Some(cause.into()))
    }

    pub fn unavailable(cause: anyhow::Error) -> Problem {
        let detail = "A part of the service is unavailable. Retry after the time in Retry-After.";
        Problem::make(ProblemCode::Unavailable, detail, |p| p.cause = Some(cause))
    }

    pub(super) fn unchecked(error: db::Error) -> Problem {
        Problem::unavailable(error.into_cause().context("the credential could not be checked"))
    }

    /// Parameters that are valid, but not together.
    pub fn unsupported_combination(detail: &'static str) -> Problem {
        Problem::new(ProblemCode::UnsupportedCombination, detail)
    }

    pub fn not_found() -> Problem {
        Problem::new(ProblemCode::NotFound, "The resource does not exist or is not visible to you.")
    }

    /// The faults determine the code: a single kind of fault has a code of its own.
    pub fn invalid(errors: Vec<Fault>) -> Problem {
        let only = |code| !errors.is_empty() && errors.iter().all(|fault| fault.code == code);
        let (code, detail) = if only(FaultCode::UnknownField) {
            (ProblemCode::UnknownField, "The body has fields that this operation does not accept.")
        } else {
            (ProblemCode::InvalidRequest, "The body is not valid. See errors.")
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
        let detail = format!("The operation requires the scope {}.", names.join(" and "));
        Problem::make(ProblemCode::InsufficientScope, detail, |p| {
            p.required_scopes = Some(required);
            p.granted_scopes = Some(granted.to_vec());
        })
    }

    pub fn escalation(required: Vec<Grant>, granted: &[Grant], errors: Vec<Fault>) -> Problem {
        let detail = "The request grants or changes rights that exceed the caller's rights. See errors.";
        Problem::make(ProblemCode::ScopeEscalation, detail, |p| {
            p.required_scopes = Some(required);
            p.granted_scopes = Some(granted.to_vec());
            p.errors = errors;
        })
    }

    pub fn version_mismatch<T: Resource + Serialize>(current: &T) -> Problem {
        let detail = format!("If-Match does not match the current version {}.", current.version());
        Problem::make(ProblemCode::VersionMismatch, detail, |p| p.current = serde_json::to_value(current).ok())
    }

    /// For a change that depends on data that was read before its transaction.
    pub fn changed_meanwhile<T: Resource + Serialize>(current: &T) -> Problem {
        let detail = format!(
            "Another request changed the object at the same time; the current version is {}. Send the change again.",
            current.version()
        );
        Problem::make(ProblemCode::VersionMismatch, detail, |p| p.current = serde_json::to_value(current).ok())
    }

    /// A conflict with the state of an object, which is shown.
    pub fn conflict<T: Resource + Serialize>(code: ProblemCode, detail: &'static str, current: &T) -> Problem {
        Problem::make(code, detail, |p| p.current = serde_json::to_value(current).ok())
    }

    pub(super) fn method_not_allowed(allow: &HeaderValue) -> Problem {
        let detail = format!("The methods of this path are {}.", allow.to_str().unwrap_or_default());
        Problem::make(ProblemCode::MethodNotAllowed, detail, |p| p.allow = Some(allow.clone()))
    }

    pub fn transition_not_allowed(from: TicketStatus, to: TicketStatus, allowed: Vec<Transition>) -> Problem {
        let detail =
            format!("The ticket cannot change from {} to {}. See allowed_transitions.", from.name(), to.name());
        Problem::make(ProblemCode::TransitionNotAllowed, detail, |p| p.allowed_transitions = Some(allowed))
    }

    /// A change that goes through only with the consents that the caller names in `allow`.
    pub fn consent_required(consents: Vec<String>, impact: &impl Serialize) -> Problem {
        let names = consents.join(",");
        let detail = format!("The change can lose data. See impact. To make it anyway, send allow={names}.");
        Problem::make(ProblemCode::ConsentRequired, detail, |p| {
            p.required_consents = Some(consents);
            p.impact = serde_json::to_value(impact).ok();
        })
    }

    /// Credentials that were not stored, with the report of their verification.
    pub fn not_verified(code: ProblemCode, detail: &'static str, report: CloudVerification) -> Problem {
        Problem::make(code, detail, |p| p.verification = Some(report))
    }

    pub(super) fn rate_limited(detail: String, retry_after: u64) -> Problem {
        Problem::make(ProblemCode::RateLimited, detail, |p| p.retry_after = Some(retry_after))
    }

    /// The request belongs to another cell. It was not executed.
    pub fn misdirected(elsewhere: Elsewhere) -> Problem {
        let detail = format!("Another cell serves the tenant: {}. Send the request to its url.", elsewhere.cell);
        Problem::make(ProblemCode::Misdirected, detail, |p| p.elsewhere = Some(elsewhere))
    }

    /// A parameter that is missing.
    pub fn missing_parameter(name: &str) -> Problem {
        let fault = Fault::of(name, FaultCode::Required, "is required");
        Problem::parameters(ProblemCode::InvalidParameter, "A parameter is missing. See errors.", vec![fault])
    }

    /// The whole problem as one text, for people.
    pub fn said(&self) -> String {
        let place = |fault: &Fault| fault.pointer.as_deref().unwrap_or_default().trim_start_matches('/').to_owned();
        let faults = self.0.errors.iter().map(|fault| format!("{} {}.", place(fault), fault.detail));
        if self.0.errors.is_empty() { self.0.detail.to_string() } else { faults.collect::<Vec<_>>().join(" ") }
    }

    /// The share that the tenant has used up, if that is the problem.
    pub(super) fn exceeded(&self) -> Option<Exceeded> {
        self.0.exceeded
    }

    /// True if the failure is internal, so that nothing is known about the request.
    pub fn is_ours(&self) -> bool {
        self.0.code.status() >= 500
    }

    /// True if the same can succeed a moment later.
    pub fn is_passing(&self) -> bool {
        matches!(self.0.code, ProblemCode::Unavailable | ProblemCode::TenantMoving)
    }

    /// True if it only reports that an earlier statement of its transaction failed.
    pub(super) fn follows_failure(&self) -> bool {
        self.cause().is_some_and(db::follows_failure)
    }

    /// As one of several results.
    pub fn brief(&self) -> BriefProblem {
        let Inner { code, detail, errors, errors_truncated, .. } = &*self.0;
        let (detail, errors_truncated) = (detail.to_string(), *errors_truncated);
        BriefProblem { code: *code, detail, errors: errors.clone(), errors_truncated }
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

    /// The complete response. Called once, by the gate, which knows the request's id.
    pub(super) fn render(&self, app: &App, request_id: &RequestId) -> Response {
        let Inner {
            code,
            detail,
            errors,
            errors_truncated,
            required_scopes,
            granted_scopes,
            current,
            allow,
            retry_after,
            allowed_transitions,
            required_consents,
            impact,
            verification,
            elsewhere,
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
            errors_truncated: *errors_truncated,
            required_scopes: required_scopes.clone(),
            granted_scopes: granted_scopes.clone(),
            allowed_transitions: allowed_transitions.clone(),
            required_consents: required_consents.clone(),
            impact: impact.clone(),
            verification: verification.clone(),
            current: current.clone(),
            conflicting: self.0.conflict.object(),
            cell: elsewhere.as_ref().map(|elsewhere| elsewhere.cell.clone()),
            url: elsewhere.as_ref().map(|elsewhere| elsewhere.url.clone()).filter(|url| !url.is_empty()),
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
        if let (ProblemCode::InsufficientScope, Some(names)) = (code, required_scopes.as_deref().and_then(listed)) {
            headers.insert(ACCEPTED_SCOPES, names);
        }
        response
    }

    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

fn listed(scopes: &[Grant]) -> Option<HeaderValue> {
    let names: Vec<_> = scopes.iter().map(ToString::to_string).collect();
    names.join(", ").parse().ok()
}

fn challenge(code: ProblemCode) -> HeaderValue {
    HeaderValue::from_static(match code {
        ProblemCode::Unauthenticated => r#"Bearer realm="tenant-control""#,
        _ => r#"Bearer realm="tenant-control", error="invalid_token""#,
    })
}

/// The gate finds the problem in the response and writes its body.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests;
