//! Operations of the tag `service_accounts`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_service_accounts`].
#[derive(Clone, Debug, Default)]
pub struct ListServiceAccounts {
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_service_account`].
#[derive(Clone, Debug, Default)]
pub struct CreateServiceAccount {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_service_account`].
#[derive(Clone, Debug, Default)]
pub struct DeleteServiceAccount {
    /// New owner of the account's keys, webhook endpoints and workflows. Without it, the keys are refused, the
    /// endpoints paused and the workflows disabled.
    pub transfer_to: Option<String>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_service_account`].
#[derive(Clone, Debug, Default)]
pub struct UpdateServiceAccount {
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
    /// List service accounts
    ///
    /// Returns all accounts of the tenant, newest first. The account "Administrator" owns the keys that the operator
    /// of the service created.
    pub async fn list_service_accounts(
        &self,
        params: ListServiceAccounts,
    ) -> Result<api::Page<api::service_accounts::ServiceAccount>, Error> {
        let ListServiceAccounts { status, limit, cursor } = params;
        let request = Request::get("/api/admin/service-accounts")
            .several("status", &status)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a service account
    ///
    /// Creates an owner for keys, webhook endpoints and workflows that must not depend on a person's account. Its
    /// rights cannot exceed the caller's.
    pub async fn create_service_account(
        &self,
        body: &api::service_accounts::NewServiceAccount,
        params: CreateServiceAccount,
    ) -> Result<api::service_accounts::ServiceAccount, Error> {
        let CreateServiceAccount { dry_run, idempotency_key } = params;
        let request = Request::post("/api/admin/service-accounts")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a service account
    ///
    /// Deletes the account permanently, with the same effects as disabling it. To see the affected resources first,
    /// send `PUT` with `status: disabled` and `dry_run=true`.
    pub async fn delete_service_account(
        &self,
        id: api::ids::ServiceAccountId,
        params: DeleteServiceAccount,
    ) -> Result<(), Error> {
        let DeleteServiceAccount { transfer_to, dry_run, if_match } = params;
        let request = Request::delete(format!("/api/admin/service-accounts/{}", segment(&id)))
            .optional("transfer_to", transfer_to)
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one service account by its id
    pub async fn get_service_account(
        &self,
        id: api::ids::ServiceAccountId,
    ) -> Result<api::service_accounts::ServiceAccount, Error> {
        let request = Request::get(format!("/api/admin/service-accounts/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a service account
    ///
    /// Fields that are absent are not changed. Changes apply to the account's resources within a second, on every
    /// server. `status: disabled` refuses its keys, pauses its webhook endpoints and disables its workflows; with
    /// `transfer_to` they are transferred to another owner instead and keep working. The response lists the affected
    /// resources as `impact`; with `dry_run=true`, it lists those that would be affected. The caller must have all
    /// rights of the account, before and after the change.
    pub async fn update_service_account(
        &self,
        id: api::ids::ServiceAccountId,
        body: &api::service_accounts::ServiceAccountChange,
        params: UpdateServiceAccount,
    ) -> Result<api::service_accounts::ServiceAccount, Error> {
        let UpdateServiceAccount { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/admin/service-accounts/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
