//! `/api/auth/session`: the identity and the rights of the caller; and sign-out.

use super::sessions::end;
use api::{
    ProblemCode, TenantId, UserId,
    session::{Environment, Limits, Session, Tenant},
    sessions::User,
};
use axum::{
    http::header::SET_COOKIE,
    response::{IntoResponse, Response},
};
use kernel::{
    app::App,
    http::{BODY_BYTES, Caller, Deleted, Json, PAGE_SIZE, Problem, Standings, Write, site::SESSION},
    quotas,
};
use queries::queries::auth::session::{current_tenant, current_user_of_tenant};
use std::time::Duration;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get, sign_out))
}

/// Read the caller's identity
///
/// Returns the tenant, the actor, its scopes and its limits. Any valid credential can call it.
#[utoipa::path(get, path = "/api/auth/session", operation_id = "auth.session.get", tag = "Session",
    security(("api_key" = [])), responses((status = 200, body = Session)))]
async fn get(app: App, caller: Caller, standings: Standings) -> Result<Json<Session>, Problem> {
    let db = app.db.tenant(&caller).await?;
    let tenant = current_tenant().bind(&db).one().await?;
    let user = match caller.user() {
        Some(id) => Some(user(&db, id).await?),
        None => None,
    };
    Ok(Json(Session {
        tenant: Tenant {
            id: TenantId(tenant.id),
            name: tenant.name,
            domain: tenant.domain,
            environment: Environment::named(&tenant.environment),
            platform: tenant.platform,
            created_at: tenant.created_at,
        },
        actor: caller.wire_actor(),
        user,
        session_id: caller.session(),
        scopes: caller.grants.clone(),
        organization_ids: caller.organizations().map(<[_]>::to_vec),
        expires_at: caller.expires_at(),
        limits: Limits {
            live_api_keys: quotas::LIVE_API_KEYS,
            page_size: PAGE_SIZE,
            body_bytes: BODY_BYTES,
            requests: standings.wire(),
        },
    }))
}

/// Sign out
///
/// Ends the current session on every server and deletes its cookie. An API key has no session; revoke it instead.
#[utoipa::path(delete, path = "/api/auth/session", operation_id = "auth.session.delete", tag = "Session",
    extensions(("x-problems" = json!([ProblemCode::NoSession])), ("x-unversioned" = json!(true)),
        ("x-sets-cookie" = json!(true))),
    security(("api_key" = [])), responses((status = 204)))]
async fn sign_out(app: App, caller: Caller, write: Write) -> Result<Response, Problem> {
    let none = || Problem::new(ProblemCode::NoSession, "An API key cannot sign out. Revoke it instead.");
    let id = caller.session().ok_or_else(none)?;
    let ended: Deleted = end(&app, &caller, write, id, None).await?;
    let mut response = ended.into_response();
    if response.status().as_u16() == 204 {
        let gone = SESSION.set(&app.settings.base_url, "", Duration::ZERO);
        response.headers_mut().insert(SET_COOKIE, gone);
    }
    Ok(response)
}

async fn user(db: &kernel::db::Tenant, id: UserId) -> Result<User, Problem> {
    let row = current_user_of_tenant().bind(db, &id.0).one().await?;
    let role = row.role.parse().map_err(|why: String| Problem::internal(anyhow::anyhow!(why)))?;
    Ok(User { id, email: row.email, name: row.name, role })
}
