//! Operations of the tag `cloud`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_cloud_catalogue`].
#[derive(Clone, Debug, Default)]
pub struct ListCloudCatalogue {
    /// Type of the entries; `sizes` by default.
    pub kind: Option<String>,
    /// Region of the entries: one of the provider's, by default its first.
    pub region: Option<String>,
}

/// Parameters of [`Client::list_cloud_providers`].
#[derive(Clone, Debug, Default)]
pub struct ListCloudProviders {
    /// Filters by type.
    pub kind: Option<String>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Filters by the organization that the account belongs to.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_cloud_provider`].
#[derive(Clone, Debug, Default)]
pub struct CreateCloudProvider {
    /// Time of the verification; `now` by default.
    pub verify: Option<String>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::verify_cloud_provider`].
#[derive(Clone, Debug, Default)]
pub struct VerifyCloudProvider {
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

/// Parameters of [`Client::delete_cloud_provider`].
#[derive(Clone, Debug, Default)]
pub struct DeleteCloudProvider {
    /// `true` deletes a provider that has managed machines. They stay at the provider, and are no longer managed.
    pub detach: Option<bool>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_cloud_provider`].
#[derive(Clone, Debug, Default)]
pub struct UpdateCloudProvider {
    /// Time of the verification of new credentials; `now` by default.
    pub verify: Option<String>,
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

/// Parameters of [`Client::list_cloud_vms`].
#[derive(Clone, Debug, Default)]
pub struct ListCloudVms {
    /// Filters by provider.
    pub provider_id: Option<api::ids::CloudProviderId>,
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Filters by region.
    pub region: Option<String>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Filters by a label, as `key=value`.
    pub label: Option<String>,
    /// Filters for machines that this service created, or did not create.
    pub managed: Option<bool>,
    /// Filters for machines that differ from the request that created them, or do not.
    pub drift: Option<bool>,
    /// Filters for the machine that is this device.
    pub device_id: Option<api::ids::DeviceId>,
    /// Filters for machines that have all of these words, regardless of case, in their name, ids, size, addresses or
    /// labels (as `key=value`).
    pub q: Option<String>,
    /// `true` counts all machines that match. By default, only the first page has the counts.
    pub summary: Option<bool>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_cloud_vm`].
#[derive(Clone, Debug, Default)]
pub struct CreateCloudVm {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_cloud_vm`].
#[derive(Clone, Debug, Default)]
pub struct DeleteCloudVm {
    /// Required to delete a machine that may exist at the provider.
    pub allow: Option<String>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_cloud_vm`].
#[derive(Clone, Debug, Default)]
pub struct UpdateCloudVm {
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
    /// List sizes, images, regions or networks
    ///
    /// Reads regions, sizes, images or networks from the provider. A price that is not known is `null`. For a
    /// provider that is not verified, `sizes` returns the common sizes that this service knows; the other lists fail
    /// with 409 `provider_not_verified`. The number of concurrent calls to providers per tenant and server is
    /// limited.
    pub async fn list_cloud_catalogue(
        &self,
        provider_id: api::ids::CloudProviderId,
        params: ListCloudCatalogue,
    ) -> Result<api::cloud_catalogue::CloudCatalogue, Error> {
        let ListCloudCatalogue { kind, region } = params;
        let request = Request::get("/api/cloud/catalogue")
            .query("provider_id", provider_id)
            .optional("kind", kind)
            .optional("region", region);
        self.send(request).await?.json()
    }

