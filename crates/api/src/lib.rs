//! What travels over the wire: the types of every request and answer, ids, scopes and problem codes.
//! Shared by the server and its clients, so nothing here does I/O.

pub mod api_keys;
pub mod audit_log;
pub mod events;
pub mod ids;
pub mod operations;
pub mod organizations;
pub mod owners;
pub mod page;
pub mod patch;
pub mod problem;
pub mod rate_limit;
pub mod scope;
pub mod service_accounts;
pub mod session;
pub mod sessions;
pub mod sla;
pub mod sso;
pub mod ticket_bulk;
pub mod ticket_comments;
pub mod tickets;
pub mod users;
pub mod webhook_deliveries;
pub mod webhooks;
pub mod workflow_runs;
pub mod workflows;

mod cidr;
mod custom_fields;
mod role;
mod words;

pub use cidr::Cidr;
pub use custom_fields::CustomFields;
pub use events::{EventKind, Lifecycle};
pub use ids::{
    ApiKeyId, ApprovalId, AuditEntryId, CommentId, DeliveryId, DeviceId, EventId, OperationId, OrganizationId, RunId,
    ServiceAccountId, SessionId, SsoProviderId, TenantId, TicketId, UserId, WebhookEndpointId, WorkflowId,
};
pub use owners::{Affected, Effect, Impact, Owner};
pub use page::{OneOrPage, Page};
pub use problem::{BriefProblem, Fault, Problem, ProblemCode};
pub use role::Role;
pub use scope::{Grant, Scope, ScopeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A stored object that has an address and a version.
pub trait Resource {
    /// What it is called where several kinds meet, as in the audit log.
    const TYPE: &'static str;
    const PATH: &'static str;
    /// Fields that are shown once and kept nowhere.
    const SECRETS: &'static [&'static str] = &[];
    /// What the event log says of it.
    const EVENTS: Lifecycle = Lifecycle::SILENT;
    fn id(&self) -> String;
    fn version(&self) -> i32;
    /// The customer that it belongs to.
    fn organization(&self) -> Option<OrganizationId> {
        None
    }
}

/// Who did something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Actor {
    #[serde(rename = "type")]
    pub kind: ActorKind,
    /// The id of the key or user; `null` for the others.
    #[schema(examples("key_01h455vb4pex5vsknk084sn02q"))]
    pub id: Option<String>,
}

impl Actor {
    /// As a row has it.
    pub fn stored(kind: &str, id: Option<Uuid>) -> Actor {
        match kind {
            "api_key" => Actor { kind: ActorKind::ApiKey, id: id.map(|id| ApiKeyId(id).to_string()) },
            "user" => Actor { kind: ActorKind::User, id: id.map(|id| UserId(id).to_string()) },
            "system" => Actor { kind: ActorKind::System, id: None },
            _ => Actor { kind: ActorKind::Operator, id: None },
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    ApiKey,
    User,
    /// Whoever runs the service, by its command line.
    Operator,
    /// The service itself, such as when it closes a ticket that was resolved long ago.
    System,
}
