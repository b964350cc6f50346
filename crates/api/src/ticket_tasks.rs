//! `/api/psa/tickets/tasks`: the checklist of a ticket.

use crate::{Actor, OneOrPage, Resource, TicketId, UserId, ids::TaskId, patch, tickets::BriefTicket};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

/// A task on the checklist of a ticket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TicketTask {
    pub id: TaskId,
    pub ticket_id: TicketId,
    #[schema(examples("Order a new fuser"))]
    pub title: String,
    /// `true` if the task is done.
    pub done: bool,
    /// `null` while the task is open.
    pub done_at: Option<Timestamp>,
    /// The actor that completed the task; `null` while it is open.
    pub done_by: Option<Actor>,
    /// Position of the task in the list, which is sorted in ascending order. Tasks with the same position are in the
    /// order of their creation.
    #[schema(minimum = 0, maximum = 1_000_000, examples(1))]
    pub position: i32,
    /// User that the task is assigned to.
    pub assignee_id: Option<UserId>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TicketTaskOrPage = OneOrPage<TicketTask>;

/// Request to add a task to a ticket.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"title": "Order a new fuser"}))]
pub struct NewTask {
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    pub title: String,
    /// Position of the task in the list; by default, after all others.
    #[schema(nullable = false, minimum = 0, maximum = 1_000_000)]
    pub position: Option<i32>,
    /// User that the task is assigned to.
    pub assignee_id: Option<UserId>,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"done": true}))]
pub struct TaskChange {
    #[schema(nullable = false, min_length = 1, max_length = 300, pattern = r"\S")]
    pub title: Option<String>,
    /// `true` completes the task, `false` reopens it.
    #[schema(nullable = false)]
    pub done: Option<bool>,
    /// Position in the list; tasks are sorted by it.
    #[schema(nullable = false, minimum = 0, maximum = 1_000_000)]
    pub position: Option<i32>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<UserId>)]
    pub assignee_id: Option<Option<UserId>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TaskQuery {
    /// Returns only the task with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<TaskId>,
    /// Id of the ticket whose tasks are listed.
    #[param(nullable = false)]
    pub ticket_id: Option<TicketId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TaskTarget {
    /// Id of the task.
    pub id: TaskId,
}

/// Payload of an event about a task.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketTaskEvent {
    pub object: BriefTicket,
    /// The task; in `ticket.task.removed`, as it was before.
    pub task: TicketTask,
    /// Previous values of the changed fields of the task. Present only in `ticket.task.updated`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

impl Resource for TicketTask {
    const TYPE: &'static str = "ticket_task";
    const PATH: &'static str = "/api/psa/tickets/tasks";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
