//! `/api/admin/users`: the people of a tenant. A user is created by the first sign-in.
//!
//! A user who is disabled or deleted has no rights from that moment on: sessions end, keys are refused, webhook
//! endpoints are paused and workflows disabled, unless they are transferred.

use super::sessions;
use api::{
    EventKind, Impact, Owner, ProblemCode, Role, Scope, UserId,
    users::{
        AccountStatus, TenantUser, TenantUserChange, TenantUserOrPage, TenantUserQuery, TenantUserRemoval,
        TenantUserTarget,
    },
};
use jiff::Timestamp;
use kernel::{
    app::App,
    credentials::rights::Rights,
    http::{
        Answer, Caller, Change, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
        WrittenTogether, names,
    },
    offboarding,
    owners::{At, refuse_more},
};
use queries::{
    client::Params,
    queries::auth::users::{
        ChangeUserParams, ListUsersParams, UserRow, another_administrator, change_user, get_user, list_users,
        lock_administrators, lock_user,
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read, update, delete))
}

/// List users, or read one
///
/// Returns the user with this `id`, even if deleted, or all users of the tenant, newest first. Tickets can be assigned
/// to them.
#[utoipa::path(get, path = "/api/admin/users", operation_id = "admin.users.list", tag = "Sign-in",
    params(TenantUserQuery, PagingParams),
    security(("api_key" = [Scope::UsersRead])), responses((status = 200, body = TenantUserOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<TenantUserQuery>,
    paging: Paging,
) -> Result<Found<TenantUser>, Problem> {
    if let Some(id) = query.id {
        let row = get_user().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let db = app.db.tenant(&caller).await?;
    let filters = ListUsersParams {
        before: paging.before()?,
        role: query.role.map(Role::name),
        statuses: query.status.map(|all| names(all, AccountStatus::name)),
        limit: paging.rows(),
    };
    let rows = list_users().params(&db, &filters).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change a user
///
/// Changes the role or the status of the user. `status: disabled` ends their sessions and refuses their keys on every
/// server within a second, pauses their webhook endpoints and disables their workflows; with `transfer_to` these
/// resources are transferred to another owner instead and keep working. The response lists the affected resources as
/// `impact`; with `dry_run=true`, it lists those that would be affected. The caller must have all rights of the user.
/// The last active owner or admin of a tenant can neither be disabled nor get a lower role: 409 `last_administrator`.
#[utoipa::path(put, path = "/api/admin/users", operation_id = "admin.users.update", tag = "Sign-in",
    params(TenantUserTarget),
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation, ProblemCode::LastAdministrator]))),
    security(("api_key" = [Scope::UsersWrite])), responses((status = 200, body = TenantUser)))]
async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<TenantUserTarget>,
    if_match: IfMatch,
    Json(wanted): Json<TenantUserChange>,
) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    let old = lock(&change, &caller, target.id).await?;
    if_match.check(&old)?;
    let role = wanted.role.unwrap_or(old.role);
    refuse_more(&caller, &Rights::of_role(role.name()), At::Body("/role"), "the role exceeds the caller's rights")?;
    let status = wanted.status.unwrap_or(old.status);
    let deleted_at = old.deleted_at.filter(|_| status == AccountStatus::Disabled);
    let becomes = Becomes { role, status, deleted_at };
    let heir = wanted.transfer_to.map(|to| (to, At::Body("/transfer_to")));
    let (new, impact) = store(&app, &mut change, &caller, &old, becomes, heir).await?;
    let is_disabled_now = status == AccountStatus::Disabled && old.status == AccountStatus::Active;
    let event = is_disabled_now.then_some(EventKind::UserDisabled);
    change.record(Entry::changed(&old, &new).with_event(event))?;
    let answer = TenantUser { impact, ..new.clone() };
    change.answered(Answer::ok(&answer)?.with_version_of(&new)).await
}

