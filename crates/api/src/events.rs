//! `/api/events`: the durable event log, and the event types with their payloads.

mod payloads;

pub use payloads::{
    ApiKeyEvent, CloudProviderEvent, CloudVmEvent, ContactEvent, ContactMergedEvent, DeviceEvent, OrganizationEvent,
    ServiceAccountEvent, SessionEvent, SlaContractEvent, SlaPolicyEvent, SsoProviderEvent, TicketCommentEvent,
    TicketCommentRedactedEvent, TicketEvent, TicketSlaEvent, UserEvent, WebhookEndpointEvent, WorkflowApprovalEvent,
    WorkflowEmittedEvent, WorkflowEvent, WorkflowNotificationEvent, WorkflowRunEvent, WorkflowSecretEvent,
};

use crate::{
    Actor, EventId, OneOrPage, OrganizationId, Resource, Scope, ScopeSet, TenantId,
    attachments::AttachmentAddedEvent,
    backup_checks::BackupCheckEvent,
    backup_config::BackupConfigEvent,
    backup_jobs::BackupJobEvent,
    backup_posture::BackupPostureEvent,
    teams::TeamEvent,
    ticket_links::TicketLinkEvent,
    ticket_merges::TicketMergeEvent,
    ticket_tasks::TicketTaskEvent,
    ticket_watchers::TicketWatcherEvent,
    time_entries::{BillingRunEvent, TimeEntryEvent},
    webhooks::EventPattern,
};
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
    /// Time of the event.
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
    ($($name:ident = $text:literal: $data:ty, $scope:ident, $about:literal;)*) => {
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

            /// The scope that is needed to read the object in the event. Callers without it do not receive the event.
            pub fn read_scope(self) -> Scope {
                match self { $(EventKind::$name => Scope::$scope),* }
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
    ApiKeyCreated = "api_key.created": ApiKeyEvent, ApiKeysRead, "An API key was created.";
    ApiKeyUpdated = "api_key.updated": ApiKeyEvent, ApiKeysRead, "An API key was changed.";
    ApiKeyRotated = "api_key.rotated": ApiKeyEvent, ApiKeysRead, "An API key was rotated.";
    ApiKeyExpiring = "api_key.expiring": ApiKeyEvent, ApiKeysRead, "An API key expires within a week.";
    ApiKeyRevoked = "api_key.revoked": ApiKeyEvent, ApiKeysRead, "An API key was revoked.";
    OrganizationCreated = "organization.created": OrganizationEvent, OrganizationsRead, "An organization was created.";
    OrganizationUpdated = "organization.updated": OrganizationEvent, OrganizationsRead, "An organization was changed.";
    OrganizationDeleted = "organization.deleted": OrganizationEvent, OrganizationsRead, "An organization was deleted.";
    DeviceCreated = "device.created": DeviceEvent, DevicesRead, "A device was created manually.";
    DeviceDiscovered = "device.discovered": DeviceEvent, DevicesRead, "An agent reported a device for the first time.";
    DeviceUpdated = "device.updated": DeviceEvent, DevicesRead, "A device was changed, or its agent reported something new.";
    DeviceStale = "device.stale": DeviceEvent, DevicesRead, "The agent of a device has not reported for 30 days.";
    DeviceIdentityConflict = "device.identity_conflict": DeviceEvent, DevicesRead, "Another active agent reports the same hardware identifiers as the agent of the device.";
    DeviceRetired = "device.retired": DeviceEvent, DevicesRead, "A device was taken out of service.";
    DeviceMoved = "device.moved": DeviceEvent, DevicesRead, "A device was moved to another organization. Each of the two organizations gets an event: the old one with the device before the move, the new one with the device after it.";
    DeviceDeleted = "device.deleted": DeviceEvent, DevicesRead, "A device was deleted.";
    TicketCreated = "ticket.created": TicketEvent, TicketsRead, "A ticket was created.";
    TicketUpdated = "ticket.updated": TicketEvent, TicketsRead, "A ticket was changed.";
    TicketCommented = "ticket.commented": TicketCommentEvent, TicketsRead, "A comment was added to a ticket.";
    TicketCommentEdited = "ticket.comment.edited": TicketCommentEvent, TicketsRead, "A comment was edited, or split off into another ticket. The earlier text is not part of the event.";
    TicketCommentRedacted = "ticket.comment.redacted": TicketCommentRedactedEvent, TicketsRead, "Text was removed from a comment: remove it from your copies as well.";
    TicketAttachmentAdded = "ticket.attachment.added": AttachmentAddedEvent, TicketsRead, "A file was attached to a ticket.";
    TicketTaskAdded = "ticket.task.added": TicketTaskEvent, TicketsRead, "A task was added to a ticket.";
    TicketTaskUpdated = "ticket.task.updated": TicketTaskEvent, TicketsRead, "A task of a ticket was changed, completed or reopened.";
    TicketTaskRemoved = "ticket.task.removed": TicketTaskEvent, TicketsRead, "A task of a ticket was deleted.";
    TicketWatcherAdded = "ticket.watcher.added": TicketWatcherEvent, TicketsRead, "A watcher was added to a ticket.";
    TicketWatcherRemoved = "ticket.watcher.removed": TicketWatcherEvent, TicketsRead, "A watcher was removed from a ticket.";
    TicketResolved = "ticket.resolved": TicketEvent, TicketsRead, "A ticket was resolved.";
    TicketMerged = "ticket.merged": TicketMergeEvent, TicketsRead, "A ticket was merged into another one. Comments and other objects that have moved have no events of their own.";
    TicketUnmerged = "ticket.unmerged": TicketMergeEvent, TicketsRead, "The merge of a ticket into another one was undone.";
    TicketLinkCreated = "ticket_link.created": TicketLinkEvent, TicketsRead, "Two tickets were linked.";
    TicketLinkDeleted = "ticket_link.deleted": TicketLinkEvent, TicketsRead, "A link between two tickets was deleted.";
    TicketSlaBreached = "ticket.sla.breached": TicketSlaEvent, TicketsRead, "A ticket breached an SLA target.";
    TicketSlaAtRisk = "ticket.sla.at_risk": TicketSlaEvent, TicketsRead, "A ticket is at risk: it has used `at_risk_percent` of the time of an SLA target.";
    SlaPolicyCreated = "sla_policy.created": SlaPolicyEvent, TicketsRead, "An SLA policy was created.";
    SlaPolicyUpdated = "sla_policy.updated": SlaPolicyEvent, TicketsRead, "An SLA policy was changed.";
    SlaPolicyDeleted = "sla_policy.deleted": SlaPolicyEvent, TicketsRead, "An SLA policy was deleted.";
    SlaContractCreated = "sla_contract.created": SlaContractEvent, TicketsRead, "An SLA contract was created.";
    SlaContractUpdated = "sla_contract.updated": SlaContractEvent, TicketsRead, "An SLA contract was changed.";
    SlaContractDeleted = "sla_contract.deleted": SlaContractEvent, TicketsRead, "An SLA contract was deleted.";
    TeamCreated = "team.created": TeamEvent, TicketsRead, "A team was created.";
    TeamUpdated = "team.updated": TeamEvent, TicketsRead, "A team was changed.";
    TeamDeleted = "team.deleted": TeamEvent, TicketsRead, "A team was deleted.";
    TimeEntryCreated = "time_entry.created": TimeEntryEvent, TicketsRead, "Time was logged on a ticket, or a timer was started.";
    TimeEntryUpdated = "time_entry.updated": TimeEntryEvent, TicketsRead, "A time entry was changed, or its timer was stopped.";
    TimeEntryDeleted = "time_entry.deleted": TimeEntryEvent, TicketsRead, "A time entry was deleted.";
    BillingRunCreated = "billing_run.created": BillingRunEvent, TicketsRead, "Time entries were locked by a billing run. They have no events of their own.";
    ContactCreated = "contact.created": ContactEvent, ContactsRead, "A contact was created.";
    ContactUpdated = "contact.updated": ContactEvent, ContactsRead, "A contact was changed.";
    ContactMerged = "contact.merged": ContactMergedEvent, ContactsRead, "A duplicate was merged into a contact. The duplicate has an event `contact.deleted`.";
    ContactErased = "contact.erased": ContactEvent, ContactsRead, "A contact was erased: erase your copies of its data as well.";
    ContactDeleted = "contact.deleted": ContactEvent, ContactsRead, "A contact was deleted.";
    WebhookEndpointCreated = "webhook.endpoint.created": WebhookEndpointEvent, WebhooksRead, "A webhook endpoint was created.";
    WebhookEndpointUpdated = "webhook.endpoint.updated": WebhookEndpointEvent, WebhooksRead, "A webhook endpoint was changed.";
    WebhookEndpointDeleted = "webhook.endpoint.deleted": WebhookEndpointEvent, WebhooksRead, "A webhook endpoint was deleted.";
    WebhookEndpointFailing = "webhook.endpoint.failing": WebhookEndpointEvent, WebhooksRead, "A webhook endpoint is failing; its events wait.";
    WebhookEndpointRecovered = "webhook.endpoint.recovered": WebhookEndpointEvent, WebhooksRead, "A failing webhook endpoint accepts events again.";
    WebhookEndpointDisabled = "webhook.endpoint.disabled": WebhookEndpointEvent, WebhooksRead, "A webhook endpoint was disabled, because it failed for too long or returned 410.";
    WorkflowCreated = "workflow.created": WorkflowEvent, WorkflowsRead, "A workflow was created.";
    WorkflowUpdated = "workflow.updated": WorkflowEvent, WorkflowsRead, "A workflow was changed.";
    WorkflowDeleted = "workflow.deleted": WorkflowEvent, WorkflowsRead, "A workflow was archived.";
    WorkflowSecretCreated = "workflow.secret.created": WorkflowSecretEvent, WorkflowsRead, "A workflow secret was created.";
    WorkflowSecretUpdated = "workflow.secret.updated": WorkflowSecretEvent, WorkflowsRead, "A workflow secret or its value was changed.";
    WorkflowSecretDeleted = "workflow.secret.deleted": WorkflowSecretEvent, WorkflowsRead, "A workflow secret was deleted.";
    WorkflowRunStarted = "workflow.run.started": WorkflowRunEvent, WorkflowsRead, "A run started.";
    WorkflowRunWaiting = "workflow.run.waiting": WorkflowRunEvent, WorkflowsRead, "A run waits for a time, an event or an approval.";
    WorkflowRunSucceeded = "workflow.run.succeeded": WorkflowRunEvent, WorkflowsRead, "A run succeeded.";
    WorkflowRunFailed = "workflow.run.failed": WorkflowRunEvent, WorkflowsRead, "A run failed or timed out.";
    WorkflowRunCanceled = "workflow.run.canceled": WorkflowRunEvent, WorkflowsRead, "A run was canceled.";
    WorkflowApprovalRequested = "workflow.approval.requested": WorkflowApprovalEvent, WorkflowsRead, "A run waits for an approval.";
    WorkflowApprovalDecided = "workflow.approval.decided": WorkflowApprovalEvent, WorkflowsRead, "An approval was decided or expired.";
    WorkflowNotification = "workflow.notification": WorkflowNotificationEvent, WorkflowsRead, "A workflow sent a notification.";
    WorkflowEmitted = "workflow.emitted": WorkflowEmittedEvent, WorkflowsRead, "A workflow emitted a custom event.";
    BackupConfigUpdated = "backup.config.updated": BackupConfigEvent, BackupRead, "Backup settings were changed.";
    BackupCheckFailed = "backup.check.failed": BackupCheckEvent, BackupRead, "A check of a backup repository found something that can keep data from being restored.";
    BackupJobFailed = "backup.job.failed": BackupJobEvent, BackupRead, "Another product reported a failed backup job.";
    BackupPostureChanged = "backup.posture.changed": BackupPostureEvent, BackupRead, "The grade or the problems of a customer's backups changed.";
    UserCreated = "user.created": UserEvent, UsersRead, "A user was created, at the first sign-in or by the operator.";
    UserUpdated = "user.updated": UserEvent, UsersRead, "The role, e-mail address or status of a user changed.";
    UserDisabled = "user.disabled": UserEvent, UsersRead, "A user was disabled.";
    UserDeleted = "user.deleted": UserEvent, UsersRead, "A user was deleted.";
    ServiceAccountCreated = "service_account.created": ServiceAccountEvent, UsersRead, "A service account was created.";
    ServiceAccountUpdated = "service_account.updated": ServiceAccountEvent, UsersRead, "A service account was changed.";
    ServiceAccountDeleted = "service_account.deleted": ServiceAccountEvent, UsersRead, "A service account was deleted.";
    SessionCreated = "session.created": SessionEvent, UsersRead, "A user signed in.";
    SessionEnded = "session.ended": SessionEvent, UsersRead, "A user signed out, or the session was ended.";
    SsoProviderCreated = "sso.provider.created": SsoProviderEvent, SsoRead, "An identity provider was created.";
    SsoProviderUpdated = "sso.provider.updated": SsoProviderEvent, SsoRead, "An identity provider was changed.";
    SsoProviderDeleted = "sso.provider.deleted": SsoProviderEvent, SsoRead, "An identity provider was deleted.";
    CloudProviderCreated = "cloud.provider.created": CloudProviderEvent, CloudProvidersRead, "A cloud provider was created.";
    CloudProviderUpdated = "cloud.provider.updated": CloudProviderEvent, CloudProvidersRead, "A cloud provider was changed.";
    CloudProviderVerified = "cloud.provider.verified": CloudProviderEvent, CloudProvidersRead, "A cloud provider was verified for the first time, or again after a failed verification.";
    CloudProviderDegraded = "cloud.provider.degraded": CloudProviderEvent, CloudProvidersRead, "A verified cloud provider can no longer be used, or only in part.";
    CloudProviderDeleted = "cloud.provider.deleted": CloudProviderEvent, CloudProvidersRead, "A cloud provider was deleted.";
    CloudVmCreated = "cloud.vm.created": CloudVmEvent, CloudVmsRead, "A machine was requested.";
    CloudVmUpdated = "cloud.vm.updated": CloudVmEvent, CloudVmsRead, "A managed machine was created, changed, started or stopped, or could not be created.";
    CloudVmDrifted = "cloud.vm.drifted": CloudVmEvent, CloudVmsRead, "A managed machine was changed at the provider.";
    CloudVmMissing = "cloud.vm.missing": CloudVmEvent, CloudVmsRead, "A managed machine no longer exists at the provider, although it was not deleted through this service.";
    CloudVmNeedsAttention = "cloud.vm.needs_attention": CloudVmEvent, CloudVmsRead, "It could not be determined whether a machine was created.";
    CloudVmDeleted = "cloud.vm.deleted": CloudVmEvent, CloudVmsRead, "A managed machine was deleted.";
    WebhookPing = "webhook.ping": WebhookEndpointEvent, WebhooksRead, "A test event was requested.";
}

impl EventKind {
    /// The type of the resource that the event is about.
    pub fn subject(self) -> &'static str {
        let name = self.name();
        match name.split_once('.').map_or(name, |(subject, _)| subject) {
            "webhook" => "webhook_endpoint",
            "sso" => "sso_provider",
            "backup" if self.data_schema() == "BackupJobEvent" => "backup_job",
            "backup" if self.data_schema() == "BackupCheckEvent" => "backup_check",
            "backup" if self.data_schema() == "BackupPostureEvent" => "backup_posture",
            "backup" => "backup_config",
            "cloud" => "cloud_provider",
            "workflow" if self.data_schema() == "WorkflowSecretEvent" => "workflow_secret",
            "workflow" if self.data_schema() != "WorkflowEvent" => "workflow_run",
            subject => subject,
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
        found.copied().ok_or_else(|| format!("unknown event type {text}"))
    }
}

impl utoipa::PartialSchema for EventKind {
    fn schema() -> RefOr<Schema> {
        let names = EventKind::ALL.iter().map(|kind| kind.name());
        let about = "Type of an event. New types may be added.";
        ObjectBuilder::new().schema_type(Type::String).description(Some(about)).enum_values(Some(names)).into()
    }
}

impl ToSchema for EventKind {}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventQuery {
    /// Returns only the event with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<EventId>,
    /// Filters by event type; several types and wildcards such as `ticket.*` are separated by commas or repeated. Each type
    /// requires the scope that reads its object; `*` selects those that the caller can read.
    #[param(nullable = false, explode = false)]
    #[serde(rename = "type")]
    pub kind: Option<Vec<EventPattern>>,
    /// Filters by the id of the object that the event is about.
    #[param(example = "tkt_01h455vb4pex5vsknk084sn02q", nullable = false, min_length = 1, max_length = 100)]
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
