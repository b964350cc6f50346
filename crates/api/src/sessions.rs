//! `/api/auth/sessions`: sessions of users.

use crate::{EventKind, Lifecycle, OneOrPage, Resource, Role, SessionId, UserId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A session of a user.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UserSession {
    pub id: SessionId,
    pub user: User,
    pub status: SessionStatus,
    /// `true` for the session that makes this request.
    pub current: bool,
    /// IP address at sign-in.
    #[schema(examples("203.0.113.7"))]
    pub ip: String,
    /// `User-Agent` header at sign-in.
    #[schema(examples("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"))]
    pub user_agent: Option<String>,
    pub created_at: Timestamp,
    /// Time of the last use, with a precision of one minute.
    pub last_used_at: Timestamp,
    /// Time at which the session expires at the latest. A session that is not used expires earlier.
    pub expires_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type UserSessionOrPage = OneOrPage<UserSession>;

/// A user of the tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct User {
    pub id: UserId,
    #[schema(examples("samir@acme.example"))]
    pub email: String,
    #[schema(examples("Samir Nagheenanajar"))]
    pub name: Option<String>,
    pub role: Role,
}

/// Status of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    Active,
    /// The session reached its maximum age or was not used for too long.
    Expired,
    /// The user signed out, or an administrator ended the session.
    Revoked,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UserSessionQuery {
    /// Returns only the session with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<SessionId>,
    /// Filters by user. Without the scope `sso:write`, only the caller's own sessions are visible.
    #[param(nullable = false)]
    pub user_id: Option<UserId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<SessionStatus>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UserSessionTarget {
    /// Id of the session.
    pub id: SessionId,
}

impl Resource for UserSession {
    const TYPE: &'static str = "session";
    const PATH: &'static str = "/api/auth/sessions";
    const EVENTS: Lifecycle =
        Lifecycle { created: Some(EventKind::SessionCreated), updated: None, deleted: Some(EventKind::SessionEnded) };
    const GIVES_RIGHTS: bool = true;

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
