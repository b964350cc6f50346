//! Operations of the tag `macros`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_macros`].
#[derive(Clone, Debug, Default)]
pub struct ListMacros {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_macro`].
#[derive(Clone, Debug, Default)]
pub struct CreateMacro {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::apply_macro`].
#[derive(Clone, Debug, Default)]
pub struct ApplyMacro {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_macro`].
#[derive(Clone, Debug, Default)]
pub struct DeleteMacro {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_macro`].
#[derive(Clone, Debug, Default)]
pub struct UpdateMacro {
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
    /// List macros
    ///
    /// Returns all macros, newest first.
    pub async fn list_macros(&self, params: ListMacros) -> Result<api::Page<api::macros::Macro>, Error> {
        let ListMacros { limit, cursor } = params;
        let request = Request::get("/api/psa/macros").optional("limit", limit).optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a macro
    ///
    /// The macro is shared by everyone in the tenant. Callers that are restricted to organizations can neither
    /// create nor see macros.
    pub async fn create_macro(
        &self,
        body: &api::macros::NewMacro,
        params: CreateMacro,
    ) -> Result<api::macros::Macro, Error> {
        let CreateMacro { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/macros")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Apply a macro to tickets
    ///
    /// The macro is applied to each ticket separately, in the given order; all tickets that it could be applied to
    /// are stored in one transaction. A response of 200 means that all tickets were tried: check each result.
    pub async fn apply_macro(
        &self,
        body: &api::macros::MacroApplication,
        params: ApplyMacro,
    ) -> Result<api::ticket_bulk::BulkResults, Error> {
        let ApplyMacro { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/macros/apply")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a macro
    pub async fn delete_macro(&self, id: api::ids::MacroId, params: DeleteMacro) -> Result<(), Error> {
        let DeleteMacro { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/macros/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one macro by its id
    pub async fn get_macro(&self, id: api::ids::MacroId) -> Result<api::macros::Macro, Error> {
        let request = Request::get(format!("/api/psa/macros/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a macro
    ///
    /// Fields that are absent are not changed; `null` clears a field. `change` and `tasks` are replaced as a whole.
    pub async fn update_macro(
        &self,
        id: api::ids::MacroId,
        body: &api::macros::MacroUpdate,
        params: UpdateMacro,
    ) -> Result<api::macros::Macro, Error> {
        let UpdateMacro { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/psa/macros/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
