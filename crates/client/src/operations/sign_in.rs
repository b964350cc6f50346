//! Operations of the tag `sign_in`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_sso_providers`].
#[derive(Clone, Debug, Default)]
pub struct ListSsoProviders {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_sso_provider`].
#[derive(Clone, Debug, Default)]
pub struct CreateSsoProvider {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::verify_sso_domain`].
#[derive(Clone, Debug, Default)]
pub struct VerifySsoDomain {
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

/// Parameters of [`Client::delete_sso_provider`].
#[derive(Clone, Debug, Default)]
pub struct DeleteSsoProvider {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_sso_provider`].
#[derive(Clone, Debug, Default)]
pub struct UpdateSsoProvider {
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

/// Parameters of [`Client::list_users`].
#[derive(Clone, Debug, Default)]
pub struct ListUsers {
    /// Filters by role.
    pub role: Option<String>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::delete_user`].
#[derive(Clone, Debug, Default)]
pub struct DeleteUser {
    /// New owner of the user's keys, webhook endpoints and workflows. Without it, the keys are refused, the
    /// endpoints paused and the workflows disabled.
    pub transfer_to: Option<String>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_user`].
#[derive(Clone, Debug, Default)]
pub struct UpdateUser {
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
    /// List identity providers
    ///
    /// Returns all providers of the tenant, newest first.
    pub async fn list_sso_providers(
        &self,
        params: ListSsoProviders,
    ) -> Result<api::Page<api::sso::SsoProvider>, Error> {
        let ListSsoProviders { limit, cursor } = params;
        let request = Request::get("/api/admin/sso").optional("limit", limit).optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create an identity provider
    ///
    /// Users can sign in after the ownership of their domain is proven: publish the `record` of each domain in its
    /// DNS and call `POST /api/admin/sso/verify`. The caller must have all scopes of the roles that the provider
    /// assigns.
    pub async fn create_sso_provider(
        &self,
        body: &api::sso::NewSsoProvider,
        params: CreateSsoProvider,
    ) -> Result<api::sso::SsoProvider, Error> {
        let CreateSsoProvider { dry_run, idempotency_key } = params;
        let request = Request::post("/api/admin/sso")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Verify domains
    ///
    /// Looks up the DNS `record` of each domain that is not proven yet. `domain_proofs` contains the result; a
    /// record that is not published yet is not an error. A domain that another tenant has proven fails with 409
    /// `domain_taken`.
    pub async fn verify_sso_domain(
        &self,
        id: api::ids::SsoProviderId,
        body: Option<&api::sso::DomainCheck>,
        params: VerifySsoDomain,
    ) -> Result<api::sso::SsoProvider, Error> {
        let VerifySsoDomain { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/admin/sso/verify")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .optional_json(body)?;
        self.send(request).await?.json()
    }

    /// Delete an identity provider
    ///
    /// Users can no longer sign in with the provider, and its domains become available. Existing sessions remain
    /// valid: see `/api/auth/sessions`.
    pub async fn delete_sso_provider(
        &self,
        id: api::ids::SsoProviderId,
        params: DeleteSsoProvider,
    ) -> Result<(), Error> {
        let DeleteSsoProvider { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/admin/sso/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one SSO provider by its id
    pub async fn get_sso_provider(&self, id: api::ids::SsoProviderId) -> Result<api::sso::SsoProvider, Error> {
        let request = Request::get(format!("/api/admin/sso/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change an identity provider
    ///
    /// Fields that are absent are not changed. A new domain must be proven; a removed domain becomes available to
    /// other tenants. The caller must have all scopes of the roles that the provider assigns, before and after the
    /// change.
    ///
    /// A new `issuer` never receives the old client secret: `client_secret` must be sent again in the same request.
    /// Sign-ins that started with the old issuer cannot be completed.
    pub async fn update_sso_provider(
        &self,
        id: api::ids::SsoProviderId,
        body: &api::sso::SsoProviderChange,
        params: UpdateSsoProvider,
    ) -> Result<api::sso::SsoProvider, Error> {
        let UpdateSsoProvider { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/admin/sso/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List users
    ///
    /// Returns all users of the tenant, newest first. Tickets can be assigned to them.
    pub async fn list_users(&self, params: ListUsers) -> Result<api::Page<api::users::TenantUser>, Error> {
        let ListUsers { role, status, limit, cursor } = params;
        let request = Request::get("/api/admin/users")
            .optional("role", role)
            .several("status", &status)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Delete a user
    ///
    /// Disables the user and removes them from lists. The record is kept, because tickets, approvals and the audit
    /// log refer to it. Signing in does not restore a deleted user; `PUT` with `status: active` does. To see the
    /// affected resources first, send `PUT` with `status: disabled` and `dry_run=true`: the effects are the same.
    pub async fn delete_user(&self, id: api::ids::UserId, params: DeleteUser) -> Result<(), Error> {
        let DeleteUser { transfer_to, dry_run, if_match } = params;
        let request = Request::delete(format!("/api/admin/users/{}", segment(&id)))
            .optional("transfer_to", transfer_to)
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one user by its id
    pub async fn get_user(&self, id: api::ids::UserId) -> Result<api::users::TenantUser, Error> {
        let request = Request::get(format!("/api/admin/users/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a user
    ///
    /// Changes the role or the status of the user. `status: disabled` ends their sessions and refuses their keys on
    /// every server within a second, pauses their webhook endpoints and disables their workflows; with `transfer_to`
    /// these resources are transferred to another owner instead and keep working. The response lists the affected
    /// resources as `impact`; with `dry_run=true`, it lists those that would be affected. The caller must have all
    /// rights of the user. The last active owner or admin of a tenant can neither be disabled nor get a lower role:
    /// 409 `last_administrator`.
    pub async fn update_user(
        &self,
        id: api::ids::UserId,
        body: &api::users::TenantUserChange,
        params: UpdateUser,
    ) -> Result<api::users::TenantUser, Error> {
        let UpdateUser { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/admin/users/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Start a sign-in
    ///
    /// Returns the address to redirect the browser to, and sets a cookie that the browser must send back. Domains
    /// that are unknown or not enabled both fail with 404 `sso_not_configured`. A command-line client sends its
    /// loopback address as `return_to` together with a `code_challenge`, and exchanges the code that it receives
    /// there with `POST /api/auth/sso/token`.
    pub async fn begin_sign_in(&self, body: &api::sso::SignInStart) -> Result<api::sso::SignInStarted, Error> {
        let request = Request::post("/api/auth/sso").json(body)?;
        self.send(request).await?.json()
    }

    /// Exchange a code for a session
    ///
    /// For command-line clients: exchanges the code that the loopback `return_to` received, once and within a
    /// minute, together with the secret whose SHA-256 was sent as `code_challenge`.
    pub async fn exchange_sign_in_code(&self, body: &api::sso::CodeExchange) -> Result<api::sso::SessionToken, Error> {
        let request = Request::post("/api/auth/sso/token").json(body)?;
        self.send(request).await?.json()
    }
}
