//! Operations of the tag `session`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::sign_out`].
#[derive(Clone, Debug, Default)]
pub struct SignOut {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
}

/// Parameters of [`Client::list_sessions`].
#[derive(Clone, Debug, Default)]
pub struct ListSessions {
    /// Filters by user. Without the scope `sso:write`, only the caller's own sessions are visible.
    pub user_id: Option<api::ids::UserId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::end_session`].
#[derive(Clone, Debug, Default)]
pub struct EndSession {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

impl Client {
    /// Sign out
    ///
    /// Ends the current session on every server and deletes its cookie. An API key has no session; revoke it
    /// instead.
    pub async fn sign_out(&self, params: SignOut) -> Result<(), Error> {
        let SignOut { dry_run } = params;
        let request = Request::delete("/api/auth/session").optional("dry_run", dry_run);
        self.send(request).await?;
        Ok(())
    }

    /// Read the caller's identity
    ///
    /// Returns the tenant, the actor, its scopes and its limits. Any valid credential can call it.
    pub async fn get_caller(&self) -> Result<api::session::Session, Error> {
        let request = Request::get("/api/auth/session");
        self.send(request).await?.json()
    }

    /// List sessions
    ///
    /// Returns the sessions of users, newest first, including those that ended in the last 30 days. Without the
    /// scope `sso:write`, callers see only their own sessions.
    pub async fn list_sessions(&self, params: ListSessions) -> Result<api::Page<api::sessions::UserSession>, Error> {
        let ListSessions { user_id, status, limit, cursor } = params;
        let request = Request::get("/api/auth/sessions")
            .optional("user_id", user_id)
            .several("status", &status)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// End a session
    ///
    /// Ends the session permanently. Every server refuses it within a second; the record is kept for 30 days.
    /// Without the scope `sso:write`, callers can end only their own sessions.
    pub async fn end_session(&self, id: api::ids::SessionId, params: EndSession) -> Result<(), Error> {
        let EndSession { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/auth/sessions/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one session by its id
    pub async fn get_session(&self, id: api::ids::SessionId) -> Result<api::sessions::UserSession, Error> {
        let request = Request::get(format!("/api/auth/sessions/{}", segment(&id)));
        self.send(request).await?.json()
    }
}
