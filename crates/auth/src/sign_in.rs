//! The end of a sign-in: the user, who is created by the first one, their role, and a new session.

use super::sso::person::{Person, role};
use api::{
    ProblemCode, Role, SessionId, UserId,
    sessions::{SessionStatus, User, UserSession},
    users::{AccountStatus, TenantUser},
};
use axum::http::{HeaderMap, header};
use kernel::{
    app::App,
    credentials::KeyText,
    db::OnConstraint,
    http::{Change, Entry, Origin, Problem},
};
use queries::{
    client::Params,
    queries::auth::sign_in::{
        CreateSessionParams, CreateUserParams, UpdateUserParams, UserRow, create_session, create_user,
        routing_of_tenant, update_user, user_to_sign_in,
    },
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The client that signs in, as the request describes it.
pub struct Visitor {
    pub origin: Origin,
    user_agent: Option<String>,
}

impl Visitor {
    pub fn of(origin: Origin, headers: &HeaderMap) -> Visitor {
        let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Visitor { origin, user_agent: agent.map(|agent| agent.chars().take(300).collect()) }
    }
}

/// The rules that turn a provider's claims into a user.
pub struct Rules {
    issuer: String,
    domains: Vec<String>,
    default_role: Role,
    group_roles: BTreeMap<String, Role>,
}

impl Rules {
    pub fn of(issuer: String, domains: Vec<String>, default_role: &str, group_roles: &Value) -> Rules {
        Rules {
            issuer,
            domains,
            default_role: default_role.parse().unwrap_or(Role::Viewer),
            group_roles: serde_json::from_value(group_roles.clone()).unwrap_or_default(),
        }
    }
}

/// The user for the person who signs in.
pub async fn admit(
    app: &App,
    change: &mut Change,
    visitor: &Visitor,
    rules: &Rules,
    person: &Person,
) -> Result<UserRow, Problem> {
    let email = person.admitted_email(&rules.domains).map_err(not_admitted)?;
    let (issuer, subject) = (rules.issuer.as_str(), person.subject.as_str());
    let known = user_to_sign_in().bind(&**change, &issuer, &subject, &email).opt().await?;
    if known.as_ref().is_some_and(|user| is_another(user, issuer, subject)) {
        return Err(not_admitted("the e-mail address belongs to another account of the provider"));
    }
    if known.as_ref().is_some_and(|user| !is_active(user)) {
        return Err(not_admitted("the user is disabled"));
    }
    let current = known.as_ref().and_then(|user| user.role.parse().ok());
    let role = role(person.groups.as_deref(), &rules.group_roles, rules.default_role, current);
    let (now, name) = (app.clock.now(), person.display_name());
    let id = known.as_ref().map_or_else(|| app.clock.id(), |user| user.id);
    change.act_as(UserId(id), &visitor.origin);
    let stored = match &known {
        None => {
            let new = CreateUserParams { id, email: email.as_str(), name, role: role.name(), issuer, subject, now };
            create_user().params(&**change, &new).one().await
        }
        Some(user) => {
            let name = name.or_else(|| user.name.clone());
            let new = UpdateUserParams { email: email.as_str(), name, role: role.name(), issuer, subject, now, id };
            update_user().params(&**change, &new).one().await
        }
    };
    let stored = stored.on_constraint(&[
        ("users_email_is_unique", || not_admitted("another user has the e-mail address")),
        ("users_subject_is_unique", || not_admitted("another sign-in of the same user is in progress")),
    ])?;
    match &known {
        None => drop(change.record(Entry::created(&tenant_user(&stored)))?),
        Some(before) if before.role != stored.role || before.email != stored.email => {
            drop(change.record(Entry::changed(&tenant_user(before), &tenant_user(&stored)))?);
        }
        Some(_) => {}
    }
    Ok(stored)
}

/// Every sign-in creates a new session: an earlier session of the browser is not reused.
pub async fn start_session(
    app: &App,
    change: &mut Change,
    user: &UserRow,
    visitor: &Visitor,
) -> Result<(UserSession, KeyText), Problem> {
    let token = KeyText::session(&routing_of_tenant().bind(&**change).one().await?);
    let now = app.clock.now();
    let session = UserSession {
        id: SessionId(app.clock.id()),
        user: user_wire(user),
        status: SessionStatus::Active,
        current: false,
        ip: visitor.origin.ip.to_string(),
        user_agent: visitor.user_agent.clone(),
        created_at: now,
        last_used_at: now,
        expires_at: now + app.settings.sessions.life(),
        revoked_at: None,
        version: 1,
    };
    let params = CreateSessionParams {
        id: session.id.0,
        user_id: user.id,
        token_prefix: token.prefix.as_str(),
        secret_hash: token.secret_hash.as_slice(),
        ip: session.ip.as_str(),
        user_agent: session.user_agent.as_deref(),
        now,
        expires_at: session.expires_at,
    };
    create_session().params(&**change, &params).one().await?;
    change.record(Entry::created(&session))?;
    Ok((session, token))
}

/// True if the subject differs from the one that has signed in as this user with the same provider. If the tenant has
/// changed its provider since, the verified address identifies the user.
fn is_another(user: &UserRow, issuer: &str, subject: &str) -> bool {
    user.issuer.as_deref() == Some(issuer) && user.subject.as_deref() != Some(subject)
}

/// True unless an administrator has disabled or deleted the user.
pub fn is_active(user: &UserRow) -> bool {
    AccountStatus::named(&user.status) == Some(AccountStatus::Active)
}

pub fn not_admitted(why: &'static str) -> Problem {
    tracing::info!(why, "sign-in refused");
    Problem::new(ProblemCode::SsoRefused, format!("The sign-in is refused: {why}."))
}

pub fn user_wire(row: &UserRow) -> User {
    let role = row.role.parse().unwrap_or(Role::Viewer);
    User { id: UserId(row.id), email: row.email.clone(), name: row.name.clone(), role }
}

fn tenant_user(row: &UserRow) -> TenantUser {
    let User { id, email, name, role } = user_wire(row);
    TenantUser {
        id,
        email,
        name,
        role,
        status: AccountStatus::named(&row.status).unwrap_or(AccountStatus::Disabled),
        impact: None,
        created_at: row.created_at,
        last_sign_in_at: row.last_sign_in_at,
        deleted_at: row.deleted_at,
        version: row.version,
    }
}
