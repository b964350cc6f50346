//! Errors as RFC 9457 `application/problem+json`, with a closed list of codes.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{Grant, cloud_verification::CloudVerification, tickets::Transition};

macro_rules! problem_codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $status:literal, $title:literal;)*) => {
        /// Reason why a request failed. New codes may be added.
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
    MalformedJson = "malformed_json", 400, "Malformed JSON";
    MalformedYaml = "malformed_yaml", 400, "Malformed YAML";
    MissingId = "missing_id", 400, "Parameter id is missing";
    UnknownParameter = "unknown_parameter", 400, "Unknown parameter";
    InvalidParameter = "invalid_parameter", 400, "Invalid parameter";
    InvalidHeader = "invalid_header", 400, "Invalid header";
    UnsupportedCombination = "unsupported_combination", 400, "Filters cannot be combined";
    CursorMismatch = "cursor_mismatch", 400, "Cursor belongs to another list";
    SsoStateInvalid = "sso_state_invalid", 400, "Sign-in is invalid or has expired";
    SsoCodeInvalid = "sso_code_invalid", 400, "Invalid sign-in code";
    Unauthenticated = "unauthenticated", 401, "Authentication required";
    KeyUnknown = "key_unknown", 401, "Unknown API key";
    KeyExpired = "key_expired", 401, "API key expired";
    KeyRotated = "key_rotated", 401, "API key secret was rotated";
    KeyRevoked = "key_revoked", 401, "API key revoked";
    OwnerDisabled = "owner_disabled", 401, "Owner of the credential is disabled";
    SessionUnknown = "session_unknown", 401, "Unknown session";
    SessionExpired = "session_expired", 401, "Session expired";
    SessionRevoked = "session_revoked", 401, "Session ended";
    CrossSiteRequest = "cross_site_request", 403, "Cross-site request refused";
    SsoRefused = "sso_refused", 403, "Identity provider response refused";
    InsufficientScope = "insufficient_scope", 403, "Insufficient scope";
    AddressNotAllowed = "address_not_allowed", 403, "Address not allowed for this API key";
    OrganizationRestricted = "organization_restricted", 403, "Caller is restricted to other organizations";
    OperatorOnly = "operator_only", 403, "Only for the operator of the service";
    ScopeEscalation = "scope_escalation", 403, "Scope escalation not allowed";
    ApproverNotAllowed = "approver_not_allowed", 403, "Approver not allowed";
    NotFound = "not_found", 404, "Not found";
    SsoNotConfigured = "sso_not_configured", 404, "Single sign-on is not configured for this domain";
    MethodNotAllowed = "method_not_allowed", 405, "Method not allowed";
    RequestInFlight = "request_in_flight", 409, "Request with this Idempotency-Key is in progress";
    ConsentRequired = "consent_required", 409, "Consent required";
    QuotaExceeded = "quota_exceeded", 409, "Quota exceeded";
    KeyInactive = "key_inactive", 409, "API key is revoked or expired";
    LastAdministrator = "last_administrator", 409, "Last administrator of the tenant";
    NoSession = "no_session", 409, "No session to end";
    DomainTaken = "domain_taken", 409, "Domain already in use";
    NameTaken = "name_taken", 409, "Name already in use";
    ExternalRefTaken = "external_ref_taken", 409, "External reference already in use";
    EmailTaken = "email_taken", 409, "E-mail address already in use";
    ContactInUse = "contact_in_use", 409, "Contact is in use";
    ContactErased = "contact_erased", 409, "Contact was erased";
    ReportedField = "reported_field", 409, "Field is reported by an agent";
    TicketFinal = "ticket_final", 409, "Ticket is closed, canceled or merged";
    MergeFinal = "merge_final", 409, "Merge can no longer be undone";
    AlreadyLinked = "already_linked", 409, "Tickets are already linked";
    LinkCycle = "link_cycle", 409, "Link would form a cycle";
    ChildrenOpen = "children_open", 409, "Ticket has unresolved children";
    AttachmentsNotConfigured = "attachments_not_configured", 409, "Attachments are not configured";
    AttachmentNotScanned = "attachment_not_scanned", 409, "Attachment is not scanned yet";
    AttachmentInfected = "attachment_infected", 409, "Attachment is infected";
    TransitionNotAllowed = "transition_not_allowed", 409, "Status transition not allowed";
    TimerRunning = "timer_running", 409, "Another timer of the user is running";
    CommentAlreadySplit = "comment_already_split", 409, "Comment was already split off";
    TimeEntryLocked = "time_entry_locked", 409, "Time entry is locked by a billing run";
    NothingToResolve = "nothing_to_resolve", 409, "No unresolved ticket with this dedup_key";
    DedupKeyTaken = "dedup_key_taken", 409, "dedup_key already in use";
    SlaPolicyInUse = "sla_policy_in_use", 409, "SLA policy is in use";
    SlaContractOverlaps = "sla_contract_overlaps", 409, "Another SLA contract applies at the same time";
    SlaContractStarted = "sla_contract_started", 409, "SLA contract has started";
    TeamInUse = "team_in_use", 409, "Team is in use";
    OrganizationInUse = "organization_in_use", 409, "Organization is in use";
    EndpointDisabled = "endpoint_disabled", 409, "Webhook endpoint is disabled";
    CheckActive = "check_active", 409, "Repository check in progress";
    OperationFinished = "operation_finished", 409, "Operation has finished";
    WorkflowDisabled = "workflow_disabled", 409, "Workflow is disabled";
    WorkflowInUse = "workflow_in_use", 409, "Workflow has active runs";
    RunFinished = "run_finished", 409, "Run has finished";
    RunNotFailed = "run_not_failed", 409, "Run has not failed";
    RunNotWaiting = "run_not_waiting", 409, "Run is not waiting";
    ProviderNotVerified = "provider_not_verified", 409, "Cloud provider is not verified";
    ProviderInUse = "provider_in_use", 409, "Cloud provider is in use";
    GuardRefused = "guard_refused", 409, "Refused by the guard of the cloud provider";
    VmBusy = "vm_busy", 409, "Machine has an operation in progress";
    VmNotManaged = "vm_not_managed", 409, "Machine is not managed";
    VmNotReady = "vm_not_ready", 409, "Machine is not in the required state";
    DestroyNotAllowed = "destroy_not_allowed", 409, "Destruction not confirmed";
    VmRefused = "vm_refused", 409, "Cloud provider refused the request";
    VmOutcomeUnknown = "vm_outcome_unknown", 409, "Outcome at the cloud provider is unknown";
    BodyTimeout = "body_timeout", 408, "Request body timed out";
    EventGone = "event_gone", 410, "Event is no longer in the log";
    VersionMismatch = "version_mismatch", 412, "Version mismatch";
    BodyTooLarge = "body_too_large", 413, "Request body too large";
    UnsupportedMediaType = "unsupported_media_type", 415, "Unsupported media type";
    Misdirected = "misdirected", 421, "Tenant is served elsewhere";
    InvalidRequest = "invalid_request", 422, "Invalid request";
    IdempotencyKeyReused = "idempotency_key_reused", 422, "Idempotency-Key was used for another request";
    UnknownField = "unknown_field", 422, "Unknown field";
    CredentialRejected = "credential_rejected", 422, "Cloud credentials rejected";
    CredentialUnverified = "credential_unverified", 422, "Cloud credentials could not be verified";
    RateLimited = "rate_limited", 429, "Too many requests";
    Internal = "internal", 500, "Internal error";
    SsoUnavailable = "sso_unavailable", 503, "Identity provider unavailable";
    ProviderUnavailable = "provider_unavailable", 503, "Cloud provider unavailable";
    TenantMoving = "tenant_moving", 503, "Tenant is being moved";
    Unavailable = "unavailable", 503, "Service unavailable";
}

