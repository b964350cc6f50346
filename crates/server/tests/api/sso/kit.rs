//! A tenant with an identity provider, and the steps of a sign-in, each of which can be done wrong.

use super::evil::{CLIENT, Evil, SECRET};
use kernel::clock::Clock;
use reqwest::{Method, Response, header, redirect::Policy};
use serde_json::{Value, json};
use std::collections::HashMap;
use tenant_control::operate::sso;
use testkit::{Answer, TestApp, TestTenant};

pub const BEGIN: &str = "/api/auth/sso";
pub const PROVIDERS: &str = "/api/admin/sso";

pub struct Company {
    pub tenant: TestTenant,
    pub domain: String,
    pub provider: Value,
}

/// A domain that no other test uses.
pub fn new_domain() -> String {
    format!("d{:016x}.example", rand::random::<u64>())
}

pub fn new_provider(issuer: &str, domain: &str) -> Value {
    json!({"name": "Login", "issuer": issuer, "client_id": CLIENT, "client_secret": SECRET, "domains": [domain],
        "default_role": "viewer", "group_roles": {"admins": "admin", "people": "technician"}})
}

impl Company {
    /// With a domain that the operator has approved.
    pub async fn found(app: &TestApp, evil: &Evil) -> Company {
        Company::with(app, &evil.issuer, json!({})).await
    }

    pub async fn with(app: &TestApp, issuer: &str, more: Value) -> Company {
        let (tenant, domain) = (app.tenant().await, new_domain());
        let mut new = new_provider(issuer, &domain);
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let provider = tenant.client.post(PROVIDERS, new).await.expect(201).body;
        approve(app, &tenant, &domain).await;
        Company { tenant, domain, provider }
    }

    pub fn email(&self, name: &str) -> String {
        format!("{name}@{}", self.domain)
    }
}

pub async fn approve(app: &TestApp, tenant: &TestTenant, domain: &str) {
    let session = tenant.client.get("/api/auth/session").await.expect(200).body;
    let of = session["tenant"]["domain"].as_str().unwrap();
    sso::approve(&app.app.db, Clock::System, of, domain).await.unwrap();
}

/// A sign-in that has begun.
pub struct Begun {
    pub state: String,
    pub nonce: String,
    pub cookie: String,
    pub parameters: HashMap<String, String>,
    base: String,
}

pub async fn begin(app: &TestApp, domain: &str) -> Begun {
    begun(app, app.client().post(BEGIN, json!({"domain": domain, "return_to": "/documentation/"})).await)
}

pub fn begun(app: &TestApp, answer: Answer) -> Begun {
    let answer = answer.expect(200);
    let url = url::Url::parse(answer.body["authorization_url"].as_str().unwrap()).unwrap();
    let parameters: HashMap<String, String> = url.query_pairs().into_owned().collect();
    let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    Begun {
        state: parameters["state"].clone(),
        nonce: parameters["nonce"].clone(),
        cookie,
        parameters,
        base: app.base.clone(),
    }
}

impl Begun {
    /// The redirect of the provider.
    pub async fn answer(&self, evil: &Evil) -> Response {
        self.answer_with(&[("code", "a code"), ("state", &self.state), ("iss", &evil.issuer)], &self.cookie).await
    }

    pub async fn answer_with(&self, parameters: &[(&str, &str)], cookie: &str) -> Response {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        let http = reqwest::Client::builder().no_proxy().redirect(Policy::none()).build().unwrap();
        let request = http.request(Method::GET, format!("{}/api/auth/sso/callback?{query}", self.base));
        request.header(header::COOKIE, cookie).header(header::USER_AGENT, "a browser").send().await.unwrap()
    }
}

/// `403 sso_refused`
pub async fn problem(response: Response) -> String {
    let status = response.status().as_u16();
    let body: Value = response.json().await.unwrap_or_default();
    format!("{status} {}", body["code"].as_str().unwrap_or("no problem"))
}

/// The token of the session that the answer starts.
#[track_caller]
pub fn session_token(response: &Response) -> String {
    assert_eq!(response.status(), 303, "{response:?}");
    let cookies = response.headers().get_all(header::SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap());
    let session = cookies.filter_map(|cookie| cookie.strip_prefix("tc_session=")).next().expect("a session's cookie");
    session.split(';').next().unwrap().to_owned()
}
