//! `/api/psa/tickets/comments` and `/api/psa/tickets/history`: comments on a ticket, and its change history.

use crate::{
    Actor, ActorKind, AuditEntryId, CommentId, OneOrPage, Page, Resource, TicketId, contacts::ContactRef, words::words,
};
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

    AuthorKind {
        Contact = "contact",
        User = "user",
        ApiKey = "api_key",
        /// A run of a workflow.
        Workflow = "workflow",
        Operator = "operator",
        System = "system",
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
    /// Contact who wrote the comment, for example in an e-mail. The comment is `public`, does not count as an answer to
    /// the customer, and can reopen the ticket: see `reopen_on_contact_comment` of `/api/psa/sla`. Absent or `null`: the
    /// caller is the author.
    pub author: Option<ContactRef>,
}

/// The author of a comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CommentAuthor {
    #[serde(rename = "type")]
    pub kind: AuthorKind,
    /// Id of the contact, user or key, or of the run of a workflow; `null` for other authors, and for a contact that the
    /// caller cannot see.
    #[schema(examples("con_01h455vb4pex5vsknk084sn02q"))]
    pub id: Option<String>,
    /// Current name of the contact; `null` for other authors.
    #[schema(examples("Milton Waddams"))]
    pub name: Option<String>,
}

impl From<&Actor> for CommentAuthor {
    fn from(actor: &Actor) -> CommentAuthor {
        let kind = match actor.kind {
            ActorKind::ApiKey => AuthorKind::ApiKey,
            ActorKind::User => AuthorKind::User,
            ActorKind::Operator => AuthorKind::Operator,
            ActorKind::System => AuthorKind::System,
        };
        CommentAuthor { kind, id: actor.id.clone(), name: None }
    }
}

/// A comment on a ticket. Its text is never modified.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Comment {
    pub id: CommentId,
    pub ticket_id: TicketId,
    /// Text in Markdown.
    #[schema(examples("We have ordered a new one."))]
    pub body: String,
    pub visibility: CommentVisibility,
    pub author: CommentAuthor,
    /// The actor that stored the comment, for example the key of a mail gateway, or the author of a workflow.
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
