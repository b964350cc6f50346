//! Who is calling: one type for every handler, made at the gate.

use super::{Origin, Problem, rate_limit::address};
use crate::{
    app::App,
    credentials::{Principal, Refusal},
    db::Identity,
};
use api::ProblemCode;
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, header, request::Parts},
};
use secrecy::{ExposeSecret, SecretString};
use std::{net::IpAddr, ops::Deref, sync::Arc};

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

#[derive(Clone)]
pub struct Caller(Arc<Principal>);

impl Caller {
    /// Whether the request says who it is from at all.
    pub(super) fn is_presented(headers: &HeaderMap) -> bool {
        headers.contains_key(header::AUTHORIZATION) || headers.contains_key(API_KEY)
    }

    pub(super) async fn identify(app: &App, headers: &HeaderMap, from: IpAddr) -> Result<Caller, Problem> {
        let key = presented(headers)?;
        let guessed_enough = || address(app, from).look().remaining == 0;
        app.credentials.check(key, from, guessed_enough).await.map(Caller).map_err(refused)
    }
}

/// The credential of a request whose answer goes on: it is checked again meanwhile.
pub struct Credential {
    key: SecretString,
    from: IpAddr,
}

impl Credential {
    /// Who it is by now.
    pub async fn check(&self, app: &App) -> Result<Caller, Problem> {
        app.credentials.check(self.key.expose_secret(), self.from, || false).await.map(Caller).map_err(refused)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Credential {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Credential, Problem> {
        let missing = || Problem::internal(anyhow::anyhow!("a request that did not pass the gate"));
        let from = parts.extensions.get::<Origin>().ok_or_else(missing)?.ip;
        Ok(Credential { key: presented(&parts.headers)?.into(), from })
    }
}

/// `Authorization: Bearer …` is canonical and wins over `X-API-Key`.
fn presented(headers: &HeaderMap) -> Result<&str, Problem> {
    if let Some(authorization) = headers.get(header::AUTHORIZATION) {
        let text = authorization.to_str().unwrap_or_default();
        let (scheme, key) = text.split_once(' ').unwrap_or((text, ""));
        return if scheme.eq_ignore_ascii_case("bearer") { Ok(key.trim()) } else { Err(refused(Refusal::Unknown)) };
    }
    match headers.get(API_KEY) {
        Some(key) => Ok(key.to_str().unwrap_or_default()),
        None => Err(Problem::new(ProblemCode::Unauthenticated, "Send an API key as Authorization: Bearer tck_….")),
    }
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Unknown => Problem::new(ProblemCode::KeyUnknown, "The credential is not one of our API keys."),
        Refusal::Expired => Problem::new(ProblemCode::KeyExpired, "The API key has expired: create another one."),
        Refusal::Revoked => Problem::new(ProblemCode::KeyRevoked, "The API key was revoked: create another one."),
        Refusal::Rotated => Problem::new(ProblemCode::KeyRotated, "The API key was rotated: use its new secret."),
        Refusal::Address => {
            Problem::new(ProblemCode::AddressNotAllowed, "The API key's allowed_cidrs do not hold your address.")
        }
        Refusal::TooMany => {
            Problem::rate_limited("Too many requests with unknown keys came from your address.".to_owned(), 1)
        }
        Refusal::Unchecked(error) => Problem::unchecked(error),
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
