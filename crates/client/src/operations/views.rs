//! Operations of the tag `views`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_views`].
#[derive(Clone, Debug, Default)]
pub struct ListViews {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_view`].
#[derive(Clone, Debug, Default)]
pub struct CreateView {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::count_tickets_of_views`].
#[derive(Clone, Debug, Default)]
pub struct CountTicketsOfViews {
    /// Ids of views; separate several with commas. By default, the 50 newest views.
    pub id: Vec<api::ids::ViewId>,
}

/// Parameters of [`Client::delete_view`].
#[derive(Clone, Debug, Default)]
pub struct DeleteView {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_view`].
#[derive(Clone, Debug, Default)]
pub struct UpdateView {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

impl Client {
    /// List views
    ///
    /// Returns all views, newest first.
    pub async fn list_views(&self, params: ListViews) -> Result<api::Page<api::views::View>, Error> {
        let ListViews { limit, cursor } = params;
        let request = Request::get("/api/psa/views").optional("limit", limit).optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a view
    ///
    /// The view is shared by everyone in the tenant. Callers that are restricted to organizations can neither create
    /// nor see views.
    pub async fn create_view(&self, body: &api::views::NewView, params: CreateView) -> Result<api::views::View, Error> {
        let CreateView { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/views")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Count the tickets of views
    ///
    /// Returns the number of tickets in each view, as the caller sees them. A count stops at 1,000; `exact` is then
    /// `false`.
    pub async fn count_tickets_of_views(&self, params: CountTicketsOfViews) -> Result<api::views::ViewCounts, Error> {
        let CountTicketsOfViews { id } = params;
        let request = Request::get("/api/psa/views/counts").several("id", &id);
        self.send(request).await?.json()
    }

    /// Delete a view
    pub async fn delete_view(&self, id: api::ids::ViewId, params: DeleteView) -> Result<(), Error> {
        let DeleteView { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/views/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one view by its id
    pub async fn get_view(&self, id: api::ids::ViewId) -> Result<api::views::View, Error> {
        let request = Request::get(format!("/api/psa/views/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a view
    ///
    /// Fields that are absent are not changed; `null` clears a field. `filter` and `columns` are replaced as a
    /// whole.
    pub async fn update_view(
        &self,
        id: api::ids::ViewId,
        body: &api::views::ViewChange,
        params: UpdateView,
    ) -> Result<api::views::View, Error> {
        let UpdateView { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/psa/views/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
