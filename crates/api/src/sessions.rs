//! `/api/auth/sessions`: the sign-ins of users.

use crate::{EventKind, Lifecycle, OneOrPage, Resource, Role, SessionId, UserId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A sign-in of a user.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UserSession {
    pub id: SessionId,
    pub user: User,
    pub status: SessionStatus,
    /// Whether it is the one that asks.
    pub current: bool,
    /// Where it was begun from.
    #[schema(examples("203.0.113.7"))]
    pub ip: String,
    /// What it was begun with, as that called itself.
    #[schema(examples("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"))]
    pub user_agent: Option<String>,
    pub created_at: Timestamp,
    /// To the minute.
    pub last_used_at: Timestamp,
    /// At the latest; a session that is not used ends before.
    pub expires_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type UserSessionOrPage = OneOrPage<UserSession>;

/// A person of the tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct User {
    pub id: UserId,
    #[schema(examples("samir@acme.example"))]
    pub email: String,
    #[schema(examples("Samir Nagheenanajar"))]
    pub name: Option<String>,
    pub role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    Active,
    /// Its time is over, or it was not used for too long.
    Expired,
    /// Signed out, or ended by an administrator.
    Revoked,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UserSessionQuery {
    /// Only this session, as a bare object.
    #[param(nullable = false)]
    pub id: Option<SessionId>,
    /// Of this user; without the scope `sso:write` only one's own are there.
    #[param(nullable = false)]
    pub user_id: Option<UserId>,
    #[param(nullable = false, inline)]
    pub status: Option<SessionStatus>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UserSessionTarget {
    /// Which session.
    pub id: SessionId,
}

impl Resource for UserSession {
    const TYPE: &'static str = "session";
    const PATH: &'static str = "/api/auth/sessions";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::SessionCreated),
        updated: None,
        deleted: Some(EventKind::SessionEnded),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
