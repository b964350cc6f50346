//! `/api/auth/sessions`: the sign-ins of users. Everyone sees and ends their own, administrators all of their tenant.

use api::{
    Role, Scope, SessionId, UserId,
    sessions::{SessionStatus, User, UserSession, UserSessionOrPage, UserSessionQuery, UserSessionTarget},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Caller, Change, Deleted, Entry, Found, IfMatch, Paging, PagingParams, Problem, Query, Write, names},
};
use queries::{
    client::Params,
    queries::auth::sessions::{
        ListSessionsParams, SessionRow, get_session, list_sessions, lock_session, revoke_session, sessions_to_end,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read, revoke))
}

/// List sessions, or read one
///
/// Returns the session with this `id`, or the sessions of users, newest first, including those that ended in the last
/// 30 days. Without the scope `sso:write`, callers see only their own sessions.
#[utoipa::path(get, path = "/api/auth/sessions", operation_id = "auth.sessions.list", tag = "Session",
    params(UserSessionQuery, PagingParams),
    security(("api_key" = [])), responses((status = 200, body = UserSessionOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<UserSessionQuery>,
    paging: Paging,
) -> Result<Found<UserSession>, Problem> {
    let view = View::of(&app, &caller);
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_session().bind(&db, &id.0, &view.only).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(view.to_wire(row)));
    }
    let rows = list_sessions()
        .params(
            &db,
            &ListSessionsParams {
                before: paging.before()?,
                only: view.only,
                user_id: query.user_id.map(|id| id.0),
                statuses: query.status.map(|all| names(all, status_name)),
                now: view.now,
                idle_since: view.idle_since,
                limit: paging.rows(),
            },
        )
        .all()
        .await?;
    Ok(Found::Page(paging.page(rows, |row: &SessionRow| row.id, |row| view.to_wire(row))))
}

/// End a session
///
/// Ends the session permanently. Every server refuses it within a second; the record is kept for 30 days. Without
/// the scope `sso:write`, callers can end only their own sessions.
#[utoipa::path(delete, path = "/api/auth/sessions", operation_id = "auth.sessions.delete", tag = "Session",
    params(UserSessionTarget),
    security(("api_key" = [])), responses((status = 204)))]
async fn revoke(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<UserSessionTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    end(&app, &caller, write, target.id, Some(if_match)).await
}

pub(super) async fn end(
    app: &App,
    caller: &Caller,
    write: Write,
    id: SessionId,
    if_match: Option<IfMatch>,
) -> Result<Deleted, Problem> {
    let view = View::of(app, caller);
    let change = write.begin().await?;
    lock_session().bind(&*change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let row = get_session().bind(&*change, &id.0, &view.only).opt().await?.ok_or_else(Problem::not_found)?;
    let current = view.to_wire(row);
    if_match.map_or(Ok(()), |if_match| if_match.check(&current))?;
    if current.revoked_at.is_some() {
        return change.deleted(Entry::deleted_again(&current)).await;
    }
    let version = revoke_session().bind(&*change, &view.now, &id.0).one().await?;
    let (status, revoked_at) = (SessionStatus::Revoked, Some(view.now));
    let ended = UserSession { status, revoked_at, version, ..current.clone() };
    change.deleted(Entry::retired(&current, &ended)).await
}

/// Ends all sessions of a user who has no rights any more. Returns their number.
pub(super) async fn end_all(app: &App, change: &mut Change, user: UserId) -> Result<i64, Problem> {
    let now = app.clock.now();
    let view = View { only: None, own: None, now, idle_since: now - app.settings.sessions.idle() };
    let rows = sessions_to_end().bind(&**change, &user.0, &now).all().await?;
    let ended = rows.len();
    for row in rows {
        let current = view.to_wire(row);
        let version = revoke_session().bind(&**change, &now, &current.id.0).one().await?;
        let (status, revoked_at) = (SessionStatus::Revoked, Some(now));
        change.record(Entry::retired(&current, &UserSession { status, revoked_at, version, ..current.clone() }))?;
    }
    Ok(ended as i64)
}

/// The sessions that a caller can see.
struct View {
    /// The only user whose sessions are visible.
    only: Option<Uuid>,
    own: Option<SessionId>,
    now: Timestamp,
    idle_since: Timestamp,
}

impl View {
    fn of(app: &App, caller: &Caller) -> View {
        let now = app.clock.now();
        let sees_all = caller.scopes.contains([Scope::SsoWrite].into_iter().collect());
        View {
            // A key without the scope is not a user: it sees no sessions.
            only: (!sees_all).then(|| caller.user().map_or(Uuid::nil(), |user| user.0)),
            own: caller.session(),
            now,
            idle_since: now - app.settings.sessions.idle(),
        }
    }

    fn to_wire(&self, row: SessionRow) -> UserSession {
        UserSession {
            status: status(&row, self.now, self.idle_since),
            id: SessionId(row.id),
            current: self.own == Some(SessionId(row.id)),
            user: User {
                id: UserId(row.user_id),
                email: row.email,
                name: row.name,
                role: row.role.parse().unwrap_or(Role::Viewer),
            },
            ip: row.ip,
            user_agent: row.user_agent,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            version: row.version,
        }
    }
}

fn status(row: &SessionRow, now: Timestamp, idle_since: Timestamp) -> SessionStatus {
    match row.revoked_at {
        Some(_) => SessionStatus::Revoked,
        None if row.expires_at <= now || row.last_used_at <= idle_since => SessionStatus::Expired,
        None => SessionStatus::Active,
    }
}

fn status_name(status: SessionStatus) -> &'static str {
    match status {
        SessionStatus::Active => "active",
        SessionStatus::Expired => "expired",
        SessionStatus::Revoked => "revoked",
    }
}
