//! `/api/psa/workflows`: workflows and the functions that they can call.

#![expect(unused_qualifications, reason = "what the derive makes of `last_run`")]

use crate::{
    Actor, EventKind, Lifecycle, OneOrPage, OrganizationId, Owner, Resource, Scope, WorkflowId, patch, words::words,
};
use crate::{webhooks::EventFilter, workflow_runs::LastRun};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::{
    IntoParams, ToSchema,
    openapi::{
        ObjectBuilder, OneOfBuilder, RefOr, Schema,
        schema::{AdditionalProperties, Type},
    },
};

/// A workflow: a definition that is started by events, a schedule or a request.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Workflow {
    pub id: WorkflowId,
    /// Unique among the workflows that are not archived.
    #[schema(examples("Greet new tickets"))]
    pub name: String,
    /// `true` if the workflow can be started.
    pub enabled: bool,
    /// Reason why the service disabled the workflow: `owner_disabled`, `key_revoked`. Otherwise `null`.
    #[schema(examples(json!(null)))]
    pub status_reason: Option<String>,
    /// Organizations that the calls of the workflow are restricted to; `null` for the restriction of its owner.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// Definition as JSON; `null` in lists.
    #[schema(value_type = Option<Object>)]
    pub definition: Option<Value>,
    /// Version of the definition. A version never changes, and a run keeps the version that it started with.
    #[schema(minimum = 1, examples(1))]
    pub definition_version: i32,
    /// Latest version of the definition, which new runs use.
    #[schema(minimum = 1, examples(1))]
    pub latest_version: i32,
    /// Author of this version. The workflow can call only functions that the author could call at that time.
    pub author: Actor,
    /// Triggers of the workflow, in addition to requests.
    pub triggers: Vec<WorkflowTrigger>,
    /// Last run of the workflow; `null` if it never ran.
    pub last_run: Option<LastRun>,
    /// Owner of the workflow. Its calls have the rights that the owner currently has.
    pub owner: Owner,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Time at which the workflow was archived. An archived workflow cannot be started.
    pub archived_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type WorkflowOrPage = OneOrPage<Workflow>;

words! {
    /// Trigger of the runs of a workflow.
    TriggerType {
        /// A request started the run.
        Manual = "manual",
        /// An event started the run.
        Event = "event",
        /// The schedule started the run.
        Schedule = "schedule",
    }
}

/// A trigger of a workflow.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowTrigger {
    #[serde(rename = "type")]
    pub kind: TriggerType,
    /// Event types of an event trigger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples(json!(["ticket.created"])))]
    pub events: Option<Vec<String>>,
    /// Conditions on the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub filter: Option<EventFilter>,
    /// Schedule as a cron expression, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("0 6 * * 1-5"))]
    pub cron: Option<String>,
    /// Interval in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples(3600))]
    pub every_seconds: Option<i64>,
}

/// Definition of a workflow: an object, or a string with YAML or JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Definition {
    Object(Map<String, Value>),
    Text(String),
}

impl utoipa::PartialSchema for Definition {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new()
            .schema_type(Type::Object)
            .additional_properties(Some(AdditionalProperties::FreeForm(true)));
        let text = ObjectBuilder::new().schema_type(Type::String).min_length(Some(1)).max_length(Some(512 * 1024));
        let about = "A definition in the documented subset of the CNCF Serverless Workflow DSL 1.0: an object, or the \
                     same as text in YAML or JSON.";
        OneOfBuilder::new().description(Some(about)).item(object).item(text).examples([example()]).into()
    }
}

impl ToSchema for Definition {}

fn example() -> Value {
    json!({
        "document": {"dsl": "1.0.0", "namespace": "acme", "name": "greet", "version": "1.0.0"},
        "do": [{"open": {"call": "ticket.create", "with": {"subject": "Hello"}}}],
    })
}

/// Request to create a workflow.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Greet", "definition": {
    "document": {"dsl": "1.0.0", "namespace": "acme", "name": "greet", "version": "1.0.0"},
    "do": [{"open": {"call": "ticket.create", "with": {"subject": "Hello"}}}]}}))]
