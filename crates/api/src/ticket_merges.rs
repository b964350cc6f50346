//! `/api/psa/tickets/merges`: tickets that were merged into others.

use crate::{Actor, OneOrPage, Resource, TicketId, TicketMergeId, tickets::Ticket};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A merge of a ticket into another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketMerge {
    pub id: TicketMergeId,
    /// Ticket that was merged and has the status `merged`.
    pub source_id: TicketId,
    /// Ticket that received the comments, time entries and attachments of the source.
    pub target_id: TicketId,
    #[schema(examples("Both describe the same fault."))]
    pub note: Option<String>,
    /// Numbers of the objects that the merge has moved.
    pub moved: MergedCounts,
    pub merged_by: Actor,
    pub created_at: Timestamp,
    /// Time until which the merge can be undone.
    pub undo_until: Timestamp,
    /// `null` unless the merge was undone.
    pub undone_at: Option<Timestamp>,
    pub undone_by: Option<Actor>,
    /// Version number, incremented when the merge is undone; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TicketMergeOrPage = OneOrPage<TicketMerge>;

/// Numbers of the objects that a merge moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MergedCounts {
    /// Number of comments.
    #[schema(minimum = 0, examples(3))]
    pub comments: i64,
    /// Number of time entries.
    #[schema(minimum = 0, examples(1))]
    pub time_entries: i64,
    /// Number of attachments.
    #[schema(minimum = 0, examples(2))]
    pub attachments: i64,
    /// Number of tasks.
    #[schema(minimum = 0, examples(4))]
    pub tasks: i64,
    /// Watchers of the source who did not watch the target already.
    #[schema(minimum = 0, examples(1))]
    pub watchers: i64,
}

/// Request to merge two tickets.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"source_id": "tkt_01h455vb4pex5vsknk084sn02q", "target_id": "tkt_01h455vb4pex5vsknk084sn02q",
    "note": "Both describe the same fault."}))]
pub struct NewTicketMerge {
    /// The ticket that is merged into the other one.
    pub source_id: TicketId,
    /// The ticket that is kept. It belongs to the same organization as the source, unless the source belongs to none.
    pub target_id: TicketId,
    #[schema(max_length = 2_000)]
    pub note: Option<String>,
}

/// An empty object.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct TicketMergeUndo {}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketMergeQuery {
    /// Returns only the merge with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<TicketMergeId>,
    /// Returns the merges of this ticket, as source or as target. Required unless `id` is given.
    #[param(nullable = false)]
    pub ticket_id: Option<TicketId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketMergeTarget {
    /// Id of the merge.
    pub id: TicketMergeId,
}

/// The source of a merge, with the target and the merge itself.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketMergeEvent {
    pub object: Ticket,
    pub target: Ticket,
    pub merge: TicketMerge,
}

impl Resource for TicketMerge {
    const TYPE: &'static str = "ticket_merge";
    const PATH: &'static str = "/api/psa/tickets/merges";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
