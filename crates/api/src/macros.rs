//! `/api/psa/macros`: changes of tickets that the people of a tenant save and apply to many tickets.

use crate::{
    Actor, CustomFields, OneOrPage, Resource, TicketId, UserId,
    ids::MacroId,
    organizations::Tag,
    patch,
    ticket_comments::CommentVisibility,
    tickets::{Resolution, TicketPriority, TicketType},
    words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Statuses that a macro can set. `scheduled` is not one of them, because it needs a time for each ticket.
    MacroStatus {
        Open = "open",
        PendingCustomer = "pending_customer",
        PendingVendor = "pending_vendor",
        /// Requires `resolution`.
        Resolved = "resolved",
        Closed = "closed",
        Canceled = "canceled",
    }
}

/// A named change of tickets, with an optional comment and tasks.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Macro {
    pub id: MacroId,
    /// Unique within the tenant.
    #[schema(examples("Wait for the customer"))]
    pub name: String,
    #[schema(examples("Requests a screenshot and pauses the SLA clocks."))]
    pub description: Option<String>,
    pub change: MacroChange,
    /// Comment that is added to each ticket.
    pub comment: Option<MacroComment>,
    /// Titles of tasks that are added to each ticket.
    #[schema(examples(json!(["Check the reply"])))]
    pub tasks: Vec<String>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type MacroOrPage = OneOrPage<Macro>;

/// The fields of a ticket that a macro changes. Fields that are absent are not changed.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MacroChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<MacroStatus>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub priority: Option<TicketPriority>,
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kind: Option<TicketType>,
    /// The new assignee; `null` unassigns the ticket.
    #[serde(default, deserialize_with = "patch::nullable", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<UserId>)]
    pub assignee_id: Option<Option<UserId>>,
    /// Tags that are added to each ticket. A ticket has 50 tags at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 50, inline)]
    pub add_tags: Vec<Tag>,
    /// Tags that are removed from each ticket, before others are added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 50, inline)]
    pub remove_tags: Vec<Tag>,
    /// Custom fields to set, or with `null` to remove. Other custom fields are not changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub custom_fields: Option<CustomFields>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub resolution: Option<Resolution>,
}

/// A comment of a macro.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MacroComment {
    /// Text in Markdown, with the placeholders `{{ticket.number}}`, `{{ticket.subject}}` and `{{requester.name}}`. They are
    /// replaced by the values of each ticket; the name is empty if the ticket has no requester. Other placeholders are
    /// refused.
    #[schema(
        min_length = 1,
        max_length = 20_000,
        pattern = r"\S",
        examples("Hello {{requester.name}}, please send us a screenshot.")
    )]
    pub body: String,
    pub visibility: CommentVisibility,
}

/// Title of a task.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 300, pattern = r"\S")]
pub struct MacroTask(pub String);

/// Request to create a macro.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Wait for the customer", "change": {"status": "pending_customer", "add_tags": ["waiting"]},
    "comment": {"body": "Hello {{requester.name}}, please send us a screenshot.", "visibility": "public"},
    "tasks": ["Check the reply"]}))]
pub struct NewMacro {
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: String,
    #[schema(max_length = 2_000)]
    pub description: Option<String>,
    /// The fields that are changed. A macro changes a field, comments or adds a task.
    #[serde(default)]
    pub change: MacroChange,
    pub comment: Option<MacroComment>,
    #[serde(default)]
    #[schema(max_items = 20, inline)]
    pub tasks: Vec<MacroTask>,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"change": {"status": "pending_customer", "priority": "p4"}, "tasks": []}))]
pub struct MacroUpdate {
    #[schema(nullable = false, min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, max_length = 2_000)]
    pub description: Option<Option<String>>,
    /// Replaces the whole change.
    #[schema(nullable = false)]
    pub change: Option<MacroChange>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<MacroComment>)]
    pub comment: Option<Option<MacroComment>>,
    /// Replaces all tasks.
    #[schema(nullable = false, max_items = 20)]
    pub tasks: Option<Vec<MacroTask>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MacroQuery {
    /// Returns only the macro with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<MacroId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MacroTarget {
    /// Id of the macro.
    pub id: MacroId,
}

/// Macro and the tickets that it is applied to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"macro_id": "mac_01h455vb4pex5vsknk084sn02q", "ticket_ids": ["tkt_01h455vb4pex5vsknk084sn02q"]}))]
pub struct MacroApplication {
    pub macro_id: MacroId,
    /// The tickets, each once.
    #[schema(min_items = 1, max_items = 100)]
    pub ticket_ids: Vec<TicketId>,
}

impl Resource for Macro {
    const TYPE: &'static str = "macro";
    const PATH: &'static str = "/api/psa/macros";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
