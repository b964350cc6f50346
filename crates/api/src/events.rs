//! `/api/events`: the durable event log, and the event types with their payloads.

mod payloads;

pub use payloads::{
    ApiKeyEvent, OrganizationEvent, ServiceAccountEvent, SessionEvent, SsoProviderEvent, TicketCommentEvent,
    TicketEvent, TicketSlaEvent, UserEvent, WebhookEndpointEvent, WorkflowApprovalEvent, WorkflowEmittedEvent,
    WorkflowEvent, WorkflowNotificationEvent, WorkflowRunEvent, WorkflowSecretEvent,
};

use crate::{Actor, EventId, OneOrPage, OrganizationId, Resource, Scope, ScopeSet, TenantId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{borrow::Cow, str::FromStr};
use utoipa::{
    IntoParams, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// An event. Webhook deliveries have the same envelope.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Event {
    pub id: EventId,
    #[serde(rename = "type")]
    pub kind: EventKind,
    pub timestamp: Timestamp,
    pub tenant_id: TenantId,
    /// Organization that the event concerns.
    pub organization_id: Option<OrganizationId>,
    pub subject: Subject,
    /// Number of the event among the events of its subject, starting at 1 without gaps, in the order in which they
    /// occurred. Ignore an event whose number is not greater than the last one that you processed. A test event (`POST
    /// /api/admin/webhooks/test`) has 0, because it does not belong to the subject's events.
    #[schema(minimum = 0, examples(7))]
    pub sequence: i64,
    pub actor: Actor,
    /// Id of the request that caused the event.
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// Payload, whose schema depends on the event type: see `webhooks` in this document.
    #[schema(value_type = Object)]
    pub data: Value,
}

pub type EventOrPage = OneOrPage<Event>;

/// The object that an event is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Subject {
    #[serde(rename = "type")]
    #[schema(examples("organization"))]
    pub kind: String,
    #[schema(examples("org_01h455vb4pex5vsknk084sn02q"))]
    pub id: String,
}

/// The event kinds for the creation, change and deletion of an object.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lifecycle {
    pub created: Option<EventKind>,
    pub updated: Option<EventKind>,
    pub deleted: Option<EventKind>,
}

impl Lifecycle {
    pub const SILENT: Lifecycle = Lifecycle { created: None, updated: None, deleted: None };
}

macro_rules! event_kinds {
    ($($name:ident = $text:literal: $data:ty, $about:literal;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum EventKind { $($name),* }

        impl EventKind {
            pub const ALL: &[EventKind] = &[$(EventKind::$name),*];

            pub fn name(self) -> &'static str {
                match self { $(EventKind::$name => $text),* }
            }

            pub fn about(self) -> &'static str {
                match self { $(EventKind::$name => $about),* }
            }

            /// Name of the schema of the event's `data`.
            pub fn data_schema(self) -> Cow<'static, str> {
                match self { $(EventKind::$name => <$data>::name()),* }
            }
        }

        /// Schemas of all payloads.
        pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
            let mut schemas = vec![(Event::name().into(), <Event as utoipa::PartialSchema>::schema())];
            Event::schemas(&mut schemas);
            $(
                schemas.push((<$data>::name().into(), <$data as utoipa::PartialSchema>::schema()));
                <$data>::schemas(&mut schemas);
            )*
            schemas
        }
    };
}

