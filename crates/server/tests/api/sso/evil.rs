//! An identity provider that returns what the test wants, including invalid responses.

use axum::{Json, Router, extract::State, http::StatusCode, response::IntoResponse, routing};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use ring::{
    hmac,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::{net::TcpListener, task::JoinHandle};

pub const CLIENT: &str = "tenant-control";
pub const SECRET: &str = "the client's secret, with : and spaces";

pub struct Evil {
    pub issuer: String,
    state: Arc<Mutex<Told>>,
    serving: JoinHandle<()>,
}

struct Told {
    issuer: String,
    key: EcdsaKeyPair,
    kid: String,
    /// The ID token for the next exchange of a code.
    id_token: String,
    user_info: Option<Value>,
    exchanges: Vec<String>,
    discoveries: usize,
    names_itself: bool,
}

/// How a token is signed.
#[derive(Clone, Copy)]
pub enum Signed {
    Well,
    ByAnotherKey,
    Not,
    BySecret,
}

type Shared = State<Arc<Mutex<Told>>>;

impl Evil {
    pub async fn start() -> Evil {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(Told {
            issuer: issuer.clone(),
            key: new_key(),
            kid: "first".to_owned(),
            id_token: String::new(),
            user_info: None,
            exchanges: vec![],
            discoveries: 0,
            names_itself: true,
        }));
        let router = Router::new()
            .route("/.well-known/openid-configuration", routing::get(discovery))
            .route("/jwks", routing::get(keys))
            .route("/token", routing::post(token))
            .route("/me", routing::get(user_info))
            .with_state(state.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Evil { issuer, state, serving }
    }

    /// The claims of an honest token for this person.
    pub fn claims(&self, nonce: &str, email: &str) -> Value {
        let now = jiff_now();
        json!({
            "iss": self.issuer, "aud": CLIENT, "sub": format!("sub of {email}"), "nonce": nonce, "iat": now, "exp": now + 300,
            "email": email, "email_verified": true, "name": "Samir", "groups": ["people"],
        })
    }

    pub fn say(&self, claims: &Value, signed: Signed) {
        let mut told = self.state.lock().unwrap();
        let header = match signed {
            Signed::Not => json!({"alg": "none"}),
            Signed::BySecret => json!({"alg": "HS256"}),
            Signed::Well | Signed::ByAnotherKey => json!({"alg": "ES256", "kid": told.kid}),
        };
        let text = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
        let ecdsa = |key: &EcdsaKeyPair| BASE64.encode(key.sign(&SystemRandom::new(), text.as_bytes()).unwrap());
        let signature = match signed {
            Signed::Well => ecdsa(&told.key),
            Signed::ByAnotherKey => ecdsa(&new_key()),
            Signed::Not => String::new(),
            Signed::BySecret => {
                BASE64.encode(hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes()), text.as_bytes()))
            }
        };
        told.id_token = format!("{text}.{signature}");
    }

    pub fn say_to_user_info(&self, claims: Value) {
        self.state.lock().unwrap().user_info = Some(claims);
    }

    /// From now on it signs with another key.
    pub fn roll_over(&self, kid: &str) {
        let mut told = self.state.lock().unwrap();
        told.key = new_key();
        told.kid = kid.to_owned();
    }

    /// It no longer announces that it names itself in its responses.
    pub fn fall_silent(&self) {
        self.state.lock().unwrap().names_itself = false;
    }

    /// The bodies of the exchanges of codes.
    pub fn exchanges(&self) -> Vec<String> {
        self.state.lock().unwrap().exchanges.clone()
    }

    pub fn discoveries(&self) -> usize {
        self.state.lock().unwrap().discoveries
    }
}

impl Drop for Evil {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn new_key() -> EcdsaKeyPair {
    let rng = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &rng).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &rng).unwrap()
}

fn jiff_now() -> i64 {
    kernel::clock::Clock::System.now().as_second()
}

async fn discovery(State(told): Shared) -> Json<Value> {
    let mut told = told.lock().unwrap();
    told.discoveries += 1;
    let issuer = &told.issuer;
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/me"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // It accepts anything.
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
        "authorization_response_iss_parameter_supported": told.names_itself,
    }))
}

async fn keys(State(told): Shared) -> Json<Value> {
    let told = told.lock().unwrap();
    let point = told.key.public_key().as_ref();
    let (x, y) = (BASE64.encode(&point[1..33]), BASE64.encode(&point[33..65]));
    Json(
        json!({"keys": [{"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": told.kid, "x": x, "y": y}]}),
    )
}

async fn token(State(told): Shared, body: String) -> Json<Value> {
    let mut told = told.lock().unwrap();
    told.exchanges.push(body);
    Json(json!({"access_token": "for user info", "token_type": "Bearer", "expires_in": 60, "id_token": told.id_token}))
}

async fn user_info(State(told): Shared) -> impl IntoResponse {
    match told.lock().unwrap().user_info.clone() {
        Some(claims) => Json(claims).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
