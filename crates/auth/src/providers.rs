//! `/api/admin/sso`: the identity providers by which a tenant's people sign in.
//!
//! The client secret is sealed and never returned. A domain belongs to the one tenant that has proven its ownership.
//! A provider decides who a person is, so a caller with fewer rights than the users it can create must not change it.

mod verify;

use super::{
    CLIENT_SECRET,
    sso::{domain, redirect_uri},
};
use api::{
    Actor, Fault, Grant, ProblemCode, Role, Scope, SsoProviderId,
    problem::FaultCode,
    sso::{
        DnsRecord, DomainProof, DomainStatus, NewSsoProvider, SsoDomain, SsoKind, SsoProvider, SsoProviderChange,
        SsoProviderOrPage, SsoProviderQuery, SsoProviderTarget,
    },
};
use kernel::{
    app::App,
    credentials::new_secret,
    db::{OnConstraint, Tx},
    directory::release_sso_domains,
    http::{
        Caller, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
    },
    quotas::SSO_PROVIDERS,
};
use outbound::Url;
use queries::{
    client::{GenericClient, Params},
    queries::auth::providers::{
        CreateProviderParams, DomainRow, ProviderRow, UpdateProviderParams, belongs_to_another, claim_domains,
        create_provider, delete_provider, domains_of, get_provider, list_providers, lock_provider, release_domains,
        roles_in_use, update_provider,
    },
};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete)).merge(verify::routes())
}

/// Create an identity provider
///
/// Users can sign in after the ownership of their domain is proven: publish the `record` of each domain in its DNS and
/// call `POST /api/admin/sso/verify`. The caller must have all scopes of the roles that the provider assigns.
#[utoipa::path(post, path = "/api/admin/sso", operation_id = "admin.sso.create", tag = "Sign-in",
    extensions(("x-problems" = json!([
        ProblemCode::ScopeEscalation, ProblemCode::DomainTaken, ProblemCode::QuotaExceeded
    ]))),
    security(("api_key" = [Scope::SsoWrite])), responses((status = 201, body = SsoProvider)))]
async fn create(
    app: App,
    caller: Caller,
    write: Write,
    Json(new): Json<NewSsoProvider>,
) -> Result<Created<SsoProvider>, Problem> {
    let (id, now) = (app.clock.id(), app.clock.now());
    check_issuer(&app, &new.issuer)?;
    check_groups(&new.group_roles)?;
    let domains = normalised(&new.domains)?;
    let secret = app.sealing.seal(caller.tenant(), CLIENT_SECRET, id, new.client_secret.as_bytes()).await?;

    let change = write.begin().await?;
    refuse_escalation(&change, &caller, roles(new.default_role, &new.group_roles)).await?;
    let (created_by_kind, created_by_id) = change.actor();
    let row = create_provider()
        .params(
            &*change,
            &CreateProviderParams {
                id,
                name: new.name.as_str(),
                issuer: new.issuer.as_str(),
                client_id: new.client_id.as_str(),
                client_secret_sealed: secret,
                enabled: new.enabled,
                default_role: new.default_role.name(),
                group_roles: json!(new.group_roles),
                created_by_kind,
                created_by_id,
                now,
                quota: SSO_PROVIDERS,
            },
        )
        .opt()
        .await?
        .ok_or_else(quota_exceeded)?;
    claim(&app, &change, id, &domains).await?;
    let created = whole(&app, &*change, row).await?;
    change.created(created).await
}

/// List identity providers, or read one
///
/// Returns the provider with this `id`, or all providers of the tenant, newest first.
#[utoipa::path(get, path = "/api/admin/sso", operation_id = "admin.sso.list", tag = "Sign-in",
    params(SsoProviderQuery, PagingParams),
    security(("api_key" = [Scope::SsoRead])), responses((status = 200, body = SsoProviderOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<SsoProviderQuery>,
    paging: Paging,
) -> Result<Found<SsoProvider>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_provider().bind(&db, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
        return Ok(Found::One(whole(&app, &db, row).await?));
    }
    let rows = list_providers().bind(&db, &paging.before()?, &paging.rows()).all().await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let domains = domains_of().bind(&db, &ids).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| to_wire(&app, row, &domains))))
}

/// Change an identity provider
///
/// Fields that are absent are not changed. A new domain must be proven; a removed domain becomes available to other
/// tenants. The caller must have all scopes of the roles that the provider assigns, before and after the change.
///
/// A new `issuer` never receives the old client secret: `client_secret` must be sent again in the same request.
/// Sign-ins that started with the old issuer cannot be completed.
#[utoipa::path(put, path = "/api/admin/sso", operation_id = "admin.sso.update", tag = "Sign-in",
    params(SsoProviderTarget),
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation, ProblemCode::DomainTaken]))),
    security(("api_key" = [Scope::SsoWrite])), responses((status = 200, body = SsoProvider)))]