event_kinds! {
    ApiKeyCreated = "api_key.created": ApiKeyEvent, "An API key was created.";
    ApiKeyUpdated = "api_key.updated": ApiKeyEvent, "An API key was changed.";
    ApiKeyRotated = "api_key.rotated": ApiKeyEvent, "An API key was given a new secret.";
    ApiKeyExpiring = "api_key.expiring": ApiKeyEvent, "An API key expires within a week.";
    ApiKeyRevoked = "api_key.revoked": ApiKeyEvent, "An API key was revoked.";
    OrganizationCreated = "organization.created": OrganizationEvent, "An organization was created.";
    OrganizationUpdated = "organization.updated": OrganizationEvent, "An organization was changed.";
    OrganizationDeleted = "organization.deleted": OrganizationEvent, "An organization was deleted.";
    TicketCreated = "ticket.created": TicketEvent, "A ticket was created.";
    TicketUpdated = "ticket.updated": TicketEvent, "A ticket was changed, in whatever way.";
    TicketCommented = "ticket.commented": TicketCommentEvent, "A ticket was commented on.";
    TicketResolved = "ticket.resolved": TicketEvent, "A ticket was resolved.";
    TicketSlaBreached = "ticket.sla.breached": TicketSlaEvent, "A ticket has used up the time of its service level.";
    WebhookEndpointCreated = "webhook.endpoint.created": WebhookEndpointEvent, "A webhook endpoint was created.";
    WebhookEndpointUpdated = "webhook.endpoint.updated": WebhookEndpointEvent, "A webhook endpoint was changed.";
    WebhookEndpointDeleted = "webhook.endpoint.deleted": WebhookEndpointEvent, "A webhook endpoint was deleted.";
    WebhookEndpointFailing = "webhook.endpoint.failing": WebhookEndpointEvent, "A webhook endpoint fails: its events wait.";
    WebhookEndpointRecovered = "webhook.endpoint.recovered": WebhookEndpointEvent, "A webhook endpoint that failed takes events again.";
    WebhookEndpointDisabled = "webhook.endpoint.disabled": WebhookEndpointEvent, "A webhook endpoint failed for too long, or wants no more: nothing is sent to it.";
    WorkflowCreated = "workflow.created": WorkflowEvent, "A workflow was created.";
    WorkflowUpdated = "workflow.updated": WorkflowEvent, "A workflow was changed.";
    WorkflowDeleted = "workflow.deleted": WorkflowEvent, "A workflow was archived.";
    WorkflowSecretCreated = "workflow.secret.created": WorkflowSecretEvent, "A secret of workflows was created.";
    WorkflowSecretUpdated = "workflow.secret.updated": WorkflowSecretEvent, "A secret of workflows was changed, or has another value.";
    WorkflowSecretDeleted = "workflow.secret.deleted": WorkflowSecretEvent, "A secret of workflows was deleted.";
    WorkflowRunStarted = "workflow.run.started": WorkflowRunEvent, "A run of a workflow has begun.";
    WorkflowRunWaiting = "workflow.run.waiting": WorkflowRunEvent, "A run waits for a time, an event or an approval.";
    WorkflowRunSucceeded = "workflow.run.succeeded": WorkflowRunEvent, "A run has come to its end.";
    WorkflowRunFailed = "workflow.run.failed": WorkflowRunEvent, "A run has failed, or took too long.";
    WorkflowRunCanceled = "workflow.run.canceled": WorkflowRunEvent, "A run was canceled.";
    WorkflowApprovalRequested = "workflow.approval.requested": WorkflowApprovalEvent, "A run waits for people to decide.";
    WorkflowApprovalDecided = "workflow.approval.decided": WorkflowApprovalEvent, "An approval was decided, or its time is up.";
    WorkflowNotification = "workflow.notification": WorkflowNotificationEvent, "A workflow tells of something.";
    WorkflowEmitted = "workflow.emitted": WorkflowEmittedEvent, "A workflow has emitted an event of its own.";
    UserCreated = "user.created": UserEvent, "A person signed in for the first time.";
    UserUpdated = "user.updated": UserEvent, "A person has another role, e-mail address or status.";
    UserDisabled = "user.disabled": UserEvent, "A person was disabled: they have no rights any more.";
    UserDeleted = "user.deleted": UserEvent, "A person was deleted.";
    ServiceAccountCreated = "service_account.created": ServiceAccountEvent, "A service account was created.";
    ServiceAccountUpdated = "service_account.updated": ServiceAccountEvent, "A service account was changed.";
    ServiceAccountDeleted = "service_account.deleted": ServiceAccountEvent, "A service account was deleted.";
    SessionCreated = "session.created": SessionEvent, "A person signed in.";
    SessionEnded = "session.ended": SessionEvent, "A person signed out, or their session was ended.";
    SsoProviderCreated = "sso.provider.created": SsoProviderEvent, "An identity provider was created.";
    SsoProviderUpdated = "sso.provider.updated": SsoProviderEvent, "An identity provider was changed.";
    SsoProviderDeleted = "sso.provider.deleted": SsoProviderEvent, "An identity provider was deleted.";
    WebhookPing = "webhook.ping": WebhookEndpointEvent, "A test that somebody asked for.";
}

