//! `/api/admin/sso/verify`: checks in the DNS that the domains of a provider belong to the tenant.

use super::{domain_taken, whole};
use crate::sso::domain;
use api::{
    Scope,
    problem::FaultCode,
    sso::{DomainCheck, SsoProvider, SsoProviderTarget},
};
use futures::future::join_all;
use kernel::{
    app::App,
    db::OnConstraint,
    directory::reserve_sso_domains,
    http::{Caller, Changed, IfMatch, Json, Problem, Query, Write},
};
use queries::queries::auth::providers::{DomainRow, check_domains, domains_of, lock_provider, touch_provider};
use std::time::Duration;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How long the DNS may take. A connection to PostgreSQL may be waiting.
const TIMEOUT: Duration = Duration::from_secs(3);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(verify))
}

/// Verify domains
///
/// Looks up the DNS `record` of each domain that is not proven yet. `domain_proofs` contains the result; a record that
/// is not published yet is not an error. A domain that another tenant has proven fails with 409 `domain_taken`.
#[utoipa::path(post, path = "/api/admin/sso/verify", operation_id = "admin.sso.verify", tag = "Sign-in",
    params(SsoProviderTarget),
    extensions(("x-problems" = json!([api::ProblemCode::DomainTaken]))),
    security(("api_key" = [Scope::SsoWrite])), responses((status = 200, body = SsoProvider)))]
async fn verify(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<SsoProviderTarget>,
    if_match: IfMatch,
    Json(wanted): Json<DomainCheck>,
) -> Result<Changed<SsoProvider>, Problem> {
    let only = match &wanted.domain {
        None => None,
        Some(text) => {
            let none = || Problem::fault("/domain", FaultCode::Invalid, "is not a domain name");
            Some(domain::normalise(&text.0).ok_or_else(none)?)
        }
    };
    let db = app.db.tenant(&caller).await?;
    let domains = domains_of().bind(&db, &[target.id.0].as_slice()).all().await?;
    drop(db);
    let pending = |row: &&DomainRow| row.proven_at.is_none() && only.as_ref().is_none_or(|only| *only == row.domain);
    let proven = proven(&app, domains.iter().filter(pending)).await;

    if !reserve_sso_domains(&app.db, caller.tenant(), &proven).await? {
        return Err(domain_taken());
    }

    let change = write.begin().await?;
    let row = lock_provider().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let current = whole(&app, &*change, row).await?;
    if_match.check(&current)?;
    let now = app.clock.now();
    let checked = check_domains().bind(&*change, &now, &proven.as_slice(), &target.id.0).all().await;
    checked.on_constraint(&[("sso_domains_belong_to_one", domain_taken)])?;
    let row = touch_provider().bind(&*change, &now, &target.id.0).one().await?;
    let changed = whole(&app, &*change, row).await?;
    change.changed(&current, changed).await
}

/// Domains whose record is published. A lookup that times out counts as not published.
async fn proven(app: &App, pending: impl Iterator<Item = &DomainRow>) -> Vec<String> {
    let looked = pending.map(async |row| {
        let (name, value) = domain::record(&row.domain, &row.token);
        let texts = tokio::time::timeout(TIMEOUT, app.outbound.resolver().texts(&name)).await;
        let published = texts.is_ok_and(|texts| texts.is_ok_and(|texts| texts.contains(&value)));
        published.then(|| row.domain.clone())
    });
    join_all(looked).await.into_iter().flatten().collect()
}
