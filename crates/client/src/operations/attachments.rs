//! Operations of the tag `attachments`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Body, Client, Error, Request, Streaming, request::segment};

/// Parameters of [`Client::list_attachments`].
#[derive(Clone, Debug, Default)]
pub struct ListAttachments {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::upload_attachment`].
#[derive(Clone, Debug, Default)]
pub struct UploadAttachment {
    /// Id of the comment of this ticket that the file belongs to.
    pub comment_id: Option<api::ids::CommentId>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_attachment`].
#[derive(Clone, Debug, Default)]
pub struct DeleteAttachment {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

impl Client {
    /// List the attachments of a ticket
    ///
    /// Returns all attachments of the ticket `ticket_id`, newest first. The bytes of a file are at
    /// `/api/psa/attachments/content`.
    pub async fn list_attachments(
        &self,
        ticket_id: api::ids::TicketId,
        params: ListAttachments,
    ) -> Result<api::Page<api::attachments::Attachment>, Error> {
        let ListAttachments { limit, cursor } = params;
        let request = Request::get("/api/psa/attachments")
            .query("ticket_id", ticket_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Attach a file to a ticket
    ///
    /// The body is the content of the file, of any media type. It must not be empty. `Content-Length` is optional.
    /// The media type of the attachment is determined from the content. With an `Idempotency-Key`, a repeated
    /// request is recognized by its parameters and the length of its body, and returns the stored response before
    /// its body is read.
    pub async fn upload_attachment(
        &self,
        ticket_id: api::ids::TicketId,
        name: &str,
        content: Body,
        params: UploadAttachment,
    ) -> Result<api::attachments::Attachment, Error> {
        let UploadAttachment { comment_id, dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/attachments")
            .query("ticket_id", ticket_id)
            .optional("comment_id", comment_id)
            .query("name", name)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .body(content);
        self.send(request).await?.json()
    }

    /// Read the content of an attachment
    ///
    /// Returns the bytes of the file as a download. `Repr-Digest` is their SHA-256. A file that is not scanned yet,
    /// or that is infected, returns 409. HTML, SVG, scripts and unknown types are sent as
    /// `application/octet-stream`.
    pub async fn download_attachment(&self, id: api::ids::AttachmentId) -> Result<Streaming, Error> {
        let request = Request::get("/api/psa/attachments/content").query("id", id);
        self.stream(request).await
    }

    /// Delete an attachment
    ///
    /// The file becomes unreadable at once; its bytes are removed from the storage soon after.
    pub async fn delete_attachment(&self, id: api::ids::AttachmentId, params: DeleteAttachment) -> Result<(), Error> {
        let DeleteAttachment { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/attachments/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one attachment by its id
    pub async fn get_attachment(&self, id: api::ids::AttachmentId) -> Result<api::attachments::Attachment, Error> {
        let request = Request::get(format!("/api/psa/attachments/{}", segment(&id)));
        self.send(request).await?.json()
    }
}
