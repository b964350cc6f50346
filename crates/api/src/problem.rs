//! What went wrong, as RFC 9457 `application/problem+json` with a closed list of codes.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{Grant, tickets::Transition};

macro_rules! problem_codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $status:literal, $title:literal;)*) => {
        /// The closed list of reasons for which a request fails. New ones may be added.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ProblemCode { $($(#[$doc])* $name),* }

        impl ProblemCode {
            pub const ALL: &[ProblemCode] = &[$(ProblemCode::$name),*];

            pub fn name(self) -> &'static str {
                match self { $(ProblemCode::$name => $text),* }
            }

            pub fn status(self) -> u16 {
                match self { $(ProblemCode::$name => $status),* }
            }

            pub fn title(self) -> &'static str {
                match self { $(ProblemCode::$name => $title),* }
            }
        }
    };
}

problem_codes! {
    MalformedJson = "malformed_json", 400, "The body is not JSON";
    MissingId = "missing_id", 400, "The parameter id is missing";
    UnknownParameter = "unknown_parameter", 400, "There is no such parameter";
    InvalidParameter = "invalid_parameter", 400, "A parameter has a value that it cannot have";
    InvalidHeader = "invalid_header", 400, "A header has a value that it cannot have";
    UnsupportedCombination = "unsupported_combination", 400, "These filters do not go together";
    CursorMismatch = "cursor_mismatch", 400, "The cursor belongs to another list";
    SsoStateInvalid = "sso_state_invalid", 400, "The sign-in was not begun here, or is over";
    SsoCodeInvalid = "sso_code_invalid", 400, "The code cannot be exchanged";
    Unauthenticated = "unauthenticated", 401, "This needs an API key or a session";
    KeyUnknown = "key_unknown", 401, "There is no such API key";
    KeyExpired = "key_expired", 401, "The API key has expired";
    KeyRotated = "key_rotated", 401, "The API key has a new secret";
    KeyRevoked = "key_revoked", 401, "The API key was revoked";
    OwnerDisabled = "owner_disabled", 401, "The owner of the credential is disabled";
    SessionUnknown = "session_unknown", 401, "There is no such session";
    SessionExpired = "session_expired", 401, "The session has expired";
    SessionRevoked = "session_revoked", 401, "The session has ended";
    CrossSiteRequest = "cross_site_request", 403, "The request does not come from this site";
    SsoRefused = "sso_refused", 403, "The identity provider's answer is not accepted";
    InsufficientScope = "insufficient_scope", 403, "The caller lacks a scope";
    AddressNotAllowed = "address_not_allowed", 403, "The API key may not be used from this address";
    OrganizationRestricted = "organization_restricted", 403, "The caller is restricted to some organizations";
    ScopeEscalation = "scope_escalation", 403, "Nobody can give more than they have";
    ApproverNotAllowed = "approver_not_allowed", 403, "The caller may not decide this";
    NotFound = "not_found", 404, "There is nothing here";
    SsoNotConfigured = "sso_not_configured", 404, "Nobody signs in by this domain";
    MethodNotAllowed = "method_not_allowed", 405, "This path does not have that method";
    RequestInFlight = "request_in_flight", 409, "The same request is under way";
    QuotaExceeded = "quota_exceeded", 409, "There is no room for another one";
    KeyNotLive = "key_not_live", 409, "A revoked or expired key cannot be changed";
    LastAdministrator = "last_administrator", 409, "Nobody else administers the tenant";
    NoSession = "no_session", 409, "There is no session to end";
    DomainTaken = "domain_taken", 409, "The domain belongs to another";
    NameTaken = "name_taken", 409, "Another one has that name";
    ExternalRefTaken = "external_ref_taken", 409, "Another one has that external reference";
    TicketFinal = "ticket_final", 409, "The ticket has ended for good";
    TransitionNotAllowed = "transition_not_allowed", 409, "The ticket cannot go there from where it is";
    NothingToResolve = "nothing_to_resolve", 409, "No unresolved ticket has that dedup_key";
    DedupKeyTaken = "dedup_key_taken", 409, "Another unresolved ticket has that dedup_key";
    OrganizationInUse = "organization_in_use", 409, "Something still refers to the organization";
    EndpointDisabled = "endpoint_disabled", 409, "The webhook endpoint is disabled";
    OperationOver = "operation_over", 409, "The operation has ended";
    WorkflowDisabled = "workflow_disabled", 409, "The workflow is disabled";
    WorkflowInUse = "workflow_in_use", 409, "Runs of the workflow are under way";
    RunOver = "run_over", 409, "The run has ended";
    RunNotFailed = "run_not_failed", 409, "Only a run that failed can be retried";
    NothingWaits = "nothing_waits", 409, "The run does not wait for that";
    BodyTimeout = "body_timeout", 408, "The body took too long to arrive";
    EventGone = "event_gone", 410, "The log does not hold that event any more";
    VersionMismatch = "version_mismatch", 412, "It has changed since you read it";
    BodyTooLarge = "body_too_large", 413, "The body is too large";
    UnsupportedMediaType = "unsupported_media_type", 415, "The body must be application/json";
    InvalidRequest = "invalid_request", 422, "The request has faults";
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The Idempotency-Key belongs to another request";
    UnknownField = "unknown_field", 422, "There is no such field";
    RateLimited = "rate_limited", 429, "Too many requests";
    Internal = "internal", 500, "Something broke on our side";
    SsoUnavailable = "sso_unavailable", 503, "The identity provider cannot be asked";
    Unavailable = "unavailable", 503, "The service cannot answer right now";
}

