//! Operations of the tag `enrolments`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_enrolments`].
#[derive(Clone, Debug, Default)]
pub struct ListEnrolments {
    /// Filters by organization.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_enrolment`].
#[derive(Clone, Debug, Default)]
pub struct CreateEnrolment {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::revoke_enrolment`].
#[derive(Clone, Debug, Default)]
pub struct RevokeEnrolment {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

impl Client {
    /// List enrolments
    ///
    /// Returns all enrolments that the caller can read, newest first, including revoked and expired ones.
    pub async fn list_enrolments(
        &self,
        params: ListEnrolments,
    ) -> Result<api::Page<api::enrolments::Enrolment>, Error> {
        let ListEnrolments { organization_id, limit, cursor } = params;
        let request = Request::get("/api/rmm/enrolments")
            .optional("organization_id", organization_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create an enrolment
    ///
    /// The response contains the URL to configure agents with. It contains the token and is returned only once.
    pub async fn create_enrolment(
        &self,
        body: &api::enrolments::NewEnrolment,
        params: CreateEnrolment,
    ) -> Result<api::enrolments::Enrolment, Error> {
        let CreateEnrolment { dry_run, idempotency_key } = params;
        let request = Request::post("/api/rmm/enrolments")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Revoke an enrolment
    ///
    /// Agents that report with its token are refused at once. Their devices stay. Revoking it again has no effect.
    pub async fn revoke_enrolment(&self, id: api::ids::EnrolmentId, params: RevokeEnrolment) -> Result<(), Error> {
        let RevokeEnrolment { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/rmm/enrolments/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one enrolment by its id
    pub async fn get_enrolment(&self, id: api::ids::EnrolmentId) -> Result<api::enrolments::Enrolment, Error> {
        let request = Request::get(format!("/api/rmm/enrolments/{}", segment(&id)));
        self.send(request).await?.json()
    }
}
