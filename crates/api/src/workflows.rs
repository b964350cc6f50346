//! `/api/psa/workflows`: automations that customers write, and what these can call.

#![expect(unused_qualifications, reason = "what the derive makes of `last_run`")]

use crate::{Actor, EventKind, Lifecycle, OneOrPage, OrganizationId, Owner, Resource, Scope, WorkflowId, words::words};
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

/// An automation: a definition that events, a schedule or a request start.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Workflow {
    pub id: WorkflowId,
    /// Unique among those that are not archived.
    #[schema(examples("Greet new tickets"))]
    pub name: String,
    /// Whether anything starts it.
    pub enabled: bool,
    /// Why it is not enabled, where nobody disabled it by itself: `owner_disabled`, `key_revoked`.
    pub status_reason: Option<String>,
    /// What it calls is restricted to these customers; `null`: as its owner.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// As it was written, in JSON; `null` in lists.
    #[schema(value_type = Option<Object>)]
    pub definition: Option<Value>,
    /// Which version of the definition this is. A version never changes; a run keeps the one that it began with.
    #[schema(minimum = 1, examples(1))]
    pub definition_version: i32,
    /// The newest version, which is the one that runs.
    #[schema(minimum = 1, examples(1))]
    pub latest_version: i32,
    /// Who wrote this version: it calls nothing that the author could not call at that time.
    pub author: Actor,
    /// What starts it, beside requests.
    pub triggers: Vec<WorkflowTrigger>,
    /// `null` where it never ran.
    pub last_run: Option<LastRun>,
    /// Whom it belongs to: with the rights that its owner has at the time it calls what it calls.
    pub owner: Owner,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Since when it is archived: nothing starts it any more.
    pub archived_at: Option<Timestamp>,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type WorkflowOrPage = OneOrPage<Workflow>;

words! {
    TriggerType {
        /// A request to run it.
        Manual = "manual",
        /// An event that it waits for.
        Event = "event",
        /// Its time.
        Schedule = "schedule",
    }
}

/// What starts a workflow.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowTrigger {
    #[serde(rename = "type")]
    pub kind: TriggerType,
    /// The kinds of events, where it is by events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples(json!(["ticket.created"])))]
    pub events: Option<Vec<String>>,
    /// What else must hold of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub filter: Option<EventFilter>,
    /// When, as cron has it, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("0 6 * * 1-5"))]
    pub cron: Option<String>,
    /// How often, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples(3600))]
    pub every_seconds: Option<i64>,
}

/// What a workflow does: an object, or the same as text in YAML or JSON.
#[derive(Debug, Clone, Deserialize)]
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

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Greet", "definition": {
    "document": {"dsl": "1.0.0", "namespace": "acme", "name": "greet", "version": "1.0.0"},
    "do": [{"open": {"call": "ticket.create", "with": {"subject": "Hello"}}}]}}))]
pub struct NewWorkflow {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    pub definition: Definition,
    /// Whether anything starts it.
    #[serde(default = "enabled")]
    #[schema(default = true)]
    pub enabled: bool,
    /// What it calls is restricted to these customers. Left out: as the caller.
    #[schema(min_items = 1, max_items = 200)]
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// Whom it belongs to: somebody with no more rights than the caller. Left out: the caller, or the owner of the caller's key.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

fn enabled() -> bool {
    true
}

/// What people write by hand, in YAML, may be the definition alone.
pub trait ByHand {
    fn whole(written: Value) -> Value;
}

fn is_definition(written: &Value) -> bool {
    written.get("document").is_some() && written.get("definition").is_none()
}

impl ByHand for NewWorkflow {
    /// Its title, or else its name, is the workflow's name.
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

/// Absent fields stay as they are.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"enabled": false}))]
pub struct WorkflowChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    #[schema(nullable = false)]
    pub enabled: Option<bool>,
    /// Becomes a new version, of which the caller is the author. Runs under way keep theirs.
    #[schema(nullable = false)]
    pub definition: Option<Definition>,
    /// The definition of this older version becomes a new one, of which the caller is the author.
    #[schema(nullable = false, minimum = 1)]
    pub rollback_to: Option<i32>,
    /// Give it to another owner, who has no more rights than the caller.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowQuery {
    /// Only this workflow, as a bare object, with its definition.
    #[param(nullable = false)]
    pub id: Option<WorkflowId>,
    /// With `id`: this version of its definition instead of the newest.
    #[param(nullable = false, minimum = 1)]
    pub version: Option<i32>,
    /// The one that has this name.
    #[param(nullable = false, min_length = 1, max_length = 100)]
    pub name: Option<String>,
    #[param(nullable = false)]
    pub enabled: Option<bool>,
    /// Those that are archived, instead of those that are not.
    #[param(nullable = false)]
    pub archived: Option<bool>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowTarget {
    /// Which workflow.
    pub id: WorkflowId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ArchivedWorkflow {
    /// Which workflow.
    pub id: WorkflowId,
    /// Cancel the runs that are under way, instead of being refused because of them.
    #[param(nullable = false)]
    pub force: Option<bool>,
}

/// What a workflow can call.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowFunction {
    #[schema(examples("ticket.create"))]
    pub name: String,
    #[schema(examples("Create a ticket"))]
    pub description: String,
    /// Whether it changes something: a dry run lists it and does not do it.
    pub writes: bool,
    /// What the author of the workflow must have for it.
    #[schema(value_type = Vec<String>, examples(json!(["tickets:write"])))]
    pub scopes: Vec<String>,
    /// JSON Schema of `with`, complete in itself.
    #[schema(value_type = Object)]
    pub input_schema: Value,
    /// JSON Schema of what it gives, complete in itself.
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
    const PATH: &'static str = "/api/psa/workflows/trigger";
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

/// What concerns one customer alone is that customer's.
pub(crate) fn only(organizations: Option<&[OrganizationId]>) -> Option<OrganizationId> {
    match organizations {
        Some([one]) => Some(*one),
        _ => None,
    }
}
