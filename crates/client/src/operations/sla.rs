//! Operations of the tag `sla`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::update_sla_settings`].
#[derive(Clone, Debug, Default)]
pub struct UpdateSlaSettings {
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

/// Parameters of [`Client::list_sla_contracts`].
#[derive(Clone, Debug, Default)]
pub struct ListSlaContracts {
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Filters by SLA policy.
    pub policy_id: Option<api::ids::SlaPolicyId>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_sla_contract`].
#[derive(Clone, Debug, Default)]
pub struct CreateSlaContract {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_sla_contract`].
#[derive(Clone, Debug, Default)]
pub struct DeleteSlaContract {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_sla_contract`].
#[derive(Clone, Debug, Default)]
pub struct UpdateSlaContract {
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

/// Parameters of [`Client::list_sla_policies`].
#[derive(Clone, Debug, Default)]
pub struct ListSlaPolicies {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_sla_policy`].
#[derive(Clone, Debug, Default)]
pub struct CreateSlaPolicy {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_sla_policy`].
#[derive(Clone, Debug, Default)]
pub struct DeleteSlaPolicy {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_sla_policy`].
#[derive(Clone, Debug, Default)]
pub struct UpdateSlaPolicy {
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
    /// Read the SLA settings
    ///
    /// Returns the targets of each ticket priority and the business hours. They apply to organizations without an
    /// SLA contract. Before they are changed for the first time, the defaults apply, which are not enabled.
    pub async fn get_sla_settings(&self) -> Result<api::sla::Sla, Error> {
        let request = Request::get("/api/psa/sla");
        self.send(request).await?.json()
    }

    /// Change the SLA settings
    ///
    /// Fields that are absent are not changed; fields that are present are replaced as a whole. Unresolved tickets
    /// keep their elapsed time and are measured by the new settings within seconds, which changes neither their
    /// `version` nor their `updated_at`. Callers that are restricted to organizations cannot change the settings.
    pub async fn update_sla_settings(
        &self,
        body: &api::sla::SlaChange,
        params: UpdateSlaSettings,
    ) -> Result<api::sla::Sla, Error> {
        let UpdateSlaSettings { dry_run, idempotency_key, if_match } = params;
        let request = Request::put("/api/psa/sla")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List SLA contracts
    ///
    /// Returns all contracts that the caller can read, newest first.
    pub async fn list_sla_contracts(
        &self,
        params: ListSlaContracts,
    ) -> Result<api::Page<api::sla_contracts::SlaContract>, Error> {
        let ListSlaContracts { organization_id, policy_id, limit, cursor } = params;
        let request = Request::get("/api/psa/sla/contracts")
            .optional("organization_id", organization_id)
            .optional("policy_id", policy_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create an SLA contract
    ///
    /// The policy applies to the tickets of the organization from the start to the end of the contract. Unresolved
    /// tickets keep their elapsed time. Contracts of an organization must not overlap.
    pub async fn create_sla_contract(
        &self,
        body: &api::sla_contracts::NewSlaContract,
        params: CreateSlaContract,
    ) -> Result<api::sla_contracts::SlaContract, Error> {
        let CreateSlaContract { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/sla/contracts")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete an SLA contract
    ///
    /// The policy stops applying at once. Results that were measured by it are kept.
    pub async fn delete_sla_contract(
        &self,
        id: api::ids::SlaContractId,
        params: DeleteSlaContract,
    ) -> Result<(), Error> {
        let DeleteSlaContract { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/sla/contracts/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one SLA contract by its id
    pub async fn get_sla_contract(
        &self,
        id: api::ids::SlaContractId,
    ) -> Result<api::sla_contracts::SlaContract, Error> {
        let request = Request::get(format!("/api/psa/sla/contracts/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change an SLA contract
    ///
    /// Fields that are absent are not changed; `null` clears a field. Of a contract that has started, only the end
    /// can be changed, to a time after now. Callers that are restricted to organizations cannot change contracts.
    pub async fn update_sla_contract(
        &self,
        id: api::ids::SlaContractId,
        body: &api::sla_contracts::SlaContractChange,
        params: UpdateSlaContract,
    ) -> Result<api::sla_contracts::SlaContract, Error> {
        let UpdateSlaContract { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/psa/sla/contracts/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List SLA policies
    ///
    /// Returns all policies, newest first.
    pub async fn list_sla_policies(
        &self,
        params: ListSlaPolicies,
    ) -> Result<api::Page<api::sla_policies::SlaPolicy>, Error> {
        let ListSlaPolicies { limit, cursor } = params;
        let request = Request::get("/api/psa/sla/policies").optional("limit", limit).optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create an SLA policy
    ///
    /// A policy has targets and business hours of its own. It applies to an organization during an SLA contract.
    pub async fn create_sla_policy(
        &self,
        body: &api::sla_policies::NewSlaPolicy,
        params: CreateSlaPolicy,
    ) -> Result<api::sla_policies::SlaPolicy, Error> {
        let CreateSlaPolicy { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/sla/policies")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete an SLA policy
    ///
    /// The request is refused while a contract with this policy applies or will apply.
    pub async fn delete_sla_policy(&self, id: api::ids::SlaPolicyId, params: DeleteSlaPolicy) -> Result<(), Error> {
        let DeleteSlaPolicy { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/sla/policies/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one SLA policy by its id
    pub async fn get_sla_policy(&self, id: api::ids::SlaPolicyId) -> Result<api::sla_policies::SlaPolicy, Error> {
        let request = Request::get(format!("/api/psa/sla/policies/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change an SLA policy
    ///
    /// Fields that are absent are not changed; fields that are present are replaced as a whole. Unresolved tickets
    /// of organizations with this policy keep their elapsed time and are measured by the new settings within
    /// seconds, which changes neither their `version` nor their `updated_at`. Callers that are restricted to
    /// organizations do not see policies.
    pub async fn update_sla_policy(
        &self,
        id: api::ids::SlaPolicyId,
        body: &api::sla_policies::SlaPolicyChange,
        params: UpdateSlaPolicy,
    ) -> Result<api::sla_policies::SlaPolicy, Error> {
        let UpdateSlaPolicy { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/psa/sla/policies/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
