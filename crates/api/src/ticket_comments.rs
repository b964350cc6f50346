//! `/api/psa/tickets/comments` and `/api/psa/tickets/history`: comments on a ticket, and its change history.

use crate::{Actor, AuditEntryId, CommentId, OneOrPage, Page, Resource, TicketId, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

words! {
    CommentVisibility {
        Public = "public",
        /// Visible to technicians only.
        Internal = "internal",
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"body": "We have ordered a new one.", "visibility": "public"}))]
pub struct NewComment {
    /// Text in Markdown.
    #[schema(min_length = 1, max_length = 100_000, pattern = r"\S")]
    pub body: String,
    /// Visibility of the comment; `public` by default.
    #[schema(nullable = false)]
    pub visibility: Option<CommentVisibility>,
}

/// A comment on a ticket. Comments are never modified.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Comment {
    pub id: CommentId,
    pub ticket_id: TicketId,
    /// Text in Markdown.
    #[schema(examples("We have ordered a new one."))]
    pub body: String,
    pub visibility: CommentVisibility,
    pub created_by: Actor,
    pub created_at: Timestamp,
}

pub type CommentOrPage = OneOrPage<Comment>;

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentQuery {
    /// Returns only the comment with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<CommentId>,
    /// Id of the ticket whose comments are listed.
    #[param(nullable = false)]
    pub ticket_id: Option<TicketId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketOfComment {
    /// Id of the ticket.
    pub ticket_id: TicketId,
}

/// A change of a ticket.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketHistoryEntry {
    /// Id of the entry in the audit log.
    pub id: AuditEntryId,
    pub at: Timestamp,
    pub actor: Actor,
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// `true` for the creation of the ticket.
    pub created: bool,
    pub changes: Vec<FieldChange>,
}

pub type TicketHistory = Page<TicketHistoryEntry>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FieldChange {
    #[schema(examples("status"))]
    pub field: String,
    #[schema(examples("new"))]
    pub from: Value,
    #[schema(examples("open"))]
    pub to: Value,
}

impl Resource for Comment {
    const TYPE: &'static str = "ticket_comment";
    const PATH: &'static str = "/api/psa/tickets/comments";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// A comment never changes.
    fn version(&self) -> i32 {
        1
    }
}
