//! Operations of the tag `long_running`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_operations`].
#[derive(Clone, Debug, Default)]
pub struct ListOperations {
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::cancel_operation`].
#[derive(Clone, Debug, Default)]
pub struct CancelOperation {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::get_operation`].
#[derive(Clone, Debug, Default)]
pub struct GetOperation {
    /// Maximum number of seconds to wait for the end of the operation; requires `id`.
    pub wait: Option<i64>,
}

impl Client {
    /// List operations
    ///
    /// Returns long-running operations on objects that the caller can read. With `id` and `wait`, the request
    /// returns when the operation has ended or after this number of seconds, with its current state. The number of
    /// concurrent waiting requests per tenant and server is limited.
    pub async fn list_operations(
        &self,
        params: ListOperations,
    ) -> Result<api::Page<api::operations::Operation>, Error> {
        let ListOperations { status, limit, cursor } = params;
        let request = Request::get("/api/operations")
            .several("status", &status)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Cancel an operation
    ///
    /// Steps that are already done are not undone. An operation on a machine first determines what has already
    /// happened at the provider, and ends shortly afterwards: as `canceled`, or as `succeeded` if it was too late to
    /// cancel.
    pub async fn cancel_operation(&self, id: api::ids::OperationId, params: CancelOperation) -> Result<(), Error> {
        let CancelOperation { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/operations/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one operation by its id
    pub async fn get_operation(
        &self,
        id: api::ids::OperationId,
        params: GetOperation,
    ) -> Result<api::operations::Operation, Error> {
        let GetOperation { wait } = params;
        let request = Request::get(format!("/api/operations/{}", segment(&id))).optional("wait", wait);
        self.send(request).await?.json()
    }
}