/// An error. Programs branch on `code`; `detail` is human-readable.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// URL of the documentation page of this code.
    #[serde(rename = "type")]
    #[schema(examples("/documentation/problems/not_found"))]
    pub kind: String,
    #[schema(examples("Not found"))]
    pub title: String,
    /// HTTP status.
    #[schema(minimum = 400, maximum = 599, examples(404))]
    pub status: u16,
    #[schema(examples("The resource does not exist or is not visible to you."))]
    pub detail: String,
    pub code: ProblemCode,
    /// Id of the request, which is also in our logs. Include it when you contact support.
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// All errors of the request, at most 100.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 100)]
    pub errors: Vec<Fault>,
    /// `true` if the request has more errors than `errors` lists.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub errors_truncated: bool,
    /// Scopes that the operation requires (`insufficient_scope`, `scope_escalation`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub required_scopes: Option<Vec<Grant>>,
    /// Scopes that the caller has (`insufficient_scope`, `scope_escalation`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub granted_scopes: Option<Vec<Grant>>,
    /// Statuses that the ticket can change to (`transition_not_allowed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub allowed_transitions: Option<Vec<Transition>>,
    /// Consents that the change requires: send them as `allow` (`consent_required`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples(json!(["shorten_retention"])))]
    pub required_consents: Option<Vec<String>>,
    /// Effect of the change, as a dry run returns it (`consent_required`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub impact: Option<Value>,
    /// Report of the verification (`credential_rejected`, `credential_unverified`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub verification: Option<CloudVerification>,
    /// Current state of the object (`version_mismatch`), or the entry whose timer is running (`timer_running`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub current: Option<Value>,
    /// Object that the request conflicts with. It is absent if the caller cannot read the object (`name_taken`,
    /// `external_ref_taken`, `email_taken`, `dedup_key_taken`, `already_linked`, `sla_contract_overlaps`,
    /// `comment_already_split`, `workflow_in_use`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub conflicting: Option<ConflictingObject>,
    /// Name of the cell that serves the tenant (`misdirected`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("eu2"))]
    pub cell: Option<String>,
    /// URL of the cell that serves the tenant: send the same request there (`misdirected`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("https://eu2.api.example.com"))]
    pub url: Option<String>,
}

