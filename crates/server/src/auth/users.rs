//! `/api/admin/users`: the people of a tenant. They come to be by signing in.

use crate::{
    app::App,
    http::{Caller, Found, Paging, PagingParams, Problem, Query},
};
use api::{
    Role, Scope, UserId,
    users::{TenantUser, TenantUserOrPage, TenantUserQuery},
};
use queries::queries::auth::users::{UserRow, get_user, list_users};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// List users, or read one
///
/// With `id` the user, otherwise the people of the tenant, newest first. Tickets are assigned to them; their roles come from
/// the identity provider.
#[utoipa::path(get, path = "/api/admin/users", operation_id = "admin.users.list", tag = "Sign-in",
    params(TenantUserQuery, PagingParams),
    security(("api_key" = [Scope::SsoRead])), responses((status = 200, body = TenantUserOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<TenantUserQuery>,
    paging: Paging,
) -> Result<Found<TenantUser>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_user().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(to_wire(row)));
    }
    let role = query.role.map(Role::name);
    let rows = list_users().bind(&db, &paging.before()?, &role, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

fn to_wire(row: UserRow) -> TenantUser {
    TenantUser {
        id: UserId(row.id),
        email: row.email,
        name: row.name,
        role: row.role.parse().unwrap_or(Role::Viewer),
        created_at: row.created_at,
        last_sign_in_at: row.last_sign_in_at,
        version: row.version,
    }
}