impl EventKind {
    /// The scope that is needed to read the object in the event. Callers without it do not receive the event.
    pub fn read_scope(self) -> Scope {
        match self {
            EventKind::ApiKeyCreated
            | EventKind::ApiKeyUpdated
            | EventKind::ApiKeyRotated
            | EventKind::ApiKeyExpiring
            | EventKind::ApiKeyRevoked => Scope::ApiKeysRead,
            EventKind::OrganizationCreated | EventKind::OrganizationUpdated | EventKind::OrganizationDeleted => {
                Scope::OrganizationsRead
            }
            EventKind::TicketCreated
            | EventKind::TicketUpdated
            | EventKind::TicketCommented
            | EventKind::TicketResolved
            | EventKind::TicketSlaBreached => Scope::TicketsRead,
            EventKind::WebhookEndpointCreated
            | EventKind::WebhookEndpointUpdated
            | EventKind::WebhookEndpointDeleted
            | EventKind::WebhookEndpointFailing
            | EventKind::WebhookEndpointRecovered
            | EventKind::WebhookEndpointDisabled
            | EventKind::WebhookPing => Scope::WebhooksRead,
            EventKind::WorkflowCreated
            | EventKind::WorkflowUpdated
            | EventKind::WorkflowDeleted
            | EventKind::WorkflowSecretCreated
            | EventKind::WorkflowSecretUpdated
            | EventKind::WorkflowSecretDeleted
            | EventKind::WorkflowRunStarted
            | EventKind::WorkflowRunWaiting
            | EventKind::WorkflowRunSucceeded
            | EventKind::WorkflowRunFailed
            | EventKind::WorkflowRunCanceled
            | EventKind::WorkflowApprovalRequested
            | EventKind::WorkflowApprovalDecided
            | EventKind::WorkflowNotification
            | EventKind::WorkflowEmitted => Scope::WorkflowsRead,
            EventKind::UserCreated
            | EventKind::UserUpdated
            | EventKind::UserDisabled
            | EventKind::UserDeleted
            | EventKind::ServiceAccountCreated
            | EventKind::ServiceAccountUpdated
            | EventKind::ServiceAccountDeleted
            | EventKind::SessionCreated
            | EventKind::SessionEnded => Scope::UsersRead,
            EventKind::SsoProviderCreated | EventKind::SsoProviderUpdated | EventKind::SsoProviderDeleted => {
                Scope::SsoRead
            }
        }
    }

    /// The event kinds whose objects can be read with these scopes.
    pub fn readable(scopes: ScopeSet) -> impl Iterator<Item = EventKind> {
        EventKind::ALL.iter().copied().filter(move |kind| scopes.contains(kind.read_scope().into()))
    }
}

impl Serialize for EventKind {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for EventKind {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<EventKind, D::Error> {
        let text = <Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for EventKind {
    type Err = String;

    fn from_str(text: &str) -> Result<EventKind, String> {
        let found = EventKind::ALL.iter().find(|kind| kind.name() == text);
        found.copied().ok_or_else(|| format!("there is no event {text}"))
    }
}

impl utoipa::PartialSchema for EventKind {
    fn schema() -> RefOr<Schema> {
        let names = EventKind::ALL.iter().map(|kind| kind.name());
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).into()
    }
}

impl ToSchema for EventKind {}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventQuery {
    /// Returns only the event with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<EventId>,
    /// Filters by event type; separate several types with commas. Each type requires the scope that reads its object.
    #[param(nullable = false, explode = false)]
    pub types: Option<Vec<EventKind>>,
    /// Filters by the id of the object that the event is about.
    #[param(nullable = false, min_length = 1, max_length = 100)]
    pub subject_id: Option<String>,
    /// Filters for events at this time or later.
    #[param(nullable = false)]
    pub since: Option<Timestamp>,
    /// Filters for events before this time.
    #[param(nullable = false)]
    pub until: Option<Timestamp>,
    /// Sort order: newest first by default, `timestamp` for oldest first.
    #[param(nullable = false, inline)]
    pub sort: Option<EventSort>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
pub enum EventSort {
    #[serde(rename = "-timestamp")]
    NewestFirst,
    #[serde(rename = "timestamp")]
    OldestFirst,
}

/// An event type of the catalogue.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct EventType {
    #[serde(rename = "type")]
    pub kind: EventKind,
    #[schema(examples("An organization was created."))]
    pub description: String,
    /// Self-contained JSON Schema of the whole event.
    #[schema(value_type = Object)]
    pub schema: Value,
    /// An example that matches the schema.
    pub example: Event,
}

/// All event types.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct EventTypes {
    pub data: Vec<EventType>,
}

impl Resource for Event {
    const TYPE: &'static str = "event";
    const PATH: &'static str = "/api/events";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// An event never changes.
    fn version(&self) -> i32 {
        1
    }
}
