//! `/api/psa/tickets/comments` and `/api/psa/tickets/history`: what was said about a ticket, and who changed what.

use crate::{Actor, AuditEntryId, CommentId, OneOrPage, Page, Resource, TicketId, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

words! {
    CommentVisibility {
        Public = "public",
        /// For technicians only.
        Internal = "internal",
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"body": "We have ordered a new one.", "visibility": "public"}))]
pub struct NewComment {
    /// In markdown.
    #[schema(min_length = 1, max_length = 100_000, pattern = r"\S")]
    pub body: String,
    /// `public` when absent.
    #[schema(nullable = false)]
    pub visibility: Option<CommentVisibility>,
}

/// Something said about a ticket. It is never altered.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Comment {
    pub id: CommentId,
    pub ticket_id: TicketId,
    /// In markdown.
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
    /// Only this comment, as a bare object.
    #[param(nullable = false)]
    pub id: Option<CommentId>,
    /// The ticket whose comments are wanted.
    #[param(nullable = false)]
    pub ticket_id: Option<TicketId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketOfComment {
    /// Which ticket.
    pub ticket_id: TicketId,
}

/// One change of a ticket.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketHistoryEntry {
    /// Its entry in the audit log.
    pub id: AuditEntryId,
    pub at: Timestamp,
    pub actor: Actor,
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// Whether the ticket came to be by it.
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

    /// It never changes.
    fn version(&self) -> i32 {
        1
    }
}
