//! The `data` of each event kind.

use crate::{
    CommentId,
    api_keys::ApiKey,
    approvals::Approval,
    cloud_providers::CloudProvider,
    cloud_vms::CloudVm,
    contacts::Contact,
    devices::Device,
    organizations::Organization,
    service_accounts::ServiceAccount,
    sessions::UserSession,
    sla_contracts::SlaContract,
    sla_policies::SlaPolicy,
    sso::SsoProvider,
    ticket_comments::Comment,
    tickets::{SlaTarget, Ticket},
    users::TenantUser,
    webhooks::WebhookEndpoint,
    workflow_runs::Run,
    workflow_secrets::WorkflowSecret,
    workflows::Workflow,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// An API key, without its secret.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ApiKeyEvent {
    pub object: ApiKey,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about an organization.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OrganizationEvent {
    pub object: Organization,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about a device.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeviceEvent {
    pub object: Device,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about a ticket.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketEvent {
    pub object: Ticket,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about a contact.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ContactEvent {
    pub object: Contact,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A contact, and the duplicate that was merged into it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ContactMergedEvent {
    pub object: Contact,
    /// The duplicate before it was deleted.
    pub merged: Contact,
}

/// Payload of an event about a workflow.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowEvent {
    pub object: Workflow,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A workflow secret, without its value.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowSecretEvent {
    pub object: WorkflowSecret,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A run, without its input, output and steps.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowRunEvent {
    pub object: Run,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about an approval.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowApprovalEvent {
    pub object: Run,
    pub approval: Approval,
}

/// Payload of a notification that a workflow sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowNotificationEvent {
    pub object: Run,
    /// Text of the notification.
    #[schema(examples("srv-01 is back"))]
    pub message: String,
    /// Data that the workflow defines.
    #[schema(value_type = Object)]
    pub data: Value,
}

/// Payload of an event that a workflow emits.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowEmittedEvent {
    pub object: Run,
    /// Name of the event, which the workflow defines.
    #[schema(examples("acme.server.rebooted"))]
    pub name: String,
    /// Data that the workflow defines.
    #[schema(value_type = Object)]
    pub data: Value,
}

/// Payload of an event about a user.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UserEvent {
    pub object: TenantUser,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about a service account.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ServiceAccountEvent {
    pub object: ServiceAccount,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A session, without its token.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SessionEvent {
    pub object: UserSession,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// An identity provider, without its client secret.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SsoProviderEvent {
    pub object: SsoProvider,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A cloud provider, without its credentials.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CloudProviderEvent {
    pub object: CloudProvider,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A machine at a cloud provider.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CloudVmEvent {
    pub object: CloudVm,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A webhook endpoint, without its secret. The event is not sent to the endpoint itself.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookEndpointEvent {
    pub object: WebhookEndpoint,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about a comment.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketCommentEvent {
    pub object: Ticket,
    pub comment: Comment,
}

/// A redacted comment, without its text.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketCommentRedactedEvent {
    pub object: Ticket,
    pub comment_id: CommentId,
    /// Time of the redaction.
    pub redacted_at: Timestamp,
}

/// Payload of an event about an SLA policy.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SlaPolicyEvent {
    pub object: SlaPolicy,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about an SLA contract.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SlaContractEvent {
    pub object: SlaContract,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// Payload of an event about an SLA target.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketSlaEvent {
    pub object: Ticket,
    /// The SLA target that the event is about.
    pub target: SlaTarget,
}