pub struct NewWorkflow {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    /// Definition, as JSON or as a string with YAML.
    pub definition: Definition,
    /// `true` if the workflow can be started.
    #[serde(default = "enabled")]
    #[schema(default = true)]
    pub enabled: bool,
    /// Organizations that the calls of the workflow are restricted to; `null` for the restriction of its owner. If it is
    /// absent, the caller's restriction applies.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
    /// Owner of the workflow, who must not have more rights than the caller. Defaults to the caller, or to the owner of
    /// the caller's key.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

fn enabled() -> bool {
    true
}

/// A YAML body may consist of the definition alone.
pub trait ByHand {
    fn whole(written: Value) -> Value;
}

fn is_definition(written: &Value) -> bool {
    written.get("document").is_some() && written.get("definition").is_none()
}

impl ByHand for NewWorkflow {
    /// The title of the definition, or else its name, becomes the name of the workflow.
    fn whole(written: Value) -> Value {
        if !is_definition(&written) {
            return written;
        }
        let document = &written["document"];
        let name = document.get("title").or(document.get("name")).cloned().unwrap_or_default();
        json!({"name": name, "definition": written})
    }
}

impl ByHand for WorkflowChange {
    fn whole(written: Value) -> Value {
        if is_definition(&written) { json!({"definition": written}) } else { written }
    }
}

/// Fields that are absent are not changed.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"enabled": false}))]
pub struct WorkflowChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    #[schema(nullable = false)]
    pub enabled: Option<bool>,
    /// New definition. It becomes a new version with the caller as its author. Active runs keep their version.
    #[schema(nullable = false)]
    pub definition: Option<Definition>,
    /// Older version whose definition becomes a new version with the caller as its author.
    #[schema(nullable = false, minimum = 1)]
    pub rollback_to: Option<i32>,
    /// Transfers the workflow to another owner, who must not have more rights than the caller.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowQuery {
    /// Returns only the workflow with this id, as a single object with its definition.
    #[param(nullable = false)]
    pub id: Option<WorkflowId>,
    /// Version of the definition to return instead of the latest; requires `id`.
    #[param(nullable = false, minimum = 1)]
    pub version: Option<i32>,
    /// Filters by name.
    #[param(example = "Greet new tickets", nullable = false, min_length = 1, max_length = 100)]
    pub name: Option<String>,
    /// Filters by whether the workflow is enabled.
    #[param(nullable = false)]
    pub enabled: Option<bool>,
    /// `true` returns archived workflows instead of the others.
    #[param(nullable = false)]
    pub archived: Option<bool>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowTarget {
    /// Id of the workflow.
    pub id: WorkflowId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ArchivedWorkflow {
    /// Id of the workflow.
    pub id: WorkflowId,
    /// Cancels active runs. Without it, the request is refused if there are any.
    #[param(nullable = false)]
    pub force: Option<bool>,
}

/// A function that workflows can call.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowFunction {
    #[schema(examples("ticket.create"))]
    pub name: String,
    #[schema(examples("Create a ticket"))]
    pub description: String,
    /// `true` if the function changes something. A dry run lists such calls without making them.
    pub writes: bool,
    /// Scopes that the author of the workflow must have.
    #[schema(value_type = Vec<String>, examples(json!(["tickets:write"])))]
    pub scopes: Vec<String>,
    /// Self-contained JSON Schema of the arguments (`with`).
    #[schema(value_type = Object)]
    pub input_schema: Value,
    /// Self-contained JSON Schema of the result.
    #[schema(value_type = Object)]
    pub output_schema: Value,
}

impl WorkflowFunction {
    pub fn needs(scopes: impl Iterator<Item = Scope>) -> Vec<String> {
        scopes.map(|scope| scope.name().to_owned()).collect()
    }
}

/// All functions.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowFunctions {
    pub data: Vec<WorkflowFunction>,
}

impl Resource for Workflow {
    const TYPE: &'static str = "workflow";
    const PATH: &'static str = "/api/psa/workflows";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::WorkflowCreated),
        updated: Some(EventKind::WorkflowUpdated),
        deleted: Some(EventKind::WorkflowDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        only(self.organization_ids.as_deref())
    }
}

/// A resource that concerns exactly one organization belongs to it.
pub(crate) fn only(organizations: Option<&[OrganizationId]>) -> Option<OrganizationId> {
    match organizations {
        Some([one]) => Some(*one),
        _ => None,
    }
}
