//! `/api/psa/tickets/comments` and `/api/psa/tickets/history`: comments on a ticket, and its change history.

use crate::{
    Actor, ActorKind, AuditEntryId, CommentId, OneOrPage, OperationId, Page, Resource, TicketId,
    contacts::ContactRef,
    tickets::{TicketPriority, TicketType},
    words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

words! {
    /// Readers of a comment.
    CommentVisibility {
        Public = "public",
        /// Visible to technicians only.
        Internal = "internal",
    }

    /// Type of the author of a comment.
    AuthorKind {
        Contact = "contact",
        User = "user",
        ApiKey = "api_key",
        /// A run of a workflow.
        Workflow = "workflow",
        Operator = "operator",
        System = "system",
    }

    /// Type of the correction of a comment.
    CommentCorrection {
        /// The text or the visibility was changed. The earlier text is not kept.
        Edited = "edited",
        /// Text was removed from the comment and from its copies.
        Redacted = "redacted",
        /// A ticket was created from the comment.
        Split = "split",
    }
}

/// Request to comment on a ticket.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"body": "We have ordered a new one.", "visibility": "public"}))]
pub struct NewComment {
    /// Text in Markdown.
    #[schema(min_length = 1, max_length = 100_000, pattern = r"\S")]
    pub body: String,
    /// Visibility of the comment; `public` by default.
    #[schema(nullable = false)]
    pub visibility: Option<CommentVisibility>,
    /// Contact who wrote the comment, for example in an e-mail. The comment is `public`, does not count as a response to
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

/// A comment on a ticket. If its text is edited or redacted, the earlier text is not kept.
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
    /// Time of the last edit; `null` if the comment was never edited.
    pub edited_at: Option<Timestamp>,
    /// The actor of the last edit.
    pub edited_by: Option<Actor>,
    /// Time of the last redaction; `null` if the comment was never redacted.
    pub redacted_at: Option<Timestamp>,
    /// The actor of the last redaction.
    pub redacted_by: Option<Actor>,
    /// Ticket that was created from the comment; `null` if there is none.
    pub split_ticket_id: Option<TicketId>,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

impl Comment {
    /// Replaces redacted text.
    pub const REDACTED: &'static str = "[redacted]";

    /// Takes the place of the earlier text where a change is recorded.
    pub const REPLACED: &'static str = "[replaced]";
}

/// Fields that are absent are not changed.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"body": "We have ordered two new ones."}))]
pub struct CommentChange {
    /// Text in Markdown.
    #[schema(nullable = false, min_length = 1, max_length = 100_000, pattern = r"\S")]
    pub body: Option<String>,
    /// Visibility of the comment. The comment of a contact is always `public`.
    #[schema(nullable = false)]
    pub visibility: Option<CommentVisibility>,
}

/// Texts to remove from a comment.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct CommentRedaction {
    /// Exact texts to remove, for example a password. Without it, the whole text of the comment is removed.
    #[schema(nullable = false, min_items = 1, max_items = 20, examples(json!(["hunter2"])))]
    pub text: Option<Vec<RedactedText>>,
}

/// Text that is removed wherever the comment contains it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 1000, pattern = r"\S")]
pub struct RedactedText(pub String);

/// A redacted comment, and the operation that removes the text from its copies.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RedactedComment {
    #[serde(flatten)]
    pub comment: Comment,
    /// Operation that removes the text of the comment from the logs: see `/api/operations`.
    pub operation_id: OperationId,
}

/// Fields of the ticket that is created from a comment.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"subject": "Second printer is offline"}))]
pub struct CommentSplit {
    /// Subject of the new ticket.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    pub subject: String,
    /// Type of the new ticket; `incident` by default.
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    pub kind: Option<TicketType>,
    /// Priority of the new ticket; `p3` by default.
    #[schema(nullable = false)]
    pub priority: Option<TicketPriority>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentTarget {
    /// Id of the comment.
    pub id: CommentId,
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
    pub created_at: Timestamp,
    pub actor: Actor,
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// `true` for the creation of the ticket.
    pub created: bool,
    /// Changed fields.
    pub changes: Vec<FieldChange>,
    /// The comment that was changed; `null` for a change of the ticket itself.
    pub comment: Option<CorrectedComment>,
}

/// A changed comment in the history of its ticket, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CorrectedComment {
    pub id: CommentId,
    pub correction: CommentCorrection,
}

pub type TicketHistory = Page<TicketHistoryEntry>;

/// Value of a field before and after a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FieldChange {
    /// Name of the field.
    #[schema(examples("status"))]
    pub field: String,
    /// Value before the change.
    #[schema(examples("new"))]
    pub from: Value,
    /// Value after the change.
    #[schema(examples("open"))]
    pub to: Value,
}

impl Resource for Comment {
    const TYPE: &'static str = "ticket_comment";
    const PATH: &'static str = "/api/psa/tickets/comments";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}

impl Resource for RedactedComment {
    const TYPE: &'static str = Comment::TYPE;
    const PATH: &'static str = Comment::PATH;

    fn id(&self) -> String {
        self.comment.id()
    }

    fn version(&self) -> i32 {
        self.comment.version
    }
}
