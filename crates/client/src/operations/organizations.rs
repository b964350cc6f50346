//! Operations of the tag `organizations`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_organizations`].
#[derive(Clone, Debug, Default)]
pub struct ListOrganizations {
    /// Filters by the beginning of the name.
    pub name_prefix: Option<String>,
    /// Filters by tag.
    pub tag: Option<String>,
    /// Filters for organizations with a reference to this system.
    pub external_system: Option<String>,
    /// Filters by the id in `external_system`.
    pub external_id: Option<String>,
    /// Additional fields of each organization.
    pub include: Vec<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_organization`].
#[derive(Clone, Debug, Default)]
pub struct CreateOrganization {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_organization`].
#[derive(Clone, Debug, Default)]
pub struct DeleteOrganization {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::get_organization`].
#[derive(Clone, Debug, Default)]
pub struct GetOrganization {
    /// Additional fields of each organization.
    pub include: Vec<String>,
}

/// Parameters of [`Client::update_organization`].
#[derive(Clone, Debug, Default)]
pub struct UpdateOrganization {
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
    /// List organizations
    ///
    /// Returns all organizations that the caller can read, newest first.
    pub async fn list_organizations(
        &self,
        params: ListOrganizations,
    ) -> Result<api::Page<api::organizations::Organization>, Error> {
        let ListOrganizations { name_prefix, tag, external_system, external_id, include, limit, cursor } = params;
        let request = Request::get("/api/rmm/organizations")
            .optional("name_prefix", name_prefix)
            .optional("tag", tag)
            .optional("external_system", external_system)
            .optional("external_id", external_id)
            .several("include", &include)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create an organization
    pub async fn create_organization(
        &self,
        body: &api::organizations::NewOrganization,
        params: CreateOrganization,
    ) -> Result<api::organizations::Organization, Error> {
        let CreateOrganization { dry_run, idempotency_key } = params;
        let request = Request::post("/api/rmm/organizations")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete an organization
    ///
    /// The request is refused while a valid API key is restricted to the organization, or the organization has
    /// tickets, devices, contacts, cloud providers or cloud machines. Its enrolments are deleted as well.
    pub async fn delete_organization(
        &self,
        id: api::ids::OrganizationId,
        params: DeleteOrganization,
    ) -> Result<(), Error> {
        let DeleteOrganization { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/rmm/organizations/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one organization by its id
    pub async fn get_organization(
        &self,
        id: api::ids::OrganizationId,
        params: GetOrganization,
    ) -> Result<api::organizations::Organization, Error> {
        let GetOrganization { include } = params;
        let request = Request::get(format!("/api/rmm/organizations/{}", segment(&id))).several("include", &include);
        self.send(request).await?.json()
    }

    /// Change an organization
    ///
    /// Fields that are absent are not changed; `null` clears a field.
    pub async fn update_organization(
        &self,
        id: api::ids::OrganizationId,
        body: &api::organizations::OrganizationChange,
        params: UpdateOrganization,
    ) -> Result<api::organizations::Organization, Error> {
        let UpdateOrganization { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/rmm/organizations/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
