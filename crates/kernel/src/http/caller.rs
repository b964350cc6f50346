//! The caller: one type for every handler, created by the gate.

use super::{Origin, Problem, rate_limit::address, site};
use crate::{
    app::App,
    credentials::{Principal, Refusal},
    db::Identity,
};
use api::ProblemCode;
use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, HeaderName, Method, header, request::Parts},
};
use secrecy::{ExposeSecret, SecretString};
use std::{net::IpAddr, ops::Deref, sync::Arc};

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

#[derive(Clone)]
pub struct Caller(Arc<Principal>);

impl Caller {
    /// A caller for whom another part of the service acts, with their current rights.
    pub fn acted_for(principal: Principal) -> Caller {
        Caller(Arc::new(principal))
    }

    pub(super) async fn identify(
        app: &App,
        method: &Method,
        headers: &HeaderMap,
        from: IpAddr,
    ) -> Result<Caller, Problem> {
        let sent = Sent::of(&app.settings.base_url, headers)?;
        // A browser sends a cookie with requests from any page.
        if sent.is_cookie() && !method.is_safe() && !site::is_own_request(&app.settings.base_url, headers) {
            let detail =
                "The request has a session cookie, and its Origin or Sec-Fetch-Site header names another site.";
            return Err(Problem::new(ProblemCode::CrossSiteRequest, detail));
        }
        let guessed_enough = || address(app, from).look().remaining == 0;
        let checked = app.credentials.check(sent.text(), from, guessed_enough).await;
        checked.map(Caller).map_err(|refusal| sent.refused(refusal))
    }

    /// The caller of a public operation: a key must be valid, but an expired cookie is ignored.
    pub(super) async fn identify_anyone(
        app: &App,
        method: &Method,
        headers: &HeaderMap,
        from: IpAddr,
    ) -> Result<Option<Caller>, Problem> {
        match Sent::of(&app.settings.base_url, headers) {
            Ok(Sent::Key(_)) => Caller::identify(app, method, headers, from).await.map(Some),
            Ok(Sent::Cookie(_)) => Ok(Caller::identify(app, method, headers, from).await.ok()),
            Err(problem) if problem.code() == ProblemCode::Unauthenticated => Ok(None),
            Err(problem) => Err(problem),
        }
    }
}

impl Caller {
    /// The user who is signed in, for a page: only the cookie counts, and an expired session is ignored. Requests from
    /// other sites are refused.
    pub(super) async fn identify_person(
        app: &App,
        method: &Method,
        headers: &HeaderMap,
        from: IpAddr,
    ) -> Result<Option<Caller>, Problem> {
        if !method.is_safe() && !site::is_own_request(&app.settings.base_url, headers) {
            let detail = "The form was not sent by a page of this site. Open the page here and send it again.";
            return Err(Problem::new(ProblemCode::CrossSiteRequest, detail));
        }
        let Some(token) = site::SESSION.sent(&app.settings.base_url, headers) else { return Ok(None) };
        let (sent, guessed_enough) = (Sent::Cookie(token), || address(app, from).look().remaining == 0);
        match app.credentials.check(sent.text(), from, guessed_enough).await {
            Ok(principal) => Ok(Some(Caller(principal))),
            Err(refusal @ (Refusal::Unchecked(_) | Refusal::TooMany | Refusal::Misdirected(_))) => {
                Err(sent.refused(refusal))
            }
            Err(_) => Ok(None),
        }
    }
}