async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<SsoProviderTarget>,
    if_match: IfMatch,
    Json(wanted): Json<SsoProviderChange>,
) -> Result<Changed<SsoProvider>, Problem> {
    wanted.issuer.as_deref().map_or(Ok(()), |issuer| check_issuer(&app, issuer))?;
    wanted.group_roles.as_ref().map_or(Ok(()), check_groups)?;
    let domains = wanted.domains.as_deref().map(normalised).transpose()?;
    let secret = match &wanted.client_secret {
        Some(secret) => Some(app.sealing.seal(caller.tenant(), CLIENT_SECRET, target.id.0, secret.as_bytes()).await?),
        None => None,
    };
    let change = write.begin().await?;
    let row = lock_provider().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let current = whole(&app, &*change, row).await?;
    if_match.check(&current)?;
    if wanted.issuer.as_ref().is_some_and(|issuer| *issuer != current.issuer) && secret.is_none() {
        let detail = "must be sent again, because the issuer changes";
        return Err(Problem::fault("/client_secret", FaultCode::Required, detail));
    }
    let default_role = wanted.default_role.unwrap_or(current.default_role);
    let group_roles = wanted.group_roles.as_ref().unwrap_or(&current.group_roles);
    let before = roles(current.default_role, &current.group_roles);
    refuse_escalation(&change, &caller, before.chain(roles(default_role, group_roles))).await?;
    if let Some(domains) = &domains {
        let gone: Vec<&String> = current.domains.iter().filter(|domain| !domains.contains(domain)).collect();
        release_domains().bind(&*change, &target.id.0, &gone).all().await?;
        let new: Vec<_> = domains.iter().filter(|domain| !current.domains.contains(domain)).cloned().collect();
        claim(&app, &change, target.id.0, &new).await?;
    }
    let row = update_provider()
        .params(
            &*change,
            &UpdateProviderParams {
                name: wanted.name.as_ref().unwrap_or(&current.name).as_str(),
                issuer: wanted.issuer.as_ref().unwrap_or(&current.issuer).as_str(),
                client_id: wanted.client_id.as_ref().unwrap_or(&current.client_id).as_str(),
                client_secret_sealed: secret,
                enabled: wanted.enabled.unwrap_or(current.enabled),
                default_role: default_role.name(),
                group_roles: json!(group_roles),
                now: app.clock.now(),
                id: target.id.0,
            },
        )
        .one()
        .await?;
    let changed = whole(&app, &*change, row).await?;
    let gone: Vec<_> = current.domains.iter().filter(|domain| !changed.domains.contains(domain)).cloned().collect();
    let done = change.changed(&current, changed).await?;
    release_sso_domains(&app.db, caller.tenant(), &gone).await;
    Ok(done)
}