/// Delete a user
///
/// Disables the user and removes them from lists. The record is kept, because tickets, approvals and the audit log
/// refer to it. Signing in does not restore a deleted user; `PUT` with `status: active` does. To see the affected
/// resources first, send `PUT` with `status: disabled` and `dry_run=true`: the effects are the same.
#[utoipa::path(delete, path = "/api/admin/users", operation_id = "admin.users.delete", tag = "Sign-in",
    params(TenantUserRemoval),
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation, ProblemCode::LastAdministrator]))),
    security(("api_key" = [Scope::UsersWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<TenantUserRemoval>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let mut change = write.begin().await?;
    let old = lock(&change, &caller, target.id).await?;
    if_match.check(&old)?;
    if old.deleted_at.is_some() {
        return change.deleted(Entry::deleted_again(&old)).await;
    }
    let deleted_at = Some(app.clock.now());
    let becomes = Becomes { role: old.role, status: AccountStatus::Disabled, deleted_at };
    let heir = target.transfer_to.map(|to| (to, At::Parameter("transfer_to")));
    let (new, _) = store(&app, &mut change, &caller, &old, becomes, heir).await?;
    change.deleted(Entry::retired(&old, &new)).await
}

/// The new state of a user.
struct Becomes {
    role: Role,
    status: AccountStatus,
    deleted_at: Option<Timestamp>,
}

/// Changes the user's resources before the user: a change of an endpoint also locks it before the delivery log.
async fn store(
    app: &App,
    change: &mut Change,
    caller: &Caller,
    old: &TenantUser,
    becomes: Becomes,
    heir: Option<(Owner, At)>,
) -> Result<(TenantUser, Option<Impact>), Problem> {
    let Becomes { role, status, deleted_at } = becomes;
    refuse_last(change, old, role, status).await?;
    let stops = status == AccountStatus::Disabled;
    let mut impact = offboarding::leave(app, change, caller, Owner::User(old.id), heir, stops).await?;
    if stops {
        let ended = sessions::end_all(app, change, old.id).await?;
        impact = impact.map(|impact| Impact { sessions: ended, ..impact });
    }
    let stored =
        ChangeUserParams { role: role.name(), status: status.name(), deleted_at, now: app.clock.now(), id: old.id.0 };
    let row = change_user().params(&**change, &stored).one().await?;
    Ok((to_wire(row), impact))
}

/// The tenant keeps at least one active administrator.
async fn refuse_last(change: &Change, old: &TenantUser, role: Role, status: AccountStatus) -> Result<(), Problem> {
    let administers = |role: Role, status| role >= Role::Admin && status == AccountStatus::Active;
    if !administers(old.role, old.status) || administers(role, status) {
        return Ok(());
    }
    lock_administrators().bind(&**change).one().await?;
    if another_administrator().bind(&**change, &old.id.0).one().await? {
        return Ok(());
    }
    let detail = "The tenant has no other active owner or admin. Give another user one of these roles first.";
    Err(Problem::new(ProblemCode::LastAdministrator, detail))
}

/// Refuses users with more rights than the caller.
async fn lock(change: &Change, caller: &Caller, id: UserId) -> Result<TenantUser, Problem> {
    let row = lock_user().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let user = to_wire(row);
    let rights = Rights::of_role(user.role.name());
    refuse_more(caller, &rights, At::Body(""), "the user's rights exceed the caller's")?;
    Ok(user)
}

fn to_wire(row: UserRow) -> TenantUser {
    TenantUser {
        id: UserId(row.id),
        email: row.email,
        name: row.name,
        role: row.role.parse().unwrap_or(Role::Viewer),
        status: AccountStatus::named(&row.status).unwrap_or(AccountStatus::Disabled),
        impact: None,
        created_at: row.created_at,
        last_sign_in_at: row.last_sign_in_at,
        deleted_at: row.deleted_at,
        version: row.version,
    }
}