/// The object that a request conflicts with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConflictingObject {
    /// Type of the object.
    #[serde(rename = "type")]
    #[schema(examples("organization"))]
    pub kind: String,
    /// Id of the object.
    #[schema(examples("org_01h455vb4pex5vsknk084sn02q"))]
    pub id: String,
}

/// The error of one item.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BriefProblem {
    pub code: ProblemCode,
    #[schema(examples("The resource does not exist or is not visible to you."))]
    pub detail: String,
    /// All errors of the item, at most 100.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 100)]
    pub errors: Vec<Fault>,
    /// `true` if there are more errors than `errors` lists.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub errors_truncated: bool,
}

/// One error of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// JSON pointer to the field in the body. Names longer than 64 characters are cut and end with `…`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("/scopes/0"))]
    pub pointer: Option<String>,
    /// Name of the query parameter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("limit"))]
    pub parameter: Option<String>,
    pub code: FaultCode,
    #[schema(examples("is required"))]
    pub detail: String,
    /// The valid name that is most similar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("scopes"))]
    pub did_you_mean: Option<String>,
}

impl Fault {
    /// An error in the body, at a JSON pointer.
    pub fn at(pointer: impl Into<String>, code: FaultCode, detail: impl Into<String>) -> Fault {
        Fault { pointer: Some(pointer.into()), parameter: None, code, detail: detail.into(), did_you_mean: None }
    }

    /// An error in a query parameter.
    pub fn of(parameter: impl Into<String>, code: FaultCode, detail: impl Into<String>) -> Fault {
        Fault { pointer: None, parameter: Some(parameter.into()), code, detail: detail.into(), did_you_mean: None }
    }
}

/// Reason for an error in one field or parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultCode {
    UnknownField,
    /// The field occurs twice in its object.
    DuplicateField,
    UnknownParameter,
    Required,
    Invalid,
    /// The value refers to an object that does not exist.
    NotFound,
    /// The value exceeds a limit or the caller's rights.
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