/// The credential of a request. A key takes precedence over a cookie, which browsers send automatically.
enum Sent<'a> {
    /// Or the token of a session, sent in the same header.
    Key(&'a str),
    Cookie(&'a str),
}

impl<'a> Sent<'a> {
    /// `Authorization: Bearer …` is canonical and takes precedence over `X-API-Key`.
    fn of(base_url: &str, headers: &'a HeaderMap) -> Result<Sent<'a>, Problem> {
        if let Some(authorization) = headers.get(header::AUTHORIZATION) {
            let text = authorization.to_str().unwrap_or_default();
            let (scheme, key) = text.split_once(' ').unwrap_or((text, ""));
            let is_bearer = scheme.eq_ignore_ascii_case("bearer");
            return if is_bearer { Ok(Sent::Key(key.trim())) } else { Err(Sent::Key(text).refused(Refusal::Unknown)) };
        }
        if let Some(key) = headers.get(API_KEY) {
            return Ok(Sent::Key(key.to_str().unwrap_or_default()));
        }
        let none = || {
            Problem::new(ProblemCode::Unauthenticated, "Send an API key as Authorization: Bearer tck_…, or sign in.")
        };
        site::SESSION.sent(base_url, headers).map(Sent::Cookie).ok_or_else(none)
    }

    fn is_cookie(&self) -> bool {
        matches!(self, Sent::Cookie(_))
    }

    /// A key is not accepted in the cookie of a session.
    fn text(&self) -> &'a str {
        match self {
            Sent::Key(text) => text,
            Sent::Cookie(text) if text.starts_with("tcs_") => text,
            Sent::Cookie(_) => "",
        }
    }

    fn refused(&self, refusal: Refusal) -> Problem {
        let is_session = self.is_cookie() || self.text().starts_with("tcs_");
        if is_session { session_refused(refusal) } else { key_refused(refusal) }
    }
}

/// The credential of a streaming response: it is checked again meanwhile.
pub struct Credential {
    text: SecretString,
    from: IpAddr,
}

impl Credential {
    /// The caller with its current rights.
    pub async fn check(&self, app: &App) -> Result<Caller, Problem> {
        let text = self.text.expose_secret();
        let checked = app.credentials.check(text, self.from, || false).await;
        checked.map(Caller).map_err(|refusal| Sent::Key(text).refused(refusal))
    }
}

impl FromRequestParts<App> for Credential {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Credential, Problem> {
        let missing = || Problem::internal(anyhow::anyhow!("the request did not pass the gate"));
        let from = parts.extensions.get::<Origin>().ok_or_else(missing)?.ip;
        Ok(Credential { text: Sent::of(&app.settings.base_url, &parts.headers)?.text().into(), from })
    }
}

/// A call by a part of the service itself has no credential.
impl OptionalFromRequestParts<App> for Credential {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Credential>, Problem> {
        match Sent::of(&app.settings.base_url, &parts.headers) {
            Ok(_) => <Credential as FromRequestParts<App>>::from_request_parts(parts, app).await.map(Some),
            Err(_) => Ok(None),
        }
    }
}

fn key_refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Unknown => {
            let detail = "The credential is not a known API key. A key is sent as \"Authorization: Bearer tck_…\".";
            Problem::new(ProblemCode::KeyUnknown, detail)
        }
        Refusal::Expired => Problem::new(ProblemCode::KeyExpired, "The API key has expired. Create another key."),
        Refusal::Revoked => Problem::new(ProblemCode::KeyRevoked, "The API key was revoked. Create another key."),
        Refusal::Rotated => Problem::new(ProblemCode::KeyRotated, "The API key was rotated. Use its new secret."),
        Refusal::OwnerDisabled => Problem::new(
            ProblemCode::OwnerDisabled,
            "The owner of the credential is disabled or deleted. An administrator can enable the owner or transfer \
            the key to another owner.",
        ),
        Refusal::Address => {
            Problem::new(ProblemCode::AddressNotAllowed, "The API key's allowed_cidrs do not include your address.")
        }
        Refusal::TooMany => {
            Problem::rate_limited("Too many requests with unknown keys from your address.".to_owned(), 1)
        }
        Refusal::Misdirected(elsewhere) => Problem::misdirected(elsewhere),
        Refusal::Unchecked(error) => Problem::unchecked(error),
    }
}

fn session_refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Unknown => Problem::new(ProblemCode::SessionUnknown, "The session is unknown. Sign in."),
        Refusal::Expired => Problem::new(ProblemCode::SessionExpired, "The session has expired. Sign in again."),
        Refusal::Revoked => Problem::new(ProblemCode::SessionRevoked, "The session was ended. Sign in again."),
        other => key_refused(other),
    }
}

impl Deref for Caller {
    type Target = Principal;

    fn deref(&self) -> &Principal {
        &self.0
    }
}

impl AsRef<Identity> for Caller {
    fn as_ref(&self) -> &Identity {
        self.0.identity()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Problem> {
        let caller = parts.extensions.get::<Caller>().cloned();
        caller.ok_or_else(|| Problem::internal(anyhow::anyhow!("a public operation asks who is calling")))
    }
}
