//! Operations of the tag `backup`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_backup_checks`].
#[derive(Clone, Debug, Default)]
pub struct ListBackupChecks {
    /// Filters by repository.
    pub repository_id: Option<api::ids::RepositoryId>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::get_backup_config`].
#[derive(Clone, Debug, Default)]
pub struct GetBackupConfig {
    /// Organization of the settings. Without it and `device_id`, the operation is about the settings of the tenant.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Device of the settings.
    pub device_id: Option<api::ids::DeviceId>,
}

/// Parameters of [`Client::update_backup_config`].
#[derive(Clone, Debug, Default)]
pub struct UpdateBackupConfig {
    /// Organization of the settings. Without it and `device_id`, the operation is about the settings of the tenant.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Device of the settings.
    pub device_id: Option<api::ids::DeviceId>,
    /// Consents to a change that can lose backups; separate several with commas.
    pub allow: Vec<String>,
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

/// Parameters of [`Client::list_backup_config_versions`].
#[derive(Clone, Debug, Default)]
pub struct ListBackupConfigVersions {
    /// Organization of the settings. Without it and `device_id`, the operation is about the settings of the tenant.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Device of the settings.
    pub device_id: Option<api::ids::DeviceId>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::list_customer_backups`].
#[derive(Clone, Debug, Default)]
pub struct ListCustomerBackups {
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Additional fields of each customer.
    pub include: Vec<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::list_backup_hosts`].
#[derive(Clone, Debug, Default)]
pub struct ListBackupHosts {
    /// Filters by repository.
    pub repository_id: Option<api::ids::RepositoryId>,
    /// Filters by the state of the match.
    pub r#match: Option<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::update_backup_host`].
