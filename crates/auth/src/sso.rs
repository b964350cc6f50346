//! `/api/auth/sso`: signing in by the identity provider of one's domain (OpenID Connect, authorization code with PKCE).
//!
//! The sign-in is bound to the browser by a cookie, or to the command line by a challenge that it alone can meet.
//! Unknown and disabled domains get the same response.

mod callback;
pub mod domain;
mod issuer;
mod page;
pub(super) mod person;
mod return_to;

pub use issuer::redirect_uri;

use super::sign_in::{Visitor, is_active, not_admitted, start_session, user_wire};
use api::{
    ProblemCode, TenantId, UserId,
    problem::FaultCode,
    sso::{CodeExchange, SessionToken, SignInProvider, SignInStart, SignInStarted, SsoKind},
};
use axum::{
    Extension, Router,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use issuer::{Bindings, Issuers, Provider};
use jiff::SignedDuration;
use kernel::{
    app::App,
    credentials::new_secret,
    db::{Error, Identity, Reason},
    directory::Elsewhere,
    http::{Change, Json, Origin, Problem, site::SIGN_IN},
};
use queries::{
    client::Params,
    queries::auth::{
        sign_in::user_by_id,
        sso::{BeginAttemptParams, begin_attempt, forget_attempts, forget_codes, provider_of_domain, take_code},
    },
};
use return_to::ReturnTo;
use sha2::{Digest, Sha256};
use std::time::Duration;
use subtle::ConstantTimeEq;
use tokio::time::{Instant, sleep_until};
use utoipa_axum::{router::OpenApiRouter, routes};

/// How long a person may take at the provider.
const ATTEMPT: Duration = Duration::from_secs(600);

/// How long every refusal of a domain takes: a lookup without a result is faster than one that finds a disabled domain.
const REFUSAL: Duration = Duration::from_millis(20);

/// Pages for browsers, which the OpenAPI document does not contain.
pub fn pages() -> Router<App> {
    callback::routes().merge(page::routes())
}

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(begin)).routes(routes!(exchange))
}

/// Start a sign-in
///
/// Returns the address to redirect the browser to, and sets a cookie that the browser must send back. Domains that are
/// unknown or not enabled both fail with 404 `sso_not_configured`. A command-line client sends its loopback address as
/// `return_to` together with a `code_challenge`, and exchanges the code that it receives there with `POST
/// /api/auth/sso/token`.
#[utoipa::path(post, path = "/api/auth/sso", operation_id = "auth.sso.begin", tag = "Sign-in",
    extensions(("x-problems" = json!([ProblemCode::SsoNotConfigured, ProblemCode::Misdirected, ProblemCode::SsoUnavailable])),
        ("x-sets-cookie" = json!(true))),
    security(()), responses((status = 200, body = SignInStarted)))]
async fn begin(app: App, Json(start): Json<SignInStart>) -> Result<Response, Problem> {
    let Begun { started, cookie } = begin_sign_in(&app, start).await?;
    let mut response = Json(started).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// A sign-in that has begun, and the cookie that the browser must send back.
struct Begun {
    started: SignInStarted,
    cookie: Option<HeaderValue>,
}

async fn begin_sign_in(app: &App, start: SignInStart) -> Result<Begun, Problem> {
    let fault = |pointer, detail: &str| Problem::fault(pointer, FaultCode::Invalid, detail);
    let domain = domain::normalise(&start.domain).ok_or_else(|| fault("/domain", "is not a domain name"))?;
    let return_to = ReturnTo::parse(&app.settings.base_url, start.return_to.as_deref());
    let return_to = return_to.map_err(|why| fault("/return_to", why))?;
    let binding = match (&return_to, start.code_challenge) {
        (ReturnTo::Page(_), None) => Binding::Browser(new_secret()),
        (ReturnTo::Loopback(_), Some(challenge)) => Binding::CommandLine(challenge),
        (ReturnTo::Page(_), Some(_)) => {
            return Err(fault("/code_challenge", "is allowed only with a loopback return_to"));
        }
        (ReturnTo::Loopback(_), None) => return Err(fault("/code_challenge", "is required with a loopback return_to")),
    };
    let refused_at = Instant::now() + REFUSAL;
    let system = app.db.system(Reason::SignIn).await?;
    let elsewhere = Elsewhere::by_sso_domain(&system, &domain).await?;
    let found = provider_of_domain().bind(&*system, &domain).opt().await?;
    drop(system);
    served_here(elsewhere)?;
    let Some(found) = found else {
        sleep_until(refused_at).await;
        return Err(not_configured());
    };

    let provider = Provider { id: found.id, issuer: found.issuer, client_id: found.client_id };
    let bindings = Bindings { state: routed(&found.routing), nonce: new_secret(), pkce_verifier: new_secret() };
    let issuer = app.state.get::<Issuers>().get(app, &provider).await?;
    let authorization_url = issuer.authorization_url(app, &provider, &bindings)?;
    let expires_at = app.clock.now() + seconds(ATTEMPT);
    let attempt = BeginAttemptParams {
        id: app.clock.id(),
        provider_id: provider.id,
        issuer: provider.issuer.as_str(),
        state_hash: hash(&bindings.state),
        browser_hash: binding.browser_hash(),
        nonce: bindings.nonce.as_str(),
        pkce_verifier: bindings.pkce_verifier.as_str(),
        return_to: return_to.text(),
        code_challenge: binding.challenge(),
        now: app.clock.now(),
        expires_at,
    };
    let tx = app.db.tx(&Identity::new(TenantId(found.tenant_id), None)).await?;
    begin_attempt().params(&tx, &attempt).one().await?;
    tx.commit_with(async |_| Ok::<(), Error>(())).await?;

    let provider = SignInProvider { kind: SsoKind::Oidc, name: found.name };
    let cookie = match &binding {
        Binding::Browser(secret) => Some(SIGN_IN.set(&app.settings.base_url, secret, ATTEMPT)),
        Binding::CommandLine(_) => None,
    };
    Ok(Begun { started: SignInStarted { authorization_url, provider, expires_at }, cookie })
}

/// Exchange a code for a session
///
/// For command-line clients: exchanges the code that the loopback `return_to` received, once and within a minute,
/// together with the secret whose SHA-256 was sent as `code_challenge`.
#[utoipa::path(post, path = "/api/auth/sso/token", operation_id = "auth.sso.exchange", tag = "Sign-in",
    extensions(("x-problems" = json!([ProblemCode::SsoCodeInvalid, ProblemCode::SsoRefused, ProblemCode::Misdirected]))),
    security(()), responses((status = 200, body = SessionToken)))]
