//! `GET /api/auth/sso/callback`: the redirect URI for identity providers. Not in the OpenAPI document.

use super::{
    hash,
    issuer::{Bindings, Issuers, Provider, identify},
    routed, routing_of, seconds, served_here,
};
use crate::{
    CLIENT_SECRET,
    sign_in::{Rules, Visitor, admit, start_session},
};
use api::{ProblemCode, TenantId};
use axum::{
    Extension, Router,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};
use kernel::{
    app::App,
    db::{Identity, Reason},
    directory::Elsewhere,
    http::{
        Change, Origin, Problem,
        site::{SESSION, SIGN_IN},
    },
};
use queries::{
    client::Params,
    queries::auth::{
        sign_in::{UserRow, routing_of_tenant},
        sso::{CreateCodeParams, TakeAttempt, create_code, proven_domains, provider_to_answer, take_attempt},
    },
};
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;
use url::Url;

/// How long a command line may take to exchange its code.
const CODE: Duration = Duration::from_secs(60);

pub fn routes() -> Router<App> {
    Router::new().route("/api/auth/sso/callback", get(callback))
}

async fn callback(
    app: App,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let answer = Answer::of(&uri)?;
    let attempt = take(&app, &answer.state, SIGN_IN.sent(&app.settings.base_url, &headers)).await?;
    let code = answer.code()?;
    let tenant = TenantId(attempt.tenant_id);
    let db = app.db.tenant(&Identity::new(tenant, None)).await?;
    let row = provider_to_answer().bind(&db, &attempt.provider_id, &attempt.issuer).opt().await?;
    let row = row.ok_or_else(begun_elsewhere)?;
    let domains = proven_domains().bind(&db, &row.id).all().await?;
    drop(db);

    let provider = Provider { id: row.id, issuer: row.issuer, client_id: row.client_id };
    if !app.state.get::<Issuers>().get(&app, &provider).await?.has_answered(answer.issuer.as_deref()) {
        tracing::info!(provider = %provider.id, named = answer.issuer, "sign-in response of another provider");
        return Err(refused("The response comes from another identity provider."));
    }
    let secret = app.sealing.open(tenant, CLIENT_SECRET, row.id, &row.client_secret_sealed).await?;
    let secret = SecretString::from(String::from_utf8_lossy(secret.expose_secret()).into_owned());
    let bindings = Bindings { state: answer.state, nonce: attempt.nonce, pkce_verifier: attempt.pkce_verifier };
    let person = identify(&app, &provider, &secret, code, &bindings).await?;
    let rules = Rules::of(provider.issuer, domains, &row.default_role, &row.group_roles);

    let mut change = Change::by_system(&app, tenant, "auth.sso.callback").await?;
    let visitor = Visitor::of(origin, &headers);
    let user = admit(&app, &mut change, &visitor, &rules, &person).await?;
    match attempt.code_challenge {
        None => {
            let (_, token) = start_session(&app, &mut change, &user, &visitor).await?;
            change.done().await?;
            let life = app.settings.sessions.session_life;
            let session = SESSION.set(&app.settings.base_url, &token.reveal(), life);
            Ok(go_to(&app, &attempt.return_to, Some(session)))
        }
        Some(challenge) => {
            let target = with_code(&app, &change, &user, &challenge, &attempt.return_to).await?;
            change.done().await?;
            Ok(go_to(&app, &target, None))
        }
    }
}

/// The parameters of the provider's redirect.
struct Answer {
    state: String,
    code: Option<String>,
    error: Option<String>,
    issuer: Option<String>,
}

impl Answer {
    fn of(uri: &Uri) -> Result<Answer, Problem> {
        let pairs: Vec<_> = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).collect();
        let only = |wanted: &str| {
            let mut found = pairs.iter().filter(|(name, _)| name == wanted).map(|(_, value)| value.to_string());
            match (found.next(), found.next()) {
                (_, Some(_)) => Err(begun_elsewhere()), // two of a kind: somebody has added one
                (one, None) => Ok(one),
            }
        };
        let state = only("state")?.filter(|state| !state.is_empty()).ok_or_else(begun_elsewhere)?;
        Ok(Answer { state, code: only("code")?, error: only("error")?, issuer: only("iss")? })
    }

    fn code(&self) -> Result<String, Problem> {
        match (&self.error, &self.code) {
            (None, Some(code)) => Ok(code.clone()),
            (Some(error), _) => {
                tracing::info!(error, "identity provider refused a sign-in");
                Err(refused("The identity provider refused the sign-in."))
            }
            (None, None) => Err(refused("The identity provider returned no code.")),
        }
    }
}

/// The sign-in that this browser has begun. It can be taken once.
async fn take(app: &App, state: &str, browser: Option<&str>) -> Result<TakeAttempt, Problem> {
    let system = app.db.system_for_key(routing_of(state), Reason::SignIn).await?;
    served_here(Elsewhere::by_routing(&system, routing_of(state)).await?)?;
    let attempt = take_attempt().bind(&*system, &hash(state), &browser.map(hash)).opt().await?;
    attempt.filter(|attempt| attempt.expires_at > app.clock.now()).ok_or_else(begun_elsewhere)
}

fn begun_elsewhere() -> Problem {
    let detail = "The sign-in was not started in this browser, is already completed, or has expired. Start again.";
    Problem::new(ProblemCode::SsoStateInvalid, detail)
}

fn refused(detail: &'static str) -> Problem {
    Problem::new(ProblemCode::SsoRefused, detail)
}

/// The command line's address with a code that only it can exchange.
async fn with_code(
    app: &App,
    change: &Change,
    user: &UserRow,
    challenge: &str,
    return_to: &str,
) -> Result<String, Problem> {
    let routing = routing_of_tenant().bind(&**change).one().await?;
    let code = routed(&routing);
    let params = CreateCodeParams {
        id: app.clock.id(),
        user_id: user.id,
        code_hash: hash(&code),
        code_challenge: challenge,
        expires_at: app.clock.now() + seconds(CODE),
    };
    create_code().params(&**change, &params).one().await?;
    let mut target = Url::parse(return_to).map_err(Problem::internal)?;
    target.query_pairs_mut().append_pair("code", &code);
    Ok(target.into())
}

/// Deletes the cookie of the attempt, and sends no referrer.
fn go_to(app: &App, target: &str, session: Option<HeaderValue>) -> Response {
    let over = SIGN_IN.set(&app.settings.base_url, "", Duration::ZERO);
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::try_from(target).unwrap_or(HeaderValue::from_static("/")));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.append(header::SET_COOKIE, over);
    if let Some(session) = session {
        headers.append(header::SET_COOKIE, session);
    }
    response
}
