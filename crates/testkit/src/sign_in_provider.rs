//! A small identity provider in this process, for many sign-ins through the real protocol: the code names the person
//! who signs in, so that any number of sign-ins may be active.

use axum::{Json, Router, extract::State, routing};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use kernel::clock::Clock;
use reqwest::{StatusCode, header, redirect::Policy};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::{net::TcpListener, task::JoinHandle};

pub struct SignInProvider {
    pub issuer: String,
    http: reqwest::Client,
    serving: JoinHandle<()>,
}

struct Provider {
    issuer: String,
    key: EcdsaKeyPair,
}

impl SignInProvider {
    pub const CLIENT_ID: &str = "tenant-control";
    pub const CLIENT_SECRET: &str = "only for drills";

    pub async fn start() -> anyhow::Result<SignInProvider> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let issuer = format!("http://{}", listener.local_addr()?);
        let provider = Arc::new(Provider { issuer: issuer.clone(), key: new_key()? });
        let router = Router::new()
            .route("/.well-known/openid-configuration", routing::get(discovery))
            .route("/jwks", routing::get(keys))
            .route("/token", routing::post(token))
            .with_state(provider);
        let serving = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        let http = reqwest::Client::builder().no_proxy().redirect(Policy::none()).build()?;
        Ok(SignInProvider { issuer, http, serving })
    }

    /// Signs a person in at the server, from the start to the callback. Returns the session's token, or the error page.
    pub async fn sign_in(&self, base: &str, email: &str, groups: &[&str]) -> anyhow::Result<Result<String, String>> {
        let domain = email.split('@').next_back().unwrap_or_default();
        let begun = self.http.post(format!("{base}/api/auth/sso")).json(&json!({"domain": domain})).send().await?;
        anyhow::ensure!(begun.status().is_success(), "{}", begun.text().await?);
        let cookie = begun.headers().get(header::SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default().to_owned();
        let begun: Value = begun.json().await?;
        let url = reqwest::Url::parse(begun["authorization_url"].as_str().unwrap_or_default())?;
        let parameter =
            |wanted: &str| url.query_pairs().find(|(name, _)| name == wanted).map(|(_, value)| value.to_string());
        let (state, nonce) = (parameter("state").unwrap_or_default(), parameter("nonce").unwrap_or_default());
        let code = BASE64.encode(json!({"email": email, "groups": groups, "nonce": nonce}).to_string());
        let mut callback = reqwest::Url::parse(&format!("{base}/api/auth/sso/callback"))?;
        callback.query_pairs_mut().append_pair("code", &code).append_pair("state", &state);
        let response = self.http.get(callback).header(header::COOKIE, cookie).send().await?;
        if response.status() != StatusCode::SEE_OTHER {
            return Ok(Err(response.text().await?));
        }
        let cookies = response.headers().get_all(header::SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        let token = cookies.flat_map(|cookie| cookie.split([';', '='])).find(|part| part.starts_with("tcs_"));
        token.map(|token| Ok(token.to_owned())).ok_or_else(|| anyhow::anyhow!("the response sets no session cookie"))
    }
}

impl Drop for SignInProvider {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn new_key() -> anyhow::Result<EcdsaKeyPair> {
    let rng = SystemRandom::new();
    let failed = |_| anyhow::anyhow!("no key could be generated");
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &rng).map_err(failed)?;
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &rng)
        .map_err(|error| anyhow::anyhow!("{error}"))
}

async fn discovery(State(provider): State<Arc<Provider>>) -> Json<Value> {
    let issuer = &provider.issuer;
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    }))
}

async fn keys(State(provider): State<Arc<Provider>>) -> Json<Value> {
    let point = provider.key.public_key().as_ref();
    let (x, y) = (BASE64.encode(&point[1..33]), BASE64.encode(&point[33..65]));
    Json(json!({"keys": [{"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "one", "x": x, "y": y}]}))
}

async fn token(State(provider): State<Arc<Provider>>, body: String) -> Json<Value> {
    let url = reqwest::Url::parse(&format!("http://form/?{body}")).ok();
    let code = url.and_then(|url| url.query_pairs().find(|(name, _)| name == "code").map(|(_, code)| code.to_string()));
    let person = BASE64.decode(code.unwrap_or_default()).unwrap_or_default();
    let person: Value = serde_json::from_slice(&person).unwrap_or_default();
    let now = Clock::System.now().as_second();
    let claims = json!({
        "iss": provider.issuer, "aud": SignInProvider::CLIENT_ID, "sub": person["email"], "nonce": person["nonce"],
        "iat": now, "exp": now + 300, "email": person["email"], "email_verified": true, "groups": person["groups"],
    });
    let header = json!({"alg": "ES256", "kid": "one"});
    let text = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
    let signature = provider.key.sign(&SystemRandom::new(), text.as_bytes()).map(|signed| BASE64.encode(signed));
    let id_token = format!("{text}.{}", signature.unwrap_or_default());
    Json(json!({"access_token": "of no use", "token_type": "Bearer", "expires_in": 60, "id_token": id_token}))
}