async fn exchange(
    app: App,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
    Json(exchange): Json<CodeExchange>,
) -> Result<Json<SessionToken>, Problem> {
    let invalid = || {
        let detail = "The code is unknown, already used or expired, or code_verifier does not match. Sign in again.";
        Problem::new(ProblemCode::SsoCodeInvalid, detail)
    };
    let system = app.db.system_for_key(routing_of(&exchange.code), Reason::SignIn).await?;
    served_here(Elsewhere::by_routing(&system, routing_of(&exchange.code)).await?)?;
    let code = take_code().bind(&*system, &hash(&exchange.code)).opt().await?.ok_or_else(invalid)?;
    drop(system);
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&exchange.code_verifier));
    let meets = bool::from(challenge.as_bytes().ct_eq(code.code_challenge.as_bytes()));
    if !meets || code.expires_at <= app.clock.now() {
        return Err(invalid());
    }
    let mut change = Change::by_system(&app, TenantId(code.tenant_id), "auth.sso.exchange").await?;
    change.act_as(UserId(code.user_id), &origin);
    let user = user_by_id().bind(&*change, &code.user_id).one().await?;
    if !is_active(&user) {
        return Err(not_admitted("the user is disabled"));
    }
    let (session, token) = start_session(&app, &mut change, &user, &Visitor::of(origin, &headers)).await?;
    change.done().await?;
    let (session_id, expires_at) = (session.id, session.expires_at);
    Ok(Json(SessionToken { token: token.reveal(), session_id, user: user_wire(&user), expires_at }))
}

/// Removes sign-ins that were never completed.
pub async fn forget_old(app: &App) -> Result<(), Error> {
    let system = app.db.system(Reason::Retention).await?;
    forget_attempts().bind(&*system, &app.clock.now()).all().await?;
    forget_codes().bind(&*system, &app.clock.now()).all().await?;
    Ok(())
}

/// The client that may complete a sign-in: the browser or the command line that began it.
enum Binding {
    Browser(String),
    CommandLine(String),
}

impl Binding {
    fn browser_hash(&self) -> Option<Vec<u8>> {
        match self {
            Binding::Browser(secret) => Some(hash(secret)),
            Binding::CommandLine(_) => None,
        }
    }

    fn challenge(&self) -> Option<&str> {
        match self {
            Binding::Browser(_) => None,
            Binding::CommandLine(challenge) => Some(challenge),
        }
    }
}

/// Refuses a sign-in that another cell must serve.
fn served_here(elsewhere: Option<Elsewhere>) -> Result<(), Problem> {
    elsewhere.map_or(Ok(()), |elsewhere| Err(Problem::misdirected(elsewhere)))
}

fn not_configured() -> Problem {
    Problem::new(ProblemCode::SsoNotConfigured, "Single sign-on is not configured for this domain.")
}

/// A secret that contains the routing of the tenant's cell, as keys do.
fn routed(routing: &str) -> String {
    format!("{routing}{}", new_secret())
}

fn routing_of(secret: &str) -> &str {
    secret.get(..8).unwrap_or_default()
}

fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}

fn seconds(time: Duration) -> SignedDuration {
    SignedDuration::try_from(time).unwrap_or(SignedDuration::ZERO)
}