#[derive(Clone, Debug, Default)]
pub struct UpdateBackupHost {
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

/// Parameters of [`Client::list_backup_jobs`].
#[derive(Clone, Debug, Default)]
pub struct ListBackupJobs {
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Filters by device.
    pub device_id: Option<api::ids::DeviceId>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_backup_job`].
#[derive(Clone, Debug, Default)]
pub struct CreateBackupJob {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::list_backup_repositories`].
#[derive(Clone, Debug, Default)]
pub struct ListBackupRepositories {
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_backup_repository`].
#[derive(Clone, Debug, Default)]
pub struct CreateBackupRepository {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::check_backup_repository`].
#[derive(Clone, Debug, Default)]
pub struct CheckBackupRepository {
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

/// Parameters of [`Client::delete_backup_repository`].
#[derive(Clone, Debug, Default)]
pub struct DeleteBackupRepository {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_backup_repository`].
#[derive(Clone, Debug, Default)]
pub struct UpdateBackupRepository {
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
    /// List checks of backup repositories
    ///
    /// Returns the results of checks, newest first. The id of a check is that of its operation with another prefix.
    /// Checks are kept for 400 days.
    pub async fn list_backup_checks(
        &self,
        params: ListBackupChecks,
    ) -> Result<api::Page<api::backup_checks::BackupCheck>, Error> {
        let ListBackupChecks { repository_id, limit, cursor } = params;
        let request = Request::get("/api/backup/checks")
            .optional("repository_id", repository_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Get one backup check by its id
    pub async fn get_backup_check(
        &self,
        id: api::ids::BackupCheckId,
    ) -> Result<api::backup_checks::BackupCheck, Error> {
        let request = Request::get(format!("/api/backup/checks/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Read backup settings
    ///
    /// Returns the settings of the tenant, of an organization or of a device, and the settings that result from all
    /// levels: `provenance` says which level each value comes from.
    pub async fn get_backup_config(&self, params: GetBackupConfig) -> Result<api::backup_config::BackupConfig, Error> {
        let GetBackupConfig { organization_id, device_id } = params;
        let request = Request::get("/api/backup/config")
            .optional("organization_id", organization_id)
            .optional("device_id", device_id);
        self.send(request).await?.json()
    }

    /// Change backup settings
    ///
    /// Replaces the settings of the tenant, of an organization or of a device; `config: null` removes them. A change
    /// that disables backup, keeps fewer backups or drops a repository is refused with `consent_required`, its
    /// `impact` and the consents that it needs; send them as `allow`. A dry run returns the same `impact`. Callers
    /// that are restricted to organizations cannot change the settings of the tenant.
    pub async fn update_backup_config(
        &self,
        body: &api::backup_config::BackupConfigChange,
        params: UpdateBackupConfig,
    ) -> Result<api::backup_config::BackupConfig, Error> {
        let UpdateBackupConfig { organization_id, device_id, allow, dry_run, idempotency_key, if_match } = params;
        let request = Request::put("/api/backup/config")
            .optional("organization_id", organization_id)
            .optional("device_id", device_id)
            .several("allow", &allow)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Read the history of backup settings
    ///
    /// Returns the versions of the settings of the tenant, of an organization or of a device, newest first. If a
    /// device was moved to another organization, callers that are restricted to the new one see only the versions
    /// since the move.
    pub async fn list_backup_config_versions(
        &self,
        params: ListBackupConfigVersions,
    ) -> Result<api::Page<api::backup_config::BackupConfigVersion>, Error> {
        let ListBackupConfigVersions { organization_id, device_id, limit, cursor } = params;
        let request = Request::get("/api/backup/config/history")
            .optional("organization_id", organization_id)
            .optional("device_id", device_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Read the backup posture of customers
    ///
    /// Returns for each customer a score with the points of every part, and counts of devices by the state of their
    /// backups. `evidence` says where the figures come from: a repository that was measured, or what another product
    /// reported. A device without evidence counts as unprotected. `format=csv` returns all customers.
    pub async fn list_customer_backups(
        &self,
        params: ListCustomerBackups,
    ) -> Result<api::backup_posture::BackupAggregate, Error> {
        let ListCustomerBackups { organization_id, include, limit, cursor } = params;
        let request = Request::get("/api/backup/customer-aggregate")
            .optional("organization_id", organization_id)
            .several("include", &include)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// List hosts in backup repositories
    ///
    /// Returns the hosts that have snapshots, with the devices that they are matched to. A host is matched to the
    /// only device that has its name, and its snapshots count for this device unless somebody excludes the host.
    pub async fn list_backup_hosts(
        &self,
        params: ListBackupHosts,
    ) -> Result<api::Page<api::backup_checks::BackupHost>, Error> {
        let ListBackupHosts { repository_id, r#match, limit, cursor } = params;
        let request = Request::get("/api/backup/hosts")
            .optional("repository_id", repository_id)
            .optional("match", r#match)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Get one backup host by its id
    pub async fn get_backup_host(&self, id: api::ids::BackupHostId) -> Result<api::backup_checks::BackupHost, Error> {
        let request = Request::get(format!("/api/backup/hosts/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Match a host with a device
    ///
    /// `confirmed` matches the host to `device_id`, or to the proposed device; the device must belong to the
    /// organization of the repository, if it has one. With `excluded`, the snapshots of the host count for no
    /// device. `automatic` matches the host by its name again. The caller must be able to read the repository. A
    /// caller that is restricted to organizations can read the hosts of their devices in a repository of several
    /// customers, but cannot change these hosts.
    pub async fn update_backup_host(
        &self,
        id: api::ids::BackupHostId,
        body: &api::backup_checks::BackupHostChange,
        params: UpdateBackupHost,
    ) -> Result<api::backup_checks::BackupHost, Error> {
        let UpdateBackupHost { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/backup/hosts/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List backup jobs
    ///
    /// Returns all jobs that the caller can read, last reported first. Jobs are kept for 400 days.
    pub async fn list_backup_jobs(
        &self,
        params: ListBackupJobs,
    ) -> Result<api::Page<api::backup_jobs::BackupJob>, Error> {
        let ListBackupJobs { organization_id, device_id, limit, cursor } = params;
        let request = Request::get("/api/backup/jobs")
            .optional("organization_id", organization_id)
            .optional("device_id", device_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Report a backup job
    ///
    /// For jobs of other products and scripts. The job's device is named by `device_id`, or found by `host`: among
    /// host names, their first labels, and names of devices. A job with the same `product` and `external_ref` is
    /// changed (200); a report without new data changes nothing. A report with the result `running` does not replace
    /// a final result.
    pub async fn create_backup_job(
        &self,
        body: &api::backup_jobs::NewBackupJob,
        params: CreateBackupJob,
    ) -> Result<api::backup_jobs::BackupJob, Error> {
        let CreateBackupJob { dry_run, idempotency_key } = params;
        let request = Request::post("/api/backup/jobs")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Get one backup job by its id
    pub async fn get_backup_job(&self, id: api::ids::BackupJobId) -> Result<api::backup_jobs::BackupJob, Error> {
        let request = Request::get(format!("/api/backup/jobs/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// List backup repositories
    ///
    /// Returns the repositories that the caller can read, newest first, each with its last check.
    pub async fn list_backup_repositories(
        &self,
        params: ListBackupRepositories,
    ) -> Result<api::Page<api::backup_repositories::BackupRepository>, Error> {
        let ListBackupRepositories { organization_id, limit, cursor } = params;
        let request = Request::get("/api/backup/repositories")
            .optional("organization_id", organization_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Add a backup repository
    ///
    /// The repository is opened and checked soon after, and then periodically: which hosts have snapshots, whether
    /// the data is intact, whether files can be restored, and whether backups can be deleted. Nothing in the
    /// repository is changed. Password and credentials are stored encrypted and never returned.
    pub async fn create_backup_repository(
        &self,
        body: &api::backup_repositories::NewBackupRepository,
        params: CreateBackupRepository,
    ) -> Result<api::backup_repositories::BackupRepository, Error> {
        let CreateBackupRepository { dry_run, idempotency_key } = params;
        let request = Request::post("/api/backup/repositories")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Check a backup repository
    ///
    /// Starts a check now. The operation ends when the check has ended; canceling the operation cancels the check.
    /// The result is in `/api/backup/checks`: the id of the check is that of the operation with another prefix. A
    /// repository can have only one active check, and the number of waiting and running checks per tenant is
    /// limited.
    pub async fn check_backup_repository(
        &self,
        id: api::ids::RepositoryId,
        body: Option<&api::backup_checks::NewBackupCheck>,
        params: CheckBackupRepository,
    ) -> Result<api::operations::Operation, Error> {
        let CheckBackupRepository { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/backup/repositories/check")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .optional_json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a backup repository
    ///
    /// The repository itself is not changed. Its checks, its hosts and the evidence from it are deleted, and a
    /// waiting or running check is canceled.
    pub async fn delete_backup_repository(
        &self,
        id: api::ids::RepositoryId,
        params: DeleteBackupRepository,
    ) -> Result<(), Error> {
        let DeleteBackupRepository { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/backup/repositories/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one backup repository by its id
    pub async fn get_backup_repository(
        &self,
        id: api::ids::RepositoryId,
    ) -> Result<api::backup_repositories::BackupRepository, Error> {
        let request = Request::get(format!("/api/backup/repositories/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a backup repository
    ///
    /// Fields that are absent are not changed. If the address changes, the password must be sent again, and so must
    /// the credentials if there are any. A new address is another repository: the hosts that were found at the old
    /// address, their matches and the evidence from them are deleted.
    pub async fn update_backup_repository(
        &self,
        id: api::ids::RepositoryId,
        body: &api::backup_repositories::BackupRepositoryChange,
        params: UpdateBackupRepository,
    ) -> Result<api::backup_repositories::BackupRepository, Error> {
        let UpdateBackupRepository { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/backup/repositories/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
