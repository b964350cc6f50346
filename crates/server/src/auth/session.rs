//! `/api/auth/session`: who the caller is and what it may do, as the server sees it.

use crate::{
    app::App,
    http::{BODY_BYTES, Caller, Json, PAGE_SIZE, Problem, Standings},
    quotas,
};
use api::{
    Actor, ActorKind, TenantId,
    session::{Environment, Limits, Session, Tenant},
};
use queries::queries::auth::session::current_tenant;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get))
}

/// Who am I?
///
/// The tenant, the actor, its scopes and its limits. Any valid credential may ask.
#[utoipa::path(get, path = "/api/auth/session", operation_id = "auth.session.get", tag = "Session",
    security(("api_key" = [])), responses((status = 200, body = Session)))]
async fn get(app: App, caller: Caller, standings: Standings) -> Result<Json<Session>, Problem> {
    let db = app.db.tenant(&caller).await?;
    let tenant = current_tenant().bind(&db).one().await?;
    Ok(Json(Session {
        tenant: Tenant {
            id: TenantId(tenant.id),
            name: tenant.name,
            domain: tenant.domain,
            environment: Environment::named(&tenant.environment),
            platform: tenant.platform,
            created_at: tenant.created_at,
        },
        actor: Actor { kind: ActorKind::ApiKey, id: Some(caller.key.to_string()) },
        scopes: caller.grants.clone(),
        organization_ids: caller.organizations().map(<[_]>::to_vec),
        expires_at: caller.expires_at,
        limits: Limits {
            live_api_keys: quotas::LIVE_API_KEYS,
            page_size: PAGE_SIZE,
            body_bytes: BODY_BYTES,
            requests: standings.wire(),
        },
    }))
}
