//! `/api/psa/attachments`: files on tickets.

use crate::{
    Actor, CommentId, OneOrPage, OrganizationId, Resource, TicketId, ids::AttachmentId, tickets::BriefTicket,
    words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

words! {
    /// Result of the malware scan of a file.
    AttachmentScan {
        /// The service does not scan files.
        Off = "off",
        /// The file cannot be read yet.
        Pending = "pending",
        Clean = "clean",
        /// The file cannot be read.
        Infected = "infected",
    }
}

/// A file on a ticket. Its content is never modified.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Attachment {
    pub id: AttachmentId,
    pub ticket_id: TicketId,
    /// Comment that the file belongs to; `null` for a file of the ticket itself.
    pub comment_id: Option<CommentId>,
    /// Organization of the ticket.
    pub organization_id: Option<OrganizationId>,
    /// Name of the file, without directories, control characters and characters that change the direction of text.
    #[schema(examples("report.pdf"))]
    pub name: String,
    /// Media type, determined from the first bytes of the file.
    #[schema(examples("application/pdf"))]
    pub content_type: String,
    /// Size, in bytes.
    #[schema(minimum = 0, examples(48213))]
    pub size_bytes: i64,
    /// SHA-256 of the file, in hexadecimal.
    #[schema(examples("2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"))]
    pub sha256: String,
    /// Result of the scan for malware.
    pub scan: AttachmentScan,
    pub created_by: Actor,
    pub created_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type AttachmentOrPage = OneOrPage<Attachment>;

/// The bytes of a file.
#[derive(Debug, Clone, Copy)]
pub struct FileContent;

impl PartialSchema for FileContent {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The content of a file."))
            .min_length(Some(1))
            .content_media_type("application/octet-stream")
            .into()
    }
}

impl ToSchema for FileContent {}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NewAttachment {
    /// Id of the ticket.
    pub ticket_id: TicketId,
    /// Id of the comment of this ticket that the file belongs to.
    #[param(nullable = false)]
    pub comment_id: Option<CommentId>,
    /// Name of the file. Directories, control characters and characters that change the direction of text are removed.
    #[param(min_length = 1, max_length = 255, pattern = r"\S", example = "report.pdf")]
    pub name: String,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AttachmentQuery {
    /// Returns only the attachment with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<AttachmentId>,
    /// Id of the ticket whose attachments are listed.
    #[param(nullable = false)]
    pub ticket_id: Option<TicketId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AttachmentTarget {
    /// Id of the attachment.
    pub id: AttachmentId,
}

/// Payload of an event about an attachment.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AttachmentAddedEvent {
    pub object: BriefTicket,
    pub attachment: Attachment,
}

impl Resource for Attachment {
    const TYPE: &'static str = "attachment";
    const PATH: &'static str = "/api/psa/attachments";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.organization_id
    }
}
