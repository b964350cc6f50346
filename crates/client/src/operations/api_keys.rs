//! Operations of the tag `api_keys`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_api_keys`].
#[derive(Clone, Debug, Default)]
pub struct ListApiKeys {
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Filters by scope: keys that have this scope, either directly or through a wildcard.
    pub scope: Option<String>,
    /// Filters by owner.
    pub owner: Option<String>,
    /// Filters for active keys that expire within this number of days.
    pub expiring_within_days: Option<i64>,
    /// Filters for active keys that were not used for this number of days.
    pub unused_for_days: Option<i64>,
    /// `scope_report` adds the usage of its scopes in the last 90 days to each key.
    pub include: Option<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_api_key`].
#[derive(Clone, Debug, Default)]
pub struct CreateApiKey {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::revoke_api_key`].
#[derive(Clone, Debug, Default)]
pub struct RevokeApiKey {
    /// Also revokes every key that this key created, directly or through other keys, and pauses the webhook
    /// endpoints and disables the workflows that any of them created. Use it when a key has leaked.
    pub cascade: Option<bool>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::get_api_key`].
#[derive(Clone, Debug, Default)]
pub struct GetApiKey {
    /// `scope_report` adds the usage of its scopes in the last 90 days to each key.
    pub include: Option<String>,
}

/// Parameters of [`Client::update_api_key`].
#[derive(Clone, Debug, Default)]
pub struct UpdateApiKey {
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
    /// List API keys
    ///
    /// Returns all keys of the tenant, newest first, including revoked and expired keys.
    pub async fn list_api_keys(&self, params: ListApiKeys) -> Result<api::Page<api::api_keys::ApiKey>, Error> {
        let ListApiKeys { status, scope, owner, expiring_within_days, unused_for_days, include, limit, cursor } =
            params;
        let request = Request::get("/api/admin/api-keys")
            .several("status", &status)
            .optional("scope", scope)
            .optional("owner", owner)
            .optional("expiring_within_days", expiring_within_days)
            .optional("unused_for_days", unused_for_days)
            .optional("include", include)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create an API key
    ///
    /// The response contains the full key, which is returned only once. The key cannot exceed the caller's rights:
    /// its scopes, organizations, networks and expiry are limited to those of the caller.
    pub async fn create_api_key(
        &self,
        body: &api::api_keys::NewApiKey,
        params: CreateApiKey,
    ) -> Result<api::api_keys::ApiKey, Error> {
        let CreateApiKey { dry_run, idempotency_key } = params;
        let request = Request::post("/api/admin/api-keys")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Revoke an API key
    ///
    /// Revokes the key permanently. Every server refuses it within a second; the record is kept. A key can revoke
    /// itself. Resources that the key created keep working with the rights of their owners. With `cascade=true`, for
    /// a key that has leaked, all keys that it created are revoked too, directly or through other keys, and the
    /// webhook endpoints and workflows that any of them created are paused and disabled; the response is then the
    /// revoked key (200), with these resources as `impact`.
    pub async fn revoke_api_key(
        &self,
        id: api::ids::ApiKeyId,
        params: RevokeApiKey,
    ) -> Result<Option<api::api_keys::ApiKey>, Error> {
        let RevokeApiKey { cascade, dry_run, if_match } = params;
        let request = Request::delete(format!("/api/admin/api-keys/{}", segment(&id)))
            .optional("cascade", cascade)
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?.json()
    }

    /// Get one API key by its id
    pub async fn get_api_key(&self, id: api::ids::ApiKeyId, params: GetApiKey) -> Result<api::api_keys::ApiKey, Error> {
        let GetApiKey { include } = params;
        let request = Request::get(format!("/api/admin/api-keys/{}", segment(&id))).optional("include", include);
        self.send(request).await?.json()
    }

    /// Change an API key
    ///
    /// Fields that are absent are not changed; `null` removes a restriction. The caller must have all rights of the
    /// key, before and after the change.
    ///
    /// `rotate` issues a new secret. Each earlier secret stays valid until its own grace period ends, even if the
    /// key is rotated again meanwhile, so a rotation whose response was lost can be repeated. At most 10 earlier
    /// secrets can be valid at the same time (409 `quota_exceeded`). `grace_seconds: 0` invalidates all earlier
    /// secrets at once; use it when one has leaked.
    pub async fn update_api_key(
        &self,
        id: api::ids::ApiKeyId,
        body: &api::api_keys::ApiKeyChange,
        params: UpdateApiKey,
    ) -> Result<api::api_keys::ApiKey, Error> {
        let UpdateApiKey { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/admin/api-keys/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
