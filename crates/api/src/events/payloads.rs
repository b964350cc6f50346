//! What the `data` of each kind of event holds.

use crate::{
    api_keys::ApiKey,
    organizations::Organization,
    service_accounts::ServiceAccount,
    sessions::UserSession,
    sso::SsoProvider,
    ticket_comments::Comment,
    tickets::{SlaTarget, Ticket},
    users::TenantUser,
    webhooks::WebhookEndpoint,
    workflow_runs::{Approval, Run},
    workflows::Workflow,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// An API key, without its text.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ApiKeyEvent {
    pub object: ApiKey,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OrganizationEvent {
    pub object: Organization,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketEvent {
    pub object: Ticket,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowEvent {
    pub object: Workflow,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A run, without its input, output and steps.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowRunEvent {
    pub object: Run,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowApprovalEvent {
    pub object: Run,
    pub approval: Approval,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowNotificationEvent {
    pub object: Run,
    #[schema(examples("srv-01 is back"))]
    pub message: String,
    /// Whatever the workflow adds.
    #[schema(value_type = Object)]
    pub data: Value,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowEmittedEvent {
    pub object: Run,
    /// As the workflow calls it.
    #[schema(examples("acme.server.rebooted"))]
    pub name: String,
    /// Whatever the workflow adds.
    #[schema(value_type = Object)]
    pub data: Value,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UserEvent {
    pub object: TenantUser,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ServiceAccountEvent {
    pub object: ServiceAccount,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A session, without its token.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SessionEvent {
    pub object: UserSession,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// An identity provider, without its client secret.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SsoProviderEvent {
    pub object: SsoProvider,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

/// A webhook endpoint, without its secret. It is not sent to the endpoint itself.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookEndpointEvent {
    pub object: WebhookEndpoint,
    /// The changed fields as they were; only where something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketCommentEvent {
    pub object: Ticket,
    pub comment: Comment,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketSlaEvent {
    pub object: Ticket,
    /// Which of its clocks.
    pub target: SlaTarget,
}