    /// List cloud providers
    ///
    /// Returns all providers that the caller can read, newest first.
    pub async fn list_cloud_providers(
        &self,
        params: ListCloudProviders,
    ) -> Result<api::Page<api::cloud_providers::CloudProvider>, Error> {
        let ListCloudProviders { kind, status, organization_id, limit, cursor } = params;
        let request = Request::get("/api/cloud/providers")
            .optional("kind", kind)
            .several("status", &status)
            .optional("organization_id", organization_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a cloud provider
    ///
    /// With `assume_role`, the response contains `external_id` and `setup`: create a role with these policies in
    /// your account and send its ARN with `PUT`, which verifies it. With other methods, the credentials are verified
    /// first: those that the provider refuses fail with 422 `credential_rejected` and the report, and nothing is
    /// stored. `verify=later` stores them without verification.
    pub async fn create_cloud_provider(
        &self,
        body: &api::cloud_providers::NewCloudProvider,
        params: CreateCloudProvider,
    ) -> Result<api::cloud_providers::CloudProvider, Error> {
        let CreateCloudProvider { verify, dry_run, idempotency_key } = params;
        let request = Request::post("/api/cloud/providers")
            .optional("verify", verify)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Verify a cloud provider
    ///
    /// Tests what the credentials allow, without changing anything at the provider, and stores the report. Refused
    /// credentials are not an error of this operation: see `status` and `verification`. Every provider is also
    /// verified once a day. The number of concurrent calls to providers per tenant and server is limited.
    pub async fn verify_cloud_provider(
        &self,
        id: api::ids::CloudProviderId,
        body: Option<&api::cloud_providers::CloudVerificationRequest>,
        params: VerifyCloudProvider,
    ) -> Result<api::cloud_providers::CloudProvider, Error> {
        let VerifyCloudProvider { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/cloud/providers/verify")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .optional_json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a cloud provider
    ///
    /// Its credentials and the records of its machines are deleted. Nothing is changed at the provider. A provider
    /// with managed machines is deleted only with `detach=true`, and never while an operation on one of them is in
    /// progress.
    pub async fn delete_cloud_provider(
        &self,
        id: api::ids::CloudProviderId,
        params: DeleteCloudProvider,
    ) -> Result<(), Error> {
        let DeleteCloudProvider { detach, dry_run, if_match } = params;
        let request = Request::delete(format!("/api/cloud/providers/{}", segment(&id)))
            .optional("detach", detach)
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one cloud provider by its id
    pub async fn get_cloud_provider(
        &self,
        id: api::ids::CloudProviderId,
    ) -> Result<api::cloud_providers::CloudProvider, Error> {
        let request = Request::get(format!("/api/cloud/providers/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a cloud provider
    ///
    /// Fields that are absent are not changed. New credentials are verified before they replace the current ones:
    /// those that the provider refuses fail with 422 `credential_rejected`, and the current ones stay. A new
    /// `endpoint` never receives the current credentials: they must be sent again in the same request.
    pub async fn update_cloud_provider(
        &self,
        id: api::ids::CloudProviderId,
        body: &api::cloud_providers::CloudProviderChange,
        params: UpdateCloudProvider,
    ) -> Result<api::cloud_providers::CloudProvider, Error> {
        let UpdateCloudProvider { verify, dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/cloud/providers/{}", segment(&id)))
            .optional("verify", verify)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List machines
    ///
    /// Returns the machines of all providers that match the filters, newest first. Machines are read from the
    /// providers every five minutes. If a provider cannot be reached, its machines are shown as they were last read:
    /// see `outdated_regions`. A machine is `missing` only after two complete listings of its region without it.
    pub async fn list_cloud_vms(&self, params: ListCloudVms) -> Result<api::cloud_vms::CloudFleet, Error> {
        let ListCloudVms {
            provider_id,
            organization_id,
            region,
            status,
            label,
            managed,
            drift,
            device_id,
            q,
            summary,
            limit,
            cursor,
        } = params;
        let request = Request::get("/api/cloud/vms")
            .optional("provider_id", provider_id)
            .optional("organization_id", organization_id)
            .optional("region", region)
            .several("status", &status)
            .optional("label", label)
            .optional("managed", managed)
            .optional("drift", drift)
            .optional("device_id", device_id)
            .optional("q", q)
            .optional("summary", summary)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a machine
    ///
    /// The response contains the machine as `requested` and its `operation_id`; `Location` is the operation, which
    /// has the progress. Exactly one machine is created, whatever fails meanwhile: if it cannot be determined
    /// whether the provider has created it, the machine becomes `needs_attention`, and no second one is created. The
    /// guard of the provider limits regions, sizes, the number of machines and their cost. `dry_run=true` checks all
    /// of this and returns the price.
    pub async fn create_cloud_vm(
        &self,
        body: &api::cloud_vm_requests::NewCloudVm,
        params: CreateCloudVm,
    ) -> Result<api::cloud_vms::CloudVm, Error> {
        let CreateCloudVm { dry_run, idempotency_key } = params;
        let request = Request::post("/api/cloud/vms")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a machine
    ///
    /// Destroys a managed machine with its disks at the provider, which requires `allow=destroy`. The response
    /// contains its `operation_id`; `Location` is the operation. A repeated request returns the same operation, or
    /// 200 with the machine if it is already deleted. Machines that this service did not create are never deleted.
    pub async fn delete_cloud_vm(
        &self,
        id: api::ids::CloudVmId,
        params: DeleteCloudVm,
    ) -> Result<api::cloud_vms::CloudVm, Error> {
        let DeleteCloudVm { allow, dry_run, if_match } = params;
        let request = Request::delete(format!("/api/cloud/vms/{}", segment(&id)))
            .optional("allow", allow)
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?.json()
    }

    /// Get one cloud VM by its id
    pub async fn get_cloud_vm(&self, id: api::ids::CloudVmId) -> Result<api::cloud_vms::CloudVm, Error> {
        let request = Request::get(format!("/api/cloud/vms/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a machine
    ///
    /// `power` starts, stops or restarts a managed machine, `labels` changes its labels: the response is 202 with
    /// its `operation_id`, and `Location` is the operation. A machine has one operation at a time. Without `power`
    /// and `labels`, the response is 200.
    pub async fn update_cloud_vm(
        &self,
        id: api::ids::CloudVmId,
        body: &api::cloud_vm_requests::CloudVmChange,
        params: UpdateCloudVm,
    ) -> Result<api::cloud_vms::CloudVm, Error> {
        let UpdateCloudVm { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/cloud/vms/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