/// Delete an identity provider
///
/// Users can no longer sign in with the provider, and its domains become available. Existing sessions remain valid: see
/// `/api/auth/sessions`.
#[utoipa::path(delete, path = "/api/admin/sso", operation_id = "admin.sso.delete", tag = "Sign-in",
    params(SsoProviderTarget),
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation]))),
    security(("api_key" = [Scope::SsoWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<SsoProviderTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let row = lock_provider().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let current = whole(&app, &*change, row).await?;
    if_match.check(&current)?;
    refuse_escalation(&change, &caller, roles(current.default_role, &current.group_roles)).await?;
    delete_provider().bind(&*change, &target.id.0).one().await?;
    let done = change.deleted(Entry::deleted(&current)).await?;
    release_sso_domains(&app.db, caller.tenant(), &current.domains).await;
    Ok(done)
}

/// Adds the domains to the provider, not proven yet.
async fn claim(app: &App, tx: &Tx, provider: Uuid, domains: &[String]) -> Result<(), Problem> {
    if domains.is_empty() {
        return Ok(());
    }
    if belongs_to_another().bind(tx, &domains).one().await? {
        return Err(domain_taken());
    }
    let tokens: Vec<String> = domains.iter().map(|_| new_secret()).collect();
    let claimed = claim_domains().bind(tx, &provider, &app.clock.now(), &domains, &tokens.as_slice()).all().await;
    claimed.on_constraint(&[("sso_domains_pkey", domain_taken)])?;
    Ok(())
}

fn domain_taken() -> Problem {
    let detail = "One of the domains belongs to another tenant or to another identity provider of this tenant.";
    Problem::new(ProblemCode::DomainTaken, detail)
}

fn quota_exceeded() -> Problem {
    Problem::new(ProblemCode::QuotaExceeded, format!("A tenant can have at most {SSO_PROVIDERS} identity providers."))
}

/// Checks the form of the issuer. Whether it may be reached is checked again with every request to it.
fn check_issuer(app: &App, issuer: &str) -> Result<(), Problem> {
    let fault = |detail: String| Problem::fault("/issuer", FaultCode::Invalid, detail);
    let url = Url::parse(issuer).map_err(|_| fault("is not an absolute URL".to_owned()))?;
    if url.query().is_some() {
        return Err(fault("has a query, which an issuer cannot have".to_owned()));
    }
    app.outbound.check_url(&url).map_err(|wrong| fault(wrong.to_string()))
}

fn check_groups(roles: &BTreeMap<String, Role>) -> Result<(), Problem> {
    let fault = |detail| Err(Problem::fault("/group_roles", FaultCode::Invalid, detail));
    match roles.keys().any(|group| group.is_empty() || group.len() > 200) {
        true => fault("has a group whose name is empty or longer than 200 bytes"),
        false if roles.len() > 100 => fault("has more than 100 groups"),
        false => Ok(()),
    }
}

fn normalised(domains: &[SsoDomain]) -> Result<Vec<String>, Problem> {
    let mut known = vec![];
    for (index, SsoDomain(text)) in domains.iter().enumerate() {
        let fault = |detail| Problem::fault(&format!("/domains/{index}"), FaultCode::Invalid, detail);
        let domain = domain::normalise(text).ok_or_else(|| fault("is not a domain name"))?;
        if known.contains(&domain) {
            return Err(fault("is named twice"));
        }
        known.push(domain);
    }
    Ok(known)
}

fn roles(default: Role, of_groups: &BTreeMap<String, Role>) -> impl Iterator<Item = Role> {
    std::iter::once(default).chain(of_groups.values().copied())
}

/// The person who controls a provider can sign in as any of its users. The caller therefore needs the rights of every
/// role in use, and of every role that the provider assigns.
async fn refuse_escalation(tx: &Tx, caller: &Caller, named: impl Iterator<Item = Role>) -> Result<(), Problem> {
    let used: Vec<String> = roles_in_use().bind(tx).all().await?;
    let needed = named.chain(used.iter().filter_map(|role| role.parse().ok()));
    let mut needed: Vec<Grant> = needed.flat_map(|role| role.grants().iter().copied()).collect();
    needed.sort_unstable();
    needed.dedup();
    if needed.iter().all(|grant| caller.grants.iter().any(|own| own.covers(*grant))) {
        return Ok(());
    }
    let detail = "its users have roles that exceed the caller's rights";
    Err(Problem::escalation(needed, &caller.grants, vec![Fault::at("", FaultCode::Exceeds, detail)]))
}

async fn whole(app: &App, db: &impl GenericClient, row: ProviderRow) -> Result<SsoProvider, Problem> {
    let domains = domains_of().bind(db, &[row.id].as_slice()).all().await?;
    Ok(to_wire(app, row, &domains))
}

fn to_wire(app: &App, row: ProviderRow, domains: &[DomainRow]) -> SsoProvider {
    let own: Vec<_> = domains.iter().filter(|domain| domain.provider_id == row.id).collect();
    SsoProvider {
        id: SsoProviderId(row.id),
        name: row.name,
        kind: SsoKind::Oidc,
        issuer: row.issuer,
        client_id: row.client_id,
        redirect_uri: redirect_uri(app),
        domains: own.iter().map(|domain| domain.domain.clone()).collect(),
        domain_proofs: own.into_iter().map(proof).collect(),
        enabled: row.enabled,
        default_role: row.default_role.parse().unwrap_or(Role::Viewer),
        group_roles: serde_json::from_value(row.group_roles).unwrap_or_default(),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}

fn proof(row: &DomainRow) -> DomainProof {
    let (name, value) = domain::record(&row.domain, &row.token);
    DomainProof {
        domain: row.domain.clone(),
        status: match row.proven_by.as_deref() {
            None => DomainStatus::Pending,
            Some("dns") => DomainStatus::Proven,
            Some(_) => DomainStatus::Approved,
        },
        record: DnsRecord { r#type: "TXT".to_owned(), name, value },
        checked_at: row.checked_at,
        proven_at: row.proven_at,
    }
}