/// What went wrong. Branch on `code`; `detail` is for people.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The address of a page about this code.
    #[serde(rename = "type")]
    #[schema(examples("/documentation/problems/not_found"))]
    pub kind: String,
    #[schema(examples("There is nothing here"))]
    pub title: String,
    #[schema(minimum = 400, maximum = 599, examples(404))]
    pub status: u16,
    #[schema(examples("There is no API key with this id."))]
    pub detail: String,
    pub code: ProblemCode,
    /// Name it when you ask about this answer: it is in our logs.
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// All faults of the request at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
    /// What the operation needs (`insufficient_scope`, `scope_escalation`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub required_scopes: Option<Vec<Grant>>,
    /// What the caller has (`insufficient_scope`, `scope_escalation`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub granted_scopes: Option<Vec<Grant>>,
    /// What the status may be changed to (`transition_not_allowed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub allowed_transitions: Option<Vec<Transition>>,
    /// The object as it is now (`version_mismatch`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub current: Option<Value>,
}

/// What went wrong with one of several.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BriefProblem {
    pub code: ProblemCode,
    #[schema(examples("There is no such ticket."))]
    pub detail: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
}

/// One fault of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// Where in the body, as a JSON pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("/scopes/0"))]
    pub pointer: Option<String>,
    /// Which query parameter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("limit"))]
    pub parameter: Option<String>,
    pub code: FaultCode,
    #[schema(examples("is required"))]
    pub detail: String,
    /// The nearest valid name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("scopes"))]
    pub did_you_mean: Option<String>,
}

impl Fault {
    /// A fault of the body, at a JSON pointer.
    pub fn at(pointer: impl Into<String>, code: FaultCode, detail: impl Into<String>) -> Fault {
        Fault { pointer: Some(pointer.into()), parameter: None, code, detail: detail.into(), did_you_mean: None }
    }

    /// A fault of a query parameter.
    pub fn of(parameter: impl Into<String>, code: FaultCode, detail: impl Into<String>) -> Fault {
        Fault { pointer: None, parameter: Some(parameter.into()), code, detail: detail.into(), did_you_mean: None }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultCode {
    UnknownField,
    UnknownParameter,
    Required,
    Invalid,
    /// It names something that does not exist.
    NotFound,
    /// It asks for more than the caller has.
    Exceeds,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_code_is_what_the_wire_says() {
        for code in ProblemCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }
}
