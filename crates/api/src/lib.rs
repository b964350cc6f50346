//! The wire format: the types of every request and response, ids, scopes and problem codes. The server and its clients
//! share this crate, so it does no I/O.

pub mod analytics;
pub mod api_keys;
pub mod approvals;
pub mod asset_rows;
pub mod assets;
pub mod attachments;
pub mod audit_log;
pub mod backup_checks;
pub mod backup_config;
pub mod backup_jobs;
pub mod backup_posture;
pub mod backup_repositories;
pub mod cloud_catalogue;
pub mod cloud_providers;
pub mod cloud_verification;
pub mod cloud_vm_requests;
pub mod cloud_vms;
pub mod contacts;
pub mod device_hardware;
pub mod device_lists;
pub mod devices;
pub mod enrolments;
pub mod events;
pub mod ids;
pub mod macros;
pub mod operations;
pub mod organizations;
pub mod owners;
pub mod page;
pub mod patch;
pub mod problem;
pub mod rate_limit;
pub mod scope;
pub mod search;
pub mod service_accounts;
pub mod session;
pub mod sessions;
pub mod sla;
pub mod sla_contracts;
pub mod sla_policies;
pub mod software;
pub mod sso;
pub mod teams;
pub mod ticket_bulk;
pub mod ticket_comments;
pub mod ticket_links;
pub mod ticket_lists;
pub mod ticket_merges;
pub mod ticket_tasks;
pub mod ticket_watchers;
pub mod tickets;
pub mod time_entries;
pub mod users;
pub mod views;
pub mod webhook_deliveries;
pub mod webhooks;
pub mod workflow_runs;
pub mod workflow_secrets;
pub mod workflows;

mod cidr;
mod custom_fields;
mod role;
mod words;

pub use cidr::Cidr;
pub use custom_fields::CustomFields;
pub use events::{EventKind, Lifecycle};
pub use ids::{
    ApiKeyId, ApprovalId, AuditEntryId, BackupCheckId, BackupHostId, BackupJobId, BillingRunId, CloudProviderId,
    CloudVmId, CommentId, ContactId, DeliveryId, DeviceId, EnrolmentId, EventId, HistoryEntryId, OperationId,
    OrganizationId, RepositoryId, RunId, ServiceAccountId, SessionId, SlaContractId, SlaPolicyId, SsoProviderId,
    TenantId, TicketId, TicketLinkId, TicketMergeId, TimeEntryId, UserId, ViewId, WebhookEndpointId, WorkflowId,
    WorkflowSecretId,
};
pub use owners::{Affected, Effect, Impact, Owner};
pub use page::{OneOrPage, Page};
pub use problem::{BriefProblem, Fault, Problem, ProblemCode};
pub use role::Role;
pub use scope::{Grant, Scope, ScopeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A stored object with a path and a version.
pub trait Resource {
    /// Name of the type, as in the audit log.
    const TYPE: &'static str;
    const PATH: &'static str;
    /// Fields that are returned once and never stored.
    const SECRETS: &'static [&'static str] = &[];
    /// Fields about people and devices of the object's organization. When the object moves to another organization, its
    /// event does not contain their previous values, which readers of the event may not see.
    const OF_ORGANIZATION: &'static [&'static str] = &[];
    /// Fields that depend on who reads the object. They are neither in the audit log nor in events.
    const UNRECORDED: &'static [&'static str] = &[];
    /// Event kinds of the object's lifecycle.
    const EVENTS: Lifecycle = Lifecycle::SILENT;
    /// True if the object gives rights to callers: a change of it is acknowledged by all servers before it is returned.
    const GIVES_RIGHTS: bool = false;
    fn id(&self) -> String;
    fn version(&self) -> i32;
    /// Organization that the object belongs to.
    fn organization(&self) -> Option<OrganizationId> {
        None
    }
}

/// The key, user or process that made a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Actor {
    #[serde(rename = "type")]
    pub kind: ActorKind,
    /// Id of the key or user; `null` for other actors.
    #[schema(examples("key_01h455vb4pex5vsknk084sn02q"))]
    pub id: Option<String>,
}

impl Actor {
    /// Converts the columns of a row.
    pub fn stored(kind: &str, id: Option<Uuid>) -> Actor {
        match kind {
            "api_key" => Actor { kind: ActorKind::ApiKey, id: id.map(|id| ApiKeyId(id).to_string()) },
            "user" => Actor { kind: ActorKind::User, id: id.map(|id| UserId(id).to_string()) },
            "system" => Actor { kind: ActorKind::System, id: None },
            _ => Actor { kind: ActorKind::Operator, id: None },
        }
    }
}

/// Type of an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    ApiKey,
    User,
    /// The operator of the service, using its command line.
    Operator,
    /// The service itself, for example when it closes a ticket some days after it was resolved.
    System,
}
