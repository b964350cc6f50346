//! Operations of the tag `teams`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_teams`].
#[derive(Clone, Debug, Default)]
pub struct ListTeams {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_team`].
#[derive(Clone, Debug, Default)]
pub struct CreateTeam {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_team`].
#[derive(Clone, Debug, Default)]
pub struct DeleteTeam {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_team`].
#[derive(Clone, Debug, Default)]
pub struct UpdateTeam {
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
    /// List teams
    ///
    /// Returns all teams, newest first.
    pub async fn list_teams(&self, params: ListTeams) -> Result<api::Page<api::teams::Team>, Error> {
        let ListTeams { limit, cursor } = params;
        let request = Request::get("/api/psa/teams").optional("limit", limit).optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a team
    ///
    /// With the assignment `least_loaded`, a ticket that gets the team is assigned to the active member with the
    /// fewest unresolved tickets who has all skills that the ticket requires. Callers that are restricted to
    /// organizations can neither create nor see teams.
    pub async fn create_team(&self, body: &api::teams::NewTeam, params: CreateTeam) -> Result<api::teams::Team, Error> {
        let CreateTeam { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/teams")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a team
    ///
    /// The request is refused with 409 `team_in_use` while an unresolved ticket has the team. Resolved tickets keep
    /// its id.
    pub async fn delete_team(&self, id: api::ids::TeamId, params: DeleteTeam) -> Result<(), Error> {
        let DeleteTeam { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/teams/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one team by its id
    pub async fn get_team(&self, id: api::ids::TeamId) -> Result<api::teams::Team, Error> {
        let request = Request::get(format!("/api/psa/teams/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a team
    ///
    /// Fields that are absent are not changed; `null` clears a field. `members` is replaced as a whole. Tickets that
    /// the team has already keep their assignees.
    pub async fn update_team(
        &self,
        id: api::ids::TeamId,
        body: &api::teams::TeamChange,
        params: UpdateTeam,
    ) -> Result<api::teams::Team, Error> {
        let UpdateTeam { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/psa/teams/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
