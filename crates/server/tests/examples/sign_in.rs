//! A sign-in from the command line: the code that arrives at its own address.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use reqwest::{StatusCode, redirect::Policy};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use testkit::TestApp;
use url::Url;

/// The verifier in the example of the document.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const OWN_ADDRESS: &str = "http://127.0.0.1:4711/done";

pub async fn code(app: &TestApp) -> String {
    let challenge = BASE64.encode(Sha256::digest(VERIFIER));
    let start = json!({"domain": "acme.example", "return_to": OWN_ADDRESS, "code_challenge": challenge});
    let begun = app.client().post("/api/auth/sso", start).await.expect(200);
    let url = Url::parse(begun.body["authorization_url"].as_str().unwrap()).unwrap();
    let asked: HashMap<String, String> = url.query_pairs().into_owned().collect();
    // The provider of the tests signs in whoever the code names.
    let person = json!({"email": "dana.reyes@acme.example", "groups": ["it-admins"], "nonce": asked["nonce"]});
    let mut callback = Url::parse(&format!("{}/api/auth/sso/callback", app.base)).unwrap();
    let code = BASE64.encode(person.to_string());
    callback.query_pairs_mut().append_pair("code", &code).append_pair("state", &asked["state"]);
    let http = reqwest::Client::builder().no_proxy().redirect(Policy::none()).build().unwrap();
    let answer = http.get(callback).send().await.unwrap();
    let (status, headers, body) = (answer.status(), answer.headers().clone(), answer.text().await.unwrap());
    assert_eq!(status, StatusCode::SEE_OTHER, "{body}");
    let target = Url::parse(headers["location"].to_str().unwrap()).unwrap();
    let code = target.query_pairs().find(|(name, _)| name == "code").map(|(_, code)| code.into_owned());
    code.expect("the code of the sign-in")
}
