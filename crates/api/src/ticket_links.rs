//! `/api/psa/tickets/links`: how tickets belong together.

use crate::{
    Actor, EventKind, Lifecycle, OneOrPage, Resource, TicketId, TicketLinkId, tickets::TicketStatus, words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// The kind of a new link, as seen from `ticket_id`.
    NewLinkKind {
        ParentOf = "parent_of",
        Blocks = "blocks",
        Duplicates = "duplicates",
        RelatesTo = "relates_to",
    }

    /// The kind of a link, as seen from `ticket_id`.
    LinkKind {
        ParentOf = "parent_of",
        ChildOf = "child_of",
        Blocks = "blocks",
        BlockedBy = "blocked_by",
        Duplicates = "duplicates",
        DuplicatedBy = "duplicated_by",
        RelatesTo = "relates_to",
    }
}

impl NewLinkKind {
    /// The kind as it is seen from the other ticket.
    pub fn inverse(self) -> LinkKind {
        match self {
            NewLinkKind::ParentOf => LinkKind::ChildOf,
            NewLinkKind::Blocks => LinkKind::BlockedBy,
            NewLinkKind::Duplicates => LinkKind::DuplicatedBy,
            NewLinkKind::RelatesTo => LinkKind::RelatesTo,
        }
    }
}

impl From<NewLinkKind> for LinkKind {
    fn from(kind: NewLinkKind) -> LinkKind {
        match kind {
            NewLinkKind::ParentOf => LinkKind::ParentOf,
            NewLinkKind::Blocks => LinkKind::Blocks,
            NewLinkKind::Duplicates => LinkKind::Duplicates,
            NewLinkKind::RelatesTo => LinkKind::RelatesTo,
        }
    }
}

/// A link between two tickets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketLink {
    pub id: TicketLinkId,
    /// In a list, the ticket whose links are listed. Otherwise, the ticket that the link was created with.
    pub ticket_id: TicketId,
    pub kind: LinkKind,
    pub other_id: TicketId,
    /// The other ticket. Absent in events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub other: Option<LinkedTicket>,
    pub created_by: Actor,
    pub created_at: Timestamp,
}

pub type TicketLinkOrPage = OneOrPage<TicketLink>;

/// The other ticket of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LinkedTicket {
    #[schema(minimum = 1, examples(1042))]
    pub number: i64,
    #[schema(examples("Printer on floor 2 does not print"))]
    pub subject: String,
    pub status: TicketStatus,
}

/// Request to link two tickets.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ticket_id": "tkt_01h455vb4pex5vsknk084sn02q", "kind": "blocks",
    "other_id": "tkt_01h455vb4pex5vsknk084sn02q"}))]
pub struct NewTicketLink {
    /// Ticket from which `kind` is seen.
    pub ticket_id: TicketId,
    pub kind: NewLinkKind,
    pub other_id: TicketId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketLinkQuery {
    /// Returns only the link with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<TicketLinkId>,
    /// Returns the links of this ticket, in both directions. Required unless `id` is given.
    #[param(nullable = false)]
    pub ticket_id: Option<TicketId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketLinkTarget {
    /// Id of the link.
    pub id: TicketLinkId,
}

/// Payload of an event about a link between tickets.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketLinkEvent {
    pub object: TicketLink,
}

impl Resource for TicketLink {
    const TYPE: &'static str = "ticket_link";
    const PATH: &'static str = "/api/psa/tickets/links";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::TicketLinkCreated),
        updated: None,
        deleted: Some(EventKind::TicketLinkDeleted),
    };
    // A ticket that readers of the logs may not see.
    const UNRECORDED: &'static [&'static str] = &["other"];

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// A link never changes.
    fn version(&self) -> i32 {
        1
    }
}
